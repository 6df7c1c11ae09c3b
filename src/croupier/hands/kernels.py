"""Five- to seven-card ranking, compiled: the same values as `five`, in batches and in enumerations.

Importing this module imports numba. Functions ending in `_nb` are for other compiled code; the rest is
called from Python with arrays of cards (uint8, one hand a row).

A hand under construction is two integers, the sum of its cards' keys and the union of their bits: start
with `START` and 0, add `KEYS[card]` and `BITS[card]`, ask `value_nb(key, bits)` at five, six or seven cards.
`near_flush_nb(key)` tells whether one more card could make a flush: where it could not, all four suits of
a rank lead to one value.
"""

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from croupier.hands import tables
from croupier.hands.compiled import inlined, loop

KEYS, BITS, OFFSETS, VALUES, FLUSHES = tables.load()
START = np.uint64(tables.START)
SUM_MASK = np.uint64(tables.SUM_MASK)
_FLUSH_BITS = np.uint64(tables.FLUSH_BITS)
_ROW_BITS, _ROW_MASK = np.uint64(tables.ROW_BITS), np.uint64(tables.ROW_MASK)
_ONE_OF_EACH_SUIT = np.uint64(tables.FLUSH_BITS >> 3)
_LOW8 = np.array([0 if mask.bit_count() < 5 else 256 - tables.lowest_five(mask) for mask in range(256)], np.uint16)

Cards = NDArray[np.uint8]
Values = NDArray[np.uint16]
Counts = NDArray[np.int64]

HANDS7 = 133_784_560


@inlined
def key_nb(card: int) -> Any:
    return KEYS[uint64(card)]


@inlined
def bit_nb(card: int) -> Any:
    return BITS[uint64(card)]


@inlined
def sum_value_nb(key: int) -> Any:
    """The value without regard to suits."""
    total = key & SUM_MASK
    return VALUES[(total & _ROW_MASK) + OFFSETS[total >> _ROW_BITS]]


@inlined
def suited_value_nb(key: int, bits: int) -> Any:
    """The value when some suit is held five times or more."""
    over = (key & _FLUSH_BITS) >> uint64(35)
    # Bit 0, 4, 8 or 12 names the suit; without branches, for it cannot be predicted.
    hearts, spades = (over >> uint64(8)) & uint64(1), over >> uint64(12)
    shift = (over & uint64(16)) + hearts * uint64(32) + spades * uint64(48)
    return FLUSHES[(bits >> shift) & uint64(8191)]


@inlined
def value_nb(key: int, bits: int) -> Any:
    """The value of the five, six or seven cards whose keys and bits these are."""
    if key & _FLUSH_BITS:
        return suited_value_nb(key, bits)
    return sum_value_nb(key)


@inlined
def near_flush_nb(key: int) -> Any:
    """Whether one more card could make a flush, or one is made."""
    return (key + _ONE_OF_EACH_SUIT) & _FLUSH_BITS != uint64(0)


@inlined
def rank5_nb(a: int, b: int, c: int, d: int, e: int) -> Any:
    key = START + key_nb(a) + key_nb(b) + key_nb(c) + key_nb(d) + key_nb(e)
    if key & _FLUSH_BITS:
        return suited_value_nb(key, bit_nb(a) | bit_nb(b) | bit_nb(c) | bit_nb(d) | bit_nb(e))
    return sum_value_nb(key)


@inlined
def rank6_nb(a: int, b: int, c: int, d: int, e: int, f: int) -> Any:
    key = START + key_nb(a) + key_nb(b) + key_nb(c) + key_nb(d) + key_nb(e) + key_nb(f)
    if key & _FLUSH_BITS:
        return suited_value_nb(key, bit_nb(a) | bit_nb(b) | bit_nb(c) | bit_nb(d) | bit_nb(e) | bit_nb(f))
    return sum_value_nb(key)


