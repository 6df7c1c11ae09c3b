"""What signatures on money slips move: fills, credits, opening and closing counts, the drop, the toke pool.

Every chip is somewhere at every moment: a fill that was prepared lies in transit until the table has it. A
count that differs from its slip stops the slip; a count that differs from the book is recorded as variance
and the book follows the hands (`counts` says how either is asked for).
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from croupier.equipment.money import money
from croupier.house.money.chips import Chips, value
from croupier.house.money.counts import agrees, check_variance, chips_of, stated_chips
from croupier.house.papers.documents import DIFFERS, FLOWS, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx

CONTAINER_PLACES = ("cage", "table")  # where a locked inventory waits: in the cage or secured to the table


def unseen(document: Document) -> Document:
    """A drop whose counts do not agree yet, without the amounts: everybody counts for himself."""
    if document.kind != "drop" or document.state not in ("witnessed", "counted"):
        return document
    signed = [
        msgspec.structs.replace(line, data={k: v for k, v in line.data.items() if k != "cents"})
        if line.step in ("count", "verify")
        else line
        for line in document.signed
    ]
    return msgspec.structs.replace(document, signed=tuple(signed))


class Movement:
    """What fills and credits share: the slip's chips, and counts that must agree with it."""

    def __init__(self, ledger: Ledger, notices: Notices) -> None:
        self.ledger = ledger
        self.notices = notices

    def asked(self, document: Document) -> Chips:
        return stated_chips(document.data("request"), "request")

    def agrees(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> bool:
        """Whether the chips counted are those that were asked for."""
        return agrees(tx, self.notices, document, step, by, data, self.asked(document))

    def move(self, tx: Tx, document: Document, by: Person, source: str, target: str, memo: str) -> None:
        cents = value(self.asked(document))
        self.ledger.move(
            tx,
            document.kind,
            by.badge,
            source,
            target,
            cents,
            table_id=document.table_id,
            document=document.id,
            memo=memo,
        )

    def take_back(self, tx: Tx, document: Document, by: Person) -> None:
        """Return by further entries whatever this slip has moved so far."""
        for posted in self.ledger.groups(tx.conn, document=document.id):
            self.ledger.correct(tx, posted.number, by.badge, f"{document.label} voided", document.id)


class Fill(Movement):
    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        if step == "request" and value(self.asked(document)) == 0:
            raise Refused("A fill of nothing.", "State the chips that the table needs.")
        if step in ("prepare", "count") and not self.agrees(tx, document, step, by, data):
            return DIFFERS
        place = document.property
        if step == "prepare":
            self.move(tx, document, by, accounts.cage(place), accounts.transit(place), "taken from the cage")
        elif step == "confirm":
            self.move(tx, document, by, accounts.transit(place), accounts.inventory(document.table_id), "in the rack")
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        self.take_back(tx, document, by)


class Credit(Movement):
    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        place, rack = document.property, accounts.inventory(document.table_id)
        if step == "request":
            cents = value(self.asked(document))
            if not 0 < cents <= self.ledger.balance_in(tx, rack):
                have = money(self.ledger.balance_in(tx, rack))
                raise Refused(f"The table inventory has {have}.", f"{money(cents)} can't leave it.")
        if step in ("count", "receive") and not self.agrees(tx, document, step, by, data):
            return DIFFERS
        if step == "count":
            self.move(tx, document, by, rack, accounts.transit(place), "taken from the rack")
        elif step == "receive":
            self.move(tx, document, by, accounts.transit(place), accounts.cage(place), "back in the cage")
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        self.take_back(tx, document, by)


class TableCount:
    """An opening or a closing: two people count the inventory apart; the book follows them."""

    def __init__(self, ledger: Ledger, notices: Notices) -> None:
        self.ledger = ledger
        self.notices = notices

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        counted = stated_chips(data, step)
        if document.kind == "opening":
            self._check_opening(tx.conn, document)
        if step == "count":
            return None
        first = chips_of(document.data("count"), "count")
        if not agrees(tx, self.notices, document, step, by, data, first):
            return DIFFERS
        if document.kind == "closing" and data.get("container") not in CONTAINER_PLACES:
            raise Refused(
                "The locked container's place is missing.",
                "It waits in the cage or secured to the table, marked with game and table.",
            )
        check_variance(self.against(tx.conn, document, value(counted)), data.get("variance"))
        self.assert_inventory(tx, document, by, value(counted))
        return None

    def _check_opening(self, conn: Connection, document: Document) -> None:
        """Refuse the opening count of a table that deals: what begins with an opening would begin anew by it."""
        table = schema.floor_table
        asked = select(table.c.state).where(table.c.id == document.table_id, table.c.game != "poker")
        if conn.scalar(asked) in ("open", "closing"):
            raise Stale(f"{document.table_id} is open.", "Its opening count was made before it opened.")

    def against(self, conn: Connection, document: Document, counted: int) -> tuple[int, int] | None:
        """What the book says a count should find, and by how much it is off; a new table's first count is its bank."""
        rack = accounts.inventory(document.table_id)
        book = self.ledger.balance(conn, rack)
        return None if self._first(conn, document, rack) else (book, counted - book)

    def assert_inventory(self, tx: Tx, document: Document, by: Person, counted: int) -> None:
        rack = accounts.inventory(document.table_id)
        self.ledger.open(tx, rack, accounts.house(document.property))
        tx.flush()
        if self._first(tx.conn, document, rack) and counted:
            bank = Group(
                kind="bank",
                by=by.badge,
                lines=((accounts.house(document.property), -counted), (rack, counted)),
                table_id=document.table_id,
                document=document.id,
                memo="the table's first inventory",
            )
            self.ledger.post(tx, bank)
        count = self.ledger.count(tx, rack, counted, by.badge, document.id)
        if not count.variance:
            return
        lines = ((rack, count.variance), (accounts.variance(document.property), -count.variance))
        self.ledger.post(
            tx,
            Group(
                kind="variance",
                by=by.badge,
                lines=lines,
                table_id=document.table_id,
                document=document.id,
                memo=f"{document.label}: book {money(count.book)}, counted {money(counted)}",
            ),
        )
        words = (
            f"{document.title}: {money(counted)} counted, {money(count.book)} on the book, "
            f"variance {money(count.variance, sign=True)}"
        )
        self.notices.raise_in(tx, document.table_id, "variance", words, by.badge)

    def _first(self, conn: Connection, document: Document, rack: str) -> bool:
        """Whether a new table is counted, of which the book knows nothing yet: no slip says what should be there."""
        unknown = not self.ledger.balance(conn, rack) and self.ledger.last_count(conn, rack) is None
        return unknown and document.kind == "opening" and not self.ledger.groups(conn, table_id=document.table_id)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing moved before the second count, and after it the document is finished."""


class Drop:
    """The drop box leaves the table under two pairs of eyes and is counted by two others."""

    def __init__(self, ledger: Ledger, notices: Notices) -> None:
        self.ledger = ledger
        self.notices = notices

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        if step == "remove":
            self._only_one(tx.conn, document)
            box = accounts.drop(document.table_id)
            inside = self.ledger.balance_in(tx, box)
            if inside:
                room = accounts.count_room(document.property)
                about = {"table_id": document.table_id, "document": document.id, "memo": "box removed"}
                self.ledger.move(tx, "drop", by.badge, box, room, inside, **about)
        elif step in ("count", "verify"):
            counted = _cents(data)
            if step == "verify":
                if counted != _cents(document.data("count")):
                    return "witnessed"  # both count again until they agree
                self._bank(tx, document, by, counted)
        return None

    def _only_one(self, conn: Connection, document: Document) -> None:
        """Refuse a second drop of a table while the box of the first is still on its way to a count by two."""
        table = schema.document
        query = select(table.c.number, table.c.state).where(
            table.c.kind == document.kind,
            table.c.table_id == document.table_id,
            table.c.id != document.id,
            table.c.state != FLOWS[document.kind].final,
        )
        for other in conn.execute(query.order_by(table.c.number).limit(1)):
            words = f"Drop {other.number} of {document.table_id} is under way: its box is {other.state}."
            raise Stale(words, "Two people count that box first; then the next one goes off the table.")

    def _bank(self, tx: Tx, document: Document, by: Person, counted: int) -> None:
        moved = self.ledger.groups(tx.conn, document=document.id)
        room, place = accounts.count_room(document.property), document.property
        booked = sum(cents for group in moved for name, cents in group.lines if name == room)
        short = counted - booked
        lines = ((room, -booked), (accounts.cage(place), counted), (accounts.variance(place), -short))
        if booked or counted:
            self.ledger.post(
                tx,
                Group(
                    kind="drop",
                    by=by.badge,
                    lines=lines,
                    table_id=document.table_id,
                    document=document.id,
                    memo="counted",
                ),
            )
        if short:
            words = (
                f"{document.title}: {money(counted)} counted, {money(booked)} on the book, "
                f"variance {money(short, sign=True)}"
            )
            self.notices.raise_in(tx, document.table_id, "variance", words, by.badge)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        raise Refused("A drop that was removed is counted.", "It can't be voided.")


class Tokes:
    """The toke pool is counted, then shared out by the hours that each dealer dealt."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        pool = accounts.toke_pool(document.property)
        inside = self.ledger.balance_in(tx, pool)
        if step == "count":
            if _cents(data) != inside:
                raise Refused(
                    f"The pool has {money(inside)} on the book.", f"{money(_cents(data))} was counted: count again."
                )
            return None
        try:
            downs = msgspec.convert(data.get("downs", {}), dict[str, int])
        except msgspec.ValidationError:
            downs = {}
        if not downs or any(count <= 0 for count in downs.values()):
            raise Refused("Nobody to share with.", "State the half hours that each dealer dealt.")
        self._check_sharers(tx, document, downs)
        parts = share(_cents(document.data("count")), downs)
        self.ledger.open(tx, *(accounts.patron(badge) for badge in parts))
        gone = sum(parts.values())
        if gone:
            lines = ((pool, -gone), *((accounts.patron(badge), cents) for badge, cents in parts.items()))
            self.ledger.post(tx, Group(kind="tokes", by=by.badge, lines=lines, document=document.id))
        return None

    def _check_sharers(self, tx: Tx, document: Document, downs: dict[str, int]) -> None:
        """Tokes go to people of the house, and not to those who count and share them out."""
        table = schema.person
        known = select(table.c.badge).where(table.c.badge.in_(downs), table.c.role != "player")
        strangers = sorted(downs.keys() - set(tx.conn.scalars(known)))
        if strangers:
            raise Refused(f"{strangers[0]} is no badge of the staff.", "Tokes are shared among those who dealt.")
        signers = sorted(downs.keys() & {signed.by for signed in document.signed})
        if signers:
            raise Forbidden(f"Badge {signers[0]} signs this and shares in it.", "Another person signs.")

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing moves before the last signature."""


def share(cents: int, downs: dict[str, int]) -> dict[str, int]:
    """Whole cents in proportion to the downs; the cents left over go to the largest remainders, then by badge."""
    total = sum(downs.values())
    parts = {badge: cents * count // total for badge, count in downs.items()}
    rest = cents - sum(parts.values())
    by_remainder = sorted(downs, key=lambda badge: (-(cents * downs[badge] % total), badge))
    for badge in by_remainder[:rest]:
        parts[badge] += 1
    return parts


def _cents(data: dict[str, Any]) -> int:
    cents = data.get("cents")
    if not isinstance(cents, int) or isinstance(cents, bool) or cents < 0:
        raise Refused("The amount counted is missing.", "Write it down, and 0 where there is nothing.")
    return cents
