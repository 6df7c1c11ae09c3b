"""Splitting exactly: what several hands split from one pair are worth together.

The strategy of a split hand looks only at its own cards, so the hands' second cards can be thought dealt
first: until the limit of hands is reached a card of the pair's value makes one hand more, any other card
fills one. Which hands share a condition ("its second card did not pair") then follows by inclusion and
exclusion from the value of a single hand with more cards of the pair's value removed.
"""

from __future__ import annotations

import functools
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.games.twentyone.kernel import FREE, REAL

# Columns of a single hand's values: each is followed by the money doubled on it.
NOT_PAIRED, ANY_CARD = 0, 2


class Course(NamedTuple):
    """A way the splitting can go: `paired` further pair cards came, `filled` hands got another card.

    `open_hands` are those that take any card because the limit is reached; `orders` counts the sequences.
    """

    paired: int
    filled: int
    open_hands: int
    orders: int

    @property
    def hands(self) -> int:
        return self.filled + self.open_hands


@functools.cache
def courses(limit: int) -> tuple[Course, ...]:
    """Every course of splitting a pair into at most so many hands."""
    if limit < 2:
        return ()
    found: dict[tuple[int, int, int], int] = {}
    waiting: dict[tuple[int, int], int] = {(2, 0): 1}  # (hands, filled) -> orders
    if limit == 2:
        return (Course(0, 0, 2, 1),)
    while waiting:
        (hands, filled), orders = waiting.popitem()
        if hands == filled:
            key = (hands - 2, filled, 0)
            found[key] = found.get(key, 0) + orders
            continue
        for after in ((hands + 1, filled), (hands, filled + 1)):
            if after[0] == limit:
                key = (limit - 2, filled, limit - filled)
                found[key] = found.get(key, 0) + orders
            else:
                waiting[after] = waiting.get(after, 0) + orders
    return tuple(Course(*key, orders) for key, orders in sorted(found.items()))


def removals_needed(limit: int) -> int:
    """How many further cards of the value the single-hand values must be known for, plus one."""
    return 1 + max((c.paired + c.filled for c in courses(limit)), default=0)


def groups(course: Course, free: bool) -> list[tuple[int, int, int, int]]:
    """The hands of a course: their kind, how many, the column of a single hand's value that they take, and
    how many other second cards are known not to pair. Only the first hand is ever the player's own money
    when splits are free; it is the first to be filled.
    """
    others = FREE if free else REAL
    if course.filled:
        return [
            (REAL, 1, NOT_PAIRED, course.filled - 1),
            (others, course.filled - 1, NOT_PAIRED, course.filled - 1),
            (others, course.open_hands, ANY_CARD, course.filled),
        ]
    return [(REAL, 1, ANY_CARD, 0), (others, course.open_hands - 1, ANY_CARD, 0)]


def together(
    limit: int,
    hands: NDArray[np.float64],
    matching: int,
    cards: int,
    free: bool,
) -> tuple[float, float]:
    """The value of all hands and the money they put down beyond the original wager.

    `hands[kind, k]` is a row of `split_up`; `matching` and `cards` count what is left after the pair. With
    `free` every hand but the first is split with the house's money.
    """
    value, money = 0.0, 0.0
    for course in courses(limit):
        chance = _falling(matching, course.paired) / _falling(cards, course.paired)
        if chance == 0.0:
            continue
        for kind, count, column, conditions in groups(course, free):
            weight = course.orders * chance * count
            single = hands[kind]
            value += weight * _sum(single[:, column], course.paired, conditions, matching, cards)
            money += weight * _sum(single[:, column + 1], course.paired, conditions, matching, cards)
    return value, money


def course_chances(limit: int, matching: int, cards: int) -> dict[Course, float]:
    """How likely a split takes each course."""
    chances: dict[Course, float] = {}
    for course in courses(limit):
        chance = 0.0
        for misses in range(course.filled + 1):
            drawn = course.paired + misses
            sign = -1 if misses % 2 else 1
            chance += sign * comb(course.filled, misses) * _falling(matching, drawn) / _falling(cards, drawn)
        chances[course] = course.orders * chance
    return chances


def further_hands(limit: int, matching: int, cards: int) -> float:
    """How many hands splitting adds on average."""
    return sum((c.hands - 1) * p for c, p in course_chances(limit, matching, cards).items())


def _sum(single: NDArray[np.float64], paired: int, conditions: int, matching: int, cards: int) -> float:
    """A hand's value when so many other cards are known not to pair."""
    total = 0.0
    for misses in range(conditions + 1):
        if matching - paired < misses:
            break
        ways = _falling(matching - paired, misses) / _falling(cards - paired, misses)
        sign = -1 if misses % 2 else 1
        total += sign * comb(conditions, misses) * ways * float(single[paired + misses])
    return total


def _falling(n: int, k: int) -> float:
    result = 1.0
    for i in range(k):
        result *= max(n - i, 0)
    return result
