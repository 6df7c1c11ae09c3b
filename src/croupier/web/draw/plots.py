"""Plots of a sheet of numbers: bars beside each other, or lines; drawn small, with the figures in words beside them."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from croupier.web.draw.svg import el, line, rect, text

if TYPE_CHECKING:
    from croupier.odds.report.sheets import Plot

WIDE, HIGH = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 28, 44
TONES = ("var(--text)", "var(--t3)", "var(--info)")
APART = "var(--neg)"
LABELS_MAX = 16
Height = Callable[[float], float]


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below the least to above the most."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / about))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    first = math.floor(low / step)
    return [step * at for at in range(first, math.ceil(high / step - 1e-9) + 1)]


def words(value: float, percent: bool) -> str:
    shown = f"{100 * value:.4g} %" if percent else f"{value:,.4g}"
    return shown.replace("-", "−")


def plot(given: "Plot") -> Markup:
    """One drawing, read aloud by its title and its least and greatest value."""
    values = [value for _, series in given.series for value in series]
    marks = ticks(min(0.0, *values), max(0.0, *values))
    low, high = marks[0], marks[-1] if marks[-1] > marks[0] else marks[0] + 1

    def height(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HIGH - TOP - BOTTOM)

    drawn = ""
    for mark in marks:
        drawn += line(LEFT, height(mark), WIDE - RIGHT, height(mark), stroke="var(--line)")
        drawn += text(words(mark, given.percent), LEFT - 8, height(mark) + 4, 12, text_anchor="end", class_="plot-word")
    room = (WIDE - LEFT - RIGHT) / max(1, len(given.labels))
    draw = _bars if given.bars else _lines
    drawn += draw(given, room, height)
    drawn += line(LEFT, height(0), WIDE - RIGHT, height(0), stroke="var(--line2)")
    every = math.ceil(len(given.labels) / LABELS_MAX)
    for at in range(0, len(given.labels), every):
        drawn += text(given.labels[at], LEFT + room * (at + 0.5), HIGH - BOTTOM + 18, 12, class_="plot-word")
    drawn += text(given.across, (LEFT + WIDE - RIGHT) / 2, HIGH - 6, 12, class_="plot-word")
    drawn += _key(given)
    least, most = words(min(values), given.percent), words(max(values), given.percent)
    label = f"{given.title}: from {least} to {most}"
    body = Markup(drawn)
    return Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDE, HIGH, label, body
    )


def _key(given: "Plot") -> str:
    """Which tone is which series, where there are several."""
    if len(given.series) < 2:
        return ""
    drawn = ""
    for place, (name, _) in enumerate(given.series):
        x = LEFT + 150 * place
        drawn += rect(x, 6, 12, 12, rx=3, fill=TONES[place % len(TONES)])
        drawn += text(name, x + 18, 17, 12, text_anchor="start", class_="plot-word")
    return drawn


def _bars(given: "Plot", room: float, height: Height) -> str:
    drawn, each = "", room * 0.8 / len(given.series)
    for place, (_, series) in enumerate(given.series):
        for at, value in enumerate(series):
            top, bottom = sorted((height(value), height(0)))
            fill = APART if at in given.set_apart else TONES[place % len(TONES)]
            x = LEFT + room * (at + 0.1) + each * place
            drawn += rect(x, top, max(each - 1, 0.8), max(bottom - top, 0.5), fill=fill)
    return drawn


def _lines(given: "Plot", room: float, height: Height) -> str:
    drawn = ""
    for place, (_, series) in enumerate(given.series):
        tone = TONES[place % len(TONES)]
        points = [(LEFT + room * (at + 0.5), height(value)) for at, value in enumerate(series)]
        drawn += el("polyline", points=_joined(points), fill="none", stroke=tone, stroke_width=2.5)
        drawn += "".join(el("circle", cx=x, cy=y, r=3.5, fill=tone) for x, y in points)
    return drawn


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
