"""What a draft does, for the editor's right side and for programs: figures before and after, rounds settled again."""

import asyncio
import datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.record.errors import Refused
from croupier.house.studio import what_if
from croupier.house.studio.desk import READ
from croupier.house.studio.drafts import Draft
from croupier.rulebook.faults import Fault
from croupier.rulebook.model import Rulebook
from croupier.web.kit import guard, render
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, allow, plain
from croupier.web.kit.context import Floor, body, floor_of, go, required, words
from croupier.web.kit.odds_desk import Job, Odd
from croupier.web.kit.words import house_zone
from croupier.web.studio.effect import Line, Pace, RowFigure, lines, row_figures

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix=PREFIX, tags=["drafts"], responses=ERRORS)
DRAFT = "/studio/{draft}"
DAYS_MAX = 400
MOST = {"rounds": 1_000, "players": 100, "stake": 1_000_000, "hours": 1_000_000, "drop": 10_000_000}
DAY_US = 24 * 3600 * 1_000_000


def texts(floor: Floor, draft_id: str) -> tuple[Draft, Rulebook | None, bytes]:
    """A draft, what it is compared with, and the text of that."""
    with floor.house.storage.reading() as conn:
        draft = floor.studio.drafts.get(conn, draft_id)
        before = floor.studio.before(conn, draft)
    return draft, floor.studio.base_of(draft), before.encode()


async def effect_of(floor: Floor, draft_id: str, pace: Pace) -> tuple[list[Line] | None, str, list[RowFigure]]:
    """The lines, or None while they are being computed; why there are none, where the draft can't be read; and what
    each pay row of the draft does."""
    draft, base, raw = await asyncio.to_thread(texts, floor, draft_id)
    if faults := floor.studio.faults(draft):
        return (
            [],
            f"The draft has {len(faults)} fault{'s' if len(faults) > 1 else ''}; its odds are worked out without.",
            [],
        )
    book = draft.book()
    after = floor.odds.look(book, draft.raw, draft.id)
    before = floor.odds.look(base, raw) if base is not None else []
    if after is None or before is None:
        return None, "", []
    why = "" if after else "No analysis of this game yet."
    return lines(before, after, book, pace), why, row_figures(floor.odds.rows(book))


def pace_of(request: Request) -> Pace:
    """The pace and stakes that somebody states in an address; what is not stated is usual."""
    given = {}
    for name, most in MOST.items():
        typed = request.query_params.get(name, "")
        if typed.isdecimal() and len(typed) < 10 and 0 < int(typed) <= most:
            given[name] = int(typed) * (100 if name in ("stake", "drop") else 1)
    return Pace(**given)


@pages.get(DRAFT + "/effect")
async def effect(request: Request, draft: str) -> HTMLResponse:
    await required(request, READ)
    pace = pace_of(request)
    found, why, rows = await effect_of(floor_of(request), draft, pace)
    path = str(request.url.path) + (f"?{request.url.query}" if request.url.query else "")
    return HTMLResponse(render.macro("studio_effect.html", "effect", found, why, pace, path, rows))


@api.get("/drafts/{draft}/effect", summary="Edge, hit frequency and deviation of every wager before and after")
async def effect_api(request: Request, floor: House, who: Caller, draft: Key) -> dict[str, Any]:
    allow(who, READ)
    found, why, figures = await effect_of(floor, draft, pace_of(request))
    told = [
        {
            "wager": (line.after or line.before or _NOBODY).wager,
            "title": line.title,
            "note": line.note,
            "before": _figures(line.before),
            "after": _figures(line.after),
            "per_hour": line.hourly,
            "per_year": line.yearly,
            "hold": line.hold,
        }
        for line in found or ()
    ]
    return {"ready": found is not None, "lines": told, "rows": [plain(row) for row in figures], "why": why}


_NOBODY = Odd("", "", "", "", "", "")


def _figures(odd: Odd | None) -> dict[str, float] | None:
    if odd is None or odd.figures is None:
        return None
    return dict(zip(("edge", "hit", "deviation"), odd.figures))


# ---- what if


