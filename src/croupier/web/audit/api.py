"""The record for programs: rounds, journals, proof, the ledger, the log."""

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter
from fastapi.responses import Response

from croupier.house import proving
from croupier.house.anchors import codes
from croupier.house.own_replays import own_step
from croupier.house.people.grants import EVERYWHERE
from croupier.house.record import journals
from croupier.house.replays import log_reading, readable
from croupier.house.tables.own_history import own_rounds
from croupier.house.tables.round_index import found_rounds
from croupier.web.audit.log_pages import exported
from croupier.web.audit.log_view import LogFilters
from croupier.web.audit.own_rounds import drawn_for
from croupier.web.audit.pages import replays_of
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Count,
    House,
    JournalKey,
    Key,
    Number,
    RoundNumber,
    TableId,
    Text,
    allow,
    plain,
)

ODD_SHOWN = 400  # bytes of an entry that is none
api = APIRouter(prefix=PREFIX + "/audit", tags=["audit"], responses=ERRORS)


@api.get("/rounds", summary="Rounds by table, person, ruling, time and amount, the latest first")
async def rounds(
    floor: House,
    who: Caller,
    table: Text = "",
    patron: Text = "",
    ruling: Text = "",
    from_us: Number = 0,
    to_us: Number = 0,
    least_cents: Number = 0,
    limit: Count = 100,
) -> list[dict[str, Any]]:
    own = who.role == "player"
    if not own:
        allow(who, "table.watch")

    asked: dict[str, Any] = {
        "table_id": table or None,
        "ruling": ruling or None,
        "from_us": from_us or None,
        "to_us": to_us or None,
        "least_cents": least_cents or None,
        "limit": limit,
    }

    def look() -> list[dict[str, Any]]:
        with floor.house.storage.reading() as conn:
            if own:  # what others staked and won, and who they are, is nobody's business
                return own_rounds(conn, who.badge, **asked)
            found = found_rounds(conn, patron=patron or None, **asked)
        watched = {t.id for t in floor.tables() if who.may("table.watch", t.property)}
        return [one for one in found if one["table_id"] in watched] if who.bound else found

    return await asyncio.to_thread(look)


@api.get("/rounds/{table_id}/{journal}/{round_}", summary="A round of your own, step by step, as you saw it")
async def own_round(
    floor: House, who: Caller, table_id: TableId, journal: Key, round_: RoundNumber, at: Number = 0
) -> dict[str, Any]:
    """`seen` is the table after the entry `at`, the last for 0; `ended` says why your wagers had ended by then."""
    step = await own_step(floor.house, replays_of(floor), who, table_id, journal, round_, at)
    return {
        "table": table_id,
        "journal": journal,
        "round": round_,
        "rulebook": step.driver.game.posting.rulebook.key,
        "first": step.steps[0],
        "last": step.steps[-1],
        "at": step.at,
        "fell": step.fell,
        "seen": step.seen(who),
        "ended": plain(drawn_for(who, step).told),
    }


@api.get("/journals", summary="Every opening of every table")
async def journals_(floor: House, who: Caller, table: Text = "") -> list[dict[str, Any]]:
    allow(who, "audit.read")
    with floor.house.storage.reading() as conn:
        found = journals.of_table(conn, table or None)
        places = {a.table_id: floor.house.tables.place(conn, a.table_id) for a in found}
    return [dict(plain(a)) for a in found if who.may("audit.read", places[a.table_id])]


@api.get("/journals/{journal}/entries", summary="Entries with their place in the hash chain")
async def entries(
    floor: House, who: Caller, journal: Key, after: Number = 0, limit: Count = 200
) -> list[dict[str, Any]]:
    allow(who, "audit.read")
    most = await readable(floor.house, who, journal)
    with floor.house.storage.reading() as conn:
        journals.head(conn, journal)
        upto = after + limit if most is None else min(after + limit, most)
        found = list(journals.entries(conn, journal, after=after, upto=upto))
    if found:
        what = f"entries {after + 1} to {after + len(found)} of {journal}"
        await log_reading(floor.house, who, journal.rpartition(".")[0] or journal, what)
    return [{"hash": s.hash, "prev": s.prev, "entry": _read(s.payload)} for s in found]


