"""Promotions of a poker room in a browser: what runs, the funds, hands called, signatures, squares and drawings."""

import asyncio
from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.hands.five import CATEGORIES5
from croupier.house.money.poker_funds import BOOK
from croupier.house.people.persons import Person
from croupier.house.promotions import store
from croupier.house.promotions.denials import Denial
from croupier.house.promotions.rules import BY_HAND
from croupier.house.promotions.searches import asks
from croupier.house.promotions.store import Terms
from croupier.house.promotions.table_hands import seated
from croupier.house.promotions.tournament_hands import called
from croupier.house.record.errors import NotFound, Refused
from croupier.poker.book.forms import FORMS
from croupier.rounds import refusal
from croupier.web.kit import render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    chosen,
    command_of,
    floor_of,
    go,
    person,
    required,
    words,
)
from croupier.web.kit.forms import cents_of, count_of, moment_of, named, read_money
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import balance_of, shown_person
from croupier.web.kit.signing import any_codes, beside, both_proofs, own_codes, proof_for, show_form
from croupier.web.promotions import view as adapt
from croupier.web.promotions.keyed_hand import SEATS, facts_of, keyed_cards
from croupier.web.promotions.search_fields import searches_of
from croupier.web.promotions.shown import OfferRow

pages = Pages()
PARTS, ROOT = "promotion_parts.html", "/promotions"
ACTS = {
    "call": "promotion.claim",
    "claim": "promotion.claim",
    "end": "promotion.run",
    "tie": "promotion.surveil",
    "number": "promotion.run",
    "score": "promotion.run",
    "splash": "promotion.run",
    "seat": "promotion.run",
    "tables": "promotion.run",
    "cards": "promotion.run",
    "played": "promotion.run",
    "hours": "promotion.run",
    "drawing": "promotion.run",
    "entry": "promotion.run",
}
STEPS = {
    "verify": "promotion.verify",
    "surveil": "promotion.surveil",
    "pay": "promotion.pay",
    "deny": "promotion.verify",
    "square": "promotion.run",
    "winner": "promotion.run",
}
MONEY = ("seed", "allocate", "give-up")
TYPES = tuple((key, shape.title) for key, shape in FORMS.items())
SHARES = ("loser", "winner", "table")


# ---- the list


@pages.get(ROOT)
async def list_page(request: Request, house: str = "", table: str = "") -> HTMLResponse:
    return await _list(request, await person(request), house, table)


async def _list(
    request: Request,
    who: Person | None,
    house: str,
    table: str = "",
    wrong: refusal.Refused | None = None,
    at: str = "",
) -> HTMLResponse:
    floor = floor_of(request)
    rooms = floor.houses_with(BOOK)
    place = chosen(rooms, house, "That property has no promotions.")
    may = who.may if who is not None else lambda act: False
    hand, unread = "", ""
    offers: tuple[OfferRow, ...] = ()
    if table and may("promotion.claim"):
        try:
            hand, offers = await adapt.offers(floor, table)
        except refusal.Refused as refused:
            unread = refused.says
    return await show_form(
        request,
        "promotions.html",
        who,
        wrong,
        at,
        me=shown_person(who, await balance_of(floor, who)),
        house=place,
        house_title=rooms[place],
        rooms=tuple(rooms.items()),
        book=(book := await adapt.book(floor, place)),
        searches=asks(book),
        cards=await adapt.cards(floor, place),
        funds=await adapt.funds(floor, place),
        types=TYPES,
        tables=await adapt.tables_that_deal(floor, place) if may("promotion.claim") else (),
        table=table,
        hand=hand,
        offers=offers,
        unread=unread,
        may=may,
        any_codes=await asyncio.to_thread(any_codes, floor),
        default_theme="dark",
    )


@pages.websocket(f"{ROOT}/live")
async def list_live(socket: WebSocket, house: str) -> None:
    floor = floor_of(socket)

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        if house not in floor.houses_with(BOOK):
            raise NotFound("That property has no promotions.")
        return 0, {
            "m-funds": render.macro(PARTS, "funds", await adapt.funds(floor, house)),
            "m-cards": render.macro(PARTS, "cards", await adapt.cards(floor, house)),
        }

    await sockets.follow(socket, floor, ("floor",), fragments, pace_s=1.0)


