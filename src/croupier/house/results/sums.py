"""The rows of results added up, journal by journal, and kept: a closed journal is read once, whoever asks how often.

A cell is one half hour, dealer, patron and wager: how many wagers, their sums, squares and cubes, from which exact
moments follow. Wagers of one round hang together (positions lose to the same dealer, numbers to the same ball): what
that adds to the spread of a sum is taken from the rounds themselves, beside the exact spread of each wager.
"""

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, exists, insert, select

from croupier.house.record import journals as records
from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.storage import stored_bytes
from croupier.house.record.writer import Tx, Writer

STEP_US = 30 * MINUTE_US  # a period begins and ends at a full half hour
SPAN_US = 5 * MINUTE_US  # play is rated by the spans in which a wager of the patron was settled
FORM = b"1"  # of what is kept; another is not read


class Cell(msgspec.Struct, frozen=True, array_like=True):
    """All wagers of one kind that one patron made at one table in half an hour under one dealer."""

    step: int  # half hours since 1970
    dealer: str
    patron: str
    wager: str
    on: str
    wagers: int
    unit: int
    squares: int  # of units, in square cents
    cubes: int
    staked: int
    net: int
    house: int


class Shared(msgspec.Struct, frozen=True, array_like=True):
    """What rounds add to the spread beyond their wagers: products of nets, and of units, that share a round."""

    step: int
    dealer: str
    patron: str  # empty: of all patrons of a round
    wager: str  # empty: of all wagers
    nets: int
    units: int
    rounds: int


class Summed(msgspec.Struct, frozen=True, array_like=True):
    """One journal's results."""

    journal: str
    rows: int
    cells: tuple[Cell, ...]
    shared: tuple[Shared, ...]
    spans: tuple[tuple[str, int], ...]  # patron, five minutes since 1970


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Summed).decode


def journals_between(conn: Connection, tables: Sequence[str], from_us: int, to_us: int) -> dict[str, str]:
    """Journal -> table, of these tables, as far as they were open in a period."""
    head = schema.journal_head.c
    query = select(head.id, head.table_id).where(head.table_id.in_(tables), head.opened_us < to_us)
    query = query.where(head.closed_us.is_(None) | (head.closed_us >= from_us)).order_by(head.opened_us, head.id)
    return {row.id: row.table_id for row in conn.execute(query)}


def summed(conn: Connection, journal: str) -> Summed:
    """Add up one journal, round by round."""
    table = schema.wager_result.c
    names = ("round", "at_us", "position", "patron", "dealer", "wager", "laid_on", "unit", "staked", "net", "house")
    query = select(*(table[name] for name in names)).where(table.journal_id == journal)
    adding = _Adding()
    number, rows = None, 0
    for row in conn.execute(query.order_by(table.round, table.entry, table.line)):
        if row[0] != number:
            adding.round_over()
            number = row[0]
        adding.add(row)
        rows += 1
    adding.round_over()
    return adding.done(journal, rows)


def closed_without(conn: Connection, most: int) -> list[str]:
    """Closed journals with results that nobody has added up yet, the latest first."""
    head, kept, rows = schema.journal_head.c, schema.journal_sum.c, schema.wager_result.c
    query = select(head.id).where(head.closed_us.is_not(None))
    query = query.where(~exists().where(kept.journal_id == head.id), exists().where(rows.journal_id == head.id))
    return list(conn.scalars(query.order_by(head.closed_us.desc()).limit(most)))


class _Adding:
    """The round that is being read, and what came before it."""

    def __init__(self) -> None:
        self._round: dict[tuple[Any, ...], list[int]] = {}
        self._step, self._dealer = 0, ""
        self._cells: dict[tuple[Any, ...], list[int]] = {}
        self._shared: dict[tuple[Any, ...], list[int]] = {}
        self._spans: set[tuple[str, int]] = set()

    def add(self, row: Any) -> None:
        _, at, position, patron, dealer, wager, on, *sums = row
        self._step, self._dealer = at // STEP_US, dealer
        held = self._round.setdefault((position, wager, on, patron), [0, 0, 0, 0])
        for place, cents in enumerate(sums):
            held[place] += cents
        if patron and sums[1]:
            self._spans.add((patron, at // SPAN_US))

    def round_over(self) -> None:
        """Every wager of the round as a whole: raises with their wager, what was undone with its undo."""
        of: dict[tuple[str, str], list[int]] = {}
        for (_, wager, on, patron), (unit, staked, net, house) in self._round.items():
            cell = self._cells.setdefault((self._step, self._dealer, patron, wager, on), [0] * 7)
            for place, more in enumerate((unit != 0, unit, unit * unit, unit**3, staked, net, house)):
                cell[place] += more
            for who in {("", ""), (patron, ""), ("", wager)}:
                tally = of.setdefault(who, [0, 0, 0, 0])
                for place, more in enumerate((net, net * net, unit, unit * unit)):
                    tally[place] += more
        for who, (net, nets, unit, units) in of.items():
            if nets or units:
                shared = self._shared.setdefault((self._step, self._dealer, *who), [0, 0, 0])
                for place, more in enumerate((net * net - nets, unit * unit - units, 1)):
                    shared[place] += more
        self._round.clear()

    def done(self, journal: str, rows: int) -> Summed:
        cells = tuple(Cell(*key, *sums) for key, sums in sorted(self._cells.items()))
        shared = tuple(Shared(*key, *sums) for key, sums in sorted(self._shared.items()))
        return Summed(journal, rows, cells, shared, tuple(sorted(self._spans)))


class Sums:
    """Reads each journal once as long as it stays as it is; those that are closed are kept in the database too."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Summed]] = {}

    def of(self, conn: Connection, names: Iterable[str]) -> tuple[list[Summed], list[Summed]]:
        """The sums of these journals, and which of them are to be kept."""
        table, head = schema.journal_sum.c, schema.journal_head.c
        wanted = list(names)
        query = select(head.id, head.number, head.closed_us).where(head.id.in_(wanted))
        heads = {row.id: (row.number, row.closed_us is not None) for row in conn.execute(query)}
        found, fresh = [], []
        for name in wanted:
            number, closed = heads[name]
            known = self._known.get(name)
            if known is None and closed:
                kept = conn.execute(select(table.number, table.payload).where(table.journal_id == name)).one_or_none()
                known = (kept.number, _read(stored_bytes(kept.payload))) if kept is not None else None
            if known is None or known[0] != number or known[1] is None:
                known = (number, summed(conn, name))
                if closed:
                    fresh.append(known[1])
            self._known[name] = known
            found.append(known[1])
        return found, fresh

    def keep(self, writer: Writer, fresh: Iterable[Summed]) -> None:
        for one in fresh:
            writer.submit(lambda tx, one=one: _keep(tx, one))  # type: ignore[misc]

    def forget(self, journal: str) -> None:
        self._known.pop(journal, None)


def _keep(tx: Tx, one: Summed) -> None:
    drop(tx, one.journal)
    payload = FORM + zlib.compress(_encode(one), 1)
    values = {"journal_id": one.journal, "number": records.number_of(tx.conn, one.journal), "payload": payload}
    tx.conn.execute(insert(schema.journal_sum).values(**values))


def drop(tx: Tx, journal: str) -> None:
    """Rows of this journal were filled in: what was kept of it is no longer its sum."""
    table = schema.journal_sum
    tx.conn.execute(delete(table).where(table.c.journal_id == journal))


def _read(payload: bytes) -> Any:
    try:
        return _decode(zlib.decompress(payload[1:])) if payload.startswith(FORM) else None
    except (zlib.error, msgspec.DecodeError):
        return None
