"""Strategies that a person can use: charts and rules, each with what it is worth and what a deviation costs.

What is best at a game is in its family, `odds/games/FAMILY/strategies.py`; here is what all of them are made of.
"""

from __future__ import annotations

import msgspec

from croupier.games import module_of
from croupier.odds.analysis import analysis_of
from croupier.odds.lines import lines_of
from croupier.odds.posting import BadInput
from croupier.odds.simulate.spots import ROUNDS, is_asked, ways_to_play
from croupier.rulebook import Posting

WAGERS_NAMED = 6


class Grid(msgspec.Struct, frozen=True):
    """A chart: a word or letter for each row and column, and how much the choice is worth over the next best."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: dict[tuple[str, str], str]
    margins: dict[tuple[str, str], float]


class Strategy(msgspec.Struct, frozen=True):
    """How to play a game: charts, rules in words, and what this play achieves."""

    game: str
    grids: tuple[Grid, ...] = ()
    rules: tuple[str, ...] = ()
    costs: tuple[tuple[str, str, str, float], ...] = ()  # hand, choice, instead, loss per initial wager


def strategy_of(posting: Posting) -> Strategy:
    """The strategy for a posting's game."""
    game = posting.rulebook.plays
    if (known := analysis_of(game)) is not None and known.strategy is not None:
        return known.strategy(posting)
    if module_of(game) is None:
        raise BadInput(f"{game}: no wager of it is against the house, so there is no best play of it here")
    if is_asked(posting):
        return _played(posting)
    words = "Nothing is decided after the wagers are made: choose the wager (croupier odds)."
    return Strategy(game, rules=(words, *_least_kept(posting)))


def _played(posting: Posting) -> Strategy:
    """Plain rules side by side, as the engine played them: no chart, since nobody has analysed the decisions."""
    ways = sorted(ways_to_play(posting).items(), key=lambda item: -item[1][0])
    lines = [f"{way}: the house keeps {-100 * mean:.2f} % (± {100 * half:.2f})." for way, (mean, half) in ways]
    said = (
        f"Nobody has analysed its decisions: these plain rules were played {ROUNDS:,} rounds each by its engine, the"
        " best first, with their 99 % intervals. croupier advise plays a single spot."
    )
    return Strategy(posting.rulebook.plays, rules=(said, *lines))


def _least_kept(posting: Posting) -> list[str]:
    """The wagers of which the house keeps least, one line each."""
    known = [
        line for line in lines_of(posting.rulebook, {k: str(v) for k, v in posting.chosen.items()}, every=False)
        if line.edge is not None and not line.reading and line.house_edge
    ]  # fmt: skip
    best = sorted({line.wager: line for line in sorted(known, key=lambda line: -line.house_edge)}.values(),
                  key=lambda line: line.house_edge)[:WAGERS_NAMED]  # fmt: skip
    kept = [(line, line.edge.interval if line.edge else None) for line in best]
    return [
        f"{line.wager}: the house keeps {100 * float(line.house_edge):.4f} %"
        + (f" (± {100 * within:.4f})." if within is not None else ".")
        for line, within in kept
    ]