class Period:
    """Days whose rounds are settled again."""

    def __init__(self, since: datetime.date, until: datetime.date) -> None:
        if not since < until or (until - since).days > DAYS_MAX:
            raise Refused(f"{since} to {until} is no period.", f"At least a day, at most {DAYS_MAX}.")
        self.since, self.until = since, until

    def us(self) -> tuple[int, int]:
        first = datetime.datetime.combine(self.since, datetime.time(), house_zone())
        last = datetime.datetime.combine(self.until, datetime.time(), house_zone())
        return int(first.timestamp()) * 1_000_000, int(last.timestamp()) * 1_000_000


def _last_month(today: datetime.date) -> Period:
    return Period(today - datetime.timedelta(days=30), today + datetime.timedelta(days=1))


def _period(floor: Floor, since: str, until: str) -> Period:
    usual = _last_month(floor.house.today())
    try:
        first = datetime.date.fromisoformat(since) if since else usual.since
        last = datetime.date.fromisoformat(until) if until else usual.until
    except ValueError:
        raise Refused(f"{since} to {until} is no period.", "Write days as 2025-02-26.") from None
    return Period(first, last)


def _name(draft: Draft, period: Period) -> str:
    return f"what-if {draft.id} {draft.revision} {period.since} {period.until}"


async def begin(floor: Floor, draft_id: str, period: Period) -> tuple[Job, str]:
    """Settle a period's rounds again; one work a journal, so that whoever waits sees how far it has come."""
    draft, _, _ = await asyncio.to_thread(texts, floor, draft_id)
    if faults := floor.studio.faults(draft):
        raise Refused(f"The draft has faults: {faults[0]}.", "Settle them first.")
    since, until = period.us()

    def find() -> list[tuple[str, str]]:
        with floor.house.storage.reading() as conn:
            return what_if.journals_of(conn, draft.property, draft.game, since, until)

    url = floor.house.storage.url.render_as_string(hide_password=False)
    key = f"{draft.property}/{draft.name}"
    found = await asyncio.to_thread(find)
    works = [(what_if.settle_again, (url, j, t, draft.raw, key, since, until)) for j, t in found]
    return floor.odds.start(_name(draft, period), works), _name(draft, period)


@pages.get(DRAFT + "/what-if")
async def what_if_page(request: Request, draft: str, since: str = "", until: str = "") -> HTMLResponse:
    await required(request, READ)
    floor = floor_of(request)
    kept, _, _ = await asyncio.to_thread(texts, floor, draft)
    period = _period(floor, since, until)
    job = floor.odds.job(_name(kept, period))
    return HTMLResponse(_shown(draft, period, job, guard.csrf_of(request)))


def _shown(draft: str, period: Period, job: Job | None, csrf: str) -> str:
    whole = what_if.together(job.given) if job is not None and job.done else None
    tables = what_if.by_table(job.given) if job is not None and job.done else []
    here = f"/studio/{draft}/what-if"
    return render.macro("studio_effect.html", "what_if", here, period, job, whole, tables, csrf)


@pages.post(DRAFT + "/what-if")
async def what_if_begin(request: Request, draft: str) -> Response:
    await guard.check_forgery(request)
    await required(request, READ)
    floor, values = floor_of(request), await body(request)
    period = _period(floor, words(values, "since"), words(values, "until"))
    job, _ = await begin(floor, draft, period)
    if "hx-request" in request.headers:
        return HTMLResponse(_shown(draft, period, job, guard.csrf_of(request)))
    return go(f"/studio/{draft}")


@api.post(
    "/drafts/{draft}/what-if", summary="Settle the rounds of a period again under the draft; ask until it is done"
)
async def what_if_api(floor: House, who: Caller, draft: Key, since: str = "", until: str = "") -> dict[str, Any]:
    allow(who, READ)
    period = _period(floor, since, until)
    job, _ = await begin(floor, draft, period)
    told: dict[str, Any] = {"since": str(period.since), "until": str(period.until), "done": job.done}
    told |= {"journals": job.works, "settled": len(job.given), "failed": job.failed}
    if job.done and not job.failed:
        told["whole"] = plain(what_if.together(job.given))
        told["tables"] = [plain(part) for part in what_if.by_table(job.given)]
    return told


__all__ = ["Fault", "api", "begin", "effect_of", "pages", "texts"]
