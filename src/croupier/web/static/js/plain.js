// Pages that need nothing of their own: theme, dialogs, messages.
import "./app.js";
import "./counts.js";
import "./follow.js";


// A link to something that is folded opens it.
function unfold() {
  const aimed = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aimed instanceof HTMLDetailsElement) { aimed.open = true; aimed.scrollIntoView({ block: "nearest" }); }
}
addEventListener("hashchange", unfold);
document.addEventListener("click", (event) => { if (event.target.closest("a[href^='#']")) setTimeout(unfold); });
unfold();

document.addEventListener("change", (event) => { if (event.target.matches("[data-submit]")) event.target.form.submit(); });
