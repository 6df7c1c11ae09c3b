"""Strategies that a person can use: charts and rules, each with what it is worth and what a deviation costs.

What is best at a game is in its family, `odds/games/FAMILY/strategies.py`; here is what all of them are made of.
"""

from __future__ import annotations

import msgspec

from croupier.games import module_of
from croupier.odds.analysis import analysis_of, by_the_engine
from croupier.odds.posting import BadInput
from croupier.rulebook import Posting


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
    if by_the_engine(game) and any(rule.kind == "raise" for rule in posting.wagers.values()):
        raise BadInput(f"{game}: nobody has analysed its decisions; croupier simulate plays them as the game suggests")
    return Strategy(game, rules=("Nothing is decided after the wagers are made: choose the wager (croupier odds).",))
