// The dealer's screen: cards, dice or the ball as they fall, the large button, undo, irregularities.

import { $, $$, Turns, send, message, say, typing } from "./app.js";
import { Live, apply, giving, released } from "./live.js";
import * as hand from "./keying.js";
import * as finder from "./finder.js";

const { table } = document.body.dataset;
let rank = "";
let chosenBefore = "";

const pad = () => $("#d-pad");
const request = () => Number($("#d-next")?.dataset.request || 0);

const turns = new Turns(request);

async function act(path, body = {}) {
  if (document.body.classList.contains("stale")) { message("Reconnecting: nothing can be keyed now. Nothing was recorded.", "warn"); hand.forget(); hand.standing(); return null; }
  const number = request();
  const data = await turns.take(async () => {
    const answer = await send(`/deal/${table}/${path}`, { number, ...body });
    await released();
    if (path === "key") hand.forget(number); // cards of the step after it, keyed meanwhile, stand
    if (answer) { hand.asksAgain(); put(answer.fragments, answer.entry); if (answer.said) say(answer.said); }
    return answer;
  }, JSON.stringify([path, body]));
  standing();
  return data;
}

// One card goes out at its key; a hand of several waits for Enter.
function standing() {
  hand.standing();
  dice();
  hand.follows(table);
  if (!hand.several() && hand.whole() && !turns.recording) act("key", { cards: hand.keyed().join(" ") });
}

function confirm() {
  if (!hand.whole()) { message($("[data-confirm]").title, "warn"); return; }
  act("key", { cards: hand.keyed().join(" ") });
}

// The list of irregularities may be redrawn while one is being looked at: it stays chosen, its effect is asked anew, and
// what a supervisor is typing under it stays typed.
const chosenNow = () => $(".irregular-item input:checked")?.value || "";
const signing = { when: "", values: {}, focus: "", shown: null };

function note() {
  const fields = $$("[data-signer]");
  if (!fields.length) return;
  signing.when = chosenNow();
  signing.values = signing.when ? Object.fromEntries(fields.map((field) => [field.dataset.signer, field.value])) : {};
  signing.focus = document.activeElement?.dataset.signer || "";
  signing.shown = signing.when ? $("#d-ruling") : null;
}

function typedAgain() {
  if (!signing.when || signing.when !== chosenNow()) return;
  for (const field of $$("[data-signer]")) {
    field.value = signing.values[field.dataset.signer] || "";
    if (field.dataset.signer === signing.focus) field.focus({ preventScroll: true });
  }
}

document.body.addEventListener("htmx:beforeSwap", note);
document.body.addEventListener("htmx:afterSwap", () => { $(".irregular-item:has(input:checked)")?.scrollIntoView({ block: "nearest" }); typedAgain(); Object.assign(signing, { when: "", values: {}, focus: "", shown: null }); });

function put(fragments, entry) {
  const chosen = chosenNow();
  note();
  const changed = apply(fragments, entry);
  globalThis.htmx?.process(document.body);
  keep(chosen, changed);
  return changed;
}

function keep(chosen, changed) {
  if (!chosen || !changed.some((element) => element.id === "d-irregular")) return;
  const again = $(`.irregular-item input[value="${CSS.escape(chosen)}"]:not(:disabled)`);
  if (!again) return;
  again.checked = true;
  if (signing.shown && signing.when === chosen && !signing.shown.isConnected) {
    $("#d-ruling").replaceWith(signing.shown);
    typedAgain();
  }
  again.dispatchEvent(new Event("change", { bubbles: true }));
}

// What was ruled leaves the panel, but for one that was chosen since.
function ruled() {
  if (!chosenNow()) $("#d-ruling")?.replaceChildren();
}

