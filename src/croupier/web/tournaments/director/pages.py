"""The director's desk of a live tournament, the clock on the wall, and receipts, in a browser."""

import asyncio
from typing import Any

import msgspec
from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse

from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tournaments.poker.prizes import pools
from croupier.rounds import refusal
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import body, floor_of, person, required, show
from croupier.web.kit.forms import cents_of
from croupier.web.kit.links import book_path
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import refused_status
from croupier.web.tournaments.director import deal as deal_view
from croupier.web.tournaments.director import view as adapt
from croupier.web.tournaments.director import wall as wall_view
from croupier.web.tournaments.structure_input import chips_of

pages = Pages()
ROOT = "/poker-tournaments/{tournament}"
PARTS, WALL = "director_parts.html", "wall_parts.html"
FRAGMENTS = (
    "clock",
    "figures",
    "alerts",
    "tables",
    "outs",
    "due",
    "pays",
    "desk_state",
    "reenters",
    "deal_note",
    "sales",
)
NUMBER_MAX = 2**31


# ---- the desk


@pages.get(ROOT + "/desk")
async def desk_page(request: Request, tournament: str) -> HTMLResponse:
    return await desk(request, await required(request, "event.deal"), tournament)


async def desk(
    request: Request, who: Person, name: str, wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    floor = floor_of(request)
    live = await floor.poker_tournaments.live(name)
    if not live.event.plan.live:
        raise NotFound(f"{name} is played on screens.", "It has no director's desk.")
    view = adapt.view(live, floor.house.sources.now_us(), book_path(live.game.asked.book), guard.csrf_of(request))
    typed, asked = await body(request) if wrong else {}, dict(request.query_params)
    how = asked.get("how", "") if asked.get("how", "") in (*pools.WAYS, pools.OWN) else pools.CHIPS
    return show(
        request,
        "director.html",
        refused_status(wrong),
        me=shown_person(who, None),
        v=view,
        deal=_deal(live.game, how, asked),
        receipt=await receipt_asked(request, name),
        wrong=wrong,
        at=at,
        given=typed,
        may=who.may,
    )


def _deal(game: Any, how: str, asked: dict[str, str]) -> deal_view.Deal | None:
    """A stack that was sent as it stood (`was-`) follows the counts; one that was typed is tried as typed."""
    given: dict[str, int] = {}
    stacks: dict[str, int] = {}
    sums: dict[str, int] = {}
    unread = ""
    try:
        given = {key[6:]: chips_of(value, "Stack") for key, value in asked.items() if key.startswith("stack-")}
        stacks = {name: chips for name, chips in given.items() if str(chips) != asked.get(f"was-{name}", "")}
        sums = {key[4:]: cents_of(asked, key, "Sum", 0) for key in asked if key.startswith("sum-")}
    except Refused as refused:
        unread = refused.says
    players = asked.get("players", "")
    count = int(players) if players.isdecimal() and len(players) < 4 else 0
    if count and len(given) != count:  # for another number of players everybody's stack is another
        stacks = {}
    found = deal_view.deal(game, how, stacks, count, sums)
    return msgspec.structs.replace(found, wrong=unread, allowed=False) if found and unread else found


async def receipt_asked(request: Request, name: str) -> Any:
    """What was sold last, as the address says after a sale."""
    number = request.query_params.get("receipt", "")
    if not number.isdecimal() or len(number) >= 10:
        return None
    try:
        return await floor_of(request).poker_tournaments.director.receipt(name, int(number))
    except NotFound:
        return None


@pages.websocket(ROOT + "/desk/live")
async def desk_live(socket: WebSocket, tournament: str) -> None:
    floor, csrf = floor_of(socket), guard.csrf_of(socket)
    told: dict[str, Any] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        live = await floor.poker_tournaments.live(tournament)
        view = adapt.view(live, floor.house.sources.now_us(), book_path(live.game.asked.book), csrf)
        told["state"] = live.game.state
        return view.acts, {f"d-{name}": render.macro(PARTS, name, view) for name in FRAGMENTS}

    topics = (f"tournament:{tournament}",)
    await sockets.follow(socket, floor, topics, fragments, pace_s=0.2, act="event.deal", extra=lambda: dict(told))


# ---- receipts


@pages.get(ROOT + "/receipts/{number}")
async def receipt_page(request: Request, tournament: str, number: int) -> HTMLResponse:
    who = await required(request, "event.register")
    if not 0 < number < NUMBER_MAX:
        raise NotFound(f"{tournament} has no receipt {number}.")
    floor = floor_of(request)
    found = await floor.poker_tournaments.director.receipt(tournament, number)
    live = await floor.poker_tournaments.live(tournament)
    return show(
        request,
        "receipt.html",
        me=shown_person(who, None),
        r=found,
        back="/desk" if who.may("event.deal") and live.event.plan.live else "",
        plan=live.game.plan,
        clause=live.game.asked.clause("registration"),
    )


# ---- the wall


@pages.get(ROOT + "/wall")
async def wall_page(request: Request, tournament: str) -> HTMLResponse:
    await person(request)
    floor = floor_of(request)
    live = await floor.poker_tournaments.live(tournament)
    view = await asyncio.to_thread(wall_view.view, live, floor.house.sources.now_us())
    return show(request, "wall.html", w=view, default_theme="dark")


@pages.websocket(ROOT + "/wall/live")
async def wall_live(socket: WebSocket, tournament: str) -> None:
    floor = floor_of(socket)
    seen: dict[str, Any] = {"level": ""}
    told: dict[str, Any] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        live = await floor.poker_tournaments.live(tournament)
        view = wall_view.view(live, floor.house.sources.now_us())
        told.clear()
        if seen["level"] and seen["level"] != view.title:
            told["say"] = [f"{view.title}. {view.spoken}"]
        seen["level"] = view.title
        return view.acts, {"w-face": render.macro(WALL, "face", view)}

    topics = (f"tournament:{tournament}",)
    await sockets.follow(socket, floor, topics, fragments, pace_s=0.2, extra=lambda: dict(told))
