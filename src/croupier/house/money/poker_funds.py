"""The promotional funds of a poker room as accounts: seeded, fed by drops and tournaments, given up for one another.

A room may keep them by type of game (hold'em, Omaha, stud), each with its own amount and its own lines in the daily
log; a fund of no type is for all games. What demo tables drop goes to funds of demo chips, which pay no money.
"""

import datetime

import msgspec
from sqlalchemy import Connection, func, select

from croupier.equipment.money import money, parse_money
from croupier.house.money.purses import DEMO_FUND
from croupier.house.people.gaming_day import Calendar
from croupier.house.record import accounts, schema
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx
from croupier.poker.book.forms import FORMS
from croupier.rulebook import Rulebook

BOOK = "promotions"
BAD_BEAT, SPECIAL_HANDS = "bad-beat", "special-hands"
FUNDS = (BAD_BEAT, SPECIAL_HANDS)
QUARTER_US = 15 * MINUTE_US


class LogLine(msgspec.Struct, frozen=True):
    """One fund on one gaming day: what it began with, what came and went, what it ended with."""

    day: str
    fund: str
    game: str
    opening: int
    seeded: int
    allocated: int
    paid: int  # set aside for winners, less what came back
    other: int  # tournaments, guarantees, a fund given up
    closing: int


class Unused(msgspec.Struct, frozen=True):
    """What is left of a month's money after the time in which the book has it used."""

    fund: str
    game: str
    month: str
    cents: int


def fund(property_: str, name: str, game: str = "", demo: bool = False) -> str:
    """An account that can't owe, as every meter; of one type of game where one is named, of money or demo chips."""
    return accounts.meter(f"{property_}-poker-{name}{DEMO_FUND * demo}{f':{game}' if game else ''}")


def check_type(game: str) -> str:
    """A type of game is a form of poker."""
    if game and game not in FORMS:
        raise Refused(f"{game!r} is no type of game.", f"Types are {', '.join(FORMS)}.")
    return game


