// The size of a bet: presets, slider, steps and field say the same amount, and the button repeats it exactly.

import { $, $$ } from "./app.js";

const form = () => $("#p-raise");
const number = (name) => Number(form().dataset[name]);

export function written(cents, coin) {
  const whole = cents % 100 === 0;
  const figure = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 });
  return coin === "chips" ? figure : `$${figure}`;
}

const typed = (words) => Math.round(Number(words.replace(/[$,\s]/g, "")) * 100);

export function sizing() {
  let kept = null;

  const snap = (cents) => {
    const [least, most, step] = [number("least"), number("most"), number("step")];
    if (cents >= most) return most;
    return Math.min(most, Math.max(least, Math.round(cents / step) * step));
  };

  const put = (cents, field = true) => {
    const [amount, slider] = [$("[data-amount]"), $("[data-slider]")];
    const coin = $("#p-act").dataset.coin;
    if (field) amount.value = written(cents, coin);
    slider.value = cents;
    slider.setAttribute("aria-valuetext", written(cents, coin));
    $("[data-says]").textContent = `${form().dataset.word} ${written(cents, coin)}`;
    const adds = cents - number("out");
    $("[data-adds]").textContent = `Adds ${written(adds, coin)} · `;
    $("[data-stays]").textContent = `${written(Math.max(0, number("stack") - adds), coin)} stays`;
  };

  document.addEventListener("click", (event) => {
    const preset = event.target.closest("[data-size]");
    if (preset && preset.getAttribute("aria-disabled") !== "true") put(Number(preset.dataset.size));
    const nudge = event.target.closest("[data-nudge]");
    if (nudge) put(snap(typed($("[data-amount]").value) + Number(nudge.dataset.nudge) * number("step")));
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-slider]")) put(snap(Number(event.target.value)));
    else if (event.target.matches("[data-amount]") && typed(event.target.value) > 0) put(typed(event.target.value), false);
  });

  return {
    // Left and right are one step, up and down a big blind, 1 to 4 the presets.
    key(event) {
      if (!form()) return false;
      const preset = $$("[data-preset]").find((one) => one.dataset.preset === event.key);
      if (preset && preset.getAttribute("aria-disabled") !== "true") { put(Number(preset.dataset.size)); return true; }
      const step = { ArrowRight: number("step"), ArrowLeft: -number("step"), ArrowUp: number("big"), ArrowDown: -number("big") }[event.key];
      if (!step || (event.target.closest("[role='tablist'], #panel"))) return false;
      put(snap(typed($("[data-amount]").value) + step));
      return true;
    },
    // What was chosen stays when the same decision is drawn again.
    keep() { kept = form() ? { number: $("#p-act").dataset.number, cents: typed($("[data-amount]").value) } : null; },
    again() {
      if (!form()) return;
      const same = kept && kept.number === $("#p-act").dataset.number && kept.cents > 0;
      put(same ? kept.cents : number("least"));
    },
  };
}
