"""The rows of results added up, journal by journal, and kept: a round is read once, whoever asks how often.

A cell is one half hour, dealer, patron and wager: how many wagers, their sums, squares and cubes, from which exact
moments follow. Wagers of one round hang together (positions lose to the same dealer, numbers to the same ball): what
that adds to the spread of a sum is taken from the rounds themselves, beside the exact spread of each wager.
"""

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, exists, insert, select

from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.writer import Tx, Writer

STEP_US = 30 * MINUTE_US  # a period begins and ends at a full half hour
SPAN_US = 5 * MINUTE_US  # play is rated by the spans in which a wager of the patron was settled
FORM = b"2"  # of what is kept; another is not read
KEPT_EVERY = 2_000  # entries of an open journal between two sums of it that are kept
JOURNALS_AT_ONCE = 500


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


class Begun(msgspec.Struct, frozen=True, array_like=True):
    """The rounds of a journal that are over, added up: what comes later is added to it."""

    entry: int  # the last that was read; later rows of these rounds would have a later one
    rounds: int  # up to this one; the last two may still be taken back
    summed: Summed


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Begun).decode


def journals_between(conn: Connection, tables: Sequence[str], from_us: int, to_us: int) -> dict[str, str]:
    """Journal -> table, of these tables, as far as they were open in a period."""
    head = schema.journal_head.c
    query = select(head.id, head.table_id).where(head.table_id.in_(tables), head.opened_us < to_us)
    query = query.where(head.closed_us.is_(None) | (head.closed_us >= from_us)).order_by(head.opened_us, head.id)
    return {row.id: row.table_id for row in conn.execute(query)}


NAMES = (
    "round", "entry", "at_us", "position", "patron", "dealer", "wager", "laid_on", "unit", "staked", "net", "house",
)  # fmt: skip
TAKEN_BACK = 2  # rounds at the end that an undo may reach


def summed(conn: Connection, journal: str) -> Summed:
    """Add up one journal, round by round."""
    return gone_on(conn, journal, 0, None)[0]


def gone_on(conn: Connection, journal: str, number: int, begun: Begun | None) -> tuple[Summed, Begun]:
    """The sum of a journal that has reached an entry, and of its rounds that are over; only what came since the last
    sum is read."""
    if begun is not None and _reached_back(conn, journal, begun):
        begun = None
    table = schema.wager_result.c
    query = select(*(table[name] for name in NAMES)).where(table.journal_id == journal)
    if begun is not None:
        query = query.where(table.round > begun.rounds)
    rows = conn.execute(query.order_by(table.round, table.entry, table.line)).all()
    over = rows[-1].round - TAKEN_BACK if rows else 0
    adding = _Adding(begun.summed if begun is not None else None)
    count = begun.summed.rows if begun is not None else 0
    at = bisect_right(rows, over, key=itemgetter(0))
    adding.all(rows[:at])
    if at or begun is None:
        entry = max(map(itemgetter(1), rows[:at]), default=number)
        begun = Begun(max(number, entry), max(over, 0), adding.done(journal, count + at))
    adding.all(rows[at:])
    return (adding.done(journal, count + len(rows)) if rows[at:] else begun.summed), begun


def _reached_back(conn: Connection, journal: str, begun: Begun) -> bool:
    """Whether rows were added to rounds that were taken to be over."""
    table = schema.wager_result.c
    later = (table.journal_id == journal, table.round <= begun.rounds, table.entry > begun.entry)
    return conn.scalar(select(table.entry).where(*later).limit(1)) is not None


def not_added_up(conn: Connection, most: int) -> list[str]:
    """Journals with results that nobody has added up since they were closed, or for long while they are open; the
    latest first."""
    head, kept, rows = schema.journal_head.c, schema.journal_sum.c, schema.wager_result.c
    lately = and_(kept.journal_id == head.id, kept.number >= head.number)
    some = and_(kept.journal_id == head.id, kept.number > head.number - KEPT_EVERY)
    query = select(head.id).where(exists().where(rows.journal_id == head.id))
    closed = and_(head.closed_us.is_not(None), ~exists().where(lately))
    open_ = and_(head.closed_us.is_(None), head.number > KEPT_EVERY, ~exists().where(some))
    return list(conn.scalars(query.where(closed | open_).order_by(head.opened_us.desc(), head.id).limit(most)))


