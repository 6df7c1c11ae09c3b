"""What a coupon is worth on each wager of a game, and where it is used best. Amounts are shares of its face.

A match play coupon lies beside a wager of the same amount and is paid even money if that wins; a free bet is paid as a
wager would be, and is itself never given back. Both are taken up when the wager is decided, and stay on a push. What is
put in later, odds, a raise, a double, is the patron's own money under either; play is what it is without a coupon.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from croupier.odds.exact import Distribution
from croupier.odds.lines import Line
from croupier.odds.posting import PART


class Worth(msgspec.Struct, frozen=True):
    """One wager with what each kind of coupon is worth on it."""

    wager: str
    table: str
    conditions: str
    match_play: Fraction  # beyond what the wager beside it is worth without it
    with_wager: Fraction  # coupon and wager together
    free_bet: Fraction


def match_play(spread: Distribution) -> Fraction:
    """Even money whenever the wager beside it wins, as long as it takes to be decided."""
    decided = sum((chance for net, chance in spread if net != 0), Fraction(0))
    won = sum((chance for net, chance in spread if net > 0), Fraction(0))
    return won / decided if decided else Fraction(0)


def free_bet(spread: Distribution) -> Fraction:
    """What a win nets less what is lost beyond the free unit, as long as it takes to be decided."""
    decided = sum((chance for net, chance in spread if net != 0), Fraction(0))
    gained = sum(((net if net > 0 else min(net + 1, Fraction(0))) * chance for net, chance in spread), Fraction(0))
    return gained / decided if decided else Fraction(0)


def worths(lines: Iterable[Line]) -> list[Worth]:
    """Every wager whose results are known, the best for a free bet first; once, where only its odds behind differ."""
    found: dict[tuple[str, Fraction, Fraction, Fraction], Worth] = {}
    for line in lines:
        if line.edge is None or not line.edge.distribution or line.reading:
            continue
        spread = line.edge.distribution
        if line.of_game == PART or all(net >= 0 for net, _ in spread):  # a part of a wager, a bonus without one
            continue
        decided = 1 - line.edge.push
        alone = -line.edge.house_edge / decided if decided else Fraction(0)
        match = match_play(spread)
        worth = Worth(line.wager, line.pay_table, line.conditions, match, match + alone, free_bet(spread))
        found.setdefault((worth.wager, worth.match_play, worth.with_wager, worth.free_bet), worth)
    return sorted(found.values(), key=lambda worth: (worth.free_bet, worth.match_play), reverse=True)
