"""Security keys in a browser: enrolled and removed on the account page, touched where a code would be given."""

import ipaddress
from typing import Any

import msgspec
from fastapi import Request
from fastapi.responses import Response

from croupier.house.people.security_keys import Site
from croupier.house.record.errors import Refused
from croupier.web.kit import guard
from croupier.web.kit.context import BadRequest, body, floor_of, go, required, words
from croupier.web.kit.page_routes import Pages

pages = Pages()


def site_of(request: Request) -> Site:
    """The name under which this browser has opened the house; over https where a proxy serves it so."""
    host = request.url.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        scheme = "https" if floor_of(request).secure else request.url.scheme
        return Site(host, f"{scheme}://{request.url.netloc}")
    raise Refused("A security key signs for a name, and this is an address.", "Open the house by its name (localhost).")


def credential_of(values: dict[str, Any]) -> dict[str, Any]:
    """What a browser's key has answered."""
    found = values.get("credential")
    if not isinstance(found, dict):
        raise BadRequest("The answer of the security key is missing.")
    return found


async def asked(request: Request, badge: str, password: str) -> dict[str, Any]:
    """What a key is to sign. Who is signed in proves a signer's password; at the door a wrong one is a failed
    sign-in."""
    floor, caller = floor_of(request), guard.caller_of(request)
    people, keys, site = floor.house.people, floor.house.second_factor.keys, site_of(request)
    session = await guard.session_of(request, floor.house)
    if session is not None:
        signer = badge or session.person.badge
        await people.signing.run(session.person.badge, people.prove, signer, password)
        return await people.signing.run(session.person.badge, keys.ask, signer, site)
    floor.sign_ins.check(caller)
    marks = guard.held(request, guard.KNOWN)
    await people.at_the_door.run(caller, people.recognise, badge, password, guard.address_of(request), marks)
    return await people.at_the_door.run(caller, keys.ask, badge, site)


async def answered(request: Request, challenge: str, credential: dict[str, Any]) -> str:
    """The code that a key's signature is exchanged for."""
    floor, caller = floor_of(request), guard.caller_of(request)
    people, keys = floor.house.people, floor.house.second_factor.keys
    lane = people.signing if await guard.session_of(request, floor.house) is not None else people.at_the_door
    return await lane.run(caller, keys.answer, challenge, credential, site_of(request))


def _json(found: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(found), media_type="application/json")


@pages.post("/keys/ask")
async def ask(request: Request) -> Response:
    values = await body(request)
    return _json(await asked(request, words(values, "badge"), words(values, "password")))


@pages.post("/keys/answer")
async def answer(request: Request) -> Response:
    values = await body(request)
    return _json({"code": await answered(request, words(values, "challenge"), credential_of(values))})


@pages.post("/account/keys/begin")
async def begin(request: Request) -> Response:
    """What a new key is asked, with the password, and with a code where there is a second factor."""
    who = await required(request)
    values, house = await body(request), floor_of(request).house
    given = (who.badge, words(values, "password"), words(values, "code"), site_of(request))
    return _json(await house.people.signing.run(who.badge, house.second_factor.keys.begin, *given))


@pages.post("/account/keys")
async def add(request: Request) -> Response:
    who = await required(request)
    values, house = await body(request), floor_of(request).house
    given = (who.badge, words(values, "challenge"), credential_of(values), words(values, "label"), site_of(request))
    await house.people.signing.run(who.badge, house.second_factor.keys.add, *given)
    return _json({"next": "/sign-in?changed=1"})


@pages.post("/account/keys/remove")
async def remove(request: Request) -> Response:
    who = await required(request)
    values, house = await body(request), floor_of(request).house
    given = (who.badge, words(values, "key", most=1500), words(values, "password"), words(values, "code"))
    await house.people.signing.run(who.badge, house.second_factor.keys.remove, *given)
    return go("/sign-in?changed=1")