def _read(payload: bytes) -> Any:
    """An entry; the letters that are there where somebody has put something that is none."""
    try:
        return msgspec.json.decode(payload)
    except (msgspec.DecodeError, RecursionError):
        return payload[:ODD_SHOWN].decode("utf-8", "backslashreplace")


@api.get("/journals/{journal}/verify", summary="Walk the hash chain from its beginning")
async def verify(floor: House, who: Caller, journal: JournalKey) -> dict[str, Any]:
    allow(who, "audit.read")

    def walk() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            head = journals.head(conn, journal)
            fault = journals.verify(conn, journal)
        return {"holds": fault is None, "entries": head.number, "head": head.hash, "fault": plain(fault)}

    return await floor.heavy.run(who.badge, walk)


@api.get("/anchor", summary="How far the record goes now, to be kept elsewhere; croupier verify holds a record to it")
async def anchor(floor: House, who: Caller) -> dict[str, Any]:
    allow(who.at(EVERYWHERE), "audit.read")
    found = await floor.heavy.run(who.badge, lambda: proving.of_storage(floor.house.storage))
    return {"code": codes.code_of(found), "anchor": plain(found)}


@api.get("/ledger", summary="Groups of postings, oldest first; each sums to zero")
async def ledger(
    floor: House, who: Caller, table: Text = "", after: Number = 0, limit: Count = 200
) -> list[dict[str, Any]]:
    allow(who if table else who.at(EVERYWHERE), "ledger.read")
    with floor.house.storage.reading() as conn:
        found = floor.house.ledger.groups(conn, table_id=table or None, after=after, limit=limit)
    return [dict(plain(g)) for g in found]


@api.get("/balances", summary="Every account's balance; all of them sum to zero")
async def balances(floor: House, who: Caller) -> dict[str, Any]:
    allow(who.at(EVERYWHERE), "ledger.read")

    def add_up() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            found = floor.house.ledger.balances(conn)
        return {"accounts": found, "sum": sum(found.values())}

    proved = await floor.house.proofs.latest()
    known = {"wrong": list(proved.wrong), "proved_to": proved.seal, "proved_us": proved.at_us}
    return await asyncio.to_thread(add_up) | known


@api.get("/log", summary="Who did what, newest first, by person, subject, kind, time and words")
async def log(
    floor: House,
    who: Caller,
    badge: Text = "",
    limit: Count = 200,
    subject: Text = "",
    kind: Text = "",
    since: Text = "",
    until: Text = "",
    refused: bool = False,
    words: Text = "",
    before: Number = 0,
) -> list[dict[str, Any]]:
    allow(who.at(EVERYWHERE), "audit.read")
    asked = LogFilters(badge=badge, subject=subject, kind=kind, since=since, until=until, refused=refused, words=words)
    given = asked.given(floor.look().time_zone)
    with floor.house.storage.reading() as conn:
        found = floor.house.people.logged(conn, limit=limit, before=before or None, **given)
        return [dict(plain(line)) for line in found]


@api.get("/log/{form}", summary="The log handed out as csv, json or a signed pdf; that is an act itself")
async def log_file(
    floor: House,
    who: Caller,
    form: Key,
    badge: Text = "",
    subject: Text = "",
    kind: Text = "",
    since: Text = "",
    until: Text = "",
    refused: bool = False,
    words: Text = "",
) -> Response:
    allow(who.at(EVERYWHERE), "audit.read")
    asked = LogFilters(badge=badge, subject=subject, kind=kind, since=since, until=until, refused=refused, words=words)
    return await exported(floor, who, asked, form)
