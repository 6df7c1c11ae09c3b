"""First day, and the house afterwards: each part a form, signed, through the desk that a file goes through too."""

import asyncio
import functools
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from croupier.house.people.permissions import ROLES
from croupier.house.people.persons import Person
from croupier.house.people.profile import chip_sets, profile
from croupier.house.plan.changes import PARTS, in_words
from croupier.house.plan.staff import ADD
from croupier.house.plan.staff import in_words as staff_words
from croupier.house.plan.staff_desk import Change
from croupier.house.plan.writing import to_toml
from croupier.house.record.errors import Refused
from croupier.rounds import refusal
from croupier.web.house import forms
from croupier.web.house import view as adapt
from croupier.web.house.view import TITLES
from croupier.web.kit.context import Floor, body, command_of, floor_of, go, required, words
from croupier.web.kit.files import kept_as
from croupier.web.kit.forms import table_asked
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import beside, own_codes, proof_for, show_form

pages = Pages()
PLAN_MAX = 60_000


@pages.get("/first-day")
async def first_day(request: Request) -> HTMLResponse:
    return await _page(request, await required(request, "house.plan"))


@pages.get("/house")
async def house_page(request: Request) -> HTMLResponse:
    return await _page(request, await required(request, "house.confirm"))


async def _page(
    request: Request,
    who: Person,
    said: str = "",
    passwords: dict[str, str] | None = None,
    wrong: refusal.Refused | None = None,
    at: str = "",
) -> HTMLResponse:
    """The page; what was done stands on top, what was refused beside its form with what was typed."""
    floor = floor_of(request)
    return await show_form(
        request,
        "house.html",
        who,
        wrong,
        at,
        v=await asyncio.to_thread(adapt.shown, floor, who),
        may=who.may("house.plan"),
        confirms=who.may("house.confirm"),
        roles=ROLES,
        said=said,
        passwords=passwords or {},
        codes=await own_codes(floor, who),
        **await asyncio.to_thread(adapt.changes, floor),
    )


@pages.get("/house/plan.toml")
async def plan(request: Request) -> Response:
    """The house as a file that sets it up elsewhere."""
    await required(request, "house.plan")
    text = to_toml(await asyncio.to_thread(floor_of(request).house_desk.plan))
    headers = kept_as("plan.toml")
    return PlainTextResponse(text, headers=headers, media_type="application/toml")


@pages.get("/house/{part}")
async def part_of(request: Request, part: str) -> Response:
    """The address of a form that was sent, opened again: its part of the page."""
    who = await required(request, "house.confirm")
    return go(f"/{'first-day' if who.may('house.plan') else 'house'}#{part if part in TITLES else ''}")


@pages.post("/house/{part}")
async def decide(request: Request, part: str) -> HTMLResponse:
    """One part of the house: decided where nobody else may confirm, proposed otherwise."""
    who = await required(request, "house.plan")
    floor, values = floor_of(request), await body(request)
    try:
        said, passwords = await _decided(request, floor, who, part, values)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, wrong=refused, at=part)
    return await _page(request, who, said, passwords)


async def _decided(
    request: Request, floor: Floor, who: Person, part: str, values: dict[str, Any]
) -> tuple[str, dict[str, str]]:
    """What was done in words, and one-time passwords that it made."""
    command = command_of(request, values)
    if part == "tables":
        asked = table_asked(values)
        await floor.pit.add_table(who, *asked, command)
        return f"Table {asked.id} stands in {asked.pit}.", {}
    if part not in ("people", "plan", *PARTS):
        raise Refused(f"{part!r} is no part of a house.", f"There are {', '.join(PARTS)}, tables, people and plan.")
    signed = functools.partial(proof_for, request, who.badge, values)
    if part == "people":
        change = Change(ADD, *(words(values, name) for name in ("badge", "role", "name", "property")))
        added = await floor.staff_desk.add(who, change, signed, command)
        if added.document is None:
            return f"Patron {change.badge} is here.", {change.badge: added.password}
        if added.password:
            return f"Badge {change.badge} is here and confirms what you propose from now on.", {
                change.badge: added.password
            }
        return f"{added.document.title} waits for a second person: {staff_words(added.document)}.", {}
    proof = await signed()
    if part == "plan":
        found = await asyncio.to_thread(floor.house_desk.read, words(values, "plan", most=PLAN_MAX))
        done = await floor.house_desk.set_up(found, proof)
        return f"{found.profile.name} is set up: {done.tables} tables, {done.people} people.", done.passwords
    document = await floor.house_desk.propose(
        proof, part, await asyncio.to_thread(_value, floor, part, values), command
    )
    if document.state == "confirmed":
        return f"Decided: {in_words(document)}.", {}
    return f"{document.title} waits for a second person: {in_words(document)}.", {}


def _value(floor: Floor, part: str, values: dict[str, Any]) -> dict[str, Any]:
    """What a form decides, as the plan says it."""
    with floor.house.storage.reading() as conn:
        now, sets = profile(conn), chip_sets(conn)
    match part:
        case "house":
            return forms.house(values)
        case "day":
            return forms.day(values)
        case "chips":
            return forms.chips(values, sets)
        case _:
            return forms.pits(values, now)


@pages.post("/house-changes/{document_id}/{answer}")
async def answer_change(request: Request, document_id: str, answer: str) -> HTMLResponse:
    """The second signature on a decision of the house, or a no."""
    who = await required(request, "house.confirm")
    desk, values = floor_of(request).house_desk, await body(request)
    try:
        if answer not in ("confirm", "decline"):
            raise Refused(f"{answer!r} is no answer to a proposal.", "Confirm it or decline it.")
        proof = await proof_for(request, who.badge, values)
        answered = desk.confirm if answer == "confirm" else desk.decline
        document = await answered(proof, document_id, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, wrong=refused, at=document_id)
    return await _page(request, who, f"{document.title} is {document.state}: {in_words(document)}.")
