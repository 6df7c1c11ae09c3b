"""Results against expectation in a browser, and as a file for a spreadsheet."""

import datetime
from collections.abc import Callable

from fastapi import Request
from fastapi.responses import Response

from croupier.house.people.persons import Person
from croupier.house.plan.reading import games_of
from croupier.house.results.desk import Answer, AskedPeriod
from croupier.house.results.sheets import LISTS, MONEY, SHARES, Row, as_csv, rows
from croupier.rulebook import rulebook
from croupier.web.felt.meters import meters
from croupier.web.kit.api import allow
from croupier.web.kit.context import Floor, floor_of, property_title, required, show
from croupier.web.kit.files import kept_as
from croupier.web.kit.forms import day_in
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.words import meter_title, moment, plain
from croupier.web.results.background_work import answer, for_a_sheet
from croupier.web.results.counters import counters
from croupier.web.results.view import page_of, until

pages = Pages()
PERMIT = "audit.read"
ROWS_MAX = 500
SHORT = 8  # rows of a list beside the tables


def _day(text: str) -> datetime.date | None:
    return day_in(text) if text else None


async def _read(
    request: Request, house: str, first: str, last: str, table: str, chips: str
) -> tuple[Person, AskedPeriod, str, tuple[Answer, int, int]]:
    """Who asks for which results, the same as an address, and what is known of them so far."""
    who = await required(request, PERMIT)
    floor = floor_of(request)
    place = house or floor.first()
    allow(who.at(place), PERMIT)
    floor.check_shown(who, place)
    asked = AskedPeriod(property=place, first=_day(first), last=_day(last), table=table[:40], chips=chips)
    found, done, works = await answer(floor, asked, who.badge)
    report = found.report
    query = f"house={place}&first={report.first}&last={report.last}&table={asked.table}&chips={report.chips}"
    return who, asked, query, (found, done, works)


@pages.get("/results")
async def results_page(
    request: Request, house: str = "", first: str = "", last: str = "", table: str = "", chips: str = "",
    count: bool = False,
) -> Response:  # fmt: skip
    who, asked, query, (found, done, works) = await _read(request, house, first, last, table, chips)
    floor, place = floor_of(request), asked.property
    report, here = found.report, floor.tables(place)
    tables, mixed = [one.id for one in here], len({one.settings.demo for one in here}) > 1
    lists = {name: rows(found, name) for name in ("patrons", "counting", "counts", "meters", "review")}
    top = sorted(lists["patrons"], key=lambda row: -row["expected"])[:SHORT]
    return show(
        request, "results.html", me=shown_person(who, None), house=place, house_title=property_title(place),
        houses=[(name, property_title(name)) for name in floor.places_of(who)], report=report,
        view=page_of(found, tables), lists=lists, top=top, counters=await counters(floor, found, count),
        meter_title=meter_title, called=_called(floor, place), until=until,
        short=SHORT, done=done, works=works, adding=bool(found.to_add), query=query, titles=LISTS, asked=asked,
        tables=tables, mixed=mixed, within=_within(found),
    )  # fmt: skip


@pages.get("/results/{what}")
async def results_list(
    request: Request, what: str, house: str = "", first: str = "", last: str = "", table: str = "", chips: str = "",
    csv: int = 0,
) -> Response:  # fmt: skip
    """One list whole, on the page or as a file."""
    who, asked, query, (found, done, works) = await _read(request, house, first, last, table, chips)
    place = asked.property
    listed = rows(for_a_sheet(found, done, works) if csv else found, what)
    if csv:
        headers = kept_as(f"{place}-{what}.csv")
        return Response(as_csv(listed), media_type="text/csv; charset=utf-8", headers=headers)
    report = found.report
    return show(
        request, "results_list.html", me=shown_person(who, None), house=place, house_title=property_title(place),
        what=what, titles=LISTS, columns=list(listed[0]) if listed else [], money=MONEY, shares=SHARES,
        rows=listed[:ROWS_MAX], more=max(0, len(listed) - ROWS_MAX), report=report, query=query, done=done,
        works=works, adding=bool(found.to_add), within=_within(found), of_day=_of_day(found),
        say=_in_words(place),
    )  # fmt: skip


def _called(floor: Floor, place: str) -> dict[str, str]:
    """Meters as the lobby calls them."""
    return {one.name: one.title.removesuffix(" Progressive") for one in meters(floor, place) if one.title}


def _within(found: Answer) -> str:
    """The period as a search of rounds takes it: gaming days begin when the house says."""
    return "since={}&until={}".format(*(moment(at).replace(" ", "T") for at in (found.from_us, found.to_us)))


def _of_day(found: Answer) -> Callable[[str], str]:
    """One gaming day of the period as a search takes it: from the hour at which the period begins."""
    begins = moment(found.from_us)[11:]

    def of_day(day: str) -> str:
        after = datetime.date.fromisoformat(day) + datetime.timedelta(days=1)
        return f"since={day}T{begins}&until={after}T{begins}"

    return of_day


def _in_words(place: str) -> Callable[[Row, str], str]:
    """Games and wagers of a list by their titles."""
    books = {game: rulebook(place, game) for game in games_of(place)}

    def say(row: Row, column: str) -> str:
        value, book = row[column], books.get(row.get("game", ""))
        if book is None or column not in ("game", "wager"):
            return plain(value) if column == "wager" else str(value)
        return book.title if column == "game" else book.wagers[value].title if value in book.wagers else plain(value)

    return say
