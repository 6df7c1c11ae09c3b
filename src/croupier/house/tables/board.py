"""One table at a glance: what the pit sees of it, the gravest first."""

import asyncio
from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.money.takings import Taking
from croupier.house.papers.documents import FLOWS
from croupier.house.papers.notices import Notice, gravity
from croupier.house.record import journals, schema
from croupier.house.record.clock import DAY_US, HOUR_US, MINUTE_US
from croupier.house.record.errors import Stale
from croupier.house.record.faults import TABLE, Fault, OutOfOrder
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.duties import STUBS
from croupier.house.tables.life import CLOSING, OPENING, FloorTable, Lack, Pressing
from croupier.house.tables.live import Live
from croupier.rounds.requests import Roll
from croupier.rulebook import Posting

SOON_US = 15 * MINUTE_US
YEAR_US = 365 * DAY_US
ROLL = Roll.__name__
STOPPED = "table-stopped"
PACE_LOW = (4, 5)  # under this share of the target the pace is an alert


class Alert(msgspec.Struct, frozen=True):
    kind: str
    words: str
    clause: str = ""
    notice: str = ""  # to be settled by a person; empty: it settles itself


class Tile(msgspec.Struct, frozen=True):
    table: FloorTable
    title: str
    rulebook: str
    limits: dict[str, tuple[int, int]]  # wager -> least, most
    seats: int
    taken: int
    round: int
    drop_cents: int  # of today, as is the win: see croupier.house.money.takings
    win_cents: int
    rounds_per_hour: int  # where dice are thrown: rolls, most of which decide nothing
    asks: str
    alerts: tuple[Alert, ...]
    lacks: tuple[Lack, ...]
    out_of_order: str = ""  # why it can't be read; empty: it can


class Seen(msgspec.Struct, frozen=True):
    """What the record says of the tables that are looked at, read at once and not table by table."""

    now_us: int
    notices: dict[str, list[Notice]]
    pressing: dict[str, Pressing]
    paces: dict[str, int]
    takings: dict[str, Taking]


def paces_since(conn: Connection, tables: Collection[str], since_us: int) -> dict[str, int]:
    """How often tables came to a decision: rounds under any limits, or rolls: most of them settle no wager."""
    head, played, entry = schema.journal_head.c, schema.round_played.c, schema.journal_entry.c
    open_then = head.closed_us.is_(None) | (head.closed_us >= since_us)
    opened = conn.execute(select(head.id, head.table_id).where(head.table_id.in_(tables), open_then))
    ours = {row.id: row.table_id for row in opened}
    late = select(played.journal_id, played.round).where(played.journal_id.in_(ours), played.at_us >= since_us)
    each = late.distinct().subquery().c
    rounds = select(each.journal_id, func.count()).group_by(each.journal_id)
    rolls = select(entry.journal_id, func.count()).group_by(entry.journal_id)
    rolls = rolls.where(entry.journal_id.in_(ours), entry.at_us >= since_us, entry.kind == ROLL)
    counted = [dict.fromkeys(tables, 0), dict.fromkeys(tables, 0)]
    for count, query in zip(counted, (rounds, rolls), strict=True):
        for journal, number in conn.execute(query):
            count[ours[journal]] += number
    return {table: max(count[table] for count in counted) for table in tables}


async def tiles(house: TableDesk, tables: list[FloorTable]) -> list[Tile]:
    """Every table at a glance; one that is out of order says so, and the others are shown."""
    lives: dict[str, Live | OutOfOrder | None] = {}
    for table in tables:
        try:
            lives[table.id] = await house.table(table.id) if table.journal else None
        except OutOfOrder as broken:
            lives[table.id] = broken
        except Stale:  # it was closed since the list was read, or its state is none: the others are shown
            lives[table.id] = None
    return await asyncio.to_thread(_tiles, house, tables, lives)


def _tiles(house: TableDesk, tables: list[FloorTable], lives: dict[str, Live | OutOfOrder | None]) -> list[Tile]:
    found = []
    with house.storage.reading() as conn:
        seen = _look(conn, house, tables)
        for table in tables:
            live = lives[table.id]
            try:
                if isinstance(live, OutOfOrder):
                    raise live
                with house.faults.showing(TABLE, table.id, table.property):
                    found.append(tile(conn, house, table, live, seen))
            except OutOfOrder as broken:
                found.append(out_of_order(table, broken.fault))
    return found


