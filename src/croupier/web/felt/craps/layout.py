"""The craps felt put together: boxes, hatches, chips, puck; and what the page replaces."""

from functools import lru_cache

import msgspec

from croupier.equipment.money import short_money
from croupier.web.draw import colours as c
from croupier.web.draw.chips import cut, mark, pill, stack
from croupier.web.draw.marks import puck
from croupier.web.draw.svg import group, rect, text, use
from croupier.web.felt.area import hit, staked_by_wager
from croupier.web.felt.craps import boxes as craps
from croupier.web.felt.craps import centre as proposition
from croupier.web.felt.craps.boxes import DESK, INK, Box, Ground
from croupier.web.felt.shown import Chips, Spot, StationView


def _key(spots: tuple[Spot, ...]) -> tuple[tuple[str, str, str, tuple[tuple[str, str], ...], str], ...]:
    return tuple((s.wager, s.title, s.odds, s.rows, s.reading) for s in spots)


@lru_cache(maxsize=64)
def _layout(
    printed: tuple[tuple[str, str, str, tuple[tuple[str, str], ...], str], ...], ground: Ground
) -> tuple[tuple[Box, ...], str]:
    """Boxes and frame; they hang on what is printed alone, so a table computes them once."""
    spots = tuple(Spot(wager=w, title=t, odds=o, rows=rows, reading=r) for w, t, o, rows, r in printed)
    boxes = craps.side(spots, ground)
    frame = ""
    if ground.desk:
        more, frame = proposition.centre(spots)
        boxes += more
    return tuple(boxes), frame


def boxed(view: StationView, ground: Ground = DESK) -> set[str]:
    """The wagers that have a box on this felt."""
    return {box.wager for box in _layout(_key(view.spots), ground)[0]}


def base(view: StationView, ground: Ground = DESK) -> str:
    """The boxes; the hatch over closed ones comes next, then the lettering."""
    boxes, _ = _layout(_key(view.spots), ground)
    return "".join(
        group(box.outline, fill=c.BOX if box.filled else "none", **INK)
        for box in boxes
        if not (ground.desk and box.wager.endswith("odds"))
    )


def lettering(view: StationView, ground: Ground = DESK) -> str:
    boxes, frame = _layout(_key(view.spots), ground)
    return frame + "".join(box.letters for box in boxes)


def hits(view: StationView, ground: Ground = DESK) -> str:
    boxes, _ = _layout(_key(view.spots), ground)
    spots = {s.wager: s for s in view.spots}
    for box in boxes:
        if box.wager.startswith("sheet"):
            spots[box.wager] = Spot(wager=box.wager, title=box.name, open=True)
    staked = staked_by_wager(view.chips)
    return "".join(hit(craps.area(box), spots.get(box.wager), staked.get(box.wager, 0)) for box in boxes)


def fragments(view: StationView, prefix: str, ground: Ground = DESK) -> dict[str, str]:
    boxes, _ = _layout(_key(view.spots), ground)
    closed = _closed(view, boxes)
    return {
        f"{prefix}-closed": group(
            closed, id=f"{prefix}-closed", data_entry=view.number, data_shut=_shut(view), class_="quiet"
        ),
        f"{prefix}-chips": group(
            _figures(view, ground),
            _chips(view, boxes, ground),
            _puck(view, ground),
            _legend(view, ground) if ground.desk else "",
            id=f"{prefix}-chips",
            data_entry=view.number,
            data_mine=_listed(view, boxes),
            class_="quiet",
        ),
    }


def _listed(view: StationView, boxes: tuple[Box, ...]) -> str:
    """What the reader has on wagers without a box, for the sheet that lists them."""
    boxed = {box.wager for box in boxes}
    lying = [stake for stake in view.chips if stake.own and stake.state == "play" and stake.wager not in boxed]
    return msgspec.json.encode(staked_by_wager(tuple(lying))).decode()


def _shut(view: StationView) -> str:
    """What may not be wagered now, by reason: the page marks its areas with it."""
    reasons: dict[str, list[str]] = {}
    for spot in view.spots:
        if not spot.open:
            reasons.setdefault(spot.why, []).append(spot.wager)
    return msgspec.json.encode(reasons).decode()


def _closed(view: StationView, boxes: tuple[Box, ...]) -> str:
    """A hatch over what may not be wagered now; where the area is wide enough, the reason on it."""
    spots = {s.wager: s for s in view.spots}
    shut = [b for b in boxes if (s := spots.get(b.wager)) and not s.open]
    if len(shut) == len([b for b in boxes if not b.wager.startswith("sheet")]):
        return ""  # no wagers at all now: the tray says so, the felt stays calm
    parts = [group(b.outline, fill="url(#hatch)") for b in shut if not b.wager.endswith("odds")]
    for box in shut:
        if box.wager == "dont-pass" and box.outline.startswith("<path"):
            words = f"Closed: {spots[box.wager].why}"
            wide = len(words) * 5.6 + 42
            if wide < 300:
                x, y = 718 - wide, box.y
                parts.append(rect(x, y - 13, wide, 26, rx=13, fill=c.PILL, fill_opacity=0.92))
                parts.append(
                    f'<use href="#i-lock" x="{x + 12:.0f}" y="{y - 7:.0f}" width="14" height="14" color="#EFE9D6" '
                    f'class="stroke"/>'
                )
                parts.append(
                    f'<text x="{x + 32:.0f}" y="{y + 4.2:.1f}" font-size="12" font-weight="700" '
                    f'fill="#FFF">{words}</text>'
                )
    return "".join(parts)


