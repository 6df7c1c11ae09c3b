"""Files that are written whole or not at all, for their owner alone, and never over another."""

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

PRIVATE = 0o600  # the record is the house's own
NOT_WRITTEN = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_IOERR_WRITE: errno.EIO}
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Occupied(Exception):
    """A file that is there already, or that somebody else is writing, in words."""


@contextlib.contextmanager
def new_file(to: Path) -> Iterator[Path]:
    """Where a file that is not there yet is written; it comes to its name when the work with it is done.

    Of two who write it at once one is refused. What somebody left who was killed is begun anew.
    """
    _refuse(to)
    half = to.with_name(f".{to.name}.unfinished")
    with _alone(half, to):
        try:
            with _said_of(to, half):
                yield half
                with half.open("rb") as file:
                    os.fsync(file.fileno())
            _named(half, to)
        finally:
            for left in ("", "-journal", "-wal", "-shm"):  # what SQLite keeps beside a file that it did not finish
                half.with_name(half.name + left).unlink(missing_ok=True)


def write_over(to: Path, content: bytes, mode: int = 0o666) -> None:
    """A file in the place of the one before, which is there until this one is whole; where it can't be written, nothing
    is left of it."""
    half = to.with_name(f".{to.name}.{os.getpid()}.part")  # several servers may hand out one anchor
    half.unlink(missing_ok=True)
    try:
        with _said_of(to, half):
            with os.fdopen(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            os.replace(half, to)
    finally:
        half.unlink(missing_ok=True)


@contextlib.contextmanager
def _said_of(to: Path, half: Path) -> Iterator[None]:
    """What can't be written is told of the file that was wanted, not of its half or of what was copied."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM and error.filename != os.fspath(half):
            raise
        raise OSError(error.errno, error.strerror, str(to)) from error
    except Exception as error:
        said = NOT_WRITTEN.get(getattr(getattr(error, "orig", error), "sqlite_errorcode", 0))
        if said is None:
            raise
        raise OSError(said, os.strerror(said), str(to)) from error


def _refuse(to: Path) -> None:
    if to.exists() or to.is_symlink():
        raise Occupied(f"{to} is there already; a new file never overwrites another")


@contextlib.contextmanager
def _alone(half: Path, to: Path) -> Iterator[None]:
    with _said_of(to, half):
        handle = os.open(half, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, PRIVATE)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = half.exists() and os.path.samestat(os.fstat(handle), half.stat())
        except BlockingIOError:
            mine = False
        if not mine:  # or it came to its name a moment ago
            raise Occupied(f"{to} is being written by another command")
        os.ftruncate(handle, 0)
        os.fchmod(handle, PRIVATE)
        yield
    finally:
        os.close(handle)


def _named(half: Path, to: Path) -> None:
    try:
        os.link(half, to)  # a rename would take the place of what has come there meanwhile
    except FileExistsError:
        _refuse(to)
        raise
    except OSError:  # a disk that knows one name a file
        _refuse(to)
        half.rename(to)
