"""The roulette layout, from one table in units of a cell.

`u` runs along the layout from 1-2-3 to 34-35-36, `v` across it from the dozens' side; the zeros lie at
u < 0. Lying (desktop) or upright (phone) is a change of axes, so both have the same areas.
"""

from functools import lru_cache
from itertools import groupby
from typing import Any

import msgspec

from croupier.equipment.wheels import colour
from croupier.web.draw import colours as c
from croupier.web.draw.chips import mark, patron_chip, ring, stack
from croupier.web.draw.marks import dolly
from croupier.web.draw.svg import group, n, path, rect, text
from croupier.web.draw.wheel import FILLS, roulette
from croupier.web.felt.area import Area, hit, staked_by_wager
from croupier.web.views import Chips, StationView

ROWS = 12
LINE, CROSSING, INNER = 0.20, 0.22, 0.60
FIVE = "first-five-numbers"
WORDS = {
    "straight": "Straight",
    "split": "Split",
    "three-numbers": "Three numbers",
    "four-numbers": "Four numbers",
    FIVE: "First five numbers",
    "six-numbers": "Six numbers",
    "red": "Red",
    "black": "Black",
    "odd": "Odd",
    "even": "Even",
    "1-18": "1 to 18",
    "19-36": "19 to 36",
}
ORDINALS = ("1st", "2nd", "3rd")


class Axes(msgspec.Struct, frozen=True, kw_only=True):
    """Where the layout lies on the page."""

    x: float
    y: float
    cell: float  # along u
    across: float  # along v
    upright: bool
    zero: float  # depth of the zero boxes
    dozens: float
    evens: float
    columns: float
    chip: float = 14.0

    def at(self, u: float, v: float) -> tuple[float, float]:
        if self.upright:
            return self.x + v * self.across, self.y + u * self.cell
        return self.x + u * self.cell, self.y + (3 - v) * self.across

    def box(self, u1: float, u2: float, v1: float, v2: float) -> tuple[float, float, float, float]:
        (xa, ya), (xb, yb) = self.at(u1, v1), self.at(u2, v2)
        return min(xa, xb), min(ya, yb), abs(xb - xa), abs(yb - ya)


LYING = Axes(x=116, y=349, cell=70, across=74, upright=False, zero=66, dozens=50, evens=50, columns=66)
UPRIGHT = Axes(x=112, y=52, cell=44, across=88, upright=True, zero=44, dozens=52, evens=52, columns=44, chip=14)


def key(kind: str, *numbers: str) -> str:
    """The name of a place on the layout as the game has it: `split:17-20`, zeros first; `red`, `1-18`."""
    if kind == FIVE:
        return kind
    return f"{kind}:{'-'.join(numbers)}" if numbers else kind


def cell_of(number: str) -> tuple[int, int]:
    value = int(number) - 1
    return value // 3, value % 3


def _rect(axes: Axes, u1: float, u2: float, v1: float, v2: float) -> str:
    return rect(*axes.box(u1, u2, v1, v2))


def _say(kind: str, numbers: tuple[str, ...]) -> str:
    if kind == FIVE:
        return WORDS[kind]
    words = ", ".join(numbers[:-1]) + (" and " if len(numbers) > 1 else "") + numbers[-1]
    return f"{WORDS[kind]} {words}"


def _inside(axes: Axes, kind: str, numbers: tuple[str, ...], u: float, v: float, du: float, dv: float) -> Area:
    x, y = axes.at(u, v)
    return Area(
        wager=key(kind, *numbers),
        name=_say(kind, numbers),
        x=x,
        y=y,
        r=axes.chip,
        covers=numbers,
        shape=_rect(axes, u - du, u + du, v - dv, v + dv),
    )


def _layers(axes: Axes, double: bool) -> tuple[list[Area], ...]:
    return _outside(axes), _straights(axes, double), _splits(axes, double), _groups(axes, double)


@lru_cache(maxsize=8)
def areas(axes: Axes, *, double: bool) -> list[Area]:
    """Every place that takes a chip, large ones first, so that lines and crossings lie on top."""
    return [area for layer in _layers(axes, double) for area in layer]


@lru_cache(maxsize=8)
def rows(axes: Axes, *, double: bool) -> list[list[Area]]:
    """The same in rows as one hears a grid: each layer from the top down, each row from the left."""
    found: list[list[Area]] = []
    for layer in _layers(axes, double):
        ordered = sorted(layer, key=lambda area: (round(area.y), area.x))
        found += [list(row) for _, row in groupby(ordered, key=lambda area: round(area.y))]
    return found


