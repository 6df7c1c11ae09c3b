"""Who sits at a simulated table: one player, or several who share the dealer's and the common cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array
from croupier.odds.simulate.dealing import deal


class Seats(NamedTuple):
    """How many sit there, how many cards are each one's own, and what each hand of several came to."""

    players: int
    own: int
    log: Array  # the code of the base game, hand by hand; empty for a single player


def seats_of(players: int, own: int, rounds: int) -> Seats:
    return Seats(players, own, np.zeros(players * rounds, np.int32))


ALONE = seats_of(1, 0, 0)


@compiled
def deal_hand(state: Array, deck: Array, cards: int, seats: Seats, number: int, hand: Array) -> None:
    """Lay out the next hand: a new deal when all players have had theirs."""
    own, shared, player = seats.own, cards - seats.own, number % seats.players
    if player == 0:
        deal(state, deck, own * seats.players + shared)
    for k in range(own):
        hand[k] = deck[own * player + k]
    for k in range(shared):
        hand[own + k] = deck[own * seats.players + k]


@compiled
def tally(seats: Seats, number: int, codes: Array, counts: Array) -> None:
    """Count what a hand came to, group by group."""
    for group in range(codes.shape[0]):
        counts[group, codes[group]] += 1
    if seats.log.shape[0]:
        seats.log[number] = codes[0]
