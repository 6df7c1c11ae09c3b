"""The shelf of rulebooks; it is public."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from croupier.drafting import check_text
from croupier.rulebook import properties, rulebook, rulebooks, unusable
from croupier.rulebook.model import Rulebook
from croupier.web.books.view import compare
from croupier.web.kit.api import ERRORS, PREFIX, Caller, Model, Text, allow, plain

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


@api.get("/properties", summary="The properties whose rulebooks we have")
async def houses() -> list[dict[str, Any]]:
    return [dict(plain(p)) for p in properties().values()]


@api.get("/rulebooks", summary="Rulebooks by property, game and day")
async def shelf(property: Text = "", game: Text = "", on: Day = "") -> list[dict[str, Any]]:
    return [_row(b) for b in rulebooks(property or None, game or None, on or None)]


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


@api.get("/rulebooks/{property}/{game}", summary="The rulebook in force on a day, whole")
async def book(property: Name, game: Name, on: Day = "") -> dict[str, Any]:
    found = rulebook(property, game, on or None)
    whole: dict[str, Any] = plain(found)
    for wager in found.wagers.values():
        tables = whole["wagers"][wager.name]["pay_tables"]
        for made, table in zip(tables, wager.pay_tables):
            made["rows"] = [{"outcome": outcome, "odds": str(odds)} for outcome, odds in table.rows]
    return whole


@api.get("/rulebooks/{property}/{game}/compare", summary="What differs from another property's or day's rules")
async def compared(property: Name, game: Name, other: Text, on: Day = "", other_on: Day = "") -> list[dict[str, Any]]:
    rows = compare(rulebook(property, game, on or None), rulebook(other, game, other_on or None))
    return [dict(plain(row)) for row in rows if row.mark]
