"""Chips by denomination: what a slip lists, what hands count, how a dealer cuts a payment."""

from croupier.equipment.money import money, short_money
from croupier.house.record.errors import Refused

# Values of chips, plaques and coins that the house has, in cents, highest first.
DENOMINATIONS = (5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00, 50, 25)
COUNT_MAX = 100_000

Chips = dict[int, int]  # denomination in cents -> how many


def value(chips: Chips) -> int:
    return sum(denomination * count for denomination, count in chips.items())


def check(chips: Chips) -> int:
    """The value of chips as they were counted or asked for; refused where no such chips exist."""
    for denomination, count in chips.items():
        if denomination not in DENOMINATIONS:
            expected = ", ".join(short_money(d) for d in DENOMINATIONS)
            raise Refused(f"There is no chip of {money(denomination)}.", f"The house has {expected}.")
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
    apart = [d for d in DENOMINATIONS if one.get(d, 0) != other.get(d, 0)]
    return "; ".join(
        f"{one.get(d) or 'none'} of {short_money(d)} {here}, {other.get(d) or 'none'} {there}" for d in apart
    )
