"""Whether every row is as it was sealed: what the seals say, page by page, held to what is there.

Who changes a row past the program is found by the row; who has the program's source and seals it again, as a commit of
the program would, by what no commit does: to seal what is only added to a second time, or to lead a journal past where
one before had left it.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select, tuple_

from croupier.house.record import schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.sealing.evidence import (
    DIGEST_BYTES,
    GROWING,
    KEYS_AT_ONCE,
    TABLES,
    WHOLE,
    Head,
    Key,
    Page,
    digest,
    digests,
    key_of,
    plain_rows,
    read,
    read_rows,
)

HEADS_AT_ONCE = 2_000
MODULUS = 2**130 - 5  # a prime above every digest
ADDED_TO = frozenset(schema.APPEND_ONLY) & TABLES.keys() - set(GROWING)


class Tally:
    """Rows counted in whatever order: what was sealed and what is there agree where their tallies do.

    Each digest is a root of a polynomial, and two of them are compared at a point that is drawn for this walk, long
    after the rows were written: nobody can have chosen other rows that come to the same.
    """

    __slots__ = ("_at", "_product", "count")

    def __init__(self, at: int) -> None:
        self._at, self._product, self.count = at, 1, 0

    def add(self, one: bytes) -> None:
        self.count += 1
        self._product = self._product * (self._at + int.from_bytes(one)) % MODULUS

    def agrees(self, other: "Tally") -> bool:
        return (self.count, self._product) == (other.count, other._product)


class EvidenceStanding:
    """What the seals say that every row must be; grows seal by seal, so that a later look goes on from there.

    The first look reads what only grows once from end to end and compares tallies; later ones find the new rows by
    their keys, and so does the first where the tallies differ, to say which row it is.
    """

    def __init__(self) -> None:
        self.sealed: Any = None  # the last seal that was proved
        self.sums: dict[int, int] = {}  # what the postings of each account come to
        self._rows: dict[str, dict[Key, bytes]] = {}
        self._at = secrets.randbelow(MODULUS)
        self._growing = {name: Tally(self._at) for name in GROWING}
        self._found_whole: set[str] = set()  # of what grows: read from end to end, new rows are looked up
        self._heads: dict[str, Head] = {}
        self._passed: dict[tuple[str, int], bytes] = {}  # where journals once ended, to be looked up
        self._wrong: list[str] = []

    def take(self, conn: Connection, payload: bytes, postings: Iterable[Sequence[Any]] = ()) -> None:
        """One page more, and the postings under the same seal."""
        for posting in postings:
            self.sums[posting[2]] = self.sums.get(posting[2], 0) + posting[3]
        if not payload:
            return
        fresh: dict[str, dict[Key, bytes]] = {}
        for name, key, found in self._stands(read(payload), self.sealed.number):
            self._growing[name].add(found)
            if name in self._found_whole:
                fresh.setdefault(name, {})[key] = found
        for name, rows in fresh.items():
            self._wrong += _looked_up(conn, name, rows)
        if len(self._passed) >= HEADS_AT_ONCE:
            self._look_back(conn)

    def _look_back(self, conn: Connection) -> None:
        """Journals lead through every entry at which a commit left them, not through the last alone."""
        entry, passed = schema.journal_entry.c, self._passed
        keys = list(passed)
        for start in range(0, len(keys), KEYS_AT_ONCE):
            some = tuple_(entry.journal_id, entry.number).in_(keys[start : start + KEYS_AT_ONCE])
            query = select(entry.journal_id, entry.number, entry.hash).where(some)
            for journal, number, found in plain_rows(conn, query):
                if stored_bytes(found) == passed.get((journal, number)):
                    del passed[journal, number]
        self._wrong += (f"entry {number} of journal {name} is not the one that was sealed" for name, number in passed)
        self._passed = {}

    def stand_on(self, conn: Connection, sealed: Any) -> None:
        """Begin behind a seal that is known: what its pages and those before it say is taken as it is, and of what only
        grows no row before it is read."""
        kept = schema.evidence.c
        upto = select(kept.seal, kept.rows).where(kept.seal <= sealed.number).order_by(kept.seal)
        for number, payload in plain_rows(conn, upto):
            try:
                for name, _, _ in self._stands(read(payload), number):
                    self._growing[name].count += 1
            except (msgspec.DecodeError, TypeError):  # somebody put something else there
                self._wrong.append(f"the evidence under seal {number} can't be read")
        self._found_whole.update(GROWING)
        self._passed = {}  # no entry before it is read
        self.sealed = sealed

    def _stands(self, page: Page, number: int) -> Iterator[tuple[str, Key, bytes]]:
        """Put every row of a page that may change in its place, and give on the new ones of what only grows."""
        self._wrong += [*self._past_the_program(page, number), *self._sealed_again(page, number)]
        for name, key, found in page.rows:
            if found is None:
                self._rows.get(name, {}).pop(key, None)
            elif name in self._growing:
                yield name, key, found
            else:
                self._rows.setdefault(name, {})[key] = found
        for head in page.heads:
            if (before := self._heads.get(head.journal)) is not None:
                self._passed[before.journal, before.number] = before.hash
            self._heads[head.journal] = head

    def _sealed_again(self, page: Page, number: int) -> Iterator[str]:
        """What is only added to and was sealed a second time, as something else: no program does that."""
        for name, key, found in page.rows:
            if name in ADDED_TO and self._rows.get(name, {}).get(key, found) != found:
                yield f"{name} {_words(key)} was sealed once more under seal {number}, otherwise than it was"

    def _past_the_program(self, page: Page, number: int) -> Iterator[str]:
        """What a commit found otherwise than the one before it had left it."""
        for head in page.heads:
            before = self._heads[head.journal].number if head.journal in self._heads else 0
            if head.number < before:
                yield f"journal {head.journal} had reached entry {before}; seal {number} takes it back to {head.number}"
            if head.since is not None and head.since != before:
                went = f"at seal {number} it went on from entry {head.since}"
                yield f"journal {head.journal} had reached entry {before}; {went}"
        if page.found is None:
            return
        found = {(name, key): one for name, key, one in page.found}
        for name, key, _ in page.rows:
            if name in self._growing or (name, WHOLE) in found:
                continue
            sealed, there = self._rows.get(name, {}).get(key), found.get((name, key))
            if there is None and sealed is not None:
                yield f"{name} {_words(key)} was taken away past the program before seal {number}"
            elif there is not None and sealed is None:
                yield f"{name} {_words(key)} was put in past the program before seal {number}"
            elif there is not None and sealed not in (there[:DIGEST_BYTES], there[DIGEST_BYTES:]):
                yield f"{name} {_words(key)} was changed past the program before seal {number}"

    def faults(self, conn: Connection, names: Iterable[str] = tuple(TABLES)) -> list[str]:
        """Every row of these tables that is not as it was sealed last, in words."""
        wrong: list[str] = []
        for name in names:
            if name in GROWING:
                wrong += self._growing_faults(conn, name)
            else:
                wrong += _differing(TABLES[name], self._rows.get(name, {}), plain_rows(conn, select(TABLES[name])))
        self._look_back(conn)
        wrong += [words for head in self._heads.values() for words in _cut(conn, head)]
        return self._wrong + wrong + list(self._beyond(conn))

    def _beyond(self, conn: Connection) -> Iterator[str]:
        """Journals that go on where no seal has taken them."""
        head = schema.journal_head.c
        for name, number in conn.execute(select(head.id, head.number)):
            sealed = self._heads[name].number if name in self._heads else 0
            if number > sealed:
                yield f"journal {name} goes on to entry {number}; the seals take it to {sealed}"

    def _growing_faults(self, conn: Connection, name: str) -> Iterator[str]:
        table, sealed = TABLES[name], self._growing[name]
        if name not in self._found_whole:
            there = Tally(self._at)
            for values in plain_rows(conn, select(table)):
                there.add(digest(table, values))
            if there.agrees(sealed):
                self._found_whole.add(name)
                return
            yield from self._one_by_one(conn, name)
        count = int(conn.scalar(select(func.count()).select_from(table)) or 0)
        if count > sealed.count:
            yield f"{name}: {count} rows are there, {sealed.count} were sealed"

    def _one_by_one(self, conn: Connection, name: str) -> Iterator[str]:
        """The rows of a table that only grows, each held to its seal."""
        kept = schema.evidence.c
        for (payload,) in plain_rows(conn, select(kept.rows).where(kept.seal <= self.sealed.number)):
            rows = {key: one for of, key, one in read(bytes(payload)).rows if of == name and one is not None}
            if rows:
                yield from _looked_up(conn, name, rows)

    def unbalanced(self, conn: Connection) -> list[str]:
        """Accounts that do not show what the sealed postings come to."""
        account = schema.account.c
        return [
            f"{name} shows {cents} cents; its postings sum to {self.sums.get(number, 0)}"
            for number, name, cents in conn.execute(select(account.id, account.name, account.balance))
            if cents != self.sums.get(number, 0)
        ]


def _looked_up(conn: Connection, name: str, sealed: Mapping[Key, bytes]) -> Iterator[str]:
    there = dict(read_rows(conn, TABLES[name], list(sealed)))
    for key, one in sealed.items():
        if key not in there:
            yield f"{name} {_words(key)} is gone"
        elif there[key] != one:
            yield f"{name} {_words(key)} is not as it was sealed"


def _differing(table: Table, sealed: Mapping[Key, bytes], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Of a whole table."""
    name, left = str(table.name), set(sealed)
    for values in rows:
        key = key_of(table, values)
        if key not in sealed:
            yield f"{name} {_words(key)} was never sealed"
            continue
        if key not in left:
            yield f"{name} {_words(key)} is there twice"
        left.discard(key)
        if sealed[key] not in digests(table, values):
            yield f"{name} {_words(key)} is not as it was sealed"
    yield from (f"{name} {_words(key)} is gone" for key in sealed if key in left)


def _words(key: Key) -> str:
    return " ".join(part.hex()[:16] if isinstance(part, bytes) else str(part) for part in key)


def _cut(conn: Connection, head: Head) -> Iterator[str]:
    entry = schema.journal_entry.c
    found = conn.scalar(select(entry.hash).where(entry.journal_id == head.journal, entry.number == head.number))
    if found is None:
        yield f"journal {head.journal} reached entry {head.number}, which is not there"
    elif stored_bytes(found) != head.hash:
        yield f"entry {head.number} of journal {head.journal} is not the one that was sealed"
