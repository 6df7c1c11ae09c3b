"""Ultimate Texas Hold'em and Texas Hold'em Bonus very often, by the best play, with their side bets.

The choices of the exact analysis are kept as tables: by starting hand, by flop and hand, and for the last
decision by standard board and hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.hands import five
from croupier.hands.compiled import compiled
from croupier.hands.kernels import best5_nb
from croupier.odds.games.cards import texas_bonus, ultimate
from croupier.odds.games.cards.bits import FIVE_CARD_CATEGORIES, Array
from croupier.odds.games.cards.boards import (
    DEALER_HANDS,
    HANDS_ON_BOARD,
    HOLE,
    Standings,
    hole_orders,
    rank_board,
    standings,
    symmetry,
)
from croupier.odds.games.cards.deals import CHOOSE, HOLES
from croupier.odds.games.cards.fivecard import class_pays
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays
from croupier.odds.work import Progress, do_stages

WON, WON_IDLE, TIED, LOST, LOST_IDLE = range(5)
CARDS = 9
ROW = (HOLES + 7) // 8


@compiled
def set_number(cards: Array, first: int, size: int, hand: Array) -> int:
    """The number of so many cards in any order."""
    for k in range(size):
        card = cards[first + k]
        j = k
        while j > 0 and hand[j - 1] > card:
            hand[j] = hand[j - 1]
            j -= 1
        hand[j] = card
    number = 0
    for k in range(size):
        number += CHOOSE[hand[k], k + 1]
    return number


@compiled
def _river_bits(boards: Array, pays: Array, numbers: Array, needs_pair: bool, space: Standings, bits: Array) -> None:
    """For each standard board and hand, whether the last raise is better than the fold, one bit each."""
    play, ante, unit, _, river = numbers
    masks = np.zeros(4, np.int64)
    for row in range(boards.shape[0]):
        rank_board(boards[row], masks, space)
        for i in range(HANDS_ON_BOARD):
            report = space.report[i]
            base, single = ultimate.worth_of(report, pays, play, ante, unit, needs_pair)
            if base + river * single > -2 * unit * DEALER_HANDS:
                bits[row, report[HOLE] >> 3] |= 1 << (report[HOLE] & 7)


@compiled
def _values(cards: Array) -> tuple[int, int]:
    """The values of the player's and the dealer's seven cards: two and two, then the board."""
    mine = best5_nb(cards[0], cards[1], cards[4], cards[5], cards[6], cards[7], cards[8])
    dealer = best5_nb(cards[2], cards[3], cards[4], cards[5], cards[6], cards[7], cards[8])
    return int(mine), int(dealer)


@compiled
def _ultimate_round(
    cards: Array,
    raise_hand: Array,
    raise_flop: Array,
    flop_which: Array,
    flop_order: Array,
    board_which: Array,
    board_order: Array,
    river: Array,
    moved: Array,
    hand: Array,
    codes: Array,
) -> None:
    """The player's two cards, the dealer's two, the flop, the turn and the river."""
    low, high = min(cards[0], cards[1]), max(cards[0], cards[1])
    hole = low + high * (high - 1) // 2
    choice = int(raise_hand[hole])
    if choice == 0:
        flop = set_number(cards, 4, 3, hand)
        choice = ultimate.FLOP
        if not raise_flop[flop_which[flop], moved[flop_order[flop], hole]]:
            board = set_number(cards, 4, 5, hand)
            name = moved[board_order[board], hole]
            raised = river[board_which[board], name >> 3] >> (name & 7) & 1
            choice = ultimate.RIVER if raised else ultimate.FOLD
    mine, dealer = _values(cards)
    idle = dealer >> 12 < five.PAIR
    ending = TIED
    if mine > dealer:
        ending = WON_IDLE if idle else WON
    elif mine < dealer:
        ending = LOST_IDLE if idle else LOST
    category = mine >> 12
    codes[0] = (category * 5 + choice) * 5 + ending
    codes[1] = category


@compiled
def _run_ultimate(
    state: Array,
    rounds: int,
    seats: Seats,
    raise_hand: Array,
    raise_flop: Array,
    flop_which: Array,
    flop_order: Array,
    board_which: Array,
    board_order: Array,
    river: Array,
    moved: Array,
    counts: Array,
) -> None:
    hand, codes = np.zeros(5, np.int64), np.zeros(2, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(CARDS, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, CARDS)
        else:
            deal_hand(state, deck, CARDS, seats, number, dealt)
        _ultimate_round(
            dealt, raise_hand, raise_flop, flop_which, flop_order, board_which, board_order, river, moved, hand, codes
        )
        tally(seats, number, codes, counts)


class UltimateKernel:
    """Cards: two of the player, two of the dealer, the five community cards in order."""

    groups = ("base", "trips")
    codes = 10 * 5 * 5
    cards = CARDS
    deck = 52

    def __init__(
        self, rules: ultimate.UltimateRules, *, trips: Pays, progress: Progress | None = None, workers: int = 1
    ) -> None:
        self.rules = rules
        self.trips = class_pays(trips)
        work = ultimate.Analysis(rules)
        do_stages(work, 1, progress=progress, workers=workers)
        self.hands = work.hands
        boards, flops = symmetry(5), symmetry(3)
        river = np.zeros((len(boards.weight), ROW), np.uint8)
        _river_bits(boards.standard, work.pays, work.numbers, rules.ante_needs_pair, standings(), river)
        self.tables = (
            work.raise_hand,
            work.raise_flop,
            flops.which,
            flops.order,
            boards.which,
            boards.order,
            river,
            hole_orders(),
        )

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run_ultimate(state, rounds, seats, *self.tables, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(2, np.int64)
        _ultimate_round(np.array(cards, np.int64), *self.tables, np.zeros(5, np.int64), codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"trips": self.trips[code + 12] if code >= 2 else self.trips[code]}, 1
        rest, ending = divmod(code, 5)
        category, choice = divmod(rest, 5)
        return ultimate.nets_of(self.rules, FIVE_CARD_CATEGORIES[category], ending, choice)


@compiled
def _bonus_row(low: int, high: int) -> int:
    """The Bonus Wager's row of a two-card hand, in the order of BONUS_HANDS; 7 without one."""
    top, bottom = high >> 2, low >> 2
    suited = high & 3 == low & 3
    if top == bottom:
        if top == 12:
            return 0
        return 4 if top >= 9 else 6
    if top < 12 or bottom < 9:
        return 7
    if bottom == 11:
        return 1 if suited else 3
    return 2 if suited else 5


