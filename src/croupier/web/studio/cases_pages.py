"""The cases of the version in force played by a draft too: which of them it would settle differently."""

import asyncio
from functools import reduce
from operator import add
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from croupier.cases import beside
from croupier.cases.beside import Beside
from croupier.house.studio.desk import READ
from croupier.web.kit import render
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, allow, plain
from croupier.web.kit.context import Floor, floor_of, required
from croupier.web.kit.long_work.odds_desk import Job
from croupier.web.kit.page_routes import Pages
from croupier.web.studio.effect_pages import texts

pages = Pages()
api = APIRouter(prefix=PREFIX, tags=["drafts"], responses=ERRORS)


async def cases_of(floor: Floor, draft_id: str) -> tuple[Job | None, str]:
    """The work, begun or found begun; or why there is none."""
    draft, base, raw = await asyncio.to_thread(texts, floor, draft_id)
    if base is None:
        return None, "A new game has no earlier version whose cases could be played."
    if faults := floor.studio.faults(draft):
        return None, f"The draft has {len(faults)} fault{'s' if len(faults) > 1 else ''}; cases are played without."
    parts = await asyncio.to_thread(beside.parts_of, base)
    if not parts:
        return None, "No cases are written for this book."
    new = draft.book()
    works = [(beside.part, (raw, base.path, draft.raw, new.path, first, last)) for first, last in parts]
    return floor.odds.start(f"cases {base.digest} {new.digest}", works), ""


def whole_of(job: Job | None) -> Beside | None:
    """All parts together, once they are done."""
    return reduce(add, job.given, Beside()) if job is not None and job.done and not job.failed else None


@pages.get("/studio/{draft}/cases")
async def cases_page(request: Request, draft: str) -> HTMLResponse:
    await required(request, READ)
    job, why = await cases_of(floor_of(request), draft)
    return HTMLResponse(render.macro("studio_cases.html", "cases", f"/studio/{draft}/cases", job, whole_of(job), why))


@api.get("/drafts/{draft}/cases", summary="The cases of the version in force, played by the draft; ask until ready")
async def cases_api(floor: House, who: Caller, draft: Key) -> dict[str, Any]:
    allow(who, READ)
    job, why = await cases_of(floor, draft)
    whole = whole_of(job)
    told: dict[str, Any] = {"ready": job is None or job.done, "why": why or (job.failed if job else "")}
    if whole is not None:
        told |= {"cases": whole.cases, "same": whole.same, "differ": [plain(found) for found in whole.differ]}
    return told
