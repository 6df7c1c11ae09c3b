"""Results against expectation in a browser, and as a file for a spreadsheet."""

import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response

from croupier.house.results.desk import Asked
from croupier.house.results.sheets import LISTS, MONEY, SHARES, as_csv, rows
from croupier.web.kit.api import allow
from croupier.web.kit.context import floor_of, property_title, required, show
from croupier.web.kit.forms import day_in
from croupier.web.kit.persons import shown_person
from croupier.web.kit.words import meter_title
from croupier.web.results.counters import counters
from croupier.web.results.view import page_of, until
from croupier.web.results.work import answer, for_a_sheet

pages = APIRouter(include_in_schema=False)
PERMIT = "audit.read"
ROWS_MAX = 500
SHORT = 8  # rows of a list beside the tables


def _day(text: str) -> datetime.date | None:
    return day_in(text) if text else None


@pages.get("/results")
async def results_page(
    request: Request, house: str = "", first: str = "", last: str = "", table: str = "", chips: str = "",
    count: bool = False,
) -> Response:  # fmt: skip
    who = await required(request, PERMIT)
    floor = floor_of(request)
    place = house or floor.first()
    allow(who.at(place), PERMIT)
    floor.check_shown(who, place)
    asked = Asked(property=place, first=_day(first), last=_day(last), table=table[:40], chips=chips)
    found, done, works = await answer(floor, asked, who.badge)
    report = found.report
    query = f"house={place}&first={report.first}&last={report.last}&table={asked.table}&chips={report.chips}"
    lists = {name: rows(found, name) for name in ("patrons", "counting", "counts", "meters", "review")}
    top = sorted(lists["patrons"], key=lambda row: -row["expected"])[:SHORT]
    return show(
        request, "results.html", me=shown_person(who, None), house=place, house_title=property_title(place),
        houses=[(name, property_title(name)) for name in floor.places_of(who)], report=report, view=page_of(found),
        lists=lists, top=top, counters=await counters(floor, found, count),
        meter_title=meter_title, until=until,
        short=SHORT, done=done, works=works, adding=bool(found.to_add), query=query, titles=LISTS, asked=asked,
        tables=[one.id for one in floor.tables(place)], default_theme="light",
    )  # fmt: skip


@pages.get("/results/{what}")
async def results_list(
    request: Request, what: str, house: str = "", first: str = "", last: str = "", table: str = "", chips: str = "",
    csv: int = 0,
) -> Response:  # fmt: skip
    """One list whole, on the page or as a file."""
    who = await required(request, PERMIT)
    floor = floor_of(request)
    place = house or floor.first()
    allow(who.at(place), PERMIT)
    floor.check_shown(who, place)
    asked = Asked(property=place, first=_day(first), last=_day(last), table=table[:40], chips=chips)
    found, done, works = await answer(floor, asked, who.badge)
    listed = rows(for_a_sheet(found, done, works) if csv else found, what)
    if csv:
        headers = {"content-disposition": f'attachment; filename="{place}-{what}.csv"'}
        return Response(as_csv(listed), media_type="text/csv; charset=utf-8", headers=headers)
    report = found.report
    query = f"house={place}&first={report.first}&last={report.last}&table={asked.table}&chips={report.chips}"
    return show(
        request, "results_list.html", me=shown_person(who, None), house=place, house_title=property_title(place),
        what=what, titles=LISTS, columns=list(listed[0]) if listed else [], money=MONEY, shares=SHARES,
        rows=listed[:ROWS_MAX], more=max(0, len(listed) - ROWS_MAX), report=report, query=query, done=done,
        works=works, adding=bool(found.to_add), default_theme="light",
    )  # fmt: skip
