"""Everything else that is evidence: rows of every table that is not chained by itself, sealed as each commit left them.

The book, the log and the journals are chained entry by entry. Documents and their signatures, people, roles and
passwords, meters, settings, commands, rounds and all the rest are rows that may change; so every commit leaves, under
its seal, a digest of each row that it added, changed or took away, and how far it took which journal. Whoever changes
a row past the program, adds one or takes one away leaves a row that is not as it was last sealed, and is found. He is
found also when the program has changed the same row since: a commit says how it found what it changed, and from which
entry it took a journal on.

What a commit touches is noticed where statements are executed (`touches.py`), so no desk has to remember it.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Select,
    Table,
    bindparam,
    inspect,
    null,
    select,
    tuple_,
)

from croupier.house.record import schema

# Chained or derived by themselves, or no evidence: who is signed in, wrong guesses, caches.
CHAINED = ("journal_entry", "ledger_group", "posting", "audit_log", "seal", "evidence")
DERIVED = ("wager_result",)  # follows from journals, which are chained: `croupier results --check` holds it to them
FLEETING = ("counter", "checkpoint", "session", "sign_in_failure", "key_challenge")
TABLES: dict[str, Table] = {
    str(table.name): table
    for table in schema.metadata.sorted_tables
    if table.name not in (*CHAINED, *DERIVED, *FLEETING)
}
# Columns that other proofs hold (a journal's head, an account's balance) or that say only who serves what now.
LEFT_OUT = {
    "journal_head": {"number", "hash", "owner", "lease_until_us"},
    "account": {"balance"},
}
# What a journal came to, written when it is closed. Earlier versions left it out: what they closed stands as it is.
CLOSING = ("journal_head", "closed_us", ("rounds", "drop_cents", "win_cents"))
# Columns that earlier versions left out: the rows they sealed stand as they are. Of a meter, its fractions of a cent.
LATER = {"journal_head": CLOSING[2], "meter": ("meter_rest_ppm", "reserve_rest_ppm")}
GROWING = ("command", "round_played")  # as long as the journals: never kept in memory, row by row
DIGEST_BYTES = 16
KEYS_AT_ONCE = 400
FEW_KEYS = 4  # one after the other is sooner than one long condition, where no network lies between
ROWS_AT_ONCE = 2_000
PLAIN = frozenset((str, int, bytes))  # stand in a digest as they are
WHOLE: tuple[Any, ...] = ()  # stands for every row of a table
UNKNOWN = b""  # how the rows of a table were found is not known: the database numbered several at once

Key = tuple[Any, ...]
Row = tuple[str, Key, bytes | None]  # table, key, digest; none where the row is gone
Touched = dict[str, dict[Key, bytes | None]]  # table -> key -> the row as it was found; none where it was not there
Picks = Callable[[Sequence[Any]], Key]


class Head(msgspec.Struct, frozen=True, array_like=True):
    """How far a commit took one journal."""

    journal: str
    number: int
    hash: bytes
    since: int | None = None  # the entry that it went on from; earlier versions did not say


class Page(msgspec.Struct, frozen=True, array_like=True):
    """What one seal covers beside the book and the log."""

    rows: tuple[Row, ...] = ()
    heads: tuple[Head, ...] = ()
    found: tuple[Row, ...] | None = None  # its rows as they were before: one that it leaves out is new


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Page).decode
NOTHING = _encode(Page())


def read(payload: bytes) -> Page:
    """A page as it was sealed."""
    return _decode(payload)


def digest(table: Table, values: Sequence[Any]) -> bytes:
    """Of one row, in the order of the table's columns. An empty column counts as none: one that a later version adds
    leaves the rows before it as they were."""
    names, pick = _covered(table)
    return _digest(names, _with_closing(table, names, pick(values)))


def _with_closing(table: Table, names: Sequence[str], picked: Sequence[Any]) -> Sequence[Any]:
    """As picked; while a journal is open it has come to nothing, which counts as none."""
    name, closed, sums = CLOSING
    if table.name != name or picked[names.index(closed)] is not None:
        return picked
    return [(value or None) if column in sums else value for column, value in zip(names, picked)]


def digests(table: Table, values: Sequence[Any]) -> tuple[bytes, ...]:
    """What a row may have been sealed as: by this version, or before all that it holds was covered."""
    later = LATER.get(str(table.name))
    if later is None:
        return (digest(table, values),)
    row = dict(zip((str(column.name) for column in table.columns), values))
    if table.name == CLOSING[0] and row[CLOSING[1]] is None:
        return (digest(table, values),)
    return digest(table, values), digest(table, tuple((row | dict.fromkeys(later)).values()))


def _digest(names: tuple[str, ...], picked: Sequence[Any]) -> bytes:
    if PLAIN.issuperset(map(type, picked)):
        return sha256(_encode(list(zip(names, picked)))).digest()[:DIGEST_BYTES]
    some = [(name, plain(value)) for name, value in zip(names, picked) if value is not None]
    return sha256(_encode(some)).digest()[:DIGEST_BYTES]


def key_of(table: Table, values: Sequence[Any]) -> Key:
    key = _primary(table)(values)
    return key if PLAIN.issuperset(map(type, key)) else tuple([plain(part) for part in key])


def _sealed(table: Table, added: Iterable[Sequence[Any]]) -> Iterator[Row]:
    """Rows that a commit adds, as they will be sealed."""
    name, (names, pick), key_in, plain = str(table.name), _covered(table), _primary(table), PLAIN.issuperset
    for values in added:
        key, picked = key_in(values), pick(values)
        if plain(map(type, picked)) and name != CLOSING[0]:  # a key is part of it
            yield name, key, sha256(_encode(list(zip(names, picked)))).digest()[:DIGEST_BYTES]
        else:
            yield name, key_of(table, values), digest(table, values)


@functools.cache
def _covered(table: Table) -> tuple[tuple[str, ...], Picks]:
    """The columns that a row's digest covers, by name, and what takes them out of a row."""
    left_out = LEFT_OUT.get(table.name, ())
    covered = sorted((str(c.name), at) for at, c in enumerate(table.columns) if c.name not in left_out)
    return tuple(name for name, _ in covered), _picks([at for _, at in covered])


