"""One database behind the floor: SQLite in a file by default, PostgreSQL by URL.

SQLite runs in WAL mode with full sync and takes the write lock at the start of a writing transaction, so
that a transaction never fails half way for want of it. Everything above speaks SQLAlchemy Core; the few
statements that differ between the two databases are here.
"""

import contextlib
import functools
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from alembic import command as alembic
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    Table,
    Text,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

from croupier.house.record import schema
from croupier.house.record.database import odd_values, only_read
from croupier.house.record.sealing import touches

# psycopg warns that a failed pipeline was left; the failure itself is raised, so the warning says nothing new.
logging.getLogger("psycopg").addFilter(lambda record: "error ignored terminating" not in record.msg)

MIGRATIONS = Path(__file__).parent.parent / "migrations"
BUSY_MS = 10_000
IDLE_S = 1.0  # a connection that was used since is alive
READERS = 12  # connections that are kept; more are opened while they are needed
# What was committed lies in the log and is safe there; a page that changes in every commit is copied from it into the
# file once for many of them.
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={BUSY_MS}",
    "wal_autocheckpoint=8000",
    "cache_size=-32000",
)

Rows = Sequence[Sequence[Any]]
Reading = Connection  # what pages are handed to look with, and know nothing else of
DatabaseFailed = DBAPIError


class Foreign(ValueError):
    """A database of another version, newer or older than this program reads: it would misread it."""


