"""Shoes of any composition, and what each card that leaves one does to a wager.

A shoe is a vector of 52 counts, one for each card of a pack (`rank * 4 + suit`). A `Value` says what a unit on a wager
is worth when it is dealt from such a shoe. The effect of removal of a card is what the wager gains when one card like
it has left the full shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.cards import RANKS

CARDS = 52
Shoe = NDArray[np.int64]
Value = Callable[[Shoe], float]


def full(decks: int, spanish: bool = False) -> Shoe:
    """All cards of so many packs; a Spanish pack has no tens."""
    shoe = np.full(CARDS, decks, dtype=np.int64)
    if spanish:
        ten = RANKS.index("T")
        shoe[ten * 4 : ten * 4 + 4] = 0
    return shoe


def effects(value: Value, shoe: Shoe, suits: bool = True) -> NDArray[np.float64]:
    """What the wager gains by each rank's removal, from deuce to ace: the mean over its four suits.

    Where the suits do not matter to the wager, one card stands for its rank.
    """
    before, found = value(shoe), np.zeros(len(RANKS))
    for rank in range(len(RANKS)):
        cards = [card for card in range(rank * 4, rank * 4 + 4) if shoe[card]][: None if suits else 1]
        for card in cards:
            left = shoe.copy()
            left[card] -= 1
            found[rank] += (value(left) - before) / len(cards)
    return found


def by_rank(shoe: Shoe) -> NDArray[np.int64]:
    """How many cards of each rank there are."""
    ranks: NDArray[np.int64] = shoe.reshape(len(RANKS), 4).sum(axis=1)
    return ranks


def dealt_at_random(shoe: Shoe, cards: int, number: int, random: np.random.Generator) -> NDArray[np.int64]:
    """So many shoes from which cards have been dealt at random."""
    left = random.multivariate_hypergeometric(shoe, int(shoe.sum()) - cards, size=number, method="marginals")
    return left.astype(np.int64)


def linear(expectation: float, gained: Sequence[float] | NDArray[np.float64], shoe: Shoe) -> Value:
    """A wager's worth by its effects of removal alone: for wagers that take long to count out."""
    by_card = np.repeat(np.asarray(gained, dtype=np.float64), 4)
    cards = int(shoe.sum())

    def value(left: Shoe) -> float:
        rest = int(left.sum())
        return expectation + float(((shoe - left) * by_card).sum()) * (cards - 1) / rest

    return value
