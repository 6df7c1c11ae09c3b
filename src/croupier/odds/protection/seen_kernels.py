"""The compiled part of what a seen card is worth: whole games played again by somebody who knows one card more."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands import three
from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import best_five
from croupier.odds.games.cards.deals import CHOOSE, suit_masks
from croupier.odds.games.cards.fivecard import class_of
from croupier.odds.games.cards.mississippi import best_fifth

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
DEALER_HANDS_BESIDE = 48 * 47 * 46 // 6  # what he may hold when one more card is with a neighbour
DEALER_PAIRS = 48 * 47 // 2  # what the dealer may hold beside the card that is seen
rank3 = compiled(three.rank3)


@compiled
def three_card_seen(seen: int, qualify: int, worth: Floats, bonus: Floats) -> float:
    """Ante, Play and bonus on average over all hands beside this card of the dealer's, each played at its best."""
    values = np.zeros((52, 52), np.int64)
    for x in range(52):
        for y in range(x):
            if seen not in (x, y):
                values[x, y] = values[y, x] = rank3(seen, x, y)
    total, hands = 0.0, 0
    counts = np.zeros(4, np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if seen in (a, b, c):
                    continue
                mine = rank3(a, b, c)
                counts[:] = 0
                for x in range(52):
                    if x in (a, b, c, seen):
                        continue
                    for y in range(x):
                        if y in (a, b, c, seen):
                            continue
                        value = values[x, y]
                        counts[0 if value < qualify else 1 if value < mine else 2 if value == mine else 3] += 1
                played = bonus[CHOOSE[a, 1] + CHOOSE[b, 2] + CHOOSE[c, 3]]
                for ending in range(4):
                    played += worth[ending] * counts[ending] / DEALER_PAIRS
                total += max(played, -1.0)
                hands += 1
    return total / hands


@compiled
def three_card_beside(hands: Ints, weights: Ints, counts: Ints, qualify: int, worth: Floats, bonus: Floats) -> float:
    """The same when the card that is seen lies with a neighbour: the dealer can't have it. Hands by their standard."""
    total = 0.0
    ends = np.zeros(4, np.int64)
    for row in range(hands.shape[0]):
        a, b, c = hands[row]
        mine = rank3(a, b, c)
        for seen in range(52):
            if seen in (a, b, c):
                continue
            ends[:] = counts[row]
            for x in range(52):
                if x in (a, b, c, seen):
                    continue
                for y in range(x):
                    if y not in (a, b, c, seen):
                        value = rank3(seen, x, y)
                        ends[0 if value < qualify else 1 if value < mine else 2 if value == mine else 3] -= 1
            played = bonus[CHOOSE[a, 1] + CHOOSE[b, 2] + CHOOSE[c, 3]]
            for ending in range(4):
                played += worth[ending] * ends[ending] / DEALER_HANDS_BESIDE
            total += weights[row] * max(played, -1.0)
    return float(total / (weights.sum() * 49))


@compiled
def let_it_ride_beside(
    hands: Ints, weights: Ints, one: Floats, two: Floats, three: Floats, nets1: Floats, nets2: Floats, nets3: Floats
) -> float:
    """Let It Ride by somebody who knows a card that will not come; `one` to `three` have what each wager nets in all
    by the first community card, the arrays of nets what it does by the hand at the end."""
    masks = np.zeros(4, np.int64)
    total = 0.0
    for row in range(hands.shape[0]):
        a, b, c = hands[row]
        for seen in range(52):
            if seen in (a, b, c):
                continue
            ride, later, rest = 0.0, 0.0, 0.0
            for first in range(52):
                if first in (a, b, c, seen):
                    continue
                suit_masks(np.array([a, b, c, seen, first]), masks)
                made = class_of(best_five(masks[0], masks[1], masks[2], masks[3]))
                ride += one[row, first] - nets1[made]
                later += max(two[row, first] - nets2[made], 0.0)
                rest += three[row, first] - nets3[made]
            total += weights[row] * (max(ride, 0.0) + later + rest)
    return float(total / (weights.sum() * 49 * 48 * 47))


@compiled
def _four_known(paid: Ints, third: int, multiples: Ints, unit: int) -> int:
    """The best of Fourth Street on when both cards before the last are known: what the last cards pay in all."""
    best = -48 * (1 + third) * unit
    for fourth in multiples:
        best = max(best, best_fifth(paid, third, fourth, multiples, unit)[0])
    return best


@compiled
def _first_known(a: int, b: int, seen: int, paid: Ints, multiples: Ints, unit: int) -> int:
    """The card of Third Street is known: both first wagers are decided with it."""
    best = -49 * 48 * unit
    for third in multiples:
        best = max(best, -49 * 48 * (1 + third) * unit)
        for fourth in multiples:
            value = 0
            for other in range(52):
                if other not in (a, b, seen):
                    low, high = min(seen, other), max(seen, other)
                    value += best_fifth(paid[low + high * (high - 1) // 2], third, fourth, multiples, unit)[0]
            best = max(best, value)
    return best


@compiled
def _second_known(a: int, b: int, seen: int, paid: Ints, multiples: Ints, unit: int) -> int:
    """The card of Fourth Street is known: when the third's is turned, both are."""
    best = -49 * 48 * unit
    for third in multiples:
        value = 0
        for other in range(52):
            if other not in (a, b, seen):
                low, high = min(seen, other), max(seen, other)
                value += _four_known(paid[low + high * (high - 1) // 2], third, multiples, unit)
        best = max(best, value)
    return best


@compiled
def _last_known(a: int, b: int, seen: int, nets: Ints, multiples: Ints, unit: int, pays: Ints) -> int:
    """The last card is known: with the fourth's turned, everything is."""
    masks = np.zeros(4, np.int64)
    for first in range(52):
        for second in range(first):
            if first in (a, b, seen) or second in (a, b, seen):
                continue
            suit_masks(np.array([a, b, seen, first, second]), masks)
            made = nets[class_of(best_five(masks[0], masks[1], masks[2], masks[3]))]
            pays[first, second] = made
            pays[second, first] = made
    best = -49 * 48 * unit
    for third in multiples:
        value = 0
        for first in range(52):
            if first in (a, b, seen):
                continue
            here = -48 * (1 + third) * unit
            for fourth in multiples:
                worth = 0
                for second in range(52):
                    if second not in (a, b, seen, first):
                        made = pays[first, second]
                        staked = made[0] + third * made[1] + fourth * made[2]
                        end = -(1 + third + fourth) * unit
                        for fifth in multiples:
                            end = max(end, staked + fifth * made[3])
                        worth += end
                here = max(here, worth)
            value += here
        best = max(best, value)
    return best


@compiled
def mississippi_seen(holes: Ints, weights: Ints, paid: Ints, nets: Ints, multiples: Ints, unit: int, place: int) -> int:
    """All deals of Mississippi Stud summed up, in parts of a unit, with one community card known from the beginning."""
    total = 0
    pays = np.zeros((52, 52, nets.shape[1]), np.int64)
    for row in range(holes.shape[0]):
        a, b = holes[row]
        for seen in range(52):
            if seen in (a, b):
                continue
            if place == 0:
                value = _first_known(a, b, seen, paid[row], multiples, unit)
            elif place == 1:
                value = _second_known(a, b, seen, paid[row], multiples, unit)
            else:
                value = _last_known(a, b, seen, nets, multiples, unit, pays)
            total += weights[row] * value
    return total
