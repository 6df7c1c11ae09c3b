"""What a table wins in an hour, and what a rule or a limit changes about it.

A table is described by what its players wager and how many rounds it deals an hour. A lower limit sends some players
away and makes others wager more; an upper one cuts what is above it; a rule changes the edge of every wager. All of it
is arithmetic on exact edges: what players will do is said by whoever asks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from croupier.odds.exact import Edge
from croupier.odds.posting import BadInput


class Players(msgspec.Struct, frozen=True):
    """So many players, who each wager so many cents a round."""

    count: Fraction
    cents: int


class Limits(msgspec.Struct, frozen=True):
    """The least and the most that may be wagered, in cents; no most where there is none."""

    least: int = 0
    most: int | None = None


class Hour(msgspec.Struct, frozen=True):
    """One hour of a table, in cents."""

    edge: Fraction
    players: Fraction
    handle: Fraction  # first wagers in all
    win: Fraction
    deviation: float  # of the win, each wager taken as a chance of its own
    offered: Fraction = Fraction(1)  # the share of the rounds in which the wager may be made


def players_of(texts: Sequence[str]) -> list[Players]:
    """`5x25`: five players who wager 25 dollars; `25`: one."""
    found = []
    for text in texts:
        count, _, amount = text.rpartition("x")
        try:
            made = Players(Fraction(count or 1), round(Fraction(amount) * 100))
        except (ValueError, ZeroDivisionError):
            raise BadInput(f"{text!r}: expected PLAYERSxDOLLARS, as 5x25") from None
        if made.count <= 0 or made.cents <= 0:
            raise BadInput(f"{text!r}: expected players and dollars above 0")
        found.append(made)
    return found


def within(seated: Sequence[Players], limits: Limits, stay: Fraction = Fraction(1)) -> list[Players]:
    """Who still plays under these limits, and for how much; of those below the least a share stays and wagers it."""
    if limits.most is not None and limits.most < limits.least:
        raise BadInput(f"a most of {limits.most / 100:g} lies below the least of {limits.least / 100:g}")
    if not 0 <= stay <= 1:
        raise BadInput("the share of players who stay is between 0 and 100 per cent")
    found = []
    for each in seated:
        if each.cents < limits.least:
            each = Players(each.count * stay, limits.least)
        elif limits.most is not None and each.cents > limits.most:
            each = Players(each.count, limits.most)
        if each.count:
            found.append(each)
    return found


def hour(edge: Edge, seated: Sequence[Players], rounds: int, offered: Fraction = Fraction(1)) -> Hour:
    """What such players leave at a table that deals so many rounds an hour, and offers the wager in a share of them."""
    if rounds < 1:
        raise BadInput("a table deals at least one round an hour")
    made = rounds * offered
    handle = sum((each.count * each.cents for each in seated), Fraction(0)) * made
    squares = float(sum((each.count * each.cents**2 for each in seated), Fraction(0)) * made)
    return Hour(
        edge=edge.house_edge, players=sum((each.count for each in seated), Fraction(0)), handle=handle,
        win=handle * edge.house_edge, deviation=math.sqrt(squares * float(edge.variance)),
        offered=offered,
    )  # fmt: skip


def even(
    before: Hour, below: Sequence[Players], edge: Edge, rounds: int, least: int, offered: Fraction = Fraction(1)
) -> Fraction | None:
    """The share of the players below a new least wager that must stay for the hour to win what it won before."""
    others = [each for each in below if each.cents >= least]
    small = [Players(each.count, least) for each in below if each.cents < least]
    lost = before.win - hour(edge, others, rounds, offered).win
    gained = hour(edge, small, rounds, offered).win if small else Fraction(0)
    return lost / gained if gained > 0 else None
