// The screen of a dealer who deals real cards: one key an act, cards by rank and suit, the large button, undo.

import { $, $$, Turns, send, message, say, typing } from "./app.js";
import { Live, apply, giving, released } from "./live.js";
import { countdown } from "./levels.js";

const { path, sign } = document.body.dataset;
const unit = Number(document.body.dataset.unit); // how much one figure is: a dollar in cents, or a chip
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
let keyed = [];      // cards keyed for this step, not yet sent
let keyedFor = "";   // the step that they answer
let rank = "";
let digits = "";     // the size of a bet as it was typed, in dollars

const step = () => $("#k-next");
const slots = () => $$("#k-slots .slot");
const stamp = () => `${step().dataset.number}/${step().dataset.do}/${step().dataset.seat}`;

const turns = new Turns(stamp);

async function act(values) {
  if (document.body.classList.contains("stale")) {
    message("Reconnecting: nothing can be keyed now. Nothing was recorded.", "warn");
    return null;
  }
  const number = Number(step().dataset.number);
  return turns.take(async () => {
    const data = await send(`${path}/dealing`, { number, ...values });
    await released();
    if (data?.fragments) put(data.fragments, data.entry);
    if (data) say(data.said);
    return data;
  }, JSON.stringify(values));
}

function put(fragments, entry) {
  const chosen = $("#k-when")?.value;
  const open = $$("#k-table details[open] > summary").map((one) => one.textContent);
  const changed = apply(fragments, entry);
  $$("#k-table details").forEach((one) => { if (open.includes($("summary", one).textContent)) one.open = true; });
  standing();
  again(chosen);
  return changed;
}

// What was keyed stands only as long as the same step is asked.
function standing() {
  if (keyedFor !== stamp()) {
    keyed = []; digits = ""; rank = "";
    keyedFor = stamp();
    tell("");
  }
  draw();
  size();
}

function picture(card) {
  return `<svg class="k-card" viewBox="0 0 100 140" width="56" height="78" role="img" aria-label="${card}"><use href="#card-${card}"/></svg>`;
}

