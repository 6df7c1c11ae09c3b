"""A promotion, or a hand that was claimed for one, that nobody can read: two people close it.

Its fund is its room's and stays where it is. What was set aside for a claim lies under the claim's own account: it is
paid to whom the claim names where it names one, and where it names several, or can't be read, the two say whose it is.
What they give to the house goes back to the fund that it came from.
"""

from typing import Any

from sqlalchemy import Connection, select, update

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.papers.documents import strike
from croupier.house.people.persons import People
from croupier.house.promotions import store
from croupier.house.promotions.claim_slip import held
from croupier.house.promotions.rules import Finding
from croupier.house.promotions.store import DENIED, ENDED, PAID
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import CLAIM, PROMOTION, BrokenRows, Fault, Faults, Returns, Unreadable, stored
from croupier.house.record.ledger import Group, Ledger, Line
from croupier.house.record.writer import Tx
from croupier.house.tables.out_of_order import HOUSE, KIND

OVER = (PAID, DENIED)
BY_HAND = "Tax form and search are done by hand before it is paid."


class BrokenClaims(BrokenRows):
    """Closes one claim that can't be read; the others of its promotion go on."""

    kind = CLAIM

    def __init__(self, faults: Faults, storage: Storage, ledger: Ledger, sources: Sources, people: People) -> None:
        super().__init__(faults, storage)
        self._ledger, self._sources, self._people = ledger, sources, people

    def place(self, conn: Connection, subject: str) -> str:
        claim, made = schema.promotion_claim, schema.promotion
        query = select(made.c.property).join_from(claim, made).where(claim.c.id == subject)
        place = conn.scalar(query)
        if place is None:
            raise NotFound(f"There is no claim {subject}.")
        return str(place)

    def read(self, conn: Connection, subject: str) -> None:
        if any(row.id == subject for row in self._waiting(conn)):
            store.claim(conn, subject)

    def torn(self, conn: Connection) -> list[str]:
        return [row.id for row in self._waiting(conn) if not _can_be_read(conn, row.id)]

    def _waiting(self, conn: Connection) -> list[Any]:
        table = schema.promotion_claim
        return list(conn.execute(select(table).where(table.c.state.not_in(OVER)).order_by(table.c.place)))

    def _rows(self, conn: Connection, subject: str) -> list[Any]:
        return [row for row in self._waiting(conn) if row.id == subject]

    def returns(self, conn: Connection, subject: str) -> Returns:
        rows = self._rows(conn, subject)
        set_aside = [(row, self._ledger.balance(conn, held(row.id))) for row in rows]
        named = {name for row, cents in set_aside if cents for name in _named(row)}
        common = sum(cents for _, cents in set_aside)
        told = dict.fromkeys(sorted(named), 0)
        for row, cents in set_aside:
            whose = _named(row)
            if cents and len(whose) != 1:
                return Returns(dict.fromkeys(sorted(named), 0), common, None, BY_HAND)
            if cents:
                told[whose[0]] += cents
        return Returns(dict.fromkeys(sorted(named), 0), common, told, BY_HAND if common else "")

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        tx.flush()
        rows = self._rows(tx.conn, fault.subject)
        if not rows:
            raise Stale("The claim is paid or denied.", "Only one that waits is closed so.")
        self._settle(tx, rows, by, shares, fault)

    def _settle(self, tx: Tx, rows: list[Any], by: str, shares: dict[str, int], fault: Fault) -> None:
        """What was set aside goes to whom it is said to be; their slips are void, the claims are over."""
        set_aside = {row.id: self._ledger.balance(tx.conn, held(row.id)) for row in rows}
        lines: list[Line] = [(held(name), -cents) for name, cents in set_aside.items()]
        common = sum(set_aside.values())
        if min(shares.values(), default=0) < 0 or sum(shares.values()) != common:
            raise Refused(f"{money(common)} is set aside.", "Say whose it is, to the cent.")
        lines += [self._target(tx, rows, whose, cents) for whose, cents in sorted(shares.items())]
        lines = [line for line in lines if line[1]]
        if lines:
            self._ledger.open(tx, *(name for name, _ in lines))
            self._ledger.post(tx, Group(kind=KIND, by=by, lines=tuple(lines), memo=fault.subject))
        paid = any(cents for whose, cents in shares.items() if whose != HOUSE)
        now, table, person = self._sources.now_us(), schema.promotion_claim, self._people.get(tx.conn, by)
        for row in rows:
            state = PAID if paid and set_aside[row.id] else DENIED
            tx.conn.execute(update(table).where(table.c.id == row.id).values(state=state, changed_us=now))
            if row.document_id:
                strike(tx, now, row.document_id, person, fault.why)

    def _target(self, tx: Tx, rows: list[Any], whose: str, cents: int) -> Line:
        if whose == HOUSE:
            return self._fund(tx.conn, rows), cents
        self._people.get(tx.conn, whose)  # refuses whom nobody knows
        for row in rows:
            purses.check_fund(tx, held(row.id), accounts.patron(whose))
        return accounts.patron(whose), cents

    def _fund(self, conn: Connection, rows: list[Any]) -> str:
        """The fund that the money was set aside from, by the ledger."""
        group, line, account = schema.ledger_group, schema.posting, schema.account
        names = [held(row.id) for row in rows]
        theirs = select(line.c.group_number).join_from(line, account).where(account.c.name.in_(names), line.c.cents > 0)
        query = select(account.c.name).join_from(line, group).join(account)
        query = query.where(group.c.number.in_(theirs), line.c.cents < 0).order_by(group.c.number.desc())
        found = conn.scalar(query.limit(1))
        if found is None:
            raise Refused("The ledger tells of no fund.", "Say whose it is among the patrons.")
        return str(found)


class BrokenPromotions(BrokenClaims):
    """Ends a promotion whose terms can't be read, with the claims that wait in it."""

    kind, rows, called = PROMOTION, schema.promotion, "promotion"
    place = BrokenRows.place

    def read(self, conn: Connection, subject: str) -> None:
        if subject in self._open(conn):
            store.get(conn, subject)

    def torn(self, conn: Connection) -> list[str]:
        return [name for name in self._open(conn) if not _can_be_read(conn, name, store.get)]

    def _open(self, conn: Connection) -> list[str]:
        """Those that run, and those in which a claim waits."""
        table, waits = schema.promotion, {row.promotion for row in self._waiting(conn)}
        running = conn.scalars(select(table.c.id).where(table.c.state != ENDED)).all()
        return sorted({*running, *waits})

    def _rows(self, conn: Connection, subject: str) -> list[Any]:
        return [row for row in self._waiting(conn) if row.promotion == subject]

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        tx.flush()
        self._settle(tx, self._rows(tx.conn, fault.subject), by, shares, fault)
        mine = update(schema.promotion).where(schema.promotion.c.id == fault.subject)
        tx.conn.execute(mine.values(state=ENDED, changed_us=self._sources.now_us()))


def _can_be_read(conn: Connection, name: str, get: Any = store.claim) -> bool:
    try:
        get(conn, name)
    except Unreadable:
        return False
    return True


def _named(row: Any) -> list[str]:
    """Whom a claim names, where its finding can be read."""
    try:
        found: Finding = stored(row.finding, Finding, row.id)
    except Unreadable:
        return []
    return list(dict.fromkeys((*found.holders, *found.winners, *found.others)))
