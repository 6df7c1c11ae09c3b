"""Poker tournaments for programs: structure sheets, registration, the floor's work, prizes with signatures."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter
from pydantic import Field

from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import Broken, NotFound
from croupier.house.record.faults import TOURNAMENT
from croupier.house.replays import log_reading
from croupier.house.tournaments.poker import store
from croupier.house.tournaments.poker.live.director_desk import proposal, reason, tried
from croupier.house.tournaments.poker.plan import Plan, Schedule
from croupier.house.tournaments.poker.prizes.payouts import Search
from croupier.house.tournaments.poker.view import shown
from croupier.house.tournaments.poker.wall import wall
from croupier.house.tournaments.structure_sheets import pays, plan_from, sheets
from croupier.web.kit.api import (
    ERRORS,
    PLAIN,
    PREFIX,
    At,
    Caller,
    Cents,
    Command,
    Commanded,
    House,
    Key,
    Model,
    Named,
    Number,
    Text,
    Word,
    allow,
    plain,
)
from croupier.web.kit.context import proof_of
from croupier.web.tournaments.decisions import Badge, Chips, Decided, NewLevel, Small, carry_out

api = APIRouter(prefix=f"{PREFIX}/poker-tournaments", tags=["poker tournaments"], responses=ERRORS)
Moment = Annotated[int, Field(strict=True, ge=0, le=2**53)]


class NewRow(Model):
    entries: Small
    shares: list[Small] = Field(min_length=1, max_length=500, description="Hundredths of a percent by place.")


class NewEvent(Commanded):
    """A structure sheet. `sheet` and `pay` take levels and payouts from the room's own sheets."""

    id: Word
    name: Word
    property: Word
    sheet: Word = "daily"
    pay: Word = ""
    format: Word = "standard"
    form: Word = "holdem"
    structure: Word = ""
    on: Word = ""
    schedule: Word = "daily"
    prize: Cents
    administration: Cents = 0
    house: Cents = 0
    bounty: Cents = 0
    rebuy: Cents = 0
    add_on: Cents = 0
    bad_beat: Cents = 0
    special_hands: Cents = 0
    guarantee: Cents = 0
    target: Word = ""
    target_buy_in: Cents = 0
    cash_out_percent: Small = 0
    chips: Chips = 0
    rebuy_chips: Chips = 0
    rebuy_at_most: Chips = 0
    add_on_chips: Chips = 0
    style: Word = "A"
    levels: list[NewLevel] = Field([], max_length=100)
    pays: list[NewRow] = Field([], max_length=100)
    late_minutes: Small = 0
    reentry_minutes: Small = 0
    rebuy_minutes: Small = 0
    seats: Small = 9
    advance: Small = 0
    most: Small = 5_000
    promotions: bool = False
    think_s: Small = Field(0, description="Dealt by a machine: when it calls the clock; 0: somebody asks for it.")
    live: bool = Field(False, description="Real cards: the director records who goes out, tables need no keying.")
    opens_us: Moment = Field(0, description="When registration opens, in microseconds since 1970; 0: at once.")
    options: dict[Word, bool | int | Word] = Field({}, max_length=20)

    def plan(self) -> Plan:
        own = {"id", "command", "sheet", "pay", "levels", "pays", "options", "chips", "structure", "on"}
        given: dict[str, Any] = self.model_dump(exclude=own) | {"on": self.on or None}
        for key in ("chips", "structure"):
            if value := getattr(self, key):
                given[key] = value
        if self.levels:
            given["levels"] = tuple(level.level() for level in self.levels)
        if self.pays:
            given["pays"] = tuple(Schedule(row.entries, tuple(row.shares)) for row in self.pays)
        return plan_from(self.sheet, self.pay, **given)


class Entry(Commanded):
    patron: Badge
    card: Word = Field(description="The number on the player's card, which every player has.")


class Patron(Commanded):
    patron: Badge


class Bought(Patron):
    add_on: bool = False
    held: Chips | None = Field(None, description="At a live table: what the player has left.")


