"""The dealer's screen of a hand-dealt poker table: served whole, sent again in pieces, every key an act."""

from collections.abc import Callable
from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.rulings import (
    Missing,
    Possible,
    Preview,
    declared,
    irregularities,
    preview,
    ruling_choices,
)
from croupier.house.record.errors import Refused
from croupier.poker import Room
from croupier.poker.rulings.facts import CENTS, asked
from croupier.rounds import refusal
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    command_of,
    floor_of,
    integer,
    required,
    said_in,
    show,
    words,
)
from croupier.web.kit.forms import cents_of, read_money
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import refused_status
from croupier.web.kit.words import signed
from croupier.web.poker.dealer.view import DealerPage, dealer_page, tapped_seat
from croupier.web.poker.hand_log import Said
from croupier.web.poker.typed_acts import card_of, to_act

pages = Pages()
PARTS, CHIPS_MAX = "poker_dealer_parts.html", 40
PIECES = {
    "k-game": "game",
    "k-limits": "limits",
    "k-round": "round",
    "k-push": "push",
    "k-steps": "steps",
    "k-next": "next",
    "k-pots": "pots",
    "k-act": "actions",
    "k-board": "board",
    "k-seats": "seats",
    "k-irregular": "irregular",
    "k-table": "table",
    "k-log": "log",
}


async def page(
    request: Request, floor: Floor, who: Person, table_id: str, wrong: refusal.Refused | None = None
) -> HTMLResponse:
    view = await dealer_page(floor, table_id, who)
    return show(
        request, "poker_dealer.html", refused_status(wrong), me=view.me, v=view, wrong=wrong, default_theme="dark"
    )


def by_hand(floor: Floor, table_id: str) -> None:
    if floor.room.floor_table(table_id).mode != "dealer":
        raise Refused("The shuffler deals at this table.", "Nothing is keyed here.")


def pieces(view: DealerPage) -> dict[str, str]:
    return {name: render.macro(PARTS, macro, view) for name, macro in PIECES.items()}


@pages.websocket("/room/tables/{table_id}/dealing")
async def dealing_live(socket: WebSocket, table_id: str, entry: int = 0) -> None:
    floor = floor_of(socket)
    clock: dict[str, Any] = {}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        if who is None:
            raise Refused("Nobody is signed in.")
        if floor.room.floor_table(table_id).mode != "dealer":  # the shuffler deals: there is nothing to key
            return 0, {}
        view = await dealer_page(floor, table_id, who)
        clock["clock"] = view.clock_ms
        clock["title"] = f"{view.asks} · {view.title} {view.table}"
        return view.entry, pieces(view)

    await sockets.follow(
        socket, floor, (f"table:{table_id}",), fragments, extra=lambda: clock, act="table.declare", shown=entry
    )


@pages.post("/room/tables/{table_id}/dealing")
async def key(request: Request, table_id: str) -> Response:
    """One key of the dealer; the answer is the screen as it then stands."""
    floor, who = floor_of(request), await required(request, "table.declare")
    floor.acts.check(who.badge)
    by_hand(floor, table_id)
    values = await body(request)
    command, said = command_of(request, values) or None, said_in(request, values)
    if words(values, "act") == "call-floor":
        await floor.pit.call_supervisor(who, table_id, "The poker dealer calls the floor.", command)
        return Response(guard.as_json({"said": "The floor is called"}), media_type="application/json")
    declares = words(values, "act") == "declare"
    made = _declares(await _room(floor, table_id), values) if declares else keyed_act(values)
    number = integer(values, "number", 0) or None if isinstance(made, acts.Play | acts.Say | acts.Key) else None
    receipt = await floor.room.act(table_id, who, made, number, command, said)
    view = await dealer_page(floor, table_id, who)
    found = {"entry": view.entry, "fragments": pieces(view), "said": view.asks, "keyed": receipt.entry}
    return Response(guard.as_json(found), media_type="application/json")


