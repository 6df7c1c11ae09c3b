"""The pit for programs: the board, a table's life, slips and signatures, notices, the cage, people."""

import asyncio
import functools
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from croupier.house.cage.currency import KIND, Vouched, totals
from croupier.house.money.counts import unseen
from croupier.house.people.grants import Grant
from croupier.house.people.posted_amounts import ACT
from croupier.house.plan.staff import ADD
from croupier.house.plan.staff_desk import Added, Change
from croupier.house.tables.life import Settings
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Cents,
    Commanded,
    Count,
    House,
    Key,
    Model,
    Named,
    TableId,
    Text,
    Word,
    allow,
    plain,
)
from croupier.web.kit.context import proof_of
from croupier.web.kit.forms import SEATS_MAX
from croupier.web.kit.inputs import Chips, MayBeSigned, MayTakeTwo, SignedAlone, SignedByTwo, both_of, second_of
from croupier.web.kit.newcomers import more_demo_chips

api = APIRouter(prefix=PREFIX, tags=["floor"], responses=ERRORS)


class Signed(SignedAlone):
    """A signature: the caller's password again, and what was counted or stated."""

    chips: Chips | None = Field(None, description="Denomination in cents and how many.")
    cents: Cents | None = None
    items: list[Word] | None = Field(None, max_length=60)
    label: Word = ""
    container: Word = ""
    counted: Annotated[int, Field(strict=True, ge=0, le=10**6)] | None = None
    expected: Annotated[int, Field(strict=True, ge=0, le=10**6)] | None = Field(
        None, description="Of a poker deck's stub. At a house table the record has it: another number is refused."
    )
    compromised: bool = False
    source: Word = ""
    downs: Annotated[dict[Word, Annotated[int, Field(strict=True, ge=0, le=10**4)]], Field(max_length=400)] | None = (
        None
    )
    variance: Annotated[int, Field(strict=True, ge=-(10**12), le=10**12)] | None = Field(
        None, description="Counted less book, in cents: who verifies an opening or closing count states it."
    )
    differs: bool = Field(False, description="You counted again, and it is not what the slip says: the slip stops.")
    jackpot: Word = Field("", description="Which win a jackpot slip verifies.")
    paid_from: Literal["", "inventory", "cage"] = Field("", description="Where a jackpot was paid from.")
    state: Word = Field("", description="The state in which you saw the slip; if it has moved on, this is refused.")

    def data(self) -> dict[str, Any]:
        found = self.model_dump(exclude_none=True, exclude={"password", "code", "command", "state", "kind", "table"})
        found["from"] = found.pop("paid_from")
        if "chips" in found:
            found["chips"] = {str(k): v for k, v in found["chips"].items()}
        return {k: v for k, v in found.items() if v != "" and v is not False}  # a count of 0 is a count


class Begin(Signed):
    kind: Word
    table: Word


class Voided(SignedByTwo):
    reason: Word
    state: Word = Field("", description="The state in which you saw the slip; if it has moved on, this is refused.")


class NewTable(Commanded):
    id: Word
    property: Word
    game: Word
    mode: Literal["electronic", "dealer"] = "electronic"
    pit: Word = "Pit 1"
    title: Word = Field("", description="What hangs over it; empty: as the rulebook calls the game.")
    day: Word = Field("", description="The day whose rulebook it deals by; empty: the latest.")
    options: dict[Word, Word | int | bool] = Field({}, max_length=60)
    seats: int = Field(0, ge=0, le=SEATS_MAX)
    demo: bool = False
    bank: Cents = Field(0, description="What an electronic table pays from; the house puts it there at the opening.")


class Life(MayTakeTwo, MayBeSigned, Commanded):
    act: Literal[
        "begin-opening",
        "open",
        "begin-closing",
        "clear-seats",
        "close",
        "cancel",
        "dealer-in",
        "dealer-out",
        "options",
        "options-everywhere",
    ]
    password: Word = Field("", description="Yours again, to open, to close and to change limits and options.")
    badge: Word = ""
    journal: Word = Field("", description="The opening of the table that you saw; if it has moved on, this is refused.")
    options: dict[Word, Word | int | bool] = Field({}, max_length=60)
    second_badge: Word = Field("", description="Who signs too what is changed at all tables of the game.")


