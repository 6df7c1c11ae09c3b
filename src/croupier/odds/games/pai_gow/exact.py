"""The main wager of pai gow poker, exactly: every player's hand against every dealer's hand of the other cards.

Some 8 * 10^15 pairs of hands can't be looked at one by one. But a result hangs only on four values: the High and
Low hands of both. Pairs that share no card are counted by inclusion and exclusion over the set of cards that both
hold: for each set, up to the names of the suits, all hands with those cards are entered by their values, and a
look-up in sums over High and Low tells how many of them another hand beats in both. In the face-up form the
player has several settings at once; what they beat together is a staircase, counted corner by corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import Literal

import msgspec
import numpy as np

from croupier.equipment.cards import JOKER
from croupier.hands.compiled import compiled
from croupier.hands.kernels import KEYS, OFFSETS, SUM_MASK, VALUES
from croupier.hands.tables import ROW_BITS, ROW_MASK
from croupier.odds.exact import Edge, merged
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import all_sets, standard_sets
from croupier.odds.games.pai_gow.setting import kind_table
from croupier.odds.games.pai_gow.simulated import (
    ACE_HIGH,
    FLUSH_PLACES,
    HIGH,
    LOW,
    NINE_HIGH,
    PLACES,
    TEN_HIGH,
    fouled,
    high_of,
    low_of,
    place_of,
    with_joker,
)
from croupier.odds.work import Part, total

DEALT = 7
PAIRS_OF_HANDS = comb(53, DEALT) * comb(53 - DEALT, DEALT)
BLOCK = 16  # places between two lines of sums
PIECE = 300_000_000  # hands with their shared cards in a shard, before suits are taken together
SETTINGS = 21
WIN, LOSS, PAIRS = range(3)  # what is counted

Pushes = Literal["never", "nine-high low", "ace high"]


class Contest(msgspec.Struct, frozen=True):
    """A player against a dealer's table of settings: his own table, or the best of all settings against each hand.

    `pushes` names the dealer's hands that nobody beats and nobody loses to.
    """

    player: Array | None
    pushes: Pushes = "never"


class Corners(msgspec.Struct, frozen=True):
    """What each place beats, as places in the dealer's values.

    The quadrants below (`high`, `low`) from `start[p]` to `start[p + 1]`, added with their `sign`, are the dealer's
    hands that place p beats; it loses to those at or above `best_high` and `best_low`.
    """

    start: Array
    high: Array
    low: Array
    sign: Array
    best_high: Array
    best_low: Array


@compiled
def _values(hands: Array, table: Array, out: Array) -> None:
    masks = np.zeros(4, np.int64)
    for row in range(hands.shape[0]):
        place = place_of(hands[row], masks)
        out[row, 0], out[row, 1], out[row, 2] = place, table[place, HIGH], table[place, LOW]


@compiled
def _stairs(hands: Array, jokers: Array, places: Array, count: Array, high: Array, low: Array) -> None:
    """The settings of each hand of which none is better in both; from the highest High hand down."""
    masks, five = np.zeros(4, np.int64), np.zeros(DEALT, np.int64)
    highs, lows = np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64)
    for row in range(hands.shape[0]):
        fallen = hands[row]
        places[row] = place_of(fallen, masks)
        found = 0
        for j in range(1, DEALT):
            for i in range(j):
                at = 0
                for k in range(DEALT):
                    if k != i and k != j:
                        five[at] = fallen[k]
                        at += 1
                a, b = high_of(five, jokers), low_of(fallen[i], fallen[j])
                if fouled(a, b, five):
                    continue
                k = found
                while k > 0 and (highs[k - 1] < a or (highs[k - 1] == a and lows[k - 1] < b)):
                    highs[k], lows[k] = highs[k - 1], lows[k - 1]
                    k -= 1
                highs[k], lows[k] = a, b
                found += 1
        best, kept = -1, 0
        for k in range(found):
            if lows[k] > best:
                best = lows[k]
                high[row, kept], low[row, kept] = highs[k], lows[k]
                kept += 1
        count[row] = kept


def corners(player: Array | None, hands: Array, highs: Array, lows: Array) -> Corners:
    """The corners of every place, for a table of settings or for a free choice among all settings."""
    kinds = len(hands)
    if player is None:
        places, count = np.zeros(kinds, np.int64), np.zeros(kinds, np.int64)
        high, low = np.zeros((kinds, SETTINGS), np.int64), np.zeros((kinds, SETTINGS), np.int64)
        _stairs(hands, with_joker(all_sets(52, 4)), places, count, high, low)
    else:
        values = np.zeros((kinds, 3), np.int64)
        _values(hands, player, values)
        places, count = values[:, 0], np.ones(kinds, np.int64)
        high, low = values[:, 1:2], values[:, 2:3]
    sizes = np.zeros(PLACES + 1, np.int64)
    sizes[places + 1] = 2 * count - 1
    start = sizes.cumsum()
    a, b = np.searchsorted(highs, high), np.searchsorted(lows, low)
    flat_high, flat_low = np.zeros(start[-1], np.int16), np.zeros(start[-1], np.uint8)
    sign = np.zeros(start[-1], np.int8)
    best_high, best_low = np.zeros(PLACES, np.int16), np.zeros(PLACES, np.uint8)
    best_high[places], best_low[places] = a[:, 0], b[np.arange(kinds), count - 1]
    for step in range(high.shape[1]):
        rows = np.flatnonzero(count > step)
        at = start[places[rows]] + 2 * step
        flat_high[at], flat_low[at], sign[at] = a[rows, step], b[rows, step], 1
        if step + 1 == high.shape[1]:
            break
        rows = np.flatnonzero(count > step + 1)  # what two neighbours beat alike is counted once
        at = start[places[rows]] + 2 * step + 1
        flat_high[at], flat_low[at], sign[at] = a[rows, step + 1], b[rows, step], -1
    return Corners(start.astype(np.int32), flat_high, flat_low, sign, best_high, best_low)


@compiled
def gather(shared: Array, tally: Array, places: Array) -> int:
    """Tally all hands of seven cards that hold the shared ones by place; returns how many places they take."""
    held = np.zeros(53, np.bool_)
    size = shared.shape[0]
    free = DEALT - size
    sums, suits = np.zeros(free + 1, np.uint64), np.zeros(free + 1, np.int64)
    hand, masks = np.zeros(DEALT, np.int64), np.zeros(4, np.int64)
    for k in range(size):
        card = int(shared[k])
        held[card] = True
        hand[free + k] = card
        if card == JOKER:
            suits[0] += 1 << 16
        else:
            sums[0] += KEYS[card] & SUM_MASK
            suits[0] += 1 << 4 * (card & 3)
    keys, adds, rest = np.zeros(53, np.uint64), np.zeros(53, np.int64), np.zeros(53, np.int64)
    left = 0
    for card in range(53):
        if not held[card]:
            rest[left] = card
            keys[left] = np.uint64(0) if card == JOKER else KEYS[card] & SUM_MASK
            adds[left] = 1 << 16 if card == JOKER else 1 << 4 * (card & 3)
            left += 1
    index = np.arange(free)
    depth, found = 0, 0
    while depth >= 0:
        if index[depth] > left - free + depth:
            depth -= 1
            if depth >= 0:
                index[depth] += 1
            continue
        if depth < free - 1:
            sums[depth + 1] = sums[depth] + keys[index[depth]]
            suits[depth + 1] = suits[depth] + adds[index[depth]]
            hand[depth] = rest[index[depth]]
            index[depth + 1] = index[depth] + 1
            depth += 1
            continue
        for last in range(index[depth], left):
            colours = suits[depth] + adds[last]
            joker = colours >> 16
            if (colours + 0x3333 + 0x1111 * joker) & 0x8888:  # five of a suit, or four and the joker
                hand[depth] = rest[last]
                place = place_of(hand, masks)
            else:
                key = sums[depth] + keys[last]
                place = int(key & np.uint64(ROW_MASK)) + int(OFFSETS[key >> np.uint64(ROW_BITS)])
                place += joker * (len(VALUES) + FLUSH_PLACES)
            if not tally[place]:
                places[found] = place
                found += 1
            tally[place] += 1
        index[depth] = left
    return found


@compiled
def _beaten(upto: int, low: int, lows: Array, weights: Array, lines: Array) -> int:
    """How many of the first hands in order have a Low hand below this."""
    count = lines[upto // BLOCK, low]
    for i in range(upto // BLOCK * BLOCK, upto):
        if lows[i] < low:
            count += weights[i]
    return int(count)


@compiled
def _score(
    places: Array, highs: Array, tally: Array, low: Array, start: Array, at_high: Array, at_low: Array, sign: Array,
    best_high: Array, best_low: Array, lows: Array, weights: Array, above: Array, lines: Array, out: Array,
) -> None:  # fmt: skip
    """Hold all hands against each other. `places` are in the order of the dealer's High hands, `highs`.

    `low` is 255 where nobody wins and nobody loses. `above` sums the hands before each in order; `lines` has, after
    every block of them, how many have a Low hand below each value.
    """
    columns = lines.shape[1]
    held = np.zeros(columns, np.int64)
    below = np.zeros(columns, np.int64)
    above[0] = 0
    lines[0] = 0
    for k in range(places.shape[0]):
        lows[k] = low[places[k]]
        weights[k] = 0 if lows[k] == 255 else tally[places[k]]
        above[k + 1] = above[k] + weights[k]
        if weights[k]:
            held[lows[k]] += weights[k]
        if (k + 1) % BLOCK == 0:
            _sums(held, lines[(k + 1) // BLOCK])
    _sums(held, below)
    every = above[places.shape[0]]
    win, loss = 0, 0
    for place in places:
        here, count = 0, 0
        for k in range(start[place], start[place + 1]):
            upto = np.searchsorted(highs, at_high[k])
            count = _beaten(upto, at_low[k], lows, weights, lines)
            here += sign[k] * count
        win += tally[place] * here
        a, b = best_high[place], best_low[place]
        upto = np.searchsorted(highs, a)
        if start[place + 1] - start[place] > 1:
            count = _beaten(upto, b, lows, weights, lines)
        loss += tally[place] * (every - above[upto] - below[b] + count)
    out[WIN] += win
    out[LOSS] += loss


@compiled
def _sums(held: Array, below: Array) -> None:
    """How many lie below each value."""
    below[0] = 0
    for b in range(1, below.shape[0]):
        below[b] = below[b - 1] + held[b - 1]


@compiled
def _match(
    places: Array, tally: Array, high: Array, low: Array, start: Array, at_high: Array, at_low: Array, sign: Array,
    best_high: Array, best_low: Array, space: tuple[Array, Array, Array, Array], factor: int, counts: Array,
) -> None:  # fmt: skip
    """Add a factor times every contest among the hands of these places."""
    order = np.argsort(high[places])
    ordered = places[order]
    highs = high[ordered]
    hands = tally[ordered].sum()
    out = np.zeros(3, np.int64)
    lows, weights, above, lines = space
    for contest in range(low.shape[0]):
        out[:] = 0
        _score(
            ordered, highs, tally, low[contest], start[contest], at_high, at_low, sign, best_high[contest],
            best_low[contest], lows, weights, above, lines, out,
        )  # fmt: skip
        out[PAIRS] = hands * hands
        counts[contest] += factor * out


@compiled
def _run(
    sets: Array, weights: Array, places: Array, tally: Array, high: Array, low: Array, start: Array, at_high: Array,
    at_low: Array, sign: Array, best_high: Array, best_low: Array, space: tuple[Array, Array, Array, Array],
    counts: Array,
) -> None:  # fmt: skip
    side = -1 if sets.shape[1] % 2 else 1
    for row in range(sets.shape[0]):
        found = gather(sets[row], tally, places)
        here = places[:found]
        _match(
            here, tally, high, low, start, at_high, at_low, sign, best_high, best_low, space, side * weights[row],
            counts,
        )  # fmt: skip
        for place in here:
            tally[place] = 0


@compiled
def _itself(
    kinds: Array, weights: Array, high: Array, low: Array, start: Array, at_high: Array, at_low: Array, sign: Array,
    best_high: Array, best_low: Array, counts: Array,
) -> None:  # fmt: skip
    """Take away each hand against itself: all seven cards shared."""
    for contest in range(low.shape[0]):
        for row in range(kinds.shape[0]):
            place, weight = kinds[row], weights[row]
            counts[contest, PAIRS] -= weight
            a, b = high[place], low[contest, place]
            if b == 255:
                continue
            for k in range(start[contest, place], start[contest, place + 1]):
                if a < at_high[k] and b < at_low[k]:
                    counts[contest, WIN] -= weight * sign[k]
            if a >= best_high[contest, place] and b >= best_low[contest, place]:
                counts[contest, LOSS] -= weight


class Matches:
    """A `Work`: the sets of shared cards, a few at a time; its result wins, pushes and losses of each contest."""

    stages = 1

    def __init__(self, dealer: Array, contests: Sequence[Contest]) -> None:
        self.hands, self.weights = kind_table()
        values = np.zeros((len(self.hands), 3), np.int64)
        _values(self.hands, dealer, values)
        self.kinds = values[:, 0].copy()
        self.highs, self.lows = np.unique(values[:, 1]), np.unique(values[:, 2])
        high = np.searchsorted(self.highs, dealer[:, HIGH]).astype(np.int16)
        low = np.stack([self._low(dealer, one.pushes) for one in contests])
        every = [corners(one.player, self.hands, self.highs, self.lows) for one in contests]
        offsets = np.cumsum([0] + [len(one.high) for one in every[:-1]])
        start = np.stack([one.start + offset for one, offset in zip(every, offsets, strict=True)])
        self.arrays = (
            high, low, start,
            np.concatenate([one.high for one in every]),
            np.concatenate([one.low for one in every]),
            np.concatenate([one.sign for one in every]),
            np.stack([one.best_high for one in every]),
            np.stack([one.best_low for one in every]),
        )  # fmt: skip
        self.contests = len(contests)
        self.plan = list(self._plan())
        self.counts: Array = np.zeros((self.contests, 3), np.int64)

    def _low(self, dealer: Array, pushes: Pushes) -> Array:
        low = np.searchsorted(self.lows, dealer[:, LOW]).astype(np.uint8)
        if pushes == "nine-high low":
            low[(dealer[:, LOW] >= NINE_HIGH) & (dealer[:, LOW] < TEN_HIGH)] = 255
        elif pushes == "ace high":
            low[dealer[:, ACE_HIGH] != 0] = 255
        return low

    def _plan(self) -> Iterable[tuple[int, bool, int, int]]:
        """How many cards are shared, whether the joker is, and which part of all such sets: pieces alike in work."""
        for size in range(1, DEALT):
            for joker in (False, True):
                pieces = max(1, comb(52, size - joker) * comb(53 - size, DEALT - size) // PIECE)
                for piece in range(min(pieces, 13)):
                    yield size, joker, piece, min(pieces, 13)

    def shards(self, stage: int) -> int:
        return len(self.plan) + 1

    def _space(self, hands: int) -> tuple[Array, Array, Array, Array]:
        lines = np.zeros((hands // BLOCK + 1, len(self.lows) + 1), np.int64)
        return np.zeros(hands, np.uint8), np.zeros(hands, np.int64), np.zeros(hands + 1, np.int64), lines

    def run_shard(self, stage: int, shard: int) -> Part:
        counts = np.zeros((self.contests, 3), np.int64)
        tally = np.zeros(PLACES, np.int64)
        if shard == len(self.plan):  # no card shared, and all seven
            tally[self.kinds] = self.weights
            _match(self.kinds, tally, *self.arrays, self._space(len(self.kinds)), 1, counts)
            _itself(self.kinds, self.weights, *self.arrays, counts)
            return {"counts": counts}
        size, joker, piece, pieces = self.plan[shard]
        sets, weights = standard_sets(all_sets(52, size - joker))
        sets = sets[piece::pieces]
        if joker:
            sets = np.hstack([sets, np.full((len(sets), 1), JOKER, np.int8)])
        most = min(len(self.kinds), comb(53 - size, DEALT - size))
        places = np.zeros(most, np.int64)
        _run(sets, weights[piece::pieces], places, tally, *self.arrays, self._space(most), counts)
        return {"counts": counts}

    def absorb(self, stage: int, parts: Iterable[Part]) -> None:
        self.counts = total(parts)["counts"]

    def result(self) -> list[tuple[int, int, int]]:
        """Wins, pushes and losses of each contest among all pairs of hands."""
        found = []
        for row in self.counts:
            win, loss, pairs = (int(value) for value in row)
            if pairs != PAIRS_OF_HANDS:
                raise AssertionError(f"{pairs} pairs of hands were counted; there are {PAIRS_OF_HANDS}")
            found.append((win, pairs - win - loss, loss))
        return found


def edge_of(counts: tuple[int, int, int], win_pays: Fraction | int) -> Edge:
    """The wager's edge from wins, pushes and losses."""
    win, push, loss = counts
    return Edge.from_counts(merged((win_pays, win), (0, push), (-1, loss)))


def tiger_nine(dealer: Array, pays: Fraction | int) -> Edge:
    """Tiger 9: the dealer, setting by this table, plays a nine-high Low hand."""
    hands, weights = kind_table()
    values = np.zeros((len(hands), 3), np.int64)
    _values(hands, dealer, values)
    low = values[:, 2]
    nine = int(weights[(low >= NINE_HIGH) & (low < TEN_HIGH)].sum())
    return Edge.from_counts(merged((pays, nine), (-1, int(weights.sum()) - nine)))
