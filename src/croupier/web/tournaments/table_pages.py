"""Tournaments at tables: the list, planning, one tournament live, entering and withdrawing, drawing, ending, paying."""

import asyncio
from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.record.errors import Faulty, Forbidden, NotFound, Refused
from croupier.house.tournaments.table.rules import ORDERS, PASSES, SHOOTERS, Plan
from croupier.rounds import refusal
from croupier.web.kit import render, sockets
from croupier.web.kit.context import (
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    person,
    proof_of,
    required,
    show,
    words,
)
from croupier.web.kit.forms import cents_of, count_of, options_given
from croupier.web.kit.newcomers import arrive, purse_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import own_codes, refused_status
from croupier.web.kit.words import option_title, value_words
from croupier.web.tournaments import table_view as adapt

pages = Pages()
PARTS = "tournament_parts.html"
ACTS = {
    "withdraw": "cage.own",
    "approve": "approval.decide",
    "draw": "tournament.run",
    "end": "tournament.run",
    "go-on": "tournament.run",
    "pay": "tournament.pay",
    "call-off": "tournament.pay",
}


@pages.get("/tournaments")
async def list_page(request: Request) -> HTMLResponse:
    who = await person(request)
    return show(
        request,
        "tournaments.html",
        me=shown_person(who, None),
        cards=await adapt.cards(floor_of(request)),
        houses=dict(adapt.houses(floor_of(request))),
        may_plan=who is not None and who.may("tournament.plan"),
        default_theme="dark",
    )


# ---- planning


@pages.get("/tournaments/new")
async def plan_page(request: Request) -> HTMLResponse:
    who = await required(request, "tournament.plan")
    return await _plan_page(request, who)


async def _plan_page(request: Request, who: Person, wrong: refusal.Refused | None = None) -> HTMLResponse:
    houses = adapt.houses(floor_of(request))
    choices = [choice for choice in await asyncio.to_thread(adapt.choices) if choice.property in dict(houses)]
    given = await body(request) if request.method == "POST" else {}
    chosen = next((choice for choice in choices if choice.key == given.get("game")), choices[0] if choices else None)
    problems: list[str] = []
    if wrong is not None:
        problems = list(wrong.faults) if isinstance(wrong, Faulty) else [wrong.says]
    return show(
        request,
        "tournament_new.html",
        refused_status(wrong),
        me=shown_person(who, None),
        problems=problems,
        given=given,
        houses=houses,
        choices=choices,
        chosen=chosen,
        option_title=option_title,
        value_words=value_words,
        orders=ORDERS,
        shooters=SHOOTERS,
        passes=PASSES,
    )


@pages.post("/tournaments/new")
async def plan(request: Request) -> Response:
    who = await required(request, "tournament.plan")
    values = await body(request)
    if "look" in values:  # the options of another game
        return await _plan_page(request, who)
    name = words(values, "id").strip()
    try:
        fee, prizes = cents_of(values, "fee", "Fee", 0), _shares(values)
        await floor_of(request).tournaments.plan(who, name, _plan(values), fee, prizes, command_of(request, values))
    except refusal.Refused as refused:
        return await _plan_page(request, who, refused)
    return go(f"/tournaments/{name}")


def _plan(values: dict[str, Any]) -> Plan:
    house, _, game = words(values, "game").partition("/")
    return Plan(
        name=words(values, "name").strip() or words(values, "id").strip(),
        property=house,
        game=game,
        chips=cents_of(values, "chips", "Chips at the start", 0),
        least=cents_of(values, "least", "Least wager", 0),
        most=cents_of(values, "most", "Most wager", 0),
        rounds=count_of(values, "rounds", "Rounds"),
        minutes=count_of(values, "minutes", "Minutes"),
        betting_order=words(values, "betting-order"),
        first_shooter=words(values, "first-shooter"),
        dice_pass=words(values, "dice-pass"),
        seats=count_of(values, "seats", "Seats"),
        advance=count_of(values, "advance", "Go on from each table"),
        options=options_given(values),
    )


def _shares(values: dict[str, Any]) -> tuple[int, ...]:
    """`50, 30, 20`: percent of the purse by place."""
    given = words(values, "prizes").replace("%", "").replace(",", " ").split()
    if not all(part.isdecimal() and len(part) < 4 for part in given):
        raise Refused("Prizes are whole percents of the purse by place.", "Write them as 50, 30, 20.")
    return tuple(int(part) for part in given)


