"""What signatures on money slips move: fills, credits, opening and closing counts.

Every chip is somewhere at every moment: a fill that was prepared lies in transit until the table has it. A
count that differs from its slip stops the slip; a count that differs from the book is recorded as variance
and the book follows the hands (`counts` says how either is asked for).
"""

from typing import Any

from sqlalchemy import Connection, select

from croupier.equipment.money import money
from croupier.house.money.chips import Chips, value
from croupier.house.money.counts import agrees, check_variance, chips_of, stated_chips
from croupier.house.papers.documents import DIFFERS, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx

CONTAINER_PLACES = ("cage", "table")  # where a locked inventory waits: in the cage or secured to the table


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
        self.ledger.take_back(tx, document.id, by.badge, f"{document.label} voided")


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
