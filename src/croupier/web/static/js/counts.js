// A count of chips: its total as it is typed, and where it differs from the slip, before anybody signs.

import { $, $$ } from "./app.js";

const money = (cents) => {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  return `${cents < 0 ? "\u2212" : ""}$${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
};

const tell = (grid) => {
  const output = $("[data-total]", grid);
  if (!output) return;
  const counted = new Map($$("[data-chip]", grid).map((field) => [field.dataset.chip, Math.max(0, Number(field.value) || 0)]));
  if (!$$("[data-chip]", grid).some((field) => field.value.trim())) {
    output.textContent = "Nothing counted yet. Write 0 where there are none.";
    output.classList.remove("warn");
    return;
  }
  let total = 0;
  counted.forEach((count, value) => { total += count * Number(value); });
  let words = `Total ${money(total)}`;
  let differs = false;
  if (grid.dataset.expected) {
    const slip = new Map(grid.dataset.expected.trim().split(" ").map((part) => part.split(":")));
    let asked = 0;
    slip.forEach((count, value) => { asked += Number(count) * Number(value); });
    differs = [...counted].some(([value, count]) => count !== Number(slip.get(value) || 0));
    const by = total - asked;
    if (!differs) words += ", agrees with the slip";
    else if (by) words += `, differs from the slip by ${by > 0 ? "+" : ""}${money(by)}`;
    else words += ", the slip has other chips";
  }
  output.textContent = words;
  output.classList.toggle("warn", differs);
};

document.addEventListener("input", (event) => {
  const grid = event.target.closest(".count-grid");
  if (grid) tell(grid);
});
const all = () => $$(".count-grid").forEach(tell);
document.addEventListener("htmx:afterSwap", all);
all();
