"""Files that are written whole or not at all, for their owner alone, and never over another."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

PRIVATE = 0o600  # the record is the house's own


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
            yield half
            with half.open("rb") as file:
                os.fsync(file.fileno())
            _named(half, to)
        finally:
            half.unlink(missing_ok=True)


def _refuse(to: Path) -> None:
    if to.exists() or to.is_symlink():
        raise Occupied(f"{to} is there already; a new file never overwrites another")


@contextlib.contextmanager
def _alone(half: Path, to: Path) -> Iterator[None]:
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