def _outside(axes: Axes) -> list[Area]:
    thick = axes.dozens / axes.across
    deep = axes.evens / axes.across
    found = []
    for column in range(3):
        numbers = tuple(str(row * 3 + column + 1) for row in range(ROWS))
        u = ROWS + axes.columns / axes.cell / 2
        x, y = axes.at(u, column + 0.5)
        name = f"Column of {column + 1}, {column + 4} to {column + 34}"
        found.append(
            Area(
                wager=key("column", ORDINALS[column]),
                name=name,
                x=x,
                y=y,
                r=axes.chip,
                covers=numbers,
                shape=_rect(axes, ROWS, 2 * u - ROWS, column, column + 1),
            )
        )
    for dozen in range(3):
        first = dozen * 12 + 1
        numbers = tuple(str(first + k) for k in range(12))
        x, y = axes.at(dozen * 4 + (2.9 if not axes.upright else 0.7), -thick / 2)
        found.append(
            Area(
                wager=key("dozen", f"{ORDINALS[dozen]}-12"),
                name=f"Dozen {first} to {first + 11}",
                x=x,
                y=y,
                r=axes.chip,
                covers=numbers,
                shape=_rect(axes, dozen * 4, dozen * 4 + 4, -thick, 0),
            )
        )
    chosen = {
        "1-18": range(1, 19),
        "even": range(2, 37, 2),
        "red": [k for k in range(1, 37) if colour(str(k)) == "red"],
        "black": [k for k in range(1, 37) if colour(str(k)) == "black"],
        "odd": range(1, 37, 2),
        "19-36": range(19, 37),
    }
    for place, (kind, members) in enumerate(chosen.items()):
        x, y = axes.at(place * 2 + (1.7 if not axes.upright else 1.6), -thick - deep / 2)
        found.append(
            Area(
                wager=kind,
                name=WORDS[kind],
                x=x,
                y=y,
                r=axes.chip,
                covers=tuple(map(str, members)),
                shape=_rect(axes, place * 2, place * 2 + 2, -thick - deep, -thick),
            )
        )
    return found


def _zeros(double: bool) -> dict[str, tuple[float, float]]:
    """Each zero box and the part of the end that it takes."""
    return {"0": (0.0, 1.5), "00": (1.5, 3.0)} if double else {"0": (0.0, 3.0)}


def _straights(axes: Axes, double: bool) -> list[Area]:
    depth = axes.zero / axes.cell
    found = []
    for number, (v1, v2) in _zeros(double).items():
        x, y = axes.at(-depth / 2, (v1 + v2) / 2)
        found.append(
            Area(
                wager=key("straight", number),
                name=f"Straight {number}",
                x=x,
                y=y,
                r=axes.chip,
                covers=(number,),
                shape=_rect(axes, -depth, 0, v1, v2),
            )
        )
    for value in range(1, 37):
        u, v = cell_of(str(value))
        found.append(_inside(axes, "straight", (str(value),), u + 0.5, v + 0.5, 0.5, 0.5))
    return found


def _splits(axes: Axes, double: bool) -> list[Area]:
    found = []
    for value in range(1, 37):
        u, v = cell_of(str(value))
        if u < ROWS - 1:
            found.append(_inside(axes, "split", (str(value), str(value + 3)), u + 1, v + 0.5, LINE, INNER / 2))
        if v < 2:
            found.append(_inside(axes, "split", (str(value), str(value + 1)), u + 0.5, v + 1, INNER / 2, LINE))
    if not double:
        for value in (1, 2, 3):
            found.append(_inside(axes, "split", ("0", str(value)), 0, value - 0.5, LINE, INNER / 2))
        return found
    found += [
        _inside(axes, "split", ("0", "1"), 0, 0.5, LINE, INNER / 2),
        _inside(axes, "split", ("00", "3"), 0, 2.5, LINE, INNER / 2),
        _inside(axes, "split", ("0", "2"), 0, 1.25, LINE, 0.12),
        _inside(axes, "split", ("00", "2"), 0, 1.75, LINE, 0.12),
    ]
    depth = axes.zero / axes.cell
    between = _inside(axes, "split", ("0", "00"), -depth / 2, 1.5, depth * 0.3, LINE)
    # The courtesy place for patrons who cannot reach the zeros: between the second and third dozen.
    thick = axes.dozens / axes.across
    x, y = axes.at(8, -thick / 2)
    courtesy = Area(
        wager=key("split", "0", "00"),
        name="Split 0 and 00, courtesy line",
        x=x,
        y=y,
        r=axes.chip,
        covers=("0", "00"),
        shape=_rect(axes, 8 - LINE, 8 + LINE, -thick * 0.8, -thick * 0.3),
    )
    return [*found, between, courtesy]


