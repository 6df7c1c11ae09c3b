"""Sheets of numbers about a game, to read, to print and for programs: how it is played best, what protects it, how an
evening ends, what coupons are worth, what an hour wins. Worked out behind everything else, once for each question."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse

from croupier.house.people.persons import Person
from croupier.rulebook import rulebook
from croupier.rulebook.load import parse
from croupier.rulebook.model import Rulebook
from croupier.rulebook.posting import BadOption
from croupier.web.draw.plots import plot
from croupier.web.kit.api import plain
from croupier.web.kit.context import Floor, floor_of, person, property_title, required, show
from croupier.web.kit.persons import shown_person

if TYPE_CHECKING:  # what makes sheets loads compiled code
    from croupier.odds.report.sheets import Sheet

GUARDS = "table.watch"  # what a counter could gain and what a table wins is no sign for the players
VISITOR = "visitor"


class Found(msgspec.Struct, frozen=True):
    """A sheet and the same as plain data, or why there is none."""

    sheet: "Sheet | None"
    data: Any
    why: str = ""


class Question(msgspec.Struct, frozen=True):
    """What is asked of a game: `kind` names a work, `given` is what that work takes beside the rulebook's text."""

    kind: str
    given: Any = None

    @property
    def guarded(self) -> bool:
        return self.kind in ("protection", "hour")


class AskedProtection(msgspec.Struct, frozen=True, kw_only=True):
    """A wager or all of them, how many play, and what the house has chosen."""

    wager: str = ""
    players: int = 1
    options: dict[str, str] = {}


def _worked(raw: bytes, path: str, make: Callable[[Rulebook], tuple["Sheet", Any]]) -> Found:
    """A sheet of a rulebook's text, or what can be asked instead."""
    from croupier.odds.posting import BadInput

    try:
        sheet, data = make(parse(raw, Path(path)))
    except (BadInput, BadOption) as fault:
        return Found(None, None, str(fault))
    return Found(sheet, data)


def strategy_work(raw: bytes, path: str, _: None = None) -> Found:
    """The best play of a rulebook as posted by default; runs where it may take its time."""
    from croupier.odds.posting import open_posting
    from croupier.odds.report.sheets import strategy_sheet
    from croupier.odds.strategy import strategy_of

    def make(book: Rulebook) -> tuple["Sheet", Any]:
        posting = open_posting(book)
        sheet = strategy_sheet(posting, strategy_of(posting))
        return sheet, msgspec.to_builtins(sheet)

    return _worked(raw, path, make)


def protection_work(raw: bytes, path: str, asked: AskedProtection | None = None) -> Found:
    """What counting gains at a rulebook's game; runs where it may take its time."""
    from croupier.odds.posting import open_posting
    from croupier.odds.protection.report import protect
    from croupier.odds.report.sheets import protection_sheet

    given = asked or AskedProtection()

    def make(book: Rulebook) -> tuple["Sheet", Any]:
        posting = open_posting(book, dict(given.options))
        found = protect(posting, given.wager, given.players)
        return protection_sheet(posting, found), msgspec.to_builtins(found)

    return _worked(raw, path, make)


def evening_work(raw: bytes, path: str, asked: Any) -> Found:
    """How an evening ends; runs where it may take its time."""
    from croupier.odds.money.answering import ask_evening
    from croupier.odds.report.money_sheets import evening_sheet

    def make(book: Rulebook) -> tuple["Sheet", Any]:
        found = ask_evening(book, asked)
        return evening_sheet(book, asked, found), msgspec.to_builtins(found)

    return _worked(raw, path, make)


def coupons_work(raw: bytes, path: str, asked: dict[str, str]) -> Found:
    """What coupons are worth; runs where it may take its time."""
    from croupier.odds.money.answering import ask_coupons
    from croupier.odds.report.money_sheets import coupon_sheet

    def make(book: Rulebook) -> tuple["Sheet", Any]:
        found = ask_coupons(book, asked)
        return coupon_sheet(book, found), msgspec.to_builtins(found, enc_hook=float)

    return _worked(raw, path, make)


def hour_work(raw: bytes, path: str, asked: Any) -> Found:
    """What a table wins an hour; runs where it may take its time."""
    from croupier.odds.money.answering import ask_hour
    from croupier.odds.report.money_sheets import hour_sheet

    def make(book: Rulebook) -> tuple["Sheet", Any]:
        found = ask_hour(book, asked)
        return hour_sheet(book, asked, found), msgspec.to_builtins(found, enc_hook=float)

    return _worked(raw, path, make)


WORKS: dict[str, Callable[..., Found]] = {
    "strategy": strategy_work,
    "protection": protection_work,
    "evening": evening_work,
    "coupons": coupons_work,
    "hour": hour_work,
}


async def look(
    floor: Floor, question: Question, house: str, game: str, day: str, caller: str
) -> tuple[Rulebook, Found | None]:
    """A rulebook with its sheet, or with none while that is being worked out."""

    def text() -> tuple[Rulebook, bytes]:
        with floor.house.storage.reading() as conn:
            book = floor.house.approvals.version(conn, house, game, day)
            return book, floor.studio.text_of(conn, book)

    book, raw = await asyncio.to_thread(text)
    asked = "" if question.given is None else f" {msgspec.json.encode(plain(question.given)).decode()}"
    works = [(WORKS[question.kind], (raw, book.path, question.given))]
    job = floor.odds.start(f"{question.kind} {book.digest}{asked}", works, caller=caller if asked else "")
    if not job.done:
        return book, None
    return book, Found(None, None, job.failed) if job.failed else job.given[0]


async def page(
    request: Request, question: Question, house: str, game: str, day: str, form: dict[str, Any] | None = None
) -> HTMLResponse:
    """A question's page: the form that asks it, what is answered, or a word that it is being worked out."""
    floor = floor_of(request)
    who = await required(request, GUARDS) if question.guarded else await person(request)
    floor.check_shown(who, house)
    book, found = await look(floor, question, house, game, day, who.badge if who else VISITOR)
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return show(
        request, "numbers.html", me=shown_person(who, None), book=book, kind=question.kind, found=found, plot=plot,
        property_title=property_title, path=path, form=form or {},
        staff=who is not None and who.may(GUARDS),
    )  # fmt: skip


async def answer(
    floor: Floor, who: Person | None, question: Question, house: str, game: str, on: str
) -> dict[str, Any]:
    """The same for a program; `ready` is false while it is being worked out."""
    floor.check_shown(who, house)
    day = str(rulebook(house, game, on or None).approved)
    book, found = await look(floor, question, house, game, day, who.badge if who else VISITOR)
    whole = {"property": book.property, "game": book.game, "approved": str(book.approved), "ready": found is not None}
    return {**whole, question.kind: found.data if found else None, "why": found.why if found else ""}