@pages.post(ROOT + "/funds/{house}")
async def fund(request: Request, house: str) -> Response:
    """Seed a fund, allocate what was counted, or give a fund up for the other."""
    who = await required(request, "promotion.plan")
    values = await body(request)
    desk, command = floor_of(request).promotions, command_of(request, values) or None
    what, name = words(values, "what", most=20), words(values, "fund", most=40)
    game = words(values, "game", most=40)
    if what not in MONEY:
        raise BadRequest(f"{what!r} is nothing that is done with a fund.")
    try:
        if what == "seed":
            proofs = await both_proofs(request, who.badge, values)
            await desk.seed(proofs, house, name, cents_of(values, "cents"), command, game)
        elif what == "allocate":
            box = words(values, "table", most=40).strip()
            await desk.allocate(who, house, cents_of(values, "cents"), box, command, game)
        else:
            await desk.give_up(await both_proofs(request, who.badge, values), house, name, command, game)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _list(request, who, house, "", refused, what)
    return go(f"{ROOT}?house={house}")


@pages.post(ROOT + "/searches/{house}")
async def cancel_search(request: Request, house: str) -> Response:
    """A search for support that a winner owes is taken back, with its number and the reason."""
    who = await required(request, "promotion.pay")
    values = await body(request)
    try:
        proof, command = await proof_for(request, who.badge, values), command_of(request, values) or None
        number, reason = words(values, "number", most=120).strip(), words(values, "reason", most=200)
        with named():
            await floor_of(request).promotions.cancel_search(proof, house, number, reason, command)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _list(request, who, house, "", refused, "search")
    return go(f"{ROOT}?house={house}")


# ---- posting


@pages.get(f"{ROOT}/new")
async def plan_page(request: Request, house: str = "") -> HTMLResponse:
    return await _plan_page(request, await required(request, "promotion.plan"), house)


async def _plan_page(request: Request, who: Person, house: str, wrong: refusal.Refused | None = None) -> HTMLResponse:
    rooms = floor_of(request).houses_with(BOOK)
    place = chosen(rooms, house if house in rooms else "", "No property of this house has promotions.")
    book = await adapt.book(floor_of(request), place)
    return await show_form(
        request,
        "promotion_new.html",
        who,
        wrong,
        house=place,
        rooms=tuple(rooms.items()),
        book=book,
        kinds=adapt.kinds(book),
        hands=CATEGORIES5,
        types=TYPES,
        tables=await asyncio.to_thread(adapt.poker_tables, floor_of(request), place),
    )


@pages.post(f"{ROOT}/new")
async def plan(request: Request) -> Response:
    who = await required(request, "promotion.plan")
    values = await body(request)
    name, house = words(values, "id", most=80).strip(), words(values, "property", most=80)
    try:
        command = command_of(request, values) or None
        await floor_of(request).promotions.plan(who, name, house, _terms(values), command)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _plan_page(request, who, house, refused)
    return go(f"{ROOT}/{name}")


def _terms(values: dict[str, Any]) -> Terms:
    shares = {name: count_of(values, f"share-{name}", name.capitalize(), 100) for name in SHARES}
    return Terms(
        kind=words(values, "kind", most=40),
        tables=_listed(values, "tables"),
        tournaments=_listed(values, "tournaments"),
        amount=cents_of(values, "amount", "Amount", 0),
        least_category=words(values, "least-category", most=40),
        least_rank=words(values, "least-rank", most=2).strip().upper(),
        share_percent=count_of(values, "share-percent", "Share", 100),
        shares={name: share for name, share in shares.items() if share},
        from_us=moment_of(values, "from"),
        to_us=moment_of(values, "to"),
        minutes=count_of(values, "minutes", "Minutes"),
        target=words(values, "target", most=40).strip(),
        taxable_above=cents_of(values, "taxable-above", "Taxable above", 0),
        game=words(values, "game", most=40),
        prizes=tuple(read_money(part, "Prizes") for part in _listed(values, "prizes", 10, once=False)),
    )


def _listed(values: dict[str, Any], name: str, most: int = 200, *, once: bool = True) -> tuple[str, ...]:
    """Names with commas or spaces between them."""
    found = words(values, name, most=4_000).replace(",", " ").split()
    if len(found) > most:
        raise Refused(f"{len(found)} names are too many.", f"{most} at most.")
    return tuple(dict.fromkeys(found) if once else found)


# ---- one promotion


@pages.get(ROOT + "/{promotion}")
async def promotion_page(request: Request, promotion: str) -> HTMLResponse:
    return await _promotion(request, await person(request), promotion)


