"""Five- to seven-card ranking, compiled: the same values as `five`, for enumerations; `batches` ranks rows of hands.

Importing this module imports numba. Functions ending in `_nb` are for other compiled code.

A hand under construction is two integers, the sum of its cards' keys and the union of their bits: start
with `START` and 0, add `KEYS[card]` and `BITS[card]`, ask `value_nb(key, bits)` at five, six or seven cards.
"""

from typing import Any

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from croupier.hands import tables
from croupier.hands.compiled import inlined, loop

KEYS, BITS, OFFSETS, VALUES, FLUSHES = tables.load()
START = np.uint64(tables.START)
SUM_MASK = np.uint64(tables.SUM_MASK)
_FLUSH_BITS = np.uint64(tables.FLUSH_BITS)
_ROW_BITS, _ROW_MASK = np.uint64(tables.ROW_BITS), np.uint64(tables.ROW_MASK)
_LOW8 = np.array([0 if mask.bit_count() < 5 else 256 - tables.lowest_five(mask) for mask in range(256)], np.uint16)

Cards = NDArray[np.uint8]
Values = NDArray[np.uint16]
Counts = NDArray[np.int64]


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
