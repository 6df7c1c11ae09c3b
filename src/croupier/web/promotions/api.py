"""Promotions of the poker room for programs: terms, funds, hands claimed, signatures, squares and drawings."""

import asyncio
from typing import Any, Literal

from fastapi import APIRouter

from croupier.house.people.persons import Person
from croupier.house.promotions import store
from croupier.house.promotions.denials import Denial
from croupier.house.promotions.games import board
from croupier.house.promotions.rules import HandFacts
from croupier.house.promotions.store import Claim
from croupier.house.promotions.table_hands import of_room, seated
from croupier.house.promotions.tournament_hands import of_tournament
from croupier.house.record.database.storage import Reading
from croupier.web.kit.api import (
    ERRORS,
    PREFIX,
    At,
    Caller,
    Command,
    House,
    Key,
    Named,
    TableId,
    Text,
    allow,
    command_in,
    plain,
    read,
)
from croupier.web.kit.context import Floor, proof_of
from croupier.web.kit.inputs import both_of, own_of, second_of
from croupier.web.promotions.inputs import (
    Called,
    CalledAt,
    Denied,
    Game,
    HandNumber,
    Money,
    NewPromotion,
    SearchCancelled,
    Signing,
    Square,
    Tied,
    Us,
    Winner,
)
from croupier.web.promotions.keyed_hand import cards_of

api = APIRouter(prefix=f"{PREFIX}/promotions", tags=["promotions"], responses=ERRORS)


def shown(claim: Claim, who: Person) -> dict[str, Any]:
    """A player sees when and where, and whether it is his; not who else was there."""
    found: dict[str, Any] = plain(claim)
    if who.role != "player":
        return found
    mine = [*claim.finding.holders, *claim.finding.winners, *claim.finding.others]
    kept = {key: found[key] for key in ("id", "promotion", "table_id", "state", "amount", "began_us")}
    return kept | {"words": claim.finding.words, "yours": who.badge in mine}


# ---- looking


