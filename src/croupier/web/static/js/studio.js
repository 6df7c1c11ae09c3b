// The editor: what is typed is checked as the command line would and saved field by field; who else is there is shown.
import "./plain.js";

const form = document.querySelector("form[data-check]");
const HOLD_MS = 10000, TYPING_MS = 350;
let waiting = 0, asked = 0;

const token = () => document.querySelector('meta[name="csrf"]')?.content || "";
const send = (path, body) => fetch(path, { method: "POST", body, headers: { "x-csrf": token(), "x-requested-with": "studio" } });
const typed = () => new URLSearchParams(new FormData(form));

// ---- faults beside their fields

const nearest = (where) => {
  const marks = [...form.querySelectorAll("[data-faults]")];
  const fits = marks.filter((m) => where === m.dataset.faults || where.startsWith(m.dataset.faults + ".") || where.startsWith(m.dataset.faults + "["));
  return fits.sort((a, b) => b.dataset.faults.length - a.dataset.faults.length)[0];
};

const showFaults = (found) => {
  for (const mark of form.querySelectorAll("[data-faults]")) mark.replaceChildren();
  for (const row of form.querySelectorAll(".fault-row")) row.remove();
  for (const fault of found) {
    let mark = nearest(fault.where);
    if (!mark) continue;
    if (fault.fixes?.length) mark = besideGone(mark);
    const line = document.createElement("span");
    line.className = `${fault.warning ? "warn" : "neg"} small fault`;
    line.textContent = fault.says.endsWith(".") ? fault.says : `${fault.says}.`;
    mark.append(line);
    if (fault.fixes?.length && form.dataset.save) mark.append(settling(fault.fixes));
  }
};

// What a row that was taken out leaves unpaid stands where it stood.
const besideGone = (mark) => {
  const gone = mark.closest("[data-grid]")?.querySelector("tr.gone");
  if (!gone) return mark;
  const row = Object.assign(document.createElement("tr"), { className: "fault-row" });
  const cell = Object.assign(document.createElement("td"), { colSpan: 6 });
  row.append(cell);
  gone.after(row);
  return cell;
};
for (const mark of form?.querySelectorAll(".grid-faults:has(.settle)") || []) {
  const place = besideGone(mark);
  if (place !== mark) place.append(...mark.childNodes);
}

// The rows that would settle a fault, each a button that writes it into a row that is empty.
const settling = (fixes) => {
  const line = Object.assign(document.createElement("p"), { className: "row settle" });
  for (const fix of fixes) {
    const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: fix.words });
    Object.assign(button.dataset, { settle: "", outcome: fix.outcome, odds: fix.odds });
    line.append(button);
  }
  return line;
};

form?.addEventListener("click", (press) => {
  const fix = press.target.closest("[data-settle]");
  if (!fix) return;
  const rows = [...fix.closest("[data-grid]").querySelectorAll("[data-row]")];
  const empty = rows.filter((row) => [...row.querySelectorAll("input")].every((field) => !field.value.trim()));
  const [name, odds] = (empty[0] || rows.at(-1)).querySelectorAll("input");
  [name.value, odds.value] = [fix.dataset.outcome, fix.dataset.odds];
  odds.focus();
  save();
});

// How far the draft may go: what is at fault keeps it from being submitted, and says so on top and beside its signature.
const locked = (faults) => {
  for (const part of document.querySelectorAll("[data-submit-top], [data-unlocked]")) part.hidden = faults > 0;
  for (const part of document.querySelectorAll("[data-settle-top], [data-locked]")) part.hidden = !faults;
  if (!faults) document.querySelectorAll("#faults > .card-panel, .studio-clauses .neg").forEach((part) => part.remove());
  for (const part of document.querySelectorAll("[data-faults-count]")) part.textContent = `Settle ${faults} fault${faults === 1 ? "" : "s"} first`;
};

const check = async () => {
  const number = ++asked;
  try {
    const reply = await send(form.dataset.check, typed());
    if (reply.ok && number === asked) showFaults((await reply.json()).found);
  } catch { /* offline: the next key asks again */ }
};

form?.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(check, TYPING_MS); });

// ---- saving after each field, one at a time and in order

