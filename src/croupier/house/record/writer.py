"""All writing goes through one thread, which commits what has gathered since its last commit together.

A work is a function of a `Tx`. Works that wait at the same moment share one transaction, so that one sync
to disk serves many tables. If anything in such a batch fails, the batch is undone and each work runs
again alone: a work therefore changes nothing but the database. Its future resolves only after the commit.
Everyday acts of a busy house's tables are written beside it, on another core, in turn with it: `scribe.py`.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection, Table, insert
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from croupier.house.record import schema
from croupier.house.record.database.storage import KeptConnection, Rows, Statement, Storage, insertion, lost, statement
from croupier.house.record.errors import NoNumber, Overtaken, Refused, Upgraded
from croupier.house.record.sealing import evidence, seals, touches

T = TypeVar("T")
Then = Callable[[Any, BaseException | None], None]
BATCH_WORKS_MAX = 512
TURN_WORKS_MAX = 64  # more than that is handed over before the turn ends: the thread has enough to begin with
TRIES_MAX = 5
TOPIC_CHARS_MAX = 400
ACCOUNT_LEAST = "ck_account_least"
# What is numbered by a series that every commit locks: a number that is there already was given by one moved back.
NUMBERED_BY = {"audit_log": "audit-log", "ledger_group": "ledger", "seal": seals.COUNTER, "evidence": seals.COUNTER}
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)  # primary codes; an extended one has more above the first byte

COUNTER = Statement(
    "SELECT value, (SELECT version_num FROM alembic_version) FROM counter WHERE name = ?",
    "SELECT value, (SELECT version_num FROM alembic_version) FROM counter WHERE name = %s FOR UPDATE",
)
SERIES = Statement(
    "SELECT name, value, (SELECT version_num FROM alembic_version) FROM counter WHERE name IN (?, ?)",
    "SELECT name, value, (SELECT version_num FROM alembic_version) FROM counter WHERE name IN (%s, %s)"
    " ORDER BY name FOR UPDATE",
)
COUNTERS = statement(
    "UPDATE counter SET value = ? WHERE name = ?",
    "UPDATE counter SET value = v.a FROM unnest({}, {}) AS v(a, b) WHERE name = v.b",
    *("bigint", "text"),
)
HEADS = statement(
    "UPDATE journal_head SET number = ?, hash = ? WHERE id = ? AND number = ? AND closed_us IS NULL",
    "UPDATE journal_head SET number = v.a, hash = v.b FROM unnest({}, {}, {}, {}) AS v(a, b, c, d)"
    " WHERE id = v.c AND number = v.d AND closed_us IS NULL",
    *("bigint", "bytea", "text", "bigint"),
)
BALANCES = statement(
    "UPDATE account SET balance = balance + ? WHERE id = ?",
    "UPDATE account SET balance = balance + v.a FROM unnest({}, {}) AS v(a, b) WHERE id = v.b",
    *("bigint", "integer"),
)
CHECKPOINTS = statement(
    "INSERT OR REPLACE INTO checkpoint (journal_id, number, payload) VALUES (?, ?, ?)",
    "INSERT INTO checkpoint (journal_id, number, payload) SELECT * FROM unnest({}, {}, {}) ON CONFLICT (journal_id)"
    " DO UPDATE SET number = excluded.number, payload = excluded.payload",
    *("text", "bigint", "bytea"),
)
ALONE = Statement("", "SELECT pg_advisory_xact_lock(hashtext('croupier-people'))")
NOTIFY = statement("", "SELECT pg_notify('croupier', v) FROM unnest({}) AS v", "text")
ORDER = {table: place for place, table in enumerate(schema.metadata.sorted_tables)}  # parents before children


class Head:
    """How far this transaction takes one table's journal."""

    __slots__ = ("after", "before", "hash")

    def __init__(self, before: int, after: int, digest: bytes) -> None:
        self.before = before
        self.after = after
        self.hash = digest


