"""Tournaments as they are stored: plans, entries, the tables of each stage and how they ended."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from croupier.house.record import schema
from croupier.house.record.errors import NotFound, Overtaken, Stale
from croupier.house.record.faults import Unreadable, readable, stored
from croupier.house.record.writer import Tx
from croupier.house.tournaments.names import check_name
from croupier.house.tournaments.table.play import Heat, Turns
from croupier.house.tournaments.table.rules import Plan
from croupier.rounds.driver import Driver

SUBMITTED, ENTERING, PLAYING = "submitted", "entering", "playing"  # submitted: an office has to approve its rules
OVER, PAID, CALLED_OFF = "over", "paid", "called-off"


class Tournament(msgspec.Struct, frozen=True):
    id: str
    plan: Plan
    entry_cents: int
    prizes: tuple[int, ...]  # percent of the purse, by place
    state: str
    stage: int
    changed_us: int


class Seated(msgspec.Struct, frozen=True):
    """One table of a stage."""

    table_id: str
    tournament: str
    stage: int
    number: int
    names: tuple[str, ...]
    button: int
    begun_us: int
    heat: Heat | None = None


def get(conn: Connection, tournament_id: str, *, lock: bool = False) -> Tournament:
    query = select(schema.tournament).where(schema.tournament.c.id == tournament_id)
    row = conn.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"There is no tournament {tournament_id}.")
    return _tournament(row)


def _tournament(row: Any) -> Tournament:
    plan: Plan = stored(row.plan, Plan, f"The tournament {row.id}")
    prizes: tuple[int, ...] = stored(row.prizes, tuple[int, ...], f"The tournament {row.id}")
    return Tournament(row.id, plan, row.entry_cents, prizes, row.state, row.stage, row.changed_us)


def place_of(conn: Connection, tournament_id: str) -> str:
    """At which property it is: by its plan, or by its tables where nobody can read that; empty if neither tells."""
    try:
        return get(conn, tournament_id).plan.property
    except Unreadable:
        seat, table = schema.tournament_table, schema.floor_table
        query = select(table.c.property).join_from(seat, table).where(seat.c.tournament == tournament_id)
        return conn.scalar(query.limit(1)) or ""


def all_of(conn: Connection, states: tuple[str, ...] = ()) -> list[Tournament]:
    """Every tournament, or those in these states."""
    query = select(schema.tournament).order_by(schema.tournament.c.id)
    if states:
        query = query.where(schema.tournament.c.state.in_(states))
    return readable(conn.execute(query), _tournament)


def entry_counts(conn: Connection) -> dict[str, int]:
    table = schema.tournament_entry
    query = select(table.c.tournament, func.count()).group_by(table.c.tournament)
    return {name: int(count) for name, count in conn.execute(query)}


def add(tx: Tx, made: Tournament) -> None:
    check_name(tx.conn, made.id)
    row = {"id": made.id, "entry_cents": made.entry_cents, "state": made.state, "stage": made.stage}
    payload = {"plan": msgspec.json.encode(made.plan), "prizes": msgspec.json.encode(made.prizes)}
    tx.conn.execute(insert(schema.tournament).values(**row, **payload, changed_us=made.changed_us))


def change(tx: Tx, was: Tournament, now_us: int, *, state: str, stage: int | None = None) -> Tournament:
    """Move a tournament on, if it still stands where it was seen."""
    table = schema.tournament
    stage = was.stage if stage is None else stage
    done = tx.conn.execute(
        update(table)
        .where(table.c.id == was.id, table.c.state == was.state, table.c.stage == was.stage)
        .values(state=state, stage=stage, changed_us=now_us)
    )
    if done.rowcount != 1:
        raise Overtaken(f"{was.id} has moved on.", "Look at it again.")
    return msgspec.structs.replace(was, state=state, stage=stage, changed_us=now_us)


def planned_by(conn: Connection, tournament_id: str) -> str:
    """Who planned it, as the log has it."""
    log = schema.audit_log.c
    query = select(log.by).where(log.act == "tournament.plan", log.subject == tournament_id, log.outcome == "done")
    return str(conn.scalar(query.order_by(log.number).limit(1)) or "")


def approve(tx: Tx, was: Tournament, plan: Plan, now_us: int) -> Tournament:
    """Its rules are approved, as the plan says from now on: people may enter."""
    mine = update(schema.tournament).where(schema.tournament.c.id == was.id)
    tx.conn.execute(mine.values(plan=msgspec.json.encode(plan)))
    return change(tx, msgspec.structs.replace(was, plan=plan), now_us, state=ENTERING)


def entries(conn: Connection, tournament_id: str) -> list[str]:
    table = schema.tournament_entry
    query = select(table.c.patron).where(table.c.tournament == tournament_id).order_by(table.c.number)
    return list(conn.scalars(query))


def add_entry(tx: Tx, tournament_id: str, number: int, patron: str, now_us: int) -> None:
    row = {"tournament": tournament_id, "number": number, "patron": patron, "at_us": now_us}
    tx.conn.execute(insert(schema.tournament_entry).values(**row))


def next_entry(conn: Connection, tournament_id: str) -> int:
    """The number of the next entry; one that was withdrawn is not given out again while later ones stand."""
    table = schema.tournament_entry
    last = conn.scalar(select(func.max(table.c.number)).where(table.c.tournament == tournament_id))
    return int(last or 0) + 1


def remove_entry(tx: Tx, tournament_id: str, patron: str) -> None:
    table = schema.tournament_entry
    gone = delete(table).where(table.c.tournament == tournament_id, table.c.patron == patron)
    if tx.conn.execute(gone).rowcount != 1:
        raise Stale(f"Badge {patron} has not entered {tournament_id}.", "There is nothing to withdraw.")


def add_table(tx: Tx, seated: Seated) -> None:
    row = msgspec.structs.asdict(seated) | {"names": msgspec.json.encode(seated.names), "heat": None}
    tx.conn.execute(insert(schema.tournament_table).values(**row))


def end_table(tx: Tx, table_id: str, heat: Heat) -> None:
    table = schema.tournament_table
    ended = update(table).where(table.c.table_id == table_id, table.c.heat.is_(None))
    if tx.conn.execute(ended.values(heat=msgspec.json.encode(heat))).rowcount != 1:
        raise Stale(f"Table {table_id} has ended.", "Its standings are final.")


def tables(conn: Connection, tournament_id: str, stage: int | None = None) -> list[Seated]:
    table = schema.tournament_table
    query = select(table).where(table.c.tournament == tournament_id).order_by(table.c.stage, table.c.number)
    if stage is not None:
        query = query.where(table.c.stage == stage)
    return [_seated(row) for row in conn.execute(query)]


def at_table(conn: Connection, table_id: str) -> Seated:
    row = conn.execute(select(schema.tournament_table).where(schema.tournament_table.c.table_id == table_id)).one()
    return _seated(row)


def _seated(row: Any) -> Seated:
    what = f"Table {row.table_id} of the tournament {row.tournament}"
    names: tuple[str, ...] = stored(row.names, tuple[str, ...], what)
    heat: Heat | None = stored(row.heat, Heat, what) if row.heat is not None else None
    about = (row.table_id, row.tournament, row.stage, row.number)
    return Seated(*about, names, row.button, row.begun_us, heat)


def turns_at(
    conn: Connection, table_id: str, now_us: Callable[[], int]
) -> tuple[tuple[str, ...], Callable[[Driver], Turns]]:
    """Who plays at a table of a tournament, and whose turn it is from when all of them sit."""
    seated = at_table(conn, table_id)
    plan = get(conn, seated.tournament).plan
    return seated.names, lambda driver: Turns(plan, seated.names, driver, seated.button, seated.begun_us, now_us)
