// A poker table: acts without leaving the page, keys, the time to act, chips that move, choices before one's turn.

import { $, $$, calm, say, send, tabs, typing } from "./app.js";
import { countdown } from "./levels.js";
import { Live, giving } from "./live.js";
import { sizing } from "./poker_size.js";
import { moving } from "./poker_moves.js";

const phone = matchMedia("(max-width: 719px) and (orientation: portrait)");
const { path } = document.body.dataset;
const size = sizing();
const moves = moving();
const bar = () => $("#p-act");

async function act(form) {
  const values = Object.fromEntries(new FormData(form));
  delete values.csrf;
  if (form.closest("#p-act")) told("");
  const buttons = $$("#p-act button, #p-own button, #p-deal button").filter((one) => !one.matches("[data-ahead]"));
  buttons.forEach((button) => { button.disabled = true; });
  const done = await giving(form, send(`${path}/act`, values));
  // A decision that was taken is drawn anew; what was said of one's seat leaves it open.
  buttons.filter((button) => !done || !form.closest("#p-act") || !button.closest("#p-act")).forEach((button) => { button.disabled = false; });
}

// What gives up something for nothing is asked about once: the second press does it.
function asked(button) {
  if (!button?.dataset.asks || button.dataset.sure) return false;
  button.dataset.sure = "1";
  const cost = $(".cost", button);
  if (cost) cost.textContent = button.dataset.asks;
  say(button.dataset.asks);
  return true;
}

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-act]")) return;
  event.preventDefault();
  if (!asked(event.submitter || $("button", event.target))) act(event.target);
}, true);

document.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-seat]");
  if (seat && $("[data-seat-field]")) {
    event.preventDefault();
    $("[data-seat-field]").value = seat.dataset.seat;
    show("seat");
    $("#sit").scrollIntoView({ block: "nearest" });
    $("#sit input[name='cents']").focus();
  }
  const tick = event.target.closest("[data-ahead]");
  if (tick && tick.getAttribute("aria-disabled") !== "true") choose(tick.dataset.ahead);
  if (event.target.closest("[data-drawer]")) drawer();
  const tab = event.target.closest("[data-phone]");
  if (tab) { event.preventDefault(); show(tab.dataset.phone); }
});

