// The clock on the wall: it counts by itself, follows the journal, and says when it has lost the house.

import { $ } from "./app.js";
import { countdown } from "./levels.js";
import { Live } from "./live.js";

const BAR = 1776;
const LAST_MINUTE_S = 60;

// What the time left changes beside itself: the bar, and the last minute.
function beside() {
  const face = $("#w-face"), time = $("#w-time"), note = $("#w-beside");
  if (!face || !time || time.dataset.runs !== "1") return;
  const parts = time.textContent.split(":").map(Number);
  if (parts.some(Number.isNaN)) return;
  const left = parts.reduce((sum, part) => sum * 60 + part, 0);
  $("#w-bar").setAttribute("width", String(Math.round(BAR * Math.min(1, left / Number(face.dataset.level)))));
  const last = left <= LAST_MINUTE_S && Boolean(note.dataset.words);
  time.classList.toggle("last", last);
  const words = last ? "Last minute" : note.dataset.words;
  if (note.textContent !== words) note.textContent = words;
}

const live = new Live(`${location.pathname}/live`, { after: beside });
countdown(() => live.reopen());
setInterval(beside, 500);
document.body.dataset.ready = "1";
