"""Whether the house can do its work at this moment: write, read its tables, keep time, hear the other servers.

Each check is tried and not believed: the record is written to, every table that people may be at is read. What was
found is kept for a few seconds, so that whoever asks often costs nothing.
"""

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US, SECOND_US
from croupier.house.record.database.storage import Foreign, Reading, Storage
from croupier.house.record.desk import Desk
from croupier.house.record.errors import NoNumber, Refused
from croupier.house.record.faults import Fault
from croupier.house.record.scribe import Scribe
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Tx

KEPT_S = 5.0
WRITE_S_MAX = 5.0
SILENT_S = 5.0  # by then the process that writes for the tables has answered, unless it or the disk hangs
COUNTER = "readiness"  # a number that only says that a commit went through
# What nearly every act is numbered by.
SERIES = {
    "audit-log": schema.audit_log.c.number,
    "ledger": schema.ledger_group.c.number,
    seals.COUNTER: schema.seal.c.number,
}
DISK_LEAST = 200 * 2**20  # below this a house is not ready
DISK_LOW = 2 * 2**30  # and below this it says so
STEP_S = 2.0  # by how much a clock may differ before it is said

State = Literal["good", "warn", "bad"]


class Check(msgspec.Struct, frozen=True):
    """One thing that was tried, how it went, and what to do about it in words."""

    name: str
    state: State
    says: str


class Looked(msgspec.Struct, frozen=True):
    """All that was tried at one moment."""

    checks: tuple[Check, ...]

    @property
    def ready(self) -> bool:
        return all(check.state != "bad" for check in self.checks)


class Readiness:
    def __init__(self, desk: Desk, inspect: Callable[[], Awaitable[list[Fault]]]) -> None:
        self._desk, self._inspect = desk, inspect
        self._began = time.time() - time.monotonic()
        self._lock = asyncio.Lock()
        self._last: Looked | None = None
        self._until = 0.0

    async def look(self) -> Looked:
        """What is found now, or was a moment ago; several who ask at once are answered by one look."""
        async with self._lock:
            if self._last is None or time.monotonic() >= self._until:
                self._last = Looked((await self._record(), await self._tables(), *await self._machine(), self._peers()))
                self._until = time.monotonic() + KEPT_S
            return self._last

    async def _record(self) -> Check:
        """One commit by the way that every act takes."""
        if words := hanging(self._desk.scribe):
            return Check("record", "bad", words)
        work = self._desk.write(_tried)
        try:
            await asyncio.wait_for(work, WRITE_S_MAX)
        except TimeoutError:
            slow = f"a commit took longer than {WRITE_S_MAX:g} s: look at disk and database"
            return Check("record", "bad", hanging(self._desk.scribe) or slow)
        except (Refused, SQLAlchemyError) as error:
            return Check("record", "bad", str(error).partition("\n")[0])
        return Check("record", "good", "it can be written")

    async def _tables(self) -> Check:
        try:
            broken = await self._inspect()
        except SQLAlchemyError:
            return Check("tables", "bad", "the record can't be read")
        if not broken:
            return Check("tables", "good", "all that are open can be read")
        named = ", ".join(f"{fault.kind} {fault.subject}" for fault in broken)
        return Check("tables", "warn", f"{len(broken)} out of order: {named}; see /out-of-order")

    async def _machine(self) -> tuple[Check, ...]:
        storage = self._desk.storage

        def look() -> tuple[Check, ...]:
            try:
                with storage.reading() as conn:
                    found, program = clock(conn, storage, self._desk.sources.now_us()), version(conn, storage)
            except SQLAlchemyError:
                found = Check("clock", "warn", "the record can't be read to compare")
                program = Check("version", "warn", "the record can't be read to compare")
            return disk(storage), found if found.state != "good" else self._stepped(), program

        return await asyncio.to_thread(look)

    def _stepped(self) -> Check:
        """Whether the machine's clock was moved while the house was open."""
        by = time.time() - time.monotonic() - self._began
        if abs(by) > STEP_S:
            says = f"it was moved by {by:+.0f} s since the house opened, or the machine slept: look at its time service"
            return Check("clock", "warn", says)
        return Check("clock", "good", "it runs on from the last line of the log")

    def _peers(self) -> Check:
        peers = self._desk.peers
        if peers is None:
            return Check("peers", "good", "one server has the record to itself")
        if not peers.ready.is_set():
            return Check("peers", "warn", "other servers on this database are not heard: the connection is being made")
        return Check("peers", "good", "other servers on this database are heard")


def hanging(scribe: Scribe) -> str:
    """What to do about a process that neither writes for the tables nor ends: everything else waits behind it."""
    silent_s, process = scribe.silent_s, scribe.process
    if silent_s < SILENT_S or process is None:
        return ""
    return (
        f"the process {process.pid} that writes for the tables has not answered for {silent_s:.0f} s, and nothing else "
        f"is written meanwhile. Look at the disk; if that works, the house ends the process after half a minute, or "
        f"you do (kill -9 {process.pid}), and writes by itself. What waits is neither lost nor done twice"
    )


def _tried(tx: Tx) -> None:
    """A commit, and whether one more line of each series that every act may need could follow the last."""
    tx.take_number(COUNTER)
    counter = schema.counter.c
    for name, column in SERIES.items():
        last = select(func.max(column)).scalar_subquery()  # in one look: others write meanwhile
        row = tx.conn.execute(select(counter.value, last).where(counter.name == name)).first()
        if row is not None and not (row[1] or 0) <= row[0] < schema.NUMBER_MAX:
            raise NoNumber(name, row[0])


def disk(storage: Storage) -> Check:
    """How much room the record has left; a database server looks after its own."""
    if not storage.is_sqlite:
        return Check("disk", "good", "the database server looks after its own")
    free = shutil.disk_usage(Path(str(storage.url.database)).resolve().parent).free
    says = f"{free / 2**30:,.1f} GB free where the record lies"
    if free < DISK_LEAST:
        return Check("disk", "bad", f"{says}: make room, or the next commit may fail")
    return Check("disk", "warn" if free < DISK_LOW else "good", says)


def version(conn: Reading, storage: Storage) -> Check:
    """Whether the record is still of this program's version: another one may have brought it further meanwhile."""
    try:
        there, newest = storage.version(conn)
    except Foreign as other:
        return Check("version", "bad", f"{other}; this server is to be stopped, and nothing was lost")
    if there != newest:
        return Check("version", "bad", f"the record was taken back to version {there}, this program is of {newest}")
    return Check("version", "good", f"the record is of this program's version, {newest}")


def clock(conn: Reading, storage: Storage, now_us: int) -> Check:
    """Whether time has gone on since the last line of the log, and whether the database server agrees."""
    newest = select(schema.audit_log.c.at_us).order_by(schema.audit_log.c.number.desc()).limit(1)
    ahead_us = int(conn.scalar(newest) or 0) - now_us
    if ahead_us > MINUTE_US:
        says = f"it stands {ahead_us // SECOND_US:,} s before the last line of the log: set the machine's clock"
        return Check("clock", "bad", says)
    if not storage.is_sqlite:
        there = float(conn.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0)
        if abs(there - time.time()) > STEP_S:
            says = f"the database server's is {there - time.time():+.0f} s off: let both follow one time service"
            return Check("clock", "warn", says)
    return Check("clock", "good", "it runs on from the last line of the log")
