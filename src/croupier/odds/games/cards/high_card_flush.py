"""High Card Flush and I Luv Suits Poker: Ante and Raise, and the two side bets, by counting over suits.

A hand is its longest suit, then that suit's ranks. Given the player's cards, the dealer's hands below a
given flush are those in which every suit is below it: a product over the suits, summed over the ways to
share seven cards among them.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Literal

import msgspec
import numpy as np

from croupier.equipment.cards import NINE
from croupier.hands.compiled import compiled
from croupier.hands.flush import longest_run
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import SETS, SIZE, Array
from croupier.odds.games.cards.deals import CHOOSE, likeness
from croupier.odds.simulate.tally import GameOdds, Outcome, Pays, scale_of, side_bet, tally

CARDS = 7
HANDS = comb(52, CARDS)
DEALER_HANDS = comb(45, CARDS)
IDLE, WIN, TIE, LOSS = range(4)
FREE, BELOW, NOT_ABOVE, UNQUALIFIED, ENDS = range(5)  # rows of the working space
Compare = Literal["all-ranks", "highest-rank"]

FLUSH_ROWS = tuple(f"flush-{length}" for length in range(1, CARDS + 1))
RUN_ROWS = tuple(f"straight-flush-{length}" for length in range(1, CARDS + 1))


class FlushRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose. The most that may be raised goes by the length of the flush, in Antes."""

    raises: Mapping[int, int]
    qualify: tuple[int, int] = (3, NINE)  # length and top rank with which the dealer plays
    compare: Compare = "all-ranks"
    ante_pays: Fraction | int = 1
    raise_pays: Fraction | int = 1
    idle_pays: Fraction | int | None = None  # the Ante where the dealer does not play; None: as a win

    @property
    def idle(self) -> Fraction:
        return Fraction(self.ante_pays if self.idle_pays is None else self.idle_pays)


class FlushOdds(msgspec.Struct, frozen=True):
    """The figures, and for the ranks of every longest suit how many hands are best raised by how much (0: folded)."""

    odds: GameOdds
    chosen: dict[int, dict[int, int]]

    def sure(self) -> dict[int, int]:
        """The choice for each longest suit whose hands all go the same way, whatever the other cards."""
        return {ranks: next(iter(ways)) for ranks, ways in self.chosen.items() if len(ways) == 1}

    def always_from(self, length: int = 3) -> int:
        """The least flush of this length from which on every hand is raised, as a set of ranks."""
        least = 0
        for ranks in sorted((r for r in self.chosen if r.bit_count() == length), reverse=True):
            if 0 in self.chosen[ranks]:
                break
            least = ranks
        return least


@compiled
def _below(free: int, flush: int, length: int, top_only: bool) -> tuple[int, int]:
    """Of the flushes of this length among the free ranks of a suit: those below the given one, and level."""
    if top_only:
        top = 0
        while flush >> (top + 1):
            top += 1
        lower = SIZE[free & ((1 << top) - 1)]
        level = CHOOSE[lower, length - 1] if free >> top & 1 else 0
        return CHOOSE[lower, length], level
    below = 0
    left = length
    for rank in range(12, -1, -1):
        if flush >> rank & 1:
            below += CHOOSE[SIZE[free & ((1 << rank) - 1)], left]
            if not free >> rank & 1:
                return below, 0
            left -= 1
    return below, 1


@compiled
def _share(space: Array, at_length: int, length: int) -> int:
    """The ways to draw seven cards with fewer than `length` of each suit, or with so many flushes of it.

    Row FREE of the space counts the free ranks of each suit, row `at_length` the flushes allowed.
    """
    first, second = space[5], space[6]
    for suit in range(4):
        row = space[7 + suit]
        for k in range(length):
            row[k] = CHOOSE[space[FREE, suit], k]
        row[length] = space[at_length, suit]
    for k in range(CARDS + 1):
        first[k] = 0
        second[k] = 0
        for i in range(max(0, k - length), min(k, length) + 1):
            first[k] += space[7, i] * space[8, k - i]
            second[k] += space[9, i] * space[10, k - i]
    total = 0
    for k in range(CARDS + 1):
        total += first[k] * second[CARDS - k]
    return total


