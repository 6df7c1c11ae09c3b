// The one socket of a page. Fragments replace elements by id; an older entry never replaces a newer one.

import { $, $$, say, warn, message, settled } from "./app.js";

const WAITS = [1, 2, 4, 8, 15];
const HELD_MS = 10_000; // a press that lasts longer has lost its end
const SILENT_MS = 50_000; // an idle socket of the house says something every 20 s

export function fragment(old, html) {
  const template = document.createElement("template");
  if (old instanceof SVGElement && old.tagName !== "svg") {
    template.innerHTML = `<svg>${html}</svg>`;
    return template.content.firstElementChild.firstElementChild;
  }
  template.innerHTML = html;
  return template.content.firstElementChild;
}

function handle(element) {
  if (!element) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset?.wager) return `[data-wager="${CSS.escape(element.dataset.wager)}"]`;
  return "";
}

// A list whose entries have ids stays where it is: only entries that differ are replaced, so that a button which
// somebody is about to press is still the same button.
const same = (a, b) => JSON.stringify(a.dataset) === JSON.stringify(b.dataset) && bare(a) === bare(b);
const bare = (element) => element.innerHTML.replace(/name="csrf" value="[^"]*"/g, "");

function merge(old, made) {
  for (const [name, value] of Object.entries(made.dataset)) old.dataset[name] = value;
  const coming = [...made.children];
  const ids = new Set(coming.map((child) => child.id));
  [...old.children].filter((child) => !ids.has(child.id)).forEach((child) => child.remove());
  const order = [...old.children].map((child) => child.id).join();
  for (const child of coming) {
    const there = old.querySelector(`:scope > #${CSS.escape(child.id)}`);
    if (!there) old.append(child);
    else if (!same(there, child)) {
      const held = there.contains(document.activeElement) ? handle(document.activeElement) : "";
      const typed = keep(there, child);
      there.replaceWith(child);
      typed?.focus({ preventScroll: true });
      if (held) child.querySelector(held)?.focus({ preventScroll: true });
    }
  }
  const wanted = coming.map((child) => child.id);
  if (order && order !== wanted.filter((id) => order.split(",").includes(id)).join() && !old.dataset.sorted) {
    wanted.forEach((id) => old.append(document.getElementById(id)));
  }
}

// ---- forms that are drawn again

// Forms that are on their way: what stands in them is said, and does not stay. Refused, or typed in again, it does.
const given = new WeakSet();
addEventListener("input", (event) => given.delete(event.target.form), true);

export async function giving(form, answer) {
  if (given.has(form)) return answer; // pressed twice
  given.add(form);
  const done = await answer;
  if (!done) given.delete(form);
  return done;
}

const FIELDS = "input[name]:not([type=hidden], [type=radio]), input[data-least], select[name], textarea[name]";
const first = (list) => ([...list.options].find((option) => option.defaultSelected) ?? list.options[0])?.value;
const ticks = (field) => field.type === "checkbox";
const touched = (field) => (ticks(field) ? field.checked !== field.defaultChecked
  : field.matches("select") ? field.value !== first(field) : field.type === "hidden" || field.value !== field.defaultValue);

// What a form asks: its address, what it sends along, its fields by their words. Ticks and steps are about one decision.
function asks(form) {
  const one = $("input[type=checkbox], input[data-least]", form) ? ["csrf", "command"] : ["csrf", "command", "number"];
  const along = $$("input[type=hidden]:not([data-least])", form).filter((field) => !one.includes(field.name)).map((field) => [field.name, field.value]);
  const fields = $$(FIELDS, form).map((field) => (field.matches("select") ? [field.name]
    : [field.name, field.type === "hidden" ? field.dataset : field.defaultValue, field.closest("label")?.textContent]));
  return JSON.stringify([form.getAttribute("action"), form.dataset, along, fields]);
}

// What was typed, ticked or chosen in a form that asks the same again stays in it.
function filled(old, made) {
  const typed = $$("form", old).filter((form) => !given.has(form) && $$(FIELDS, form).some(touched));
  const again = new Map(typed.length ? $$("form", made).map((form) => [asks(form), form]) : []);
  for (const form of typed) {
    const fields = $$(FIELDS, form), into = again.get(asks(form));
    if (!into) continue;
    $$(FIELDS, into).forEach((field, at) => {
      if (ticks(field)) field.checked = fields[at].checked;
      else if (!field.matches("select") || [...field.options].some((option) => option.value === fields[at].value)) field.value = fields[at].value;
    });
    const shown = $$("output", form);
    $$("output", into).forEach((output, at) => { output.textContent = shown[at].textContent; });
  }
}

