"""Texas Hold'em Bonus: exact value, optimal strategy and distribution of the Ante and its three wagers.

The only fold is before the flop. The Turn and River wagers are then bets on their own: each is made
exactly when the hand, as far as it is seen, wins more by it than it loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import FIVE_CARD_CATEGORIES, Array
from croupier.odds.games.cards.boards import (
    CATEGORY,
    DEALER_HANDS,
    HANDS_ON_BOARD,
    HOLE,
    LOSS,
    TIE,
    WIN,
    Standings,
    hole_orders,
    rank_board,
    reports_for,
    stabilise,
    standings,
    starting_classes,
    symmetry,
)
from croupier.odds.games.cards.deals import CHOOSE, HOLES, SUIT_ORDERS
from croupier.odds.simulate.tally import GameOdds, Outcome, check_rows, scale_of, tally
from croupier.odds.work import Part, Progress, run, span, total

BOARDS_PER_HAND = comb(50, 5)
DEALS_PER_BOARD = 20  # ten flops, and which of the other two cards is the turn
SHARDS = 16
WON, TIED, LOST = range(3)
TURN_MOST = 24 * 46 * DEALER_HANDS

TRIPLES = np.array([(a, b, c) for c in range(5) for b in range(c) for a in range(b)], np.int64)
# For each river card, the four flops among the other four cards, as rows of TRIPLES.
FLOPS_WITHOUT = np.array(
    [[t for t, triple in enumerate(TRIPLES.tolist()) if river not in triple] for river in range(5)], np.int64
)


class TexasBonusRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose: from which category a winning Ante is paid, and the sizes of the wagers.

    `ante_unpaid` is what an Ante nets that wins with less (returned, unless the clause is read as a loss).
    """

    ante_from: str = "straight"
    ante_unpaid: int = 0
    flop: int = 2
    turn: int = 1
    river: int = 1
    ante_pays: Fraction | int = 1
    flop_pays: Fraction | int = 1
    turn_pays: Fraction | int = 1
    river_pays: Fraction | int = 1

    @property
    def scale(self) -> int:
        return scale_of(self.ante_pays, self.flop_pays, self.turn_pays, self.river_pays)


class HandValue(msgspec.Struct, frozen=True):
    """A starting hand: its worth in Antes when played on, the best play following (a fold is worth -1)."""

    name: str
    play: Fraction


class TexasBonusOdds(msgspec.Struct, frozen=True):
    odds: GameOdds
    hands: tuple[HandValue, ...]


@compiled
def _flop_number(board: Array, triple: int) -> int:
    a, b, c = TRIPLES[triple]
    number: int = CHOOSE[board[a], 1] + CHOOSE[board[b], 2] + CHOOSE[board[c], 3]
    return number


@compiled
def _turn_number(board: Array, river: int) -> int:
    number = 0
    place = 1
    for k in range(5):
        if k != river:
            number += CHOOSE[board[k], place]
            place += 1
    return number


@compiled
def _leads(
    boards: Array,
    weights: Array,
    flop_which: Array,
    flop_order: Array,
    turn_which: Array,
    turn_order: Array,
    moved: Array,
    space: Standings,
    pays: Array,
    flops: Array,
    turns: Array,
    hands: Array,
) -> None:
    """Add what a Turn and a River wager net on each board to the sums by flop and turn; count by hand and category.

    `pays` has what a win of either pays and what a loss costs, scaled to integers.
    """
    masks = np.zeros(4, np.int64)
    lead = np.zeros(HANDS_ON_BOARD, np.int64)
    late = np.zeros(HANDS_ON_BOARD, np.int64)
    for row in range(boards.shape[0]):
        board = boards[row]
        weight = weights[row]
        rank_board(board, masks, space)
        for i in range(HANDS_ON_BOARD):
            report = space.report[i]
            lead[i] = weight * (pays[0] * report[WIN] - pays[2] * report[LOSS])
            late[i] = weight * (pays[1] * report[WIN] - pays[2] * report[LOSS])
            hands[report[HOLE], report[CATEGORY], WON] += weight * report[WIN]
            hands[report[HOLE], report[CATEGORY], LOST] += weight * report[LOSS]
        for triple in range(10):
            number = _flop_number(board, triple)
            sums = flops[flop_which[number]]
            names = moved[flop_order[number]]
            for i in range(HANDS_ON_BOARD):
                sums[names[space.report[i, HOLE]]] += lead[i]
        for river in range(5):
            number = _turn_number(board, river)
            sums4 = turns[turn_which[number]]
            names = moved[turn_order[number]]
            for i in range(HANDS_ON_BOARD):
                sums4[names[space.report[i, HOLE]]] += late[i]


