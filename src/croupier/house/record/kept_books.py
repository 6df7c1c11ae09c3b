"""The rulebooks that journals were opened under, kept in the record by their digest.

A package that is brought up to date may change a rulebook's file or drop it. A table that is open goes on by the text
it opened under, and a round of years ago is replayed by it. Where the shelf still has that very text, it is taken from
there; a journal from before rulebooks were kept has the shelf alone.
"""

import hashlib
import logging
from collections.abc import Callable
from datetime import date
from pathlib import Path

from sqlalchemy import Connection, insert, select

from croupier.house.record import schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.faults import Unreadable
from croupier.house.record.writer import Tx
from croupier.rulebook import NotFound, Posting, Rulebook, rulebook
from croupier.rulebook.faults import Fault
from croupier.rulebook.load import parse
from croupier.rulebook.stadium import STATIONS

LOG = logging.getLogger("croupier")
Books = Callable[[str, str, date | str | None], Rulebook]
_READ: dict[str, Rulebook] = {}  # by digest: a text never changes
READ_MAX = 256
STADIUM = "synergy"  # the book of games run at many stations


def keep(tx: Tx, journal_id: str, *books: Rulebook) -> None:
    """Keep the texts that a journal is opened under; a text is kept once, whoever opens under it."""
    named = schema.journal_rulebook
    for book in books:
        if not has(tx.conn, book.digest):  # a text that was written in this house is in the record before it is dealt
            raw = Path(book.path).read_bytes()
            if hashlib.sha256(raw).hexdigest() != book.digest:  # changed under our hands: what is played lies there not
                LOG.error("%s is no longer the file that was loaded; it can't be kept", book.key)
                continue
            put(tx, book.key, raw)
        mine = (named.c.journal_id == journal_id, named.c.key == book.key)
        if tx.conn.scalar(select(named.c.key).where(*mine)) is None:
            tx.conn.execute(insert(named).values(journal_id=journal_id, key=book.key, digest=book.digest))


def has(conn: Connection, digest: str) -> bool:
    table = schema.kept_rulebook
    return conn.scalar(select(table.c.digest).where(table.c.digest == digest)) is not None


def put(tx: Tx, key: str, raw: bytes) -> str:
    """Keep a text under its digest; the same text is kept once."""
    digest = hashlib.sha256(raw).hexdigest()
    if not has(tx.conn, digest):
        tx.conn.execute(insert(schema.kept_rulebook).values(digest=digest, key=key, text=raw))
    return digest


def key_of(conn: Connection, digest: str) -> str | None:
    """What the text of a digest was kept as: property, game and day."""
    table = schema.kept_rulebook
    return conn.scalar(select(table.c.key).where(table.c.digest == digest))


def text_of(conn: Connection, digest: str) -> bytes | None:
    """A text that was kept, as it was."""
    table = schema.kept_rulebook
    found = conn.scalar(select(table.c.text).where(table.c.digest == digest))
    return None if found is None else _whole(digest, stored_bytes(found))


def _whole(digest: str, raw: bytes) -> bytes:
    """A text as it was kept: by another one nobody plays, reads or edits."""
    if hashlib.sha256(raw).hexdigest() != digest:
        raise Unreadable(f"The rulebook kept as {digest[:12]}")
    return raw


def torn(conn: Connection) -> list[str]:
    """Digests of the texts that are no longer what was kept."""
    table = schema.kept_rulebook
    rows = conn.execute(select(table.c.digest, table.c.text))
    return sorted(row.digest for row in rows if hashlib.sha256(stored_bytes(row.text)).hexdigest() != row.digest)


def of_posting(posting: Posting) -> list[Rulebook]:
    """Every rulebook that a posting is made of: the game's own, the stadium's, the progressives'."""
    book = posting.rulebook
    books = [book]
    if STATIONS in posting.chosen:
        books = [rulebook(book.property, game, book.approved) for game in (book.game, STADIUM)]
    if posting.progressive and posting.progressives:
        books.append(posting.progressives)
    return books


def named(conn: Connection, journal_id: str) -> dict[str, str]:
    """The digests of what a journal was opened under, by the rulebooks' keys."""
    table = schema.journal_rulebook
    rows = conn.execute(select(table.c.key, table.c.digest).where(table.c.journal_id == journal_id))
    return {row.key: row.digest for row in rows}


def of_journal(conn: Connection, journal_id: str) -> Books:
    """Where the rulebooks of a journal are found: on the shelf while they are the same, else in the record."""
    kept = {key.partition("/")[2].partition("@")[0]: digest for key, digest in named(conn, journal_id).items()}

    def found(name: str, game: str, on: date | str | None = None) -> Rulebook:
        return same(conn, kept.get(game, ""), lambda: rulebook(name, game, on))

    return found


def same(conn: Connection, digest: str, on_shelf: Callable[[], Rulebook]) -> Rulebook:
    """The rulebook of this digest; the shelf's where none was kept."""
    if not digest:
        return on_shelf()
    try:
        book = on_shelf()
        if book.digest == digest:
            return book
    except (NotFound, Fault):
        pass
    return from_record(conn, digest)


def from_record(conn: Connection, digest: str) -> Rulebook:
    """The rulebook whose text was kept under a digest."""
    if digest not in _READ:
        table = schema.kept_rulebook
        row = conn.execute(select(table.c.key, table.c.text).where(table.c.digest == digest)).one_or_none()
        raw = stored_bytes(row.text) if row is not None else b""
        if row is None or hashlib.sha256(raw).hexdigest() != digest:
            raise NotFound(f"the rulebook that it opened under ({digest[:12]}) is not in the record as it was kept")
        place, _, file = row.key.partition("/")
        if len(_READ) >= READ_MAX:
            _READ.clear()
        _READ[digest] = parse(raw, Path(place) / f"{file}.toml")
    return _READ[digest]