async def _room(floor: Floor, table_id: str) -> Room:
    return (await floor.room.table(table_id)).game.room


def _declares(room: Room, values: dict[str, Any]) -> acts.Declare:
    """An irregularity as the panel states it."""
    when = words(values, "when", most=80)
    return acts.Declare(when, 0, words(values, "choice", most=80), _facts(room, when, values))


def _facts(room: Room, when: str, values: dict[str, Any]) -> dict[str, Any]:
    """The fields of the panel as facts; money is typed in dollars."""
    kinds = {fact.name: fact.kind for fact in asked(room, when)}
    found: dict[str, Any] = {}
    for field, value in values.items():
        name = field.removeprefix("fact-")
        if field.startswith("fact-") and isinstance(value, str) and value:
            found[name] = cents_of({name: value}, name) if kinds.get(name) == CENTS else value
    return found


@pages.get("/room/tables/{table_id}/ruling")
async def ruling(request: Request, table_id: str) -> HTMLResponse:
    """What an irregularity must be told, and once it has been: the ruling, with every chip that would move."""
    floor, who = floor_of(request), await required(request, "table.declare")
    by_hand(floor, table_id)
    values: dict[str, Any] = dict(request.query_params)
    game, by = (await floor.room.table(table_id)).game, floor.room.by(table_id, who)
    when = words(values, "when", most=80)
    chosen = next((one for one in irregularities(game) if one.when == when), None)
    view = await dealer_page(floor, table_id, who)
    if chosen is None:
        return drawn_ruling(view, values)
    try:
        told = _declares(game.room, values)
        act = declared(game, told.when, told.seat, told.choice, dict(told.facts))
        found = preview(game, by, act, floor.house.sources.now_us())
        return drawn_ruling(view, values, chosen, found, ruling_choices(game, act))
    except refusal.Refused as refused:
        return drawn_ruling(view, values, chosen, wrong=refused)


def drawn_ruling(
    view: DealerPage,
    values: dict[str, Any],
    chosen: Possible | None = None,
    found: Preview | None = None,
    choices: tuple[str, ...] = (),
    wrong: refusal.Refused | None = None,
    say: Said = signed,
) -> HTMLResponse:
    """The panel of a ruling: the facts that it needs, what is still to be said, and what it would move."""
    left: tuple[str, ...] = ()
    said = ""
    if isinstance(wrong, Missing):
        left = tuple(fact.name for fact in wrong.left)
        choices = next((fact.options for fact in wrong.left if fact.name == "choice"), ())
    elif wrong is not None:
        said = f"{wrong.says}{f' Clause {wrong.clause}.' if wrong.clause else ''}"
    given = {"chosen": chosen, "values": values, "found": found, "left": left, "wrong": said, "choices": choices}
    moves = [(place, say(amount)) for place, amount in found.moves] if found is not None else []
    return HTMLResponse(render.macro(PARTS, "ruling", view, **given, moves=moves))


@pages.get("/room/tables/{table_id}/seat")
async def seat(request: Request, table_id: str) -> HTMLResponse:
    """What a tap on a seat opens: its chips, away and back, blinds owed, leaving."""
    floor, who = floor_of(request), await required(request, "table.declare")
    by_hand(floor, table_id)
    number = integer(dict(request.query_params), "seat")
    view = await dealer_page(floor, table_id, who)
    sheet = await tapped_seat(floor, table_id, who, number)
    return HTMLResponse(render.macro(PARTS, "seat_sheet", view, sheet=sheet))


VERBS = ("fold", "check", "call", "bring-in", "all-in", "muck", "open")
PLAIN: dict[str, type[acts.RoomAct]] = {
    "push": acts.Push,
    "undo": acts.Undo,
    "clock": acts.Clock,
    "expire": acts.Expire,
    "collect": acts.Collect,
}
OF_SEAT: dict[str, type[acts.RoomAct]] = {
    "out": acts.Out,
    "post": acts.Post,
    "button": acts.Button,
    "chop": acts.Chop,
    "kill": acts.Kill,
}
OF_MONEY: dict[str, type[acts.RoomAct]] = {"straddle": acts.Straddle, "toke": acts.Toke}


