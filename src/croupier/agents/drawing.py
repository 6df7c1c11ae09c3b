"""The felt drawn: as text for a terminal, and as a picture of that text."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, RenderableType
from rich.text import Text

from croupier.cli.terminal.layout import draw
from croupier.rounds.driver import Driver

COLUMNS, LINES = 96, 26
FELT, INK = "#0F4A3A", "#EFE9D6"
INCHES, DOTS = (9.6, 5.4), 100


def draw_table(driver: Driver) -> str:
    """The table as its player sees it in a terminal, colours included."""
    return as_ansi(draw(driver))


def as_ansi(drawn: RenderableType) -> str:
    """What a terminal of a fixed width would show."""
    shown = io.StringIO()
    Console(file=shown, width=COLUMNS, force_terminal=True, color_system="standard").print(drawn)
    return shown.getvalue()


def rendered(text: str, mode: str) -> Any:
    """A table drawn as text, the way a learner's environment was asked to show it."""
    if mode == "rgb_array":
        return picture(text)
    if mode == "human":
        print(text)
        return None
    return text


def picture(ansi: str) -> NDArray[np.uint8]:
    """The drawn table as pixels: height x width x red, green, blue."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # here: a learner that draws nothing never loads it
    from matplotlib.figure import Figure

    figure = Figure(figsize=INCHES, dpi=DOTS, facecolor=FELT)
    canvas = FigureCanvasAgg(figure)
    lines = Text.from_ansi(ansi).split("\n")
    for number, line in enumerate(lines[:LINES]):
        figure.text(0.02, 0.97 - number * 0.95 / LINES, line.plain, family="DejaVu Sans Mono", fontsize=9.5,
                    color=INK, va="top")  # fmt: skip
    canvas.draw()
    pixels: Any = np.asarray(canvas.buffer_rgba())
    return np.ascontiguousarray(pixels[:, :, :3], dtype=np.uint8)
