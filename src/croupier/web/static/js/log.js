// The log's day: dragging over the quarters of an hour, or a tap on one, sets the time of the list.

import { $ } from "./app.js";

const QUARTERS = 96;

function two(number) {
  return String(number).padStart(2, "0");
}

function moment(day, quarter) {
  if (quarter >= QUARTERS) return `${day}T23:59`;
  return `${day}T${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
}

function begin(picture) {
  const chosen = picture.querySelector(".chosen-hours");
  let from = null, to = null;

  const at = (event) => {
    const box = picture.getBoundingClientRect();
    return Math.max(0, Math.min(QUARTERS - 1, Math.floor(((event.clientX - box.left) / box.width) * QUARTERS)));
  };
  const show = () => {
    const first = Math.min(from, to), last = Math.max(from, to);
    chosen.setAttribute("x", first * 10);
    chosen.setAttribute("width", (last - first + 1) * 10);
  };
  picture.addEventListener("pointerdown", (event) => {
    from = to = at(event);
    picture.setPointerCapture(event.pointerId);
    show();
    event.preventDefault();
  });
  picture.addEventListener("pointermove", (event) => {
    if (from === null) return;
    to = at(event);
    show();
  });
  picture.addEventListener("pointerup", () => {
    if (from === null) return;
    const form = $(".log-filters"), day = picture.dataset.day;
    form.elements.since.value = moment(day, Math.min(from, to));
    form.elements.until.value = moment(day, Math.max(from, to) + 1);
    from = null;
    form.requestSubmit($(".log-filters button.main"));
  });
  picture.addEventListener("pointercancel", () => { from = null; });
}

const picture = $(".log-day svg[data-day]");
if (picture) begin(picture);
