"""Tables for ranking five to seven cards by adding one key a card.

A key holds in its low half a number for the card's rank, chosen so that every multiset of five to seven
ranks has its own sum; in its high half a counter for its suit. The sums are sparse (74 thousand among 16
million), so rows of 4,096 sums are slid over each other until they interlock: the value of a hand is
`values[(sum & 4095) + offsets[sum >> 12]]`. Both arrays fit the second-level cache of a processor, and the
offsets the first.

Built from `encode` in about a second at first use, then read from the user's cache.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands import cache, encode

# Found greedily: the least number that keeps all sums of up to seven cards, four a rank, apart.
RANK_KEYS = (1, 4, 16, 67, 295, 1334, 5734, 23800, 60883, 208450, 509982, 1304151, 2967844)

ROW_BITS = 12
ROW_MASK = (1 << ROW_BITS) - 1
SEVEN_ROW_BITS = 11
SUITS_AT = 32
# Each suit's counter starts at three, so that the fifth card of a suit sets its top bit.
START = sum(3 << SUITS_AT + 4 * suit for suit in range(4))
FLUSH_BITS = sum(8 << SUITS_AT + 4 * suit for suit in range(4))
SUM_MASK = (1 << SUITS_AT) - 1


class Tables(NamedTuple):
    keys: NDArray[np.uint64]  # what each card adds
    bits: NDArray[np.uint64]  # each card's bit, sixteen bits a suit
    offsets: NDArray[np.uint32]  # where each row of sums begins
    values: NDArray[np.uint16]  # the rows, interlocked
    flushes: NDArray[np.uint16]  # 8192: the value of the ranks of a suit held five times or more


def card_key(card: int) -> int:
    return RANK_KEYS[card >> 2] | 1 << SUITS_AT + 4 * (card & 3)


def rank_sets(cards: int, ranks: int = 13) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    """Every multiset of so many cards over the lowest ranks: its sum of keys, and its ranks held once to four times."""
    if cards == 0:
        yield 0, (0, 0, 0, 0)
    elif ranks:
        rank = ranks - 1
        for count in range(min(cards, 4) + 1):
            for total, (once, twice, thrice, four) in rank_sets(cards - count, rank):
                yield (
                    total + count * RANK_KEYS[rank],
                    (
                        once | (count >= 1) << rank,
                        twice | (count >= 2) << rank,
                        thrice | (count >= 3) << rank,
                        four | (count >= 4) << rank,
                    ),
                )


def _sum_values() -> dict[int, int]:
    sums = {total: encode.unsuited_value(*held) for size in (5, 6, 7) for total, held in rank_sets(size)}
    assert len(sums) == 6175 + 18395 + 49205, "two hands share a sum"
    return sums


def interlock(rows: dict[int, list[int]]) -> dict[int, int]:
    """Where each row of places can begin so that no two rows claim the same cell, the fullest rows first."""
    taken = 0
    starts = {}
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        # A start collides if any place of the row, moved there, is taken: one shift a place finds all at once.
        collides = 0
        for place in rows[row]:
            collides |= taken >> place
        start = (~collides & (collides + 1)).bit_length() - 1
        starts[row] = start
        for place in rows[row]:
            taken |= 1 << start + place
    return starts


def build() -> Tables:
    sums = _sum_values()
    rows: dict[int, list[int]] = defaultdict(list)
    for total in sums:
        rows[total >> ROW_BITS].append(total & ROW_MASK)
    starts = interlock(rows)
    # Long enough for seven times the highest key: cards that are not a hand get no meaning, but break nothing.
    offsets = np.zeros((7 * RANK_KEYS[-1] >> ROW_BITS) + 1, np.uint32)
    for row, start in starts.items():
        offsets[row] = start
    values = np.zeros(max(starts.values()) + ROW_MASK + 1, np.uint16)
    for total, value in sums.items():
        values[(total & ROW_MASK) + starts[total >> ROW_BITS]] = value
    flushes = np.array([encode.flush_value(mask) if mask.bit_count() >= 5 else 0 for mask in range(8192)], np.uint16)
    keys, bits = np.zeros(256, np.uint64), np.zeros(256, np.uint64)
    keys[:52] = [card_key(card) for card in range(52)]
    bits[:52] = [1 << 16 * (card & 3) + (card >> 2) for card in range(52)]
    return Tables(keys, bits, offsets, values, flushes)


def load() -> Tables:
    """The tables, from the cache or built and left there."""
    return Tables(**cache.arrays("five-to-seven", lambda: build()._asdict()))


def build_seven() -> dict[str, NDArray[Any]]:
    """For exactly seven cards: what leads from a sum to the place of its value, by rows of sums, and the values."""
    sums = {total: encode.unsuited_value(*held) for total, held in rank_sets(7)}
    rows: dict[int, list[int]] = defaultdict(list)
    for total in sums:
        rows[total >> SEVEN_ROW_BITS].append(total & (1 << SEVEN_ROW_BITS) - 1)
    starts = interlock(rows)
    last = 7 * RANK_KEYS[-1] >> SEVEN_ROW_BITS
    to_place = -(
        np.arange(last + 1, dtype=np.int64) << SEVEN_ROW_BITS
    )  # cards that are no hand stay within the first row
    for row, start in starts.items():
        to_place[row] += start
    values = np.zeros(max(starts.values()) + (1 << SEVEN_ROW_BITS), np.uint16)
    for total, value in sums.items():
        values[total + to_place[total >> SEVEN_ROW_BITS]] = value
    return {"to_place": to_place.astype(np.uint32), "values": values}


def load_seven() -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    found = cache.arrays("seven", build_seven)
    return found["to_place"], found["values"]


def lowest_five(mask: int) -> int:
    """The five lowest members of a set of ranks."""
    while mask.bit_count() > 5:
        mask &= ~(1 << mask.bit_length() - 1)
    return mask
