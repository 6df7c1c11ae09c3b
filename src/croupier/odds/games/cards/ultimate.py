"""Ultimate Texas Hold'em: exact value, optimal strategy and distribution of the Ante, Blind and Play.

The player may raise once: before the flop by a high multiple, after it by a lower one, or on the
full board by one Ante, where the only other choice is to fold. Values are counted by boards and folded
back: over the two last cards to the flop, over the flops to the starting hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import FIVE_CARD_CATEGORIES, Array
from croupier.odds.games.cards.boards import (
    CATEGORY,
    DEALER_HANDS,
    HANDS_ON_BOARD,
    HOLE,
    LOSS,
    LOSS_IDLE,
    TIE,
    WIN,
    WIN_IDLE,
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
from croupier.odds.simulate.tally import GameOdds, Outcome, scale_of, scaled, tally
from croupier.odds.work import Part, Progress, run, span, total

BOARDS_PER_HAND = comb(50, 5)
FLOPS_PER_BOARD = 10
FOLD, RIVER, FLOP, PREFLOP, PREFLOP_LEAST = range(5)  # a raise is linear: the most or the least is best
WON, WON_IDLE, TIED, LOST, LOST_IDLE = range(5)
SHARDS = 16

# The ten flops among five cards, as positions.
TRIPLES = np.array([(a, b, c) for c in range(5) for b in range(c) for a in range(b)], np.int64)


class UltimateRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose. Payoffs are to one; `blind_unpaid` is what a win without a Blind row nets."""

    blind: Mapping[str, Fraction | int]
    blind_unpaid: int = 0
    preflop: Sequence[int] = (3, 4)
    flop: int = 2
    river: int = 1
    ante_pays: Fraction | int = 1
    play_pays: Fraction | int = 1
    ante_needs_pair: bool = True  # the Ante pushes against a dealer without a pair


class HandValue(msgspec.Struct, frozen=True):
    """A starting hand: the worth of each choice in Antes, the best play following."""

    name: str
    raises: dict[int, Fraction]
    check: Fraction


class UltimateOdds(msgspec.Struct, frozen=True):
    odds: GameOdds
    hands: tuple[HandValue, ...]


@compiled
def worth_of(report: Array, pays: Array, play: int, ante: int, unit: int, needs_pair: bool) -> tuple[int, int]:
    """Of one hand on a board, summed over the dealer's hands: Ante and Blind, and one Ante of Play."""
    win, loss = report[WIN], report[LOSS]
    live_win, live_loss = win, loss
    if needs_pair:
        live_win -= report[WIN_IDLE]
        live_loss -= report[LOSS_IDLE]
    base = ante * live_win - unit * live_loss + pays[report[CATEGORY]] * win - unit * loss
    return base, play * win - unit * loss


@compiled
def _values(
    boards: Array,
    weights: Array,
    which: Array,
    order: Array,
    moved: Array,
    pays: Array,
    numbers: Array,
    needs_pair: bool,
    space: Standings,
    flops: Array,
    hands: Array,
) -> None:
    """Add every board to the sums by flop and hand (check, raise) and by hand (base, one Ante of Play)."""
    play, ante, unit, flop_raise, river_raise = numbers
    masks = np.zeros(4, np.int64)
    check = np.zeros(HANDS_ON_BOARD, np.int64)
    raised = np.zeros(HANDS_ON_BOARD, np.int64)
    fold = -2 * unit * DEALER_HANDS
    for row in range(boards.shape[0]):
        board = boards[row]
        rank_board(board, masks, space)
        weight = weights[row]
        for i in range(HANDS_ON_BOARD):
            report = space.report[i]
            base, single = worth_of(report, pays, play, ante, unit, needs_pair)
            check[i] = weight * max(fold, base + river_raise * single)
            raised[i] = weight * (base + flop_raise * single)
            hands[report[HOLE], 0] += weight * base
            hands[report[HOLE], 1] += weight * single
        for triple in range(FLOPS_PER_BOARD):
            a, b, c = TRIPLES[triple]
            number = CHOOSE[board[a], 1] + CHOOSE[board[b], 2] + CHOOSE[board[c], 3]
            sums = flops[which[number]]
            names = moved[order[number]]
            for i in range(HANDS_ON_BOARD):
                hole = names[space.report[i, HOLE]]
                sums[0, hole] += check[i]
                sums[1, hole] += raised[i]


