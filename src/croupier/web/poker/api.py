"""The poker room for programs: games spread, seats, lists, hands played, rulings, and the sockets that tell of each."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import Field

from croupier.house.poker_room.board import board, hands, rulings, spreads
from croupier.house.poker_room.lists import state as room_lists
from croupier.house.poker_room.procedures.patron_cards import ShownCard
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.poker_room.table.refusals import refusal
from croupier.house.poker_room.table.replay import replay
from croupier.house.poker_room.table.rulings import declared, irregularities, preview
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import NotFound
from croupier.house.replays import log_reading
from croupier.poker import Refused as PokerRefused
from croupier.poker import Stakes
from croupier.web.kit.api import (
    ERRORS,
    PLAIN,
    PREFIX,
    Caller,
    Cents,
    Command,
    Commanded,
    House,
    Key,
    Model,
    Named,
    TableId,
    Text,
    Word,
    allow,
    plain,
    read,
)
from croupier.web.kit.context import Floor
from croupier.web.kit.line.fast_routes import ShortWay
from croupier.web.kit.sockets import tell
from croupier.web.poker.typed_acts import to_act

api = APIRouter(prefix=f"{PREFIX}/room", tags=["poker room"], responses=ERRORS, route_class=ShortWay)
Blind = Annotated[int, Field(strict=True, ge=1, le=10**8)]


class StakesGiven(Model):
    """What is bet in one game."""

    limit: Literal["no", "pot", "fixed", "spread"] = "no"
    small: Cents = Field(description="The smaller bet of a limit game; elsewhere the minimum bring-in.")
    big: Cents = 0
    blinds: list[Blind] = Field([], max_length=3)
    ante: Cents = 0
    bring_in: Cents = 0

    def stakes(self) -> Stakes:
        try:
            blinds = tuple(self.blinds)
            return Stakes(self.limit, self.small, self.big, blinds, ante=self.ante, bring_in=self.bring_in)
        except PokerRefused as refused:
            raise refusal(refused) from None


class NewLeg(StakesGiven):
    """One game of a mixed rotation."""

    form: Word


class NewGame(StakesGiven, Commanded):
    """A cash game to be spread: checked against the room's rulebook in force."""

    id: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9-]+$", description="The table, such as PK-4.")]
    property: Word
    mode: Literal["electronic", "dealer"] = "electronic"
    demo: bool = False
    form: Word = Field(description="Such as holdem, omaha-8, stud, razz; see /room/spreads.")
    seats: Annotated[int, Field(ge=0, le=12)] = 0
    least: Cents = Field(0, description="The posted minimum buy-in; 0 for the rulebook's.")
    most: Cents = Field(0, description="The posted maximum; 0 for none.")
    kill: Literal["", "full", "half"] = ""
    fee: Cents = Field(0, description="Of each seat, where time is collected.")
    pause_s: Annotated[int, Field(ge=0, le=60)] = 4
    think_s: Annotated[int, Field(ge=0, le=600)] = Field(30, description="When an electronic table calls the clock.")
    main: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9-]*$")] = ""
    options: dict[Word, bool | int | Word] = Field({}, max_length=40)
    keyed: Literal["hands", "seats"] = Field(
        "hands", description="Where somebody deals: every hand is keyed, or only seats, time, drop and tips."
    )
    games: list[NewLeg] = Field([], max_length=12, description="A mixed rotation; the first hand is of `form`.")

    def plan(self) -> room_acts.Plan:
        return room_acts.Plan(
            form=self.form,
            stakes=self.stakes(),
            options=dict(self.options),
            seats=self.seats,
            least=self.least,
            most=self.most,
            kill=self.kill,
            fee=self.fee,
            pause_s=self.pause_s,
            think_s=self.think_s,
            main=self.main,
            keyed=self.keyed if self.mode == "dealer" else "",
            games=tuple(room_acts.Leg(leg.form, leg.stakes()) for leg in self.games),
        )


class NewLimits(StakesGiven, Commanded):
    """Other stakes for a running game, and who objected."""

    objectors: list[Word] = Field([], max_length=12)


class TableAct(Commanded):
    """One act at a poker table, such as {"act": "play", "seat": 3, "verb": "raise", "to": 1200}."""

    act: dict[str, Any] = Field(
        description="`act` names it. A player: sit (seat, cents, name), buy, leave, out, back (post), post, button, "
        "straddle, move (to), play (verb: fold, check, call, bet, raise with `to`, all-in, bring-in, draw with "
        "`places`, show, muck, run with `to`), chop, clock (bank: his own, sooner), toke. "
        "The dealer, for any seat: the same; deal (drawn: a "
        "card for each seat that draws for the button), key (seat, 0 the board, -1 face down all round; cards), say, "
        "show with `cards`, push, undo, next-game (form), declare (when, seat, choice, facts), expire, collect, drop "
        "(cents, kind) and leave with `counted` where only seats are keyed. The floor: override, half-rake, "
        "rake, impound, release. The staff says `cash` with sit or buy where somebody deals and has counted it. "
        'Cards are names such as "Ks" or 0 to 52, -1 for one face down; money is in cents. `dealing.next` of the '
        "table says what the dealer keys next.",
        examples=[{"act": "play", "seat": 3, "verb": "raise", "to": 1200}],
    )
    number: int | None = Field(
        None, ge=0, le=2**53, description="Of the decision that this answers; a stale one is refused."
    )


