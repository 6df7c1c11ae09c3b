"""What a throw of two dice does to a wager: plain functions over small integers.

Totals are 2 to 12, a point is a total or 0 while none stands, and a set of totals is a bit mask. The table
calls these functions as Python; the analyses may compile them.
"""

from __future__ import annotations

from collections.abc import Iterable

STANDS, WINS, LOSES, PUSHES, POINT = range(5)  # POINT: the total thrown becomes the wager's point
SEVEN = 7


def mask(totals: Iterable[int]) -> int:
    bits = 0
    for total in totals:
        bits |= 1 << total
    return bits


FIELD = mask((2, 3, 4, 9, 10, 11, 12))
ANY_CRAPS = mask((2, 3, 12))
SIX_SEVEN_EIGHT = mask((6, 7, 8))
SIX_STRING = mask((4, 5, 6, 8, 9, 10))
FAB_FOUR = mask((2, 3, 11, 12))
TENOR = SIX_STRING | FAB_FOUR
FIRE_POINTS = SIX_STRING


def holds(totals: int, total: int) -> bool:
    """Whether a mask holds a total."""
    return totals >> total & 1 == 1


def count(totals: int) -> int:
    """How many totals a mask holds."""
    found = 0
    while totals:
        totals &= totals - 1
        found += 1
    return found


def missing(wanted: int, thrown: int) -> int:
    """How many wanted totals have not been thrown."""
    return count(wanted & ~thrown)


def with_the_dice(total: int, point: int, wins: int, loses: int) -> int:
    """Pass and Come. Without a point `wins` and `loses` decide at once, and any other total is the point."""
    if point:
        return before_seven(total, point)
    if holds(wins, total):
        return WINS
    return LOSES if holds(loses, total) else POINT


def against_the_dice(total: int, point: int, wins: int, loses: int, bars: int) -> int:
    """Don't Pass and Don't Come: what wins with the dice loses, and the other way round; `bars` is a push."""
    if point:
        return seven_before(total, point)
    if holds(bars, total):
        return PUSHES
    if holds(wins, total):
        return LOSES
    return WINS if holds(loses, total) else POINT


def before_seven(total: int, number: int) -> int:
    """Put, Place, Buy, and odds taken: the number before a seven."""
    if total == number:
        return WINS
    return LOSES if total == SEVEN else STANDS


def seven_before(total: int, number: int) -> int:
    """Lay, and odds laid: a seven before the number."""
    if total == number:
        return LOSES
    return WINS if total == SEVEN else STANDS


def hardway(a: int, b: int, number: int) -> int:
    """The number as a pair, before it comes any other way and before a seven."""
    if a + b == number:
        return WINS if a == b else LOSES
    return LOSES if a + b == SEVEN else STANDS


def one_roll(total: int, totals: int) -> int:
    return WINS if holds(totals, total) else LOSES


def hop(a: int, b: int, c: int, d: int) -> int:
    """Exactly these two faces, in either order, on this throw."""
    return WINS if (a == c and b == d) or (a == d and b == c) else LOSES
