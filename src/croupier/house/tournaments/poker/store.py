"""Poker tournaments as they are stored: the plan, the acts as entries of the journal, the prizes."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection, Select, insert, literal, select, update

from croupier.equipment.entropy import Entropy
from croupier.equipment.shoe import seal
from croupier.house.record import journals, kept_books, schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.errors import NotFound, Overtaken, Refused
from croupier.house.record.faults import Unreadable, stored
from croupier.house.record.journals import Head, Stored, linked, to_text
from croupier.house.record.writer import Tx
from croupier.house.tournaments.names import check_name
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.plan import Plan, book_of
from croupier.house.tournaments.poker.prizes.pools import Prize
from croupier.house.tournaments.poker.state import PLAYING
from croupier.rounds.journal import START, chain
from croupier.rulebook import NotFound as NoRulebook

_ACT = msgspec.json.Decoder(acts.Any)  # a union's decoder takes longer to make than an act to read
DUE, CHECKED, PAID = "due", "checked", "paid"
EVENT = "tournament:"  # before its name, where a table's journal has the table
KIND = "poker-tournament"  # of its entries
SALT_BYTES = 16
Sealed = tuple[str, bytes, bytes]  # commitment, salt, order


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
    unread: bool = False  # its plan can't be read: nobody plays it, and two people close it


class EventEntry(msgspec.Struct, frozen=True):
    """An act with its place in the journal; its number is the act's."""

    number: int
    at: str
    by: str
    kind: str
    act: acts.Any


class _Filed(msgspec.Struct, frozen=True):
    by: str
    act: msgspec.Raw


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(EventEntry).decode
_filed = msgspec.json.Decoder(_Filed).decode


class Recorded(msgspec.Struct, frozen=True):
    """One act as it is kept."""

    number: int
    by: str
    payload: bytes
    hash: str

    @property
    def act(self) -> acts.Any:
        found: acts.Any = _ACT.decode(self.payload)
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
    """The journal of a tournament; its rulebooks are kept under it."""
    return f"{EVENT}{name}"


def books(conn: Connection, name: str) -> kept_books.Books | None:
    """The rulebooks that a tournament was posted under; none where they were not kept: then the shelf's."""
    return kept_books.of_journal(conn, journal_of(name)) if kept_books.named(conn, journal_of(name)) else None


def get(conn: Connection, name: str, *, lock: bool = False) -> Event:
    table = schema.poker_tournament
    query = _events().where(table.c.id == name)
    row = conn.execute(query.with_for_update(of=table) if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"There is no poker tournament {name}.")
    return _event(row)


def _events() -> "Select[Any]":
    """The row of each tournament with where its journal stands."""
    table, head = schema.poker_tournament, schema.journal_head
    own = (table.c[name] for name in ("id", "property", "plan", "options", "state", "changed_us"))
    return select(*own, head.c.number, head.c.hash).join(head, head.c.id == literal(EVENT).concat(table.c.id))


def _event(row: Any) -> Event:
    stands = (row.state, row.number, bytes(row.hash).hex(), row.changed_us)
    try:
        plan: Plan = stored(row.plan, Plan, row.id)
        options: dict[str, bool | int | str] = stored(row.options, dict[str, bool | int | str], row.id)
    except Unreadable:
        none = Plan(name=row.id, property=row.property, prize=0, levels=())
        return Event(row.id, row.property, none, {}, *stands, unread=True)
    return Event(row.id, row.property, plan, options, *stands)


def all_of(conn: Connection, property_: str | None = None) -> list[Event]:
    query = _events().order_by(schema.poker_tournament.c.id)
    if property_ is not None:
        query = query.where(schema.poker_tournament.c.property == property_)
    return [_event(row) for row in conn.execute(query)]


def posted_at(conn: Connection, property_: str, name: str) -> bool:
    """Whether a property has posted this tournament; one without a book of tournaments keeps them on paper."""
    try:
        book_of(property_)
    except NoRulebook:
        return True
    table = schema.poker_tournament
    return conn.scalar(select(table.c.id).where(table.c.id == name, table.c.property == property_)) is not None


def add(tx: Tx, name: str, plan: Plan, options: dict[str, bool | int | str], state: str, now_us: int) -> Event:
    table = schema.poker_tournament
    check_name(tx.conn, name)
    row = {"id": name, "property": plan.property, "state": state, "acts": 0, "changed_us": now_us}
    blobs = {
        "plan": msgspec.json.encode(plan),
        "options": msgspec.json.encode(options),
        "hash": bytes.fromhex(START),
    }
    tx.conn.execute(insert(table).values(**row, **blobs))
    journals.create(tx, journal_of(name), journal_of(name), now_us)
    return get(tx.conn, name)


# ---- acts


def entry_after(last: Head, by: str, act: acts.Any) -> Stored:
    """An act as the entry after another one."""
    number = last.number + 1
    payload = encode(EventEntry(number, to_text(act.at_us), by, KIND, act))
    return linked(last.hash, number, KIND, payload, act.at_us)


