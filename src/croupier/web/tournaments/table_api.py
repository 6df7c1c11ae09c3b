"""Tournaments at tables for programs: planned, entered, drawn, played at their tables, paid.

Their tables are played as all others: `POST /api/v1/tables/{table}/acts` and `/ready`.
"""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from croupier.house.people.persons import Person
from croupier.house.tournaments.table.desk import TournamentStanding
from croupier.house.tournaments.table.rules import Plan
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
    TableId,
    Word,
    allow,
    command_in,
    plain,
)
from croupier.web.kit.context import proof_of
from croupier.web.kit.inputs import MayBeSigned, SignedAlone, WithPassword, own_of

api = APIRouter(prefix=PREFIX, tags=["tournaments"], responses=ERRORS)
Small = Annotated[int, Field(ge=0, le=10_000)]


class NewTournament(Commanded):
    id: Word
    name: Word
    property: Word
    game: Word
    on: Word = Field("", description="The day whose rulebook applies; empty: the latest.")
    chips: Cents = Field(1_000_00, description="Of each participant at the start; they are worth nothing outside.")
    least: Cents = 25_00
    most: Cents = Field(0, description="0: all one has.")
    rounds: Small = 0
    minutes: Small = 0
    betting_order: Word = ""
    first_shooter: Word = ""
    dice_pass: Word = ""
    seats: Small = 6
    advance: Small = 2
    options: dict[Word, Word | int | bool] = Field(
        {}, max_length=60, description="What the game's book leaves to the rules of a tournament, by name."
    )
    entry_cents: Cents = 0
    prizes: list[Annotated[int, Field(strict=True, ge=1, le=100)]] = Field(
        [], max_length=50, description="Percent by place."
    )

    def plan(self) -> Plan:
        given = self.model_dump(exclude={"id", "command", "entry_cents", "prizes", "on"})
        return Plan(**given, on=self.on or None)


class Run(MayBeSigned, Commanded):
    password: Word = Field("", description="Yours again: the act is signed.")


class Stage(Run):
    stage: Small | None = Field(None, description="The stage that you saw; if it has moved on, this is refused.")


class Paid(SignedAlone):
    """The prizes are paid."""


class Approval(Paid):
    reference: Word = Field("", description="Of the office's letter.")


class CalledOff(Paid):
    reason: Word


def shown(standing: TournamentStanding, who: Person) -> dict[str, Any]:
    """As this person may see it: a player learns numbers of entries, not who else plays."""
    found: dict[str, Any] = plain(standing)
    if who.role != "player":
        return found
    names = {badge: f"entry {n}" for n, badge in enumerate(standing.entries, 1)} | {who.badge: who.badge}

    def masked(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [masked(one) for one in value]
        if isinstance(value, dict):
            return {key: masked(one) for key, one in value.items()}
        return names.get(value, value) if isinstance(value, str) else value

    return {**found, **{key: masked(found[key]) for key in ("entries", "tables", "places")}}


@api.get("/tournaments", summary="Every tournament, with its rules and where it stands")
async def tournaments(floor: House, who: Caller) -> list[dict[str, Any]]:
    return [dict(plain(found)) for found in await floor.tournaments.all()]


@api.get("/tournaments/{tournament}", summary="Entries, purse, tables, standings, places")
async def tournament(floor: House, who: Caller, tournament: Key) -> dict[str, Any]:
    return shown(await asyncio.to_thread(floor.tournaments.standing, tournament), who)


@api.post("/tournaments", status_code=201, summary="Plan a tournament; the office in its book approves it")
async def plan(floor: House, who: Caller, given: NewTournament, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    made = await floor.tournaments.plan(who, given.id, given.plan(), given.entry_cents, tuple(given.prizes), command)
    return dict(plain(made))


@api.post("/tournaments/{tournament}/approval", summary="The office approves the rules: people may enter")
async def approve(floor: House, who: Caller, tournament: Key, given: Approval, named: Named = "") -> dict[str, Any]:
    allow(who, "approval.decide")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await floor.tournaments.approve(proof, tournament, given.reference, command)))


@api.post("/tournaments/{tournament}/entries", status_code=201, summary="Enter; the fee goes into the purse")
async def enter(floor: House, who: Caller, tournament: Key, command: Command) -> dict[str, int]:
    return {"entry": await floor.tournaments.enter(who, tournament, command)}


@api.delete("/tournaments/{tournament}/entries", summary="Withdraw before the first draw; the fee goes back")
async def withdraw(floor: House, who: Caller, tournament: Key, named: Named = "") -> dict[str, int]:
    return {"returned": await floor.tournaments.withdraw(who, tournament, named)}


@api.post("/tournaments/{tournament}/draw", status_code=201, summary="Draw and open the tables of the next stage")
async def draw(
    floor: House, who: Caller, tournament: Key, given: Stage | None = None, named: Named = ""
) -> list[dict[str, Any]]:
    allow(who, "tournament.run")
    command = command_in(given, named)
    proof, seen = await own_of(floor, who, given, command), given.stage if given else None
    return [dict(plain(one)) for one in await floor.tournaments.draw(proof, tournament, command, seen)]


class GoOn(WithPassword):
    entry: Annotated[int, Field(ge=0, le=2**53)] = Field(description="The journal's last entry that you saw.")


@api.post("/tournaments/{tournament}/tables/{table_id}/go-on", summary="Go on for a participant who is away, signed")
async def go_on(floor: House, who: Caller, tournament: Key, table_id: TableId, given: GoOn) -> dict[str, int]:
    allow(who, "tournament.run")
    proof = await proof_of(floor, who.badge, given.password, given.code)
    receipt = await floor.tournaments.go_on(proof, tournament, table_id, given.entry)
    return {"entry": receipt.entry}


@api.post("/tournaments/{tournament}/tables/{table_id}/end", summary="End a table that has reached its limit")
async def end(
    floor: House, who: Caller, tournament: Key, table_id: TableId, given: Run | None = None, named: Named = ""
) -> dict[str, Any]:
    allow(who, "tournament.run")
    command = command_in(given, named)
    proof = await own_of(floor, who, given, command)
    return dict(plain(await floor.tournaments.end_table(proof, tournament, table_id, command)))


@api.post("/tournaments/{tournament}/prizes", summary="Pay the places, with a manager's signature")
async def pay(floor: House, who: Caller, tournament: Key, given: Paid, named: Named = "") -> list[dict[str, Any]]:
    proof = await proof_of(floor, who.badge, given.password, given.code, given.command or named)
    return [dict(plain(p)) for p in await floor.tournaments.pay(proof, tournament, given.command or named)]


@api.post("/tournaments/{tournament}/call-off", summary="Call it off before it is decided: every fee goes back")
async def call_off(floor: House, who: Caller, tournament: Key, given: CalledOff, named: Named = "") -> dict[str, int]:
    allow(who, "tournament.pay")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return {"returned": await floor.tournaments.call_off(proof, tournament, given.reason, command)}
