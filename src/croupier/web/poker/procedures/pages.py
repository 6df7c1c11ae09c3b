"""The papers of a poker room in a browser: decks, racks and carts, what each table waits for, exchanges, tips."""

import asyncio
from contextlib import nullcontext
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.papers.documents import FLOWS
from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.book import BOOK
from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import NotFound, Refused
from croupier.rounds import refusal
from croupier.web.kit.context import (
    Floor,
    body,
    chosen,
    command_of,
    floor_of,
    go,
    property_title,
    required,
    show,
    words,
)
from croupier.web.kit.forms import cents_of, named
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, own_codes, proof_for, refused_status
from croupier.web.poker.procedures import fields as paper_fields
from croupier.web.poker.procedures.view import papers_of, tables_of, under_way

pages = Pages()
ROOT = "/room/papers"
ACTS = ("deck", "slip", "sign", "tube", "bank", "key", "exchange", "staffing")


@pages.get(ROOT)
async def papers_page(request: Request, house: str = "", table: str = "") -> HTMLResponse:
    who = await required(request, "bank.read")
    place = chosen(floor_of(request).houses_with(BOOK), house, "That property has no poker room.")
    return await _page(request, who, place, {"table": table[:40]})


async def _page(
    request: Request,
    who: Person,
    house: str,
    given: dict[str, Any],
    wrong: refusal.Refused | None = None,
) -> HTMLResponse:
    """What was refused stands beside what was typed."""
    floor = floor_of(request)
    room = floor.house.procedures
    book = room.book(house)
    tables = [await papers_of(floor, house, table.id) for table in tables_of(floor, house)]

    def read(conn: Reading) -> dict[str, Any]:
        return {
            "decks": room.decks.log(conn, house),
            "banks": [
                (bank, floor.house.ledger.balance(conn, bank.account)) for bank in room.banks.all_of(conn, house)
            ],
            "slips": under_way(conn, floor, house, paper_fields.KINDS),
            "tube": room.tips.tube(conn, house, who.badge),
        }

    def look() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            return read(conn)

    found = await asyncio.to_thread(look)
    begins = [
        (kind, FLOWS[kind])
        for kind in paper_fields.KINDS
        if who.may(FLOWS[kind].steps[0].act) and (kind not in paper_fields.PRINTED or _printed(book, kind))
    ]
    return show(
        request,
        "papers.html",
        refused_status(wrong),
        me=shown_person(who, None),
        may=who.may,
        house=house,
        house_title=property_title(house),
        tables=tables,
        own=next((one.table for one in tables if one.dealer == who.badge), tables[0].table if len(tables) == 1 else ""),
        begins=begins,
        fields=paper_fields.FIELDS,
        of_no_table=paper_fields.OF_NO_TABLE,
        printed=book.prints,
        value=book.get,
        ticks=lambda kind, step: paper_fields.ticks(book, kind, step),
        denominations=paper_fields.SHOWN_DENOMINATIONS,
        rules=[s for s in book.book.settings.values() if not s.optional],
        unprinted=book.unprinted,
        tubed=book.prints("tube-chips-most") and who.may("tips.own"),
        given=given,
        wrong=wrong,
        key=given.get("at", ""),  # the form that was sent
        codes=await own_codes(floor, who),
        **found,
    )


def _printed(book: Any, kind: str) -> bool:
    return bool(book.prints(paper_fields.PRINTED[kind]))


@pages.post(ROOT + "/{act}")
async def papers_act(request: Request, act: str) -> Response:
    """Receive a deck, begin a slip or sign its next line, set a rack or a cart and exchange at it, take a container's
    key, put tips into the tube or staffing money into the pool; a refusal comes back to its form."""
    who = await required(request, "bank.read")
    floor, values = floor_of(request), await body(request)
    house = words(values, "house", most=60)
    if act not in ACTS:
        raise NotFound(f"There is no {act!r} here.", f"There are {', '.join(ACTS)}.")
    here = house in floor.houses_with(BOOK)
    try:
        with named() if here else nullcontext():
            await _act(request, floor, who, act, house, values)
    except refusal.Refused as wrong:
        if not beside(request, wrong) or not here:
            raise
        return await _page(request, who, house, values, wrong)
    return go(f"{ROOT}?house={house}")


async def _act(request: Request, floor: Floor, who: Person, act: str, house: str, values: dict[str, Any]) -> None:
    desk, command = RoomDesk(floor.house), command_of(request, values)
    if act in UNSIGNED:
        await UNSIGNED[act](desk, who, house, values, command)
        return
    proof = await proof_for(request, who.badge, values)
    if act == "deck":
        label, kind = words(values, "label").strip(), words(values, "kind") or "set"
        back, maker = words(values, "back"), words(values, "maker")
        await desk.receive_deck(proof, house, label, kind, command, back, maker)
    elif act == "bank":
        about = (words(values, "name", most=40).strip(), words(values, "kind"), cents_of(values, "par", "Kept at"))
        await desk.set_bank(proof, house, *about, command)
    elif act == "slip":
        kind, table = words(values, "kind"), words(values, "table", most=40).strip()
        if kind not in paper_fields.KINDS:
            raise Refused(f"The room has no slip {kind!r} here.", f"It has {', '.join(paper_fields.KINDS)}.")
        data = paper_fields.stated(values, kind, FLOWS[kind].steps[0].name)
        about_table = "" if kind in paper_fields.OF_NO_TABLE else table
        await desk.begin(proof, house, kind, about_table, data, command)
    else:
        kind, step = words(values, "kind"), words(values, "step")
        data, seen = paper_fields.stated(values, kind, step), words(values, "state")
        await desk.sign(proof, house, words(values, "document", most=80), step, data, command, seen)


async def _tube(desk: RoomDesk, who: Person, house: str, values: dict[str, Any], command: str | None) -> None:
    chips = paper_fields.stated(values, "tips-colored-up", "color-up").get("chips", {})
    await desk.into_tube(who, house, {int(d): n for d, n in chips.items()}, command)


async def _key(desk: RoomDesk, who: Person, house: str, values: dict[str, Any], command: str | None) -> None:
    await desk.take_key(who, house, words(values, "name", most=40), command)


async def _exchange(desk: RoomDesk, who: Person, house: str, values: dict[str, Any], command: str | None) -> None:
    about = (words(values, "name", most=40), words(values, "kind"), words(values, "patron").strip())
    await desk.cart(who, house, *about, cents_of(values, "amount", "Amount"), command)


async def _staffing(desk: RoomDesk, who: Person, house: str, values: dict[str, Any], command: str | None) -> None:
    about = (words(values, "tournament").strip(), words(values, "kind"), cents_of(values, "amount", "Amount"))
    await desk.collect(who, house, *about, command=command)


UNSIGNED = {"tube": _tube, "key": _key, "exchange": _exchange, "staffing": _staffing}
