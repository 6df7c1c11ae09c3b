"""The tables of a poker tournament for programs: hands played or keyed there, what was said, rulings, the clock.

A player reads `GET /poker-tournaments/{id}/tables/{n}` (his own cards, what he may do) and answers with `.../acts`.
"""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from croupier.equipment.cards import parse_card
from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.rulings import declared, irregularities, preview
from croupier.house.tournaments.poker.view import hand_shown
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    At,
    Caller,
    Command,
    Commanded,
    House,
    Key,
    Named,
    Word,
    allow,
    command_in,
    plain,
)
from croupier.web.tournaments.decisions import Badge, Chips, Small

api = APIRouter(prefix=f"{PREFIX}/poker-tournaments", tags=["poker tournaments"], responses=ERRORS)


class Table(Commanded):
    seen: Small | None = Field(None, description="How many acts you saw; if it has gone on, this is refused.")


class Played(Table):
    verb: Literal["fold", "check", "call", "raise", "bring-in", "draw", "show", "muck", "time-bank"]
    amount: Chips = Field(0, description="Of a raise: the whole wager of this round.")
    cards: list[Annotated[str, Field(max_length=3)]] = Field([], max_length=7, description="Discards, such as Ks.")
    patron: Annotated[str, Field(max_length=120, pattern=r"^[A-Za-z0-9@._-]*$")] = Field(
        "", description="By a dealer: the player in turn, for whom it is keyed."
    )


class Fallen(Commanded):
    """Cards at a keyed table of a live tournament."""

    seat: int = Field(-1, ge=-1, le=20, description="0: the board; -1: face down to everybody.")
    cards: list[Annotated[str, Field(max_length=3)]] = Field(
        [], max_length=7, description="Such as Ks; none: face down."
    )
    push: bool = Field(False, description="Push the pots to their winners.")

    def read(self) -> tuple[int, ...]:
        try:
            return tuple(parse_card(text) for text in self.cards)
        except ValueError as error:
            raise Refused(str(error)) from None


class Ruled(Commanded):
    """An irregularity with its facts, as `asks` of the list names them."""

    when: Word
    seat: int = Field(0, ge=0, le=20)
    choice: Word = Field("", description="Where the floor decides, or hands are not keyed: which ruling is given.")
    facts: dict[Word, bool | int | Word | list[int]] = Field({}, max_length=20)


class Spoken(Commanded):
    patron: Badge
    says: Word = Field("", description="fold, check, call, bet, raise, all-in, pot; empty: chips without a word.")
    amount: Chips | None = None
    chips: list[Chips] = Field([], max_length=40, description="The denominations put forward in one motion.")
    choice: Word = ""
    later: list[Chips] = Field([], max_length=40, description="Chips added after going back to the stack.")
    first: Literal["words", "chips", "together"] = Field("words", description="What came first.")
    aware: bool = Field(True, description="He knew of the bet that he faced.")
    released: bool = Field(True, description="The chips left his hand.")
    unfinished: bool = Field(False, description="He said with the first chips that more would follow.")
    meanings: list[Chips] = Field([], max_length=8, description="Sizes that an unclear number could mean.")
    in_front: list[Chips] = Field([], max_length=40, description="Chips of his earlier bet, not pulled in yet.")

    def told(self) -> dict[str, Any]:
        given = {name: getattr(self, name) for name in acts.Say.__struct_fields__ if name in type(self).model_fields}
        return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


class Timed(Commanded):
    up: bool = Field(False, description="His time is up; otherwise the clock is called.")


# ---- hands


@api.get("/{tournament}/tables/{table}", summary="A table and its hand as you may see it, and what you may do")
async def table(floor: House, who: Caller, tournament: Key, table: At) -> dict[str, Any]:
    allow(who, "event.read")
    live = await floor.poker_tournaments.live(tournament)
    return hand_shown(live, table, who, floor.house.sources.now_us())


@api.post("/{tournament}/tables/{table}/hands", status_code=201, summary="Deal the next hand of a table")
async def deal(
    floor: House, who: Caller, tournament: Key, table: At, given: Table | None = None, named: Named = ""
) -> dict[str, Any]:
    allow(who, "event.deal")
    command, seen = command_in(given, named), given.seen if given else None
    return dict(plain(await floor.poker_tournaments.deal(who, tournament, table, command, seen)))


