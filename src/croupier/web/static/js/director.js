// The director's desk: an act is one tap or key, what follows arrives by the socket, what is typed stays.

import { $, $$, message, send, typing } from "./app.js";
import { countdown } from "./levels.js";
import { Live, giving } from "./live.js";

const path = document.body.dataset.path;

// Forms that record something are sent without leaving the page; without this script they are plain forms.
// The answer comes before what follows from it is drawn: until then a second press is about the same state, and is that act again.
const out = new Map(); // what was sent, and the act that it became
let drawn = 0;
function settle(what, acts) {
  if (acts <= drawn) { out.delete(what); return; }
  out.set(what, acts);
  setTimeout(() => { if (out.get(what) === acts) out.delete(what); }, 1000); // without a connection nothing is drawn
}

async function record(form, button) {
  const fields = Object.fromEntries(new FormData(form));
  if (button?.name) fields[button.name] = button.value;
  const count = $("[data-count]", form);
  if (count) fields[`count-${fields.patron}`] = count.value;
  const second = $("[data-by-second]", form);
  if (second?.value) fields.by = `${fields.by} ${second.value}`;
  delete fields.command;
  const address = button?.formAction && button.hasAttribute("formaction") ? button.formAction : form.action;
  const what = JSON.stringify([address, fields, form.closest("[data-entry]")?.dataset.entry]);
  if (out.has(what) && !fields.seconds) { // a minute more may be meant twice
    message("Pressed twice before it was recorded: it is done once.", "info");
    return;
  }
  out.set(what, Infinity);
  const done = await giving(form, send(address, fields));
  // A dialog that was opened for somebody else since stays open.
  if (done && (!form.elements.patron || form.elements.patron.value === fields.patron)) form.closest("dialog")?.close();
  settle(what, done?.acts ?? 0);
  if (done?.receipt) location.assign(`${path}/desk?receipt=${done.receipt}`); // who bought is handed one
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-act]")) return;
  event.preventDefault();
  record(form, event.submitter);
}, true);

// A tap on a name: what may be recorded of this player.
function fill(dialog, from) {
  const patron = from.dataset.patron || from.value;
  if ($("[data-patron]", dialog)?.value !== patron) $$("form", dialog).forEach((form) => form.reset()); // what was typed was about another
  $$("[data-patron]", dialog).forEach((field) => { field.value = patron; });
  $$("[data-table]", dialog).forEach((field) => { field.value = from.dataset.table; });
  $$("[data-number]", dialog).forEach((field) => { field.value = from.dataset.number; });
}

function chooseBy(dialog, from) {
  const patron = from.value;
  const names = from.dataset.others.split(" ").filter((name) => name && name !== patron);
  const label = (name) => $(`[data-seat][data-patron="${CSS.escape(name)}"]`)?.dataset.label || name;
  for (const select of $$("select", dialog)) {
    const none = new Option(select.matches("[data-by]") ? "Choose" : "Nobody else", "");
    select.replaceChildren(none, ...names.map((name) => new Option(label(name), name)));
  }
}

document.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-seat]");
  if (seat) {
    const dialog = $("#d-seat");
    $("#d-seat-title").textContent = `${seat.dataset.label}, table ${seat.dataset.table} seat ${seat.dataset.number}`;
    fill(dialog, seat);
    const count = $("[data-count]", dialog);
    if (count) count.value = seat.dataset.chips;
    dialog.showModal();
    count?.select();
  }
  const bounty = event.target.closest("[data-bounty]");
  if (bounty) {
    const dialog = $("#d-by");
    $("#d-by-title").textContent = `Who put ${bounty.dataset.label} out?`;
    fill(dialog, bounty);
    chooseBy(dialog, bounty);
    dialog.showModal();
  }
});

document.addEventListener("keydown", (event) => {
  if ($("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, textarea")) {
    event.preventDefault();
    ($(".d-last button") ?? $("[data-key='z']"))?.click();
    return;
  }
  if (typing(event) || event.target.matches("button, a, summary")) return;
  if (event.key.toLowerCase() === "w") { event.preventDefault(); $("[data-walk]")?.focus(); return; }
  const button = $(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button && button.dataset.key !== "z") { event.preventDefault(); button.click(); }
});

// Search: seats that do not fit are dimmed, tables without a find are hidden.
function find() {
  const words = ($("[data-search]")?.value || "").trim().toLowerCase();
  for (const table of $$(".d-table")) {
    const seats = $$(".d-seat", table);
    for (const seat of seats) {
      const name = $("[data-seat]", seat);
      const told = name ? `${name.dataset.label} ${name.dataset.patron} ${name.dataset.table}-${name.dataset.number}` : "";
      seat.classList.toggle("dim", Boolean(words) && !told.toLowerCase().includes(words));
    }
    table.hidden = Boolean(words) && seats.every((seat) => seat.classList.contains("dim"));
  }
}
$("[data-search]")?.addEventListener("input", find);
$(".bar-search")?.addEventListener("submit", (event) => event.preventDefault());

// Who comes in again is chosen from those who are out now; his card is on record. A choice that stands is not taken away.
document.addEventListener("change", (event) => {
  if (event.target.id !== "d-reenters") return;
  event.target.form.elements.card.value = event.target.selectedOptions[0]?.dataset.card || "";
});
const chosen = () => { const list = $("#d-reenters"); return Boolean(list?.value) || list === document.activeElement; };

// A trial of a deal follows the counts and who is out; what is being typed there is left alone.
const stacks = () => $$("#d-tables [data-seat]").map((seat) => `${seat.dataset.patron} ${seat.dataset.chips}`).sort().join();
let tried = stacks(), asking = false;
const touched = (part) => part.contains(document.activeElement) || $("details[open]", part)
  || $$("input", part).some((field) => field.value !== field.defaultValue);
async function tryAgain() {
  const part = $("#deal"), now = stacks();
  if (asking || tried === now || !part || touched(part)) return;
  asking = true;
  const page = await fetch(location.href.split("#")[0]).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  asking = false;
  const next = page && new DOMParser().parseFromString(page, "text/html").getElementById("deal");
  if (!next || touched(part)) return;
  tried = now;
  part.replaceWith(document.adoptNode(next));
  tryAgain();
}

const live = new Live(`${path}/desk/live`, {
  before: (data) => { if (data.fragments && chosen()) delete data.fragments["d-reenters"]; },
  after: (_, data) => {
    drawn = Math.max(drawn, data.entry || 0);
    for (const [what, acts] of out) if (acts <= drawn) out.delete(what);
    find();
    tryAgain();
    if (data.state === "over" && document.body.dataset.state !== "over") {
      document.body.dataset.state = "over";
      message("It is over. Prizes are paid from the tournament's page.", "info");
      location.assign(`${path}#prizes`);
    }
  },
});
countdown(() => live.reopen());
document.body.dataset.ready = "1";
