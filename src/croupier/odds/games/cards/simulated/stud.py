"""Let It Ride and Mississippi Stud very often, by the best play, with their side bets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.hands import five, jit
from croupier.hands.compiled import compiled
from croupier.hands.kernels import rank5_nb
from croupier.odds.games.cards import let_it_ride, mississippi, three_card
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import CHOOSE
from croupier.odds.games.cards.fivecard import CLASSES, class_pays
from croupier.odds.games.cards.mississippi import best_fifth
from croupier.odds.games.cards.simulated.three_card import three_card_kind
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays

jit.register()

FOLDS = CLASSES  # a fold is coded as one class more


@compiled
def stud_class(value: int) -> int:
    """The class (as in `fivecard`) of a five-card value of `hands.five`."""
    category = value >> 12
    if category == five.PAIR:
        return 1 + (value & 4095) // 286
    return category + 12 if category > five.PAIR else 0


@compiled
def _number(cards: Array, size: int, hand: Array) -> int:
    """The number of the first cards, in any order."""
    number = 0
    for k in range(size):
        card = cards[k]
        j = k
        while j > 0 and hand[j - 1] > card:
            hand[j] = hand[j - 1]
            j -= 1
        hand[j] = card
    for k in range(size):
        number += CHOOSE[hand[k], k + 1]
    return number


@compiled
def _five(cards: Array) -> int:
    value = rank5_nb(cards[0], cards[1], cards[2], cards[3], cards[4])
    return stud_class(int(value))


@compiled
def _ride_round(cards: Array, first: Array, second: Array, hand: Array, codes: Array) -> None:
    """The player's three cards, then the two community cards in the order they are turned."""
    rides = 2 * first[_number(cards, 3, hand)] + second[_number(cards, 4, hand)]
    made = _five(cards)
    codes[0] = made * 4 + rides
    codes[1] = three_card_kind(cards[0], cards[1], cards[2])
    codes[2] = made


@compiled
def _stud_round(
    cards: Array, third: Array, fourth: Array, paid: Array, multiples: Array, unit: int, hand: Array, codes: Array
) -> None:
    """The player's two cards, then the three community cards in the order they are turned."""
    low, high = min(cards[0], cards[1]), max(cards[0], cards[1])
    hole = low + high * (high - 1) // 2
    codes[1] = three_card_kind(cards[2], cards[3], cards[4])
    first, second, last = int(third[hole]), 0, 0
    if first:
        second = int(fourth[hole, cards[2]])
    if second:
        last = best_fifth(paid[_number(cards, 4, hand)], first, second, multiples, unit)[1]
    most = multiples[-1] + 1
    made = _five(cards) if last else FOLDS
    codes[0] = ((first * most + second) * most + last) * (CLASSES + 1) + made


@compiled
def _run_ride(state: Array, rounds: int, seats: Seats, first: Array, second: Array, counts: Array) -> None:
    hand, codes = np.zeros(5, np.int64), np.zeros(3, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(5, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 5)
        else:
            deal_hand(state, deck, 5, seats, number, dealt)
        _ride_round(dealt, first, second, hand, codes)
        tally(seats, number, codes, counts)


@compiled
def _run_stud(
    state: Array,
    rounds: int,
    seats: Seats,
    third: Array,
    fourth: Array,
    paid: Array,
    multiples: Array,
    unit: int,
    counts: Array,
) -> None:
    hand, codes = np.zeros(5, np.int64), np.zeros(2, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(5, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 5)
        else:
            deal_hand(state, deck, 5, seats, number, dealt)
        _stud_round(dealt, third, fourth, paid, multiples, unit, hand, codes)
        tally(seats, number, codes, counts)


class LetItRideKernel:
    """Cards: three of the player, then the community cards in the order they are turned.

    `bonus` holds the nets of the Let It Ride Bonus by category.
    """

    groups = ("base", "three-card-bonus", "let-it-ride-bonus")
    codes = CLASSES * 4
    cards = 5
    deck = 52

    def __init__(self, rules: let_it_ride.LetItRideRules, *, three_card_bonus: Pays, bonus: Pays) -> None:
        self.rules, self.three_card_bonus = rules, three_card_bonus
        self.bonus = class_pays(bonus)
        self.pays = let_it_ride.nets_by_wager(rules)
        self.first, self.second = let_it_ride.choices(rules)

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run_ride(state, rounds, seats, self.first, self.second, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(3, np.int64)
        _ride_round(np.array(cards, np.int64), self.first, self.second, np.zeros(5, np.int64), codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"three-card-bonus": three_card.payoff(self.three_card_bonus, three_card.CATEGORIES[code])}, 1
        if group == 2:
            return {"let-it-ride-bonus": self.bonus[code]}, 1
        made, rides = divmod(code, 4)
        first, second = divmod(rides, 2)
        one, two, three = (nets[made] for nets in self.pays)
        return {"bet-1": first * one, "bet-2": second * two, "bet-3": three}, 1 + first + second


class MississippiKernel:
    """Cards: two of the player, then the community cards in the order they are turned."""

    groups = ("base", "three-card-bonus")
    cards = 5
    deck = 52

    def __init__(self, rules: mississippi.MississippiRules, *, three_card_bonus: Pays) -> None:
        self.rules, self.three_card_bonus = rules, three_card_bonus
        table = mississippi.choices(rules)
        ready = mississippi.prepared(rules)
        self.pays, multiples = ready.nets, ready.multiples
        self.most = int(multiples[-1]) + 1
        self.codes = self.most**3 * (CLASSES + 1)
        self.tables = (table.third, table.fourth, table.paid, multiples, ready.unit)

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run_stud(state, rounds, seats, *self.tables, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(2, np.int64)
        _stud_round(np.array(cards, np.int64), *self.tables, np.zeros(5, np.int64), codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"three-card-bonus": three_card.payoff(self.three_card_bonus, three_card.CATEGORIES[code])}, 1
        rest, made = divmod(code, CLASSES + 1)
        rest, fifth = divmod(rest, self.most)
        third, fourth = divmod(rest, self.most)
        return mississippi.nets_of(self.pays, (third, fourth, fifth), None if made == FOLDS else made)
