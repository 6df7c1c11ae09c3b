// A player's station: wagers on the layout, decisions, the panel, the socket.

import { $, $$, Turns, send, say, message, tabs, typing } from "./app.js";
import { Live, apply, free, giving, hold, released } from "./live.js";
import { Felt, Motion, beginAt, lowestOpen } from "./felt.js";
import { Setting } from "./setting.js";
import { enterSheet, overTheCentre, sheetKey, tellSheet } from "./sheet.js";

const { table } = document.body.dataset;
const small = matchMedia("(max-width: 719px)");
const motion = new Motion();
const setting = new Setting();
let chip = Number($("[data-chip][aria-checked='true']")?.dataset.chip || 0);
const firstChip = () => Number($("[data-chip][aria-checked='true']")?.dataset.chip || 0);

const request = () => Number($("#s-tray")?.dataset.request || 0);
const wagering = () => $("#s-tray")?.dataset.wagering === "1";

const turns = new Turns(() => `${request()}/${$("#s-bar")?.dataset.entry}`);

async function act(body, what = null) {
  if (document.body.classList.contains("stale")) { message("Reconnecting: nothing can be sent now. Nothing was taken.", "warn"); return null; }
  const number = request();
  return turns.take(async () => {
    const data = await send(`/tables/${table}/act`, { number, phone: small.matches ? 1 : 0, ...body });
    await released();
    if (data) take(data);
    if (data?.said) message(data.said, "info");
    return data;
  }, what);
}

function take(data) {
  apply(data.fragments, data.entry);
  settle();
  placeMessage();
}

async function wager(area) {
  const name = area.dataset.wager;
  if (name.startsWith("sheet")) { openSheet(name.split(":")[1] || ""); return; }
  if (area.getAttribute("aria-disabled") === "true" || area.classList.contains("closed") && !wagering()) {
    message(area.dataset.why || area.getAttribute("aria-label").split(", not now: ")[1] || $(".tray-words p")?.textContent || "Wagers are closed.", "warn");
    return;
  }
  const remove = area.dataset.at ? felt.pending(area, chip) : () => {};
  await act({ action: "bet", wager: name, amount: chip });
  remove();
}

// Hops and the like over the centre; at a number only what is placed on it. The rest of the felt stays open.
function openSheet(number) {
  const sheet = $("#sheet");
  sheet.dataset.number = number;
  $("#sheet-title").textContent = number ? `On ${number}` : "Hop · next roll, these two dice";
  filterSheet();
  if (small.matches) { sheet.showModal(); return; }
  sheet.close();
  sheet.show();
  overTheCentre(sheet);
  enterSheet();
}

function filterSheet() {
  const number = $("#sheet").dataset.number || "";
  const hops = $("#sheet-list .hops");
  if (hops) hops.hidden = Boolean(number);
  for (const row of $$("#sheet-list li")) row.hidden = number ? row.dataset.number !== number : !small.matches && "number" in row.dataset;
}

async function call(marker) {
  const [wager, on] = marker.dataset.marks.split(":"), word = marker.dataset.call;
  const name = marker.getAttribute("aria-label").split(/ is (?:on|off)\. /)[0];
  if (!await act({ action: `call:${word}`, wager, on: on || "" }, marker.dataset.marks)) return;
  message(`${name} is called ${word} for the come-out roll.`, "info"); // while a point stands the marker looks as before
}

async function about(area) {
  const dialog = $("#about");
  const answer = await fetch(`/tables/${table}/about?wager=${encodeURIComponent(area.dataset.wager)}`);
  if (!answer.ok) { message(area.getAttribute("aria-label"), "info"); return; }
  $("#about-body").innerHTML = await answer.text();
  dialog.showModal();
}

const felt = new Felt({ place: wager, about });

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-act]");
  if (!form) return;
  event.preventDefault();
  const button = $("button.decision", form);
  if (form.dataset.act === "house-way") { setting.house(); return; }
  button.classList.add("pending");
  const inputs = new FormData(form);
  const amount = inputs.get("amount");
  await giving(form, act({ action: form.dataset.act, ...(amount ? { amount: Number(amount) } : {}),
    ...(inputs.get("cards") ? { cards: inputs.get("cards") } : {}) }, form.dataset.act));
  if (form.dataset.act !== "ready") button.classList.remove("pending");
  else setTimeout(() => button.classList.remove("pending"), 3000);
});

