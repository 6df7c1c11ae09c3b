"""What one seen card is worth in Ultimate Texas Hold'em: the whole game played again by somebody who knows it.

Four cards may be seen before anybody decides: one of the dealer's, one of a neighbour's, one of the flop, and the turn
or the river, which are alike as long as the flop is decided on. Values are counted flop by flop: on every board that
holds the flop each pair of a player's hand and a seen card is played at its best, and folded back to the starting hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import HIGH, Array
from croupier.odds.games.cards.boards import (
    CATEGORY,
    DEALER_HANDS,
    HANDS_ON_BOARD,
    HOLE,
    MOST_VALUES,
    Standings,
    hole_orders,
    rank_board,
    standings,
    starting_classes,
    symmetry,
)
from croupier.odds.games.cards.deals import HOLES, SUIT_ORDERS
from croupier.odds.games.cards.ultimate import UltimateRules, numbers_of, worth_of
from croupier.odds.work import Part, span, total

DEALERS, NEIGHBOURS, LATER, FLOP, NONE = range(5)
WAYS = {
    DEALERS: "one of the dealer's cards",
    NEIGHBOURS: "one of a neighbour's cards",
    LATER: "the turn or the river",
    FLOP: "one of the flop",
}
CHECK, BASE, SINGLE = range(3)  # sums: the best without a raise on the flop, Ante and Blind, one Ante of Play
LIVE = 47  # cards that are not on the board
BESIDE = 44  # what the dealer may hold beside his card that is seen
FEWER = DEALER_HANDS - BESIDE  # his hands when one more card is with a neighbour
FLOPS = comb(49, 3)  # without the player's two cards and the one that is seen
DEALS = {  # how often each pair of a hand and a seen card is played out
    DEALERS: FLOPS * comb(46, 2) * BESIDE,
    NEIGHBOURS: FLOPS * comb(46, 2) * FEWER,
    LATER: FLOPS * 46 * DEALER_HANDS,
    FLOP: comb(49, 2) * comb(47, 2) * DEALER_HANDS,
    NONE: comb(50, 3) * comb(47, 2) * DEALER_HANDS,
}
CLASSES = 169
SHARDS = 65


class SeenBoards(msgspec.Struct, frozen=True):
    """The player's expectation in Antes: with no card seen, and with each of the four by its rank."""

    usual: float
    known: tuple[float, ...]
    by_rank: tuple[tuple[float, ...], ...]


class Table(NamedTuple):
    """One board: how all two cards rank on it, and what a player's hand is worth there against all the dealer's."""

    ranks: Array  # of two cards
    paid: Array  # what the Blind pays with each rank
    base: Array  # Ante and Blind by hand
    single: Array  # one Ante of Play by hand
    live: Array  # the cards that are not on it
    is_live: Array


def table() -> Table:
    return Table(
        ranks=np.zeros((52, 52), np.int32),
        paid=np.zeros(MOST_VALUES + 1, np.int32),
        base=np.zeros(HOLES, np.int64),
        single=np.zeros(HOLES, np.int64),
        live=np.zeros(LIVE, np.int64),
        is_live=np.zeros(52, np.int32),
    )


@compiled
def lay(board: Array, pays: Array, numbers: Array, needs_pair: bool, space: Standings, laid: Table) -> int:
    """Read a board that was ranked; return the first rank against which the Ante is settled."""
    laid.is_live[:] = 1
    for card in board:
        laid.is_live[card] = 0
    count = 0
    for card in range(52):
        if laid.is_live[card]:
            laid.live[count] = card
            count += 1
    idle = 0
    for row in range(HANDS_ON_BOARD):
        low, high = space.holes[row, 0], space.holes[row, 1]
        rank = space.dense[space.holes[row, 2]]
        laid.ranks[low, high] = rank
        laid.ranks[high, low] = rank
        report = space.report[row]
        laid.paid[rank] = pays[report[CATEGORY]]
        if needs_pair and report[CATEGORY] == HIGH:
            idle = max(idle, rank + 1)
        base, single = worth_of(report, pays, numbers[0], numbers[1], numbers[2], needs_pair)
        laid.base[report[HOLE]] = base
        laid.single[report[HOLE]] = single
    return idle


@compiled
def against(card: int, idle: int, space: Standings, laid: Table, numbers: Array, bases: Array, singles: Array) -> None:
    """What each rank is worth against all hands of the dealer's with this card."""
    play, ante, unit = numbers[0], numbers[1], numbers[2]
    below, same = space.below_card[card], space.same_card[card]
    hands = LIVE - 1
    for rank in range(MOST_VALUES):
        win, tie = below[rank], same[rank]
        loss = hands - win - tie
        idles = below[idle]  # hands against which the Ante pushes
        if rank >= idle:
            bases[rank] = ante * (win - idles) - unit * loss
        else:
            bases[rank] = -unit * (loss - (idles - win - tie))
        bases[rank] += laid.paid[rank] * win - unit * loss
        singles[rank] = play * win - unit * loss


