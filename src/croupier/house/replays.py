"""Rounds replayed from their journals: the table after any entry, and whether the record follows from the rules."""

import bisect
import contextlib
import time
from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from croupier.equipment.shoe import seal
from croupier.games import game_of
from croupier.house.people.persons import Person
from croupier.house.record import journals, kept_books, schema
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import OutOfOrder, Unreadable
from croupier.house.record.journals import Stored
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import POKER
from croupier.house.tables.live import AT_TABLE, Live
from croupier.house.tournaments.poker import store as tournaments
from croupier.house.tournaments.poker.store import EVENT
from croupier.rounds import checkpoints as resume
from croupier.rounds.acts import Opened, Shuffled
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.journal import Entry, MemoryJournal, chain
from croupier.rounds.replay import start
from croupier.rounds.requests import Do

EVERY = 200  # entries between two states kept for the next look
JOURNALS_MAX = 24
CHAINS_MAX = 1_000
WALK_S = 300.0  # a chain is walked from its beginning this often, in between from where it was found whole
SHUFFLES = 12  # entries that an act may add to the next round: shuffles, burns


class Stepped(msgspec.Struct):
    """One entry, what the table had asked before it, and whether the replay settled the same."""

    stored: Stored
    entry: Entry
    asked: str  # the place that a card went to, or what somebody was to do
    agrees: bool
    round: int  # in which it came


class Span(msgspec.Struct, frozen=True):
    """The entries of one round."""

    round: int
    first: int
    last: int
    before: int
    after: int


class Walked(msgspec.Struct, frozen=True):
    """How far a chain was walked, and when the last time from its beginning."""

    head: journals.Head
    walked_s: float
    fault: str


@contextlib.contextmanager
def _readable(stored: Stored, journal: str) -> Iterator[None]:
    """An entry that can't be read or played again is refused in words: somebody wrote past the program."""
    try:
        yield
    except (SQLAlchemyError, Refused):
        raise
    except Exception as error:
        raise Unreadable(f"Entry {stored.number:,} of {journal}") from error