class Decision(Decided):
    """One decision of the floor, or one thing that a director has seen at a live table."""


class WalkIn(Commanded):
    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)] = Field(
        description="Name or initials, as the desk calls him."
    )
    card: Word = Field(description="The number on the player's card, which every player has.")


class Confirmed(Commanded):
    key: Annotated[str, Field(max_length=40, pattern=r"^[0-9a-f]*$")] = Field(
        description="Of the proposal as it was read."
    )


class Undone(Commanded):
    act: int = Field(0, ge=0, le=2**31 - 1, description="The number of the act; 0: the last that can be taken back.")


class Divided(Model):
    how: Literal["chips", "icm", "even", "own"] = "chips"
    stacks: dict[Badge, Chips] = Field({}, max_length=100, description="Where they differ from the last counts.")
    players: int = Field(0, ge=0, le=100, description="Before the final table: for so many, whose stacks are 1, 2, 3.")
    sums: dict[Badge, Cents] = Field({}, max_length=100, description="With `own`: what they agreed, for each of them.")


class Signing(Commanded):
    password: Word
    code: Word = Field("", description="Where the signer has a second factor.")


class Checked(Signing):
    identification: Word
    card: Word
    searched: bool = False
    claim: Word = ""
    withhold: Cents = 0

    def search(self) -> Search:
        return Search(**self.model_dump(include=set(Search.__struct_fields__)))


class Step(Signing):
    reason: Word = ""
    claim: Word = ""
    initials: Word = ""
    told: list[Word] = Field([], max_length=10)
    w2g: bool = Field(False, description="The patron has signed the tax form.")

    def data(self) -> dict[str, Any]:
        return self.model_dump(include={"reason", "claim", "initials", "told", "w2g"})


# ---- looking


