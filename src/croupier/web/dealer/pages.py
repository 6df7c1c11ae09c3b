"""The dealer's screen: what falls is keyed, decisions are relayed, irregularities declared."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.equipment.cards import parse_cards
from croupier.equipment.money import money
from croupier.equipment.shoe import UNSEEN
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.tables import corrections
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.requests import Amount, Arrange, Card, Shuffle, Stack, Turn
from croupier.web.dealer import keying, rulings
from croupier.web.dealer import view as adapt
from croupier.web.dealer.shown import DealerView
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    command_of,
    floor_of,
    integer,
    property_title,
    required,
    said_in,
    show,
    words,
)
from croupier.web.kit.forms import cents_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import any_codes, proof_for
from croupier.web.kit.words import split_key

pages = Pages()
PARTS = "dealer_parts.html"


async def view_of(floor: Floor, table_id: str, who: Person, when: str = "", position: int = 0) -> DealerView:
    live = await floor.house.table(table_id)
    played = floor.recent.rounds(live.pages.journal_id, live.played_at)
    due, called, stands = await asyncio.to_thread(_notices, floor, live)
    found = rulings.ruling(live, who, when, played, position) if when else None
    title = property_title(live.table.property)
    chips = await asyncio.to_thread(floor.payable, live.table.property)
    shown = adapt.dealer(live, who, played, title, due=due, called=called, stands=stands, ruling=found, chips=chips)
    coded = found is not None and found.signs and await asyncio.to_thread(any_codes, floor)
    return msgspec.structs.replace(shown, codes=True) if coded else shown


def _notices(floor: Floor, live: Live) -> tuple[str, str, str]:
    """What is due, whether the supervisor was called, and why the last entry stands."""
    house, posting = floor.house, live.driver.game.posting
    with house.storage.reading() as conn:
        pressing = house.tables.pressing(conn, [live.table])[live.table.id]
        soon = house.tables.due(live.table, posting, pressing, 30 * 60_000_000)
        due = house.tables.out_of_play(conn, live.table, posting) or next(
            (said for kind, said, _ in soon if kind.endswith("-due")), idle_words(live)
        )
        waiting = house.notices.waiting(conn, live.table.id)
        journal, last = live.pages.journal_id, live.driver.last_keyed()
        paid = bool(live.links) and house.progressives.settled_since(conn, live.table.id, journal, last)
    called = any(n.kind == "call" for n in waiting)
    stands = "A verified jackpot was settled after this; it is corrected by hand." if paid else ""
    return due, "Supervisor called" if called else "", stands


def idle_words(live: Live) -> str:
    """What is done with the cards of a table at which nobody sits, by its rulebook."""
    rule = live.driver.game.posting.rulebook.procedure("idle-table")
    nobody = not live.occupancy and not live.driver.table.electronic and live.driver.betting
    return f"Nobody plays: {rule.says} ({rule.clause})" if rule and nobody else ""


def fragments(view: DealerView, csrf: str) -> dict[str, str]:
    macro = render.macro
    return {
        "d-round": macro(PARTS, "round", view),
        "d-due": macro(PARTS, "due", view),
        "d-steps": macro(PARTS, "steps", view),
        "d-next": macro(PARTS, "next", view, csrf),
        "d-pad": macro(PARTS, "pad", view, csrf),
        "d-seats": macro(PARTS, "seats", view),
        "d-enter": macro(PARTS, "enter", view),
        "d-irregular": macro(PARTS, "irregularities", view, csrf),
        "d-payouts": macro(PARTS, "payouts", view),
    }


@pages.get("/deal/{table_id}")
async def dealer_page(request: Request, table_id: str) -> HTMLResponse:
    who = await required(request, "table.deal")
    view = await view_of(floor_of(request), table_id, who)
    return show(request, "dealer.html", view=view, default_theme="dark")


@pages.websocket("/deal/{table_id}/live")
async def dealer_live(socket: WebSocket, table_id: str, entry: int = 0, journal: str = "") -> None:
    floor = floor_of(socket)
    csrf = guard.csrf_of(socket)
    told: dict[str, Any] = {}

    async def made(who: Person | None) -> tuple[int, dict[str, str]]:
        assert who is not None
        view = await view_of(floor, table_id, who)
        told.update(sockets.ended(journal, view.journal))
        return view.number, fragments(view, csrf)

    who = await guard.listener_of(socket, floor.house)
    with floor.presence.window(table_id, who.badge if who else ""):
        topics = (f"table:{table_id}", "floor")
        await sockets.follow(socket, floor, topics, made, extra=lambda: told, act="table.deal", shown=entry)


@pages.get("/deal/{table_id}/ruling")
async def ruling(request: Request, table_id: str, when: str = "", position: int = 0) -> HTMLResponse:
    who = await required(request, "table.declare")
    view = await view_of(floor_of(request), table_id, who, when, position)
    return HTMLResponse(render.macro(PARTS, "ruling", view, guard.csrf_of(request)))


@pages.get("/deal/{table_id}/keyed")
async def on_enter(request: Request, table_id: str, cards: str = "") -> HTMLResponse:
    """What Enter would do with the cards keyed so far; nothing is recorded."""
    who = await required(request, "table.deal")
    floor = floor_of(request)
    live = await floor.house.table(table_id)
    if not isinstance(live.driver.pending, Stack | Turn | Arrange):
        raise Refused("This step takes no hand of cards.", "Key what the table asks for.")
    apart = isinstance(live.driver.pending, Arrange)
    follows = keying.on_enter(live, who, keyed(live, {"cards": cards, "arrange": apart}))
    view = msgspec.structs.replace(await view_of(floor, table_id, who), follows=follows)
    return HTMLResponse(render.macro(PARTS, "enter", view))


# ---- acting


async def _answer(request: Request, table_id: str, who: Person, said: str = "") -> Response:
    view = await view_of(floor_of(request), table_id, who)
    data = {"entry": view.number, "fragments": fragments(view, guard.csrf_of(request)), "said": said or view.asks}
    return Response(guard.as_json(data), media_type="application/json")


async def _begin(request: Request, act: str) -> tuple[Floor, Person, dict[str, Any], str | None]:
    who = await required(request, act)
    values = await body(request)
    return floor_of(request), who, values, command_of(request, values) or None


async def _send(
    request: Request, table_id: str, who: Person, act: acts.Anything, values: dict[str, Any], command: str | None
) -> None:
    number, said = integer(values, "number", 0) or None, said_in(request, values)
    await floor_of(request).pit.answer(who, table_id, act, number, command, said)


async def _dealt(request: Request, table_id: str, read: Callable[[Live, dict[str, Any]], acts.Answer]) -> Response:
    """What the dealer keyed or pressed, read as an answer to what his table asks."""
    floor, who, values, command = await _begin(request, "table.deal")
    given = read(await floor.house.table(table_id), values)
    await _send(request, table_id, who, given, values, command)
    return await _answer(request, table_id, who)


@pages.post("/deal/{table_id}/key")
async def key(request: Request, table_id: str) -> Response:
    return await _dealt(request, table_id, keyed)


def keyed(live: Live, values: dict[str, Any]) -> acts.Answer:
    """Cards, dice or the ball as they were keyed."""
    if "dice" in values:
        faces = words(values, "dice").split()
        if not all(f.isdecimal() and len(f) < 4 for f in faces):
            raise BadRequest("Dice are two numbers from 1 to 6.")
        return acts.Thrown(tuple(int(f) for f in faces))
    if "pocket" in values:
        return acts.Landed(words(values, "pocket"))
    text = words(values, "cards")
    try:
        cards = tuple(UNSEEN if w == "--" else parse_cards(w)[0] for w in text.split())
    except (ValueError, IndexError):
        raise Refused(f"{text!r} names no card.", "Key a rank and a suit.") from None
    if values.get("arrange"):
        return acts.Arranged(cards, int(getattr(live.driver.pending, "position", 0)))
    if isinstance(live.driver.pending, Card) and len(cards) == 1:
        return acts.Fall(cards[0])
    return acts.Falls(cards)


@pages.post("/deal/{table_id}/do")
async def do(request: Request, table_id: str) -> Response:
    return await _dealt(request, table_id, done)


def done(live: Live, values: dict[str, Any]) -> acts.Answer:
    """A button of the dealer's screen as an answer to what the table asks."""
    pending = live.driver.pending
    if "amount" in values or (isinstance(pending, Amount) and values.get("choice") == "none"):
        staked = 0 if values.get("choice") == "none" else cents_of(values)
        return acts.Staked(staked, int(getattr(pending, "position", 0)))
    choice = words(values, "choice")
    name, _, rest = choice.partition(":")
    if name == "close":
        return acts.Close()
    if name == "shuffled":
        return acts.Shuffled(pending.cut if isinstance(pending, Shuffle) else 0, cover=integer(values, "cover", 0))
    if name == "down":
        if isinstance(pending, Card):
            return acts.Fall(UNSEEN)
        if isinstance(pending, Stack | Turn):
            return acts.Falls((UNSEEN,) * pending.count)
    if name == "done":
        return acts.Done()
    if name == "saw":
        return acts.Saw(rest == "yes")
    if name == "choose":
        position, _, chosen = rest.partition(":")
        return acts.Chosen(chosen, int(position) if position.isdecimal() and len(position) < 4 else 0)
    raise BadRequest(f"{choice!r} is no step of this screen.")


