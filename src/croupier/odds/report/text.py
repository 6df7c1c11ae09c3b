"""Odds for people: tables for the terminal and for the documentation."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from croupier.odds.lines import NO_ANALYSIS, Line, is_double

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 64  # columns below which only the edge stands beside a name
WIDE = 150  # columns from which on what is said of a wager has room beside its figures
EXACT_MOST = 40  # characters of a fraction that still reads


def percent(value: float, digits: int = 4) -> str:
    return f"{100 * value:.{digits}f} %"


def edge_text(line: Line, digits: int = 4) -> str:
    if line.edge is None:
        return NO_ANALYSIS if line.refused in ("", NO_ANALYSIS) else "refused"
    text = percent(float(line.edge.house_edge), digits)
    return text if line.edge.interval is None else f"{text} ± {100 * line.edge.interval:.4f}"


def fraction_text(line: Line) -> str:
    """The exact edge where it is short enough to read."""
    if line.edge is None or line.edge.method != "exact" or is_double(line.edge.house_edge):
        return ""
    text = f"{line.edge.house_edge.numerator}/{line.edge.house_edge.denominator}"
    return text if len(text) <= EXACT_MOST else ""


class Footnotes:
    """What has no room in a table: each sentence once, under it, by its number."""

    def __init__(self) -> None:
        self.words: dict[str, int] = {}

    def number(self, words: str) -> str:
        return f"[{self.words.setdefault(words, len(self.words) + 1)}]" if words else ""

    def print(self, console: Console) -> None:
        for words, number in self.words.items():
            mark = f"[{number}]"
            text = textwrap.fill(words, console.width, initial_indent=f"{mark:<5}", subsequent_indent=" " * 5)
            console.print(text, style="dim", markup=False, highlight=False)


def show_lines(lines: list[Line]) -> None:
    """A table a game on standard output, as wide as the screen: conditions stand beside the figures or under them."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    wide, narrow = console.width >= WIDE, console.width < NARROW
    for (name, game, approved), group in groupby(lines, key=lambda x: (x.property, x.game, x.approved)):
        rows, notes = list(group), Footnotes()
        grid = Table(box=None, pad_edge=False)
        for heading in ("wager", "pay table") if wide else ("wager",):
            grid.add_column(heading, no_wrap=True)
        figures_of = () if narrow else ("hits", "pushes", "deviation")
        for heading in ("house edge", *figures_of, *(["of all risked"] if wide else [])):
            grid.add_column(heading, justify="right", no_wrap=True)
        grid.add_column("conditions" if wide else "", no_wrap=not wide)
        for line in rows:
            edge, said = line.edge, line.conditions
            figures = ["", "", ""]
            risk = ""
            if edge is not None:
                figures = [percent(float(edge.hit), 2), percent(float(edge.push), 2), f"{edge.standard_deviation:.4g}"]
                risk = percent(float(edge.element_of_risk), 3)
            style = "dim" if line.reading else ""
            if wide:
                grid.add_row(line.wager, line.pay_table, edge_text(line), *figures, risk, said, style=style)
            else:
                apart = risk and edge is not None and edge.element_of_risk != edge.house_edge
                named = "" if says_the_same(line.pay_table, line.wager.split(" on ")[0]) else line.pay_table
                words = "; ".join(part for part in (named, said, f"{risk} of all risked" if apart else "") if part)
                grid.add_row(line.wager, edge_text(line), *figures[: len(figures_of)], notes.number(words), style=style)
        console.print(f"{game} at {name}, approved {approved}", style="italic", highlight=False)
        console.print(grid)
        notes.print(console)
        for words in dict.fromkeys(line.edge.strategy for line in rows if line.edge and line.edge.strategy):
            console.print(f"[dim]strategy: {words}[/dim]")
        console.print()


def says_the_same(title: str, name: str) -> bool:
    """Whether a pay table's title only repeats its wager's name."""
    return title.casefold().replace(" ", "-") == name


def as_markdown(lines: Iterable[Line]) -> str:
    """The table of the documentation: every wager of every rulebook."""
    text = [
        "# The odds of every wager",
        "",
        "Made by `croupier odds --all --write build/odds.md`; do not edit. The house edge is a share of the initial",
        "wager, the element of risk a share of all the money staked. *Exact* is the edge as a fraction; where none",
        "stands it is too long to print (`croupier odds --json` has it), or the chances were summed in double",
        "precision, right to ten digits. A *simulated* edge carries its 99 % interval. Lines marked *reading* show",
        "what the edge would be if an unclear clause were read otherwise.",
        "",
    ]
    for (name, game, approved), group in groupby(lines, key=lambda x: (x.property, x.game, x.approved)):
        rows = list(group)
        text += [f"## {game} at {name}, {approved}", ""]
        text += ["| wager | pay table | line | conditions | house edge | exact | hits | pushes | deviation | risk |"]
        text += ["|---|---|---:|---|---:|---|---:|---:|---:|---:|"]
        text += [_row(line) for line in rows]
        strategies = dict.fromkeys(line.edge.strategy for line in rows if line.edge and line.edge.strategy)
        text += ["", *(f"Strategy: {words}." for words in strategies), ""]
    return "\n".join(text).rstrip() + "\n"


def as_summary(lines: Iterable[Line]) -> str:
    """The first wager of every rulebook as it is posted by default, in one table."""
    text = [
        "# Odds",
        "",
        "What the house keeps of the first wager of each game in the long run, as each rulebook posts it by default.",
        "Every other wager, pay table and choice of the house, with exact fractions, hit frequency, deviation, element",
        "of risk and the best play, is on its rulebook's page of the documentation (`make docs`), or at once by",
        "`croupier odds PROPERTY GAME`. Made by `croupier odds --all --summary docs/odds.md`; do not edit.",
        "",
        "| game | house | approved | wager | house edge | conditions |",
        "|---|---|---|---|---:|---|",
    ]
    for (name, game, approved), group in groupby(lines, key=lambda x: (x.property, x.game, x.approved)):
        first = next(group)
        cells = (game, name, approved, first.wager, edge_text(first), first.conditions)
        text.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return "\n".join(text) + "\n"


def _row(line: Line) -> str:
    edge = line.edge
    cells = [line.wager, line.pay_table, str(line.line), line.conditions, edge_text(line, 6), fraction_text(line)]
    if edge is None:
        cells += ["", "", "", ""]
    else:
        cells += [
            percent(float(edge.hit)), percent(float(edge.push)), f"{edge.standard_deviation:.5g}",
            percent(float(edge.element_of_risk)),
        ]  # fmt: skip
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"
