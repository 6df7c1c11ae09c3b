"""Surveillance and audit: read only. Search, replay, proof, ledger, exports."""

import asyncio
import csv
import datetime
import io
from collections.abc import Iterator

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from markupsafe import Markup

from croupier.equipment.money import parse_money
from croupier.floor import journals
from croupier.floor.board import found_rounds
from croupier.floor.errors import NotFound, Refused
from croupier.floor.journals import EPOCH, MICROSECOND
from croupier.web import render, station
from croupier.web.adapt.audit import act_words, audit
from croupier.web.adapt.station import shown_person
from croupier.web.context import Floor, floor_of, property_title, required, show
from croupier.web.replays import Replays
from croupier.web.views import AuditView

pages = APIRouter(include_in_schema=False)


def replays_of(floor: Floor) -> Replays:
    found = getattr(floor, "replays", None)
    if found is None:
        found = Replays(floor.house.storage)
        floor.replays = found  # type: ignore[attr-defined]
    assert isinstance(found, Replays)
    return found


@pages.get("/audit")
async def audit_page(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, "audit.read")
    floor = floor_of(request)
    tables = floor.tables(house or None)
    ids = {t.id: t for t in tables}
    with floor.house.storage.reading() as conn:
        abouts = [a for a in journals.of_table(conn) if a.table_id in ids]
        latest = found_rounds(conn, limit=40)
        balances = floor.house.ledger.trial_balance(conn)
        wrong = floor.house.ledger.audit(conn)
    return show(
        request,
        "audit_index.html",
        me=shown_person(who, None),
        journals=abouts,
        tables=ids,
        rounds=latest,
        balances=balances,
        wrong=wrong,
        property_title=property_title,
        default_theme="light",
        q={},
    )


@pages.get("/audit/search")
async def search(
    request: Request,
    q: str = "",
    table: str = "",
    patron: str = "",
    ruling: str = "",
    since: str = "",
    until: str = "",
    amount: str = "",
) -> HTMLResponse:
    who = await required(request, "table.watch")
    floor = floor_of(request)
    known = {t.id for t in floor.tables()}
    for word in q.split():
        if word.upper() in known:
            table = word.upper()
        elif word.startswith("$"):
            amount = word
        elif word[:4].isdigit() and "-" in word:
            since = word
        elif word:
            patron = word
    try:
        least = parse_money(amount) if amount else None
    except ValueError as error:
        raise Refused(str(error)) from None
    asked = {
        "table_id": table or None,
        "patron": patron or None,
        "ruling": ruling or None,
        "from_us": _us(since),
        "to_us": _us(until, 1),
        "least_cents": least,
    }
    with floor.house.storage.reading() as conn:
        found = found_rounds(conn, **asked, limit=200)  # type: ignore[arg-type]
    given = {"table": table, "patron": patron, "ruling": ruling, "since": since, "until": until, "amount": amount}
    return show(
        request,
        "audit_search.html",
        me=shown_person(who, None),
        rounds=found,
        q=given,
        default_theme="light",
        may_replay=who.may("audit.read"),
    )


def _us(day: str, days: int = 0) -> int | None:
    """The first microsecond of a day, or of a moment given as 2020-10-01T14:02."""
    if not day:
        return None
    try:
        at = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC)
        at += datetime.timedelta(days=days if len(day) == 10 else 0)
    except (ValueError, OverflowError):
        raise Refused(f"{day!r} is no date.", "Write it as 2020-10-01 or 2020-10-01T14:02.") from None
    return (at - EPOCH) // MICROSECOND


@pages.get("/audit/ledger")
async def ledger_page(request: Request, account: str = "", after: int = 0) -> HTMLResponse:
    who = await required(request, "ledger.read")
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        balances = floor.house.ledger.balances(conn)
        groups = [] if account else floor.house.ledger.groups(conn, after=after, limit=200)
        lines = floor.house.ledger.statement(conn, account, after, 300) if account else []
    return show(
        request,
        "ledger.html",
        me=shown_person(who, None),
        balances=balances,
        groups=groups,
        lines=lines,
        account=account,
        default_theme="light",
        total=sum(balances.values()),
    )