def _groups(axes: Axes, double: bool) -> list[Area]:
    found = []
    for row in range(ROWS):
        first = row * 3 + 1
        three = tuple(str(first + k) for k in range(3))
        found.append(_inside(axes, "three-numbers", three, row + 0.5, 0, INNER / 2, LINE * 0.8))
    for row in range(ROWS - 1):
        first = row * 3 + 1
        six = tuple(str(first + k) for k in range(6))
        found.append(_inside(axes, "six-numbers", six, row + 1, 0, CROSSING, CROSSING * 0.8))
        for v in (1, 2):
            corner = first + v - 1
            numbers = tuple(str(corner + k) for k in (0, 1, 3, 4))
            found.append(_inside(axes, "four-numbers", numbers, row + 1, v, CROSSING, CROSSING))
    if not double:
        found += [
            _inside(axes, "three-numbers", ("0", "1", "2"), 0, 1, CROSSING, CROSSING),
            _inside(axes, "three-numbers", ("0", "2", "3"), 0, 2, CROSSING, CROSSING),
        ]
    if double:
        found += [
            _inside(axes, FIVE, ("0", "00", "1", "2", "3"), 0, 0, CROSSING, CROSSING),
            _inside(axes, "three-numbers", ("0", "1", "2"), 0, 1, CROSSING, 0.13),
            _inside(axes, "three-numbers", ("0", "00", "2"), 0, 1.5, CROSSING, 0.12),
            _inside(axes, "three-numbers", ("00", "2", "3"), 0, 2, CROSSING, 0.13),
        ]
    return found


def base(axes: Axes, *, double: bool) -> str:
    """The printed layout without its numbers."""
    ink: dict[str, Any] = {"stroke": c.IVORY, "stroke_width": 1.6}
    parts = []
    for value in range(1, 37):
        u, v = cell_of(str(value))
        parts.append(rect(*axes.box(u, u + 1, v, v + 1), fill=FILLS[colour(str(value))], **ink))
    depth = axes.zero / axes.cell
    for v1, v2 in _zeros(double).values():
        x, y, wide, high = axes.box(-depth, 0, v1, v2)
        if axes.upright:
            left = 14 if v1 == 0 else 0
            right = 14 if v2 == 3 else 0
            d = (
                f"M{n(x)} {n(y + high)}V{n(y + left)}Q{n(x)} {n(y)} {n(x + left)} {n(y)}H{n(x + wide - right)}"
                f"Q{n(x + wide)} {n(y)} {n(x + wide)} {n(y + right)}V{n(y + high)}Z"
            )
        else:
            d = f"M{n(x + wide)} {n(y)}H{n(x + 18)}L{n(x)} {n(y + high / 2)}L{n(x + 18)} {n(y + high)}H{n(x + wide)}Z"
        parts.append(path(d, fill=FILLS["green"], stroke_linejoin="round", **ink))
    thick, deep, end = axes.dozens / axes.across, axes.evens / axes.across, axes.columns / axes.cell
    for place in range(3):
        parts.append(rect(*axes.box(ROWS, ROWS + end, place, place + 1), fill=c.BOX, fill_opacity=0.35, **ink))
        parts.append(rect(*axes.box(place * 4, place * 4 + 4, -thick, 0), fill=c.BOX, fill_opacity=0.35, **ink))
        parts.append(_word(axes, "2 to 1", ROWS + end / 2, place + 0.5, 13.5, turn=False))
        parts.append(_word(axes, ("1st 12", "2nd 12", "3rd 12")[place], place * 4 + 2, -thick / 2, 16))
    for place, words in enumerate(("1 – 18", "EVEN", "RED", "BLACK", "ODD", "19 – 36")):
        fill = {"RED": FILLS["red"], "BLACK": FILLS["black"]}.get(words)
        box = axes.box(place * 2, place * 2 + 2, -thick - deep, -thick)
        paint = fill if fill and axes.upright else c.BOX
        parts.append(rect(*box, fill=paint, fill_opacity=0.35 if paint == c.BOX else 1, **ink))
        if fill and not axes.upright:
            x, y, wide, high = box
            mx, my = x + wide * 0.42, y + high / 2
            parts.append(
                path(
                    f"M{n(mx - 42)} {n(my)}L{n(mx)} {n(my - 19)}L{n(mx + 42)} {n(my)}L{n(mx)} {n(my + 19)}Z",
                    fill=fill,
                    stroke=c.IVORY,
                    stroke_width=1,
                )
            )
            parts.append(text(words, mx, my + 4.6, 13, font_weight=800, fill="#FFF"))
        else:
            parts.append(
                _word(
                    axes,
                    words,
                    place * 2 + (0.68 if axes.upright else 1),
                    -thick - deep / 2,
                    13 if axes.upright else 16,
                )
            )
    return "".join(parts)