# ---- one tournament


@pages.get("/tournaments/{tournament}")
async def tournament_page(request: Request, tournament: str) -> HTMLResponse:
    return await _tournament(request, await person(request), tournament)


async def _tournament(
    request: Request, who: Person | None, name: str, wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    """The page of a tournament; what was refused stands beside the form that asked for it."""
    floor = floor_of(request)
    balance = await asyncio.to_thread(floor.worth, who.badge) if who and who.role == "player" else None
    return show(
        request,
        "tournament.html",
        refused_status(wrong),
        me=shown_person(who, balance),
        v=await adapt.view(floor, who, name),
        wrong=wrong,
        at=at,
        may=who.may if who else lambda act: False,
        demo=floor.demo,
        codes=await own_codes(floor, who),
        default_theme="dark",
    )


@pages.websocket("/tournaments/{tournament}/live")
async def tournament_live(socket: WebSocket, tournament: str) -> None:
    floor = floor_of(socket)
    key = ""

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        nonlocal key
        view = await adapt.view(floor, who, tournament)
        key = view.key
        return 0, {
            "t-figures": render.macro(PARTS, "figures", view),
            "t-tables": render.macro(PARTS, "tables", view),
            "t-entries": render.macro(PARTS, "entries", view),
            "t-prizes": render.macro(PARTS, "prizes", view),
        }

    try:
        standing = await asyncio.to_thread(floor.tournaments.standing, tournament)
    except NotFound:
        await socket.close(sockets.GONE)
        return
    topics = tuple(f"table:{table.table_id}" for table in standing.tables if table.heat is None)
    # The forms of the page hang on the key: with another one the page looks again.
    await sockets.follow(socket, floor, ("floor", *topics), fragments, pace_s=0.5, extra=lambda: {"key": key})


# ---- acting


@pages.post("/tournaments/{tournament}/enter")
async def enter(request: Request, tournament: str) -> Response:
    """A visitor becomes a guest with demo chips, where there are any, and enters."""
    floor, path = floor_of(request), f"/tournaments/{tournament}"
    standing = await asyncio.to_thread(floor.tournaments.standing, tournament)
    arrival = await arrive(request, floor, standing.tournament.plan.property, path, demo=True)
    await purse_of(floor, arrival.who, standing.tournament.plan.property, demo=True)
    values = await body(request)
    try:
        await floor.tournaments.enter(arrival.who, tournament, command_of(request, values))
    except (NotFound, Forbidden):
        raise
    except refusal.Refused as refused:
        if arrival.new:
            raise
        return await _tournament(request, arrival.who, tournament, refused, "enter")
    return arrival.answer(floor, go(path))


@pages.post("/tournaments/{tournament}/{act}")
async def act(request: Request, tournament: str, act: str) -> Response:
    who = await required(request, ACTS.get(act, ""))
    if act not in ACTS:
        raise Refused(f"{act!r} is nothing that is done in a tournament.")
    values = await body(request)
    at = f"{act} {words(values, 'table')}".strip()
    try:
        await _act(request, floor_of(request), who, tournament, act, values)
    except NotFound:
        raise
    except refusal.Refused as refused:
        return await _tournament(request, who, tournament, refused, at)
    return go(f"/tournaments/{tournament}")


async def _act(request: Request, floor: Floor, who: Person, name: str, act: str, values: dict[str, Any]) -> None:
    command = command_of(request, values)
    if act == "withdraw":
        await floor.tournaments.withdraw(who, name, command)
        return
    await asyncio.to_thread(floor.tournaments.standing, name)  # not there: said before a password is looked at
    proof = await proof_of(floor, who.badge, words(values, "password"), words(values, "code"), command)
    if act == "draw":
        seen = integer(values, "stage", 0) if "stage" in values else None
        await floor.tournaments.draw(proof, name, command, seen)
    elif act == "approve":
        await floor.tournaments.approve(proof, name, words(values, "reference"), command)
    elif act == "pay":
        await floor.tournaments.pay(proof, name, command)
    elif act == "call-off":
        await floor.tournaments.call_off(proof, name, words(values, "reason", most=200), command)
    else:
        table = words(values, "table")
        if act == "go-on":
            await floor.tournaments.go_on(proof, name, table, integer(values, "entry", 0))
            return
        await floor.tournaments.end_table(proof, name, table, command)
