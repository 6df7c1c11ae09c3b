// The pit board: tiles keep their place, slips open in the panel, the socket redraws what changed.

import { $, $$ } from "./app.js";
import "./counts.js";
import { Live } from "./live.js";

// The table that an open slip is about is framed, whenever its tile is drawn anew.
function mark() {
  const table = $("#slip")?.dataset.table;
  $$(".tile").forEach((tile) => tile.classList.toggle("current", Boolean(table) && tile.id === `tile-${table}`));
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "slip-panel") return;
  mark();
  const wrong = $("[aria-invalid='true']", event.detail.target);
  if (wrong) wrong.focus(); else $("input:not([type='hidden'])", event.detail.target)?.focus({ preventScroll: true });
});
// A refusal has its words in the answer: show it where it was asked.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status < 400 || event.detail.xhr.status >= 500) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
document.addEventListener("change", (event) => { if (event.target.matches("[data-submit]")) event.target.form.submit(); });
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-search]")) return;
  const words = event.target.value.trim().toLowerCase();
  $$(".tile").forEach((tile) => { tile.hidden = Boolean(words) && !tile.textContent.toLowerCase().includes(words); });
});

const { house } = document.body.dataset;
if (house) new Live(`/pit/live?house=${encodeURIComponent(house)}`, { after: () => { mark(); globalThis.htmx?.process(document.body); } });
mark();
$(".tile.current")?.scrollIntoView({ block: "nearest" });
document.body.dataset.ready = "1";
