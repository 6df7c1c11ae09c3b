"""Sets of cards by number, and what stays the same when the suits change places.

A set of k cards c1 < c2 < ... is numbered C(c1, 1) + C(c2, 2) + ... Two deals that differ only by a
permutation of the suits have the same worth, so one of them stands for all: the one whose suits, as
masks of ranks, do not increase from clubs to spades.
"""

from __future__ import annotations

from itertools import permutations
from math import comb

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array

CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(54)], np.int64)
SUIT_ORDERS = np.array(list(permutations(range(4))), np.int64)
HOLES = comb(52, 2)


@compiled(inline="always")
def hole_index(low: int, high: int) -> int:
    """The number of a two-card hand."""
    return low + high * (high - 1) // 2


@compiled
def all_sets(cards: int, size: int) -> Array:
    """Every set of `size` cards out of `cards`, in the order of their numbers."""
    total = CHOOSE[cards, size]
    table = np.empty((total, size), np.int8)
    hand = np.arange(size)
    for row in range(total):
        for k in range(size):
            table[row, k] = hand[k]
        k = 0
        while k < size - 1 and hand[k] + 1 == hand[k + 1]:
            hand[k] = k
            k += 1
        hand[k] += 1
    return table


@compiled
def suit_masks(cards: Array, masks: Array) -> None:
    """The ranks held in each suit; a joker is of no suit."""
    masks[:] = 0
    for card in cards:
        if card < 52:
            masks[card & 3] |= 1 << (card >> 2)


@compiled
def likeness(m0: int, m1: int, m2: int, m3: int) -> int:
    """How many deals a standard deal stands for; zero if it is no standard deal."""
    if m0 < m1 or m1 < m2 or m2 < m3:
        return 0
    ways = 24
    same = 1
    if m0 == m1:
        same += 1
        ways //= same
    else:
        same = 1
    if m1 == m2:
        same += 1
        ways //= same
    else:
        same = 1
    if m2 == m3:
        same += 1
        ways //= same
    return ways


@compiled
def standard_sets(cards: Array) -> tuple[Array, Array]:
    """Of all sets, the standard ones and how many sets each stands for."""
    masks = np.zeros(4, np.int64)
    count = 0
    for row in range(cards.shape[0]):
        suit_masks(cards[row], masks)
        if likeness(masks[0], masks[1], masks[2], masks[3]):
            count += 1
    kept = np.empty((count, cards.shape[1]), np.int8)
    weights = np.empty(count, np.int64)
    count = 0
    for row in range(cards.shape[0]):
        suit_masks(cards[row], masks)
        weight = likeness(masks[0], masks[1], masks[2], masks[3])
        if weight:
            kept[count] = cards[row]
            weights[count] = weight
            count += 1
    return kept, weights


def permuted_holes() -> Array:
    """For each order of the suits, the number that each two-card hand becomes."""
    table = np.empty((24, HOLES), np.int16)
    for number, order in enumerate(SUIT_ORDERS):
        for high in range(52):
            for low in range(high):
                a = (low & ~3) | order[low & 3]
                b = (high & ~3) | order[high & 3]
                table[number, hole_index(low, high)] = hole_index(min(a, b), max(a, b))
    return table
