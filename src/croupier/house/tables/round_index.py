"""The index of rounds: everything that was staked and won in a round, however many answers settled it.

Each answer that settles a wager or gives a ruling leaves a row. A side bet is settled at the deal and the hand at the
end, so a round has several; what a dealer took back as mis-keyed counts no longer. A search finds rounds, not rows.
"""

from collections.abc import Iterable
from itertools import groupby, islice
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Connection, Engine, LargeBinary, Select, and_, func, literal, or_, select, true

from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US
from croupier.rounds import acts
from croupier.rounds.journal import decode

UNDONE = b'"undone"'  # in the bytes of every entry by which a keyed fact was taken back
ROWS_A_ROUND = 4  # that are read at once for each round asked for
LONGEST_ROUND_US = HOUR_US  # between the first and the last settlement of a round
OPEN_ROUNDS = 8  # of one journal that are added up at once: an undo may go back into the round before
SOON = 10_000  # rows: what is found among the latest needs no more
NUMBER_MAX = 2**62  # beyond it lies no round
NAMED_MAX = 400  # journals that a question names
Key = tuple[str, int]  # journal and number of a round
Row = dict[str, Any]

_largest_known: WeakKeyDictionary[Engine, dict[str, int]] = WeakKeyDictionary()  # of closed journals, by record


def found_rounds(
    conn: Connection,
    *,
    table_id: str | None = None,
    journal: str | None = None,
    patron: str | None = None,
    ruling: str | None = None,
    from_us: int | None = None,
    to_us: int | None = None,
    least_cents: int | None = None,
    limit: int = 100,
    before_us: int | None = None,
) -> list[Row]:
    """Rounds that fit what is asked, the latest first, each as a whole."""
    table, head = schema.round_played, schema.journal_head
    whole = []  # what holds for all rows of a round
    if table_id is not None:
        whole.append(head.c.table_id == table_id)
    if journal is not None:
        whole.append(table.c.journal_id == journal)
    named = []
    if patron is not None:
        named.append(table.c.patrons.contains(f" {patron} ", autoescape=True))
    if ruling is not None:
        named.append(table.c.rulings.contains(ruling, autoescape=True))
    to_us = min((at for at in (to_us, before_us) if at is not None), default=None)
    within = _within(from_us, to_us)
    if least_cents is not None:
        wide = _within(from_us, to_us, more=LONGEST_ROUND_US)
        asked = ([*named, *within], least_cents, limit, journal is not None)
        found = _large(conn, [*whole, *wide], *asked, rows_max=SOON)
        if found is None:
            worth = _journals_with(conn, least_cents)
            chosen = [] if worth is None else [table.c.journal_id.in_(worth)]
            found = _large(conn, [*whole, *wide, *chosen], *asked) or {}
        return [row for row in _whole(conn, found) if max(row["staked"], row["most_won"]) >= least_cents]
    query = _latest(select(table.c.journal_id, table.c.round, table.c.entry), in_journal=journal is not None)
    return _whole(conn, _keys(conn, query.where(*whole, *named, *within), limit))


def later(conn: Connection, journal: str, after: int) -> list[Row]:
    """Number and last entry of what was settled in a journal after an entry, row by row; for who knows that nothing of
    it was taken back."""
    table = schema.round_played.c
    query = select(table.round, table.entry).where(table.journal_id == journal, table.entry > after)
    return [{"round": number, "entry": entry} for number, entry in conn.execute(query.order_by(table.entry))]


def _within(from_us: int | None, to_us: int | None, more: int = 0) -> list[ColumnElement[bool]]:
    at = schema.round_played.c.at_us
    since = [] if from_us is None else [at >= from_us - more]
    return since if to_us is None else [*since, at < to_us + more]


def _latest(query: Select[Any], *, in_journal: bool) -> Select[Any]:
    """Rows with their tables, the latest first. Within one journal its own numbers say what came later, whatever was
    done to the clock."""
    table, head = schema.round_played, schema.journal_head
    order = (table.c.entry.desc(),) if in_journal else (table.c.at_us.desc(), table.c.entry.desc())
    return query.join(head, head.c.id == table.c.journal_id).order_by(*order)