def append(tx: Tx, was: Event, entries: list[Stored], state: str, now_us: int, sealed: Sequence[Sealed] = ()) -> None:
    """Extend the journal from where it was seen; refused if somebody else has extended it."""
    journals.append(tx, journal_of(was.id), entries, sealed)
    _move(tx, was, state, now_us)


class Decks:
    """The orders of a tournament's decks. In the journal stands what binds the house to each; the order itself lies in
    the vault, under the house's key where it has one, so that no copy of the record tells a card that is to come."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[bytes, bytes]] = {}  # by table: what its next deal opens

    def hide(self, act: acts.Any, entropy: Entropy) -> tuple[acts.Any, list[Sealed]]:
        """An act as it is written, and what goes into the vault with it."""
        if not isinstance(act, acts.Deal) or not act.deck:
            return act, []
        salt, order = entropy.token(SALT_BYTES), bytes(act.deck)
        last, self._last[act.table] = self._last.get(act.table), (salt, order)
        opened = UNSET if last is None else (last[0].hex(), last[1].hex())
        commitment = seal(order, salt)
        return msgspec.structs.replace(act, deck=(), order=commitment, opened=opened), [(commitment, salt, order)]

    def find(self, conn: Connection, act: acts.Any) -> acts.Any:
        """An act as it is played again: its deck out of the vault, held to its commitment."""
        if not isinstance(act, acts.Deal) or act.order is UNSET:
            return act
        self._last[act.table] = found = journals.sealed(conn, act.order)
        return msgspec.structs.replace(act, deck=tuple(found[1]), order=UNSET, opened=UNSET)


def opened(conn: Connection, act: acts.Any) -> acts.Any:
    """An act of a tournament that is over, with the deck that it was dealt from."""
    if not isinstance(act, acts.Deal) or act.order is UNSET:
        return act
    return msgspec.structs.replace(act, deck=tuple(journals.sealed(conn, act.order)[1]))


def _move(tx: Tx, was: Event, state: str, now_us: int) -> None:
    table = schema.poker_tournament
    seen = (table.c.id == was.id, table.c.state == was.state)
    if tx.conn.execute(update(table).where(*seen).values(state=state, changed_us=now_us)).rowcount != 1:
        raise Overtaken(f"{was.id} has moved on.", "Look at it again.")


def journal(conn: Connection, name: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
    upto = None if limit is None else after + limit
    return [_recorded(stored) for stored in journals.entries(conn, journal_of(name), after, upto)]


def _recorded(stored: Stored) -> Recorded:
    """Of an entry that was changed past the program there may be nothing to read."""
    try:
        filed = _filed(stored.payload)
    except msgspec.DecodeError:
        return Recorded(stored.number, "", b"", stored.hash)
    return Recorded(stored.number, filed.by, bytes(filed.act), stored.hash)


def check_over(conn: Connection, name: str) -> None:
    """Refuse to show the acts of a tournament that is played."""
    if get(conn, name).state == PLAYING:
        raise Refused("Cards of hands under way stand in the journal.", "It is read when the tournament is over.")


def verify(conn: Connection, name: str) -> str | None:
    """The first thing that is wrong with a journal, in words; None when it is whole."""
    fault = journals.verify(conn, journal_of(name))
    return f"{name}: act {fault.number}: {fault.words}" if fault else None


def carried_faults(conn: Connection) -> Iterator[str]:
    """Where the journal differs from the acts that were carried into it, in words."""
    event, act = schema.poker_tournament, schema.poker_tournament_act
    for name, acts_, last in conn.execute(select(event.c.id, event.c.acts, event.c.hash).where(event.c.acts > 0)):
        query = select(act).where(act.c.tournament == name).order_by(act.c.number)
        hash_, now = START, iter(journal(conn, name, limit=acts_))
        for number, was in enumerate(conn.execute(query), 1):
            payload, here = stored_bytes(was.payload), next(now, None)
            hash_ = chain(hash_, was.by.encode() + b" " + payload)
            same = here is not None and (number, here.by, here.payload) == (was.number, was.by, payload)
            if not same or stored_bytes(was.hash).hex() != hash_:
                yield f"tournament {name}: act {was.number} is not the one that was carried into the journal"
                break
        else:
            if hash_ != stored_bytes(last).hex() or next(now, None) is not None:
                yield f"tournament {name}: the last of the acts that were carried into the journal is missing"


def close(tx: Tx, was: Event, state: str, now_us: int) -> None:
    """End a tournament whose acts can't be followed: its row says so, its journal ends where it is."""
    _move(tx, was, state, now_us)
    journals.close(tx, journal_of(was.id), now_us, 0, 0, 0)


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


def prize_on(conn: Connection, document_id: str) -> Due | None:
    """The prize that a slip pays; locked."""
    table = schema.poker_prize
    row = conn.execute(select(table).where(table.c.document_id == document_id).with_for_update()).one_or_none()
    return Due(*row) if row is not None else None


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
