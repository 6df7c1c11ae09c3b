"""The craps layout: one end of the table and the centre, from one table of boxes.

Only the wagers of this rulebook are drawn. What has no box of its own (hops, buys, puts) is reached
through the sheet, so that nothing the rulebook offers is out of reach.
"""

from typing import Any

import msgspec

from croupier.web.draw import colours as c
from croupier.web.draw.dice import pair
from croupier.web.draw.svg import circle, n, path, rect, text
from croupier.web.felt.area import Area
from croupier.web.felt.shown import Spot

WORDS = {"6": "SIX", "9": "NINE"}
HARD = {"4": (2, 2), "6": (3, 3), "8": (4, 4), "10": (5, 5)}
INK: dict[str, Any] = {"stroke": c.IVORY, "stroke_width": 1.8}


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A wager's area: its outline, what is lettered in it, where its chips lie."""

    wager: str
    name: str
    outline: str  # markup without fill
    letters: str
    x: float
    y: float
    r: float = 15.0
    filled: bool = False
    under: bool = False  # the amount stands below the chips, where the box is narrow
    narrow: bool = False  # and says less
    joined: bool = False  # what was paid stands in one line with what lies there
    spare: tuple[float, float] | None = None  # where other patrons' chips lie, down a line
    low: tuple[float, float] | None = None  # where they lie in the bottom row of a box, the first of them
    edge: float = 0.0  # its right edge, which no amount crosses; 0: it is wide enough for any
    room: float = 0.0  # below the middle of the chips, for a second amount
    word: tuple[float, float, float, float] | None = None  # lettering that gives way to the reader's own chips


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The frame of one end of the table. On a phone the lines lie flat and the points stand in two rows."""

    left: float
    right: float
    top: float
    line: float  # width of the Pass Line
    bar: float  # width of the Don't Pass Bar
    bottom: float
    per_row: int  # point numbers in a row
    lay: float
    number: float
    place: float
    come: float
    start: float = 0.0  # where the upright part of the lines begins; 0: none
    beside: float = 0.0  # width of the Don't Come Bar left of the points; 0: it shares a row with Come

    @property
    def desk(self) -> bool:
        return self.start > 0

    def inner(self, has_dont: bool) -> float:
        return self.left + self.line + (self.bar if has_dont else 0) if self.desk else self.left

    def point_box(self, point: str, points: list[str], has_dont: bool) -> tuple[float, float, float]:
        """Left edge, top and width of a point's column."""
        left = self.inner(has_dont) + (self.beside if has_dont else 0)
        row, column = divmod(points.index(point), self.per_row)
        names = points[row * self.per_row : (row + 1) * self.per_row]
        wide = (self.right - left) / len(names)
        return left + column * wide, self.top + row * (self.lay + self.number + self.place), wide


DESK = Ground(
    left=28,
    right=724,
    top=17,
    line=50,
    bar=40,
    bottom=620,
    start=133,
    per_row=10,
    lay=30,
    number=122,
    place=108,
    come=76,
    beside=92,
)
PHONE = Ground(left=8, right=382, top=8, line=42, bar=36, bottom=488, per_row=3, lay=0, number=58, place=46, come=60)
# Ten points stand in four rows, and there is no Don't Pass Bar.
PHONE_TEN = Ground(left=8, right=382, top=6, line=38, bar=0, bottom=490, per_row=3, lay=0, number=38, place=40, come=40)
USUAL = 6


def points_of(spots: tuple[Spot, ...]) -> list[str]:
    """The point numbers of this rulebook: six, or ten in crapless craps."""
    found = {s.wager.partition(":")[2] for s in spots if s.wager.startswith(("place:", "buy:", "place-to-win:"))}
    return sorted((p for p in found if p.isdigit()), key=int) or ["4", "5", "6", "8", "9", "10"]


def phone_ground(spots: tuple[Spot, ...]) -> Ground:
    """The frame of a phone, as high as the points of this rulebook need."""
    return PHONE if len(points_of(spots)) <= USUAL else PHONE_TEN


def _find(spots: dict[str, Spot], *names: str) -> Spot | None:
    return next((spots[name] for name in names if name in spots), None)


