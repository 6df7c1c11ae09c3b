"""Promotions as they are stored: terms, what players gather in them, claims."""

from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from croupier.house.promotions.rules import Finding, HandFacts
from croupier.house.record import schema
from croupier.house.record.errors import NotFound, Overtaken, Stale
from croupier.house.record.faults import readable, stored
from croupier.house.record.writer import Tx

RUNNING, ENDED = "running", "ended"
CALLED, VERIFIED, CONFIRMED, PAID, DENIED = "called", "verified", "confirmed", "paid", "denied"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is posted about a promotion."""

    kind: str
    tables: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()
    amount: int = 0  # cents, predetermined; of football squares for each quarter
    least_category: str = ""
    least_rank: str = ""
    share_percent: int = 0  # of an accumulated bad beat; 0: as the book's option says
    shares: dict[str, int] = {}  # of a bad beat, where the book leaves them to the posting
    from_us: int = 0
    to_us: int = 0
    minutes: int = 0  # played for a ticket, or for a free entry
    target: str = ""  # the tournament of a free entry
    taxable_above: int = 0  # cents; 0: as the book's option says
    game: str = ""  # the type of game whose jackpot it is; empty: of all games
    demo: bool | None = None  # pays demo chips from a fund of them; None: posted before promotions said so
    prizes: tuple[int, ...] = ()  # cents of the first, the second ... highest card; none: the amount for the highest


class Promotion(msgspec.Struct, frozen=True):
    id: str
    property: str
    kind: str
    terms: Terms
    state: str
    changed_us: int


class Item(msgspec.Struct, frozen=True):
    promotion: str
    key: str
    patron: str
    amount: int
    at_us: int


class Claim(msgspec.Struct, frozen=True):
    id: str
    promotion: str
    place: int
    table_id: str
    hand: str
    facts: HandFacts | None
    finding: Finding
    began_us: int
    tabled_us: int
    amount: int
    state: str
    document_id: str
    changed_us: int


def get(conn: Connection, name: str, *, lock: bool = False) -> Promotion:
    query = select(schema.promotion).where(schema.promotion.c.id == name)
    row = conn.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"There is no promotion {name}.")
    return _promotion(row)


def _promotion(row: Any) -> Promotion:
    terms: Terms = stored(row.terms, Terms, f"The promotion {row.id}")
    return Promotion(row.id, row.property, row.kind, terms, row.state, row.changed_us)


def all_of(conn: Connection, property_: str | None = None) -> list[Promotion]:
    query = select(schema.promotion).order_by(schema.promotion.c.id)
    if property_ is not None:
        query = query.where(schema.promotion.c.property == property_)
    return readable(conn.execute(query), _promotion)


def add(tx: Tx, made: Promotion) -> None:
    table = schema.promotion
    if tx.conn.scalar(select(table.c.id).where(table.c.id == made.id)) is not None:
        raise Stale(f"There is a promotion {made.id}.", "A name is used once.")
    row = msgspec.structs.asdict(made) | {"terms": msgspec.json.encode(made.terms)}
    tx.conn.execute(insert(table).values(**row))


def end(tx: Tx, was: Promotion, now_us: int) -> Promotion:
    table = schema.promotion
    done = update(table).where(table.c.id == was.id, table.c.state == RUNNING)
    if tx.conn.execute(done.values(state=ENDED, changed_us=now_us)).rowcount != 1:
        raise Stale(f"{was.id} has ended.", "It ends once.")
    return msgspec.structs.replace(was, state=ENDED, changed_us=now_us)


# ---- what players gather


def items(conn: Connection, name: str, prefix: str = "") -> list[Item]:
    table = schema.promotion_item
    query = select(table).where(table.c.promotion == name).order_by(table.c.at_us, table.c.key)
    if prefix:
        query = query.where(table.c.key.startswith(prefix, autoescape=True))
    return [Item(*row) for row in conn.execute(query)]


def add_item(tx: Tx, item: Item) -> None:
    table = schema.promotion_item
    there = select(table.c.key).where(table.c.promotion == item.promotion, table.c.key == item.key)
    if tx.conn.scalar(there) is not None:
        raise Stale(f"{item.key} of {item.promotion} is taken.", "Each one once.")
    tx.conn.execute(insert(table).values(**msgspec.structs.asdict(item)))


def gather(tx: Tx, item: Item) -> int:
    """Add to what is there; the sum."""
    table = schema.promotion_item
    seen = (table.c.promotion == item.promotion, table.c.key == item.key)
    known = tx.conn.scalar(select(table.c.amount).where(*seen).with_for_update())
    if known is None:
        add_item(tx, item)
        return item.amount
    total = int(known) + item.amount
    tx.conn.execute(update(table).where(*seen).values(amount=total, at_us=item.at_us))
    return total


# ---- claims


def claim(conn: Connection, claim_id: str, *, lock: bool = False) -> Claim:
    query = select(schema.promotion_claim).where(schema.promotion_claim.c.id == claim_id)
    row = conn.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise NotFound(f"There is no claim {claim_id}.")
    return _claim(row)


def claim_on(conn: Connection, document_id: str) -> Claim | None:
    """The claim that a slip verifies; locked."""
    table = schema.promotion_claim
    row = conn.execute(select(table).where(table.c.document_id == document_id).with_for_update()).one_or_none()
    return _claim(row) if row is not None else None


def _claim(row: Any) -> Claim:
    facts: HandFacts | None = stored(row.facts, HandFacts | None, f"Claim {row.place} of {row.promotion}")
    finding: Finding = stored(row.finding, Finding, f"Claim {row.place} of {row.promotion}")
    return Claim(**(dict(row._mapping) | {"facts": facts, "finding": finding}))


def claims(conn: Connection, name: str | None = None, *, shown: bool = False) -> list[Claim]:
    """`shown`: one that can't be read is left out; whoever decides by all of them is refused instead."""
    table = schema.promotion_claim
    query = select(table).order_by(table.c.promotion, table.c.place)
    if name is not None:
        query = query.where(table.c.promotion == name)
    rows = conn.execute(query)
    return readable(rows, _claim) if shown else [_claim(row) for row in rows]


def add_claim(tx: Tx, made: Claim) -> None:
    table = schema.promotion_claim
    here = (table.c.promotion == made.promotion, table.c.table_id == made.table_id)
    before = tx.conn.scalars(select(table.c.hand).where(*here)).all() if made.hand else []
    if any(_number(hand) == _number(made.hand) for hand in before if hand):
        raise Stale(f"Hand {made.hand} of {made.table_id} was claimed.", "A hand is claimed once.")
    blobs = {"facts": msgspec.json.encode(made.facts), "finding": msgspec.json.encode(made.finding)}
    tx.conn.execute(insert(table).values(**(msgspec.structs.asdict(made) | blobs)))


def _number(hand: str) -> str:
    """A hand's number however it is written: 7, 07 and #7 are one hand."""
    return hand.strip().lstrip("#").strip().lstrip("0").casefold()


def change_claim(tx: Tx, was: Claim, now_us: int, **values: Any) -> Claim:
    table = schema.promotion_claim
    seen = (table.c.id == was.id, table.c.state == was.state)
    if tx.conn.execute(update(table).where(*seen).values(**values, changed_us=now_us)).rowcount != 1:
        raise Overtaken(f"Claim {was.id} has moved on.", "Look at it again.")
    return msgspec.structs.replace(was, **values, changed_us=now_us)
