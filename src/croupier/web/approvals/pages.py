"""How rules come into force: every version with where it stands, its steps, the forms for the next, its notice."""

import asyncio
import datetime
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.approvals.case import ACTS, terms
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound, Refused
from croupier.rounds import refusal
from croupier.rulebook.redline import redline
from croupier.web.approvals import settled
from croupier.web.approvals import view as adapt
from croupier.web.approvals.shown import Stand, Version, VersionView
from croupier.web.books import comparing
from croupier.web.kit.context import (
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    proof_of,
    property_title,
    required,
    show,
    words,
)
from croupier.web.kit.forms import day_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import own_codes, show_form
from croupier.web.kit.words import house_zone

pages = Pages()
VERSION = "/approvals/{house}/{game}/{version}"


@pages.get("/approvals")
async def approvals_page(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, "table.watch")
    floor = floor_of(request)
    house = house or request.cookies.get("house", "")
    if house not in floor.houses():
        house = floor.first()
    rows, waiting = await asyncio.to_thread(_lists, floor, house)
    return show(
        request,
        "approvals.html",
        me=shown_person(who, None),
        rows=rows,
        waiting=waiting,
        house=house,
        house_title=property_title(house),
        houses=[(n, p.title) for n, p in floor.houses().items()],
        property_title=property_title,
        terms=terms(house),
    )


Listed = list[tuple[Version, Stand, str]]


def _lists(floor: Floor, house: str) -> tuple[Listed, Listed]:
    """The versions of a property, and those of every property that wait for somebody."""
    with floor.house.storage.reading() as conn:
        known = adapt.every_case(conn, floor)

        def listed(version: Version) -> tuple[Version, Stand, str]:
            return version, adapt.stand(conn, floor, version, known), adapt.waits_for(version)

        rows = [listed(version) for version in adapt.versions(conn, floor, house, known)]
        moving = sorted({case.property for case in known.values()} & set(floor.houses()))
        found = [
            v for place in moving for v in adapt.versions(conn, floor, place, known) if v.case and adapt.waits_for(v)
        ]
        return rows, [listed(version) for version in found]


@pages.get(VERSION)
async def version_page(request: Request, house: str, game: str, version: str) -> HTMLResponse:
    who = await required(request, "table.watch")
    return await _version(request, who, house, game, version)


async def _version(
    request: Request,
    who: Person,
    house: str,
    game: str,
    version: str,
    wrong: refusal.Refused | None = None,
    at: str = "",
) -> HTMLResponse:
    """The page of a version; what was refused stands beside the form that asked for it, with what was entered."""
    floor = floor_of(request)
    view = await asyncio.to_thread(_view, floor, who, house, game, version)
    return await show_form(
        request,
        "approvals_version.html",
        who,
        wrong,
        at,
        view=view,
        edges=await _edges(floor, view),
        again=await settled.again(floor, view.version, view.before),
        redline=redline,
        codes=await own_codes(floor_of(request), who),
        property_title=property_title,
    )


async def _edges(floor: Floor, view: VersionView) -> list[comparing.Edges] | None:
    """The wagers whose edges differ from the version before; None while they are computed."""
    book, before = view.version.book, view.before
    if book is None or before is None or not view.changes:
        return []

    def raw() -> list[bytes]:
        with floor.house.storage.reading() as conn:
            return [floor.studio.text_of(conn, text) for text in (before, book)]

    texts = await asyncio.to_thread(raw)
    sides = [comparing.Text(text.key, text, each) for text, each in zip((before, book), texts)]
    return comparing.edges(floor, sides[0], sides[1])


def _view(floor: Floor, who: Person, house: str, game: str, version: str) -> VersionView:
    with floor.house.storage.reading() as conn:
        return adapt.version_view(conn, floor, who, adapt.version_of(conn, floor, house, game, version))


