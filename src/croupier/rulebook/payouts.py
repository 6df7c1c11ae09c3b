"""Odds as a rulebook prints them, keeping their kind.

`40 to 1` returns the wager and pays forty times it; `9 for 1` takes the wager and pays nine times it;
`$1,000` is a flat amount beside the wager; `10%` is a share of a meter; `Push` returns the wager.
"""

import re
from fractions import Fraction

import msgspec

from croupier.equipment.money import parse_money

_RATIO = re.compile(r"^(\d[\d,]*(?:\.\d+)?) (to|for) ([1-9]\d*)$")
_PERCENT = re.compile(r"^(\d+(?:\.\d+)?)%$")


class Odds(msgspec.Struct, frozen=True):
    text: str
    kind: str  # "to", "for", "dollars", "percent" or "push"
    value: Fraction

    def profit(self, stake: int, meter: int = 0) -> Fraction:
        """Cents won beyond the wager itself (for `for` odds the wager is part of what is paid)."""
        if self.kind == "to":
            return self.value * stake
        if self.kind == "for":
            return (self.value - 1) * stake
        if self.kind in ("dollars", "push"):
            return self.value
        return self.value * meter

    def won(self, stake: int) -> Fraction:
        """Cents on which a vigorish is charged: the profit, nothing where less than the wager comes back."""
        return max(Fraction(0), Fraction(self.profit(stake)))

    def __str__(self) -> str:
        return self.text


def parse_odds(text: str) -> Odds:
    """Read `40 to 1`, `3 to 2`, `300 for 1`, `$1,000`, `10%`, `Push`."""
    if match := _RATIO.match(text):
        return Odds(text, match[2], Fraction(match[1].replace(",", "")) / int(match[3]))
    if match := _PERCENT.match(text):
        return Odds(text, "percent", Fraction(match[1]) / 100)
    if text.lower() == "push":
        return Odds(text, "push", Fraction(0))
    if text.startswith("$"):
        return Odds(text, "dollars", Fraction(parse_money(text)))
    raise ValueError(f"{text!r} are no odds: write 40 to 1, 9 for 1, $1,000 or 10%")


def printed_money(text: str) -> int:
    """The cents of an amount as a rulebook writes it, with its dollar sign: `1,000` alone could be anything."""
    if not text.startswith("$"):
        raise ValueError(f"{text!r} is no amount of money; expected one with its dollar sign, such as $25 or $1,000")
    return parse_money(text)
