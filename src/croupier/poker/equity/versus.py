"""Equity of hold'em ranges: exact where every deal can be counted, otherwise a sample with its interval.

Every deal in which no card is there twice is as likely as any other, so that a hand counts for less the more of its
cards the others may hold.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from croupier.poker.equity.ranges import Hand
from croupier.poker.errors import Refused

RANKED_MOST = 600_000_000  # hands ranked for two ranges: about half a minute
SHOWDOWNS_MOST = 150_000_000  # for more than two
DEALS_MOST = 40_000  # ways to choose a hand from each of more than two ranges
EXACT_TIMES = 40  # how much more is counted for who asks for it
TRIES = 100_000  # draws for one deal before it is said that there is none
Range = Sequence[Hand]


class Counted:
    """What was counted: pots won alone and tied, shares, and of how many showdowns."""

    def __init__(
        self,
        wins: Sequence[int],
        ties: Sequence[int],
        shares: Sequence[Fraction],
        showdowns: int,
        exact: bool,
        seconds: float,
        margin: float = 0.0,
    ) -> None:
        self.wins, self.ties, self.shares = tuple(wins), tuple(ties), tuple(shares)
        self.showdowns, self.exact, self.margin, self.seconds = showdowns, exact, margin, seconds


def count(
    ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int], exact: bool | None, samples: int, seed: int
) -> Counted:
    """The equity of each range on this board, of five cards in all."""
    gone = {*board, *dead}
    left = [[hand for hand in hands if gone.isdisjoint(hand)] for hands in ranges]
    for number, hands in enumerate(left, 1):
        if not hands:
            raise Refused("range", f"no hand of range {number} is left: the board and the dead cards hold them all")
    deck = [card for card in range(52) if card not in gone]
    to_come = 5 - len(board)
    if exact is not False:
        found = (_two if len(left) == 2 else _many)(left, board, dead, deck, to_come, EXACT_TIMES if exact else 1)
        if found is not None:
            return found
        if exact:
            raise Refused("exact", "these ranges are too wide to count every deal: sample them")
    if samples < 1:
        raise Refused("samples", f"{samples} is no number of hands to sample")
    return _sample(left, board, deck, to_come, samples, seed)


def _renamings(ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int]) -> list[tuple[int, ...]]:
    """The ways to rename suits that leave every range, the board and the dead cards as they are."""

    def stays(cards: set[Any], suits: tuple[int, ...]) -> bool:
        return {_renamed(card, suits) for card in cards} == cards

    sets: list[set[Any]] = [set(hands) for hands in ranges] + [{(card,) for card in board}, {(card,) for card in dead}]
    return [suits for suits in permutations(range(4)) if all(stays(cards, suits) for cards in sets)]


def _renamed(cards: Sequence[int], suits: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted([(card & ~3) | suits[card & 3] for card in cards]))


def _two(
    ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int], deck: list[int], to_come: int, times: int
) -> Counted | None:
    """Two ranges: board by board, each hand ranked once."""
    plan = min((_plan(ranges, board, dead, by) for by in (0, 1)), key=lambda plan: plan.work)
    if math.comb(len(deck), to_come) * plan.work > times * RANKED_MOST:
        return None
    import numpy as np

    from croupier.poker.equity import range_kernels as kernels

    one, two = np.array(list(plan.weights), np.int64), np.array(plan.others, np.int64)
    known, cards, names = np.array(board, np.int64), np.array(deck, np.int64), np.array(plan.suits, np.int64)
    out = np.zeros((len(one), 3), np.int64)
    kernels.versus(one, two, known, cards[:to_come], to_come, names, out)  # loads the compiled kernel
    out[:] = 0
    started = time.perf_counter()
    kernels.versus(one, two, known, cards, to_come, names, out)
    sums = [sum(weight * int(row) for weight, row in zip(plan.weights.values(), column)) for column in out.T]
    won, tied, met = (total // len(plan.suits) for total in sums)
    if not met:
        raise Refused("range", "the two ranges cannot be dealt together: they hold the same cards")
    wins = (won, met - won - tied)[:: -1 if plan.by else 1]
    shares = [Fraction(2 * alone + tied, 2 * met) for alone in wins]
    return Counted(wins, (tied, tied), shares, met, True, time.perf_counter() - started)


class _Plan:
    """Which of two ranges is swept, with its hands in every renaming of suits that leaves the other as it is.

    Each renaming deals the same game under other names, so that counting them all and dividing by their number
    changes nothing, and makes boards alike of which one need be dealt.
    """

    def __init__(self, by: int, weights: "Counter[tuple[int, ...]]", others: Range, suits: list[Any]) -> None:
        self.by, self.weights, self.others, self.suits = by, weights, others, suits
        self.work = Fraction(len(weights) + len(others), len(suits))


def _plan(ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int], by: int) -> _Plan:
    suits = _renamings([ranges[1 - by]], board, dead)
    return _Plan(by, Counter(_renamed(hand, names) for hand in ranges[by] for names in suits), ranges[1 - by], suits)


def _deals(ranges: Sequence[Range], used: frozenset[int] = frozenset()) -> Iterator[tuple[Hand, ...]]:
    """Every choice of a hand from each range in which no card is there twice."""
    if not ranges:
        yield ()
        return
    for hand in ranges[0]:
        if used.isdisjoint(hand):
            for rest in _deals(ranges[1:], used.union(hand)):
                yield (hand, *rest)


def _many(
    ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int], deck: list[int], to_come: int, times: int
) -> Counted | None:
    """Three ranges and more: every deal of hands through all its boards; deals alike but for suits count once."""
    boards = math.comb(len(deck) - 2 * len(ranges), to_come)
    if math.prod(map(len, ranges)) > times * DEALS_MOST:
        return None
    suits = _renamings(ranges, board, dead)
    kinds: Counter[tuple[Any, ...]] = Counter()
    for deal in _deals(ranges):
        kinds[min(tuple(_renamed(hand, names) for hand in deal) for names in suits)] += 1
    if not kinds:
        raise Refused("range", "the ranges cannot be dealt together: they hold the same cards")
    if len(kinds) * boards > times * SHOWDOWNS_MOST:
        return None
    import numpy as np

    from croupier.poker.equity.kernels import UNITS

    started = time.perf_counter()
    sums, showdowns = [[0, 0, 0] for _ in ranges], 0
    for deal, often in kinds.items():
        out = np.zeros((len(ranges), 3), np.int64)
        met = _through_boards(deal, board, deck, to_come, out)
        showdowns += met * often
        for sum_of, row in zip(sums, out.tolist()):
            for column, value in enumerate(row):
                sum_of[column] += value * often
    shares = [Fraction(units, 2 * UNITS * showdowns) for _, _, units in sums]
    seconds = time.perf_counter() - started
    return Counted([won for won, _, _ in sums], [tied for _, tied, _ in sums], shares, showdowns, True, seconds)


def _through_boards(deal: Sequence[Hand], board: Sequence[int], deck: list[int], to_come: int, out: Any) -> int:
    import numpy as np

    from croupier.hands.kernels import BITS, KEYS, START
    from croupier.poker.equity import kernels

    used = {card for hand in deal for card in hand}
    cards = np.array([card for card in deck if card not in used], np.int64)
    ranks = cards >> 2
    ends = np.searchsorted(ranks, ranks, side="right").astype(np.int64)
    keys = np.array([KEYS[list(hand)].sum(dtype=np.uint64) for hand in deal], np.uint64)
    own = np.array([np.bitwise_or.reduce(BITS[list(hand)]) for hand in deal], np.uint64)
    known = list(board)
    key = START + KEYS[known].sum(dtype=np.uint64)
    bits = np.bitwise_or.reduce(BITS[known], initial=np.uint64(0))
    return int(kernels.melee(keys, own, key, bits, cards, ends, to_come, out))


def _sample(
    ranges: Sequence[Range], board: Sequence[int], deck: list[int], to_come: int, samples: int, seed: int
) -> Counted:
    import numpy as np

    from croupier.poker.equity import range_kernels as kernels
    from croupier.poker.equity.kernels import UNITS

    hands = np.array([hand for hands in ranges for hand in hands], np.int64)
    ends = np.cumsum([0, *map(len, ranges)]).astype(np.int64)
    known, free = np.array(board, np.int64), np.array(deck, np.int64)
    out, squares = np.zeros((len(ranges), 3), np.int64), np.zeros(len(ranges), np.float64)
    kernels.sample(hands, ends, known, free, to_come, 0, TRIES, seed, out, squares)  # loads the compiled kernel
    started = time.perf_counter()
    dealt = int(kernels.sample(hands, ends, known, free, to_come, samples, TRIES, seed, out, squares))
    if dealt < samples:
        raise Refused("range", "the ranges cannot be dealt together: they hold the same cards")
    means = out[:, 2] / (2 * UNITS * dealt)
    spread = np.sqrt(np.maximum(squares / dealt - means * means, 0))
    return Counted(
        [int(won) for won in out[:, 0]],
        [int(tied) for tied in out[:, 1]],
        [Fraction(int(units), 2 * UNITS * dealt) for units in out[:, 2]],
        dealt,
        False,
        time.perf_counter() - started,
        float((1.96 * spread / math.sqrt(dealt)).max()),
    )
