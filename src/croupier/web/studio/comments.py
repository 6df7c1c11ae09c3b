"""What people say of a draft's clauses: read beside them, written from any screen, a phone's too."""

import asyncio
import tomllib
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from croupier.house.studio.desk import COMMENT, COMMENT_MAX, READ, Comment
from croupier.web.kit.api import ERRORS, PLAIN, PREFIX, Caller, Commanded, House, Key, Named, allow, plain
from croupier.web.kit.context import Floor, body, command_of, floor_of, go, required, words
from croupier.web.kit.page_routes import Pages
from croupier.web.studio.fault_words import place

pages = Pages()
api = APIRouter(prefix=PREFIX, tags=["drafts"], responses=ERRORS)


class Shown(msgspec.Struct, frozen=True):
    """A comment with the clause that it is about, by its title."""

    said: Comment
    place: str


def shown(floor: Floor, draft_id: str) -> list[Shown]:
    """What was said of a draft, the latest first."""
    with floor.house.storage.reading() as conn:
        draft = floor.studio.drafts.get(conn, draft_id)
        found = floor.studio.comments(conn, draft_id)
    book = tomllib.loads(draft.text)
    return [Shown(each, place(book, each.at) if each.at else "The whole draft") for each in found]


@pages.post("/studio/{draft}/comment")
async def comment(request: Request, draft: str) -> Response:
    who = await required(request, COMMENT)
    values = await body(request)
    at, says = words(values, "at"), words(values, "says", most=4 * COMMENT_MAX)
    await floor_of(request).studio.comment(who, draft, at, says, command_of(request, values))
    return go(f"/studio/{draft}?at={at}#comments" if at else f"/studio/{draft}#comments")


class DraftComment(Commanded):
    at: Annotated[str, Field(max_length=200, pattern=PLAIN)] = Field(
        "", description="The clause, as faults name it: wagers.aces-up; empty: the whole draft."
    )
    says: Annotated[str, Field(max_length=COMMENT_MAX, min_length=1)]


@api.get("/drafts/{draft}/comments", summary="What was said of a draft's clauses, the latest first")
async def comments_api(floor: House, who: Caller, draft: Key) -> list[dict[str, Any]]:
    allow(who, READ)
    found = await asyncio.to_thread(shown, floor, draft)
    return [{**plain(each.said), "place": each.place} for each in found]


@api.post("/drafts/{draft}/comments", status_code=201, summary="Say something of a clause; it changes nothing")
async def comment_api(floor: House, who: Caller, draft: Key, given: DraftComment, named: Named = "") -> dict[str, Any]:
    allow(who, COMMENT)
    made = await floor.studio.comment(who, draft, given.at, given.says, given.command or named)
    return dict(plain(made))


__all__ = ["api", "pages", "shown"]
