// Replay: the arrow keys step, Play goes on by itself, kinds are filtered.

import { $, $$, typing } from "./app.js";

let playing = null;
let speed = 1;

let heading = null; // the step that was asked for last, until it is shown
let fetching = false;

function go(where) {
  const box = $("#audit");
  const at = heading ?? Number(box.dataset.at), first = Number(box.dataset.first), last = Number(box.dataset.last);
  const to = { first, last, back: Math.max(first, at - 1), forward: Math.min(last, at + 1) }[where] ?? Number(where);
  if (to === at) { stop(); return; }
  heading = to;
  if (!fetching) fetchSteps();
}

// One at a time: a key pressed while a step is on its way counts from that step, and is fetched when it is in.
async function fetchSteps() {
  fetching = true;
  while (heading !== null) {
    const to = heading;
    await htmx.ajax("GET", `${$("#audit").dataset.base}?at=${to}&part=1`, { target: "#audit", swap: "outerHTML" }).catch(stop);
    history.replaceState(null, "", `?at=${$("#audit").dataset.at}`);
    if (heading === to) heading = null;
  }
  fetching = false;
}

function stop() {
  clearInterval(playing);
  playing = null;
  const words = $("[data-play] span");
  if (words) words.textContent = "Play";
}

function play() {
  if (playing) { stop(); return; }
  playing = setInterval(() => go("forward"), 1200 / speed);
  $("[data-play] span").textContent = "Pause";
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-go]");
  if (step) { event.preventDefault(); stop(); go(step.dataset.go); }
  if (event.target.closest("[data-play]")) play();
  const pace = event.target.closest("[data-speed]");
  if (pace) {
    speed = { 1: 2, 2: 4, 4: 1 }[speed];
    pace.textContent = `${speed}×`;
    if (playing) { stop(); play(); }
  }
});

document.addEventListener("keydown", (event) => {
  if (typing(event)) return;
  const where = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
  if (where) { event.preventDefault(); stop(); go(where); }
  if (event.key === " " && !event.target.closest("button, a")) { event.preventDefault(); play(); }
});

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-kinds]")) return;
  const kind = event.target.value;
  $$(".journal li").forEach((entry) => { entry.hidden = Boolean(kind) && !entry.dataset.kind.split(" ").includes(kind); });
});

document.addEventListener("htmx:afterSettle", () => {
  $(".entry[aria-current]")?.scrollIntoView({ block: "nearest" });
  if (playing) $("[data-play] span").textContent = "Pause";
});
document.body.dataset.ready = "1";