class RoundVoided(SignedAlone):
    when: Word = Field(description="The irregularity that voids the round, as `declarable` of its rules names it.")


class Exchange(MayTakeTwo, MayBeSigned, Commanded):
    act: Literal["demo", "buy-in", "cash-out", "ticket", "redeem", "pay-ticket", "toke"]
    property: Word = Field("", description="Where the money changes hands; the first property of the shelf by default.")
    patron: Word = ""
    cents: Cents = 0
    ticket: Word = ""
    password: Word = Field("", description="The cashier's again, from the amount that the house posts.")
    second_badge: Word = Field("", description="Who signs a large exchange too.")
    identified: Word = Field("", description="Who the patron is, by which paper, where a report is due.")


WHERE = "The property at which the role is good; empty: everywhere."


class NewPerson(MayBeSigned, Commanded):
    badge: Word
    name: Word = ""
    role: Word
    property: Word = Field("", description=WHERE)
    password: Word = Field("", description="Yours, for a person of the staff.")


class Proposal(SignedAlone):
    change: Literal["role", "grant", "reset", "reset-factor", "reinstate"] = Field(
        description="`role` replaces all roles by one, `grant` adds one."
    )
    role: Word = ""
    property: Word = Field("", description=WHERE)


class Withdrawn(Model):
    role: Word
    property: Word = Field("", description=WHERE)


class Answer(SignedAlone):
    answer: Literal["confirm", "decline"] = "confirm"


class Posting(SignedByTwo):
    value: Annotated[int, Field(strict=True, ge=0, le=10**12, description="Cents or hours.")]


@api.get("/pit", summary="All tables at a glance")
async def board(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    allow(who, "table.watch")
    board = await floor.pit.board(property or None)
    return [dict(plain(tile)) for tile in board if who.may("table.watch", tile.table.property)]


@api.post("/tables", status_code=201, summary="Add a table")
async def add_table(floor: House, who: Caller, given: NewTable, named: Named = "") -> dict[str, Any]:
    own = ("title", "day", "options", "seats", "demo", "bank")
    settings = Settings(**given.model_dump(include=set(own)))
    asked = (given.id, given.property, given.game, given.mode, given.pit, settings)
    return dict(plain(await floor.pit.add_table(who, *asked, given.command or named)))


@api.post("/tables/{table_id}/life", summary="Open, close, bring in a dealer, change limits and options")
async def life(floor: House, who: Caller, table_id: TableId, given: Life, named: Named = "") -> dict[str, Any]:
    pit, command, seen = floor.pit, given.command or named, given.journal
    match given.act:
        case "open" | "close":
            proof = await proof_of(floor, who.badge, given.password, given.code, command)
            opens = given.act == "open"
            done = await (pit.open(proof, table_id, command) if opens else pit.close(proof, table_id, command, seen))
        case "begin-opening":
            done = await pit.begin_opening(who, table_id, command=command)
        case "begin-closing":
            done = await pit.begin_closing(who, table_id, command, seen)
        case "cancel":
            done = await pit.cancel(who, table_id, command)
        case "dealer-in":
            done = await pit.dealer_in(who, table_id, given.badge, command)
        case "dealer-out":
            done = await pit.dealer_out(who, table_id, command)
        case "options":
            proof = await proof_of(floor, who.badge, given.password, given.code, command)
            done = await pit.change_options(proof, table_id, dict(given.options), command=command, seen=seen)
        case "options-everywhere":
            await pit.require(who, "table.limits", table_id)
            proofs = await both_of(floor, who, given, command)
            await pit.change_everywhere(proofs, table_id, dict(given.options), command)
            done = floor.table(table_id)
        case _:
            await pit.clear_seats(who, table_id, seen)
            done = floor.table(table_id)
    return dict(plain(done))


@api.post("/tables/{table_id}/void", summary="Void the round under way: a ground of the rulebook and a signature")
async def void_round(
    floor: House, who: Caller, table_id: TableId, given: RoundVoided, named: Named = ""
) -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await floor.pit.void_round(proof, table_id, given.when, command or None)))


@api.post("/tables/{table_id}/wheel-review", status_code=201, summary="Assess every spin on record at a wheel, signed")
async def review_wheel(
    floor: House, who: Caller, table_id: TableId, given: SignedAlone, named: Named = ""
) -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    document, _ = await floor.pit.review_wheel(proof, table_id, command)
    return dict(plain(document))


