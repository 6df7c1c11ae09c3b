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

// The check counts the rows that are there; one that was taken out still stands on the page.
const numbered = () => {
  for (const grid of form.querySelectorAll("[data-grid]")) {
    let number = 0;
    for (const row of grid.querySelectorAll("[data-row]")) {
      row.querySelector("[data-faults]").dataset.faults = isEmpty(row) ? "none" : `${grid.dataset.grid}.rows[${++number}]`;
    }
  }
};

const showFaults = (found) => {
  numbered();
  for (const mark of form.querySelectorAll("[data-faults]")) mark.replaceChildren();
  for (const row of form.querySelectorAll(".fault-row")) row.remove();
  for (const row of form.querySelectorAll(".at-fault")) row.classList.remove("at-fault");
  for (const fault of found) {
    let mark = nearest(fault.where);
    if (!mark) continue;
    if (fault.fixes?.length) mark = besideGone(mark, fault.fixes[0].outcome);
    const line = document.createElement("span");
    line.className = `${fault.warning ? "warn" : "neg"} small fault`;
    line.textContent = fault.says.endsWith(".") ? fault.says : `${fault.says}.`;
    mark.append(line);
    if (fault.fixes?.length && form.dataset.save) mark.append(settling(fault.fixes));
  }
  for (const grid of form.querySelectorAll("[data-grid]")) {
    const wrong = found.filter((fault) => !fault.warning && fault.where.startsWith(grid.dataset.grid)).length;
    const told = grid.querySelector("[data-rows-wrong]");
    told.hidden = !wrong;
    told.textContent = many(wrong, "fault");
  }
};
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// What a row that was taken out leaves unpaid stands where it stood.
const goneRow = (grid, hand) => [...grid?.querySelectorAll("tr.gone") || []].find((row) => row.dataset.hand === hand);
const besideGone = (mark, hand) => {
  const gone = goneRow(mark.closest("[data-grid]"), hand);
  if (!gone) return mark;
  const row = Object.assign(document.createElement("tr"), { className: "fault-row" });
  const cell = Object.assign(document.createElement("td"), { colSpan: gone.closest("table").rows[0].cells.length });
  row.append(cell);
  gone.after(row);
  gone.classList.add("at-fault");
  return cell;
};
for (const told of form?.querySelectorAll("[data-settled]") || []) {
  const place = besideGone(told.parentElement, told.dataset.settled);
  if (place !== told.parentElement) place.append(...told.childNodes);
}

// The rows that would settle a fault, each a button that writes it into a row that is empty, with the edge it would give.
const settling = (fixes) => {
  const line = Object.assign(document.createElement("p"), { className: "row settle" });
  for (const fix of fixes) {
    const button = Object.assign(document.createElement("button"), { className: "button", type: "button" });
    const edge = Object.assign(document.createElement("span"), { className: "small t2" });
    edge.dataset.edgeOf = "";
    button.append(Object.assign(document.createElement("strong"), { textContent: fix.words }), " ", edge);
    Object.assign(button.dataset, { settle: "", outcome: fix.outcome, odds: fix.odds, key: fix.key });
    line.append(button);
  }
  queueMicrotask(edges);
  return line;
};
const edges = () => {
  for (const button of document.querySelectorAll("[data-settle]")) {
    const said = [...document.querySelectorAll("#effect li[data-settles]")].find((li) => li.dataset.settles === button.dataset.key);
    const words = said ? `edge ${said.dataset.edge}` : "";
    const place = button.querySelector("[data-edge-of]");
    if (place && place.textContent !== words) place.textContent = words;
  }
};

form?.addEventListener("click", (press) => {
  const fix = press.target.closest("[data-settle]");
  if (!fix) return;
  const grid = fix.closest("[data-grid]"), row = goneRow(grid, fix.dataset.outcome) || emptyRow(grid);
  fill(row, fix.dataset.outcome, fix.dataset.odds);
  parts(row).figure.focus();
  save();
});

// ---- a row: its hand, and its odds in the printed form

