"""Poker tournaments as they are stored: the plan, the journal of acts (each hashed onto the last), the prizes."""

from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from croupier.house.record import kept_books, schema
from croupier.house.record.errors import Broken, NotFound, Overtaken, Stale
from croupier.house.record.storage import stored_bytes
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.plan import Plan
from croupier.house.tournaments.poker.prizes import Prize
from croupier.rounds.journal import START, chain

DUE, CHECKED, PAID = "due", "checked", "paid"


class Event(msgspec.Struct, frozen=True):
    """A tournament's row: its plan, and where its journal stands."""

    id: str
    property: str
    plan: Plan
    options: dict[str, bool | int | str]
    state: str
    acts: int
    hash: str
    changed_us: int


class Recorded(msgspec.Struct, frozen=True):
    """One act as it is kept."""

    number: int
    by: str
    payload: bytes
    hash: str

    @property
    def act(self) -> acts.Any:
        found: acts.Any = msgspec.json.decode(self.payload, type=acts.Any)
        return found


class Due(msgspec.Struct, frozen=True):
    """A prize and what became of it. `paid_in` is what the player had paid to take part."""

    tournament: str
    number: int
    patron: str
    place: int
    kind: str
    cents: int
    paid_in: int
    state: str
    withheld: int
    claim: str
    document_id: str
    changed_us: int


def journal_of(name: str) -> str:
    """What the rulebooks of a tournament are kept under."""
    return f"tournament:{name}"


def books(conn: Connection, name: str) -> kept_books.Books | None:
    """The rulebooks that a tournament was posted under; none where they were not kept: then the shelf's."""
    return kept_books.of_journal(conn, journal_of(name)) if kept_books.named(conn, journal_of(name)) else None


def get(conn: Connection, name: str, *, lock: bool = False) -> Event:
    query = select(schema.poker_tournament).where(schema.poker_tournament.c.id == name)
    row = conn.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"There is no poker tournament {name}.")
    return _event(row)


def head(conn: Connection, name: str) -> tuple[int, str]:
    """How far a tournament's journal goes, and the hash of its last act."""
    table = schema.poker_tournament
    row = conn.execute(select(table.c.acts, table.c.hash).where(table.c.id == name)).one_or_none()
    if row is None:
        raise NotFound(f"There is no poker tournament {name}.")
    return row.acts, bytes(row.hash).hex()


def _event(row: Any) -> Event:
    plan = msgspec.json.decode(bytes(row.plan), type=Plan)
    options = msgspec.json.decode(bytes(row.options), type=dict[str, bool | int | str])
    return Event(row.id, row.property, plan, options, row.state, row.acts, bytes(row.hash).hex(), row.changed_us)


def all_of(conn: Connection, property_: str | None = None) -> list[Event]:
    query = select(schema.poker_tournament).order_by(schema.poker_tournament.c.id)
    if property_ is not None:
        query = query.where(schema.poker_tournament.c.property == property_)
    return [_event(row) for row in conn.execute(query)]


def add(tx: Tx, name: str, plan: Plan, options: dict[str, bool | int | str], state: str, now_us: int) -> Event:
    table = schema.poker_tournament
    if tx.conn.scalar(select(table.c.id).where(table.c.id == name)) is not None:
        raise Stale(f"There is a poker tournament {name}.", "A name is used once.")
    row = {"id": name, "property": plan.property, "state": state, "acts": 0, "changed_us": now_us}
    blobs = {
        "plan": msgspec.json.encode(plan),
        "options": msgspec.json.encode(options),
        "hash": bytes.fromhex(START),
    }
    tx.conn.execute(insert(table).values(**row, **blobs))
    return get(tx.conn, name)


def recorded(number: int, by: str, act: acts.Any, previous: str) -> Recorded:
    payload = msgspec.json.encode(act)
    return Recorded(number, by, payload, chain(previous, by.encode() + b" " + payload))


