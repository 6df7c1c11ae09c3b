"""The studio's pages: drafts, the editor, its saving, and the way to the commission."""

import asyncio
import datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from croupier.house.approvals.case import OVER
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound
from croupier.house.studio.desk import COMMENT, EDIT, READ
from croupier.house.studio.drafts import Conflicting, Draft
from croupier.house.tables.life import Settings
from croupier.rounds import refusal
from croupier.rulebook import properties
from croupier.rulebook.library import catalogue, rulebook
from croupier.web.kit.context import (
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    property_title,
    required,
    show,
    words,
)
from croupier.web.kit.files import kept_as
from croupier.web.kit.forms import day_of as day_in
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import own_codes, proof_for, refused_status
from croupier.web.studio import comments, editor
from croupier.web.studio.fault_words import history_said
from croupier.web.studio.progress_strip import strip

pages = Pages()
DRAFT = "/studio/{draft}"
HISTORY_MAX = 30  # lines of what was changed, the latest


# ---- the list


@pages.get("/studio")
async def studio(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, READ)
    return await _studio(request, who, house)


async def _studio(request: Request, who: Person, house: str, wrong: refusal.Refused | None = None) -> HTMLResponse:
    floor = floor_of(request)
    house = house or request.cookies.get("house", "")
    if house not in properties():
        house = await asyncio.to_thread(_busiest, floor)
    rows = await asyncio.to_thread(_rows, floor, house)
    return show(
        request,
        "studio.html",
        refused_status(wrong),
        me=shown_person(who, None),
        rows=rows,
        house=house,
        house_title=property_title(house),
        houses=[(n, p.title) for n, p in properties().items()],
        games=[(game, _title(house, game)) for game in catalogue().get(house, ()) if game not in ("approvals",)],
        every=sorted(((game, _anywhere(game)) for game in editor.games()), key=lambda one: one[1]),
        may=who.may(EDIT, house),
        wrong=wrong,
    )


def _busiest(floor: Floor) -> str:
    """The property of the latest draft, which most people come for; without any the first there is."""
    with floor.house.storage.reading() as conn:
        drafts = floor.studio.drafts.everyone(conn)
    return next((draft.property for draft in drafts if draft.property in properties()), next(iter(properties())))


def _anywhere(game: str) -> str:
    """A game that this house has no rules for, as one that has them calls it."""
    return _title(next((house for house, games in catalogue().items() if game in games), ""), game)


def _title(house: str, game: str) -> str:
    """The rules of play as the house calls them."""
    try:
        return rulebook(house, game).title
    except LookupError:
        return game.replace("-", " ").capitalize()


def _rows(floor: Floor, house: str) -> list[tuple[Draft, str]]:
    with floor.house.storage.reading() as conn:
        drafts = floor.studio.drafts.everyone(conn, house)
        cases = [(draft, floor.studio.case(conn, draft)) for draft in drafts]
    return [(draft, case.state if case else "draft") for draft, case in cases]


@pages.post("/studio")
async def begin(request: Request) -> Response:
    who = await required(request, EDIT)
    values = await body(request)
    house, game = words(values, "house"), words(values, "game") or words(values, "new-game")
    new = not words(values, "game")
    try:
        draft = await floor_of(request).studio.begin(who, house, game, new=new, command=command_of(request, values))
    except NotFound:
        raise
    except refusal.Refused as refused:
        return await _studio(request, who, house, refused)
    return go(f"/studio/{draft.id}")


# ---- the editor


@pages.get(DRAFT)
async def draft_page(request: Request, draft: str, at: str = "", new: str = "") -> HTMLResponse:
    who = await required(request, READ)
    return await _draft(request, who, draft, at, new)


async def _draft(
    request: Request,
    who: Person,
    draft_id: str,
    at: str = "",
    new: str = "",
    wrong: refusal.Refused | None = None,
    beside: str = "",
    unread: dict[str, str] | None = None,
) -> HTMLResponse:
    """The editor. What was refused stands beside the form that asked for it, and what was typed stays typed."""
    floor = floor_of(request)
    draft, before, case, history = await asyncio.to_thread(_read, floor, draft_id)
    made = await asyncio.to_thread(editor.compose, draft.text, draft.name, before, at, new)
    may = who.may(EDIT, draft.property) and not (case is not None and case.state not in OVER)
    now_us, today = floor.house.sources.now_us(), floor.house.today()
    holder = floor.studio.holding.take(draft.id, made.at, who.badge, now_us) if may and made.sheet else ""
    return show(
        request,
        "studio_draft.html",
        422 if unread else refused_status(wrong),
        me=shown_person(who, None),
        here=f"/studio/{draft.id}",
        home="/studio",
        draft=draft,
        ed=made,
        case=case,
        locked=case is not None and case.state not in OVER,
        history=[(one, history_said(draft.text, one.says)) for one in history[:HISTORY_MAX]],
        may=may,
        holder=holder,
        base=await asyncio.to_thread(floor.studio.base_of, draft),
        strip=strip(draft, case, today),
        wrong=wrong,
        beside=beside,
        unread=unread or {},
        against=editor.both(wrong.conflicts) if isinstance(wrong, Conflicting) else {},
        given=await body(request) if wrong or unread else {},
        rows_new=editor.ROWS_NEW,
        comments=await asyncio.to_thread(comments.shown, floor, draft.id),
        may_comment=who.may(COMMENT, draft.property),
        house_title=property_title(draft.property),
        touched=await asyncio.to_thread(_touched, floor, draft),
        tomorrow=today + datetime.timedelta(days=1),
        codes=await own_codes(floor, who),
    )