const saved = document.querySelector("[data-saved] span");
const say = (words, wrong = false) => {
  if (!saved) return;
  saved.textContent = words;
  saved.parentElement.classList.toggle("neg", wrong);
  saved.parentElement.classList.toggle("pos", !wrong);
};
let saving = Promise.resolve(), last = form ? String(typed()) : "";
const undo = [];

const save = (remember = true) => {
  if (!form?.dataset.save) return saving;
  saving = saving.then(async () => {
    const now = typed(), before = last, sent = typed();
    if (String(now) === last) return;
    now.set("command", crypto.getRandomValues(new Uint32Array(4)).join("-"));
    say("Saving…");
    let reply;
    try { reply = await send(form.dataset.save, now); } catch { say("Not saved: no connection. It is tried again.", true); setTimeout(save, 3000); return; }
    if (reply.status === 409) return conflict(await reply.json());
    if (!reply.ok) { say((await reply.json().catch(() => ({}))).says || "Not saved.", true); return; }
    const told = await reply.json();
    if (remember) undo.push(before);
    if (told.others) { keepFocus(String(typed()) !== String(sent)); location.reload(); return; }
    for (const field of document.querySelectorAll('input[name="seen"]')) field.value = told.revision;
    sent.set("seen", told.revision);
    last = String(sent); // what was typed meanwhile is not saved yet
    say(`Saved ${told.saved}`);
    document.querySelector("[data-revision]").textContent = told.revision;
    document.querySelector("[data-changes]").textContent = `${told.changes} change${told.changes === 1 ? "" : "s"}`;
    marks();
    showFaults(told.found);
    locked(told.faults);
    again("#effect", "effect");
    again("#cases", "cases");
  });
  return saving;
};

// A panel that follows the draft: its old figures stay, paler, until the new ones are there.
const again = (id, name) => {
  const panel = document.querySelector(id);
  panel?.classList.add("computing");
  if (panel?.dataset[name] && window.htmx) window.htmx.ajax("GET", panel.dataset[name], { target: id, swap: "outerHTML" });
};

const conflict = (told) => {
  const words = told.conflicts.map((c) => `${c.where}: somebody else has written “${c.theirs}”, before it was “${c.was}”.`).join(" ");
  const place = form.querySelector("[data-conflict]");
  place.textContent = `${words || told.says} Yours stands in the field and is not saved; press Save to keep it.`;
  place.hidden = false;
  for (const field of form.querySelectorAll('input[name="seen"]')) field.value = told.revision;
  delete form.dataset.save; // from here on only the button saves: nobody's words are written over unseen
  say("Not saved.", true);
};

const marks = () => {
  for (const row of form.querySelectorAll("[data-row]")) {
    const [name, odds] = [...row.querySelectorAll("input")].map((i) => i.value.trim());
    const was = row.dataset.was, mark = row.querySelector("[data-mark]");
    row.classList.toggle("gone", Boolean(was) && !name && !odds);
    if (mark) mark.textContent = !name && !odds ? (was ? "removed" : "") : odds === was ? "" : was ? "changed" : "added";
    row.querySelector(".odds")?.classList.toggle("changed", Boolean(mark?.textContent));
  }
  for (const field of form.querySelectorAll("[data-before]")) {
    const changed = field.querySelector(".input").value.trim() !== field.dataset.before;
    field.classList.toggle("changed", changed);
    field.querySelector(".mark-changed").hidden = !changed;
  }
  const entry = document.querySelector(".studio-clauses [aria-current='page'] [data-entry-mark]");
  if (!entry || entry.querySelector(".mark-added")) return;
  const any = form.querySelector(".field.changed") || [...form.querySelectorAll("[data-mark]")].some((mark) => mark.textContent.trim());
  const words = Object.assign(document.createElement("span"), { className: "mark-changed small", textContent: "changed" });
  entry.replaceChildren(...(any ? [words] : []));
};

form?.addEventListener("change", () => save());

// The page that is loaded again puts one back where one was, with what was being typed there.
const keepFocus = (typing) => {
  const { name = "", value } = document.activeElement || {};
  sessionStorage.setItem("studio-focus", JSON.stringify({ name, value: typing && name ? value : null }));
};
const focused = JSON.parse(sessionStorage.getItem("studio-focus") || "null");
if (focused?.name && form) {
  const field = form.elements[focused.name];
  field?.focus?.();
  if (field && focused.value !== null && field.value !== focused.value) {
    field.value = focused.value;
    field.addEventListener?.("blur", () => save(), { once: true }); // a field that a script filled tells of no change
  }
  sessionStorage.removeItem("studio-focus");
}