@compiled
def stand(masks: Array, qualify: int, qualify_length: int, top_only: bool, space: Array) -> tuple[int, int]:
    """How a hand stands against all dealer's hands: fills row ENDS of the space, returns length and ranks."""
    length, flush = 0, 0
    ends = space[ENDS]
    for suit in range(4):
        size = SIZE[masks[suit]]
        space[FREE, suit] = 13 - size
        if size > length or (size == length and masks[suit] > flush):
            length, flush = size, masks[suit]
    for suit in range(4):
        ranks = (SETS - 1) ^ masks[suit]
        below, level = _below(ranks, flush, length, top_only)
        space[BELOW, suit] = below
        space[NOT_ABOVE, suit] = below + level
        space[UNQUALIFIED, suit] = _below(ranks, qualify, qualify_length, top_only)[0]
    ends[IDLE] = _share(space, UNQUALIFIED, qualify_length)
    lower = _share(space, BELOW, length)
    not_higher = _share(space, NOT_ABOVE, length)
    # A hand below the qualifier beats and ties only dealers that do not qualify.
    ends[WIN] = max(0, lower - ends[IDLE])
    ends[TIE] = max(0, not_higher - max(lower, ends[IDLE]))
    ends[LOSS] = DEALER_HANDS - ends[IDLE] - ends[WIN] - ends[TIE]
    return length, flush


@compiled
def best_raise(ends: Array, length: int, rules: Array, limits: Array) -> int:
    """The best raise of a hand that stands so; 0 is the fold."""
    ante, pays, unit, idle = rules[2], rules[3], rules[4], rules[5]
    best, choice = -unit * DEALER_HANDS, 0
    base = idle * ends[IDLE] + ante * ends[WIN] - unit * ends[LOSS]
    for multiple in range(1, limits[length] + 1):
        value = base + multiple * (pays * ends[WIN] - unit * ends[LOSS])
        if value > best:
            best, choice = value, multiple
    return choice


@compiled
def _play(
    rules: Array, limits: Array, top_only: bool, by_size: Array, sizes: Array, counts: Array, chosen: Array
) -> None:
    """Go through all standard hands, choose the best raise, count the endings by choice and length."""
    qualify, qualify_length = rules[0], rules[1]
    masks = np.zeros(4, np.int64)
    space = np.zeros((11, 8), np.int64)
    ends = space[ENDS]
    for m0 in range(1, SETS):
        left0 = CARDS - SIZE[m0]
        if left0 < 0:
            continue
        for m1 in range(m0 + 1):
            left1 = left0 - SIZE[m1]
            if left1 < 0:
                continue
            for m2 in range(m1 + 1):
                left2 = left1 - SIZE[m2]
                if left2 < 0:
                    continue
                for k in range(sizes[left2]):
                    m3 = by_size[left2, k]
                    if m3 > m2:
                        break
                    masks[0], masks[1], masks[2], masks[3] = m0, m1, m2, m3
                    weight = likeness(m0, m1, m2, m3)
                    length, flush = stand(masks, qualify, qualify_length, top_only, space)
                    choice = best_raise(ends, length, rules, limits)
                    for ending in range(4):
                        counts[choice, length, ending] += weight * ends[ending]
                    chosen[flush, choice] += weight


def numbers_of(rules: FlushRules) -> tuple[Array, Array]:
    """The qualifier, the scaled payoffs and the unit; and the most that may be raised by length."""
    length, top = rules.qualify
    least = 1 << top | (1 << (length - 1)) - 1
    unit = scale_of(rules.ante_pays, rules.raise_pays, rules.idle)
    pays = (int(Fraction(rules.ante_pays) * unit), int(Fraction(rules.raise_pays) * unit))
    limits = np.array([rules.raises.get(size, 0) for size in range(CARDS + 1)], np.int64)
    return np.array([least, length, *pays, unit, int(rules.idle * unit)], np.int64), limits


