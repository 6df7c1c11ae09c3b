"""Simulated blackjack: fresh shoes, any solved strategy, every side bet counted along.

The kernel follows a strategy table hand by hand, so composition-dependent play is simulated as it was
solved. Two-card side bets follow from how often each pair of cards came; the others are counted by row.
After an exchange (ZAPPIT) the new hand is played as if the exchanged cards were still in the shoe, which
changes a few close doubles but not the edge in any digit that a simulation can show.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.games.twentyone import counting as twentyone
from croupier.hands.compiled import compiled
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.game import Solution
from croupier.odds.games.twentyone.hands import ACE, TEN, VALUES
from croupier.odds.games.twentyone.kernel import CHARLIE, DOUBLE, FREE, HIT, REAL, SPLIT, STAND, SURRENDER, ZAP
from croupier.odds.games.twentyone.solve import free_doubles, totals, up_table
from croupier.odds.simulate.streams import State, draw_pairs

HANDS_MOST = 8
AHEAD = 4  # pairs of cards drawn before a round begins
ZERO = 2 * HANDS_MOST  # code of a push: codes below are losses, above wins, in units
BLACKJACK_MIXED, BLACKJACK_RED, BLACKJACK_BLACK, SURRENDERED = range(2 * ZERO + 1, 2 * ZERO + 5)
CODES = SURRENDERED + 1

# Places in the vector of rules.
(TAKES_ALL, DOUBLE_AFTER_SPLIT, SPLIT_HANDS, SPLIT_ACE_HANDS, DRAW_TO_ACES, BACK_DOUBLED,
 PUSH_22_BLACKJACKS, EARLY_ACE, EARLY_TEN) = range(9)  # fmt: skip


class Strategy(msgspec.Struct, frozen=True):
    """A strategy as the kernel reads it."""

    options: NDArray[np.int64]
    by_up: NDArray[np.bool_]  # push on 22, back to life: rows by up card
    free_split: NDArray[np.bool_]
    free_double: NDArray[np.bool_]
    first: NDArray[np.int8]  # exchange allowed or not x up card x value x value
    action: NDArray[np.int8]  # kind x up card x hand
    draws: NDArray[np.bool_]  # kind x up card x hand: to draw if it cannot double
    child: NDArray[np.int16]
    total: NDArray[np.uint8]
    pair: NDArray[np.int16]
    dealer_next: NDArray[np.int16]


def strategy(solution: Solution) -> Strategy:
    """The optimal strategy of a solved game."""
    rules, hands = solution.rules, bh.hands()
    full = rules.shoe
    first = np.zeros((2, VALUES, VALUES, VALUES), dtype=np.int8)
    action = np.zeros((2, VALUES, len(hands.total)), dtype=np.int8)
    draws = np.zeros((2, VALUES, len(hands.total)), dtype=np.bool_)
    for deal in solution.deals:
        plain = {choice: value for choice, value in deal.values.items() if choice not in (ZAP, SURRENDER)}
        best = max(plain, key=lambda choice: plain[choice])
        for a, b in ((deal.first, deal.second), (deal.second, deal.first)):
            first[0, deal.up, a, b] = deal.choice
            first[1, deal.up, a, b] = best
    for up in range(VALUES):
        table = up_table(rules, full, up)
        for kind in (REAL, FREE):
            action[kind, up] = table.actions[kind]
            draws[kind, up] = table.hit[:, kind] > table.stand(kind)
    options = [
        rules.blackjack_takes_all, rules.double_after_split, rules.split_hands,
        rules.split_ace_hands, rules.draw_to_split_aces, rules.back_to_life_doubles, rules.push_22_blackjacks,
        ACE in rules.early_surrender, TEN in rules.early_surrender,
    ]  # fmt: skip
    by_up = np.array([[up in rules.push_22, up in rules.back_to_life] for up in range(VALUES)], dtype=np.bool_)
    return Strategy(
        options=np.array(options, dtype=np.int64),
        by_up=by_up,
        free_split=np.array([value in rules.free_splits for value in range(VALUES)], dtype=np.bool_),
        free_double=free_doubles(rules),
        first=first,
        action=action,
        draws=draws,
        child=hands.child.astype(np.int16),
        total=totals(rules).astype(np.uint8),
        pair=hands.pair.astype(np.int16),
        dealer_next=dealer_steps(rules.hits_soft_17),
    )


@compiled
def ready(state: State, shoe: NDArray[np.uint8], taken: int, drawn: int) -> int:
    """Have a card lie in place `taken` of the shoe; returns how many are drawn then."""
    return drawn if taken < drawn else draw_pairs(state, shoe, drawn, 1)


@compiled
def play_split(
    state: State,
    shoe: NDArray[np.uint8],
    taken: int,
    drawn: int,
    value: NDArray[np.uint8],
    up: int,
    splitting: int,
    options: NDArray[np.int64],
    free: bool,
    free_double: NDArray[np.bool_],
    action: NDArray[np.int8],
    draws: NDArray[np.bool_],
    child: NDArray[np.int16],
    total: NDArray[np.uint8],
    pair: NDArray[np.int16],
    ends: NDArray[np.int64],
) -> tuple[int, int, int, int]:
    """Play the hands of a split pair; rows of `ends` are total, units won, units lost, doubled.

    Returns the cards taken and drawn, the number of hands, and the units added to the original wager.
    """
    hands, waiting, done = 2, 2, 0
    added = 0 if free else 1
    limit = options[SPLIT_ACE_HANDS] if splitting == ACE else options[SPLIT_HANDS]
    while waiting > 0:
        kind = FREE if free and done > 0 else REAL
        drawn = ready(state, shoe, taken, drawn)
        card = value[shoe[taken]]
        taken += 1
        if card == splitting and hands < limit:
            hands += 1
            waiting += 1
            added += 0 if free else 1
            continue
        number = pair[splitting, card]
        move = action[kind, up, number]
        if move == DOUBLE and (splitting == ACE or not options[DOUBLE_AFTER_SPLIT]):
            move = HIT if draws[kind, up, number] else STAND
        if splitting == ACE and not options[DRAW_TO_ACES]:
            move = STAND
        won, lost, doubled = 1, 1 - kind, 0
        if move == DOUBLE:
            won, doubled = 2, 1
            if not free_double[number]:
                lost += 1
                added += 1
        final = int(total[number])
        while move != STAND:
            drawn = ready(state, shoe, taken, drawn)
            number = child[number, value[shoe[taken]]]
            taken += 1
            if number < 0:
                final = 22
                break
            final = int(total[number])
            move = STAND if doubled else action[kind, up, number]
        ends[done, 0], ends[done, 1], ends[done, 2], ends[done, 3] = final, won, lost, doubled
        done += 1
        waiting -= 1
    return taken, drawn, done, added


# The table's own rules of settlement, compiled.
against_dealer = compiled(twentyone.against_dealer)
back_to_life = compiled(twentyone.back_to_life)


@compiled
def settle_hand(
    own: int, won: int, lost: int, doubled: int, dealer: int, push_22: bool, lives: bool, doubled_lives: bool
) -> int:
    """The units that a hand wins or loses against a dealer without blackjack."""
    if own == CHARLIE:
        return won
    if own > 21 and lives and (not doubled or doubled_lives):
        outcome = back_to_life(dealer)
    else:
        outcome = against_dealer(own, False, dealer, False, push_22)
    return won if outcome == twentyone.WON else -lost if outcome == twentyone.LOST else 0


@compiled
def play(
    state: State,
    rounds: int,
    shoe: NDArray[np.uint8],
    given: bool,
    value: NDArray[np.uint8],
    three_cards: NDArray[np.uint8],
    options: NDArray[np.int64],
    by_up: NDArray[np.bool_],
    free_split: NDArray[np.bool_],
    free_double: NDArray[np.bool_],
    first_choice: NDArray[np.int8],
    action: NDArray[np.int8],
    draws: NDArray[np.bool_],
    child: NDArray[np.int16],
    total: NDArray[np.uint8],
    pair: NDArray[np.int16],
    dealer_next: NDArray[np.int16],
    nets: NDArray[np.int64],
    money: NDArray[np.int64],
    pairs: NDArray[np.int64],
    threes: NDArray[np.int64],
    dealer_busts: NDArray[np.int64],
    dealer_22: NDArray[np.int64],
    crowns: NDArray[np.int64],
    record: NDArray[np.uint8],
) -> None:
    """Play so many rounds, each from the whole shoe, or from the given cards dealt in order."""
    ends = np.zeros((HANDS_MOST, 4), dtype=np.int64)
    keep = record.size
    sides = three_cards.size > 0
    start = 0
    drawn = shoe.size
    added = 0
    doubled_lives = options[BACK_DOUBLED] != 0
    for i in range(rounds):
        taken = start
        if not given:
            drawn = draw_pairs(state, shoe, 0, AHEAD)
        card1, shown, card2, hole = shoe[taken], shoe[taken + 1], shoe[taken + 2], shoe[taken + 3]
        taken += 4
        first, second, up, under = value[card1], value[card2], value[shown], value[hole]
        dealer = dealer_next[dealer_next[0, up], under]
        dealer_blackjack = dealer == -21 and (up == ACE or under == ACE)
        if sides:
            pairs[(2704 if dealer_blackjack else 0) + card1 * 52 + card2] += 1
            threes[three_cards[(card1 * 52 + card2) * 52 + shown]] += 1
            if card1 ^ card2 == 4 and card1 >> 3 == 5 and shown ^ hole == 4 and shown >> 3 == 5:
                crowns[0] += 1
        code = -1
        hands = 0
        own, won, lost, doubled = 0, 1, 1, 0
        own_blackjack = first + second == TEN and (first == ACE or second == ACE)
        if own_blackjack:
            code = ZERO if dealer_blackjack else blackjack_code(card1, card2)
        elif first_choice[0, up, first, second] == SURRENDER:
            code = ZERO - 1 if dealer_blackjack and not gives_up_early(up, options) else SURRENDERED
        elif dealer_blackjack and not options[TAKES_ALL]:
            code = ZERO - 1
        else:
            choice = first_choice[0, up, first, second]
            if choice == ZAP:
                drawn = ready(state, shoe, taken + 1, drawn)
                first, second = value[shoe[taken]], value[shoe[taken + 1]]
                taken += 2
                choice = first_choice[1, up, first, second]
            if choice == SPLIT:
                taken, drawn, hands, more = play_split(
                    state, shoe, taken, drawn, value, up, first, options, free_split[first], free_double, action,
                    draws, child, total, pair, ends,
                )  # fmt: skip
                added += more
            else:
                number = pair[first, second]
                own = int(total[number])
                if choice == DOUBLE:
                    won, doubled = 2, 1
                    if not free_double[number]:
                        lost = 2
                        added += 1
                while choice != STAND:
                    drawn = ready(state, shoe, taken, drawn)
                    number = child[number, value[shoe[taken]]]
                    taken += 1
                    if number < 0:
                        own = 22
                        break
                    own = int(total[number])
                    choice = STAND if doubled else action[REAL, up, number]
        if code < 0 or sides or own_blackjack:
            cards = taken
            while dealer >= 0:
                drawn = ready(state, shoe, taken, drawn)
                dealer = dealer_next[dealer, value[shoe[taken]]]
                taken += 1
            dealer = -dealer
            if sides and dealer > 21:
                dealer_busts[min(taken - cards + 2, 8)] += 1
                if dealer == 22:
                    suits = (1 << (shown & 3)) | (1 << (hole & 3))
                    for place in range(cards, taken):
                        suits |= 1 << (shoe[place] & 3)
                    one_suit = suits & (suits - 1) == 0
                    one_colour = suits & 0b0110 == 0 or suits & 0b1001 == 0
                    dealer_22[2 if one_suit else 1 if one_colour else 0] += 1
        if code < 0:
            push_22, lives = by_up[up, 0], by_up[up, 1]
            if hands == 0:
                net = (
                    -lost
                    if dealer_blackjack
                    else settle_hand(own, won, lost, doubled, dealer, push_22, lives, doubled_lives)
                )
            else:
                net = 0
                for j in range(hands):
                    net += (
                        -ends[j, 2]
                        if dealer_blackjack
                        else settle_hand(
                            ends[j, 0], ends[j, 1], ends[j, 2], ends[j, 3], dealer, push_22, lives, doubled_lives
                        )
                    )
            code = ZERO + net
        elif own_blackjack and dealer == 22 and options[PUSH_22_BLACKJACKS] and by_up[up, 0]:
            code = ZERO
        nets[code] += 1
        if i < keep:
            record[i] = code
        if given:
            start = taken
    money[0] += added


@compiled
def gives_up_early(up: int, options: NDArray[np.int64]) -> bool:
    """Whether a hand is surrendered against this up card before the dealer looks for a blackjack."""
    return (up == ACE and options[EARLY_ACE] != 0) or (up == TEN and options[EARLY_TEN] != 0)


@compiled
def blackjack_code(card1: int, card2: int) -> int:
    """Which blackjack two cards make: black, red or mixed (diamonds and hearts are suits 1 and 2)."""
    red1 = (card1 & 3) in (1, 2)
    red2 = (card2 & 3) in (1, 2)
    if red1 != red2:
        return BLACKJACK_MIXED
    return BLACKJACK_RED if red1 else BLACKJACK_BLACK


def dealer_steps(hits_soft_17: bool) -> NDArray[np.int16]:
    """The dealer's hands as a table of steps: hand x value drawn -> next hand, or his total negated.

    Hand 0 holds no card.
    """
    start = (0, 0)
    numbers: dict[tuple[int, int], int] = {start: 0}
    rows: list[list[int]] = []
    waiting = [start]
    while waiting:
        hard, aces = waiting.pop(0)
        row: list[int] = []
        for value in range(VALUES):
            after = (hard + value + 1, min(1, aces + (value == ACE)))
            total = bh.better_total(*after)
            if not twentyone.dealer_draws(total, total != after[0], not hits_soft_17):
                row.append(-total)
                continue
            if after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
            row.append(numbers[after])
        rows.append(row)
    return np.array(rows, dtype=np.int16)
