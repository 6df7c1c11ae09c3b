"""Copies of the record, made while the house is open, and a house made from one.

SQLite copies itself page by page while others write (its online backup). PostgreSQL's own `pg_dump` reads one
snapshot; what else it can do (standby servers, recovery to a point in time) is arranged outside: docs/operations.md.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from croupier.house.record.database import only_read
from croupier.house.record.database.cluster import binaries
from croupier.house.record.database.new_files import new_file
from croupier.house.record.database.storage import Storage

PAGES = 2_000  # copied between two looks at the progress

Progress = Callable[[int, int], None]  # pages done, pages in all


class NoCopy(Exception):
    """A copy that could not be made or used, in words."""


def copy(storage: Storage, to: Path, progress: Progress = lambda done, total: None) -> None:
    """Write the record as it stands at one instant to a new file; a copy that was not finished leaves no file."""
    with new_file(to) as unfinished:
        if storage.is_sqlite:
            try:
                _copy_sqlite(Path(str(storage.url.database)), unfinished, progress)
            except sqlite3.OperationalError as error:  # no room, say
                raise NoCopy(f"{to} was not written: {error}") from None
        else:
            _run(storage, "pg_dump", "--format=custom", f"--file={unfinished}")


def _copy_sqlite(path: Path, to: Path, progress: Progress) -> None:
    with _read_only(path) as source, closing(sqlite3.connect(to)) as target:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # this instant: else each commit begins it anew
        source.backup(target, pages=PAGES, progress=lambda _, left, total: progress(total - left, total))
        target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it


def _read_only(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(only_read.address(path), uri=True))


def restore(copied: Path, to: Storage) -> None:
    """A record of its own from a copy: into a file that is not there yet, or into an empty database."""
    if not copied.is_file():
        raise NoCopy(f"{copied}: there is no such file")
    if to.is_sqlite:
        path = Path(str(to.url.database))
        if path.exists():
            raise NoCopy(f"{path} is there already; restore into a file of another name")
        if copied.open("rb").read(16) != b"SQLite format 3\x00":
            raise NoCopy(f"{copied} is no copy of an SQLite record; one of PostgreSQL goes back into PostgreSQL")
        if not _is_record(copied):
            raise NoCopy(f"{copied} is no copy of a record: croupier backup writes one")
        path.parent.mkdir(parents=True, exist_ok=True)
        with new_file(path) as unfinished:  # whoever is interrupted leaves no record behind
            shutil.copyfile(copied, unfinished)
    else:
        _run(to, "pg_restore", "--exit-on-error", "--no-owner", "--single-transaction", str(copied))


def _is_record(copied: Path) -> bool:
    """Whether the tables of a house lie in a file, of whichever version; one that was torn is told when it is read."""
    with closing(sqlite3.connect(f"{copied.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as conn:
        try:
            return bool(conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone())
        except sqlite3.DatabaseError:
            return True


def _run(storage: Storage, program: str, *arguments: str) -> None:
    """One of PostgreSQL's own programs at this database; the password is not shown to who lists the processes."""
    folder = binaries()
    found = shutil.which(program, path=f"{folder}:{os.environ.get('PATH', '')}" if folder else None)
    if found is None:
        raise NoCopy(f"{program} was not found: it comes with PostgreSQL's client programs")
    url = storage.url.set(drivername="postgresql")
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    asked = [found, f"--dbname={url._replace(password=None).render_as_string()}", *arguments]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, env=os.environ | secret)
    if done.returncode:
        raise NoCopy(f"{program}: {(done.stderr.strip().splitlines() or ['failed'])[0]}")
