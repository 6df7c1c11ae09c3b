"""Tickets: a station's money out and in, the paper, and the record that two people may void."""

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.equipment.money import money
from croupier.house.cage.stations import rule_of
from croupier.house.cage.tickets import Ticket, TicketStanding
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tables.live import Live
from croupier.rounds import acts, coupons, refusal
from croupier.rounds.acts import By
from croupier.web.draw.ticket import grouped, ticket
from croupier.web.felt.addressed import to_you
from croupier.web.felt.table_view import Look
from croupier.web.felt.wagering import may_go, take_down
from croupier.web.kit.context import (
    DEMO_CENTS,
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    property_title,
    required,
    said_in,
    show,
    words,
)
from croupier.web.kit.forms import cents_of
from croupier.web.kit.newcomers import more_demo_chips
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import any_codes, beside, both_proofs, show_form

pages = Pages()
STATES = {"issued": "Out", "redeemed": "Redeemed", "cashed": "Paid by the cage", "void": "Void", "tipped": "A tip"}


# ---- at a station


@pages.get("/tables/{table_id}/money")
async def money_page(request: Request, table_id: str) -> HTMLResponse:
    who = await required(request, "cage.own")
    return await _money(request, who, await floor_of(request).house.table(table_id))


def _seat(live: Live, who: Person) -> int:
    return next((p.number for p in live.driver.felt.positions if p.patron == who.badge), 0)


def _free(live: Live) -> int:
    """The free position nearest to the middle."""
    felt = live.driver.felt
    free = [p.number for p in felt.positions if not p.patron]
    return min(free, key=lambda n: abs(n - (len(felt.positions) + 1) / 2), default=0)


def _may(live: Live, who: Person, act: acts.Act, position: int) -> str:
    """Why the table does not take this now, in words for who asks; nothing if it does."""
    try:
        live.driver.check(By("player", who.badge), act)
    except refusal.Refused as refused:
        if not live.driver.seating:
            return "A round is being played. It is possible when the round is over."
        says = to_you(refused.says, [position])
        return f"{says[:1].upper()}{says[1:]}."
    return ""


