// The layout as one control: a tap, the arrow keys or a long press find an area; the chip shows at once.

import { $, $$, calm } from "./app.js";

const SVG = "http://www.w3.org/2000/svg";
const place = (area) => area.dataset.at.split(" ").map(Number);

export class Felt {
  constructor({ place: onPlace, about }) {
    this.onPlace = onPlace;
    this.about = about;
    this.tip = $("#tip");
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("pointercancel", () => this.cancel());
    document.addEventListener("contextmenu", (event) => { if (event.target.closest?.(".area")) event.preventDefault(); });
    document.addEventListener("focusin", (event) => this.show(event.target.closest?.(".area")));
    document.addEventListener("mouseover", (event) => this.show(event.target.closest?.(".area")));
    document.addEventListener("keydown", (event) => this.key(event));
    this.rove();
  }

  areas(from = document) {
    return $$(".area", from).filter((area) => area.getClientRects().length);
  }

  // One tab stop for the whole layout.
  rove() {
    for (const felt of $$("#felt, .phone-felt")) {
      const areas = $$(".area", felt);
      if (!areas.length) continue;
      const held = areas.find((a) => a === document.activeElement) || areas.find((a) => a.tabIndex === 0) || areas[0];
      areas.forEach((area) => area.setAttribute("tabindex", area === held ? "0" : "-1"));
    }
  }

  // On a coarse pointer the nearest place within 22 pixels wins, lines and crossings before cells.
  nearest(event) {
    const direct = event.target.closest?.(".area");
    const felt = event.target.closest?.("svg.felt, .phone-felt svg");
    if (!felt || event.pointerType === "mouse") return direct;
    const scale = felt.getScreenCTM();
    if (!scale) return direct;
    let best = direct, least = direct ? 26 : 30;
    for (const area of $$(".area", felt)) {
      const [x, y] = place(area);
      const away = Math.hypot(x * scale.a + scale.e - event.clientX, y * scale.d + scale.f - event.clientY);
      if (away < least) { best = area; least = away; }
    }
    return best;
  }

  down(event) {
    if (event.button > 0 || event.target.closest?.(".marker")) return;
    const area = this.nearest(event);
    if (!area) return;
    this.held = { area, x: event.clientX, y: event.clientY };
    this.show(area);
    this.timer = setTimeout(() => { if (this.held) { this.about(area); this.held = null; } }, 550);
  }

  // An area as it is drawn now: it may have been drawn again under the finger.
  now(area) {
    return area.isConnected ? area : this.areas().find((other) => other.dataset.wager === area.dataset.wager);
  }

  move(event) {
    if (this.held && Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) > 24) this.cancel();
  }

  up(event) {
    clearTimeout(this.timer);
    const held = this.held;
    this.held = null;
    if (!held) return;
    const area = this.now(held.area);
    if (!area || event.pointerType === "mouse" && event.target.closest?.(".area") !== area) return;
    this.focus(area, false);
    this.onPlace(area);
  }

  cancel() {
    clearTimeout(this.timer);
    this.held = null;
    this.show(null);
  }

  focus(area, really = true) {
    const felt = area.closest("#felt, .phone-felt");
    $$(".area", felt).forEach((other) => other.setAttribute("tabindex", other === area ? "0" : "-1"));
    if (really) area.focus();
  }

  key(event) {
    const area = event.target.closest?.(".area");
    if (!area) return;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const next = this.toward(area, step);
      if (next) this.focus(next);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.onPlace(area);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key.toLowerCase() === "i" && !event.ctrlKey) {
      this.about(area);
      event.preventDefault();
    }
  }

  toward(area, [dx, dy]) {
    const [x, y] = place(area);
    let best = null, least = Infinity;
    for (const other of this.areas(area.closest("svg"))) {
      if (other === area) continue;
      const [ox, oy] = place(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along <= 1 || aside > along * 2) continue;
      const cost = along + aside * 2.5;
      if (cost < least) { best = other; least = cost; }
    }
    return best;
  }

  // Name the area and light what it covers.
  show(area) {
    if (area === this.shown) return;
    this.shown = area;
    $$(".lit").forEach((mark) => mark.remove());
    if (this.tip) this.tip.textContent = area ? area.getAttribute("aria-label") : "";
    if (!area) return;
    const wager = area.dataset.wager;
    const covers = area.dataset.covers?.split(" ") || (wager.includes(":") ? wager.split(":")[1].split("-") : []);
    if (!covers.length) return;
    const svg = area.closest("svg");
    for (const number of covers) {
      const cell = $(`.area[data-wager="straight:${number}"] > rect`, svg);
      if (!cell) continue;
      const mark = cell.cloneNode();
      mark.setAttribute("class", "lit");
      svg.insertBefore(mark, $("[role='grid']", svg));
    }
  }

  // After a change the words under the pointer may be stale.
  refresh() {
    if (!this.tip || !this.shown) return;
    if (!this.shown.isConnected) this.shown = null;
    this.tip.textContent = this.shown ? this.shown.getAttribute("aria-label") : "";
  }

  // The chip that was sent and is not recorded yet.
  pending(area, cents) {
    const [x, y, r] = place(area);
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "pending-chip");
    const chip = document.createElementNS(SVG, "use");
    chip.setAttribute("href", document.getElementById(`chip-${cents}`) ? `#chip-${cents}` : "#edge-500");
    const size = r || 15;
    for (const [name, value] of Object.entries({ x: x - size, y: y - size, width: 2 * size, height: 2 * size })) {
      chip.setAttribute(name, value);
    }
    const ring = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: size + 2 })) ring.setAttribute(name, value);
    group.append(chip, ring);
    area.closest("svg").append(group);
    return () => group.remove();
  }
}

