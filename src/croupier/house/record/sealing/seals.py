"""Seals on the book and the log: what each commit added to them, chained, so that a later change is found.

A journal is chained entry by entry; the ledger and the log of people grow by whole commits. Each commit that
adds to them leaves one seal: how far it took them, and a digest of the seal before and of every row that it added,
each posting with the name of its account as it then was: who renames an account has moved its money, and is found out.
Whoever keeps a copy of the last seal can tell years later whether anything up to there was touched.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.record import schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.sealing import evidence
from croupier.house.record.sealing.rows_as_sealed import EvidenceStanding

COUNTER = "seal"
PAGE = 500

Rows = Sequence[Sequence[Any]]
Reached = Callable[[int], object]  # is told the number of a seal, page by page
SEALED = (schema.ledger_group, schema.posting, schema.audit_log)


class Seal(msgspec.Struct, frozen=True):
    number: int = 0
    ledger: int = 0  # the last group that it covers
    log: int = 0  # the last line of the log
    hash: bytes = bytes(32)
    names: int | None = None  # None: covers no names; 0: of the accounts it posts to; more: of all up to this one


NONE = Seal()  # before the first


def following(
    before: Seal,
    groups: Rows,
    postings: Rows,
    lines: Rows,
    names: int | None = None,
    accounts: Rows = (),
    page: bytes = b"",
) -> Seal:
    """The seal of these rows after another one. Postings end with their account's name, unless `names` is None; `page`
    is what else the commit touched, as `evidence` has it."""
    parts = [sorted(map(tuple, rows)) for rows in (groups, postings, lines, accounts)]
    encoded = msgspec.msgpack.encode(tuple(parts if names else parts[:3]))
    if page:
        encoded += page + msgspec.msgpack.encode(names)
    digest = hashlib.sha256(before.hash + encoded).digest()
    ledger = parts[0][-1][0] if groups else before.ledger  # numbered first
    log = parts[2][-1][0] if lines else before.log
    return Seal(before.number + 1, ledger, log, digest, names)


def found(conn: Connection, number: int) -> Seal:
    """A seal by its number; the one before the first is empty."""
    row = conn.execute(select(schema.seal).where(schema.seal.c.number == number)).first()  # a second breaks the walk
    return _seal(row) if row else Seal(number)


def _seal(row: Any) -> Seal:
    return Seal(row.number, row.ledger, row.log, stored_bytes(row.hash), row.names)


def last(conn: Connection) -> Seal:
    return found(conn, int(conn.scalar(select(func.max(schema.seal.c.number))) or 0))


def of_lines(conn: Connection, first: int, last_: int) -> list[Seal]:
    """The seals that cover lines of the log from one to another, after the seal before them; in their order."""
    table = schema.seal
    begins = conn.scalar(select(func.min(table.c.number)).where(table.c.log >= first))
    ends = conn.scalar(select(func.min(table.c.number)).where(table.c.log >= last_))
    if begins is None or ends is None:
        return []
    rows = conn.execute(select(table).where(table.c.number.between(begins - 1, ends)).order_by(table.c.number))
    return [found(conn, begins - 1)] * (begins == 1) + [_seal(row) for row in rows]


def verify(
    conn: Connection,
    since: Seal = NONE,
    standing: EvidenceStanding | None = None,
    reached: Reached | None = None,
) -> list[str]:
    """What does not agree with the seals, in words; the walk ends at the first that is broken. It begins after a seal
    up to which it went before (`since`), and takes what it reads into `standing`."""
    broken, final = walked(conn, since, standing, reached)
    return broken or _ends(conn, final)


def walked(
    conn: Connection,
    since: Seal,
    standing: EvidenceStanding | None = None,
    reached: Reached | None = None,
) -> tuple[list[str], Seal]:
    """The first seal after one that is broken, in words, and the last that holds."""
    before = since
    for seal, rows, page in _walk(conn, since):
        groups, postings, lines = rows
        if seal.names is None:
            postings = [row[:-1] for row in postings]
        accounts = _accounts(conn, seal.names) if seal.names else ()
        expected = following(before, groups, postings, lines, seal.names, accounts, page)
        if seal.number != expected.number:
            return [f"seal {expected.number} is missing; the next one is {seal.number}"], before
        if (seal.ledger, seal.log) != (expected.ledger, expected.log) or seal.hash != expected.hash:
            says = (
                f"seal {seal.number} is broken: something in groups {before.ledger + 1} to {seal.ledger}, "
                f"the names of their accounts, lines {before.log + 1} to {seal.log} of the log or its evidence "
                "was changed"
            )
            return [says], before
        if standing is not None:
            standing.sealed = seal
            standing.take(conn, page, postings)
        before = seal
        if reached is not None and seal.number % PAGE == 0:
            reached(seal.number)
    if reached is not None:
        reached(before.number)
    return [], before


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
        wrong.append(f"the counter says that {given} seals were given out; the last one is {final.number}")
    return wrong


def _walk(conn: Connection, since: Seal) -> Iterator[tuple[Seal, tuple[Rows, Rows, Rows], bytes]]:
    """Every seal after one with the rows that it covers, read in pages."""
    table, before = schema.seal, since
    while True:
        page = conn.execute(select(table).where(table.c.number > before.number).order_by(table.c.number).limit(PAGE))
        seals = [_seal(row) for row in page]
        if not seals:
            return
        groups = _between(conn, schema.ledger_group, "number", before.ledger, seals[-1].ledger)
        postings = _between(conn, schema.posting, "group_number", before.ledger, seals[-1].ledger, named=True)
        lines = _between(conn, schema.audit_log, "number", before.log, seals[-1].log)
        kept = schema.evidence.c
        within = select(kept.seal, kept.rows).where(kept.seal > before.number, kept.seal <= seals[-1].number)
        pages: dict[int, bytes] = {}
        for row in conn.execute(within):  # a second page under one seal breaks it
            pages[row.seal] = pages.get(row.seal, b"") + stored_bytes(row.rows)
        for seal in seals:
            taken = (_take(groups, seal.ledger), _take(postings, seal.ledger), _take(lines, seal.log))
            yield seal, taken, pages.get(seal.number, b"")
        before = seals[-1]


def _between(
    conn: Connection, table: Any, column: str, after: int, upto: int, *, named: bool = False
) -> list[Sequence[Any]]:
    """Rows of some numbers, the last one first, so that they can be taken off the end; `named` after their accounts."""
    key = table.c[column]
    query = select(table, schema.account.c.name).join(schema.account) if named else select(table)
    order = [c.desc() for c in table.primary_key.columns]
    return list(evidence.plain_rows(conn, query.where(key > after, key <= upto).order_by(*order)))


def _accounts(conn: Connection, upto: int) -> Rows:
    table = schema.account
    return [tuple(row) for row in conn.execute(select(table.c.id, table.c.name).where(table.c.id <= upto))]


def _take(rows: list[Sequence[Any]], upto: int) -> Rows:
    taken = []
    while rows and rows[-1][0] <= upto:
        taken.append(rows.pop())
    return taken
