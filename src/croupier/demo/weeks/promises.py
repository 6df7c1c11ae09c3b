"""What a house promises, checked after every fault by somebody who was not hurt: his own look at the database.

The book balances, every seal holds, no number is missing; whatever was acknowledged stands with its first answer;
money went over the counter exactly as often as it was acknowledged; demo chips and money never met; each journal,
played from its first entry, ends where the house stands.
"""

import collections
import contextlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, select

from croupier.games import game_of
from croupier.house import proving
from croupier.house.house import House
from croupier.house.latest_proof import Proofs
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.poker_room.table import live as room_live
from croupier.house.record import journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.ledger import Ledger
from croupier.house.tables.life import POKER
from croupier.house.tournaments.poker.store import EVENT
from croupier.rounds.replay import replay

LISTS = "LIST-"
DEMO = "demo-"  # how the badges of patrons with demo chips begin, and the names of demo tables
AT_ONCE = 400


class Promises:
    def __init__(self, url: str, sources: Sources) -> None:
        self.storage = Storage(url)
        self.given: collections.Counter[str] = collections.Counter()  # cents that were acknowledged, by kind
        self.asked: collections.Counter[str] = collections.Counter()  # and those that somebody waits to hear of
        self.journals = self.entries = self.commands = 0
        self._ledger = Ledger(sources)
        self._proofs = Proofs(self.storage, self._ledger, sources)
        self._acknowledged: dict[str, bytes] = {}  # since the last look: the digest of each answer
        self._group = 0
        self._replayed: dict[str, int] = {}

    def acknowledged(self, command: str) -> None:
        """Somebody has heard that it is done: from now on it is, with this answer."""
        with self.storage.reading() as conn:
            self._acknowledged[command] = _answer(conn, command)
        self.commands += 1

    @contextlib.contextmanager
    def over_the_counter(self, kind: str, cents: int) -> Iterator[None]:
        """Money that is exchanged within: in the book or not until it is acknowledged, and in it from then on."""
        self.asked[kind] = cents
        try:
            yield
            self.given[kind] += cents
        finally:
            self.asked[kind] = 0

    # ---- after each fault

    def broken(self) -> Iterator[str]:
        yield from self._proofs.look().wrong
        with self.storage.snapshot() as conn:
            yield from self._commands(conn)
            yield from self._counted(conn)
            yield from self._kinds(conn)

    def _commands(self, conn: Connection) -> Iterator[str]:
        waiting = sorted(self._acknowledged)
        table = schema.command.c
        for start in range(0, len(waiting), AT_ONCE):
            some = waiting[start : start + AT_ONCE]
            rows = conn.execute(select(table.id, table.result).where(table.id.in_(some)))
            found = {row.id: stored_bytes(row.result) for row in rows}
            for command in some:
                if command not in found:
                    yield f"command {command} was acknowledged and is lost"
                elif found[command] != self._acknowledged[command]:
                    yield f"command {command} has another answer than was given"
        self._acknowledged.clear()

    def _counted(self, conn: Connection) -> Iterator[str]:
        """Money that came or went over the counter, as the book has it and as it was acknowledged."""
        group, posting, account = schema.ledger_group.c, schema.posting.c, schema.account.c
        lines = schema.ledger_group.join(schema.posting, posting.group_number == group.number).join(
            schema.account, account.id == posting.account_id
        )
        query = select(group.kind, func.sum(func.abs(posting.cents))).select_from(lines)
        wanted = query.where(group.kind.in_(list(self.given)), account.name.like("outside:%")).group_by(group.kind)
        booked = {kind: int(cents) for kind, cents in conn.execute(wanted)}
        for kind, cents in self.given.items():
            if booked.get(kind, 0) not in (cents, cents + self.asked[kind]):
                yield f"{kind}: {cents} cents were acknowledged, {booked.get(kind, 0)} are in the book"

    def _kinds(self, conn: Connection) -> Iterator[str]:
        """No movement since the last look has patrons of both kinds, or a patron at a table of the other kind."""
        posting, account = schema.posting.c, schema.account.c
        query = select(posting.group_number, account.name).where(
            posting.account_id == account.id, posting.group_number > self._group
        )
        seen: dict[int, set[bool]] = collections.defaultdict(set)
        for number, name in conn.execute(query):
            self._group = max(self._group, number)
            kind, _, rest = name.partition(":")
            if kind == "patron":
                seen[number].add(rest.startswith(DEMO))
            if kind in ("layout", "inventory"):
                seen[number].add(rest.startswith(DEMO.upper()))
        yield from (f"ledger entry {n} moves money and demo chips" for n, kinds in seen.items() if len(kinds) > 1)

    # ---- at the end of a day

    def whole(self, house: House) -> Iterator[str]:
        """Everything again from the first seal, and every journal that has grown from its first entry."""
        with self.storage.snapshot() as conn:
            yield from proving.faults(conn, self._ledger)
            yield from (f"documents: {gap}" for gap in house.documents.gaps(conn))
            games = {
                row.id: row.game for row in conn.execute(select(schema.floor_table.c.id, schema.floor_table.c.game))
            }
            self.journals = self.entries = 0
            for about in journals.of_table(conn):
                self.journals += 1
                self.entries += about.number
                if self._replayed.get(about.id) != about.number and not about.table_id.startswith((LISTS, EVENT)):
                    yield from self._replay(conn, about, games.get(about.table_id, ""))
                    self._replayed[about.id] = about.number

    def _replay(self, conn: Connection, about: journals.About, game: str) -> Iterator[str]:
        stored = journals.entries(conn, about.id)
        if game != POKER:
            driver = replay((one.entry for one in stored), game_of)
            if driver.entry != about.number:
                yield f"{about.id} replays to entry {driver.entry} of {about.number}"
            return
        held: Any = None
        for one in stored:
            entry = room_acts.decode(one.payload)
            held = room_live.follow(held, entry, lambda sealed: journals.sealed(conn, sealed)[1])
        if held is None:
            yield f"{about.id} replays to nothing"

    def close(self) -> None:
        self._proofs.close()
        self.storage.close()


def _answer(conn: Connection, command: str) -> bytes:
    found = conn.scalar(select(schema.command.c.result).where(schema.command.c.id == command))
    return b"" if found is None else stored_bytes(found)
