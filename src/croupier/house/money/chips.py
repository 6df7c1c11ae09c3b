"""Chips by denomination: what a slip lists, what hands count, how a dealer cuts a payment."""

from typing import Any

from sqlalchemy import Connection

from croupier.equipment.money import money, short_money
from croupier.house.people.profile import chip_colours
from croupier.house.record.errors import Refused

# Values of chips, plaques and coins of a house that has chosen none, in cents, highest first.
DENOMINATIONS = (5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00, 50, 25)
COUNT_MAX = 100_000

Chips = dict[int, int]  # denomination in cents -> how many


def value(chips: Chips) -> int:
    return sum(denomination * count for denomination, count in chips.items())


def denominations(conn: Connection, place: str) -> tuple[int, ...]:
    """The values of the chips at a property, highest first: those that the house has chosen, else the usual ones."""
    return tuple(chip_colours(conn, place)) or DENOMINATIONS


def check_known(conn: Connection, place: str, chips: Any) -> None:
    """Refuse chips of a value that the property does not have."""
    known = denominations(conn, place)
    for denomination in chips if isinstance(chips, dict) else ():
        cents = int(denomination) if str(denomination).isdecimal() else -1
        if cents not in known:
            expected = ", ".join(short_money(d) for d in known)
            raise Refused(
                f"There is no chip of {money(cents) if cents >= 0 else denomination}.", f"The house has {expected}."
            )


def check(chips: Chips) -> int:
    """The value of chips as they were counted or asked for; refused where so many can't be."""
    for denomination, count in chips.items():
        if not 0 <= count <= COUNT_MAX:
            raise Refused(f"{count} chips of {money(denomination)} can't be.", f"A count is 0 to {COUNT_MAX:,}.")
    return value(chips)


def tidy(chips: Chips) -> Chips:
    """Highest first, without denominations of which there are none."""
    return {denomination: chips[denomination] for denomination in sorted(chips, reverse=True) if chips[denomination]}


def cut(cents: int, denominations: tuple[int, ...] = DENOMINATIONS) -> Chips:
    """The fewest chips that make an amount, as a dealer cuts it; what no chip can pay is refused."""
    rest, chips = cents, {}
    for denomination in denominations:
        count, rest = divmod(rest, denomination)
        if count:
            chips[denomination] = count
    if rest:
        raise Refused(f"{money(rest)} of {money(cents)} can't be paid in chips.", "The smallest is a quarter.")
    return chips


def differences(one: Chips, other: Chips, here: str = "on the slip", there: str = "counted") -> str:
    """Where two counts differ, in words: `40 of $100 on the slip, none counted`."""
    apart = [d for d in sorted({*one, *other}, reverse=True) if one.get(d, 0) != other.get(d, 0)]
    return "; ".join(
        f"{one.get(d) or 'none'} of {short_money(d)} {here}, {other.get(d) or 'none'} {there}" for d in apart
    )
