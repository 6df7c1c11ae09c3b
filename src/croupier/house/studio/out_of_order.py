"""A draft of rules whose text can't be read: two people take it back to its last text that can, or drop it."""

from sqlalchemy import Connection, select

from croupier.house.record import schema
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Refused
from croupier.house.record.faults import DRAFT, BrokenRows, Fault, Faults, Returns, Unreadable
from croupier.house.record.writer import Tx
from croupier.house.studio.drafts import DROPPED, EDITED, Drafts


class BrokenDrafts(BrokenRows):
    kind, rows, called = DRAFT, schema.rule_draft, "draft"

    def __init__(self, faults: Faults, storage: Storage, drafts: Drafts) -> None:
        super().__init__(faults, storage)
        self._drafts = drafts

    def read(self, conn: Connection, subject: str) -> None:
        self._drafts.get(conn, subject)

    def torn(self, conn: Connection) -> list[str]:
        return [name for name in conn.scalars(select(schema.rule_draft.c.id)).all() if not self._whole(conn, name)]

    def _whole(self, conn: Connection, name: str) -> bool:
        try:
            self._drafts.get(conn, name)
        except Unreadable:
            return False
        return True

    def _last_good(self, conn: Connection, name: str) -> int:
        """The last revision that can be read; 0 if there is none."""
        for past in self._drafts.history(conn, name):
            try:
                self._drafts.get(conn, name, past.number)
            except Unreadable:
                continue
            return past.number
        return 0

    def returns(self, conn: Connection, subject: str) -> Returns:
        last = self._last_good(conn, subject)
        return Returns(
            note=f"It goes on from revision {last}." if last else "None of its texts can be read: it is dropped."
        )

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        if shares:
            raise Refused("Nobody shares in a draft.", "There are no chips in it.")
        self._drafts.hold(tx, fault.subject)
        last = self._last_good(tx.conn, fault.subject)
        text = self._drafts.get(tx.conn, fault.subject, last).text if last else ""
        says = f"taken back to revision {last}: what came after can't be read" if last else "can't be read"
        self._drafts.take_back(tx, fault.subject, by, EDITED if last else DROPPED, says, text)
