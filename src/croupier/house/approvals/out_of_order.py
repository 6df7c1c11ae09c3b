"""A rulebook kept in the record that is no longer the text that was kept: it is told until two people saw to it.

What was kept is never written again. Tables that the shelf has the same text for play on by that; a table, a replay or
a draft that needs this one is refused in words. A copy of the record from before brings it back.
"""

from sqlalchemy import Connection

from croupier.house.record import kept_books
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.faults import BOOK, BrokenRows, Fault, Faults, Returns
from croupier.house.record.writer import Tx


class BrokenBooks(BrokenRows):
    kind = BOOK

    def __init__(self, faults: Faults, storage: Storage) -> None:
        super().__init__(faults, storage)
        self._swept = False  # texts are many and long: all are looked at once, those that were torn again and again

    def place(self, conn: Connection, subject: str) -> str:
        key = kept_books.key_of(conn, subject)
        if key is None:
            raise NotFound(f"No rulebook is kept as {subject}.")
        return key.partition("/")[0]

    def read(self, conn: Connection, subject: str) -> None:
        if not self.seen_to(conn, subject):
            kept_books.text_of(conn, subject)

    def torn(self, conn: Connection) -> list[str]:
        if self._swept:
            return []
        self._swept = True
        return [digest for digest in kept_books.torn(conn) if not self.seen_to(conn, digest)]

    def returns(self, conn: Connection, subject: str) -> Returns:
        return Returns(note=f"It is {kept_books.key_of(conn, subject)}; a copy of the record brings its text back.")

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        if shares:
            raise Refused("Nobody shares in a rulebook.", "There are no chips in it.")
