"""The roads of a shoe of baccarat: bead plate, big road and the three that follow from it, drawn and in words.

A road predicts nothing; it is how people at these tables write down what came.
"""

from collections.abc import Iterator, Sequence

from croupier.web.draw import colours as c
from croupier.web.draw.svg import circle, group, line, rect, text

ROWS = 6
TIE_INK = "#7BE3B0"
INKS = {"P": "#9CC4FF", "B": c.CORAL, "T": TIE_INK}
NAMES = {"P": "player", "B": "banker", "T": "tie"}
DERIVED = (("Big eye boy", 1), ("Small road", 2), ("Cockroach road", 3))
RED, BLUE = INKS["B"], INKS["P"]
SPOKEN = 12


def columns(results: Sequence[str]) -> list[tuple[str, list[int]]]:
    """The big road before it is drawn, from the oldest: each run of one side, with the ties after each of its hands."""
    made: list[tuple[str, list[int]]] = []
    early = 0  # ties before anything else won
    for result in results:
        if result == "T":
            if made:
                made[-1][1][-1] += 1
            else:
                early += 1
        elif made and made[-1][0] == result:
            made[-1][1].append(0)
        else:
            made.append((result, [early]))
            early = 0
    return made


def laid(runs: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Where each run lies on a grid of six rows: down its column, and to the right where the way down is taken."""
    taken: set[tuple[int, int]] = set()
    placed = []
    first = 0
    for length in runs:
        while (first, 0) in taken:
            first += 1
        x, y, along = first, 0, False
        cells = [(x, y)]
        for _ in range(length - 1):
            along = along or y + 1 >= ROWS or (x, y + 1) in taken
            x, y = (x + 1, y) if along else (x, y + 1)
            cells.append((x, y))
        taken.update(cells)
        placed.append(cells)
        first += 1
    return placed


def derived(lengths: Sequence[int], back: int) -> list[bool]:
    """One of the roads that follow from the big road, from the oldest; True is red: what came was like what came
    `back` columns before."""
    marks = []
    for column, length in enumerate(lengths):
        for row in range(length):
            if row == 0:
                if column - 1 - back >= 0:
                    marks.append(lengths[column - 1] == lengths[column - 1 - back])
            elif column - back >= 0:
                there = lengths[column - back]
                marks.append((there > row) == (there > row - 1))
    return marks


def _window(cells: Sequence[Sequence[tuple[int, int]]], width: int) -> int:
    """The first column that is shown, so that the newest are."""
    return max(0, max((x for run in cells for x, _ in run), default=0) - width + 1)


def _grid(x: float, y: float, wide: int, cell: float) -> str:
    box = rect(x, y, wide * cell, ROWS * cell, rx=3, fill=c.BOX, fill_opacity=0.75, stroke=c.IVORY, stroke_opacity=0.35)
    return box + "".join(
        line(x + k * cell, y, x + k * cell, y + ROWS * cell, stroke=c.IVORY, stroke_opacity=0.1) for k in range(1, wide)
    )


def bead_plate(last: Sequence[str], x: float, y: float, wide: int, cell: float) -> str:
    """Every hand in its order, six to a column; `last` has the newest first."""
    results = list(reversed(last))
    skipped = max(0, -(-len(results) // ROWS) - wide) * ROWS
    parts = [_grid(x, y, wide, cell)]
    for place, result in enumerate(results[skipped:]):
        column, row = divmod(place, ROWS)
        at = (x + (column + 0.5) * cell, y + (row + 0.5) * cell)
        ink = INKS.get(result, c.IVORY)
        parts.append(circle(*at, cell * 0.42, fill=ink, fill_opacity=0.18, stroke=ink, stroke_width=1.3))
        parts.append(text(result, at[0], at[1] + 3.7, 10.5, font_weight=800, fill=ink))
    words = ", ".join(NAMES.get(r, r) for r in last[:SPOKEN])
    return group(*parts, role="img", aria_label=f"Bead plate, newest first: {words or 'no hand of this shoe yet'}")


def big_road(last: Sequence[str], x: float, y: float, wide: int, cell: float) -> str:
    """One column for each run of a side; a tie strikes through the hand that it followed."""
    runs = columns(list(reversed(last)))
    cells = laid([len(ties) for _, ties in runs])
    first = _window(cells, wide)
    parts = [_grid(x, y, wide, cell)]
    for (side, ties), run in zip(runs, cells):
        for tied, (column, row) in zip(ties, run):
            if column < first:
                continue
            cx, cy, r = x + (column - first + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.36
            parts.append(circle(cx, cy, r, fill="none", stroke=INKS.get(side, c.IVORY), stroke_width=1.9))
            if tied:
                parts.append(line(cx - r, cy + r, cx + r, cy - r, stroke=TIE_INK, stroke_width=1.7))
    said = ", ".join(f"{NAMES.get(side, side)} {len(ties)}" for side, ties in reversed(runs[-SPOKEN:]))
    return group(*parts, role="img", aria_label=f"Big road, newest run first: {said or 'no hand of this shoe yet'}")


def derived_road(name: str, back: int, last: Sequence[str], x: float, y: float, wide: int, cell: float) -> str:
    """Rings, discs or strokes, red where the shoe repeats itself and blue where it does not."""
    marks = derived([len(ties) for _, ties in columns(list(reversed(last)))], back)
    runs = list(_runs(marks))
    cells = laid([length for _, length in runs])
    first = _window(cells, wide)
    parts = [_grid(x, y, wide, cell)]
    for (red, _), run in zip(runs, cells):
        ink = RED if red else BLUE
        for column, row in run:
            if column < first:
                continue
            cx, cy, r = x + (column - first + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.34
            if back == 1:
                parts.append(circle(cx, cy, r, fill="none", stroke=ink, stroke_width=1.4))
            elif back == 2:
                parts.append(circle(cx, cy, r, fill=ink))
            else:
                parts.append(line(cx - r, cy + r, cx + r, cy - r, stroke=ink, stroke_width=1.6))
    said = ", ".join(f"{'red' if red else 'blue'} {length}" for red, length in reversed(runs[-SPOKEN:]))
    return group(*parts, role="img", aria_label=f"{name}, newest first: {said or 'nothing yet'}")


def _runs(marks: Sequence[bool]) -> Iterator[tuple[bool, int]]:
    begun = 0
    for place in range(1, len(marks) + 1):
        if place == len(marks) or marks[place] != marks[begun]:
            yield marks[begun], place - begun
            begun = place


def roads(last: Sequence[str]) -> str:
    """All five, to both sides of the rack; nothing moves when a hand is added."""
    small = "".join(derived_road(name, back, last, 740 + 62 * k, 136, 8, 7.3) for k, (name, back) in enumerate(DERIVED))
    letters = {"font_weight": 800, "fill": c.IVORY, "text_anchor": "start", "letter_spacing": 0.8}
    return (
        text("BEAD PLATE", 156, 32, 11, **letters)
        + bead_plate(last, 156, 39, 11, 16)
        + text("BIG ROAD", 740, 32, 11, **letters)
        + big_road(last, 740, 39, 14, 13)
        + small
    )


def in_words(last: Sequence[str]) -> str:
    """`Banker 12, player 9, tie 2`: the shoe as a line."""
    return ", ".join(f"{name} {last.count(mark)}" for mark, name in (("B", "Banker"), ("P", "player"), ("T", "tie")))
