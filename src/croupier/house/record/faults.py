"""What of a house is out of order: it can't be read, or its game fails. It is shown as that and costs only itself.

A reader that meets a changed byte, a missing rulebook or a bug in a game raises whatever it raises; here it becomes
one fault of one table, list or tournament, with a reason in words that hold no card. Each kind names who closes what
is out of order: two people do so on the record, and the chips go back.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, Table, select
from sqlalchemy.exc import SQLAlchemyError

from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Broken, NotFound, Refused
from croupier.house.record.writer import Tx
from croupier.rounds import refusal

LOG = logging.getLogger("croupier")
T = TypeVar("T")
TABLE, POKER_TABLE, LISTS, TOURNAMENT = "table", "poker-table", "lists", "poker-tournament"
HEATS, PROMOTION, CLAIM, PAPER = "table-tournament", "promotion", "promotion-claim", "paper"
DRAFT, BOOK = "draft", "kept-rulebook"
GIVE_UP = "table.give-up"  # two people close what is out of order: as the log has it
LOOK_AGAIN_S = 10.0  # what can't be read is not read again by everybody who passes


class Fault(msgspec.Struct, frozen=True):
    """One thing that is out of order, and why."""

    kind: str
    subject: str
    property: str
    why: str
    since_us: int
    read: bool = False  # whether it still can be read: it is its game that fails


class OutOfOrder(Refused):
    """Nobody plays here until it can be read again, or two people have closed it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(
            f"{fault.subject} is out of order.",
            "Nothing was taken. A supervisor and a manager close it; what patrons have there goes back to them.",
        )
        self.fault = fault


class Unreadable(Refused):
    """A row that nobody can read: somebody wrote past the program."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} can't be read.", "Somebody wrote past the program: croupier verify names the row.")


def stored(payload: Any, kind: type[T] | Any, what: str) -> T:
    """What a row holds as JSON; refused in words where it is none."""
    try:
        found: T = msgspec.json.decode(bytes(payload), type=kind)
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError):
        raise Unreadable(what) from None
    return found


def readable(rows: Iterable[Any], make: Callable[[Any], T]) -> list[T]:
    """Those of many rows that can be read: one that can't costs only itself, and stands in the log of the server."""
    found = []
    for row in rows:
        try:
            found.append(make(row))
        except Unreadable as unread:
            LOG.error("%s", unread.says)
    return found


class Returns(msgspec.Struct, frozen=True):
    """What lies at a thing that is out of order, by the ledger: what is whose goes back, the rest must be said."""

    chips: dict[str, int] = {}  # in front of each patron, or paid in by him
    common: int = 0  # on the layout or in the pot
    staked: dict[str, int] | None = None  # how much of that is whose; None where the record does not tell
    note: str = ""


class Closer(Protocol):
    """Who closes what is out of order, of one kind."""

    async def look(self, subject: str) -> None:
        """Try to read it: raises OutOfOrder, or NotFound."""

    def open_ones(self, conn: Connection) -> list[str]:
        """Everything of the kind that people may be at."""

    def returns(self, conn: Connection, subject: str) -> Returns: ...

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        """Close it and give back what is there; `shares` says whose the common chips are."""

    async def forget(self, subject: str) -> None: ...


