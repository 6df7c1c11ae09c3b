"""A paper that nobody can read: two people put it away, and what it has moved goes back by the ledger.

One that is under way is void then, and whatever it was about waits for a new one. One that was finished stays as it
is, because its money moved long ago: that it can't be read is on the log with both names.
"""

from sqlalchemy import Connection, select

from croupier.house.papers.documents import FILED, FLOWS, VOID, Documents
from croupier.house.people.persons import People
from croupier.house.record import schema
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Refused
from croupier.house.record.faults import PAPER, BrokenRows, Fault, Faults, Returns, Unreadable
from croupier.house.record.writer import Tx


class BrokenPapers(BrokenRows):
    kind, rows, called = PAPER, schema.document, "document"

    def __init__(self, faults: Faults, storage: Storage, documents: Documents, people: People) -> None:
        super().__init__(faults, storage)
        self._documents, self._people = documents, people
        self._swept = False  # finished ones are looked at once; those under way whenever somebody asks

    def read(self, conn: Connection, subject: str) -> None:
        try:
            self._documents.get(conn, subject)
        except Unreadable:
            if not self.seen_to(conn, subject):
                raise

    def torn(self, conn: Connection) -> list[str]:
        found = self._documents.torn(conn, unfinished=self._swept)
        self._swept = True
        return [name for name in found if not self.seen_to(conn, name)]

    def returns(self, conn: Connection, subject: str) -> Returns:
        table = schema.document
        row = conn.execute(select(table.c.kind, table.c.number, table.c.state).where(table.c.id == subject)).one()
        title = FLOWS[row.kind].title if row.kind in FLOWS else "Paper"
        if row.state in (VOID, FILED) or (row.kind in FLOWS and row.state == FLOWS[row.kind].final):
            return Returns(note=f"{title} {row.number} was finished: what it moved stays where it is.")
        return Returns(note=f"{title} {row.number} is void then; what it has moved goes back, and a new one may begin.")

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        if shares:
            raise Refused("Nobody shares in a paper.", "What it has moved goes back where it came from.")
        self._documents.give_up_torn(tx, fault.subject, self._people.get(tx.conn, by), fault.why)