@inlined
def best5_nb(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> Any:
    """The value of seven cards."""
    key = START + key_nb(a) + key_nb(b) + key_nb(c) + key_nb(d) + key_nb(e) + key_nb(f) + key_nb(g)
    if key & _FLUSH_BITS:
        bits = bit_nb(a) | bit_nb(b) | bit_nb(c) | bit_nb(d) | bit_nb(e) | bit_nb(f) | bit_nb(g)
        return suited_value_nb(key, bits)
    return sum_value_nb(key)


@inlined
def ranks_nb(bits: int) -> Any:
    """The 13-bit set of ranks of a hand's bits."""
    return (bits | bits >> uint64(16) | bits >> uint64(32) | bits >> uint64(48)) & uint64(8191)


@inlined
def low8_nb(bits: int) -> Any:
    """`low.low_8` from a hand's bits: 0 without a qualifying low."""
    ranks = ranks_nb(bits)
    return _LOW8[(ranks << uint64(1) | ranks >> uint64(12)) & uint64(255)]


@loop
def omaha_high_nb(hole: Cards, board: Cards) -> Any:
    """`omaha.omaha_high` of two arrays of cards."""
    best = uint64(0)
    for i in range(len(hole) - 1):
        for j in range(i + 1, len(hole)):
            two, two_bits = START + key_nb(hole[i]) + key_nb(hole[j]), bit_nb(hole[i]) | bit_nb(hole[j])
            for a in range(len(board) - 2):
                for b in range(a + 1, len(board) - 1):
                    four = two + key_nb(board[a]) + key_nb(board[b])
                    four_bits = two_bits | bit_nb(board[a]) | bit_nb(board[b])
                    for c in range(b + 1, len(board)):
                        best = max(best, uint64(value_nb(four + key_nb(board[c]), four_bits | bit_nb(board[c]))))
    return best


@loop
def omaha_low8_nb(hole: Cards, board: Cards) -> Any:
    """`omaha.omaha_low8` of two arrays of cards."""
    best = uint64(0)
    for i in range(len(hole) - 1):
        for j in range(i + 1, len(hole)):
            two = bit_nb(hole[i]) | bit_nb(hole[j])
            for a in range(len(board) - 2):
                for b in range(a + 1, len(board) - 1):
                    four = two | bit_nb(board[a]) | bit_nb(board[b])
                    for c in range(b + 1, len(board)):
                        best = max(best, uint64(low8_nb(four | bit_nb(board[c]))))
    return best


@loop
def _rank5_rows(hands: Cards, out: Values) -> None:
    for i in range(hands.shape[0]):
        out[i] = rank5_nb(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


@loop
def _rank6_rows(hands: Cards, out: Values) -> None:
    for i in range(hands.shape[0]):
        out[i] = rank6_nb(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5])


@loop
def _rank7_rows(hands: Cards, out: Values) -> None:
    for i in range(hands.shape[0]):
        out[i] = best5_nb(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5], hands[i, 6])


@inlined
def _count_last(key: int, bits: int, first: int, counts: Counts) -> None:
    """Count the hands that the cards from `first` on complete, ranking each by itself."""
    for card in range(first, uint64(52)):
        counts[value_nb(key + KEYS[card], bits | BITS[card]) >> uint64(12)] += 1


@inlined
def _count_last_by_rank(key: int, first: int, counts: Counts) -> None:
    """The same where no flush can come: the suits of a rank share a value."""
    counts[sum_value_nb(key + KEYS[first]) >> uint64(12)] += int64(uint64(4) - (first & uint64(3)))
    for card in range((first | uint64(3)) + uint64(1), uint64(52), uint64(4)):
        counts[sum_value_nb(key + KEYS[card]) >> uint64(12)] += 4


@loop
def _count_all7(counts: Counts, together: bool) -> None:
    one, end = uint64(1), uint64(52)
    for a in range(uint64(0), uint64(46)):
        for b in range(a + one, uint64(47)):
            key2, bits2 = START + KEYS[a] + KEYS[b], BITS[a] | BITS[b]
            for c in range(b + one, uint64(48)):
                for d in range(c + one, uint64(49)):
                    key4, bits4 = key2 + KEYS[c] + KEYS[d], bits2 | BITS[c] | BITS[d]
                    for e in range(d + one, uint64(50)):
                        key5, bits5 = key4 + KEYS[e], bits4 | BITS[e]
                        for f in range(e + one, end - one):
                            key6 = key5 + KEYS[f]
                            if together and not near_flush_nb(key6):
                                _count_last_by_rank(key6, f + one, counts)
                            else:
                                _count_last(key6, bits5 | BITS[f], f + one, counts)


def rank_batch(hands: Cards) -> Values:
    """The values of hands of five, six or seven cards, one a row. Rows that are not a hand get meaningless values."""
    rows = {5: _rank5_rows, 6: _rank6_rows, 7: _rank7_rows}
    if hands.ndim != 2 or hands.shape[1] not in rows:
        raise ValueError(f"expected rows of five, six or seven cards, not an array of shape {hands.shape}")
    out = np.empty(len(hands), np.uint16)
    rows[hands.shape[1]](np.ascontiguousarray(hands, np.uint8), out)
    return out


def rank5_batch(hands: Cards) -> Values:
    return rank_batch(hands)


def rank6_batch(hands: Cards) -> Values:
    return rank_batch(hands)


def rank7_batch(hands: Cards) -> Values:
    return rank_batch(hands)


def count_categories7(together: bool = True) -> Counts:
    """How many of all 133,784,560 seven-card hands fall in each category of `five.CATEGORIES5`.

    With `together` the suits of the last card share one ranking where no flush can come; without, every hand
    is ranked by itself. Both give the same counts.
    """
    counts = np.zeros(10, np.int64)
    _count_all7(counts, together)
    return counts
