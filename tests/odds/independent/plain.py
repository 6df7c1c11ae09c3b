"""Poker by plain counting with NumPy: nothing here comes from the package under test.

Cards are numbered rank * 4 + suit with the deuce 0 and the ace 12. Every set of k cards has a place in the
colexicographic order, so that a table over all sets is one flat array.
"""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(54)], dtype=np.int64)


@cache
def sets(size: int, cards: int = 52) -> np.ndarray:
    """All sets of so many cards, one a row, cards ascending, rows in colexicographic order."""
    rows = np.array([chosen[::-1] for chosen in combinations(range(cards - 1, -1, -1), size)], dtype=np.int16)
    return rows[::-1].copy()


def place(rows: np.ndarray) -> np.ndarray:
    """Where each row of ascending cards stands among the sets of its size."""
    return sum(CHOOSE[rows[..., k], k + 1] for k in range(rows.shape[-1]))


def joined(rows: np.ndarray, card: int) -> tuple[np.ndarray, np.ndarray]:
    """Which rows lack the card, and where each of these stands once it has joined."""
    free = ~(rows == card).any(axis=1)
    return free, place(np.sort(np.column_stack((rows[free], np.full(free.sum(), card, dtype=rows.dtype))), axis=1))


def strength(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The kind of each five-card hand, and a number that orders hands."""
    ranks, suits = rows // 4, rows % 4
    counts = np.zeros((len(rows), 13), dtype=np.int8)
    for column in range(5):
        counts[np.arange(len(rows)), ranks[:, column]] += 1
    # Ranks in the order that breaks ties: by how many there are of them, then by height.
    keys = np.sort(counts[np.arange(len(rows))[:, None], ranks].astype(np.int32) * 16 + ranks, axis=1)[:, ::-1]
    value = np.zeros(len(rows), dtype=np.int64)
    for column in range(5):
        value = value * 16 + keys[:, column] % 16
    flush = (suits == suits[:, :1]).all(axis=1)
    ordered = np.sort(ranks, axis=1)
    wheel = (ordered == np.array([0, 1, 2, 3, 12])).all(axis=1)
    straight = (np.diff(ordered, axis=1) == 1).all(axis=1) | wheel
    value[wheel] = 3
    most = np.sort(counts, axis=1)[:, ::-1]
    kind = np.select(
        [most[:, 0] == 4, (most[:, 0] == 3) & (most[:, 1] == 2), most[:, 0] == 3, most[:, 1] == 2, most[:, 0] == 2],
        [QUADS, FULL, TRIPS, TWO_PAIR, PAIR],
        HIGH,
    )
    kind = np.where(flush, FLUSH, kind)
    kind = np.where(straight, STRAIGHT, kind)
    kind = np.where(straight & flush, np.where(ordered[:, 0] == 8, ROYAL, STRAIGHT_FLUSH), kind)
    return kind, kind.astype(np.int64) << 20 | value


@cache
def fives() -> tuple[np.ndarray, np.ndarray]:
    """Kind and order of every five-card hand, by place."""
    return strength(sets(5))


def pair_rank(rows: np.ndarray) -> np.ndarray:
    """The rank of the pair of a hand of one pair (of its highest pair otherwise; -1 without)."""
    ranks = rows // 4
    result = np.full(len(rows), -1)
    for left, right in combinations(range(rows.shape[1]), 2):
        same = ranks[:, left] == ranks[:, right]
        result = np.where(same, np.maximum(result, ranks[:, left]), result)
    return result
