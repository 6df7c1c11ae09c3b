"""Blackjack at many tables at once, compiled: one seat against the dealer, each round from a whole shuffled shoe.

A table is one record. `croupier.games.twentyone` is the authority: tests deal the same cards through both and compare
every question, mask, view and result.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games.twentyone import counting
from croupier.hands.compiled import compiled
from croupier.odds.simulate.streams import State, below

HANDS_MOST, WIDTH, CARDS_MOST = 8, 24, 8 * 52
EMPTY, FACE_DOWN = -1, 53
ACE = 12
NOTHING, WAGERS, CHOICE, SIZE = range(4)  # what is asked, as `seeing.ASKED` counts it
OPEN, STOOD, BUST, PAID = range(4)  # how a hand stands
INSURANCE, DOUBLE = 0, 1  # what a size is asked for

# Places in the vector of rules.
(CARDS, STAKE, CHIP, STANDS_SOFT_17, PUSHES_22, READER, SPLIT_HANDS, ACE_HANDS, DOUBLES, EQUAL_RANK, BURNS, UP,
 PAYOUT_UNIT, STAGE_BETTING, STAGE_INSURANCE, STAGE_DECISIONS, CHIPS, HIDES) = range(18)  # fmt: skip
ANY_TWO, HARD_9_TO_11, HARD_10_OR_11 = range(3)
# Rows of what is paid, numerator and denominator; and of the places of the stakes in what is seen.
BASE, NATURAL, DOUBLED, SPLITTED, INSURED = range(5)
# Moves; those after `double-less` move up by one where the house does not offer a double face down.
STAND, HIT, DO_DOUBLE, DO_SPLIT, DOUBLE_LESS, DOUBLE_HIDDEN, NONE, LEAST, MOST, COLLECT = range(10)

TABLE = np.dtype(
    [
        ("shoe", np.uint8, (CARDS_MOST,)),
        ("own", np.int8, (HANDS_MOST, WIDTH)),
        ("dealer", np.int8, (WIDTH,)),
        ("count", np.int64, (HANDS_MOST,)),  # cards of each hand
        ("low", np.int64, (HANDS_MOST,)),  # points with aces as one
        ("aces", np.int64, (HANDS_MOST,)),
        ("state", np.int64, (HANDS_MOST,)),
        ("split", np.int64, (HANDS_MOST,)),
        ("double", np.int64, (HANDS_MOST,)),  # cents of a double
        ("doubled", np.int64, (HANDS_MOST,)),
        ("hidden", np.int64, (HANDS_MOST,)),
        ("hands", np.int64),
        ("hand", np.int64),
        ("taken", np.int64),
        ("dealt", np.int64),  # cards of the dealer
        ("shown", np.int64),  # whether the hole card has been turned
        ("insurance", np.int64),
        ("net", np.int64),
        ("told", np.int64),
        ("asked", np.int64),
        ("size_for", np.int64),
        ("given", np.int64),  # the shoe lies as it was given
        ("over", np.int64),
        ("collect", np.int64),
    ]
)
RuleNumbers = NDArray[np.int64]
Pays = NDArray[np.int64]
Mask = NDArray[np.int8]

dealer_draws = compiled(counting.dealer_draws)
against_dealer = compiled(counting.against_dealer)


@compiled
def points(card: int) -> int:
    """With an ace as one."""
    rank = card >> 2
    return 1 if rank == ACE else 10 if rank >= 8 else rank + 2


@compiled
def best(low: int, aces: int) -> int:
    return low + 10 if aces > 0 and low + 10 <= 21 else low


@compiled
def draw(table: Any, state: State, rules: RuleNumbers) -> int:
    """The next card of the shoe: as it lies, or any that is left."""
    taken = table.taken
    if not table.given:
        place = taken + below(state, rules[CARDS] - taken)
        card = table.shoe[place]
        table.shoe[place] = table.shoe[taken]
        table.shoe[taken] = card
    table.taken = taken + 1
    return int(table.shoe[taken])


@compiled
def take(table: Any, hand: int, card: int) -> None:
    """A card comes to one of the seat's hands."""
    if table.count[hand] < WIDTH:
        table.own[hand, table.count[hand]] = card
    table.count[hand] += 1
    table.low[hand] += points(card)
    table.aces[hand] += card >> 2 == ACE


@compiled
def new_hand(table: Any, hand: int) -> None:
    table.count[hand] = table.low[hand] = table.aces[hand] = table.state[hand] = 0
    table.split[hand] = table.double[hand] = table.doubled[hand] = table.hidden[hand] = 0
    for place in range(WIDTH):
        table.own[hand, place] = EMPTY


