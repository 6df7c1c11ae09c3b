"""Seals on the book and the log: what each commit added to them, chained, so that a later change is found.

A journal is chained entry by entry; the ledger and the log of people grow by whole commits. Each commit that
adds to them leaves one seal: how far it took them, and a digest of the seal before and of every row that it added.
Whoever keeps a copy of the last seal can tell years later whether anything up to there was touched.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.floor import schema
from croupier.floor.storage import stored_bytes

COUNTER = "seal"
PAGE = 500

Rows = Sequence[Sequence[Any]]
SEALED = (schema.ledger_group, schema.posting, schema.audit_log)


class Seal(msgspec.Struct, frozen=True):
    number: int = 0
    ledger: int = 0  # the last group that it covers
    log: int = 0  # the last line of the log
    hash: bytes = bytes(32)


def following(before: Seal, groups: Rows, postings: Rows, lines: Rows) -> Seal:
    """The seal of these rows after another one."""
    parts = tuple(sorted(tuple(row) for row in rows) for rows in (groups, postings, lines))
    digest = hashlib.sha256(before.hash + msgspec.msgpack.encode(parts)).digest()
    ledger = max((row[0] for row in groups), default=before.ledger)
    log = max((row[0] for row in lines), default=before.log)
    return Seal(before.number + 1, ledger, log, digest)


def found(conn: Connection, number: int) -> Seal:
    """A seal by its number; the one before the first is empty."""
    row = conn.execute(select(schema.seal).where(schema.seal.c.number == number)).one_or_none()
    return Seal(row.number, row.ledger, row.log, stored_bytes(row.hash)) if row else Seal(number)


def last(conn: Connection) -> Seal:
    return found(conn, int(conn.scalar(select(func.max(schema.seal.c.number))) or 0))


def verify(conn: Connection) -> list[str]:
    """What does not agree with the seals, in words; the walk ends at the first that is broken."""
    before = Seal()
    for seal, rows in _walk(conn):
        expected = following(before, *rows)
        if seal.number != expected.number:
            return [f"seal {expected.number} is missing; the next one is {seal.number}"]
        if (seal.ledger, seal.log) != (expected.ledger, expected.log) or seal.hash != expected.hash:
            return [
                f"seal {seal.number} is broken: something in groups {before.ledger + 1} to {seal.ledger} "
                f"or lines {before.log + 1} to {seal.log} of the log was changed"
            ]
        before = seal
    return _ends(conn, before)


def _ends(conn: Connection, final: Seal) -> list[str]:
    wrong = []
    for table, sealed, what in (
        (schema.ledger_group, final.ledger, "group"),
        (schema.audit_log, final.log, "log line"),
    ):
        there = int(conn.scalar(select(func.max(table.c.number))) or 0)
        if there != sealed:
            wrong.append(f"the last {what} is {there}; the seals end at {sealed}")
    given = int(conn.scalar(select(schema.counter.c.value).where(schema.counter.c.name == COUNTER)) or 0)
    if given != final.number:
        wrong.append(f"{given} seals were given out; the last one is {final.number}")
    return wrong


def _walk(conn: Connection) -> Iterator[tuple[Seal, tuple[Rows, Rows, Rows]]]:
    """Every seal with the rows that it covers, read in pages."""
    table, before = schema.seal, Seal()
    while True:
        page = conn.execute(select(table).where(table.c.number > before.number).order_by(table.c.number).limit(PAGE))
        seals = [Seal(row.number, row.ledger, row.log, stored_bytes(row.hash)) for row in page]
        if not seals:
            return
        groups = _between(conn, schema.ledger_group, "number", before.ledger, seals[-1].ledger)
        postings = _between(conn, schema.posting, "group_number", before.ledger, seals[-1].ledger)
        lines = _between(conn, schema.audit_log, "number", before.log, seals[-1].log)
        for seal in seals:
            yield seal, (_take(groups, seal.ledger), _take(postings, seal.ledger), _take(lines, seal.log))
        before = seals[-1]


def _between(conn: Connection, table: Any, column: str, after: int, upto: int) -> list[Sequence[Any]]:
    """Rows of some numbers, the last one first, so that they can be taken off the end."""
    key = table.c[column]
    order = [c.desc() for c in table.primary_key.columns]
    return [tuple(row) for row in conn.execute(select(table).where(key > after, key <= upto).order_by(*order))]


def _take(rows: list[Sequence[Any]], upto: int) -> Rows:
    taken = []
    while rows and rows[-1][0] <= upto:
        taken.append(rows.pop())
    return taken
