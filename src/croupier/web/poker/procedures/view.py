"""The papers of a poker room: decks and where they lie, what each table's next hand waits for, slips under way."""

import asyncio
from typing import Any

import msgspec

from croupier.house.papers.documents import FLOWS, Document
from croupier.house.poker_room.procedures.decks import Deck
from croupier.house.poker_room.procedures.desk import DECK_SLIPS, EXCHANGE_SLIPS, SHOWN_SLIPS
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import NotFound
from croupier.house.record.faults import OutOfOrder
from croupier.house.tables.life import CLOSING, OPEN, POKER, FloorTable
from croupier.rounds.refusal import Refused
from croupier.web.kit.context import Floor


class Waits(msgspec.Struct, frozen=True):
    """One thing that stands between a table and its next hand."""

    slip: str
    words: str
    clause: str


class TablePapers(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    state: str
    dealer: str
    shuffling: str
    decks: tuple[Deck, ...]
    next_deck: str  # whose turn it is, where the decks take turns
    waits: tuple[Waits, ...]
    seated: tuple[str, ...]
    slips: tuple[Document, ...]


async def papers_of(floor: Floor, property_: str, table_id: str) -> TablePapers:
    """What one table has and lacks in papers."""
    found = floor.room.floor_table(table_id)
    if found.property != property_:
        raise NotFound(f"{property_} has no poker table {table_id}.")
    seated: tuple[str, ...] = ()
    idle = hands = 0
    if found.state in (OPEN, CLOSING):
        try:
            game = (await floor.room.table(table_id)).game
            seated = tuple(seat.name for _, seat in sorted(game.table.seats.items()))
            idle, hands = game.idle_us, game.table.hands
        except (OutOfOrder, Refused):
            pass
    return await asyncio.to_thread(_read, floor, found, seated, idle, hands)


def _read(floor: Floor, table: FloorTable, seated: tuple[str, ...], idle: int, hands: int) -> TablePapers:
    room, house = floor.house.procedures, floor.house
    with house.storage.reading() as conn:
        waits = room.lacks_hand(conn, table, idle) if table.mode == "dealer" else []
        decks = tuple(room.decks.at_table(conn, table.property, table.id))
        slips = tuple(house.documents.find(conn, table_id=table.id, unfinished=True))
    shuffling = room.shown.shuffled(table)
    turns = room.book(table.property).get("decks-alternate") and shuffling != "by-hand" and len(decks) > 1
    return TablePapers(
        table=table.id,
        state=table.state,
        dealer=table.dealer,
        shuffling=shuffling,
        decks=decks,
        next_deck=decks[hands % len(decks)].label if turns else "",
        waits=tuple(Waits(*one) for one in waits),
        seated=seated,
        slips=tuple(slip for slip in slips if slip.kind in (*DECK_SLIPS, *SHOWN_SLIPS, *EXCHANGE_SLIPS)),
    )


def tables_of(floor: Floor, property_: str) -> list[FloorTable]:
    """Tables of a room at which somebody deals."""
    return [table for table in floor.room.tables(property_) if table.mode == "dealer" and table.game == POKER]


def under_way(conn: Reading, floor: Floor, property_: str, kinds: tuple[str, ...]) -> list[dict[str, Any]]:
    """Slips of these kinds that wait for their next line, with the line."""
    found = floor.house.documents.find(conn, property_=property_, unfinished=True)
    rows = []
    for slip in found:
        waits = FLOWS[slip.kind].after(slip.state) if slip.kind in kinds else None
        if waits is not None:
            rows.append({"slip": slip, "waits": waits})
    return rows
