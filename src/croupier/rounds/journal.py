"""The journal: all that happened at a table, in order, append-only, each entry chained to the last by hash.

An entry is one line: the hash of (previous hash + entry), a space, the entry as JSON. Whoever holds
the last hash can prove that nothing before it was changed.
"""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from croupier.rounds.acts import Anything, By
from croupier.rounds.events import Recorded

START = "0" * 64


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    number: int
    at: str
    by: By
    request: int  # the number of the request that it answers
    kind: str  # the kind of that request: changed code is caught at the first drift, not at the money
    act: Anything
    events: list[Recorded] = []


class Broken(Exception):
    """A journal that is not whole: where, and what is wrong."""


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode


def chain(previous: str, data: bytes) -> str:
    return sha256(previous.encode() + data).hexdigest()


class Journal(Protocol):
    """Where entries go. `append` may hold them back; `sync` returns only when they are safe."""

    head: str

    def append(self, entry: Entry) -> None: ...
    def sync(self) -> None: ...
    def entries(self) -> Iterator[Entry]: ...


class MemoryJournal:
    """Kept as long as the process: for simulation, bots and tests."""

    def __init__(self) -> None:
        self.head = START
        self.lines: list[bytes] = []
        self.last: Entry | None = None

    def append(self, entry: Entry) -> None:
        data = encode(entry)
        head = self.head = chain(self.head, data)
        self.lines.append(b"%b %b" % (head.encode(), data))
        self.last = entry

    def sync(self) -> None:
        pass

    def entries(self) -> Iterator[Entry]:
        return verify(self.lines, "journal")

    def tail(self, count: int = 1) -> list[Entry]:
        """The last entries."""
        return [decode(line.partition(b" ")[2]) for line in self.lines[-count:]]

    def dump(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)


class FileJournal:
    """One file a table. `sync` writes what was appended and waits until the disk has it."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        self.path = path
        if new:
            self._file: BinaryIO = open(path, "xb")  # noqa: SIM115 - kept open for the life of the table
            self.head = START
        else:
            lines, whole = _whole_lines(path)
            self.head = START
            for entry_line in verified(lines, str(path)):
                self.head = entry_line[0]
            self._file = open(path, "r+b")  # noqa: SIM115
            self._file.truncate(whole)  # an entry that was never finished was never acknowledged
            self._file.seek(whole)
        self._pending: list[bytes] = []

    def append(self, entry: Entry) -> None:
        data = encode(entry)
        self.head = chain(self.head, data)
        self._pending.append(self.head.encode() + b" " + data + b"\n")

    def sync(self) -> None:
        if self._pending:
            self._file.write(b"".join(self._pending))
            self._pending.clear()
            self._file.flush()
            os.fsync(self._file.fileno())

    def entries(self) -> Iterator[Entry]:
        self.sync()
        return verify(_whole_lines(self.path)[0], str(self.path))

    def close(self) -> None:
        self.sync()
        self._file.close()


def _whole_lines(path: Path) -> tuple[list[bytes], int]:
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    return data[:whole].splitlines(), whole


def read_journal(path: Path) -> list[Entry]:
    """All entries of a journal file that must be whole; raises Broken."""
    data = path.read_bytes()
    if not data:
        raise Broken(f"{path}: empty; expected a journal with its opening entry")
    if not data.endswith(b"\n"):
        raise Broken(f"{path}: the last entry is half written (after entry {data.count(chr(10).encode())})")
    return list(verify(data.splitlines(), str(path)))


def verified(lines: list[bytes], name: str) -> Iterator[tuple[str, bytes]]:
    """(hash, entry) of each line; raises Broken at the first that does not fit the chain."""
    previous = START
    for number, line in enumerate(lines, 1):
        head, _, data = line.partition(b" ")
        if len(head) != 64 or not data:
            raise Broken(f"{name}: line {number} is no journal entry; expected a hash, a space and the entry")
        previous = chain(previous, data)
        if head.decode("ascii", "replace") != previous:
            raise Broken(f"{name}: entry {number} was changed: its hash does not follow from the entries before it")
        yield previous, data


def verify(lines: list[bytes], name: str) -> Iterator[Entry]:
    for number, (_, data) in enumerate(verified(lines, name), 1):
        try:
            entry = decode(data)
        except msgspec.DecodeError as error:
            raise Broken(f"{name}: entry {number} can't be read: {error}") from None
        if entry.number != number:
            raise Broken(f"{name}: entry {number} calls itself {entry.number}")
        yield entry
