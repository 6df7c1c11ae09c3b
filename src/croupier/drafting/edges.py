"""A wager on which the players have the edge: nothing forbids it, and nobody means it, so the check says the figure.

Which games are looked at hangs on how long somebody waits, and how long an analysis takes is said by the analysis. Who
waits for seconds is told of every combination of options that figures hang on, or how many combinations are left.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.games import class_of
from croupier.games.baccarat.game import Baccarat
from croupier.games.dice.money import DiceMoney
from croupier.games.wheels.wheelgame import WheelGame
from croupier.odds.posting import PART
from croupier.rulebook import NotFound, Rulebook
from croupier.rulebook.faults import Found

if TYPE_CHECKING:
    from croupier.odds.every_option import Looked
    from croupier.odds.lines import Line

UNDECIDED = (Baccarat, DiceMoney, WheelGame)  # games without decisions are worked out in a blink
WITH_ANOTHER = ("raise", "odds")  # judged with the wager they belong to
BY_A_METER = ("progressive", "envy")
BY_DECISIONS = {"house-money", "second-trilux"}  # side bets of twenty-one whose worth hangs on how a hand is played
TOURNAMENT = "tournament"
MOST_KEPT = Fraction(3, 4)  # of a wager; no house keeps more, so the odds are probably turned round


class Patience(enum.IntEnum):
    """How long somebody waits for a check."""

    BLINK = 0  # while typing
    SECONDS = 1  # for each book
    ANY = 2


WAITED = {Patience.SECONDS: 4.0, Patience.ANY: 3_600.0}  # seconds for the combinations of one book's options


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
    """What the players have an edge on, by default and by what else may be posted, and what was left unlooked at."""
    try:
        undecided = issubclass(class_of(book), UNDECIDED)
    except NotFound:
        return Judged()  # nothing is wagered against the house
    looked: Looked | None = None
    try:
        cut = tuple(_cut_short(book))
        lines, because = _lines(book, patience, undecided), "no analysis has a figure of it"
        if lines is None:
            lines, because = _beside(book, patience), "takes long: croupier rulebooks --check --edges works it out"
        elif patience > Patience.BLINK:
            looked = _looked(book, patience, undecided)
    except Exception as error:  # one failing analysis costs its own figures, not the check
        words = f"the odds could not be worked out: {error}"
        return Judged((Found("", words, warning=True),), _left(book, set(), "the analysis failed"))
    told = {line.wager for line in lines if line.edge is not None and not line.reading}
    by_edge = sorted(_warnings(book, lines, undecided), key=lambda told: told[1])
    found = {place: warning for place, _, warning in by_edge}  # of several figures of a pay table the largest
    left = _left(book, told, because)
    if patience > Patience.BLINK:
        found = _by_options(book, looked, undecided) | found
        left += _unvaried(book, looked, told)
    return Judged((*found.values(), *cut), left)


def _cut_short(book: Rulebook) -> Iterator[Found]:
    """Payout limits that cut short what the least wager may win: its figures are not those of its rows."""
    from croupier.odds.posting import open_posting

    cut = open_posting(book).cut_short()
    for number, limit in enumerate(book.payout_limits, 1):
        if wagers := [name for name, ceiling in cut.items() if ceiling.name == limit.name]:
            words = f"is less than {', '.join(wagers)} may win at the least wager"
            yield Found(f"payout-limits[{number}]", words, warning=True)


def _lines(book: Rulebook, patience: Patience, undecided: bool) -> list[Line] | None:
    """The figures of a book; none where nobody waits for them. Those that come along need no waiting."""
    if patience == Patience.BLINK and not undecided:
        return None
    from croupier.odds import pack  # compiled code is loaded only where it is used
    from croupier.odds.lines import lines_of

    if not undecided and (ready := pack.look(book, {}, every=patience > Patience.BLINK)) is not None:
        return [line for lines in ready for line in lines]
    return lines_of(book, every=False) if undecided or _is_short(book) or patience == Patience.ANY else None


def _beside(book: Rulebook, patience: Patience) -> list[Line]:
    """Of a game whose decisions take long: the figures of what stands beside them, such as insurance and side bets."""
    if patience == Patience.BLINK:
        return []
    from croupier.odds.lines import analyst_of, every_wager, line_of
    from croupier.odds.posting import game_under, offering, open_posting

    found, posting = analyst_of(book.plays), open_posting(book)
    if found is None:
        return []
    game = game_under(posting)
    played = {name for name, described in game.described.items() if game.described_by_play(described)}
    kinds = ("base", *WITH_ANOTHER, *BY_A_METER)
    passed_over = {name for name, rule in book.wagers.items() if rule.kind in kinds} | played | BY_DECISIONS
    beside = offering(posting, lambda rule: rule.name not in passed_over)
    return [line_of(book, posting, figure) for figure in every_wager(beside, found[0])]


def _is_short(book: Rulebook) -> bool:
    """Whether its figures are worked out within seconds."""
    from croupier.odds.analysis import analysis_of

    analysis = analysis_of(book.plays)
    return analysis is not None and analysis.figures is not None and not analysis.length


def _looked(book: Rulebook, patience: Patience, undecided: bool) -> Looked | None:
    """The figures under other options; none where one set of them takes long by itself."""
    from croupier.odds.every_option import every_combination
    from croupier.odds.lines import analyst_of

    found = analyst_of(book.plays)
    if found is None or not (undecided or _is_short(book) or patience == Patience.ANY):
        return None
    return every_combination(book, found[0], WAITED[patience])


def _by_options(book: Rulebook, looked: Looked | None, undecided: bool) -> dict[str, Found]:
    """For each pay table the largest edge that the players have under options other than the default ones."""
    worst: dict[str, tuple[float, Found]] = {}
    for varied in looked.varied if looked else ():
        if varied.options.get(TOURNAMENT):
            continue  # chips of a tournament are nobody's money
        words = ", ".join(f"{name} is {value}" for name, value in varied.options.items())
        for place, edge, warning in _warnings(book, list(varied.lines), undecided):
            if place not in worst or edge > worst[place][0]:
                worst[place] = edge, Found(place, f"{warning.says}, where {words}", warning=True)
    return {place: warning for place, (_, warning) in worst.items()}


def _unvaried(book: Rulebook, looked: Looked | None, told: set[str]) -> tuple[Unlooked, ...]:
    """What was judged under some options only."""
    wagers = tuple(name for name in book.wagers if name in told)
    if not wagers or (looked is not None and not looked.left):
        return ()
    if looked is None:
        if not any(setting.optional for setting in book.settings.values()):
            return ()
        return (Unlooked(wagers, "under options other than the printed figures' own: takes long"),)
    count = f"{looked.left} combination{'s' if looked.left > 1 else ''}"
    return (Unlooked(wagers, f"under {count} of {', '.join(looked.options)}: --edges waits for them"),)


def _warnings(book: Rulebook, lines: list[Line], undecided: bool) -> Iterator[tuple[str, float, Found]]:
    """(where, how much, in words) of each pay table on which the players have the edge, or next to no chance."""
    seen = set()
    for line in lines:
        place = _table_of(book, line.wager, line.pay_table, line.line)
        if not place or line.edge is None or line.reading or line.of_game == PART:
            continue
        whole = undecided or place not in seen  # a wager with its raises stands before what else is said of it
        seen.add(place)
        if whole and line.edge.house_edge < 0:
            held = f" ({line.conditions})" if line.conditions else ""
            edge = float(-line.edge.house_edge)
            words = f"the players have an edge of {edge * 100:.4g} % on {line.wager}{held}"
            yield place, edge, Found(place, words, warning=True)
        elif whole and line.edge.house_edge > MOST_KEPT:
            kept = float(line.edge.house_edge)
            words = f"the house keeps {kept * 100:.4g} % of {line.wager}; are its odds the right way round?"
            yield place, -kept, Found(place, words, warning=True)


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
