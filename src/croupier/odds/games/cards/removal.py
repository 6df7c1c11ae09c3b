"""Five cards against five: how many of the dealer's hands are below and level with each player's hand.

The dealer's hands are entered from the lowest to the highest. For every set of up to four cards it is
kept how many entered hands hold it, so the number that share no card with a player's hand follows by
inclusion and exclusion over the subsets of that hand.
"""

from __future__ import annotations

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import CHOOSE


@compiled
def _enter(hand: Array, held: Array, start: Array) -> None:
    """Add a dealer's hand to the counts of all its subsets of one to four cards."""
    for i in range(5):
        one = hand[i]
        held[start[1] + one] += 1
        for j in range(i + 1, 5):
            two = one + CHOOSE[hand[j], 2]
            held[start[2] + two] += 1
            for k in range(j + 1, 5):
                three = two + CHOOSE[hand[k], 3]
                held[start[3] + three] += 1
                for m in range(k + 1, 5):
                    held[start[4] + three + CHOOSE[hand[m], 4]] += 1


@compiled
def _apart(hand: Array, held: Array, start: Array) -> int:
    """How many entered hands share no card with this one, leaving aside the hand itself."""
    total = 0
    for i in range(5):
        one = hand[i]
        total -= held[start[1] + one]
        for j in range(i + 1, 5):
            two = one + CHOOSE[hand[j], 2]
            total += held[start[2] + two]
            for k in range(j + 1, 5):
                three = two + CHOOSE[hand[k], 3]
                total -= held[start[3] + three]
                for m in range(k + 1, 5):
                    total += held[start[4] + three + CHOOSE[hand[m], 4]]
    return total


@compiled
def order_by(ranks: Array, most: int) -> tuple[Array, Array]:
    """Rows by rising rank, and where each rank begins among them."""
    begin = np.zeros(most + 2, np.int64)
    for rank in ranks:
        begin[rank + 1] += 1
    for rank in range(most + 1):
        begin[rank + 1] += begin[rank]
    place = begin.copy()
    order = np.empty(ranks.shape[0], np.int32)
    for row in range(ranks.shape[0]):
        order[place[ranks[row]]] = row
        place[ranks[row]] += 1
    return order, begin


@compiled
def sweep(
    cards: int,
    dealer: Array,
    dealer_ranks: Array,
    player: Array,
    player_ranks: Array,
    own_ranks: Array,
    most: int,
) -> tuple[Array, Array]:
    """For each player's hand, the dealer's hands without its cards that rank below it and level with it.

    Hands are rows of five rising cards out of `cards`; ranks run from 0 to `most`. `own_ranks` is the rank
    that the player's own five cards would have in the dealer's place, never below the player's.
    """
    start = np.zeros(5, np.int64)
    for size in range(1, 4):
        start[size + 1] = start[size] + CHOOSE[cards, size]
    held = np.zeros(start[4] + CHOOSE[cards, 4], np.int32)
    entered = 0
    dealer_order, dealer_begin = order_by(dealer_ranks, most)
    player_order, player_begin = order_by(player_ranks, most)
    below = np.zeros(player.shape[0], np.int32)
    level = np.zeros(player.shape[0], np.int32)
    for rank in range(most + 1):
        first, last = player_begin[rank], player_begin[rank + 1]
        for place in range(first, last):
            row = player_order[place]
            below[row] = entered + _apart(player[row], held, start)
        for place in range(dealer_begin[rank], dealer_begin[rank + 1]):
            _enter(dealer[dealer_order[place]], held, start)
        entered += dealer_begin[rank + 1] - dealer_begin[rank]
        if dealer_begin[rank + 1] == dealer_begin[rank]:
            continue
        for place in range(first, last):
            row = player_order[place]
            same = 1 if own_ranks[row] == rank else 0
            level[row] = entered + _apart(player[row], held, start) - same - below[row]
    return below, level


@compiled
def dense_ranks(values: Array) -> tuple[Array, Array]:
    """Values replaced by their place among the distinct values, and those values."""
    seen = np.zeros(values.max() + 1, np.int32)
    for value in values:
        seen[value] = 1
    distinct = np.empty(seen.sum(), np.int64)
    count = 0
    for value in range(seen.shape[0]):
        if seen[value]:
            distinct[count] = value
            seen[value] = count
            count += 1
    ranks = np.empty(values.shape[0], np.int16)
    for row in range(values.shape[0]):
        ranks[row] = seen[values[row]]
    return ranks, distinct
