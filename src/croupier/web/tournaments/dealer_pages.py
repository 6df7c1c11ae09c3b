"""The dealer's screen of a keyed tournament table: the cash room's page, every key an act of the event."""

from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.keeper import Done
from croupier.house.tournaments.poker.live.keyed_table import KeyedTable
from croupier.house.tournaments.poker.rulings import declared, irregularities, preview, rulings_on
from croupier.house.tournaments.poker.state import Felt
from croupier.poker.rulings.facts import CENTS
from croupier.rounds import refusal
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    command_of,
    floor_of,
    integer,
    required,
    show,
    words,
)
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import refused_status
from croupier.web.poker.dealer.pages import PARTS, cards_in, drawn_ruling, pieces, said
from croupier.web.tournaments.dealer_view import dealer_page, tapped_seat
from croupier.web.tournaments.structure_input import chips_of

pages = Pages()
TABLE = "/poker-tournaments/{tournament}/tables/{number}"
NUMBER_MAX = 2**31
VERBS = ("fold", "check", "call", "bring-in", "muck")


async def screen(
    request: Request, who: Person, name: str, number: int, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    view = await dealer_page(floor_of(request), name, number, who)
    return show(
        request, "poker_dealer.html", refused_status(wrong), me=view.me, v=view, wrong=wrong, default_theme="dark"
    )


@pages.websocket(TABLE + "/dealing")
async def dealing_live(socket: WebSocket, tournament: str, number: int, entry: int = 0) -> None:
    floor = floor_of(socket)
    told: dict[str, Any] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        if who is None:
            raise Refused("Nobody is signed in.")
        view = await dealer_page(floor, tournament, number, who)
        told["clock"] = view.clock_ms
        told["title"] = f"{view.asks} · {view.title} {view.table}"
        return view.entry, pieces(view)

    topics = (f"tournament:{tournament}",)
    await sockets.follow(socket, floor, topics, fragments, extra=lambda: told, act="event.deal", shown=entry)


@pages.post(TABLE + "/dealing")
async def key(request: Request, tournament: str, number: int) -> Response:
    """One key of the dealer; the answer is the screen as it then stands."""
    floor, who = floor_of(request), await required(request, "event.deal")
    floor.acts.check(who.badge)
    values = await body(request)
    await _felt(floor, tournament, number)
    if words(values, "act") == "call-floor":
        await floor.poker_tournaments.dealers.call_floor(who, tournament, number, command_of(request, values) or None)
        return Response(guard.as_json({"said": "The floor is called"}), media_type="application/json")
    done = await _keyed(floor, who, tournament, number, values, command_of(request, values) or None)
    view = await dealer_page(floor, tournament, number, who)
    found = {"entry": view.entry, "fragments": pieces(view), "said": view.asks, "keyed": done.acts}
    return Response(guard.as_json(found), media_type="application/json")


async def _felt(floor: Floor, name: str, number: int) -> Felt:
    if not 0 < number < NUMBER_MAX:
        raise NotFound(f"There is no table {number}.")
    return (await floor.poker_tournaments.live(name)).game.felt(number)


async def _keyed(
    floor: Floor, who: Person, name: str, number: int, values: dict[str, Any], command: str | None
) -> Done:
    desk, act = floor.poker_tournaments, words(values, "act")
    if act == "deal":
        return await desk.deal(who, name, number, command)
    if act == "undo":
        return await desk.dealers.take_back(who, name, number, command)
    if act == "declare":
        felt = (await desk.live(name)).game.felt(number)
        when, choice = words(values, "when", most=80), words(values, "choice", most=80)
        return await desk.rule(who, name, number, when, 0, choice, facts_of(felt, when, values), command)
    made = _act(KeyedTable((await desk.live(name)).game, number), who, number, values)
    seen = integer(values, "number", 0) or None
    return await desk.dealers.key(who, name, made, seen, command)


def _act(table: KeyedTable, who: Person, number: int, values: dict[str, Any]) -> acts.Any:
    """What a key of the dealer's screen means."""
    name, seat = words(values, "act"), integer(values, "seat", 0)
    here: dict[str, Any] = {"at_us": 0, "table": number}
    if name == "push":
        return acts.Push(**here)
    if name == "down":
        return acts.Dealt(**here, seat=-1)
    if name == "key":
        return acts.Dealt(**here, seat=seat, cards=cards_in(values))
    if name in ("clock", "expire"):
        return acts.Timed(**here, role=who.role, up=name == "expire")
    here["name"] = table.name_at(seat)
    if name in VERBS:
        return acts.Play(**here, verb=name)
    if name == "show":
        return acts.Play(**here, verb="show", cards=cards_in(values) if "cards" in values else ())
    if name == "draw":
        return acts.Play(**here, verb="draw", amount=integer(values, "count"))
    if name in ("bet", "raise") and "to" in values:  # a size of the limit as it is
        return acts.Play(**here, verb="raise", amount=integer(values, "to"))
    if name in ("bet", "raise"):  # a player's own size as he said it, which the book brings to a proper one
        return acts.Say(**here, says=name, amount=chips_of(words(values, "cents"), "Chips"))
    if name == "all-in":
        return acts.Say(**here, says="all-in")
    if name == "say":
        return acts.Say(**here, **said(values, lambda text: chips_of(text, "Chips")))
    raise BadRequest(f"{name!r} is no key of a tournament dealer's screen.")


def facts_of(felt: Felt, when: str, values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a form as facts of an irregularity, the chosen ruling aside; amounts are chips."""
    kinds = {fact.name: fact.kind for one in irregularities(felt) if one.when == when for fact in one.asks}
    found: dict[str, Any] = {}
    for field, value in values.items():
        name = field.removeprefix("fact-")
        if field.startswith("fact-") and name != "choice" and isinstance(value, str) and value.strip():
            found[name] = chips_of(value, "Chips") if kinds.get(name) == CENTS else value.strip()
    return found


@pages.get(TABLE + "/ruling")
async def ruling(request: Request, tournament: str, number: int) -> HTMLResponse:
    """What an irregularity must be told, and once it has been: the ruling, with every chip that would move."""
    floor, who = floor_of(request), await required(request, "event.deal")
    values: dict[str, Any] = dict(request.query_params)
    felt = await _felt(floor, tournament, number)
    when = words(values, "when", most=80)
    chosen = next((one for one in irregularities(felt) if one.when == when), None)
    view = await dealer_page(floor, tournament, number, who)
    if chosen is None:
        return drawn_ruling(view, values)
    try:
        act = declared(felt, who.role, when, 0, words(values, "choice", most=80), facts_of(felt, when, values))
        choices = rulings_on(felt, when) if act.choice else ()
        return drawn_ruling(view, values, chosen, preview(felt, act), choices, say=_signed)
    except refusal.Refused as refused:
        return drawn_ruling(view, values, chosen, wrong=refused)


def _signed(chips: int) -> str:
    return f"{chips:+,}"


@pages.get(TABLE + "/seat")
async def seat(request: Request, tournament: str, number: int) -> HTMLResponse:
    """What a tap on a seat opens: its chips, and what it did in this hand."""
    floor, who = floor_of(request), await required(request, "event.deal")
    await _felt(floor, tournament, number)
    view = await dealer_page(floor, tournament, number, who)
    sheet = await tapped_seat(floor, tournament, number, integer(dict(request.query_params), "seat"))
    return HTMLResponse(render.macro(PARTS, "seat_sheet", view, sheet=sheet))
