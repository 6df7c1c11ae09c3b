// Pages that need nothing of their own: theme, dialogs, messages.
import "./app.js";
import "./counts.js";

document.addEventListener("change", (event) => { if (event.target.matches("[data-submit]")) event.target.form.submit(); });
document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