@api.post("/{tournament}/tables/{table}/acts", summary="Act in a hand: your own, or as its dealer")
async def act(
    floor: House, who: Caller, tournament: Key, table: At, given: Played, named: Named = ""
) -> dict[str, Any]:
    keyed = bool(given.patron) and given.patron != who.badge
    allow(who, "event.deal" if keyed else "event.play")
    try:
        cards = tuple(parse_card(text) for text in given.cards)
    except ValueError as error:
        raise Refused(str(error)) from None
    if given.amount and given.verb not in ("raise", "draw"):
        raise Refused(f"{given.verb!r} takes no amount.", "A raise does.")
    if given.cards and given.verb not in ("draw", "show"):
        raise Refused(f"{given.verb!r} takes no cards.", "A draw and a show do.")
    done = await floor.poker_tournaments.play(
        who,
        tournament,
        table,
        given.verb,
        given.amount,
        cards,
        patron=given.patron,
        command=given.command or named,
        seen=given.seen,
    )
    return dict(plain(done))


@api.post("/{tournament}/tables/{table}/cards", summary="Key real cards as they fall, or push the pots")
async def cards(
    floor: House, who: Caller, tournament: Key, table: At, given: Fallen, named: Named = ""
) -> dict[str, Any]:
    allow(who, "event.deal")
    act: acts.Any = acts.Push(at_us=0, table=table)
    if given.push and (given.cards or given.seat >= 0):
        raise Refused("A push takes no cards and no seat.", "Key the cards first, then push.")
    if not given.push:
        act = acts.Dealt(at_us=0, table=table, seat=given.seat, cards=given.read())
    return dict(plain(await floor.poker_tournaments.do(who, tournament, act, given.command or named)))


@api.post("/{tournament}/tables/{table}/call", status_code=201, summary="Call the floor to a table")
async def call_floor(floor: House, who: Caller, tournament: Key, table: At, command: Command) -> dict[str, str]:
    allow(who, "event.deal")
    return {"notice": await floor.poker_tournaments.dealers.call_floor(who, tournament, table, command or None)}


@api.post("/{tournament}/tables/{table}/undo", summary="Take back the last thing that was keyed at a table")
async def take_back(
    floor: House, who: Caller, tournament: Key, table: At, given: Table | None = None, named: Named = ""
) -> dict[str, Any]:
    allow(who, "event.deal")
    undone = floor.poker_tournaments.dealers.take_back(who, tournament, table, command_in(given, named))
    return dict(plain(await undone))


# ---- the irregularity desk


@api.get("/{tournament}/tables/{table}/rulings", summary="What may be declared at a table, and what each is asked")
async def rulings(floor: House, who: Caller, tournament: Key, table: At) -> dict[str, Any]:
    allow(who, "event.deal")
    game = (await floor.poker_tournaments.live(tournament)).game
    given = [one for one in game.rulings if one.table == table]
    return {"possible": plain(irregularities(game.felt(table))), "given": plain(given[-50:])}


@api.post("/{tournament}/tables/{table}/rulings/preview", summary="A ruling before it is given: nothing changes")
async def ruling_preview(floor: House, who: Caller, tournament: Key, table: At, given: Ruled) -> dict[str, Any]:
    allow(who, "event.deal")
    felt = (await floor.poker_tournaments.live(tournament)).game.felt(table)
    act = declared(felt, who.role, given.when, given.seat, given.choice, dict(given.facts))
    return dict(plain(preview(felt, act)))


@api.post("/{tournament}/tables/{table}/rulings", status_code=201, summary="Declare an irregularity with its facts")
async def rule(
    floor: House, who: Caller, tournament: Key, table: At, given: Ruled, named: Named = ""
) -> dict[str, Any]:
    allow(who, "event.deal")
    told = (given.when, given.seat, given.choice, dict(given.facts), given.command or named)
    return dict(plain(await floor.poker_tournaments.rule(who, tournament, table, *told)))


@api.post("/{tournament}/tables/{table}/said", summary="What a player said and put forward: the book says what it is")
async def said(
    floor: House, who: Caller, tournament: Key, table: At, given: Spoken, named: Named = ""
) -> dict[str, Any]:
    allow(who, "event.deal")
    act = acts.Say(at_us=0, table=table, name=given.patron, **given.told())
    return dict(plain(await floor.poker_tournaments.do(who, tournament, act, given.command or named)))


@api.post("/{tournament}/tables/{table}/time", summary="Call the clock on the player in turn, or say that time is up")
async def timed(
    floor: House, who: Caller, tournament: Key, table: At, given: Timed, named: Named = ""
) -> dict[str, Any]:
    allow(who, "event.deal")
    act = acts.Timed(at_us=0, table=table, role=who.role, up=given.up)
    return dict(plain(await floor.poker_tournaments.do(who, tournament, act, given.command or named)))