async def _promotion(
    request: Request, who: Person | None, name: str, wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    floor = floor_of(request)
    view = await adapt.view(floor, who, name)
    may = who.may if who is not None else lambda act: False
    calls = view.card.state == "running" and view.card.kind in BY_HAND and may("promotion.claim")
    return await show_form(
        request,
        "promotion.html",
        who,
        wrong,
        at,
        me=shown_person(who, await balance_of(floor, who)),
        v=view,
        may=may,
        calls=calls,
        tables=await adapt.tables_that_deal(floor, view.card.house) if calls else (),
        codes=await own_codes(floor, who),
        seats=range(1, SEATS + 1),
        default_theme="dark",
    )


@pages.websocket(ROOT + "/{promotion}/live")
async def promotion_live(socket: WebSocket, promotion: str) -> None:
    floor = floor_of(socket)
    told: dict[str, Any] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view = await adapt.view(floor, who, promotion)
        told["key"] = view.key
        return 0, {"m-head": render.macro(PARTS, "head", view)}

    await sockets.follow(socket, floor, ("floor",), fragments, pace_s=1.0, extra=lambda: dict(told))


@pages.post(ROOT + "/claims/{claim}/{step}")
async def step(request: Request, claim: str, step: str) -> Response:
    who = await required(request, STEPS.get(step, ""))
    if step not in STEPS:
        raise BadRequest(f"{step!r} is nothing that is done with a claim.")
    values = await body(request)
    with floor_of(request).house.storage.reading() as conn:  # not there: said before a password is looked at
        name = store.claim(conn, claim).promotion
    try:
        with named():
            await _step(request, who, claim, step, values)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _promotion(request, who, name, refused, f"{step} {claim}")
    return go(f"{ROOT}/{name}")


async def _step(request: Request, who: Person, claim: str, step: str, values: dict[str, Any]) -> None:
    floor, command = floor_of(request), command_of(request, values) or None
    desk, games = floor.promotions, floor.promotion_games
    if step == "deny":
        denial = Denial(words(values, "reason", most=200), words(values, "ground", most=40))
        proof, second = await proof_for(request, who.badge, values), None
        if badge := words(values, "second", most=120).strip():
            second = await proof_for(request, badge, values, "second-")
        await desk.deny(proof, claim, denial, command, second)
    elif step == "square":
        row, _, column = words(values, "square", most=5).partition("-")
        if not (row.isdecimal() and column.isdecimal()):
            raise Refused("No square is chosen.", "Choose a free one of the board.")
        await games.choose(who, claim, int(row), int(column), command)
    elif step == "winner":
        await games.pot_won(who, claim, words(values, "patron", most=120).strip(), command)
    else:
        proof = await proof_for(request, who.badge, values)
        if step == "verify":
            await desk.verify(proof, claim, command)
            return
        signed = [key.removeprefix("w2g-") for key in values if key.startswith("w2g-")]
        found = searches_of(values)
        await desk.sign(proof, claim, step, {"w2g": signed, **({"searched": found} if found else {})}, command)


@pages.post(ROOT + "/{promotion}/{act}")
async def act(request: Request, promotion: str, act: str) -> Response:
    who = await required(request, ACTS.get(act, ""))
    if act not in ACTS:
        raise BadRequest(f"{act!r} is nothing that is done in a promotion.")
    values, floor = await body(request), floor_of(request)
    try:
        with named():
            await _act(floor, who, promotion, act, values, command_of(request, values) or None)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _promotion(request, who, promotion, refused, act)
    return go(f"{ROOT}/{promotion}")


async def _act(floor: Floor, who: Person, name: str, act: str, values: dict[str, Any], command: str | None) -> None:
    desk, games = floor.promotions, floor.promotion_games
    patron = words(values, "patron", most=120).strip()
    match act:
        case "end":
            await desk.end(who, name, command)
        case "tie":
            chosen = tuple(key.removeprefix("claim-") for key in values if key.startswith("claim-claim-"))
            await desk.tie(who, name, chosen, command)
        case "call":
            number = count_of(values, "number", "Hand") if words(values, "number", most=12).strip() else 0
            where, facts = await called(floor.room, words(values, "table", most=140), number)
            await desk.claim(who, name, facts, command, dealt_at=where)
        case "claim":
            await desk.claim(who, name, facts_of(values), command)
        case "number":
            await games.number_board(who, name, command)
        case "score":
            home, visitors = count_of(values, "home", "Home"), count_of(values, "visitors", "Visitors")
            await games.score(who, name, words(values, "quarter", most=40), home, visitors, command)
        case "splash":
            await games.splash(who, name, _listed(values, "tables"), command)
        case "seat":
            await games.seat(who, name, _listed(values, "patrons"), command)
        case "tables":
            await games.draw_tables(who, name, _listed(values, "tables"), count_of(values, "count", "Tables"), command)
        case "cards":
            table = words(values, "table", most=40).strip()
            sitting = await seated(floor.room, table)
            dealt = keyed_cards(values, sitting)
            await games.high_card(who, name, table, sitting, dealt, command)
        case "played":
            await games.played(who, name, patron, count_of(values, "minutes", "Minutes"), command)
        case "hours":
            await games.from_visits(who, name, command)
        case "drawing":
            await games.drawing(who, name, command)
        case _:
            await games.free_entry(who, name, patron, command)
