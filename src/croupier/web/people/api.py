"""Tokens, guests, one's own account."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from croupier.house.people.permissions import PERMITS
from croupier.web.kit import guard
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, Model, Word, allow, plain
from croupier.web.kit.newcomers import new_guest

api = APIRouter(prefix=PREFIX, tags=["session"], responses=ERRORS)


class SignIn(Model):
    badge: Word
    password: Word
    label: Word = "program"
    code: Word = Field("", description="Of the second factor, where there is one.")


class NewPassword(Model):
    old: Word
    new: Word


class Guest(Model):
    property: Word = Field("", description="Where the demo chips are given out; the first of the shelf by default.")
    name: Word = "Program"


@api.post("/sessions", status_code=201, summary="Sign in; a token for this person")
async def sign_in(request: Request, floor: House, given: SignIn) -> dict[str, Any]:
    caller, people = guard.caller_of(request), floor.house.people
    floor.sign_ins.check(caller)
    signed = (given.badge, given.password, guard.address_of(request), given.label, given.code)
    who, token = await people.at_the_door.run(caller, people.sign_in, *signed)
    return {"token": token, "person": plain(who)}


@api.delete("/sessions", status_code=204, summary="End this session")
async def sign_out(request: Request, floor: House, who: Caller) -> None:
    token, _ = guard.token_of(request)
    await asyncio.to_thread(floor.house.people.sign_out, token)


@api.get("/me/sessions", summary="My sessions and tokens that are still good")
async def own_sessions(floor: House, who: Caller) -> list[dict[str, Any]]:
    return await _sessions(floor, who.badge)


@api.delete("/me/sessions/{handle}", status_code=204, summary="End another session or token of mine")
async def end_own(floor: House, who: Caller, handle: Key) -> None:
    await asyncio.to_thread(floor.house.people.end_session, who, who.badge, handle)


@api.get("/people/{badge}/sessions", summary="Somebody's sessions and tokens that are still good")
async def sessions_of(floor: House, who: Caller, badge: Key) -> list[dict[str, Any]]:
    allow(who, "people.read")
    return await _sessions(floor, badge)


@api.delete("/people/{badge}/sessions/{handle}", status_code=204, summary="End a session or token of somebody's")
async def end(floor: House, who: Caller, badge: Key, handle: Key) -> None:
    await asyncio.to_thread(floor.house.people.end_session, who, badge, handle)


async def _sessions(floor: House, badge: str) -> list[dict[str, Any]]:
    def read() -> list[dict[str, Any]]:
        with floor.house.storage.reading() as conn:
            found = floor.house.people.sessions(conn, badge)
        return [{name: value for name, value in plain(one).items() if name != "person"} for one in found]

    return await asyncio.to_thread(read)


@api.post("/me/password", status_code=204, summary="Another password for me")
async def password(floor: House, who: Caller, given: NewPassword) -> None:
    """All sessions and tokens of this person end; signing in takes the new one."""
    people = floor.house.people
    await people.signing.run(who.badge, people.set_password, who.badge, given.old, given.new)


@api.post("/people/{badge}/dismiss", status_code=204, summary="Take all power away from somebody, at once")
async def dismiss(floor: House, who: Caller, badge: Key) -> None:
    allow(who, "people.manage")
    await asyncio.to_thread(floor.house.people.set_active, who, badge, False)


@api.post("/guests", status_code=201, summary="A guest with demo chips, and a token")
async def guest(request: Request, floor: House, given: Guest) -> dict[str, Any]:
    who, token, slip = await new_guest(request, floor, given.property or floor.first(), given.name)
    return {"token": token, "person": plain(who), "balance": slip.balance}


@api.get("/me", summary="Who I am, what I may do, what I have")
async def me(floor: House, who: Caller) -> dict[str, Any]:
    may = sorted(act for act in PERMITS if who.may(act))
    purse = await asyncio.to_thread(floor.purse, who.badge)
    worth = await asyncio.to_thread(floor.worth, who.badge)
    return {"person": plain(who), "may": may, "balance": purse, "worth": worth}
