"""Signatures on forms: password and code of each signer, and which field was wrong when one is refused."""

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from croupier.house.people.persons import Person, Proof
from croupier.house.record.errors import Forbidden, NotFound, WrongPassword
from croupier.rounds import refusal
from croupier.web.kit.context import Floor, body, command_of, floor_of, proof_of, show, words
from croupier.web.kit.persons import shown_person


async def proof_for(request: Request, badge: str, values: dict[str, Any], first: str = "") -> Proof:
    """The proof of one signer; a refusal names the field of his that was wrong."""
    password, code = words(values, f"{first}password"), words(values, f"{first}code")
    try:
        return await proof_of(floor_of(request), badge, password, code, command_of(request, values))
    except refusal.Refused as refused:
        field = getattr(refused, "field", "")
        if isinstance(refused, WrongPassword):
            refused.says = f"This is not the password of badge {badge}. Nothing was signed."
        if field and first:
            refused.field = f"{first}{field}"  # type: ignore[attr-defined]
        raise


async def both_proofs(request: Request, badge: str, values: dict[str, Any]) -> tuple[Proof, Proof]:
    """Both signatures of what takes two people: of who sends the form, and of the badge that it names as the second."""
    first = await proof_for(request, badge, values)
    return first, await proof_for(request, words(values, "second").strip(), values, "second-")


async def show_form(
    request: Request, template: str, who: Person | None, wrong: refusal.Refused | None, at: str = "", /, **values: Any
) -> HTMLResponse:
    """A page with forms: what was refused stands beside the form that asked for it, with what was typed."""
    given = await body(request) if wrong else {}
    filled = {"me": shown_person(who, None), "wrong": wrong, "at": at, "given": given} | values
    return show(request, template, refused_status(wrong), **filled)


async def form_of(request: Request, who: Person, wrong: refusal.Refused | None = None) -> dict[str, Any]:
    """What a form for signatures needs: who signs with a code, what was refused, what was typed."""
    floor = floor_of(request)
    return {
        "wrong": wrong,
        "given": await body(request) if wrong else {},
        "codes": await own_codes(floor, who),
        "any_codes": await asyncio.to_thread(any_codes, floor),
    }


async def own_codes(floor: Floor, who: Person | None) -> bool:
    """Whether a form asks its own reader for a code."""
    return who is not None and await asyncio.to_thread(floor.house.people.signs_with_code, who.badge)


def any_codes(floor: Floor) -> bool:
    """Whether a form that another person signs too should ask for a code."""
    with floor.house.storage.reading() as conn:
        return floor.house.people.factors.any(conn)


def formed(request: Request) -> bool:
    """Whether somebody sent a form, not a program or a script its data."""
    kind = request.headers.get("content-type", "")
    return "x-csrf" not in request.headers and not kind.startswith("application/json")


def beside(request: Request, refused: refusal.Refused) -> bool:
    """Whether a refusal is shown on the form it came from: not to a program, nor what nobody has logged yet."""
    if not formed(request) or isinstance(refused, NotFound):
        return False
    if getattr(refused, "field", "") or getattr(refused, "logged", False):
        return True
    return not isinstance(refused, Forbidden | refusal.NotAllowed)


def refused_status(wrong: refusal.Refused | None) -> int:
    """What a form that comes back answers with."""
    if wrong is None:
        return 200
    if isinstance(wrong, Forbidden | refusal.NotAllowed):
        return 403
    return 409 if isinstance(wrong, refusal.Stale) else 422
