"""The poker room's procedures for programs: conduct, racks and carts, decks, tips, and the slips that are signed.

A slip is begun with its first signature (`POST .../slips`) and signed line by line (`POST .../slips/{id}/{step}`);
who signs which line is in its flow, which `GET .../rules` shows beside what the book asks.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from croupier.equipment.cards import JOKER
from croupier.house.papers.documents import FLOWS
from croupier.house.poker_room.procedures.desk import SLIPS, RoomDesk
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import Refused
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    Caller,
    Cents,
    Command,
    Commanded,
    Count,
    House,
    Key,
    Model,
    Named,
    Number,
    Text,
    Word,
    allow,
    plain,
    read,
)
from croupier.web.kit.context import Floor, proof_of
from croupier.web.kit.inputs import Chips
from croupier.web.poker.procedures.view import papers_of

api = APIRouter(prefix=PREFIX + "/procedures/{property}", tags=["poker room procedures"], responses=ERRORS)
Place = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9-]+$", description="Such as horseshoe-baltimore.")]
Minutes = Annotated[int, Field(ge=0, le=10**4)]


class Password(Commanded):
    """Whoever signs gives the password again."""

    password: Word
    code: Word = Field("", description="Of the second factor, where the signer has one.")


class Judged(Password):
    """A warning, a suspension or a barring."""

    patron: Word
    kind: Word = Field(description="warning, suspension or barring.")
    offence: Word = Field(description="What the room forbids; see /rules.")
    words: Word = ""
    hours: Annotated[int, Field(ge=0, le=10**6)] = Field(0, description="Of a suspension.")
    table: Word = ""


class Lifted(Password):
    reason: Word


class Reported(Commanded):
    patron: Word
    offence: Word
    words: Word = ""
    table: Word = ""


class NewBank(Password):
    name: Word = Field(description="The table's name for a rack, any name for a cart.")
    kind: Word = Field("rack", description="rack or cart.")
    par: Cents


class CartExchange(Commanded):
    kind: Word = Field(description="cash-for-chips or chips-for-chips.")
    patron: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9._-]+$")]
    cents: Cents


class NewDeck(Password):
    label: Word
    kind: Word = Field("set", description="set or replacement.")
    back: Word = Field("", description="The color of its backs, where the decks of a table must differ.")
    maker: Word = ""


class Tubed(Commanded):
    """Chips of tips that a dealer puts into the tube."""

    chips: Chips


class Sold(Model):
    """What one player of a new table bought."""

    patron: Word
    cents: Cents


class Tip(Commanded):
    dealer: Word
    cents: Cents = 0
    ticket: Word = Field("", description="A ticket that goes into the box whole, instead of credit.")


class Staffing(Commanded):
    tournament: Word
    kind: Word = Field(description="staffing-fee, hand-in or bonus-buy.")
    cents: Cents


class Line(Password):
    """One signature with what was counted or stated; which of it a line needs, its refusal says."""

    chips: Chips | None = Field(None, description="Denomination in cents and how many.")
    cents: Cents | None = None
    variance: Annotated[int, Field(strict=True, ge=-(10**12), le=10**12)] | None = Field(
        None, description="Counted less book, in cents: who verifies an opening or closing count states it."
    )
    differs: bool = Field(False, description="You counted again, and it is not what the slip says: the slip stops.")
    items: list[Word] | None = Field(None, max_length=60, description="Steps that were done.")
    container: Word = Field("", description="cage or table: where a closed table's container waits.")
    shift: Word = ""
    cart: Word = ""
    deck: Word = ""
    replacement: Word = ""
    card: Annotated[int, Field(ge=0, le=JOKER)] | None = None
    compromised: bool = False
    box: Word = ""
    full: bool = False
    tickets: Cents | None = None
    tournament: Word = ""
    job: Word = Field("", description="poker-supervisor, dual-rate, poker-clerk or cage.")
    minutes: Minutes | None = None
    players: list[Word] | None = Field(None, max_length=12, description="Badges of those who looked at the decks.")
    cut: Annotated[int, Field(strict=True, ge=0, le=60)] | None = Field(None, description="Cards of the cut.")
    counted: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = Field(None, description="Cards counted.")
    expected: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = Field(
        None, description="Cards that should be there: it is on record, and another number is refused."
    )
    stub: bool = Field(False, description="The stub was counted, not the whole deck.")
    sealed: bool = Field(False, description="An inspected deck goes into a sealed package, not to a table.")
    shuffled: bool = Field(False, description="It was shuffled before it was sealed.")
    maker: Word = Field("", description="Who made the cards, where one is flawed.")
    reason: Word = Field("", description="Why a deck leaves before its time: flawed or called; of a call, in words.")
    lammers: Cents | None = Field(None, description="What the lammers on the table are worth.")
    lammers_collected: bool = False
    patron: Word = ""
    wants: Word = Field("", description="What a patron asks for: chips.")
    bank: Word = Field("", description="poker-room-bank or satellite-bank, as the book names them.")
    sales: list[Sold] | None = Field(None, max_length=12, description="Of a first buy-in: who bought how much.")
    into: Chips | None = Field(None, description="The higher chips of a color-up.")
    cage_percent: Annotated[int, Field(strict=True, ge=0, le=100)] | None = None
    state: Word = Field("", description="The state in which you saw the slip; if it has moved on, this is refused.")

    def data(self) -> dict[str, Any]:
        found = self.model_dump(exclude_none=True, exclude={"password", "code", "command", "state", "kind", "table"})
        for name in ("chips", "into"):
            if name in found:
                found[name] = {str(k): v for k, v in found[name].items()}
        return {k: v for k, v in found.items() if v != "" and v is not False}


class NewSlip(Line):
    kind: Word
    table: Word = Field("", description="The rack's or the deck's table; empty where the slip is of no table.")


def desk(floor: Floor) -> RoomDesk:
    return RoomDesk(floor.house)


def rows(found: list[Any]) -> list[dict[str, Any]]:
    return [dict(plain(one)) for one in found]


# ---- the book


@api.get("/rules", summary="What the room forbids and asks, with its clauses, and who signs which slip")
async def rules(floor: House, who: Caller, property: Place) -> dict[str, Any]:
    book = floor.house.procedures.book(property)
    asked = [
        {"name": s.name, "value": s.value, "says": s.says, "clause": s.clause} for s in book.book.settings.values()
    ]
    flows = {kind: plain(FLOWS[kind]) for kind in SLIPS} if who.role != "player" else {}
    return {
        "rulebook": book.book.key,
        "conduct": rows(list(book.conduct)),
        "rules": asked,
        "procedures": [
            {"name": p.name, "says": p.says, "clause": p.clause, "values": dict(p.values)}
            for p in book.book.procedures
            if "list" not in p.values
        ],
        "unprinted": [{"what": what, "instead": instead} for what, instead in book.unprinted],
        "slips": flows,
    }


@api.get("/tables/{table}", summary="A dealer's table of the room: its decks, and what its next hand waits for")
async def table(floor: House, who: Caller, property: Place, table: Key) -> dict[str, Any]:
    allow(who, "bank.read")
    return dict(plain(await papers_of(floor, property, table)))


# ---- conduct


@api.get("/sanctions", summary="Warnings, suspensions and barrings, the latest first")
async def sanctions(
    floor: House, who: Caller, property: Place, patron: Text = "", limit: Count = 200
) -> list[dict[str, Any]]:
    allow(who, "conduct.read")
    conduct, now = floor.house.procedures.conduct, floor.house.sources.now_us()
    found = await read(floor, lambda conn: conduct.of(conn, property, patron or None, limit))
    return [{**plain(one), "in_force": one.in_force(now)} for one in found]


@api.post("/sanctions", status_code=201, summary="Warn, suspend or bar a patron, in force at once")
async def judge(floor: House, who: Caller, property: Place, given: Judged, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    about = (given.patron, given.kind, given.offence, given.words, given.hours, given.table)
    return dict(plain(await desk(floor).sanction(proof, property, *about, command=command)))


@api.post("/sanctions/{sanction}/lift", summary="Lift a suspension or a barring, with its reason")
async def lift(
    floor: House, who: Caller, property: Place, sanction: Key, given: Lifted, named: Named = ""
) -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await desk(floor).lift(proof, property, sanction, given.reason, command)))


@api.post("/reports", status_code=201, summary="Tell the supervisor of a breach of the code")
async def report(floor: House, who: Caller, property: Place, given: Reported, named: Named = "") -> dict[str, str]:
    about = (given.patron, given.offence, given.words, given.table)
    return {"notice": await desk(floor).report(who, property, *about, command=given.command or named)}


# ---- racks and carts


@api.get("/banks", summary="Racks and carts with the amount that each is kept at")
async def banks(floor: House, who: Caller, property: Place) -> list[dict[str, Any]]:
    allow(who, "bank.read")
    held, ledger = floor.house.procedures.banks, floor.house.ledger

    def look(conn: Reading) -> list[dict[str, Any]]:
        return [{**plain(b), "worth": ledger.balance(conn, b.account)} for b in held.all_of(conn, property)]

    return await read(floor, look)


@api.post("/banks", status_code=201, summary="Set the amount of a rack or a cart, while it is closed")
async def set_bank(floor: House, who: Caller, property: Place, given: NewBank, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await desk(floor).set_bank(proof, property, given.name, given.kind, given.par, command)))


@api.get("/banks/{name}", summary="A rack's custody and variances, and what it lacks before the first hand")
async def bank(floor: House, who: Caller, property: Place, name: Key, dealer: Text = "") -> dict[str, Any]:
    allow(who, "bank.read")
    room = floor.house.procedures

    def look(conn: Reading) -> dict[str, Any]:
        found = room.banks.rack(conn, property, name)
        lacks = [*room.banks.lacks(conn, property, name, dealer), *room.decks.lacks(conn, property, name)]
        return {
            **plain(found),
            "open": room.banks.is_open(conn, name),
            "worth": floor.house.ledger.balance(conn, found.account),
            "custody": rows(room.banks.custody(conn, name)),
            "stacks": rows(room.banks.stacks(conn, found)),
            "variances": rows(room.banks.variances(conn, name)),
            "lacks": [{"words": words, "clause": clause} for words, clause in lacks],
        }

    return await read(floor, look)


@api.post("/banks/{name}/key", status_code=204, summary="Take the key of a closed table's container")
async def key(floor: House, who: Caller, property: Place, name: Key, command: Command) -> None:
    await desk(floor).take_key(who, property, name, command)


@api.post("/banks/{name}/exchanges", summary="A player buys in at a chip cart")
async def exchange(
    floor: House, who: Caller, property: Place, name: Key, given: CartExchange, named: Named = ""
) -> dict[str, int]:
    command = given.command or named
    return {"balance": await desk(floor).cart(who, property, name, given.kind, given.patron, given.cents, command)}


# ---- cards


@api.get("/decks", summary="The log of every deck in the room, and where each lies")
async def decks(floor: House, who: Caller, property: Place, place: Text = "", overdue: bool = False) -> list[Any]:
    allow(who, "bank.read")
    held = floor.house.procedures.decks
    if overdue:
        return rows(await read(floor, lambda conn: held.overdue(conn, property)))
    return rows(await read(floor, lambda conn: held.log(conn, property, place or None)))


@api.post("/decks", status_code=201, summary="Enter a deck in the log and put it into the drawer for new cards")
async def receive(floor: House, who: Caller, property: Place, given: NewDeck, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    about = (given.label, given.kind, command, given.back, given.maker)
    return dict(plain(await desk(floor).receive_deck(proof, property, *about)))


# ---- slips


@api.post("/slips", status_code=201, summary="Begin a slip of the room with its first signature")
async def begin(floor: House, who: Caller, property: Place, given: NewSlip, named: Named = "") -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    made = await desk(floor).begin(proof, property, given.kind, given.table, given.data(), command)
    return dict(plain(made))


@api.post("/slips/{document_id}/{step}", summary="Sign the line that a slip of the room waits for")
async def sign(
    floor: House, who: Caller, property: Place, document_id: Key, step: Key, given: Line, named: Named = ""
) -> dict[str, Any]:
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    done = await desk(floor).sign(proof, property, document_id, step, given.data(), command, given.state)
    return dict(plain(done))


# ---- tips


@api.post("/tips", summary="Tip a dealer: into the token box")
async def tip(floor: House, who: Caller, property: Place, given: Tip, named: Named = "") -> dict[str, int]:
    inside = await desk(floor).tip(who, property, given.dealer, given.cents, given.ticket, given.command or named)
    return {"box": inside}


@api.post("/tips/tube", summary="Chips of tips into the tube, to be colored up")
async def tube(floor: House, who: Caller, property: Place, given: Tubed, named: Named = "") -> dict[str, int]:
    return {"tube": await desk(floor).into_tube(who, property, dict(given.chips), given.command or named)}


@api.get("/tips/clerks", summary="The clerks' part of the dealers' tips, and how it would be shared out now")
async def clerks(floor: House, who: Caller, property: Place) -> dict[str, Any]:
    allow(who, "tips.read")
    held = floor.house.procedures.clerk_tips
    held.book(property).value("clerk-tip-percent")

    def look(conn: Reading) -> dict[str, Any]:
        return {"inside": held.inside(conn, property), "shares": held.shares(conn, property)}

    return await read(floor, look)


@api.get("/tips", summary="What each one earned in tips during a time, for the tax office")
async def earned(
    floor: House, who: Caller, property: Place, from_us: Number = 0, to_us: Number = 2**53
) -> list[dict[str, Any]]:
    allow(who, "tips.read")
    tips = floor.house.procedures.tips
    return rows(await read(floor, lambda conn: tips.report(conn, property, from_us, to_us)))


@api.post("/staffing", summary="Staffing money of a tournament, in cash, into the pool")
async def staffing(floor: House, who: Caller, property: Place, given: Staffing, named: Named = "") -> dict[str, int]:
    about = (given.tournament, given.kind, given.cents)
    return {"collected": await desk(floor).collect(who, property, *about, command=given.command or named)}


@api.get("/staffing", summary="Staffing money by tournament, and how it would be shared out now")
async def pool(floor: House, who: Caller, property: Place) -> dict[str, Any]:
    allow(who, "tips.read")
    held = floor.house.procedures.pool
    floor.house.procedures.book(property)
    found = await read(floor, lambda conn: held.money(conn, property))
    try:
        shared = await read(floor, lambda conn: held.preview(conn, property)) if found else None
    except Refused as refused:
        return {"tournaments": found, "shared": None, "waits": refused.says}
    return {"tournaments": found, "shared": plain(shared), "waits": ""}
