"""The journals of all tables as they are stored: append-only, numbered from 1, each entry hashed onto the last.

Also the commands already done (a command sent twice acts once), checkpoints (a cache) and leases (which
server drives a table's own clockwork). An append names the head it follows; if another server has extended
the journal meanwhile, the whole act is refused as stale and nothing of it remains.
"""

import hashlib
from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from croupier.floor import schema
from croupier.floor.errors import NotFound
from croupier.floor.writer import Tx

GENESIS = bytes(32)
PAGE = 1_000


class Entry(msgspec.Struct, frozen=True):
    number: int
    kind: str
    payload: bytes
    prev: bytes
    hash: bytes
    at_us: int


class Head(msgspec.Struct, frozen=True):
    number: int
    hash: bytes


class Fault(msgspec.Struct, frozen=True):
    """The first entry at which a journal contradicts itself."""

    table_id: str
    number: int
    words: str


def digest(prev: bytes, table_id: str, number: int, at_us: int, kind: str, payload: bytes) -> bytes:
    """The hash of one entry over the entry before it; every field is fenced by its length."""
    fields = f"{table_id}\n{number}\n{at_us}\n{kind}\n{len(payload)}\n".encode()
    return hashlib.sha256(prev + fields + payload).digest()


def create(tx: Tx, table_id: str) -> Head:
    """Begin a table's journal; harmless if it has begun."""
    head = find_head(tx.conn, table_id)
    if head is None:
        head = Head(0, hashlib.sha256(GENESIS + table_id.encode()).digest())
        tx.conn.execute(insert(schema.journal_head).values(table_id=table_id, number=0, hash=head.hash))
    return head


def find_head(conn: Connection, table_id: str) -> Head | None:
    table = schema.journal_head
    row = conn.execute(select(table.c.number, table.c.hash).where(table.c.table_id == table_id)).one_or_none()
    return Head(row.number, bytes(row.hash)) if row else None


def head(conn: Connection, table_id: str) -> Head:
    found = find_head(conn, table_id)
    if found is None:
        raise NotFound(f"No journal of a table {table_id}.")
    return found


def chain(table_id: str, after: Head, entries: list[tuple[str, bytes]], at_us: int) -> list[Entry]:
    """The entries numbered and hashed onto the head."""
    number, prev = after.number, after.hash
    linked = []
    for kind, payload in entries:
        number += 1
        own = digest(prev, table_id, number, at_us, kind, payload)
        linked.append(Entry(number, kind, payload, prev, own, at_us))
        prev = own
    return linked


def append(tx: Tx, table_id: str, linked: list[Entry]) -> Head:
    """Store entries that `chain` has linked; refused at commit if the journal has moved on meanwhile."""
    if not linked:
        raise ValueError("nothing to append")
    last = linked[-1]
    tx.move_head(table_id, linked[0].number - 1, last.number, last.hash)
    tx.append(
        schema.journal_entry,
        *((table_id, e.number, e.kind, e.payload, e.prev, e.hash, e.at_us) for e in linked),
    )
    return Head(last.number, last.hash)


def entries(conn: Connection, table_id: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
    """The entries in order, read in pages."""
    table = schema.journal_entry
    while True:
        query = select(table).where(table.c.table_id == table_id, table.c.number > after)
        if upto is not None:
            query = query.where(table.c.number <= upto)
        rows = conn.execute(query.order_by(table.c.number).limit(PAGE)).all()
        for row in rows:
            yield Entry(row.number, row.kind, bytes(row.payload), bytes(row.prev), bytes(row.hash), row.at_us)
        if len(rows) < PAGE:
            return
        after = rows[-1].number


def verify(conn: Connection, table_id: str, upto: int | None = None) -> Fault | None:
    """Walk the chain from its beginning; the first fault, or None when it holds."""
    expected = hashlib.sha256(GENESIS + table_id.encode()).digest()
    number = 0
    for entry in entries(conn, table_id, upto=upto):
        number += 1
        if entry.number != number:
            return Fault(table_id, number, f"entry {number} is missing; the next one stored is {entry.number}")
        if entry.prev != expected:
            return Fault(table_id, number, "does not follow the entry before it")
        expected = digest(entry.prev, table_id, number, entry.at_us, entry.kind, entry.payload)
        if entry.hash != expected:
            return Fault(table_id, number, "its content does not match its hash")
    if upto is None:
        last = head(conn, table_id)
        if (last.number, last.hash) != (number, expected):
            return Fault(table_id, number + 1, f"the head names entry {last.number}; the entries end at {number}")
    return None


# ---- commands


def remember(tx: Tx, command_id: str, act: str, by: str, at_us: int, result: bytes) -> None:
    tx.append(schema.command, (command_id, act, by, at_us, result))


def recall(conn: Connection, command_id: str, by: str) -> bytes | None:
    """The answer to a command already done; None if it is new. Nobody reads another's answers."""
    table = schema.command
    row = conn.execute(select(table.c.by, table.c.result).where(table.c.id == command_id)).one_or_none()
    if row is None:
        return None
    if row.by != by:
        raise NotFound("This command's identifier belongs to another person.", "Use a new identifier for each act.")
    return bytes(row.result)


# ---- checkpoints


def save_checkpoint(tx: Tx, table_id: str, number: int, payload: bytes) -> None:
    table = schema.checkpoint
    tx.conn.execute(delete(table).where(table.c.table_id == table_id))
    tx.conn.execute(insert(table).values(table_id=table_id, number=number, payload=payload))


def load_checkpoint(conn: Connection, table_id: str) -> tuple[int, bytes] | None:
    table = schema.checkpoint
    row = conn.execute(select(table.c.number, table.c.payload).where(table.c.table_id == table_id)).one_or_none()
    return (row.number, bytes(row.payload)) if row else None


# ---- leases


def lease(tx: Tx, table_id: str, owner: str, now_us: int, for_us: int) -> bool:
    """Take or renew the right to drive a table's own clockwork; False while another server holds it."""
    table = schema.journal_head
    free = (table.c.owner == owner) | (table.c.lease_until_us <= now_us)
    done = tx.conn.execute(
        update(table)
        .where(table.c.table_id == table_id, free)
        .values(owner=owner, lease_until_us=now_us + for_us)
        .returning(table.c.table_id)
    )
    return done.one_or_none() is not None


def release(tx: Tx, owner: str) -> None:
    """Give up all leases of a server that closes."""
    table = schema.journal_head
    tx.conn.execute(update(table).where(table.c.owner == owner).values(owner="", lease_until_us=0))


def totals(conn: Connection) -> dict[str, int]:
    """How many entries each table's journal has."""
    table = schema.journal_head
    return {row.table_id: row.number for row in conn.execute(select(table.c.table_id, table.c.number))}


def count_between(conn: Connection, table_id: str, from_us: int, to_us: int) -> int:
    table = schema.journal_entry
    query = select(func.count()).where(table.c.table_id == table_id, table.c.at_us >= from_us, table.c.at_us < to_us)
    return int(conn.scalar(query) or 0)
