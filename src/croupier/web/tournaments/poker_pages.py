"""Poker tournaments in a browser: the list of a room, planning, one tournament live, registering, running, paying."""

import asyncio
from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.demo import poker_tournament as demo
from croupier.house.people.persons import Person
from croupier.house.record.errors import Faulty, Forbidden, NotFound
from croupier.house.tournaments.poker import store
from croupier.house.tournaments.poker.plan import BOOK, book_of
from croupier.house.tournaments.poker.prizes.payouts import Search
from croupier.house.tournaments.structure_sheets import pays, sheets
from croupier.rounds import refusal
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    chosen,
    command_of,
    floor_of,
    go,
    person,
    required,
    show,
    words,
)
from croupier.web.kit.forms import cents_of, count_of, named
from croupier.web.kit.newcomers import arrive, purse_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import balance_of, shown_person
from croupier.web.kit.signing import beside, own_codes, proof_for, refused_status, show_form
from croupier.web.tournaments import poker_view as adapt
from croupier.web.tournaments import structure_input as event_sheet
from croupier.web.tournaments.decisions import LIVE, RIGHTS, RUN, carry_out
from croupier.web.tournaments.director import pages as director_pages
from croupier.web.tournaments.director.input import decision_of
from croupier.web.tournaments.structure_input import chips_of

pages = Pages()
PARTS = "poker_tournament_parts.html"
ROOT = "/poker-tournaments"
# What the staff do on the page of a tournament, and what it takes.
ACTS = {
    "register": "event.register",
    "withdraw": "event.register",
    "rebuy": "event.register",
    "add-on": "event.register",
    "cash-out": "event.register",
    "start": "tournament.run",
    "arrange": "event.deal",
    "clock": "tournament.run",
    "penalty": "tournament.run",
    "away": "tournament.run",
    "window": "tournament.run",
    "agree": "tournament.run",
    "cancel": "tournament.run",
    # of a live tournament
    "walk-in": "event.register",
    "confirm": "tournament.run",
    "undo": "tournament.run",
    **{what: RIGHTS.get(what, RUN) for what in LIVE},
}
OWN = ("withdraw", "rebuy", "add-on", "back")  # what the clerk of a demonstration does for a player who asks
AGREE = "agree"  # what every player does for himself
STEPS = {
    "check": "prize.check",
    "manage": "prize.intercept",
    "escort": "prize.escort",
    "receive": "prize.receive",  # at a live tournament staff see the patron sign
}
GUEST = "guest-"


# ---- the list


@pages.get(ROOT)
async def list_page(request: Request, house: str = "") -> HTMLResponse:
    who = await person(request)
    floor = floor_of(request)
    rooms = floor.houses_with(BOOK)
    place = chosen(rooms, house, "That property has no poker tournaments.")
    intercepts = None
    if who is not None and who.may("prize.read"):
        intercepts = await asyncio.to_thread(_intercepts, floor, place)
    return show(
        request,
        "poker_tournaments.html",
        me=shown_person(who, await balance_of(floor, who)),
        house=place,
        rooms=tuple(rooms.items()),
        cards=await adapt.cards(floor, place, who),
        intercepts=intercepts,
        may_plan=who is not None and who.may("tournament.plan"),
        default_theme="dark",
    )


def _intercepts(floor: Floor, place: str) -> dict[str, list[Any]]:
    """Prizes from which money was withheld: of today, and those that left nothing."""
    payouts = floor.poker_tournaments.payouts
    with floor.house.storage.reading() as conn:
        today = payouts.intercepts(conn, place, floor.house.sources.now_us())
        return {"accounting": today, "tracking": payouts.tracked(conn, place)}


@pages.websocket(f"{ROOT}/live")
async def list_live(socket: WebSocket, house: str) -> None:
    floor = floor_of(socket)

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        return 0, {"e-cards": render.macro(PARTS, "cards", await adapt.cards(floor, house, who))}

    await sockets.follow(socket, floor, ("floor",), fragments, pace_s=1.0)


# ---- planning


@pages.get(f"{ROOT}/new")
async def plan_page(request: Request) -> HTMLResponse:
    return await _plan_page(request, await required(request, "tournament.plan"))


async def _plan_page(request: Request, who: Person, wrong: refusal.Refused | None = None) -> HTMLResponse:
    problems: list[str] = []
    if wrong is not None:
        problems = list(wrong.faults) if isinstance(wrong, Faulty) else [wrong.says]
    rooms = floor_of(request).houses_with(BOOK)
    given = await body(request) if wrong else {}
    first = chosen(rooms, "", "No property of this house has poker tournaments.")
    place = str(given.get("property", first))
    book = book_of(place if place in rooms else first)
    return show(
        request,
        "poker_tournament_new.html",
        refused_status(wrong),
        me=shown_person(who, None),
        problems=problems,
        given=given,
        rooms=tuple(rooms.items()),
        book=book,
        forms=await asyncio.to_thread(adapt.forms, book.property),
        sheets=sheets(),
        pays=pays(),
    )


