// What every page has: theme and suits, dialogs, messages, the list of keys, one way to send an act.

const root = document.documentElement;

export const $ = (selector, from = document) => from.querySelector(selector);
export const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

function remember(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

document.addEventListener("click", (event) => {
  const theme = event.target.closest("[data-theme-choice]");
  if (theme) {
    root.dataset.theme = theme.dataset.themeChoice;
    remember("theme", theme.dataset.themeChoice);
    $$("[data-theme-choice]").forEach((b) => b.setAttribute("aria-pressed", String(b === theme)));
  }
  const suits = event.target.closest("[data-suits-choice]");
  if (suits) {
    root.dataset.suits = suits.dataset.suitsChoice;
    remember("suits", suits.dataset.suitsChoice);
    $$("[data-suits-choice]").forEach((b) => b.setAttribute("aria-pressed", String(b === suits)));
  }
  const opener = event.target.closest("[data-open]");
  if (opener) document.getElementById(opener.dataset.open)?.showModal();
  const key = event.target.closest("[data-security-key]");
  if (key) import("./security_key.js").then((keys) => keys[key.dataset.securityKey](key));
  const paper = event.target.closest("[data-print]");
  if (paper) { document.body.dataset.printing = paper.dataset.print; print(); } // which part of the page goes on paper
  if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  $$("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  if (event.target.closest("[aria-disabled='true']")) {
    const off = event.target.closest("[aria-disabled='true']");
    if (off.matches("button, a")) { event.preventDefault(); }
  }
});

// A row of pages that is wider than a phone begins where the reader is.
const here = $(".rail [aria-current]");
if (here) {
  const [row, at] = [here.parentElement, here.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2;
}

// The second click of a double click is meant for what the first one met: a decision that was drawn there since is not taken by it.
const DECIDES = ".decision, .button.huge, #k-act button, form[data-act] button";
let met = null;
addEventListener("click", (event) => {
  const button = event.target.closest?.("button") || null;
  if (event.detail < 2) { met = button; return; }
  if (button === met || !button?.matches(DECIDES)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  message("Pressed twice, taken once. This is the next decision.", "info");
}, true);
// And a key that is held down is one press.
addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter" && event.target.closest?.(DECIDES)) event.preventDefault(); }, true);

// A form that was sent is not sent again while its answer is on the way; come back to by "back", it may be.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "1";
  setTimeout(() => { delete form.dataset.sent; }, 5000);
});
addEventListener("pageshow", () => $$("form[data-sent]").forEach((form) => { delete form.dataset.sent; }));

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !typing(event)) { event.preventDefault(); $("#keys")?.showModal(); }
  if (event.key === "/" && !typing(event)) {
    const field = $("[data-search]");
    if (field) { event.preventDefault(); field.focus(); }
  }
  if (event.key === "Escape") $$("details.menu[open], details.p-more[open]").forEach((menu) => { menu.open = false; });
});

export function typing(event) {
  return event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey;
}

export function say(words) {
  const region = $("#say");
  if (region && words) region.textContent = words;
}

let warned = 0; // how often something urgent was said

export function warn(words) {
  const region = $("#alert");
  if (region && words) { warned += 1; region.textContent = ""; region.textContent = words; }
}

// What was asked for is answered: whoever reads the page again is not told it once more.
function answered(before) {
  if (warned === before) $("#alert")?.replaceChildren();
}

// A message stands until it is read: errors until closed, the rest for a while.
export function message(words, kind = "error") {
  const dialog = $("dialog:modal"); // what lies behind an open dialog is not read
  const box = dialog ? $(".dialog-body", dialog) ?? dialog : $("#messages");
  if (!box || !words) return;
  if (dialog) $$(".notice.told", box).forEach((note) => note.remove());
  else box.replaceChildren();
  const note = document.createElement("div");
  note.className = `notice ${kind}${dialog ? " told" : ""}`;
  const text = document.createElement("span");
  text.textContent = words[0].toUpperCase() + words.slice(1);
  const close = document.createElement("button");
  close.setAttribute("aria-label", "Close");
  close.innerHTML = '<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#i-cross"/></svg>';
  close.addEventListener("click", () => note.remove());
  note.append(text, close);
  if (dialog) box.prepend(note); else box.append(note);
  if (dialog) note.scrollIntoView({ block: "nearest" });
  if (kind === "error") warn(words); else say(words);
  setTimeout(() => note.remove(), kind === "error" ? 12000 : 6000);
}

// What went wrong is past once something has gone right.
export function settled() {
  $$("#messages .notice.error, #messages .notice.warn, dialog .notice.told").forEach((note) => note.remove());
}

export const csrf = () => $("meta[name='csrf']")?.content || "";

// A command's id. (randomUUID would need https; a house's own network may do without.)
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const AGAIN_MS = [0, 500, 1500, 4000];
const UNKNOWN = "No answer from the house. Whether this was taken is shown here when the connection is back.";
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

// A refusal names the clause that asks for it.
const cited = ({ error, clause }) => (!clause || error.includes(clause) ? error : `${/[.?!]$/.test(error) ? error : `${error}.`} Clause ${clause}.`);

// One act of one person. It carries its own id, so that sent twice it acts once: without an answer it is sent again.
export async function send(url, body, id = newId()) {
  const slow = setTimeout(() => say("Still recording…"), 2000);
  const headers = { "content-type": "application/json", "x-csrf": csrf(), "x-command": id }, before = warned;
  try {
    for (const wait of AGAIN_MS) {
      if (wait) await pause(wait);
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
      const data = await answer?.json().catch(() => null);
      if (!answer || !data) continue;
      if (answer.ok) { settled(); answered(before); return data; }
      if (answer.status === 401) { location.href = `/sign-in?again=1&next=${encodeURIComponent(location.pathname)}`; return null; }
      message(data.error ? cited(data) : UNKNOWN, "error");
      return null;
    }
    message(UNKNOWN, "error");
    dispatchEvent(new Event("unanswered")); // the page's socket is looked at: live.js
    return null;
  } finally {
    clearTimeout(slow);
  }
}

// Acts go out one at a time and in the order in which they were pressed. The same act on a step that is being recorded is that
// act pressed twice, and dropped; any other waits for the answers before it, and the house judges it by the step it was for.
export class Turns {
  constructor(step) {
    this.step = step;
    this.last = null;
    this.out = new Map(); // what is on its way, and the step on which it was pressed
  }

  get recording() { return [...this.out.values()].includes(this.step()); }

  // `what` names the act; one that may be meant several times, such as a chip, has no name.
  async take(act, what = null) {
    const step = this.step(), name = what === null ? Symbol("any") : `${step} ${what}`;
    if (this.out.has(name)) return null;
    const before = this.last;
    const mine = (async () => { await before?.catch(() => null); return act(); })();
    this.last = mine;
    this.out.set(name, step);
    document.body.dataset.busy = "1";
    try {
      return await mine;
    } finally {
      this.out.delete(name);
      if (this.last === mine) { this.last = null; delete document.body.dataset.busy; }
    }
  }
}

// Tabs: one tab stop, arrows inside.
export function tabs(list) {
  const buttons = $$("[role='tab']", list);
  const choose = (button, focus) => {
    for (const other of buttons) {
      const on = other === button;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      const pane = document.getElementById(other.getAttribute("aria-controls"));
      if (pane) pane.hidden = !on;
    }
    if (focus) button.focus();
  };
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[role='tab']");
    if (button) choose(button, false);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = buttons.indexOf(document.activeElement);
    choose(buttons[(at + step + buttons.length) % buttons.length], true);
    event.preventDefault();
  });
  return choose;
}
