"""Cash across the counter: from which amounts an exchange takes a password, a second person and a report.

The amounts are the house's own (`croupier.house.people.posted_amounts`). What a patron brought and took in a gaming
day is read from the ledger, wherever cash met his purse: at the cage, at a table, by hand. It counts over all
properties of the house, because one patron and one gaming day are what a report is about; a house whose properties
report each for itself posts that (`cage-together`). Each report is a document signed by two, and all of them are the
currency-transaction log.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, or_, select

from croupier.equipment.money import money
from croupier.house.money.purses import DEMO_CHIPS
from croupier.house.papers.documents import Document
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import Person, Proof
from croupier.house.people.posted_amounts import BY_PROPERTY, posted
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Forbidden, Refused
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk

IN, OUT = "in", "out"
EVERYWHERE = ""
KIND = "currency"
CASHED = "ticket-cashed"  # whoever holds a ticket is paid; it counts for the patron whose credit it was
IDENTIFIED_MAX = 200


class Vouched(msgspec.Struct, frozen=True):
    """What an exchange of cash rests on beside the cashier's session."""

    proof: Proof | None = None  # the cashier's password again
    second: Proof | None = None  # somebody else's
    identified: str = ""  # who the patron is, and by what paper


class Totals(msgspec.Struct, frozen=True):
    """One patron's cash of a gaming day at a property."""

    patron: str
    cash_in: int = 0
    cash_out: int = 0


def check(
    tx: Tx,
    house: TableDesk,
    by: Person,
    property_: str,
    patron: str,
    way: str,
    cents: int,
    vouched: Vouched,
    act: str = "cage.exchange",
) -> Document | None:
    """Refuse an exchange that lacks a signature and file the report where one is due, in the exchange's transaction."""
    if by.badge == patron:
        raise Forbidden("Nobody exchanges cash with himself.", "Another cashier serves you.")
    if vouched.proof is not None and vouched.proof.badge != by.badge:
        raise Forbidden(f"Badge {vouched.proof.badge} signed for badge {by.badge}.", "The cashier signs.")
    total = cents + so_far(tx.conn, house, property_, patron, way)
    reported = total > posted(tx.conn, "cage-report")
    two = reported or max(cents, total) >= posted(tx.conn, "cage-second")
    signed = two or cents >= posted(tx.conn, "cage-password")
    lacks = [
        words
        for wanted, given, words in (
            (signed, vouched.proof, "the cashier's password"),
            (two, vouched.second, "a second person's signature"),
            (reported, vouched.identified.strip(), "who the patron is, by which paper"),
        )
        if wanted and not given
    ]
    if lacks:
        day = f"{patron} has {money(total)} {way} this gaming day with it."
        raise Refused(f"{money(cents)} in cash {way} takes {', '.join(lacks)}.", day)
    if vouched.second is not None and vouched.second.badge in (by.badge, patron):
        raise Forbidden("One person signed twice.", "Somebody else is the second person.")
    if reported:
        return _report(tx, house, property_, patron, way, cents, total, vouched)
    if vouched.proof is not None and signed:
        house.people.sign(tx, vouched.proof, act, patron, property_)
    if vouched.second is not None and two:
        house.people.sign(tx, vouched.second, "cage.witness", patron, property_)
    return None


def _report(
    tx: Tx, house: TableDesk, property_: str, patron: str, way: str, cents: int, total: int, vouched: Vouched
) -> Document:
    assert vouched.proof is not None and vouched.second is not None
    data = {"patron": patron, "way": way, "cents": cents, "total": total}
    data["identified"] = vouched.identified.strip()[:IDENTIFIED_MAX]
    document = house.documents.begin(tx, KIND, property_, "", vouched.proof, data)
    return house.documents.sign(tx, document.id, "witness", vouched.second)


def taken_at_table(tx: Tx, house: TableDesk, property_: str, table_id: str, patron: str, by: str) -> None:
    """Cash that became chips at a table counts as well: what would bring a patron's day to the amount of a report is
    not taken there, because nobody at a table can file one."""
    tx.flush()
    total, most = so_far(tx.conn, house, property_, patron, IN), posted(tx.conn, "cage-report")
    if total > most:
        words = f"{patron} would have brought {money(total)} in cash this gaming day, at {table_id} with it."
        raise Refused(words, f"Above {money(most)} the cage takes it, with two signatures and a report.")


