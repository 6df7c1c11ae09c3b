"""DJ Wild Stud Poker very often: the base game by the best play, Trips and the Two Way Bad Beat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.hands import encode, jit, wild
from croupier.hands.compiled import compiled
from croupier.odds.games.cards import dj_wild
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.boards import symmetry
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.cards.dj_wild import CATEGORIES, LOSS, TIE, TRIPS, WIN
from croupier.odds.games.cards.four_card import number_of
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays

jit.register()

KINDS = 13  # natural categories, and none
SHIFT = encode.SHIFT


@compiled
def _naturals(sets: Array) -> Array:
    """The category of every five cards with deuces as they are, plus one; 0 with a joker."""
    table = np.zeros(sets.shape[0], np.int8)
    for row in range(sets.shape[0]):
        if sets[row, 4] < 52:
            table[row] = 1 + (wild.rank_joker5(sets[row]) >> SHIFT)
    return table


@compiled
def _round(cards: Array, values: Array, naturals: Array, played: Array, hand: Array, codes: Array) -> None:
    """The player's five cards, then the dealer's five."""
    for k in range(5):
        hand[k] = cards[k]
    number = number_of(hand)
    for k in range(5):
        hand[k] = cards[5 + k]
    other = number_of(hand)
    mine, dealer = values[number], values[other]
    ending = LOSS
    if mine == dealer:
        ending = TIE
    elif mine > dealer:
        ending = WIN
    codes[0] = ((mine >> SHIFT) * 2 + played[number]) * 3 + ending
    codes[1] = (mine >> SHIFT) * KINDS + naturals[number]
    beaten = min(mine, dealer) >> SHIFT
    codes[2] = beaten if ending != TIE and beaten >= TRIPS else 0


@compiled
def _run(state: Array, rounds: int, seats: Seats, values: Array, naturals: Array, played: Array, counts: Array) -> None:
    hand, codes = np.zeros(5, np.int64), np.zeros(3, np.int64)
    deck = np.arange(53)
    dealt = deck if seats.players == 1 else np.zeros(10, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 10)
        else:
            deal_hand(state, deck, 10, seats, number, dealt)
        _round(dealt, values, naturals, played, hand, codes)
        tally(seats, number, codes, counts)


class DjWildKernel:
    """Cards: five of the player, five of the dealer; 52 is the joker."""

    groups = ("base", "trips", "two-way-bad-beat")
    codes = len(CATEGORIES) * KINDS
    cards = 10
    deck = 53

    def __init__(self, rules: dj_wild.DjWildRules, *, wild_pays: Pays, natural_pays: Pays, bad_beat: Pays) -> None:
        self.rules = rules
        self.wild_pays, self.natural_pays, self.bad_beat = wild_pays, natural_pays, bad_beat
        sets = all_sets(53, 5)
        self.values = dj_wild.wild_values(sets)
        self.naturals = _naturals(sets)
        self.played = dj_wild.plays(rules)[symmetry(5, 53).which]

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run(state, rounds, seats, self.values, self.naturals, self.played, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(3, np.int64)
        hand = np.zeros(5, np.int64)
        _round(np.array(cards, np.int64), self.values, self.naturals, self.played, hand, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            made, natural = divmod(code, KINDS)
            pays = self.natural_pays if natural - 1 == made else self.wild_pays
            return {"trips": Fraction(pays.get(CATEGORIES[made], -1))}, 1
        if group == 2:
            return {"two-way-bad-beat": Fraction(self.bad_beat.get(CATEGORIES[code], -1)) if code else Fraction(-1)}, 1
        rest, ending = divmod(code, 3)
        category, stays = divmod(rest, 2)
        staked = 2 + (self.rules.play if stays else 0)
        return dj_wild.nets_of(self.rules, CATEGORIES[category], ending, bool(stays)), staked