def keyed_act(values: dict[str, Any]) -> Any:
    """What a key of the dealer's screen means."""
    name, seat = words(values, "act"), integer(values, "seat", 0)
    if name in VERBS:
        return acts.Play(seat, name)
    if name in ("bet", "raise"):
        return _wager(name, seat, values)
    if name == "draw":
        return acts.Play(seat, "draw", places=tuple(range(integer(values, "count"))))
    if name == "run":
        return acts.Play(seat, "run", to=integer(values, "to"))
    if name == "show":
        return acts.Play(seat, "show", cards=cards_in(values) if "cards" in values else ())
    if name == "down":
        return acts.Key(-1)
    if name == "key":
        return acts.Key(seat, cards_in(values))
    if name == "deal":
        drawn = zip(words(values, "seats").split(), words(values, "cards").split(), strict=False)
        return to_act({"act": "deal", "drawn": dict(drawn)}, acts.FROM_PEOPLE)
    if name in PLAIN:
        return PLAIN[name]()
    if name in OF_SEAT:
        return OF_SEAT[name](seat=seat)
    if name in OF_MONEY:
        return OF_MONEY[name](seat=seat, cents=cents_of(values, "cents"))
    return _of_table(name, seat, values)


def _of_table(name: str, seat: int, values: dict[str, Any]) -> Any:
    """Seats, chips and boxes."""
    if name == "back":
        return acts.Back(seat, post=bool(values.get("post")))
    if name == "buy":
        return acts.Buy(seat, cents_of(values, "cents"), cash=bool(values.get("cash")))
    if name == "leave":
        return acts.Leave(seat, counted=cents_of(values, "counted") if words(values, "counted") else -1)
    if name == "move":
        return acts.Move(seat, integer(values, "to"))
    if name == "drop":
        return acts.Drop(cents_of(values, "cents"), words(values, "kind", "rake"))
    if name == "say":
        return acts.Say(seat, **said(values, read_money))
    if name == "next-game":
        return acts.NextGame(words(values, "form"))
    if name == "sit":
        patron, cash = words(values, "patron", most=80).strip(), bool(values.get("cash"))
        called = words(values, "name", most=24).strip()
        return acts.Sit(seat, cents_of(values, "cents"), patron, called, cash=cash)
    raise BadRequest(f"{name!r} is no key of the dealer's screen.")


def said(values: dict[str, Any], coin: Callable[[str], int]) -> dict[str, Any]:
    """Words and chips as they came, read as this table counts them; the book says what they count as."""

    def put(name: str) -> tuple[int, ...]:
        found = words(values, name, most=400).replace(",", " ").split()
        if len(found) > CHIPS_MAX:
            raise Refused(f"{len(found)} chips are too many.", f"At most {CHIPS_MAX} are keyed.")
        return tuple(map(coin, found))

    amount = words(values, "cents").strip()
    return {
        "says": words(values, "says"),
        "amount": coin(amount) if amount else None,
        **{name: put(name) for name in ("chips", "later", "meanings", "in_front")},
        "first": words(values, "first", "words"),
        "aware": "unaware" not in values,
        "released": "held" not in values,
        "unfinished": "unfinished" in values,
        "choice": words(values, "choice", most=40),
    }


def _wager(name: str, seat: int, values: dict[str, Any]) -> acts.Say | acts.Play:
    """A size of the limit as it is; a player's own size as he said it, which the book brings to a proper one."""
    if "to" in values:
        return acts.Play(seat, name, to=integer(values, "to"))
    return acts.Say(seat, says=name, amount=cents_of(values, "cents"))


def cards_in(values: dict[str, Any]) -> tuple[int, ...]:
    return tuple(card_of(card) for card in words(values, "cards").split())
