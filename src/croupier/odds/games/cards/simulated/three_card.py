"""Three Card Poker very often: the base game by the best play, Pair Plus and the Six Card Bonus."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.hands import encode, five, jit, three
from croupier.hands.compiled import compiled
from croupier.hands.kernels import rank6_nb
from croupier.odds.games.cards import fivecard, three_card
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.boards import symmetry
from croupier.odds.games.cards.deals import CHOOSE
from croupier.odds.games.cards.three_card import IDLE, LOSS, TIE, WIN, ThreeCardRules, nets_of, payoff, plays
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays

jit.register()

FOLD = 4
CARDS = 6
SIX_CARD_ROYAL = 10  # to 13, by suit


@compiled
def _category(a: int, b: int, c: int, value: int) -> int:
    """The place of a hand in `three_card.CATEGORIES`."""
    if value == (three.STRAIGHT_FLUSH << three.SHIFT | 12):
        return 0 if a & 3 == 3 else 1
    return 7 - (value >> three.SHIFT)


@compiled
def three_card_kind(a: int, b: int, c: int) -> int:
    """The place of three cards in `three_card.CATEGORIES`."""
    return _category(a, b, c, three.rank3(a, b, c))


@compiled
def _round(cards: Array, played: Array, qualify: int, codes: Array) -> None:
    """The player's three cards, then the dealer's: codes of the base game, Pair Plus and the Six Card Bonus."""
    a, b, c, d, e, f = cards[0], cards[1], cards[2], cards[3], cards[4], cards[5]
    mine = three.rank3(a, b, c)
    kind = _category(a, b, c, mine)
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    ending = FOLD
    if played[low + CHOOSE[middle, 2] + CHOOSE[high, 3]]:
        dealer = three.rank3(d, e, f)
        if dealer < qualify:
            ending = IDLE
        elif dealer < mine:
            ending = WIN
        elif dealer == mine:
            ending = TIE
        else:
            ending = LOSS
    codes[0] = kind * 5 + ending
    codes[1] = kind
    six = int(rank6_nb(a, b, c, d, e, f) >> encode.SHIFT)
    if six == five.ROYAL_FLUSH and min(low, d, e, f) >> 2 == 7:
        suit = a & 3
        if b & 3 == suit and c & 3 == suit and d & 3 == suit and e & 3 == suit and f & 3 == suit:
            six = SIX_CARD_ROYAL + suit
    codes[2] = six


@compiled
def _run(state: Array, rounds: int, seats: Seats, played: Array, qualify: int, counts: Array) -> None:
    codes = np.zeros(3, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(CARDS, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, CARDS)
        else:
            deal_hand(state, deck, CARDS, seats, number, dealt)
        _round(dealt, played, qualify, codes)
        tally(seats, number, codes, counts)


class ThreeCardKernel:
    """Cards: three of the player, three of the dealer."""

    groups = ("base", "pair-plus", "six-card-bonus")
    codes = 40
    cards = CARDS
    deck = 52

    def __init__(self, rules: ThreeCardRules, *, pair_plus: Pays, six_card: Pays) -> None:
        self.rules, self.pair_plus, self.six_card = rules, pair_plus, six_card
        self.played = _played(rules)

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run(state, rounds, seats, self.played, self.rules.qualify, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(3, np.int64)
        _round(np.array(cards, np.int64), self.played, self.rules.qualify, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"pair-plus": payoff(self.pair_plus, three_card.CATEGORIES[code])}, 1
        if group == 2:
            return {"six-card-bonus": _six_card(self.six_card, code)}, 1
        kind, ending = divmod(code, 5)
        if ending == FOLD:
            return {"ante": -1, "play": 0, "ante-bonus": 0}, 1
        return {**nets_of(self.rules, three_card.CATEGORIES[kind], ending)}, 2


def _six_card(pays: Pays, code: int) -> Fraction:
    if code >= SIX_CARD_ROYAL:
        named = fivecard.SIX_CARD_ROYALS[code - SIX_CARD_ROYAL]
        if named in pays:
            return Fraction(pays[named])
        code = five.ROYAL_FLUSH
    plain = {row: net for row, net in pays.items() if row not in fivecard.SIX_CARD_ROYALS}
    nets = fivecard.class_pays(plain)
    return nets[code + 12] if code >= 2 else nets[code]


def _played(rules: ThreeCardRules) -> Array:
    """For every three cards, by number, whether the best play goes on."""
    return np.array(plays(rules), np.bool_)[symmetry(3).which]