@api.get("", summary="Every promotion, with what is posted about it")
async def promotions(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    allow(who, "event.read")
    return [dict(plain(one)) for one in await asyncio.to_thread(floor.promotions.all, property or None)]


@api.get("/funds/{property}", summary="What the funds of a room hold")
async def funds(floor: House, who: Caller, property: Key) -> dict[str, int]:
    allow(who, "event.read")
    with floor.house.storage.reading() as conn:
        return floor.promotions.balances(conn, property)


@api.get("/{promotion}", summary="A promotion with its claims; of squares, the board")
async def promotion(floor: House, who: Caller, promotion: Key) -> dict[str, Any]:
    allow(who, "event.read")
    with floor.house.storage.reading() as conn:
        made = store.get(conn, promotion)
        claims = store.claims(conn, promotion, shown=True)
        squares = board(store.items(conn, promotion))
    taken = squares.squares
    if who.role == "player":
        taken = {at: name if name == who.badge else "taken" for at, name in taken.items()}
    told = {"rows": squares.rows, "columns": squares.columns, "squares": taken}
    return {"promotion": plain(made), "claims": [shown(one, who) for one in claims], "board": told}


@api.get("/claims/{claim}/shares", summary="Who is paid how much of a claim that is verified")
async def shares(floor: House, who: Caller, claim: Key) -> list[dict[str, Any]]:
    allow(who, "promotion.claim")
    with floor.house.storage.reading() as conn:
        return [dict(plain(one)) for one in floor.promotions.shares(conn, store.claim(conn, claim))]


@api.get("/tables/{table_id}", summary="What the last hand of a poker table meets, and lacks, of each promotion")
async def offered(floor: House, who: Caller, table_id: TableId, hand: HandNumber = 0) -> dict[str, Any]:
    """`hand`: an earlier one of this opening of the table, by its number."""
    allow(who, "promotion.claim")
    return _offered(floor, *await of_room(floor.room, table_id, hand))


@api.get(
    "/tournaments/{tournament}/tables/{table}",
    summary="What the last hand of a tournament's table meets, and lacks, of each promotion",
)
async def offered_in(floor: House, who: Caller, tournament: Key, table: At, hand: HandNumber = 0) -> dict[str, Any]:
    """`hand`: an earlier one of that table, by its number."""
    allow(who, "promotion.claim")
    return _offered(floor, *await of_tournament(floor.room, tournament, table, hand))


def _offered(floor: Floor, place: str, facts: HandFacts) -> dict[str, Any]:
    with floor.house.storage.reading() as conn:
        found = floor.promotions.offered(conn, place, facts)
    told = {name: plain(one) | {"qualifies": one.qualifies} for name, one in found.items()}
    return {"hand": facts.hand, "pot": facts.pot, "promotions": told}


# ---- the floor


@api.post("", status_code=201, summary="Post a promotion")
async def plan(floor: House, who: Caller, given: NewPromotion, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.plan")
    made = await floor.promotions.plan(who, given.id, given.property, given.terms(), given.command or named)
    return dict(plain(made))


@api.post("/funds/{property}", summary="Seed a fund, allocate a count, or give a fund up for the other")
async def fund(floor: House, who: Caller, property: Key, given: Money, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.plan")
    desk, command = floor.promotions, given.command or named
    if given.what == "allocate":
        return {"parts": await desk.allocate(who, property, given.cents, given.table, command, given.game)}
    proofs = await both_of(floor, who, given, command)
    if given.what == "seed":
        return {"group": await desk.seed(proofs, property, given.fund, given.cents, command, given.game)}
    return {"moved": await desk.give_up(proofs, property, given.fund, command, given.game)}


@api.get("/funds/{property}/log", summary="The jackpots by type of game, and their daily reconciliation")
async def fund_log(floor: House, who: Caller, property: Key, from_us: Us = 0, to_us: Us = 2**53) -> dict[str, Any]:
    """What each fund held, got and paid on every gaming day of the house on which anything moved."""
    allow(who.at(property), "promotion.log")
    funds = floor.promotions.funds

    def look(conn: Reading) -> dict[str, Any]:
        book = floor.promotions.books.today(conn, property)
        return {
            "property": property,
            "clause": book.settings["posting"].clause if "posting" in book.settings else "",
            "now": funds.by_type(conn, property),
            "log": plain(funds.log(conn, property, from_us, to_us)),
            "unused": plain(funds.unused(conn, book, floor.house.sources.now_us())),
        }

    return await read(floor, look)


@api.post("/{promotion}/end", summary="Its time is over: nothing more is claimed")
async def end(floor: House, who: Caller, promotion: Key, command: Command) -> dict[str, Any]:
    allow(who, "promotion.run")
    return dict(plain(await floor.promotions.end(who, promotion, command)))


@api.post("/{promotion}/claims", status_code=201, summary="Call a hand; refused with every clause it does not meet")
async def claim(floor: House, who: Caller, promotion: Key, given: Called, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.claim")
    return dict(plain(await floor.promotions.claim(who, promotion, given.facts(), given.command or named)))


@api.post(
    "/{promotion}/tables/{table_id}/claims",
    status_code=201,
    summary="Call a hand of a poker table, the last or by its number",
)
async def claim_at(
    floor: House,
    who: Caller,
    promotion: Key,
    table_id: TableId,
    given: CalledAt | None = None,
    named: Named = "",
) -> dict[str, Any]:
    allow(who, "promotion.claim")
    dealt = await of_room(floor.room, table_id, given.hand if given else 0)
    return await _called(floor, who, promotion, dealt, command_in(given, named))


@api.post(
    "/{promotion}/tournaments/{tournament}/tables/{table}/claims",
    status_code=201,
    summary="Call a hand of a tournament's table, the last or by its number",
)
async def claim_in(
    floor: House,
    who: Caller,
    promotion: Key,
    tournament: Key,
    table: At,
    given: CalledAt | None = None,
    named: Named = "",
) -> dict[str, Any]:
    allow(who, "promotion.claim")
    dealt = await of_tournament(floor.room, tournament, table, given.hand if given else 0)
    return await _called(floor, who, promotion, dealt, command_in(given, named))


async def _called(
    floor: Floor, who: Person, promotion: str, dealt: tuple[str, HandFacts], command: str
) -> dict[str, Any]:
    """A hand on record, called for a promotion where it was dealt."""
    place, facts = dealt
    return dict(plain(await floor.promotions.claim(who, promotion, facts, command, dealt_at=place)))


@api.post("/{promotion}/hours", summary="Count the hours of the visits on record for a bankroll or a freeroll")
async def hours(floor: House, who: Caller, promotion: Key, command: Command) -> dict[str, int]:
    allow(who, "promotion.run")
    return await floor.promotion_games.from_visits(who, promotion, command or None)


@api.post("/{promotion}/ties", summary="Surveillance can't tell which was tabled first")
async def tie(floor: House, who: Caller, promotion: Key, given: Tied, named: Named = "") -> list[dict[str, Any]]:
    allow(who, "promotion.surveil")
    found = await floor.promotions.tie(who, promotion, tuple(given.claims), given.command or named)
    return [dict(plain(one)) for one in found]


@api.post("/claims/{claim}/deny", summary="Deny a claim, with a reason; what was drawn by lot, with surveillance")
async def deny(floor: House, who: Caller, claim: Key, given: Denied, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.verify")
    command, denial = given.command or named, Denial(given.reason, given.ground)
    proof, second = await own_of(floor, who, given, command), await second_of(floor, given, command)
    return dict(plain(await floor.promotions.deny(proof, claim, denial, command, second)))


@api.post("/claims/{claim}/steps/{step}", summary="Sign a claim: verify, surveil, pay")
async def sign(
    floor: House,
    who: Caller,
    claim: Key,
    step: Literal["verify", "surveil", "pay"],
    given: Signing,
    named: Named = "",
) -> dict[str, Any]:
    allow(who, f"promotion.{step}")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    if step == "verify":
        return dict(plain(await floor.promotions.verify(proof, claim, command)))
    return dict(plain(await floor.promotions.sign(proof, claim, step, given.data(), command)))


@api.post("/searches/{property}/cancel", status_code=201, summary="Cancel a search for support, with its number")
async def cancel_search(
    floor: House, who: Caller, property: Key, given: SearchCancelled, named: Named = ""
) -> dict[str, Any]:
    allow(who, "promotion.pay")
    command = given.command or named
    proof = await proof_of(floor, who.badge, given.password, given.code, command)
    return dict(plain(await floor.promotions.cancel_search(proof, property, given.number, given.reason, command)))


# ---- squares, drawings, hours


@api.post("/{promotion}/games", summary="Number the board, key a score, draw a table, a seat or a ticket, add hours")
async def game(floor: House, who: Caller, promotion: Key, given: Game, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.run")
    desk, command = floor.promotion_games, given.command or named
    done: Any
    match given.what:
        case "number":
            done = await desk.number_board(who, promotion, command)
        case "score":
            done = await desk.score(who, promotion, given.quarter, given.home, given.visitors, command)
        case "splash":
            done = await desk.splash(who, promotion, tuple(given.tables), command)
        case "seat":
            done = await desk.seat(who, promotion, tuple(given.patrons), command)
        case "tables":
            done = await desk.draw_tables(who, promotion, tuple(given.tables), given.count, command)
        case "cards":
            found = dict(zip(given.cards, cards_of(list(given.cards.values()))))
            done = await desk.high_card(
                who, promotion, given.table, await seated(floor.room, given.table), found, command
            )
        case "played":
            done = await desk.played(who, promotion, given.patron, given.minutes, command)
        case "drawing":
            done = await desk.drawing(who, promotion, command)
        case _:
            done = await desk.free_entry(who, promotion, given.patron, command)
    return {"done": plain(done)}


@api.post("/claims/{claim}/square", summary="Take a free square for a hand that won one")
async def square(floor: House, who: Caller, claim: Key, given: Square, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.run")
    command = given.command or named
    return dict(plain(await floor.promotion_games.choose(who, claim, given.row, given.column, command)))


@api.post("/claims/{claim}/winner", summary="Who won the pot that was splashed")
async def winner(floor: House, who: Caller, claim: Key, given: Winner, named: Named = "") -> dict[str, Any]:
    allow(who, "promotion.run")
    return dict(plain(await floor.promotion_games.pot_won(who, claim, given.patron, given.command or named)))
