"""The last rounds of a table as they were recorded: what the Why panel and the settled chips on the felt show."""

import msgspec
from sqlalchemy import select

from croupier.floor import schema
from croupier.floor.board import found_rounds
from croupier.floor.storage import Storage
from croupier.rounds.acts import Landed, Thrown
from croupier.rounds.events import Ruled, Settled, Voided
from croupier.rounds.journal import decode

KEPT = 14


class Played(msgspec.Struct):
    """One round's recorded endings, in the order they came."""

    round: int
    at_us: int
    entry: int
    events: list[Settled | Ruled | Voided] = []
    fell: str = ""  # dice or ball

    @property
    def settled(self) -> list[Settled]:
        return [e for e in self.events if isinstance(e, Settled)]


class Recent:
    """Kept for each journal and extended as it grows, so that a look costs one small query a round."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: dict[str, tuple[int, list[Played]]] = {}

    def rounds(self, journal: str, entry: int) -> list[Played]:
        """The last rounds up to an entry, the newest first."""
        upto, played = self._known.get(journal, (0, []))
        if upto != entry:
            played = self._read(journal, upto, list(played))
            if len(self._known) > 512:
                self._known.clear()
            self._known[journal] = (entry, played)
        return played

    def _read(self, journal: str, after: int, played: list[Played]) -> list[Played]:
        with self._storage.reading() as conn:
            rows = [r for r in found_rounds(conn, journal=journal, limit=KEPT * 4) if r["entry"] > after]
            numbers = [r["entry"] for r in rows]
            if not numbers:
                return played
            table = schema.journal_entry
            query = select(table.c.number, table.c.payload, table.c.at_us).where(
                table.c.journal_id == journal, table.c.number.in_(numbers)
            )
            entries = {row.number: (decode(bytes(row.payload)), row.at_us) for row in conn.execute(query)}
        for row in sorted(rows, key=lambda r: r["entry"]):
            found = entries.get(row["entry"])
            if found is None:
                continue
            entry, at_us = found
            if not played or played[0].round != row["round"]:
                played.insert(0, Played(row["round"], at_us, entry.number))
            current = played[0]
            current.events = [*current.events, *entry.events]
            current.at_us, current.entry = at_us, entry.number
            if isinstance(entry.act, Thrown):
                current.fell = "-".join(map(str, entry.act.faces))
            elif isinstance(entry.act, Landed):
                current.fell = entry.act.pocket
        return played[:KEPT]
