"""A patron's own rounds: what he staked and won in them, and nothing of anybody else's."""

import itertools
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, LargeBinary, func, literal, select

from croupier.house.record import journals, schema
from croupier.house.tables.round_index import found_rounds
from croupier.rounds import acts, events
from croupier.rounds.journal import decode

TAIL = 12  # entries that an act may add after the one that settled: shuffles, burns
GAP = 200  # entries between two rounds that are read through, not asked for anew
SIT = b'"sit"'  # in the bytes of every entry by which somebody sat down
Owner = tuple[int, int, str]  # from this entry on, this position is this patron's


def own_rounds(
    conn: Connection, badge: str, *, least_cents: int | None = None, limit: int = 100, **asked: Any
) -> list[dict[str, Any]]:
    """Rounds in which a patron had a wager, the latest first, with his figures in the place of the table's."""
    # The table's amounts are not asked for: whoever may filter by them can find them out.
    rows = found_rounds(conn, patron=badge, limit=limit, **asked)
    for journal, mine in itertools.groupby(sorted(rows, key=_place), key=lambda row: str(row["journal_id"])):
        _figures(conn, journal, list(mine), badge)
    least = least_cents or 0
    return [row for row in rows if max(row["staked"], row["most_won"]) >= least]


def _place(row: dict[str, Any]) -> tuple[str, int]:
    return str(row["journal_id"]), int(row["entry"])


def _figures(conn: Connection, journal: str, rows: list[dict[str, Any]], badge: str) -> None:
    seats = owners(conn, journal, rows[-1]["entry"])
    ends = {int(row["entry"]): row for row in rows}
    settled: dict[int, list[events.Settled]] = {number: [] for number in ends}
    his = {int(row["round"]) for row in rows}
    for first, last in _spans(sorted((int(row["first_entry"]), int(row["entry"])) for row in rows)):
        waiting: list[tuple[int, events.Settled]] = []
        others = _others(conn, journal, first, last, his)
        for stored in journals.entries(conn, journal, after=first, upto=last):
            number, act = stored.number, stored.entry.act
            if isinstance(act, acts.Undone):  # what was taken back was never settled
                waiting = [(at, e) for at, e in waiting if at < act.entry]
            happened = (e for e in stored.entry.events if isinstance(e, events.Settled))
            waiting += [(number, e) for e in happened if owner(seats, e.position, number) == badge]
            if number in ends:
                settled[number], waiting = [e for _, e in waiting], []
            elif number in others:
                waiting = []
    for number, row in ends.items():
        mine = settled[number]
        row["staked"] = sum({(e.position, e.wager, e.on, e.hand): e.stake for e in mine}.values())
        row["house_net"] = -sum(e.net for e in mine if e.to == "player")
        row["most_won"] = max((e.net for e in mine), default=0)
        row["patrons"] = f" {badge} "


def _spans(rounds: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The stretches of a journal that hold these rounds' settlements, each to be read in one go."""
    first = last = 0
    for begin, end in rounds:
        if last and begin - last > GAP:
            yield first, last
            last = 0
        first = first if last else max(0, begin - TAIL - 1)
        last = end
    yield first, last


def _others(conn: Connection, journal: str, first: int, last: int, mine: set[int]) -> set[int]:
    """Where other rounds in a stretch were settled: what came before belongs to them."""
    table = schema.round_played
    query = select(table.c.entry, table.c.round)
    query = query.where(table.c.journal_id == journal, table.c.entry.between(first + 1, last))
    return {row.entry for row in conn.execute(query) if row.round not in mine}


def owners(conn: Connection, journal: str, upto: int, after: int = 0) -> list[Owner]:
    """Who sat down where, the latest first. The database looks through the bytes, and few entries are read."""
    table = schema.journal_entry
    sqlite = conn.dialect.name == "sqlite"
    sought = literal(SIT, LargeBinary)
    at = func.instr(table.c.payload, sought) if sqlite else func.position(sought.op("IN")(table.c.payload))
    between = table.c.number > after, table.c.number <= upto
    query = select(table.c.number, table.c.payload).where(table.c.journal_id == journal, *between, at > 0)
    found: list[Owner] = []
    for row in conn.execute(query.order_by(table.c.number.desc())):
        act = decode(bytes(row.payload)).act
        if isinstance(act, acts.Sit):
            found.append((row.number, act.position, act.patron))
    return found


def owner(seats: list[Owner], position: int, entry: int) -> str:
    return next((patron for number, where, patron in seats if where == position and number <= entry), "")


def unnamed(shown: dict[str, Any], badge: str) -> dict[str, Any]:
    """A view of a table as it leaves the house for a patron: who else plays is nobody's business."""
    for position in shown["positions"]:
        if position["patron"] not in ("", badge):
            position["patron"] = "taken"
    return without_memos(shown)


def without_memos(shown: dict[str, Any]) -> dict[str, Any]:
    """A view without what a table notes for itself alone."""
    for note in ("entered", "chips"):
        shown.get("memo", {}).pop(note, None)
    return shown
