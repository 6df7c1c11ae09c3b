"""Tables: what is open, what one sees, one act after the other, and the socket that tells of each."""

from typing import Any, Literal

import msgspec
from fastapi import APIRouter, WebSocket
from pydantic import Field

from croupier.house.people.persons import Person
from croupier.house.record.faults import TABLE, OutOfOrder
from croupier.house.tables import corrections
from croupier.rounds import acts
from croupier.web.felt.wagering import rewager
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Commanded,
    House,
    Model,
    Named,
    TableId,
    Text,
    Word,
    allow,
    plain,
)
from croupier.web.kit.context import BadRequest, Floor, proof_of
from croupier.web.kit.line.fast_routes import ShortWay
from croupier.web.kit.sockets import tell
from croupier.web.kit.typed_acts import refuse_unknown
from croupier.web.kit.words import limits_words

api = APIRouter(prefix=PREFIX, tags=["tables"], responses=ERRORS, route_class=ShortWay)


class Act(Commanded):
    """One act of one person, such as {"act": "bet", "position": 3, "wager": "ante", "amount": 2500}."""

    act: dict[str, Any] = Field(
        description="`act` names it: sit, bet, take, coupon, leave, buy, call, close, fall, falls, thrown, landed, "
        "saw, chosen, staked, arranged, done, shuffled, declared, undone. Cards are 0 to 52, -1 for one face down.",
        examples=[{"act": "bet", "position": 3, "wager": "blackjack", "amount": 2500}],
    )
    number: int | None = Field(
        None, ge=0, le=2**53, description="Of the request that this answers; a stale one is refused."
    )


_act_in = msgspec.json.Decoder(acts.Anything).decode  # `convert` would look at all kinds of acts each time


def to_act(given: dict[str, Any]) -> acts.Anything:
    """The act as the table takes it, typed before any rule sees it."""
    try:
        found: acts.Anything = _act_in(msgspec.json.encode(given))
    except (msgspec.ValidationError, OverflowError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"This is no act of a table: {error}") from None
    refuse_unknown(given, found)
    return found


class StationTicket(Commanded):
    act: Literal["insert", "cash-out"]
    position: int = Field(ge=1, le=10_000)
    ticket: Word = ""


class Several(Commanded):
    act: Literal["same", "double", "clear"]


class Ready(Model):
    number: int | None = Field(
        None, ge=0, le=2**53, description="Of the request that was open to wagers; a stale one is refused."
    )


class Correction(Commanded):
    badge: Word = Field("", description="Of the supervisor who signs; your own if empty.")
    password: Word
    code: Word = ""
    entry: int = Field(0, ge=0, le=2**53, description="From which entry on; 0: the hand confirmed last.")


class Call(Commanded):
    words: Word = ""


