"""Wagers that a player makes every round, by name, place and units, and what several of them net together."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import msgspec

from croupier.odds.posting import BadInput

STAKE = re.compile(r"(?P<wager>[^=]+?)(?:=(?P<units>\d+(?:\.\d+)?))?")
Nets = tuple[Fraction, ...]
Joint = Counter[Nets]  # how often the wagers net so much each


class Stake(msgspec.Struct, frozen=True):
    """A wager, where on the layout it lies, and how many units it is of."""

    wager: str
    on: str = ""
    units: Fraction = Fraction(1)

    @property
    def name(self) -> str:
        return f"{self.wager} on {self.on}" if self.on else self.wager


def stake_of(text: str) -> Stake:
    """`pair-plus=2` or `straight-up:17=0.5`: a wager, after a colon where it lies, after an equals sign its units."""
    found = STAKE.fullmatch(text)
    units = Fraction(found["units"] or 1) if found else Fraction(0)
    if found is None or units <= 0:
        raise BadInput(f"{text!r}: expected WAGER=UNITS, or WAGER:PLACE=UNITS, with units above 0")
    wager, _, on = found["wager"].partition(":")
    return Stake(wager, on, units)
