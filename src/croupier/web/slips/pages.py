"""Slips: the list, each one with its signatures, and its void."""

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.money.chips import COUNT_MAX
from croupier.house.papers.documents import FLOWS, Document
from croupier.house.people.permissions import takes
from croupier.house.people.persons import Person
from croupier.house.plan.changes import KIND as HOUSE
from croupier.house.plan.staff import KIND as STAFF
from croupier.house.record.errors import Forbidden, Refused
from croupier.rounds import refusal
from croupier.web.kit import guard, render
from croupier.web.kit.context import (
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    property_title,
    required,
    show,
    words,
)
from croupier.web.kit.forms import cents_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, both_proofs, form_of, proof_for, refused_status
from croupier.web.pit.view import pit
from croupier.web.slips import view as adapt
from croupier.web.slips.shown import SlipView

pages = Pages()
PARTS = "pit_parts.html"


def house_of(request: Request, floor: Floor, house: str, who: Person) -> str:
    """The property that a page of the staff shows: the one that is asked for, else one at which he has a role."""
    if house:
        return house
    wanted, mine = request.cookies.get("house", "") or floor.first_open(), floor.places_of(who)
    return wanted if wanted in mine or not mine else mine[0]


def _read_at(who: Person, place: str) -> None:
    """Slips are for the staff of the property whose they are."""
    if not who.may("document.read", place):
        raise Forbidden("These are slips of another property.", f"It takes {takes('document.read')} there.")


async def slip_of(floor: Floor, who: Person, document_id: str) -> SlipView:
    def read() -> SlipView:
        with floor.house.storage.reading() as conn:
            document = floor.house.documents.get(conn, document_id)
        _read_at(who, document.property)
        if document.kind == STAFF:
            raise Refused(f"{document.title} is about the staff.", "It is confirmed on the page of people.")
        if document.kind == HOUSE:
            raise Refused(f"{document.title} is about the house itself.", "It is confirmed on the page of the house.")
        return adapt.slip_view(floor, who, document, _dealers(floor, document))

    return await asyncio.to_thread(read)


def _dealers(floor: Floor, document: Document) -> tuple[str, ...]:
    """Among whom a toke pool is shared."""
    if document.kind != "tokes":
        return ()
    with floor.house.storage.reading() as conn:
        return tuple(p.badge for p in floor.house.people.everybody(conn, "dealer") if p.active)


@pages.get("/slips")
async def slips_page(request: Request, house: str = "", table: str = "", kind: str = "") -> HTMLResponse:
    who = await required(request, "document.read")
    floor = floor_of(request)
    house = house_of(request, floor, house, who)
    _read_at(who, house)
    with floor.house.storage.reading() as conn:
        found = floor.house.documents.find(conn, property_=house, table_id=table or None, kind=kind or None, limit=200)
    rows = [(d, FLOWS[d.kind].title) for d in found]
    kinds_of = {d.id: adapt.state_kind(d) for d in found}
    return show(
        request,
        "slips.html",
        rows=rows,
        kinds_of=kinds_of,
        house=house,
        house_title=property_title(house),
        table=table,
        me=shown_person(who, None),
        kinds=[(f.kind, f.title) for f in FLOWS.values()],
        kind=kind,
    )


@pages.get("/slips/{document_id}")
async def slip_page(request: Request, document_id: str, panel: int = 0) -> HTMLResponse:
    return await _slip(request, await required(request, "document.read"), document_id, panel)


async def _slip(
    request: Request, who: Person, document_id: str, panel: int, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    """A slip, alone for the panel or with the board; what was refused stands beside what was typed."""
    floor = floor_of(request)
    view = await slip_of(floor, who, document_id)
    form = await form_of(request, who, wrong)
    status = refused_status(wrong)
    if panel:
        html = render.macro(PARTS, "slip", view, guard.csrf_of(request), shown_person(who, None), form)
        return HTMLResponse(html, status)
    board = await pit(floor, who, view.property, view)
    return show(request, "pit.html", status, view=board, form=form)


def stated(values: dict[str, Any]) -> dict[str, Any]:
    """What a person counted or stated on a slip's form."""
    data: dict[str, Any] = {}
    fields = [key for key in values if key.startswith("chips-") and key.removeprefix("chips-").isdecimal()]
    chips = {int(key.removeprefix("chips-")): n for key in fields if (n := words(values, key).strip())}
    if fields:
        if not all(v.isdecimal() and len(v) < 8 for v in chips.values()):
            raise Refused("A count of chips is a whole number.", f"It is 0 to {COUNT_MAX:,}.")
        data["chips"] = {str(d): int(v) for d, v in chips.items()}
    if values.get("amount"):
        data["cents"] = cents_of(values)
    items = [str(v) for k, v in values.items() if k.startswith("item-")]
    if items:
        data["items"] = items
    for name in ("label", "container", "reason", "source"):
        if values.get(name):
            data[name] = words(values, name)
    if variance := words(values, "variance"):
        if not variance.removeprefix("-").isdecimal() or len(variance) > 14:
            raise Refused("This is no variance that the page asked about.", "Count again.")
        data["variance"] = int(variance)
    for name in ("counted", "expected"):
        if values.get(name):
            data[name] = integer(values, name)
    for name in ("compromised", "differs"):
        if values.get(name):
            data[name] = True
    if values.get("from"):
        data["from"] = words(values, "from")
    if values.get("jackpot"):
        data["jackpot"] = words(values, "jackpot")
    downs = {
        key.removeprefix("down-"): integer(values, key) for key, v in values.items() if key.startswith("down-") and v
    }
    if downs:
        data["downs"] = downs
    return data


@pages.post("/slips/{document_id}/sign")
async def sign(request: Request, document_id: str, panel: int = 0) -> Response:
    who = await required(request, "document.read")
    floor = floor_of(request)
    values = await body(request)
    try:
        await slip_of(floor, who, document_id)
        proof = await proof_for(request, who.badge, values)
        command, seen = command_of(request, values), words(values, "state")
        step, data = words(values, "step"), stated(values)
        await floor.pit.sign_document(proof, document_id, step, data, command, seen)
    except refusal.Refused as refused:
        if not panel and not beside(request, refused):
            raise
        return await _slip(request, who, document_id, panel, refused)
    return await slip_page(request, document_id, panel) if panel else go(f"/slips/{document_id}")


@pages.get("/slips/{document_id}/void")
async def void_page(request: Request, document_id: str) -> HTMLResponse:
    return await _void(request, await required(request, "document.void"), document_id)


async def _void(request: Request, who: Person, document_id: str, wrong: refusal.Refused | None = None) -> HTMLResponse:
    view = await slip_of(floor_of(request), who, document_id)
    form = await form_of(request, who, wrong)
    status = refused_status(wrong)
    return show(request, "void.html", status, slip=view, me=shown_person(who, None), **form)


@pages.post("/slips/{document_id}/void")
async def void(request: Request, document_id: str) -> Response:
    """A void takes a reason and two people, each with the password."""
    who = await required(request, "document.void")
    floor = floor_of(request)
    values = await body(request)
    try:
        proofs = await both_proofs(request, who.badge, values)
        command, seen = command_of(request, values), words(values, "state")
        await floor.pit.void_document(proofs, document_id, words(values, "reason"), command, seen)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _void(request, who, document_id, refused)
    return go(f"/slips/{document_id}")
