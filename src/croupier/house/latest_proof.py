"""The proof that the record is whole, kept at hand: a page that shows it does not wait for the walk.

A look goes on from the last seal that was proved, in a thread of its own that steps back behind the tables. From time
to time, and whenever something was found, everything is walked again from the first seal.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec
from sqlalchemy import Connection

from croupier.house import foundations
from croupier.house.people.password_work import step_back
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import seals
from croupier.house.record.sealing.rows_as_sealed import EvidenceStanding

PATIENCE_S = 1.0  # how long a page waits for a proof that is under way; a small house is proved within it
WHOLE_S = 6 * 3600.0


class Proved(msgspec.Struct, frozen=True):
    """How far the record was proved, when, and what was wrong with it."""

    seal: int = 0
    at_us: int = 0  # of the look; 0 before the first one is over
    whole_us: int = 0  # when everything was walked last
    wrong: tuple[str, ...] = ()


class Proofs:
    def __init__(self, storage: Storage, ledger: Ledger, sources: Sources) -> None:
        self._storage, self._ledger, self._sources = storage, ledger, sources
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="proofs", initializer=step_back)
        self._standing = EvidenceStanding()
        self._began = float("-inf")  # of the last whole walk, by a clock that does not jump
        self._under_way: Future[Proved] | None = None
        self._looking = threading.Lock()  # each goes on from where the one before has come to
        self.last = Proved()

    async def latest(self, patience_s: float = PATIENCE_S) -> Proved:
        """The proof of this moment if it comes soon enough, else the last there was."""
        if self._under_way is None or self._under_way.done():
            try:
                self._under_way = self._pool.submit(self.look)
            except RuntimeError:
                raise Refused("The house is closing.", "Nothing is proved any more.") from None
        done, _ = await asyncio.wait({asyncio.wrap_future(self._under_way)}, timeout=patience_s)
        return next(iter(done)).result() if done else self.last

    def look(self) -> Proved:
        """Prove what has come since the last look, or all of it where that is due."""
        with self._looking:
            return self._look()

    def _look(self) -> Proved:
        whole = bool(self.last.wrong) or time.monotonic() - self._began > WHOLE_S
        if whole:
            self._standing, self._began = EvidenceStanding(), time.monotonic()
        with self._storage.snapshot() as conn:
            wrong = list(foundations.telling(conn, self._walked(conn, whole)))
        now_us, sealed = self._sources.now_us(), self._standing.sealed
        whole_us = now_us if whole else self.last.whole_us
        self.last = Proved(sealed.number if sealed else 0, now_us, whole_us, tuple(wrong))
        return self.last

    def _walked(self, conn: Connection, whole: bool) -> Iterator[str]:
        if whole:
            yield from self._ledger.audit(conn)
        broken = seals.verify(conn, self._standing.sealed or seals.NONE, self._standing)
        yield from broken or [*self._standing.unbalanced(conn), *self._standing.faults(conn)]

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
