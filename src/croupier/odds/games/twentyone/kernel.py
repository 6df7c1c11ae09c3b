"""The compiled part of the blackjack analysis: one up card, one shoe.

All chances are joint with "the dealer has no blackjack" when he checks for it, so that they add up over
draws without conditioning; dividing by that chance gives what a player at the table would be told.
A hand is played for what it wins and what it loses: an ordinary one for one and one, a hand split with
the house's money for one and nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.games.twentyone.hands import ACE, DEALER_22, DEALER_BLACKJACK, DEALER_ENDS, TEN, VALUES

STAND, HIT, DOUBLE, SPLIT, SURRENDER, ZAP = range(6)
REAL, FREE = 0, 1
KINDS = 2
LONGEST = 24  # more cards than any dealer's hand holds
BATCH = 64

CHARLIE = 23  # stands for the total of a hand that has won by the number of its cards

# Places in the vector of flags.
PUSH_22, TAKES_ALL, BACK_TO_LIFE, BACK_DOUBLED, HOLE = range(5)
UNSEEN = -1  # the dealer's hole card, where nobody has seen it


@compiled
def finish_chances(
    left: NDArray[np.float64],
    level: NDArray[np.int8],
    value: NDArray[np.int8],
    taken: NDArray[np.int8],
    end: NDArray[np.int8],
    weight: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """How the dealer ends, for a batch of shoes at once: `left` is value x shoe, `out` end x shoe.

    The loop over shoes is innermost so that it runs in the processor's vector units.
    """
    product = np.empty((LONGEST, BATCH))
    share = np.zeros((LONGEST, BATCH))
    for shoe in range(BATCH):
        cards = 0.0
        for i in range(VALUES):
            cards += left[i, shoe]
        for depth in range(1, LONGEST):
            if cards - depth + 1 > 0:
                share[depth, shoe] = 1.0 / (cards - depth + 1)
        product[0, shoe] = 1.0
    out[:] = 0.0
    for i in range(level.size):
        depth, card, gone, finish = level[i], value[i], float(taken[i]), end[i]
        if finish >= 0:
            orders = weight[i]
            for shoe in range(BATCH):
                here = product[depth - 1, shoe] * ((left[card, shoe] - gone) * share[depth, shoe])
                product[depth, shoe] = here
                out[finish, shoe] += orders * here
        else:
            for shoe in range(BATCH):
                product[depth, shoe] = product[depth - 1, shoe] * ((left[card, shoe] - gone) * share[depth, shoe])


@compiled
def no_blackjack(left: NDArray[np.int64], cards: int, up: int) -> float:
    """The chance that the dealer's hole card does not give him blackjack."""
    if up == ACE:
        return 1.0 - float(left[TEN]) / cards
    if up == TEN:
        return 1.0 - float(left[ACE]) / cards
    return 1.0


@compiled
def goes_on(left: NDArray[np.int64], cards: int, up: int, flags: NDArray[np.int64]) -> float:
    """The chance that a hand is played: no blackjack, or where the hole card was seen, that it is this one."""
    if flags[HOLE] != UNSEEN:
        return float(left[flags[HOLE]]) / cards
    return no_blackjack(left, cards, up)


@compiled
def remaining(
    shoe: NDArray[np.int64], up: int, hand: NDArray[np.int64], extra: int, extra_count: int, left: NDArray[np.int64]
) -> int:
    """Fill in the cards left without the up card, a hand and some more of one value; -1 if impossible."""
    cards = 0
    for i in range(VALUES):
        left[i] = shoe[i] - hand[i]
        if i == up:
            left[i] -= 1
        if i == extra:
            left[i] -= extra_count
        if left[i] < 0:
            return -1
        cards += left[i]
    return cards


@compiled
def settle(out: NDArray[np.float64], shoe: int, total: int, flags: NDArray[np.int64]) -> tuple[float, float]:
    """Chances that a hand of this total wins and loses; above 21 it can win only back to life."""
    win = 0.0
    lose = 0.0
    if total == CHARLIE:
        for end in range(DEALER_22 + 1):
            win += out[end, shoe]
    elif total > 21:
        for end in range(DEALER_22 + 1):
            lose += out[end, shoe]
    else:
        for end in range(DEALER_22):
            if end + 17 < total:
                win += out[end, shoe]
            elif end + 17 > total:
                lose += out[end, shoe]
        if not flags[PUSH_22]:
            win += out[DEALER_22, shoe]
    for end in range(DEALER_22 + 1, DEALER_BLACKJACK):
        win += out[end, shoe]
    if flags[TAKES_ALL]:
        lose += out[DEALER_BLACKJACK, shoe]
    return win, lose


