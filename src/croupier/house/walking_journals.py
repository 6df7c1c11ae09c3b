"""The chains of all journals walked by processes of their own, while the seals are walked in this one.

Entries are never changed once they are written, so whoever knows a journal's last entry and its hash can have the chain
up to there walked by anybody, at another instant too. What he is told is where a chain breaks.
"""

import contextlib
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor

from sqlalchemy import Connection, select

from croupier.house.record import journals, schema
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.journals import BEGINNING, Head

WORTH_IT = 200_000  # entries; below that a process takes longer to start than to walk
PORTION = 50_000  # entries that are handed out together

Named = tuple[str, Head, Head]  # a journal, its last entry, and the one after which it is walked
Walked = Callable[[int], object]  # is told how many entries were walked


class Walkers:
    """Begins at once; `faults` waits for the end, and walks itself what nobody has begun."""

    def __init__(
        self, conn: Connection, storage: Storage | None = None, since: Mapping[str, Head] | None = None
    ) -> None:
        """`since` names entries that are known, of which no journal is walked but what came after."""
        self._conn, self._heads = conn, list(_heads(conn, since or {}))
        self.entries = _entries(self._heads)
        self._portions = list(_portions(self._heads))
        self._futures: list[Future[list[str]]] = []
        self._pool: ProcessPoolExecutor | None = None
        others = len(os.sched_getaffinity(0)) - 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) - 1
        if storage is not None and others > 0 and self.entries >= WORTH_IT:
            self._pool = ProcessPoolExecutor(others, multiprocessing.get_context("spawn"))
            url = storage.url.render_as_string(hide_password=False)
            self._futures = [self._pool.submit(walked_elsewhere, url, portion) for portion in self._portions]

    @property
    def walked(self) -> int:
        """Entries, so far."""
        done = (portion for portion, future in zip(self._portions, self._futures) if future.done())
        return sum(map(_entries, done))

    def faults(self, told: Walked) -> Iterator[str]:
        for name, head, _ in self._heads:
            if fault := journals.ends(self._conn, name, head):
                yield _words(fault)
        own = 0
        for place, portion in reversed(list(enumerate(self._portions))):
            if not self._futures or self._futures[place].cancel():
                for one in portion:
                    yield from _walked(self._conn, *one)
                own += 0 if self._futures else _entries(portion)
                told(own + self.walked)
        for portion, future in zip(self._portions, self._futures):
            if not future.cancelled():
                yield from self._waited_for(portion, future)
                told(self.walked)

    def _waited_for(self, portion: Sequence[Named], future: "Future[list[str]]") -> Iterator[str]:
        try:
            yield from future.result()
        except Exception:  # whoever walked it was killed, or could not open the record: it is walked here
            for one in portion:
                yield from _walked(self._conn, *one)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def walked_elsewhere(url: str, portion: Sequence[Named]) -> list[str]:
    """In a process of its own."""
    storage = Storage(url)
    with contextlib.closing(storage), storage.reading() as conn:
        return [words for one in portion for words in _walked(conn, *one)]


def _walked(conn: Connection, name: str, head: Head, since: Head) -> Iterator[str]:
    if fault := journals.walk(conn, name, head, since=since):
        yield _words(fault)


def _entries(some: Iterable[Named]) -> int:
    """To be walked."""
    return sum(head.number - since.number for _, head, since in some)


def _words(fault: journals.JournalFault) -> str:
    return f"journal {fault.journal}, entry {fault.number}: {fault.words}"


def _heads(conn: Connection, since: Mapping[str, Head]) -> Iterator[Named]:
    head = schema.journal_head.c
    for row in conn.execute(select(head.id, head.number, head.hash).order_by(head.id)):
        yield row.id, Head(row.number, stored_bytes(row.hash).hex()), since.get(row.id, BEGINNING)


def _portions(heads: Sequence[Named]) -> Iterator[list[Named]]:
    some, entries = list[Named](), 0
    for name, head, since in heads:
        if head == since:  # nothing came after
            continue
        some.append((name, head, since))
        entries += head.number - since.number
        if entries >= PORTION:
            yield some
            some, entries = [], 0
    if some:
        yield some
