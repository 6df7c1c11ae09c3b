"""A good way to set pai gow hands against a dealer whose way is known.

For each kind of hand the setting is chosen that nets most against the distribution of the dealer's High and
Low values over all hands. What is left out is that the player's own cards are missing from the dealer's:
the choice is close to the best, not proven to be it.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.pai_gow.setting import KINDS, kind_table
from croupier.odds.games.pai_gow.simulated import HIGH, LOW, fouled, high_of, low_of, place_of, table_of, with_joker


@compiled
def _dealer_values(hands: Array, dealer: Array, values: Array) -> None:
    masks = np.zeros(4, np.int64)
    for row in range(hands.shape[0]):
        place = place_of(hands[row], masks)
        values[row, 0], values[row, 1] = dealer[place, HIGH], dealer[place, LOW]


@compiled
def _choose(
    hands: Array, highs: Array, lows: Array, below: Array, pays: int, unit: int, jokers: Array, out: Array
) -> None:
    """Set each hand, given in falling order, the way that nets most on average."""
    hand = np.zeros(7, np.int64)
    total = below[-1, -1]
    for row in range(hands.shape[0]):
        fallen = hands[row]
        best = -unit * total - 1
        for j in range(1, 7):
            for i in range(j):
                place = 0
                for k in range(7):
                    if k not in (i, j):
                        hand[place] = fallen[k]
                        place += 1
                high, low = high_of(hand, jokers), low_of(fallen[i], fallen[j])
                if fouled(high, low, hand):
                    continue
                a, b = np.searchsorted(highs, high), np.searchsorted(lows, low)
                win = below[a, b]
                loss = total - below[a, -1] - below[-1, b] + win
                value = pays * win - unit * loss
                if value > best:
                    best = value
                    out[row, :5] = hand[:5]
                    out[row, 5], out[row, 6] = fallen[i], fallen[j]


def good_settings(dealer: Array, win_pays: Fraction | int = 1) -> Array:
    """A table of settings for the player against a dealer's table."""
    return settings_against(dealer, kind_table()[1], win_pays)


def settings_against(dealer: Array, weights: Array, win_pays: Fraction | int = 1) -> Array:
    """The same against so many hands of each kind as the dealer may hold."""
    hands, _ = kind_table()
    values = np.zeros((KINDS, 2), np.int64)
    _dealer_values(hands, dealer, values)
    highs, high_places = np.unique(values[:, 0], return_inverse=True)
    lows, low_places = np.unique(values[:, 1], return_inverse=True)
    joint = np.zeros((len(highs), len(lows)), np.int64)
    np.add.at(joint, (high_places, low_places), weights)
    # How many dealer's hands are below in both: a row and a column of nothing before the sums.
    below = np.zeros((len(highs) + 1, len(lows) + 1), np.int64)
    below[1:, 1:] = joint.cumsum(axis=0).cumsum(axis=1)
    chosen = np.zeros((KINDS, 7), np.int64)
    pays = Fraction(win_pays)
    jokers = with_joker(all_sets(52, 4))
    _choose(hands, highs, lows, below, pays.numerator, pays.denominator, jokers, chosen)
    return table_of(chosen)
