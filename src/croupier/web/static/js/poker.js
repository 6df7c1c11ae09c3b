// A poker table: acts without leaving the page, sizes of a bet, keys, the clock.

import { $, $$, send, typing } from "./app.js";
import { countdown } from "./levels.js";
import { Live } from "./live.js";

const phone = matchMedia("(max-width: 719px)");
const { path } = document.body.dataset;

async function act(form) {
  const values = Object.fromEntries(new FormData(form));
  delete values.csrf;
  const buttons = $$("#p-act button, #p-own button, #p-deal button");
  buttons.forEach((button) => { button.disabled = true; });
  const done = await send(`${path}/act`, values);
  if (!done) buttons.forEach((button) => { button.disabled = false; });
}

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-act]")) return;
  event.preventDefault();
  act(event.target);
}, true);

document.addEventListener("click", (event) => {
  const size = event.target.closest("[data-size]");
  if (size) { $("[data-amount]").value = size.dataset.size; $("[data-amount]").focus(); }
  const seat = event.target.closest("[data-seat]");
  if (seat && $("[data-seat-field]")) {
    event.preventDefault();
    $("[data-seat-field]").value = seat.dataset.seat;
    $("#sit").scrollIntoView({ block: "nearest" });
    $("#sit input[name='cents']").focus();
  }
});

document.addEventListener("keydown", (event) => {
  if (typing(event) || event.repeat) return;
  const button = $$("#p-act [data-key]").find((one) => one.dataset.key === event.key.toLowerCase());
  if (button && !button.disabled) { event.preventDefault(); button.form.requestSubmit(button); }
});

let ticking;
function clock(left) {
  const pill = $("#clock");
  clearInterval(ticking);
  pill.hidden = left === null || left === undefined;
  if (pill.hidden) return;
  const ends = performance.now() + left;
  const show = () => { pill.textContent = `${Math.max(0, Math.ceil((ends - performance.now()) / 1000))} s to act`; };
  show();
  ticking = setInterval(show, 500);
}

const live = new Live(() => `${path}/live?phone=${phone.matches ? 1 : 0}&entry=${document.body.dataset.entry}`, {
  after: (_, data) => {
    if (data.moved) { location.href = data.moved; return; } // the seat is at another table of the tournament
    clock(data.clock);
    const log = $("#p-log");
    if (log) log.scrollTop = log.scrollHeight;
  },
});
if ($("#p-corner")) countdown(() => { document.body.dataset.entry = 0; live.reopen(); });
phone.addEventListener("change", () => { document.body.dataset.entry = 0; live.reopen(); });
document.body.dataset.ready = "1";
