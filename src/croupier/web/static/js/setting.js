// Setting two hands: cards change places by tap, drag or key; both hands are named at once, a foul is never sent.

import { $, $$, say } from "./app.js";

const visible = () => $$(".setting").find((group) => group.getClientRects().length);
const LOW = 2;

export class Setting {
  constructor() {
    this.order = [];   // the card in each slot
    this.key = "";     // which hand it is
    this.undo = [];    // the orders before
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("click", (event) => {
      if (event.target.closest("[data-unswap]:not([aria-disabled])")) this.back();
      if (event.target.closest("[data-as-dealt]:not([aria-disabled])")) this.back(true);
    });
  }

  // After every change of the page: the same hand keeps its order, a new one starts as it was dealt.
  refresh() {
    const group = visible();
    if (!group) { this.order = []; this.key = ""; return; }
    const cards = $$("[data-set]", group).sort((a, b) => a.dataset.slot - b.dataset.slot).map((card) => card.dataset.set);
    const key = [...cards].sort().join(" ");
    if (key !== this.key) { this.key = key; this.order = cards; this.undo = []; this.held = null; }
    this.draw(false);
  }

  at(name) { return $(`.set-card[data-set="${name}"]`, visible()); }

  draw(spoken = true) {
    const group = visible();
    if (!group) return;
    const slots = group.dataset.slots.split(" ").map((place) => place.split(",").map(Number));
    this.order.forEach((name, slot) => {
      const card = this.at(name);
      const [x, y] = slots[slot];
      card.dataset.slot = slot;
      card.setAttribute("transform", `translate(${x} ${y - (this.held === name ? 10 : 0)})`);
      card.classList.toggle("held", this.held === name);
      card.setAttribute("aria-pressed", String(this.held === name));
    });
    const place = $(".held-place", group);
    place.toggleAttribute("hidden", !this.held);
    if (this.held) ["x", "y"].forEach((axis, at) => place.setAttribute(axis, slots[this.order.indexOf(this.held)][at]));
    const ways = JSON.parse(group.dataset.ways);
    const low = this.order.slice(0, LOW);
    const [lowName, highName, foul] = ways[low.join(" ")] || ways[[...low].reverse().join(" ")];
    const put = (name, words) => { $(`[data-name="${name}"]`, group).textContent = words || " "; };
    const title = (words) => words[0].toUpperCase() + words.slice(1);
    put("low", title(lowName));
    put("high", title(highName));
    put("foul", foul ? "Foul: Low is above High" : "");
    put("clause", foul ? `High must be higher · ${group.dataset.clause}` : "");
    group.classList.toggle("foul", foul);
    this.button(foul ? `Foul: ${lowName} Low is above ${highName} High · ${group.dataset.clause}` : "");
    const words = $("[data-held]");
    if (words) words.textContent = this.held ? `${title(this.at(this.held).getAttribute("aria-label"))} is in hand. Tap the card it changes with; Esc puts it back.` : "Tap a card, then the one it changes with; or drag it there.";
    for (const button of $$("[data-unswap], [data-as-dealt]")) {
      if (this.undo.length) button.removeAttribute("aria-disabled"); else button.setAttribute("aria-disabled", "true");
    }
    if (spoken) say(`Low: ${lowName}. High: ${highName}.${foul ? " This is a foul." : ""}`);
  }

  button(why) {
    const form = $("form[data-act='set-hands']");
    if (!form) return;
    form.querySelector("input[name='cards']").value = this.order.slice(0, LOW).join(" ");
    const button = $("button.decision", form);
    form.classList.toggle("off", Boolean(why));
    if (why) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
    $(".cost", button).textContent = why || "No cost";
  }

  swap(one, other) {
    const [a, b] = [this.order.indexOf(one), this.order.indexOf(other)];
    this.undo.push([...this.order]);
    [this.order[a], this.order[b]] = [other, one];
    this.held = null;
    this.draw();
  }

  back(whole = false) {
    this.order = whole ? this.undo[0] : this.undo.at(-1);
    this.undo = whole ? [] : this.undo.slice(0, -1);
    this.held = null;
    this.draw();
  }

  take(name) {
    if (this.held && this.held !== name) this.swap(this.held, name);
    else { this.held = this.held ? null : name; this.draw(false); }
  }

  house() {
    const group = visible();
    const low = group.dataset.house.split(" ");
    this.undo.push([...this.order]);
    this.order = [...low, ...this.order.filter((name) => !low.includes(name))];
    this.held = null;
    this.draw();
  }

  down(event) {
    const card = event.target.closest?.(".set-card");
    this.from = card ? card.dataset.set : null;
    if (card) card.releasePointerCapture?.(event.pointerId);
    this.pointed = Boolean(card); // a card that was tapped keeps the focus: Enter sends all the same
  }

  up(event) {
    const from = this.from;
    this.from = null;
    if (!from) return;
    const onto = document.elementFromPoint(event.clientX, event.clientY)?.closest(".set-card")?.dataset.set;
    if (onto && onto !== from) this.swap(from, onto); else if (onto) this.take(from);
  }

  // Whether a key was for this hand.
  pressed(event) {
    if (!visible()) return false;
    if (event.key === "Tab") this.pointed = false;
    const focused = !this.pointed && document.activeElement?.closest?.(".set-card");
    if (focused && (event.key === "Enter" || event.key === " ")) this.take(focused.dataset.set);
    else if (/^[1-7]$/.test(event.key)) this.take(this.order[Number(event.key) - 1]);
    else if (event.key.toUpperCase() === "W") {
      this.house();
      if (focused) $("form[data-act='set-hands'] button.decision")?.focus(); // Enter sends what it shows
    }
    else if (event.key === "Escape" && this.held) { this.held = null; this.draw(false); }
    else if (event.key === "Backspace" && this.undo.length) this.back();
    else if (event.key === "Enter" && !document.activeElement?.closest?.("button, a, summary")) $("form[data-act='set-hands'] button.decision")?.click();
    else return false;
    event.preventDefault();
    return true;
  }
}
