"""Surveillance and audit: read only. Search, replay, proof, ledger, exports."""

import asyncio
import contextlib
import datetime
from collections.abc import Container, Iterator
from typing import Annotated, Any

import msgspec
from fastapi import Path, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from markupsafe import Markup

from croupier.house import proving
from croupier.house.anchors import codes
from croupier.house.anchors.handing_out import last_us
from croupier.house.people.persons import Person
from croupier.house.record import journals
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.journals import EPOCH, MICROSECOND
from croupier.house.record.ledger import csv_row
from croupier.house.replays import Replays, check_journal, check_over, log_reading, readable
from croupier.house.tables.life import FloorTable
from croupier.house.tables.round_index import found_rounds
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import rulebook
from croupier.web.audit.shown import AuditView
from croupier.web.audit.view import act_words, audit, whole_rounds
from croupier.web.kit import render
from croupier.web.kit.context import Floor, floor_of, property_title, required, required_everywhere, show
from croupier.web.kit.files import kept_as
from croupier.web.kit.forms import read_money
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.words import house_zone, plain
from croupier.web.station import compose as station

pages = Pages()
LEDGER_PAGE = SEARCHED = 200  # groups and rounds of one page
Number = Annotated[int, Query(ge=0, le=2**53)]
Round = Annotated[int, Path(ge=0, le=2**53)]


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
    found = await asyncio.to_thread(_index, floor, who, house)
    proved = await floor.house.proofs.latest()
    known = await asyncio.to_thread(_rulings, list(found["tables"].values()))
    return show(
        request,
        "audit_index.html",
        me=shown_person(who, None),
        **found,
        rulings=known,
        wrong=proved.wrong,
        proved=proved,
        property_title=property_title,
        q={},
    )


def _index(floor: Floor, who: Person, property_: str) -> dict[str, Any]:
    """What the audit begins with; never read in the loop that deals."""
    ids = _readable(floor, who, property_)
    ledger = floor.house.ledger
    with floor.house.storage.reading() as conn:
        return {
            "tables": ids,
            "journals": [a for a in journals.of_table(conn) if a.table_id in ids],
            "rounds": _of(who, ids, whole_rounds(found_rounds(conn, limit=40))),
            "titles": {t.id: _title(t) for t in ids.values()},
            "balances": ledger.trial_balance(conn),
        }


def _readable(floor: Floor, who: Person, property_: str = "") -> dict[str, FloorTable]:
    """The tables whose record somebody may read."""
    return {t.id: t for t in floor.tables(property_ or None) if who.may("audit.read", t.property)}