@compiled
def _bonus_round(
    cards: Array,
    play_hand: Array,
    bet_flop: Array,
    bet_turn: Array,
    flop_which: Array,
    flop_order: Array,
    turn_which: Array,
    turn_order: Array,
    moved: Array,
    hand: Array,
    codes: Array,
) -> None:
    """The player's two cards, the dealer's two, the flop, the turn and the river."""
    low, high = min(cards[0], cards[1]), max(cards[0], cards[1])
    hole = low + high * (high - 1) // 2
    codes[1] = _bonus_row(low, high)
    if codes[1] == 0 and cards[2] >> 2 == 12 and cards[3] >> 2 == 12:
        codes[1] = 8
    if not play_hand[hole]:
        codes[0] = 0
        return
    flop = set_number(cards, 4, 3, hand)
    turn = set_number(cards, 4, 4, hand)
    made = 0
    if bet_flop[flop_which[flop], moved[flop_order[flop], hole]]:
        made += 1
    if bet_turn[turn_which[turn], moved[turn_order[turn], hole]]:
        made += 2
    mine, dealer = _values(cards)
    ending = texas_bonus.TIED
    if mine > dealer:
        ending = texas_bonus.WON
    elif mine < dealer:
        ending = texas_bonus.LOST
    codes[0] = 1 + ((mine >> 12) * 4 + made) * 3 + ending


@compiled
def _run_bonus(
    state: Array,
    rounds: int,
    seats: Seats,
    play_hand: Array,
    bet_flop: Array,
    bet_turn: Array,
    flop_which: Array,
    flop_order: Array,
    turn_which: Array,
    turn_order: Array,
    moved: Array,
    counts: Array,
) -> None:
    hand, codes = np.zeros(5, np.int64), np.zeros(2, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(CARDS, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, CARDS)
        else:
            deal_hand(state, deck, CARDS, seats, number, dealt)
        _bonus_round(
            dealt, play_hand, bet_flop, bet_turn, flop_which, flop_order, turn_which, turn_order, moved, hand, codes
        )
        tally(seats, number, codes, counts)


class TexasBonusKernel:
    """Cards: two of the player, two of the dealer, the five community cards in order."""

    groups = ("base", "bonus")
    codes = 1 + 10 * 4 * 3
    cards = CARDS
    deck = 52

    def __init__(
        self, rules: texas_bonus.TexasBonusRules, *, bonus: Pays, progress: Progress | None = None, workers: int = 1
    ) -> None:
        self.rules, self.bonus = rules, bonus
        work = texas_bonus.Analysis(rules)
        do_stages(work, 1, progress=progress, workers=workers)
        flops, turns = symmetry(3), symmetry(4)
        self.hands = work.hands
        self.tables = (
            work.play_hand,
            work.bet_flop,
            work.bet_turn,
            flops.which,
            flops.order,
            turns.which,
            turns.order,
            hole_orders(),
        )

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run_bonus(state, rounds, seats, *self.tables, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(2, np.int64)
        _bonus_round(np.array(cards, np.int64), *self.tables, np.zeros(5, np.int64), codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            rows = (*texas_bonus.BONUS_HANDS, "", texas_bonus.BOTH_ACES)
            name = rows[code]
            if code == 8 and name not in self.bonus:
                name = rows[0]
            return {"bonus": Fraction(self.bonus.get(name, -1))}, 1
        if code == 0:
            return {"ante": -1, "flop": 0, "turn": 0, "river": 0}, 1
        rest, ending = divmod(code - 1, 3)
        category, made = divmod(rest, 4)
        return texas_bonus.nets_of(self.rules, category, ending, made)
