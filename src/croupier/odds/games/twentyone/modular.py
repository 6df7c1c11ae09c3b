"""Blackjack strategies evaluated exactly, in the arithmetic of remainders modulo a prime.

A chance is a quotient of integers; modulo a prime larger than the shoe every quotient has a value, and sums
and products of them come out right. Evaluated for enough primes the exact fraction can be put together
again (`blackjack_exact`). These kernels repeat those of the analysis, following a given strategy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.games.twentyone.hands import ACE, DEALER_22, DEALER_BLACKJACK, DEALER_ENDS, TEN, VALUES
from croupier.odds.games.twentyone.kernel import (
    BACK_DOUBLED,
    BACK_TO_LIFE,
    BATCH,
    CHARLIE,
    DOUBLE,
    LONGEST,
    PUSH_22,
    STAND,
    TAKES_ALL,
    remaining,
    strategy_meets,
)

Residues = NDArray[np.int64]


@compiled
def finish_residues(
    left: NDArray[np.float64],
    level: NDArray[np.int8],
    value: NDArray[np.int8],
    taken: NDArray[np.int8],
    end: NDArray[np.int8],
    weight: NDArray[np.float64],
    prime: float,
    out: NDArray[np.float64],
) -> None:
    """Ways for the dealer to end, by the number of cards drawn, modulo a prime below 2^31.

    A remainder times a count of cards stays below 2^53, so doubles hold it exactly.
    """
    product = np.empty((LONGEST, BATCH))
    for shoe in range(BATCH):
        product[0, shoe] = 1.0
    out[:] = 0.0
    inverse = 1.0 / prime
    for i in range(level.size):
        depth, card, gone, finish = level[i], value[i], float(taken[i]), end[i]
        for shoe in range(BATCH):
            here = product[depth - 1, shoe] * max(left[card, shoe] - gone, 0.0)
            here -= np.floor(here * inverse) * prime
            here = here + prime if here < 0.0 else here
            product[depth, shoe] = here - prime if here >= prime else here
        if finish >= 0:
            orders = weight[i]
            for shoe in range(BATCH):
                out[finish, depth, shoe] += orders * product[depth, shoe]


@compiled
def chances_of(
    out: NDArray[np.float64], shoe: int, cards: int, prime: int, inverse: Residues, chances: Residues
) -> None:
    """Divide the ways by the number of ordered draws from the cards left."""
    for end in range(DEALER_ENDS):
        chances[end] = 0
    scale = 1
    for depth in range(1, LONGEST):
        if cards - depth + 1 <= 0:
            break
        scale = scale * inverse[cards - depth + 1] % prime
        for end in range(DEALER_ENDS):
            ways = np.int64(out[end, depth, shoe]) % prime
            chances[end] = (chances[end] + ways * scale) % prime


@compiled
def settle_residues(chances: Residues, total: int, flags: NDArray[np.int64], prime: int) -> tuple[int, int]:
    """Chances to win and lose with a total; above 21 a hand can win only back to life."""
    win, lose = np.int64(0), np.int64(0)
    if total == CHARLIE:
        for end in range(DEALER_22 + 1):
            win += chances[end]
    elif total > 21:
        for end in range(DEALER_22 + 1):
            lose += chances[end]
    else:
        for end in range(DEALER_22):
            if end + 17 < total:
                win += chances[end]
            elif end + 17 > total:
                lose += chances[end]
        if not flags[PUSH_22]:
            win += chances[DEALER_22]
    for end in range(DEALER_22 + 1, DEALER_BLACKJACK):
        win += chances[end]
    if flags[TAKES_ALL]:
        lose += chances[DEALER_BLACKJACK]
    return win % prime, lose % prime  # type: ignore[return-value]


@compiled
def alive_residue(
    left: NDArray[np.int64], cards: int, up: int, flags: NDArray[np.int64], prime: int, inverse: Residues
) -> int:
    """The chance of no dealer's blackjack."""
    if flags[TAKES_ALL] or cards == 0:
        return 1
    if up == ACE:
        return (1 - left[TEN] * inverse[cards]) % prime  # type: ignore[no-any-return]
    if up == TEN:
        return (1 - left[ACE] * inverse[cards]) % prime  # type: ignore[no-any-return]
    return 1