def _read(floor: Floor, draft_id: str) -> tuple[Draft, str, Any, list[Any]]:
    with floor.house.storage.reading() as conn:
        draft = floor.studio.drafts.get(conn, draft_id)
        before = floor.studio.before(conn, draft)
        return draft, before, floor.studio.case(conn, draft), floor.studio.drafts.history(conn, draft_id)


def _touched(floor: Floor, draft: Draft) -> list[tuple[str, str, str]]:
    """(table, its limits, its state) of the tables that would take the draft up."""
    mine = [table for table in floor.tables(draft.property) if table.game == draft.game]
    return [(table.id, floor.limits(table), table.state) for table in mine if not _apart(table.settings)]


def _apart(settings: Settings) -> bool:
    """A table of a tournament, of a day of its own, or to try a draft at: it takes up nothing."""
    return bool(settings.book or settings.tournament or settings.day)


@pages.post(DRAFT + "/edit")
async def edit(request: Request, draft: str) -> Response:
    """Save an entry's form, add an entry or take one out."""
    who = await required(request, EDIT)
    floor, values = floor_of(request), await body(request)
    act, at = words(values, "act", "save"), words(values, "at")
    seen = integer(values, "seen")
    saw, before = await asyncio.to_thread(_saw, floor, draft, seen)
    new = words(values, "section") if act == "add" else ""
    try:
        edits, unread = editor.asked(act, at, new, saw, values, before)
        if unread:
            return await _draft(request, who, draft, at, beside="save", unread=unread)
        if edits:
            await floor.studio.edit(who, draft, seen, edits, command_of(request, values))
    except NotFound:
        raise
    except refusal.Refused as refused:
        return await _draft(request, who, draft, at, new, refused, act)
    there = edits[0].address if act == "add" and "." in edits[0].address else "" if act == "remove" else at
    return go(f"/studio/{draft}?at={there}" if there else f"/studio/{draft}")


def _saw(floor: Floor, draft_id: str, seen: int) -> tuple[str, str]:
    """The text that somebody saw, and the one that it began from."""
    with floor.house.storage.reading() as conn:
        draft = floor.studio.drafts.get(conn, draft_id, seen)
        return draft.text, floor.studio.before(conn, draft)


@pages.post(DRAFT + "/check")
async def check(request: Request, draft: str) -> JSONResponse:
    """What would be wrong if the form were saved as it is being typed; nothing is."""
    await required(request, READ)
    floor, values = floor_of(request), await body(request)
    at, seen = words(values, "at"), integer(values, "seen")

    def look() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            kept = floor.studio.drafts.get(conn, draft, seen)
        return editor.checked(kept.text, kept.name, at, values)

    return JSONResponse(await asyncio.to_thread(look))


@pages.get(DRAFT + "/text")
async def text(request: Request, draft: str) -> PlainTextResponse:
    """The file itself, as it can be kept anywhere."""
    await required(request, READ)
    kept = (await asyncio.to_thread(_read, floor_of(request), draft))[0]
    return PlainTextResponse(kept.text, headers=kept_as(kept.name))


# ---- signing


@pages.post(DRAFT + "/{step}")
async def sign(request: Request, draft: str, step: str) -> Response:
    """Submit a draft, play it at a table of its own, or put it aside."""
    who = await required(request, EDIT)
    floor, values = floor_of(request), await body(request)
    command = command_of(request, values)
    try:
        if step == "drop":
            await floor.studio.drop(who, draft, command)
            return go("/studio")
        if step not in ("submit", "play"):
            raise NotFound(f"{step!r} is no step of a draft.")
        seen = integer(values, "seen")
        proof = await proof_for(request, who.badge, values)
        if step == "play":
            table = await floor.studio.play(proof, draft, seen, command)
            return go(f"/tables/{table.id}")
        day, why = day_in(values, "day", "In force from"), words(values, "emergency")
        case = await floor.studio.submit(proof, draft, day=day, seen=seen, emergency=why, command=command)
    except NotFound:
        raise
    except refusal.Refused as refused:
        return await _draft(request, who, draft, wrong=refused, beside=step)
    return go(f"/approvals/{case.property}/{case.game}/{case.version[:16]}")
