"""Hold'em by boards: on one board, how every two-card hand stands against all hands of the dealer.

All hands are ranked once. How many of the dealer's hands lie below a player's hand is then the number
of all hands below it, less those that hold one of the player's two cards.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import PAIR, SIZE, Array, best_five_unsuited, category_of, flush_value, rank_counts
from croupier.odds.games.cards.deals import (
    CHOOSE,
    HOLES,
    SUIT_ORDERS,
    all_sets,
    permuted_holes,
    standard_sets,
    suit_masks,
)

DEALER_HANDS = 990  # C(45, 2): seven cards are with the player and on the board
HANDS_ON_BOARD = 1081  # C(47, 2)
RANK_PAIRS = 91
MOST_VALUES = RANK_PAIRS + 64

# Columns of a board's report.
HOLE, WIN, TIE, LOSS, WIN_IDLE, LOSS_IDLE, CATEGORY = range(7)
COLUMNS = 7


class Standings(NamedTuple):
    """Working space for one board, so that nothing is allocated in the loop over boards."""

    values: Array
    dense: Array
    pair: Array
    below: Array
    below_card: Array
    same_card: Array
    held: Array
    holes: Array
    report: Array


def standings() -> Standings:
    return Standings(
        values=np.zeros(MOST_VALUES, np.int64),
        dense=np.zeros(MOST_VALUES, np.int64),
        pair=np.zeros((13, 13), np.int64),
        below=np.zeros(MOST_VALUES + 1, np.int64),
        below_card=np.zeros((52, MOST_VALUES + 1), np.int32),
        same_card=np.zeros((52, MOST_VALUES + 1), np.int32),
        held=np.zeros(MOST_VALUES + 1, np.int64),
        holes=np.zeros((HANDS_ON_BOARD, 3), np.int64),
        report=np.zeros((HANDS_ON_BOARD, COLUMNS), np.int64),
    )


@compiled
def _unsuited_values(masks: Array, space: Standings) -> int:
    """Value the board with each pair of ranks; return how many values there are."""
    ones, twos, threes, fours = rank_counts(masks[0], masks[1], masks[2], masks[3])
    number = 0
    for first in range(13):
        a = 1 << first
        ones1, twos1, threes1, fours1 = ones | a, twos | (ones & a), threes | (twos & a), fours | (threes & a)
        for second in range(first, 13):
            b = 1 << second
            space.values[number] = best_five_unsuited(
                ones1 | b, twos1 | (ones1 & b), threes1 | (twos1 & b), fours1 | (threes1 & b)
            )
            space.pair[first, second] = number
            space.pair[second, first] = number
            number += 1
    return number


@compiled
def _rank_values(number: int, space: Standings) -> int:
    """Number the distinct values from the lowest; return the first that is a pair or better."""
    order = np.argsort(space.values[:number])
    rank = -1
    last = -1
    first_pair = -1
    for place in order:
        value = space.values[place]
        if value != last:
            rank += 1
            last = value
            if first_pair < 0 and category_of(value) >= PAIR:
                first_pair = rank
        space.dense[place] = rank
    space.held[: rank + 2] = 0
    space.same_card[:, : rank + 2] = 0
    space.below[0] = rank + 1
    return rank + 1 if first_pair < 0 else first_pair


@compiled
def _flush_numbers(masks: Array, number: int, space: Standings, numbers: Array) -> tuple[int, int]:
    """Value the hands that make a flush; return the flush suit (or -1) and how many values there are now.

    `numbers[i, j]` is the value number with ranks i and j of the suit, `numbers[i, 13]` with one, and
    `numbers[13, 13]` with none. A flush and a full house cannot be in the same seven cards.
    """
    for suit in range(4):
        mask = masks[suit]
        held = SIZE[mask]
        if held < 3:
            continue
        for first in range(13):
            a = 1 << first
            if mask & a:
                continue
            if held >= 4:
                space.values[number] = flush_value(mask | a)
                numbers[first, 13] = number
                number += 1
            for second in range(first + 1, 13):
                b = 1 << second
                if mask & b:
                    continue
                space.values[number] = flush_value(mask | a | b)
                numbers[first, second] = number
                numbers[second, first] = number
                number += 1
        if held == 5:
            space.values[number] = flush_value(mask)
            numbers[13, 13] = number
            number += 1
        return suit, number
    return -1, number


@compiled
def _place_hands(masks: Array, flush_suit: int, numbers: Array, space: Standings) -> None:
    """Give every two-card hand its rank on this board and count the ranks, in all and by card."""
    flush_least = 2
    if flush_suit >= 0:
        flush_least = 5 - SIZE[masks[flush_suit]]
    row = 0
    for high in range(52):
        high_rank, high_suit = high >> 2, high & 3
        if masks[high_suit] >> high_rank & 1:
            continue
        for low in range(high):
            low_rank, low_suit = low >> 2, low & 3
            if masks[low_suit] >> low_rank & 1:
                continue
            number = space.pair[high_rank, low_rank]
            if flush_suit >= 0:
                suited = (high_suit == flush_suit) + (low_suit == flush_suit)
                if suited >= flush_least:
                    first = high_rank if high_suit == flush_suit else 13
                    second = low_rank if low_suit == flush_suit else 13
                    number = numbers[min(first, second), max(first, second)]
            rank = space.dense[number]
            space.holes[row, 0] = low
            space.holes[row, 1] = high
            space.holes[row, 2] = number
            space.held[rank] += 1
            space.same_card[low, rank] += 1
            space.same_card[high, rank] += 1
            row += 1


@compiled
def rank_board(cards: Array, masks: Array, space: Standings) -> None:
    """Fill `space.report`: for each hand, how often it beats, ties or loses to the dealer's.

    WIN_IDLE and LOSS_IDLE are the parts of WIN and LOSS against a dealer without a pair.
    """
    masks[:] = 0
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    numbers = np.zeros((14, 14), np.int64)
    number = _unsuited_values(masks, space)
    flush_suit, number = _flush_numbers(masks, number, space, numbers)
    idle = _rank_values(number, space)
    ranks = space.below[0]
    _place_hands(masks, flush_suit, numbers, space)
    total = 0
    for rank in range(ranks + 1):
        space.below[rank] = total
        total += space.held[rank]
    for card in range(52):
        held = 0
        for rank in range(ranks + 1):
            space.below_card[card, rank] = held
            held += space.same_card[card, rank]
    for row in range(HANDS_ON_BOARD):
        low, high, number = space.holes[row, 0], space.holes[row, 1], space.holes[row, 2]
        rank = space.dense[number]
        win = space.below[rank] - space.below_card[low, rank] - space.below_card[high, rank]
        tie = space.held[rank] - space.same_card[low, rank] - space.same_card[high, rank] + 1
        unpaired = space.below[idle] - space.below_card[low, idle] - space.below_card[high, idle]
        report = space.report[row]
        report[HOLE] = low + high * (high - 1) // 2
        report[WIN] = win
        report[TIE] = tie
        report[LOSS] = DEALER_HANDS - win - tie
        if rank >= idle:
            report[WIN_IDLE] = unpaired
            report[LOSS_IDLE] = 0
        else:
            report[WIN_IDLE] = win
            report[LOSS_IDLE] = unpaired + 1 - win - tie
        report[CATEGORY] = category_of(space.values[number])


@compiled
def report_of(low: int, high: int, board: Array, masks: Array, space: Standings, out: Array) -> None:
    """The report of one hand on one board."""
    rank_board(board, masks, space)
    hole = low + high * (high - 1) // 2
    for row in range(HANDS_ON_BOARD):
        if space.report[row, HOLE] == hole:
            out[:] = space.report[row]


@compiled
def run_outs(hole: Array, seen: Array, reports: Array, space: Standings) -> int:
    """The reports of one hand on every board that holds the community cards seen; return how many there are."""
    masks = np.zeros(4, np.int64)
    board = np.zeros(5, np.int64)
    known = seen.shape[0]
    board[:known] = seen
    count = 0
    for a in range(52 if known < 5 else 1):
        if known < 5:
            if _among(a, board[:known]) or _among(a, hole):
                continue
            board[known] = a
        for b in range(a if known < 4 else 1):
            if known < 4:
                if _among(b, board[:known]) or _among(b, hole):
                    continue
                board[known + 1] = b
            report_of(hole[0], hole[1], board, masks, space, reports[count])
            count += 1
    return count


@compiled
def _among(card: int, cards: Array) -> bool:
    return bool((cards == card).any())


def reports_for(hole: Sequence[int], seen: Sequence[int]) -> Array:
    """The reports of one hand on every board that may follow a flop, a turn or a full board."""
    if len(hole) != 2 or len(seen) not in (3, 4, 5) or len({*hole, *seen}) != 2 + len(seen):
        raise ValueError("a position is two cards of the player and three to five community cards, all different")
    reports = np.zeros((HANDS_ON_BOARD, COLUMNS), np.int64)
    count = run_outs(np.array(sorted(hole), np.int64), np.array(seen, np.int64), reports, standings())
    return reports[:count]


class Symmetry(NamedTuple):
    """Sets of community cards: the standard ones, and how every set becomes a standard one."""

    standard: Array  # the standard sets' cards
    weight: Array  # how many sets each stands for
    which: Array  # for every set's number, the row of its standard set
    order: Array  # and the order of suits that leads there


@functools.cache
def symmetry(size: int, cards: int = 52) -> Symmetry:
    sets = all_sets(cards, size)
    standard, weight = standard_sets(sets)
    codes = np.full(64, -1, np.int8)
    for number, order in enumerate(SUIT_ORDERS):
        codes[order[0] + 4 * order[1] + 16 * order[2]] = number
    which, order = _standardise(sets, standard, codes)
    return Symmetry(standard, weight, which, order)


@compiled
def _number(cards: Array) -> int:
    total = 0
    for k in range(cards.shape[0]):
        total += CHOOSE[cards[k], k + 1]
    return total


@compiled
def _standardise(sets: Array, standard: Array, codes: Array) -> tuple[Array, Array]:
    rows = np.full(sets.shape[0], -1, np.int32)
    for row in range(standard.shape[0]):
        rows[_number(standard[row])] = row
    which = np.empty(sets.shape[0], np.int32)
    order = np.empty(sets.shape[0], np.int8)
    moved = np.empty(sets.shape[1], np.int64)
    masks = np.empty(4, np.int64)
    place = np.empty(4, np.int64)
    for row in range(sets.shape[0]):
        suit_masks(sets[row], masks)
        for suit in range(4):
            place[suit] = 0
            for other in range(4):
                if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                    place[suit] += 1
        for k in range(sets.shape[1]):
            card = sets[row, k]
            if card < 52:
                card = (card & 252) | place[card & 3]
            j = k
            while j > 0 and moved[j - 1] > card:
                moved[j] = moved[j - 1]
                j -= 1
            moved[j] = card
        which[row] = rows[_number(moved)]
        order[row] = codes[place[0] + 4 * place[1] + 16 * place[2]]
    return which, order


@functools.cache
def hole_orders() -> Array:
    """For each order of the suits, the number that each two-card hand becomes."""
    return permuted_holes()


@compiled
def stabilise(table: Array, sets: Array, orders: Array, holes: Array) -> None:
    """Sum each row over the orders of suits that leave its set as it is, and divide by 24.

    Rows were filled by whatever order led to the standard set; afterwards each entry is the exact sum
    over all boards that hold this very set.
    """
    masks = np.zeros(4, np.int64)
    sums = np.zeros(HOLES, np.int64)
    for row in range(sets.shape[0]):
        masks[:] = 0
        for card in sets[row]:
            masks[card & 3] |= 1 << (card >> 2)
        sums[:] = 0
        for choice in range(24):
            same = True
            for suit in range(4):
                if masks[suit] != masks[orders[choice, suit]]:
                    same = False
            if same:
                for hole in range(HOLES):
                    sums[hole] += table[row, holes[choice, hole]]
        for hole in range(HOLES):
            table[row, hole] = sums[hole] // 24


@functools.cache
def starting_classes() -> tuple[Array, tuple[str, ...]]:
    """The class (0 to 168) of every two-card hand, and the names of the classes: AA, AKs, AKo, ..."""
    ranks = "23456789TJQKA"
    names: list[str] = []
    classes = np.zeros(HOLES, np.int64)
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            for kind in ("",) if high == low else ("s", "o"):
                for a in range(4):
                    for b in range(4):
                        if (high == low and a >= b) or (kind and (a == b) != (kind == "s")):
                            continue
                        one, two = sorted((high * 4 + a, low * 4 + b))
                        classes[one + two * (two - 1) // 2] = len(names)
                names.append(ranks[high] + ranks[low] + kind)
    return classes, tuple(names)