@compiled
def standing_residues(
    shoe: NDArray[np.int64],
    up: int,
    extra: int,
    extra_count: int,
    wanted: NDArray[np.int64],
    number: int,
    flags: NDArray[np.int64],
    counts: NDArray[np.int64],
    total: NDArray[np.int64],
    level: NDArray[np.int8],
    value: NDArray[np.int8],
    taken: NDArray[np.int8],
    end: NDArray[np.int8],
    weight: NDArray[np.float64],
    prime: int,
    inverse: Residues,
    win: Residues,
    lose: Residues,
) -> None:
    """As `standing` of the analysis: `hand * 11` stands, `hand * 11 + 1 + drawn` has bust by drawing."""
    left = np.zeros((VALUES, BATCH))
    out = np.empty((DEALER_ENDS, LONGEST, BATCH))
    chances = np.empty(DEALER_ENDS, dtype=np.int64)
    for start in range(0, number, BATCH):
        size = min(BATCH, number - start)
        for place in range(size):
            hand, drawn = wanted[start + place] // 11, wanted[start + place] % 11 - 1
            for i in range(VALUES):
                cards = shoe[i] - counts[hand, i]
                cards -= (1 if i == up else 0) + (extra_count if i == extra else 0) + (1 if i == drawn else 0)
                left[i, place] = cards
        finish_residues(left, level, value, taken, end, weight, float(prime), out)
        for place in range(size):
            hand, drawn = wanted[start + place] // 11, wanted[start + place] % 11 - 1
            cards = 0
            for i in range(VALUES):
                cards += int(left[i, place])
            chances_of(out, place, cards, prime, inverse, chances)
            row = VALUES if drawn < 0 else drawn
            own = total[hand] if drawn < 0 else 22
            win[hand, row], lose[hand, row] = settle_residues(chances, own, flags, prime)


@compiled
def bust_residues(
    left: NDArray[np.int64],
    cards: int,
    up: int,
    hand: int,
    drawn: int,
    flags: NDArray[np.int64],
    prime: int,
    inverse: Residues,
    win: Residues,
    lose: Residues,
) -> tuple[int, int]:
    if flags[BACK_TO_LIFE]:
        return win[hand, drawn], lose[hand, drawn]
    left[drawn] -= 1
    lost = alive_residue(left, cards - 1, up, flags, prime, inverse)
    left[drawn] += 1
    return 0, lost