@pages.post("/deal/{table_id}/mark")
async def mark(request: Request, table_id: str) -> Response:
    """A wager or a buy-in of a patron who has no station, that he takes a wager back, or his chips and leaves."""
    floor, who, values, command = await _begin(request, "table.deal")
    position = integer(values, "position")
    if words(values, "what") == "leave":
        table = (await floor.house.table(table_id)).driver.table
        patron, chips = table.position(position).patron, table.chips(position)
        alone = sum(p.patron == patron for p in table.felt.positions) == 1
        await _send(request, table_id, who, acts.Leave(position), values, command)
        said = f"Position {position} has left with {money(chips)}" if alone else f"Position {position} is open"
        return await _answer(request, table_id, who, said)
    if words(values, "what") == "coupon":
        live, number = await floor.house.table(table_id), integer(values, "coupon")
        kind, _ = split_key(words(values, "wager"))
        await floor.coupons.place(who, live, position, kind, number, command, said_in(request, values))
        return await _answer(request, table_id, who, f"Coupon {number} lies there")
    amount = cents_of(values, empty=0)
    if words(values, "what") == "take":
        kind, on = split_key(words(values, "wager"))
        await _send(request, table_id, who, acts.Take(position, kind, on, amount), values, command)
        return await _answer(request, table_id, who, "Taken back")
    if words(values, "what") == "sit":
        given: acts.Answer = acts.Sit(position, words(values, "patron"), amount)
    else:
        kind, on = split_key(words(values, "wager"))
        given = acts.Bet(position, kind, amount, on)
    await _send(request, table_id, who, given, values, command)
    return await _answer(request, table_id, who, "Marked")


