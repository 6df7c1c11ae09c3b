"""Every place of the roulette layout that takes a chip, from one table in units of a cell.

`u` runs along the layout from 1-2-3 to 34-35-36, `v` across it from the dozens' side; the zeros lie at
u < 0. Lying (desktop) or upright (phone) is a change of axes, so both have the same areas.
"""

from functools import lru_cache
from itertools import groupby

import msgspec

from croupier.equipment.wheels import ZEROS, colour
from croupier.house.record.sentences import listed
from croupier.web.draw.svg import rect
from croupier.web.felt.area import Area

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
    return f"{WORDS[kind]} {listed(numbers)}"


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


def _layers(axes: Axes, zeros: int) -> tuple[list[Area], ...]:
    return _outside(axes), _straights(axes, zeros), _splits(axes, zeros), _groups(axes, zeros)


@lru_cache(maxsize=8)
def areas(axes: Axes, *, zeros: int) -> list[Area]:
    """Every place that takes a chip, large ones first, so that lines and crossings lie on top."""
    return [area for layer in _layers(axes, zeros) for area in layer]


@lru_cache(maxsize=8)
def rows(axes: Axes, *, zeros: int) -> list[list[Area]]:
    """The same in rows as one hears a grid: each layer from the top down, each row from the left."""
    found: list[list[Area]] = []
    for layer in _layers(axes, zeros):
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


def zeros_of(wheel: tuple[str, ...]) -> int:
    """How many zeros a wheel has."""
    return max(1, sum(pocket in wheel for pocket in ZEROS))


def zero_boxes(zeros: int) -> dict[str, tuple[float, float]]:
    """Each zero box and the part of the end that it takes."""
    part = 3.0 / zeros
    return {name: (place * part, (place + 1) * part) for place, name in enumerate(ZEROS[:zeros])}


def _straights(axes: Axes, zeros: int) -> list[Area]:
    depth = axes.zero / axes.cell
    found = []
    for number, (v1, v2) in zero_boxes(zeros).items():
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


def _splits(axes: Axes, zeros: int) -> list[Area]:
    found = []
    for value in range(1, 37):
        u, v = cell_of(str(value))
        if u < ROWS - 1:
            found.append(_inside(axes, "split", (str(value), str(value + 3)), u + 1, v + 0.5, LINE, INNER / 2))
        if v < 2:
            found.append(_inside(axes, "split", (str(value), str(value + 1)), u + 0.5, v + 1, INNER / 2, LINE))
    if zeros != 2:
        for value, zero in zip((1, 2, 3), ("0", "0", "0") if zeros == 1 else ZEROS):
            found.append(_inside(axes, "split", (zero, str(value)), 0, value - 0.5, LINE, INNER / 2))
        depth = axes.zero / axes.cell
        for place in range(1, zeros):
            pair = (ZEROS[place - 1], ZEROS[place])
            found.append(_inside(axes, "split", pair, -depth / 2, place, depth * 0.3, LINE))
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


def _groups(axes: Axes, zeros: int) -> list[Area]:
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
    if zeros == 1:
        found += [
            _inside(axes, "three-numbers", ("0", "1", "2"), 0, 1, CROSSING, CROSSING),
            _inside(axes, "three-numbers", ("0", "2", "3"), 0, 2, CROSSING, CROSSING),
        ]
    if zeros == 3:
        found += [
            _inside(axes, "three-numbers", ("0", "1", "2"), 0, 0.88, CROSSING, 0.11),
            _inside(axes, "three-numbers", ("0", "00", "2"), 0, 1.12, CROSSING, 0.11),
            _inside(axes, "three-numbers", ("00", "2", "3"), 0, 2, CROSSING, CROSSING),
        ]
    if zeros == 2:
        found += [
            _inside(axes, FIVE, ("0", "00", "1", "2", "3"), 0, 0, CROSSING, CROSSING),
            _inside(axes, "three-numbers", ("0", "1", "2"), 0, 1, CROSSING, 0.13),
            _inside(axes, "three-numbers", ("0", "00", "2"), 0, 1.5, CROSSING, 0.12),
            _inside(axes, "three-numbers", ("00", "2", "3"), 0, 2, CROSSING, 0.13),
        ]
    return found
