"""The boxes of a poker table: attached and signed for before it opens, as the room's book asks for its game."""

from typing import Any

from sqlalchemy import Connection

from croupier.house.papers.documents import FLOWS, Document, Documents
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx
from croupier.poker.book.room import Room

BOXES = "boxes"
KNOWN = ("drop", "bad-beat")
WORDS = {"drop": "drop box", "bad-beat": "bad beat box"}


class Boxes:
    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        items = data.get("items")
        if not isinstance(items, list) or not items or set(items) - set(KNOWN):
            raise Refused("Which boxes are on the table is missing.", f"Tick {' and '.join(KNOWN)}.")
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """A box that is taken off again is asked for at the next opening."""

    def lacks(self, conn: Connection, table_id: str, since_us: int, room: Room) -> list[tuple[str, str]]:
        """Boxes that the game needs and nobody has attached since the opening began, with the clause."""
        if room.value("boxes") is None:
            return []
        done = self._documents.latest(conn, BOXES, table_id, FLOWS[BOXES].final)
        there = set(done.data("attach").get("items", ())) if done is not None and done.opened_us >= since_us else set()
        missing = sorted(room.boxes() - there)
        return [(f"The {WORDS[name]} is not attached.", room.clause("boxes")) for name in missing]
