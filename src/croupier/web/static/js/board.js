// The room's board and the screen in the room: what is shown arrives by itself; a name that is open is not re-sorted.

import { $, $$ } from "./app.js";
import { Live, apply, released } from "./live.js";

// What somebody is typing is not taken from him.
const busy = (id) => {
  const part = document.getElementById(id);
  const typed = part && [...part.querySelectorAll("input:not([type='hidden'])")].some((field) =>
    field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  return Boolean(part && (part.contains(document.activeElement) || typed || part.querySelector(".b-name.current, details[open]")));
};

const query = location.search;
// What came meanwhile is shown when he has ended.
const aside = new Map();
function keep(data) {
  for (const [id, html] of Object.entries(data.fragments || {})) {
    aside.delete(id);
    if (!busy(id)) continue;
    aside.set(id, { html, entry: data.entry });
    delete data.fragments[id];
  }
}

async function ended() {
  await released();
  for (const [id, { html, entry }] of aside) {
    if (busy(id)) continue;
    aside.delete(id);
    apply({ [id]: html }, entry);
    oneList();
  }
}

// On a phone one list at a time: the one of the name that is open, else the first in which somebody waits.
let shown = "";
function oneList() {
  const lists = $$("[data-list]");
  if (!lists.some((one) => one.dataset.list === shown)) {
    const first = lists.find((one) => $(".b-name.current", one)) || lists.find((one) => $(".b-name", one)) || lists[0];
    shown = first?.dataset.list || "";
  }
  for (const one of lists) one.classList.toggle("b-aside", one.dataset.list !== shown);
  for (const tab of $$("[data-tab]")) tab.setAttribute("aria-pressed", String(tab.dataset.tab === shown));
}
document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (!tab) return;
  shown = tab.dataset.tab;
  oneList();
});

// What was refused stands beside the form that asked for it, with what was typed there.
function beside(note) {
  const given = JSON.parse(note.dataset.given);
  const asked = (form) => [...form.querySelectorAll("input[type='hidden']")].every(({ name, value }) =>
    ["csrf", "command"].includes(name) || given[name] === value);
  const form = $$(`form[action$='/board/${note.dataset.act}']`).find(asked);
  if (!form) return;
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = given[field.name] === field.value;
    else if (field.name in given && field.type !== "hidden") field.value = given[field.name];
  }
  for (let part = form.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  form.prepend(note);
  shown = form.closest("[data-list]")?.dataset.list || shown;
  const words = $(".notice", note);
  words.focus();
  words.scrollIntoView({ block: "nearest" });
}
if ($("#b-refused")) beside($("#b-refused"));
oneList();
new Live(document.body.dataset.live + query, { before: keep, after: oneList });
for (const kind of ["focusout", "toggle", "reset"]) addEventListener(kind, () => setTimeout(() => aside.size && ended(), 0), true);
$("#live")?.setAttribute("title", "Tables and open seats arrive by themselves");

// A key does its act at the name that is open; who is seated has his buy-in typed first.
function press(name) {
  const form = $(`.b-name.current form[action$='/${name}']`);
  const empty = form && [...form.elements].find((one) => one.required && !one.value);
  if (empty) empty.focus();
  else form?.requestSubmit();
}

// The first name, badge or table that is meant; Enter opens it.
const found = (words) => [...$$(".b-line"), ...$$(".b-tile h2 a")].find((one) => `${one.textContent} ${one.href}`.toLowerCase().includes(words));
$("#b-search")?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const words = event.target.value.trim().toLowerCase().replaceAll(" ", "-");
  const one = words && (found(words) || found(event.target.value.trim().toLowerCase()));
  if (one) location.href = one.href;
  else event.target.setCustomValidity("Nobody on the lists and no table is called so.");
  event.target.reportValidity();
});
$("#b-search")?.addEventListener("input", (event) => event.target.setCustomValidity(""));

const keys = { s: "seat", c: "call", p: "pass", g: "page" };
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "a") { $(".b-add input[name='patron']")?.focus(); event.preventDefault(); }
  if (key === "/") { $("#b-search")?.focus(); event.preventDefault(); }
  if (key in keys) press(keys[key]);
  if (key === "arrowdown" || key === "arrowup") {
    const lines = $$(".b-line");
    const at = lines.indexOf(document.activeElement);
    const next = lines[at + (key === "arrowdown" ? 1 : -1)];
    if (at >= 0 && next) { next.focus(); event.preventDefault(); }
  }
});
document.body.dataset.ready = "1";
