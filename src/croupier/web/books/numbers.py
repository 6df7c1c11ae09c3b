"""How a game is played best, and what protects it: sheets to read, to print and for programs, worked out once."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from croupier.rulebook.model import Rulebook
from croupier.web.books.api import Day, Name
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, allow
from croupier.web.kit.context import Floor, floor_of, person, property_title, required, show
from croupier.web.kit.persons import shown_person

if TYPE_CHECKING:  # what makes sheets loads compiled code
    from croupier.odds.report.sheets import Sheet

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix=PREFIX, tags=["rulebooks"], responses=ERRORS)
BOOK = "/rulebooks/{house}/{game}/{day}"
GUARDS = "table.watch"  # what a counter could gain is no sign for the players


class Found(msgspec.Struct, frozen=True):
    """A sheet and the same as plain data, or why there is none."""

    sheet: "Sheet | None"
    data: Any
    why: str = ""


def strategy_work(raw: bytes, path: str) -> Found:
    """The best play of a rulebook as posted by default; runs where it may take its time."""
    from croupier.odds.posting import BadInput, open_posting
    from croupier.odds.report.sheets import strategy_sheet
    from croupier.odds.strategy import strategy_of
    from croupier.rulebook.load import parse

    try:
        posting = open_posting(parse(raw, Path(path)))
        sheet = strategy_sheet(posting, strategy_of(posting))
    except BadInput as fault:
        return Found(None, None, str(fault))
    return Found(sheet, msgspec.to_builtins(sheet))


def protection_work(raw: bytes, path: str) -> Found:
    """What counting gains at a rulebook's game as posted by default; runs where it may take its time."""
    from croupier.odds.posting import BadInput, open_posting
    from croupier.odds.protection.report import protect
    from croupier.odds.report.sheets import protection_sheet
    from croupier.rulebook.load import parse

    try:
        found = protect(open_posting(parse(raw, Path(path))))
    except BadInput as fault:
        return Found(None, None, str(fault))
    return Found(protection_sheet(found), msgspec.to_builtins(found))


WORKS = {"strategy": strategy_work, "protection": protection_work}


async def look(floor: Floor, kind: str, house: str, game: str, day: str) -> tuple[Rulebook, Found | None]:
    """A rulebook with its sheet, or with none while that is being worked out."""

    def text() -> tuple[Rulebook, bytes]:
        with floor.house.storage.reading() as conn:
            book = floor.house.approvals.version(conn, house, game, day)
            return book, floor.studio.text_of(conn, book)

    book, raw = await asyncio.to_thread(text)
    job = floor.odds.start(f"{kind} {book.digest}", [(WORKS[kind], (raw, book.path))])
    if not job.done:
        return book, None
    return book, Found(None, None, job.failed) if job.failed else job.given[0]


async def _page(request: Request, kind: str, house: str, game: str, day: str) -> HTMLResponse:
    floor = floor_of(request)
    who = await required(request, GUARDS) if kind == "protection" else await person(request)
    floor.check_shown(who, house)
    book, found = await look(floor, kind, house, game, day)
    return show(
        request, "numbers.html", me=shown_person(who, None), book=book, kind=kind, found=found,
        property_title=property_title, default_theme="light", path=request.url.path,
    )  # fmt: skip


@pages.get(BOOK + "/strategy")
async def strategy_page(request: Request, house: str, game: str, day: str) -> HTMLResponse:
    """How to play a game, as a card to print."""
    return await _page(request, "strategy", house, game, day)


@pages.get(BOOK + "/protection")
async def protection_page(request: Request, house: str, game: str, day: str) -> HTMLResponse:
    """What a shoe gives away, for those who guard it."""
    return await _page(request, "protection", house, game, day)


async def _answer(floor: Floor, kind: str, house: str, game: str, on: str) -> dict[str, Any]:
    from croupier.rulebook import rulebook

    day = str(rulebook(house, game, on or None).approved)
    book, found = await look(floor, kind, house, game, day)
    whole = {"property": book.property, "game": book.game, "approved": str(book.approved), "ready": found is not None}
    return {**whole, kind: found.data if found else None, "why": found.why if found else ""}


@api.get("/rulebooks/{property}/{game}/strategy", summary="How a game is played best, and what each rule costs")
async def strategy(request: Request, floor: House, property: Name, game: Name, on: Day = "") -> dict[str, Any]:
    floor.check_shown(await person(request), property)
    return await _answer(floor, "strategy", property, game, on)


@api.get("/rulebooks/{property}/{game}/protection", summary="What counting cards gains at a game dealt from a shoe")
async def protection(floor: House, who: Caller, property: Name, game: Name, on: Day = "") -> dict[str, Any]:
    allow(who, GUARDS)
    floor.check_shown(who, property)
    return await _answer(floor, "protection", property, game, on)
