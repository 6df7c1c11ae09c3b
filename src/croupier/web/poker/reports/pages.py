"""Results and hours of a poker room in a browser, and as a file for a spreadsheet."""

import asyncio
import datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.poker_room.floor_notes import LASTS, RULES, Fact
from croupier.house.poker_room.reports import as_csv
from croupier.house.record.errors import NotFound, Refused
from croupier.rounds import refusal
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    property_title,
    required,
    words,
)
from croupier.web.kit.files import kept_as
from croupier.web.kit.forms import cents_of, count_of, day_in, day_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import beside, show_form
from croupier.web.poker.reports.view import (
    COLUMNS,
    MOMENTS,
    MONEY,
    PERMIT,
    TITLES,
    days_between,
    game_words,
    heading,
    rows_of,
    time_of,
    units,
)
from croupier.web.poker.room_view import room_of

pages = Pages()
ROWS_MAX = 1000


def _day(text: str) -> datetime.date | None:
    return day_in(text) if text else None


@pages.get("/room/{house}/reports")
async def reports_page(
    request: Request, house: str, what: str = "days", first: str = "", last: str = "", patron: str = "", csv: int = 0
) -> Response:
    who = (await required(request, PERMIT)).at(room_of(floor_of(request), house))
    return await _page(request, who, house, what, (first, last, patron[:40]), csv=bool(csv))


async def _page(
    request: Request,
    who: Person,
    house: str,
    what: str,
    asked: tuple[str, str, str] = ("", "", ""),
    wrong: refusal.Refused | None = None,
    csv: bool = False,
) -> HTMLResponse | Response:
    if what not in COLUMNS:
        raise NotFound(f"There is no report {what[:20]!r}.", f"There are {', '.join(COLUMNS)}.")
    floor = floor_of(request)
    span = time_of(floor, _day(asked[0]), _day(asked[1]))

    def read() -> tuple[list[dict[str, Any]], dict[str, int], list[Fact], tuple[str, str]]:
        with floor.house.storage.reading() as conn:
            rows = rows_of(floor, conn, house, what, *span, asked[2])
            standing = [fact for fact in floor.recorded.of(conn, house, kinds=LASTS) if fact.standing]
            return rows, floor.reports.comps(conn, house), standing, days_between(conn, *span)

    rows, comps, standing, (first, last) = await asyncio.to_thread(read)
    if csv:
        headers = kept_as(f"{house}-{what}.csv")
        return Response(
            as_csv(rows, COLUMNS[what], units(COLUMNS[what])), media_type="text/csv; charset=utf-8", headers=headers
        )
    return await show_form(
        request, "reports.html", who, wrong, house=house,
        house_title=property_title(house), what=what, titles=TITLES, columns=COLUMNS[what], money=MONEY,
        heading=heading, game_words=game_words, moments=MOMENTS,
        rows=rows[:ROWS_MAX], more=max(0, len(rows) - ROWS_MAX), first=first, last=last, patron=asked[2], comps=comps,
        standing=standing, kinds=tuple(RULES), may=who.may,
        total={c: sum(row[c] for row in rows) for c in COLUMNS[what] if c in MONEY and what in ("days", "hours")},
    )  # fmt: skip


@pages.post("/room/{house}/reports/{act}")
async def reports_act(request: Request, house: str, act: str) -> Response:
    """Comps given or used, a fact recorded or ended."""
    who = (await required(request, PERMIT)).at(room_of(floor_of(request), house))
    floor, values = floor_of(request), await body(request)
    try:
        await _act(floor, who, house, act, values, command_of(request, values) or None)
    except (BadRequest, NotFound):
        raise
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, house, "hours" if "comp" in act else "facts", wrong=refused)
    return go(f"/room/{house}/reports?what={'hours' if 'comp' in act else 'facts'}")


async def _act(floor: Floor, who: Person, house: str, act: str, values: dict[str, Any], command: str | None) -> None:
    if act == "comps":
        day = day_of(values, "day", "Day")
        await floor.reports.comp(who, house, day, cents_of(values, "rate", "An hour is worth"), command)
    elif act == "use-comp":
        about = (words(values, "patron", most=40), cents_of(values, "cents"), words(values, "words", most=200))
        await floor.reports.use_comp(who, house, *about, command)
    elif act == "record":
        await floor.recorded.write(who, _fact(house, values), command)
    elif act == "end":
        await floor.recorded.end(who, house, words(values, "fact", most=80), command)
    else:
        raise BadRequest(f"{act!r} is nothing that is done here.")


def _fact(house: str, values: dict[str, Any]) -> Fact:
    """A fact as its form states it; which of it a kind needs, its refusal says."""
    data: dict[str, Any] = {}
    for name in ("hand", "minutes", "denomination", "count", "smallest"):
        if words(values, name, most=12).strip():
            data[name] = count_of(values, name, name.capitalize(), 10**9)
    for name in ("box", "after_action"):
        if name in values:
            data[name] = words(values, name, most=3) == "yes"
    chips = words(values, "chips", most=300).replace(",", " ").split()
    if chips:
        pairs = [part.partition("x") for part in chips]
        if not all(worth.isdecimal() and number.isdecimal() for number, _, worth in pairs):
            raise Refused("Write the chips as 40x25 20x100.", "How many, of which denomination.")
        data["chips"] = {worth: int(number) for number, _, worth in pairs}
    for name in ("place", "tournament"):
        if words(values, name, most=40):
            data[name] = words(values, name, most=40)
    return Fact(
        property=house, kind=words(values, "kind", most=40), table_id=words(values, "table", most=40).strip(),
        seat=integer(values, "seat", 0) if values.get("seat") else 0, patron=words(values, "patron", most=40).strip(),
        words=words(values, "words", most=300), data=data,
    )  # fmt: skip
