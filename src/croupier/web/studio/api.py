"""Drafts of rules for programs: begun, changed field by field, checked, submitted, as the studio's pages do it."""

import asyncio
import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from croupier.drafting.check import check_text
from croupier.house.approvals.case import Case
from croupier.house.studio.desk import EDIT, READ
from croupier.house.studio.drafts import Draft
from croupier.rulebook.editing.merging import Edit
from croupier.web.kit.api import (
    ERRORS,
    PLAIN,
    PREFIX,
    Caller,
    Commanded,
    House,
    Key,
    Model,
    Named,
    Text,
    allow,
    plain,
)
from croupier.web.kit.context import Floor, proof_of
from croupier.web.kit.inputs import SignedAlone

api = APIRouter(prefix=PREFIX, tags=["drafts"], responses=ERRORS)
DRAFT = "/drafts/{draft}"
Slug = Annotated[str, Field(max_length=80, pattern=r"^[a-z0-9-]+$")]
Seen = Annotated[int, Field(ge=1, le=10**6, description="The revision that you looked at.")]


class DraftBegun(Commanded):
    property: Slug
    game: Slug
    new: bool = Field(False, description="A game that the property does not have yet, as most houses play it.")


class DraftChange(Model):
    act: Literal["set", "remove", "add", "rows"]
    address: Annotated[str, Field(max_length=200, pattern=PLAIN)] = Field(
        description="As faults name it: wagers.aces-up.pay-tables[1]."
    )
    value: Any = Field(None, description="What is set or added; for rows a list of [outcome, odds].")


class DraftChanges(Commanded):
    seen: Seen
    edits: Annotated[list[DraftChange], Field(min_length=1, max_length=500)]


class DraftSubmitted(SignedAlone):
    seen: Seen
    day: datetime.date = Field(description="From which it should be in force.")
    emergency: Annotated[str, Field(max_length=150, pattern=PLAIN)] = Field("", description="Why it can't wait.")


class DraftPlayed(SignedAlone):
    seen: Seen


class DraftDropped(Commanded):
    pass


def shown(floor: Floor, draft: Draft, *, whole: bool) -> dict[str, Any]:
    with floor.house.storage.reading() as conn:
        case = floor.studio.case(conn, draft)
        history = floor.studio.drafts.history(conn, draft.id) if whole else []
    known: dict[str, Any] = {key: value for key, value in plain(draft).items() if key not in ("text", "kind")}
    known |= {"title": draft.title, "day": str(draft.day) if draft.day else None, "case": plain(case) if case else None}
    if whole:
        checked = check_text(draft.text, draft.name).plain()
        known |= {"text": draft.text, "faults": checked["faults"], "warnings": checked["warnings"]}
        known["history"] = [plain(revision) for revision in history]
    return known


@api.get("/drafts", summary="Drafts of rules; empty: of every property")
async def drafts(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    allow(who, READ)

    def read() -> list[dict[str, Any]]:
        with floor.house.storage.reading() as conn:
            found = floor.studio.drafts.everyone(conn, property)
        return [shown(floor, draft, whole=False) for draft in found]

    return await asyncio.to_thread(read)


@api.post("/drafts", status_code=201, summary="Begin a draft of the rules in force, or of a new game")
async def begin(floor: House, who: Caller, given: DraftBegun, named: Named = "") -> dict[str, Any]:
    allow(who, EDIT)
    command = given.command or named
    draft = await floor.studio.begin(who, given.property, given.game, new=given.new, command=command)
    return await asyncio.to_thread(lambda: shown(floor, draft, whole=True))


@api.get(DRAFT, summary="A draft: its text, its faults with line and column, who changed what and when")
async def draft(floor: House, who: Caller, draft: Key) -> dict[str, Any]:
    allow(who, READ)

    def read() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            found = floor.studio.drafts.get(conn, draft)
        return shown(floor, found, whole=True)

    return await asyncio.to_thread(read)


@api.post(DRAFT + "/edits", summary="Change fields; 409 with both texts where another has changed the same since")
async def edit(floor: House, who: Caller, draft: Key, given: DraftChanges, named: Named = "") -> dict[str, Any]:
    allow(who, EDIT)
    edits = [Edit(change.act, change.address, change.value) for change in given.edits]
    made = await floor.studio.edit(who, draft, given.seen, edits, given.command or named)
    return await asyncio.to_thread(lambda: shown(floor, made, whole=True))


@api.post(DRAFT + "/drop", summary="Put a draft aside; its texts stay on record")
async def drop(floor: House, who: Caller, draft: Key, given: DraftDropped, named: Named = "") -> dict[str, Any]:
    allow(who, EDIT)
    made = await floor.studio.drop(who, draft, given.command or named)
    return await asyncio.to_thread(lambda: shown(floor, made, whole=False))


@api.post(
    DRAFT + "/play", status_code=201, summary="A table of its own for demo chips, dealt by the draft as it stands"
)
async def play(floor: House, who: Caller, draft: Key, given: DraftPlayed, named: Named = "") -> dict[str, Any]:
    allow(who, EDIT)
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    table = await floor.studio.play(proof, draft, given.seen, command)
    return {"table": table.id, "state": table.state}


@api.post(DRAFT + "/submit", status_code=201, summary="Put a draft without faults before the commission")
async def submit(floor: House, who: Caller, draft: Key, given: DraftSubmitted, named: Named = "") -> dict[str, Any]:
    allow(who, "approval.submit")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    case: Case = await floor.studio.submit(
        proof, draft, day=given.day, seen=given.seen, emergency=given.emergency, command=command
    )
    return dict(plain(case))
