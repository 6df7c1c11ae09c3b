"""What waits for somebody on the floor: an irregularity, a call for the supervisor, a count that differed."""

import msgspec
from sqlalchemy import Connection, insert, or_, select, update

from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import NotFound
from croupier.house.record.writer import Tx

# What a notice is about, the gravest first: what stops a table, what waits for a signature, what is due.
GRAVITY = (
    "chain-broken",
    "table-stopped",
    "jackpot",
    "irregularity",
    "call",
    "declared",
    "count-differs",
    "variance",
    "cash-report",
    "compromised",
    "cards-due",
    "stub-due",
    "cut",
    "new-dealer",
    "inspection-due",
    "payout-limit",
    "fill-waiting",
    "inventory-low",
    "wheel-review",
    "pace",
)


class Notice(msgspec.Struct, frozen=True):
    id: str
    table_id: str
    kind: str
    words: str
    clause: str
    raised_us: int
    raised_by: str
    settled_us: int | None
    settled_by: str


class Notices:
    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def raise_in(self, tx: Tx, table_id: str, kind: str, words: str, by: str, clause: str = "") -> str:
        """Raise a notice; the same words still waiting are not raised twice."""
        table = schema.notice
        same = select(table.c.id).where(
            table.c.table_id == table_id, table.c.kind == kind, table.c.words == words, table.c.settled_us.is_(None)
        )
        waiting = tx.conn.scalar(same)
        if waiting is not None:
            return str(waiting)
        notice_id = self._sources.new_id("notice-")
        row = {"id": notice_id, "table_id": table_id, "kind": kind, "words": words, "clause": clause}
        times = {"raised_us": self._sources.now_us(), "raised_by": by, "settled_by": ""}
        tx.conn.execute(insert(table).values(**row, **times))
        return notice_id

    def settle(self, tx: Tx, notice_id: str, by: str) -> Notice:
        table = schema.notice
        done = tx.conn.execute(
            update(table)
            .where(table.c.id == notice_id, table.c.settled_us.is_(None))
            .values(settled_us=self._sources.now_us(), settled_by=by)
            .returning(*table.c)
        ).one_or_none()
        if done is None:
            raise NotFound("This notice is settled or was never raised.")
        return Notice(*done)

    def settle_kind(self, tx: Tx, table_id: str, kind: str, by: str, words: str = "") -> None:
        """Whatever of this kind (and with these words, if any) waits at a table has found its answer."""
        table = schema.notice
        waiting = update(table).where(table.c.table_id == table_id, table.c.kind == kind, table.c.settled_us.is_(None))
        if words:
            waiting = waiting.where(table.c.words == words)
        tx.conn.execute(waiting.values(settled_us=self._sources.now_us(), settled_by=by))

    def waiting(self, conn: Connection, table_id: str | None = None, property_: str | None = None) -> list[Notice]:
        """What waits, the gravest first, then the oldest; of a property: at its tables, those of the poker room too,
        and what is filed under the property itself."""
        table = schema.notice
        query = select(table).where(table.c.settled_us.is_(None)).order_by(table.c.raised_us, table.c.id)
        if table_id is not None:
            query = query.where(table.c.table_id == table_id)
        if property_ is not None:
            tables = select(schema.floor_table.c.id).where(schema.floor_table.c.property == property_)
            query = query.where(or_(table.c.table_id == property_, table.c.table_id.in_(tables)))
        return sorted((Notice(*row) for row in conn.execute(query)), key=lambda n: gravity(n.kind))


def gravity(kind: str) -> int:
    return GRAVITY.index(kind) if kind in GRAVITY else len(GRAVITY)