// ---- the grid by keyboard

const swap = (row, other) => {
  if (!other?.matches("[data-row]")) return;
  const [one, two] = [row, other].map((r) => [...r.querySelectorAll("input")]);
  one.forEach((field, n) => { [field.value, two[n].value] = [two[n].value, field.value]; });
  [row.dataset.was, other.dataset.was] = [other.dataset.was, row.dataset.was];
  save();
};

form?.addEventListener("keydown", (press) => {
  const row = press.target.closest?.("[data-row]");
  if (!row || press.target.tagName !== "INPUT") return;
  const cell = [...row.querySelectorAll("input")].indexOf(press.target);
  const to = press.key === "ArrowUp" ? row.previousElementSibling : row.nextElementSibling;
  if (press.key === "Enter") {
    press.preventDefault();
    save();
    to?.querySelectorAll("input")[cell]?.focus();
  } else if (press.altKey && (press.key === "ArrowUp" || press.key === "ArrowDown")) {
    press.preventDefault();
    swap(row, to);
    to?.querySelectorAll("input")[cell]?.focus();
  }
});

form?.addEventListener("click", (press) => {
  const row = press.target.closest("[data-drop-row]")?.closest("[data-row]");
  if (!row) return;
  for (const field of row.querySelectorAll("input")) field.value = "";
  save();
});

document.addEventListener("keydown", (press) => {
  if (press.key === "/" && !press.target.closest("input, textarea, select")) {
    press.preventDefault();
    document.querySelector("[data-find]")?.focus();
  }
  if (press.key !== "z" || !(press.ctrlKey || press.metaKey) || !undo.length || !form?.dataset.save) return;
  if (String(typed()) !== last) return; // what is being typed is taken back by the field itself
  press.preventDefault();
  for (const [name, value] of new URLSearchParams(undo.pop())) {
    const field = form.elements[name];
    if (field && !["seen", "csrf", "command", "at"].includes(name)) field.value = value;
  }
  save(false);
});

// ---- what each row does, from the effect's own figures

const figures = () => {
  for (const grid of document.querySelectorAll("[data-grid]")) {
    for (const row of grid.querySelectorAll("[data-one-in]")) {
      const said = [...document.querySelectorAll("#effect li[data-table]")]
        .find((f) => f.dataset.table === grid.dataset.grid && f.dataset.outcome === row.dataset.oneIn);
      row.textContent = said?.dataset.one || "–";
      row.parentElement.querySelector("[data-back]").textContent = said?.dataset.pays || "–";
    }
  }
};
document.body.addEventListener("htmx:afterSettle", figures);
document.body.addEventListener("htmx:after:settle", figures);
new MutationObserver(figures).observe(document.querySelector(".studio-effect") || document.body, { childList: true, subtree: true });

// ---- who else is here

const others = document.querySelector("[data-others]");
const look = async () => {
  const about = new URLSearchParams({ at: form.elements.at.value, seen: form.elements.seen.value });
  let told;
  try { const reply = await send(form.dataset.hold, about); if (!reply.ok) return; told = await reply.json(); } catch { return; }
  for (const place of document.querySelectorAll("[data-held]")) {
    const who = told.held[place.dataset.held];
    place.textContent = who ? ` badge ${who} is here` : "";
  }
  if (others && told.since.length) {
    const latest = told.since[0];
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "Show it";
    others.replaceChildren(`Badge ${latest.by} saved revision ${latest.number} at ${latest.at}: ${latest.says}. `, link);
    others.hidden = false;
  }
};
if (form?.dataset.hold) { look(); setInterval(look, HOLD_MS); }

// ---- the list of clauses

document.querySelector("[data-find]")?.addEventListener("input", (press) => {
  const wanted = press.target.value.trim().toLowerCase();
  for (const group of document.querySelectorAll(".studio-clauses details")) {
    const lines = [...group.querySelectorAll("li")];
    for (const line of lines) line.hidden = Boolean(wanted) && !line.textContent.toLowerCase().includes(wanted);
    const found = lines.some((line) => !line.hidden);
    group.hidden = Boolean(wanted) && !found;
    if (wanted && found) group.open = true;
  }
});