// Cards that were not there before come from the shoe, one after the other.
export class Motion {
  constructor() {
    this.known = new Set($$(".card[data-key]").map((card) => card.dataset.key));
    this.running = [];
  }

  cards() {
    const now = $$(".card[data-key]").filter((card) => card.getClientRects().length);
    const fresh = now.filter((card) => !this.known.has(card.dataset.key));
    this.known = new Set($$(".card[data-key]").map((card) => card.dataset.key));
    if (calm.matches || !fresh.length || fresh.length > 40) return;
    const order = (card) => Number(card.dataset.key.split("-").pop());
    fresh.sort((a, b) => order(a) - order(b));
    fresh.forEach((card, place) => {
      if (card.hasAttribute("transform")) return;
      const box = card.getBBox();
      const from = `translate(${900 - box.x}px, ${40 - box.y}px)`;
      const frames = [{ transform: from, opacity: 0 }, { transform: "translate(0, 0)", opacity: 1 }];
      const easing = "cubic-bezier(.2,.8,.2,1)";
      this.running.push(card.animate(frames, { duration: 180, delay: place * 90, easing, fill: "backwards" }));
    });
  }

  async spin(turn) {
    const heads = $$(".wheel-head").filter((head) => head.getClientRects().length);
    if (calm.matches || !heads.length) return;
    const easing = "cubic-bezier(.2,.8,.2,1)";
    for (const head of heads) {
      const from = Number(head.dataset.turn || 0);
      const to = turn - 360 * 4;
      this.running.push(head.animate(
        [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }],
        { duration: 4200, easing, fill: "forwards" }));
      const ball = head.parentNode.querySelector(".wheel-ball");
      if (ball) {
        this.running.push(ball.animate(
          [{ transform: "rotate(2160deg) scale(1.45)", opacity: 1 }, { transform: "rotate(700deg) scale(1.4)", opacity: 1, offset: .6 }, { transform: "rotate(0) scale(1)", opacity: 1 }],
          { duration: 4200, easing: "cubic-bezier(.3,.5,.4,1)", fill: "backwards" }));
      }
    }
    await this.settled(4200);
  }

  async dice() {
    const pictures = $$(".dice-now svg, .spin-line svg").filter((picture) => picture.getClientRects().length);
    if (calm.matches || !pictures.length) return;
    for (const picture of pictures) {
      this.running.push(picture.animate(
        [{ transform: "translate(0,0) rotate(0)" }, { transform: "translate(60px,-40px) rotate(200deg)" }, { transform: "translate(0,0) rotate(360deg)" }],
        { duration: 700, easing: "cubic-bezier(.2,.8,.2,1)" }));
    }
    await this.settled(700);
  }

  settled(most) {
    return new Promise((done) => {
      this.skipped = done;
      setTimeout(done, most + 40);
    });
  }

  // Space or a tap: everything is where it belongs, now.
  skip() {
    if (!this.running.length) return false;
    this.running.forEach((animation) => { try { animation.finish(); } catch { animation.cancel(); } });
    this.running = [];
    this.skipped?.();
    return true;
  }
}

const onScreen = (area) => {
  const m = area.ownerSVGElement.getScreenCTM(), [x, y] = place(area);
  return [x * m.a + m.e, y * m.d + m.f];
};

export const lowestOpen = () => $$("#felt .area[data-at]:not(.closed)")
  .reduce((low, area) => (low && onScreen(low)[1] >= onScreen(area)[1] ? low : area), null);

// Scroll until an area's chips lie clear of the decisions, which stand at the foot of the window.
export function beginAt(area) {
  const main = $("#main"), bar = $("#s-bar");
  if (!area?.dataset.at || main.scrollHeight <= main.clientHeight) { area?.scrollIntoView({ block: "end" }); return; }
  const chips = 24, below = onScreen(area)[1] + chips - bar.getBoundingClientRect().top;
  if (below > 0) main.scrollBy(0, below);
}
