// The clock of a tournament: seconds count down on the page; at the end of a level the page looks again.

import { $$ } from "./app.js";

const say = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const rest = String(seconds % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

// A figure that the server has sent anew begins anew; one that ran out is asked about once.
export function countdown(ended) {
  const known = new WeakMap();
  const tick = () => {
    for (const figure of $$("[data-ends][data-runs='1']")) {
      if (!known.has(figure)) known.set(figure, performance.now() + Number(figure.dataset.ends) * 1000);
      const left = known.get(figure) - performance.now();
      figure.textContent = say(left);
      if (left <= -1000) { known.set(figure, Infinity); figure.dataset.runs = "0"; ended(); }
    }
  };
  tick();
  return setInterval(tick, 500);
}
