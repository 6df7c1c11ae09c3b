"""Four Card Poker and Crazy Four Poker very often, by the best play, with their side bets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import ACE
from croupier.hands.compiled import compiled
from croupier.odds.games.cards import crazy_four, four_card
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.boards import symmetry
from croupier.odds.games.cards.deals import suit_masks
from croupier.odds.games.cards.four_card import number_of
from croupier.odds.games.cards.four_ranks import CATEGORIES, PAIR, QUADS, SHIFT, best_four
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays

FOUR_ACES = 8
FIRST_PAIR = 9  # pairs by rank from here: a side bet draws the line at queens or aces
CHOICES = 8


@compiled
def _kind(value: int) -> int:
    """A four-card value as the side bets see it."""
    category = value >> SHIFT
    if category == PAIR:
        return FIRST_PAIR + (value & ((1 << SHIFT) - 1)) // 169
    if category == QUADS and value & ((1 << SHIFT) - 1) == ACE:
        return FOUR_ACES
    return int(category)


def _category(kind: int) -> str:
    if kind == FOUR_ACES:
        return "four-aces"
    return CATEGORIES[PAIR if kind >= FIRST_PAIR else kind]


def side_net(pays: Pays, kind: int, pair_from: int) -> Fraction:
    """What a wager on the best four cards nets: `pair` counts from a rank."""
    paid = crazy_four.bonus_for(pays, _category(kind))
    if paid is None or FIRST_PAIR <= kind < FIRST_PAIR + pair_from:
        return Fraction(-1)
    return paid


@compiled
def _best_of(cards: Array, masks: Array) -> int:
    suit_masks(cards, masks)
    return best_four(masks[0], masks[1], masks[2], masks[3])


@compiled
def _four_card_round(cards: Array, table: Array, masks: Array, moved: Array, codes: Array) -> None:
    """The player's five cards, then the dealer's six, the sixth face up."""
    up = cards[10]
    suit = up & 3
    for k in range(5):
        card = cards[k]
        # The face-up card's suit changes places with clubs, as the table of choices has it.
        colour = card & 3
        if colour == suit:
            card = card & 252
        elif colour == 0:
            card = (card & 252) | suit
        moved[k] = card - (card > (up & 252))
    choice = table[up >> 2, number_of(moved)]
    mine = _best_of(cards[:5], masks)
    dealer = _best_of(cards[5:11], masks)
    ending = four_card.LOSS
    if mine == dealer:
        ending = four_card.TIE
    elif mine > dealer:
        ending = four_card.WIN
    codes[0] = ((mine >> SHIFT) * CHOICES + choice) * 4 + ending
    codes[1] = _kind(mine)


@compiled
def _crazy_four_round(cards: Array, table: Array, masks: Array, moved: Array, qualify: int, codes: Array) -> None:
    """The player's five cards, then the dealer's five."""
    for k in range(5):
        moved[k] = cards[k]
    choice = table[number_of(moved)]
    mine = _best_of(cards[:5], masks)
    dealer = _best_of(cards[5:10], masks)
    ending = crazy_four.LOSS
    if dealer < qualify:
        ending = crazy_four.IDLE
    elif mine == dealer:
        ending = crazy_four.TIE
    elif mine > dealer:
        ending = crazy_four.WIN
    kind = _kind(mine)
    codes[0] = (min(kind, FIRST_PAIR) * CHOICES + choice) * 4 + ending
    codes[1] = kind


@compiled
def _run_four_card(state: Array, rounds: int, seats: Seats, table: Array, counts: Array) -> None:
    masks, moved, codes = np.zeros(4, np.int64), np.zeros(5, np.int64), np.zeros(2, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(11, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 11)
        else:
            deal_hand(state, deck, 11, seats, number, dealt)
        _four_card_round(dealt, table, masks, moved, codes)
        tally(seats, number, codes, counts)


@compiled
def _run_crazy_four(state: Array, rounds: int, seats: Seats, table: Array, qualify: int, counts: Array) -> None:
    masks, moved, codes = np.zeros(4, np.int64), np.zeros(5, np.int64), np.zeros(2, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(10, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 10)
        else:
            deal_hand(state, deck, 10, seats, number, dealt)
        _crazy_four_round(dealt, table, masks, moved, qualify, codes)
        tally(seats, number, codes, counts)


class FourCardKernel:
    """Cards: five of the player, five of the dealer, the dealer's face-up card."""

    groups = ("base", "aces-up")
    codes = 8 * CHOICES * 4
    cards = 11
    deck = 52

    def __init__(self, rules: four_card.FourCardRules, *, aces_up: Pays, pair_from: int = ACE) -> None:
        self.rules, self.aces_up, self.pair_from = rules, aces_up, pair_from
        self.table = four_card.choice_table(rules)

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run_four_card(state, rounds, seats, self.table, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(2, np.int64)
        space = np.zeros(4, np.int64), np.zeros(5, np.int64)
        _four_card_round(np.array(cards, np.int64), self.table, *space, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"aces-up": side_net(self.aces_up, code, self.pair_from)}, 1
        rest, ending = divmod(code, 4)
        category, choice = divmod(rest, CHOICES)
        return four_card.nets_of(self.rules, CATEGORIES[category], ending, choice), 1 + choice


class CrazyFourKernel:
    """Cards: five of the player, five of the dealer."""

    groups = ("base", "queens-up")
    codes = (FIRST_PAIR + 1) * CHOICES * 4
    cards = 10
    deck = 52

    def __init__(self, rules: crazy_four.CrazyFourRules, *, queens_up: Pays, pair_from: int) -> None:
        self.rules, self.queens_up, self.pair_from = rules, queens_up, pair_from
        self.table = crazy_four.choices(rules).astype(np.int8)[symmetry(5).which]

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run_crazy_four(state, rounds, seats, self.table, self.rules.qualify, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(2, np.int64)
        space = np.zeros(4, np.int64), np.zeros(5, np.int64)
        _crazy_four_round(np.array(cards, np.int64), self.table, *space, self.rules.qualify, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"queens-up": side_net(self.queens_up, code, self.pair_from)}, 1
        rest, ending = divmod(code, 4)
        kind, choice = divmod(rest, CHOICES)
        return crazy_four.nets_of(self.rules, _category(kind), ending, choice), 2 + choice