@api.get("/tables", summary="All tables, with game, limits and free positions")
async def tables(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    found = []
    houses = floor.houses()
    for table in floor.tables(property or None):
        if table.property not in houses:
            continue
        row: dict[str, Any] = {
            "id": table.id,
            "property": table.property,
            "game": table.game,
            "mode": table.mode,
            "state": table.state,
            "limits": floor.limits(table),
        }
        if table.state == "open":
            row |= await _listed(floor, table.id, who)
        found.append(row)
    return found


async def _listed(floor: Floor, table_id: str, who: Person) -> dict[str, Any]:
    """What the list says of an open table; one that is out of order says that, and why to staff."""
    try:
        live = await floor.house.table(table_id)
        with floor.house.faults.showing(TABLE, table_id, live.table.property):
            return {
                "title": live.driver.game.posting.rulebook.title,
                "rulebook": live.driver.game.posting.rulebook.key,
                "positions": len(live.driver.felt.positions),
                "free": [p.number for p in live.driver.felt.positions if not p.patron],
                "round": live.driver.felt.round,
                "asks": live.driver.pending.asks(live.driver.table),
            }
    except OutOfOrder as broken:
        return {"state": "broken", "why": broken.fault.why if who.may("table.watch") else ""}


@api.get("/tables/{table_id}", summary="The table as you may see it, and what it asks of you")
async def table(floor: House, who: Caller, table_id: TableId) -> dict[str, Any]:
    return await floor.house.view(table_id, who)


@api.post("/tables/{table_id}/acts", summary="One act at a table; returns when it is safe")
async def act(floor: House, who: Caller, table_id: TableId, given: Act, named: Named = "") -> dict[str, Any]:
    answer = to_act(given.act)
    floor.presence.acted(table_id, who.badge)
    receipt = await floor.pit.answer(who, table_id, answer, given.number, given.command or named or None)
    return dict(plain(receipt))


@api.post("/tables/{table_id}/wagers", summary="The same wagers as before, twice what lies there, or all taken down")
async def wagers(floor: House, who: Caller, table_id: TableId, given: Several, named: Named = "") -> dict[str, Any]:
    """`cents` says what moved; `left` what did not, each with the reason. What can't be afforded moves nothing."""
    floor.presence.acted(table_id, who.badge)
    return dict(plain(await rewager(floor, who, table_id, given.act, given.command or named or None)))


@api.post("/tables/{table_id}/ready", summary="No more wagers from you; an electronic table deals when all are ready")
async def ready(floor: House, who: Caller, table_id: TableId, given: Ready | None = None) -> dict[str, Any]:
    floor.presence.acted(table_id, who.badge)
    receipt = await floor.house.ready(table_id, who, given.number if given else None)
    return {"dealt": receipt is not None, "receipt": plain(receipt) if receipt else None}


@api.post(
    "/tables/{table_id}/corrections", summary="Take back a hand that was keyed wrong and confirmed: a supervisor signs"
)
async def correct(floor: House, who: Caller, table_id: TableId, given: Correction, named: Named = "") -> dict[str, Any]:
    allow(who, "table.undo")
    command = given.command or named
    proof = await proof_of(floor, given.badge or who.badge, given.password, given.code, command)
    return dict(plain(await corrections.correct(floor.house, proof, table_id, given.entry, command or None)))


@api.post("/tables/{table_id}/call", summary="Call the supervisor")
async def call(floor: House, who: Caller, table_id: TableId, given: Call, named: Named = "") -> dict[str, str]:
    return {"notice": await floor.pit.call_supervisor(who, table_id, given.words, given.command or named)}


@api.post("/tables/{table_id}/tickets", summary="A ticket in or out at a station of an electronic table")
async def tickets(
    floor: House, who: Caller, table_id: TableId, given: StationTicket, named: Named = ""
) -> dict[str, Any]:
    """`insert` turns a ticket into chips at your position; `cash-out` leaves it with a ticket, shown to you alone."""
    allow(who, "cage.own")
    floor.presence.acted(table_id, who.badge)
    command = given.command or named or None
    if given.act == "insert":
        cents = await floor.stations.insert_ticket(who, table_id, given.position, given.ticket, command)
        return {"cents": cents}
    return dict(plain(await floor.stations.cash_out(who, table_id, given.position, command)))


@api.get("/tables/{table_id}/rules", summary="The posting: wagers, odds, limits, irregularities that may be declared")
async def rules(floor: House, who: Caller, table_id: TableId) -> dict[str, Any]:
    live = await floor.house.table(table_id)
    posting = live.driver.game.posting
    return {
        "rulebook": posting.rulebook.key,
        "digest": posting.digest,
        "options": posting.chosen,
        "limits": limits_words(posting),
        "wagers": {
            name: {
                "title": rule.title,
                "clause": rule.clause,
                "limits": plain(posting.limits[name]),
                "pays": [{"outcome": r.outcome, "odds": str(r.odds), "clause": r.clause} for r in posting.rows(name)],
            }
            for name, rule in posting.wagers.items()
        },
        "declarable": live.driver.declarable(),
    }


@api.websocket("/tables/{table_id}/events")
async def events(socket: WebSocket, table_id: str) -> None:
    """The table as you may see it, sent whenever it moves."""
    await tell(socket, f"table:{table_id}", lambda floor, who: floor.house.view(table_id, who))
