"""The pit: the board, each table's life, notices, meters."""

import asyncio
from typing import Any
from urllib.parse import quote

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.games.progressive import in_words
from croupier.house.papers.documents import FLOWS, Document
from croupier.house.papers.notices import Notice
from croupier.house.people.permissions import takes
from croupier.house.people.persons import Person
from croupier.house.people.profile import pits
from croupier.house.plan.reading import games_of
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.faults import TABLE
from croupier.house.tables import across_tables
from croupier.house.tables.duties import OVERRIDE
from croupier.house.tables.equipment import DEALERS_OWN, checklist, kinds_of, two_backs, whose
from croupier.house.tables.life import FloorTable
from croupier.house.tables.pit.limits import why_not_now
from croupier.rounds import refusal
from croupier.rulebook import Posting, rulebook
from croupier.web.dealer import rulings
from croupier.web.dealer.shown import RulingView
from croupier.web.felt.meters import meters
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import Floor, body, command_of, floor_of, go, property_title, required, show, words
from croupier.web.kit.forms import limits_given, options_given, table_asked
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, both_proofs, form_of, proof_for, refused_status, show_form
from croupier.web.kit.words import limits_words, meter_title, option_title, patron_words, plain, value_words
from croupier.web.pit import view as adapt
from croupier.web.pit.shown import PitView
from croupier.web.slips.pages import house_of, slip_of, stated
from croupier.web.slips.view import JACKPOTS

pages = Pages()
PARTS = "pit_parts.html"


@pages.get("/pit")
async def pit_page(request: Request, house: str = "", slip: str = "") -> HTMLResponse:
    who = await required(request, "table.watch")
    floor = floor_of(request)
    chosen = await slip_of(floor, who, slip) if slip else None
    view = await adapt.pit(floor, who, house_of(request, floor, house, who), chosen)
    return show(request, "pit.html", view=view, form=await form_of(request, who))


def _fragments(view: PitView, csrf: str) -> dict[str, str]:
    macro = render.macro
    return {
        "p-figures": macro(PARTS, "figures", view),
        "p-alerts": macro(PARTS, "alerts", view),
        "p-tiles": macro(PARTS, "tiles", view, csrf),
        "p-slips": macro(PARTS, "slip_list", view, csrf),
    }


@pages.get("/pit/search")
async def pit_search(request: Request, q: str = "", house: str = "") -> Response:
    """A table opens its page and a slip its own; anything else is looked for among the rounds."""
    who = await required(request, "table.watch")
    floor = floor_of(request)
    asked = " ".join(q.split())
    if asked.upper() in {t.id for t in floor.tables()}:
        return go(f"/pit/{asked.upper()}")
    slip = await asyncio.to_thread(_slip_named, floor, house_of(request, floor, house, who), asked)
    return go(f"/slips/{slip}" if slip else f"/audit/search?q={quote(asked)}")


def _slip_named(floor: Floor, house: str, asked: str) -> str:
    """The slip that `Fill 000003` names at this property; empty if there is none."""
    title, _, number = asked.rpartition(" ")
    kinds = [f.kind for f in FLOWS.values() if f.title.lower() == title.lower()]
    if not kinds or not number.isdecimal() or len(number) > 12:
        return ""
    with floor.house.storage.reading() as conn:
        found = floor.house.documents.numbered(conn, kinds[0], house, int(number))
    return found.id if found else ""


@pages.websocket("/pit/live")
async def pit_live(socket: WebSocket, house: str = "") -> None:
    floor = floor_of(socket)
    csrf = guard.csrf_of(socket)

    async def made(who: Person | None) -> tuple[int, dict[str, str]]:
        assert who is not None
        return 0, _fragments(await adapt.pit(floor, who, house), csrf)

    await sockets.follow(socket, floor, ("floor",), made, pace_s=1.0, act="table.watch")


# ---- one table


@pages.get("/pit/{table_id}")
async def table_page(request: Request, table_id: str) -> Response:
    who = await required(request, "table.watch")
    fault = floor_of(request).house.faults.of(TABLE, table_id)
    if fault is not None and not fault.read:  # nothing of it can be shown but that
        return go(f"/out-of-order/{TABLE}/{table_id}")
    return await _table(request, who, table_id)


