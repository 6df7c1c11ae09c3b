"""Tables over sets of ranks, and the order of hands as integers that compiled analyses compare.

A suit's cards are a mask of thirteen bits, bit 0 the deuce. A hand's value is one integer, higher is
better: its category, then the ranks that make the category, then the kickers, each as a mask of ranks
(two sets of as many ranks compare as their masks do).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.hands.compiled import compiled
from croupier.hands.five import CATEGORIES5

Array = npt.NDArray[Any]

SETS = 1 << 13
ACE_BIT = 1 << 12
PRIMARY_SHIFT = 13
CATEGORY_SHIFT = 26

# Categories of a five-card hand, in their order without wild cards.
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
FIVE_CARD_CATEGORIES = CATEGORIES5


def _sizes() -> Array:
    return np.array([bin(m).count("1") for m in range(SETS)], np.int8)


def _highest(keep: int) -> Array:
    """Each set with only its `keep` highest ranks left."""
    table = np.zeros(SETS, np.int16)
    for mask in range(SETS):
        left = mask
        while left.bit_count() > keep:
            left &= left - 1
        table[mask] = left
    return table


def _straight_tops(length: int) -> Array:
    """The top rank of the highest run of `length` ranks in each set, -1 without one; the ace also counts low."""
    table = np.full(SETS, -1, np.int8)
    run = (1 << length) - 1
    wheel = ((1 << (length - 1)) - 1) | ACE_BIT
    for mask in range(SETS):
        if mask & wheel == wheel:
            table[mask] = length - 2
        for low in range(14 - length):
            if mask & (run << low) == run << low:
                table[mask] = low + length - 1
    return table


SIZE = _sizes()
TOP1, TOP2, TOP3, TOP4, TOP5 = (_highest(k) for k in range(1, 6))
RUN3, RUN4, RUN5 = (_straight_tops(k) for k in range(3, 6))


@compiled(inline="always")
def value_of(category: int, primary: int, kickers: int) -> int:
    return (category << CATEGORY_SHIFT) | (primary << PRIMARY_SHIFT) | kickers


@compiled(inline="always")
def category_of(value: int) -> int:
    return value >> CATEGORY_SHIFT


@compiled
def best_five_unsuited(ones: int, twos: int, threes: int, fours: int) -> int:
    """The best five cards, suits aside, of ranks held at least once, twice, three and four times."""
    if fours:
        top = TOP1[fours]
        return value_of(QUADS, top, TOP1[ones ^ top])
    if threes:
        top = TOP1[threes]
        if twos ^ top:
            return value_of(FULL_HOUSE, top, TOP1[twos ^ top])
    run = RUN5[ones]
    if run >= 0:
        return value_of(STRAIGHT, 1 << run, 0)
    if threes:
        top = TOP1[threes]
        return value_of(TRIPS, top, TOP2[ones ^ top])
    if twos:
        top = TOP2[twos]
        if SIZE[top] == 2:
            return value_of(TWO_PAIR, top, TOP1[ones ^ top])
        return value_of(PAIR, top, TOP3[ones ^ top])
    return value_of(HIGH, 0, TOP5[ones])


@compiled
def flush_value(suit: int) -> int:
    """The value of five or more cards of one suit."""
    run = RUN5[suit]
    if run == 12:
        return value_of(ROYAL, ACE_BIT, 0)
    if run >= 0:
        return value_of(STRAIGHT_FLUSH, 1 << run, 0)
    return value_of(FLUSH, 0, TOP5[suit])


@compiled
def rank_counts(s0: int, s1: int, s2: int, s3: int) -> tuple[int, int, int, int]:
    """The ranks that stand at least once, twice, three and four times in cards given as one mask a suit."""
    low, high = s0 | s1, s2 | s3
    both_low, both_high = s0 & s1, s2 & s3
    twos = both_low | both_high | (low & high)
    return low | high, twos, (both_low & high) | (both_high & low), both_low & both_high


@compiled
def best_five(s0: int, s1: int, s2: int, s3: int) -> int:
    """The best five-card hand of five to seven cards, given as one mask a suit."""
    ones, twos, threes, fours = rank_counts(s0, s1, s2, s3)
    value = best_five_unsuited(ones, twos, threes, fours)
    if SIZE[s0] >= 5:
        return max(value, flush_value(s0))
    if SIZE[s1] >= 5:
        return max(value, flush_value(s1))
    if SIZE[s2] >= 5:
        return max(value, flush_value(s2))
    if SIZE[s3] >= 5:
        return max(value, flush_value(s3))
    return value
