// The room's board and the screen in the room: what is shown arrives by itself; a name that is open is not re-sorted.

import { $, $$ } from "./app.js";
import { Live } from "./live.js";

// What somebody is typing is not taken from him.
const busy = (id) => {
  const part = document.getElementById(id);
  const typed = part && [...part.querySelectorAll("input:not([type='hidden'])")].some((field) =>
    field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  return Boolean(part && (part.contains(document.activeElement) || typed || part.querySelector(".b-name.current")));
};

const query = location.search;
const keep = (data) => { Object.keys(data.fragments || {}).filter(busy).forEach((id) => delete data.fragments[id]); };
new Live(document.body.dataset.live + query, { before: keep });
$("#live")?.setAttribute("title", "Tables and open seats arrive by themselves");

const keys = { s: "seat", c: "call", p: "pass", g: "page" };
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "a") { $(".b-add input[name='patron']")?.focus(); event.preventDefault(); }
  if (key in keys) { $(`.b-name.current form[action$='/${keys[key]}'] button`)?.focus(); }
  if (key === "arrowdown" || key === "arrowup") {
    const lines = $$(".b-line");
    const at = lines.indexOf(document.activeElement);
    const next = lines[at + (key === "arrowdown" ? 1 : -1)];
    if (at >= 0 && next) { next.focus(); event.preventDefault(); }
  }
});
document.body.dataset.ready = "1";
