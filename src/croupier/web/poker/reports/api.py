"""Results and hours of a poker room for programs: visits, reports by day and table, comps, what the floor records."""

import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from croupier.house.poker_room.floor_notes import Fact
from croupier.house.poker_room.reports import as_csv
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Cents,
    Command,
    Commanded,
    House,
    Key,
    Named,
    Text,
    Word,
    allow,
    plain,
    read,
)
from croupier.web.poker.reports.view import COLUMNS, PERMIT, rows_of, time_of
from croupier.web.poker.typed_acts import clean

api = APIRouter(prefix=f"{PREFIX}/room", tags=["poker room results"], responses=ERRORS)
What = Literal["days", "visits", "hours", "jackpots", "facts"]
Day = Annotated[datetime.date | None, Query(description="A gaming day of the house.")]


class NewComps(Commanded):
    """Comps for the hours of one day; no document names a rate, so management does."""

    day: datetime.date
    cents_an_hour: Cents


class UsedComp(Commanded):
    patron: Word
    cents: Cents
    words: Word = ""


class NewFact(Commanded):
    """rack-up (table, seat), playover (table, seat, patron; data box), late-report (table; data hand, minutes),
    draw-count (table, seat; data after_action), race-found (data denomination, count, smallest), chip-inventory
    (data chips and place, or tournament)."""

    kind: Word
    table: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9-]*$")] = ""
    seat: Annotated[int, Field(strict=True, ge=0, le=20)] = 0
    patron: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9._-]*$")] = ""
    words: Word = ""
    data: dict[Word, Any] = Field({}, max_length=20)


@api.get("/reports/{property}/{what}", summary="Days by table, visits, hours, jackpots or what was recorded; CSV too")
async def report(
    floor: House,
    who: Caller,
    property: Key,
    what: What,
    first: Day = None,
    last: Day = None,
    patron: Text = "",
    format: Literal["json", "csv"] = "json",
) -> Any:
    """Without days: the last seven. At most 400 days at once."""
    allow(who.at(property), PERMIT)
    floor.list_desk.held(property)  # there is such a room
    span = time_of(floor, first, last)
    rows = await read(floor, lambda conn: rows_of(floor, conn, property, what, *span, patron))
    if format == "csv":
        return Response(as_csv(rows, COLUMNS[what]), media_type="text/csv; charset=utf-8")
    return rows


@api.get("/comps/{property}", summary="What every patron has in comps, in cents")
async def comps(floor: House, who: Caller, property: Key) -> dict[str, int]:
    allow(who.at(property), PERMIT)
    return dict(await read(floor, lambda conn: floor.reports.comps(conn, property)))


@api.post("/comps/{property}", status_code=201, summary="Give comps for the hours of a day that is over, once")
async def give_comps(floor: House, who: Caller, property: Key, given: NewComps, named: Named = "") -> list[Any]:
    allow(who.at(property), "promotion.plan")
    command = given.command or named or None
    return [plain(c) for c in await floor.reports.comp(who, property, given.day, given.cents_an_hour, command)]


@api.post("/comps/{property}/used", summary="A patron uses his comps; what is left")
async def use_comp(floor: House, who: Caller, property: Key, given: UsedComp, named: Named = "") -> dict[str, int]:
    allow(who.at(property), "promotion.run")
    about = (given.patron, given.cents, given.words, given.command or named or None)
    return {"left": await floor.reports.use_comp(who, property, *about)}


@api.post("/records/{property}", status_code=201, summary="Record a fact of the floor; what follows by its clause")
async def record(floor: House, who: Caller, property: Key, given: NewFact, named: Named = "") -> dict[str, Any]:
    allow(who.at(property), "room.record")
    clean(given.data)
    fact = Fact(property=property, kind=given.kind, table_id=given.table, patron=given.patron, seat=given.seat,
                words=given.words, data=dict(given.data))  # fmt: skip
    return dict(plain(await floor.recorded.write(who, fact, given.command or named or None)))


@api.post("/records/{property}/{fact}/end", summary="A rack or a playover box is off the table again")
async def end(floor: House, who: Caller, property: Key, fact: Key, command: Command) -> dict[str, Any]:
    allow(who.at(property), "room.record")
    return dict(plain(await floor.recorded.end(who, property, fact, command or None)))
