"""What a draft does, for the editor's right side and for programs: figures before and after, rounds settled again."""

import asyncio
import tomllib
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from croupier.drafting import settling
from croupier.house.record.errors import Refused
from croupier.house.studio import what_if
from croupier.house.studio.desk import READ
from croupier.house.studio.drafts import Draft
from croupier.rulebook.faults import Fault, Found
from croupier.rulebook.model import Rulebook
from croupier.web.draw.edge_bars import percent
from croupier.web.felt.outcome_words import caption
from croupier.web.kit import guard, render
from croupier.web.kit.api import ERRORS, PREFIX, Caller, House, Key, allow, plain
from croupier.web.kit.context import Floor, body, floor_of, go, required, words
from croupier.web.kit.long_work import settling_again
from croupier.web.kit.long_work.odds_desk import Job, Odd
from croupier.web.kit.long_work.settling_again import BY_ITSELF, Period, Text, period_of
from croupier.web.kit.page_routes import Pages
from croupier.web.studio.effect import Pace, RowFigure, WagerEffect, lines, row_figures
from croupier.web.studio.fault_words import key_of

pages = Pages()
api = APIRouter(prefix=PREFIX, tags=["drafts"], responses=ERRORS)
DRAFT = "/studio/{draft}"
MOST = {"rounds": 1_000, "players": 100, "stake": 1_000_000, "hours": 1_000_000, "drop": 10_000_000}


def texts(floor: Floor, draft_id: str) -> tuple[Draft, Rulebook | None, bytes]:
    """A draft, what it is compared with, and the text of that."""
    with floor.house.storage.reading() as conn:
        draft = floor.studio.drafts.get(conn, draft_id)
        before = floor.studio.before(conn, draft)
    return draft, floor.studio.base_of(draft), before.encode()


class Settling(msgspec.Struct, frozen=True):
    """A row that would settle a fault, and the edge of its wager with it."""

    key: str
    wager: str
    outcome: str
    odds: str
    edge: str


class Effect(msgspec.Struct, frozen=True):
    """What a draft does. The lines are None while they are computed; `why` says why there are none or on what an
    incomplete table is counted meanwhile."""

    lines: list[WagerEffect] | None
    why: str = ""
    rows: list[RowFigure] = []
    settles: list[Settling] | None = []
    warns: bool = False

    @property
    def ready(self) -> bool:
        return self.lines is not None and self.settles is not None


async def effect_of(floor: Floor, draft_id: str, pace: Pace) -> Effect:
    """The figures before and after. A draft that only lacks rows is counted as if those in force stood there."""
    draft, base, raw = await asyncio.to_thread(texts, floor, draft_id)
    old = tomllib.loads(raw.decode()) if raw else {}
    faults = await asyncio.to_thread(floor.studio.faults, draft)
    counted = settling.counted_on(faults, old)
    if counted is None:
        many = f"{len(faults)} faults: its edge is counted when they are settled"
        return Effect(
            [], f"The draft has {many if len(faults) > 1 else '1 fault: its edge is counted when it is settled'}."
        )
    whole = msgspec.structs.replace(draft, text=settling.settled(draft.text, counted, old)) if counted else draft
    if counted and floor.studio.faults(whole):
        return Effect([], "The edge is counted when the faults are settled.")
    book = whole.book()
    after = floor.odds.look(book, whole.raw, draft.id)
    before = floor.odds.look(base, raw) if base is not None else []
    if after is None or before is None:
        return Effect(None)
    why = "" if after else "No analysis of this game yet."
    if counted:
        why = " ".join(_counted(row) for row in counted)
    made, settles = lines(before, after, book, pace), _settles(floor, draft, faults, counted, old)
    return Effect(made, why, row_figures(floor.odds.rows(book)), settles, bool(counted))


def _counted(row: settling.Settles) -> str:
    said = "as returned" if row.odds.lower() == "push" else f"at {row.odds}"
    return f"{caption(row.outcome)} is counted {said} until its row is settled."


