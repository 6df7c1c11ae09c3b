"""A player's station: the page, its acts, its socket."""

import asyncio
import contextlib
from typing import Any

import msgspec
from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.equipment.cards import parse_cards
from croupier.equipment.money import short_money
from croupier.house.people.persons import Person
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tables.live import Live
from croupier.rounds import acts, refusal
from croupier.rounds.requests import Decide, Together
from croupier.web.books.view import clause_words, wager_words
from croupier.web.felt import kinds, wagering
from croupier.web.felt.addressed import to_you
from croupier.web.felt.shown import StationView
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import (
    BadRequest,
    Floor,
    body,
    command_of,
    floor_of,
    go,
    integer,
    person,
    property_title,
    required,
    said_in,
    words,
)
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.shared_pages import Made
from croupier.web.kit.words import split_key
from croupier.web.station import compose as stations
from croupier.web.station import view as adapt
from croupier.web.station import without_dealer

pages = Pages()

WAYS = {"repeat": "same", "double": "double", "clear": "clear"}  # acts of a page that move several wagers


async def view_of(floor: Floor, table_id: str, who: Person | None, *, brief: bool = False) -> StationView:
    live = await floor.house.table(table_id)
    played = floor.recent.rounds(live.pages.journal_id, live.played_at)
    position = next((p.number for p in live.driver.felt.positions if who and p.patron == who.badge), 0)
    balance = (
        live.driver.table.chips(position) if position else await asyncio.to_thread(floor.purse, who.badge) if who else 0
    )
    alike, place = floor.seen.now(live, played), property_title(live.table.property)
    view = adapt.station(live, who, played, balance, place, brief=brief, alike=alike)
    if without_dealer.dealerless(live.table):
        view = msgspec.structs.replace(
            view,
            no_dealer=True,
            instead=await without_dealer.elsewhere(floor, live),
            status=without_dealer.NO_DEALER,
            deciding=False,
            status_icon="person",
            status_kind="warn",
            closed_words=view.closed_words
            if view.wagering
            else (f"{without_dealer.NO_DEALER}.", "Wagers wait for one"),
        )
    elif all(action.id == "sit" for action in view.actions) and (
        dealer := without_dealer.unattended(floor, live.table)  # told before one sits down too
    ):
        other = await without_dealer.elsewhere(floor, live)
        view = msgspec.structs.replace(view, unattended=dealer, instead=other)
    return view


@pages.get("/tables/{table_id}")
async def station_page(request: Request, table_id: str) -> Response:
    floor = floor_of(request)
    who = await person(request)
    try:
        view = await view_of(floor, table_id, who)
    except refusal.Stale:  # not open: a table of a tournament has ended, and its standings are there
        if not floor.table(table_id).settings.tournament:
            raise
        return go(f"/tournaments/{floor.table(table_id).settings.tournament}")
    live = await floor.house.table(table_id)
    view = msgspec.structs.replace(view, journal=live.table.journal)
    return HTMLResponse(stations.page(view, guard.look_of(request), guard.csrf_of(request)))


@pages.websocket("/tables/{table_id}/live")
async def station_live(socket: WebSocket, table_id: str, phone: int = 0, entry: int = 0, journal: str = "") -> None:
    floor = floor_of(socket)
    csrf = guard.csrf_of(socket)
    told = _Told(journal)

    async def fragments(who: Person | None) -> tuple[int, Made]:
        view = await view_of(floor, table_id, who, brief=True)
        told.view = view
        told.journal = (await floor.house.table(table_id)).table.journal
        return view.number, stations.made(view, csrf, on_phone=bool(phone))

    who = await guard.listener_of(socket, floor.house)
    with floor.presence.window(table_id, who.badge if who else ""):
        await sockets.follow(socket, floor, (f"table:{table_id}",), fragments, extra=told.extra, shown=entry)


class _Told:
    """What a station was told last, so that a result is announced and shown moving once."""

    def __init__(self, served: str) -> None:
        self.view: StationView | None = None
        self.journal = self._served = served  # whose entries the page came with, and whose they are now
        self._round = 0
        self._decided = 0
        self._first = True

    def extra(self) -> dict[str, Any]:
        view = self.view
        assert view is not None
        kind = kinds.of(view.family)
        message = sockets.ended(self._served, self.journal)
        newest = view.history[0].title if view.history else ""
        result = (view.round, view.result, view.dice, newest, tuple(view.last[:3]))
        settled = hash(result) if view.wagering else self._round
        if not self._first and settled != self._round:
            if said := view.said or kind.unsettled(view):
                message["say"] = [render.aloud(line) for line in said]
            if motion := kind.motion(view):
                message["motion"] = motion
        self._round = settled
        deciding = view.request if view.deciding else 0
        if deciding and deciding != self._decided:
            message["decision"] = True
            if not self._first:
                message["alert"] = view.alert or "Your decision"
        self._decided = deciding
        self._first = False
        message["title"] = f"{view.status} · {view.title} {view.table}"
        return message


