// Tournaments and promotions: what is shown arrives by itself; forms are looked at again.

import { $, $$, message } from "./app.js";
import { countdown } from "./levels.js";
import { Live } from "./live.js";

// Forms hang on where things stand. What somebody is typing is not taken from him.
const touched = () => $$("main form input:not([type='hidden']), main form select, main form textarea").some((field) =>
  field === document.activeElement || (field.type === "checkbox" ? field.checked !== field.defaultChecked
    : field.tagName === "SELECT" ? [...field.options].some((option) => option.selected !== option.defaultSelected && option.value)
      : field.value !== field.defaultValue));

let leaving = false;
addEventListener("beforeunload", () => { leaving = true; });
addEventListener("pageshow", () => { leaving = false; });

function moved(key) {
  if (leaving || !key || !document.body.dataset.key || key === document.body.dataset.key) return;
  document.body.dataset.key = key;
  // A page that answered a form is not loaded again by itself: that would send the form again.
  if (touched() || $("main .notice.error")) message("It moved on meanwhile. Load the page again when you have finished.", "info");
  else location.replace(document.body.dataset.page);
}

const live = new Live(document.body.dataset.live, { after: (_, data) => moved(data.key) });
countdown(() => live.reopen());
$("#live")?.setAttribute("title", "What is shown here arrives by itself");
document.body.dataset.ready = "1";
