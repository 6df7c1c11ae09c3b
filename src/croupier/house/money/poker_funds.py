"""The promotional funds of a poker room as accounts: seeded, fed by drops and tournaments, given up for one another."""

from functools import cache

from croupier.equipment.money import money, parse_money
from croupier.house.record import accounts
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx
from croupier.rulebook import Rulebook, rulebook

BOOK = "promotions"
BAD_BEAT, SPECIAL_HANDS = "bad-beat", "special-hands"
FUNDS = (BAD_BEAT, SPECIAL_HANDS)


def fund(property_: str, name: str) -> str:
    """An account that can't owe, as every meter."""
    return accounts.meter(f"{property_}-poker-{name}")


@cache
def book_of(property_: str, on: str | None = None) -> Rulebook:
    return rulebook(property_, BOOK, on)


class Funds:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def open(self, tx: Tx, property_: str) -> None:
        self._ledger.open(tx, accounts.house(property_), *(fund(property_, name) for name in FUNDS))

    def seed(self, tx: Tx, property_: str, name: str, cents: int, by: str) -> int:
        """The house begins a jackpot, with no less than the book asks."""
        setting = book_of(property_).settings.get("seed-least")
        least = parse_money(str(setting.value)) if setting else 1
        if name not in FUNDS or not least <= cents <= 10**12:
            clause = setting.clause if setting else ""
            raise Refused(f"A fund is {' or '.join(FUNDS)}, seeded with at least {money(least)}.", "", clause)
        self.open(tx, property_)
        source = accounts.house(property_)
        return self._ledger.move(tx, "fund-seed", by, source, fund(property_, name), cents)

    def allocate(self, tx: Tx, property_: str, cents: int, source: str, by: str, document: str = "") -> dict[str, int]:
        """Divide what was collected (a counted jackpot box) as the book says; an odd cent goes to special hands."""
        if cents <= 0:
            raise Refused(f"{money(cents)} can't be allocated.", "An amount is above zero.")
        shares = book_of(property_).settings["allocation"].value
        self.open(tx, property_)
        self._ledger.open(tx, source)
        self._ledger.require(tx, source, cents)
        parts = {name: cents * int(shares.get(name, 0)) // 100 for name in FUNDS}
        parts[SPECIAL_HANDS] += cents - sum(parts.values())
        lines = tuple((fund(property_, name), part) for name, part in parts.items() if part)
        group = Group(kind="fund-allocation", by=by, lines=((source, -cents), *lines), document=document)
        self._ledger.post(tx, group)
        return parts

    def give_up(self, tx: Tx, property_: str, name: str, by: str) -> int:
        """A fund is discontinued: all of it goes to the other one."""
        setting = book_of(property_).settings.get("discontinued")
        if setting is None or name not in setting.value:
            raise Refused(f"{name} is no fund that is given up.", "", setting.clause if setting else "")
        other = str(setting.value[name])
        self.open(tx, property_)
        held = self._ledger.balance_in(tx, fund(property_, name))
        if held:
            self._ledger.move(tx, "fund-discontinued", by, fund(property_, name), fund(property_, other), held)
        return held

    def balance(self, tx: Tx, property_: str, name: str) -> int:
        self.open(tx, property_)
        return self._ledger.balance_in(tx, fund(property_, name))
