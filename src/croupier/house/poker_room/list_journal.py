"""The journal of a room's lists: read into what they are, extended by one act after the other.

The list-person's desk writes most of it; whoever keeps a patron away from the property writes too, in the transaction
that does so.
"""

import contextlib
import functools

import msgspec
from sqlalchemy import Connection

from croupier.house.poker_room import lists
from croupier.house.poker_room.lists import KIND, Entry, Lists
from croupier.house.record import journals
from croupier.house.record.errors import Broken, NotFound
from croupier.house.record.journals import Head, Stored, to_text, to_us
from croupier.house.record.writer import Tx
from croupier.house.tables.life import POKER
from croupier.poker import Room
from croupier.rounds.acts import By
from croupier.rounds.journal import START, chain
from croupier.rulebook import rulebook


class Kept(msgspec.Struct):
    """The lists of one property as far as their journal was read."""

    lists: Lists
    head: Head
    saved_at: int = 0


def name_of(property_: str) -> str:
    return f"LIST-{property_}.1"


def book_of(property_: str) -> Room:
    """The room's book of today; the latest where none is in force yet, as in a demonstration."""
    return _book(rulebook(property_, POKER).key)


@functools.lru_cache(maxsize=64)
def _book(key: str) -> Room:
    place, _, rest = key.partition("/")
    return Room(rulebook(place, POKER, rest.partition("@")[2]))


def read(conn: Connection, property_: str) -> Kept:
    """The lists where their journal says: the last checkpoint, and every entry since."""
    journal, number, state = name_of(property_), 0, Lists()
    saved = journals.load_checkpoint(conn, journal)
    if saved is not None:
        with contextlib.suppress(msgspec.DecodeError):  # a cache of another version is no loss
            state = msgspec.json.decode(saved[1], type=Lists)
            number = saved[0]
    try:
        head = journals.head(conn, journal)
    except NotFound:
        return Kept(Lists(), Head(0, START))
    kept = Kept(state, head, number)
    for stored in journals.entries(conn, journal, after=number, upto=head.number):
        entry = lists.decode(stored.payload)
        lists.follow(state, entry, _book(entry.book))
        number = entry.number
    if number != head.number:
        raise Broken(f"journal {journal} ends at entry {number}, its head says {head.number}")
    return kept


def next_entry(kept: Kept, by: By, act: lists.Anything, now_us: int, book: Room) -> Stored:
    """Apply an act to the lists; the entry that tells of it. Refused: nothing has changed."""
    kept.lists.apply(act, now_us, book)
    number, before = kept.head.number + 1, kept.head.hash
    entry = Entry(number, to_text(now_us), by, kept.lists.number - 1, KIND, act, book.book.key)
    data = lists.encode(entry)
    kept.head = Head(number, chain(before, data))
    return Stored(number, KIND, data, before, kept.head.hash, to_us(entry.at))


def send_away(tx: Tx, property_: str, patron: str, by: By, reason: str, now_us: int) -> None:
    """Take a patron who is kept away off every list and give back the seats held for him.

    It is on record for whoever was on no list too: a name that is written down at this moment is refused as stale.
    """
    tx.flush()
    kept = read(tx.conn, property_)
    if kept.head.number:  # else nobody has ever waited here
        stored = next_entry(kept, by, lists.Ousted(patron, reason), now_us, book_of(property_))
        journals.append(tx, name_of(property_), [stored])
