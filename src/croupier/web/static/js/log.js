// The log: dragging over the day's quarters of an hour sets the time; filters act when they change; keys step through it.

import { $, $$, typing } from "./app.js";
import "./follow.js";

const QUARTERS = 96;

function two(number) {
  return String(number).padStart(2, "0");
}

function moment(day, quarter) {
  if (quarter >= QUARTERS) return `${day}T23:59`;
  return `${day}T${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
}

function begin(picture) {
  const chosen = picture.querySelector(".chosen-hours");
  let from = null, to = null;

  const at = (event) => {
    const box = picture.getBoundingClientRect();
    return Math.max(0, Math.min(QUARTERS - 1, Math.floor(((event.clientX - box.left) / box.width) * QUARTERS)));
  };
  const show = () => {
    const first = Math.min(from, to), last = Math.max(from, to);
    chosen.setAttribute("x", first * 10);
    chosen.setAttribute("width", (last - first + 1) * 10);
  };
  picture.addEventListener("pointerdown", (event) => {
    from = to = at(event);
    picture.setPointerCapture(event.pointerId);
    show();
    event.preventDefault();
  });
  picture.addEventListener("pointermove", (event) => {
    if (from === null) return;
    to = at(event);
    show();
  });
  picture.addEventListener("pointerup", () => {
    if (from === null) return;
    const form = $(".log-filters"), day = picture.dataset.day;
    form.elements.since.value = moment(day, Math.min(from, to));
    form.elements.until.value = moment(day, Math.max(from, to) + 1);
    from = null;
    form.requestSubmit();
  });
  picture.addEventListener("pointercancel", () => { from = null; });
}

const picture = $(".log-day svg[data-day]");
if (picture) begin(picture);

// A choice acts at once, a time when one leaves its field: while it is typed it is not whole.
const filters = $(".log-filters");
if (filters) {
  filters.classList.add("scripted");
  filters.addEventListener("change", (event) => { if (event.target.type !== "datetime-local") filters.requestSubmit(); });
  filters.addEventListener("focusout", (event) => {
    if (event.target.type !== "datetime-local" || event.relatedTarget?.type === "datetime-local") return;
    if ([filters.elements.since, filters.elements.until].some((one) => one.value !== one.defaultValue)) filters.requestSubmit();
  });
}

// Up and down go to the act above and below, Enter opens its link, E the exports, / the search.
document.addEventListener("keydown", (event) => {
  if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step) {
    const all = $$(".log-list li"), next = all[all.findIndex((one) => one.classList.contains("chosen")) + step];
    if (!next) return;
    event.preventDefault();
    location.assign($(".log-at", next).href);
  }
  if (event.key === "Enter" && event.target === document.body) $("[data-opens]")?.click();
  if (event.key.toLowerCase() === "e") { event.preventDefault(); $("#export a")?.focus(); }
  if (event.key === "/") { event.preventDefault(); $("[data-search]")?.focus(); }
});

// On a phone the filters are one sheet; a window that grows has no button for it, and they are open again.
const sheet = $(".log-sheet"), phone = matchMedia("(max-width: 719px)");
if (sheet && phone.matches) sheet.open = false; // its button names what is asked for
if (sheet) phone.addEventListener("change", () => { sheet.open = sheet.open || !phone.matches; });