@pages.post("/deal/{table_id}/undo")
async def undo(request: Request, table_id: str) -> Response:
    floor, who, values, command = await _begin(request, "table.undo")
    live = await floor.house.table(table_id)
    await _send(request, table_id, who, acts.Undone(live.driver.last_keyed()), values, command)
    return await _answer(request, table_id, who, "Taken back")


@pages.post("/deal/{table_id}/correct")
async def correct(request: Request, table_id: str) -> Response:
    """A supervisor's badge and password at the dealer's screen: a confirmed hand is keyed again."""
    floor, who, values, command = await _begin(request, "table.undo")
    proof = await proof_for(request, words(values, "badge"), values)
    await corrections.correct(floor.house, proof, table_id, 0, command)
    return await _answer(request, table_id, who, "Taken back. Key the hand again")


@pages.post("/deal/{table_id}/declare")
async def declare(request: Request, table_id: str) -> Response:
    _, who, values, command = await _begin(request, "table.declare")
    given = acts.Declared(words(values, "when"), integer(values, "position", 0))
    await _send(request, table_id, who, given, values, command)
    return await _answer(request, table_id, who, "Declared")


@pages.post("/deal/{table_id}/call")
async def call(request: Request, table_id: str) -> Response:
    floor, who, values, command = await _begin(request, "table.call-supervisor")
    said = words(values, "words", "The dealer calls the supervisor.")
    await floor.pit.call_supervisor(who, table_id, said, command)
    return await _answer(request, table_id, who, "The supervisor is called")
