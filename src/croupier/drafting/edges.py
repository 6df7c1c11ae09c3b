"""A wager on which the players have the edge: nothing forbids it, and nobody means it, so the check says the figure.

Which games are looked at hangs on how long somebody waits, and how long an analysis takes is said by the analysis.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from croupier.games import class_of
from croupier.games.baccarat.game import Baccarat
from croupier.games.dice.money import DiceMoney
from croupier.games.wheels.wheelgame import WheelGame
from croupier.rulebook import NotFound, Rulebook
from croupier.rulebook.faults import Found

if TYPE_CHECKING:
    from croupier.odds.posting import Line

UNDECIDED = (Baccarat, DiceMoney, WheelGame)  # games without decisions are worked out in a blink
WITH_ANOTHER = ("raise", "odds")  # judged with the wager they belong to
BY_A_METER = ("progressive", "envy")
PART = "as part of the game"  # how a line says that it is one wager of several that are decided together


class Patience(enum.IntEnum):
    """How long somebody waits for a check."""

    BLINK = 0  # while typing
    SECONDS = 1  # for each book
    ANY = 2


class Unlooked(msgspec.Struct, frozen=True):
    """Wagers whose edge nobody has looked at, and why."""

    wagers: tuple[str, ...]
    because: str

    def __str__(self) -> str:
        return f"not looked at for a players' edge: {', '.join(self.wagers)} ({self.because})"


class Judged(msgspec.Struct, frozen=True):
    found: tuple[Found, ...] = ()  # a warning for each wager whose edge is the players', with the figure
    unlooked: tuple[Unlooked, ...] = ()


def players_edges(book: Rulebook, patience: Patience) -> Judged:
    """What the players have an edge on, as the book is posted by default, and what was left unlooked at."""
    try:
        undecided = issubclass(class_of(book), UNDECIDED)
    except NotFound:
        return Judged()  # nothing is wagered against the house
    try:
        lines = _lines(book, patience, undecided)
    except Exception as error:  # one failing analysis costs its own figures, not the check
        words = f"the odds could not be worked out: {error}"
        return Judged((Found("", words, warning=True),), _left(book, set(), "the analysis failed"))
    if lines is None:
        return Judged((), _left(book, set(), "takes long: croupier rulebooks --check --edges works it out"))
    told = {line.wager for line in lines if line.edge is not None and not line.reading}
    return Judged(tuple(_warnings(book, lines, undecided)), _left(book, told, "no analysis has a figure of it"))


def _lines(book: Rulebook, patience: Patience, undecided: bool) -> list[Line] | None:
    """The figures of a book; none where nobody waits for them. Those that come along need no waiting."""
    if patience == Patience.BLINK and not undecided:
        return None
    from croupier.odds import pack  # compiled code is loaded only where it is used
    from croupier.odds.analysis import analysis_of
    from croupier.odds.posting import lines_of

    if not undecided and (ready := pack.look(book, {}, every=False)) is not None:
        return [line for lines in ready for line in lines]
    analysis = analysis_of(book.plays)
    short = analysis is not None and analysis.figures is not None and not analysis.length
    return lines_of(book, every=False) if undecided or short or patience == Patience.ANY else None


def _warnings(book: Rulebook, lines: list[Line], undecided: bool) -> Iterator[Found]:
    seen = set()
    for line in lines:
        place = _table_of(book, line.wager, line.pay_table, line.line)
        if not place or line.edge is None or line.reading or PART in line.conditions:
            continue
        whole = undecided or place not in seen  # a wager with its raises stands before what else is said of it
        seen.add(place)
        if whole and line.edge.house_edge < 0:
            held = f" ({line.conditions})" if line.conditions else ""
            words = f"the players have an edge of {float(-line.edge.house_edge) * 100:.4g} % on {line.wager}{held}"
            yield Found(place, words, warning=True)


def _left(book: Rulebook, told: set[str], because: str) -> tuple[Unlooked, ...]:
    """The wagers that no figure was found of."""
    left = {name: rule.kind for name, rule in book.wagers.items() if name not in told and rule.kind not in WITH_ANOTHER}
    metered = tuple(name for name, kind in left.items() if kind in BY_A_METER)
    others = tuple(name for name in left if name not in metered)
    found = (Unlooked(others, because), Unlooked(metered, "a meter decides"))
    return tuple(one for one in found if one.wagers)


def _table_of(book: Rulebook, wager: str, label: str, line: int) -> str:
    """The address of the pay table that a figure is of; empty where it is no wager's main one."""
    rule = book.wagers.get(wager)
    if rule is None or rule.kind in (*WITH_ANOTHER, *BY_A_METER):
        return ""
    for number, table in enumerate(rule.pay_tables, 1):
        if table.name == "main" and table.line == line and label in (table.label, rule.title, ""):
            return f"wagers.{wager}.pay-tables[{number}]"
    return ""