const parts = (row) => ({
  hand: row.querySelector('[name$=".outcome"]'), figure: row.querySelector(".odds"),
  form: row.querySelector(".odds-form"), behind: row.querySelector(".odds-of"),
});
const fieldsOf = (row) => [...row.querySelectorAll("input, select")];
const WHOLE = /^(\d[\d,]*(?:\.\d+)?) ?(to|for) ?([1-9]\d*)$/i;

const oddsOf = (row) => {
  const { figure, form: how, behind } = parts(row), said = figure.value.trim().replace(/\s+/g, " ");
  if (how.value === "push" && !said) return parts(row).hand.value.trim() ? "Push" : "";
  if (!said || said.includes(" ")) return said;
  if (how.value === "dollars") return `$${said}`;
  if (how.value === "percent") return `${said}%`;
  return behind.value.trim() ? `${said} ${how.value} ${behind.value.trim()}` : said;
};

// Odds written or pasted whole into the first field go into their places.
const spread = (row, printed) => {
  const { figure, form: how, behind } = parts(row), said = printed.trim().replace(/\s+/g, " ");
  const ratio = WHOLE.exec(said);
  if (ratio) [figure.value, how.value, behind.value] = [ratio[1], ratio[2].toLowerCase(), ratio[3]];
  else if (/^\$/.test(said)) [figure.value, how.value, behind.value] = [said.slice(1).trim(), "dollars", ""];
  else if (/%( of the meter)?$/.test(said)) [figure.value, how.value, behind.value] = [said.replace(/ ?%.*$/, ""), "percent", ""];
  else if (/^push$/i.test(said)) [figure.value, how.value, behind.value] = ["", "push", ""];
  else return;
  shape(row);
};
const shape = (row) => { row.querySelector(".odds-fields").dataset.form = parts(row).form.value; };
const fill = (row, hand, printed) => { row.hidden = false; parts(row).hand.value = hand; spread(row, printed); };
const empty = (row) => {
  const { hand, figure, form: how, behind } = parts(row);
  [hand.value, figure.value, how.value, behind.value] = ["", "", "to", row.dataset.was ? "" : "1"];
  shape(row);
};
// Odds that are written into a row that was taken out bring its hand back.
const brought = (row) => {
  const { hand, figure, form: how, behind } = parts(row);
  if (!row.matches(".gone") || hand.value.trim() || !figure.value.trim()) return;
  hand.value = row.dataset.hand;
  if (["to", "for"].includes(how.value) && !behind.value.trim()) behind.value = "1";
};
const isEmpty = (row) => !parts(row).hand.value.trim() && !parts(row).figure.value.trim();
const emptyRow = (grid) => {
  const rows = [...grid.querySelectorAll("[data-row]")];
  return rows.find((row) => row.hasAttribute("data-new") && isEmpty(row)) || rows.find(isEmpty) || rows.at(-1);
};

form?.addEventListener("change", (typing) => {
  const row = typing.target.closest("[data-row]");
  if (!row) return;
  if (typing.target.matches(".odds")) { spread(row, typing.target.value); brought(row); }
  if (typing.target.matches(".odds-form")) {
    const { form: how, behind } = parts(row);
    if (["to", "for"].includes(how.value) && !behind.value.trim()) behind.value = "1";
    shape(row);
  }
}, true); // before it is saved

// Empty rows wait until they are asked for.
for (const row of form?.querySelectorAll("[data-new]") || []) row.hidden = isEmpty(row) && Boolean(row.closest("[data-grid]").querySelector("[data-add-row]"));
form?.addEventListener("click", (press) => {
  if (!press.target.closest("[data-add-row]")) return;
  const row = emptyRow(press.target.closest("[data-grid]"));
  row.hidden = false;
  parts(row).hand.focus();
});

// How far the draft may go: what is at fault keeps it from being submitted, and says so on top and beside its signature.
const locked = (faults) => {
  for (const part of document.querySelectorAll("[data-submit-top], [data-unlocked]")) part.hidden = faults > 0;
  for (const part of document.querySelectorAll("[data-settle-top], [data-locked]")) part.hidden = !faults;
  for (const part of document.querySelectorAll("[data-faults-count]")) part.textContent = `Settle ${many(faults, "fault")} first`;
};

