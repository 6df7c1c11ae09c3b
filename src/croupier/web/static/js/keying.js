// A hand as it is keyed: each card face up in its slot and dashed on the pad at once, the last one waits for Enter.
// Nothing here is recorded; what was keyed for one request is forgotten with it. A page that is loaded again in the
// same window finds what was keyed before.

import { $, $$, say, warn } from "./app.js";

const SVG = "http://www.w3.org/2000/svg";
const pad = () => $("#d-pad");
const count = () => Number(pad()?.dataset.count || 1);

let slots = [];        // the card of each slot, "" where none is keyed
let order = [];        // the slots in the order in which they were filled
let refused = null;    // the card that was refused last, and why
let keyedFor = "";     // the request that the cards answer
let asked = "";        // the cards whose effect was asked for

export const several = () => pad()?.dataset.kind === "cards" && count() > 1;
export const keyed = () => slots.filter(Boolean);
export const whole = () => keyed().length > 0 && keyed().length === count();

export function forget(request = keyedFor) {
  if (Number(request) !== Number(keyedFor)) return;
  slots = [];
  order = [];
  refused = null;
  asked = "";
}

// Why a card can't be keyed: it lies elsewhere, or in this very hand.
function wrong(card, button) {
  if (!button || card === "--") return "";
  if (button.getAttribute("aria-disabled") === "true") return `It ${button.dataset.said}.`;
  const here = slots.flatMap((there, at) => (there === card ? [at] : []));
  if (here.length < Number(button.dataset.left || 1)) return "";
  return `It lies in ${pad().dataset.hand} hand, card ${here[0] + 1}.`;
}

// Put a card into the first empty slot; false where it was refused or there is no room.
export function put(card) {
  const box = pad();
  if (keyedFor !== box.dataset.request) { forget(); keyedFor = box.dataset.request; }
  const button = $(`[data-card="${card}"]`, box);
  const why = wrong(card, button);
  if (why) {
    refused = { card, why };
    warn(`${spoken(card)} refused. ${why} Key the card that you turned.`);
    return false;
  }
  const at = Array.from({ length: count() }, (_, n) => n).find((n) => !slots[n]);
  if (at === undefined) return false;
  slots[at] = card;
  order.push(at);
  return true;
}

// The card keyed last leaves its slot, or the one whose slot was tapped: it is keyed anew.
export function takeBack(slot = order.at(-1)) {
  const card = slots[slot];
  if (!card) return;
  slots[slot] = "";
  order = order.filter((at) => at !== slot);
  say(`${spoken(card)} taken back`);
}

// A keypad may be drawn again, by the socket and by an answer, while cards are being keyed: what was keyed for the
// same request stands.
export function standing() {
  if (pad()?.dataset.request !== keyedFor) forget();
  if (!keyedFor) foundAgain();
  draw();
  const kept = keyed().length ? JSON.stringify({ request: keyedFor, slots, order }) : "";
  if (kept) sessionStorage.setItem(keptUnder(), kept); else sessionStorage.removeItem(keptUnder());
}

const keptUnder = () => `keyed ${location.pathname}`;

function foundAgain() {
  const kept = JSON.parse(sessionStorage.getItem(keptUnder()) || "null");
  if (!several() || kept?.request !== pad().dataset.request || kept.slots.length > count()) return;
  keyedFor = kept.request;
  slots = kept.slots;
  order = kept.order;
}

const spoken = (card) => (card === "--" ? "A card face down" : $(`[data-card="${card}"]`, pad())?.dataset.words || card);

function draw() {
  const box = pad();
  if (!box) return;
  drawKeys(box);
  drawSlots();
  drawLine();
  drawPlace(box);
  drawButtons();
}

