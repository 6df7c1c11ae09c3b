"""A layout of boxes, one for each wager and what it is on: for games that bring no felt of their own."""

import itertools

from croupier.web.draw import colours as c
from croupier.web.draw.svg import group, rect, text
from croupier.web.felt.area import Area, hit, stake_drawn, staked_by_wager
from croupier.web.felt.shown import Spot, StationView

W, H, TOP, EDGE = 1072.0, 668.0, 84.0, 16.0
PHONE_WIDE, PHONE_HIGH, PHONE_COLUMNS = 390.0, 76.0, 5
COLUMNS, HIGH_MOST = 15, 118.0
Box = tuple[Spot, float, float, float, float]


def _rows(spots: tuple[Spot, ...], columns: int) -> list[list[Spot]]:
    """Wagers on one thing beside each other; the boxes of a wager on many in rows of their own."""
    rows: list[list[Spot]] = []
    single: list[Spot] = []
    for _, members in itertools.groupby(spots, key=lambda spot: spot.wager.partition(":")[0]):
        boxes = list(members)
        if len(boxes) == 1:
            single += boxes
            continue
        count = -(-len(boxes) // columns)  # rows that are all about as long
        each = -(-len(boxes) // count)
        rows += [boxes[start : start + each] for start in range(0, len(boxes), each)]
    wide = min(columns, 6)
    return [single[start : start + wide] for start in range(0, len(single), wide)] + rows


def boxes(spots: tuple[Spot, ...], *, phone: bool = False) -> list[Box]:
    rows = _rows(spots, PHONE_COLUMNS if phone else COLUMNS)
    left, wide, top = (8.0, PHONE_WIDE - 16, 8.0) if phone else (EDGE, W - 2 * EDGE, TOP)
    high = PHONE_HIGH if phone else min(HIGH_MOST, (H - TOP - EDGE) / max(1, len(rows)))
    return [
        (spot, left + place * wide / len(row), top + number * high, wide / len(row), high)
        for number, row in enumerate(rows)
        for place, spot in enumerate(row)
    ]


def phone_height(view: StationView) -> float:
    return 16 + PHONE_HIGH * max(1, len(_rows(view.spots, PHONE_COLUMNS)))


def base(view: StationView, *, phone: bool = False) -> str:
    parts = []
    for spot, x, y, wide, high in boxes(view.spots, phone=phone):
        on = spot.wager.partition(":")[2]
        word = on if on and wide < 130 else spot.title
        size = 12.0 if wide < 60 else 14.0 if wide < 120 else 17.0
        parts.append(rect(x, y, wide, high, fill=c.BOX, fill_opacity=0.7, stroke=c.IVORY, stroke_width=1.4))
        parts.append(text(word, x + wide / 2, y + 20, size, font_weight=800, fill=c.IVORY))
        odds = spot.odds.removeprefix("up to ")
        parts.append(text(odds, x + wide / 2, y + 36, min(size, 12.5), font_weight=700, fill=c.GOLD))
    return "".join(parts)


def head(view: StationView) -> str:
    """What fell last, in words."""
    words = view.result_words[0] if view.result_words else "Nothing has fallen yet"
    title = text(view.result_title, EDGE, 30, 13.5, fill=c.IVORY, text_anchor="start")
    return title + text(words, EDGE, 64, 26, font_weight=800, fill="#FFF", text_anchor="start")


def _chip(x: float, y: float, wide: float, high: float) -> tuple[float, float]:
    return x + wide / 2, y + high - min(28.0, high * 0.3)


def hits(view: StationView, *, phone: bool = False) -> str:
    staked = staked_by_wager(view.chips)
    found = []
    for spot, x, y, wide, high in boxes(view.spots, phone=phone):
        at = _chip(x, y, wide, high)
        area = Area(wager=spot.wager, name=spot.title, shape=rect(x, y, wide, high), x=at[0], y=at[1], r=12)
        found.append(hit(area, spot, staked.get(spot.wager, 0)))
    return "".join(found)


def fragments(view: StationView, prefix: str, *, phone: bool = False) -> dict[str, str]:
    where = {spot.wager: (*_chip(x, y, w, h), w) for spot, x, y, w, h in boxes(view.spots, phone=phone)}
    parts, others = [], dict[str, int]()
    for stake in view.chips:
        if stake.wager not in where:
            continue
        x, y, wide = where[stake.wager]
        if not stake.own:  # to the side, one behind the other
            others[stake.wager] = others.get(stake.wager, 0) + 1
            x += min(wide / 2 - 8, 14 + 7 * others[stake.wager])
        parts.append(stake_drawn(stake, x, y, 11 if stake.own else 7))
    return {f"{prefix}-chips": group(*parts, id=f"{prefix}-chips", data_entry=view.number, class_="quiet")}