document.addEventListener("click", (event) => {
  const token = event.target.closest("[data-chip]");
  if (token && !token.disabled) choose(token);
  for (const action of ["repeat", "double", "clear", "take"]) {
    if (event.target.closest(`[data-${action}]:not([aria-disabled])`)) act({ action }, action === "take" ? null : action);
  }
  const locked = event.target.closest("#s-tray [aria-disabled='true'][title]"); // a finger has no pointer to rest on it
  if (locked) message(locked.title, "warn");
  const shut = event.target.closest(".decision[aria-disabled='true']"); // by its key too: never silent about why not
  if (shut) message($(".cost", shut)?.textContent.trim() || shut.title, "warn");
  const more = event.target.closest("#sheet [data-wager]:not([aria-disabled])");
  if (more) act({ action: "bet", wager: more.dataset.wager, amount: chip });
  const all = event.target.closest("#sheet [data-hops]");
  if (all) hopAll(all.dataset.hops.split(" "));
  const marker = event.target.closest(".marker");
  if (marker) call(marker);
  if (event.target.closest("[data-drawer]")) drawer();
  const phone = event.target.closest("[data-phone]");
  if (phone) showPhone(phone.dataset.phone);
  const open = event.target.closest("[data-phone-open]");
  if (open) showPhone(open.dataset.phoneOpen);
  const clause = event.target.closest("a[data-clause]");
  if (clause) { event.preventDefault(); rule(clause); }
  const step = event.target.closest("[data-step]");
  if (step) stepAmount(step);
  motion.skip();
});

async function hopAll(wagers) {
  for (const name of wagers) if (!await act({ action: "bet", wager: name, amount: chip })) return;
}

function inHand(token) {
  if ($("#sheet")) tellSheet($(small.matches ? "#p-chips" : "#f-chips"), chip);
  const words = $("[data-in-hand]");
  if (words) words.textContent = `${token.getAttribute("aria-label")} ${token.matches(".count-button") ? "a tap" : "in hand"}.`;
}

function choose(token) {
  chip = Number(token.dataset.chip);
  $$("[data-chip]").forEach((other) => other.setAttribute("aria-checked", String(other === token)));
  inHand(token);
  say(token.getAttribute("aria-label") || `${token.textContent} chips per tap`);
}

