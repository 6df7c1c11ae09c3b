// Two versions side by side: N and P go from change to change, the list at the left follows.
import "./plain.js";

const changes = [...document.querySelectorAll("[data-change]")];
const links = new Map([...document.querySelectorAll(".compare-list a")].map((link) => [link.hash.slice(1), link]));
let at = -1;

const show = (place) => {
  if (!changes.length) return;
  at = (place + changes.length) % changes.length;
  const block = changes[at];
  for (const link of links.values()) link.removeAttribute("aria-current");
  links.get(block.id)?.setAttribute("aria-current", "true");
  links.get(block.id)?.scrollIntoView({ block: "nearest" });
  for (const other of changes) other.classList.toggle("here", other === block);
  block.scrollIntoView({ block: "nearest" });
  block.focus({ preventScroll: true });
};

document.addEventListener("keydown", (press) => {
  if (press.target.closest("input, select, textarea") || press.ctrlKey || press.metaKey || press.altKey) return;
  if (press.key === "n" || press.key === "N") show(at + 1);
  else if (press.key === "p" || press.key === "P") show(at < 0 ? -1 : at - 1);
  else if (press.key === "/") document.querySelector("[data-find-change]")?.focus();
  else return;
  press.preventDefault();
});

for (const [id, link] of links) link.addEventListener("click", () => {
  const place = changes.findIndex((block) => block.id === id);
  if (place >= 0) show(place);
});

document.querySelector("[data-find-change]")?.addEventListener("input", (press) => {
  const wanted = press.target.value.trim().toLowerCase();
  for (const entry of document.querySelectorAll("[data-entry]")) {
    const id = entry.querySelector("a").hash.slice(1);
    const text = (document.getElementById(id)?.textContent || "") + entry.textContent;
    entry.hidden = Boolean(wanted) && !text.toLowerCase().includes(wanted);
  }
});
