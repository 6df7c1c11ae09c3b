"""The cage: cash against credit, tickets, tips, demo chips."""

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.equipment.money import money
from croupier.house.cage.coupons import Coupon, takes_match_play
from croupier.house.cage.currency import KIND, Totals, Vouched, totals
from croupier.house.papers.documents import Document
from croupier.house.people.persons import Person
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.rounds import refusal
from croupier.web.cage.tickets import paper
from croupier.web.kit.context import (
    DEMO_CENTS,
    Floor,
    body,
    command_of,
    floor_of,
    go,
    property_title,
    required,
    words,
)
from croupier.web.kit.forms import cents_of, count_of
from croupier.web.kit.newcomers import more_demo_chips
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import any_codes, beside, both_proofs, formed, proof_for, show_form

pages = Pages()


@pages.get("/cage")
async def cage_page(request: Request) -> HTMLResponse:
    who = await required(request)
    if not _served(who):
        raise Forbidden("The cage serves patrons and cage cashiers.")
    return await _cage(request, who)


def _is_patron(who: Person) -> bool:
    return who.may("cage.own")


def _served(who: Person) -> bool:
    """Patrons, and whoever works at the cage, whatever else he is."""
    return _is_patron(who) or who.may("cage.exchange")


async def _cage(
    request: Request, who: Person, done: str = "", wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    """The page; what was done stands on top, what was refused beside the form that asked, with what was typed."""
    floor = floor_of(request)
    player = _is_patron(who)
    houses = [name for name in sorted(floor.houses()) if who.at(name).grants]
    return await show_form(
        request,
        "cage.html",
        who,
        wrong,
        at,
        who=who,
        patron=player,
        balance=await asyncio.to_thread(floor.purse, who.badge) if player else 0,
        worth=await asyncio.to_thread(floor.worth, who.badge) if player else 0,
        demo=floor.demo,
        demo_cents=DEMO_CENTS,
        demo_purse=player and await asyncio.to_thread(floor.cage.demo_purse, who.badge),
        houses=houses,
        coupon_houses=[] if player else [name for name in houses if takes_match_play(name)],
        property_title=property_title,
        posted=await asyncio.to_thread(floor.staff_desk.values),
        cash=[] if player else await asyncio.to_thread(_day, floor, who),
        coupons=await asyncio.to_thread(_coupons, floor, who),
        reports=[] if player else await asyncio.to_thread(_reports, floor, who),
        any_codes=await asyncio.to_thread(any_codes, floor),
        done=done,
        default_theme="dark",
    )


def _day(floor: Floor, who: Person) -> list[tuple[str, Totals]]:
    """The cash of this gaming day, property by property, the largest first."""
    with floor.house.storage.reading() as conn:
        return [
            (place, one)
            for place in sorted(floor.houses())
            if who.may("cage.exchange", place)
            for one in totals(conn, floor.house, place)[:20]
        ]


def _coupons(floor: Floor, who: Person) -> list[Coupon]:
    """A patron's own coupons that are still good; what the cage has made out, the latest first."""
    if _is_patron(who):
        return floor.coupons.listed(patron=who.badge, good_only=True)
    return [one for one in floor.coupons.listed() if who.may("coupon.issue", one.property)][:20]


def _reports(floor: Floor, who: Person) -> list[Document]:
    """The latest cash reports of the properties at which this person works at the cage."""
    with floor.house.storage.reading() as conn:
        found = floor.house.documents.find(conn, kind=KIND, limit=50)
    return [one for one in found if who.may("cage.exchange", one.property)]


@pages.get("/cage/{act}")
async def cage_again(request: Request, act: str) -> Response:
    """Whoever loads the page of something done comes to the cage; nothing is done again."""
    return go("/cage")


@pages.post("/cage/{act}")
async def cage(request: Request, act: str) -> Response:
    who = await required(request)
    values = await body(request)
    try:
        return await _done(request, who, act, values)
    except refusal.Refused as refused:
        # A badge that nobody has stands beside its field too, with all that was typed.
        shown = beside(request, refused) or (isinstance(refused, NotFound) and formed(request))
        if not shown or not _served(who):
            raise
        return await _cage(request, who, wrong=refused, at=act)


async def _vouched(request: Request, who: Person, values: dict[str, Any]) -> Vouched:
    """Signatures and papers that came with an exchange; how many it takes, the house says."""
    first = await proof_for(request, who.badge, values) if values.get("password") else None
    second = words(values, "second").strip()
    beside_ = await proof_for(request, second, values, "second-") if second else None
    return Vouched(first, beside_, words(values, "identified"))


async def _done(request: Request, who: Person, act: str, values: dict[str, Any]) -> Response:
    floor, command = floor_of(request), command_of(request, values)
    house = words(values, "house") or floor.first()
    if act == "demo":
        await more_demo_chips(floor, who, house, command)
        said = f"{money(DEMO_CENTS)} in demo chips is yours."
    elif act in ("buy-in", "cash-out"):
        exchange = floor.cage.buy_in if act == "buy-in" else floor.cage.cash_out
        patron, cents = words(values, "patron"), cents_of(values)
        slip = await exchange(who, house, patron, cents, command, await _vouched(request, who, values))
        verb = "bought in for" if act == "buy-in" else "was paid"
        said = f"{patron} {verb} {money(cents)} and has {money(slip.balance)} with the house."
    elif act == "ticket":
        printed = await floor.stations.print_ticket(who, house, cents_of(values), command)
        return paper(request, who, printed, "Cage", "/cage", "Back to the cage")
    elif act == "redeem":
        taken = await floor.stations.take_ticket(who, words(values, "ticket"), command)
        said = f"The ticket was worth {money(taken.cents)}; it is in your account."
    elif act == "pay-ticket":
        vouched = await _vouched(request, who, values)
        cents = await floor.stations.cash_ticket(who, house, words(values, "ticket"), command, vouched)
        said = f"Pay {money(cents)}. The ticket is cancelled."
    elif act == "coupon":
        patron, cents = words(values, "patron"), cents_of(values)
        made = await floor.coupons.issue(
            await both_proofs(request, who.badge, values), house, patron, cents, bool(values.get("demo")), command
        )
        said = f"Coupon {made.number} over {money(cents)} is made out for {patron}."
    elif act == "coupon-cancel":
        number, reason = count_of(values, "number", "Number"), words(values, "reason")
        gone = await floor.coupons.cancel(await both_proofs(request, who.badge, values), house, number, reason, command)
        said = f"Coupon {gone.number} over {money(gone.cents)} is cancelled."
    elif act == "toke":
        cents = cents_of(values)
        await floor.cage.toke(who, house, cents, command=command)
        demo = floor.cage.demo_purse(who.badge)
        said = f"{money(cents)} went to the dealers{' in demo chips, which nobody cashes' if demo else ''}."
    else:
        raise Refused(f"The cage does not do {act!r}.")
    return await _cage(request, who, said)