class NewRuling(Model):
    """An irregularity with its facts, as `asks` of /rulings names them."""

    when: Word
    seat: Annotated[int, Field(ge=0, le=20)] = 0
    choice: Word = Field("", description="Which ruling, where the book leaves a choice.")
    facts: dict[Word, bool | int | Word | list[int | Word]] = Field({}, max_length=20)


class CardShown(Model):
    """A patron's card as it is shown, to be compared with the registered one."""

    number: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    expires: Annotated[str, Field(max_length=10, description="Its last day, such as 2027-03-31.")]

    def shown(self) -> ShownCard:
        return ShownCard(self.number, self.name, self.expires)


class ListAct(Commanded):
    """One act on the lists of a room, such as {"act": "join", "game": "holdem-no-1-3"}."""

    act: dict[str, Any] = Field(
        description="`act` names it. A player: join (game, phone), withdraw (game), away, here, pass (game: declines a "
        "seat), ask (table, seat: another seat), change (table, to: another table), forget. The list-person, for any "
        "`patron`: the same, join with `first` (and his `card`) or `top`, call (game; table and seat where it matters, "
        "otherwise the table most in need; `reason` for a patron before his turn), pass (struck), "
        "lock and unlock (table, seat), bar (game, minutes), apart (one, other), page (words), take-back.",
        examples=[{"act": "join", "game": "holdem-no-1-3"}],
    )
    card: CardShown | None = Field(None, description="Of a name that joins with `first`: what stands on his card.")


class Refusing(Model):
    patron: Word = Field("", description="Whom the floor acts for; a player acts for himself.")
    refuses: Literal["main", "short"] = Field(
        "main", description="main: he will not go to the main game. short: he will not play short-handed."
    )
    counted: Annotated[int, Field(strict=True, ge=-1, le=10**12)] = Field(
        -1, description="His chips in cents, where only seats are keyed."
    )


class Breaking(Model):
    counted: dict[Word, Cents] = Field(
        {}, max_length=12, description="Chips of each badge, where only seats are keyed."
    )


def _place(floor: Floor, property_: str) -> str:
    if property_ and property_ not in floor.houses():
        raise NotFound("There is no such property.")
    return property_


@api.get("", summary="The room: games spread, seats open, lists and how long they are")
async def room(floor: House, who: Caller, property: Text = "") -> dict[str, Any]:
    return await board(floor.list_desk, _place(floor, property) or None, who)


@api.get("/spreads", summary="What may be spread: forms, options and buy-ins of a room's rulebook")
async def spread_of(floor: House, who: Caller, property: Text, demo: bool = False) -> dict[str, Any]:
    return spreads(floor.spread.book(property, demo))


@api.post("/tables", status_code=201, summary="Spread a game; a table that lacks a count or a signature waits for it")
async def open_table(floor: House, who: Caller, given: NewGame, named: Named = "") -> dict[str, Any]:
    allow(who, "table.open")
    opened = await floor.spread.open(
        who,
        given.id,
        given.property,
        given.plan(),
        mode=given.mode,
        demo=given.demo and floor.demo,
        command=given.command or named or None,
    )
    return {"table": opened.id, "state": opened.state, "lacks": plain(floor.spread.lacks(opened))}


@api.post("/tables/{table_id}/open", summary="Open a table that waited, as it was planned")
async def open_planned(floor: House, who: Caller, table_id: TableId, command: Command) -> dict[str, Any]:
    allow(who, "table.open")
    opened = await floor.spread.open_planned(who, table_id, command or None)
    return {"table": opened.id, "state": opened.state}


@api.post("/tables/{table_id}/close", summary="No more hands; the table closes when the last one is over")
async def close_table(floor: House, who: Caller, table_id: TableId, command: Command) -> dict[str, Any]:
    allow(who, "table.close")
    closed = await floor.spread.close(who, table_id, command or None)
    return {"table": closed.id, "state": closed.state, "lacks": plain(floor.spread.closing_lacks(closed))}


@api.post("/tables/{table_id}/limits", summary="Other stakes from the next hand on, unless enough players object")
async def limits(floor: House, who: Caller, table_id: TableId, given: NewLimits, named: Named = "") -> dict[str, Any]:
    allow(who, "table.limits")
    command = given.command or named or None
    await floor.spread.change_limits(who, table_id, given.stakes(), tuple(given.objectors), command)
    return {"table": table_id}


@api.get("/tables/{table_id}", summary="The table as you may see it, and what it asks of you")
async def table(floor: House, who: Caller, table_id: TableId) -> dict[str, Any]:
    return await floor.room.view(table_id, who)


