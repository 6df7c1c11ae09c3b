"""The craps felt put together: boxes, hatches, chips, puck; and what the page replaces."""

from functools import lru_cache

import msgspec

from croupier.equipment.money import short_money
from croupier.web.draw import colours as c
from croupier.web.draw.chips import cut, mark, pill, stack
from croupier.web.draw.marks import puck
from croupier.web.draw.svg import group, rect
from croupier.web.felt import craps, proposition
from croupier.web.felt.area import hit, staked_by_wager
from croupier.web.felt.craps import DESK, INK, Box, Ground
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
    spots["sheet"] = Spot(wager="sheet", title="Hops and more wagers", open=True)
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
            id=f"{prefix}-chips",
            data_entry=view.number,
            class_="quiet",
        ),
    }


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
    if len(shut) == len([b for b in boxes if b.wager != "sheet"]):
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
    where = {b.wager: b for b in boxes}
    points = craps.points_of(view.spots)
    has_dont = "dont-pass" in where
    seen: dict[str, int] = {}
    parts = []
    own = {stake.wager for stake in view.chips if stake.own}
    for stake in sorted(view.chips, key=lambda s: s.own):
        if not stake.own and not ground.desk:
            continue  # a phone has room for the reader's own chips only
        place = craps.come_place(stake.wager, points, ground, has_dont)
        box = where.get(stake.wager) or where.get(stake.wager.partition(":")[0])
        if place is None and box is None:
            box = where.get("sheet")
            if box is None:
                continue
        if place is None and box is not None:
            place = (box.x, box.y)
            if not stake.own and box.spare:
                place = box.spare
        assert place is not None
        nth = seen.get(stake.wager, 0) if not stake.own else 0
        seen[stake.wager] = nth + 1
        if nth and stake.wager in own and not (box and box.spare):
            continue  # beside the own stack there is room for one of the others'
        r = box.r if box else 14.0
        aside, down, r = (0.0, 0.0, r) if stake.own else _beside(nth, r, bool(box and box.spare), stake.wager in own)
        parts.append(_stake(stake, place[0] + aside, place[1] + down, r, under=bool(box and box.under)))
    return "".join(parts)


def _beside(nth: int, r: float, spare: bool, shared: bool) -> tuple[float, float, float]:
    """Where the nth of the others' stacks lies: down the line where it has a place of its own, else out of the way."""
    if spare:
        return 0.0, 32.0 * nth, 0.9 * r
    if shared:  # the own stack's amount stands beside it
        return 52.0, -28.0, 0.55 * r
    return 44.0 + 20.0 * nth, 0.0, 0.9 * r


def _figures(view: StationView, ground: Ground) -> str:
    has_dont = any(s.wager == "dont-pass" for s in view.spots)
    return craps.figures(craps.points_of(view.spots), ground, has_dont, str(view.point))


def _stake(stake: Chips, x: float, y: float, r: float, *, under: bool = False) -> str:
    height = (min(len(cut(stake.amount)), 6) - 1) * 0.2 * r
    drawn = stack(stake.amount, x, y + height / 2, r, dim=stake.state == "lost" or not stake.own)
    if stake.own:
        words = stake.note or short_money(stake.amount)
        if under:
            drawn += pill(words, x, y + r + 8, size=11)
        else:
            drawn += pill(words, x + r + 5 + (len(words) * 6.9 + 16) / 2, y + 2, size=12)
        if stake.state in ("won", "lost", "push"):
            drawn += mark(stake.state, x - r * 0.8, y - r * 0.8 - height / 2, 8)
    return group(
        drawn, class_="stake", data_wager=stake.wager, data_own="1" if stake.own else None, data_amount=stake.amount
    )


def _puck(view: StationView, ground: Ground) -> str:
    points = craps.points_of(view.spots)
    has_dont = any(s.wager == "dont-pass" for s in view.spots)
    x, y = craps.puck_place(str(view.point), points, ground, has_dont)
    return puck(bool(view.point), x, y, 17 if ground.desk else 13)
