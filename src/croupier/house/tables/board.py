"""One table at a glance: what the pit sees of it, the gravest first."""

import asyncio

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.money.takings import Taking
from croupier.house.papers.documents import FLOWS
from croupier.house.papers.notices import gravity
from croupier.house.record import journals, schema
from croupier.house.record.clock import DAY_US, HOUR_US, MINUTE_US
from croupier.house.record.faults import TABLE, Fault, OutOfOrder
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import CLOSING, OPENING, FloorTable, Lack
from croupier.house.tables.live import Live
from croupier.house.tables.shall import STUBS
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


def pace_since(conn: Connection, table_id: str, since_us: int) -> int:
    """How often a table came to a decision: rounds under any limits, or rolls: most of them settle no wager."""
    head, played, entry = schema.journal_head.c, schema.round_played.c, schema.journal_entry.c
    open_then = head.closed_us.is_(None) | (head.closed_us >= since_us)
    ours = list(conn.scalars(select(head.id).where(head.table_id == table_id, open_then)))
    rounds = select(played.journal_id, played.round).where(played.journal_id.in_(ours), played.at_us >= since_us)
    rolls = select(func.count()).where(entry.journal_id.in_(ours), entry.at_us >= since_us, entry.kind == ROLL)
    counted = conn.scalar(select(func.count()).select_from(rounds.distinct().subquery()))
    return max(int(counted or 0), int(conn.scalar(rolls) or 0))


async def tiles(house: TableDesk, tables: list[FloorTable]) -> list[Tile]:
    """Every table at a glance; one that is out of order says so, and the others are shown."""
    found = []
    for table in tables:
        try:
            live = await house.table(table.id) if table.journal else None
            with house.faults.showing(TABLE, table.id, table.property):
                found.append(await asyncio.to_thread(tile, house, table, live))
        except OutOfOrder as broken:
            found.append(out_of_order(table, broken.fault))
    return found


def out_of_order(table: FloorTable, fault: Fault) -> Tile:
    """What is seen of a table that can't be read."""
    alert = Alert(STOPPED, f"Out of order: {fault.why}. A supervisor and a manager close it.")
    title = table.settings.title or table.game.replace("-", " ").capitalize()
    return Tile(table, title, "", {}, table.settings.seats, 0, 0, 0, 0, 0, "", (alert,), (), fault.why)


def tile(house: TableDesk, table: FloorTable, live: Live | None) -> Tile:
    now = house.sources.now_us()
    posting = live.driver.game.posting if live else house.posting(table)
    with house.storage.reading() as conn:
        lacks: list[Lack] = []
        if table.state == OPENING:
            lacks = house.tables.lacks(conn, table, posting)
        elif table.state == CLOSING:
            lacks = [*_patrons_unpaid(live), *house.tables.closing_lacks(conn, table)]
        alerts = [Alert(n.kind, n.words, n.clause, n.id) for n in house.notices.waiting(conn, table.id)] + [
            Alert(*due) for due in house.tables.due(conn, table, posting, SOON_US)
        ]
        if table.mode == "dealer" and live:
            alerts += _counts_due(conn, house, table, posting)
        alerts += _review_due(conn, house, table, posting)
        if live and not live.held and getattr(live.driver.pending, "by", "") in ("supervisor", "manager"):
            alerts.append(
                Alert("irregularity", f"Waits for a supervisor: {live.driver.pending.asks(live.driver.table)}")
            )
        fault = house.faults.of(TABLE, table.id)
        if fault is not None:
            alerts.append(Alert(STOPPED, f"Out of order: {fault.why}. A supervisor and a manager may close it."))
        pace = pace_since(conn, table.id, now - HOUR_US) if live else 0
        taking = Taking() if table.settings.tournament else house.takings.today(conn, table.id, now)
    target = table.settings.rounds_per_hour
    if live and target and pace * PACE_LOW[1] < target * PACE_LOW[0] and now - table.changed_us > HOUR_US:
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