function stepAmount(button) {
  const field = button.closest("form").querySelector("input[name='amount']");
  const { least, most, step } = field.dataset;
  const next = Number(field.value) + Number(button.dataset.step) * Number(step);
  field.value = Math.max(Number(least), Math.min(Number(most), next));
  const shown = button.closest("form").querySelector("[data-amount]");
  if (shown) shown.textContent = `$${(field.value / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
}

// A step that is held goes on by itself, faster than anybody taps from $1 to $24.
let stepping = 0;
addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("[data-step]");
  if (!button) return;
  stepping = setTimeout(() => { stepping = setInterval(() => button.isConnected && stepAmount(button), 70); }, 400);
});
for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, () => { clearTimeout(stepping); clearInterval(stepping); });

async function rule(link) {
  const answer = await fetch(`/tables/${table}/clause?clause=${encodeURIComponent(link.dataset.clause)}`);
  if (!answer.ok) { location.href = link.href; return; }
  $("#about-body").innerHTML = await answer.text();
  $("#about").showModal();
}

function drawer(force) {
  const panel = $("#panel");
  const open = force ?? !panel.classList.contains("open");
  panel.classList.toggle("open", open);
  $("[data-drawer]")?.setAttribute("aria-expanded", String(open));
}

const chooseTab = tabs($("#panel .tabs"));
function showPhone(name) {
  $$("[data-phone]").forEach((b) => b.setAttribute("aria-selected", String(b.dataset.phone === name)));
  drawer(name !== "table");
  const tab = $(`[data-tab="${name}"]`);
  if (tab) chooseTab(tab, false);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("#sheet")?.open) { $("#sheet").close(); return; }
  if (typing(event) || $("dialog[open]:not(#sheet)")) return;
  if (event.repeat && event.key !== "Backspace") return; // a key held down is one press
  if (setting.pressed(event) || sheetKey(event)) return;
  if (event.key === " " && motion.skip()) { event.preventDefault(); return; }
  const key = event.key.toUpperCase();
  const button = $(`.decision[data-key="${CSS.escape(key)}"]`);
  if (button) { event.preventDefault(); button.click(); return; }
  if (/^[1-6]$/.test(event.key)) {
    const token = $$("[data-chip]")[Number(event.key) - 1];
    if (token && !token.disabled) choose(token);
  } else if (key === "R" || key === "D" || key === "C") {
    $(`[data-${{ R: "repeat", D: "double", C: "clear" }[key]}]:not([aria-disabled])`)?.click();
  } else if (key === "O") {
    const marker = $(`.marker[data-marks="${CSS.escape(document.activeElement?.dataset?.wager || "")}"]`);
    if (marker) call(marker);
  } else if (event.key === "Backspace") {
    event.preventDefault();
    $("[data-take]:not([aria-disabled])")?.click();
  }
});

// What an area is called now: its name and odds, the own wager, why it is closed.
function label(area, cents) {
  area.dataset.base ||= area.getAttribute("aria-label").split(/, your wager |, not now: /)[0];
  const dollars = cents ? `, your wager ${(cents / 100).toLocaleString("en-US")} dollars` : "";
  const why = area.dataset.why ? `, not now: ${area.dataset.why}` : "";
  area.setAttribute("aria-label", area.dataset.base + dollars + why);
}

// After every change: chip in hand, one tab stop, what is closed, what came.
function settle() {
  if (!chip) chip = firstChip();
  const token = $(`[data-chip="${chip}"]`);
  if (token) {
    $$("[data-chip]").forEach((other) => other.setAttribute("aria-checked", String(other === token && wagering())));
    inHand(token);
  }
  const flat = $$(".flat .area");
  const reasons = JSON.parse($(small.matches ? "#p-closed" : "#f-closed")?.dataset.shut || "{}"); // of the felt that is kept up to date
  const shut = new Map(Object.entries(reasons).flatMap(([why, wagers]) => wagers.map((wager) => [wager, why])));
  if (flat.length) {
    const open = wagering();
    const own = new Map();
    for (const stake of $$(".stake[data-own]")) {
      if (stake.getClientRects().length) own.set(stake.dataset.wager, (own.get(stake.dataset.wager) || 0) + Number(stake.dataset.amount || 0));
    }
    for (const area of flat) {
      const closed = !area.dataset.wager.startsWith("sheet") && (!open || shut.has(area.dataset.wager));
      area.dataset.why = shut.get(area.dataset.wager) || "";
      label(area, own.get(area.dataset.wager) || 0);
      area.classList.toggle("closed", closed);
      if (closed) area.setAttribute("aria-disabled", "true"); else area.removeAttribute("aria-disabled");
    }
  }
  if ($("#sheet")?.open) filterSheet();
  sitDown();
  setting.refresh();
  felt.rove();
  felt.refresh();
  motion.cards();
}

// Who pressed "Sit down" in a round sits down when it is over, as long as this window is open.
let sits = new URLSearchParams(location.search).has("sit");
function sitDown() {
  const button = $("#act-sit");
  if (!sits || !button) return;
  if ("waits" in button.dataset) {
    button.setAttribute("aria-disabled", "true");
    $(".cost", button).textContent = "Yours when this round is over";
    return;
  }
  sits = false;
  button.form.requestSubmit();
}

// While the ball or the dice are on their way nothing may be wagered or taken back, and the page says so.
// What is put aside comes back after: a part that reads the same before and after is not sent again.
function moving(words) {
  const tray = $("#s-tray"), status = $("#s-status"), line = $(".spin-line strong");
  const before = { open: tray?.dataset.wagering, kind: status?.className, inside: status?.innerHTML, line: line?.textContent };
  if (tray) tray.dataset.wagering = "0";
  if (status) { status.className = "pill status info"; status.textContent = words; }
  if (line) line.textContent = words;
  hold(words);
  return () => {
    if (tray) tray.dataset.wagering = before.open;
    if (status) { status.className = before.kind; status.innerHTML = before.inside; }
    if (line) line.textContent = before.line;
    free();
  };
}

const live = new Live(() => `/tables/${table}/live?phone=${small.matches ? 1 : 0}&entry=${document.body.dataset.entry || 0}&journal=${encodeURIComponent(document.body.dataset.journal)}`, {
  before: async (data) => {
    if (!data.motion || document.hidden || live.moves > 1) return; // another throw has come meanwhile
    const spin = data.motion.kind === "spin";
    const arrived = moving(spin ? "No more bets" : "The dice are out");
    if (spin) await motion.spin(data.motion.turn); else await motion.dice();
    arrived();
  },
  after: (changed, data) => {
    settle();
    placeMessage();
    if (data.decision) {
      const inside = $("#main").contains(document.activeElement);
      if (inside && !document.activeElement.matches(".area, #decisions")) $("#decisions button:not([aria-disabled])")?.focus({ preventScroll: true });
    }
  },
});
// The other felt has not been kept up to date: all of it is asked for.
small.addEventListener("change", () => { document.body.dataset.entry = 0; live.reopen(); });
settle();
// In a low window, as at 200 % zoom, the felt scrolls: it begins at the reader's own place, or where a layout that all
// share has its lowest open area in sight.
if (!small.matches) beginAt($(".flat") ? lowestOpen() : $("#felt .area"));
document.body.dataset.ready = "1";

// A message takes the place of the tray's sentence; where the buttons leave that none, of what lies on the table, which
// the felt says too: it covers no chip and no button, also when these change under it.
const WIDE = 150;
function placeMessage() {
  const box = $("#messages");
  const free = ["#s-tray .tray-words", "#s-bar .on-table", "#s-bar .stat.total", "#s-bar .stat.first"].flatMap((s) => $$(s))
    .find((part) => part.checkVisibility() && part.getBoundingClientRect().width >= WIDE);
  const low = free?.closest("section").getBoundingClientRect();
  const fits = free && box.childElementCount && innerWidth >= 720 && low.bottom <= innerHeight + 1;
  const place = fits && free.getBoundingClientRect();
  box.style.left = fits ? `${place.left - 4}px` : "";
  box.style.right = fits ? "auto" : "";
  box.style.width = fits ? `${place.width + 8}px` : "";
  box.style.minWidth = fits ? "0" : "";
  box.style.bottom = fits ? `${innerHeight - low.bottom + Math.max(2, (low.height - box.offsetHeight) / 2)}px` : "";
}
new MutationObserver(placeMessage).observe($("#messages"), { childList: true });
addEventListener("resize", placeMessage);
