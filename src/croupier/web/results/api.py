"""Results against expectation for programs: the same lists as the page's, as JSON or CSV."""

import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from croupier.house.results.desk import AskedPeriod
from croupier.house.results.sheets import as_csv, rows, summary
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, Text, allow
from croupier.web.results.background_work import answer, for_a_sheet
from croupier.web.results.pages import PERMIT

api = APIRouter(prefix=PREFIX, tags=["results"], responses=ERRORS)
What = Literal[
    "tables", "games", "wagers", "dealers", "counts", "patrons", "counting", "mistakes", "days", "review", "meters"
]
Day = Annotated[datetime.date | None, Query(description="A gaming day.")]
Chips = Literal["", "money", "demo"]


@api.get("/results/{property}", summary="Win, expectation, band, drop, hold and pace of a period; the last 30 days")
async def whole(
    floor: House, who: Caller, property: Key, first: Day = None, last: Day = None, table: Text = "", chips: Chips = ""
) -> dict[str, Any]:
    """Odds that are not known yet are counted behind; `work` says how far that is. Ask again."""
    allow(who.at(property), PERMIT)
    floor.check_shown(who, property)
    asked = AskedPeriod(property=property, first=first, last=last, table=table, chips=chips)
    found, done, works = await answer(floor, asked, who.badge)
    return {**summary(found), "work": {"done": done, "of": works}}


@api.get(
    "/results/{property}/{what}", summary="One list of a period, in cents: tables, dealers, patrons, meters; CSV too"
)
async def one_list(
    floor: House,
    who: Caller,
    property: Key,
    what: What,
    first: Day = None,
    last: Day = None,
    table: Text = "",
    chips: Chips = "",
    format: Literal["json", "csv"] = "json",
) -> Any:
    allow(who.at(property), PERMIT)
    floor.check_shown(who, property)
    asked = AskedPeriod(property=property, first=first, last=last, table=table, chips=chips)
    found, done, works = await answer(floor, asked, who.badge)
    listed = rows(for_a_sheet(found, done, works) if format == "csv" else found, what)
    if format == "csv":
        return Response(as_csv(listed), media_type="text/csv; charset=utf-8")
    return {"rows": listed, "work": {"done": done, "of": works}}
