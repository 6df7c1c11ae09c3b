"""The second factor for programs: one's own, anybody's for an administrator, the roles that need one."""

import asyncio
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from croupier.house.plan.staff import RESET_FACTOR
from croupier.house.plan.staff_desk import Change
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, Model, Word, allow, plain
from croupier.web.kit.inputs import MayBeSigned, MayTakeTwo, both_of, own_of

api = APIRouter(prefix=PREFIX, tags=["session"], responses=ERRORS)


class Begin(Model):
    password: Word
    code: Word = Field("", description="Of a security key, where one is enrolled: see /security-keys/ask.")


class Confirm(Model):
    code: Word


class Remove(Model):
    password: Word
    code: Word


class Require(MayTakeTwo, MayBeSigned):
    role: Word
    wanted: bool = Field(True, description="That one is wanted no longer takes two people's passwords.")


@api.get("/me/second-factor", summary="Whether I have a second factor, and whether the house wants one of me")
async def standing(floor: House, who: Caller) -> dict[str, Any]:
    return dict(plain(await asyncio.to_thread(floor.house.second_factor.standing, who.badge)))


@api.post("/me/second-factor", status_code=201, summary="A new secret for an authenticator, shown once")
async def begin(floor: House, who: Caller, given: Begin) -> dict[str, str]:
    people, factor = floor.house.people, floor.house.second_factor
    return dict(plain(await people.signing.run(who.badge, factor.begin, who.badge, given.password, given.code)))


@api.post("/me/second-factor/confirm", status_code=204, summary="The first code: from now on one is asked for")
async def confirm(floor: House, who: Caller, given: Confirm) -> None:
    """All sessions and tokens of this person end; signing in takes a code."""
    await asyncio.to_thread(floor.house.second_factor.confirm, who.badge, given.code)


@api.post("/me/second-factor/remove", status_code=204, summary="Give up my second factor")
async def remove(floor: House, who: Caller, given: Remove) -> None:
    people, factor = floor.house.people, floor.house.second_factor
    await people.signing.run(who.badge, factor.remove, who.badge, given.password, given.code)


@api.post("/people/{badge}/second-factor/reset", status_code=204, summary="Somebody's authenticator is lost: propose")
async def reset(floor: House, who: Caller, badge: Key, given: Begin | None = None) -> None:
    """With your password; a second person confirms it, at `/people/changes`."""
    allow(who, "people.manage")
    proof = await own_of(floor, who, given, "")
    await floor.staff_desk.propose(proof, Change(RESET_FACTOR, badge))


@api.get("/second-factor/roles", summary="Roles that may do nothing without a second factor")
async def roles(floor: House, who: Caller) -> list[str]:
    allow(who, "people.read")
    with floor.house.storage.reading() as conn:
        return list(floor.house.people.factors.roles(conn))


@api.post("/second-factor/roles", status_code=204, summary="Want a second factor of a role, or no longer")
async def require(floor: House, who: Caller, given: Require) -> None:
    allow(who, "people.manage")
    proofs = None
    if not given.wanted and given.second_badge:
        proofs = await both_of(floor, who, given, "")
    await asyncio.to_thread(floor.house.second_factor.require, who, given.role, given.wanted, proofs)