def _of(who: Person, ids: Container[str], rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rounds as somebody may read them who has no role at some properties."""
    return [one for one in rounds if one["table_id"] in ids] if who.bound else rounds


def _title(table: FloorTable) -> str:
    """The game as its rulebook has it."""
    if table.settings.title:
        return table.settings.title
    try:
        return rulebook(table.property, table.game, table.settings.day or None).title
    except NoRulebook:
        return plain(table.game)


@pages.get("/audit/anchor")
async def anchor_page(request: Request) -> HTMLResponse:
    """How far the record goes, as a page to print: whoever keeps its code can hold the record to it later."""
    who = await required_everywhere(request, "audit.read")
    floor = floor_of(request)

    def look() -> dict[str, Any]:
        found = proving.of_storage(floor.house.storage)
        with floor.house.storage.reading() as conn:
            return {"anchor": found, "code": codes.code_of(found), "handed_out_us": last_us(conn)}

    found = await floor.heavy.run(who.badge, look)
    return show(request, "audit_anchor.html", me=shown_person(who, None), **found, q={})


@pages.get("/audit/verify")
async def verify_page(request: Request, house: str = "") -> HTMLResponse:
    """Every journal walked from its first entry to its last."""
    who = await required(request, "audit.read")
    floor = floor_of(request)

    def walk() -> list[tuple[journals.About, journals.JournalFault | None]]:
        ids = _readable(floor, who, house)
        with floor.house.storage.reading() as conn:
            return [(a, journals.verify(conn, a.id)) for a in journals.of_table(conn) if a.table_id in ids]

    found = await floor.heavy.run(who.badge, walk)
    found.sort(key=lambda pair: pair[1] is None)  # what is broken first
    return show(
        request,
        "audit_verify.html",
        me=shown_person(who, None),
        journals=found,
        broken=sum(fault is not None for _, fault in found),
        entries=sum(about.number for about, _ in found),
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
    watched = {t.id: t for t in floor.tables() if who.may("table.watch", t.property)}
    rulings = await asyncio.to_thread(_rulings, list(watched.values()))
    given = {"table": table, "patron": patron, "ruling": ruling, "since": since, "until": until, "amount": amount}
    given |= _said(q, {t.id for t in floor.tables()}, rulings)
    found: list[dict[str, Any]] = []
    wrong: Refused | None = None
    try:
        asked: dict[str, Any] = {
            "table_id": given["table"].strip().upper() or None,
            "patron": given["patron"].strip() or None,
            "ruling": "-".join(given["ruling"].lower().split()) or None,  # as it is on record
            "from_us": _us(given["since"]),
            "to_us": _us(given["until"], 1),
            "least_cents": read_money(given["amount"], "Amount of at least") if given["amount"] else None,
        }
    except Refused as refused:
        wrong = refused
    else:
        found = await asyncio.to_thread(_search, floor, who, watched, asked)
    return show(
        request,
        "audit_search.html",
        422 if wrong else 200,
        me=shown_person(who, None),
        rounds=found[:SEARCHED],
        more=len(found) > SEARCHED,
        wrong=wrong,
        q=given,
        tables=watched,
        rulings=rulings,
        may_replay=who.may("audit.read"),
    )


def _search(floor: Floor, who: Person, watched: Container[str], asked: dict[str, Any]) -> list[dict[str, Any]]:
    with floor.house.storage.reading() as conn:
        return _of(who, watched, whole_rounds(found_rounds(conn, **asked, limit=SEARCHED + 1)))


def _said(q: str, tables: Container[str], rulings: list[str]) -> dict[str, str]:
    """What the words of the search field on top ask for: a ruling, or tables, amounts, days and persons one by one."""
    if " " in q.strip() and any(q.strip().lower() in one.lower() for one in rulings):
        return {"ruling": q.strip()}
    said = {}
    for word in q.split():
        if word.upper() in tables:
            said["table"] = word.upper()
        elif word.startswith("$"):
            said["amount"] = word
        elif word[:4].isdigit() and "-" in word:
            said["since"] = word
        else:
            said["patron"] = word
    return said


def _rulings(tables: list[FloorTable]) -> list[str]:
    """What can have been ruled at some tables, in words: the irregularities of the rules that they deal by."""
    found = set()
    for property_, game, day in {(t.property, t.game, t.settings.day or None) for t in tables}:
        with contextlib.suppress(NoRulebook):
            found |= {one.when for one in rulebook(property_, game, day).irregularities}
    return sorted(plain(one) for one in found)


def _us(day: str, days: int = 0) -> int | None:
    """The first microsecond of a day, or of a moment given as 2020-10-01T14:02."""
    if not day:
        return None
    try:
        at = datetime.datetime.fromisoformat(day).replace(tzinfo=house_zone())
        at += datetime.timedelta(days=days if len(day) == 10 else 0)
    except (ValueError, OverflowError):
        raise Refused(f"{day!r} is no date.", "Write it as 2020-10-01 or 2020-10-01T14:02.") from None
    return (at - EPOCH) // MICROSECOND


@pages.get("/audit/ledger")
async def ledger_page(request: Request, account: str = "", before: Number = 0) -> HTMLResponse:
    who = await required_everywhere(request, "ledger.read")
    found = await asyncio.to_thread(_ledger, floor_of(request), account, before)
    return show(request, "ledger.html", me=shown_person(who, None), account=account, **found)


def _ledger(floor: Floor, account: str, before: int) -> dict[str, Any]:
    """The latest first; `before` names the group that the page before ended with."""
    ledger = floor.house.ledger
    with floor.house.storage.reading() as conn:
        balances = ledger.balances(conn)
        end = before or ledger.last(conn) + 1
        after = max(0, end - 1 - LEDGER_PAGE)  # groups are numbered without a gap
        groups = [] if account else ledger.groups(conn, after=after, limit=end - 1 - after) if end > 1 else []
        lines = ledger.newest(conn, account, LEDGER_PAGE, end) if account else []
    earlier = lines[0].number if len(lines) == LEDGER_PAGE else groups[0].number if after and groups else 0
    shown = {"balances": balances, "groups": groups[::-1], "lines": lines[::-1], "earlier": earlier}
    return {**shown, "total": sum(balances.values())}


@pages.get("/audit/ledger.{kind}")
async def ledger_export(request: Request, kind: str, table: str = "") -> StreamingResponse:
    await (required if table else required_everywhere)(request, "ledger.read")
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

    media = "text/csv; charset=utf-8" if kind == "csv" else "application/json"
    return StreamingResponse(made(), media_type=media, headers=kept_as(f"ledger.{kind}"))


def _known(kind: str) -> None:
    if kind not in ("csv", "json"):
        raise NotFound(f"There is no export as {kind}.", "There are csv and json.")


@pages.get("/audit/{table_id}/{journal}/journal.jsonl")
async def journal_export(request: Request, table_id: str, journal: str) -> StreamingResponse:
    """The whole journal as the core writes it: each line its hash and its entry, replayable anywhere."""
    who = await required(request, "audit.read")
    floor = floor_of(request)
    check_journal(floor.house, table_id, journal)
    upto = await readable(floor.house, who, journal)
    await log_reading(floor.house, who, table_id, f"journal {journal}")

    def made() -> Iterator[bytes]:
        with floor.house.storage.reading() as conn:
            for stored in journals.entries(conn, journal, upto=upto):
                yield stored.line + b"\n"

    return StreamingResponse(made(), media_type="application/x-ndjson", headers=kept_as(f"{journal}.journal"))


@pages.get("/audit/{table_id}/{journal}/{round_}")
async def replay_page(
    request: Request, table_id: str, journal: str, round_: Round, at: Number = 0, part: int = 0
) -> Response:
    who = await required(request, "audit.read")
    floor = floor_of(request)
    check_journal(floor.house, table_id, journal)
    await check_over(floor.house, who, journal, round_)
    view: AuditView = await asyncio.to_thread(audit, floor, replays_of(floor), who, table_id, journal, round_, at)
    assert view.felt is not None
    felt = station.felt_of(view.felt)
    if part:
        return HTMLResponse(render.macro("audit_parts.html", "body", view, felt))
    await log_reading(floor.house, who, table_id, f"round {round_} of {journal}")
    return show(
        request,
        "audit.html",
        view=view,
        felt=felt,
        wheel=Markup(station.wheel_symbol(view.felt)),
    )


@pages.get("/audit/{table_id}/{journal}/{round_}/export.{kind}")
async def export(request: Request, table_id: str, journal: str, round_: Round, kind: str) -> Response:
    who = await required(request, "audit.read")
    floor = floor_of(request)
    _known(kind)
    check_journal(floor.house, table_id, journal)
    await check_over(floor.house, who, journal, round_)
    body = await floor.heavy.run(who.badge, _export, floor, table_id, journal, round_, kind)
    await log_reading(floor.house, who, table_id, f"round {round_} of {journal}")
    media = "text/csv; charset=utf-8" if kind == "csv" else "application/json"
    return Response(body, media_type=media, headers=kept_as(f"{journal}-{round_}.{kind}"))


def _export(floor: Floor, table_id: str, journal: str, round_: int, kind: str) -> bytes:
    replays = replays_of(floor)
    with floor.house.storage.reading() as conn:
        span = replays.span(conn, journal, round_)
        posting = replays.game(conn, journal).posting
        found = list(journals.entries(conn, journal, after=span.first - 1, upto=span.last))
        groups = floor.house.ledger.groups(conn, journal=journal, entries=(span.first, span.last))
    if kind != "csv":
        entries = [{"hash": s.hash, "prev": s.prev, "entry": msgspec.to_builtins(s.entry)} for s in found]
        return msgspec.json.encode(
            {"table": table_id, "journal": journal, "round": round_, "entries": entries, "ledger": groups}
        )
    rows = [csv_row(["entry", "time", "role", "by", "act", "what", "settled", "hash"])]
    for stored in found:
        entry = stored.entry
        title, note, _, _ = act_words(posting, entry.act, "")
        ends = "; ".join(
            f"{getattr(e, 'wager', '')} {getattr(e, 'result', '')} {getattr(e, 'net', '')}" for e in entry.events
        )
        by, act = entry.by, type(entry.act).__name__
        rows.append(
            csv_row([entry.number, entry.at, by.role, by.name, act, f"{title} {note}".strip(), ends, stored.hash])
        )
    return "".join(rows).encode()