// What somebody has opened stays open while the rest is redrawn, until he presses a button in it; what he is typing
// stays typed.
function keep(old, made) {
  const active = document.activeElement;
  const opened = [...old.querySelectorAll("details[open]")].filter((one) => !(active?.matches("button") && one.contains(active)));
  const titles = opened.map((one) => $("summary", one)?.textContent.trim());
  for (const one of made.querySelectorAll("details")) if (titles.includes($("summary", one)?.textContent.trim())) one.open = true;
  filled(old, made);
  if (!active?.name || !active.matches("input:not([type=checkbox], [type=radio]), textarea") || !old.contains(active)) return null;
  const named = (where) => [...where.querySelectorAll(`[name="${CSS.escape(active.name)}"]`)];
  const before = named(old);
  const field = named(made)[before.indexOf(active)];
  if (!field || field.type !== active.type || named(made).length !== before.length) return null;
  if (!given.has(active.form)) field.value = active.value;
  return field;
}

// While a finger, a button of the mouse or the space bar is down nothing is replaced under it.
let pressed = false;
addEventListener("pointerdown", () => { pressed = true; }, true);
addEventListener("keydown", (event) => { if (event.key === " " && event.target.matches?.("button")) pressed = true; }, true);
for (const kind of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(kind, () => { setTimeout(() => { pressed = false; }, 0); }, true);

export async function released() {
  for (let waited = 0; pressed && waited < HELD_MS; waited += 30) await new Promise((done) => { setTimeout(done, 30); });
}

// Put fragments in place; returns those that were newer than what was shown.
export function apply(fragments, entry) {
  const changed = [], coming = Object.entries(fragments || {});
  // Asked before anything is put in place and set when everything is: a browser lays the page out anew for each.
  const scrolled = new Map(coming.map(([id]) => [id, document.getElementById(id)?.scrollTop]).filter(([, top]) => top)), back = [];
  for (const [id, html] of coming) {
    const old = document.getElementById(id);
    if (!old || Number(old.dataset.entry || 0) > entry) continue;
    const within = old.contains(document.activeElement), held = within ? handle(document.activeElement) : "";
    const made = fragment(old, html);
    if (!made) continue;
    if (old.dataset.keyed !== undefined && [...old.children, ...made.children].every((child) => child.id)) {
      merge(old, made);
      changed.push(old);
      continue;
    }
    const typed = keep(old, made);
    old.replaceWith(made);
    if (scrolled.has(id)) back.push([made, scrolled.get(id)]);
    typed?.focus({ preventScroll: true });
    if (within && !typed) {
      // A button that is gone leaves the focus to its group, not to the one that stands in its place: Enter may still be down.
      const again = held && (made.querySelector(held) || (made.matches(held) ? made : null)) || $("[role='group'][tabindex='-1']", made);
      if (again instanceof SVGElement && !again.hasAttribute("tabindex")) again.setAttribute("tabindex", "0");
      again?.focus({ preventScroll: true });
    }
    changed.push(made);
  }
  for (const [made, top] of back) made.scrollTop = top;
  if (changed.length && Number(document.body.dataset.entry || 0) < entry) document.body.dataset.entry = entry;
  return changed;
}

// Controls that act on the table: without a connection, or while the wheel turns, they are off and say why.
const ACTS = ".decision, .tray-end .button, .chip-button, .count-button, .button.huge, [data-undo], [data-call], [data-declare], " +
  ".card-key, .dice-key, .pocket, [data-mark] button, [data-rank], [data-suit-key], [data-amount-form] button, #sheet [data-wager]";

export function hold(why) {
  for (const control of $$(ACTS)) {
    if (control.getAttribute("aria-disabled") === "true" || control.disabled) continue;
    control.dataset.held = control.title;
    control.title = why;
    control.setAttribute("aria-disabled", "true");
    const cost = $(".cost", control);
    if (cost) { cost.dataset.words = cost.innerHTML; cost.textContent = why; }
    else if (control.matches(".decision")) {
      const words = document.createElement("span");
      words.className = "cost put";
      words.textContent = why;
      control.append(words);
    }
  }
}

export function free() {
  for (const control of $$("[data-held]")) {
    control.title = control.dataset.held;
    if (!control.title) control.removeAttribute("title");
    delete control.dataset.held;
    control.removeAttribute("aria-disabled");
    const cost = $(".cost", control);
    if (cost?.matches(".put")) cost.remove();
    else if (cost?.dataset.words !== undefined) { cost.innerHTML = cost.dataset.words; delete cost.dataset.words; }
  }
}

export class Live {
  constructor(url, { before, after } = {}) {
    this.url = url;
    this.before = before;
    this.after = after;
    this.tries = 0;
    this.was = false;
    this.moves = 0; // throws and spins that have come and are not shown yet
    this.shown = Promise.resolve();
    this.houseClock();
    this.open();
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.doubt());
    addEventListener("unanswered", () => this.doubt());
    setInterval(() => { if (Date.now() - this.heard > SILENT_MS) this.doubt(); }, 5000);
    addEventListener("pagehide", () => { this.ending = true; this.socket?.close(); });
  }

  open() {
    const address = typeof this.url === "function" ? this.url() : this.url;
    const at = new URL(address, location.href);
    if (this.away) at.searchParams.set("again", "1");
    at.protocol = at.protocol.replace("http", "ws");
    this.socket = new WebSocket(at);
    this.heard = Date.now();
    this.socket.onopen = () => { if (this.away) settled(); this.tries = 0; this.away = false; this.badge("live", "Live"); this.stale(false); };
    this.socket.onmessage = (event) => { this.heard = Date.now(); this.next(JSON.parse(event.data)); };
    this.socket.onclose = (event) => this.lost(event);
  }

  reopen() {
    this.ending = false;
    if (this.socket) { this.socket.onclose = null; this.socket.close(); }
    this.open();
  }

  // A socket may look open long after its line is gone: an act without an answer, or a long silence, says it is.
  doubt() {
    if (this.away || this.ending) return;
    this.socket.onclose = null;
    this.socket.onmessage = null;
    this.socket.close();
    this.lost({ code: 1006 });
  }

  // What comes is shown in its order, each when the one before it has arrived.
  next(data) {
    if (data.beat) return;
    const moves = data.motion ? 1 : 0;
    this.moves += moves;
    const mine = this.shown.then(() => this.take(data)).finally(() => { this.moves -= moves; });
    this.shown = mine.catch(() => null); // one that fails, and says so, does not hold up the next
  }

  async take(data) {
    await released();
    if (data.say?.length) say(data.say.join(" "));
    if (data.alert) warn(data.alert);
    if (data.title) document.title = data.title;
    if (data.meanwhile) message(data.meanwhile, "info");
    if (data.reload) { location.reload(); return; }
    if (this.before) await this.before(data);
    const changed = apply(data.fragments, data.entry);
    this.after?.(changed, data);
  }

  lost(event) {
    if (this.ending) return;
    if (event.code === 4401 || (event.code === 4404 && $("#s-strip"))) { location.reload(); return; }
    if (!this.away) this.stale(true);
    this.away = true;
    const seconds = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    let left = seconds;
    this.badge("lost", `Reconnecting… ${left} s`);
    clearInterval(this.clock);
    this.clock = setInterval(() => {
      left -= 1;
      if (left > 0) { this.badge("lost", `Reconnecting… ${left} s`); return; }
      clearInterval(this.clock);
      this.open();
    }, 1000);
  }

  // What is shown stays, dimmed, with the time it was true.
  stale(on) {
    document.body.classList.toggle("stale", on);
    if (on) hold("Reconnecting…"); else free();
    const mark = $("#as-of");
    if (!mark) return;
    mark.hidden = !on;
    if (on) mark.textContent = `as of ${new Date().toLocaleTimeString("en-GB")}`;
  }

  // The house's own time beside the badge, from what the page came with; it says nothing while the line is lost.
  houseClock() {
    const face = $("[data-house-clock]");
    if (!face) return;
    const [hours, minutes, seconds] = face.textContent.split(":").map(Number);
    const began = performance.now();
    setInterval(() => {
      const now = hours * 3600 + minutes * 60 + seconds + Math.floor((performance.now() - began) / 1000);
      face.textContent = [now / 3600 % 24, now / 60 % 60, now % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
    }, 1000);
  }

  hurry() {
    if (document.body.classList.contains("stale")) { clearInterval(this.clock); this.open(); }
  }

  badge(state, words) {
    const badge = $("#live");
    if (!badge) return;
    badge.dataset.state = state;
    badge.classList.toggle("pos", state === "live");
    badge.classList.toggle("warn", state !== "live");
    const text = $(".words", badge);
    if (text) text.textContent = state === "live" && badge.dataset.words ? badge.dataset.words : words;
    if (state !== "live" && this.was) warn("Connection lost. Reconnecting.");
    this.was = state === "live";
  }
}
