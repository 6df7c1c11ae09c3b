// The dealer's screen: cards, dice or the ball as they fall, the large button, undo, irregularities.

import { $, $$, send, message, say, typing } from "./app.js";
import { Live, apply } from "./live.js";

const { table } = document.body.dataset;
let keyed = [];       // the cards keyed so far, and the request that they answer
let keyedFor = "";
let rank = "";
let busy = false;
let chosenBefore = "";

const pad = () => $("#d-pad");
const request = () => Number($("#d-next")?.dataset.request || 0);

async function act(path, body = {}) {
  if (busy) return null;
  if (document.body.classList.contains("stale")) { message("Reconnecting: nothing can be keyed now. Nothing was recorded.", "warn"); forget(); shown(); return null; }
  busy = true;
  if (path === "key") forget();
  const data = await send(`/deal/${table}/${path}`, { number: request(), ...body });
  busy = false;
  if (data) { put(data.fragments, data.entry); if (data.said) say(data.said); }
  standing();
  return data;
}

function forget() {
  keyed = [];
  $$(".card-key.struck").forEach((button) => button.classList.remove("struck"));
}

// A keypad may be drawn again, by the socket and by the answer, while cards are being keyed: what was keyed
// for the same request stands, and goes out as soon as it is whole and nothing else is on its way.
function standing() {
  const box = pad();
  if (box?.dataset.request !== keyedFor) forget();
  keyed.forEach((card) => $(`.card-key[data-card="${card}"]`, box)?.classList.add("struck"));
  shown();
  if (keyed.length && !busy && keyed.length >= Number(box.dataset.count || 1)) act("key", { cards: keyed.join(" ") });
}

// The list of irregularities may be redrawn while one is being looked at: it stays chosen, its effect is asked anew.
function put(fragments, entry) {
  const chosen = $(".irregular-item input:checked")?.value;
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
  again.dispatchEvent(new Event("change", { bubbles: true }));
}

function key(card) {
  const box = pad();
  if (box?.dataset.kind !== "cards") return;
  const button = $(`.card-key[data-card="${card}"]`, box);
  if (button?.getAttribute("aria-disabled") === "true") {
    message(`${button.getAttribute("aria-label")}. Key the card that you turned.`, "warn");
    return;
  }
  if (keyedFor !== box.dataset.request) { forget(); keyedFor = box.dataset.request; }
  if (keyed.length >= Number(box.dataset.count || 1)) return;
  keyed.push(card);
  standing();
}

// Of a hand that is half keyed, the last card; it has not been recorded yet.
function takeBack() {
  const card = keyed.pop();
  const button = $(`.card-key[data-card="${card}"]`, pad());
  button?.classList.remove("struck");
  say(`${card === "--" ? "A card face down" : button?.getAttribute("aria-label") || card} taken back`);
  shown();
}

function shown() {
  const undo = $("[data-undo] span");
  if (undo) {
    undo.dataset.words ||= undo.innerHTML;
    if (keyed.length) undo.textContent = `Take back ${keyed.at(-1) === "--" ? "face down" : keyed.at(-1)}`;
    else undo.innerHTML = undo.dataset.words;
  }
  const words = $("[data-keyed]");
  if (words) words.textContent = `${keyed.length} of ${pad().dataset.count} keyed${keyed.length ? `: ${keyed.join(" ")}` : ""}`;
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  let found;
  if ((found = at("[data-card]")) && found.getAttribute("aria-disabled") !== "true") key(found.dataset.card);
  else if ((found = at("[data-card]"))) message(`${found.getAttribute("aria-label")}. Key the card that you turned.`, "warn");
  if (at("[data-down]")) key("--");
  if ((found = at("[data-dice]"))) act("key", { dice: found.dataset.dice });
  if ((found = at("[data-pocket]"))) act("key", { pocket: found.dataset.pocket });
  if ((found = at("[data-do]"))) {
    if (found.getAttribute("aria-disabled") === "true") message(found.title || $(".cost", found)?.textContent.trim(), "warn");
    else act("do", { choice: found.dataset.do });
  }
  if ((found = at("[data-leave]"))) act("mark", { what: "leave", position: found.dataset.leave });
  if (at("[data-undo]")) { if (keyed.length) takeBack(); else act("undo"); }
  if (at("[data-call]")) act("call");
  if ((found = at("[data-declare]"))) {
    const given = { when: found.dataset.declare, position: Number($("[data-position]")?.value || 0) };
    $$(".irregular-item input").forEach((input) => { input.checked = false; });  // declared once, it is not chosen again
    act("declare", given).then((data) => { if (data) $("#d-ruling")?.replaceChildren(); });
  }
  if (at("[data-ruling-back]")) {
    $$(".irregular-item input").forEach((input) => { input.checked = false; });
    $("#d-ruling").replaceChildren();
  }
  if ((found = at("[data-set]"))) {
    const box = found.closest("[data-arrange]");
    const on = found.getAttribute("aria-pressed") === "true";
    if (!on && $$("[aria-pressed='true']", box).length >= Number(box.dataset.count)) return;
    found.setAttribute("aria-pressed", String(!on));
  }
  if (at("[data-arranged]")) {
    act("key", { cards: $$("[data-arrange] [aria-pressed='true']").map((c) => c.dataset.set).join(" "), arrange: true });
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
  const mark = event.target.closest("[data-mark]");
  if (mark) {
    event.preventDefault();
    act("mark", { what: mark.dataset.mark, ...Object.fromEntries(new FormData(mark)) });
    return;
  }
  const form = event.target.closest("[data-amount-form]");
  if (!form) return;
  event.preventDefault();
  act("do", { amount: form.amount.value });
});

let face = "";
document.addEventListener("keydown", (event) => {
  if (event.key === "F2") { event.preventDefault(); $(".irregular-item input:not(:disabled)")?.focus(); return; }
  if (event.key === "F4") { event.preventDefault(); $("[data-call]")?.click(); return; }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); $("[data-undo]")?.click(); return; }
  if (typing(event) || $("dialog[open]")) return;
  const kind = pad()?.dataset.kind;
  const letter = event.key.toUpperCase();
  if (kind === "cards") {
    if (/^[2-9TJQKA]$/.test(letter)) { rank = letter; say(`${letter}, now the suit`); return; }
    if (event.key === "0" && rank === "1") { rank = "T"; return; }
    if (event.key === "1") { rank = "1"; return; }
    if (/^[SHDC]$/.test(letter) && rank && rank !== "1") { key(rank + letter.toLowerCase()); rank = ""; return; }
    if (letter === "X") $("[data-down]")?.click();
  }
  if (kind === "dice" && /^[1-6]$/.test(event.key)) {
    if (face) { act("key", { dice: `${face} ${event.key}` }); face = ""; } else { face = event.key; say(`${face}, now the other die`); }
    return;
  }
  if (event.key === "Enter" && event.target === document.body) $(".button.huge")?.click();
});

new Live(() => `/deal/${table}/live?entry=${document.body.dataset.entry || 0}`, {
  before: () => { chosenBefore = $(".irregular-item input:checked")?.value; },
  after: (changed) => {
    if (changed.some((e) => e.id === "d-pad")) standing();
    globalThis.htmx?.process(document.body);
    keep(chosenBefore, changed);
  },
});
$("#d-seats").before($("#messages")); // what went wrong stands at the keypad, and moves none of its keys
document.body.dataset.ready = "1";
