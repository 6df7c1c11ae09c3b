"""Compiled worths of wagers dealt from a shoe of any composition."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled

VALUES = 10
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@compiled
def pair_worth(shoe: Ints, nets: Floats) -> float:
    """A wager on two cards, from what each ordered pair of them nets."""
    cards = shoe.sum()
    worth = 0.0
    for a in range(shoe.size):
        if shoe[a] == 0:
            continue
        row = 0.0
        for b in range(shoe.size):
            row += nets[a, b] * (shoe[b] - (1 if a == b else 0))
        worth += shoe[a] * row
    return float(worth / (cards * (cards - 1)))


@compiled
def three_worth(shoe: Ints, nets: Floats) -> float:
    """A wager on the player's two cards and the up card, from what each ordered triple of them nets."""
    cards = shoe.sum()
    worth = 0.0
    for a in range(shoe.size):
        for b in range(shoe.size):
            ways = shoe[a] * (shoe[b] - (1 if a == b else 0))
            if ways <= 0:
                continue
            row = 0.0
            for c in range(shoe.size):
                left = shoe[c] - (1 if c == a else 0) - (1 if c == b else 0)
                row += nets[a, b, c] * left
            worth += ways * row
    return float(worth / (cards * (cards - 1) * (cards - 2)))


@compiled
def _ways(values: Ints, hand: Ints) -> float:
    ways = 1.0
    for value in range(VALUES):
        for taken in range(hand[value]):
            ways *= max(values[value] - taken, 0)
    return ways


@compiled
def dealer_worth(values: Ints, hands: Ints, orders: Floats, nets: Floats) -> float:
    """A wager on the dealer's finished hand, by the values of its cards."""
    worth = 0.0
    size = values.sum()
    for row in range(hands.shape[0]):
        ways = orders[row] * nets[row] * _ways(values, hands[row])
        if ways != 0.0:
            for taken in range(hands[row].sum()):
                ways /= size - taken
            worth += ways
    return worth


@compiled
def suited_dealer_worth(by_suit: Ints, hands: Ints, orders: Floats, ends: Ints, nets: Floats) -> float:
    """A wager on a dealer's 22: `nets` for a loss, any 22, one of one colour, one of one suit."""
    whole = by_suit.sum(axis=0)
    red, black = by_suit[1] + by_suit[2], by_suit[0] + by_suit[3]
    size = whole.sum()
    worth = 0.0
    for row in range(hands.shape[0]):
        ways = _ways(whole, hands[row])
        if ends[row]:
            suited = 0.0
            for suit in range(4):
                suited += _ways(by_suit[suit], hands[row])
            coloured = _ways(red, hands[row]) + _ways(black, hands[row])
            ways = nets[3] * suited + nets[2] * (coloured - suited) + nets[1] * (ways - coloured)
        else:
            ways *= nets[0]
        ways *= orders[row]
        for taken in range(hands[row].sum()):
            ways /= size - taken
        worth += ways
    return worth


@compiled
def coup_worth(values: Ints, draws: NDArray[np.bool_], nets: Floats) -> float:
    """A wager on a coup of baccarat, by its code (totals, and who has a third card); `values` are cards of 0 to 9."""
    left = values.copy()
    cards = left.sum()
    worth = 0.0
    for a in range(VALUES):
        for b in range(a, VALUES):
            first = left[a] * (left[b] - (1 if a == b else 0)) * (1 if a == b else 2)
            if first <= 0:
                continue
            left[a] -= 1
            left[b] -= 1
            for c in range(VALUES):
                for d in range(c, VALUES):
                    ways = first * left[c] * (left[d] - (1 if c == d else 0)) * (1 if c == d else 2)
                    if ways <= 0:
                        continue
                    left[c] -= 1
                    left[d] -= 1
                    worth += ways * _finished(left, cards - 4, (a + b) % 10, (c + d) % 10, draws, nets)
                    left[c] += 1
                    left[d] += 1
            left[a] += 1
            left[b] += 1
    return float(worth / (float(cards) * (cards - 1) * (cards - 2) * (cards - 3)))


@compiled
def _finished(left: Ints, cards: int, player: int, banker: int, draws: NDArray[np.bool_], nets: Floats) -> float:
    """What the wager nets from the first four cards on, the third ones dealt by the rules."""
    here = (player * 10 + banker) * 4
    if player >= 8 or banker >= 8 or (player >= 6 and banker >= 6):
        return float(nets[here])
    worth = 0.0
    if player >= 6:
        for third in range(VALUES):
            worth += left[third] * nets[(player * 10 + (banker + third) % 10) * 4 + 1]
        return worth / cards
    for third in range(VALUES):
        if left[third] == 0:
            continue
        drawn = (player + third) % 10
        if not draws[banker, third]:
            worth += left[third] * nets[(drawn * 10 + banker) * 4 + 2]
            continue
        more = 0.0
        for fourth in range(VALUES):
            rest = left[fourth] - (1 if fourth == third else 0)
            more += rest * nets[(drawn * 10 + (banker + fourth) % 10) * 4 + 3]
        worth += left[third] * more / (cards - 1)
    return worth / cards