function drawKeys(box) {
  for (const button of $$(".card-key[data-card]", box)) {
    button.classList.remove("keyed", "waits", "refused", "spent");
    $(".mine", button)?.remove();
    if (button.getAttribute("aria-disabled") !== "true") button.setAttribute("aria-label", button.dataset.words);
  }
  slots.forEach((card, at) => {
    const button = card && $(`.card-key[data-card="${card}"]`, box);
    if (!button) return;
    button.classList.add("keyed");
    button.classList.toggle("waits", whole() && at === order.at(-1));
    button.classList.toggle("spent", slots.filter((c) => c === card).length >= Number(button.dataset.left || 1));
    const said = document.createElement("small");
    said.className = "mine";
    said.textContent = `${box.dataset.place}${/\d$/.test(box.dataset.place) ? " ·" : ""} ${at + 1}`;
    $(".mine", button)?.remove();
    button.append(said);
    button.setAttribute("aria-label", `${button.dataset.words}, keyed as card ${at + 1}`);
  });
  if (refused) $(`.card-key[data-card="${refused.card}"]`, box)?.classList.add("refused");
}

function drawSlots() {
  $$(".key-slot").forEach((slot, at) => {
    const card = slots[at] || "";
    const waits = card && whole() && at === order.at(-1);
    slot.classList.toggle("filled", Boolean(card));
    slot.classList.toggle("waits", Boolean(waits));
    slot.setAttribute("aria-label", card ? `Card ${at + 1}, ${spoken(card)}. Press to key it again` : `Card ${at + 1}, not keyed yet`);
    $("use", slot).setAttribute("href", card ? symbol(card) : "");
    const said = slot.parentElement.querySelector("[data-slot-said]");
    said.className = `small ${waits ? "accent" : card ? "pos" : "t2"}`;
    said.replaceChildren(...(card ? [icon(waits ? "clock" : "check")] : []), waits ? "not yet kept" : `card ${at + 1}`);
  });
}

const symbol = (card) => (card === "--" ? "#card-back" : `#card-${card}`);

function drawLine() {
  const line = $("[data-keyed-line]");
  if (!line) return;
  line.dataset.words ||= line.innerHTML;
  if (!keyed().length && !refused) { line.innerHTML = line.dataset.words; return; }
  const parts = slots.flatMap((card, at) => (card ? [chip(card, whole() && at === order.at(-1) ? "waits" : "")] : []));
  if (refused) parts.splice(whole() ? -1 : parts.length, 0, ...refusal());
  line.replaceChildren(...parts);
}

function refusal() {
  const why = document.createElement("strong");
  why.className = "neg";
  why.textContent = refused.why;
  const then = document.createElement("span");
  then.textContent = "Key the card that you turned.";
  return [chip(refused.card, "refused"), why, then];
}

function chip(card, state) {
  const made = document.createElement("span");
  made.className = `pill keyed-card ${{ waits: "accent", refused: "neg" }[state] || "pos"}`;
  made.append(icon({ waits: "clock", refused: "cross" }[state] || "check"), ...face(card));
  if (state) made.append(` ${state}`);
  return made;
}

function drawing(name, size, classes, box) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ width: size, height: size, class: classes, "aria-hidden": "true", ...(box ? { viewBox: box } : {}) })) svg.setAttribute(key, value);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", name);
  svg.append(use);
  return svg;
}

const icon = (name) => drawing(`#i-${name}`, 13, "icon");

// A card in a line of text: its rank, and its suit drawn.
export function face(card) {
  if (card === "--") return ["face down"];
  if (card === "Jk") return ["Joker"];
  return [card[0] === "T" ? "10" : card[0], drawing(`#suit-${card[1]}`, 13, `suit suit-${card[1]}`, "0 0 100 100")];
}

// In the place of the hand the keyed cards lie face up; nothing stays closed that was keyed.
function drawPlace(box) {
  for (const place of $$(".place[data-lies]")) {
    const mine = several() && place.dataset.lies === box.dataset.place && keyed().length > 0;
    place.classList.toggle("keying", mine);
    $(".place-keyed", place)?.remove();
    if (!mine) continue;
    const row = document.createElement("div");
    row.className = "place-keyed";
    for (let at = 0; at < count(); at += 1) {
      row.append(slots[at] ? drawing(symbol(slots[at]), 40, whole() && at === order.at(-1) ? "waits" : "", "0 0 100 140")
        : Object.assign(document.createElement("span"), { className: "missing", textContent: "?" }));
    }
    if (whole()) row.append(...lines(), Object.assign(document.createElement("p"), { className: "small accent", textContent: "Waits for Enter" }));
    $(".place-head", place).after(row);
  }
}

