// The sheet of a craps layout: hops and whatever has no box of its own, with what lies on each, by finger and by keys.
import { $, $$ } from "./app.js";

const dollars = (cents) => `$${(cents / 100).toLocaleString("en-US")}`;

// What lies on each wager of the sheet, and what a whole total would cost with the chip in hand.
export function tellSheet(lying, chip) {
  const mine = JSON.parse(lying?.dataset.mine || "{}");
  for (const button of $$("#sheet [data-wager]")) {
    const cents = mine[button.dataset.wager] || 0;
    if (cents) button.dataset.staked = dollars(cents); else delete button.dataset.staked;
    const name = button.getAttribute("aria-label");
    if (name) button.setAttribute("aria-label", name.split(", your wager ")[0] + (cents ? `, your wager ${cents / 100} dollars` : ""));
  }
  for (const total of $$("#sheet .hop-total")) {
    const count = total.dataset.hops.split(" ").length;
    total.dataset.cost = dollars(count * chip);
    total.setAttribute("aria-label", `${total.getAttribute("aria-label").split(", together ")[0]}, together ${count * chip / 100} dollars`);
  }
}

function rows() {
  const shown = (one) => one.getClientRects().length;
  const hops = $$("#sheet .hop-row").map((row) => $$("button", row)).filter((row) => shown(row[0]));
  return [...hops, ...$$("#sheet li button").filter(shown).map((button) => [button])];
}

// From below the hardways to the foot of the felt, over the centre alone, wherever a window puts it.
const LEAST_WIDE = 290;
export function overTheCentre(sheet) {
  const boxes = $$("#felt .area").filter((area) => /^(any-seven|hardway:|hard-)/.test(area.dataset.wager)).map((area) => area.getBoundingClientRect());
  const felt = $("#felt").getBoundingClientRect();
  if (!boxes.length || felt.bottom > innerHeight) return; // a felt that scrolls keeps the sheet at the window's corner
  const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
  const wide = Math.max(LEAST_WIDE, right - left + 16), top = Math.max(...boxes.map((box) => box.bottom));
  sheet.style.left = `${Math.min(left - 8, felt.right - wide)}px`;
  sheet.style.right = "auto";
  sheet.style.width = `${wide}px`;
  sheet.style.maxHeight = `${felt.bottom - top - 12}px`;
}

// The first wager that may be placed, not the cross that closes the sheet.
export function enterSheet() {
  const all = rows().flat();
  (all.find((one) => one.matches("[data-wager]:not([aria-disabled])")) || all[0])?.focus();
}

// Arrows move through the pairs and down the list.
export function sheetKey(event) {
  const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step || !$("#sheet")?.open || !$("#sheet").contains(document.activeElement)) return false;
  event.preventDefault();
  const all = rows();
  const y = all.findIndex((row) => row.includes(document.activeElement));
  if (y < 0) { enterSheet(); return true; }
  const x = all[y].indexOf(document.activeElement) + step[0];
  const row = all[Math.min(all.length - 1, Math.max(0, y + step[1]))];
  row[Math.min(row.length - 1, Math.max(0, x))].focus();
  return true;
}