# The largest round of each journal: a search by an amount passes over the journals that have none such


def _journals_with(conn: Connection, least_cents: int) -> list[str] | None:
    """The journals in which a round may have come to so much; None: too many to be named, so some are soon found.

    A closed journal gets no more rounds: it is added up once and known to this server from then on.
    """
    known, head = _largest_known.setdefault(conn.engine, {}), schema.journal_head.c
    over = {str(journal): at is not None for journal, at in conn.execute(select(head.id, head.closed_us))}
    unknown = [journal for journal, closed in over.items() if journal not in known or not closed]
    largest = _largest(conn, unknown)
    known.update({journal: largest.get(journal, 0) for journal in unknown if over[journal]})
    found = [journal for journal in over if largest.get(journal, known.get(journal, 0)) >= least_cents]
    return found if len(found) <= NAMED_MAX else None


def _largest(conn: Connection, journals: list[str]) -> dict[str, int]:
    """The most that was staked or won in a round of each journal. The database adds up; what was taken back counts too,
    so it may be too much and never too little."""
    table = schema.round_played.c
    rounds = select(table.journal_id, func.sum(table.staked).label("staked"), func.max(table.most_won).label("won"))
    if len(journals) <= NAMED_MAX:
        rounds = rounds.where(table.journal_id.in_(journals))
    each = rounds.group_by(table.journal_id, table.round).subquery()
    query = select(each.c.journal_id, func.max(each.c.staked), func.max(each.c.won)).group_by(each.c.journal_id)
    return {str(journal): int(max(staked, won)) for journal, staked, won in conn.execute(query)}


class Sum:
    """What the rows of a round come to so far, and the latest of them that fits what is asked."""

    __slots__ = ("at_us", "entry", "most_won", "staked")

    def __init__(self) -> None:
        self.staked = self.most_won = self.entry = self.at_us = 0


def _large(
    conn: Connection,
    whole: list[ColumnElement[bool]],
    fits: list[ColumnElement[bool]],
    least_cents: int,
    limit: int,
    in_journal: bool,
    rows_max: int | None = None,
) -> dict[Key, int] | None:
    """Rounds in which so much may have been staked or won; what was taken back is looked at later. None: there are not
    enough of them among so many rows.

    Rows are added up on the way back in time: what was played last is found without adding up everything before it.
    """
    table = schema.round_played.c
    fit = and_(true(), *fits)
    columns = (table.journal_id, table.round, table.entry, table.at_us, table.staked, table.most_won, fit)
    query = _latest(select(*columns), in_journal=in_journal).where(*whole)
    sums: dict[str, dict[int, Sum]] = {}
    found: dict[Key, Sum] = {}
    reached_us = None  # when the last of the rounds asked for was played
    rows = conn.execute(query.limit(rows_max).execution_options(yield_per=5_000))
    for looked, (journal, number, entry, at_us, staked, most_won, fits_) in enumerate(rows, 1):
        if reached_us is not None and at_us < reached_us - LONGEST_ROUND_US:
            break
        if looked == rows_max:
            return None
        open_ = sums.setdefault(journal, {})
        if (one := open_.get(number)) is None:
            one = open_[number] = Sum()
            if len(open_) > OPEN_ROUNDS:
                del open_[next(iter(open_))]
        one.staked += staked
        one.most_won = max(one.most_won, most_won)
        if fits_ and not one.entry:
            one.entry, one.at_us = entry, at_us
        if one.entry and max(one.staked, one.most_won) >= least_cents and (journal, number) not in found:
            found[journal, number] = one
            if len(found) == limit:
                reached_us = at_us
    latest = sorted(found, key=lambda key: (0 if in_journal else found[key].at_us, found[key].entry), reverse=True)
    return {key: found[key].entry for key in latest[:limit]}


def _keys(conn: Connection, query: Select[Any], limit: int) -> dict[Key, int]:
    """The first rounds of a search by rows, each once with an entry of its own."""
    found: dict[Key, int] = {}
    step, after = limit * ROWS_A_ROUND, 0
    while len(found) < limit:
        rows = conn.execute(query.limit(step).offset(after)).all()
        for row in rows:
            found.setdefault((row.journal_id, row.round), row.entry)
        if len(rows) < step:
            break
        after += step
    return dict(islice(found.items(), limit))


