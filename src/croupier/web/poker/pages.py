"""The poker room in a browser: its games and lists, and a table: the felt, what it asks, the dealer's part."""

import asyncio
from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.equipment.cards import parse_cards
from croupier.house.people.persons import Person
from croupier.house.poker_room.board import hands
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.table import acts
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tables.life import POKER
from croupier.rounds import refusal
from croupier.web.felt import oval
from croupier.web.felt.oval.shown import PastHand
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    chosen,
    command_of,
    floor_of,
    go,
    integer,
    person,
    required,
    said_in,
    show,
    words,
)
from croupier.web.kit.forms import cents_of
from croupier.web.kit.newcomers import arrive, purse_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import balance_of
from croupier.web.kit.signing import refused_status
from croupier.web.poker import view as adapt
from croupier.web.poker.announcements import Told
from croupier.web.poker.at_table import deals_here, past_hands
from croupier.web.poker.dealer import pages as dealer_pages
from croupier.web.poker.room_view import room_view
from croupier.web.poker.typed_acts import to_act

pages = Pages()
PARTS = "poker_parts.html"
VERBS = ("fold", "check", "call", "bet", "raise", "bring-in", "show", "muck", "run", "draw")
SIMPLE: dict[str, type[acts.RoomAct]] = {"leave": acts.Leave, "out": acts.Out, "post": acts.Post, "button": acts.Button}
DEALER: dict[str, type[acts.RoomAct]] = {
    "deal": acts.Deal,
    "push": acts.Push,
    "clock": acts.Clock,
    "collect": acts.Collect,
}
LISTED = ("join", "withdraw", "pass", "ask", "forget")
PAST = 12  # hands that the page tells again


# ---- the room


@pages.get("/room")
async def room_page(request: Request, house: str = "") -> HTMLResponse:
    who = await person(request)
    floor = floor_of(request)
    place = chosen(floor.houses_with(POKER), house, "That property has no poker room.")
    view = await room_view(floor, place, who, await balance_of(floor, who))
    return show(request, "room.html", me=view.me, v=view, default_theme="dark")


@pages.websocket("/room/live")
async def room_live(socket: WebSocket, house: str) -> None:
    floor, csrf = floor_of(socket), guard.csrf_of(socket)

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view = await room_view(floor, house, who)
        return 0, {
            "r-tables": render.macro("room_parts.html", "tables", view),
            "r-lists": render.macro("room_parts.html", "lists", view, csrf),
        }

    await sockets.follow(socket, floor, (f"room:{house}", "floor"), fragments, pace_s=0.5)


@pages.post("/room/lists/{house}")
async def list_act(request: Request, house: str) -> Response:
    who = await required(request)
    values = await body(request)
    name = words(values, "act")
    if name not in LISTED:
        raise BadRequest(f"{name!r} is no act of a list.")
    table = words(values, "table", most=80)
    about = {"table": table} if name == "ask" else {} if name == "forget" else {"game": words(values, "game", most=80)}
    made = to_act({"act": name, **about, "patron": words(values, "patron", most=80)}, lists.FROM_PEOPLE)
    try:
        await floor_of(request).list_desk.act(house, who, made, command_of(request, values) or None)
    except refusal.Refused as refused:
        if name != "ask" or isinstance(refused, NotFound):
            raise
        return await _page(request, who, table, 0, refused)
    return go(f"/room/tables/{table}" if table else f"/room?house={house}")


# ---- a table


@pages.get("/room/tables/{table_id}")
async def table_page(request: Request, table_id: str, seat: int = 0) -> HTMLResponse:
    who = await person(request)
    return await _page(request, who, table_id, seat)