@api.get("", summary="Every poker tournament, with its structure sheet")
async def events(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    allow(who, "event.read")
    found = await asyncio.to_thread(floor.poker_tournaments.all, property or None)
    faults = {one.id: floor.house.faults.of(TOURNAMENT, one.id) for one in found}
    return [dict(plain(one)) | ({"out_of_order": True} if faults[one.id] else {}) for one in found]


@api.get("/sheets", summary="The room's structure sheets and payout schedules")
async def structure_sheets(floor: House, who: Caller) -> dict[str, Any]:
    allow(who, "event.read")
    return {"sheets": plain(sheets()), "pays": plain(pays())}


@api.get("/{tournament}", summary="The board: clock, level, pools, tables, places")
async def event(floor: House, who: Caller, tournament: Key) -> dict[str, Any]:
    allow(who, "event.read")
    live = await floor.poker_tournaments.live(tournament)
    return shown(live, who, floor.house.sources.now_us())


@api.get("/{tournament}/report", summary="The Tournament Financial Report")
async def report(floor: House, who: Caller, tournament: Key) -> list[dict[str, Any]]:
    allow(who, "prize.read")
    with floor.house.storage.reading() as conn:
        return [dict(plain(line)) for line in floor.poker_tournaments.payouts.report(conn, tournament)]


@api.get("/{tournament}/journal", summary="Every act of a tournament that is over, and whether its chain holds")
async def journal(floor: House, who: Caller, tournament: Key, after: Number = 0) -> dict[str, Any]:
    allow(who, "audit.read")
    with floor.house.storage.reading() as conn:
        store.check_over(conn, tournament)
        lines = store.journal(conn, tournament, after, limit=1_000)
        wrong = store.verify(conn, tournament)
        told = [{"number": one.number, "by": one.by, "hash": one.hash, "act": _act_of(conn, one)} for one in lines]
    if told:
        what = f"acts {after + 1} to {after + len(told)} of {store.journal_of(tournament)}"
        await log_reading(floor.house, who, tournament, what)
    return {"acts": told, "wrong": wrong}


def _act_of(conn: Reading, line: store.Recorded) -> Any:
    """What an act says, a deal with its deck; of one that was changed, that nobody can read it."""
    try:
        return plain(store.opened(conn, line.act))
    except (msgspec.DecodeError, Broken, NotFound):
        return {"unreadable": True}


@api.get("/intercepts/{property}", summary="Prizes with money withheld: of a day, and those that left nothing to pay")
async def intercepts(floor: House, who: Caller, property: Key, day_us: Number = 0) -> dict[str, Any]:
    allow(who, "prize.read")
    payouts = floor.poker_tournaments.payouts
    with floor.house.storage.reading() as conn:
        of_day = payouts.intercepts(conn, property, day_us or floor.house.sources.now_us())
        return {"accounting": plain(of_day), "tracking": plain(payouts.tracked(conn, property))}


# ---- the floor


@api.post("", status_code=201, summary="Post a structure sheet that players may register for")
async def plan(floor: House, who: Caller, given: NewEvent, named: Named = "") -> dict[str, Any]:
    allow(who, "tournament.plan")
    desk, command = floor.poker_tournaments, given.command or named
    return dict(plain(await desk.plan(who, given.id, given.plan(), dict(given.options), command)))


@api.post("/{tournament}/entries", status_code=201, summary="Register a player; the seat that he drew")
async def register(floor: House, who: Caller, tournament: Key, given: Entry, named: Named = "") -> dict[str, int]:
    allow(who, "event.register")
    desk = floor.poker_tournaments
    at = await desk.register(who, tournament, given.patron, given.card, given.command or named)
    receipt = (await desk.live(tournament)).game.bought_last(given.patron)
    return {"table": at[0], "seat": at[1], "receipt": receipt}


@api.post("/{tournament}/withdrawals", summary="Before the start: out again, with all that was paid")
async def withdraw(floor: House, who: Caller, tournament: Key, given: Patron, named: Named = "") -> dict[str, Any]:
    allow(who, "event.register")
    done = await floor.poker_tournaments.withdraw(who, tournament, given.patron, given.command or named)
    return dict(plain(done))


@api.post("/{tournament}/rebuys", summary="Sell a rebuy or an add-on")
async def rebuy(floor: House, who: Caller, tournament: Key, given: Bought, named: Named = "") -> dict[str, Any]:
    allow(who, "event.register")
    desk, command = floor.poker_tournaments, given.command or named
    return dict(
        plain(await desk.rebuy(who, tournament, given.patron, add_on=given.add_on, held=given.held, command=command))
    )


@api.post("/{tournament}/start", summary="Start the clock")
async def start(floor: House, who: Caller, tournament: Key, command: Command) -> dict[str, Any]:
    allow(who, "tournament.run")
    return dict(plain(await floor.poker_tournaments.start(who, tournament, command)))


@api.post("/{tournament}/arrange", summary="Break and balance tables, draw seats again, race chips off: what is due")
async def arrange(floor: House, who: Caller, tournament: Key, command: Command) -> dict[str, Any]:
    allow(who, "event.deal")
    return dict(plain(await floor.poker_tournaments.arrange(who, tournament, command)))


@api.post(
    "/{tournament}/decisions", summary="A decision of the floor: clock, penalty, absence, a seat, cash-outs, a deal"
)
async def decide(floor: House, who: Caller, tournament: Key, given: Decision, named: Named = "") -> dict[str, Any]:
    allow(who, given.right)
    return dict(plain(await carry_out(floor.poker_tournaments, who, tournament, given, given.command or named)))


# ---- the director's desk of a live tournament


@api.post("/{tournament}/walk-ins", status_code=201, summary="Register somebody without an account; his receipt")
async def walk_in(floor: House, who: Caller, tournament: Key, given: WalkIn, named: Named = "") -> dict[str, Any]:
    """He is known by his entry, `walk-in-N`: that is his `patron` for re-entries, rebuys and everything else."""
    allow(who, "event.register")
    desk = floor.poker_tournaments.director
    return dict(plain(await desk.walk_in(who, tournament, given.name, given.card, given.command or named)))


@api.get("/{tournament}/receipts/{number}", summary="The receipt of an entry, a rebuy or an add-on, by its act")
async def receipt(floor: House, who: Caller, tournament: Key, number: At) -> dict[str, Any]:
    allow(who, "event.register")
    return dict(plain(await floor.poker_tournaments.director.receipt(tournament, number)))


@api.get("/{tournament}/clock", summary="What the clock on the wall shows")
async def clock(floor: House, who: Caller, tournament: Key) -> dict[str, Any]:
    allow(who, "event.read")
    live = await floor.poker_tournaments.live(tournament)
    return dict(plain(wall(live, floor.house.sources.now_us())))


@api.get("/{tournament}/proposal", summary="What the book wants done now, as it would be done; null for nothing")
async def proposed(floor: House, who: Caller, tournament: Key) -> dict[str, Any] | None:
    allow(who, "event.deal")
    live = await floor.poker_tournaments.live(tournament)
    found = proposal(live)
    return dict(plain(found)) | plain(reason(live.game, found)) if found else None


@api.post("/{tournament}/proposal", summary="Confirm what is proposed, exactly as it was read")
async def confirm(floor: House, who: Caller, tournament: Key, given: Confirmed, named: Named = "") -> dict[str, Any]:
    allow(who, "tournament.run")
    desk = floor.poker_tournaments.director
    return dict(plain(await desk.confirm(who, tournament, given.key, given.command or named)))


@api.post("/{tournament}/undo", summary="Take back an act with the moves that followed from it")
async def undo(floor: House, who: Caller, tournament: Key, given: Undone, named: Named = "") -> dict[str, Any]:
    allow(who, "tournament.run")
    desk = floor.poker_tournaments.director
    return dict(plain(await desk.undo(who, tournament, given.act, given.command or named)))


@api.post("/{tournament}/deals", summary="Try a deal for those who are left, or for so many of them: nothing is agreed")
async def deal_tried(floor: House, who: Caller, tournament: Key, given: Divided) -> dict[str, Any]:
    allow(who, "event.deal")
    live = await floor.poker_tournaments.live(tournament)
    return dict(plain(tried(live.game, given.how, dict(given.stacks), given.players, dict(given.sums))))


@api.post("/{tournament}/deals/own", summary="Agree to the division of the prizes that is proposed: with all, it is so")
async def consent(floor: House, who: Caller, tournament: Key, command: Command) -> dict[str, Any]:
    """Where players act for themselves. `proposed` of the tournament has the shares; the next hand ends it."""
    allow(who, "event.play")
    return dict(plain(await floor.poker_tournaments.consent(who, tournament, command)))


# ---- prizes


@api.get("/{tournament}/prizes", summary="Prizes: a player sees his own")
async def prizes(floor: House, who: Caller, tournament: Key) -> list[dict[str, Any]]:
    allow(who, "event.read")
    with floor.house.storage.reading() as conn:
        store.get(conn, tournament)
        found = store.prizes(conn, tournament)
    mine = who.role == "player"
    return [dict(msgspec.to_builtins(one)) for one in found if not mine or one.patron == who.badge]


@api.post("/{tournament}/prizes/{number}/check", status_code=201, summary="Identification, card and search, signed")
async def check(
    floor: House, who: Caller, tournament: Key, number: At, given: Checked, named: Named = ""
) -> dict[str, Any]:
    allow(who, "prize.check")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    payouts = floor.poker_tournaments.payouts
    return dict(plain(await payouts.check(proof, tournament, number, given.search(), command)))


@api.post("/{tournament}/prizes/{number}/steps/{step}", summary="Sign the next line: manage, escort or receive")
async def sign(
    floor: House,
    who: Caller,
    tournament: Key,
    number: At,
    step: Literal["manage", "escort", "receive"],
    given: Step,
    named: Named = "",
) -> dict[str, Any]:
    payouts = floor.poker_tournaments.payouts
    allow(who, await asyncio.to_thread(payouts.right, tournament, step))
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await payouts.sign(proof, tournament, number, step, given.data(), command)))