// Every fault of the draft, each a way to its clause; and how many of them are of the clause that is worked on.
const listed = (found) => {
  const faults = found.filter((fault) => !fault.warning), place = document.querySelector("#faults");
  if (!place) return;
  place.querySelector(".card-panel")?.remove();
  if (!faults.length) return;
  const panel = Object.assign(document.createElement("section"), { className: "card-panel" });
  const list = Object.assign(document.createElement("ul"), { className: "studio-faults" });
  for (const fault of faults.slice(0, 20)) {
    const item = Object.assign(document.createElement("li"), { className: "small" });
    const link = Object.assign(document.createElement("a"), { textContent: fault.place || fault.where });
    link.href = `${location.pathname}?at=${encodeURIComponent(fault.entry || form.elements.at.value)}`;
    item.append(link, document.createElement("br"), `${fault.says}.`);
    list.append(item);
  }
  panel.append(Object.assign(document.createElement("h2"), { className: "neg", textContent: many(faults.length, "fault") }), list);
  place.prepend(panel);
};
const entryMarks = (found) => {
  for (const mark of document.querySelectorAll(".studio-clauses [data-entry-mark]")) {
    const entry = new URL(mark.closest("a").href).searchParams.get("at");
    const wrong = found.filter((fault) => !fault.warning && (fault.entry || form.elements.at.value) === entry).length;
    const words = wrong ? many(wrong, "fault") : mark.dataset.markNow;
    if (mark.textContent.trim().replace(/\s+/g, " ") === words) continue;
    const said = document.createElement("span");
    said.className = wrong ? "neg small" : `mark-${words} small`;
    said.textContent = words;
    mark.replaceChildren(...(words ? [said] : []));
  }
};

const check = async () => {
  const number = ++asked;
  try {
    const reply = await send(form.dataset.check, typed());
    if (reply.ok && number === asked) showFaults((await reply.json()).found);
  } catch { /* offline: the next key asks again */ }
};

form?.addEventListener("input", (typing) => {
  const row = typing.target.matches(".odds") && typing.target.closest("[data-row].gone");
  if (row && typing.target.value.trim()) brought(row);
  else if (row) parts(row).hand.value = "";
  clearTimeout(waiting);
  waiting = setTimeout(check, TYPING_MS);
});

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
    document.querySelector("[data-changes]").textContent = many(told.changes, "change");
    marks();
    showFaults(told.found);
    entryMarks(told.found);
    listed(told.found);
    locked(told.faults);
    again("#effect", "effect");
    again("#what-if", "whatIf");
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

// What the version before pays, by hand: a row that is moved, taken out or written again keeps what it is held against.
const before = new Map();
for (const grid of form?.querySelectorAll("[data-grid]") || []) {
  const rows = [...grid.querySelectorAll("[data-row]")].filter((row) => row.dataset.was);
  before.set(grid, new Map(rows.map((row) => [row.dataset.hand.toLowerCase(), row.dataset.was])));
}
const partsOf = (printed) => {
  const ratio = WHOLE.exec(printed);
  return ratio ? [`${ratio[1]} ${ratio[2]}`, ratio[3]] : [printed, ""];
};