function key(card) {
  if (pad()?.dataset.kind !== "cards") return;
  hand.put(card);
  standing();
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  let found;
  if ((found = at("[data-card]"))) key(found.dataset.card);
  if ((found = at("[data-slot]"))) { hand.takeBack(Number(found.dataset.slot)); standing(); }
  if (at("[data-confirm]")) confirm();
  if (at("[data-down]")) key("--");
  if ((found = at("[data-dice]"))) { faces = []; act("key", { dice: found.dataset.dice }); }
  if ((found = at("[data-face]"))) die(Number(found.dataset.die), found.dataset.face);
  if ((found = at("[data-pocket]"))) act("key", { pocket: found.dataset.pocket });
  if ((found = at("[data-do]"))) {
    if (found.getAttribute("aria-disabled") === "true") message(found.title || $(".cost", found)?.textContent.trim(), "warn");
    else act("do", { choice: found.dataset.do, ...($("[data-cover]") && { cover: $("[data-cover]").value || $("[data-cover]").dataset.cover }) });
  }
  if ((found = at("[data-take]"))) mark(found.form, "take");
  if ((found = at("[data-leave]"))) act("mark", { what: "leave", position: found.dataset.leave });
  if ((found = at("[data-undo]"))) {
    if (hand.keyed().length) { hand.takeBack(); standing(); }
    else if (found.getAttribute("aria-disabled") === "true") message(found.title, "warn");
    else act("undo");
  }
  if (at("[data-call]")) act("call");
  if ((found = at("[data-declare]")) && found.getAttribute("aria-disabled") === "true") message(found.title, "warn");
  else if (found) {
    const given = { when: found.dataset.declare, position: Number($("[data-position]")?.value || 0) };
    $$(".irregular-item input").forEach((input) => { input.checked = false; });  // declared once, it is not chosen again
    act("declare", given).then((data) => { if (data) ruled(); });
  }
  if (at("[data-correct]")) {
    const given = Object.fromEntries($$("[data-signer]").map((field) => [field.dataset.signer, field.value]));
    const chosen = $(".irregular-item input:checked");
    if (chosen) chosen.checked = false;  // signed once, it is not chosen again for the hand before
    act("correct", given).then((data) => { if (data) ruled(); else if (chosen) chosen.checked = true; });
  }
  if (at("[data-ruling-back]")) {
    const chosen = $(".irregular-item input:checked");
    if (chosen) chosen.checked = false;
    $("#d-ruling").replaceChildren();
    (chosen ?? $(".irregular-list"))?.focus();  // what was looked at keeps its place for the keys
  }
  if ((found = at("[data-set]"))) {
    const box = found.closest("[data-arrange]");
    const on = found.getAttribute("aria-pressed") === "true";
    if (!on && $$("[aria-pressed='true']", box).length >= Number(box.dataset.count)) return;
    found.setAttribute("aria-pressed", String(!on));
    hand.follows(table);
  }
  if ((found = at("[data-arranged]"))) {
    const cards = hand.apart();
    if (cards) act("key", { cards, arrange: true }); else message(found.title, "warn");
  }
  if ((found = at("[data-rank]"))) {
    rank = found.dataset.rank;
    $$("[data-rank]").forEach((b) => b.setAttribute("aria-pressed", String(b === found)));
  }
  if ((found = at("[data-suit-key]")) && rank) {
    key(rank + found.dataset.suitKey);
    rank = "";
    $$("[data-rank]").forEach((b) => b.setAttribute("aria-pressed", "false"));
  }
});

document.addEventListener("submit", (event) => {
  let form = event.target.closest("[data-mark]");
  if (form) {
    event.preventDefault();
    mark(form, form.dataset.mark);
    return;
  }
  form = event.target.closest("[data-amount-form]");
  if (!form) return;
  event.preventDefault();
  giving(form, act("do", { amount: form.amount.value }));
});

// Who marks by keys goes on in the same form: it is drawn anew, and the focus returns to its first field. Where wagers are
// found by typing, the next one is most often of the same position.
async function mark(form, what) {
  const inside = form.contains(document.activeElement), position = form.elements.position.value;
  const given = Object.fromEntries(new FormData(form));
  const finds = $("[data-finder]", form);
  if (finds) {
    given.wager = finder.key(finds);
    if (!given.wager) { message(finds.value ? `No wager of this table is called ${finds.value}.` : "Which wager? Type what the layout calls it.", "warn"); finds.focus(); return; }
  }
  const done = await giving(form, act("mark", { what, ...given }));
  const again = $(`[data-mark="${form.dataset.mark}"]`), at = document.activeElement;
  const next = again && $("[data-finder]", again);
  if (!done || !inside || !again || (at !== document.body && !(next && at === again.elements.amount))) return;
  if (next && $(`option[value="${CSS.escape(position)}"]`, again)) again.elements.position.value = position;
  (next ?? $("select", again))?.focus({ preventScroll: true });
}

// A throw as far as its dice are keyed; the last one records it.
let faces = [];
let thrown = "";  // the request that they answer
function die(at, face) {
  if (thrown !== pad().dataset.request) { faces = []; thrown = pad().dataset.request; }
  faces[at] = face;
  const count = Number(pad().dataset.count), left = Array.from({ length: count }, (_, n) => n).filter((n) => !faces[n]);
  if (left.length) say(`${faces.filter(Boolean).join(", ")}, now ${left.length === 1 ? "the last die" : "the other dice"}`);
  else { act("key", { dice: faces.join(" ") }); faces = []; }
  dice();
}