class Storage:
    def __init__(self, url: str | URL) -> None:
        self.url = make_url(url)
        if self.url.drivername in ("postgresql", "postgres"):
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = self._sqlite() if self.is_sqlite else self._postgresql()
        self._readers = self.engine.execution_options(croupier_reads=True)
        self.writers = self.engine.execution_options()  # whose statements are noted: who only looks is not slowed by it
        touches.watch(self.writers)
        self._watch: sqlite3.Connection | None = None  # writes nothing: so every commit is another's, and counted
        self._watching = threading.Lock()
        self.revision: str | None = None  # which version this process brought the record to, once it did
        self.sealed: Any = None  # the last seal that this process has written: see croupier.house.record.sealing.seals

    @classmethod
    def file(cls, path: str | Path) -> "Storage":
        return cls(URL.create("sqlite", database=str(path)))

    def _sqlite(self) -> Engine:
        if not self.url.database or self.url.database == ":memory:":
            raise ValueError("the floor's SQLite database is a file: what is in memory does not survive")
        waits: dict[str, Any] = {"check_same_thread": False, "timeout": BUSY_MS / 1000}
        path = Path(self.url.database)
        shut = only_read.shut(path)
        if shut:
            waits["uri"] = True
            opened = functools.partial(sqlite3.connect, only_read.address(path), **waits)
            engine = create_engine(self.url, creator=opened, pool_size=READERS)
        else:
            engine = create_engine(self.url, connect_args=waits, pool_size=READERS)
        engine.dialect.colspecs = {**engine.dialect.colspecs, **odd_values.READ_AS}

        @event.listens_for(engine, "connect")
        def on_connect(raw: Any, _record: Any) -> None:
            raw.isolation_level = None  # we say BEGIN ourselves
            raw.text_factory = odd_values.in_letters
            for pragma in PRAGMAS[shut:]:  # how it is written is not said of what can't be
                raw.execute(f"PRAGMA {pragma}").close()

        @event.listens_for(engine, "begin")
        def on_begin(conn: Connection) -> None:
            reads = conn.get_execution_options().get("croupier_reads", False)
            raw: Any = conn.connection.driver_connection
            with _in_its_words(conn):
                raw.execute("BEGIN" if reads else "BEGIN IMMEDIATE").close()

        return engine

    def _postgresql(self) -> Engine:
        return create_engine(self.url, pool_pre_ping=True, pool_size=READERS)

    # ---- transactions

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent look at the record that takes no lock on SQLite."""
        with self._readers.connect() as conn, conn.begin():
            yield conn

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A look that stays at one instant however long it takes, on PostgreSQL too."""
        with self.reading() as conn:
            if not self.is_sqlite:
                conn.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            yield conn

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it or nothing. Only the writer (writer.py) and tests use it."""
        with self.writers.begin() as conn:
            yield conn

    def moment(self) -> int | None:
        """A number that changes whenever something is committed, by whomever; None: the database has none to give, and
        the record itself is asked."""
        found = self.at_hand("PRAGMA data_version")
        return int(found[0][0]) if found else None

    def at_hand(self, sql: str, *given: Any) -> list[tuple[Any, ...]] | None:
        """The rows of a question that SQLite answers in less time than it takes to hand it to a thread, and without
        waiting for anybody; None: it can't now, or the database is at the other end of a network, and whoever asks does
        it in a thread."""
        if not self.is_sqlite:
            return None
        with self._watching, contextlib.suppress(sqlite3.Error):
            if self._watch is None:
                self._watch = sqlite3.connect(str(self.url.database), timeout=0, check_same_thread=False)
                self._watch.text_factory = odd_values.in_letters
            return self._watch.execute(sql, given).fetchall()
        return None

    def close(self) -> None:
        self.engine.dispose()
        with self._watching:
            if self._watch is not None:
                self._watch.close()
            self._watch = None

    # ---- migrations

    def migrate(self, to: str = "head") -> None:
        """Bring the database to this version of the program; harmless when it is there already."""
        if self.is_sqlite:  # whoever shares the machine does not share the record
            os.close(os.open(str(self.url.database), os.O_CREAT | os.O_RDWR, 0o600))
            _close_to_others(Path(str(self.url.database)))
        with self.writing() as conn:
            if not self.is_sqlite:  # several servers may start at once
                conn.execute(text("SELECT pg_advisory_xact_lock(hashtext('croupier-migrations'))"))
            self.version(conn)
            alembic.upgrade(alembic_config(conn), to)
            self.revision = MigrationContext.configure(conn).get_current_revision()

    def version(self, conn: Connection) -> tuple[str | None, str]:
        """Which version the record is of, none before the first start, and to which this program brings it; refuses one
        that it would misread."""
        known = {script.revision for script in ScriptDirectory.from_config(alembic_config(conn)).walk_revisions()}
        there = MigrationContext.configure(conn).get_current_revision()
        if there is None and (others := self._of_others(conn)):
            raise Foreign(f"it is no record of a house: it holds tables of something else ({', '.join(others[:3])})")
        if there is not None and there not in known:
            if there < min(known):
                raise Foreign(
                    f"the record is from before 0.1.0 (its version is {there}, this program begins with "
                    f"{min(known)}): bring it there with the program that wrote it"
                )
            raise Foreign(
                f"the record was written by a newer Croupier (its version is {there}, this program knows up to "
                f"{max(known)}): open it with that one"
            )
        return there, max(known)

    def _of_others(self, conn: Connection) -> list[str]:
        """Tables that lie where a record would be made: a file is a house's own, a database may be shared."""
        names = set(inspect(conn).get_table_names()) - {"alembic_version"}
        return sorted(names if self.is_sqlite else names & set(schema.metadata.tables))

    # ---- what differs between the databases

    def insert_rows(self, conn: Connection, table: Table, rows: Rows) -> None:
        """Append many rows, each in the order of the table's columns."""
        self.bulk(conn, [(insertion(table), rows)])
        touches.note(conn, table, rows)

    def bulk(self, conn: Connection, work: Iterable[tuple["Statement", Rows]]) -> list[int]:
        """Run statements, each for many rows at once; how many rows each of them changed.

        SQLite runs each statement for every row without leaving the driver: rows of one statement would be journaled
        apart, in case it fails half way. PostgreSQL gets the rows as arrays and all statements as one, so no two of
        them touch the same row.
        """
        wanted = [(statement, rows) for statement, rows in work if rows]
        raw: Any = conn.connection.driver_connection
        with _in_its_words(conn):
            if self.is_sqlite:
                many, one = conn.dialect.do_executemany, raw.cursor()
                return [_ran(many, one, statement.sqlite, rows) for statement, rows in wanted]
            if not wanted:
                return []
            cursor: Any = psycopg.RawCursor(raw)
            given = [array for statement, rows in wanted for array in statement.arrays(rows)]
            conn.dialect.do_execute(cursor, _as_one(tuple(statement for statement, _ in wanted)), given)
            return list(cursor.fetchone() or ())

    def row(self, conn: Connection, statement: "Statement", *given: Any) -> tuple[Any, ...] | None:
        """The first row, None where there is none."""
        found = self.rows(conn, statement, *given)
        return found[0] if found else None

    def rows(self, conn: Connection, statement: "Statement", *given: Any) -> list[tuple[Any, ...]]:
        """The rows of a question that every commit asks."""
        raw: Any = conn.connection.driver_connection
        with _in_its_words(conn):
            cursor = raw.cursor()
            conn.dialect.do_execute(cursor, statement.sqlite if self.is_sqlite else statement.postgresql, given)
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def lost(error: BaseException) -> bool:
    """Whether the connection to PostgreSQL is gone: whatever was not committed through it is undone."""
    orig = getattr(error, "orig", None)
    if not isinstance(orig, psycopg.OperationalError):
        return False
    return orig.sqlstate is None or orig.sqlstate.startswith(("08", "57P"))


