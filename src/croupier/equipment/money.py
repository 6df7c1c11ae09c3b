"""Money is integer cents; it never touches a float."""

import re
from fractions import Fraction

_AMOUNT = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$")
DOLLAR_DIGITS_MAX = 13  # so that cents fit every database


def parse_money(text: str) -> int:
    """Read `25`, `$25`, `$1,000`, `2.50` as cents."""
    match = _AMOUNT.match(text.strip())
    if not match:
        raise ValueError(f"{text!r} is no amount of money: write 25, $25, 2.50 or $1,000")
    dollars = match[1].replace(",", "")
    if len(dollars) > DOLLAR_DIGITS_MAX:
        raise ValueError(f"{text[:40]}... is more money than there is")
    return int(dollars) * 100 + int((match[2] or "").ljust(2, "0"))


def money(cents: int, *, sign: bool = False) -> str:
    """`$1,240.00`; with `sign`, `+$25.00` or `−$25.00`."""
    mark = "−" if cents < 0 else "+" if sign and cents > 0 else ""
    return f"{mark}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def short_money(cents: int) -> str:
    """`$25`, and `$2.50` only where there are cents: the form on the felt."""
    return money(cents)[:-3] if cents % 100 == 0 else money(cents)


def round_down(cents: Fraction, to: int = 1) -> int:
    """The largest multiple of `to` cents that is not above `cents`."""
    return int(cents // to) * to


def round_up(cents: Fraction, to: int = 1) -> int:
    """The smallest multiple of `to` cents that is not below `cents`."""
    return int(-(-cents // to)) * to