@compiled
def standing(
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
    win: NDArray[np.float64],
    lose: NDArray[np.float64],
) -> None:
    """Chances of standing with the first `number` wanted hands.

    A wanted hand is `hand * 11`, or `hand * 11 + 1 + drawn` for a hand that busts by drawing a value: its
    chances then stand in row `drawn` of `win` and `lose`, else in row 10.
    """
    left = np.zeros((VALUES, BATCH))
    out = np.empty((DEALER_ENDS, BATCH))
    for start in range(0, number, BATCH):
        size = min(BATCH, number - start)
        for place in range(size):
            hand, drawn = wanted[start + place] // 11, wanted[start + place] % 11 - 1
            for i in range(VALUES):
                cards = shoe[i] - counts[hand, i]
                if i == up:
                    cards -= 1
                if i == extra:
                    cards -= extra_count
                if i == drawn:
                    cards -= 1
                left[i, place] = cards
        finish_chances(left, level, value, taken, end, weight, out)
        for place in range(size):
            hand, drawn = wanted[start + place] // 11, wanted[start + place] % 11 - 1
            if drawn < 0:
                win[hand, VALUES], lose[hand, VALUES] = settle(out, place, total[hand], flags)
            else:
                win[hand, drawn], lose[hand, drawn] = settle(out, place, 22, flags)


@compiled
def bust_chances(
    left: NDArray[np.int64],
    cards: int,
    up: int,
    hand: int,
    drawn: int,
    flags: NDArray[np.int64],
    win: NDArray[np.float64],
    lose: NDArray[np.float64],
) -> tuple[float, float]:
    """Chances of a hand that busts by drawing a value, from the cards left before it was drawn."""
    if flags[BACK_TO_LIFE]:
        return win[hand, drawn], lose[hand, drawn]
    if flags[TAKES_ALL]:
        return 0.0, 1.0
    left[drawn] -= 1
    lost = goes_on(left, cards - 1, up, flags)
    left[drawn] += 1
    return 0.0, lost


@compiled
def solve_up(
    shoe: NDArray[np.int64],
    up: int,
    flags: NDArray[np.int64],
    counts: NDArray[np.int64],
    total: NDArray[np.int64],
    number_of_cards: NDArray[np.int64],
    child: NDArray[np.int64],
    free_double: NDArray[np.bool_],
    level: NDArray[np.int8],
    value: NDArray[np.int8],
    taken: NDArray[np.int8],
    end: NDArray[np.int8],
    weight: NDArray[np.float64],
    win: NDArray[np.float64],
    lose: NDArray[np.float64],
    alive: NDArray[np.float64],
    hit: NDArray[np.float64],
    double: NDArray[np.float64],
    play: NDArray[np.float64],
) -> None:
    """Value of standing, drawing and doubling with every hand, from the highest hand down.

    The last column of `win` and `lose` are the chances of standing; `alive` is the chance of no dealer's
    blackjack, zero for hands that this shoe cannot hold. `hit`, `double` and `play` have a column for each
    kind of hand.
    """
    hands = total.size
    left = np.empty(VALUES, dtype=np.int64)
    wanted = np.empty(hands * 11, dtype=np.int64)
    number = 0
    for hand in range(hands):
        cards = remaining(shoe, up, counts[hand], -1, 0, left)
        alive[hand] = 0.0
        if cards < 0:
            continue
        alive[hand] = 1.0 if flags[TAKES_ALL] or cards == 0 else goes_on(left, cards, up, flags)
        wanted[number] = hand * 11
        number += 1
        if flags[BACK_TO_LIFE] and total[hand] < 21:
            for drawn in range(VALUES):
                if left[drawn] > 0 and child[hand, drawn] < 0:
                    wanted[number] = hand * 11 + 1 + drawn
                    number += 1
    standing(shoe, up, -1, 0, wanted, number, flags, counts, total, level, value, taken, end, weight, win, lose)
    for hand in range(hands - 1, -1, -1):
        if alive[hand] == 0.0:
            continue
        for kind in range(KINDS):
            play[hand, kind] = win[hand, VALUES] - (1.0 - kind) * lose[hand, VALUES]
        cards = remaining(shoe, up, counts[hand], -1, 0, left)
        if total[hand] >= 21 or cards == 0:
            continue
        two_cards = number_of_cards[hand] == 2
        sums = np.zeros(6)  # drawn: real, free; doubled: win, lose; bust: win, lose
        for drawn in range(VALUES):
            if left[drawn] == 0:
                continue
            chance = left[drawn] / cards
            after = child[hand, drawn]
            if after >= 0:
                sums[0] += chance * play[after, REAL]
                sums[1] += chance * play[after, FREE]
                sums[2] += chance * win[after, VALUES]
                sums[3] += chance * lose[after, VALUES]
            else:
                won, lost = bust_chances(left, cards, up, hand, drawn, flags, win, lose)
                sums[4] += chance * won
                sums[5] += chance * lost
        for kind in range(KINDS):
            at_risk = 1.0 - kind
            hit[hand, kind] = sums[kind] + sums[4] - at_risk * sums[5]
            if two_cards:
                doubled = at_risk if free_double[hand] else at_risk + 1.0
                won, lost = sums[2] + sums[4], sums[3] + sums[5]
                if not flags[BACK_DOUBLED]:
                    won, lost = won - sums[4], lost + sums[4]
                double[hand, kind] = 2.0 * won - doubled * lost
            play[hand, kind] = max(play[hand, kind], hit[hand, kind])