def append(tx: Tx, was: Event, lines: list[Recorded], state: str, now_us: int) -> None:
    """Extend the journal from where it was seen; refused if somebody else has extended it."""
    table = schema.poker_tournament
    values = {"acts": lines[-1].number, "hash": bytes.fromhex(lines[-1].hash), "state": state, "changed_us": now_us}
    seen = (table.c.id == was.id, table.c.acts == was.acts)
    if tx.conn.execute(update(table).where(*seen).values(**values)).rowcount != 1:
        raise Overtaken(f"{was.id} has moved on.", "Look at it again.")
    rows = [(was.id, line.number, line.by, line.payload, bytes.fromhex(line.hash)) for line in lines]
    tx.storage.insert_rows(tx.conn, schema.poker_tournament_act, rows)


def journal(conn: Connection, name: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
    table = schema.poker_tournament_act
    query = select(table).where(table.c.tournament == name, table.c.number > after).order_by(table.c.number)
    rows = conn.execute(query.limit(limit) if limit else query)
    return [Recorded(r.number, r.by, stored_bytes(r.payload), stored_bytes(r.hash).hex()) for r in rows]


def followed(conn: Connection, event: Event, after: int = 0, previous: str = START) -> list[Recorded]:
    """The acts after one, each as it was written; Broken names the first that is missing, changed or can't be read."""
    lines = journal(conn, event.id, after, event.acts - after or None)
    for number, line in enumerate(lines, after + 1):
        if line.number != number:
            raise Broken(f"act {number} of {event.id} is missing")
        if chain(previous, line.by.encode() + b" " + line.payload) != line.hash:
            raise Broken(f"act {number} of {event.id} was changed")
        previous = line.hash
    if (event.acts, event.hash) != (after + len(lines), previous):
        raise Broken(f"the last act of {event.id} is missing")
    return lines


def verify(conn: Connection, name: str) -> str | None:
    """The first thing that is wrong with a journal, in words; None when it is whole."""
    try:
        followed(conn, get(conn, name))
    except Broken as broken:
        return f"{name}: {broken}"
    return None


def close(tx: Tx, was: Event, state: str, now_us: int) -> None:
    """End a tournament whose acts can't be followed: its row says so, its journal stays as it is."""
    table = schema.poker_tournament
    seen = (table.c.id == was.id, table.c.state == was.state)
    if tx.conn.execute(update(table).where(*seen).values(state=state, changed_us=now_us)).rowcount != 1:
        raise Overtaken(f"{was.id} has moved on.", "Look at it again.")


# ---- prizes


def add_prizes(tx: Tx, name: str, prizes: list[Prize], paid_in: dict[str, int], now_us: int) -> None:
    table = schema.poker_prize
    for number, prize in enumerate(prizes, 1):
        row = {"tournament": name, "number": number, "patron": prize.name, "place": prize.place, "kind": prize.kind}
        row |= {"cents": prize.cents, "paid_in": paid_in.get(prize.name, 0), "state": DUE, "withheld": 0}
        tx.conn.execute(insert(table).values(**row, claim="", document_id="", changed_us=now_us))


def prize(conn: Connection, name: str, number: int, *, lock: bool = False) -> Due:
    table = schema.poker_prize
    query = select(table).where(table.c.tournament == name, table.c.number == number)
    row = conn.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"{name} has no prize {number}.")
    return Due(*row)


def prizes(conn: Connection, name: str | None = None) -> list[Due]:
    table = schema.poker_prize
    query = select(table).order_by(table.c.tournament, table.c.number)
    if name is not None:
        query = query.where(table.c.tournament == name)
    return [Due(*row) for row in conn.execute(query)]


def change_prize(tx: Tx, was: Due, now_us: int, **values: Any) -> Due:
    table = schema.poker_prize
    seen = (table.c.tournament == was.tournament, table.c.number == was.number, table.c.state == was.state)
    if tx.conn.execute(update(table).where(*seen).values(**values, changed_us=now_us)).rowcount != 1:
        raise Overtaken(f"Prize {was.number} of {was.tournament} has moved on.", "Look at it again.")
    return msgspec.structs.replace(was, **values, changed_us=now_us)
