"""The poker room's pages for its people: conduct (what is forbidden, who is kept away) and tips."""

import asyncio
from contextlib import nullcontext
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.book import BOOK, Item, RoomBook
from croupier.house.poker_room.procedures.conduct import Sanction
from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import Refused
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
from croupier.web.kit.forms import count_of, named
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, own_codes, proof_for, refused_status

pages = Pages()
TIP_RULES = ("tips-to", "token-box", "token-paid", "tube-chips-most", "clerk-tip-percent")
LISTS = {"conduct-code": "Code of conduct", "etiquette": "Etiquette", "tobacco": "Tobacco"}


def _room(floor: Floor, house: str) -> str:
    known = floor.houses_with(BOOK)
    return chosen(known, house if house in known else "", "No property of this house has a poker room.")


# ---- conduct


@pages.get("/conduct")
async def conduct_page(request: Request, house: str = "", patron: str = "") -> HTMLResponse:
    who = await required(request, "conduct.read")
    return await _conduct(request, who, _room(floor_of(request), house), {"patron": patron[:40]})


async def _conduct(
    request: Request, who: Person, house: str, given: dict[str, Any], wrong: refusal.Refused | None = None
) -> HTMLResponse:
    """What is forbidden and who was sanctioned; what was refused stands beside what was typed."""
    floor = floor_of(request)
    room, now = floor.house.procedures, floor.house.sources.now_us()

    def read() -> list[Sanction]:
        with floor.house.storage.reading() as conn:
            return room.conduct.of(conn, house)

    found = await asyncio.to_thread(read)
    codes = await own_codes(floor, who)
    book = room.book(house)
    return show(
        request,
        "conduct.html",
        refused_status(wrong),
        me=shown_person(who, None),
        may=who.may,
        house=house,
        house_title=property_title(house),
        lists=[(title, items) for name, title in LISTS.items() if (items := _items(book, name))],
        kinds=book.value("sanctions"),
        decides=book.book.settings["sanction-by"].says,
        clause=book.clause("sanction-by"),
        sanctions=[(one, one.in_force(now)) for one in found],
        given=given,
        wrong=wrong,
        codes=codes,
    )


def _items(book: RoomBook, name: str) -> list[Item]:
    return [item for item in book.conduct if item.list == name]


@pages.post("/conduct/{act}")
async def conduct_act(request: Request, act: str) -> Response:
    """Report, sanction or lift; a refusal comes back to its form."""
    who = await required(request)
    floor, values = floor_of(request), await body(request)
    house = words(values, "house")
    here = house in floor.houses_with(BOOK)
    try:
        with named() if here else nullcontext():
            await _act(request, floor, who, act, house, values)
    except refusal.Refused as wrong:
        if not beside(request, wrong) or not here or not who.may("conduct.read"):
            raise
        return await _conduct(request, who, house, values, wrong)
    return go(f"/conduct?house={house}")


async def _act(request: Request, floor: Floor, who: Person, act: str, house: str, values: dict[str, Any]) -> None:
    desk, command = RoomDesk(floor.house), command_of(request, values)
    if act == "report":
        told, table = words(values, "words"), words(values, "table")
        await desk.report(who, house, words(values, "patron"), words(values, "offence"), told, table, command)
        return
    if act not in ("sanction", "lift"):
        raise Refused(f"There is no {act!r} here.", "Report, sanction or lift.")
    proof = await proof_for(request, who.badge, values)
    if act == "lift":
        await desk.lift(proof, house, words(values, "sanction"), words(values, "reason"), command)
        return
    hours = count_of(values, "hours", "Hours of the suspension")
    patron, kind, offence, told = (words(values, name) for name in ("patron", "kind", "offence", "words"))
    await desk.sanction(proof, house, patron, kind, offence, told, hours, words(values, "table"), command)


# ---- tips


@pages.get("/tips")
async def tips_page(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, "tips.read")
    floor = floor_of(request)
    house = _room(floor, house)
    room = floor.house.procedures
    book = room.book(house)

    def read(conn: Reading) -> dict[str, Any]:
        money = room.pool.money(conn, house)
        shared, waits = None, ""
        try:
            shared = room.pool.preview(conn, house) if money else None
        except Refused as refused:
            waits = refused.says
        boxes = floor.house.documents.find(conn, kind="token-box", property_=house, unfinished=True)
        inside = {box.id: room.tips.inside(conn, house, box.by("take")) for box in boxes}
        found = {"money": money, "shared": shared, "waits": waits, "boxes": boxes, "inside": inside}
        clerks = room.clerk_tips.inside(conn, house) if book.prints("clerk-tip-percent") else None
        return found | {"earned": room.tips.report(conn, house), "clerks": clerks}

    def look() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            return read(conn)

    shown = await asyncio.to_thread(look)
    return show(
        request,
        "tips.html",
        me=shown_person(who, None),
        house_title=property_title(house),
        percents=[book.get(f"{name}-percent") for name in ("dealer", "non-dealer", "supervisor", "clerk")],
        says=[book.book.settings[name] for name in TIP_RULES if name in book.book.settings],
        silent=[row for row in book.unprinted if "tip" in row[0] or "box" in row[0]],
        **shown,
    )
