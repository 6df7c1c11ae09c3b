"""The journal of a room's lists: read into what they are, extended by one act after the other.

The list-person's desk writes most of it; whoever keeps a patron away from the property writes too, in the transaction
that does so.
"""

import contextlib
import datetime
import functools

import msgspec
from sqlalchemy import Connection

from croupier.house.people.gaming_day import local_date
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.lists.state import KIND, Entry, Lists
from croupier.house.record import journals, kept_books
from croupier.house.record.errors import Broken, NotFound
from croupier.house.record.journals import Head, Stored, linked, to_text
from croupier.house.record.writer import Tx
from croupier.house.tables.life import POKER
from croupier.poker import Room
from croupier.rounds.acts import By
from croupier.rounds.journal import START
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import rulebook
from croupier.rulebook.model import Rulebook

READ_PER_SHOWN = 4  # some of them were taken back
LIST = "LIST-"  # before the property, where a table's journal has the table


class Kept(msgspec.Struct):
    """The lists of one property as far as their journal was read."""

    journal: str
    lists: Lists
    head: Head
    saved_at: int = 0
    digests: dict[str, str] = {}  # of the books that it was written by so far


def name_of(property_: str, number: int = 1) -> str:
    return f"{LIST}{property_}.{number}"


def journal_of(conn: Connection, property_: str) -> str:
    """The journal that the lists are kept in: another begins where two people have closed one that was out of order."""
    kept = journals.of_table(conn, f"{LIST}{property_}")
    going_on = next((about.id for about in kept if about.closed_us is None), "")
    return going_on or name_of(property_, len(kept) + 1)


def book_of(property_: str, today: datetime.date) -> Room:
    """The room's book of the house's day; the latest where none is in force yet, as in a demonstration."""
    with contextlib.suppress(NoRulebook):
        return _book(rulebook(property_, POKER, today).key)
    return _book(rulebook(property_, POKER).key)


@functools.lru_cache(maxsize=64)
def _book(key: str) -> Room:
    return Room(_on_shelf(key))


def _on_shelf(key: str) -> Rulebook:
    place, _, rest = key.partition("/")
    return rulebook(place, POKER, rest.partition("@")[2])


class Books:
    """The books that a journal of lists is written by; each entry names its own."""

    def __init__(self, conn: Connection, journal: str) -> None:
        self._conn, self.digests = conn, kept_books.named(conn, journal)
        self._rooms: dict[str, Room] = {}

    def of(self, key: str) -> Room:
        if key not in self._rooms:
            digest = self.digests.get(key, "")
            book = kept_books.same(self._conn, digest, lambda: _on_shelf(key)) if digest else None
            self._rooms[key] = Room(book) if book is not None else _book(key)
        return self._rooms[key]


def last_book(conn: Connection, property_: str) -> Room:
    """The latest book that the lists of a room were written by."""
    books = Books(conn, journal_of(conn, property_))
    if not books.digests:
        raise NoRulebook(f"no rulebook of {POKER!r} at {property_}")
    return books.of(max(books.digests))


def read(conn: Connection, property_: str) -> Kept:
    """The lists where their journal says: the last checkpoint, and every entry since."""
    journal, number, state = journal_of(conn, property_), 0, Lists()
    saved = journals.load_checkpoint(conn, journal)
    if saved is not None:
        with contextlib.suppress(msgspec.DecodeError):  # a cache of another version is no loss
            state = msgspec.json.decode(saved[1], type=Lists)
            number = saved[0]
    try:
        head = journals.head(conn, journal)
    except NotFound:
        return Kept(journal, Lists(), Head(0, START))
    books = Books(conn, journal)
    kept = Kept(journal, state, head, number, books.digests)

    def play(stored: Stored) -> None:
        entry = lists.decode(stored.payload)
        lists.follow(state, entry, books.of(entry.book))

    journals.follow(conn, journal, number, head, play)
    return kept


def next_entry(kept: Kept, by: By, act: lists.Anything, now_us: int, book: Room) -> Stored:
    """Apply an act to the lists; the entry that tells of it. Refused: nothing has changed."""
    kept.lists.apply(act, now_us, book)
    number, before = kept.head.number + 1, kept.head.hash
    entry = Entry(number, to_text(now_us), by, kept.lists.number - 1, KIND, act, book.book.key)
    stored = linked(before, number, KIND, lists.encode(entry), now_us)
    kept.head = Head(number, stored.hash)
    return stored


def keep_book(tx: Tx, kept: Kept, room: Room) -> None:
    """The book of an entry is kept with the first that is written by it."""
    if room.book.key not in kept.digests:
        kept_books.keep(tx, kept.journal, room.book)


def send_away(tx: Tx, property_: str, patron: str, by: By, reason: str, now_us: int) -> None:
    """Take a patron who is kept away off every list and give back the seats held for him.

    It is on record for whoever was on no list too: a name that is written down at this moment is refused as stale.
    """
    tx.flush()
    try:
        kept = read(tx.conn, property_)
    except Broken:  # out of order: nobody is called from these lists any more
        return
    if kept.head.number:  # else nobody has ever waited here
        book = book_of(property_, local_date(tx.conn, now_us))
        stored = next_entry(kept, by, lists.Ousted(patron, reason), now_us, book)
        keep_book(tx, kept, book)
        journals.append(tx, kept.journal, [stored])


class Done(msgspec.Struct, frozen=True):
    """An act on the lists that stands, as its journal has it."""

    at_us: int
    act: lists.Anything


def latest(conn: Connection, property_: str, count: int) -> list[Done]:
    """The last acts on the lists, the newest first; what was taken back is none."""
    journal = journal_of(conn, property_)
    number = journals.number_of(conn, journal)
    found: list[Done] = []
    for stored in journals.entries(conn, journal, max(0, number - count * READ_PER_SHOWN)):
        act = lists.decode(stored.payload).act
        if isinstance(act, lists.TakeBack):
            del found[-1:]
        else:
            found.append(Done(stored.at_us, act))
    return found[: -count - 1 : -1]
