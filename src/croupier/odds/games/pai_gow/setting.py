"""All 154,143,080 pai gow hands as some 290,000 kinds that any way of setting them treats alike.

A house way looks at ranks, straights and flushes; suits matter only where a flush can be made. So hands
without a flush are alike when their ranks are, and hands with one when the ranks of the flush suit and of
the rest are. A setting function in plain Python can then be run over all hands exactly.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np

from croupier.equipment.cards import JOKER
from croupier.odds.games.cards.bits import Array

Way = Callable[[Sequence[int]], tuple[Sequence[int], Sequence[int]]]  # seven cards: five High, two Low
Ranks = tuple[int, ...]  # ranks from the lowest, with repetition
Kind = tuple[tuple[int, ...], int]  # one hand of the kind, and how many there are
KINDS = 292_253


def kinds() -> Iterator[Kind]:
    """One hand of each kind with the number of hands of that kind."""
    for joker in (False, True):
        naturals = 6 if joker else 7
        extra = (JOKER,) if joker else ()
        flushes: dict[Ranks, int] = {}
        for hand, count in _flush_kinds(naturals, 4 if joker else 5):
            ranks = tuple(sorted(card >> 2 for card in hand))
            flushes[ranks] = flushes.get(ranks, 0) + count
            yield (*hand, *extra), count
        for ranks in _rank_sets(naturals):
            ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
            count = ways - flushes.get(ranks, 0)
            if count:
                yield (*_rainbow(ranks), *extra), count


@functools.cache
def kind_table() -> tuple[Array, Array]:
    """The hands of `kinds`, each in falling order, and how many there are of each."""
    hands, weights = np.zeros((KINDS, 7), np.int64), np.zeros(KINDS, np.int64)
    for number, (cards, count) in enumerate(kinds()):
        hands[number] = sorted(cards, reverse=True)
        weights[number] = count
    return hands, weights


def _rank_sets(cards: int) -> Iterator[Ranks]:
    for ranks in combinations_with_replacement(range(13), cards):
        if all(ranks[k] != ranks[k + 4] for k in range(cards - 4)):
            yield ranks


def _flush_kinds(cards: int, least: int) -> Iterator[Kind]:
    """Hands with at least so many cards of one suit: four suits alike, the rest in the three others."""
    for suited in range(least, cards + 1):
        for flush in combinations(range(13), suited):
            for rest in combinations_with_replacement(range(13), cards - suited):
                ways = prod(comb(3, rest.count(rank)) for rank in set(rest))
                if not ways:
                    continue
                others = (rank * 4 + 1 + place for place, rank in enumerate(rest))
                yield (*(rank * 4 for rank in flush), *others), 4 * ways


def _rainbow(ranks: Ranks) -> tuple[int, ...]:
    """The ranks in suits by turns: at most two of a suit."""
    return tuple(rank * 4 + place % 4 for place, rank in enumerate(ranks))