@compiled
def _outcomes(
    boards: Array,
    weights: Array,
    flop_which: Array,
    flop_order: Array,
    turn_which: Array,
    turn_order: Array,
    moved: Array,
    space: Standings,
    play_hand: Array,
    bet_flop: Array,
    bet_turn: Array,
    counts: Array,
) -> None:
    """Count how the hands played on end, by wagers made after the flop and turn, category and comparison."""
    masks = np.zeros(4, np.int64)
    on_flop = np.zeros((10, HANDS_ON_BOARD), np.uint8)
    ways = np.zeros(4, np.int64)
    on_turn = np.zeros((5, HANDS_ON_BOARD), np.uint8)
    for row in range(boards.shape[0]):
        board = boards[row]
        rank_board(board, masks, space)
        for triple in range(10):
            number = _flop_number(board, triple)
            bits = bet_flop[flop_which[number]]
            names = moved[flop_order[number]]
            for i in range(HANDS_ON_BOARD):
                on_flop[triple, i] = bits[names[space.report[i, HOLE]]]
        for river in range(5):
            number = _turn_number(board, river)
            bits = bet_turn[turn_which[number]]
            names = moved[turn_order[number]]
            for i in range(HANDS_ON_BOARD):
                on_turn[river, i] = bits[names[space.report[i, HOLE]]]
        for i in range(HANDS_ON_BOARD):
            report = space.report[i]
            if not play_hand[report[HOLE]]:
                continue
            ways[:] = 0
            for river in range(5):
                bets = 0
                for k in range(4):
                    bets += on_flop[FLOPS_WITHOUT[river, k], i]
                late = 2 * on_turn[river, i]
                ways[late + 1] += bets
                ways[late] += 4 - bets
            for made in range(4):
                ends = counts[made, report[CATEGORY]]
                times = weights[row] * ways[made]
                ends[WON] += times * report[WIN]
                ends[TIED] += times * report[TIE]
                ends[LOST] += times * report[LOSS]


def lead(hole: Sequence[int], seen: Sequence[int], pays: Fraction | int = 1) -> Fraction:
    """What a Turn or River wager of one Ante that pays so much is worth, three or four community cards seen.

    It is made if positive: at even money where the hand beats the dealer more often than it loses.
    """
    reports = reports_for(hole, seen)
    won, lost = int(reports[:, WIN].sum()), int(reports[:, LOSS].sum())
    return (pays * Fraction(won) - lost) / (DEALER_HANDS * len(reports))


class Analysis:
    """The work: stage 0 finds when each wager is worth making, stage 1 counts the outcomes."""

    stages = 2

    def __init__(self, rules: TexasBonusRules) -> None:
        self.rules = rules
        self.least = FIVE_CARD_CATEGORIES.index(rules.ante_from)
        self.play_hand = np.zeros(HOLES, np.bool_)
        self.bet_flop = np.zeros((len(symmetry(3).weight), HOLES), np.bool_)
        self.bet_turn = np.zeros((len(symmetry(4).weight), HOLES), np.bool_)
        self.hands: tuple[HandValue, ...] = ()
        self.counts = np.zeros((4, 10, 3), np.int64)

    def shards(self, stage: int) -> int:
        return SHARDS

    def run_shard(self, stage: int, shard: int) -> Part:
        boards, flops, turns = symmetry(5), symmetry(3), symmetry(4)
        first, last = span(len(boards.weight), SHARDS, shard)
        common = (
            boards.standard[first:last],
            boards.weight[first:last],
            flops.which,
            flops.order,
            turns.which,
            turns.order,
            hole_orders(),
            standings(),
        )
        if stage == 0:
            scale = self.rules.scale
            pays = np.array([int(scale * n) for n in (self.rules.turn_pays, self.rules.river_pays, 1)], np.int64)
            # At most 24 * 46 * 990 times what one pays: half the memory of the flops' sums is enough as a rule.
            small = TURN_MOST * int(pays.max()) < 1 << 31
            part: Part = {
                "flops": np.zeros((len(flops.weight), HOLES), np.int64),
                "turns": np.zeros((len(turns.weight), HOLES), np.int32 if small else np.int64),
                "hands": np.zeros((HOLES, 10, 3), np.int64),
            }
            _leads(*common, pays, part["flops"], part["turns"], part["hands"])
            return part
        counts = np.zeros((4, 10, 3), np.int64)
        _outcomes(*common, self.play_hand, self.bet_flop, self.bet_turn, counts)
        return {"counts": counts}

    def absorb(self, stage: int, parts: Iterable[Part]) -> None:
        part = total(parts)
        if stage == 0:
            self._decide(part["flops"], part["turns"], part["hands"])
        else:
            self.counts = part["counts"]

    def _decide(self, flops: Array, turns: Array, hands: Array) -> None:
        stabilise(flops, symmetry(3).standard, SUIT_ORDERS, hole_orders())
        stabilise(turns, symmetry(4).standard, SUIT_ORDERS, hole_orders())
        self.bet_flop, self.bet_turn = flops > 0, turns > 0
        after_flop = (symmetry(3).weight[:, None] * np.maximum(flops, 0)).sum(axis=0)
        after_turn = (symmetry(4).weight[:, None] * np.maximum(turns, 0)).sum(axis=0)
        rules = self.rules
        classes, names = starting_classes()
        values = []
        for number, name in enumerate(names):
            members = classes == number
            unit = BOARDS_PER_HAND * DEALER_HANDS * int(members.sum())
            ends = hands[members].sum(axis=0)
            won, lost = int(ends[:, WON].sum()), int(ends[:, LOST].sum())
            paid = int(ends[self.least :, WON].sum())
            ante = Fraction(rules.ante_pays) * paid + rules.ante_unpaid * (won - paid) - lost
            value = (ante + rules.flop * (Fraction(rules.flop_pays) * won - lost)) / unit
            # Every board lies in the sums of ten flops and of five turns.
            value += Fraction(rules.turn * int(after_flop[members].sum()), 10 * unit * rules.scale)
            value += Fraction(rules.river * int(after_turn[members].sum()), 5 * unit * rules.scale)
            values.append(HandValue(name, value))
            if value > -1:
                self.play_hand[members] = True
        self.hands = tuple(values)

    def result(self) -> TexasBonusOdds:
        every = int(symmetry(5).weight.sum()) * HANDS_ON_BOARD * DEALER_HANDS * DEALS_PER_BOARD
        played = int(self.counts.sum())
        choices = {
            "fold": Fraction(every - played, every),
            "flop wager": Fraction(played, every),
            "turn wager": Fraction(int(self.counts[1::2].sum()), every),
            "river wager": Fraction(int(self.counts[2:].sum()), every),
        }
        return TexasBonusOdds(tally(self._rows(every - played), choices=choices), self.hands)

    def _rows(self, folded: int) -> Iterable[Outcome]:
        yield Outcome(folded, {"ante": -1, "flop": 0, "turn": 0, "river": 0}, 1)
        for made, number, ending in np.ndindex(self.counts.shape):
            nets, staked = nets_of(self.rules, number, ending, made)
            yield Outcome(int(self.counts[made, number, ending]), nets, staked)