def _chips(view: StationView, boxes: tuple[Box, ...], ground: Ground) -> str:
    """The reader's own stacks, and under them in the same box those of the others."""
    where = {b.wager: b for b in boxes}
    points = craps.points_of(view.spots)
    has_dont = "dont-pass" in where
    parts = [_others(view, where, points, has_dont)] if ground.desk else []  # a phone has room for the own chips only
    for stake in _together([stake for stake in view.chips if stake.own], set(where)):
        place = craps.come_place(stake.wager, points, ground, has_dont)
        box = where.get(stake.wager) or where.get(f"sheet:{craps.at_number(stake.wager)}") or where.get("sheet")
        if place is None and box is not None:
            place = (box.x, box.y)
        if place is not None:
            r = 12.0 if box is None or box.wager.startswith("sheet:") else box.r
            here = box if box and place == (box.x, box.y) else None
            edge = here.edge if here else _column_edge(stake.wager, points, ground, has_dont)
            if here and here.word:
                parts.append(rect(*here.word, fill=c.BOX))
            parts.append(_stake(stake, *place, r, here, edge))
    return "".join(parts)


def _column_edge(wager: str, points: list[str], ground: Ground, has_dont: bool) -> float:
    """The right edge of the number's column that a wager lies in."""
    number = wager.partition(":")[2]
    if number not in points:
        return 0.0
    x, _, wide = ground.point_box(number, points, has_dont)
    return x + wide


def _together(own: list[Chips], boxed: set[str]) -> list[Chips]:
    """What only the sheet shows one by one, hops above all, lies as one stack at the sheet's box."""
    listed = [s for s in own if s.wager.startswith(LISTED) and s.wager not in boxed]
    lying = [s for s in listed if s.state == "play"] or listed
    if len(listed) < 2:
        return own
    net = sum(s.paid if s.state == "won" else -s.amount if s.state == "lost" else 0 for s in lying)
    state = "play" if lying[0].state == "play" else "won" if net > 0 else "lost" if net < 0 else "push"
    amount = -net if state == "lost" else sum(s.amount for s in lying)
    one = msgspec.structs.replace(lying[0], amount=amount, state=state, paid=max(0, net), last="")
    return [s for s in own if s not in listed] + [one]


def _others(view: StationView, where: dict[str, Box], points: list[str], has_dont: bool) -> str:
    """Other patrons' chips: small, pale, without figure, in the bottom row of the box where they lie."""
    lying: dict[tuple[float, float], list[Chips]] = {}
    down: set[tuple[float, float]] = set()
    for stake in view.chips:
        if stake.own:
            continue
        number = stake.wager.partition(":")[2]
        box = where.get(stake.wager)
        if box is None and number in points:  # come wagers, puts and buys lie at their number
            x, top, _ = DESK.point_box(number, points, has_dont)
            place = (x + BESIDE_OWN, top + DESK.lay + DESK.number - 9)
        elif box is None:
            continue
        elif box.spare:
            place = box.spare
            down.add(place)
        else:
            place = box.low or (box.x, box.y + box.r)
        lying.setdefault(place, []).append(stake)
    parts = []
    for place, stakes in lying.items():
        x, y = place
        if len(stakes) > OTHERS_DRAWN:
            parts.append(_pale(stakes[0], x, y) + text(str(len(stakes)), x, y + 3.6, 10.5, fill="#FFF"))
            continue
        step = (0.0, 30.0) if place in down else (17.0, 0.0)
        parts += [_pale(stake, x + nth * step[0], y + nth * step[1]) for nth, stake in enumerate(stakes)]
    return group(*parts, class_="others")


OTHERS_DRAWN, PALE = 3, 8.0
BESIDE_OWN = 36.0  # in a number's box the reader's own come wager lies at the left
KEPT, LOWER = 3.0, 21.0  # what an amount leaves of its box; how far a second one stands below the chips' middle
LISTED = ("hop", "horn-high")  # reached through the sheet, and at no number


def _pale(stake: Chips, x: float, y: float) -> str:
    return group(_edge(stake, x, y), class_="stake", opacity=0.55, data_wager=stake.wager, data_amount=stake.amount)


def _edge(stake: Chips, x: float, y: float) -> str:
    return use(f"edge-{(cut(stake.amount) or (100,))[0]}", x - PALE, y - PALE, 2 * PALE, 2 * PALE)


def _figures(view: StationView, ground: Ground) -> str:
    has_dont = any(s.wager == "dont-pass" for s in view.spots)
    return craps.figures(craps.points_of(view.spots), ground, has_dont, str(view.point))


