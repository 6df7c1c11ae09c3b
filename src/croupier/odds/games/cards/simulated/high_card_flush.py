"""High Card Flush and I Luv Suits very often, by the best play, with both side bets.

Nearly every hand's choice follows from its longest suit alone; where the other cards matter (ten-high
three-card flushes, under the usual rules) it is worked out exactly on the spot.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.hands.compiled import compiled
from croupier.hands.flush import longest_run
from croupier.odds.games.cards import high_card_flush
from croupier.odds.games.cards.bits import SETS, SIZE, Array
from croupier.odds.games.cards.deals import suit_masks
from croupier.odds.games.cards.high_card_flush import (
    CARDS,
    ENDS,
    FLUSH_ROWS,
    IDLE,
    LOSS,
    RUN_ROWS,
    TIE,
    WIN,
    FlushRules,
    best_raise,
    stand,
)
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays

UNSURE = -1  # the other cards decide
CHOICES = 16


@compiled
def _best_suit(masks: Array) -> tuple[int, int]:
    """Length and ranks of the best flush."""
    length, flush = 0, 0
    for mask in masks:
        size = SIZE[mask]
        if size > length or (size == length and mask > flush):
            length, flush = size, mask
    return length, flush


@compiled
def _order(flush: int, top_only: bool) -> int:
    """What orders flushes of a length: all their ranks, or the highest."""
    if not top_only:
        return flush
    top = 0
    while flush >> (top + 1):
        top += 1
    return top


@compiled
def _round(
    cards: Array,
    rules: Array,
    limits: Array,
    top_only: bool,
    sure: Array,
    runs: Array,
    masks: Array,
    space: Array,
    codes: Array,
) -> None:
    """The player's seven cards, then the dealer's seven."""
    suit_masks(cards[CARDS : 2 * CARDS], masks)
    other_length, other = _best_suit(masks)
    suit_masks(cards[:CARDS], masks)
    length, flush = _best_suit(masks)
    choice = sure[flush]
    if choice == UNSURE:
        stand(masks, rules[0], rules[1], top_only, space)
        choice = best_raise(space[ENDS], length, rules, limits)
    mine, dealer = _order(flush, top_only), _order(other, top_only)
    ending = LOSS
    if other_length < rules[1] or (other_length == rules[1] and dealer < _order(rules[0], top_only)):
        ending = IDLE
    elif length > other_length or (length == other_length and mine > dealer):
        ending = WIN
    elif length == other_length and mine == dealer:
        ending = TIE
    codes[0] = choice * 4 + ending
    codes[1] = length
    longest = 0
    for mask in masks:
        longest = max(longest, runs[mask])
    codes[2] = longest


@compiled
def _run(
    state: Array,
    rounds: int,
    seats: Seats,
    rules: Array,
    limits: Array,
    top_only: bool,
    sure: Array,
    runs: Array,
    counts: Array,
) -> None:
    masks, codes = np.zeros(4, np.int64), np.zeros(3, np.int64)
    space = np.zeros((11, 8), np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(2 * CARDS, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 2 * CARDS)
        else:
            deal_hand(state, deck, 2 * CARDS, seats, number, dealt)
        _round(dealt, rules, limits, top_only, sure, runs, masks, space, codes)
        tally(seats, number, codes, counts)


class FlushKernel:
    """Cards: seven of the player, seven of the dealer."""

    groups = ("base", "flush-bonus", "straight-flush-bonus")
    codes = CHOICES * 4
    cards = 2 * CARDS
    deck = 52

    def __init__(self, rules: FlushRules, *, flush: Pays, straight_flush: Pays, ace_low: bool = True) -> None:
        if max(rules.raises.values()) >= CHOICES:
            raise ValueError(f"raises of {CHOICES} Antes or more are not supported")
        self.rules, self.flush, self.straight_flush = rules, flush, straight_flush
        numbers, limits = high_card_flush.numbers_of(rules)
        runs = np.array([longest_run(mask, ace_low) for mask in range(SETS)], np.int64)
        sure = np.full(SETS, UNSURE, np.int64)
        for ranks, choice in high_card_flush.analyse(rules).sure().items():
            sure[ranks] = choice
        self.tables = (numbers, limits, rules.compare == "highest-rank", sure, runs)

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run(state, rounds, seats, *self.tables, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(3, np.int64)
        space = np.zeros(4, np.int64), np.zeros((11, 8), np.int64)
        _round(np.array(cards, np.int64), *self.tables, *space, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"flush-bonus": Fraction(self.flush.get(FLUSH_ROWS[code - 1], -1))}, 1
        if group == 2:
            return {"straight-flush-bonus": Fraction(self.straight_flush.get(RUN_ROWS[code - 1], -1))}, 1
        choice, ending = divmod(code, 4)
        return high_card_flush.nets_of(self.rules, choice, ending), 1 + choice
