"""The stations of a stadium, for slot staff: payouts by hand, and the platform's hand or spin voided or resolved."""

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from croupier.equipment.money import money
from croupier.house.cage.currency import Vouched
from croupier.house.cage.stations import rule_of
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.record.faults import OutOfOrder
from croupier.house.tables.life import CLOSING, OPEN, POKER
from croupier.rounds import acts, refusal
from croupier.rounds.authority import at_stations
from croupier.rounds.requests import Decide
from croupier.web.kit.api import ERRORS, PREFIX, Caller, Cents, House, Named, TableId, Word, allow, plain
from croupier.web.kit.context import Floor, body, command_of, floor_of, go, required, words
from croupier.web.kit.forms import cents_of
from croupier.web.kit.inputs import MayTakeTwo, SignedAlone, own_of, second_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import beside, proof_for, show_form
from croupier.web.kit.words import plain as in_words

api = APIRouter(prefix=PREFIX, tags=["cage"], responses=ERRORS)
pages = Pages()
PAYS = "payout.hand"


class ByHand(MayTakeTwo, SignedAlone):
    """What an attendant pays a patron of a station: more than it may print."""

    patron: Word
    cents: Cents
    tip: Cents = Field(0, description="The gratuity in it: the slot team's.")
    second_badge: Word = Field("", description="Who signs a large payout too.")
    identified: Word = Field("", description="Who the patron is, by which paper, where a report is due.")


class Platform(msgspec.Struct, frozen=True):
    """A table with stations, as slot staff sees it."""

    id: str
    title: str
    most: str
    asked: str = ""  # what a ruling asks
    choices: tuple[tuple[str, str], ...] = ()
    declares: tuple[tuple[str, str], ...] = ()


@api.post("/tables/{table_id}/payouts", status_code=201, summary="Pay by hand what a station may not print")
async def pay(floor: House, who: Caller, table_id: TableId, given: ByHand, named: Named = "") -> dict[str, Any]:
    allow(who, PAYS)
    command = given.command or named
    first = await own_of(floor, who, given, command)
    vouched = Vouched(first, await second_of(floor, given, command), given.identified)
    paid = await floor.stations.pay_by_hand(
        who, table_id, given.patron, given.cents, given.tip, command or None, vouched
    )
    return dict(plain(paid))


async def _platforms(floor: Floor, who: Person) -> list[Platform]:
    """The tables with stations at which this person has slot duties."""
    with floor.house.storage.reading() as conn:
        tables = [t for t in floor.house.tables.everyone(conn) if t.state in (OPEN, CLOSING) and t.game != POKER]
    found = []
    for table in tables:
        if not who.may(PAYS, table.property):
            continue
        try:
            live = await floor.house.table(table.id)
        except OutOfOrder:
            continue
        rule = rule_of(live)
        if rule is None:
            continue
        request, driver = live.driver.pending, live.driver
        asked = request if driver.ruling and isinstance(request, Decide) else None
        rules = {i.when: i.says for i in driver.game.posting.irregularities()}
        may = who.has("slot-supervisor", table.property) and at_stations(driver.table)
        names = driver.declarable() if may and not driver.ruling and driver.felt.wagers else ()
        found.append(
            Platform(
                table.id,
                table.settings.title or driver.game.posting.rulebook.title,
                money(rule.most),
                (asked.question or "How is it ruled?") if asked and may else "",
                tuple((one.name, in_words(one.name)) for one in asked.choices) if asked and may else (),
                tuple((when, rules[when]) for when in dict.fromkeys(names)),
            )
        )
    return found


async def _page(
    request: Request, who: Person, done: str = "", wrong: refusal.Refused | None = None, at: str = ""
) -> HTMLResponse:
    floor = floor_of(request)
    return await show_form(
        request,
        "slots.html",
        who,
        wrong,
        at,
        platforms=await _platforms(floor, who),
        posted=await asyncio.to_thread(floor.staff_desk.values),
        done=done,
        default_theme="dark",
    )


@pages.get("/slots")
async def slots_page(request: Request) -> HTMLResponse:
    return await _page(request, await required(request, PAYS))


@pages.post("/slots/pay")
async def pay_form(request: Request) -> Response:
    who, floor, values = await required(request, PAYS), floor_of(request), await body(request)
    try:
        first = await proof_for(request, who.badge, values)
        second = words(values, "second").strip()
        witness = await proof_for(request, second, values, "second-") if second else None
        tip = cents_of(values, "tip") if words(values, "tip").strip() else 0
        paid = await floor.stations.pay_by_hand(
            who,
            words(values, "table"),
            words(values, "patron"),
            cents_of(values),
            tip,
            command_of(request, values),
            Vouched(first, witness, words(values, "identified")),
        )
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, wrong=refused, at="pay")
    said = f"Pay {paid.patron} {money(paid.cents - paid.tip)}; {money(paid.tip)} is the slot team's."
    return await _page(request, who, said)


@pages.post("/slots/{table_id}/{act}")
async def rule(request: Request, table_id: str, act: str) -> Response:
    """A slot supervisor declares what went wrong on the platform, or answers what its ruling asks."""
    who, floor, values = await required(request, PAYS), floor_of(request), await body(request)
    try:
        if act == "declare":
            given: acts.Anything = acts.Declared(words(values, "when"))
        elif act == "choose":
            given = acts.Chosen(words(values, "choice"))
        else:
            raise Refused(f"A platform takes no {act!r}.")
        await floor.pit.answer(who, floor.table(table_id).id, given, None, command_of(request, values))
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, wrong=refused, at=table_id)
    return go("/slots")