// What Enter would make of the hand, as far as it has room in its place: its name, whether it plays.
function lines() {
  return $$("#d-enter [data-line]").map((line) => {
    const row = document.createElement("p");
    row.className = "place-line";
    row.append(Object.assign(document.createElement("strong"), { textContent: line.dataset.line }), line.dataset.amount || "");
    return row;
  });
}

function drawButtons() {
  const undo = $("[data-undo]");
  const words = undo && $("span", undo);
  if (words) {
    words.dataset.words ||= words.innerHTML;
    undo.dataset.was ??= undo.getAttribute("aria-disabled") || "";
    if (keyed().length) {
      words.replaceChildren("Undo ", ...face(slots[order.at(-1)]));
      undo.removeAttribute("aria-disabled");
    } else {
      words.innerHTML = words.dataset.words;
      if (undo.dataset.was) undo.setAttribute("aria-disabled", undo.dataset.was);
    }
  }
  const how = $("#d-next [data-keyed]");
  if (how) how.textContent = `, ${keyed().length} of ${count()} keyed`;
  const asks = $("[data-asks]");
  if (asks && several()) {
    asks.dataset.words ||= asks.innerHTML;
    const last = asks.dataset.last && keyed().length && keyed().length === count() - 1;
    if (whole()) asks.textContent = "Compare, then press Enter";
    else if (last) asks.textContent = asks.dataset.last;
    else asks.innerHTML = asks.dataset.words;
    drawNote();
  }
  const confirm = $("[data-confirm]");
  if (confirm) {
    if (whole()) confirm.removeAttribute("aria-disabled"); else confirm.setAttribute("aria-disabled", "true");
    confirm.title = whole() ? "" : `Key all ${count()} cards first`;
  }
}

// When all cards are keyed the note says what the hand is; before, what the step is about.
function drawNote() {
  const note = $("[data-note]");
  if (!note) return;
  note.dataset.words ||= note.innerHTML;
  const name = whole() ? $("#d-enter [data-line]")?.dataset.line : "";
  if (name) note.textContent = `${name}. Nothing is recorded before Enter.`; else note.innerHTML = note.dataset.words;
}

// The cards that are chosen to be set apart from a hand; as many as the step asks for, or none yet.
export function apart() {
  const chosen = $$("[data-arrange] [aria-pressed='true']").map((card) => card.dataset.set);
  return chosen.length === count() ? chosen.join(" ") : "";
}

// What Enter would do is asked once for the same cards; until all are keyed the panel says what will stand there.
export async function follows(table) {
  const box = $("#d-enter"), parts = $("[data-arranged]");
  if (!box || !(several() || parts)) return;
  const cards = parts ? apart() : whole() ? slots.join(" ") : "";
  if (parts && cards) parts.removeAttribute("aria-disabled"); else parts?.setAttribute("aria-disabled", "true");
  if (cards === asked) return;
  asked = cards;
  if (!cards) { if (box.dataset.words) box.innerHTML = box.dataset.words; return; }
  box.dataset.words ||= box.innerHTML;
  const answer = await fetch(`/deal/${table}/keyed?cards=${encodeURIComponent(cards)}`).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const now = $("#d-enter");
  if (!text || asked !== cards || !now) return;
  const made = document.createElement("template");
  made.innerHTML = text;
  now.innerHTML = made.content.firstElementChild.innerHTML;
  draw();
  say(parts ? now.innerText : `All ${count()} cards keyed. Compare, then press Enter.`);
}

// The panel was drawn anew: what it said is asked for again.
export function asksAgain() { asked = ""; }
