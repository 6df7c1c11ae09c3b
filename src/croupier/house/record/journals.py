"""The journals of all tables as they are stored: append-only, each entry hashed onto the last.

Entries, encoding and chain are the table core's own (croupier.rounds.journal), so that a stored journal can
be exported and replayed anywhere. Also here: the sealed orders of shoes, checkpoints (a cache) and leases (which
server drives a table's own clockwork). An append names the head it follows; if another server has extended the
journal meanwhile, the whole act is refused as stale and nothing of it remains.
"""

import datetime
import functools
import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from croupier.equipment.shoe import seal
from croupier.house.keys import keyring
from croupier.house.record import schema
from croupier.house.record.clock import FIRST_US, LAST_US
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.errors import Broken, NotFound, Overtaken
from croupier.house.record.sealing.evidence import plain_rows
from croupier.house.record.writer import Tx
from croupier.rounds.journal import START, Entry, chain, decode, encode
from croupier.rounds.journal import Broken as NotAsPlayed
from croupier.rulebook import NotFound as NoRulebook

PAGE = 1_000
OPENING = (NoRulebook, NotAsPlayed, Broken)  # what an opening may be told of: rulebooks, and no card
SEALED = b"#"  # what a checkpoint begins with that carries its own digest
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
MICROSECOND = datetime.timedelta(microseconds=1)
SEALS_KEPT = 64  # orders of shoes that one table keeps at hand
# Made once: to put a question together takes longer than to answer it.
_HEAD = select(schema.journal_head.c.number, schema.journal_head.c.hash).where(
    schema.journal_head.c.id == bindparam("journal")
)


class Head(msgspec.Struct, frozen=True):
    number: int
    hash: str


BEGINNING = Head(0, START)