function draw() {
  slots().forEach((slot, at) => {
    slot.dataset.words ||= slot.textContent.trim();
    slot.innerHTML = keyed[at] ? `${picture(keyed[at])}<span>${slot.dataset.words}</span>` : `<span>${slot.dataset.words}</span>`;
    slot.classList.toggle("filled", Boolean(keyed[at]));
    slot.classList.toggle("here", at === keyed.length);
  });
  const button = $("[data-confirm]");
  if (button) {
    const whole = keyed.length === slots().length;
    button.setAttribute("aria-disabled", String(!whole));
    button.title = whole ? "" : "Key every card first";
  }
  $$("[data-rank]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.rank === rank)));
  const taken = new Set([...step().dataset.used.split(" "), ...keyed]);
  $$("[data-suit-key]").forEach((one) => one.classList.toggle("off", Boolean(rank) && taken.has(rank + one.dataset.suitKey)));
}

function tell(words) {
  const line = $("#k-said");
  if (line) line.textContent = words;
}

function chooseRank(letter) {
  if (!slots().length && !fact()) { tell("No card is asked for now."); return; }
  rank = letter;
  tell(`${letter === "T" ? "10" : letter}, now the suit.`);
  draw();
}

// A fact of an irregularity that asks for a card is served before the step's own places.
const fact = () => $("[data-fact-card].here");

function key(card) {
  rank = "";
  const asked = fact();
  if (asked) { give(asked, card); draw(); return; }
  if (turns.recording) { tell(`${spoken(card)} not keyed: the act before it is being recorded.`); draw(); return; }
  if (step().dataset.used.split(" ").includes(card) || keyed.includes(card)) {
    tell(`${spoken(card)} refused. It lies on the table already. Key the card that you turned.`);
    draw();
    return;
  }
  if (!slots().length) { tell("No card is asked for now."); draw(); return; }
  if (keyed.length >= slots().length) { tell("All cards are keyed. Press Enter, or take one back."); draw(); return; }
  keyed.push(card);
  tell(`${spoken(card)} keyed.`);
  draw();
  if (slots().length === 1) confirm();
  else if (keyed.length === slots().length) tell("Compare, then press Enter.");
}

function spoken(card) {
  return card === "Jk" ? "The joker" : `${card[0] === "T" ? "10" : card[0]} of ${SUITS[card[1]]}`;
}

function give(field, card) {
  field.value = [...field.value.split(" ").filter(Boolean), card].slice(-Number(field.dataset.factCard)).join(" ");
  field.classList.remove("here");
  tell(`${spoken(card)}, for the ruling.`);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function confirm() {
  if (!slots().length || keyed.length !== slots().length) { tell("Key every card first."); return; }
  const { do: what, seat } = step().dataset;
  const cards = keyed.join(" ");
  if (what === "draw-button") act({ act: "deal", cards, seats: slots().map((one) => one.dataset.seat).join(" ") });
  else if (what === "show") act({ act: "show", seat: Number(seat), cards });
  else act({ act: "key", seat: what === "board" ? 0 : Number(seat), cards });
  keyed = [];
}

function takeBack() {
  if (rank) { rank = ""; draw(); return; }
  if (keyed.length) { tell(`${spoken(keyed.pop())} taken back.`); draw(); return; }
  const button = $("[data-undo]");
  if (button?.getAttribute("aria-disabled") === "true") { message(button.title, "warn"); return; }
  act({ act: "undo" });
}

// ---- irregularities: what is chosen stays chosen while the table moves, and its ruling is asked anew

// On a tablet the panel is a sheet over the screen.
function sheet(open = !document.body.classList.contains("sheet-open")) {
  document.body.classList.toggle("sheet-open", open);
  $("[data-sheet]")?.setAttribute("aria-expanded", String(open));
}

let asking = 0, resting = 0;
async function ruling() {
  clearTimeout(resting);
  const form = $("#k-facts");
  const when = $("#k-when").value;
  const values = new URLSearchParams(form?.when.value === when ? new FormData(form) : { when });
  const mine = (asking += 1);
  $$(".k-case").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.when === when)));
  const answer = when && await fetch(`${path}/ruling?${values}`).catch(() => null);
  const drawn = answer?.ok ? await answer.text() : '<div id="k-ruling"></div>';
  if (mine !== asking) return;
  const since = givenSince($("#k-facts"), when, values);
  const held = document.activeElement?.name;
  const here = $("[data-fact-card].here")?.name;
  $("#k-ruling").outerHTML = drawn;
  const field = (name) => (name && $("#k-facts")?.elements[name]) || null; // one control, or the keys of one fact
  since.forEach(([name, value]) => { if (field(name)) field(name).value = value; });
  field(here)?.classList.add("here");
  const back = field(held);
  (back instanceof RadioNodeList ? [...back].find((one) => one.checked) ?? back[0] : back)?.focus();
  if (back?.type === "text") back.setSelectionRange(back.value.length, back.value.length); // he types on
  // Below a long list, too, what is asked and what follows is seen at once.
  ($("#k-ruling .ruling") ?? $("#k-facts"))?.scrollIntoView({ block: "nearest" });
  if (since.length && field(since[0][0])) ruling();
}

// What was typed or chosen while the house was thinking: the answer must not take it away.
function givenSince(form, when, asked) {
  if (form?.when.value !== when) return [];
  return [...new FormData(form)].filter(([name, value]) => value !== (asked.get(name) ?? ""));
}

function again(chosen) {
  if (chosen && $("#k-when")) { $("#k-when").value = chosen; ruling(); }
}

async function declare() {
  const values = Object.fromEntries(new FormData($("#k-facts")));
  const done = await act({ act: "declare", ...values });
  if (done) none();
}

function none() {
  $("#k-when").value = "";
  ruling();
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#k-when, #k-facts")) ruling();
});