@compiled
def deal(table: Any, state: State, rules: RuleNumbers, pays: Pays) -> None:
    """A round up to the seat's first question."""
    table.taken = rules[BURNS] if table.given else 0  # of a shoe in random order a burned card is any card
    table.hands, table.hand, table.dealt, table.shown = 1, 0, 2, 0
    table.insurance = table.net = table.told = table.over = table.collect = 0
    new_hand(table, 0)
    for place in range(WIDTH):
        table.dealer[place] = EMPTY
    for number in range(2):
        take(table, 0, draw(table, state, rules))
        table.dealer[number] = draw(table, state, rules)
    up = table.dealer[rules[UP]]
    if up >> 2 == ACE:
        table.asked, table.size_for = SIZE, INSURANCE
        return
    peek(table, state, rules, pays)


@compiled
def dealer_natural(table: Any) -> bool:
    first, second = points(table.dealer[0]), points(table.dealer[1])
    return table.dealt == 2 and first + second == 11 and (first == 1 or second == 1)


@compiled
def natural(table: Any, hand: int) -> bool:
    return table.count[hand] == 2 and table.low[hand] == 11 and table.aces[hand] == 1 and not table.split[hand]


@compiled
def peek(table: Any, state: State, rules: RuleNumbers, pays: Pays) -> None:
    """Where a reader tells, a blackjack of the dealer ends the round before anybody draws."""
    up = points(table.dealer[rules[UP]])
    if rules[READER] and up in (1, 10):
        if dealer_natural(table):
            table.shown = 1
            settle(table, rules, pays)
            return
        table.net -= table.insurance
        table.insurance = 0
    go_on(table, state, rules, pays)


@compiled
def go_on(table: Any, state: State, rules: RuleNumbers, pays: Pays) -> None:
    """To the next hand that has something to decide, or to the dealer's turn."""
    while table.hand < table.hands:
        hand = table.hand
        if table.state[hand] == OPEN and table.count[hand] < 2:
            take(table, hand, draw(table, state, rules))
            if one_card_only(table, hand) and not may_split(table, rules, hand):
                table.state[hand] = STOOD
        if table.state[hand] == OPEN and natural(table, hand):
            unknown = not rules[READER] and points(table.dealer[rules[UP]]) in (1, 10)
            table.state[hand] = STOOD if unknown else PAID
            if not unknown:
                table.net += profit(rules, pays, NATURAL, rules[STAKE])
        if table.state[hand] == OPEN and best(table.low[hand], table.aces[hand]) >= 21:
            table.state[hand] = STOOD
        if table.state[hand] == OPEN:
            table.asked = CHOICE
            return
        table.hand += 1
    table.hand = 0
    dealers_turn(table, state, rules)
    settle(table, rules, pays)


@compiled
def one_card_only(table: Any, hand: int) -> bool:
    """An ace of a split pair gets one card and no more."""
    return table.split[hand] and table.own[hand, 0] >> 2 == ACE  # type: ignore[no-any-return]


@compiled
def may_double(table: Any, rules: RuleNumbers, hand: int) -> bool:
    if table.count[hand] != 2:
        return False
    if rules[DOUBLES] == ANY_TWO:
        return True
    least = 9 if rules[DOUBLES] == HARD_9_TO_11 else 10
    low = table.low[hand]
    return not (table.aces[hand] > 0 and low + 10 <= 21) and least <= low <= 11


@compiled
def may_split(table: Any, rules: RuleNumbers, hand: int) -> bool:
    if table.count[hand] != 2 or table.hands >= rules[SPLIT_HANDS]:
        return False
    first, second = table.own[hand, 0], table.own[hand, 1]
    if points(first) != points(second) or (rules[EQUAL_RANK] and first >> 2 != second >> 2):
        return False
    return first >> 2 != ACE or table.hands < rules[ACE_HANDS]  # type: ignore[no-any-return]


@compiled
def find_moves(table: Any, rules: RuleNumbers, mask: Mask) -> None:
    mask[:] = 0
    after = 0 if rules[HIDES] else -1
    if table.over:
        mask[COLLECT + after] = table.collect
        return
    if table.asked == SIZE:
        least, most = sizes(table, rules)
        mask[NONE + after] = table.size_for == INSURANCE
        mask[LEAST + after] = 1
        mask[MOST + after] = most > least
        return
    hand = table.hand
    mask[STAND] = 1
    if not one_card_only(table, hand):
        mask[HIT] = 1
        if may_double(table, rules, hand):
            mask[DO_DOUBLE] = 1
            mask[DOUBLE_LESS] = rules[STAKE] >= 2 * rules[CHIP]
            if rules[HIDES]:
                mask[DOUBLE_HIDDEN] = 1
    if may_split(table, rules, hand):
        mask[DO_SPLIT] = 1