def analyse(rules: FlushRules) -> FlushOdds:
    """Ante and Raise under the best play, in Antes."""
    numbers, limits = numbers_of(rules)
    most = max(rules.raises.values())
    lists = [[mask for mask in range(SETS) if mask.bit_count() == size] for size in range(CARDS + 1)]
    by_size = np.zeros((CARDS + 1, max(len(row) for row in lists)), np.int64)
    for size, row in enumerate(lists):
        by_size[size, : len(row)] = row
    sizes = np.array([len(row) for row in lists], np.int64)
    counts = np.zeros((most + 1, CARDS + 1, 4), np.int64)
    chosen = np.zeros((SETS, most + 1), np.int64)
    _play(numbers, limits, rules.compare == "highest-rank", by_size, sizes, counts, chosen)
    total = HANDS * DEALER_HANDS
    choices = {f"raise {m}x" if m else "fold": Fraction(int(counts[m].sum()), total) for m in range(most + 1)}
    outcomes = [
        Outcome(int(counts[multiple, :, ending].sum()), nets_of(rules, multiple, ending), 1 + multiple)
        for multiple in range(most + 1)
        for ending in range(4)
    ]
    ways = {mask: {m: int(row[m]) for m in range(most + 1) if row[m]} for mask, row in enumerate(chosen) if row.any()}
    return FlushOdds(tally(outcomes, choices=choices), ways)


def nets_of(rules: FlushRules, multiple: int, ending: int) -> dict[str, Fraction | int]:
    """What each wager nets; a raise of 0 is a fold."""
    if multiple == 0:
        return {"ante": -1, "raise": 0}
    if ending == IDLE:
        return {"ante": rules.idle, "raise": 0}
    if ending == WIN:
        return {"ante": Fraction(rules.ante_pays), "raise": multiple * Fraction(rules.raise_pays)}
    if ending == TIE:
        return {"ante": 0, "raise": 0}
    return {"ante": -1, "raise": -multiple}


def values_of(cards: Sequence[int], rules: FlushRules) -> dict[int, Fraction]:
    """The worth of each allowed raise with these seven cards, in Antes; 0 is the fold."""
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    space = np.zeros((11, 8), np.int64)
    numbers, _ = numbers_of(rules)
    length, _ = stand(masks, int(numbers[0]), int(numbers[1]), rules.compare == "highest-rank", space)
    values = {0: Fraction(-1)}
    for multiple in range(1, rules.raises.get(int(length), 0) + 1):
        nets = [sum(map(Fraction, nets_of(rules, multiple, end).values()), Fraction(0)) for end in range(4)]
        values[multiple] = sum((net * int(n) for net, n in zip(nets, space[ENDS])), Fraction(0)) / DEALER_HANDS
    return values


@functools.cache
def length_counts() -> tuple[int, ...]:
    """How many hands have a longest suit of each length, from 0 to 7."""
    return _longest([mask.bit_count() for mask in range(SETS)])


@functools.cache
def run_counts(ace_low: bool = True) -> tuple[int, ...]:
    """How many hands have a longest sequence in one suit of each length, from 0 to 7."""
    return _longest([longest_run(mask, ace_low) for mask in range(SETS)])


def _longest(measure: Sequence[int]) -> tuple[int, ...]:
    """The hands by the greatest measure of their suits: those within each bound, less those within the one before."""
    within = []
    for bound in range(CARDS + 1):
        suit = [0] * (CARDS + 1)
        for mask in range(SETS):
            if mask.bit_count() <= CARDS and measure[mask] <= bound:
                suit[mask.bit_count()] += 1
        ways = [1] + [0] * CARDS
        for _ in range(4):
            ways = [sum(ways[i] * suit[k - i] for i in range(k + 1)) for k in range(CARDS + 1)]
        within.append(ways[CARDS])
    return tuple(now - before for now, before in zip(within, [0, *within]))


def flush_bet(pays: Pays, *, conditions: str = "") -> Edge:
    """Flush Bonus and Flush Rush: by the length of the longest suit."""
    return side_bet(dict(zip(FLUSH_ROWS, length_counts()[1:])), pays, conditions=conditions)


def straight_flush_bet(pays: Pays, *, ace_low: bool = True, conditions: str = "") -> Edge:
    """Straight Flush Bonus and Super Flush Rush: by the longest sequence in one suit."""
    return side_bet(dict(zip(RUN_ROWS, run_counts(ace_low)[1:])), pays, conditions=conditions)
