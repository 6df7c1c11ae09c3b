"""The rows of a poker room's reports, the same for the page, the API and a spreadsheet."""

import datetime
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.house.people.gaming_day import Calendar
from croupier.house.poker_room.table.view import wanted
from croupier.house.record.database.storage import Reading
from croupier.house.record.journals import to_text
from croupier.web.kit.context import Floor

PERMIT = "room.report"
COLUMNS: dict[str, tuple[str, ...]] = {
    "days": ("day", "table", "hands", "drop", "rake", "time", "jackpot", "promotions", "labour", "played"),
    "visits": ("patron", "table", "game", "seat", "in", "out", "minutes", "bought", "cashed"),
    "hours": ("patron", "visits", "minutes", "games", "bought", "cashed"),
    "jackpots": ("day", "fund", "game", "opening", "seeded", "allocated", "paid", "other", "closing"),
    "facts": ("at", "kind", "table", "seat", "patron", "words", "ruling", "clause", "by", "ended"),
}
MONEY = ("drop", "rake", "time", "jackpot", "promotions", "bought", "cashed", "opening", "seeded", "allocated", "paid",
         "other", "closing")  # fmt: skip
TITLES = {
    "days": "By day and table", "visits": "Visits", "hours": "Hours", "jackpots": "Daily log of the jackpots",
    "facts": "On record",
}  # fmt: skip
# Headings that need more than their name: what a figure is counted in, and what a short word means.
HEADINGS = {
    "drop": "Drop, all boxes", "time": "Time fees", "jackpot": "Jackpot drop", "promotions": "Promotions paid",
    "labour": "Dealers, minutes", "played": "Patrons, minutes", "minutes": "Minutes", "in": "Came",
    "out": "Went", "at": "When", "bought": "Bought in", "cashed": "Took away",
}  # fmt: skip
MINUTES = ("labour", "played")
MOMENTS = {"in": "in_us", "out": "out_us", "at": "at_us", "ended": "ended_us"}  # told on a page by the house's clock
WEEK = 7


def time_of(floor: Floor, first: datetime.date | None, last: datetime.date | None) -> tuple[int, int]:
    """From the first gaming day's beginning to the last one's end; without days the last week."""
    with floor.house.storage.reading() as conn:
        calendar = Calendar(conn)
    end = last or calendar.date(floor.house.sources.now_us())
    begin = first or end - datetime.timedelta(days=WEEK - 1)
    return max(0, calendar.day(begin).start_us), calendar.day(end).end_us


def rows_of(
    floor: Floor, conn: Reading, house: str, what: str, from_us: int, to_us: int, patron: str = ""
) -> list[dict[str, Any]]:
    reports = floor.reports
    if what == "days":
        return [msgspec.structs.asdict(row) for row in reports.days(conn, house, from_us, to_us)]
    if what == "visits":
        return [_visit(row) for row in reports.visits(conn, house, from_us, to_us, patron)]
    if what == "hours":
        found = [row for row in reports.hours(conn, house, from_us, to_us) if patron in ("", row.patron)]
        return [msgspec.structs.asdict(row) | {"games": _games(row.by_game)} for row in found]
    if what == "jackpots":
        return [msgspec.structs.asdict(row) for row in floor.promotions.funds.log(conn, house, from_us, to_us)]
    facts = [f for f in floor.recorded.of(conn, house) if from_us <= f.at_us < to_us and patron in ("", f.patron)]
    return [
        msgspec.structs.asdict(f)
        | {"at": to_text(f.at_us)[:19], "table": f.table_id, "ended": to_text(f.ended_us)[:19] if f.ended_us else ""}
        for f in facts
    ]


def heading(column: str) -> str:
    return HEADINGS.get(column, column.capitalize())


def units(columns: Sequence[str]) -> list[str]:
    """The columns of a spreadsheet, each with what it is counted in: money in cents, as everywhere."""
    counted = {**dict.fromkeys(MONEY, "cents"), **dict.fromkeys(MINUTES, "minutes")}
    return [f"{column} ({counted[column]})" if column in counted else column for column in columns]


def _visit(row: dict[str, Any]) -> dict[str, Any]:
    out = to_text(row["out_us"])[:19] if row["out_us"] else ""
    return row | {"table": row["table_id"], "in": to_text(row["in_us"])[:19], "out": out}


def game_words(key: str) -> str:
    """Hold'em No limit $1–$3 for holdem-no-1-3."""
    found = wanted(key)
    return f"{found.title} {found.stakes}" if found is not None else key


def _games(by: dict[str, int]) -> str:
    return ", ".join(f"{game} {minutes} min" for game, minutes in sorted(by.items()))


def days_between(conn: Reading, from_us: int, to_us: int) -> tuple[str, str]:
    calendar = Calendar(conn)
    return calendar.date(from_us).isoformat(), calendar.date(to_us - 1).isoformat()
