"""Exactly seven cards, where speed is all: batches of them, and all 133,784,560 in order, each ranked by itself.

Its table knows no smaller hands, so that half the cache of a core holds it. In order, the last two cards are taken
from one list of pairs, highest first, of which those above the fifth card are the beginning: one long loop instead of
many short ones, whose ends a processor cannot foresee. Where five cards hold no suit three times, no flush can come
and none is asked for. In a batch every hand is ranked as if it held no flush, and those that do are noted and ranked
again: one hand in 33, which a processor would guess wrong. Importing this module imports numba.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numba import uint32, uint64

from croupier.hands import tables
from croupier.hands.compiled import inlined, loop
from croupier.hands.kernels import BITS, KEYS, START, Cards, Counts, Values, best5_nb, suited_value_nb

HANDS7 = 133_784_560

_TO_PLACE, _VALUES = tables.load_seven()
_ROW_BITS = np.uint32(tables.SEVEN_ROW_BITS)
_FLUSH_BITS = np.uint64(tables.FLUSH_BITS)
_TWO_OF_EACH_SUIT = np.uint64(tables.FLUSH_BITS >> 2)
# In a batch a card adds five to the six bits of every suit, and one more to its own: of seven cards 35 and as many as
# are of the suit. The fifth makes it 40, which sets bit 3, and no suit needs anything to start with.
_SUITS7 = [tables.SUITS_AT + 6 * suit for suit in range(4)]
_KEYS7 = np.zeros(256, np.uint64)
_KEYS7[:52] = [
    tables.RANK_KEYS[card >> 2] + sum(5 << at for at in _SUITS7) + (1 << _SUITS7[card & 3]) for card in range(52)
]
_FLUSH_BITS7 = np.uint64(sum(8 << at for at in _SUITS7))
_AT_ONCE = np.uint64(1024)  # hands, whose numbers lie in the first cache while they wait to be ranked again
_PAIRS = sorted(combinations(range(52), 2), reverse=True)
_PAIR_KEYS = np.array([KEYS[first] + KEYS[second] for first, second in _PAIRS], np.uint64)
_PAIR_BITS = np.array([BITS[first] | BITS[second] for first, second in _PAIRS], np.uint64)
_PAIRS_ABOVE = np.array([(51 - card) * (50 - card) // 2 for card in range(52)], np.uint64)


@inlined
def _sum_value(key: int) -> Any:
    total = uint32(key)
    return uint64(_VALUES[uint32(total + _TO_PLACE[total >> _ROW_BITS])])


@inlined
def _value(key: int, bits: int) -> Any:
    if key & _FLUSH_BITS:
        return uint64(suited_value_nb(key, bits))
    return _sum_value(key)


@inlined
def _key7(card: int) -> Any:
    return _KEYS7[uint64(card)]


@loop
def rank7_rows(hands: Cards, out: Values) -> None:
    count, one = uint64(hands.shape[0]), uint64(1)
    suited = np.empty(_AT_ONCE, np.uint64)
    for start in range(uint64(0), count, _AT_ONCE):
        i, end, noted = start, min(start + _AT_ONCE, count), uint64(0)
        while i < end:
            key = _key7(hands[i, 0]) + _key7(hands[i, 1]) + _key7(hands[i, 2]) + _key7(hands[i, 3])
            key += _key7(hands[i, 4]) + _key7(hands[i, 5]) + _key7(hands[i, 6])
            out[i] = _sum_value(key)
            suited[noted] = i
            noted += uint64(key & _FLUSH_BITS7 != uint64(0))
            i += one
        for at in suited[:noted]:
            a, b, c, d = hands[at, 0], hands[at, 1], hands[at, 2], hands[at, 3]
            out[at] = best5_nb(a, b, c, d, hands[at, 4], hands[at, 5], hands[at, 6])


@inlined
def _sum_pairs(key: int, bits: int, pairs: int) -> Any:
    """The sum of the values of the hands that these pairs make of five cards."""
    total = uint64(0)
    if (key + _TWO_OF_EACH_SUIT) & _FLUSH_BITS:
        for pair in range(uint64(0), pairs):
            total += _value(key + _PAIR_KEYS[pair], bits | _PAIR_BITS[pair])
    else:
        for pair in range(uint64(0), pairs):
            total += _sum_value(key + _PAIR_KEYS[pair])
    return total


@inlined
def _count_pairs(key: int, bits: int, pairs: int, counts: Counts) -> None:
    """Count those hands by category, in two columns in turn: an addition need not wait for the one before."""
    if (key + _TWO_OF_EACH_SUIT) & _FLUSH_BITS:
        for pair in range(uint64(0), pairs):
            value = _value(key + _PAIR_KEYS[pair], bits | _PAIR_BITS[pair])
            counts[pair & uint64(1), value >> uint64(12)] += 1
    else:
        for pair in range(uint64(0), pairs):
            counts[pair & uint64(1), _sum_value(key + _PAIR_KEYS[pair]) >> uint64(12)] += 1


@loop
def _all7(counts: Counts, counting: bool) -> Any:
    total, one = uint64(0), uint64(1)
    for a in range(uint64(0), uint64(46)):
        for b in range(a + one, uint64(47)):
            key2, bits2 = START + KEYS[a] + KEYS[b], BITS[a] | BITS[b]
            for c in range(b + one, uint64(48)):
                for d in range(c + one, uint64(49)):
                    key4, bits4 = key2 + KEYS[c] + KEYS[d], bits2 | BITS[c] | BITS[d]
                    for e in range(d + one, uint64(50)):
                        if counting:
                            _count_pairs(key4 + KEYS[e], bits4 | BITS[e], _PAIRS_ABOVE[e], counts)
                        else:
                            total += _sum_pairs(key4 + KEYS[e], bits4 | BITS[e], _PAIRS_ABOVE[e])
    return total


def count_categories7() -> Counts:
    """How many of all seven-card hands fall in each category of `five.CATEGORIES5`."""
    counts = np.zeros((2, 16), np.int64)
    _all7(counts, True)
    counted: Counts = counts.sum(axis=0)[:10]
    return counted


def sum_values7() -> int:
    """The values of all seven-card hands added up: what ranking them costs, and nothing else."""
    return int(_all7(np.zeros((2, 16), np.int64), False))
