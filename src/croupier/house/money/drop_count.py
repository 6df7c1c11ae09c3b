"""The drop count: what signatures on its slip move."""

from typing import Any

from sqlalchemy import Connection, select

from croupier.equipment.money import money
from croupier.house.money.counts import counted_cents
from croupier.house.papers.documents import FLOWS, VOID, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx


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
            counted = counted_cents(data)
            if step == "verify":
                if counted != counted_cents(document.data("count")):
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
            table.c.state.not_in((FLOWS[document.kind].final, VOID)),
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

    def give_up(self, tx: Tx, document: Document, by: Person) -> None:
        """Nobody can read its slip: what was in the box is on the table's book again, and is counted with its next."""
        self.ledger.take_back(tx, document.id, by.badge, f"{document.label} can't be read")