async def _money(
    request: Request, who: Person, live: Live, wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    floor, table = floor_of(request), live.table
    position, rule = _seat(live, who), rule_of(live)
    chips = live.driver.table.chips(position) if position else 0
    down, kept = may_go(Look(live, who, [])) if position and live.driver.betting else (0, ())
    no_leave = _may(live, who, acts.Leave(position), position) if position and not (down and not kept) else ""
    if kept:
        no_leave = f"{kept[0].title}: {kept[0].why}. You cash out when it is settled."
    no_ticket = no_leave
    if rule is None:
        no_ticket = "This table has no station that prints tickets: your chips go to your account."
    elif not no_leave and chips + down <= 0:
        no_ticket = "You have no chips at this station."
    elif not no_leave and chips + down > rule.most:
        no_ticket = f"{money(chips + down)} is more than a station prints: an attendant pays it from your account."
    place = position or _free(live)
    arrives = acts.Buy(place, 100) if position else acts.Sit(place, who.badge, 100)
    return await show_form(
        request,
        "station_money.html",
        who,
        wrong,
        at,
        table=table.id,
        title=table.settings.title or live.driver.game.posting.rulebook.title,
        house_title=property_title(table.property),
        demo=table.settings.demo,
        position=position,
        chips=chips,
        purse=await asyncio.to_thread(floor.purse, who.badge),
        rule=rule,
        no_leave=no_leave,
        down=down if not kept else 0,
        no_ticket=no_ticket,
        no_insert=_may(live, who, arrives, place) if place else "Every position at this table is taken.",
        no_tickets=_none_words(live),
        coupons=await asyncio.to_thread(floor.coupons.of, live, who.badge) if position else [],
        gives=floor.demo and table.settings.demo and await asyncio.to_thread(floor.worth, who.badge) < DEMO_CENTS,
        demo_cents=DEMO_CENTS,
        coupon_wagers=[(n, live.driver.game.posting.wagers[n].title) for n in coupons.beside(live.driver.game)],
        default_theme="dark",
    )


def _none_words(live: Live) -> str:
    if not live.driver.table.electronic:
        return "A dealer deals here: tickets are taken at stations and at the cage."
    return f"The rules approved for {property_title(live.table.property)} have no tickets at stations."


@pages.get("/tables/{table_id}/money/{act}")
async def money_again(request: Request, table_id: str, act: str) -> Response:
    """A ticket is shown once: whoever loads its page again comes to the station's money, and nothing is printed."""
    return go(f"/tables/{floor_of(request).table(table_id).id}/money")


@pages.post("/tables/{table_id}/money/{act}")
async def money_act(request: Request, table_id: str, act: str) -> Response:
    """A ticket out or in, chips to the account or from it; what is refused stands beside its field."""
    floor = floor_of(request)
    who = await required(request, "cage.own")
    floor.acts.check(who.badge)
    values = await body(request)
    try:
        live = await floor.house.table(table_id)
    except refusal.Refused:
        if (before := await _done_before(request, who, table_id, act, values)) is None:
            raise
        return before
    position = _seat(live, who)
    floor.presence.acted(table_id, who.badge)
    try:
        return await _done(request, who, live, act, values, position)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        refused.says = to_you(refused.says, [position])
        return await _money(request, who, await floor.house.table(table_id), refused, act)


async def _done_before(
    request: Request, who: Person, table_id: str, act: str, values: dict[str, Any]
) -> Response | None:
    """The answer to what was done before the table closed: a ticket above all, which is shown to nobody else."""
    floor, command, seat = floor_of(request), command_of(request, values), integer(values, "position", 0)
    if act == "ticket" and (printed := await floor.stations.printed(who, table_id, seat, command)) is not None:
        return paper(request, who, printed, f"{table_id} · position {seat}", "/cage", "To the cage")
    if act == "insert" and await floor.stations.inserted(who, table_id, words(values, "ticket"), command) is not None:
        return go(f"/tables/{table_id}")
    if await floor.house.asked_before(who, table_id, command, said_in(request, values)) is not None:
        return go("/cage" if act == "account" else f"/tables/{table_id}")
    return None


async def _done(request: Request, who: Person, live: Live, act: str, values: dict[str, Any], position: int) -> Response:
    floor, table_id, command = floor_of(request), live.table.id, command_of(request, values)
    if act in ("ticket", "account") and words(values, "take", "") == "1":  # the button named what it takes down
        await take_down(floor, who, table_id, command or None, said_in(request, values))
    if act == "ticket":
        # Sent again, the seat has been left already: the form still names it.
        seat = integer(values, "position", position)
        printed = await floor.stations.cash_out(who, table_id, seat, command or None)
        return paper(request, who, printed, f"{table_id} · position {seat}", f"/tables/{table_id}", "Back to the table")
    if act == "account":
        if position:
            await floor.house.answer(
                table_id, who, acts.Leave(position), None, command or None, said_in(request, values)
            )
        return go("/cage")
    if act == "insert":
        place = position or _free(live)
        await floor.stations.insert_ticket(who, table_id, place, words(values, "ticket"), command or None)
    elif act == "coupon":
        if not position:
            raise Refused("You have no position at this table.", "Sit down first.")
        number, wager = integer(values, "coupon"), words(values, "wager")
        await floor.coupons.place(who, live, position, wager, number, command or None, said_in(request, values))
    elif act in ("buy", "demo"):
        if not position:
            raise Refused("You have no position at this table.", "Sit down first.")
        if act == "demo":
            await more_demo_chips(floor, who, live.table.property, f"{command}-demo" if command else "")
        bought = acts.Buy(position, DEMO_CENTS if act == "demo" else cents_of(values))
        await floor.house.answer(table_id, who, bought, None, command or None, said_in(request, values))
    else:
        raise NotFound("A station does no such thing.")
    return go(f"/tables/{table_id}")


def paper(request: Request, who: Person, printed: Ticket, station: str, back: str, back_words: str) -> HTMLResponse:
    """The ticket itself. Its code is on no record: this answer alone shows it."""
    title = property_title(printed.property)
    note = "Demo chips" if printed.demo else ""
    return show(
        request,
        "ticket.html",
        me=shown_person(who, None),
        ticket=printed,
        code=grouped(printed.code),
        paper=ticket(printed.number, printed.cents, printed.code, title, station, note),
        house_title=title,
        back=back,
        back_words=back_words,
        default_theme="dark",
    )


# ---- the record


def _house_of(floor: Floor, house: str) -> str:
    if house not in floor.houses():
        raise NotFound(f"There is no property {house!r}.")
    return house


@pages.get("/tickets")
async def tickets_page(request: Request, house: str = "") -> HTMLResponse:
    who = await required(request, "document.read")
    floor = floor_of(request)
    if not house:
        house = request.cookies.get("house", "") or floor.first_open()
    house = _house_of(floor, house)

    def read() -> tuple[list[TicketStanding], int]:
        with floor.house.storage.reading() as conn:
            return floor.stations.tickets.latest(conn, house), floor.stations.tickets.outstanding(conn, house)

    rows, outstanding = await asyncio.to_thread(read)
    return show(
        request,
        "tickets.html",
        me=shown_person(who, None),
        rows=rows,
        outstanding=outstanding,
        words=STATES,
        house=house,
        house_title=property_title(house),
    )


@pages.get("/tickets/{house}/{number}")
async def ticket_page(request: Request, house: str, number: int) -> HTMLResponse:
    who = await required(request, "document.read")
    return await _record(request, who, _house_of(floor_of(request), house), number)


async def _record(
    request: Request, who: Person, house: str, number: int, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    floor = floor_of(request)

    def read() -> tuple[TicketStanding, bool, bool]:
        with floor.house.storage.reading() as conn:
            stands = floor.stations.tickets.standing(conn, house, number)
        return stands, floor.house.people.signs_with_code(who.badge), any_codes(floor)

    stands, codes, others = await asyncio.to_thread(read)
    return await show_form(
        request,
        "ticket_record.html",
        who,
        wrong,
        t=stands,
        words=STATES,
        house_title=property_title(house),
        may_void=who.may("document.void"),
        codes=codes,
        any_codes=others,
    )


@pages.post("/tickets/{house}/{number}/void")
async def void(request: Request, house: str, number: int) -> Response:
    """A void takes a reason and two people, each with the password."""
    who = await required(request, "document.void")
    floor = floor_of(request)
    values = await body(request)
    try:
        proofs = await both_proofs(request, who.badge, values)
        reason = words(values, "reason", most=200)
        await floor.stations.void_ticket(proofs, _house_of(floor, house), number, reason, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _record(request, who, house, number, refused)
    return go(f"/tickets/{house}/{number}")
