"""The shelf of rulebooks; it is public."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from croupier.rulebook import properties, rulebook, rulebooks
from croupier.rulebook.model import Rulebook
from croupier.web.books.view import compare
from croupier.web.kit.api import ERRORS, PREFIX, Text, plain

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