@api.post("/tables/{table_id}/acts", summary="One act at a poker table; returns when it is safe")
async def act(floor: House, who: Caller, table_id: TableId, given: TableAct, named: Named = "") -> dict[str, Any]:
    found, command = to_act(given.act, room_acts.FROM_PEOPLE), given.command or named or None
    return dict(plain(await floor.room.act(table_id, who, found, given.number, command)))


@api.get("/tables/{table_id}/rulings", summary="The irregularities that may be declared, who rules, what follows")
async def rulings_of(floor: House, who: Caller, table_id: TableId) -> list[dict[str, Any]]:
    allow(who, "table.declare")
    game = (await floor.room.table(table_id)).game
    now = {one.when: one for one in irregularities(game)}
    return [
        {**row, "open": one.open, "why": one.why, "asks": plain(one.asks)}
        for row in rulings(game.room.book)
        if (one := now.get(row["when"])) is not None
    ]


@api.post("/tables/{table_id}/rulings/preview", summary="A ruling before it is given: every chip it would move")
async def ruling_preview(floor: House, who: Caller, table_id: TableId, given: NewRuling) -> dict[str, Any]:
    """Nothing changes. What must still be said is refused in words (422); declared, it takes the same input."""
    allow(who, "table.declare")
    by = floor.room.by(table_id, who)
    game = (await floor.room.table(table_id)).game
    act = declared(game, given.when, given.seat, given.choice, dict(given.facts))
    return dict(plain(preview(game, by, act, floor.house.sources.now_us())))


@api.get("/tables/{table_id}/hands", summary="The latest hands: board, hands shown, pots, rake, rulings")
async def hands_of(floor: House, who: Caller, table_id: TableId, last: Annotated[int, Query(ge=1, le=100)] = 20) -> Any:
    found = floor.room.floor_table(table_id)
    if not found.journal:
        raise NotFound(f"Table {table_id} is {found.state}.")

    def look(conn: Reading) -> list[dict[str, Any]]:
        return hands(conn, found.journal, last)

    return await read(floor, look)


@api.get("/journals/{journal}/hands/{number}", summary="A hand replayed from the record, entry by entry")
async def replayed(floor: House, who: Caller, journal: Key, number: Annotated[int, Path(ge=1, le=10**9)]) -> Any:
    """Hole cards and the deck only once the record has opened the deck, with whether its seal holds."""
    allow(who, "audit.read")

    def look(conn: Reading) -> Any:
        return plain(replay(conn, journal, number))

    found = await read(floor, look)
    await log_reading(floor.house, who, journal.rpartition(".")[0], f"hand {number} of {journal}")
    return found


@api.post(
    "/tables/{table_id}/break", summary="Break a game: its players draw for seats in a similar one, or for the list"
)
async def break_game(floor: House, who: Caller, table_id: TableId, given: Breaking | None = None) -> dict[str, Any]:
    allow(who, "table.close")
    return await floor.moves.break_game(who, table_id, dict(given.counted) if given else None)


@api.post("/tables/{table_id}/refuse-move", summary="Leave a must-move game rather than move or play short-handed")
async def refuse_move(floor: House, who: Caller, table_id: TableId, given: Refusing | None = None) -> dict[str, Any]:
    if given is None:
        return await floor.moves.refuse_move(who, table_id)
    return await floor.moves.refuse_move(who, table_id, given.patron, given.refuses, given.counted)


# ---- lists


@api.get("/lists/{property}", summary="The lists of a room; a player sees how long they are and where he stands")
async def lists_of(floor: House, who: Caller, property: Key) -> dict[str, Any]:
    state = await floor.list_desk.current(property)
    shown = floor.list_desk.shown(state, who, floor.house.sources.now_us())
    staff = who.may("room.list")
    return {
        "property": property,
        "lists": shown,
        "locks": plain(state.locks) if staff else [],
        "wishes": plain([w for w in state.wishes if staff or w.patron == who.badge]),
        "bars": plain(state.bars) if staff else [],
        "apart": plain(state.apart) if staff else [],
        "moving": plain([m for m in state.moving if staff or m.patron == who.badge]),
    }


@api.post("/lists/{property}/acts", summary="One act on the lists: a name given, called, passed over, a seat locked up")
async def list_act(floor: House, who: Caller, property: Key, given: ListAct, named: Named = "") -> dict[str, Any]:
    found = to_act(given.act, room_lists.FROM_PEOPLE)
    card = given.card.shown() if given.card else None
    number = await floor.list_desk.act(property, who, found, given.command or named or None, card)
    return {"entry": number}


# ---- sockets


@api.websocket("/tables/{table_id}/events")
async def table_events(socket: WebSocket, table_id: str) -> None:
    """The table as you may see it, sent whenever it moves."""
    await tell(socket, f"table:{table_id}", lambda floor, who: floor.room.view(table_id, who))


@api.websocket("/events")
async def room_events(socket: WebSocket, property: str = "") -> None:
    """The room, or all rooms, sent whenever a table or a list moves."""
    await tell(
        socket, f"room:{property}", lambda floor, who: board(floor.list_desk, _place(floor, property) or None, who)
    )
