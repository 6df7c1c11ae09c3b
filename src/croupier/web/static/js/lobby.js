// The lobby: filters, search, meters that count up calmly, the socket.

import { $, $$ } from "./app.js";
import { Live } from "./live.js";

let kind = "all";

function sift() {
  const words = ($("[data-search]")?.value || "").trim().toLowerCase();
  const seats = $("[data-open-only]")?.checked;
  let shown = 0;
  for (const card of $$(".table-card")) {
    const fits = (kind === "all" || card.dataset.kind === kind)
      && (!seats || Number(card.dataset.open) > 0)
      && (!words || card.textContent.toLowerCase().includes(words));
    card.classList.toggle("filtered", !fits);
    shown += fits ? 1 : 0;
  }
  const order = $("[data-sort]")?.value || "limit";
  const box = $("#l-tables");
  const value = { limit: (c) => Number(c.dataset.limit), title: (c) => c.dataset.title, open: (c) => -Number(c.dataset.open) }[order];
  const cards = $$(".table-card", box).sort((a, b) => (value(a) > value(b) ? 1 : value(a) < value(b) ? -1 : 0));
  if (order === "limit") delete box.dataset.sorted; else box.dataset.sorted = "1";
  if ($$(".table-card", box).some((card, place) => card !== cards[place])) cards.forEach((card) => box.append(card));
  return shown;
}

document.addEventListener("click", (event) => {
  const filter = event.target.closest("[data-filter]");
  if (!filter) return;
  kind = filter.dataset.filter;
  $$("[data-filter]").forEach((other) => other.setAttribute("aria-pressed", String(other === filter)));
  sift();
});
document.addEventListener("input", (event) => { if (event.target.matches("[data-search], [data-open-only], [data-sort]")) sift(); });
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  if (event.target.matches("[data-sort]")) sift();
});

new Live(`/live?house=${encodeURIComponent(document.body.dataset.house)}`, { after: () => sift() });
document.body.dataset.ready = "1";