# ---- documents


@api.get("/documents", summary="Slips and forms, the latest first")
async def documents(
    floor: House, who: Caller, kind: Text = "", table: Text = "", unfinished: bool = False, limit: Count = 100
) -> list[dict[str, Any]]:
    allow(who, "document.read")
    with floor.house.storage.reading() as conn:
        found = floor.house.documents.find(
            conn, kind=kind or None, table_id=table or None, unfinished=unfinished, limit=limit
        )
    return [dict(plain(unseen(d))) for d in found if who.may("document.read", d.property)]


@api.post("/documents", status_code=201, summary="Begin a slip with its first signature")
async def begin(floor: House, who: Caller, given: Begin, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await floor.pit.begin_document(proof, given.kind, given.table, given.data(), command)))


@api.get("/documents/{document_id}", summary="One slip with its signatures")
async def document(floor: House, who: Caller, document_id: Key) -> dict[str, Any]:
    allow(who, "document.read")
    with floor.house.storage.reading() as conn:
        found = floor.house.documents.get(conn, document_id)
    allow(who.at(found.property), "document.read")
    return dict(plain(unseen(found)))


@api.post("/documents/{document_id}/steps/{step}", summary="Sign the line that a slip waits for")
async def sign(
    floor: House, who: Caller, document_id: Key, step: Key, given: Signed, named: Named = ""
) -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    signed = await floor.pit.sign_document(proof, document_id, step, given.data(), command, given.state)
    made = floor.house.staff.take(document_id)  # where it was a change of staff: shown once
    return {**dict(plain(unseen(signed))), **({"password": made} if made else {})}


