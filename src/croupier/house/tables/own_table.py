"""Who signs at a table: what a dealer counts and inspects is at his own, and nobody supervises himself."""

from typing import Any

from croupier.house.papers.documents import FLOWS, Document
from croupier.house.people.permissions import PERMITS
from croupier.house.people.persons import Proof
from croupier.house.record.errors import Forbidden
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.pit.every_act import apart

# What a dealer signs for the table at which he stands.
AT_THE_TABLE = frozenset(
    {
        *("fill.count", "credit.count", "count.dealer", "inspection.inspect", "checklist.sign", "cards.count"),
        *("rack.count", "deck.remove", "box.attach"),
    }
)


def check_dealer(house: TableDesk, tx: Tx, table_id: str, act: str, badge: str) -> None:
    """What a dealer counts, inspects and goes through is at his own table, while one stands there; what takes
    somebody above a dealer is for another than who deals there."""
    table = house.tables.find(tx.conn, table_id) if table_id and act in PERMITS else None
    if table is None or not table.dealer:
        return
    if table.dealer == badge:
        if house.people.get(tx.conn, badge).may(act, table.property):  # who may not is told so instead
            apart(table, act, badge)
        return
    if act not in AT_THE_TABLE:
        return
    if house.people.get(tx.conn, badge).at(table.property).role == "dealer":
        raise Forbidden(f"Badge {table.dealer} deals at {table_id}.", "The dealer who stands there signs this.")


def sign_next(
    tx: Tx, house: TableDesk, document_id: str, step: str, proof: Proof, data: dict[str, Any] | None, seen: str
) -> Document:
    """The next line of a slip, by who may sign it at its table; `seen` is the state in which he looked at it."""
    document = house.documents.get(tx.conn, document_id)
    line = FLOWS[document.kind].step(step)
    check_dealer(house, tx, document.table_id, line.act if line else "", proof.badge)
    return house.documents.sign(tx, document.id, step, proof, data, seen)
