"""All writing goes through one thread, which commits what has gathered since its last commit together.

A work is a function of a `Tx`. Works that wait at the same moment share one transaction, so that one sync
to disk serves many tables. If anything in such a batch fails, the batch is undone and each work runs
again alone: a work therefore changes nothing but the database. Its future resolves only after the commit.
"""

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Table, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from croupier.floor import schema
from croupier.floor.errors import Refused, Stale
from croupier.floor.storage import Storage

T = TypeVar("T")
BATCH_WORKS_MAX = 512
TRIES_MAX = 5


class Head:
    """How far this transaction takes one table's journal."""

    __slots__ = ("after", "before", "hash")

    def __init__(self, before: int, after: int, digest: bytes) -> None:
        self.before = before
        self.after = after
        self.hash = digest


class Tx:
    """An open transaction. Appended rows and changed balances are gathered and written once, at its end."""

    def __init__(self, storage: Storage, conn: Connection) -> None:
        self.storage = storage
        self.conn = conn
        self.rows: dict[Table, list[Sequence[Any]]] = {}
        self.balances: dict[int, int] = {}
        self.heads: dict[str, Head] = {}
        self.known: dict[str, int] = {}  # accounts looked up in this transaction
        self.after: list[Callable[[], None]] = []  # what to do once it is committed
        self._counters: dict[str, int] = {}

    def append(self, table: Table, *rows: Sequence[Any]) -> None:
        """Gather rows, each in the order of the table's columns."""
        self.rows.setdefault(table, []).extend(rows)

    def take_number(self, name: str) -> int:
        """The next number of a series without gaps, from 1. Undone with the transaction."""
        value = self._counters.get(name)
        if value is None:
            value = self._lock_counter(name)
        self._counters[name] = value + 1
        return value + 1

    def _lock_counter(self, name: str) -> int:
        table = schema.counter
        query = select(table.c.value).where(table.c.name == name).with_for_update()
        value = self.conn.scalar(query)
        if value is None:
            self.conn.execute(insert(table).values(name=name, value=0))
            value = 0
        return int(value)

    def move_head(self, journal_id: str, before: int, after: int, digest: bytes) -> None:
        """Extend a journal from `before` to `after`; refused at the end if somebody else has extended it."""
        head = self.heads.get(journal_id)
        if head is None:
            self.heads[journal_id] = Head(before, after, digest)
        elif head.after != before:
            raise Stale(f"{journal_id} has moved on to entry {head.after}.", f"This act follows entry {before}.")
        else:
            head.after, head.hash = after, digest

    def flush(self) -> None:
        """Write what was gathered; in a fixed order, so that two servers cannot lock each other out."""
        for name in sorted(self._counters):
            table = schema.counter
            self.conn.execute(update(table).where(table.c.name == name).values(value=self._counters[name]))
        self._counters.clear()
        self._flush_heads()
        self._flush_balances()
        for table in schema.metadata.sorted_tables:  # parents before children
            if table in self.rows:
                self.storage.insert_rows(self.conn, table, self.rows.pop(table))

    def _flush_heads(self) -> None:
        heads = sorted(self.heads.items())
        count = self.storage.update_rows(
            self.conn,
            "UPDATE journal_head SET number = ?, hash = ? WHERE id = ? AND number = ?",
            [(head.after, head.hash, journal_id, head.before) for journal_id, head in heads],
        )
        if count != len(heads):
            raise Stale("The table moved on before this act arrived.", "Look at the table again.")
        self.heads.clear()

    def _flush_balances(self) -> None:
        changed = sorted((account, cents) for account, cents in self.balances.items() if cents)
        sql = "UPDATE account SET balance = balance + ? WHERE id = ?"
        try:
            count = self.storage.update_rows(self.conn, sql, [(cents, account) for account, cents in changed])
        except IntegrityError as error:
            raise Refused("An account has too little for this.", "Chips that are not there can't move.") from error
        assert count == len(changed), "every account was opened before use"
        self.balances.clear()


class _Job(Generic[T]):
    __slots__ = ("future", "work")

    def __init__(self, work: Callable[[Tx], T]) -> None:
        self.work = work
        self.future: Future[T] = Future()


class Writer:
    """The one thread that writes. `submit` for a future, `run` to wait for the result."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.commits = 0
        self.works = 0
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._closed = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._loop, name="floor-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Tx], T]) -> "Future[T]":
        job = _Job(work)
        with self._lock:
            if self._closed:
                raise Refused("The house is closing.", "Nothing more is recorded.")
            self._jobs.put(job)
        return job.future

    def run(self, work: Callable[[Tx], T]) -> T:
        return self.submit(work).result()

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    # ---- the thread

    def _loop(self) -> None:
        while True:
            batch, last = self._gather()
            if len(batch) == 1 or not self._together(batch):
                for job in batch:
                    self._alone(job)
            if last:
                return

    def _gather(self) -> tuple[list[_Job[Any]], bool]:
        batch: list[_Job[Any]] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH_WORKS_MAX:
                return batch, False
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _together(self, batch: list[_Job[Any]]) -> bool:
        try:
            with self.storage.writing() as conn:
                tx = Tx(self.storage, conn)
                results = [job.work(tx) for job in batch]
                tx.flush()
        except Exception:  # whichever of them it was: each now runs alone and answers for itself
            return False
        self._committed(tx, len(batch))
        for job, result in zip(batch, results):
            job.future.set_result(result)
        return True

    def _committed(self, tx: Tx, works: int) -> None:
        self.commits += 1
        self.works += works
        for then in tx.after:
            then()

    def _alone(self, job: _Job[Any]) -> None:
        for attempt in range(TRIES_MAX):
            try:
                with self.storage.writing() as conn:
                    tx = Tx(self.storage, conn)
                    result = job.work(tx)
                    tx.flush()
            except DBAPIError as error:
                if attempt + 1 < TRIES_MAX and _passing(error):
                    continue
                job.future.set_exception(error)
            except BaseException as error:
                job.future.set_exception(error)
            else:
                self._committed(tx, 1)
                job.future.set_result(result)
            return


def _passing(error: DBAPIError) -> bool:
    """Whether the same work may succeed if it is run again: two servers were in each other's way."""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state in ("40001", "40P01", "23505") and not error.connection_invalidated
    return isinstance(error, OperationalError) and "locked" in str(error.orig)