@functools.lru_cache(maxsize=256)
def _as_one(statements: tuple["Statement", ...]) -> str:
    """Statements as one for PostgreSQL, which answers with how many rows each has changed. What they refer to of each
    other's it checks at the end."""
    whole = (s.postgresql if s.postgresql.startswith("SELECT") else f"{s.postgresql} RETURNING 1" for s in statements)
    parts = [f"s{at} AS MATERIALIZED ({sql})" for at, sql in enumerate(whole)]
    counts = ", ".join(f"(SELECT count(*) FROM s{at})" for at in range(len(parts)))
    pieces = f"WITH {', '.join(parts)} SELECT {counts}".split("%s")
    return "".join(piece + f"${at}" * (at < len(pieces)) for at, piece in enumerate(pieces, 1))


class KeptConnection:
    """The connection of a thread that writes one transaction after another: taken from the others once, looked at anew
    when it has been idle and given up when anything went wrong, as any of them is."""

    def __init__(self, storage: Storage) -> None:
        self._engine = storage.writers
        self._conn: Connection | None = None
        self._used_s = 0.0

    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None:
        self._give_up()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it or nothing."""
        if self._conn is None or time.monotonic() > self._used_s + IDLE_S:
            self._give_up()
            self._conn = self._engine.connect()
        conn = self._conn
        try:
            with conn.begin():
                yield conn
        except BaseException:
            self._give_up()
            raise
        self._used_s = time.monotonic()

    def _give_up(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            conn.close()


def _ran(many: Any, cursor: Any, sql: str, rows: Rows) -> int:
    many(cursor, sql, rows)
    return int(cursor.rowcount)


@contextmanager
def _in_its_words(conn: Connection) -> Iterator[None]:
    """What the driver raises, in the words of SQLAlchemy, as for every other statement."""
    try:
        yield
    except (sqlite3.Error, psycopg.Error) as error:
        base = sqlite3.Error if isinstance(error, sqlite3.Error) else psycopg.Error
        raise DBAPIError.instance(None, None, error, base, dialect=conn.dialect) from error


def _close_to_others(path: Path) -> None:
    """One that somebody copied or restored with other modes; a file of somebody else's stays as it is."""
    for file in (path, *(path.with_name(path.name + beside) for beside in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def stored_bytes(part: bytes | str) -> bytes:
    """A column as it was stored. Somebody may have put text or a number there: then it is read as it stands, and does
    not match."""
    return bytes(part) if isinstance(part, bytes | bytearray | memoryview) else str(part).encode()


class Statement(msgspec.Struct, frozen=True):
    """One statement for many rows, in the words of both databases."""

    sqlite: str
    postgresql: str
    types: tuple[str, ...] = ()  # of PostgreSQL's arrays, one a column

    def arrays(self, rows: Rows) -> list[str]:
        """The columns of these rows as PostgreSQL reads arrays: written here in one go, value by value it is slow."""
        return [f"{{{_WRITTEN[name](column)}}}" for name, column in zip(self.types, zip(*rows))]


def _numbers(column: Sequence[int | None]) -> str:
    if set(map(type, column)) == {int}:
        return ",".join(map(str, column))
    return ",".join("NULL" if value is None else str(int(value)) for value in column)


def _bytes(column: Sequence[bytes | None]) -> str:
    return ",".join(["NULL" if value is None else f'"\\\\x{value.hex()}"' for value in column])


def _words(column: Sequence[str | None]) -> str:
    if None not in column:
        plain = '","'.join(column)  # type: ignore[arg-type]
        if "\\" not in plain and plain.count('"') == 2 * len(column) - 2:
            return f'"{plain}"'
    return ",".join("NULL" if value is None else f'"{value.translate(_QUOTED)}"' for value in column)


_QUOTED = str.maketrans({"\\": "\\\\", '"': '\\"'})
_WRITTEN: dict[str, Callable[[Sequence[Any]], str]] = {
    "text": _words,
    "bigint": _numbers,
    "integer": _numbers,
    "bytea": _bytes,
}


def statement(sqlite: str, postgresql: str, *types: str) -> Statement:
    """One that is written by hand: `{}` stands for the arrays' places, in turn."""
    return Statement(sqlite, postgresql.format(*(f"%s::{name}[]" for name in types)), types)


@functools.cache
def insertion(table: Table) -> Statement:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    marks = ", ".join("?" * len(table.columns))
    into = f'INSERT INTO "{table.name}" ({names})'
    types = tuple(_TYPES[type(column.type)] for column in table.columns)
    places = ", ".join("{}" for _ in types)
    return statement(f"{into} VALUES ({marks})", f"{into} SELECT * FROM unnest({places})", *types)


_TYPES: dict[type[TypeEngine[Any]], str] = {
    Text: "text",
    BigInteger: "bigint",
    Integer: "integer",
    LargeBinary: "bytea",
}


def alembic_config(conn: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = conn
    return config