async def _table(
    request: Request, who: Person, table_id: str, wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    """The page of a table; what was refused stands beside the form that asked for it, with what was entered."""
    floor = floor_of(request)
    table = floor.table(table_id)
    board = next(iter(await floor.pit.board(table.property, {table_id})), None)
    if board is None:
        raise NotFound(f"{table_id} is a table of the poker room.")
    posting, tables = floor.house.posting(table), floor.house.tables
    with floor.house.storage.reading() as conn:
        documents = floor.house.documents.find(conn, table_id=table_id, limit=20)
        dealers = [
            p for p in floor.house.people.everybody(conn, "dealer") if p.active and p.has("dealer", table.property)
        ]
        stands = {t.dealer: t.id for poker in (False, True) for t in tables.everyone(conn, poker=poker) if t.dealer}
        notices = floor.house.notices.waiting(conn, table_id)
        in_play = floor.house.care.in_play(conn, table_id)
        gone = floor.house.care.gone(conn, table_id, 3)
        jackpots = floor.house.progressives.jackpots(conn, table_id=table_id, open_only=True)
    options = [s for s in posting.rulebook.settings.values() if s.optional]
    kinds, others = _kinds(who, table, kinds_of(posting))
    return show(
        request,
        "table.html",
        refused_status(wrong),
        me=shown_person(who, None),
        at=at,
        table=table,
        tile=adapt.tile(board, floor.limits(table), False),
        board=board,
        posting=posting,
        limits=limits_words(posting),
        present=adapt.present_limits(posting),
        value_words=value_words,
        option_title=option_title,
        documents=[(d, FLOWS[d.kind].title) for d in documents],
        dealers=sorted(dealers, key=lambda dealer: dealer.badge in stands),  # who is free comes first
        stands=stands,
        notices=notices,
        in_play=in_play,
        gone=gone,
        jackpots=jackpots,
        in_words=in_words,
        jackpot_words=JACKPOTS,
        meter_title=meter_title,
        wheel="wheel" in kinds_of(posting),
        options=options,
        shared=across_tables.shared(posting.rulebook),
        posted_rows=_posted_rows(posting),
        checks=checklist(posting),
        two_sets=two_backs(posting),
        voiding=await _voiding(floor, who, table),
        limits_wait=await _limits_wait(floor, who, table),
        kinds=kinds,
        begins=dict(kinds),
        starters={kind: f"Begun by {_starters(kind)}" for kind in FLOWS} | others,
        others=others,
        property_title=property_title(table.property),
        denominations=floor.denominations(table.property),
        may=who.may,
        **await form_of(request, who, wrong),
    )


def _posted_rows(posting: Posting) -> list[tuple[str, str]]:
    """The rows of pay tables that are the same at all tables: as a choice names each, and in words with its odds."""
    kept = {wager for rule in across_tables.shared(posting.rulebook) for wager in rule.wagers}
    return [
        (f"{wager}.{row.outcome}", f"{rule.title}: {plain(row.outcome).lower()}, now {row.odds}")
        for wager, rule in posting.wagers.items()
        if wager in kept or across_tables.ALL in kept
        for row in posting.rows(wager)
    ]


async def _voiding(floor: Floor, who: Person, table: FloorTable) -> tuple[RulingView, ...] | None:
    """On what grounds the round under way may be voided; None where none is, or this person does not void."""
    if table.state not in ("open", "closing") or not who.may("table.void"):
        return None
    live = await floor.house.table(table.id)
    if live.may_close or live.driver.ruling:
        return None
    return rulings.voiding(live, who, floor.recent.rounds(live.pages.journal_id, live.played_at))


async def _limits_wait(floor: Floor, who: Person, table: FloorTable) -> str:
    """What keeps the limits of an open table from being changed now, in words; empty: they may be."""
    if table.state != "open" or not who.may("table.limits"):
        return ""
    why = why_not_now(await floor.house.table(table.id))
    return " ".join(why) if why else ""


def _kinds(
    who: Person, table: FloorTable, inspections: tuple[str, ...]
) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Documents that this person may begin at this table now; and of those that his role may begin the ones that are
    another's here, with whose."""
    wanted = {
        "opening": (*inspections, "opening", "checklist"),
        "open": (
            *inspections,
            "fill",
            "credit",
            "drop",
            *(["stub", OVERRIDE] if "cards" in inspections else []),
            "tokes",
        ),
        "closing": ("closing", "credit", "drop"),
    }.get(table.state, ())
    mine = [(kind, FLOWS[kind].title) for kind in wanted if who.may(FLOWS[kind].steps[0].act)]
    said = {k: whose(table.id, table.property, table.dealer, who, does) for k, does in DEALERS_OWN.items()}
    others = {kind: said[kind] for kind, _ in mine if said.get(kind)}
    return [(kind, title) for kind, title in mine if kind not in others], others


def _starters(kind: str) -> str:
    """Who signs the first line of a slip."""
    act = FLOWS[kind].steps[0].act
    return takes(act)


@pages.post("/pit/{table_id}/document")
async def begin_document(request: Request, table_id: str) -> Response:
    who = await required(request, "table.watch")
    floor = floor_of(request)
    values = await body(request)
    kind = words(values, "kind")
    try:
        return await _begin(request, floor, who, table_id, kind, values)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _table(request, who, table_id, refused, kind)


async def _begin(
    request: Request, floor: Floor, who: Person, table_id: str, kind: str, values: dict[str, Any]
) -> Response:
    proof = await proof_for(request, who.badge, values)
    command = command_of(request, values)
    document: Document = await floor.pit.begin_document(proof, kind, table_id, stated(values), command)
    return go(f"/slips/{document.id}")


@pages.post("/pit/{table_id}/{act}")
async def table_act(request: Request, table_id: str, act: str) -> Response:
    who = await required(request, "table.watch")
    try:
        return await _act(request, who, table_id, act)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _table(request, who, table_id, refused, act)


async def _act(request: Request, who: Person, table_id: str, act: str) -> Response:
    floor = floor_of(request)
    values = await body(request)
    pit, command, seen = floor.pit, command_of(request, values), words(values, "journal")
    if act == "begin-opening":
        await pit.begin_opening(who, table_id, command=command)
    elif act == "open":
        await pit.open(await proof_for(request, who.badge, values), table_id, command)
    elif act == "begin-closing":
        await pit.begin_closing(who, table_id, command, seen)
    elif act == "clear-seats":
        await pit.clear_seats(who, table_id, seen)
    elif act == "close":
        await pit.close(await proof_for(request, who.badge, values), table_id, command, seen)
    elif act == "cancel":
        await pit.cancel(who, table_id, command)
    elif act == "dealer-in":
        await pit.dealer_in(who, table_id, words(values, "badge"), command)
    elif act == "dealer-out":
        await pit.dealer_out(who, table_id, command)
    elif act == "options":
        proof = await proof_for(request, who.badge, values)
        posting = floor.house.posting(floor.table(table_id))
        await pit.change_options(proof, table_id, _options(values, posting), command=command, seen=seen)
    elif act == "options-everywhere":
        await pit.require(who, "table.limits", table_id)
        proofs = await both_proofs(request, who.badge, values)
        given = options_given(values)
        if pays := words(values, "pay").strip():
            given[f"pay.{pays}"] = words(values, "odds").strip()
        await pit.change_everywhere(proofs, table_id, given, command)
    elif act == "wheel-review":
        document, _ = await pit.review_wheel(await proof_for(request, who.badge, values), table_id, command)
        return go(f"/slips/{document.id}")
    elif act == "void":
        await pit.void_round(
            await proof_for(request, who.badge, values), table_id, words(values, "when"), command or None
        )
    elif act == "notice":
        await pit.settle_notice(who, words(values, "notice"), command)
        if house := words(values, "house"):  # from the page of all alerts
            return go(f"/notices?house={quote(house)}")
    else:
        raise Refused(f"{act!r} is nothing that is done at a table.")
    return go(f"/pit/{table_id}")


def _options(values: dict[str, Any], posting: Posting) -> dict[str, Any]:
    """Options and limits as they came from the form; empty ones are as the rulebook has them. What was chosen before
    and is not on the form stays, and limits that were left as they are do not become one limit for all wagers."""
    asked = {f"option.{s.name}" for s in posting.rulebook.settings.values()}
    chosen = {k: v for k, v in posting.chosen.items() if f"option.{k}" not in asked} | options_given(values)
    present = adapt.present_limits(posting)
    for name, given in limits_given(values).items():
        if given != present.get(name) or name in chosen:
            chosen.pop(name, None)
            chosen |= {name: given} if given else {}
    return chosen


@pages.get("/tables-new")
async def new_table_page(request: Request, house: str = "") -> HTMLResponse:
    return await _new_table(request, await required(request, "table.add"), house)


async def _new_table(request: Request, who: Person, house: str, wrong: refusal.Refused | None = None) -> HTMLResponse:
    house = house_of(request, floor_of(request), house, who)
    return await show_form(
        request,
        "new_table.html",
        who,
        wrong,
        house=house,
        house_title=property_title(house),
        pits=await asyncio.to_thread(_pits, floor_of(request), house),
        games=[(game, rulebook(house, game).title) for game in games_of(house)],
    )


def _pits(floor: Floor, house: str) -> list[str]:
    """The pits of a property: those that were decided on, and those that have tables."""
    with floor.house.storage.reading() as conn:
        named = [pit.name for pit in pits(conn, house)]
        there = sorted({table.pit for table in floor.house.tables.everyone(conn, house)})
    return list(dict.fromkeys([*named, *there])) or ["Pit 1"]


@pages.post("/tables-new")
async def new_table(request: Request) -> Response:
    who = await required(request, "table.add")
    floor = floor_of(request)
    values = await body(request)
    try:
        return await _added(request, floor, who, values)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _new_table(request, who, words(values, "house"), refused)


async def _added(request: Request, floor: Floor, who: Person, values: dict[str, Any]) -> Response:
    asked = table_asked(values)
    await floor.pit.add_table(who, *asked, command_of(request, values))
    return go(f"/pit/{asked.id}")


@pages.get("/notices")
async def notices_page(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, "table.watch")
    floor = floor_of(request)
    house = house_of(request, floor, house, who)
    others = [adapt.alert(b, a) for b in await floor.pit.board(house) for a in b.alerts if not a.notice]
    with floor.house.storage.reading() as conn:
        poker = {table.id for table in floor.house.tables.everyone(conn, house, poker=True)}
        found = [_placed(n, house, poker) for n in floor.house.notices.waiting(conn, property_=house)]
    return show(
        request,
        "notices.html",
        me=shown_person(who, None),
        notices=found,
        others=sorted(others, key=lambda a: not a.stops),
        house=house,
        house_title=property_title(house),
        may=who.may,
    )


def _placed(notice: Notice, house: str, poker: set[str]) -> tuple[Notice, str, str]:
    """A notice, the name of the place that it waits at and the page of that place."""
    if notice.table_id == house:
        return notice, property_title(house), f"/conduct?house={house}" if notice.kind == "conduct" else "/slips"
    return notice, notice.table_id, f"/room/tables/{notice.table_id}" if notice.table_id in poker else ""


@pages.get("/meters")
async def meters_page(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, "table.watch")
    floor = floor_of(request)
    house = house_of(request, floor, house, who)
    with floor.house.storage.reading() as conn:
        jackpots = [j for j in floor.house.progressives.jackpots(conn) if floor.table(j.table_id).property == house]
        patrons = floor.house.people.names(conn, [j.patron for j in jackpots])
        linked = {t.id for t in floor.tables(house) if floor.house.progressives.links(conn, t.id)}
    boards = await floor.pit.board(house, linked)
    return show(
        request,
        "meters.html",
        waiting=[adapt.alert(b, a) for b in boards for a in b.alerts if a.kind in adapt.STOPS],
        in_words=in_words,
        jackpot_words=JACKPOTS,
        meter_title=meter_title,
        me=shown_person(who, None),
        meters=meters(floor, house),
        patron=lambda badge: patron_words(badge, patrons.get(badge, "")),
        jackpots=jackpots,
        house=house,
        house_title=property_title(house),
    )