@pages.get("/tables/{table_id}/about")
async def about(request: Request, table_id: str, wager: str) -> HTMLResponse:
    """Odds and clause of one area, for the sheet that a long press opens."""
    live = await floor_of(request).house.table(table_id)
    kind, on = split_key(wager)
    if kind not in live.driver.game.posting.wagers:
        raise NotFound("This table has no such wager.")
    return HTMLResponse(render.macro("book_parts.html", "about", wager_words(live.driver.game, kind, on)))


@pages.get("/tables/{table_id}/clause")
async def clause(request: Request, table_id: str, clause: str) -> HTMLResponse:
    live = await floor_of(request).house.table(table_id)
    return HTMLResponse(render.macro("book_parts.html", "clause", clause_words(live.driver.game.posting, clause)))


# ---- acting


@pages.post("/tables/{table_id}/act")
async def act(request: Request, table_id: str) -> Response:
    floor = floor_of(request)
    who = await required(request)
    floor.acts.check(who.badge)
    values = await body(request)
    command = command_of(request, values) or None
    said = said_in(request, values)
    try:
        return await answered(request, who, table_id, values, command, said)
    except refusal.Refused:
        before = await floor.house.asked_before(who, table_id, command, said)
        if before is None:
            raise
        if not request.headers.get("content-type", "").startswith("application/json"):
            return go(f"/tables/{table_id}")
        gone = {"entry": before.number, "fragments": {}}  # the page shows already how the table went on
        return Response(guard.as_json(gone), media_type="application/json")


async def answered(
    request: Request, who: Person, table_id: str, values: dict[str, Any], command: str | None, said: str
) -> Response:
    """A press done at the table, and what follows from it for who pressed."""
    floor = floor_of(request)
    raised: dict[str, Any] = {}
    told = ""
    if way := WAYS.get(words(values, "action")):
        floor.presence.acted(table_id, who.badge)
        moved = await wagering.rewager(floor, who, table_id, way, command, said)
        told = moved.sentence("taken down" if way == "clear" else "placed")
    elif (equally := await raised_equally(floor, who, table_id, values, command, said)) is not None:
        told = equally
    else:
        raised = await least_instead(floor, who, table_id, values)
        await perform(floor, who, table_id, values | raised, command, said)
    if not request.headers.get("content-type", "").startswith("application/json"):
        return go(f"/tables/{table_id}")
    if values.get("action") == "ready":
        # What follows is shown moving, and the socket alone knows what was shown before: told here that others are
        # awaited, it would take "Wagers open" after the round for what the page shows still.
        return Response(guard.as_json({"entry": 0, "fragments": {}}), media_type="application/json")
    view = await view_of(floor, table_id, who, brief=True)
    # The socket tells everybody; the answer tells who acted, in case it has not arrived yet.
    parts = stations.fragments(view, guard.csrf_of(request), on_phone=bool(values.get("phone")))
    answer: dict[str, Any] = {"entry": view.number, "fragments": parts}
    if raised:
        taken = short_money(raised["amount"])
        small = integer(values, "amount") < raised["amount"]
        told = f"{'The least here is' if small else 'This wager is exactly'} {taken}: {taken} placed."
    if told:
        answer["said"] = told
    return Response(guard.as_json(answer), media_type="application/json")


async def least_instead(floor: Floor, who: Person, table_id: str, values: dict[str, Any]) -> dict[str, Any]:
    """No empty area is out of a chip's reach: one too small stands for the least wager there, one too large for the
    only amount that a wager takes."""
    if values.get("action") != "bet":
        return {}
    driver = (await floor.house.table(table_id)).driver
    kind, on = split_key(words(values, "wager"))
    position = next((p.number for p in driver.felt.positions if p.patron == who.badge), 0)
    if not position or not driver.betting or kind not in driver.game.posting.wagers:
        return {}
    if on not in driver.game.selections(kind) or driver.table.wager(kind, position, on):
        return {}
    offer, amount = driver.game.offer(driver.table, position, kind, on), integer(values, "amount")
    other = 0 < amount < offer.least or offer.least == offer.most < amount
    return {"amount": offer.least} if other and 0 < offer.least <= driver.table.chips(position) else {}


async def raised_equally(
    floor: Floor, who: Person, table_id: str, values: dict[str, Any], command: str | None, said: str
) -> str | None:
    """A tap on one of several wagers that must be equal raises them all; None where it is any other act."""
    live = await floor.house.table(table_id)
    mine = [p.number for p in live.driver.felt.positions if p.patron == who.badge]
    if values.get("action") != "bet" or not mine:
        return None
    bet = answer_of(live, mine, "bet", values)
    assert isinstance(bet, acts.Bet)
    told = await wagering.raise_together(floor, who, table_id, bet, command, said)
    if told is not None:
        floor.presence.acted(table_id, who.badge)
    return told