def _word(axes: Axes, words: str, u: float, v: float, size: float, *, turn: bool = True) -> str:
    x, y = axes.at(u, v)
    turned = f"rotate(-90 {n(x)} {n(y)})" if axes.upright and turn else None
    return text(words, x, y + size * 0.36, size, fill="#FFF", transform=turned)


def numbers(axes: Axes, chips: tuple[Chips, ...], *, double: bool) -> str:
    """The printed numbers; one under a chip stands in its cell's corner."""
    covered: set[str] = set()
    for stake in chips:
        kind, _, on = stake.wager.partition(":")
        # Upright cells are low: a chip on the line below a number reaches into it too.
        if kind == "straight" or (axes.upright and kind == "split"):
            covered |= set(on.split("-"))
    return _numbers(axes, frozenset(covered), double)


@lru_cache(maxsize=512)
def _numbers(axes: Axes, covered: frozenset[str], double: bool) -> str:
    size = 21 if not axes.upright else 16
    parts = []
    depth = axes.zero / axes.cell
    for number, (v1, v2) in _zeros(double).items():
        x, y = axes.at(-depth / 2 if axes.upright else -depth / 2 + 0.06, (v1 + v2) / 2)
        if number in covered:
            x, y = (x - 44, y) if axes.upright else (x, y - 30)
        parts.append(text(number, x, y + size * 0.36, size, font_weight=800))
    for value in range(1, 37):
        u, v = cell_of(str(value))
        x, y, wide, high = axes.box(u, u + 1, v, v + 1)
        if str(value) in covered:
            parts.append(text(str(value), x + 8, y + 19, 15 if not axes.upright else 14, text_anchor="start"))
        else:
            parts.append(text(str(value), x + wide / 2, y + high / 2 + size * 0.36, size, font_weight=800))
    return group(*parts, fill="#FFF")


def chips(axes: Axes, stakes: tuple[Chips, ...], where: dict[str, Area]) -> str:
    """Every patron's chips; those of one place lie side by side."""
    parts = []
    seen: dict[str, int] = {}
    for stake in stakes:
        area = where.get(stake.wager)
        if area is None:
            continue
        nth = seen.get(stake.wager, 0)
        seen[stake.wager] = nth + 1
        x, y, r = area.x + nth * 9, area.y - nth * 7, axes.chip
        dim = stake.state == "lost"
        drawn = (
            patron_chip(stake.colour, stake.count, x, y, r, dim=dim)
            if stake.colour >= 0
            else stack(stake.amount, x, y, r, dim=dim)
        )
        if stake.state in ("won", "push"):
            drawn += ring(stake.state, x, y, r + 3)
        elif dim:
            drawn += mark("lost", x + r * 0.72, y - r * 0.72, 7)
        parts.append(
            group(
                drawn,
                class_="stake",
                data_wager=stake.wager,
                data_own="1" if stake.own else None,
                data_amount=stake.amount,
            )
        )
    return "".join(parts)


def winner(axes: Axes, result: str, *, double: bool) -> str:
    """The cell of the result framed, the point marker beside its chip."""
    if result not in _zeros(double):
        u, v = cell_of(result)
        box = axes.box(u, u + 1, v, v + 1)
    else:
        v1, v2 = _zeros(double)[result]
        box = axes.box(-axes.zero / axes.cell, 0, v1, v2)
    x, y, wide, high = box
    return rect(x, y, wide, high, fill="none", stroke=c.ACCENT, stroke_width=3.4) + dolly(
        x + wide * 0.8, y + high * (0.38 if not axes.upright else 0.62), 28 if not axes.upright else 22
    )