def so_far(conn: Connection, house: TableDesk, property_: str, patron: str, way: str) -> int:
    """What a patron has brought or taken in this gaming day, as the house posts it: everywhere, or at the property."""
    place = property_ if posted(conn, "cage-together") == BY_PROPERTY else EVERYWHERE
    found = totals(conn, house, place, patron)
    mine = next((one for one in found if one.patron == patron), Totals(patron))
    return mine.cash_in if way == IN else mine.cash_out


def totals(
    conn: Connection, house: TableDesk, property_: str, patron: str = "", at_us: int | None = None
) -> list[Totals]:
    """What each patron brought and took in cash in the gaming day of a moment, the largest first; an empty property:
    wherever it was."""
    day = span(conn, house.sources.now_us() if at_us is None else at_us)
    sums: dict[str, list[int]] = {}
    for name, cents in _cash(conn, property_, patron, day.start_us, day.end_us):
        whose = name.removeprefix("patron:").partition("@")[0]
        sums.setdefault(whose, [0, 0])[0 if cents < 0 else 1] += abs(cents)
    found = [Totals(whose, came, went) for whose, (came, went) in sums.items()]
    return sorted(found, key=lambda one: (-max(one.cash_in, one.cash_out), one.patron))


def _world(account: Any, property_: str) -> Any:
    """Where cash comes from and goes to: the world outside one property, or outside all of them."""
    name = accounts.outside(property_)
    return account.c.name == name if property_ else account.c.name.startswith(name, autoescape=True)


def _cash(conn: Connection, property_: str, patron: str, start: int, end: int) -> list[tuple[str, int]]:
    """(purse, what the world outside gained) of each group of the ledger in which cash met a purse."""
    group, line, account = schema.ledger_group, schema.posting, schema.account
    other_line, other = line.alias("other_line"), account.alias("other")
    purse = accounts.patron(patron)
    own = or_(other.c.name == purse, other.c.name.startswith(f"{purse}@", autoescape=True))
    query = (
        select(group.c.number, other.c.name, line.c.cents)
        .join_from(line, group, line.c.group_number == group.c.number)
        .join(account, account.c.id == line.c.account_id)
        .join(other_line, other_line.c.group_number == group.c.number)
        .join(other, other.c.id == other_line.c.account_id)
        .where(_world(account, property_), group.c.at_us >= start, group.c.at_us < end)
        .where(group.c.kind != DEMO_CHIPS, own if patron else other.c.name.startswith("patron:"))
    )
    seen: dict[int, tuple[str, int]] = {}
    for row in conn.execute(query):  # a group has one purse; its chips at a table are the same purse
        seen.setdefault(row.number, (row.name, row.cents))
    return [*seen.values(), *_tickets(conn, property_, patron, start, end)]


def _tickets(conn: Connection, property_: str, patron: str, start: int, end: int) -> list[tuple[str, int]]:
    """The same of tickets that the cage paid: their purse is that of who printed them."""
    group, line, account = schema.ledger_group, schema.posting, schema.account
    paper, first, printed = line.alias("paper"), line.alias("first"), group.alias("printed")
    query = (
        select(group.c.number, printed.c.by, line.c.cents)
        .join_from(line, group, line.c.group_number == group.c.number)
        .join(account, account.c.id == line.c.account_id)
        .join(paper, (paper.c.group_number == group.c.number) & (paper.c.account_id != line.c.account_id))
        .join(first, (first.c.account_id == paper.c.account_id) & (first.c.cents > 0))
        .join(printed, printed.c.number == first.c.group_number)
        .where(_world(account, property_), group.c.kind == CASHED)
        .where(group.c.at_us >= start, group.c.at_us < end)
    )
    if patron:
        query = query.where(printed.c.by == patron)
    return [(accounts.patron(row.by), row.cents) for row in conn.execute(query)]
