"""The best four of five or six cards, for compiled analyses.

The order is that of `hands.four`: four of a kind, straight flush, three of a kind, flush, straight, two
pair, pair. Here it is read off masks of ranks, many times faster than by trying every four of the cards.
"""

from __future__ import annotations

import numpy as np

from croupier.hands import four
from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import RUN4, SIZE, TOP1, TOP2, Array, rank_counts
from croupier.odds.games.cards.deals import suit_masks

SHIFT = four.SHIFT
HIGH, PAIR, TWO_PAIR, STRAIGHT, FLUSH = (
    four.HIGH_CARD,
    four.PAIR,
    four.TWO_PAIR,
    four.STRAIGHT,
    four.FLUSH,
)
TRIPS, STRAIGHT_FLUSH, QUADS = four.THREE_OF_A_KIND, four.STRAIGHT_FLUSH, four.FOUR_OF_A_KIND
CATEGORIES = four.CATEGORIES4


def _index(ranks: int, size: int) -> int:
    """Ranks from the highest down as digits of base thirteen, as `hands.four` writes them."""
    digits = [rank for rank in range(12, -1, -1) if ranks >> rank & 1][:size]
    total = 0
    for digit in digits:
        total = total * 13 + digit
    return total


FOUR_RANKS = np.array([_index(mask, 4) for mask in range(1 << 13)], np.int32)
TWO_RANKS = np.array([_index(mask, 2) for mask in range(1 << 13)], np.int32)
TOP_RANK = np.array([mask.bit_length() - 1 for mask in range(1 << 13)], np.int32)


@compiled
def best_four(s0: int, s1: int, s2: int, s3: int) -> int:
    """The value, equal to that of `hands.four.best4`, of four to six cards given as one mask a suit."""
    ones, twos, threes, fours = rank_counts(s0, s1, s2, s3)
    suited = 0
    for suit in (s0, s1, s2, s3):
        if SIZE[suit] >= 4:
            suited = suit
    category = HIGH
    index: int = FOUR_RANKS[ones]
    if fours:
        category, index = QUADS, TOP_RANK[fours]
    elif suited and RUN4[suited] >= 0:
        category, index = STRAIGHT_FLUSH, RUN4[suited]
    elif threes:
        top = TOP1[threes]
        category, index = TRIPS, TOP_RANK[top] * 13 + TOP_RANK[ones ^ top]
    elif suited:
        category, index = FLUSH, FOUR_RANKS[suited]
    elif RUN4[ones] >= 0:
        category, index = STRAIGHT, RUN4[ones]
    elif twos:
        top = TOP2[twos]
        if SIZE[top] == 2:
            category, index = TWO_PAIR, TWO_RANKS[top]
        else:
            category, index = PAIR, TOP_RANK[top] * 169 + TWO_RANKS[ones ^ top]
    return (category << SHIFT) | index


@compiled
def best_four_values(sets: Array, extra: int) -> Array:
    """The values of sets of five cards, each with one more card if `extra` is not negative."""
    values = np.empty(sets.shape[0], np.int32)
    masks = np.zeros(4, np.int64)
    for row in range(sets.shape[0]):
        suit_masks(sets[row], masks)
        if extra >= 0:
            masks[extra & 3] |= 1 << (extra >> 2)
        values[row] = best_four(masks[0], masks[1], masks[2], masks[3])
    return values
