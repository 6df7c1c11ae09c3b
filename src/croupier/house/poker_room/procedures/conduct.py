"""Conduct in the poker room: what is forbidden, who was warned, suspended or barred, and until when.

A sanction is in force from the transaction that records it: whoever seats, lists or enters a patron asks `check` in
the same transaction. It is never changed; management lifts it, and a suspension runs out by itself.
"""

import builtins
import contextlib

import msgspec
from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from croupier.house.papers.notices import Notices
from croupier.house.people.patron_names import check_patron
from croupier.house.people.persons import People, Person, Proof
from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.procedures.book import JOBS, Books, or_above
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import HOUR_US, Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.writer import Tx
from croupier.rounds.acts import By

WARNING, SUSPENSION = "warning", "suspension"
HOURS_MAX = 24 * 366 * 10
WORDS_MAX = 400


class Sanction(msgspec.Struct, frozen=True):
    id: str
    property: str
    patron: str
    kind: str
    offence: str
    clause: str
    words: str
    table_id: str
    by: str
    at_us: int
    until_us: int | None
    lifted_us: int | None
    lifted_by: str
    reason: str

    def in_force(self, now_us: int) -> bool:
        """Whether it keeps the patron away now; a warning never does."""
        ended = self.lifted_us is not None or (self.until_us is not None and self.until_us <= now_us)
        return self.kind != WARNING and not ended

    @builtins.property
    def ends(self) -> str:
        """For how long, in words."""
        if self.until_us is None:
            return "until management lifts it"
        return f"until {journals.to_text(self.until_us)[:16].replace('T', ' ')} UTC"