@functools.cache
def _primary(table: Table) -> Picks:
    names = [column.name for column in table.columns]
    return _picks([names.index(column.name) for column in table.primary_key.columns])


def _picks(places: Sequence[int]) -> Picks:
    if len(places) == 1:
        (only,) = places
        return lambda values: (values[only],)
    return itemgetter(*places)


def plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return bytes(value) if isinstance(value, memoryview | bytearray) else value


# ---- sealing


def page(
    conn: Connection, touched: Touched, gathered: Mapping[Table, Iterable[Sequence[Any]]], heads: Iterable[Head]
) -> bytes:
    """What a commit leaves, as it will be sealed."""
    rows: list[Row] = []
    found: list[Row] = []
    for name, keys in touched.items():
        if keys:
            rows += _as_they_are(conn, TABLES[name], set(keys))
            found += [(str(name), key, before) for key, before in keys.items() if before is not None]
    for table, added in gathered.items():
        if table.name in TABLES:
            rows += _sealed(table, added)
    moved = tuple(sorted(heads, key=lambda head: head.journal))
    if not rows and not moved:
        return NOTHING
    return _encode(Page(tuple(_ordered(rows)), moved, tuple(_ordered(found))))


def _ordered(rows: Iterable[Row]) -> list[Row]:
    """By table, then by key, each part of it as text; keys that are one text are compared as they are."""
    tables: dict[str, list[Row]] = {}
    for row in rows:
        tables.setdefault(row[0], []).append(row)
    ordered: list[Row] = []
    for name in sorted(tables):
        one_text = all(len(row[1]) == 1 and type(row[1][0]) is str for row in tables[name])
        ordered += sorted(tables[name], key=_KEY if one_text else _parts)
    return ordered


_KEY = itemgetter(1)


def _parts(row: Row) -> list[str]:
    return [str(part) for part in row[1]]


def _as_they_are(conn: Connection, table: Table, keys: set[Key]) -> Iterator[Row]:
    """The rows of some keys as this transaction leaves them; those that are not there, as gone."""
    if WHOLE in keys:
        found = {key_of(table, tuple(row)): digest(table, tuple(row)) for row in conn.execute(select(table))}
        keys = {*keys, *found} - {WHOLE}
    else:
        found = dict(read_rows(conn, table, sorted(keys, key=str)))
    for key in keys:
        yield str(table.name), key, found.get(key)


def read_rows(conn: Connection, table: Table, keys: Sequence[Key]) -> Iterator[tuple[Key, bytes]]:
    for row in found(conn, table, keys):
        yield key_of(table, tuple(row)), digest(table, tuple(row))


def found(conn: Connection, table: Table, keys: Sequence[Key]) -> Iterator[Any]:
    """The rows of some keys that are there."""
    if len(keys) <= (FEW_KEYS if conn.dialect.name == "sqlite" else 1):
        query, names = _one_row(table)
        for key in keys:
            yield from conn.execute(query, dict(zip(names, key)))
        return
    columns = list(table.primary_key.columns)
    for start in range(0, len(keys), KEYS_AT_ONCE):
        some = keys[start : start + KEYS_AT_ONCE]
        if len(columns) == 1:
            where = columns[0].in_([key[0] for key in some])
        else:
            where = tuple_(*columns).in_(some)
        yield from conn.execute(select(table).where(where))


@functools.cache
def _one_row(table: Table) -> tuple[Select[Any], tuple[str, ...]]:
    """What finds a row by its key, and the names under which the parts of the key are given."""
    columns = list(table.primary_key.columns)
    names = tuple(f"key_{column.name}" for column in columns)
    return select(table).where(*(column == bindparam(name) for column, name in zip(columns, names))), names


def everything(conn: Connection) -> Iterator[bytes]:
    """All evidence that is there, in pages: what a record from before this is sealed with. Tables and columns that a
    later version adds are not there yet."""
    head = schema.journal_head.c
    heads = [Head(row.id, row.number, bytes(row.hash)) for row in conn.execute(select(head.id, head.number, head.hash))]
    rows: list[Row] = []
    there = inspect(conn)
    tables = [table for table in TABLES.values() if there.has_table(str(table.name))]
    for table in tables:
        names = {column["name"] for column in there.get_columns(str(table.name))}
        columns = [column if column.name in names else null() for column in table.columns]
        for found in conn.execute(select(*columns).select_from(table)):
            rows.append((str(table.name), key_of(table, tuple(found)), digest(table, tuple(found))))
            if len(rows) == 10 * KEYS_AT_ONCE:
                yield _encode(Page(tuple(rows)))
                rows = []
    if rows or heads:
        yield _encode(Page(tuple(rows), tuple(heads)))


# ---- reading what is there


def plain_rows(conn: Connection, query: Any) -> Iterator[tuple[Any, ...]]:
    """Rows as the driver hands them over, a page at a time: a whole record passes through here."""
    if conn.dialect.name != "sqlite":  # which would send all of them at once
        yield from map(tuple, conn.execute(query, execution_options={"yield_per": ROWS_AT_ONCE}))
        return
    result = conn.execute(query)
    while some := result.cursor.fetchmany(ROWS_AT_ONCE):
        yield from some
    result.close()