class Tx:
    """An open transaction. Appended rows and changed balances are gathered and written once, at its end."""

    def __init__(self, storage: Storage, conn: Connection, owner: str = "") -> None:
        self.storage = storage
        self.conn = conn
        self.owner = owner
        self.rows: dict[Table, list[Sequence[Any]]] = {}
        self.balances: dict[int, int] = {}
        self.heads: dict[str, Head] = {}
        self.checkpoints: dict[str, tuple[int, bytes]] = {}  # the latest of each journal
        self.known: dict[str, int] = {}  # accounts looked up in this transaction
        self.names: dict[int, str] = {}  # of the accounts that it posts to
        self.after: list[Callable[[], None]] = []  # what to do once it is committed
        self._counters: dict[str, int] = {}
        self._told: set[str] = set()
        self.commands = 0  # that it remembers
        self._alone = storage.is_sqlite  # which has one writer at a time anyway
        self.sealed: seals.Seal | None = None  # the last seal of this transaction
        self.ends = False  # all of it is sent but the commit
        self._touched = touches.begin(conn)

    def append(self, table: Table, *rows: Sequence[Any]) -> None:
        """Gather rows, each in the order of the table's columns."""
        if rows:
            self.rows_of(table).extend(rows)

    def rows_of(self, table: Table) -> list[Sequence[Any]]:
        """What was gathered of a table, to be added to."""
        found = self.rows.get(table)
        if found is None:
            found = self.rows[table] = []
        return found

    def alone(self) -> None:
        """Let no other server do what people answer for until this is committed: rules between tables and people look
        at rows that another transaction may be about to write."""
        if not self._alone:
            self.storage.row(self.conn, ALONE)
            self._alone = True

    def take_number(self, name: str) -> int:
        """The next number of a series without gaps, from 1. Undone with the transaction."""
        value = self._counters.get(name)
        if value is None:
            value = self._lock_counter(name)
        self._counters[name] = value + 1
        return value + 1

    def hold(self, name: str) -> None:
        """Let nobody else hold the same until this is committed. Nothing is counted by it."""
        if name not in self._counters:
            self._lock_counter(name)

    def _lock_counter(self, name: str) -> int:
        """Its last number. With it comes the record's version: a server that runs on while a newer one has upgraded the
        record writes nothing more into it."""
        row = self.storage.row(self.conn, COUNTER, name)
        if row is None:
            self.conn.execute(insert(schema.counter).values(name=name, value=0))
            return 0
        return self._known(name, *row)

    def lock_series(self, *two: str) -> None:
        """Lock both of two counters that will be counted on, in the order of their names, with one question."""
        for name, value, there in self.storage.rows(self.conn, SERIES, *two):
            self._counters[name] = self._known(name, value, there)

    def _known(self, name: str, value: Any, there: str) -> int:
        if self.storage.revision not in (None, there):
            raise Upgraded(there)
        if not isinstance(value, int) or not 0 <= value < schema.NUMBER_MAX:
            raise NoNumber(name, value)
        return value

    def move_head(self, journal_id: str, before: int, after: int, digest: bytes) -> None:
        """Extend a journal from `before` to `after`; refused at the end if somebody else has extended or closed it."""
        head = self.heads.get(journal_id)
        if head is None:
            self.heads[journal_id] = Head(before, after, digest)
        elif head.after != before:
            raise Overtaken(f"{journal_id} has moved on to entry {head.after}.", f"This act follows entry {before}.")
        else:
            head.after, head.hash = after, digest

    def tell(self, topic: str) -> None:
        """Let other servers on the same database know, once this is committed. A topic is one word."""
        self._told.add("_".join(topic.split())[:TOPIC_CHARS_MAX])

    def flush(self) -> None:
        """Write what was gathered; in a fixed order, so that two servers cannot lock each other out."""
        self._seal()
        counters = sorted((value, name) for name, value in self._counters.items())
        heads = [(h.after, h.hash, journal, h.before) for journal, h in sorted(self.heads.items())]
        changed = [(cents, account) for account, cents in sorted(self.balances.items()) if cents]
        kept = [(journal, *checkpoint) for journal, checkpoint in sorted(self.checkpoints.items())]
        work: list[tuple[Statement, Rows]] = [(COUNTERS, counters), (HEADS, heads), (BALANCES, changed)]
        work.append((CHECKPOINTS, kept))
        tables = sorted((table for table in self.rows if self.rows[table]), key=ORDER.__getitem__)
        work += [(insertion(table), self.rows[table]) for table in tables]
        if not self.storage.is_sqlite:
            told = [f"{topic} 0" for topic in self._told] + [f"{head[2]} {head[0]}" for head in heads]
            work.append((NOTIFY, [(f"{self.owner} {words}",) for words in sorted(told)]))
        done = self._bulk([(statement, rows) for statement, rows in work if rows])
        if heads and done[HEADS] != len(heads):
            raise _moved_on()
        assert not changed or done[BALANCES] == len(changed), "every account was opened before use"
        self._counters.clear()
        self._told.clear()
        self.heads.clear()
        self.checkpoints.clear()
        self.balances.clear()
        self.rows.clear()

    def _seal(self) -> None:
        """Chain what this adds to the book and the log, and seal what else it touched. The seals' counter is the last
        that a transaction locks."""
        groups, postings, lines = (self.rows.get(table, ()) for table in seals.SEALED)
        moved = (evidence.Head(journal, head.after, head.hash, head.before) for journal, head in self.heads.items())
        page = evidence.page(self.conn, self._touched, self.rows, moved)
        self._touched.clear()
        if not groups and not lines and page == evidence.NOTHING:
            return
        number = self.take_number(seals.COUNTER)
        before = self.sealed or self.storage.sealed
        if before is None or before.number != number - 1:
            before = seals.found(self.conn, number - 1)
        named = [(*row, self.names[row[2]]) for row in postings]
        seal = self.sealed = seals.following(before, groups, named, lines, names=0, page=page)
        self.append(schema.seal, (seal.number, seal.ledger, seal.log, seal.hash, seal.names))
        self.append(schema.evidence, (seal.number, page))
        self.after.append(lambda: setattr(self.storage, "sealed", seal))

    def _bulk(self, work: list[tuple[Statement, Rows]]) -> dict[Statement, int]:
        try:
            return dict(zip((statement for statement, _ in work), self.storage.bulk(self.conn, work)))
        except IntegrityError as error:
            constraint, table = _violated(error)
            if constraint == ACCOUNT_LEAST:
                raise Refused("An account has too little for this.", "Chips that are not there can't move.") from error
            if table == schema.journal_entry.name:
                raise _moved_on() from error
            if name := NUMBERED_BY.get(table):
                raise NoNumber(name, self._counters.get(name)) from error
            raise


