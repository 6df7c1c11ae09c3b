"""Compiled walks that follow a given blackjack strategy: its results, its split hands, its chart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.games.twentyone.hands import VALUES
from croupier.odds.games.twentyone.kernel import BACK_DOUBLED, DOUBLE, STAND, bust_chances, remaining


@compiled
def follow(
    shoe: NDArray[np.int64],
    up: int,
    flags: NDArray[np.int64],
    counts: NDArray[np.int64],
    child: NDArray[np.int64],
    free_double: NDArray[np.bool_],
    win: NDArray[np.float64],
    lose: NDArray[np.float64],
    alive: NDArray[np.float64],
    action: NDArray[np.int8],
    reach: NDArray[np.float64],
    result: NDArray[np.float64],
) -> None:
    """Follow a strategy from the hands whose chances `reach` holds; every hand met gets its chance there.

    Adds to `result` the chances to win, lose and push: row 0 for one unit, row 1 for two, row 2 for two of
    which the second is the house's.
    """
    left = np.empty(VALUES, dtype=np.int64)
    for hand in range(action.size):
        mass = reach[hand]
        if mass == 0.0 or alive[hand] == 0.0:
            continue
        if action[hand] == STAND:
            result[0, 0] += mass * win[hand, VALUES]
            result[0, 1] += mass * lose[hand, VALUES]
            result[0, 2] += mass * (alive[hand] - win[hand, VALUES] - lose[hand, VALUES])
            continue
        cards = remaining(shoe, up, counts[hand], -1, 0, left)
        double = action[hand] == DOUBLE
        row = 0
        if double:
            row = 2 if free_double[hand] else 1
        for drawn in range(VALUES):
            if left[drawn] == 0:
                continue
            part = mass * left[drawn] / cards
            after = child[hand, drawn]
            if after < 0:
                won, lost = bust_chances(left, cards, up, hand, drawn, flags, win, lose)
                if double and not flags[BACK_DOUBLED]:
                    won, lost = 0.0, won + lost
                result[row, 0] += part * won
                result[row, 1] += part * lost
            elif double:
                result[row, 0] += part * win[after, VALUES]
                result[row, 1] += part * lose[after, VALUES]
                result[row, 2] += part * (alive[after] - win[after, VALUES] - lose[after, VALUES])
            else:
                reach[after] += part


@compiled
def split_totals(
    shoe: NDArray[np.int64],
    up: int,
    pair: int,
    counts: NDArray[np.int64],
    total: NDArray[np.int64],
    child: NDArray[np.int64],
    free_double: NDArray[np.bool_],
    action: NDArray[np.int8],
    may_pair: bool,
    result: NDArray[np.float64],
) -> None:
    """Chances of the totals with which one hand split from a pair ends, its second card pairing or not.

    Rows as in `follow`; columns are the total from 0 to 21, or 22 for a bust.
    """
    left = np.empty(VALUES, dtype=np.int64)
    root = child[0, pair]
    reach = np.zeros(total.size)
    reach[root] = 1.0
    for hand in range(root, total.size):
        mass = reach[hand]
        if mass == 0.0:
            continue
        if hand != root and action[hand] == STAND:
            result[0, total[hand]] += mass
            continue
        cards = remaining(shoe, up, counts[hand], pair, 1, left)
        if hand == root and not may_pair:
            cards -= left[pair]
        double = hand != root and action[hand] == DOUBLE
        row = 0
        if double:
            row = 2 if free_double[hand] else 1
        for drawn in range(VALUES):
            if left[drawn] <= 0 or (hand == root and drawn == pair and not may_pair):
                continue
            part = mass * left[drawn] / cards
            after = child[hand, drawn]
            if after < 0:
                result[row, 22] += part
            elif double:
                result[row, total[after]] += part
            else:
                reach[after] += part


@compiled
def chart_up(
    shoe: NDArray[np.int64],
    up: int,
    flags: NDArray[np.int64],
    counts: NDArray[np.int64],
    total: NDArray[np.int64],
    hard: NDArray[np.int64],
    child: NDArray[np.int64],
    win: NDArray[np.float64],
    lose: NDArray[np.float64],
    alive: NDArray[np.float64],
    reach: NDArray[np.float64],
    sums: NDArray[np.float64],
    value: NDArray[np.float64],
    drawing: NDArray[np.float64],
) -> None:
    """Choose to stand or draw for each total as a whole, weighing its hands by how often they are met.

    `sums[soft, total]` receives the weight, the value of standing and the value of drawing; a total draws
    when the last is the greater. `value` receives each hand's worth under these choices, `drawing` what
    drawing once more would be worth.
    """
    left = np.empty(VALUES, dtype=np.int64)
    last = total.size
    while last > 0:
        first = last - 1
        while first > 0 and hard[first - 1] == hard[last - 1]:
            first -= 1
        for hand in range(first, last):
            if alive[hand] == 0.0:
                continue
            cards = remaining(shoe, up, counts[hand], -1, 0, left)
            drawing[hand] = 0.0
            for drawn in range(VALUES):
                if left[drawn] == 0:
                    continue
                after = child[hand, drawn]
                chance = left[drawn] / cards
                if after >= 0:
                    drawing[hand] += chance * value[after]
                else:
                    won, lost = bust_chances(left, cards, up, hand, drawn, flags, win, lose)
                    drawing[hand] += chance * (won - lost)
            soft = 1 if total[hand] != hard[hand] else 0
            sums[soft, total[hand], 0] += reach[hand] * alive[hand]
            sums[soft, total[hand], 1] += reach[hand] * (win[hand, VALUES] - lose[hand, VALUES])
            sums[soft, total[hand], 2] += reach[hand] * drawing[hand]
        for hand in range(first, last):
            soft = 1 if total[hand] != hard[hand] else 0
            here = sums[soft, total[hand]]
            if total[hand] < 21 and here[2] > here[1]:
                value[hand] = drawing[hand]
            else:
                value[hand] = win[hand, VALUES] - lose[hand, VALUES]
        last = first