@api.post("/documents/{document_id}/void", summary="Void a slip: a reason and two people")
async def void(floor: House, who: Caller, document_id: Key, given: Voided, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    proofs = await both_of(floor, who, given, command)
    done = await floor.pit.void_document(proofs, document_id, given.reason, command, given.state)
    return dict(plain(done))


# ---- notices, meters, the cage, people


@api.get("/notices", summary="What waits for somebody, the gravest first")
async def notices(floor: House, who: Caller, table: Text = "", property: Text = "") -> list[dict[str, Any]]:
    allow(who, "table.watch")
    with floor.house.storage.reading() as conn:
        found = floor.house.notices.waiting(conn, table or None, property or None)
        places = {n.table_id: floor.house.tables.place(conn, n.table_id) or n.table_id for n in found}
    return [dict(plain(n)) for n in found if who.may("table.watch", places[n.table_id])]


@api.post("/notices/{notice_id}/settle", status_code=204, summary="Settle a notice")
async def settle(floor: House, who: Caller, notice_id: Key, named: Named = "") -> None:
    await floor.pit.settle_notice(who, notice_id, named)


@api.get("/meters", summary="What the progressive meters show")
async def meters(floor: House, who: Caller, property: Text = "") -> dict[str, int]:
    with floor.house.storage.reading() as conn:
        return floor.house.progressives.meters(conn, property or None)


async def _vouched(floor: House, who: Caller, given: Exchange, command: str) -> Vouched:
    """The signatures that came with an exchange; how many it takes, the house says."""
    first = await proof_of(floor, who.badge, given.password, given.code, command) if given.password else None
    return Vouched(first, await second_of(floor, given, command), given.identified)


@api.get("/cage/currency", summary="Cash of each patron in this gaming day, and the reports that were filed")
async def currency(floor: House, who: Caller, property: Text = "") -> dict[str, Any]:
    place = property or floor.first()
    allow(who.at(place), "ledger.read")

    def look() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            cash = totals(conn, floor.house, place)
            reports = floor.house.documents.find(conn, kind=KIND, property_=place)
        return {"cash": plain(cash), "reports": plain(reports)}

    return await asyncio.to_thread(look)


@api.post("/cage", summary="Buy in, cash out, tickets, tips; demo chips for guests")
async def cage(floor: House, who: Caller, given: Exchange, named: Named = "") -> dict[str, Any]:
    place, cage_, command = given.property or floor.first(), floor.cage, given.command or named
    if given.act == "buy-in":
        vouched = await _vouched(floor, who, given, command)
        slip = await cage_.buy_in(who, place, given.patron, given.cents, command, vouched)
    elif given.act == "cash-out":
        vouched = await _vouched(floor, who, given, command)
        slip = await cage_.cash_out(who, place, given.patron, given.cents, command, vouched)
    elif given.act == "ticket":
        printed = await floor.stations.print_ticket(who, place, given.cents, command)
        return {"balance": printed.balance, "ticket": printed.code, "number": printed.number, "demo": printed.demo}
    elif given.act == "pay-ticket":
        vouched = await _vouched(floor, who, given, command)
        paid = await floor.stations.cash_ticket(who, place, given.ticket, command, vouched)
        return {"cents": paid}
    elif given.act == "redeem":
        return dict(plain(await floor.stations.take_ticket(who, given.ticket, command)))
    elif given.act == "toke":
        slip = await cage_.toke(who, place, given.cents, command=command)
    else:
        slip = await more_demo_chips(floor, who, place, command)
    return dict(plain(slip))


@api.get("/people", summary="Badges, roles and standing")
async def people(floor: House, who: Caller) -> list[dict[str, Any]]:
    allow(who, "people.read")
    with floor.house.storage.reading() as conn:
        return [dict(plain(p)) for p in floor.house.people.everybody(conn)]


@api.post("/people", status_code=201, summary="Add a patron; propose a person of the staff, whom another confirms")
async def add_person(floor: House, who: Caller, given: NewPerson, named: Named = "") -> dict[str, str]:
    """A patron's one-time password comes at once. Staff takes your password here and a second person's signature."""
    allow(who, "people.manage")
    change, command = Change(ADD, given.badge, given.role, given.name, given.property), given.command or named
    signed = functools.partial(proof_of, floor, who.badge, given.password, given.code, command)
    added = await floor.staff_desk.add(who, change, signed, command)
    return _told(change.badge, added)


def _told(badge: str, added: Added) -> dict[str, str]:
    waits = {"document": added.document.id, "state": added.document.state} if added.document else {}
    return {"badge": badge, **waits, **({"password": added.password} if added.password else {})}


@api.post("/people/{badge}/changes", status_code=201, summary="Propose a role, a reset or a reinstatement")
async def propose(floor: House, who: Caller, badge: Key, given: Proposal, named: Named = "") -> dict[str, str]:
    allow(who, "people.manage")
    change, command = Change(given.change, badge, given.role, property=given.property), given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    document, password = await floor.staff_desk.propose(proof, change, command)
    return _told(badge, Added(password, document))


@api.post("/people/{badge}/withdraw", status_code=204, summary="Take one of several roles away, at once")
async def withdraw(floor: House, who: Caller, badge: Key, given: Withdrawn) -> None:
    allow(who, "people.manage")
    await asyncio.to_thread(floor.house.people.withdraw, who, badge, Grant(given.role, given.property))


@api.get("/people/changes", summary="Changes of the staff that wait for a second person")
async def changes(floor: House, who: Caller) -> list[dict[str, Any]]:
    allow(who, "people.read")
    return [dict(plain(d)) for d in await asyncio.to_thread(floor.staff_desk.waiting)]


@api.post("/people/changes/{document_id}", summary="Confirm a change of the staff, or decline it")
async def confirm(floor: House, who: Caller, document_id: Key, given: Answer, named: Named = "") -> dict[str, Any]:
    """A one-time password that it makes is shown once."""
    allow(who, "people.confirm")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    if given.answer == "decline":
        return dict(plain(await floor.staff_desk.decline(proof, document_id, command)))
    document, password = await floor.staff_desk.confirm(proof, document_id, command)
    return {**dict(plain(document)), **({"password": password} if password else {})}


@api.get("/posted", summary="Amounts and times that the house posts for itself")
async def posted(floor: House, who: Caller) -> dict[str, int]:
    allow(who, "table.watch")
    return await asyncio.to_thread(floor.staff_desk.values)


@api.post("/posted/{name}", summary="Post another value: two people")
async def post(floor: House, who: Caller, name: Key, given: Posting, named: Named = "") -> dict[str, int]:
    allow(who, ACT)
    command = given.command or named
    proofs = await both_of(floor, who, given, command)
    return {name: await floor.staff_desk.post(proofs, name, given.value, command)}