document.addEventListener("keydown", (event) => {
  if (typing(event) && !event.target.matches("[type=range], [type=checkbox]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (size.key(event)) { event.preventDefault(); return; }
  if (event.repeat) return;
  const wanted = event.key.toLowerCase();
  const button = $$("#p-act [data-key], #p-own [data-key]").find((one) => one.dataset.key === wanted);
  if (button && !button.disabled && button.getAttribute("aria-disabled") !== "true") {
    event.preventDefault();
    if (button.type === "checkbox") button.click();
    else button.form.requestSubmit(button);
  }
});

// At a draw the button says what it will do.
function draws() {
  const draw = $(".poker-draw");
  const count = draw ? $$(":checked", draw).length : 0;
  if (draw) $("[data-draws]", draw).textContent = count ? `Draw ${count}` : "Stand pat";
}
document.addEventListener("change", draws);

// ---- the panel: tabs, a drawer on tablets, a page of its own on phones

const list = $(".poker-side [role='tablist']");
const choosePane = list ? tabs(list) : () => {};

function drawer(open) {
  const panel = $("#panel");
  const on = panel.classList.toggle("open", open);
  $$("[data-drawer][aria-expanded]").forEach((button) => button.setAttribute("aria-expanded", String(on)));
  if (on) $(".drawer-close", panel)?.focus();
}

function show(name) {
  const tab = document.getElementById(`tab-${name}`);
  if (tab) choosePane(tab, false);
  drawer(name !== "table" && matchMedia("(max-width: 1199px)").matches);
  $$("[data-phone]").forEach((one) => one.setAttribute("aria-selected", String(one.dataset.phone === name)));
}

// ---- before one's turn: kept on this page alone and sent when the turn comes. A choice holds for its round of betting;
// a named price is dropped when it changes. Why it was dropped stands there until one acts.

let ahead = null; // { act, call, words, hand, street }
let why = { words: "", hand: "" };

function choose(name) {
  const row = $(".p-ahead");
  const { hand, street } = bar().dataset;
  ahead = ahead?.act === name ? null : { act: name, call: Number(row.dataset.call || 0), words: row.dataset.called, hand, street };
  told("");
  mark();
}

function mark() {
  for (const tick of $$("[data-ahead]")) tick.setAttribute("aria-checked", String(tick.dataset.ahead === ahead?.act));
  const line = $("[data-told]");
  if (line) line.textContent = why.hand === bar().dataset.hand ? why.words : "";
}

function told(words) {
  why = { words, hand: bar().dataset.hand };
  if (words) say(words);
}

const TITLES = { fold: "Fold", "check-fold": "Check or fold", "call-any": "Call any" };
const named = (chosen) => TITLES[chosen.act] || (chosen.words ? `Call ${chosen.words}` : "Check");

function drop(reason) {
  const was = named(ahead);
  ahead = null;
  told(`Advance choice dropped: you ticked ${was}, ${reason}.`);
}

function look() {
  if (!ahead) return;
  const here = bar().dataset;
  if (here.hand !== ahead.hand) { ahead = null; return; }
  if (here.street !== ahead.street) { drop("and another round of betting has begun"); return; }
  const call = $("#p-act form:has([name=act][value=call])");
  const check = $("#p-act form:has([name=act][value=check])");
  const fold = $("#p-act form:has([name=act][value=fold])");
  const turn = call || check || fold;
  const row = $(".p-ahead").dataset;
  if (!turn && row.call === undefined) return; // nobody is asked just now
  const price = turn ? Number(call?.dataset.owed ?? 0) : Number(row.call);
  if (ahead.act === "call" && price !== ahead.call) {
    drop(price ? `and it is ${row.called} to call now` : "and there is nothing to call now");
    return;
  }
  if (!turn) return;
  const form = ahead.act === "fold" ? fold : check || (ahead.act === "check-fold" ? fold : call);
  ahead = null;
  if (form) act(form);
}

// ---- the time to act: a ring that empties, seconds in figures

const ends = new WeakMap();
function tick() {
  for (const ring of $$("[data-timer]")) {
    if (!ends.has(ring)) ends.set(ring, performance.now() + Number(ring.dataset.left));
    const left = Math.max(0, ends.get(ring) - performance.now());
    const steps = calm.matches ? Math.ceil(left / 1000) * 1000 : left;
    ring.setAttribute("stroke-dashoffset", String(100 * Math.min(1, steps / Number(ring.dataset.of)) - 100));
    ring.classList.toggle("last", left < 10_000);
    const seconds = $("[data-seconds]", ring.parentNode);
    if (seconds) {
      const words = `${Math.ceil(left / 1000)} s`;
      if (seconds.textContent !== words) seconds.textContent = words;
      seconds.classList.toggle("last", left < 10_000);
    }
  }
}
setInterval(tick, calm.matches ? 1000 : 250);

// ---- the socket

const live = new Live(() => `${path}/live?phone=${phone.matches ? 1 : 0}&entry=${document.body.dataset.entry}`, {
  before: () => { moves.before(); size.keep(); },
  after: (changed, data) => {
    if (data.moved) { location.href = data.moved; return; } // the seat is at another table of the tournament
    if (!changed.length) return;
    moves.after();
    size.again();
    draws();
    look();
    mark();
    tick();
  },
});
if ($("#p-corner")) countdown(() => { document.body.dataset.entry = 0; live.reopen(); });
phone.addEventListener("change", () => { document.body.dataset.entry = 0; live.reopen(); });
size.again();
tick();
if (phone.matches && !$("#sit")) $("#main").scrollTop = $("#main").scrollHeight; // a low window begins at one's own cards
if ($("#sit") && location.hash === "#sit") show("seat");
document.body.dataset.ready = "1";