const labels = (row, hand) => {
  const { figure, form: how, behind } = parts(row);
  figure.ariaLabel = `Odds for ${hand}`;
  how.ariaLabel = `Odds for ${hand}, how they are printed`;
  behind.ariaLabel = `Odds for ${hand}, for how much`;
  row.querySelector("[data-handle]")?.setAttribute("aria-label", `Move the row ${hand}`);
  row.querySelector("[data-drop-row]")?.setAttribute("aria-label", `Take out the row ${hand}`);
};
const rowMarks = (grid) => {
  const known = before.get(grid), rows = [...grid.querySelectorAll("[data-row]")];
  const there = new Set(rows.map((row) => parts(row).hand.value.trim().toLowerCase()));
  for (const row of rows) {
    const { hand, figure, behind } = parts(row), mark = row.querySelector("[data-mark]");
    if (hand.value.trim()) row.dataset.hand = hand.value.trim();
    const name = row.dataset.hand.toLowerCase(), was = known.get(name) || "", odds = oddsOf(row);
    const gone = isEmpty(row) && Boolean(was) && !there.has(name);
    row.classList.toggle("gone", gone);
    row.classList.toggle("at-fault", gone && row.matches(".at-fault"));
    if (!row.hasAttribute("data-new")) hand.placeholder = gone ? row.dataset.hand : "";
    row.querySelector("[data-in-force]").textContent = (gone || !isEmpty(row)) && was || "–";
    mark.textContent = gone ? "removed" : isEmpty(row) || odds === was ? "" : was ? "changed" : "added";
    mark.className = `mark-${gone ? "removed" : "changed"} small`;
    const changed = mark.textContent && !gone, [now, old] = [partsOf(odds), partsOf(was)];
    figure.classList.toggle("changed", Boolean(changed) && (!was || now[0] !== old[0]));
    behind.classList.toggle("changed", Boolean(changed) && (!was || now[1] !== old[1]));
    if (name) labels(row, name);
  }
};