@lru_cache(maxsize=8)
def _by_wager(axes: Axes, double: bool) -> dict[str, Area]:
    return {area.wager: area for area in reversed(areas(axes, double=double))}


def fragments(view: StationView, axes: Axes, prefix: str) -> dict[str, str]:
    """What a spin changes: numbers (a chip may cover one), chips and marker, wheel."""
    double = "00" in view.wheel
    where = _by_wager(axes, double)
    state = chips(axes, view.chips, where)
    if view.result:
        state = winner(axes, view.result, double=double) + state
    return {
        f"{prefix}-numbers": group(
            numbers(axes, view.chips, double=double), id=f"{prefix}-numbers", data_entry=view.number, class_="quiet"
        ),
        f"{prefix}-chips": group(state, id=f"{prefix}-chips", data_entry=view.number, class_="quiet"),
    }


def hits(view: StationView, axes: Axes) -> str:
    staked = staked_by_wager(view.chips)
    spots = {s.wager: s for s in view.spots}
    double = "00" in view.wheel
    made = []
    for row in rows(axes, double=double):
        kinds = [(a, spots.get(a.wager) or spots.get(a.wager.partition(":")[0])) for a in row]
        cells = [hit(a, s, staked.get(a.wager, 0), brief=True, role="gridcell") for a, s in kinds if s]
        if cells:
            made.append(group("".join(cells), role="row"))
    words = f"{view.title} layout. Arrow keys move, Enter places the chip in hand."
    return group("".join(made), role="grid", aria_label=words)


def head(view: StationView) -> str:
    """Wheel, result and the last numbers: the upper part of the lying layout."""
    result = view.result or (view.last[0] if view.last else "")
    parts = [roulette(view.wheel, 196, 176, 156, result or None)]
    parts.append(text(view.result_title, 392, 48, 13.5, text_anchor="start", fill=c.IVORY))
    if result:
        fill = FILLS[colour(result)]
        parts.append(rect(392, 61, 112, 112, rx=12, fill=fill, stroke=c.ACCENT, stroke_width=2.4))
        parts.append(text(result, 448, 138, 62, font_weight=800, fill="#FFF"))
    else:
        parts.append(rect(392, 61, 112, 112, rx=12, fill=c.BOX, stroke=c.IVORY, stroke_opacity=0.5))
        parts.append(text("No spin yet", 524, 107, 30, font_weight=800, fill="#FFF", text_anchor="start"))
        said = "The number, and what was wagered and returned, will stand here."
        parts.append(text(said, 524, 137, 14, font_weight=600, fill=c.IVORY, text_anchor="start"))
    sizes = ((30, 800, "#FFF", 107), (14, 600, c.IVORY, 137), (14, 600, "#FFF", 162))
    for words, (size, weight, ink, y) in zip(view.result_words, sizes):
        parts.append(text(words, 524, y, size, font_weight=weight, fill=ink, text_anchor="start"))
    if view.last:
        said = f"Last {len(view.last[:14])} spins, newest first" if len(view.last) > 1 else "Last spin"
        parts.append(text(said, 392, 206, 12.5, text_anchor="start", fill=c.IVORY))
    for place, number in enumerate(view.last[:14]):
        x = 392 + place * 45
        parts.append(
            rect(
                x,
                218,
                38,
                36,
                rx=8,
                fill=FILLS[colour(number)],
                stroke=c.ACCENT if not place else c.IVORY,
                stroke_opacity=1 if not place else 0.35,
                stroke_width=2 if not place else 1,
            )
        )
        parts.append(text(number, x + 19, 241.5, 15, font_weight=800, fill="#FFF"))
    for place, (caption, amount, kind) in enumerate(view.totals):
        x = 392 + place * 150
        parts.append(text(caption, x, 276, 12.5, text_anchor="start", fill=c.IVORY))
        parts.append(
            text(
                amount,
                x,
                303,
                23,
                font_weight=800,
                text_anchor="start",
                fill={"won": c.WON, "lost": c.LOST}.get(kind, "#FFF"),
            )
        )
    return "".join(parts)
