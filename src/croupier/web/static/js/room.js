// The poker room: games and lists live.

import { $ } from "./app.js";
import { Live } from "./live.js";

new Live(`/room/live?house=${encodeURIComponent(document.body.dataset.house)}`);
$("#live")?.setAttribute("title", "Games and lists arrive by themselves");
document.body.dataset.ready = "1";
