"""What people ask about money, in one place for the command line, the pages and programs: an evening, coupons, an hour.

A question is a frozen struct that names a wager, options and amounts as people write them; its answer has the figures
and, for whoever draws, the whole distribution in steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import msgspec
import numpy as np

from croupier.odds import pack
from croupier.odds.exact import Edge
from croupier.odds.lines import Line, lines_of, tournament_tables
from croupier.odds.money import hour as hours
from croupier.odds.money.coupons import Worth, worths
from croupier.odds.money.evening import Evening, after, evening
from croupier.odds.money.joint_wagers import together
from croupier.odds.money.questions import AskedEvening, AskedHour
from croupier.odds.money.stakes import stake_of
from croupier.odds.posting import BadInput, open_posting
from croupier.odds.protection.wagers import offered_share
from croupier.rulebook import Rulebook
from croupier.rulebook.faults import near

STEPS = 60  # of a drawn distribution
TILTS = 6  # each as good as doubles the digits of a mean
ALIKE = 1e-9  # means that differ by less are one
TAILS = 0.0005  # at either end, drawn as one step


class FoundEvening(msgspec.Struct, frozen=True):
    """An evening, the wagers it was made of, and how likely it ends where."""

    wagers: tuple[str, ...]
    units: tuple[float, ...]
    means: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    method: str
    evening: Evening
    steps: tuple[tuple[float, float, float], ...]  # from, to and below, chance; in units
    within: float | None = None  # half of the mean's 99 % interval, where it was played out

    def correlation(self, first: int, second: int) -> float:
        spread = self.covariance[first][first] * self.covariance[second][second]
        return self.covariance[first][second] / spread**0.5 if spread > 0 else 0.0


class FoundHour(msgspec.Struct, frozen=True):
    """An hour as it is and as it would be."""

    before: hours.Hour
    after: hours.Hour
    even_if_stay: Fraction | None  # the share that must stay for the hour to win what it won before


def ask_evening(book: Rulebook, asked: AskedEvening) -> FoundEvening:
    """How so many rounds end."""
    if asked.bankroll is not None and not math.isfinite(asked.bankroll):
        raise BadInput(f"bankroll {asked.bankroll}: expected a number of units")
    if asked.beside:
        posting = open_posting(book, dict(asked.options))
        made = together(
            posting, [stake_of(text or next(iter(posting.wagers))) for text in (asked.wager, *asked.beside)]
        )
        names, units = tuple(stake.name for stake in made.stakes), tuple(float(stake.units) for stake in made.stakes)
        edge, parts = made.edge, (made.means, made.covariance, made.method)
    else:
        line = _with_spread(book, dict(asked.options), asked.wager)
        edge = centred(edge_of(line))
        names, units = (line.wager,), (1.0,)
        parts = (-float(edge.house_edge),), ((float(edge.variance),),), edge.method
    found = evening(edge, asked.rounds, asked.bankroll, asked.rebate / 100)
    within = None if edge.interval is None else edge.interval * asked.rounds
    return FoundEvening(names, units, *parts, found, _steps(edge, asked.rounds), within)


def _with_spread(book: Rulebook, options: dict[str, str], wager: str) -> Line:
    """The line of a wager with its whole distribution: kept, or counted."""
    for lines in pack.look(book, options, every=False) or ():
        line = _line(book, lines, wager)
        if edge_of(line).distribution:
            return line
    return _line(book, lines_of(book, options, every=False), wager)


def ask_coupons(book: Rulebook, options: dict[str, str]) -> list[Worth]:
    """What coupons are worth on each wager, the best use first."""
    kept = pack.look(book, options, every=False, spreads=True)
    lines = lines_of(book, dict(options), every=False) if kept is None else kept[0]
    chips = tournament_tables(book)
    found = worths(line for line in lines if (line.wager, line.pay_table) not in chips)
    if not found:
        raise BadInput(f"{book.game}: the results of no wager of it are known one by one")
    return found


def ask_hour(book: Rulebook, asked: AskedHour) -> FoundHour:
    """What a table wins an hour as it is posted, and what other limits and options make of it."""

    def found(options: dict[str, str]) -> tuple[Edge, Fraction]:
        kept = pack.look(book, options, every=False)  # a text of the house's own is in no file: it is counted
        lines = lines_of(book, options, every=False) if kept is None else kept[0]
        line = _line(book, lines, asked.wager)
        return edge_of(line), offered_share(open_posting(book, options), line.wager)

    seated, least = hours.players_of(asked.players), round(100 * asked.least)
    most = None if asked.most is None else round(100 * asked.most)
    after_limits = hours.within(seated, hours.Limits(least, most), Fraction(asked.stay) / 100)
    (old, often), (new, then) = found({}), found(dict(asked.options))
    was, will = hours.hour(old, seated, asked.rounds, often), hours.hour(new, after_limits, asked.rounds, then)
    return FoundHour(was, will, hours.even(was, seated, new, asked.rounds, least, then) if least else None)


def _line(book: Rulebook, lines: Iterable[Line], wager: str) -> Line:
    """The first line of a wager that has an edge; the game's first wager where none is named."""
    known = [line for line in lines if line.edge is not None and not line.reading]
    fitting = [line for line in known if wager in ("", line.wager)]
    if not known:
        raise BadInput(f"{book.game}: no wager of it has an edge of its own")
    if not fitting:
        named = list(dict.fromkeys(line.wager for line in known))
        meant = f"did you mean {near(wager, named)}? " if near(wager, named) else ""
        raise BadInput(f"wager {wager}: {meant}{book.game} has {', '.join(named)}")
    return fitting[0]


