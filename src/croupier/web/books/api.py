"""The shelf of rulebooks; it is public."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field

from croupier.drafting import check_text
from croupier.house.approvals.history import Change, history
from croupier.house.record.database.storage import Reading
from croupier.rulebook import rulebook, rulebooks, unusable
from croupier.rulebook.model import Rulebook
from croupier.web.books import comparing
from croupier.web.books.view import compare, told
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Model, Text, allow, plain, read
from croupier.web.kit.context import person

api = APIRouter(prefix=PREFIX, tags=["rulebooks"], responses=ERRORS)
Day = Annotated[str, Query(max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$", description="A day such as 2019-12-05.")]
Name = Annotated[str, Path(max_length=80, pattern=r"^[a-z0-9-]+$")]


def _row(book: Rulebook) -> dict[str, Any]:
    return {
        "key": book.key,
        "property": book.property,
        "game": book.game,
        "title": book.title,
        "approved": str(book.approved),
        "wagers": list(book.wagers),
        "digest": book.digest,
    }


@api.get("/properties", summary="The properties that this house runs")
async def houses(floor: House) -> list[dict[str, Any]]:
    return [dict(plain(p)) for p in floor.houses().values()]


@api.get("/rulebooks", summary="Rulebooks by property, game and day")
async def shelf(floor: House, property: Text = "", game: Text = "", on: Day = "") -> list[dict[str, Any]]:
    found = rulebooks(property or None, game or None, on or None)
    return [_row(b) for b in found if floor.runs(b.property)]


class Draft(Model):
    text: str = Field(max_length=400_000, description="The rulebook file, whole.")
    name: str = Field(
        "rulebook.toml",
        max_length=120,
        pattern=r"^[a-z0-9-]+(@[0-9-]+)?\.toml$",
        description="What the file is called; GAME@DATE.toml is held against what it says.",
    )


@api.post("/rulebooks/check", summary="Check a rulebook before it plays: every fault with its line and column")
async def check(who: Caller, given: Draft) -> dict[str, Any]:
    allow(who, "table.watch")
    return (await asyncio.to_thread(check_text, given.text, given.name)).plain()


@api.get("/rulebooks-left-out", summary="Files on the shelf that can't be used, each with all its faults")
async def left_out(who: Caller) -> list[dict[str, Any]]:
    allow(who, "table.watch")
    return [{"file": bad.path, "faults": [dict(plain(found)) for found in bad.found]} for bad in unusable()]


@api.get("/rulebooks-changed/{property}", summary="What changed at a house, and when, the latest first")
async def changed(request: Request, floor: House, property: Name, players: bool = False) -> list[dict[str, Any]]:
    floor.check_shown(await person(request), property)

    def look(conn: Reading) -> list[Change]:
        return history(conn, floor.house.approvals, property, players=players)

    return [
        {**dict(plain(change)), "differences": [dict(plain(row)) for row in told(change)]}
        for change in await read(floor, look)
    ]


@api.get("/rulebooks/{property}/{game}", summary="The rulebook in force on a day, whole")
async def book(request: Request, floor: House, property: Name, game: Name, on: Day = "") -> dict[str, Any]:
    floor.check_shown(await person(request), property)
    found = rulebook(property, game, on or None)
    whole: dict[str, Any] = plain(found)
    for wager in found.wagers.values():
        tables = whole["wagers"][wager.name]["pay_tables"]
        for made, table in zip(tables, wager.pay_tables):
            made["rows"] = [{"outcome": outcome, "odds": str(odds)} for outcome, odds in table.rows]
    return whole


@api.get(
    "/rulebooks/{property}/{game}/odds", summary="Edge, hit frequency and deviation of every wager; ask until ready"
)
async def odds(request: Request, floor: House, property: Name, game: Name, on: Day = "") -> dict[str, Any]:
    """Of the rulebook in force on a day, as its page has them: exact, or by how they were sampled."""
    floor.check_shown(await person(request), property)

    def look(conn: Reading) -> tuple[Rulebook, bytes]:
        book = floor.house.approvals.book(conn, property, game, on or None)
        return book, floor.studio.text_of(conn, book)

    book, raw = await read(floor, look)
    figures = floor.odds.look(book, raw)
    return {"rulebook": book.key, "ready": figures is not None, "wagers": [dict(plain(one)) for one in figures or ()]}


@api.get("/rulebooks-compared", summary="Any two texts, drafts among them: statements and edges side by side")
async def compared_texts(
    request: Request, floor: House, one: Text, other: Text, players: bool = False, all: bool = False
) -> dict[str, Any]:
    """`one` and `other`: PROPERTY/GAME, PROPERTY/GAME@DAY, PROPERTY/GAME@DIGEST of a submission, or a draft's number.
    The older comes first. `ready` is false while edges are computed."""
    who = await person(request)
    first, second = await asyncio.to_thread(comparing.both, floor, who, one, other)
    floor.check_shown(who, first.book.property, second.book.property)
    rows = await asyncio.to_thread(comparing.rows_of, first, second, players)
    edges = comparing.edges(floor, first, second) if first.book.plays == second.book.plays else []
    told = [{"title": e.title, "note": e.note, "one": e.one, "other": e.other} for e in edges or ()]
    return {
        "one": _row(first.book) | {"name": first.name, "draft": first.draft},
        "other": _row(second.book) | {"name": second.name, "draft": second.draft},
        "statements": [dict(plain(row)) for row in rows if row.mark or all],
        "same": sum(not row.mark for row in rows),
        "ready": edges is not None,
        "edges": told,
    }


@api.get("/rulebooks/{property}/{game}/compare", summary="What differs from another property's or day's rules")
async def compared(
    request: Request, floor: House, property: Name, game: Name, other: Text, on: Day = "", other_on: Day = ""
) -> list[dict[str, Any]]:
    floor.check_shown(await person(request), property, other)
    rows = compare(rulebook(property, game, on or None), rulebook(other, game, other_on or None))
    return [dict(plain(row)) for row in rows if row.mark]
