// A tournament's page: standings live; when it has moved on, its forms are looked at again.

import { $, $$, message } from "./app.js";
import { Live } from "./live.js";

const { tournament } = document.body.dataset;

// Forms hang on where the tournament stands. What somebody is typing is not taken from him.
function moved(key) {
  if (!key || key === document.body.dataset.key) return;
  document.body.dataset.key = key;
  const typing = $$("form input[type='password']").some((field) => field.value || field === document.activeElement);
  if (typing) message("The tournament moved on. Load the page again before you sign.", "info");
  else location.reload();
}

new Live(`/tournaments/${encodeURIComponent(tournament)}/live`, { after: (_, data) => moved(data.key) });
$("#live")?.setAttribute("title", "Standings arrive by themselves");
document.body.dataset.ready = "1";
