"""Security keys for programs that bring their own: the same as the pages do."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from croupier.web.kit import guard
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Model, Word, plain
from croupier.web.kit.inputs import WithPassword
from croupier.web.people.key_pages import answered, asked, site_of

api = APIRouter(prefix=PREFIX, tags=["session"], responses=ERRORS)
LONG = Field(max_length=1500)


class KeyAsked(Model):
    badge: Word = Field("", description="Whose key is to sign; who asks, where none is named.")
    password: Word


class KeyAnswered(Model):
    challenge: Word
    credential: dict[str, Any] = Field(description="The PublicKeyCredential, as its toJSON gives it.")


class KeyBegun(WithPassword):
    """A key is added with the password again."""


class KeyAdded(KeyAnswered):
    label: Word = "Security key"


class KeyRemoved(WithPassword):
    key: str = LONG


async def _from_our_page(request: Request) -> None:
    """Who comes with a browser's session comes from a page of ours."""
    if guard.token_of(request)[0]:
        await guard.check_forgery(request)


@api.post("/security-keys/ask", summary="What a security key is to sign: for a sign-in, or for a signature")
async def ask(request: Request, given: KeyAsked) -> dict[str, Any]:
    """Without a token this is the first step of a sign-in. The answer is good for three minutes."""
    await _from_our_page(request)
    return await asked(request, given.badge, given.password)


@api.post("/security-keys/answer", summary="A code for a security key's signature, to be given wherever codes are")
async def answer(request: Request, given: KeyAnswered) -> dict[str, str]:
    await _from_our_page(request)
    return {"code": await answered(request, given.challenge, given.credential)}


@api.get("/me/security-keys", summary="My security keys")
async def mine(floor: House, who: Caller) -> list[dict[str, Any]]:
    return list(plain(await asyncio.to_thread(floor.house.second_factor.keys.of, who.badge)))


@api.post("/me/security-keys/begin", summary="What a new security key is asked")
async def begin(request: Request, floor: House, who: Caller, given: KeyBegun) -> dict[str, Any]:
    keys, people = floor.house.second_factor.keys, floor.house.people
    return await people.signing.run(who.badge, keys.begin, who.badge, given.password, given.code, site_of(request))


@api.post("/me/security-keys", status_code=201, summary="Enrol the security key that has answered")
async def add(request: Request, floor: House, who: Caller, given: KeyAdded) -> dict[str, Any]:
    """All sessions and tokens of this person end; signing in takes the key."""
    keys, people = floor.house.second_factor.keys, floor.house.people
    signed = (who.badge, given.challenge, given.credential, given.label, site_of(request))
    return dict(plain(await people.signing.run(who.badge, keys.add, *signed)))


@api.post("/me/security-keys/remove", status_code=204, summary="Give up a security key")
async def remove(floor: House, who: Caller, given: KeyRemoved) -> None:
    keys, people = floor.house.second_factor.keys, floor.house.people
    await people.signing.run(who.badge, keys.remove, who.badge, given.key, given.password, given.code)