def edge_of(line: Line) -> Edge:
    assert line.edge is not None
    return line.edge


def centred(edge: Edge) -> Edge:
    """The edge with results whose mean is the exact one, each chance tilted by as little as that takes.

    Of hands split from one pair the results are known but nearly, which moves their mean in the fifth digit.
    """
    nets = np.array([float(net) for net, _ in edge.distribution])
    chances, wanted = np.array([float(chance) for _, chance in edge.distribution]), -float(edge.house_edge)
    if not edge.distribution or abs(float(chances @ nets) - wanted) < ALIKE:
        return edge
    for _ in range(TILTS):
        mean = float(chances @ nets)
        chances = chances * np.exp((wanted - mean) / (float(chances @ nets**2) - mean * mean) * nets)
        chances /= chances.sum()
    spread = tuple((net, Fraction(chance)) for (net, _), chance in zip(edge.distribution, chances.tolist()))
    return msgspec.structs.replace(edge, distribution=spread)


def _steps(edge: Edge, rounds: int) -> tuple[tuple[float, float, float], ...]:
    """The distribution in a few equal steps, its far ends in one each."""
    results, chances = after(edge.distribution, rounds)
    summed = np.cumsum(chances)
    last = len(results) - 1
    low, high = (float(results[min(int(np.searchsorted(summed, share)), last)]) for share in (TAILS, 1 - TAILS))
    wide = max((high - low) / STEPS, _smallest(results, chances))
    edges = low + wide * np.arange(int(np.ceil((high - low) / wide)) + 2)
    places = np.clip(np.searchsorted(edges, results + 1e-9, side="right") - 1, 0, len(edges) - 2)
    held = np.bincount(places, weights=chances, minlength=len(edges) - 1)
    return tuple((float(edges[at]), float(edges[at + 1]), float(held[at])) for at in range(len(held)))


def _smallest(results: np.ndarray[tuple[int], np.dtype[np.float64]], chances: object) -> float:
    """The least distance of two results that happen."""
    happening = results[np.asarray(chances) > 0]
    return float(np.diff(happening).min()) if len(happening) > 1 else 1.0