class Replays:
    """Keeps states along each journal, so that stepping through a round is quick after the first look."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._kept: dict[str, list[tuple[int, bytes]]] = {}
        self._whole: dict[str, Walked] = {}

    def span(self, conn: Connection, journal: str, round_: int) -> Span:
        """The entries of a round: those that came while the table was in it."""
        table = schema.round_played
        mine, here = table.c.round == round_, table.c.journal_id == journal
        last = conn.scalar(select(func.max(table.c.entry)).where(here, mine))
        if last is None:
            raise NotFound(f"Round {round_:,} is not on record in this journal.")
        earlier = select(func.max(table.c.round), func.max(table.c.entry)).where(here, table.c.round < round_)
        before, ended = conn.execute(earlier).one()
        after = conn.scalar(select(func.min(table.c.round)).where(here, table.c.round > round_))
        # An act that ends a round may begin the next one, so look a little before the last one's end.
        since = max(1, (ended or 0) - SHUFFLES)
        numbers = [s.entry.number for s, _ in self.steps(conn, journal, since, last) if s.round == round_]
        if not numbers:
            raise Unreadable(f"Round {round_:,} of {journal}")
        return Span(round_, min(numbers), max(numbers), before or 0, after or 0)

    def game(self, conn: Connection, journal: str) -> Game:
        """The game of a journal, under the very rules that it was opened under."""
        return game_of(self.opening(conn, journal), kept_books.of_journal(conn, journal))

    def _near(self, conn: Connection, journal: str, entry: int) -> Driver | None:
        kept = self._kept.get(journal, [])
        place = bisect.bisect_right(kept, (entry, b"\xff" * 8)) - 1
        if place < 0:
            return None
        payload = kept[place][1]
        return resume.load(payload, game_of(resume.opened_in(payload), kept_books.of_journal(conn, journal)))

    def _keep(self, journal: str, driver: Driver) -> None:
        if len(self._kept) > JOURNALS_MAX:
            self._kept.clear()
        kept = self._kept.setdefault(journal, [])
        if driver.entry not in [number for number, _ in kept]:
            bisect.insort(kept, (driver.entry, resume.save(driver)))

    def steps(self, conn: Connection, journal: str, first: int, last: int) -> Iterator[tuple[Stepped, Driver]]:
        """Each entry of a span, with the table after it."""
        driver = self._near(conn, journal, first - 1)
        books = kept_books.of_journal(conn, journal)
        after = driver.entry if driver else 0
        for stored in journals.entries(conn, journal, after=after, upto=last):
            with _readable(stored, journal):
                entry = stored.entry
                if driver is None:
                    driver = start(entry, lambda opened: game_of(opened, books))
            wants = driver.pending if driver.started else None
            asked = wants.says if isinstance(wants, Do) else getattr(wants, "to", "")
            round_ = driver.felt.round or 1
            with _readable(stored, journal):
                driver.follow(entry)
            made = driver.journal.tail()[0] if isinstance(driver.journal, MemoryJournal) else entry
            if driver.entry % EVERY == 0 or driver.entry == first - 1:
                self._keep(journal, driver)
            if entry.number >= first:
                yield Stepped(stored, entry, asked, made.events == entry.events, round_), driver

    def opening(self, conn: Connection, journal: str) -> Opened:
        stored = next(journals.entries(conn, journal, upto=1), None)
        if stored is None:
            raise NotFound(f"There is no journal {journal}.")
        with _readable(stored, journal):
            opened = stored.entry.act
        if not isinstance(opened, Opened):
            raise NotFound(f"There is no journal {journal}.")
        return opened

    def chain(self, conn: Connection, journal: str) -> tuple[bool, str, int]:
        """Whether the whole chain holds, in words, and how many entries it has."""
        head, now = journals.head(conn, journal), time.monotonic()
        known = self._whole.get(journal)
        if known is not None and now - known.walked_s > WALK_S:
            known = None
        if known is not None and known.head != head:
            whole = not known.fault and _goes_on(conn, journal, known.head, head)
            known = msgspec.structs.replace(known, head=head) if whole else None
        if known is None:
            fault = journals.verify(conn, journal)
            known = Walked(head, now, f"Entry {fault.number:,}: {fault.words}" if fault else "")
        if len(self._whole) > CHAINS_MAX:
            self._whole.clear()
        self._whole[journal] = known
        return not known.fault, known.fault, head.number

    def shoe_proof(self, conn: Connection, journal: str, commitment: str, after: int) -> tuple[str, str]:
        """What became of a sealed order: opened and matching, or still sealed."""
        if not commitment:
            return "", ""
        for stored in journals.entries(conn, journal, after=after):
            act = stored.entry.act
            if isinstance(act, Shuffled) and act.order:
                same = seal(bytes.fromhex(act.order), bytes.fromhex(act.salt)) == commitment
                return ("Commitment opened, matches", "pos") if same else ("Opened order differs", "neg")
        return "Sealed until the next shuffle", ""


def _goes_on(conn: Connection, journal: str, since: journals.Head, head: journals.Head) -> bool:
    """Whether the chain leads on to its head from an entry that was walked; if not, a walk of all of it says why."""
    number, hash_ = since.number, since.hash
    for stored in journals.entries(conn, journal, after=number, upto=head.number):
        number += 1
        if (stored.number, stored.prev, stored.hash) != (number, hash_, chain(hash_, stored.payload)):
            return False
        hash_ = stored.hash
    return (number, hash_) == (head.number, head.hash)


async def open_table(house: TableDesk, who: Person, journal: str) -> Live | None:
    """The table that deals by this journal, if this person could act there: he reads no card that lies face down."""
    if who.role not in AT_TABLE:
        return None
    table = schema.floor_table
    with house.storage.reading() as conn:
        table_id = conn.scalar(select(table.c.id).where(table.c.journal == journal, table.c.game != POKER))
    return await house.table(table_id) if table_id else None


async def readable(house: TableDesk, who: Person, journal: str) -> int | None:
    """The last entry that this person may read now; None for all of them."""
    if journal.startswith(EVENT):
        with house.storage.reading() as conn:
            tournaments.check_over(conn, journal.removeprefix(EVENT))
        return None
    table = schema.round_played
    over = [table.c.journal_id == journal]
    with contextlib.suppress(OutOfOrder):  # of a table that can't be read, whatever was settled
        live = await open_table(house, who, journal)
        if live is None:
            return None
        if live.driver.betting:
            return live.driver.entry
        over.append(table.c.round < live.driver.felt.round)
    with house.storage.reading() as conn:
        return int(conn.scalar(select(func.max(table.c.entry)).where(*over)) or 0)


async def log_reading(house: TableDesk, who: Person, subject: str, what: str) -> None:
    """Whoever reads what the players of a round did not see is in the log himself, by whichever door he came."""
    await house.write(lambda tx: house.people.log(tx, who.badge, "audit.read", subject, "done", what))


def check_journal(house: TableDesk, table_id: str, journal: str) -> None:
    """Refuse an address that names a journal under a table which did not write it."""
    table = schema.journal_head
    with house.storage.reading() as conn:
        owner = conn.scalar(select(table.c.table_id).where(table.c.id == journal))
    if owner != table_id:
        raise NotFound(f"{table_id} has no journal {journal}.")


async def check_over(house: TableDesk, who: Person, journal: str, round_: int) -> None:
    """Refuse to show a round under way to somebody who could act in it."""
    try:
        live = await open_table(house, who, journal)
    except OutOfOrder:
        table = schema.round_played
        settled = select(table.c.round).where(table.c.journal_id == journal, table.c.round == round_)
        with house.storage.reading() as conn:
            if conn.scalar(settled.limit(1)) is not None:
                return
        raise
    if live is not None and not live.driver.betting and round_ >= live.driver.felt.round:
        raise Stale(f"Round {round_:,} is under way.", "Who may act at the table reads it when it is over.")