async def _page(
    request: Request, who: Person | None, table_id: str, seat: int = 0, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    floor = floor_of(request)
    live = await floor.room.table(table_id)
    if who is not None and deals_here(who, live.table.mode, live.table.dealer):
        return await dealer_pages.page(request, floor, who, table_id, wrong)
    view = await adapt.table_view(floor, table_id, who, await balance_of(floor, who))
    return show(
        request,
        "poker.html",
        refused_status(wrong),
        me=view.me,
        v=view,
        seat=seat,
        first="seat" if not view.you and (view.may_sit or view.queue or view.deals or view.floor) else "hand",
        past=await _past(floor, live.table.journal),
        wrong=wrong,
        rulings=adapt.rulings_of(live.game.room.book) if view.deals or view.floor else (),
        felt=oval.picture(view, oval.WIDE, "p-desk", "poker-felt wide"),
        tall=oval.picture(view, oval.TALL, "p-tall", "poker-felt tall"),
        default_theme="dark",
    )


async def _past(floor: Floor, journal: str) -> tuple[PastHand, ...]:
    """The latest hands that are over, newest first."""

    def read() -> list[dict[str, Any]]:
        with floor.house.storage.reading() as conn:
            return hands(conn, journal, PAST)

    return past_hands(await asyncio.to_thread(read)) if journal else ()


@pages.websocket("/room/tables/{table_id}/live")
async def table_live(socket: WebSocket, table_id: str, phone: int = 0, entry: int = 0) -> None:
    floor, csrf = floor_of(socket), guard.csrf_of(socket)
    told = Told()
    past: dict[int, tuple[PastHand, ...]] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view = await adapt.table_view(floor, table_id, who, await balance_of(floor, who))
        told.view = view
        if view.hand not in past:  # read again when a hand is over, not with every act
            past.clear()
            past[view.hand] = await _past(floor, (await floor.room.table(table_id)).table.journal)
        drawn = oval.felt(view, oval.TALL, "p-tall") if phone else oval.felt(view, oval.WIDE, "p-desk")
        return view.entry, {
            "p-tall" if phone else "p-desk": drawn,
            "p-hand": render.macro(PARTS, "hand_number", view),
            "p-status": render.macro(PARTS, "status", view),
            "p-money": render.macro(PARTS, "chips", view),
            "p-past": render.macro(PARTS, "past", past[view.hand], view.hand),
            "p-act": render.macro(PARTS, "actions", view, csrf),
            "p-own": render.macro(PARTS, "own", view, csrf),
            "p-log": render.macro(PARTS, "log", view),
            "p-deal": render.macro(PARTS, "dealing", view, csrf),
        }

    await sockets.follow(socket, floor, (f"table:{table_id}",), fragments, extra=told.extra, shown=entry)


# ---- acting


@pages.post("/room/tables/{table_id}/sit")
async def sit(request: Request, table_id: str) -> Response:
    """A visitor of a demonstration becomes a guest with demo chips and sits down."""
    floor, path = floor_of(request), f"/room/tables/{table_id}"
    table = floor.room.floor_table(table_id)
    arrival = await arrive(request, floor, table.property, path, demo=table.settings.demo)
    values = await body(request)
    made = acts.Sit(integer(values, "seat"), cents_of(values, "cents"), name=words(values, "name", most=24).strip())
    await purse_of(floor, arrival.who, table.property, demo=table.settings.demo)
    try:
        await floor.room.act(table_id, arrival.who, made, None, command_of(request, values) or None)
    except NotFound:
        raise
    except refusal.Refused as refused:
        return arrival.answer(floor, await _page(request, arrival.who, table_id, made.seat, refused))
    return arrival.answer(floor, go(path))


@pages.post("/room/tables/{table_id}/act")
async def act(request: Request, table_id: str) -> Response:
    floor = floor_of(request)
    who = await required(request)
    floor.acts.check(who.badge)
    values = await body(request)
    scripted = request.headers.get("content-type", "").startswith("application/json")
    try:
        command, said = command_of(request, values) or None, said_in(request, values)
        receipt = await _perform(floor, who, table_id, values, command, said)
    except (NotFound, BadRequest):
        raise
    except refusal.Refused as refused:
        if scripted:
            raise
        return await _page(request, who, table_id, 0, refused)
    if scripted:
        return Response(guard.as_json({"entry": receipt.entry}), media_type="application/json")
    return go(f"/room/tables/{table_id}")


async def _perform(
    floor: Floor, who: Person, table_id: str, values: dict[str, Any], command: str | None, said: str
) -> Receipt:
    live = await floor.room.table(table_id)
    own = live.game.seat_of(who.badge) if who.role == "player" else integer(values, "seat", 0)
    number = integer(values, "number", 0) or None
    made = _act(words(values, "act"), own, values)
    if who.role == "player" and not own:
        raise Refused("You have no seat at this table.", "Sit down first.")
    number = number if isinstance(made, acts.Play) else None
    return await floor.room.act(table_id, who, made, number, command, said)


def _act(name: str, seat: int, values: dict[str, Any]) -> acts.Anything:
    if name in VERBS:
        return _play(name, seat, values)
    if name in SIMPLE:
        return SIMPLE[name](seat=seat)  # type: ignore[return-value]
    if name == "bank":
        return acts.Clock(bank=True)
    if name in DEALER:
        return DEALER[name]()  # type: ignore[return-value]
    if name == "back":
        return acts.Back(seat, post=bool(values.get("post")))
    if name == "buy":
        return acts.Buy(seat, cents_of(values, "cents"), cash=bool(values.get("cash")))
    if name == "straddle":
        return acts.Straddle(seat, integer(values, "to") if "to" in values else cents_of(values, "cents"))
    if name == "toke":
        return acts.Toke(seat, cents_of(values, "cents"))
    if name == "key":
        try:
            cards = tuple(parse_cards(words(values, "cards")))
        except ValueError as error:
            raise Refused(str(error)) from None
        return acts.Key(seat, cards)
    if name == "declare":
        return acts.Declare(words(values, "when"), seat, words(values, "choice"))
    raise BadRequest(f"{name!r} is no act of a poker table.")


def _play(verb: str, seat: int, values: dict[str, Any]) -> acts.Play:
    if verb == "draw":
        chosen = [name.removeprefix("place-") for name in values if name.startswith("place-")]
        if not all(place.isdecimal() and len(place) < 3 for place in chosen):
            raise BadRequest("The cards to be thrown away are named by their places.")
        return acts.Play(seat, verb, places=tuple(sorted(int(place) for place in chosen)))
    if verb in ("bet", "raise"):
        return acts.Play(seat, verb, to=integer(values, "to") if "to" in values else cents_of(values, "cents"))
    return acts.Play(seat, verb, to=integer(values, "to", 0))
