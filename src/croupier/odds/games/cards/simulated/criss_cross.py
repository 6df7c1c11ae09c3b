"""Criss Cross Poker very often, by the best play, with the Five Card Bonus.

Across and Down wagers come from the tables of the exact analysis; the Middle wager is worked out on the
spot from the 46 cards that may lie in the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from croupier.hands.compiled import compiled
from croupier.hands.kernels import BITS, KEYS, START, rank5_nb, value_nb
from croupier.odds.games.cards import criss_cross
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.criss_cross import ACROSS, ANTE_ACROSS, ANTE_DOWN, DOWN, LEVELS, MIDDLE, best_middle
from croupier.odds.games.cards.fivecard import class_pays
from croupier.odds.games.cards.simulated.stud import stud_class
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays
from croupier.odds.work import Progress, do_stages

FOLDED = LEVELS * LEVELS
ENDS = FOLDED + 1
MOST = 8  # wagers below this many Antes


@compiled
def _choose_middle(
    cards: Array, across: int, down: int, levels: Array, nets: Array, multiples: Array, unit: int
) -> int:
    """The best Middle wager, from all cards that may be in the middle."""
    hole, hole_bits = START + KEYS[cards[0]] + KEYS[cards[1]], BITS[cards[0]] | BITS[cards[1]]
    row = hole + KEYS[cards[2]] + KEYS[cards[3]]
    row_bits = hole_bits | BITS[cards[2]] | BITS[cards[3]]
    column = hole + KEYS[cards[4]] + KEYS[cards[5]]
    column_bits = hole_bits | BITS[cards[4]] | BITS[cards[5]]
    seen = row_bits | column_bits
    base, middle = 0, 0
    for card in range(52):
        if seen & BITS[card]:
            continue
        first = levels[value_nb(row + KEYS[card], row_bits | BITS[card])]
        second = levels[value_nb(column + KEYS[card], column_bits | BITS[card])]
        base += nets[ANTE_ACROSS, first] + nets[ANTE_DOWN, second]
        base += across * nets[ACROSS, first] + down * nets[DOWN, second]
        middle += nets[MIDDLE, max(first, second)]
    return best_middle(2 + across + down, base, middle, multiples, unit)[1]


@compiled
def _round(
    cards: Array,
    across_of: Array,
    down_of: Array,
    levels: Array,
    nets: Array,
    multiples: Array,
    unit: int,
    codes: Array,
) -> None:
    """The player's two cards, the two across, the two down and the middle card."""
    low, high = min(cards[0], cards[1]), max(cards[0], cards[1])
    hole = low + high * (high - 1) // 2
    low, high = min(cards[2], cards[3]), max(cards[2], cards[3])
    codes[1] = stud_class(int(rank5_nb(cards[2], cards[3], cards[4], cards[5], cards[6])))
    across, down, middle = across_of[hole], 0, 0
    if across:
        down = down_of[hole, low + high * (high - 1) // 2]
    if down:
        middle = _choose_middle(cards, across, down, levels, nets, multiples, unit)
    bets = (across * MOST + down) * MOST + middle
    if middle == 0:
        codes[0] = bets * ENDS + FOLDED
        return
    first = levels[rank5_nb(cards[0], cards[1], cards[2], cards[3], cards[6])]
    second = levels[rank5_nb(cards[0], cards[1], cards[4], cards[5], cards[6])]
    codes[0] = bets * ENDS + first * LEVELS + second


@compiled
def _run(
    state: Array,
    rounds: int,
    seats: Seats,
    across_of: Array,
    down_of: Array,
    levels: Array,
    nets: Array,
    multiples: Array,
    unit: int,
    counts: Array,
) -> None:
    codes = np.zeros(2, np.int64)
    deck = np.arange(52)
    dealt = deck if seats.players == 1 else np.zeros(7, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 7)
        else:
            deal_hand(state, deck, 7, seats, number, dealt)
        _round(dealt, across_of, down_of, levels, nets, multiples, unit, codes)
        tally(seats, number, codes, counts)


class CrissCrossKernel:
    """Cards: two of the player, two across, two down, the middle card."""

    groups = ("base", "five-card-bonus")
    codes = MOST * MOST * MOST * ENDS
    cards = 7
    deck = 52

    def __init__(
        self,
        rules: criss_cross.CrissCrossRules,
        *,
        bonus: Pays,
        bonus_pairs: Mapping[int, Fraction | int],
        progress: Progress | None = None,
        workers: int = 1,
    ) -> None:
        if max(rules.multiples) >= MOST:
            raise ValueError(f"wagers of {MOST} Antes or more are not supported")
        self.rules = rules
        self.bonus = class_pays(bonus, bonus_pairs)
        work = criss_cross.Analysis(rules)
        do_stages(work, 1, progress=progress, workers=workers)
        table = criss_cross.choices(work)
        self.work = work
        # By the values of `hands.five`.
        levels = np.array([work.level_of[stud_class(value)] for value in range(10 << 12)], np.int64)
        self.tables = (
            table.across,
            table.down,
            levels,
            work.nets,
            work.multiples,
            work.scale,
        )

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run(state, rounds, seats, *self.tables, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(2, np.int64)
        _round(np.array(cards, np.int64), *self.tables, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"five-card-bonus": self.bonus[code]}, 1
        bets, end = divmod(code, ENDS)
        rest, middle = divmod(bets, MOST)
        across, down = divmod(rest, MOST)
        return self.work.nets_of(across, down, middle, None if end == FOLDED else divmod(end, LEVELS))