@pages.get("/audit/ledger.{kind}")
async def ledger_export(request: Request, kind: str, table: str = "") -> StreamingResponse:
    await required(request, "ledger.read")
    floor = floor_of(request)
    _known(kind)
    asked = {"table_id": table} if table else {}

    def made() -> Iterator[str | bytes]:
        with floor.house.storage.reading() as conn:
            yield from (
                floor.house.ledger.export_csv(conn, **asked)
                if kind == "csv"
                else floor.house.ledger.export_json(conn, **asked)
            )

    media = "text/csv" if kind == "csv" else "application/x-ndjson"
    return StreamingResponse(made(), media_type=media, headers=_file(f"ledger.{kind}"))


def _known(kind: str) -> None:
    if kind not in ("csv", "json"):
        raise NotFound(f"There is no export as {kind}.", "There are csv and json.")


def _file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


@pages.get("/audit/log")
async def log_page(request: Request, badge: str = "") -> HTMLResponse:
    who = await required(request, "audit.read")
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        logged = floor.house.people.logged(conn, by=badge or None, limit=300)
    return show(request, "log.html", me=shown_person(who, None), logged=logged, badge=badge, default_theme="light")


@pages.get("/audit/{table_id}/{journal}/journal.jsonl")
async def journal_export(request: Request, table_id: str, journal: str) -> StreamingResponse:
    """The whole journal as the core writes it: each line its hash and its entry, replayable anywhere."""
    await required(request, "audit.read")
    floor = floor_of(request)
    with floor.house.storage.reading() as conn:
        journals.head(conn, journal)

    def made() -> Iterator[bytes]:
        with floor.house.storage.reading() as conn:
            for stored in journals.entries(conn, journal):
                yield stored.line + b"\n"

    return StreamingResponse(made(), media_type="application/x-ndjson", headers=_file(f"{journal}.journal"))


@pages.get("/audit/{table_id}/{journal}/{round_}")
async def replay_page(
    request: Request, table_id: str, journal: str, round_: int, at: int = 0, part: int = 0
) -> Response:
    who = await required(request, "audit.read")
    floor = floor_of(request)
    view: AuditView = await asyncio.to_thread(audit, floor, replays_of(floor), who, table_id, journal, round_, at)
    assert view.felt is not None
    felt = station.felt_of(view.felt)
    if part:
        return HTMLResponse(render.macro("audit_parts.html", "body", view, felt))
    return show(
        request,
        "audit.html",
        view=view,
        felt=felt,
        wheel=Markup(station.wheel_symbol(view.felt)),
        default_theme="light",
    )


@pages.get("/audit/{table_id}/{journal}/{round_}/export.{kind}")
async def export(request: Request, table_id: str, journal: str, round_: int, kind: str) -> Response:
    await required(request, "audit.read")
    floor = floor_of(request)
    _known(kind)
    body = await asyncio.to_thread(_export, floor, table_id, journal, round_, kind)
    media = "text/csv; charset=utf-8" if kind == "csv" else "application/json"
    return Response(body, media_type=media, headers=_file(f"{journal}-{round_}.{kind}"))


def _export(floor: Floor, table_id: str, journal: str, round_: int, kind: str) -> bytes:
    from croupier.games import game_of

    replays = replays_of(floor)
    with floor.house.storage.reading() as conn:
        span = replays.span(conn, journal, round_)
        posting = game_of(replays.opening(conn, journal)).posting
        found = list(journals.entries(conn, journal, after=span.first - 1, upto=span.last))
        groups = floor.house.ledger.groups(conn, journal=journal, entries=(span.first, span.last))
    if kind != "csv":
        entries = [{"hash": s.hash, "prev": s.prev, "entry": msgspec.to_builtins(s.entry)} for s in found]
        return msgspec.json.encode(
            {"table": table_id, "journal": journal, "round": round_, "entries": entries, "ledger": groups}
        )
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["entry", "time", "role", "by", "act", "what", "settled", "hash"])
    for stored in found:
        entry = stored.entry
        title, note, _, _ = act_words(posting, entry.act, "")
        ends = "; ".join(
            f"{getattr(e, 'wager', '')} {getattr(e, 'result', '')} {getattr(e, 'net', '')}" for e in entry.events
        )
        writer.writerow(
            [
                entry.number,
                entry.at,
                entry.by.role,
                entry.by.name,
                type(entry.act).__name__,
                f"{title} {note}".strip(),
                ends,
                stored.hash,
            ]
        )
    return out.getvalue().encode()
