"""The graph of blackjack hands and the dealer's ways to finish, as arrays for the compiled analysis.

Cards are values here: 0 is the ace, 1 the deuce, up to 9 for every card that counts ten. A hand is how
many of each value it holds; all hands that have not bust are numbered so that a hand drawn from another
has the higher number.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.twentyone import counting as twentyone

ACE, TEN = 0, 9
VALUES = 10
WORDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")

# How the dealer can end: 17 to 21, then 22 to 26 (bust), then blackjack.
DEALER_17, DEALER_21, DEALER_22, DEALER_26, DEALER_BLACKJACK = 0, 4, 5, 9, 10
DEALER_ENDS = 11


class Hands(NamedTuple):
    """Every hand that has not bust."""

    counts: NDArray[np.int64]  # hand x value: how many it holds
    total: NDArray[np.int64]  # the better total
    hard: NDArray[np.int64]  # with every ace as one
    cards: NDArray[np.int64]
    child: NDArray[np.int64]  # hand x value: the hand after drawing it, -1 when that busts
    pair: NDArray[np.int64]  # value x value: the number of each two-card hand


class Finishes(NamedTuple):
    """The dealer's finishing hands from one up card, as a tree over sorted values.

    Walking the nodes in order and multiplying the cards left of each value gives the chance of every
    finish; `weight` is the number of orders in which the dealer can draw that hand.
    """

    level: NDArray[np.int8]
    value: NDArray[np.int8]
    taken: NDArray[np.int8]  # how many of this value stand before it on the path
    end: NDArray[np.int8]  # how the dealer ends here, -1 when he does not
    weight: NDArray[np.float64]


def better_total(hard: int, aces: int) -> int:
    return hard + 10 if aces and hard <= 11 else hard


@functools.cache
def hands() -> Hands:
    """Number every hand of at most 21."""
    found: list[tuple[int, ...]] = []

    def grow(value: int, hand: list[int], hard: int) -> None:
        if value == VALUES:
            found.append(tuple(hand))
            return
        count = 0
        while hard + count * (value + 1) <= 21:
            hand[value] = count
            grow(value + 1, hand, hard + count * (value + 1))
            count += 1
        hand[value] = 0

    grow(0, [0] * VALUES, 0)
    found.sort(key=lambda hand: (_hard(hand), hand))
    number = {hand: index for index, hand in enumerate(found)}
    child = np.full((len(found), VALUES), -1, dtype=np.int64)
    for hand, index in number.items():
        for value in range(VALUES):
            drawn = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
            child[index, value] = number.get(drawn, -1)
    pair = np.zeros((VALUES, VALUES), dtype=np.int64)
    for first in range(VALUES):
        for second in range(VALUES):
            pair[first, second] = child[child[0, first], second]
    counts = np.array(found, dtype=np.int64)
    hard = counts @ np.arange(1, VALUES + 1)
    total = np.where((counts[:, ACE] > 0) & (hard <= 11), hard + 10, hard)
    return Hands(counts, total, hard, counts.sum(axis=1), child, pair)


def _hard(hand: tuple[int, ...]) -> int:
    return sum(count * (value + 1) for value, count in enumerate(hand))


@functools.cache
def finishes(up: int, hits_soft_17: bool, hole: int | None = None) -> Finishes:
    """Every hand with which the dealer can finish from an up card, with the number of its orders."""
    ends = dealer_hands(up, hits_soft_17, hole)
    tree: dict[tuple[int, ...], tuple[int, int]] = {}
    for drawn, (end, orders) in ends.items():
        path = tuple(value for value in range(VALUES) for _ in range(drawn[value]))
        for length in range(1, len(path)):
            tree.setdefault(path[:length], (-1, 0))
        tree[path] = (end, orders)
    paths = sorted(tree)
    return Finishes(
        level=np.array([len(path) for path in paths], dtype=np.int8),
        value=np.array([path[-1] for path in paths], dtype=np.int8),
        taken=np.array([path.count(path[-1]) - 1 for path in paths], dtype=np.int8),
        end=np.array([tree[path][0] for path in paths], dtype=np.int8),
        weight=np.array([tree[path][1] for path in paths], dtype=np.float64),
    )


def dealer_hands(up: int, hits_soft_17: bool, hole: int | None = None) -> dict[tuple[int, ...], tuple[int, int]]:
    """Cards drawn beside the up card (a hole card that was seen first) -> the dealer's end, and in how many orders."""
    ends: dict[tuple[int, ...], tuple[int, int]] = {}
    open_hands: dict[tuple[int, ...], int] = {(0,) * VALUES: 1}
    while open_hands:
        following: dict[tuple[int, ...], int] = {}
        for drawn, orders in open_hands.items():
            for value in range(VALUES) if hole is None or any(drawn) else (hole,):
                hand = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
                end = _dealer_end(up, hand, hits_soft_17)
                if end < 0:
                    following[hand] = following.get(hand, 0) + orders
                else:
                    before = ends.get(hand, (end, 0))[1]
                    ends[hand] = (end, before + orders)
        open_hands = following
    return ends


def _dealer_end(up: int, drawn: tuple[int, ...], hits_soft_17: bool) -> int:
    cards = sum(drawn)
    hard = up + 1 + _hard(drawn)
    aces = drawn[ACE] + (1 if up == ACE else 0)
    total = better_total(hard, aces)
    if total == 21 and cards == 1:
        return DEALER_BLACKJACK
    if twentyone.dealer_draws(total, total != hard, not hits_soft_17):
        return -1
    return total - 17


def shoe(decks: int, spanish: bool = False) -> NDArray[np.int64]:
    """Cards of each value in so many decks; a Spanish one has three ranks that count ten."""
    return np.array([4 * decks] * 9 + [(12 if spanish else 16) * decks], dtype=np.int64)


def value_of(card: int) -> int:
    """The blackjack value (0 ace ... 9 ten) of a card numbered rank * 4 + suit."""
    rank = card >> 2
    return ACE if rank == 12 else min(rank + 1, TEN)


def as_counts(values: list[int]) -> NDArray[Any]:
    counts = np.zeros(VALUES, dtype=np.int64)
    for value in values:
        counts[value] += 1
    return counts
