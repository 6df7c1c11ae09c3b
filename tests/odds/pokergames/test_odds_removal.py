"""Counting by inclusion and exclusion agrees with comparing every two hands."""

import random
from itertools import combinations

import numpy as np

from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.cards.removal import dense_ranks, sweep


def test_a_small_deck_gives_the_counts_of_comparing_all_pairs() -> None:
    cards = 13
    sets = all_sets(cards, 5)
    chance = random.Random(7)
    values = np.array([chance.randrange(40) for _ in sets], np.int32)
    ranks, distinct = dense_ranks(values)
    below, level = sweep(cards, sets, ranks, sets, ranks, ranks, len(distinct) - 1)
    hands = [frozenset(hand) for hand in combinations(range(cards), 5)]
    by_cards = {frozenset(row.tolist()): k for k, row in enumerate(sets)}
    for hand in chance.sample(hands, 60):
        row = by_cards[hand]
        others = [by_cards[other] for other in hands if not other & hand]
        assert below[row] == sum(values[k] < values[row] for k in others)
        assert level[row] == sum(values[k] == values[row] for k in others)


def test_a_dealer_with_other_cards_is_compared_by_its_own_ranks() -> None:
    """As in Four Card Poker: the player's own cards would rank higher in the dealer's place."""
    cards = 12
    sets = all_sets(cards, 5)
    chance = random.Random(8)
    player = np.array([chance.randrange(30) for _ in sets], np.int16)
    dealer = (player + np.array([chance.randrange(6) for _ in sets])).astype(np.int16)
    below, level = sweep(cards, sets, dealer, sets, player, dealer, 40)
    held = [set(row.tolist()) for row in sets]
    for row in chance.sample(range(len(sets)), 60):
        others = [k for k in range(len(sets)) if not held[k] & held[row]]
        assert below[row] == sum(dealer[k] < player[row] for k in others)
        assert level[row] == sum(dealer[k] == player[row] for k in others)