def nets_of(rules: TexasBonusRules, category: int, ending: int, made: int) -> tuple[dict[str, Fraction | int], int]:
    """What each wager nets and all that was staked; `made` has bit 0 for the Turn and bit 1 for the River wager."""
    stakes = {"flop": rules.flop, "turn": rules.turn * (made & 1), "river": rules.river * (made >> 1)}
    pays = {"flop": rules.flop_pays, "turn": rules.turn_pays, "river": rules.river_pays}
    named = category >= FIVE_CARD_CATEGORIES.index(rules.ante_from)
    ante = {WON: Fraction(rules.ante_pays) if named else rules.ante_unpaid, TIED: 0, LOST: -1}[ending]
    nets: dict[str, Fraction | int] = {"ante": ante}
    for wager, stake in stakes.items():
        nets[wager] = stake * {WON: Fraction(pays[wager]), TIED: Fraction(0), LOST: Fraction(-1)}[ending]
    return nets, 1 + sum(stakes.values())


def analyse(rules: TexasBonusRules, *, progress: Progress | None = None, workers: int = 1) -> TexasBonusOdds:
    return run(Analysis(rules), progress=progress, workers=workers)


# The Bonus Wager's rows on the player's two cards: how many of the 1,326 hands each has.
BONUS_HANDS = {
    "pair-of-aces": 6,
    "ace-king-suited": 4,
    "ace-queen-or-jack-suited": 8,
    "ace-king-unsuited": 12,
    "pair-of-jacks-to-kings": 18,
    "ace-queen-or-jack-unsuited": 24,
    "pair-of-twos-to-tens": 54,
}
BOTH_ACES = "both-aces"


def bonus_bet(pays: Mapping[str, Fraction | int], *, conditions: str = "") -> Edge:
    """The Bonus Wager; a row `both-aces` is the supplement for aces with player and dealer."""
    check_rows(pays, (*BONUS_HANDS, BOTH_ACES))
    dealers = comb(50, 2)
    nets: dict[Fraction, int] = {Fraction(-1): (HOLES - sum(BONUS_HANDS.values())) * dealers}
    for row, hands in BONUS_HANDS.items():
        net = Fraction(pays.get(row, -1))
        nets[net] = nets.get(net, 0) + hands * dealers
    if BOTH_ACES in pays:
        # Two aces are left: one of the dealer's hands.
        nets[Fraction(pays.get("pair-of-aces", -1))] -= BONUS_HANDS["pair-of-aces"]
        net = Fraction(pays[BOTH_ACES])
        nets[net] = nets.get(net, 0) + BONUS_HANDS["pair-of-aces"]
    return Edge.from_counts(nets, conditions=conditions)