def _box(
    spot: Spot,
    x: float,
    y: float,
    wide: float,
    high: float,
    letters: str,
    *,
    chip: tuple[float, float],
    r: float = 14.0,
    filled: bool = True,
    word: tuple[float, float, float, float] | None = None,
) -> Box:
    return Box(
        wager=spot.wager,
        name=spot.title,
        outline=rect(x, y, wide, high),
        letters=letters,
        x=chip[0],
        y=chip[1],
        r=r,
        filled=filled,
        low=(x + 12, y + high - 11),
        edge=x + wide,
        room=y + high - chip[1],
        word=word,
    )


def side(view_spots: tuple[Spot, ...], ground: Ground = DESK) -> list[Box]:
    """One end of the table: every box that takes chips."""
    spots = {s.wager: s for s in view_spots}
    has_dont = "dont-pass" in spots
    points = points_of(view_spots)
    boxes = []
    for point in points:
        x, top, wide = ground.point_box(point, points, has_dont)
        boxes += _point(spots, point, x, top, wide, ground)
    rows = -(-len(points) // ground.per_row)
    bottom = ground.top + rows * (ground.lay + ground.number + ground.place)
    boxes += _come(spots, ground, ground.inner(has_dont), bottom)
    top = bottom + (ground.come if "come" in spots else 0)
    lines_top = ground.bottom - ground.line - (ground.bar if has_dont else 0)
    if field := spots.get("field"):
        x = ground.inner(has_dont)
        boxes.append(_field(field, x, top, ground.right - x, lines_top - top, ground))
    return boxes + (_lines(spots, ground, ground.inner(has_dont)) if ground.desk else _flat_lines(spots, ground))


def figures(points: list[str], ground: Ground, has_dont: bool, on: str) -> str:
    """The point numbers; the one with the puck makes room for it."""
    parts = []
    for point in points:
        x, top, wide = ground.point_box(point, points, has_dont)
        word = WORDS.get(point, point)
        size: float = 50 if len(word) < 3 else 38 if len(word) < 4 else 31
        if not ground.desk:
            size *= 0.6
        elif len(points) > USUAL:
            size *= 0.72
        centre = x + wide / 2 if ground.desk else x + wide * 0.27
        if ground.desk and point == on:  # the puck stands beside the figure, never over it
            size, centre = size * (0.75, 0.68, 0.62)[min(len(word), 3) - 1], x + (wide - 34) / 2
        lower = 0 if ground.desk else 13
        parts.append(rect(x, top + ground.lay, wide, ground.number, fill="none", **INK))
        parts.append(
            text(
                word,
                centre,
                top + ground.lay + ground.number * (0.4 if ground.desk else 0.46) + lower,
                size,
                font_weight=800,
                fill=c.GOLD,
            )
        )
    return "".join(parts)


def _come(spots: dict[str, Spot], ground: Ground, inner: float, bottom: float) -> list[Box]:
    boxes = []
    left = inner
    if bar := spots.get("dont-come"):
        if ground.desk:
            wide, y, high, mid = ground.beside, ground.top, bottom - ground.top, inner + ground.beside / 2
            chip = (mid, ground.top + high - 40)
            words_y = ground.top + 80
        else:
            wide, y, high, mid = 112.0, bottom, ground.come, inner + 40
            left += wide
            chip = (inner + 88, bottom + high / 2)
            words_y = bottom + 17
        size = 13 if ground.desk else 11
        letters = (
            text("DON'T", mid, words_y, size, font_weight=800, fill=c.IVORY, letter_spacing=0.5)
            + text("COME BAR", mid, words_y + size * 1.4, size, font_weight=800, fill=c.IVORY)
            + pair(6, 6, mid, words_y + (45 if ground.desk else 30), 23 if ground.desk else 14, ivory=True)
        )
        boxes.append(_box(bar, inner, y, wide, high, letters, filled=False, chip=chip))
    if come := spots.get("come"):
        size, space = (54, 14) if ground.desk else (32, 9)
        wide = ground.right - left
        letters = text(
            "COME",
            left + wide * (0.5 if ground.desk else 0.62) + space / 2,  # a phone's chip and pill lie before the word
            bottom + ground.come / 2 + size * 0.36,
            size,
            font_weight=800,
            fill=c.CORAL,
            letter_spacing=space,
        )
        boxes.append(
            _box(
                come,
                left,
                bottom,
                wide,
                ground.come,
                letters,
                filled=False,
                r=16 if ground.desk else 13,
                chip=(left + wide * (0.1 if ground.desk else 0.09), bottom + ground.come * 0.6),
            )
        )
    return boxes


def _point(spots: dict[str, Spot], point: str, x: float, top: float, wide: float, ground: Ground) -> list[Box]:
    boxes = []
    desk = ground.desk
    mid = x + wide * (0.5 if desk else 0.27)
    small = 11.5 if desk else 11
    if (lay := _find(spots, f"lay:{point}", f"place-to-lose:{point}")) and ground.lay:
        word = "LAY" if lay.wager.startswith("lay") else "LOSE"
        letters = text(word, mid, top + 19.5, small, fill=c.IVORY, letter_spacing=1.1)
        # The row is as high as one line: chip and amount lie where the word stands on the empty box.
        on_word = (mid - 19, top + 7, 38, ground.lay - 14)
        boxes.append(_box(lay, x, top, wide, ground.lay, letters, chip=(x + 15, top + 15), r=9, word=on_word))
    place = _find(spots, f"place:{point}", f"place-to-win:{point}", f"buy:{point}")
    if place:
        y = top + ground.lay + ground.number
        word = "BUY" if place.wager.startswith("buy") else "PLACE"
        odds = place.odds.removeprefix("up to ")
        letters = text(word, mid, y + (17.5 if desk else 19), small, fill=c.IVORY, letter_spacing=1.1) + text(
            odds, mid, y + (33 if desk else 34), 12.5 if desk else 12, fill=c.GOLD
        )
        boxes.append(
            _box(
                place,
                x,
                y,
                wide,
                ground.place,
                letters,
                r=14 if desk else 12,
                chip=(x + wide * (0.24 if desk else 0.56), y + ground.place * (0.68 if desk else 0.52)),
            )
        )
    elsewhere = [s for s in spots.values() if at_number(s.wager) == point]
    if elsewhere and desk:
        # Puts, buys and odds on a number are reached at the number itself.
        boxes.append(
            Box(
                wager=f"sheet:{point}",
                name=f"More on {point}: {', '.join(dict.fromkeys(s.title for s in elsewhere))}",
                outline=rect(x, top + ground.lay, wide, ground.number, stroke="none"),
                letters="",
                x=mid,
                y=top + ground.lay + 40,
            )
        )
    return boxes


AT_NUMBER = ("put", "buy", "come-odds", "dont-come-odds", "put-odds", "place-to-lose")


def at_number(wager: str) -> str:
    """The point number that a wager without a box of its own is reached at; empty for all others."""
    kind, _, on = wager.partition(":")
    return on if kind in AT_NUMBER and on.isdigit() else ""


def _field(spot: Spot, x: float, y: float, wide: float, high: float, ground: Ground) -> Box:
    """2 and 12 circled at their own odds; the odds of all others in the middle."""
    rows = dict(spot.rows)
    desk = ground.desk
    numbers = ("2", "3", "4", "9", "10", "11", "12")
    step = wide / (len(numbers) + 0.55)
    letters = []
    line_y = y + (46 if desk else 30)
    for place, number in enumerate(numbers):
        cx = x + step * (place + 0.78)
        size = 28 if desk else 19
        special = rows.get(number, "")
        if number in ("2", "12") and special:
            letters.append(circle(cx, line_y, 30 if desk else 19, fill="none", stroke=c.IVORY, stroke_width=1.8))
            letters.append(text(special, cx, line_y + (50 if desk else 34), 12.5 if desk else 11, fill=c.IVORY))
        letters.append(text(number, cx, line_y + size * 0.36, size, font_weight=800, fill=c.GOLD))
    others = rows.get("other", "") or rows.get("win", "")
    if others:
        letters.append(
            text(
                f"all others {others}", x + wide / 2, line_y + (42 if desk else 34), 12.5 if desk else 11, fill=c.IVORY
            )
        )
    size, space = (38, 9) if desk else (22, 6)
    baseline = y + high - (24 if desk else min(14.0, high / 10))
    letters.append(text("FIELD", x + wide * 0.5, baseline, size, font_weight=800, fill=c.IVORY, letter_spacing=space))
    corner = 20
    outline = (
        f"M{n(x)} {n(y)}H{n(x + wide)}V{n(y + high)}H{n(x + corner)}"
        f"Q{n(x)} {n(y + high)} {n(x)} {n(y + high - corner)}Z"
    )
    return Box(
        wager=spot.wager,
        name=spot.title,
        outline=path(outline),
        letters="".join(letters),
        x=x + wide * (0.73 if desk else 0.78),
        y=baseline - 12,
        r=16 if desk else 14,
        edge=x + wide,
    )


def _lines(spots: dict[str, Spot], ground: Ground, inner: float) -> list[Box]:
    """Pass Line and Don't Pass Bar: an L along the left and the bottom."""
    pass_, dont = _find(spots, "pass"), _find(spots, "dont-pass")
    boxes = [_pass_line(pass_, ground)] if pass_ else []
    if dont:
        boxes.append(_dont_pass(dont, ground, inner))
    for name, beside in (("pass-odds", "pass"), ("dont-pass-odds", "dont-pass")):
        spot = _find(spots, name)
        main = next((b for b in boxes if b.wager == beside), None)
        if spot and main:
            # Odds lie in the free strip below the line; the lay on Don't Pass beside its wager.
            y = ground.bottom + 20 if beside == "pass" else main.y
            x = main.x if beside == "pass" else main.x + 56
            outline = (
                rect(x - 30, ground.bottom + 1, 190, 38, rx=8)
                if beside == "pass"
                else rect(x - 24, main.y - ground.bar / 2, 96, ground.bar)
            )
            boxes.append(Box(wager=spot.wager, name=spot.title, outline=outline, letters="", x=x, y=y, r=14))
    return boxes


def _pass_line(spot: Spot, ground: Ground) -> Box:
    desk, top, at_x = ground.desk, ground.bottom - ground.line, ground.left + ground.line
    radii = (96, 52) if desk else (70, 38)
    outline = _ell(ground.left, at_x, ground.start, ground.right, top, ground.bottom, *radii)
    size, space = (24, 5) if desk else (17, 3.4)
    mx, my = ground.left + ground.line / 2, (ground.start + ground.bottom) / 2 - 24
    across = (ground.left + ground.right) / 2 + 60
    return Box(
        wager=spot.wager,
        name=spot.title,
        outline=path(outline),
        letters=_lettered("PASS LINE", across, top + ground.line / 2 + size * 0.36, size, space)
        + _lettered("PASS LINE", mx, my + 7, size * 0.84, space * 0.8, around=(mx, my)),
        x=ground.left + (146 if desk else 80),
        y=top + ground.line / 2 + 2,
        r=16 if desk else 14,
        spare=(mx, ground.start + 45),
    )


def _dont_pass(spot: Spot, ground: Ground, inner: float) -> Box:
    desk, at_x, bottom = ground.desk, ground.left + ground.line, ground.bottom - ground.line
    top = bottom - ground.bar
    middle = top + ground.bar / 2
    outline = _ell(at_x, inner, ground.start, ground.right, top, bottom, 52 if desk else 38, 20)
    size = 18 if desk else 13
    mx, my = at_x + ground.bar / 2, (ground.start + ground.bottom) / 2 - 24
    return Box(
        wager=spot.wager,
        name=spot.title,
        outline=path(outline),
        letters=_lettered("DON'T PASS BAR", inner + 138, middle + size * 0.36, size, 2)
        + pair(6, 6, inner + 262, middle, 22 if desk else 18, ivory=True)
        + _lettered("DON'T PASS BAR", mx, my + 4.5, 12.5 if desk else 11, 1, around=(mx, my)),
        x=inner + 310,
        y=middle,
        r=14,
        spare=(mx, ground.start + 45),
    )


def _lettered(
    words: str, x: float, y: float, size: float, space: float, around: tuple[float, float] | None = None
) -> str:
    """Letters of a line; `around`: upright, turned about that point."""
    turned = f"rotate(-90 {n(around[0])} {n(around[1])})" if around else None
    return text(words, x, y, size, font_weight=800, fill=c.IVORY, letter_spacing=space, transform=turned)


def _flat_lines(spots: dict[str, Spot], ground: Ground) -> list[Box]:
    """On a phone the lines lie flat, the odds strip below them."""
    boxes = []
    wide = ground.right - ground.left
    y = ground.bottom - ground.line
    if spot := spots.get("dont-pass"):
        top = y - ground.bar
        letters = text(
            "DON'T PASS BAR", ground.left + 108, top + 23, 14, font_weight=800, fill=c.IVORY, letter_spacing=1
        )
        letters += pair(6, 6, ground.left + 205, top + 18, 17, ivory=True)
        boxes.append(
            _box(
                spot,
                ground.left,
                top,
                wide,
                ground.bar,
                letters,
                filled=False,
                chip=(ground.left + 250, top + 18),
                r=12,
            )
        )
    if spot := spots.get("pass"):
        letters = text("PASS LINE", ground.left + 108, y + 27, 18, font_weight=800, fill=c.IVORY, letter_spacing=3)
        boxes.append(
            _box(spot, ground.left, y, wide, ground.line, letters, filled=False, chip=(ground.left + 250, y + 21), r=13)
        )
    if spot := spots.get("pass-odds"):
        letters = text(
            "ODDS", ground.left + 108, ground.bottom + 24, 13, font_weight=800, fill=c.IVORY, letter_spacing=3
        )
        boxes.append(
            _box(
                spot,
                ground.left,
                ground.bottom,
                wide,
                36,
                letters,
                filled=False,
                chip=(ground.left + 250, ground.bottom + 18),
                r=12,
            )
        )
    return boxes


def _ell(x1: float, x2: float, top: float, right: float, y1: float, y2: float, outer: float, inner: float) -> str:
    """The outline of an L-shaped line with rounded corner."""
    return (
        f"M{n(x1)} {n(top)}H{n(x2)}V{n(y1 - inner)}Q{n(x2)} {n(y1)} {n(x2 + inner)} {n(y1)}H{n(right)}V{n(y2)}"
        f"H{n(x1 + outer)}Q{n(x1)} {n(y2)} {n(x1)} {n(y2 - outer)}Z"
    )


def area(box: Box) -> Area:
    return Area(wager=box.wager, name=box.name, shape=box.outline, x=box.x, y=box.y, r=box.r)


def come_place(wager: str, points: list[str], ground: Ground, has_dont: bool) -> tuple[float, float] | None:
    """Where a come or don't come wager lies once it has travelled to its number."""
    kind, _, point = wager.partition(":")
    if point not in points or not kind.startswith(("come", "dont-come", "put")):
        return None
    x, top, wide = ground.point_box(point, points, has_dont)
    odds = kind.endswith("odds")
    if kind.startswith("dont"):
        return x + wide * (0.3 if ground.desk else 0.9), top + (19 if ground.desk else 14)
    if not ground.desk:
        return x + wide * 0.56, top + ground.number * (0.69 if odds else 0.345)
    return x + wide * (0.26 if odds else 0.2), top + ground.lay + (94 if odds else 71)


def puck_place(point: str, points: list[str], ground: Ground, has_dont: bool) -> tuple[float, float]:
    """Clear of the figure in the point's box; off, it rests in the Don't Come Bar or beside the points."""
    if point not in points:
        if ground.desk and has_dont:
            return ground.inner(True) + 24, ground.top + 25
        x, top, wide = ground.point_box(points[0], points, has_dont)
        if ground.desk:  # on the bare felt above the Pass Line
            return x - 26, top + ground.lay + 32
        return x + wide - 18, top + ground.lay + 18
    x, top, wide = ground.point_box(point, points, has_dont)
    return x + wide - (20 if ground.desk else 21), top + ground.lay + (32 if ground.desk else 18)
