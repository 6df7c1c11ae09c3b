"""One's own account, history and credit; the staff list."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.permissions import ROLES
from croupier.house.people.persons import Person
from croupier.house.people.second_factor import Shown
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tables.round_index import found_rounds
from croupier.rounds import refusal
from croupier.web.kit import guard
from croupier.web.kit.context import Floor, body, floor_of, go, required, show, words
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, refused_status

pages = APIRouter(include_in_schema=False)


# ---- one's own


@pages.get("/account")
async def account(request: Request) -> HTMLResponse:
    return await account_page(request, await required(request))


async def account_page(
    request: Request, who: Person, new_token: str = "", new_factor: Shown | None = None
) -> HTMLResponse:
    """One's own page; what was just made is shown on it once."""
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        sessions = floor.house.people.sessions(conn, who.badge)
    return show(
        request,
        "account.html",
        me=shown_person(who, None),
        who=who,
        sessions=sessions,
        factor=await asyncio.to_thread(floor.house.second_factor.standing, who.badge),
        new_factor=new_factor,
        new_token=new_token,
        error="",
        default_theme="light",
    )


@pages.post("/account/password")
async def password(request: Request) -> Response:
    await guard.check_forgery(request)
    who = await required(request)
    floor = floor_of(request)
    values = await body(request)
    await asyncio.to_thread(floor.house.people.set_password, who.badge, words(values, "old"), words(values, "new"))
    return go("/sign-in")


@pages.post("/account/token")
async def token(request: Request) -> HTMLResponse:
    """A token for a program: shown once, and never again. It takes the password, so no token makes another."""
    await guard.check_forgery(request)
    who = await required(request)
    floor = floor_of(request)
    values = await body(request)
    await asyncio.to_thread(floor.house.people.prove, who.badge, words(values, "password"))
    made = await asyncio.to_thread(floor.house.people.new_token, who.badge, words(values, "label", "program")[:60])
    return await account_page(request, who, new_token=made)


@pages.post("/account/end")
async def end_session(request: Request) -> Response:
    await guard.check_forgery(request)
    who = await required(request)
    values = await body(request)
    await asyncio.to_thread(
        floor_of(request).house.people.end_session, who, words(values, "badge") or who.badge, words(values, "handle")
    )
    return go("/account" if not values.get("badge") else f"/people/{words(values, 'badge')}")


@pages.get("/history")
async def history(request: Request) -> HTMLResponse:
    who = await required(request)
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        rounds = found_rounds(conn, patron=who.badge, limit=100)
        try:
            lines = floor.house.ledger.newest(conn, f"patron:{who.badge}")
        except NotFound:
            lines = []
    return show(request, "history.html", me=shown_person(who, None), rounds=rounds, lines=lines, default_theme="light")


# ---- the staff list


def _factor_roles(floor: Floor) -> tuple[str, ...]:
    with floor.house.storage.reading() as conn:
        return floor.house.people.factors.roles(conn)


@pages.get("/people")
async def people(request: Request, role: str = "") -> HTMLResponse:
    return await _people(request, await required(request, "people.read"), role)


async def _people(
    request: Request,
    who: Person,
    role: str = "",
    made: str = "",
    badge: str = "",
    wrong: refusal.Refused | None = None,
) -> HTMLResponse:
    """The staff list; a new person's password is shown once, a refusal beside the form with what was typed."""
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        found = floor.house.people.everybody(conn, role or None, guests=False)
    return show(
        request,
        "people.html",
        refused_status(wrong),
        me=shown_person(who, None),
        people=found,
        roles=ROLES,
        factor_roles=_factor_roles(floor),
        role=role,
        may=who.may("people.manage"),
        password=made,
        badge=badge,
        wrong=wrong,
        given=await body(request) if wrong else {},
        default_theme="light",
    )


@pages.post("/people")
async def add_person(request: Request) -> HTMLResponse:
    await guard.check_forgery(request)
    who = await required(request, "people.manage")
    add = floor_of(request).house.people.add
    values = await body(request)
    badge = words(values, "badge")
    try:
        made = await asyncio.to_thread(add, who, badge, words(values, "name"), words(values, "role"))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _people(request, who, wrong=refused)
    return await _people(request, who, made=made, badge=badge)


@pages.get("/people/{badge}")
async def person_page(request: Request, badge: str) -> HTMLResponse:
    who = await required(request, "people.read")
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        found = floor.house.people.get(conn, badge)
        sessions = floor.house.people.sessions(conn, badge)
        logged = floor.house.people.logged(conn, by=badge, limit=50)
        factor = floor.house.people.factors.find(conn, badge)
    return show(
        request,
        "person.html",
        me=shown_person(who, None),
        person=found,
        sessions=sessions,
        logged=logged,
        factor=factor is not None,
        roles=ROLES,
        may=who.may("people.manage"),
        password="",
        default_theme="light",
    )


@pages.post("/people/{badge}/{act}")
async def change_person(request: Request, badge: str, act: str) -> Response:
    await guard.check_forgery(request)
    who = await required(request, "people.manage")
    people_ = floor_of(request).house.people
    values = await body(request)
    if act == "role":
        await asyncio.to_thread(people_.set_role, who, badge, words(values, "role"))
    elif act in ("dismiss", "reinstate"):
        await asyncio.to_thread(people_.set_active, who, badge, act == "reinstate")
    elif act == "reset-factor":
        await asyncio.to_thread(floor_of(request).house.second_factor.reset, who, badge)
    elif act == "reset":
        made = await asyncio.to_thread(people_.reset_password, who, badge)
        with floor_of(request).house.storage.reading() as conn:
            found = people_.get(conn, badge)
        return show(
            request,
            "person.html",
            me=shown_person(who, None),
            person=found,
            sessions=[],
            logged=[],
            factor=False,
            roles=ROLES,
            may=True,
            password=made,
            default_theme="light",
        )
    else:
        raise Refused(f"{act!r} is nothing that is done to a person.")
    return go(f"/people/{badge}")
