"""A machine that fails where it is told to: between two statements, before a commit, after one, for want of room.

A server that is killed is one that never again reaches its database: what it had not committed is undone, what it had
committed stands, and nobody heard of it. The faults sit where the driver is called, so everything above them is the
real house; the kills of whole processes are in the tests.
"""

import logging
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
from sqlalchemy import event

from croupier.house.record.clock import SECOND_US, HandClock
from croupier.house.record.database.storage import Storage

STATEMENT, COMMIT, ANSWER = "kill at a statement", "kill before a commit", "kill after a commit"
FULL, SLOW = "disk full", "slow disk"
KILLS = (STATEMENT, COMMIT, ANSWER)
KINDS = (*KILLS, FULL, SLOW)
WRITES = ("INSERT", "UPDATE", "DELETE")


class Dead(Exception):
    """The server that asks is gone."""


class Fault(msgspec.Struct, frozen=True):
    """What goes wrong, and after how many more chances to."""

    kind: str
    after: int
    seconds: int = 0  # of a slow disk, each commit


class Machine:
    """One server's way to the database."""

    def __init__(self, url: str, clock: HandClock) -> None:
        self.storage = Storage(url)
        self.dead = False
        self.full = False
        self.slow_s = 0
        self.struck = ""  # by which fault, until it is looked at
        self._clock = clock
        self._fault: Fault | None = None
        self._left = 0
        self._writing: set[int] = set()
        if self.storage.is_sqlite:  # nobody pulls the plug here, so nobody waits for the platter
            event.listen(self.storage.engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous=OFF").close())
        self._wrap(self.storage.engine.dialect)

    def _wrap(self, dialect: Any) -> None:
        execute, many, commit = dialect.do_execute, dialect.do_executemany, dialect.do_commit

        def one(cursor: Any, statement: str, parameters: Any, context: Any = None) -> Any:
            self._before(cursor.connection, statement)
            return execute(cursor, statement, parameters, context)

        def rows(cursor: Any, statement: str, parameters: Any, context: Any = None) -> Any:
            self._before(cursor.connection, statement)
            return many(cursor, statement, parameters, context)

        def committed(connection: Any) -> None:
            raw = getattr(connection, "driver_connection", connection)
            writes = id(raw) in self._writing
            self._writing.discard(id(raw))
            if writes:
                self._commit(COMMIT)
            elif self.dead:
                raise Dead
            commit(connection)
            if writes:
                self._commit(ANSWER)

        dialect.do_execute, dialect.do_executemany, dialect.do_commit = one, rows, committed

    # ---- what is to go wrong

    def arm(self, fault: Fault) -> None:
        self._fault, self._left = fault, fault.after

    @property
    def armed(self) -> bool:
        return self._fault is not None

    def heal(self) -> None:
        """Somebody has made room; the disk is fast again."""
        self.full, self.slow_s, self._fault = False, 0, None

    def _due(self, *kinds: str) -> bool:
        fault = self._fault
        if fault is None or fault.kind not in kinds:
            return False
        self._left -= 1
        if self._left >= 0:
            return False
        self._fault, self.struck = None, fault.kind
        if fault.kind in KILLS:
            self.dead = True
        elif fault.kind == FULL:
            self.full = True
        else:
            self.slow_s = fault.seconds
        return True

    # ---- where it may

    def _before(self, connection: Any, statement: str) -> None:
        writes = statement.lstrip()[:6].upper() in WRITES or "FOR UPDATE" in statement
        if writes:
            self._writing.add(id(connection))
        self._due(STATEMENT)
        if writes:
            self._due(FULL)
        if self.dead:
            raise Dead
        if writes and self.full:
            raise self._no_room()

    def _commit(self, where: str) -> None:
        self._due(where)
        if where == COMMIT:
            self._due(SLOW)
            if self.slow_s:
                self._clock.advance(self.slow_s * SECOND_US)
        if self.dead:
            raise Dead

    def _no_room(self) -> Exception:
        if not self.storage.is_sqlite:
            return psycopg.errors.DiskFull("could not extend file: No space left on device")
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        return error


class Quiet(logging.Filter):
    """A server that is gone complains to nobody."""

    def __init__(self, gone: Callable[[], bool]) -> None:
        super().__init__()
        self._gone = gone

    def filter(self, record: logging.LogRecord) -> bool:
        return not self._gone()
