"""What of a poker room can be out of order, and how it is closed: a table with its pot, a room's lists.

A pot is whose it was before the hand: the ledger tells what each put in since the last one was paid.
"""

from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import Connection, select

from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.table import acts
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Stale
from croupier.house.record.faults import Fault, Returns
from croupier.house.record.writer import Tx
from croupier.house.tables.life import FloorTable
from croupier.house.tables.out_of_order import BrokenTables, moved


class BrokenPokerTables(BrokenTables):
    poker = True

    def _figures(self, conn: Connection, table: FloorTable) -> tuple[int, int, int]:
        rake = moved(conn, accounts.drop(table.id), table.journal)
        return _hands(conn, table.journal), rake + moved(conn, accounts.jackpot_drop(table.id), table.journal), rake


def _hands(conn: Connection, journal: str) -> int:
    """How many hands a journal tells of, as far as it can be read."""
    hands = 0
    for stored in journals.entries(conn, journal):
        try:
            hands += isinstance(acts.decode(stored.payload).act, acts.Deal)
        except msgspec.DecodeError:
            continue
    return hands


class BrokenLists:
    """Ends the journal of a room's lists that can't be read; the next name begins another. There are no chips in it."""

    def __init__(
        self, sources: Sources, look: Callable[[str], Awaitable[object]], forget: Callable[[str], Awaitable[None]]
    ) -> None:
        self._sources, self._look, self._forget = sources, look, forget

    async def look(self, subject: str) -> None:
        await self._look(subject)

    async def forget(self, subject: str) -> None:
        await self._forget(subject)

    def open_ones(self, conn: Connection) -> list[str]:
        head = schema.journal_head
        query = select(head.c.table_id).where(head.c.table_id.startswith(list_journal.LIST), head.c.closed_us.is_(None))
        return [name.removeprefix(list_journal.LIST) for name in conn.scalars(query.distinct())]

    def returns(self, conn: Connection, subject: str) -> Returns:
        return Returns(note="Whoever waited gives his name again.")

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        journal = list_journal.journal_of(tx.conn, fault.subject)
        if not journals.number_of(tx.conn, journal):
            raise Stale(f"No lists are kept at {fault.subject}.", "The next name begins them.")
        journals.close(tx, journal, self._sources.now_us(), 0, 0, 0)