class Faults:
    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._unread: dict[tuple[str, str], tuple[Fault, float]] = {}
        self._failing: dict[tuple[str, str], Fault] = {}
        self.closers: dict[str, Closer] = {}

    def check(self, kind: str, subject: str) -> None:
        """Refuse at once what could not be read a moment ago."""
        found = self._unread.get((kind, subject))
        if found is not None and time.monotonic() < found[1]:
            raise OutOfOrder(found[0])

    @contextlib.contextmanager
    def reading(self, kind: str, subject: str, property_: str = "") -> Iterator[None]:
        """Whatever goes wrong in here is this one thing's fault; only a database that is away is nobody's."""
        key = (kind, subject)
        try:
            yield
        except (SQLAlchemyError, OutOfOrder):
            raise
        except Exception as error:
            known = self._unread.get(key)
            since = known[0].since_us if known else self._sources.now_us()
            fault = Fault(kind, subject, property_, _reason(error), since)
            if known is None or known[0] != fault:
                LOG.error("%s is out of order: %s", subject, fault.why, exc_info=error)
            self._unread[key] = (fault, time.monotonic() + LOOK_AGAIN_S)
            raise OutOfOrder(fault) from error
        self._unread.pop(key, None)

    @contextlib.contextmanager
    def showing(self, kind: str, subject: str, property_: str) -> Iterator[None]:
        """What fails while one of many is shown costs the others nothing."""
        try:
            yield
        except (SQLAlchemyError, refusal.Refused):
            raise
        except Exception as error:
            raise self.failed(kind, subject, property_, error, "it can't be shown") from error

    def failed(
        self, kind: str, subject: str, property_: str, error: Exception, how: str = "its game fails at an act"
    ) -> OutOfOrder:
        """Nothing was taken, it stands as before, and people are told."""
        key = (kind, subject)
        if key not in self._failing:
            LOG.error("%s %s: %s", kind, subject, how, exc_info=error)
            why = f"{how} ({type(error).__name__})"
            self._failing[key] = Fault(kind, subject, property_, why, self._sources.now_us(), True)
        return OutOfOrder(self._failing[key])

    def goes_on(self, kind: str, subject: str) -> None:
        """An act was done: whatever failed before does not stop it."""
        if self._failing:
            self._failing.pop((kind, subject), None)

    def forget(self, kind: str, subject: str) -> None:
        """It is closed, or was mended: the next look reads it."""
        self._unread.pop((kind, subject), None)
        self._failing.pop((kind, subject), None)

    def look_again(self, kind: str, subject: str) -> None:
        """Somebody has moved it: the next look reads it, whatever was found before."""
        found = self._unread.get((kind, subject))
        if found is not None:
            self._unread[kind, subject] = (found[0], 0.0)

    def of(self, kind: str, subject: str) -> Fault | None:
        found = self._unread.get((kind, subject))
        return found[0] if found else self._failing.get((kind, subject))

    def all(self) -> list[Fault]:
        """Everything that is known to be out of order."""
        unread = [fault for fault, _ in self._unread.values()]
        known = {(fault.kind, fault.subject) for fault in unread}
        failing = [fault for key, fault in self._failing.items() if key not in known]
        return sorted([*unread, *failing], key=lambda fault: (fault.kind, fault.subject))


class BrokenRows:
    """What is a row of the record, and not a journal: one that can't be read is found by reading it."""

    kind = ""
    rows: Table  # where it has its property
    called = ""

    def __init__(self, faults: Faults, storage: Storage) -> None:
        self._faults, self._storage = faults, storage

    def place(self, conn: Connection, subject: str) -> str:
        """At which property it is, as far as the record tells; raises NotFound where there is none."""
        place = conn.scalar(select(self.rows.c.property).where(self.rows.c.id == subject))
        if place is None:
            raise NotFound(f"There is no {self.called} {subject}.")
        return str(place)

    def read(self, conn: Connection, subject: str) -> None:
        """Read all of it: raises whatever is wrong. What two people have closed is wrong no more."""
        raise NotImplementedError

    def torn(self, conn: Connection) -> list[str]:
        """Everything of the kind that can't be read."""
        raise NotImplementedError

    def seen_to(self, conn: Connection, subject: str) -> bool:
        """Whether two people have closed it on the log, where nothing of it can be changed."""
        log = schema.audit_log.c
        seen = select(log.number).where(log.subject == subject, log.act == GIVE_UP, log.outcome == "done")
        return conn.scalar(seen.limit(1)) is not None

    async def look(self, subject: str) -> None:
        with self._storage.reading() as conn:
            try:
                place = self.place(conn, subject)
            except NotFound:
                self._faults.forget(self.kind, subject)
                raise
            with self._faults.reading(self.kind, subject, place):
                self.read(conn, subject)

    async def forget(self, subject: str) -> None:
        """Nothing of it is held in memory."""

    def open_ones(self, conn: Connection) -> list[str]:
        """Those that can't be read, and those that could not be read before: they may have been mended."""
        known = [fault.subject for fault in self._faults.all() if fault.kind == self.kind]
        return sorted({*known, *self.torn(conn)})


def _reason(error: Exception) -> str:
    """Why, in words that anybody of the staff may read: what our own checks say of the record, else the kind alone."""
    if isinstance(error, Unreadable):
        return "its row can't be read: somebody wrote past the program, and croupier verify names it"
    if isinstance(error, Broken):
        return str(error).rstrip(".")
    return f"it can't be read ({type(error).__name__})"