class Conduct:
    def __init__(self, people: People, notices: Notices, sources: Sources, book: Books) -> None:
        self._people = people
        self._notices = notices
        self._sources, self.book = sources, book

    # ---- deciding

    def impose(
        self,
        tx: Tx,
        proof: Proof,
        property_: str,
        patron: str,
        kind: str,
        offence: str,
        words: str = "",
        hours: int = 0,
        table_id: str = "",
    ) -> Sanction:
        """Warn, suspend or bar a patron for something that the book forbids; in force at once."""
        by = self._people.sign(tx, proof, "conduct.decide", patron, property_)
        book = self.book(property_)
        check_patron(patron)
        known = book.value("sanctions")
        if kind not in known:
            raise Refused(f"{kind!r} is no sanction.", f"There are {', '.join(known)}.", book.clause("sanctions"))
        self._may(by, book.value("sanction-by")[kind], kind, book.clause("sanction-by"))
        item = book.offence(offence)
        until = self._until(kind, hours, book.clause("suspension-ends"))
        self._is_patron(tx, patron)
        now = self._sources.now_us()
        made = Sanction(
            self._sources.new_id("sanction-"), property_, patron, kind, item.name, item.clause, words[:WORDS_MAX],
            table_id[:40], by.badge, now, until, None, "", "",
        )  # fmt: skip
        tx.conn.execute(insert(schema.sanction).values(**msgspec.structs.asdict(made)))
        self._people.log(tx, by.badge, "conduct.decide", patron, "done", f"{kind}: {item.name} ({item.clause})")
        if made.in_force(now):
            self._send_away(tx, made, by)
        return made

    def _may(self, by: Person, job: str, kind: str, clause: str) -> None:
        """The book names the least job that decides on this."""
        if by.role not in or_above(JOBS[job]):
            raise Forbidden(f"A {kind} is not for a {by.role}.", f"It takes a {job.replace('-', ' ')}.", clause)

    def _is_patron(self, tx: Tx, patron: str) -> None:
        """Somebody without a badge of the house is one; somebody with a badge of the staff is none."""
        with contextlib.suppress(NotFound):
            if self._people.get(tx.conn, patron).role != "player":
                raise Refused(f"Badge {patron} is no patron.", "The code of the room is for its players.")

    def _until(self, kind: str, hours: int, clause: str) -> int | None:
        if kind != SUSPENSION:
            if hours:
                raise Refused(f"A {kind} has no hours.", "Only a suspension ends by itself.", clause)
            return None
        if not 0 < hours <= HOURS_MAX:
            raise Refused("A suspension names its end.", f"State its hours, 1 to {HOURS_MAX:,}.", clause)
        return self._sources.now_us() + hours * HOUR_US

    def _send_away(self, tx: Tx, made: Sanction, by: Person) -> None:
        """Take the patron off the room's lists, and call the supervisor to every table at which he has chips."""
        list_journal.send_away(tx, made.property, made.patron, By(by.role, by.badge), made.kind, made.at_us)
        tx.flush()
        own = accounts.at_table(made.patron, "")
        table = schema.account
        there = select(table.c.name).where(table.c.name.startswith(own, autoescape=True), table.c.balance > 0)
        for row in tx.conn.execute(there):
            words = f"Badge {made.patron} is under {made.kind} {made.ends}: cash the chips and clear the seat."
            self._notices.raise_in(tx, row.name.removeprefix(own), "conduct", words, made.by, made.clause)

    def lift(self, tx: Tx, proof: Proof, property_: str, sanction_id: str, reason: str) -> Sanction:
        by = self._people.sign(tx, proof, "conduct.lift", sanction_id, property_)
        if not reason.strip():
            raise Refused("To lift it takes a reason.", "Write why.")
        table, now = schema.sanction, self._sources.now_us()
        found = self._get(tx.conn, property_, sanction_id)
        if not found.in_force(now):
            raise Stale(f"This {found.kind} is no longer in force.", "Nothing is left to lift.")
        change = {"lifted_us": now, "lifted_by": by.badge, "reason": reason[:WORDS_MAX]}
        standing = update(table).where(table.c.id == sanction_id, table.c.lifted_us.is_(None))
        if tx.conn.execute(standing.values(**change)).rowcount != 1:
            raise Stale("Somebody else has lifted it.", "Look at it again.")
        self._people.log(tx, by.badge, "conduct.lift", found.patron, "done", reason)
        return msgspec.structs.replace(found, **change)

    def report(self, tx: Tx, by: Person, property_: str, patron: str, offence: str, words: str, table_id: str) -> str:
        """Whoever sees something calls the supervisor, who decides."""
        self._people.require(tx, by.badge, "conduct.report", property_)
        item = self.book(property_).offence(offence)
        check_patron(patron)
        told = f"Badge {patron}: {item.name.replace('-', ' ')}. {words}".strip()[:WORDS_MAX]
        return self._notices.raise_in(tx, table_id or property_, "conduct", told, by.badge, item.clause)

    # ---- looking

    def check(self, conn: Connection, property_: str, patron: str) -> None:
        """Refuse a patron who is suspended or barred; asked wherever somebody is seated, listed or entered."""
        table = schema.sanction
        query = select(table).where(table.c.patron == patron, *self._in_force(property_))
        row = conn.execute(query.order_by(table.c.at_us).limit(1)).one_or_none()
        if row is not None:
            found = Sanction(*row)
            raise Forbidden(f"Badge {patron} is under {found.kind}, {found.ends}.", "See a supervisor.", found.clause)

    def kept_away(self, conn: Connection, property_: str) -> set[str]:
        """Everybody who is suspended or barred now."""
        return set(conn.scalars(select(schema.sanction.c.patron).where(*self._in_force(property_))))

    def _in_force(self, property_: str) -> tuple[ColumnElement[bool], ...]:
        table, now = schema.sanction, self._sources.now_us()
        ends = or_(table.c.until_us.is_(None), table.c.until_us > now)
        return table.c.property == property_, table.c.kind != WARNING, table.c.lifted_us.is_(None), ends

    def of(self, conn: Connection, property_: str, patron: str | None = None, limit: int = 200) -> list[Sanction]:
        """What is on record, the latest first."""
        table = schema.sanction
        query = select(table).where(table.c.property == property_).order_by(table.c.at_us.desc(), table.c.id)
        if patron is not None:
            query = query.where(table.c.patron == patron)
        return [Sanction(*row) for row in conn.execute(query.limit(limit))]

    def _get(self, conn: Connection, property_: str, sanction_id: str) -> Sanction:
        table = schema.sanction
        row = conn.execute(select(table).where(table.c.id == sanction_id, table.c.property == property_)).one_or_none()
        if row is None:
            raise NotFound(f"There is no sanction {sanction_id} at {property_}.")
        return Sanction(*row)