@compiled
def worth_residues(
    shoe: NDArray[np.int64],
    up: int,
    extra: int,
    extra_count: int,
    kind: int,
    met: NDArray[np.bool_],
    needed: NDArray[np.bool_],
    action: NDArray[np.int8],
    flags: NDArray[np.int64],
    counts: NDArray[np.int64],
    total: NDArray[np.int64],
    child: NDArray[np.int64],
    free_double: NDArray[np.bool_],
    level: NDArray[np.int8],
    value: NDArray[np.int8],
    taken: NDArray[np.int8],
    end: NDArray[np.int8],
    weight: NDArray[np.float64],
    prime: int,
    inverse: Residues,
    worth: Residues,
) -> None:
    """What every hand that a strategy meets is worth under it, from the highest hand down."""
    hands = total.size
    left = np.empty(VALUES, dtype=np.int64)
    win = np.zeros((hands, VALUES + 1), dtype=np.int64)
    lose = np.zeros((hands, VALUES + 1), dtype=np.int64)
    wanted = np.empty(hands * 11, dtype=np.int64)
    at_risk = 1 - kind
    number = 0
    for hand in range(hands):
        if not (met[hand] or needed[hand]) or remaining(shoe, up, counts[hand], extra, extra_count, left) < 0:
            continue
        if needed[hand]:
            wanted[number] = hand * 11
            number += 1
        if flags[BACK_TO_LIFE] and met[hand] and action[hand] != STAND:
            for drawn in range(VALUES):
                if left[drawn] > 0 and child[hand, drawn] < 0:
                    wanted[number] = hand * 11 + 1 + drawn
                    number += 1
    standing_residues(
        shoe, up, extra, extra_count, wanted, number, flags, counts, total, level, value, taken, end, weight,
        prime, inverse, win, lose,
    )  # fmt: skip
    for hand in range(hands - 1, -1, -1):
        if not met[hand]:
            continue
        worth[hand] = 0
        cards = remaining(shoe, up, counts[hand], extra, extra_count, left)
        if cards < 0:
            continue
        if action[hand] == STAND:
            worth[hand] = (win[hand, VALUES] - at_risk * lose[hand, VALUES]) % prime
            continue
        double = action[hand] == DOUBLE
        paid = at_risk if free_double[hand] else at_risk + 1
        for drawn in range(VALUES):
            if left[drawn] == 0:
                continue
            after = child[hand, drawn]
            if after >= 0 and double:
                part = 2 * win[after, VALUES] - paid * lose[after, VALUES]
            elif after >= 0:
                part = worth[after]
            else:
                won, lost = bust_residues(left, cards, up, hand, drawn, flags, prime, inverse, win, lose)
                if double and not flags[BACK_DOUBLED]:
                    won, lost = 0, won + lost
                part = 2 * won - paid * lost if double else won - at_risk * lost
            chance = left[drawn] * inverse[cards] % prime
            worth[hand] = (worth[hand] + chance * (part % prime)) % prime


@compiled
def meets(
    roots: NDArray[np.bool_], action: NDArray[np.int8], child: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which hands a strategy meets from several first hands, and with which it may end."""
    met = roots.copy()
    needed = np.zeros(action.size, dtype=np.bool_)
    for hand in range(action.size):
        if not met[hand]:
            continue
        if action[hand] == STAND:
            needed[hand] = True
            continue
        for drawn in range(VALUES):
            after = child[hand, drawn]
            if after >= 0:
                if action[hand] == DOUBLE:
                    needed[after] = True
                else:
                    met[after] = True
    return met, needed


@compiled
def split_residues(
    shoe: NDArray[np.int64],
    up: int,
    pair: int,
    kind: int,
    removals: int,
    action: NDArray[np.int8],
    flags: NDArray[np.int64],
    counts: NDArray[np.int64],
    total: NDArray[np.int64],
    child: NDArray[np.int64],
    free_double: NDArray[np.bool_],
    level: NDArray[np.int8],
    value: NDArray[np.int8],
    taken: NDArray[np.int8],
    end: NDArray[np.int8],
    weight: NDArray[np.float64],
    prime: int,
    inverse: Residues,
    result: Residues,
) -> None:
    """One hand split from a pair, with k more of its value gone: over unpaired second cards, and over all."""
    root = child[0, pair]
    left = np.empty(VALUES, dtype=np.int64)
    worth = np.zeros(total.size, dtype=np.int64)
    met, needed = strategy_meets(root, action, child)
    met[root] = False
    for k in range(removals):
        worth_residues(
            shoe, up, pair, 1 + k, kind, met, needed, action, flags, counts, total, child, free_double,
            level, value, taken, end, weight, prime, inverse, worth,
        )  # fmt: skip
        result[k, 0] = result[k, 1] = 0
        cards = remaining(shoe, up, counts[root], pair, 1 + k, left)
        if cards <= 0:
            continue
        for drawn in range(VALUES):
            if left[drawn] == 0:
                continue
            part = left[drawn] * inverse[cards] % prime * worth[child[root, drawn]] % prime
            result[k, 1] = (result[k, 1] + part) % prime
            if drawn != pair:
                result[k, 0] = (result[k, 0] + part) % prime