def _violated(error: IntegrityError) -> tuple[str, str]:
    """Which constraint was broken, and of which table. SQLite has no other place for these names than its message."""
    if (said := getattr(error.orig, "diag", None)) is not None:
        return said.constraint_name or "", said.table_name or ""
    named = str(error.orig).partition(" constraint failed: ")[2]
    return named, named.partition(".")[0]


def _moved_on() -> Overtaken:
    return Overtaken("The table moved on before this act arrived.", "Look at the table again.")


class Commits:
    """One transaction after another on a connection that is kept, and how many there were."""

    def __init__(self, storage: Storage, owner: str = "") -> None:
        self.storage = storage
        self.owner = owner
        self.commits = 0
        self.works = 0
        self.commands = 0
        self._counting = threading.Lock()
        self.kept = KeptConnection(storage)

    def together(self, works: Sequence[Callable[[Tx], Any]]) -> list[tuple[Any, BaseException | None]] | None:
        """What each of them gives, or why nobody knows whether they are on record; None: nothing of them is."""
        tx: Tx | None = None
        try:
            with self.kept.writing() as conn:
                tx = Tx(self.storage, conn, self.owner)
                results = [work(tx) for work in works]
                tx.flush()
                tx.ends = True
        except Exception as error:  # whichever of them it was
            there = self._is_there(tx, error)
            if there is None:
                return [(None, error)] * len(works)
            if tx is None or not there:
                return None
        self._committed(tx, len(works))
        return [(result, None) for result in results]

    def alone(self, work: Callable[[Tx], T]) -> tuple[T | None, BaseException | None]:
        """What it gives, or why it was not done."""
        for attempt in range(TRIES_MAX):
            tx: Tx | None = None
            try:
                with self.kept.writing() as conn:
                    tx = Tx(self.storage, conn, self.owner)
                    result = work(tx)
                    tx.flush()
                    tx.ends = True
            except DBAPIError as error:
                there = self._is_there(tx, error)
                if tx is None or not there:
                    again = there is not None and (_passing(error) or lost(error))
                    if again and attempt + 1 < TRIES_MAX:
                        continue
                    return None, error
            except BaseException as error:
                return None, error
            self._committed(tx, 1)
            return result, None
        raise AssertionError("the last attempt returns")

    def _is_there(self, tx: Tx | None, error: BaseException) -> bool | None:
        """Whether what failed is on record all the same, None where nobody can tell: the connection may have gone
        between a commit and its answer. Its seal says so, once whoever still holds the seals' counter has let it go."""
        if tx is None or not tx.ends or not lost(error):
            return False
        if tx.sealed is None:
            return None
        try:
            with self.kept.writing() as conn:
                self.storage.row(conn, COUNTER, seals.COUNTER)
                return seals.found(conn, tx.sealed.number).hash == tx.sealed.hash
        except Exception:
            return None

    def count(self, commits: int, works: int, commands: int) -> None:
        with self._counting:
            self.commits += commits
            self.works += works
            self.commands += commands

    def _committed(self, tx: Tx, works: int) -> None:
        self.count(1, works, tx.commands)
        for then in tx.after:
            then()


class _Job(Generic[T]):
    """A work and who waits for it: a thread, a task of an event loop, or something that the loop shall call."""

    __slots__ = ("everyday", "future", "loop", "then", "work")

    def __init__(
        self,
        work: Callable[[Tx], T],
        loop: asyncio.AbstractEventLoop | None,
        then: Then | None = None,
        *,
        everyday: bool = False,
    ) -> None:
        self.work = work
        self.everyday = everyday
        self.loop = loop
        self.then = then
        self.future: Future[T] | asyncio.Future[T] | None = None
        if then is None:
            self.future = loop.create_future() if loop else Future()


Outcome = tuple[_Job[Any], Any, BaseException | None]