// A figure that is typed is asked about when the typing rests: nobody has to leave the field first.
const RESTS_MS = 300;
document.addEventListener("input", (event) => {
  if (!event.target.matches("#k-facts input[inputmode]")) return;
  clearTimeout(resting);
  resting = setTimeout(ruling, RESTS_MS);
});

// ---- the size of a bet

const pad = () => $(".k-pad");
const money = (amount) => `${sign}${(amount / unit).toLocaleString("en-US", { minimumFractionDigits: amount % unit ? 2 : 0 })}`;

function typed() {
  return digits ? Number(digits) * unit : Number(pad().dataset.least);
}

function size() {
  const box = pad();
  if (!box) return;
  const { least, most, step: grid, verb, stack, clause } = box.dataset;
  const cents = typed();
  let made = Math.min(Math.max(cents, Number(least)), Number(most));
  if (made !== Number(most)) made = Math.max(Number(least), Math.round(made / Number(grid)) * Number(grid));
  $("[data-size]", box).textContent = money(cents);
  const name = $("[data-wager]");
  if (name) name.textContent = `${verb === "bet" ? "Bet" : "Raise to"} ${money(made)}`;
  const note = $("[data-made]");
  if (note) note.textContent = made === cents ? `${money(Number(stack) - made)} behind` : `${money(cents)} is made ${money(made)}${clause && cents < made ? ` · ${clause}` : ""}`;
}

function digit(figure) {
  if (!pad()) return;
  digits = figure === "back" ? digits.slice(0, -1) : `${digits}${figure}`.replace(/^0+/, "").slice(0, 7);
  size();
}

function press(button) {
  if (button.getAttribute("aria-disabled") === "true") { message(button.title, "warn"); return; }
  const { act: name, to, count, form } = button.dataset;
  const values = { act: name, seat: Number(step().dataset.seat) };
  if (name === "next-game") { act({ act: name, form }); return; }
  if (button.dataset.own !== undefined) values.cents = String(typed() / unit);
  else if (to) values.to = Number(to);
  if (count) values.count = Number(count);
  act(values);
}

