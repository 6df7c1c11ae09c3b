"""One's own account and credit; the staff list."""

import asyncio
import functools
from collections.abc import Iterable

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.grants import Grant
from croupier.house.people.permissions import ROLE_TITLES, ROLES
from croupier.house.people.persons import Person
from croupier.house.people.posted_amounts import ACT, POSTED
from croupier.house.people.second_factor import NewSecret
from croupier.house.plan.staff import ADD, GRANT, REINSTATE, RESET, RESET_FACTOR, ROLE, in_words
from croupier.house.plan.staff_desk import Change
from croupier.house.record.errors import Refused
from croupier.rounds import refusal
from croupier.web.audit.log_view import sentences
from croupier.web.kit.context import Floor, body, command_of, floor_of, go, property_title, required, show, words
from croupier.web.kit.forms import cents_of, count_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import any_codes, beside, both_proofs, proof_for, refused_status, show_form
from croupier.web.kit.words import role_words

pages = Pages()


def granted(grants: Iterable[Grant]) -> str:
    """`Supervisor at Oneida, dealer`: every role of somebody, each with the property where he has it."""
    return ", ".join(
        role_words(g.role) + (f" at {property_title(g.property)}" if g.property else "") for g in sorted(grants)
    )


# What a browser calls itself, the most particular first: each claims to be those after it.
BROWSERS = (("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (("Android",) * 2, ("iPhone",) * 2, ("iPad",) * 2, ("Windows",) * 2, ("Mac OS", "macOS"), ("Linux",) * 2)


def browser_words(label: str) -> str:
    """`Chrome on Linux`; what is no browser's name for itself stays as it is."""
    if not label.startswith("Mozilla/"):
        return label
    browser = next((title for sign, title in BROWSERS if sign in label), "Browser")
    system = next((title for sign, title in SYSTEMS if sign in label), "")
    return f"{browser} on {system}" if system else browser


# ---- one's own


@pages.get("/account")
async def account(request: Request) -> HTMLResponse:
    return await account_page(request, await required(request))


async def account_page(
    request: Request,
    who: Person,
    new_token: str = "",
    new_factor: NewSecret | None = None,
    wrong_code: refusal.Refused | None = None,
) -> HTMLResponse:
    """One's own page; what was just made is shown on it once, and a first code that was wrong is asked for again."""
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        sessions = floor.house.people.sessions(conn, who.badge)
    return show(
        request,
        "account.html",
        refused_status(wrong_code),
        me=shown_person(who, None),
        who=who,
        sessions=sessions,
        browser=browser_words,
        factor=await asyncio.to_thread(floor.house.second_factor.standing, who.badge),
        new_factor=new_factor,
        wrong_code=wrong_code,
        keys=await asyncio.to_thread(floor.house.second_factor.keys.of, who.badge),
        new_token=new_token,
        error="",
    )


@pages.post("/account/password")
async def password(request: Request) -> Response:
    who = await required(request)
    floor = floor_of(request)
    values = await body(request)
    people, given = floor.house.people, (words(values, "old"), words(values, "new"))
    await people.signing.run(who.badge, people.set_password, who.badge, *given)
    return go("/sign-in?changed=1")


@pages.post("/account/token")
async def token(request: Request) -> HTMLResponse:
    """A token for a program: shown once, and never again. It takes the password, so no token makes another."""
    who = await required(request)
    floor = floor_of(request)
    values = await body(request)
    people = floor.house.people
    await people.signing.run(who.badge, people.prove, who.badge, words(values, "password"))
    made = await asyncio.to_thread(floor.house.people.new_token, who.badge, words(values, "label", "program")[:60])
    return await account_page(request, who, new_token=made)


@pages.post("/account/end")
async def end_session(request: Request) -> Response:
    who = await required(request)
    values = await body(request)
    await asyncio.to_thread(
        floor_of(request).house.people.end_session, who, words(values, "badge") or who.badge, words(values, "handle")
    )
    return go("/account" if not values.get("badge") else f"/people/{words(values, 'badge')}")


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
    said: str = "",
    at: str = "",
) -> HTMLResponse:
    """The staff list; a new person's password is shown once, a refusal beside the form with what was typed."""
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        found = floor.house.people.everybody(conn, role or None, guests=False)
    return await show_form(
        request,
        "people.html",
        who,
        wrong,
        at,
        people=found,
        granted=granted,
        roles=ROLES,
        role_titles=ROLE_TITLES,
        houses=floor.houses(),
        factor_titles=[ROLE_TITLES.get(role, role) for role in _factor_roles(floor)],
        any_codes=await asyncio.to_thread(any_codes, floor),
        role=role,
        may=who.may("people.manage"),
        confirms=who.may("people.confirm"),
        posts=who.may(ACT),
        waiting=[(d, in_words(d)) for d in await asyncio.to_thread(floor.staff_desk.waiting)],
        decided=[(d, in_words(d)) for d in await asyncio.to_thread(floor.staff_desk.decided)],
        posted=[(POSTED[name], value) for name, value in (await asyncio.to_thread(floor.staff_desk.values)).items()],
        said=said,
        password=made,
        badge=badge,
    )


@pages.post("/people")
async def add_person(request: Request) -> HTMLResponse:
    who = await required(request, "people.manage")
    floor = floor_of(request)
    values = await body(request)
    change = Change(ADD, *(words(values, name) for name in ("badge", "role", "name", "property")))
    try:
        signed = functools.partial(proof_for, request, who.badge, values)
        added = await floor.staff_desk.add(who, change, signed, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _people(request, who, wrong=refused, at="add")
    waits = added.document if not added.password else None
    said = f"{waits.title} waits for a second person: {in_words(waits)}." if waits else ""
    return await _people(request, who, made=added.password, badge=change.badge, said=said)


@pages.post("/people-changes/{document_id}/{answer}")
async def answer_change(request: Request, document_id: str, answer: str) -> HTMLResponse:
    """The second signature on a change of staff, or a no."""
    who = await required(request, "people.confirm")
    desk, values = floor_of(request).staff_desk, await body(request)
    try:
        proof = await proof_for(request, who.badge, values)
        command = command_of(request, values)
        if answer == "decline":
            document, made = await desk.decline(proof, document_id, command), ""
        elif answer == "confirm":
            document, made = await desk.confirm(proof, document_id, command)
        else:
            raise Refused(f"{answer!r} is no answer to a proposal.", "Confirm it or decline it.")
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _people(request, who, wrong=refused, at=document_id)
    badge = str(document.data("propose").get("badge", ""))
    said = f"{document.title} is {document.state}: {in_words(document)}."
    return await _people(request, who, made=made, badge=badge, said=said)


@pages.post("/house-posted")
async def post_value(request: Request) -> HTMLResponse:
    """Another amount or time of the house's own, by two people."""
    who = await required(request, ACT)
    floor, values = floor_of(request), await body(request)
    name = words(values, "name")
    try:
        if name not in POSTED:
            raise Refused(f"The house posts no {name!r}.", f"It posts {', '.join(POSTED)}.")
        value = cents_of(values, "value") if POSTED[name].unit == "cents" else count_of(values, "value")
        proofs = await both_proofs(request, who.badge, values)
        await floor.staff_desk.post(proofs, name, value, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _people(request, who, wrong=refused, at="posted")
    return await _people(request, who, said=f"{POSTED[name].title}: {POSTED[name].words(value)} is posted.")


@pages.get("/people/{badge}")
async def person_page(request: Request, badge: str) -> HTMLResponse:
    who = await required(request, "people.read")
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        found = floor.house.people.get(conn, badge)
        sessions = floor.house.people.sessions(conn, badge)
        lines = floor.house.people.logged(conn, by=badge, limit=50)
        told = sentences(floor, conn, lines)
        logged = [told.row(line) for line in lines]
        factor = floor.house.people.factors.there(conn, badge)
    return show(
        request,
        "person.html",
        me=shown_person(who, None),
        person=found,
        sessions=sessions,
        browser=browser_words,
        logged=logged,
        factor=factor,
        any_codes=await asyncio.to_thread(any_codes, floor),
        granted=granted,
        roles=ROLES,
        role_titles=ROLE_TITLES,
        houses=floor.houses(),
        may=who.may("people.manage"),
    )


@pages.post("/people/{badge}/{act}")
async def change_person(request: Request, badge: str, act: str) -> Response:
    who = await required(request, "people.manage")
    floor, values = floor_of(request), await body(request)
    if act == "dismiss":  # one person is enough to take power away
        await asyncio.to_thread(floor.house.people.set_active, who, badge, False)
        return go(f"/people/{badge}")
    if act == "withdraw":
        grant = Grant(words(values, "role"), words(values, "property"))
        await asyncio.to_thread(floor.house.people.withdraw, who, badge, grant)
        return go(f"/people/{badge}")
    if act not in (ROLE, GRANT, RESET, RESET_FACTOR, REINSTATE):
        raise Refused(f"{act!r} is nothing that is done to a person.")
    given = {"role": words(values, "role"), "property": words(values, "property")} if act in (ROLE, GRANT) else {}
    change = Change(act, badge, **given)
    try:
        proof = await proof_for(request, who.badge, values)
        document, _ = await floor.staff_desk.propose(proof, change, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _people(request, who, wrong=refused, at="add")
    said = f"{document.title} waits for a second person: {in_words(document)}."
    return await _people(request, who, said=said)
