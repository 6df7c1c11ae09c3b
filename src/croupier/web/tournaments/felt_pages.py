"""A table of a poker tournament in a browser: the felt, a player's decisions, what a dealer deals and keys."""

from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.equipment.cards import parse_card
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.keeper import Done
from croupier.rounds import refusal
from croupier.web.felt import oval
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    person,
    required,
    show,
    words,
)
from croupier.web.kit.forms import cents_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import beside, refused_status
from croupier.web.poker.announcements import Told
from croupier.web.tournaments import dealer_pages
from croupier.web.tournaments import felt_view as adapt
from croupier.web.tournaments.dealer_view import deals_here

pages = Pages()
TABLE = "/poker-tournaments/{tournament}/tables/{number}"
PARTS, POKER = "poker_tournament_parts.html", "poker_parts.html"
VERBS = {"fold": "fold", "check": "check", "call": "call", "bet": "raise", "raise": "raise"} | {
    "bring-in": "bring-in",
    "draw": "draw",
    "show": "show",
    "muck": "muck",
    "bank": "time-bank",
}
NUMBER_MAX = 2**31


@pages.get(TABLE)
async def table_page(request: Request, tournament: str, number: int) -> HTMLResponse:
    who = await person(request)
    live = await floor_of(request).poker_tournaments.live(tournament)
    if who is not None and deals_here(live, number, who):
        return await dealer_pages.screen(request, who, tournament, number)
    return await _page(request, who, tournament, number)


async def _page(
    request: Request, who: Person | None, name: str, number: int, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    view, corner = await adapt.view(floor_of(request), name, number, who)
    return show(
        request,
        "poker_event_table.html",
        refused_status(wrong),
        me=view.me,
        v=view,
        c=corner,
        number=number,
        wrong=wrong,
        felt=oval.picture(view, oval.WIDE, "p-desk", "poker-felt wide"),
        tall=oval.picture(view, oval.TALL, "p-tall", "poker-felt tall"),
        default_theme="dark",
    )


@pages.websocket(TABLE + "/live")
async def table_live(socket: WebSocket, tournament: str, number: int, phone: int = 0, entry: int = 0) -> None:
    floor, csrf = floor_of(socket), guard.csrf_of(socket)
    told = Told()

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view, corner = await adapt.view(floor, tournament, number, who)
        told.view = view
        told.more = {"moved": corner.moved}
        drawn = oval.felt(view, oval.TALL, "p-tall") if phone else oval.felt(view, oval.WIDE, "p-desk")
        return view.entry, {
            "p-tall" if phone else "p-desk": drawn,
            "p-hand": render.macro(POKER, "hand_number", view),
            "p-status": render.macro(POKER, "status", view),
            "p-act": render.macro(POKER, "actions", view, csrf),
            "p-log": render.macro(POKER, "log", view),
            "p-corner": render.macro(PARTS, "corner", corner, csrf),
            "p-chips": render.macro(PARTS, "own_chips", corner),
            "p-deal": render.macro(PARTS, "dealing", view, corner, csrf),
        }

    await sockets.follow(socket, floor, (f"tournament:{tournament}",), fragments, extra=told.extra, shown=entry)


@pages.post(TABLE + "/act")
async def act(request: Request, tournament: str, number: int) -> Response:
    floor, values = floor_of(request), await body(request)
    name, patron = words(values, "act", most=20), words(values, "patron", most=120)
    who = await required(request)
    keyed = name in ("deal", "cards", "push") or (patron and patron != who.badge)
    who = await required(request, "event.deal" if keyed else "event.play")
    floor.acts.check(who.badge)
    try:
        done = await _perform(floor, who, tournament, number, name, values, command_of(request, values) or None)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, tournament, number, refused)
    if request.headers.get("content-type", "").startswith("application/json"):
        return Response(guard.as_json({"entry": done.acts}), media_type="application/json")
    return go(TABLE.format(tournament=tournament, number=number))


async def _perform(
    floor: Floor, who: Person, name: str, number: int, act: str, values: dict[str, Any], command: str | None
) -> Done:
    desk = floor.poker_tournaments
    if not 0 < number < NUMBER_MAX:
        raise NotFound(f"There is no table {number}.")
    await desk.live(name)
    if act == "deal":
        return await desk.deal(who, name, number, command)
    if act == "push":
        return await desk.do(who, name, acts.Push(at_us=0, table=number), command)
    if act == "cards":
        fallen = acts.Dealt(at_us=0, table=number, seat=integer(values, "seat", -1), cards=_typed(values))
        return await desk.do(who, name, fallen, command)
    if act not in VERBS:
        raise BadRequest(f"{act!r} is no act of a poker hand.")
    patron = words(values, "patron", most=120)
    turn = integer(values, "number", 0) or None
    cards: tuple[int, ...] = ()
    to = 0
    if act in ("bet", "raise"):
        to = integer(values, "to") if "to" in values else _chips(values)
    elif act == "draw":
        cards = await _discards(floor, who, name, number, values)
    elif act == "show":
        cards = _typed(values)
    return await desk.play(who, name, number, VERBS[act], to, cards, patron=patron, command=command, turn=turn)


def _typed(values: dict[str, Any]) -> tuple[int, ...]:
    """Real cards as a dealer types them: Ks 7h 2c."""
    try:
        return tuple(parse_card(text) for text in words(values, "cards", most=40).split())
    except ValueError as error:
        raise Refused(str(error)) from None


def _chips(values: dict[str, Any]) -> int:
    """The field of a bet takes whole chips."""
    whole, rest = divmod(cents_of(values, "cents"), adapt.CENTS)
    if rest:
        raise Refused("Chips are whole.", "Write a whole number.")
    return whole


async def _discards(floor: Floor, who: Person, name: str, number: int, values: dict[str, Any]) -> tuple[int, ...]:
    """The places that were ticked, as cards of the player's own hand."""
    view, _ = await adapt.view(floor, name, number, who)
    held = dict(view.draws)
    chosen = [key.removeprefix("place-") for key in values if key.startswith("place-")]
    if not all(place.isdecimal() and int(place) in held for place in chosen if len(place) < 3):
        raise BadRequest("The cards to be thrown away are named by their places.")
    return tuple(parse_card(held[int(place)]) for place in sorted(chosen))