const marks = () => {
  for (const grid of form.querySelectorAll("[data-grid]")) {
    rowMarks(grid);
    const count = [...grid.querySelectorAll("[data-mark]")].filter((mark) => mark.textContent.trim()).length;
    const told = grid.querySelector("[data-rows-changed]");
    if (told) { told.hidden = !count; told.textContent = `${many(count, "row")} changed`; }
  }
  for (const field of form.querySelectorAll("[data-before]")) {
    const changed = field.querySelector(".input").value.trim() !== field.dataset.before;
    field.classList.toggle("changed", changed);
    field.querySelector(".mark-changed").hidden = !changed;
  }
  figures();
  const entry = document.querySelector(".studio-clauses [aria-current='page'] [data-entry-mark]");
  if (!entry || entry.dataset.markNow === "added") return;
  const any = form.querySelector(".field.changed") || [...form.querySelectorAll("[data-mark]")].some((mark) => mark.textContent.trim());
  const back = form.querySelector("[data-back-to]");
  if (back) back.hidden = !any;
  entry.dataset.markNow = any ? "changed" : "";
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

const trade = (row, other) => {
  const [one, two] = [row, other].map(fieldsOf);
  one.forEach((field, n) => { [field.value, two[n].value] = [two[n].value, field.value]; });
  [row.dataset.hand, other.dataset.hand] = [other.dataset.hand, row.dataset.hand];
  [row, other].forEach(shape);
};
const beside = (row, up) => {
  let other = up ? row.previousElementSibling : row.nextElementSibling;
  while (other && !other.matches("[data-row]:not([hidden], .gone)")) other = up ? other.previousElementSibling : other.nextElementSibling;
  return other;
};
const takeOut = (row) => {
  const next = beside(row, false) || beside(row, true);
  empty(row);
  save();
  next?.querySelector("[data-handle]")?.focus();
};

form?.addEventListener("keydown", (press) => {
  const row = press.target.closest?.("[data-row]");
  if (!row) return;
  const cell = [...row.querySelectorAll("input, select, button")].indexOf(press.target);
  const go = (to) => [...(to?.querySelectorAll("input, select, button") || [])][cell]?.focus();
  const arrow = press.key === "ArrowUp" || press.key === "ArrowDown";
  if (press.key === "Enter" && press.target.tagName === "INPUT") {
    press.preventDefault();
    if (press.target.matches(".odds")) { spread(row, press.target.value); brought(row); }
    save();
    go(beside(row, false));
  } else if (arrow && (press.altKey || press.target.matches("[data-handle]"))) {
    press.preventDefault();
    const to = beside(row, press.key === "ArrowUp");
    if (!to) return;
    trade(row, to);
    save();
    go(to);
  } else if (press.key === "Delete" && press.target.matches("[data-handle], [data-drop-row]")) {
    press.preventDefault();
    takeOut(row);
  }
});

form?.addEventListener("click", (press) => {
  const row = press.target.closest("[data-drop-row]")?.closest("[data-row]");
  if (row) takeOut(row);
});

// A row follows the pointer that holds its handle, one place at a time; it is saved where it is let go.
form?.addEventListener("pointerdown", (press) => {
  const handle = press.target.closest("[data-handle]");
  if (!handle || press.button) return;
  let row = handle.closest("[data-row]"), moved = false;
  const move = (moving) => {
    const over = document.elementFromPoint(moving.clientX, moving.clientY)?.closest("[data-row]");
    if (!over || over === row || over.hidden || over.closest("[data-grid]") !== row.closest("[data-grid]")) return;
    const up = Boolean(over.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
    while (row !== over) { const next = beside(row, up); if (!next) return; trade(row, next); row = next; moved = true; }
  };
  const drop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", drop);
    if (moved) { row.querySelector("[data-handle]")?.focus(); save(); }
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
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
  for (const row of form.querySelectorAll("[data-row]")) shape(row);
  save(false);
});

// ---- what each row does, from the effect's own figures

const figures = () => {
  for (const grid of document.querySelectorAll("[data-grid]")) {
    const rows = [...document.querySelectorAll("#effect li[data-table]")].filter((said) => said.dataset.table === grid.dataset.grid);
    for (const place of grid.querySelectorAll("[data-one-in]")) {
      const row = place.parentElement, hand = row.dataset.hand.toLowerCase();
      const said = hand ? rows.find((one) => one.dataset.hand.toLowerCase() === hand) : undefined;
      const words = [said?.dataset.one || "–", said && !row.matches(".gone") ? said.dataset.pays : "–"];
      if (place.textContent !== words[0]) place.textContent = words[0];
      const back = row.querySelector("[data-back]");
      if (back.textContent !== words[1]) back.textContent = words[1];
    }
  }
  told();
};
const handle = document.querySelector("[data-handle]:not(button)");
const told = () => {
  edges();
  const words = document.querySelector("[data-handle-words]")?.textContent.trim().replace(/\s+/g, " ");
  if (handle && words && handle.textContent !== words) handle.textContent = words;
};
document.body.addEventListener("htmx:afterSettle", figures);
document.body.addEventListener("htmx:after:settle", figures);
new MutationObserver(figures).observe(document.querySelector(".studio-effect") || document.body, { childList: true, subtree: true });

// ---- narrower screens: the effect as a drawer, on a phone as a tab; there a draft is read and commented on

const aside = document.querySelector(".studio-effect"), opens = document.querySelector("[data-drawer]");
const drawer = (open) => {
  document.body.classList.toggle("drawer-open", open);
  opens?.setAttribute("aria-expanded", String(open));
  (open ? aside : opens)?.focus();
};
opens?.addEventListener("click", () => drawer(!document.body.classList.contains("drawer-open")));
addEventListener("keydown", (press) => { if (press.key === "Escape" && document.body.classList.contains("drawer-open")) drawer(false); });
document.addEventListener("click", (press) => {
  const aimed = press.target.closest("a[href='#faults']");
  if (aimed && matchMedia("(max-width: 1199px)").matches) drawer(true);
  const tab = press.target.closest("[data-tab]");
  if (!tab) return;
  document.querySelector(".studio").dataset.shown = tab.dataset.tab;
  for (const other of document.querySelectorAll("[data-tab]")) other.setAttribute("aria-pressed", String(other === tab));
  scrollTo(0, 0);
});

const phone = matchMedia("(max-width: 719px)");
const reading = () => {
  for (const field of form?.querySelectorAll("input:not([type=hidden]), textarea") || []) {
    if (phone.matches && !field.readOnly) { field.readOnly = true; field.dataset.phone = ""; }
    else if (!phone.matches && "phone" in field.dataset) { field.readOnly = false; delete field.dataset.phone; }
  }
  for (const field of form?.querySelectorAll("select") || []) {
    if (phone.matches && !field.disabled) { field.disabled = true; field.dataset.phone = ""; }
    else if (!phone.matches && "phone" in field.dataset) { field.disabled = false; delete field.dataset.phone; }
  }
};
phone.addEventListener("change", () => { reading(); if (form) last = String(typed()); });
reading();
if (form) last = String(typed());

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