class Aside(Protocol):
    """Who writes beside the thread, never at the same time: croupier.house.record.scribe."""

    def drain(self) -> None: ...
    def close(self) -> None: ...


class Writer(Commits):
    """The one thread that writes. `run` waits for the result, `submit` gives a future, `write` is for event loops."""

    def __init__(self, storage: Storage, owner: str = "") -> None:
        super().__init__(storage, owner)
        self.aside: Aside | None = None
        self._undone = 0  # works that were taken and are not done, but for everyday acts
        self._jobs: queue.SimpleQueue[list[_Job[Any]] | None] = queue.SimpleQueue()
        self._turn: list[_Job[Any]] = []  # what an event loop's turn has gathered
        self._turn_of: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._loop, name="floor-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Tx], T]) -> "Future[T]":
        job = _Job(work, None)
        with self._lock:
            self._take(job)
            self._hand_over()
        assert isinstance(job.future, Future)
        return job.future

    def run(self, work: Callable[[Tx], T]) -> T:
        return self.submit(work).result()

    def write(self, work: Callable[[Tx], T]) -> "asyncio.Future[T]":
        """From within an event loop. What one turn of it asks for is handed over together, so that the thread is woken
        once and commits it as one; works of one commit are answered together too."""
        job = _Job(work, asyncio.get_running_loop())
        self._in_turn(job)
        assert isinstance(job.future, asyncio.Future)
        return job.future

    def write_then(self, work: Callable[[Tx], Any], then: Then, *, everyday: bool = False) -> None:
        """The same for who needs no future: `then` is called within the loop with the result, or with what went wrong,
        and raises nothing. An everyday act asks nothing of the record: what comes after it need not wait for it."""
        self._in_turn(_Job(work, asyncio.get_running_loop(), then, everyday=everyday))

    def _in_turn(self, job: _Job[Any]) -> None:
        loop = job.loop
        assert loop is not None
        with self._lock:
            self._take(job)
            if len(self._turn) == 1 or self._turn_of is not loop:
                self._turn_of = loop
                loop.call_soon(self._turn_ends)
            elif len(self._turn) >= TURN_WORKS_MAX:
                self._hand_over()

    def _take(self, job: _Job[Any]) -> None:
        if self._closed:
            raise Refused("The house is closing.", "Nothing more is recorded.")
        self._turn.append(job)
        self._undone += not job.everyday

    @property
    def idle(self) -> bool:
        """Whether all that others may have to come after is done, and more may come."""
        return not self._undone and not self._closed

    def _turn_ends(self) -> None:
        with self._lock:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._turn:
            self._jobs.put(self._turn)
            self._turn = []

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._hand_over()
            self._jobs.put(None)
        self._thread.join()

    # ---- the thread

    def _loop(self) -> None:
        with self.kept:
            last = False
            while not last:
                batch, last = self._gather()
                if self.aside is not None:  # what came before
                    self.aside.drain()
                works = [job.work for job in batch]
                done = self.together(works) if len(batch) > 1 else None
                if done is not None:
                    self._ended([(job, *result) for job, result in zip(batch, done)])
                    continue
                for job in batch:  # each now runs alone and answers for itself
                    self._ended([(job, *self.alone(job.work))])
        if self.aside is not None:
            self.aside.close()

    def _ended(self, outcomes: list[Outcome]) -> None:
        with self._lock:
            self._undone -= sum(not job.everyday for job, _, _ in outcomes)
        _answer(outcomes)

    def _gather(self) -> tuple[list[_Job[Any]], bool]:
        """All that waits, at least one work; and whether it is the last."""
        batch: list[_Job[Any]] = []
        some = self._jobs.get()
        while some is not None:
            batch += some
            if len(batch) >= BATCH_WORKS_MAX:
                return batch, False
            try:
                some = self._jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True


def _answer(outcomes: list[Outcome]) -> None:
    """Tell those who wait; each event loop is woken once for all its works."""
    loops: dict[asyncio.AbstractEventLoop, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome[0].loop is None:
            _resolve([outcome])
        else:
            loops.setdefault(outcome[0].loop, []).append(outcome)
    for loop, mine in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits
            loop.call_soon_threadsafe(_resolve, mine)


def _resolve(outcomes: list[Outcome]) -> None:
    for job, result, error in outcomes:
        if job.then is not None:
            job.then(result, error)
        elif job.future is None or job.future.done():  # whoever waited has gone
            continue
        elif error is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(result)


def _passing(error: DBAPIError) -> bool:
    """Whether the same work may succeed if it is run again: two servers were in each other's way."""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state in ("40001", "40P01", "23505") and not error.connection_invalidated
    code = getattr(error.orig, "sqlite_errorcode", None)
    return isinstance(error, OperationalError) and code is not None and code & 0xFF in LOCKED