def _stake(stake: Chips, x: float, y: float, r: float, box: Box | None = None, edge: float = 0.0) -> str:
    under, joined = bool(box and box.under), bool(box and (box.under or box.joined))
    height = (min(len(cut(stake.amount)), 6) - 1) * 0.2 * r
    drawn = stack(stake.amount, x, y + height / 2, r, dim=stake.state == "lost")
    words = stake.note or short_money(stake.amount)
    if stake.state == "lost":
        words = f"{'−' if box and box.narrow else 'lost '}{short_money(stake.amount)}"
    elif stake.state == "won" and stake.paid:
        words = f"+{short_money(stake.paid)}"
    kind = stake.state if stake.state in ("won", "lost", "push") else ""
    wide = len(words) * 6.3 + 16
    if joined and stake.last:
        words, kind = f"{words} {stake.last}", "won"
        wide = len(words) * 6.3 + 16
    fits = not edge or x + r + 3 + wide <= edge - KEPT
    lowered = bool(box and box.room > LOWER + 9 and not fits)
    if not fits and not lowered and stake.state == "lost":  # the cross says what the sign means
        words = f"−{short_money(stake.amount)}"
        wide = len(words) * 6.3 + 16
    beside = min(x + r + 3 + wide / 2, (edge or 10_000) - KEPT - wide / 2)
    low = not box or box.room > LOWER + 9
    tight = bool(stake.last and stake.works and not joined and not low)  # over the chips stands a marker
    at = (x - max(0.0, wide / 2 - r - 5), y + r + 8) if under else (beside, y + (LOWER if lowered else 2 - 4 * tight))
    drawn += pill(words, *at, size=11, kind=kind)  # below the chips: inside its own box
    if stake.last and not joined:  # what the last roll paid, beside what stands
        wide = len(stake.last) * 6.3 + 16
        at = (x - r + 14 + wide / 2, y + LOWER) if low else (x + r + 3 + wide / 2, y + (16 if tight else 3 - LOWER))
        at = min(at[0], (edge or 10_000) - KEPT - wide / 2), at[1]
        drawn += pill(stake.last, *at, size=11, kind="won")
    if stake.last and stake.works:  # over the stack stands the marker
        drawn += mark("won", at[0] - wide / 2 - 3, at[1], 7)  # clear of the amount
    elif kind or stake.last:
        drawn += mark("won" if stake.last else kind, x - r * 0.8, y - r * 0.8 - height / 2, 8)
    shown = group(
        drawn,
        class_="stake",
        data_wager=stake.wager,
        data_own="1",
        data_amount=stake.amount if stake.state == "play" else None,
    )
    return shown + (_marker(stake, x, y - r - height / 2 - 7) if stake.works else "")


def _marker(stake: Chips, x: float, y: float) -> str:
    """A small ON or OFF over the stack: a tap calls the wager, where the clause allows."""
    call, _, words = stake.call.partition("|")
    return group(
        _plate(stake.works, x, y),
        class_="marker",
        role="button",
        aria_label=words,
        tabindex="-1",
        data_call=call,
        data_marks=stake.wager,
    )


def _plate(works: str, x: float, y: float) -> str:
    wide, high = 29.0, 17.0
    paper, ink = ("#FFF", "#14181E") if works == "on" else ("#14181E", "#FFF")
    plate = rect(x - wide / 2, y - high / 2, wide, high, rx=high / 2, fill=paper, stroke=ink, stroke_width=1.4)
    return plate + text(works.upper(), x, y + 4, 11, font_weight=800, fill=ink)


def _legend(view: StationView, ground: Ground) -> str:
    """Below the Pass Line, from the right: what the markers and the pale chips on this layout mean."""
    works = {stake.works for stake in view.chips if stake.own}
    pale = next((stake for stake in view.chips if not stake.own), None)
    signs: list[tuple[str, str, float]] = []  # what is drawn, what it means, how wide the sign is
    if pale is not None:
        signs.append(("others", "other patrons", 2 * PALE))
    signs += [(name, words, 29.0) for name, words in LEGEND if name in works]
    x, y, parts = ground.right - 4, ground.bottom + 22, []
    for name, words, wide in signs:
        x -= len(words) * 5.6
        parts.append(text(words, x, y + 4, 12, text_anchor="start", font_weight=500, fill="#EFE9D6"))
        x -= 8 + wide / 2
        drawn = group(_edge(pale, x, y), opacity=0.55) if pale is not None and name == "others" else _plate(name, x, y)
        parts.append(drawn)
        x -= wide / 2 + 18
    return group(*parts, class_="legend", aria_hidden="true")


LEGEND = (("off", "off, a tap calls it on"), ("on", "working"))


def _puck(view: StationView, ground: Ground) -> str:
    points = craps.points_of(view.spots)
    has_dont = any(s.wager == "dont-pass" for s in view.spots)
    x, y = craps.puck_place(str(view.point), points, ground, has_dont)
    return puck(bool(view.point), x, y, 17 if ground.desk else 15)
