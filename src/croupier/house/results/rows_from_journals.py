"""The rows of results made again from journals: for journals from before they were written, and to hold them to it.

Every journal is played again from its beginning, by the rules that it was opened under. Rows that are there already
are left as they are; those that are missing are added. A row that differs from what its journal says is told.
"""

import bisect
from collections.abc import Callable, Iterable, Iterator

import msgspec
from sqlalchemy import Connection, select

from croupier.games import game_of
from croupier.house.record import journals, kept_books, schema
from croupier.house.record.database.storage import Storage
from croupier.house.record.writer import Tx, Writer
from croupier.house.results.sums import drop
from croupier.house.tables.life import POKER, Settings
from croupier.house.tables.wager_rows import Row, WagerRows, negated
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.replay import start

ROWS_AT_ONCE = 5_000


class Filled(msgspec.Struct, frozen=True):
    """What became of one journal: rows that it says, those that were missing, those that differ."""

    journal: str
    rows: int
    missing: int
    differing: int
    broken: str = ""  # why it can't be played again


def journals_with_results(conn: Connection) -> list[str]:
    """Every journal of a house table that is played for chips; tournaments and poker have none."""
    tables, heads = schema.floor_table, schema.journal_head
    mine = []
    for row in conn.execute(select(tables.c.id, tables.c.game, tables.c.settings)):
        settings = msgspec.json.decode(bytes(row.settings), type=Settings)
        if row.game != POKER and not settings.tournament:
            mine.append(row.id)
    query = select(heads.c.id).where(heads.c.table_id.in_(mine)).order_by(heads.c.opened_us, heads.c.id)
    return list(conn.scalars(query))


def rows_of(conn: Connection, journal: str) -> list[Row]:
    """What a journal's wagers came to, by playing it again."""
    books = kept_books.of_journal(conn, journal)
    dealers = Stints(conn, journal)
    driver: Driver | None = None
    maker: WagerRows | None = None
    rows: list[Row] = []
    for stored in journals.entries(conn, journal):
        entry = stored.entry
        if driver is None or maker is None:
            driver = start(entry, lambda opened: game_of(opened, books))
            maker = WagerRows(journal, driver.game.posting)
        round_ = driver.felt.round
        driver.follow(entry)
        if isinstance(entry.act, acts.Undone):
            first = entry.act.entry
            rows += negated([row for row in rows if row[2] >= first], entry.number, stored.at_us)
            continue
        happened, told = driver.table.events, [entry.number] * len(driver.table.recorded)
        times = {entry.number: stored.at_us}
        rows += maker.of_act(round_, happened, told, times, driver.felt.positions, dealers.at(stored.at_us))
    return rows


class Stints:
    """Who dealt at a journal's table, at any moment."""

    def __init__(self, conn: Connection, journal: str) -> None:
        head, stint = schema.journal_head, schema.dealer_stint
        table = select(head.c.table_id).where(head.c.id == journal).scalar_subquery()
        query = select(stint.c.in_us, stint.c.out_us, stint.c.badge).where(stint.c.table_id == table)
        self._stints = [tuple(row) for row in conn.execute(query.order_by(stint.c.in_us))]
        self._began = [row[0] for row in self._stints]

    def at(self, at_us: int) -> str:
        place = bisect.bisect_right(self._began, at_us) - 1
        if place < 0:
            return ""
        _, out, badge = self._stints[place]
        return badge if out is None or at_us <= out else ""  # who goes has dealt up to that instant


def found(conn: Connection, journal: str) -> dict[tuple[int, int, int], Row]:
    """The rows that are there, by round, entry and line."""
    table = schema.wager_result
    rows = conn.execute(select(table).where(table.c.journal_id == journal))
    return {(row.round, row.entry, row.line): tuple(row) for row in rows}


def compared(conn: Connection, journal: str) -> tuple[Filled, list[Row]]:
    """One journal held to its rows, and those that it lacks."""
    there = found(conn, journal)
    made = {(row[1], row[2], row[3]): row for row in rows_of(conn, journal)}
    missing = [row for key, row in made.items() if key not in there]
    differing = sum(1 for key, row in there.items() if made.get(key) != row)
    return Filled(journal, len(made), len(missing), differing), missing


def fill(
    storage: Storage, writer: Writer | None, names: Iterable[str], told: Callable[[Filled], None] = lambda one: None
) -> list[Filled]:
    """Add what is missing, journal by journal; without a writer only look."""
    done = []
    for journal in names:
        try:
            with storage.reading() as conn:
                about, missing = compared(conn, journal)
        except Exception as error:  # a journal that is out of order costs itself alone
            about, missing = Filled(journal, 0, 0, 0, f"{type(error).__name__}: {error}"), []
        if writer is not None:
            for part in _parts(missing):
                writer.run(lambda tx, part=part: _add(tx, part))  # type: ignore[misc]
        done.append(about)
        told(about)
    return done


def _add(tx: Tx, rows: list[Row]) -> None:
    drop(tx, rows[0][0])
    there = found(tx.conn, rows[0][0])  # a table that plays on has written its own meanwhile
    tx.append(schema.wager_result, *(row for row in rows if (row[1], row[2], row[3]) not in there))


def _parts(rows: list[Row]) -> Iterator[list[Row]]:
    for at in range(0, len(rows), ROWS_AT_ONCE):
        yield rows[at : at + ROWS_AT_ONCE]