@compiled
def sizes(table: Any, rules: RuleNumbers) -> tuple[int, int]:
    """The least and the most of the wager that is asked for."""
    chip, stake = rules[CHIP], rules[STAKE]
    if table.size_for == INSURANCE:
        return chip, -(-stake // (2 * chip)) * chip
    most = stake - chip
    return chip, most - most % chip


@compiled
def play(table: Any, state: State, rules: RuleNumbers, pays: Pays, move: int) -> None:
    """Make a move that is open."""
    if not rules[HIDES] and move > DOUBLE_LESS:
        move += 1
    hand = table.hand
    if table.asked == SIZE:
        least, most = sizes(table, rules)
        cents = 0 if move == NONE else least if move == LEAST else most
        if table.size_for == INSURANCE:
            table.insurance = cents
            peek(table, state, rules, pays)
            return
        double(table, state, rules, cents, 0)
    elif move == STAND:
        table.state[hand] = STOOD
    elif move == HIT:
        take(table, hand, draw(table, state, rules))
        if table.low[hand] > 21:
            table.state[hand] = BUST
    elif move == DO_SPLIT:
        split(table)
    elif move == DOUBLE_LESS:
        table.asked, table.size_for = SIZE, DOUBLE
        return
    else:
        double(table, state, rules, rules[STAKE], move == DOUBLE_HIDDEN)
    go_on(table, state, rules, pays)


@compiled
def double(table: Any, state: State, rules: RuleNumbers, cents: int, hidden: int) -> None:
    hand = table.hand
    table.double[hand], table.doubled[hand], table.hidden[hand] = cents, 1, hidden
    take(table, hand, draw(table, state, rules))
    table.state[hand] = BUST if table.low[hand] > 21 and not hidden else STOOD


@compiled
def split(table: Any) -> None:
    """The second card becomes a hand of its own, next to the first."""
    hand = table.hand
    for k in range(table.hands, hand + 1, -1):
        new_hand(table, k)
        table.own[k, 0] = table.own[k - 1, 0]
        table.count[k], table.low[k] = table.count[k - 1], table.low[k - 1]
        table.aces[k], table.split[k] = table.aces[k - 1], table.split[k - 1]
    card, first = table.own[hand, 1], table.own[hand, 0]
    new_hand(table, hand)
    new_hand(table, hand + 1)
    take(table, hand, first)
    take(table, hand + 1, card)
    table.split[hand] = table.split[hand + 1] = 1
    table.hands += 1


@compiled
def dealers_turn(table: Any, state: State, rules: RuleNumbers) -> None:
    """He draws as the layout says, unless nothing depends on it."""
    table.shown = 1
    live = False
    for hand in range(table.hands):
        live = live or (table.state[hand] == STOOD and not natural(table, hand))
    low = points(table.dealer[0]) + points(table.dealer[1])
    aces = (table.dealer[0] >> 2 == ACE) + (table.dealer[1] >> 2 == ACE)
    while live:
        total = best(low, aces)
        if not dealer_draws(total, total != low, rules[STANDS_SOFT_17] != 0):
            return
        card = draw(table, state, rules)
        table.dealer[table.dealt] = card
        table.dealt += 1
        low += points(card)
        aces += card >> 2 == ACE


@compiled
def profit(rules: RuleNumbers, pays: Pays, row: int, cents: int) -> int:
    """What a winning wager is paid, in the coins that the house pays out."""
    unit = rules[PAYOUT_UNIT]
    return pays[row, 0] * cents // (pays[row, 1] * unit) * unit  # type: ignore[no-any-return]


@compiled
def settle(table: Any, rules: RuleNumbers, pays: Pays) -> None:
    """Every wager that is left; a blackjack of the dealer takes the original one only."""
    low, aces = 0, 0
    for place in range(table.dealt):
        low += points(table.dealer[place])
        aces += table.dealer[place] >> 2 == ACE
    dealers, theirs, stake = best(low, aces), dealer_natural(table), rules[STAKE]
    if table.insurance:
        table.net += profit(rules, pays, INSURED, table.insurance) if theirs else -table.insurance
    for hand in range(table.hands):
        if table.state[hand] == PAID:
            continue
        own = best(table.low[hand], table.aces[hand])
        code = against_dealer(own, natural(table, hand), dealers, theirs, rules[PUSHES_22] != 0)
        if theirs:
            table.net -= stake if hand == 0 and code == counting.LOST else 0
        elif code == counting.BLACKJACK:
            table.net += profit(rules, pays, NATURAL, stake)
        elif code == counting.WON:
            table.net += profit(rules, pays, BASE if hand == 0 else SPLITTED, stake)
            table.net += profit(rules, pays, DOUBLED, table.double[hand])
        elif code == counting.LOST:
            table.net -= stake + table.double[hand]
    table.insurance = 0
    table.over, table.asked = 1, NOTHING


@compiled
def look(table: Any, rules: RuleNumbers, slots: NDArray[np.int64], seen: Any) -> None:
    """What the seat sees; `slots` are the places of the wagers in the vector of stakes."""
    stake, done = rules[STAKE], table.over != 0
    asked = table.asked
    insuring = asked == SIZE and table.size_for == INSURANCE
    seen.stage = rules[STAGE_BETTING] if done else rules[STAGE_INSURANCE] if insuring else rules[STAGE_DECISIONS]
    seen.asked = asked
    seen.hand = 0 if done else table.hand
    for hand in range(seen.own.shape[0]):
        here = hand < table.hands
        for place in range(WIDTH):
            seen.own[hand, place] = table.own[hand, place] if here else EMPTY
        if here and table.hidden[hand] and not done:
            seen.own[hand, 2] = FACE_DOWN
        seen.own_marks[hand, :] = 0
        if here:
            seen.own_marks[hand, 0], seen.own_marks[hand, 1] = table.split[hand], table.doubled[hand]
    for place in range(WIDTH):
        seen.dealer[place] = table.dealer[place]
    if not table.shown:
        seen.dealer[1 - rules[UP]] = FACE_DOWN
    seen.table[:, :] = EMPTY
    seen.marks[:] = 0
    seen.stakes[:] = 0
    laid = 0
    if not done:
        doubles = 0
        for hand in range(table.hands):
            doubles += table.double[hand]
        seen.stakes[slots[BASE]] = stake
        seen.stakes[slots[DOUBLED]] = doubles
        seen.stakes[slots[SPLITTED]] = stake * (table.hands - 1)
        seen.stakes[slots[INSURED]] = table.insurance
        laid = stake * table.hands + doubles + table.insurance
    seen.chips[0] = rules[CHIPS] + table.net - laid


@compiled
def begin(table: Any, state: State, rules: RuleNumbers, pays: Pays, mask: Mask, given: int) -> None:
    table.given = given
    deal(table, state, rules, pays)
    table.collect = table.over
    find_moves(table, rules, mask)


@compiled
def reset_all(
    tables: Any, states: NDArray[np.uint64], rules: RuleNumbers, pays: Pays, slots: NDArray[np.int64],
    masks: NDArray[np.int8], seen: Any, which: NDArray[np.bool_], given: int,
) -> None:  # fmt: skip
    for k in range(tables.size):
        if which[k]:
            begin(tables[k], states[k], rules, pays, masks[k], given)
        look(tables[k], rules, slots, seen[k])


@compiled
def step_all(
    tables: Any, states: NDArray[np.uint64], rules: RuleNumbers, pays: Pays, slots: NDArray[np.int64],
    moves: NDArray[np.int64], masks: NDArray[np.int8], seen: Any, last: Any, nets: NDArray[np.int64],
    rewards: NDArray[np.float64], done: NDArray[np.bool_],
) -> None:  # fmt: skip
    """One move at each table. A round that is over is followed by the next at once; `last` keeps how it ended."""
    for k in range(tables.size):
        table, mask, move = tables[k], masks[k], moves[k]
        rewards[k], done[k], nets[k] = 0.0, False, 0
        if 0 <= move < mask.size and mask[move]:
            if not table.over:
                play(table, states[k], rules, pays, move)
            nets[k] = table.net - table.told
            rewards[k] = nets[k] / rules[STAKE]
            table.told = table.net
            if table.over:
                done[k] = True
                table.collect = 0
                look(table, rules, slots, last[k])
                begin(table, states[k], rules, pays, mask, 0)
            else:
                find_moves(table, rules, mask)
        look(table, rules, slots, seen[k])