class _Adding:
    """The round that is being read, and what came before it."""

    def __init__(self, before: Summed | None = None) -> None:
        self._round: dict[tuple[Any, ...], list[int]] = {}
        self._step, self._dealer = 0, ""
        self._cells: dict[tuple[Any, ...], list[int]] = {}
        self._shared: dict[tuple[Any, ...], list[int]] = {}
        self._alone: dict[tuple[Any, ...], int] = {}  # rounds of one wager
        self._spans: set[tuple[str, int]] = set()
        if before is not None:
            self._cells = {_fields(cell)[:5]: list(_fields(cell)[5:]) for cell in before.cells}
            self._shared = {_fields(one)[:4]: list(_fields(one)[4:]) for one in before.shared}
            self._spans = set(before.spans)

    def all(self, rows: Iterable[Any]) -> None:
        """Rows in the order of their rounds, whole rounds at a time."""
        number, held = None, self._round
        for round_, _, at, position, patron, dealer, wager, on, unit, staked, net, house in rows:
            if round_ != number:
                self.round_over()
                number = round_
            self._step, self._dealer = at // STEP_US, dealer
            key = (position, wager, on, patron)
            before = held.get(key)
            if before is None:
                held[key] = [unit, staked, net, house]
            else:
                before[0] += unit
                before[1] += staked
                before[2] += net
                before[3] += house
            if patron and staked:
                self._spans.add((patron, at // SPAN_US))
        self.round_over()

    def round_over(self) -> None:
        """Every wager of the round as a whole: raises with their wager, what was undone with its undo."""
        step, dealer, cells = self._step, self._dealer, self._cells
        of: dict[tuple[str, str], list[int]] = {}
        for (_, wager, on, patron), (unit, staked, net, house) in self._round.items():
            key = (step, dealer, patron, wager, on)
            cell = cells.get(key)
            if cell is None:
                cell = cells[key] = [0] * 7
            square = unit * unit
            cell[0] += unit != 0
            cell[1] += unit
            cell[2] += square
            cell[3] += square * unit
            cell[4] += staked
            cell[5] += net
            cell[6] += house
            if len(self._round) == 1:  # it shares its round with none
                if net or unit:
                    whose = (step, dealer, patron, wager)
                    self._alone[whose] = self._alone.get(whose, 0) + 1
                break
            for who in {("", ""), (patron, ""), ("", wager)}:
                tally = of.get(who)
                if tally is None:
                    tally = of[who] = [0, 0, 0, 0]
                tally[0] += net
                tally[1] += net * net
                tally[2] += unit
                tally[3] += square
        for who, (net, nets, unit, units) in of.items():
            if nets or units:
                self._share((step, dealer, *who), net * net - nets, unit * unit - units, 1)
        self._round.clear()

    def _share(self, key: tuple[Any, ...], nets: int, units: int, rounds: int) -> None:
        """Rounds more of a patron's, a wager's or everybody's."""
        shared = self._shared.setdefault(key, [0, 0, 0])
        shared[0] += nets
        shared[1] += units
        shared[2] += rounds

    def done(self, journal: str, rows: int) -> Summed:
        for (step, dealer, patron, wager), rounds in self._alone.items():
            for who in {("", ""), (patron, ""), ("", wager)}:
                self._share((step, dealer, *who), 0, 0, rounds)
        self._alone.clear()
        cells = tuple(Cell(*key, *sums) for key, sums in sorted(self._cells.items()))
        shared = tuple(Shared(*key, *sums) for key, sums in sorted(self._shared.items()))
        return Summed(journal, rows, cells, shared, tuple(sorted(self._spans)))


def _fields(one: Cell | Shared) -> tuple[Any, ...]:
    return msgspec.structs.astuple(one)


class Sums:
    """Reads each round once; what it has read is kept in the database too, of open journals from time to time."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Summed, Begun]] = {}
        self._given: dict[str, Begun] = {}  # added up elsewhere, not looked at yet

    def of(self, conn: Connection, names: Iterable[str]) -> tuple[list[Summed], list[Begun]]:
        """The sums of these journals, and what of them is to be kept."""
        head = schema.journal_head.c
        wanted = list(names)
        heads: dict[str, tuple[int, bool]] = {}
        for some in some_at_a_time([name for name in wanted if not self._over(name)]):
            query = select(head.id, head.number, head.closed_us).where(head.id.in_(some))
            heads |= {row.id: (row.number, row.closed_us is not None) for row in conn.execute(query)}
        kept = self._kept(conn, [name for name in wanted if name not in self._known])
        kept |= {name: given for name in wanted if (given := self._given.pop(name, None)) is not None}
        found, fresh = [], []
        for name in wanted:
            known = self._known.get(name)
            if name not in heads:
                if known is not None:  # else its name is no letters, and nothing is found by it
                    found.append(known[1])
                continue
            number, closed = heads[name]
            if known is None and name in kept and closed and kept[name].entry == number:
                known = (number, kept[name].summed, kept[name])
            if known is None or known[0] != number:
                begun = known[2] if known is not None else kept.get(name)
                before = begun.entry if begun is not None else 0
                whole, begun = gone_on(conn, name, number, begun)
                if closed:  # nothing is taken back any more
                    begun = Begun(number, MANY, whole)
                if closed or begun.entry - before >= KEPT_EVERY:
                    fresh.append(begun)
                known = (number, whole, begun)
            self._known[name] = known
            found.append(known[1])
        return found, fresh

    def _over(self, name: str) -> bool:
        """Whether a journal is known as it was closed: nothing is added to it any more."""
        known = self._known.get(name)
        return known is not None and known[2].rounds == MANY

    def too_many(self, conn: Connection, names: Sequence[str], most: int) -> list[str]:
        """Journals that have to be left out where no more than so many entries may be read at once."""
        head, table = schema.journal_head.c, schema.journal_sum.c
        left, read = [], 0
        for some in some_at_a_time([name for name in names if not self._over(name)]):
            query = select(head.id, head.number, table.number).where(head.id.in_(some))
            joined = schema.journal_head.outerjoin(schema.journal_sum, table.journal_id == head.id)
            rows = {row[0]: row for row in conn.execute(query.select_from(joined))}
            for name in filter(rows.__contains__, some):
                _, number, kept = rows[name]
                known, given = self._known.get(name), self._given.get(name)
                had = known[2].entry if known is not None else given.entry if given is not None else kept or 0
                if read + number - had > most:
                    left.append(name)
                else:
                    read += number - had
        return left

    def take(self, payloads: Iterable[bytes]) -> list[Begun]:
        """Sums that `added_up` made in a process of its own; they are to be kept too."""
        made = [_decode(payload) for payload in payloads]
        self._given |= {one.summed.journal: one for one in made}
        return made

    def _kept(self, conn: Connection, names: Sequence[str]) -> dict[str, Begun]:
        table, found = schema.journal_sum.c, {}
        for some in some_at_a_time(names):
            for row in conn.execute(select(table.journal_id, table.payload).where(table.journal_id.in_(some))):
                begun = _read(stored_bytes(row.payload))
                if begun is not None and begun.summed.journal == row.journal_id:
                    found[row.journal_id] = begun
        return found

    def keep(self, writer: Writer, fresh: Iterable[Begun]) -> None:
        for one in fresh:
            writer.submit(lambda tx, one=one: _keep(tx, one))  # type: ignore[misc]

    def forget(self, journal: str) -> None:
        self._known.pop(journal, None)


def added_up(url: str, names: Sequence[str]) -> list[bytes]:
    """Add some journals up; runs in a process of its own, so that no table waits for the interpreter's lock."""
    storage = Storage(url)
    try:
        with storage.reading() as conn:
            return [_encode(one) for one in Sums().of(conn, names)[1]]
    finally:
        storage.close()


MANY = 2**62  # rounds: all of a journal that is closed


def some_at_a_time(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), JOURNALS_AT_ONCE):
        yield names[start : start + JOURNALS_AT_ONCE]


def _keep(tx: Tx, one: Begun) -> None:
    drop(tx, one.summed.journal)
    payload = FORM + zlib.compress(_encode(one), 1)
    values = {"journal_id": one.summed.journal, "number": one.entry, "payload": payload}
    tx.conn.execute(insert(schema.journal_sum).values(**values))


def drop(tx: Tx, journal: str) -> None:
    """Rows of this journal were filled in: what was kept of it is no longer its sum."""
    table = schema.journal_sum
    tx.conn.execute(delete(table).where(table.c.journal_id == journal))


def _read(payload: bytes) -> Begun | None:
    try:
        return _decode(zlib.decompress(payload[1:])) if payload.startswith(FORM) else None
    except (zlib.error, msgspec.DecodeError):
        return None