@compiled
def with_card(
    idle: int, weight: int, space: Standings, laid: Table, numbers: Array, sums: Array, beside: Array
) -> None:
    """Add one board for each card that may be seen and each hand: the dealer's (`sums`), a neighbour's (`beside`).

    The dealer's hands with the card are those by rank, less the two that would hold one of the player's cards. Those
    without it, when a neighbour has it, are all the others.
    """
    play, ante, unit, river = numbers[0], numbers[1], numbers[2], numbers[4]
    bases, singles = np.zeros(MOST_VALUES + 1, np.int64), np.zeros(MOST_VALUES + 1, np.int64)
    other, won, lost = np.zeros(52, np.int32), np.zeros(52, np.int64), np.zeros(52, np.int64)
    fold, fold_beside = -2 * unit * BESIDE, -2 * unit * FEWER
    for card in laid.live:
        against(card, idle, space, laid, numbers, bases, singles)
        for low in range(52):
            other[low] = laid.ranks[card, low]
            won[low] = ante if other[low] >= idle else 0  # what the Ante wins or loses beside Blind and Play
            lost[low] = -2 * unit if other[low] >= idle else -unit
        for high in laid.live:
            if high == card:
                continue
            first = high * (high - 1) // 2
            held, won_high, lost_high = other[high], won[high], lost[high]
            for low in range(high):
                rank, held_low = laid.ranks[high, low], other[low]
                pays = laid.paid[rank]
                base, single = bases[rank], singles[rank]
                base -= pays + won_high if held < rank else lost_high if held > rank else 0
                single -= play if held < rank else -unit if held > rank else 0
                base -= pays + won[low] if held_low < rank else lost[low] if held_low > rank else 0
                single -= play if held_low < rank else -unit if held_low > rank else 0
                times = weight * laid.is_live[low]
                all_base, all_single = laid.base[first + low], laid.single[first + low]
                sums[CHECK, card, first + low] += times * max(fold, base + river * single)
                sums[BASE, card, first + low] += times * base
                sums[SINGLE, card, first + low] += times * single
                rest = all_base - base + river * (all_single - single)
                beside[card, first + low] += times * max(fold_beside, rest)


@compiled
def play_flop(
    flop: Array, orders: Array, pays: Array, numbers: Array, needs_pair: bool, space: Standings, laid: Table,
    dealers: Array, beside: Array, later: Array, plain: Array,
) -> None:  # fmt: skip
    """Play every board that holds a flop, by the card that is seen and the player's hand; `plain` without one.

    Boards that differ by an order of suits which leaves the flop as it is (`orders`) are played once.
    """
    masks, board = np.zeros(4, np.int64), np.zeros(5, np.int64)
    board[:3] = flop
    fold, river = -2 * numbers[2] * DEALER_HANDS, numbers[4]
    for last in range(52):
        for turn in range(last):
            if (flop == last).any() or (flop == turn).any():
                continue
            weight = _likes(turn, last, orders)
            if not weight:
                continue
            board[3], board[4] = turn, last
            rank_board(board, masks, space)
            idle = lay(board, pays, numbers, needs_pair, space, laid)
            for row in range(HANDS_ON_BOARD):
                hole = space.report[row, HOLE]
                base, single = weight * laid.base[hole], weight * laid.single[hole]
                check = max(weight * fold, base + river * single)
                _add(plain[:, hole], check, base, single)
                _add(later[:, turn, hole], check, base, single)
                _add(later[:, last, hole], check, base, single)
            with_card(idle, weight, space, laid, numbers, dealers, beside)


@compiled
def _add(sums: Array, check: int, base: int, single: int) -> None:
    sums[CHECK] += check
    sums[BASE] += base
    sums[SINGLE] += single


