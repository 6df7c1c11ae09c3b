"""How a table's journal begins, and how a table comes back from it."""

from collections.abc import Sequence

from sqlalchemy import Connection

from croupier.games import game_of
from croupier.house.money.progressives import HELD, Progressives
from croupier.house.record import journals, kept_books
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Broken
from croupier.house.record.journals import Pages, Stored
from croupier.house.record.kept_books import Books
from croupier.house.record.writer import Tx
from croupier.house.tables.life import FloorTable
from croupier.house.tables.live import Live
from croupier.house.tables.table_unit import Turns, TurnsAt
from croupier.rounds import checkpoints as resume
from croupier.rounds.driver import Driver
from croupier.rounds.replay import start
from croupier.rulebook import Posting


def begin(
    tx: Tx,
    table_id: str,
    journal: str,
    posting: Posting,
    entries: list[Stored],
    seals: Sequence[tuple[str, bytes, bytes]],
    now_us: int,
) -> None:
    """The journal of one opening: the texts that it is played by, and what the driver has appended so far."""
    journals.create(tx, journal, table_id, now_us)
    kept_books.keep(tx, journal, *kept_books.of_posting(posting))
    journals.append(tx, journal, entries, seals)


def load(
    conn: Connection,
    table: FloorTable,
    storage: Storage,
    sources: Sources,
    progressives: Progressives,
    turns_at: TurnsAt,
) -> Live:
    """A table where its journal says: the last checkpoint, and every entry since."""
    journal = table.journal
    if table.unread:
        raise Broken(f"the settings of table {table.id} can't be read")
    played = turns_at(conn, table.id, sources.now_us) if table.settings.tournament else None
    books = kept_books.of_journal(conn, journal)
    driver = None if played else _from_checkpoint(conn, journal, books)  # whose turn it is follows from every act
    head = journals.head(conn, journal)  # after the checkpoint: another server may go on meanwhile
    after = driver.entry if driver else 0
    turns: Turns | None = None

    def play(stored: Stored) -> None:
        nonlocal driver, turns
        entry = stored.entry
        if driver is None:
            driver = start(entry, lambda opened: game_of(opened, books))
        before = driver.felt.round
        driver.follow(entry)
        if turns is not None:
            turns.acted(entry.act, before)
        elif played and sum(1 for p in driver.felt.positions if p.patron) == len(played[0]):
            turns = played[1](driver)  # everybody sits: it begins

    journals.follow(conn, journal, after, head, play)
    if driver is None:
        raise Broken(f"journal {journal} is empty")
    pages = Pages(journal, head)
    live = Live(table, driver, pages, storage, sources, progressives.links(conn, table.id))
    live.saved_at, live.turns = after, turns
    if live.links:  # also while a ruling is given: what was keyed in holds the table until it is paid or cancelled
        open_wins = progressives.jackpots(conn, table_id=table.id, open_only=True)
        live.held = tuple(j for j in open_wins if j.journal == journal and j.state in HELD)
    return live


def _from_checkpoint(conn: Connection, journal: str, books: Books) -> Driver | None:
    """The driver of the last checkpoint; None where there is none, or one of another version of the program."""
    found = journals.load_checkpoint(conn, journal)
    if found is None:
        return None
    number, payload = found
    try:
        driver = resume.load(payload, game_of(resume.opened_in(payload), books))
    except Exception:  # a cache that can't be read is no loss: the journal is whole
        return None
    return driver if driver.entry == number else None