def _whole(conn: Connection, keys: dict[Key, int]) -> list[Row]:
    """The rounds with all their rows taken together, in the order of their keys."""
    asked: dict[str, list[tuple[int, int]]] = {}
    for (journal, number), entry in keys.items():
        asked.setdefault(journal, []).append((number, entry))
    rows = [dict(row._mapping) for journal, rounds_ in asked.items() for row in _rows(conn, journal, rounds_)]
    rows.sort(key=lambda row: (row["journal_id"], row["round"], row["entry"]))
    rounds = {key: list(mine) for key, mine in groupby(rows, key=lambda row: (row["journal_id"], row["round"]))}
    undone, keys = _undone(conn, rounds.values()), {key: keys[key] for key in keys if key in rounds}
    return [_together([row for row in rounds[key] if not _taken_back(row, undone)] or rounds[key][-1:]) for key in keys]


def _rows(conn: Connection, journal: str, asked: list[tuple[int, int]]) -> Iterable[Any]:
    """All rows of some rounds (number, one of its entries) of a journal. They lie around those entries: between rounds
    before and after them, whose nearest rows are found step by step from there, however long the journal is."""
    table, head = schema.round_played, schema.journal_head
    mine, numbers, entries = table.c.journal_id == journal, *zip(*asked)
    # An undo may go back into the round before: one more on either side is looked through, and left out again.
    least, most = max(min(numbers), -NUMBER_MAX), min(max(numbers), NUMBER_MAX)
    before = select(table.c.entry).where(mine, table.c.entry < min(entries), table.c.round < least - 1)
    after = select(table.c.entry).where(mine, table.c.entry > max(entries), table.c.round > most + 1)
    first = conn.scalar(before.order_by(table.c.entry.desc()).limit(1)) or 0
    last = conn.scalar(after.order_by(table.c.entry).limit(1))
    query = select(table, head.c.table_id).join(head, head.c.id == table.c.journal_id)
    query = query.where(mine, table.c.entry > first, table.c.round.in_(numbers))
    return conn.execute(query if last is None else query.where(table.c.entry < last))


def _together(rows: list[Row]) -> Row:
    """One row a round: its last entry, and what was staked and won in all of them."""
    last = rows[-1]
    words = {name: _words(row[name] for row in rows) for name in ("patrons", "rulings")}
    return last | {
        "first_entry": rows[0]["entry"],
        "staked": sum(row["staked"] for row in rows),
        "house_net": sum(row["house_net"] for row in rows),
        "most_won": max(row["most_won"] for row in rows),
        "patrons": f" {words['patrons']} ",
        "rulings": words["rulings"],
    }


def _words(texts: Iterable[str]) -> str:
    return " ".join(sorted({word for text in texts for word in text.split()}))


# What a dealer took back

Undone = dict[str, list[tuple[int, int]]]  # journal -> (the entry that took back, the first entry that it took back)


def _undone(conn: Connection, rounds: Iterable[list[Row]]) -> Undone:
    """Where facts were taken back between the settlements of a round. The database looks through the bytes."""
    table = schema.journal_entry
    spans = [
        and_(table.c.journal_id == rows[0]["journal_id"], table.c.number.between(rows[0]["entry"], rows[-1]["entry"]))
        for rows in rounds
        if len(rows) > 1
    ]
    found: Undone = {}
    if not spans:
        return found
    sought = literal(UNDONE, LargeBinary)
    sqlite = conn.dialect.name == "sqlite"
    at = func.instr(table.c.payload, sought) if sqlite else func.position(sought.op("IN")(table.c.payload))
    query = select(table.c.journal_id, table.c.number, table.c.payload).where(or_(*spans), at > 0)
    for row in conn.execute(query):
        act = decode(bytes(row.payload)).act
        if isinstance(act, acts.Undone):
            found.setdefault(row.journal_id, []).append((row.number, act.entry))
    return found


def _taken_back(row: Row, undone: Undone) -> bool:
    return any(first <= row["entry"] < by for by, first in undone.get(row["journal_id"], ()))
