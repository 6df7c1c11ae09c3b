// Chips that move: bets slide to their pot at the end of a street, and the pot to who has won it. What is shown is
// committed already; with reduced motion it is simply there.

import { $, $$, calm } from "./app.js";

const MS = 240;
const EASE = "cubic-bezier(.2,.8,.2,1)";
const shown = () => $$(".poker-felt > g[id]").find((group) => group.ownerSVGElement.checkVisibility?.() ?? true);
const middle = (element) => {
  const box = element.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export function moving() {
  let bets = [];
  let pots = [];
  let cards = new Set();

  return {
    before() {
      const felt = shown();
      if (!felt || calm.matches) { bets = []; pots = []; return; }
      bets = $$("[data-bet]", felt).map((one) => ({ seat: one.dataset.bet, copy: one.cloneNode(true), at: middle(one) }));
      pots = $$("[data-pot]", felt).map((one) => middle(one));
      cards = new Set($$(".card[data-key]", felt).map((one) => one.dataset.key));
    },

    after() {
      const felt = shown();
      if (!felt || calm.matches) return;
      const still = new Set($$("[data-bet]", felt).map((one) => one.dataset.bet));
      const target = $$("[data-pot]", felt).map((one) => middle(one))[0];
      for (const bet of bets) {
        if (still.has(bet.seat) || !target) continue;
        felt.append(bet.copy);
        const gone = bet.copy.animate([
          { transform: "translate(0, 0)" },
          { transform: `translate(${target[0] - bet.at[0]}px, ${target[1] - bet.at[1]}px)` },
        ], { duration: MS, easing: EASE });
        gone.finished.then(() => bet.copy.remove(), () => bet.copy.remove());
      }
      if (pots.length) {
        for (const won of $$("[data-won]", felt)) {
          const [x, y] = middle(won);
          won.animate([{ transform: `translate(${pots[0][0] - x}px, ${pots[0][1] - y}px)` }, { transform: "translate(0, 0)" }], { duration: 2 * MS, easing: EASE });
        }
        pots = [];
      }
      for (const card of $$(".card[data-key]", felt)) {
        if (!cards.has(card.dataset.key)) card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, easing: EASE });
      }
    },
  };
}