class Funds:
    """What is done with the funds, each by the property's book of promotions that is in force."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def open(self, tx: Tx, property_: str, game: str = "", demo: bool = False) -> None:
        self._ledger.open(tx, accounts.house(property_), *(fund(property_, name, game, demo) for name in FUNDS))

    def seed(
        self, tx: Tx, book: Rulebook, name: str, cents: int, by: str, game: str = "", *, demo: bool = False
    ) -> int:
        """The house begins a jackpot, with no less than the book asks."""
        property_, setting = book.property, book.settings.get("seed-least")
        least = parse_money(str(setting.value)) if setting else 1
        if name not in FUNDS or not least <= cents <= 10**12:
            clause = setting.clause if setting else ""
            raise Refused(f"A fund is {' or '.join(FUNDS)}, seeded with at least {money(least)}.", "", clause)
        self.open(tx, property_, check_type(game), demo)
        source = accounts.house(property_)
        return self._ledger.move(tx, "fund-seed", by, source, fund(property_, name, game, demo), cents)

    def allocate(
        self, tx: Tx, book: Rulebook, cents: int, source: str, by: str, game: str = "", *, demo: bool = False
    ) -> dict[str, int]:
        """Divide what was collected (a counted jackpot box) as the book says; an odd cent goes to special hands."""
        if cents <= 0:
            raise Refused(f"{money(cents)} can't be allocated.", "An amount is above zero.")
        property_, shares = book.property, book.settings["allocation"].value
        self.open(tx, property_, check_type(game), demo)
        self._ledger.open(tx, source)
        self._ledger.require(tx, source, cents)
        parts = {name: cents * int(shares.get(name, 0)) // 100 for name in FUNDS}
        parts[SPECIAL_HANDS] += cents - sum(parts.values())
        lines = tuple((fund(property_, name, game, demo), part) for name, part in parts.items() if part)
        group = Group(kind="fund-allocation", by=by, lines=((source, -cents), *lines))
        self._ledger.post(tx, group)
        return parts

    def give_up(self, tx: Tx, book: Rulebook, name: str, by: str, game: str = "", *, demo: bool = False) -> int:
        """A fund is discontinued: all of it goes to the other one, of the same type of game."""
        property_, setting = book.property, book.settings.get("discontinued")
        if setting is None or name not in setting.value:
            raise Refused(f"{name} is no fund that is given up.", "", setting.clause if setting else "")
        source = fund(property_, name, check_type(game), demo)
        other = fund(property_, str(setting.value[name]), game, demo)
        self.open(tx, property_, game, demo)
        held = self._ledger.balance_in(tx, source)
        if held:
            self._ledger.move(tx, "fund-discontinued", by, source, other, held)
        return held

    def balance(self, tx: Tx, property_: str, name: str, game: str = "", demo: bool = False) -> int:
        self.open(tx, property_, game, demo)
        return self._ledger.balance_in(tx, fund(property_, name, game, demo))

    # ---- looking

    def by_type(self, conn: Connection, property_: str) -> dict[str, dict[str, int]]:
        """What every fund holds: type of game ("" for all games) -> fund -> cents."""
        found: dict[str, dict[str, int]] = {}
        for account, cents in self._ledger.balances(conn, fund(property_, "")).items():
            name, _, game = account.removeprefix(fund(property_, "")).partition(":")
            found.setdefault(game, {})[name] = cents
        return dict(sorted(found.items()))

    def log(self, conn: Connection, property_: str, from_us: int, to_us: int) -> list[LogLine]:
        """The daily reconciliation: a line a fund and gaming day on which anything moved, oldest first."""
        prefix, calendar = fund(property_, ""), Calendar(conn)
        moved = _by_day(conn, calendar, prefix, to_us)
        lines, held = [], dict.fromkeys({name for _, name in moved}, 0)
        for day, name in sorted(moved):
            kinds, opening = moved[day, name], held[name]
            held[name] += sum(kinds.values())
            if calendar.day(day).end_us > from_us:
                fund_, _, game = name.removeprefix(prefix).partition(":")
                paid = -sum(cents for kind, cents in kinds.items() if kind.startswith("promotion-"))
                seeded, allocated = kinds.get("fund-seed", 0), kinds.get("fund-allocation", 0)
                other = held[name] - opening - seeded - allocated + paid
                about = (opening, seeded, allocated, paid, other, held[name])
                lines.append(LogLine(day.isoformat(), fund_, game, *about))
        return lines

    def unused(self, conn: Connection, book: Rulebook, now_us: int) -> list[Unused]:
        """What should have been used for promotions by now, where the book gives money a time: the oldest is used
        first. Demo chips have no such time."""
        rule = book.settings.get("count")
        within = rule.value.get("used-within-months") if rule and isinstance(rule.value, dict) else None
        if within is None:
            return []
        left: dict[tuple[str, str], dict[str, int]] = {}
        for line in self.log(conn, book.property, 0, now_us + 1):
            months = left.setdefault((line.fund, line.game), {})
            gone = line.paid - line.other
            came = line.seeded + line.allocated + max(0, -gone)
            months[line.day[:7]] = months.get(line.day[:7], 0) + came
            for month in sorted(months):
                taken = min(max(0, gone), months[month])
                months[month], gone = months[month] - taken, gone - taken
        today = Calendar(conn).date(now_us)
        return [
            Unused(name, game, month, cents)
            for (name, game), months in left.items()
            for month, cents in sorted(months.items())
            if cents and name in FUNDS and _months(today.isoformat()) - _months(month) > int(within)
        ]


def _months(day: str) -> int:
    """How many months lie before this one."""
    return int(day[:4]) * 12 + int(day[5:7])


def _by_day(
    conn: Connection, calendar: Calendar, prefix: str, to_us: int
) -> dict[tuple[datetime.date, str], dict[str, int]]:
    """(gaming day, account) -> kind of movement -> cents, in one query of quarters of an hour: no zone is finer."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    part, cents = (group.at_us // QUARTER_US).label("part"), func.sum(line.cents).label("cents")
    query = (
        select(part, account.name, group.kind, cents)
        .join_from(schema.posting, schema.ledger_group)
        .join(schema.account)
    )
    query = query.where(account.name.startswith(prefix, autoescape=True), group.at_us < to_us)
    found: dict[tuple[datetime.date, str], dict[str, int]] = {}
    for row in conn.execute(query.group_by("part", account.name, group.kind)):
        kinds = found.setdefault((calendar.date(int(row.part) * QUARTER_US), row.name), {})
        kinds[row.kind] = kinds.get(row.kind, 0) + int(row.cents)
    return found
