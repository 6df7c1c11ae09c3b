"""What is out of order: the list, each with its reason and what lies there, and its closing by two people."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from croupier.house.people.persons import Person
from croupier.house.record.errors import Stale
from croupier.house.tables.out_of_order import HOUSE
from croupier.rounds import refusal
from croupier.web.kit.api import ERRORS, PREFIX, Caller, Cents, House, Key, Named, Word, allow, plain
from croupier.web.kit.context import body, command_of, floor_of, go, required, show, words
from croupier.web.kit.forms import read_money
from croupier.web.kit.inputs import SignedByTwo, both_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, both_proofs, form_of, refused_status

pages = Pages()
api = APIRouter(prefix=f"{PREFIX}/out-of-order", tags=["floor"], responses=ERRORS)
SHARE = "share-"


@pages.get("/out-of-order")
async def all_page(request: Request) -> HTMLResponse:
    who = await required(request, "table.watch")
    found = await floor_of(request).out_of_order.all()
    return show(request, "out_of_order.html", me=shown_person(who, None), found=found)


@pages.get("/out-of-order/{kind}/{subject}")
async def one_page(request: Request, kind: str, subject: str) -> Response:
    who = await required(request, "table.watch")
    try:
        return await _one(request, who, kind, subject)
    except Stale:  # it is in order
        return go("/out-of-order")


async def _one(
    request: Request, who: Person, kind: str, subject: str, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    found = await floor_of(request).out_of_order.one(kind, subject)
    known: dict[str, Any] = {
        "found": found,
        "may_close": who.may("table.give-up"),
        "whose": [*found.returns.chips, HOUSE],
    }
    form = await form_of(request, who, wrong)
    me = shown_person(who, None)
    return show(request, "out_of_order_one.html", refused_status(wrong), me=me, **known, **form)


@pages.post("/out-of-order/{kind}/{subject}")
async def close_page(request: Request, kind: str, subject: str) -> Response:
    """A reason and two people, each with the password."""
    who = await required(request, "table.give-up")
    floor, values = floor_of(request), await body(request)
    try:
        proofs, shares, command = (
            await both_proofs(request, who.badge, values),
            _shares(values),
            command_of(request, values),
        )
        await floor.out_of_order.close(proofs, kind, subject, words(values, "reason"), shares, command)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _one(request, who, kind, subject, refused)
    return go("/out-of-order")


def _shares(values: dict[str, Any]) -> dict[str, int] | None:
    """Whose the chips on the layout are, as two people have said; nothing where the record tells."""
    stated = {name.removeprefix(SHARE): str(value) for name, value in values.items() if name.startswith(SHARE)}
    return {whose: read_money(amount) for whose, amount in stated.items() if amount.strip()} or None


# ---- for programs


class Closing(SignedByTwo):
    """A closing signed by the caller and a second person: one of them a supervisor, the other a manager."""

    reason: Word
    shares: Annotated[dict[Word, Cents], Field(max_length=1000)] = Field(
        {}, description="Whose the chips on the layout are, in cents by patron or `house`, where the record can't tell."
    )


@api.get("", summary="What can't be read or played on, why, what lies there, and who may do what about it")
async def every(floor: House, who: Caller) -> list[dict[str, Any]]:
    allow(who, "table.watch")
    return [dict(plain(shown)) for shown in await floor.out_of_order.all()]


@api.get("/{kind}/{subject}", summary="One thing that is out of order")
async def single(floor: House, who: Caller, kind: Key, subject: Key) -> dict[str, Any]:
    allow(who, "table.watch")
    return dict(plain(await floor.out_of_order.one(kind, subject)))


@api.post("/{kind}/{subject}/close", summary="Close it on the record; what patrons have there goes back to them")
async def close(
    floor: House, who: Caller, kind: Key, subject: Key, given: Closing, named: Named = ""
) -> dict[str, Any]:
    allow(who, "table.give-up")
    command = given.command or named
    proofs, shares = await both_of(floor, who, given, command), dict(given.shares) or None
    return dict(plain(await floor.out_of_order.close(proofs, kind, subject, given.reason, shares, command or None)))
