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
    shown();
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

// What was chosen outlives a step, which brings the journal anew; the entry that is looked at stays in sight of its list.
let kind = "";

function shown() {
  $$(".journal li").forEach((entry) => { entry.hidden = Boolean(kind) && !entry.dataset.kind.split(" ").includes(kind); });
  const chosen = $("[data-kinds]"), words = $("[data-play] span"), pace = $("[data-speed]");
  if (chosen) chosen.value = kind;
  if (words) words.textContent = playing ? "Pause" : "Play";
  if (pace) pace.textContent = `${speed}×`;
  const list = $(".journal ol"), now = $(".entry[aria-current]");
  if (!list || !now) return;
  const room = list.getBoundingClientRect(), at = now.getBoundingClientRect();
  if (at.top < room.top || at.bottom > room.bottom) list.scrollTop += at.top - room.top - (room.height - at.height) / 2;
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-kinds]")) return;
  kind = event.target.value;
  shown();
});

document.addEventListener("htmx:afterSettle", shown);
addEventListener("resize", shown);
document.fonts.ready.then(shown); // the list is longer in its own letters than in those that stand for them
shown();
document.body.dataset.ready = "1";
