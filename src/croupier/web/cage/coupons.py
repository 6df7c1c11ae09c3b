"""Papers of the cage for programs: tickets voided; match play coupons made out by two people and listed.

One is laid down like any other act at a table: {"act": "coupon", "position": 1, "wager": "pass", "number": 3,
"amount": 2500}.
"""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from croupier.house.record.database.storage import Reading
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Cents,
    Count,
    House,
    Key,
    Named,
    Text,
    Word,
    allow,
    plain,
    read,
)
from croupier.web.kit.inputs import SignedByTwo, both_of

PaperNumber = Annotated[int, Path(ge=1, le=2**53 - 1)]
api = APIRouter(prefix=PREFIX, tags=["cage"], responses=ERRORS)


class NewCoupon(SignedByTwo):
    """A coupon for one patron, with the signatures of two people who are not he."""

    property: Word = Field("", description="Whose tables take it; the first property of the shelf by default.")
    patron: Word
    cents: Cents
    demo: bool = Field(False, description="Good at tables for demo chips, and at no other.")


class TakenBack(SignedByTwo):
    """Why a ticket or a coupon is taken back, with the signatures of two people whose it is not."""

    reason: Word


class Cancelled(TakenBack):
    property: Word = Field("", description="Whose coupon it is; the first property of the shelf by default.")


@api.get("/tickets/{property}", summary="The latest tickets of a property, and what all that are out are worth")
async def tickets(floor: House, who: Caller, property: Key, limit: Count = 100) -> dict[str, Any]:
    allow(who, "document.read")

    def read() -> dict[str, Any]:
        held = floor.stations.tickets
        with floor.house.storage.reading() as conn:
            return {
                "outstanding": held.outstanding(conn, property),
                "tickets": plain(held.latest(conn, property, limit)),
            }

    return await asyncio.to_thread(read)


@api.get("/tickets/{property}/{number}", summary="How a ticket stands, and who printed it where")
async def ticket(floor: House, who: Caller, property: Key, number: PaperNumber) -> dict[str, Any]:
    allow(who, "document.read")

    def look(conn: Reading) -> dict[str, Any]:
        return dict(plain(floor.stations.tickets.standing(conn, property, number)))

    return await read(floor, look)


@api.post("/tickets/{property}/{number}/void", summary="Void a ticket that is out: a reason and two people")
async def void_ticket(
    floor: House, who: Caller, property: Key, number: PaperNumber, given: TakenBack, named: Named = ""
) -> dict[str, Any]:
    command = given.command or named
    allow(who, "document.void")
    proofs = await both_of(floor, who, given, command)
    stands = await floor.stations.void_ticket(proofs, property, number, given.reason, command or None)
    return dict(plain(stands))


@api.get("/coupons", summary="Match play coupons: your own, or those of a property")
async def coupons(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    if who.role == "player":
        found = await asyncio.to_thread(floor.coupons.listed, property, who.badge)
        return [dict(plain(one)) for one in found]
    found = await asyncio.to_thread(floor.coupons.listed, property)
    return [dict(plain(one)) for one in found if who.may("document.read", one.property)]


@api.post("/coupons", status_code=201, summary="Make out a match play coupon: two people")
async def make_out(floor: House, who: Caller, given: NewCoupon, named: Named = "") -> dict[str, Any]:
    place, command = given.property or floor.first(), given.command or named
    allow(who, "coupon.issue")
    proofs = await both_of(floor, who, given, command)
    made = await floor.coupons.issue(proofs, place, given.patron, given.cents, given.demo, command or None)
    return dict(plain(made))


@api.post("/coupons/{number}/cancel", summary="Cancel a coupon that was not laid down: two people")
async def cancel(floor: House, who: Caller, number: PaperNumber, given: Cancelled, named: Named = "") -> dict[str, Any]:
    place, command = given.property or floor.first(), given.command or named
    allow(who, "coupon.issue")
    proofs = await both_of(floor, who, given, command)
    return dict(plain(await floor.coupons.cancel(proofs, place, number, given.reason, command or None)))
