"""What is bet: the structure (fixed, spread, pot, no limit), its sizes, the blinds, antes and bring-in."""

from functools import cached_property

import msgspec

from croupier.poker.errors import Refused

FIXED, SPREAD, POT, NO = "fixed", "spread", "pot", "no"
TRUE_POT, BLIND_AS_BIG = "true", "blind-as-big"


class Stakes(msgspec.Struct, frozen=True, dict=True):
    """Amounts in the smallest unit of money at the table (cents, or one tournament chip).

    `small` is the smaller bet of a fixed limit, the least bet of a spread, and the minimum bring-in of
    pot and no limit. `big` is the larger bet of a fixed limit and the most that a spread allows.
    """

    kind: str
    small: int
    big: int = 0
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    step: int = 1  # every wager is a multiple of this, unless all-in
    pot_counts: str = TRUE_POT  # or the little blind counted as the big one, until the big blind has acted

    def __post_init__(self) -> None:
        if self.kind not in (FIXED, SPREAD, POT, NO):
            raise Refused("structure", f"{self.kind!r} is no structure: choose fixed, spread, pot or no")
        if min(self.blinds, default=1) <= 0 or self.ante < 0 or self.bring_in < 0 or self.step < 1:
            raise Refused("structure", "blinds, antes and bring-ins are amounts above nothing")
        if self.small <= 0 or (self.kind in (FIXED, SPREAD) and self.big < self.small):
            words = f"bets of {{small}} and {{big}} make no {self.kind}-limit game"
            raise Refused("structure", words, small=self.small, big=self.big)

    @cached_property
    def limit(self) -> bool:
        """Fixed and spread: games in which the size of a bet is bounded."""
        return self.kind in (FIXED, SPREAD)

    @cached_property
    def big_blind(self) -> int:
        return max(self.blinds, default=0)

    def killed(self, numerator: int, denominator: int = 1) -> "Stakes":
        """The same game at the limits of a kill pot: `killed(2)` doubled, `killed(3, 2)` half as much again."""
        small, big = self.small * numerator // denominator, self.big * numerator // denominator
        return msgspec.structs.replace(self, small=small, big=big)


def no_limit(small_blind: int, big_blind: int, *, ante: int = 0, step: int = 1) -> Stakes:
    return Stakes(NO, big_blind, blinds=(small_blind, big_blind), ante=ante, step=step)


def pot_limit(small_blind: int, big_blind: int, *, ante: int = 0, step: int = 1, pot_counts: str = TRUE_POT) -> Stakes:
    return Stakes(POT, big_blind, blinds=(small_blind, big_blind), ante=ante, step=step, pot_counts=pot_counts)


def fixed_limit(small: int, big: int, *, blinds: tuple[int, ...] = (), ante: int = 0, bring_in: int = 0) -> Stakes:
    """A fixed limit; `blinds` default to half a small bet and a small bet, unless there is a bring-in."""
    if not blinds and not bring_in and not ante:
        blinds = (small // 2, small)
    return Stakes(FIXED, small, big, blinds=blinds, ante=ante, bring_in=bring_in)


def spread_limit(least: int, most: int, *, blinds: tuple[int, ...] = (), ante: int = 0, bring_in: int = 0) -> Stakes:
    return Stakes(SPREAD, least, most, blinds=blinds, ante=ante, bring_in=bring_in)
