// The editor: what is being typed is checked as the command line would, and its faults stand beside the fields.
import "./plain.js";

const form = document.querySelector("form[data-check]");
let waiting = 0, asked = 0;

const nearest = (where) => {
  const marks = [...form.querySelectorAll("[data-faults]")];
  const fits = marks.filter((m) => where === m.dataset.faults || where.startsWith(m.dataset.faults + ".") || where.startsWith(m.dataset.faults + "["));
  return fits.sort((a, b) => b.dataset.faults.length - a.dataset.faults.length)[0];
};

const check = async () => {
  const number = ++asked;
  const token = document.querySelector('meta[name="csrf"]')?.content || "";
  const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "x-csrf": token } };
  let answer;
  try {
    const reply = await fetch(form.dataset.check, sent);
    if (!reply.ok) return;
    answer = await reply.json();
  } catch { return; }
  if (number !== asked) return;
  for (const mark of form.querySelectorAll("[data-faults]")) mark.replaceChildren();
  for (const found of answer.found) {
    const mark = nearest(found.where);
    if (!mark) continue;
    const line = document.createElement("span");
    line.className = `${found.warning ? "warn" : "neg"} small fault`;
    line.textContent = found.says;
    mark.append(line);
  }
};

form?.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(check, 350); });
