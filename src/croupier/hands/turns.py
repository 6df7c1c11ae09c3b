"""Of several processes that want the same thing one makes it, and the others wait and read what it has made.

Nobody waits for a process that runs behind him (`nice`): on a busy machine it gets hardly any time, and whoever waits
for it gets no more. He makes the thing beside it, and it waits for him.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path


@contextmanager
def in_turn(lock: Path) -> Iterator[Path | None]:
    """Alone among those of one niceness, once nobody before them is at it; the file that says so, None where nothing
    can be written or a disk knows no locks, and everybody makes his own."""
    mine = os.nice(0)
    with ExitStack() as held:
        file = None
        with suppress(OSError):
            for other in sorted(_niceness(path) for path in lock.parent.glob(f"{lock.name}*")):
                if other < mine:
                    _wait(_of(lock, other))
            held.enter_context(_alone(_of(lock, mine)))
            file = _of(lock, mine)
        yield file


def _of(lock: Path, niceness: int) -> Path:
    return lock.with_name(f"{lock.name}.{niceness}") if niceness else lock


def _niceness(path: Path) -> int:
    last = path.suffix.removeprefix(".")
    return int(last) if last.removeprefix("-").isdecimal() else 0


def _wait(path: Path) -> None:
    """Until nobody has it."""
    with suppress(FileNotFoundError), path.open() as file:
        fcntl.flock(file, fcntl.LOCK_SH)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)  # said aloud: a process forked meanwhile has the file too
