"""Visits of patrons at the poker room's tables, from sitting down to getting up: written with the act that begins or
ends them, so that nobody plays off the record and nothing is counted twice."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update

from croupier.house.people.gaming_day import span
from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.writer import Tx

VISITS_MAX = 100_000


class Visit(msgspec.Struct, frozen=True):
    id: str
    property: str
    patron: str
    table_id: str
    journal_id: str
    game: str
    seat: int
    in_us: int
    out_us: int | None
    away_us: int
    bought: int  # brought to the table, cents
    cashed: int  # taken away

    def minutes(self, from_us: int, to_us: int) -> int:
        """Minutes played within a time; what he was away is taken off in proportion."""
        end = to_us if self.out_us is None else min(self.out_us, to_us)
        there = max(0, end - max(self.in_us, from_us))
        whole = max(1, (self.out_us or to_us) - self.in_us)
        return (there - self.away_us * there // whole) // MINUTE_US


class Seated(msgspec.Struct, frozen=True):
    """What an act changed about who sits: for the visit's row."""

    patron: str
    seat: int = 0
    came: bool = False
    left: bool = False
    bought: int = 0
    cashed: int = 0
    away_us: int = 0


def write(
    tx: Tx, property_: str, table_id: str, journal: str, entry: int, game: str, now_us: int, seated: Iterable[Seated]
) -> None:
    """Begin, change and end visits; may run more than once."""
    table = schema.poker_visit
    for one in seated:
        if one.came:
            made = Visit(
                f"{journal}:{entry}", property_, one.patron, table_id, journal, game, one.seat, now_us, None, 0,
                one.bought, 0,
            )  # fmt: skip
            tx.conn.execute(insert(table).values(**msgspec.structs.asdict(made)))
            continue
        changes: dict[str, Any] = {"bought": table.c.bought + one.bought, "away_us": table.c.away_us + one.away_us}
        if one.left:
            changes |= {"out_us": now_us, "cashed": one.cashed}
        here = (table.c.journal_id == journal, table.c.patron == one.patron, table.c.out_us.is_(None))
        tx.conn.execute(update(table).where(*here).values(**changes))


def count_hands(tx: Tx, table_id: str, now_us: int, hands: int) -> None:
    """Hands dealt on a gaming day; one that is taken back is taken off."""
    table, day = schema.poker_day, span(tx.conn, now_us).date.isoformat()
    here = (table.c.table_id == table_id, table.c.day == day)
    if not tx.conn.execute(update(table).where(*here).values(hands=table.c.hands + hands)).rowcount:
        tx.conn.execute(insert(table).values(table_id=table_id, day=day, hands=hands))


# ---- looking


def within(
    conn: Connection,
    property_: str,
    from_us: int,
    to_us: int,
    patron: str = "",
    tables: tuple[str, ...] = (),
) -> list[Visit]:
    """Visits that reach into a time, the earliest first, in one query."""
    table, head = schema.poker_visit, schema.journal_head
    out = func.coalesce(table.c.out_us, head.c.closed_us)  # a table that was given up has no seats left
    columns = [out.label("out_us") if column is table.c.out_us else column for column in table.c]
    query = select(*columns).join(head, head.c.id == table.c.journal_id, isouter=True)
    query = query.where(table.c.property == property_, table.c.in_us < to_us, or_(out.is_(None), out > from_us))
    if patron:
        query = query.where(table.c.patron == patron)
    if tables:
        query = query.where(table.c.table_id.in_(tables))
    return [Visit(**row._mapping) for row in conn.execute(query.order_by(table.c.in_us, table.c.id).limit(VISITS_MAX))]


def sitting(conn: Connection, journal: str, patron: str) -> Visit | None:
    """The visit that a patron has not ended at a table."""
    table = schema.poker_visit
    here = (table.c.journal_id == journal, table.c.patron == patron, table.c.out_us.is_(None))
    row = conn.execute(select(table).where(*here).order_by(table.c.in_us.desc()).limit(1)).first()
    return Visit(**row._mapping) if row is not None else None


class Hours(msgspec.Struct, frozen=True):
    """What one patron played within a time."""

    patron: str
    visits: int
    minutes: int
    by_game: dict[str, int]
    bought: int
    cashed: int


def hours(found: Iterable[Visit], from_us: int, to_us: int) -> list[Hours]:
    """Minutes by patron and game, whoever played longest first."""
    by: dict[str, list[Visit]] = {}
    for visit in found:
        by.setdefault(visit.patron, []).append(visit)
    rows = []
    for patron, own in by.items():
        games: dict[str, int] = {}
        for visit in own:
            games[visit.game] = games.get(visit.game, 0) + visit.minutes(from_us, to_us)
        bought, cashed = sum(v.bought for v in own), sum(v.cashed for v in own)
        rows.append(Hours(patron, len(own), sum(games.values()), games, bought, cashed))
    return sorted(rows, key=lambda row: (-row.minutes, row.patron))