@pages.post(f"{ROOT}/new")
async def plan(request: Request) -> Response:
    who = await required(request, "tournament.plan")
    values = await body(request)
    name = words(values, "id").strip()
    try:
        made, options = event_sheet.plan_of(values), event_sheet.options_of(values)
        command = command_of(request, values) or None
        await floor_of(request).poker_tournaments.plan(who, name, made, options, command)
    except refusal.Refused as refused:
        if isinstance(refused, Forbidden):
            raise
        return await _plan_page(request, who, refused)
    return go(f"{ROOT}/{name}")


# ---- one tournament


@pages.get(ROOT + "/{tournament}")
async def event_page(request: Request, tournament: str) -> HTMLResponse:
    return await _event(request, await person(request), tournament)


async def _event(
    request: Request, who: Person | None, name: str, wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    """The page of a tournament; what was refused stands beside the form that asked for it, with what was typed."""
    floor = floor_of(request)
    view = await adapt.view(floor, who, name)
    badge = who.badge if who is not None else ""
    return await show_form(
        request,
        "poker_tournament.html",
        who,
        wrong,
        at,
        me=shown_person(who, await balance_of(floor, who)),
        v=view,
        may=who.may if who else lambda act: False,
        demo=floor.demo,
        guest=badge.startswith(GUEST),
        codes=await own_codes(floor, who),
        receipt=await director_pages.receipt_asked(request, name) if who and who.may("event.register") else None,
        default_theme="dark",
    )


@pages.websocket(ROOT + "/{tournament}/live")
async def event_live(socket: WebSocket, tournament: str) -> None:
    floor = floor_of(socket)
    told: dict[str, Any] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view = await adapt.view(floor, who, tournament)
        told["key"] = view.key
        names = ("figures", "tables", "places", "outs", "levels", "due")
        return view.acts, {f"e-{name}": render.macro(PARTS, name, view) for name in names}

    # The forms of the page hang on the key: with another one the page looks again.
    topics = (f"tournament:{tournament}",)
    await sockets.follow(socket, floor, topics, fragments, pace_s=0.5, extra=lambda: dict(told))


# ---- players


@pages.post(ROOT + "/{tournament}/enter")
async def enter(request: Request, tournament: str) -> Response:
    """In a demonstration its clerk registers whoever asks, a visitor with demo chips; elsewhere the desk does."""
    floor, path = floor_of(request), f"{ROOT}/{tournament}"
    desk = floor.poker_tournaments
    live = await desk.live(tournament)
    arrival = await arrive(request, floor, live.event.property, path, demo=True)
    who = arrival.who
    command = command_of(request, await body(request)) or None
    await purse_of(floor, who, live.event.property, demo=True)
    try:
        await demo.asked(desk, who, tournament, "enter", command, here=floor.demo)
    except (NotFound, Forbidden):
        raise
    except refusal.Refused as refused:
        return arrival.answer(floor, await _event(request, who, tournament, refused, "enter"))
    seat = (await desk.live(tournament)).game.players[who.badge]
    return arrival.answer(floor, go(f"{path}/tables/{seat.table}" if live.game.started_us else path))


@pages.post(ROOT + "/{tournament}/own/{act}")
async def own(request: Request, tournament: str, act: str) -> Response:
    """A player agrees to a division of the prizes; or what one of a demonstration asks of its clerk: out again, a
    rebuy, an add-on; or that he is back."""
    who = await required(request, "event.play")
    if act not in (*OWN, AGREE):
        raise BadRequest(f"{act!r} is nothing that a player asks for here.")
    floor, values = floor_of(request), await body(request)
    desk, command = floor.poker_tournaments, command_of(request, values) or None
    game = (await desk.live(tournament)).game
    try:
        if act == AGREE:
            await desk.consent(who, tournament, command)
        else:
            await demo.asked(desk, who, tournament, act, command, here=floor.demo)
    except (NotFound, Forbidden):
        raise
    except refusal.Refused as refused:
        return await _event(request, who, tournament, refused, f"own {act}")
    seat = game.players.get(who.badge)
    if act == "back" and seat is not None and seat.table:
        return go(f"{ROOT}/{tournament}/tables/{seat.table}")
    return go(f"{ROOT}/{tournament}")


# ---- the staff


@pages.post(ROOT + "/{tournament}/{act}")
async def act(request: Request, tournament: str, act: str) -> Response:
    who = await required(request, ACTS.get(act, ""))
    if act not in ACTS:
        raise BadRequest(f"{act!r} is nothing that is done in a tournament.")
    floor, values = floor_of(request), await body(request)
    await floor.poker_tournaments.live(tournament)  # not there: said before anything is read
    at_desk = bool(values.get("desk")) and who.may("event.deal")
    try:
        with named():
            receipt = await _act(floor, who, tournament, act, values, command_of(request, values) or None)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        back = director_pages.desk if at_desk else _event
        return await back(request, who, tournament, refused, act)
    if request.headers.get("content-type", "").startswith("application/json"):
        acts = (await floor.poker_tournaments.live(tournament)).event.acts
        return Response(guard.as_json({"acts": acts, "receipt": receipt}), media_type="application/json")
    return go(f"{ROOT}/{tournament}{'/desk' if at_desk else ''}{f'?receipt={receipt}' if receipt else ''}")


async def _act(floor: Floor, who: Person, name: str, act: str, values: dict[str, Any], command: str | None) -> int:
    """Carry out what a form asks for; the number of a receipt, where one is given."""
    desk = floor.poker_tournaments
    patron = words(values, "patron", most=120).strip()
    if act == "register":
        await desk.register(who, name, patron, words(values, "card", most=120), command)
        return (await desk.live(name)).game.bought_last(patron)
    if act == "walk-in":
        called, card = words(values, "name", most=80), words(values, "card", most=120)
        return (await desk.director.walk_in(who, name, called, card, command)).number
    if act in ("rebuy", "add-on"):
        held = chips_of(words(values, "held"), "Chips") if words(values, "held").strip() else None
        await desk.rebuy(who, name, patron, add_on=act == "add-on", held=held, command=command)
        return (await desk.live(name)).game.bought_last(patron)
    if act == "withdraw":
        await desk.withdraw(who, name, patron, command)
    elif act == "start":
        await desk.start(who, name, command)
    elif act == "arrange":
        await desk.arrange(who, name, command)
    elif act == "confirm":
        await desk.director.confirm(who, name, words(values, "key", most=40), command)
    elif act == "undo":
        await desk.director.undo(who, name, count_of(values, "number", "Act"), command)
    else:
        await carry_out(desk, who, name, decision_of(act, patron, values), command)
    return 0


# ---- prizes


@pages.post(ROOT + "/{tournament}/prizes/{number}/{step}")
async def sign(request: Request, tournament: str, number: int, step: str) -> Response:
    if step not in STEPS:
        await required(request, "")
        raise BadRequest(f"{step!r} is no signature of a prize.")
    payouts = floor_of(request).poker_tournaments.payouts
    who = await required(request, await asyncio.to_thread(payouts.right, tournament, step))
    values = await body(request)
    try:
        await _sign(request, who, tournament, number, step, values)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _event(request, who, tournament, refused, f"{step} {number}")
    return go(f"{ROOT}/{tournament}#prizes")


async def _sign(request: Request, who: Person, name: str, number: int, step: str, values: dict[str, Any]) -> None:
    floor, command = floor_of(request), command_of(request, values)
    desk = floor.poker_tournaments
    with floor.house.storage.reading() as conn:  # not there: said before a password is looked at
        if not 0 < number < 2**31:
            raise NotFound(f"{name} has no prize {number}.")
        store.prize(conn, name, number)
    if step == "receive" and floor.demo and who.badge.startswith(GUEST):
        await demo.received(floor.house, desk, name, number, who.badge, command)
        return
    proof = await proof_for(request, who.badge, values)
    if step == "check":
        await desk.payouts.check(proof, name, number, _search(values), command or None)
    else:
        await desk.payouts.sign(proof, name, number, step, _stated(values), command or None)


def _search(values: dict[str, Any]) -> Search:
    return Search(
        identification=words(values, "identification", most=120),
        card=words(values, "card", most=120),
        searched=bool(words(values, "searched", most=4)),
        claim=words(values, "claim", most=120).strip(),
        withhold=cents_of(values, "withhold", "To withhold", 0),
    )


def _stated(values: dict[str, Any]) -> dict[str, Any]:
    return {
        "reason": words(values, "reason", most=200),
        "claim": words(values, "claim", most=120),
        "initials": words(values, "initials", most=20),
        "told": [word for word in ("security", "surveillance") if values.get(f"told-{word}")],
        "w2g": bool(values.get("w2g")),
    }
