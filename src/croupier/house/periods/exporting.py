"""A period of gaming days cut out of the record, in the form of `bundle`."""

import datetime
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, insert, select

from croupier.house.anchors import lineage
from croupier.house.anchors.signed import public_half, read_key
from croupier.house.people.gaming_day import Span
from croupier.house.people.posted_amounts import posted
from croupier.house.people.profile import profile
from croupier.house.periods.bundle import CARRIED, PRIVATE, Cut, Period, Signature, exported, opened, spelled
from croupier.house.record import schema
from croupier.house.record.database.new_files import new_file
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.errors import Refused
from croupier.house.record.sealing import evidence, seals
from croupier.house.record.sealing.seals import Seal

AT_ONCE = 1000


class Gathered:
    """What the seals of a period cover beside the book and the log: each row as it was sealed last, and the heads."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[evidence.Key, bytes | None]] = {}
        self.heads: dict[str, evidence.Head] = {}

    def take(self, payload: bytes) -> None:
        page = evidence.read(payload)
        for name, key, found in page.rows:
            self.rows.setdefault(name, {})[key] = found
        for head in page.heads:
            self.heads[head.journal] = head


def cut_at(conn: Connection, at_us: int) -> Seal:
    """The last seal before a moment: whatever the book and the log hold from there on comes after it."""
    line, group, seal = schema.audit_log.c, schema.ledger_group.c, schema.seal.c
    firsts = []
    for column, counted in ((group, seal.ledger), (line, seal.log)):
        first = conn.scalar(select(func.min(column.number)).where(column.at_us >= at_us))
        if first is not None:
            firsts.append(int(conn.scalar(select(func.min(seal.number)).where(counted >= first)) or 0))
    return seals.found(conn, min(firsts) - 1) if firsts else seals.last(conn)


def spans(conn: Connection, first: datetime.date, last: datetime.date) -> tuple[int, int]:
    """When the first of these gaming days begins, and when the last one ends."""
    hour, zone = posted(conn, "gaming-day"), profile(conn).zone
    return Span(first, hour, zone).start_us, Span(last, hour, zone).end_us


def export(storage: Storage, first: datetime.date, last: datetime.date, file: Path, key: Path | None = None) -> Period:
    """Write a period to a new file, signed where the house's key is given; a file that is there stays."""
    if last < first:
        raise Refused(f"The period ends on {last} and begins on {first}.", "Give the first day first.")
    with new_file(file) as half, storage.snapshot() as conn, opened(half, new=True) as out:
        period = _filled(conn, out, first, last)
        rows = [{"name": "period", "content": msgspec.json.encode(period)}]
        if key is not None:
            rows.append({"name": "signature", "content": msgspec.json.encode(_signed(period, key))})
        out.execute(insert(exported), rows)
    return period


def _signed(period: Period, file: Path) -> Signature:
    key = read_key(file)
    return Signature(public_half(key), key.sign(spelled(period)).hex(), lineage.of(file))


def _filled(conn: Connection, out: Connection, first: datetime.date, last: datetime.date) -> Period:
    from_us, until_us = spans(conn, first, last)
    opening, closing = cut_at(conn, from_us), cut_at(conn, until_us)
    if opening.number == closing.number:
        raise Refused(f"Nothing is on record from {first} to {last}.", "Give gaming days on which the house was open.")
    gathered = Gathered()
    _chained(conn, out, opening, closing, gathered)
    later = _rows(conn, out, gathered)
    _journals(conn, out, gathered)
    return Period(
        house=profile(conn).name,
        first=first.isoformat(),
        last=last.isoformat(),
        from_us=from_us,
        until_us=until_us,
        opening=Cut.at(opening),
        closing=Cut.at(closing),
        balances=_balances(conn, opening.ledger),
        later=later,
    )


def _copied(conn: Connection, out: Connection, table: Table, *where: Any) -> None:
    found = conn.execute(select(table).where(*where).order_by(*table.primary_key.columns))
    while rows := found.fetchmany(AT_ONCE):
        _put(out, table, rows)


def _put(out: Connection, table: Table, rows: Iterable[Any]) -> None:
    made = [dict(row._mapping) for row in rows]
    if made:
        out.execute(insert(table), made)


def _chained(conn: Connection, out: Connection, opening: Seal, closing: Seal, gathered: Gathered) -> None:
    """The book, the log, the seals and what they cover."""
    group, line, log = schema.ledger_group, schema.posting, schema.audit_log
    _copied(conn, out, group, group.c.number > opening.ledger, group.c.number <= closing.ledger)
    _copied(conn, out, line, line.c.group_number > opening.ledger, line.c.group_number <= closing.ledger)
    _copied(conn, out, log, log.c.number > opening.log, log.c.number <= closing.log)
    seal, kept = schema.seal, schema.evidence
    _copied(conn, out, seal, seal.c.number > opening.number, seal.c.number <= closing.number)
    _copied(conn, out, kept, kept.c.seal > opening.number, kept.c.seal <= closing.number)
    for page in out.scalars(select(kept.c.rows).order_by(kept.c.seal)):
        gathered.take(stored_bytes(page))
    named = int(out.scalar(select(func.max(seal.c.names))) or 0)  # a seal may cover the names of all up to one
    posted_to = {*out.scalars(select(line.c.account_id).distinct())}
    account = schema.account
    for part in sorted(posted_to):
        if part > named:
            _copied(conn, out, account, account.c.id == part)
    _copied(conn, out, account, account.c.id <= named)


def _rows(conn: Connection, out: Connection, gathered: Gathered) -> dict[str, int]:
    """Rows that are still as the period left them; how many of each table went on changing."""
    later: dict[str, int] = {}
    for name, sealed in gathered.rows.items():
        if name in PRIVATE or name in CARRIED:
            continue
        table, keys = evidence.TABLES[name], [key for key, found in sealed.items() if found is not None]
        same = [row for row in evidence.found(conn, table, keys) if _as_sealed(table, row, sealed)]
        _put(out, table, same)
        if len(keys) > len(same):
            if name in schema.APPEND_ONLY:
                raise Refused(f"{name} is not as it was sealed: the record was changed.", "See croupier verify.")
            later[name] = len(keys) - len(same)
    return later


def _as_sealed(table: Table, row: Sequence[Any], sealed: dict[evidence.Key, bytes | None]) -> bool:
    return sealed[evidence.key_of(table, tuple(row))] in evidence.digests(table, tuple(row))


def _journals(conn: Connection, out: Connection, gathered: Gathered) -> None:
    """Every journal that the period extended, from its opening to where the period left it, with its rulebooks."""
    head, entry, under = schema.journal_head, schema.journal_entry, schema.journal_rulebook
    books: set[str] = set()
    for name, reached in sorted(gathered.heads.items()):
        row = conn.execute(select(head).where(head.c.id == name)).one()
        out.execute(insert(head).values({**row._mapping, "number": reached.number, "hash": reached.hash}))
        _copied(conn, out, entry, entry.c.journal_id == name, entry.c.number <= reached.number)
        _copied(conn, out, under, under.c.journal_id == name)
        books.update(conn.scalars(select(under.c.digest).where(under.c.journal_id == name)))
    if books:
        _copied(conn, out, schema.kept_rulebook, schema.kept_rulebook.c.digest.in_(books))


def _balances(conn: Connection, upto: int) -> dict[str, int]:
    """What each account held before the period."""
    line = schema.posting
    name = schema.account.c.name
    sums = select(name, func.sum(line.c.cents).label("cents")).join(schema.account).where(line.c.group_number <= upto)
    return {row.name: int(row.cents) for row in conn.execute(sums.group_by(name)) if row.cents}