// A tap on a seat: its chips, away and back, blinds owed, leaving.
let tapped = 0;
async function tap(seat) {
  const mine = (tapped += 1);
  const answer = await fetch(`${path}/seat?seat=${seat}`).catch(() => null);
  if (mine !== tapped) return; // another seat was tapped since
  if (!answer?.ok) { message("The seat can't be shown now. Try again.", "warn"); return; }
  const body = $("#k-seat-body");
  body.innerHTML = await answer.text();
  const title = $("h2", body);
  $("#k-seat-title").textContent = title.textContent;
  title.remove();
  $("#k-seat").showModal();
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  let found;
  if ((found = at("[data-rank]"))) chooseRank(found.dataset.rank);
  if ((found = at("[data-suit-key]"))) { if (rank) key(rank + found.dataset.suitKey); else tell("Key the rank first."); }
  if (at("[data-joker]")) key("Jk");
  if (at("[data-rank-back]")) takeBack();
  if (at("[data-sheet]")) sheet();
  if ((found = at("[data-tap]"))) tap(found.dataset.tap);
  if ((found = at("[data-when]"))) { $("#k-when").value = found.dataset.when; ruling(); }
  if ((found = at("[data-slot]"))) { keyed = keyed.slice(0, Number(found.dataset.slot)); draw(); }
  if ((found = at("[data-digit]"))) digit(found.dataset.digit);
  if (at("[data-confirm]")) confirm();
  if ((found = at("[data-main]"))) act({ act: found.dataset.main });
  if (at("[data-undo]")) takeBack();
  if ((found = at("button[data-act]"))) press(found);
  if ((found = at("[data-fact-card]"))) {
    $$("[data-fact-card]").forEach((one) => one.classList.toggle("here", one === found));
    found.blur();
    tell("Key the card: rank, then suit.");
  }
  if (at("[data-call]")) act({ act: "call-floor" }).then((done) => { if (done) message(done.said, "warn"); });
  if (at("[data-declare]")) declare();
  if (at("[data-ruling-back]")) none();
  // A key that was clicked keeps no focus: Enter then confirms what was keyed, and does not press it again.
  if (event.detail && (found = at("[data-rank], [data-suit-key], [data-digit], [data-joker], [data-rank-back], [data-slot]"))) found.blur();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-form]");
  if (!form) return;
  event.preventDefault();
  giving(form, act(Object.fromEntries(new FormData(form)))).then((done) => {
    if (!done) return;
    form.reset();
    form.closest("dialog")?.close();
  });
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !$("dialog[open]")) {
    sheet(false);
    if ($("#k-when").value) none();
    document.activeElement?.blur();
  }
  if (event.key === "F4") { event.preventDefault(); if (!event.repeat) $("[data-call]")?.click(); return; }
  if (event.key === "F2") { event.preventDefault(); sheet(true); ($(".k-case") || $("#k-when"))?.focus(); return; }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); if (!event.repeat) takeBack(); return; }
  if (typing(event) || event.repeat || $("dialog[open]")) return;
  if (event.key === "Enter") {
    if (event.target.closest?.("button, a, summary")) return;
    event.preventDefault();
    if (slots().length) confirm();
    else if ($("[data-main]")) $("[data-main]").click();
    else if (digits) $("#k-act [data-own]")?.click();
    else if (pad()) tell("Enter raises to the size that was keyed: key it first, or R for the least."); // never by itself
    return;
  }
  const letter = event.key.toUpperCase();
  if (slots().length || fact()) {
    if (letter === "1") { rank = "1"; return; }
    if (letter === "0" && rank === "1") { chooseRank("T"); return; }
    if (/^[SHDC]$/.test(letter) && rank && rank !== "1") { key(rank + letter.toLowerCase()); return; }
    if (/^[2-9TJQKA]$/.test(letter)) { chooseRank(letter); return; }
    if (letter === "W") { key("Jk"); return; }
    if (event.key === "Backspace") { event.preventDefault(); takeBack(); return; }
  }
  const button = $(`#k-act [data-key="${CSS.escape(event.key.toLowerCase())}"]`) || $(`#k-act [data-also="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button) { event.preventDefault(); press(button); return; }
  if (pad() && /^[0-9]$/.test(event.key)) { digit(event.key); return; }
  if (pad() && event.key === "Backspace") { event.preventDefault(); digit("back"); return; }
  if (letter === "B" && $("#k-act [data-key='r']")) { press($("#k-act [data-key='r']")); return; }
  if (letter === "K") $("#k-table [data-act='clock']")?.click();
  else if (/^[FCRAM]$/.test(letter)) tell(`${letter} is no act ${step().dataset.do === "act" ? "that this seat has now" : "of this step"}.`);
});

let ticking;
function clock(left) {
  const pill = $("#clock");
  clearInterval(ticking);
  pill.hidden = left === null || left === undefined;
  if (pill.hidden) return;
  const ends = performance.now() + left;
  const show = () => { pill.textContent = `${Math.max(0, Math.ceil((ends - performance.now()) / 1000))} s to act`; };
  show();
  ticking = setInterval(show, 500);
}

let chosenBefore = "";
new Live(() => `${path}/dealing?entry=${document.body.dataset.entry || 0}`, {
  before: () => { chosenBefore = $("#k-when")?.value; },
  after: (changed, data) => {
    if (data.clock !== undefined) clock(data.clock);
    if (changed.some((one) => one.id === "k-next")) standing();
    if (changed.some((one) => one.id === "k-irregular")) again(chosenBefore);
    const log = $("#k-log");
    if (log) log.scrollTop = log.scrollHeight;
  },
});
countdown(() => {});
$("#k-seats").before($("#messages")); // what went wrong stands at the keys, and moves none of them
standing();
document.body.dataset.ready = "1";