def _look(conn: Connection, house: TableDesk, tables: list[FloorTable]) -> Seen:
    now, names = house.sources.now_us(), [table.id for table in tables]
    notices: dict[str, list[Notice]] = {}
    for notice in house.notices.waiting(conn, names[0] if len(names) == 1 else None):
        notices.setdefault(notice.table_id, []).append(notice)
    return Seen(
        now,
        notices,
        house.tables.pressing(conn, tables),
        paces_since(conn, [table.id for table in tables if table.journal], now - HOUR_US),
        house.takings.of_tables(conn, [table.id for table in tables if not table.settings.tournament], now),
    )


def out_of_order(table: FloorTable, fault: Fault) -> Tile:
    """What is seen of a table that can't be read."""
    alert = Alert(STOPPED, f"Out of order: {fault.why}. A supervisor and a manager close it.")
    title = table.settings.title or table.game.replace("-", " ").capitalize()
    return Tile(table, title, "", {}, table.settings.seats, 0, 0, 0, 0, 0, "", (alert,), (), fault.why)


def tile(conn: Connection, house: TableDesk, table: FloorTable, live: Live | None, seen: Seen) -> Tile:
    posting = live.driver.game.posting if live else house.posting(table)
    lacks: list[Lack] = []
    if table.state == OPENING:
        lacks = house.tables.lacks(conn, table, posting)
    elif table.state == CLOSING:
        lacks = [*_patrons_unpaid(live), *house.tables.closing_lacks(conn, table)]
    alerts = [Alert(n.kind, n.words, n.clause, n.id) for n in seen.notices.get(table.id, ())]
    alerts += [Alert(*due) for due in house.tables.due(table, posting, seen.pressing[table.id], SOON_US)]
    if table.mode == "dealer" and live:
        alerts += _counts_due(conn, house, table, posting)
    alerts += _review_due(conn, house, table, posting)
    if live and not live.held and getattr(live.driver.pending, "by", "") in ("supervisor", "manager"):
        alerts.append(Alert("irregularity", f"Waits for a supervisor: {live.driver.pending.asks(live.driver.table)}"))
    fault = house.faults.of(TABLE, table.id)
    if fault is not None:
        alerts.append(Alert(STOPPED, f"Out of order: {fault.why}. A supervisor and a manager may close it."))
    pace = seen.paces[table.id] if live else 0
    taking = seen.takings.get(table.id, Taking())
    target = table.settings.rounds_per_hour
    if live and target and pace * PACE_LOW[1] < target * PACE_LOW[0] and seen.now_us - table.changed_us > HOUR_US:
        alerts.append(Alert("pace", f"{pace} rounds in the last hour; {target} are the target."))
    return Tile(
        table,
        table.settings.title or posting.rulebook.title,
        posting.rulebook.key,
        {name: (limits.least, limits.most) for name, limits in posting.limits.items()},
        len(live.driver.felt.positions) if live else table.settings.seats or int(posting.get("positions", 0)),
        live.occupancy if live else 0,
        live.driver.felt.round if live else 0,
        taking.drop_cents,
        taking.win_cents,
        pace,
        live.driver.pending.asks(live.driver.table) if live else "",
        tuple(sorted(alerts, key=lambda alert: gravity(alert.kind))),
        tuple(lacks),
        fault.why if fault else "",
    )


def _patrons_unpaid(live: Live | None) -> list[Lack]:
    """Whoever still has a wager or chips at a table that closes."""
    if live is not None and not live.may_close:
        return [Lack("round", "A round is under way: it is finished or voided.")]
    if live is not None and live.occupancy:
        places = "1 position is" if live.occupancy == 1 else f"{live.occupancy} positions are"
        return [Lack("patrons", f"{places} taken: patrons take their chips.")]
    return []


def _counts_due(conn: Connection, house: TableDesk, table: FloorTable, posting: Posting) -> list[Alert]:
    """The stub is counted every so many rounds, where the rulebook says so."""
    found = house.tables.overdue(conn, table, posting)
    return [Alert("stub-due", duty.words, duty.clause) for duty in found if duty.rule in STUBS]


def _review_due(conn: Connection, house: TableDesk, table: FloorTable, posting: Posting) -> list[Alert]:
    """A wheel's outcomes are reviewed so many times a year, where the rulebook says so."""
    rule = posting.rulebook.procedure("randomness-review")
    times = rule.values.get("times-a-year") if rule else None
    if rule is None or not isinstance(times, int) or not times:
        return []
    done = house.documents.latest(conn, "wheel-review", table.id, FLOWS["wheel-review"].final)
    first = journals.of_table(conn, table.id)
    since = done.changed_us if done else first[-1].opened_us if first else None
    late = since is not None and house.sources.now_us() - since > YEAR_US // times
    return [Alert("wheel-review", "The wheel's outcomes are to be reviewed.", rule.clause)] if late else []
