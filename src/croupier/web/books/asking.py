"""The questions that pages and programs ask of a game: each builds the same question from a form or from a query."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from croupier.house.record.errors import Refused
from croupier.odds.money.questions import AskedEvening, AskedHour, options_of
from croupier.rulebook.posting import BadOption
from croupier.web.books.api import Day, Name
from croupier.web.books.number_sheets import GUARDS, AskedProtection, Question, answer, page
from croupier.web.kit.api import ERRORS, PLAIN, PREFIX, Caller, House, Text, allow
from croupier.web.kit.context import person
from croupier.web.kit.page_routes import Pages

pages = Pages()
api = APIRouter(prefix=PREFIX, tags=["rulebooks"], responses=ERRORS)
NONE: list[str] = []  # shared, and never added to
BOOK = "/rulebooks/{house}/{game}/{day}"
API = "/rulebooks/{property}/{game}"
USUAL_PLAYERS = ("5x25",)
ROUNDS_MAX, PLAYERS_MAX, UNITS_MAX = 1_000_000, 9, 10**7
Words = Annotated[list[Annotated[str, Query(max_length=120, pattern=PLAIN)]], Query(max_length=30)]
Option = Annotated[Words, Query(alias="option", description="What the house chooses, as decks=6; may be repeated.")]
Beside = Annotated[
    Words, Query(alias="with", description="Made together with it, as WAGER=UNITS or WAGER:PLACE=UNITS; repeatable.")
]
Seated = Annotated[Words, Query(description="Who plays, as 5x25: five players of 25 dollars; may be repeated.")]
Rounds = Annotated[int, Query(ge=1, le=ROUNDS_MAX)]
Units = Annotated[float | None, Query(ge=1, le=UNITS_MAX)]
Share = Annotated[float, Query(ge=0, le=100, description="Per cent.")]
Dollars = Annotated[float, Query(ge=0, le=UNITS_MAX)]


def said(texts: list[str]) -> tuple[str, ...]:
    """What was written into fields that may hold several things, and what was left empty."""
    return tuple(part.strip() for text in texts for part in text[:400].split(",") if part.strip())


def chosen(texts: tuple[str, ...]) -> dict[str, str]:
    """Options of the house, each as name=value."""
    try:
        return options_of(texts)
    except BadOption as fault:
        raise Refused(f"{fault}.", "Nothing was worked out.") from None


def number(text: str, usual: float | None, least: float, most: float, what: str) -> float | None:
    """A number as somebody writes it into a form; the usual one where he writes none."""
    if not text.strip():
        return usual
    try:
        found = float(text.replace(",", ""))
    except ValueError:
        found = float("nan")
    if not least <= found <= most:
        raise Refused(f"{what} is a number from {least:,} to {most:,}.", f"It says {text[:20]!r}.")
    return found


def _whole(text: str, usual: int, least: int, most: int, what: str) -> int:
    return round(number(text, usual, least, most, what) or 0)


# ---------------------------------------------------------------------------------------- pages


@pages.get(BOOK + "/strategy")
async def strategy_page(request: Request, house: str, game: str, day: str) -> HTMLResponse:
    """How to play a game, as a card to print."""
    return await page(request, Question("strategy"), house, game, day)


@pages.get(BOOK + "/protection")
async def protection_page(
    request: Request, house: str, game: str, day: str, wager: str = "", players: str = "",
    option: Annotated[list[str], Query()] = NONE,
) -> HTMLResponse:  # fmt: skip
    """What a shoe gives away, for those who guard it."""
    form: dict[str, Any] = {"wager": wager[:80], "players": players, "option": said(option)}
    asked = AskedProtection(wager=wager[:80], players=_whole(players, 1, 1, PLAYERS_MAX, "Players"),
                            options=chosen(form["option"]))  # fmt: skip
    return await page(request, protection_question(asked), house, game, day, form)


@pages.get(BOOK + "/evening")
async def evening_page(
    request: Request, house: str, game: str, day: str, wager: str = "", rounds: str = "", bankroll: str = "",
    rebate: str = "", beside: Annotated[list[str], Query(alias="with")] = NONE,
    option: Annotated[list[str], Query()] = NONE,
) -> HTMLResponse:  # fmt: skip
    """How an evening ends, for whoever plays it."""
    form: dict[str, Any] = {
        "wager": wager[:80], "with": said(beside), "rounds": rounds, "bankroll": bankroll, "rebate": rebate,
        "option": said(option),
    }  # fmt: skip
    asked = AskedEvening(
        wager=wager[:80], beside=form["with"], rounds=_whole(rounds, 200, 1, ROUNDS_MAX, "The number of rounds"),
        bankroll=number(bankroll, None, 1, UNITS_MAX, "The bankroll in units"),
        rebate=number(rebate, 0, 0, 100, "The rebate in per cent") or 0.0, options=chosen(form["option"]),
    )  # fmt: skip
    return await page(request, Question("evening", asked), house, game, day, form)


@pages.get(BOOK + "/coupons")
async def coupons_page(
    request: Request, house: str, game: str, day: str, option: Annotated[list[str], Query()] = NONE
) -> HTMLResponse:
    """What coupons are worth, the best use first."""
    form: dict[str, Any] = {"option": said(option)}
    return await page(request, Question("coupons", chosen(form["option"])), house, game, day, form)


@pages.get(BOOK + "/hour")
async def hour_page(
    request: Request, house: str, game: str, day: str, wager: str = "", rounds: str = "", least: str = "",
    most: str = "", stay: str = "", players: Annotated[list[str], Query()] = NONE,
    option: Annotated[list[str], Query()] = NONE,
) -> HTMLResponse:  # fmt: skip
    """What a table wins an hour, for its manager."""
    form: dict[str, Any] = {
        "wager": wager[:80], "players": said(players) or USUAL_PLAYERS, "rounds": rounds, "least": least, "most": most,
        "stay": stay, "option": said(option),
    }  # fmt: skip
    asked = AskedHour(
        players=form["players"], wager=wager[:80], rounds=_whole(rounds, 60, 1, 10_000, "Rounds an hour"),
        least=number(least, 0, 0, UNITS_MAX, "The new least wager") or 0.0,
        most=number(most, None, 0, UNITS_MAX, "The new greatest wager"),
        stay=_share(number(stay, 50, 0, 100, "The share that stays")), options=chosen(form["option"]),
    )  # fmt: skip
    return await page(request, Question("hour", asked), house, game, day, form)


def _share(value: float | None) -> float:
    return 50.0 if value is None else value


def protection_question(asked: AskedProtection) -> Question:
    """As posted by default and with one player it is worked out once for everybody."""
    return Question("protection", None if asked == AskedProtection() else asked)


# ---------------------------------------------------------------------------------------- programs


@api.get(API + "/strategy", summary="How a game is played best, and what each rule costs")
async def strategy(request: Request, floor: House, property: Name, game: Name, on: Day = "") -> dict[str, Any]:
    return await answer(floor, await person(request), Question("strategy"), property, game, on)


@api.get(API + "/protection", summary="What counting cards gains at a game dealt from a shoe")
async def protection(
    floor: House, who: Caller, property: Name, game: Name, on: Day = "", wager: Text = "",
    players: Annotated[int, Query(ge=1, le=PLAYERS_MAX)] = 1, option: Option = NONE,
) -> dict[str, Any]:  # fmt: skip
    allow(who, GUARDS)
    asked = AskedProtection(wager=wager, players=players, options=chosen(said(option)))
    return await answer(floor, who, protection_question(asked), property, game, on)


@api.get(API + "/evening", summary="How so many rounds end: distribution, ruin, rebate, Kelly, covariance of wagers")
async def evening(
    request: Request, floor: House, property: Name, game: Name, on: Day = "", wager: Text = "", rounds: Rounds = 200,
    bankroll: Units = None, rebate: Share = 0.0, beside: Beside = NONE, option: Option = NONE,
) -> dict[str, Any]:  # fmt: skip
    asked = AskedEvening(wager=wager, beside=said(beside), rounds=rounds, bankroll=bankroll, rebate=rebate,
                         options=chosen(said(option)))  # fmt: skip
    return await answer(floor, await person(request), Question("evening", asked), property, game, on)


@api.get(API + "/coupons", summary="What match play and free bets are worth on each wager, the best use first")
async def coupons(
    request: Request, floor: House, property: Name, game: Name, on: Day = "", option: Option = NONE
) -> dict[str, Any]:
    return await answer(floor, await person(request), Question("coupons", chosen(said(option))), property, game, on)


@api.get(API + "/hour", summary="What a table wins an hour, and what other limits and options make of it")
async def hour(
    floor: House, who: Caller, property: Name, game: Name, players: Seated = NONE, on: Day = "", wager: Text = "",
    rounds: Annotated[int, Query(ge=1, le=10_000)] = 60, least: Dollars = 0.0, most: Dollars | None = None,
    stay: Share = 50.0, option: Option = NONE,
) -> dict[str, Any]:  # fmt: skip
    allow(who, GUARDS)
    asked = AskedHour(players=said(players) or USUAL_PLAYERS, wager=wager, rounds=rounds, least=least, most=most,
                      stay=stay, options=chosen(said(option)))  # fmt: skip
    return await answer(floor, who, Question("hour", asked), property, game, on)
