// A wager found by typing what the layout calls it: "place 6", "hop 2 2", "17 20", or the first letters, "h 8", "dp". The list
// stands in the book's order and lies over the page: nothing moves. Enter takes the marked one and goes on to the amount.

import { $, $$ } from "./app.js";

const list = () => $("#wagers");
const options = () => $$("[data-offer]", list());
const shown = () => options().filter((option) => !option.hidden);
const marked = () => $("[data-offer][aria-selected='true']", list());
const open = () => Boolean(list()) && !list().hidden;
const parts = (text) => text.toLowerCase().replace(/['\u2019]/g, "").match(/[a-z]+|[0-9]+/g) ?? [];

// How many words of a title are left when each typed one has met its own: a number whole, a word by its beginning, letters
// that begin the words one after the other as well. Nothing where a typed one meets none.
function left(typed, option) {
  const title = parts(option.dataset.title);
  const names = [...title, ...parts(option.dataset.offer).filter((word) => !title.includes(word)), ...parts(option.dataset.also ?? "")];
  const initials = title.filter((word) => /[a-z]/.test(word)).map((word) => word[0]).join("");
  let of = title.length;
  for (const word of typed) {
    const at = names.findIndex((name) => (/\d/.test(word) ? name === word : name?.startsWith(word)));
    if (at >= 0) names[at] = null;
    else if (word.length < 2 || !initials.startsWith(word)) return null;
    of -= at < title.length ? 1 : 0;
  }
  return of;
}

// The wager that is meant by what stands in the field: by its whole name, or the nearest to what was typed.
function meant(words) {
  const typed = parts(words);
  const found = options().map((option) => ({ option, left: left(typed, option) })).filter((one) => one.left !== null);
  const best = Math.min(...found.map((one) => one.left));
  return { near: found.map((one) => one.option), best: typed.length ? found.find((one) => one.left === best)?.option : null };
}

export const key = (field) => (parts(field.value).length ? meant(field.value).best?.dataset.offer ?? "" : "");

function choose(field, option) {
  field.value = option.dataset.title;
  shut(field);
  field.form.elements.amount.focus();
}

function point(field, option) {
  options().forEach((one) => one.setAttribute("aria-selected", String(one === option)));
  if (option) { field.setAttribute("aria-activedescendant", option.id); option.scrollIntoView({ block: "nearest" }); }
  else field.removeAttribute("aria-activedescendant");
}

function look(field) {
  const { near, best } = meant(field.value);
  for (const option of options()) option.hidden = !near.includes(option);
  for (const group of $$(".finder-group", list())) group.hidden = !$("[data-offer]:not([hidden])", group);
  $("[data-none]", list()).hidden = near.length > 0;
  list().hidden = false;
  field.setAttribute("aria-expanded", "true");
  point(field, best);
}

function shut(field) {
  if (list()) list().hidden = true;
  field?.setAttribute("aria-expanded", "false");
  field?.removeAttribute("aria-activedescendant");
}

// The form was drawn anew while its list was looked at.
let looking = false;
export function again() {
  const field = document.activeElement?.matches("[data-finder]") ? document.activeElement : null;
  if (field && looking && !open()) look(field);
}

const finder = (event) => event.target.closest?.("[data-finder]");
document.addEventListener("input", (event) => { const field = finder(event); if (field) { looking = true; look(field); } });
document.addEventListener("focusout", (event) => {
  const field = finder(event);
  if (field?.isConnected && !list()?.contains(event.relatedTarget)) { looking = false; shut(field); }
});
// A tap on the list leaves the caret in the field.
document.addEventListener("pointerdown", (event) => { if (event.target.closest?.("#wagers")) event.preventDefault(); });
document.addEventListener("mousedown", (event) => { if (event.target.closest?.("#wagers")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const option = event.target.closest?.("[data-offer]");
  if (option) choose($("[data-finder]"), option);
  else if (finder(event) && !open()) { looking = true; look(finder(event)); }
});
document.addEventListener("keydown", (event) => {
  const field = finder(event);
  if (!field) return;
  if (["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    if (!open()) { looking = true; look(field); if (marked()) return; }
    const among = shown(), at = among.indexOf(marked()), step = event.key === "ArrowDown" ? 1 : -1;
    if (among.length) point(field, among[at < 0 ? (step > 0 ? 0 : among.length - 1) : (at + step + among.length) % among.length]);
  } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && open()) {
    event.preventDefault();
    if (marked()) choose(field, marked());
  } else if (event.key === "Tab" && open() && marked()) {
    field.value = marked().dataset.title;
  } else if (event.key === "Escape" && open()) {
    event.preventDefault();
    looking = false;
    shut(field);
  }
});