function dice() {
  if (thrown !== pad()?.dataset.request) faces = [];
  for (const button of $$("[data-face]")) button.setAttribute("aria-pressed", String(faces[button.dataset.die] === button.dataset.face));
}

let typed = "";  // a number of the wheel, as far as it was typed
function type(number) {
  typed = number;
  const said = $("[data-typed]");
  if (!said) return;
  said.dataset.words ||= said.innerHTML;
  if (typed) said.textContent = `${typed}: press Enter`; else said.innerHTML = said.dataset.words;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "F2") { event.preventDefault(); $(".irregular-item input:not(:disabled)")?.focus(); return; }
  if (event.key === "F4") { event.preventDefault(); if (!event.repeat) $("[data-call]")?.click(); return; }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); if (!event.repeat) $("[data-undo]")?.click(); return; }
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat && !$("dialog[open]")) {
    event.preventDefault();
    $(".button.huge")?.click();
    return;
  }
  // Who has seated the last patron stands in the form for the next: where nobody is named there, Enter is the step's.
  const seating = event.key === "Enter" && ["do", "shuffle"].includes(pad()?.dataset.kind) && event.target.closest?.("[data-mark='sit']");
  if (seating && !seating.elements.patron.value && !event.repeat && event.target.tagName !== "BUTTON") { event.preventDefault(); $(".button.huge")?.click(); return; }
  // Who looked at an irregularity goes on keying: the choice gives the keys back, so that Enter keeps the hand.
  const keyed = event.target.matches?.(".irregular-item input") && /^[0-9TJQKA]$/i.test(event.key) && !event.altKey;
  if (keyed) event.target.blur();
  if ((typing(event) && !keyed) || event.repeat || $("dialog[open]")) return; // a key held down is one press
  const kind = pad()?.dataset.kind;
  const letter = event.key.toUpperCase();
  if (kind === "cards") {
    if (letter === "O" && rank === "J" && $("[data-card='Jk']")) { key("Jk"); rank = ""; return; }
    if (/^[2-9TJQKA]$/.test(letter)) { rank = letter; say(`${letter}, now the suit`); return; }
    if (event.key === "0" && rank === "1") { rank = "T"; return; }
    if (event.key === "1") { rank = "1"; return; }
    if (/^[SHDC]$/.test(letter) && rank && rank !== "1") { key(rank + letter.toLowerCase()); rank = ""; return; }
    if (letter === "X") $("[data-down]")?.click();
  }
  if (kind === "do" && $("[data-do='down']") && /^[2-9TJQKASHDC]$/.test(letter)) { message("It lies face down, so no face is keyed. Press Enter when it is dealt.", "warn"); return; }
  if (kind === "dice" && /^[1-6]$/.test(event.key)) {
    if (thrown !== pad().dataset.request) faces = [];
    die(Array.from({ length: Number(pad().dataset.count) }, (_, n) => n).find((n) => !faces[n]), event.key);
    return;
  }
  if (kind === "dice" && event.key === "Backspace") { event.preventDefault(); faces = []; dice(); say("The dice are keyed anew"); return; }
  if (kind === "spin" && /^[0-9]$/.test(event.key)) { type((typed + event.key).slice(-2)); return; }
  if (kind === "spin" && event.key === "Backspace") { event.preventDefault(); type(""); return; }
  if (kind === "spin" && event.key === "Enter" && typed) {
    event.preventDefault();
    const pocket = $(`[data-pocket="${typed}"]`);
    if (pocket) pocket.click(); else message(`${typed} is no number of this wheel. Key where the ball rests.`, "warn");
    type("");
    return;
  }
  if (["decide", "peek"].includes(kind) && /^[1-9]$/.test(event.key)) { $$("#d-pad .answers [data-do]")[Number(event.key) - 1]?.click(); return; }
  if (event.key === "Enter" && event.target.matches?.("body, main, .card-key") && (hand.whole() || hand.apart() || !event.target.matches(".card-key"))) {
    event.preventDefault();
    $(".button.huge")?.click();
  }
});

new Live(() => `/deal/${table}/live?entry=${document.body.dataset.entry || 0}&journal=${encodeURIComponent(document.body.dataset.journal)}`, {
  before: () => { chosenBefore = chosenNow(); note(); },
  after: (changed) => {
    if (changed.some((e) => e.id === "d-enter")) hand.asksAgain();
    if (changed.some((e) => ["d-pad", "d-seats", "d-next", "d-enter"].includes(e.id))) standing();
    finder.again();
    globalThis.htmx?.process(document.body);
    keep(chosenBefore, changed);
  },
});
$("#d-seats").before($("#messages")); // what went wrong stands at the keypad, and moves none of its keys
standing();
document.body.dataset.ready = "1";
