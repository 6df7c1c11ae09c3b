"""The brush's and the floor's part of the poker room for programs: open seats given on, moves, patrons' cards."""

import datetime
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.poker_room.procedures.patron_cards import Card
from croupier.house.record.database.storage import Reading
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Commanded,
    House,
    Key,
    Model,
    Named,
    TableId,
    Word,
    allow,
    plain,
    read,
)
from croupier.web.poker.board.view import screen_view

api = APIRouter(prefix=f"{PREFIX}/room", tags=["poker room"], responses=ERRORS)
Seat = Annotated[int, Field(strict=True, ge=0, le=20)]


class Seating(Commanded):
    """One step of an opening, as /openings lists them."""

    table: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9-]+$")]
    seat: Seat = Field(0, description="0: whichever is open.")
    patron: Word = Field("", description="Empty: whoever comes next by the book.")
    counted: Annotated[int, Field(strict=True, ge=-1, le=10**12)] = Field(
        -1, description="The chips in cents that he takes along, from a table where only seats are keyed."
    )
    reason: Word = Field("", description="Why somebody goes before his turn; it is on record.")


class PlayingOn(Model):
    patron: Word = Field("", description="Whom the floor acts for; a player acts for himself.")
    blind: bool = Field(False, description="He has taken a blind, where only seats are keyed and the floor saw it.")


class Pushing(Commanded):
    dealer: Word = Field(description="The badge that comes in at the first table.")
    tables: list[Word] = Field([], max_length=40, description="In the order of the push; empty: all with a dealer.")


class Hook(Commanded):
    url: Word = Field("", description="Such as https://messages.example/room.")


class NewCard(Commanded):
    """A card of rank as the house knows it."""

    patron: Word
    tier: Word = Field(description="Such as seven-star.")
    number: Word
    name: Word
    expires: datetime.date
    companion: bool = False


@api.get("/openings/{property}", summary="Open seats and who gets them, step by step in the book's order")
async def openings(floor: House, who: Caller, property: Key) -> list[dict[str, Any]]:
    allow(who.at(property), "room.list")
    return [dict(plain(step)) for step in await floor.moves.openings(property)]


@api.post("/openings/{property}", summary="Do a step: change, move, transfer or call; before the order with a reason")
async def give_seat(floor: House, who: Caller, property: Key, given: Seating, named: Named = "") -> dict[str, Any]:
    allow(who.at(property), "room.list")
    command = given.command or named or None
    about = (given.table, given.seat, given.patron, given.counted, given.reason)
    step = await floor.moves.give_seat(who, property, *about, command)
    return {"step": plain(step) if step else None}


@api.post("/openings/{property}/tables/{table_id}", summary="Do every step about a table's open seats that can be done")
async def give_all(floor: House, who: Caller, property: Key, table_id: TableId) -> list[dict[str, Any]]:
    """What was done; a step that waits for somebody or for a count is left."""
    allow(who.at(property), "room.list")
    return [dict(plain(step)) for step in await floor.moves.give_all(who, property, table_id)]


@api.post("/tables/{table_id}/play-on", summary="Play on before moving: the button, up to the blind, one more hand")
async def play_on(floor: House, who: Caller, table_id: TableId, given: PlayingOn | None = None) -> dict[str, Any]:
    """`until` is empty where no seat is open for him yet: it holds for when one opens."""
    patron, blind = (given.patron, given.blind) if given else ("", False)
    found = await floor.moves.lets_play_on(who, table_id, patron, blind)
    return {"until": found.until if found else "", "clause": found.clause if found else ""}


@api.get("/screen/{property}", summary="The screen in the room: who is called and paged, the lists by initials")
async def screen(floor: House, who: Caller, property: Key) -> dict[str, Any]:
    floor.list_desk.held(property)  # there is such a room
    return dict(plain(await screen_view(floor, property)))


@api.get("/staffing/{property}", summary="Dealers: where, since when, and who comes at the next push")
async def staffing(floor: House, who: Caller, property: Key) -> list[dict[str, Any]]:
    allow(who.at(property), "table.watch")

    def look(conn: Reading) -> list[dict[str, Any]]:
        return [dict(plain(down)) for down in floor.staffing.downs(conn, property)]

    return await read(floor, look)


@api.post("/staffing/{property}/push", summary="Push: a dealer comes in, each goes on to the next table, the last out")
async def push(floor: House, who: Caller, property: Key, given: Pushing, named: Named = "") -> dict[str, Any]:
    allow(who.at(property), "table.dealer")
    command = given.command or named or None
    return dict(plain(await floor.staffing.push(who, property, given.dealer, tuple(given.tables), command)))


@api.post("/hooks/{property}", summary="Where calls and pages are posted as JSON; an empty address: nowhere")
async def hook(floor: House, who: Caller, property: Key, given: Hook, named: Named = "") -> dict[str, str]:
    allow(who.at(property), "room.hook")
    floor.list_desk.held(property)  # there is such a room
    return {"url": await floor.hooks.set(who, property, given.url, given.command or named or None)}


@api.post("/cards/{property}", status_code=201, summary="Register a patron's card of rank, or a new one for the old")
async def register_card(floor: House, who: Caller, property: Key, given: NewCard, named: Named = "") -> dict[str, Any]:
    allow(who.at(property), "card.register")
    floor.list_desk.held(property)  # there is such a room
    made = Card(
        property, given.patron, given.tier, given.number, given.name, given.expires.isoformat(), given.companion
    )
    card = await RoomDesk(floor.house).register_card(who, made, given.command or named or None)
    return {"patron": card.patron, "tier": card.tier, "expires": card.expires}