@compiled
def split_up(
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
    result: NDArray[np.float64],
) -> None:
    """One hand split from a pair, played by a fixed strategy, when more of the pair's value are gone.

    Row k of `result` holds, with k further cards of the value removed beside the pair: the value and the
    money doubled on the hand over second cards that do not pair, then over all second cards.
    """
    hands = total.size
    root = child[0, pair]
    left = np.empty(VALUES, dtype=np.int64)
    win = np.zeros((hands, VALUES + 1))
    lose = np.zeros((hands, VALUES + 1))
    worth = np.zeros(hands)
    doubled = np.zeros(hands)
    wanted = np.empty(hands * 11, dtype=np.int64)
    at_risk = 1.0 - kind
    met, needed = strategy_meets(root, action, child)
    for k in range(removals):
        number = 0
        for hand in range(root + 1, hands):
            if not (met[hand] or needed[hand]) or remaining(shoe, up, counts[hand], pair, 1 + k, left) < 0:
                continue
            if needed[hand]:
                wanted[number] = hand * 11
                number += 1
            if flags[BACK_TO_LIFE] and met[hand] and action[hand] != STAND:
                for drawn in range(VALUES):
                    if left[drawn] > 0 and child[hand, drawn] < 0:
                        wanted[number] = hand * 11 + 1 + drawn
                        number += 1
        standing(
            shoe, up, pair, 1 + k, wanted, number, flags, counts, total, level, value, taken, end, weight, win, lose
        )
        for hand in range(hands - 1, root, -1):
            if not met[hand]:
                continue
            cards = remaining(shoe, up, counts[hand], pair, 1 + k, left)
            worth[hand] = 0.0
            doubled[hand] = 0.0
            if cards < 0:
                continue
            if action[hand] == STAND:
                worth[hand] = win[hand, VALUES] - at_risk * lose[hand, VALUES]
                continue
            double = action[hand] == DOUBLE
            paid = at_risk if free_double[hand] else at_risk + 1.0
            for drawn in range(VALUES):
                if left[drawn] == 0:
                    continue
                chance = left[drawn] / cards
                after = child[hand, drawn]
                if after >= 0 and double:
                    worth[hand] += chance * (2.0 * win[after, VALUES] - paid * lose[after, VALUES])
                elif after >= 0:
                    worth[hand] += chance * worth[after]
                    doubled[hand] += chance * doubled[after]
                else:
                    won, lost = bust_chances(left, cards, up, hand, drawn, flags, win, lose)
                    if double and not flags[BACK_DOUBLED]:
                        won, lost = 0.0, won + lost
                    worth[hand] += chance * ((2.0 * won - paid * lost) if double else (won - at_risk * lost))
            if double:
                alive = 1.0 if flags[TAKES_ALL] else goes_on(left, cards, up, flags)
                doubled[hand] = (paid - at_risk) * alive
        for column in range(4):
            result[k, column] = 0.0
        cards = remaining(shoe, up, counts[root], pair, 1 + k, left)
        if cards <= 0:
            continue
        for drawn in range(VALUES):
            if left[drawn] == 0:
                continue
            chance = left[drawn] / cards
            after = child[root, drawn]
            result[k, 2] += chance * worth[after]
            result[k, 3] += chance * doubled[after]
            if drawn != pair:
                result[k, 0] += chance * worth[after]
                result[k, 1] += chance * doubled[after]


@compiled
def strategy_meets(
    root: int, action: NDArray[np.int8], child: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which hands a strategy comes to decide from a single card, and with which it may end."""
    met = np.zeros(action.size, dtype=np.bool_)
    needed = np.zeros(action.size, dtype=np.bool_)
    met[root] = True
    for hand in range(root, action.size):
        if not met[hand]:
            continue
        if hand != root and action[hand] == STAND:
            needed[hand] = True
            continue
        for drawn in range(VALUES):
            after = child[hand, drawn]
            if after >= 0:
                if hand != root and action[hand] == DOUBLE:
                    needed[after] = True
                else:
                    met[after] = True
    return met, needed
