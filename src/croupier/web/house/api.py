"""The house for programs: what it is, its plan as a file, its parts changed by signatures."""

import asyncio
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from croupier.house.people.posted_amounts import posted
from croupier.house.people.profile import chip_sets, pits, profile
from croupier.house.plan.reading import read_plan
from croupier.house.plan.writing import to_toml
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, Model, Named, allow, plain
from croupier.web.kit.context import proof_of
from croupier.web.kit.inputs import SignedAlone, WithPassword

api = APIRouter(prefix=f"{PREFIX}/house", tags=["house"], responses=ERRORS)


class PlanText(Model):
    text: str = Field(max_length=60_000, description="The plan, whole, as TOML.")


class PlanSetUp(PlanText, WithPassword):
    """It becomes the house: an administrator signs it."""


class PartDecided(SignedAlone):
    value: dict[str, Any] = Field(description="The part as the plan's file has it.", max_length=20)


class DecisionAnswer(SignedAlone):
    answer: Literal["confirm", "decline"] = "confirm"


@api.get("", summary="The house: name, mark, properties, time zone, gaming day, chips and pits")
async def house(floor: House) -> dict[str, Any]:
    def look() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            found, sets, named, hour = profile(conn), chip_sets(conn), pits(conn), posted(conn, "gaming-day")
        return {**plain(found), "gaming_day": hour, "chips": plain(sets), "pits": plain(named)}

    whole = await asyncio.to_thread(look)
    return {**whole, "properties": list(floor.houses())}


@api.get("/first-day", summary="How far the house is on its way to its first table")
async def first_day(floor: House, who: Caller) -> dict[str, Any]:
    allow(who, "house.confirm")
    first = await asyncio.to_thread(floor.house_desk.first_day)
    return {**plain(first), "next": first.next}


@api.get("/plan", summary="The house as a file that sets it up elsewhere")
async def plan(floor: House, who: Caller) -> dict[str, str]:
    allow(who, "house.plan")
    return {"text": to_toml(await asyncio.to_thread(floor.house_desk.plan))}


@api.post("/check", summary="Check a plan: every fault with its line and column")
async def check(who: Caller, given: PlanText) -> dict[str, Any]:
    allow(who, "house.plan")
    _, faults = await asyncio.to_thread(read_plan, given.text.encode())
    return {"faults": [dict(plain(fault)) for fault in faults]}


@api.post("/plan", status_code=201, summary="Set up an empty house from a plan; one-time passwords, shown once")
async def set_up(floor: House, who: Caller, given: PlanSetUp) -> dict[str, Any]:
    allow(who, "house.plan")
    found = await asyncio.to_thread(floor.house_desk.read, given.text)
    proof = await proof_of(floor, who.badge, given.password, given.code, "")
    return dict(plain(await floor.house_desk.set_up(found, proof)))


@api.post("/parts/{part}", status_code=201, summary="Decide on a part: house, day, chips or pits")
async def propose(floor: House, who: Caller, part: Key, given: PartDecided, named: Named = "") -> dict[str, Any]:
    """In force at once while nobody else may confirm; else a second person does, at `/house/changes`."""
    allow(who, "house.plan")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await floor.house_desk.propose(proof, part, given.value, command)))


@api.get("/changes", summary="Decisions that wait for a second person")
async def changes(floor: House, who: Caller) -> list[dict[str, Any]]:
    allow(who, "house.confirm")
    return [dict(plain(one)) for one in await asyncio.to_thread(floor.house_desk.waiting)]


@api.post("/changes/{document_id}", summary="Confirm a decision of the house, or decline it")
async def answer(
    floor: House, who: Caller, document_id: Key, given: DecisionAnswer, named: Named = ""
) -> dict[str, Any]:
    allow(who, "house.confirm")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    desk = floor.house_desk
    return dict(plain(await (desk.confirm if given.answer == "confirm" else desk.decline)(proof, document_id, command)))