class Stored(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An entry as it is kept: the core's bytes, and their place in the chain."""

    number: int
    kind: str
    payload: bytes
    prev: str
    hash: str
    at_us: int

    @property
    def entry(self) -> Entry:
        return decode(self.payload)

    @property
    def filed(self) -> "Filed":
        """What it is filed under, whatever kind of table wrote it."""
        return decode_filed(self.payload)

    @property
    def line(self) -> bytes:
        """The line of a journal file."""
        return self.hash.encode() + b" " + self.payload


class Filed(msgspec.Struct, frozen=True):
    """What entries of all journals have in common."""

    number: int
    at: str
    kind: str


decode_filed = msgspec.json.Decoder(Filed).decode
POKER = "poker"  # entries of poker tables and of the room's lists: acts of their own, house.poker_room.table.acts


def linked(prev: str, number: int, kind: str, payload: bytes, at_us: int) -> Stored:
    """An entry hashed onto the one before it."""
    return Stored(number, kind, payload, prev, chain(prev, payload), at_us)


class JournalFault(msgspec.Struct, frozen=True):
    """The first entry at which a journal contradicts itself."""

    journal: str
    number: int
    words: str


class About(msgspec.Struct, frozen=True):
    """One opening of a table."""

    id: str
    table_id: str
    number: int
    opened_us: int
    closed_us: int | None
    rounds: int
    drop_cents: int
    win_cents: int


Drained = tuple[list[Stored], list[tuple[str, bytes, bytes]]]  # entries to be written, and the sealed orders with them


class Pages:
    """The journal of one table while a driver runs it: entries gather here until the house commits them."""

    def __init__(self, journal_id: str, head: Head) -> None:
        self.journal_id = journal_id
        self.head = head.hash
        self.committed = head
        self.waiting: list[Stored] = []
        self.seals: list[tuple[str, bytes, bytes]] = []
        self.told: list[int] = []  # the entry of each event that waits to be committed, in turn
        self._time = ("", 0)  # the last that was given out

    def time(self, now_us: int) -> str:
        """An instant as entries are dated by it."""
        self._time = (text, _) = to_text(now_us), now_us
        return text

    def append(self, entry: Entry) -> None:
        if entry.events:
            self.told += [entry.number] * len(entry.events)
        text, at_us = self._time
        if entry.at != text:
            at_us = to_us(entry.at)
        self.file(linked(self.head, entry.number, entry.kind, encode(entry), at_us))

    def file(self, stored: Stored) -> None:
        self.head = stored.hash
        self.waiting.append(stored)

    def sync(self) -> None:
        """The house commits, many tables at once, before it shows anything."""

    def entries(self) -> Iterator[Entry]:
        return iter([stored.entry for stored in self.waiting])

    def drain(self) -> Drained:
        waiting, self.waiting = self.waiting, []
        seals, self.seals = self.seals, []
        self.told = []
        return waiting, seals


class SealedOrders:
    """The vault of one table: new orders wait with the journal's entries, old ones are read from the database."""

    def __init__(self, storage: Storage, pages: Pages) -> None:
        self._storage = storage
        self._pages = pages
        self._recent: dict[str, tuple[bytes, bytes]] = {}

    def put(self, commitment: str, salt: bytes, order: bytes) -> None:
        self._pages.seals.append((commitment, salt, order))
        self._recent[commitment] = (salt, order)
        while len(self._recent) > SEALS_KEPT:
            del self._recent[next(iter(self._recent))]

    def get(self, commitment: str) -> tuple[bytes, bytes]:
        if commitment not in self._recent:
            with self._storage.reading() as conn:
                self._recent[commitment] = sealed(conn, commitment)
        return self._recent[commitment]


def to_us(at: str) -> int:
    return (datetime.datetime.fromisoformat(at) - EPOCH) // MICROSECOND


def to_text(at_us: int) -> str:
    """As a journal has it; a time that no calendar has, which none has, as its number."""
    if not isinstance(at_us, int) or not FIRST_US <= at_us <= LAST_US:  # somebody wrote past the program
        return str(at_us)
    seconds, rest = divmod(at_us, 1_000_000)
    return f"{_second(seconds)}.{rest:06d}+00:00"


@functools.lru_cache(maxsize=64)
def _second(seconds: int) -> str:
    return (EPOCH + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S")


# ---- heads


def create(tx: Tx, journal_id: str, table_id: str, now_us: int) -> Head:
    """Begin the journal of one opening of a table."""
    row = {"id": journal_id, "table_id": table_id, "number": 0, "hash": bytes.fromhex(START), "opened_us": now_us}
    tx.conn.execute(insert(schema.journal_head).values(**row))
    return Head(0, START)


def head(conn: Connection, journal_id: str) -> Head:
    row = conn.execute(_HEAD, {"journal": journal_id}).first()
    if row is None:
        raise NotFound(f"There is no journal {journal_id}.")
    return Head(row.number, bytes(row.hash).hex())


def number_of(conn: Connection, journal_id: str) -> int:
    """How far a journal has come; 0 for one that is not there yet."""
    table = schema.journal_head
    return int(conn.scalar(select(table.c.number).where(table.c.id == journal_id)) or 0)


def close(
    tx: Tx, journal_id: str, now_us: int, rounds: int, drop_cents: int, win_cents: int, *, at: int | None = None
) -> None:
    """The table is closed: nothing is added any more. `at` is the last entry that whoever closes it has seen."""
    tx.flush()  # what this transaction adds itself comes before the end
    table = schema.journal_head
    values = {"closed_us": now_us, "rounds": rounds, "drop_cents": drop_cents, "win_cents": win_cents}
    query = update(table).where(table.c.id == journal_id, table.c.closed_us.is_(None))
    if at is not None:
        query = query.where(table.c.number == at)
    if tx.conn.execute(query.values(**values)).rowcount != 1:
        raise Overtaken(f"{journal_id} has moved on.", "Look at the table again.")


def of_table(conn: Connection, table_id: str | None = None) -> list[About]:
    """The journals of one table (or of all), the latest first."""
    table = schema.journal_head
    query = select(table).order_by(table.c.opened_us.desc(), table.c.id.desc())
    if table_id is not None:
        query = query.where(table.c.table_id == table_id)
    rows = conn.execute(query)
    return [
        About(r.id, r.table_id, r.number, r.opened_us, r.closed_us, r.rounds, r.drop_cents, r.win_cents) for r in rows
    ]


# ---- entries


def append(tx: Tx, journal_id: str, entries: list[Stored], seals: Sequence[tuple[str, bytes, bytes]] = ()) -> Head:
    """Store what a driver has appended; refused at commit if the journal has moved on meanwhile."""
    if not entries:
        raise ValueError("nothing to append")
    rows, hashed, own = tx.rows_of(schema.journal_entry), "", b""
    for e in entries:
        prev = own if e.prev == hashed else bytes.fromhex(e.prev)
        hashed, own = e.hash, bytes.fromhex(e.hash)
        rows.append((journal_id, e.number, e.kind, e.payload, prev, own, e.at_us))
    tx.move_head(journal_id, entries[0].number - 1, entries[-1].number, own)
    if seals:
        keys = keyring.ring()
        tx.append(schema.vault, *((name, journal_id, salt, keys.seal(order, name)) for name, salt, order in seals))
    return Head(entries[-1].number, hashed)


def entries(conn: Connection, journal_id: str, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
    """The entries in order, read in pages."""
    table = schema.journal_entry
    while True:
        query = select(table).where(table.c.journal_id == journal_id, table.c.number > after)
        if upto is not None:
            query = query.where(table.c.number <= upto)
        rows = conn.execute(query.order_by(table.c.number).limit(PAGE)).all()
        for row in rows:
            prev, own, payload = (stored_bytes(part) for part in (row.prev, row.hash, row.payload))
            yield Stored(row.number, row.kind, payload, prev.hex(), own.hex(), row.at_us)
        if len(rows) < PAGE or rows[-1].number <= after:  # the last, or a number that is none
            return
        after = rows[-1].number


def follow(conn: Connection, journal_id: str, after: int, head: Head, play: Callable[[Stored], None]) -> None:
    """Play every entry after one up to the head; Broken names the first that was changed or can't be played again.

    The chain is checked on the way. What a game says of an entry stays out of the words: it may tell of cards.
    """
    number, expected = after, _hash_of(conn, journal_id, after) if after else START
    for stored in entries(conn, journal_id, after=after, upto=head.number):
        number += 1
        words = _fault(stored, number, expected)
        if words:
            raise Broken(f"entry {number} of {journal_id}: {words}")
        try:
            play(stored)
        except SQLAlchemyError:
            raise
        except Exception as error:
            why = str(error) if number == 1 and isinstance(error, OPENING) else type(error).__name__
            raise Broken(f"entry {number} of {journal_id} can't be played again: {why}") from error
        expected = stored.hash
    if number != head.number:
        raise Broken(f"journal {journal_id} ends at entry {number}, its head says {head.number}")
    if expected != head.hash:
        raise Broken(f"entry {number} of {journal_id} is not the one that its head names")


def _hash_of(conn: Connection, journal_id: str, number: int) -> str:
    table = schema.journal_entry
    found = conn.scalar(select(table.c.hash).where(table.c.journal_id == journal_id, table.c.number == number))
    return stored_bytes(found).hex() if found is not None else ""


def verify(conn: Connection, journal_id: str, upto: int | None = None) -> JournalFault | None:
    """Walk the chain from its beginning; the first fault, or None when it holds."""
    last = head(conn, journal_id) if upto is None else None
    fault = walk(conn, journal_id, last, upto)
    return fault or (ends(conn, journal_id, last) if last is not None else None)


def walk(
    conn: Connection, journal_id: str, last: Head | None, upto: int | None = None, since: Head = BEGINNING
) -> JournalFault | None:
    """The first fault of a chain up to its last entry, where that is known; what lies behind it is left alone, and so
    is what lies before an entry whose hash is known (`since`)."""
    table, number, before = schema.journal_entry.c, since.number, bytes.fromhex(since.hash)
    columns = (table.number, table.kind, table.payload, table.prev, table.hash, table.at_us)
    query = select(*columns).where(table.journal_id == journal_id, table.number > number).order_by(table.number)
    end = upto if last is None else last.number
    for row in plain_rows(conn, query if end is None else query.where(table.number <= end)):
        number += 1
        if not _holds(row, number, before):
            found, kind, payload, prev, own, at_us = row
            parts = (stored_bytes(part) for part in (payload, prev, own))
            stored = Stored(found, str(kind), next(parts), next(parts).hex(), next(parts).hex(), at_us)
            if words := _fault(stored, number, before.hex()):
                return JournalFault(journal_id, number, words)
        before = row[4]
    if last is not None and (last.number, last.hash) != (number, before.hex()):
        words = f"the head names entry {last.number}; the entries end at {number}"
        return JournalFault(journal_id, number + 1, words)
    return None


def ends(conn: Connection, journal_id: str, last: Head) -> JournalFault | None:
    """An entry behind the last one."""
    table = schema.journal_entry.c
    beyond = conn.scalar(select(func.max(table.number)).where(table.journal_id == journal_id)) or 0
    if beyond <= last.number:
        return None
    words = f"the head names entry {last.number}; the entries end at {beyond}"
    return JournalFault(journal_id, last.number + 1, words)


def _holds(row: Sequence[Any], number: int, before: bytes) -> bool:
    """Whether an entry is what its place in the chain says; where not, `_fault` has the words."""
    found, kind, payload, prev, own, at_us = row
    if found != number or prev != before or type(payload) is not bytes:
        return False
    if own != hashlib.sha256(before.hex().encode() + payload).digest():
        return False
    try:
        filed = decode_filed(payload)
    except msgspec.DecodeError:
        return False
    return filed.number == number and filed.kind == kind and filed.at == to_text(at_us)


def _fault(stored: Stored, number: int, expected: str) -> str:
    if stored.number != number:
        return f"entry {number} is missing; the next one stored is {stored.number}"
    if stored.prev != expected:
        return "does not follow the entry before it"
    if stored.hash != chain(expected, stored.payload):
        return "its content does not match its hash"
    try:
        entry = stored.filed if stored.kind.startswith(POKER) else stored.entry
    except msgspec.DecodeError as error:
        return f"can't be read: {error}"
    if (entry.number, entry.kind, to_us(entry.at)) != (number, stored.kind, stored.at_us):
        return "its number, kind or time differ from those it is filed under"
    return ""


def sealed(conn: Connection, commitment: str) -> tuple[bytes, bytes]:
    """The salt and the order behind a commitment, held to it each time: no card is dealt from an order that another
    has taken the place of."""
    table = schema.vault
    row = conn.execute(select(table.c.salt, table.c.order).where(table.c.commitment == commitment)).one_or_none()
    if row is None:
        raise NotFound("No sealed order lies behind this commitment.")
    salt, order = stored_bytes(row.salt), keyring.ring().open(stored_bytes(row.order), commitment)
    if seal(order, salt) != commitment:
        raise Broken(f"the sealed order behind {commitment[:12]} is not the one that was committed to")
    return salt, order


# ---- checkpoints


def go_on(
    tx: Tx,
    journal_id: str,
    entries: list[Stored],
    seals: Sequence[tuple[str, bytes, bytes]],
    checkpoint: tuple[int, bytes] | None,
) -> None:
    """What an act adds to a journal, and the checkpoint that goes with it."""
    if checkpoint is not None:
        save_checkpoint(tx, journal_id, *checkpoint)
    append(tx, journal_id, entries, seals)


def save_checkpoint(tx: Tx, journal_id: str, number: int, payload: bytes) -> None:
    """Keep a table as it stands, with a digest: a cache that was changed is no cache."""
    tx.checkpoints[journal_id] = number, SEALED + _digest(journal_id, number, payload) + payload


def load_checkpoint(conn: Connection, journal_id: str) -> tuple[int, bytes] | None:
    """The last checkpoint; None where there is none, or one that was changed: the journal is whole without it."""
    table = schema.checkpoint
    row = conn.execute(select(table.c.number, table.c.payload).where(table.c.journal_id == journal_id)).one_or_none()
    if row is None:
        return None
    kept = stored_bytes(row.payload)
    if not kept.startswith(SEALED):  # written before they carried a digest
        return row.number, kept
    digest, payload = kept[1:33], kept[33:]
    return (row.number, payload) if digest == _digest(journal_id, row.number, payload) else None


def _digest(journal_id: str, number: int, payload: bytes) -> bytes:
    return hashlib.sha256(f"{journal_id} {number} ".encode() + payload).digest()


# ---- leases


def lease(tx: Tx, journal_id: str, owner: str, now_us: int, for_us: int) -> bool:
    """Take or renew the right to drive a table's own clockwork; False while another server holds it.

    A lease that ends later than one taken now would was taken before the clock was set back: it counts for nothing.
    """
    table = schema.journal_head
    until = table.c.lease_until_us
    free = (table.c.owner == owner) | (until <= now_us) | (until > now_us + for_us)
    done = tx.conn.execute(
        update(table)
        .where(table.c.id == journal_id, free)
        .values(owner=owner, lease_until_us=now_us + for_us)
        .returning(table.c.id)
    )
    return done.one_or_none() is not None


def release(tx: Tx, owner: str) -> None:
    """Give up all leases of a server that closes."""
    table = schema.journal_head
    tx.conn.execute(update(table).where(table.c.owner == owner).values(owner="", lease_until_us=0))