@compiled
def _outcomes(
    boards: Array,
    weights: Array,
    which: Array,
    order: Array,
    moved: Array,
    pays: Array,
    numbers: Array,
    needs_pair: bool,
    space: Standings,
    raise_hand: Array,
    raise_flop: Array,
    counts: Array,
) -> None:
    """Count how the rounds end under a strategy: by choice, category and comparison with the dealer."""
    play, ante, unit, _, river_raise = numbers
    masks = np.zeros(4, np.int64)
    raising = np.zeros(HANDS_ON_BOARD, np.int64)
    fold = -2 * unit * DEALER_HANDS
    for row in range(boards.shape[0]):
        board = boards[row]
        rank_board(board, masks, space)
        raising[:] = 0
        for triple in range(FLOPS_PER_BOARD):
            a, b, c = TRIPLES[triple]
            number = CHOOSE[board[a], 1] + CHOOSE[board[b], 2] + CHOOSE[board[c], 3]
            bits = raise_flop[which[number]]
            names = moved[order[number]]
            for i in range(HANDS_ON_BOARD):
                raising[i] += bits[names[space.report[i, HOLE]]]
        for i in range(HANDS_ON_BOARD):
            report = space.report[i]
            if raise_hand[report[HOLE]]:
                _count(report, counts[raise_hand[report[HOLE]], report[CATEGORY]], weights[row] * FLOPS_PER_BOARD)
                continue
            _count(report, counts[FLOP, report[CATEGORY]], weights[row] * raising[i])
            base, single = worth_of(report, pays, play, ante, unit, needs_pair)
            last = RIVER if base + river_raise * single > fold else FOLD
            _count(report, counts[last, report[CATEGORY]], weights[row] * (FLOPS_PER_BOARD - raising[i]))


@compiled
def _count(report: Array, counts: Array, times: int) -> None:
    counts[WON] += times * (report[WIN] - report[WIN_IDLE])
    counts[WON_IDLE] += times * report[WIN_IDLE]
    counts[TIED] += times * report[TIE]
    counts[LOST] += times * (report[LOSS] - report[LOSS_IDLE])
    counts[LOST_IDLE] += times * report[LOSS_IDLE]


def numbers_of(rules: UltimateRules) -> tuple[Array, Array]:
    """The Blind's payoffs by category, and Play, Ante, the unit and the later raises, all scaled to integers."""
    scale = scale_of(*rules.blind.values(), rules.ante_pays, rules.play_pays)
    pays = scaled(rules.blind, FIVE_CARD_CATEGORIES, rules.blind_unpaid, scale)
    play, ante = (int(Fraction(odds) * scale) for odds in (rules.play_pays, rules.ante_pays))
    return pays, np.array([play, ante, scale, rules.flop, rules.river], np.int64)


def advise(hole: Sequence[int], seen: Sequence[int], rules: UltimateRules) -> dict[str, Fraction]:
    """The worth of each choice in Antes, on the flop (three cards seen) or on the full board.

    Before the flop the worth of every starting hand is part of the analysis.
    """
    if len(seen) not in (3, 5):
        raise ValueError(f"Ultimate Texas Hold'em is decided on three or five community cards, not {len(seen)}")
    pays, numbers = numbers_of(rules)
    play, ante, unit = (int(n) for n in numbers[:3])
    fold = -2 * unit * DEALER_HANDS
    raised = checked = 0
    multiple = rules.flop if len(seen) == 3 else rules.river
    reports = reports_for(hole, seen)
    for report in reports:
        base, single = worth_of(report, pays, play, ante, unit, rules.ante_needs_pair)
        raised += int(base + multiple * single)
        checked += int(max(fold, base + rules.river * single)) if len(seen) == 3 else fold
    deals = unit * DEALER_HANDS * len(reports)
    other = "check" if len(seen) == 3 else "fold"
    return {f"raise {multiple}x": Fraction(raised, deals), other: Fraction(checked, deals)}


