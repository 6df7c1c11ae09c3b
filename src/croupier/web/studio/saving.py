"""Saving while somebody types, and who else is at the draft: what the editor's script asks, answered as facts."""

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

from croupier.drafting.sheet import page
from croupier.house.studio.desk import EDIT, READ
from croupier.house.studio.drafts import Conflicting, Draft, Revision
from croupier.rounds import refusal
from croupier.web.kit.context import Floor, body, command_of, floor_of, integer, required, words
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.words import clock
from croupier.web.studio import editor
from croupier.web.studio.fault_words import history_said

pages = Pages()
DRAFT = "/studio/{draft}"


@pages.post(DRAFT + "/save")
async def save(request: Request, draft: str) -> JSONResponse:
    """Save an entry's fields as they are typed. A field that can't be read stays as it was and is named; where
    somebody else has changed the same field nothing is saved, and both texts are told."""
    who = await required(request, EDIT)
    floor, values = floor_of(request), await body(request)
    at, seen = words(values, "at"), integer(values, "seen")
    saw = await asyncio.to_thread(_kept, floor, draft, seen)
    try:
        edits, unread = editor.asked("save", at, "", saw.text, values)
        kept = await _saved(request, floor, who, draft, seen, edits, values)
    except Conflicting as against:
        told = [{"where": c.address, "was": c.was, "theirs": c.theirs} for c in against.conflicts]
        return JSONResponse({"says": against.says, "conflicts": told, "revision": against.revision}, 409)
    except refusal.Refused as refused:
        return JSONResponse({"says": refused.says, "conflicts": []}, 422)
    return JSONResponse(await asyncio.to_thread(_told, floor, kept, seen + bool(edits), unread))


async def _saved(
    request: Request, floor: Floor, who: Any, draft: str, seen: int, edits: list[Any], values: dict[str, Any]
) -> Draft:
    if not edits:
        return await asyncio.to_thread(_kept, floor, draft)
    return await floor.studio.edit(who, draft, seen, edits, command_of(request, values))


def _kept(floor: Floor, draft_id: str, revision: int | None = None) -> Draft:
    with floor.house.storage.reading() as conn:
        return floor.studio.drafts.get(conn, draft_id, revision)


def _told(floor: Floor, kept: Draft, mine: int, unread: dict[str, str]) -> dict[str, Any]:
    """Where the draft stands now, and what the check says of it; at revision `mine` if nobody else has saved."""
    with floor.house.storage.reading() as conn:
        before = floor.studio.before(conn, kept)
    made = page(kept.text, kept.name, before)
    wrong = editor.unread_by_address(unread)
    return {
        "revision": kept.revision,
        "saved": clock(kept.at_us),
        "changes": made.changes,
        "faults": len(made.faults) + len(wrong),
        "found": wrong + editor.found_by_address((*made.faults, *made.warnings), kept.text, before),
        "others": kept.revision > mine,  # somebody else's changes came in between: the page is read again
    }


@pages.post(DRAFT + "/hold")
async def hold(request: Request, draft: str) -> JSONResponse:
    """Say that a clause is still worked on; who else holds it, and what others have changed since."""
    who = await required(request, READ)
    floor, values = floor_of(request), await body(request)
    at, seen, now_us = words(values, "at"), integer(values, "seen"), floor.house.sources.now_us()
    kept, since = await asyncio.to_thread(_since, floor, draft, seen)
    mine = who.may(EDIT, kept.property) and at
    holder = floor.studio.holding.take(draft, at, who.badge, now_us) if mine else ""
    held = {clause: badge for clause, badge in floor.studio.holding.of(draft, now_us).items() if badge != who.badge}
    told = [
        {"number": r.number, "by": r.by, "at": clock(r.at_us), "says": history_said(kept.text, r.says)} for r in since
    ]
    return JSONResponse({"holder": holder, "held": held, "revision": kept.revision, "since": told})


def _since(floor: Floor, draft_id: str, seen: int) -> tuple[Draft, list[Revision]]:
    with floor.house.storage.reading() as conn:
        kept = floor.studio.drafts.get(conn, draft_id)
        history = floor.studio.drafts.history(conn, draft_id) if kept.revision != seen else []
    return kept, [line for line in history if line.number > seen]