@pages.get(VERSION + "/notice")
async def notice_page(request: Request, house: str, game: str, version: str) -> HTMLResponse:
    """What was decided, on one sheet of paper."""
    who = await required(request, "table.watch")
    floor = floor_of(request)
    view = await asyncio.to_thread(_view, floor, who, house, game, version)
    if not view.follows:
        raise NotFound("Nothing was decided about this version.", "There is no notice to print yet.")
    return show(
        request,
        "approvals_notice.html",
        me=shown_person(who, None),
        view=view,
        house_title=property_title(house),
    )


# ---- signing


@pages.post(VERSION + "/{step}")
async def sign(request: Request, house: str, game: str, version: str, step: str) -> Response:
    who = await required(request, ACTS.get(step, "table.watch"))
    if step not in ACTS:
        raise Refused(f"{step!r} is no step of an approval.")
    floor = floor_of(request)
    try:
        await _sign(request, floor, who, await asyncio.to_thread(_found, floor, house, game, version), step)
    except NotFound:
        raise
    except refusal.Refused as refused:
        return await _version(request, who, house, game, version, refused, step)
    return go(f"/approvals/{house}/{game}/{version}")


def _found(floor: Floor, house: str, game: str, version: str) -> Version:
    with floor.house.storage.reading() as conn:
        return adapt.version_of(conn, floor, house, game, version)


async def _sign(request: Request, floor: Floor, who: Person, version: Version, step: str) -> None:
    values = await body(request)
    about = _about(floor, step, values)  # what can't be read is said before a password is looked at
    desk, name, command = floor.approvals, version.subject, command_of(request, values)
    proof = await proof_of(floor, who.badge, words(values, "password"), words(values, "code"), command)
    if step == "submit":
        await desk.submit(proof, version.book, command)
        return
    if step == "vote":
        await desk.vote(proof, name, about["votes"], command, about["reasons"])
        return
    seen = integer(values, "seen", 0) if "seen" in values else None
    acts: dict[str, Callable[..., Awaitable[object]]] = {
        "decide": desk.decide,
        "poll": desk.open_poll,
        "close": desk.close_poll,
        "notice": desk.notice,
        "enter": desk.enter,
        "ask": desk.ask,
        "answer": desk.answer,
        "withdraw": desk.withdraw,
        "post": desk.post,
    }
    await acts[step](proof, name, **about, command=command, seen=seen)


def _about(floor: Floor, step: str, values: dict[str, Any]) -> dict[str, Any]:
    """What a form states, as the floor takes it."""
    match step:
        case "decide":
            approve = words(values, "decision") == "approve"
            if words(values, "decision") not in ("approve", "refuse"):
                raise Refused("Approve the version or refuse it.")
            day = day_of(values, "day") if approve else adapt.today_of(floor)
            until = day_of(values, "until") if approve and words(values, "until") else None
            conditions = words(values, "conditions") if approve else ""
            reason = words(values, "reason")
            granted = {"approve": approve, "day": day, "reason": reason, "conditions": conditions, "until": until}
            return granted | ({"takes_up": words(values, "takes-up")} if approve else {})
        case "ask":
            return {"question": words(values, "question")}
        case "answer":
            return {"answer": words(values, "answer")}
        case "withdraw":
            return {"reason": words(values, "reason")}
        case "post":
            return {"where": words(values, "where")}
        case "poll":
            return {"deadline_us": _moment(values, "deadline"), "justification": words(values, "justification")}
        case "vote":
            votes = {k.removeprefix("member-"): words(values, k) for k in values if k.startswith("member-")}
            given = {int(k): v for k, v in votes.items() if v and k.isdecimal() and len(k) < 6}
            reasons = {member: words(values, f"reason-{member}") for member in given}
            return {"votes": given, "reasons": {member: why for member, why in reasons.items() if why.strip()}}
        case "close":
            return {"revisions": words(values, "revisions")}
        case "enter":
            return {"meeting": day_of(values, "meeting")}
        case _:
            return {}


def _moment(values: dict[str, Any], name: str) -> int:
    given = words(values, name)
    try:
        found = datetime.datetime.fromisoformat(given).replace(tzinfo=house_zone())
        return int(found.timestamp() * 1_000_000)
    except (ValueError, OverflowError):
        raise Refused(f"{given!r} is no time.", "Write it as 2025-02-26T16:30.") from None