class Analysis:
    """The work: stage 0 finds the values and with them the strategy, stage 1 counts the outcomes."""

    stages = 2

    def __init__(self, rules: UltimateRules) -> None:
        self.rules = rules
        self.pays, self.numbers = numbers_of(rules)
        self.scale = int(self.numbers[2])
        self.raise_hand = np.zeros(HOLES, np.int8)  # 0, or which raise before the flop
        self.raise_flop = np.zeros((len(symmetry(3).weight), HOLES), np.bool_)
        self.hands: tuple[HandValue, ...] = ()
        self.counts = np.zeros((5, 10, 5), np.int64)

    def shards(self, stage: int) -> int:
        return SHARDS

    def run_shard(self, stage: int, shard: int) -> Part:
        boards, flops = symmetry(5), symmetry(3)
        first, last = span(len(boards.weight), SHARDS, shard)
        common = (
            boards.standard[first:last],
            boards.weight[first:last],
            flops.which,
            flops.order,
            hole_orders(),
            self.pays,
            self.numbers,
            self.rules.ante_needs_pair,
            standings(),
        )
        if stage == 0:
            part = {
                "flops": np.zeros((len(flops.weight), 2, HOLES), np.int64),
                "hands": np.zeros((HOLES, 2), np.int64),
            }
            _values(*common, part["flops"], part["hands"])
            return part
        counts = np.zeros((5, 10, 5), np.int64)
        _outcomes(*common, self.raise_hand, self.raise_flop, counts)
        return {"counts": counts}

    def absorb(self, stage: int, parts: Iterable[Part]) -> None:
        part = total(parts)
        if stage == 0:
            self._decide(part["flops"], part["hands"])
        else:
            self.counts = part["counts"]

    def _decide(self, sums: Array, hands: Array) -> None:
        """From the sums over boards to the best choice on each flop and with each starting hand."""
        flops = symmetry(3)
        check, raised = np.ascontiguousarray(sums[:, 0]), np.ascontiguousarray(sums[:, 1])
        stabilise(check, flops.standard, SUIT_ORDERS, hole_orders())
        stabilise(raised, flops.standard, SUIT_ORDERS, hole_orders())
        self.raise_flop = raised > check
        best = (flops.weight[:, None] * np.maximum(check, raised)).sum(axis=0)
        classes, names = starting_classes()
        values = []
        for number, name in enumerate(names):
            members = classes == number
            unit = self.scale * BOARDS_PER_HAND * DEALER_HANDS * int(members.sum())
            base, single = (int(hands[members, k].sum()) for k in range(2))
            value = HandValue(
                name,
                {m: Fraction(base + m * single, unit) for m in self.rules.preflop},
                Fraction(int(best[members].sum()), unit * FLOPS_PER_BOARD),
            )
            values.append(value)
            best_raise = max(value.raises.values())
            if best_raise > value.check:
                top = value.raises[max(value.raises)] == best_raise
                self.raise_hand[members] = PREFLOP if top else PREFLOP_LEAST
        self.hands = tuple(values)

    def result(self) -> UltimateOdds:
        rules = self.rules
        top = max(rules.preflop)
        every = int(self.counts.sum())
        names = {
            FOLD: "fold",
            RIVER: f"raise {rules.river}x on the river",
            FLOP: f"raise {rules.flop}x on the flop",
            PREFLOP: f"raise {top}x before the flop",
        }
        choices = {names[k]: Fraction(int(self.counts[k].sum()), every) for k in names}
        if self.counts[PREFLOP_LEAST].any():
            least = Fraction(int(self.counts[PREFLOP_LEAST].sum()), every)
            choices[f"raise {min(rules.preflop)}x before the flop"] = least
        odds = tally(self._rows(), choices=choices)
        return UltimateOdds(odds, self.hands)

    def _rows(self) -> Iterable[Outcome]:
        for choice, number, ending in np.ndindex(self.counts.shape):
            nets, staked = nets_of(self.rules, FIVE_CARD_CATEGORIES[number], ending, choice)
            yield Outcome(int(self.counts[choice, number, ending]), nets, staked)


def nets_of(rules: UltimateRules, category: str, ending: int, choice: int) -> tuple[dict[str, Fraction | int], int]:
    """What each wager nets and all that was staked, for one choice and one way to end."""
    before = {PREFLOP: max(rules.preflop), PREFLOP_LEAST: min(rules.preflop)}
    times = {FOLD: 0, RIVER: rules.river, FLOP: rules.flop, **before}[choice]
    staked = 2 + times
    if choice == FOLD:
        return {"ante": -1, "blind": -1, "play": 0}, staked
    idle = 0 if rules.ante_needs_pair else 1
    if ending in (WON, WON_IDLE):
        ante = Fraction(rules.ante_pays) * (1 if ending == WON else idle)
        won = times * Fraction(rules.play_pays)
        return {"ante": ante, "blind": Fraction(rules.blind.get(category, rules.blind_unpaid)), "play": won}, staked
    if ending == TIED:
        return {"ante": 0, "blind": 0, "play": 0}, staked
    return {"ante": -1 if ending == LOST else -idle, "blind": -1, "play": -times}, staked


def analyse(rules: UltimateRules, *, progress: Progress | None = None, workers: int = 1) -> UltimateOdds:
    return run(Analysis(rules), progress=progress, workers=workers)