async def perform(
    floor: Floor, who: Person, table_id: str, values: dict[str, Any], command: str | None, said: str = ""
) -> Receipt | None:
    """One act of a player, as a page words it."""
    live = await floor.house.table(table_id)
    mine = [p.number for p in live.driver.felt.positions if p.patron == who.badge]
    if not mine:
        raise Refused("You have no position at this table.", "Sit down first.")
    try:
        return await _perform(floor, who, live, mine, values, command, said)
    except refusal.Refused as refused:
        refused.says = to_you(refused.says, mine)
        raise


async def _perform(
    floor: Floor, who: Person, live: Live, mine: list[int], values: dict[str, Any], command: str | None, said: str
) -> Receipt | None:
    table_id = live.table.id
    floor.presence.acted(table_id, who.badge)
    number = integer(values, "number", 0) or None
    action = words(values, "action")
    if action == "ready":
        return await floor.house.ready(table_id, who, number)
    if action == "set-hands":
        return await set_hands(floor, who, live, mine, values, command, said)
    given = answer_of(live, mine, action, values)
    receipt = await floor.pit.answer(who, table_id, given, number, command, said)
    if isinstance(given, acts.Bet):
        await place_required(floor, who, table_id, given, command, said)
    return receipt


async def set_hands(
    floor: Floor, who: Person, live: Live, mine: list[int], values: dict[str, Any], command: str | None, said: str
) -> Receipt:
    """The two cards of the Low hand in one tap: that the hands are set, and how."""
    given = answer_of(live, mine, "arrange", values)
    assert isinstance(given, acts.Arranged)
    live.check_set(given)  # before the first of two acts
    if isinstance(live.driver.pending, Decide):
        named, choice = f"{command}.set" if command else None, acts.Chosen("set", deciding(live, mine))
        await floor.house.answer(live.table.id, who, choice, integer(values, "number", 0) or None, named, said)
    return await floor.pit.answer(who, live.table.id, given, None, command, said)


async def place_required(
    floor: Floor, who: Person, table_id: str, bet: acts.Bet, command: str | None, said: str
) -> None:
    """Wagers that the rulebook asks for beside the one just placed (a Blind with the Ante) come with it.

    What can't be placed is left out: the button that deals says what is lacking.
    """
    live = await floor.house.table(table_id)
    game, table = live.driver.game, live.driver.table
    wagers = game.posting.wagers
    if not wagers[bet.wager].mandatory:
        return
    for rule in wagers.values():
        missing = rule.mandatory and rule.name not in game.PLACED_LATER and not table.wager(rule.name, bet.position)
        if missing and rule.name != bet.wager:
            with contextlib.suppress(Refused, refusal.Refused):
                named = f"{command}.{rule.name}" if command else None
                beside = acts.Bet(bet.position, rule.name, bet.amount)
                await floor.house.answer(table_id, who, beside, None, named, said)


def answer_of(live: Live, mine: list[int], action: str, values: dict[str, Any]) -> acts.Answer:
    position = deciding(live, mine)
    name, _, rest = action.partition(":")
    if name == "bet":
        kind, on = split_key(words(values, "wager"))
        return acts.Bet(position, kind, integer(values, "amount"), on)
    if name == "take":
        if "wager" in values:
            kind, on = split_key(words(values, "wager"))
            return acts.Take(position, kind, on, integer(values, "amount", 0))
        own = [w for w in live.driver.felt.wagers if w.position in mine]
        if not own:
            raise Refused("You have no wager on the layout.", "There is nothing to take back.")
        last = wagering.newest(live.driver, mine) or max(own, key=lambda w: w.id)  # the table says why it stays
        return acts.Take(last.position, last.kind, last.on)
    if name == "choose":
        return acts.Chosen(rest, position)
    if name == "stake":
        amount = int(rest) if rest.isdecimal() and len(rest) < 16 else integer(values, "amount")
        return acts.Staked(amount, position)
    if name == "arrange":
        try:
            cards = parse_cards(words(values, "cards"))
        except ValueError as error:
            raise Refused(str(error)) from None
        return acts.Arranged(tuple(cards), position)
    if name == "call":
        return acts.Call(position, rest, words(values, "wager"), words(values, "on"))
    if name == "buy":
        return acts.Buy(position, integer(values, "amount"))
    raise BadRequest(f"{action!r} is no act of a station.")


def deciding(live: Live, mine: list[int]) -> int:
    """Which of the person's positions this act is for: the one that is asked, else the first."""
    pending = live.driver.pending
    if isinstance(pending, Together):
        return next((p.position for p in pending.parts if p.position in mine), mine[0])
    asked = getattr(pending, "position", 0)
    return asked if asked in mine else mine[0]