@compiled
def _likes(turn: int, last: int, orders: Array) -> int:
    """How many boards are like this one under orders of suits; zero if another of them stands for it."""
    code, same = turn + 52 * last, 0
    for order in orders:
        one, two = (turn & 252) | order[turn & 3], (last & 252) | order[last & 3]
        moved = min(one, two) + 52 * max(one, two)
        if moved < code:
            return 0
        same += moved == code
    return int(orders.shape[0] // same)


@compiled
def spread(sums: Array, orders: Array, holes: Array) -> Array:
    """Sums over boards of which one stood for those like it, as sums over all: rows by card, columns by hand."""
    found: Array = np.zeros_like(sums)
    for number in range(orders.shape[0]):
        order = orders[number]
        for card in range(52):
            moved = (card & 252) | order[card & 3]
            for hole in range(HOLES):
                found[card, hole] += sums[moved, holes[number, hole]]
    found //= orders.shape[0]
    return found


@compiled
def fold_back(
    flop: Array, weight: int, hands: Array, orders: Array, holes: Array, raised: int, seen: Array, plain: Array,
    sums: Array,
) -> None:  # fmt: skip
    """Add what a flop and all that are like it are worth to the starting hands, by whose card is seen and that card."""
    for number in range(orders.shape[0]):
        order = orders[number]
        for place in range(hands.shape[0]):
            low = (hands[place, 0] & 252) | order[hands[place, 0] & 3]
            high = (hands[place, 1] & 252) | order[hands[place, 1] & 3]
            if (flop == low).any() or (flop == high).any():
                continue
            hole = min(low, high) + max(low, high) * (max(low, high) - 1) // 2
            base, single = plain[BASE, hole], plain[SINGLE, hole]
            best = max(plain[CHECK, hole], base + raised * single)
            _add(sums[NONE, place, 0], weight * best, weight * base, weight * single)
            for card in range(52):
                moved = (card & 252) | order[card & 3]
                if moved in (low, high):
                    continue
                if (flop == moved).any():
                    _add(sums[FLOP, place, card], weight * best, weight * base, weight * single)
                    continue
                for way in range(3):
                    found = seen[way, :, moved, hole]
                    value = max(found[CHECK], found[BASE] + raised * found[SINGLE])
                    _add(sums[way, place, card], weight * value, weight * found[BASE], weight * found[SINGLE])


def standard_holes() -> tuple[Array, Array]:
    """One hand of each class of starting hands, and how many hands it stands for."""
    classes, _ = starting_classes()
    every = np.array([(low, high) for high in range(52) for low in range(high)], np.int64)
    first = [int(np.flatnonzero(classes == number)[0]) for number in range(CLASSES)]
    return every[first], np.bincount(classes, minlength=CLASSES)


class SeenWork:
    """The work: each shard plays some of the flops."""

    stages = 1

    def __init__(self, rules: UltimateRules) -> None:
        self.rules = rules
        self.pays, self.numbers = numbers_of(rules)
        self.sums = np.zeros((5, CLASSES, 52, 3), np.int64)

    def shards(self, stage: int) -> int:
        return SHARDS

    def run_shard(self, stage: int, shard: int) -> Part:
        flops = symmetry(3)
        sums = np.zeros_like(self.sums)
        first, last = span(len(flops.weight), SHARDS, shard)
        for row in range(first, last):
            flop = flops.standard[row].astype(np.int64)
            seen, plain = self.by_flop(flop)
            hands, _ = standard_holes()
            given = hands, SUIT_ORDERS, hole_orders(), self.rules.flop
            fold_back(flop, flops.weight[row], *given, seen, plain, sums)
        return {"sums": sums}

    def by_flop(self, flop: Array) -> tuple[Array, Array]:
        """Sums over all boards with a flop: by whose card is seen, that card and the hand; and by the hand alone."""
        held = {int(card) for card in flop}
        stays = [{(card & 252) | int(order[card & 3]) for card in held} == held for order in SUIT_ORDERS]
        orders, holes = SUIT_ORDERS[stays], hole_orders()[stays]
        most = int(self.pays.max() + self.numbers[:3].sum() * 4) * BESIDE * comb(49, 2)
        dealers = np.zeros((3, 52, HOLES), np.int32 if most < 2**31 else np.int64)
        beside, later = np.zeros((52, HOLES), np.int64), np.zeros((3, 52, HOLES), np.int64)
        plain = np.zeros((3, HOLES), np.int64)
        given = self.pays, self.numbers, self.rules.ante_needs_pair, standings(), table()
        play_flop(flop, orders, *given, dealers, beside, later, plain)
        seen = np.zeros((3, 3, 52, HOLES), np.int64)
        for kind in range(3):
            seen[DEALERS, kind] = spread(dealers[kind].astype(np.int64), orders, holes)
            seen[LATER, kind] = spread(later[kind], orders, holes)
            plain[kind] = spread(np.repeat(plain[None, kind], 52, axis=0), orders, holes)[0]
        seen[NEIGHBOURS, CHECK] = spread(beside, orders, holes)
        seen[NEIGHBOURS, BASE:] = plain[BASE:, None] - seen[LATER, BASE:] - seen[DEALERS, BASE:]
        return seen, plain

    def absorb(self, stage: int, parts: Iterable[Part]) -> None:
        self.sums = total(parts)["sums"]

    def result(self) -> SeenBoards:
        holes, weights = standard_holes()
        raised = np.max([self.sums[..., BASE] + m * self.sums[..., SINGLE] for m in self.rules.preflop], axis=0)
        best = np.maximum(self.sums[..., CHECK], raised)
        unit = int(self.numbers[2]) * len(SUIT_ORDERS)
        usual = float((best[NONE, :, 0] * weights).sum()) / (unit * DEALS[NONE] * comb(52, 2))
        free = np.ones((CLASSES, 52))
        for number, hole in enumerate(holes):
            free[number, hole] = 0
        pairs = (weights[:, None] * free).reshape(CLASSES, 13, 4).sum(axis=(0, 2))
        known, by_rank = [], []
        for way in WAYS:
            worth = (best[way] * weights[:, None]).reshape(CLASSES, 13, 4).sum(axis=(0, 2)) / (unit * DEALS[way])
            known.append(float(worth.sum() / pairs.sum()))
            by_rank.append(tuple(float(value) for value in worth / pairs))
        return SeenBoards(usual, tuple(known), tuple(by_rank))
