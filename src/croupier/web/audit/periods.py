"""Gaming periods handed out: a page and a route of the API, signed for at the same desk."""

import asyncio
import datetime
import shutil
import tempfile
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from pydantic import Field
from starlette.background import BackgroundTask

from croupier.house.people.grants import EVERYWHERE
from croupier.house.people.persons import Person, Proof
from croupier.rounds import refusal
from croupier.web.kit.api import ERRORS, PREFIX, Caller, Commanded, House, Named, Word, allow
from croupier.web.kit.context import Floor, body, command_of, floor_of, proof_of, required_everywhere, words
from croupier.web.kit.forms import day_in
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import beside, own_codes, proof_for, show_form

pages = Pages()
api = APIRouter(prefix=PREFIX + "/audit", tags=["audit"], responses=ERRORS)
MEDIA = "application/vnd.sqlite3"


class PeriodAsked(Commanded):
    """The gaming days to be handed out, and a signature for them."""

    first: Word = Field(description="The first gaming day, such as 2026-01-01.")
    last: Word = Field(description="The last gaming day, within; it must be over.")
    password: Word
    code: Word = Field("", description="Of the second factor, where you have one.")


@pages.get("/audit/periods")
async def periods_page(request: Request) -> HTMLResponse:
    return await _page(request, await required_everywhere(request, "audit.read"))


async def _page(request: Request, who: Person, wrong: refusal.Refused | None = None) -> HTMLResponse:
    floor = floor_of(request)
    return await show_form(
        request,
        "audit_periods.html",
        who,
        wrong,
        over=await asyncio.to_thread(floor.periods.last_day),
        signs=floor.periods.key is not None,
        codes=await own_codes(floor, who),
    )


@pages.post("/audit/periods")
async def hand_out(request: Request) -> Response:
    who = await required_everywhere(request, "audit.read")
    values = await body(request)
    try:
        days = day_in(words(values, "first")), day_in(words(values, "last"))
        proof = await proof_for(request, who.badge, values)
        return await _file(floor_of(request), proof, *days, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, refused)


@api.post(
    "/periods",
    summary="Gaming days as one file that is proved without the house: croupier verify --database FILE",
    response_class=FileResponse,
    responses={200: {"content": {MEDIA: {"schema": {"type": "string", "format": "binary"}}}}},
)
async def hand_out_to_program(floor: House, who: Caller, given: PeriodAsked, named: Named = "") -> Response:
    """The header `x-sha256` has the digest of the file, as the log names it."""
    allow(who.at(EVERYWHERE), "audit.read")
    command = given.command or named
    days = day_in(given.first), day_in(given.last)
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return await _file(floor, proof, *days, command)


async def _file(
    floor: Floor, proof: Proof, first: datetime.date, last: datetime.date, command: str | None
) -> FileResponse:
    """The file, which stays here no longer than it takes to send it."""
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="croupier-period-"))
    name = f"{first}.croupier" if first == last else f"{first}-to-{last}.croupier"
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    try:
        _, digest = await floor.periods.hand_out(proof, first, last, folder / name, command or None)
    except BaseException:
        await gone()
        raise
    headers: dict[str, Any] = {"x-sha256": digest}
    return FileResponse(folder / name, media_type=MEDIA, filename=name, headers=headers, background=gone)
