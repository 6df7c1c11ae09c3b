"""Criss Cross Poker: exact value and best wagers of two hands that share their own cards and the middle one.

For one starting hand the payoffs of every two community cards with every middle card are tabled once.
Then all pairs of across and down cards are gone through: what the two hands pay on average follows from
sums, only the Middle wager, paid by the better hand, needs the middle cards one by one. The value is
convex in the size of each wager, so the least or the greatest is best.

Hands that every wager pays alike share a level, and a higher level is a better hand. Where the Middle's payoffs
only rise with the hand, the better one's is the greater; a payoff that falls is split into a rise and a fall, of
each of which that is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array, best_five
from croupier.odds.games.cards.boards import hole_orders, starting_classes
from croupier.odds.games.cards.deals import HOLES, suit_masks
from croupier.odds.games.cards.fivecard import class_of, class_pays
from croupier.odds.simulate.tally import GameOdds, Outcome, scale_of, tally
from croupier.odds.work import Part, Progress, run, total

MIDDLES = 46
DOWNS = comb(48, 2)
ACROSSES = comb(50, 2)
LEVELS = 24  # hands that are paid differently, one place kept for cards that cannot be in the middle
BLOCKED = LEVELS - 1
ACROSS, DOWN, MIDDLE, ANTE_ACROSS, ANTE_DOWN = range(5)  # rows of the payoffs by level


class CrissCrossRules(msgspec.Struct, frozen=True, kw_only=True):
    """Payoffs to one by category and of a pair by its lowest rank (`{JACK: 1, SIX: 0}`); the wagers in Antes.

    `pays` are those of the Across wager, and of Down and Middle unless they have their own. An Ante is paid when its
    hand wins and pushes when it pushes, unless `antes` says by category what Across and Down Ante net.
    """

    pays: Mapping[str, Fraction | int]
    pairs: Mapping[int, Fraction | int] = {}
    multiples: Sequence[int] = (1, 2, 3)
    ante_pays: Fraction | int = 1
    down: Mapping[str, Fraction | int] | None = None
    middle: Mapping[str, Fraction | int] | None = None
    antes: tuple[Mapping[str, Fraction | int], Mapping[str, Fraction | int]] | None = None


def _ante(net: Fraction, pays: Fraction | int) -> Fraction:
    """What an Ante nets beside a hand with this payoff, where nothing else is said."""
    return Fraction(pays) if net > 0 else Fraction(0 if net == 0 else -1)


def payoffs_of(rules: CrissCrossRules) -> list[tuple[Fraction, ...]]:
    """What each class nets on Across, Down, Middle and the two Antes."""
    across = class_pays(rules.pays, rules.pairs)
    down, middle = (across if rows is None else class_pays(rows) for rows in (rules.down, rules.middle))
    if rules.antes is None:
        antes = [[_ante(net, rules.ante_pays) for net in nets] for nets in (across, down)]
    else:
        antes = [class_pays(rows) for rows in rules.antes]
    return list(zip(across, down, middle, *antes))


class FirstValue(msgspec.Struct, frozen=True):
    """A starting hand: the worth of each Across wager in Antes, the best play following; a fold is worth -2."""

    name: str
    bets: dict[int, Fraction]


class CrissCrossOdds(msgspec.Struct, frozen=True):
    odds: GameOdds
    hands: tuple[FirstValue, ...]


@compiled
def _table(
    a: int, b: int, level_of: Array, nets: Array, rise: Array, fall: Array, level: Array, pay: Array, sums: Array
) -> None:
    """For each two community cards and each middle card, the level with this starting hand; the Middle's payoff as
    rise and fall; and the sums of what Across, Down and the Antes net."""
    masks = np.zeros(4, np.int64)
    for high in range(52):
        for low in range(high):
            pair = low + high * (high - 1) // 2
            level[pair, :] = BLOCKED
            pay[:, pair, :] = 0
            sums[pair, :] = 0
            if low in (a, b) or high in (a, b):
                continue
            suit_masks(np.array([a, b, low, high]), masks)
            for middle in range(52):
                bit, suit = 1 << (middle >> 2), middle & 3
                if masks[suit] & bit:
                    continue
                masks[suit] ^= bit
                number = level_of[class_of(best_five(masks[0], masks[1], masks[2], masks[3]))]
                masks[suit] ^= bit
                level[pair, middle] = number
                pay[0, pair, middle] = rise[number]
                pay[1, pair, middle] = fall[number]
                for wager in range(5):
                    sums[pair, wager] += nets[wager, number]


@compiled
def _better(first: Array, second: Array, h1: int, h2: int, v1: int, v2: int) -> int:
    """The greater of two payoffs over all middle cards; a card of either line cannot be in the middle."""
    total: int = 0
    for card in range(52):
        total += max(first[card], second[card])
    total -= max(first[v1], 0) + max(first[v2], 0) + max(second[h1], 0) + max(second[h2], 0)
    return total


@compiled
def _settle(
    across: int, down: int, cards: Array, level: Array, pay: Array, sums: Array, nets: Array, falls: bool, out: Array
) -> None:
    """Over all middle cards, what the Antes, the Across, the Down and the Middle wager net in all."""
    h1, h2, v1, v2 = cards
    left, right = level[across, v1], level[across, v2]
    upper, lower = level[down, h1], level[down, h2]
    out[0] = sums[across, ANTE_ACROSS] - nets[ANTE_ACROSS, left] - nets[ANTE_ACROSS, right]
    out[0] += sums[down, ANTE_DOWN] - nets[ANTE_DOWN, upper] - nets[ANTE_DOWN, lower]
    out[1] = sums[across, ACROSS] - nets[ACROSS, left] - nets[ACROSS, right]
    out[2] = sums[down, DOWN] - nets[DOWN, upper] - nets[DOWN, lower]
    out[3] = _better(pay[0, across], pay[0, down], h1, h2, v1, v2)
    if falls:
        out[3] -= _better(pay[1, across], pay[1, down], h1, h2, v1, v2)


@compiled
def best_middle(staked: int, base: int, middle: int, multiples: Array, unit: int) -> tuple[int, int]:
    """The best value and Middle wager, given all that was staked before and what it nets."""
    best, choice = -MIDDLES * staked * unit, 0
    for multiple in multiples:
        if base + multiple * middle > best:
            best, choice = base + multiple * middle, multiple
    return best, choice


@compiled
def _down_values(
    a: int,
    b: int,
    h1: int,
    h2: int,
    level: Array,
    pay: Array,
    sums: Array,
    nets: Array,
    falls: bool,
    multiples: Array,
    unit: int,
    values: Array,
) -> None:
    """For each Across and Down wager, the value summed over all down and middle cards."""
    across = h1 + h2 * (h2 - 1) // 2
    cards = np.array([h1, h2, 0, 0])
    out = np.zeros(4, np.int64)
    values[:] = 0
    for v2 in range(52):
        if v2 in (a, b, h1, h2):
            continue
        for v1 in range(v2):
            if v1 in (a, b, h1, h2):
                continue
            cards[2], cards[3] = v1, v2
            _settle(across, v1 + v2 * (v2 - 1) // 2, cards, level, pay, sums, nets, falls, out)
            for i in range(multiples.shape[0]):
                for j in range(multiples.shape[0]):
                    base = out[0] + multiples[i] * out[1] + multiples[j] * out[2]
                    staked = 2 + multiples[i] + multiples[j]
                    values[i, j] += best_middle(staked, base, out[3], multiples, unit)[0]


@compiled
def _count_down(
    a: int,
    b: int,
    h1: int,
    h2: int,
    bets: tuple[int, int],
    weight: int,
    level: Array,
    pay: Array,
    sums: Array,
    nets: Array,
    falls: bool,
    multiples: Array,
    unit: int,
    ends: Array,
) -> int:
    """Count the ends of one pair of across cards, by Middle wager and payoffs; return the deals folded last."""
    across = h1 + h2 * (h2 - 1) // 2
    cards = np.array([h1, h2, 0, 0])
    out = np.zeros(4, np.int64)
    folded = 0
    for v2 in range(52):
        if v2 in (a, b, h1, h2):
            continue
        for v1 in range(v2):
            if v1 in (a, b, h1, h2):
                continue
            cards[2], cards[3] = v1, v2
            down = v1 + v2 * (v2 - 1) // 2
            _settle(across, down, cards, level, pay, sums, nets, falls, out)
            base = out[0] + bets[0] * out[1] + bets[1] * out[2]
            choice = best_middle(2 + bets[0] + bets[1], base, out[3], multiples, unit)[1]
            if choice == 0:
                folded += weight * MIDDLES
                continue
            counts = ends[choice]
            for middle in range(52):
                counts[level[across, middle], level[down, middle]] += weight
    return folded


class Analysis:
    """The work: one shard a class of starting hands."""

    stages = 1

    def __init__(self, rules: CrissCrossRules) -> None:
        self.rules = rules
        if not rules.multiples or min(rules.multiples) < 1:
            raise ValueError(f"raises are whole numbers of Antes, not {list(rules.multiples)}")
        by_class = payoffs_of(rules)
        # A level is a run of classes that are paid alike: a higher one is a better hand.
        self.payoffs = [nets for number, nets in enumerate(by_class) if number == 0 or nets != by_class[number - 1]]
        starts = [number == 0 or nets != by_class[number - 1] for number, nets in enumerate(by_class)]
        self.level_of = np.cumsum(starts).astype(np.int64) - 1
        self.scale = scale_of(*(net for nets in by_class for net in nets))
        self.nets = np.zeros((5, LEVELS), np.int64)
        for number, nets in enumerate(self.payoffs):
            self.nets[:, number] = [int(net * self.scale) for net in nets]
        steps = np.diff(self.nets[MIDDLE, : len(self.payoffs)], prepend=0)
        steps[0], first = 0, self.nets[MIDDLE, 0]
        self.rise, self.fall = np.zeros((2, LEVELS), np.int64)
        self.rise[: len(steps)] = first + np.cumsum(np.maximum(steps, 0))
        self.fall[: len(steps)] = np.cumsum(np.maximum(-steps, 0))
        self.falls = bool(self.fall.any())
        self.multiples = np.array(sorted(set(rules.multiples)), np.int64)
        self.size = int(self.multiples.max()) + 1
        self.sums: Part = {}

    def table(self, low: int, high: int) -> tuple[Array, Array, Array]:
        """Levels, the Middle's payoffs and the sums with this starting hand."""
        level = np.empty((HOLES, 52), np.int8)
        pay = np.empty((2, HOLES, 52), np.int32)
        sums = np.empty((HOLES, 5), np.int64)
        _table(low, high, self.level_of, self.nets, self.rise, self.fall, level, pay, sums)
        return level, pay, sums

    def shards(self, stage: int) -> int:
        return len(starting_classes()[1])

    def run_shard(self, stage: int, shard: int) -> Part:
        classes, _ = starting_classes()
        hole = int(np.flatnonzero(classes == shard)[0])
        weight = int((classes == shard).sum())
        high = int((1 + np.sqrt(1 + 8 * hole)) // 2)
        low = hole - high * (high - 1) // 2
        common = (*self.table(low, high), self.nets, self.falls, self.multiples, self.scale)
        pairs, alike = _acrosses(low, high)
        values = np.zeros((len(pairs), len(self.multiples), len(self.multiples)), np.int64)
        for row, (h1, h2) in enumerate(pairs):
            _down_values(low, high, h1, h2, *common, values[row])
        first, second = self._choose(values, alike)
        # Folds by the wagers made before: none, Across, Across and Down; ends by all three wagers.
        folds = np.zeros((self.size, self.size), np.int64)
        ends = np.zeros((self.size, self.size, self.size, LEVELS, LEVELS), np.int64)
        across = int(self.multiples[first.argmax()]) if first.max() > -2 * self.deals(1) else 0
        if across == 0:
            folds[0, 0] = weight * ACROSSES * DOWNS * MIDDLES
        for (h1, h2), same, choice in zip(pairs, alike, second[first.argmax()]):
            if across and choice == 0:
                folds[across, 0] += weight * same * DOWNS * MIDDLES
            elif across:
                bets = (across, int(choice))
                folds[bets] += _count_down(low, high, h1, h2, bets, weight * same, *common, ends[bets])
        by_hand = np.zeros((self.shards(0), len(self.multiples)), np.int64)
        by_hand[shard] = first
        bets_down = np.zeros((self.shards(0), HOLES), np.int8)
        if across:
            for (h1, h2), choice in zip(pairs, second[first.argmax()]):
                bets_down[shard, h1 + h2 * (h2 - 1) // 2] = choice
        return {"folds": folds, "ends": ends, "hands": by_hand, "down": bets_down}

    def deals(self, staked: int) -> int:
        """What a loss of so many Antes on every deal of a hand amounts to, scaled."""
        return staked * self.scale * ACROSSES * DOWNS * MIDDLES

    def _choose(self, values: Array, alike: Array) -> tuple[Array, Array]:
        """For each Across wager: its value, and the best Down wager for each pair of across cards."""
        first = np.zeros(len(self.multiples), np.int64)
        second = np.zeros((len(self.multiples), len(values)), np.int64)
        for i, across in enumerate(self.multiples):
            fold = -(2 + int(across)) * self.scale * DOWNS * MIDDLES
            best = values[:, i].max(axis=1)
            chosen = self.multiples[values[:, i].argmax(axis=1)]
            second[i] = np.where(best > fold, chosen, 0)
            first[i] = (alike * np.maximum(best, fold)).sum()
        return first, second

    def absorb(self, stage: int, parts: Iterable[Part]) -> None:
        self.sums = total(parts)

    def result(self) -> CrissCrossOdds:
        _, names = starting_classes()
        hands = tuple(
            FirstValue(name, {int(m): Fraction(int(v), self.deals(1)) for m, v in zip(self.multiples, row)})
            for name, row in zip(names, self.sums["hands"])
        )
        folds, ends = self.sums["folds"], self.sums["ends"][:, :, :, :BLOCKED, :BLOCKED]
        every = int(folds.sum()) + int(ends.sum())
        choices = {
            "fold at once": Fraction(int(folds[0, 0]), every),
            "fold after the across cards": Fraction(int(folds[1:, 0].sum()), every),
            "fold after the down cards": Fraction(int(folds[1:, 1:].sum()), every),
        }
        return CrissCrossOdds(tally(self._rows(), choices=choices), hands)

    def _rows(self) -> Iterable[Outcome]:
        folds, ends = self.sums["folds"], self.sums["ends"]
        for across, down in np.ndindex(folds.shape):
            yield Outcome(int(folds[across, down]), *self.nets_of(across, down, 0, None))
        for across, down, middle, i, j in zip(*(places.tolist() for places in np.nonzero(ends))):
            if BLOCKED not in (i, j):
                nets, staked = self.nets_of(across, down, middle, (i, j))
                yield Outcome(int(ends[across, down, middle, i, j]), nets, staked)

    def nets_of(
        self, across: int, down: int, middle: int, levels: tuple[int, int] | None
    ) -> tuple[dict[str, Fraction | int], int]:
        """What each wager nets and all that was staked; `levels` are the payoffs of both hands, none of a fold."""
        staked = 2 + across + down + middle
        if levels is None:
            return {"ante-across": -1, "ante-down": -1, "across": -across, "down": -down, "middle": 0}, staked
        first, second = (self.payoffs[level] for level in levels)
        return {
            "ante-across": first[ANTE_ACROSS],
            "ante-down": second[ANTE_DOWN],
            "across": across * first[ACROSS],
            "down": down * second[DOWN],
            "middle": middle * self.payoffs[max(levels)][MIDDLE],
        }, staked


def _acrosses(low: int, high: int) -> tuple[list[tuple[int, int]], Array]:
    """The pairs of across cards that differ when the suits that the hand does not tell apart change places."""
    hole = low + high * (high - 1) // 2
    keep = [row for row in hole_orders() if row[hole] == hole]
    place: dict[int, int] = {}
    pairs: list[tuple[int, int]] = []
    alike: list[int] = []
    for second in range(52):
        for first in range(second):
            if {first, second} & {low, high}:
                continue
            number = first + second * (second - 1) // 2
            least = min(int(row[number]) for row in keep)
            if least not in place:
                place[least] = len(pairs)
                pairs.append((first, second))
                alike.append(0)
            alike[place[least]] += 1
    return pairs, np.array(alike, np.int64)


class Choices(msgspec.Struct, frozen=True):
    """The best wagers as tables: Across by hand; Down by hand and across cards."""

    across: Array
    down: Array


def choices(work: Analysis) -> Choices:
    """Tables for every pair of hole cards from a work that has absorbed its parts."""
    classes, _ = starting_classes()
    orders = hole_orders()
    across = np.zeros(HOLES, np.int8)
    down = np.zeros((HOLES, HOLES), np.int8)
    for number, values in enumerate(work.sums["hands"]):
        best = int(work.multiples[values.argmax()]) if values.max() > -2 * work.deals(1) else 0
        hole = int(np.flatnonzero(classes == number)[0])
        # The choice was noted for one of the pairs alike; give it to all, then to all hands of the class.
        row = np.zeros(HOLES, np.int8)
        for order in orders:
            if order[hole] == hole:
                row[order] = np.maximum(row[order], work.sums["down"][number])
        for order in orders:
            across[order[hole]] = best
            down[order[hole], order] = row
    return Choices(across, down)


def analyse(rules: CrissCrossRules, *, progress: Progress | None = None, workers: int = 1) -> CrissCrossOdds:
    return run(Analysis(rules), progress=progress, workers=workers)


def advise(
    hole: Sequence[int], across: Sequence[int], down: Sequence[int], *, bets: Sequence[int], rules: CrissCrossRules
) -> dict[int, Fraction]:
    """The worth of each next wager in Antes with the across, or the across and down cards, seen; 0 is the fold.

    `bets` are the wagers made so far. The first decision, on two cards, is part of the analysis.
    """
    if len(hole) != 2 or len(across) != 2 or len(down) not in (0, 2) or len(bets) != 1 + len(down) // 2:
        raise ValueError("a position is two cards, two across with one wager, and perhaps two down with a second")
    work = Analysis(rules)
    a, b = sorted(hole)
    level, pay, sums = work.table(a, b)
    h1, h2 = sorted(across)
    fold = Fraction(-2 - sum(bets))
    multiples = [int(m) for m in work.multiples]
    if not down:
        values = np.zeros((len(multiples), len(multiples)), np.int64)
        _down_values(a, b, h1, h2, level, pay, sums, work.nets, work.falls, work.multiples, work.scale, values)
        row = values[multiples.index(bets[0])]
        unit = work.scale * DOWNS * MIDDLES
        return {0: fold, **{m: Fraction(int(v), unit) for m, v in zip(multiples, row)}}
    v1, v2 = sorted(down)
    out = np.zeros(4, np.int64)
    pairs = (h1 + h2 * (h2 - 1) // 2, v1 + v2 * (v2 - 1) // 2)
    _settle(*pairs, np.array([h1, h2, v1, v2]), level, pay, sums, work.nets, work.falls, out)
    base = int(out[0]) + bets[0] * int(out[1]) + bets[1] * int(out[2])
    unit = work.scale * MIDDLES
    return {0: fold, **{m: Fraction(base + m * int(out[3]), unit) for m in multiples}}