def _settles(
    floor: Floor, draft: Draft, faults: list[Found], counted: tuple[settling.Settles, ...], old: dict[str, Any]
) -> list[Settling] | None:
    """Every row that would settle a fault with the edge that it gives, the other faults settled as they are counted;
    None while one of these is computed."""
    made: list[Settling] = []
    waiting = False
    for number, found in enumerate(faults):
        for row in settling.choices(found, old):
            rows = [*counted[:number], row, *counted[number + 1 :]]
            text = msgspec.structs.replace(draft, text=settling.settled(draft.text, rows, old))
            if floor.studio.faults(text):
                continue
            odds = floor.odds.look(text.book(), text.raw)
            waiting = waiting or odds is None
            wager = row.table.removeprefix("wagers.").partition(".")[0]
            edge = next((odd.figures[0] for odd in odds or () if odd.wager == wager and odd.figures), None)
            if edge is not None:
                made.append(Settling(key_of(row), wager, row.outcome, row.odds, percent(edge)))
    return None if waiting else made


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
    found = await effect_of(floor_of(request), draft, pace)
    path = str(request.url.path) + (f"?{request.url.query}" if request.url.query else "")
    return HTMLResponse(render.macro("studio_effect.html", "effect", found, pace, path))


@api.get("/drafts/{draft}/effect", summary="Edge, hit frequency and deviation of every wager before and after")
async def effect_api(request: Request, floor: House, who: Caller, draft: Key) -> dict[str, Any]:
    allow(who, READ)
    found = await effect_of(floor, draft, pace_of(request))
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
        for line in found.lines or ()
    ]
    settles = [{name: value for name, value in plain(row).items() if name != "key"} for row in found.settles or ()]
    rows = [plain(row) for row in found.rows]
    return {"ready": found.ready, "lines": told, "rows": rows, "settles": settles, "why": found.why}


_NOBODY = Odd("", "", "", "", "", "")


def _figures(odd: Odd | None) -> dict[str, float] | None:
    if odd is None or odd.figures is None:
        return None
    return dict(zip(("edge", "hit", "deviation"), odd.figures))


# ---- what if


def _text(draft: Draft) -> Text:
    return Text(draft.property, draft.game, f"{draft.property}/{draft.name}", draft.raw, f"{draft.id} {draft.revision}")


async def begin(floor: Floor, draft_id: str, period: Period) -> Job:
    """Settle a period's rounds again by a draft without faults."""
    draft, _, _ = await asyncio.to_thread(texts, floor, draft_id)
    if faults := floor.studio.faults(draft):
        raise Refused(f"The draft has faults: {faults[0]}.", "Settle them first.")
    job = await settling_again.begin(floor, _text(draft), period)
    assert job is not None
    return job


@pages.get(DRAFT + "/what-if")
async def what_if_page(request: Request, draft: str, since: str = "", until: str = "") -> HTMLResponse:
    """What came of it. Last month begins by itself where the draft is whole and there are not too many rounds."""
    await required(request, READ)
    floor = floor_of(request)
    kept, base, _ = await asyncio.to_thread(texts, floor, draft)
    period = period_of(floor, since, until)
    job = settling_again.begun(floor, _text(kept), period)
    faults = await asyncio.to_thread(floor.studio.faults, kept)
    if job is None and not since and not until and not faults and base is not None:
        job = await settling_again.begin(floor, _text(kept), period, BY_ITSELF)
    return HTMLResponse(_shown(draft, period, job, guard.csrf_of(request), len(faults)))


def _shown(draft: str, period: Period, job: Job | None, csrf: str, faults: int = 0) -> str:
    whole = what_if.together(job.given) if job is not None and job.done else None
    tables = what_if.by_table(job.given) if job is not None and job.done else []
    here = f"/studio/{draft}/what-if"
    return render.macro("studio_effect.html", "what_if", here, period, job, whole, tables, csrf, faults)


@pages.post(DRAFT + "/what-if")
async def what_if_begin(request: Request, draft: str) -> Response:
    await required(request, READ)
    floor, values = floor_of(request), await body(request)
    period = period_of(floor, words(values, "since"), words(values, "until"))
    job = await begin(floor, draft, period)
    if "hx-request" in request.headers:
        return HTMLResponse(_shown(draft, period, job, guard.csrf_of(request)))
    return go(f"/studio/{draft}")


@api.post(
    "/drafts/{draft}/what-if", summary="Settle the rounds of a period again under the draft; ask until it is done"
)
async def what_if_api(floor: House, who: Caller, draft: Key, since: str = "", until: str = "") -> dict[str, Any]:
    allow(who, READ)
    period = period_of(floor, since, until)
    job = await begin(floor, draft, period)
    told: dict[str, Any] = {"since": str(period.since), "until": str(period.until), "done": job.done}
    told |= {"journals": job.works, "settled": len(job.given), "failed": job.failed}
    if job.done and not job.failed:
        told["whole"] = plain(what_if.together(job.given))
        told["tables"] = [plain(part) for part in what_if.by_table(job.given)]
    return told


__all__ = ["Fault", "api", "begin", "effect_of", "pages", "texts"]
