"""The lobby, demo seats, signing in and out."""

import asyncio

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.games import game_class
from croupier.house.people.persons import Person
from croupier.house.poker_room.room import BOT
from croupier.house.record.errors import Busy, Refused
from croupier.house.tables.life import CLOSING, OPEN, POKER, FloorTable
from croupier.house.tables.live import Live
from croupier.rounds import acts, refusal
from croupier.web.felt.seating import sit_waits
from croupier.web.felt.wagering import take_down
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import DEMO_CENTS, Floor, body, floor_of, go, person, required, show, words
from croupier.web.kit.newcomers import arrive, keep, purse_of
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.lobby.shown import LastSeat, LobbyView
from croupier.web.lobby.view import lobby, plain_first

pages = Pages()
SEATS_TRIED = 3  # others sit down and deal while one is on the way to a position
SAT = "sat"  # the cookie that names the table at which a visitor sat last
AGAIN = "You are signed out. Nothing was changed. Sign in to go on."
CHANGED = "It is changed, and every session of yours has ended. Sign in anew."


@pages.get("/")
async def lobby_page(request: Request, house: str = "", day: str = "") -> HTMLResponse:
    floor = floor_of(request)
    who = await person(request)
    if not floor.houses():
        me = shown_person(who, None)
        founds = who is not None and who.may("house.plan")
        return show(request, "not_open.html", me=me, founds=founds, default_theme="dark")
    chosen = house or request.cookies.get("house", "")
    view = await lobby(floor, who, chosen or floor.first_open(), day or floor.house.today().isoformat())
    sat = last_seats(view, request.cookies.get(SAT, ""))
    answer = show(request, "lobby.html", view=view, sat=sat, default_theme="dark")
    answer.headers.append("set-cookie", guard.cookie("house", view.house.name, floor.secure, 30 * 86400))
    return answer


def last_seats(view: LobbyView, table_id: str) -> list[LastSeat]:
    """Where a visitor sits now, or sat last, if he may go back there; a cookie says where he sat, and nothing else."""
    here = [card for card in view.tables if card.action == "back"]
    last = [card for card in view.tables if card.table == table_id and card.action == "sit"]
    return [LastSeat(table=card.table, title=card.title, seated=bool(here)) for card in here or last]


@pages.websocket("/live")
async def lobby_live(socket: WebSocket, house: str = "") -> None:
    floor = floor_of(socket)
    csrf = guard.csrf_of(socket)

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view = await lobby(floor, who, house, floor.house.today().isoformat())
        return 0, {
            "l-meters": render.macro("lobby_parts.html", "meters", view),
            "l-tournaments": render.macro("tournament_parts.html", "lobby", view.tournaments),
            "l-tables": render.macro("lobby_parts.html", "tables", view, csrf),
            "l-summary": f'<p class="t2" id="l-summary" data-entry="0">{render.suited(view.summary)}</p>',
        }

    await sockets.follow(socket, floor, ("floor",), fragments, pace_s=1.0)


# ---- demo seats


@pages.post("/demo")
async def play_demo(request: Request, house: str = "") -> Response:
    """A demo hand: a guest, chips, a seat at the first table with room."""
    floor = floor_of(request)
    tables = [t for t in floor.tables(house or None) if t.state == OPEN and t.mode == "electronic" and t.settings.demo]
    tables = [t for t in tables if not t.settings.book]
    tables.sort(key=lambda table: plain_first(game_class(table.game)))
    for table in tables:
        live = await floor.house.glance(table.id)
        if isinstance(live, Live) and live.occupancy < len(live.driver.felt.positions) and live.driver.betting:
            return await sit_down(request, floor, table.id)
    raise Refused("No demo table has a free seat now.", "Look at the lobby again in a minute.")


async def sit_down(request: Request, floor: Floor, table_id: str, position: int = 0) -> Response:
    """Give whoever asks a position at a table, the one he wants if it is free."""
    table, path = floor.table(table_id), f"/tables/{table_id}"
    arrival = await arrive(request, floor, table.property, path, demo=table.settings.demo)
    seated = True
    if arrival.who.role == "player":
        # One press after another: of two at once the second would find his chips on their way, and be given fresh ones.
        async with floor.sitting.setdefault(arrival.who.badge, asyncio.Lock()):
            seated = await _seat(floor, table, arrival.who, position)
    answer = arrival.answer(floor, go(path if seated else f"{path}?sit=1"))
    answer.headers.append("set-cookie", guard.cookie(SAT, table_id, floor.secure, 30 * 86400))
    return answer


async def _seat(floor: Floor, table: FloorTable, who: Person, position: int) -> bool:
    """Whether he sits now; if not, a round is played, and the table's own page asks again when it is over."""
    for left in reversed(range(SEATS_TRIED)):
        live = await floor.house.table(table.id)
        felt = live.driver.felt
        if any(p.patron == who.badge for p in felt.positions):
            return True
        free = [p.number for p in felt.positions if not p.patron]
        if not free:
            raise Refused("Every position at this table is taken.", "Watch, or choose another table.")
        if sit_waits(live):
            return live.table.state == CLOSING  # which no waiting helps
        # The middle of the table first: it is where the view is best.
        chosen = position if position in free else min(free, key=lambda n: abs(n - (len(felt.positions) + 1) / 2))
        purse = await purse_of(floor, who, table.property, demo=table.settings.demo)
        try:
            await floor.house.answer(table.id, who, acts.Sit(chosen, who.badge, min(purse, 100 * DEMO_CENTS)))
        except refusal.Refused:
            if not left or not await _moved_on(floor, table.id, chosen):
                raise
        else:
            return True
    return False


async def _moved_on(floor: Floor, table_id: str, position: int) -> bool:
    """Whether a position that was free has been taken since, or a round has begun."""
    live = await floor.house.table(table_id)
    return bool(sit_waits(live) or live.driver.table.position(position).patron)


@pages.post("/tables/{table_id}/sit")
async def sit(request: Request, table_id: str) -> Response:
    values = await body(request)
    position = words(values, "position", "0")
    return await sit_down(
        request, floor_of(request), table_id, int(position) if position.isdecimal() and len(position) < 6 else 0
    )


@pages.post("/tables/{table_id}/leave")
async def leave(request: Request, table_id: str) -> Response:
    floor = floor_of(request)
    who = await required(request)
    values = await body(request)
    if words(values, "take", "") == "1":  # the button named what it takes down
        await take_down(floor, who, table_id)
    live = await floor.house.table(table_id)
    for seat in [p.number for p in live.driver.felt.positions if p.patron == who.badge]:
        await floor.house.answer(table_id, who, acts.Leave(seat))
    return go("/")


# ---- signing in


def safe_next(path: str) -> str:
    """Only a path of our own is followed after signing in."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and "\\" not in path else "/"


@pages.get("/sign-in")
async def sign_in_page(request: Request, next: str = "/", again: bool = False, changed: bool = False) -> HTMLResponse:
    return _sign_in(request, next, AGAIN if again else "", told=CHANGED if changed else "")


def _sign_in(request: Request, path: str, error: str = "", status: int = 200, told: str = "") -> HTMLResponse:
    floor = floor_of(request)
    people = []
    with floor.house.storage.reading() as conn:
        codes = floor.house.people.factors.any(conn)
        if floor.demo_password:
            # A press signs in with the demonstration's password: only those are offered whom it brings in.
            offered = floor.house.people.with_the_first_password(conn)
            people = [p for p in offered if not p.badge.startswith(BOT)]
    return show(
        request,
        "sign_in.html",
        status,
        next=safe_next(path),
        error=error,
        told=told,
        codes=codes,
        demo_people=people,
        demo_password=floor.demo_password,
        default_theme="dark",
    )


@pages.post("/sign-in")
async def sign_in(request: Request) -> Response:
    floor = floor_of(request)
    values = await body(request)
    people, address, marks = floor.house.people, guard.address_of(request), guard.held(request, guard.KNOWN)
    path = safe_next(words(values, "next", "/"))
    try:
        floor.sign_ins.check(guard.caller_of(request))
        who, token = await people.at_the_door.run(
            guard.caller_of(request),
            people.sign_in,
            words(values, "badge"),
            words(values, "password"),
            address,
            request.headers.get("user-agent", "")[:100],
            words(values, "code"),
            marks,
        )
    except Busy as busy:
        return _sign_in(request, path, busy.says, 503)
    except refusal.Refused as refused:
        return _sign_in(request, path, refused.says, 403)
    if path == "/":
        path = {
            "dealer": await asyncio.to_thread(_where_he_deals, floor, who.badge),
            "clerk": "/room",
            "supervisor": "/pit",
            "manager": "/pit",
            "cage": "/pit",
            "security": "/pit",
            "attendant": "/slots",
            "slot-supervisor": "/slots",
            "surveillance": "/audit",
            "commission": "/audit",
            "administrator": "/people" if floor.house_desk.first_day().over else "/first-day",
        }.get(who.role, "/")
    answer = keep(go("/account" if who.unfinished else path), floor, token)
    known = await asyncio.to_thread(people.guesses.marked, who.badge, marks)
    answer.headers.append("set-cookie", guard.cookie(guard.KNOWN, known, floor.secure, guard.KNOWN_S))
    return answer


DEALT = (OPEN, CLOSING)


def _where_he_deals(floor: Floor, badge: str) -> str:
    """The screen of the table at which a dealer stands, its page while it is not open yet, or the pit."""
    with floor.house.storage.reading() as conn:
        table = floor.house.tables.dealt_by(conn, badge)
    if table is None:
        return "/pit"
    if table.game == POKER:
        return f"/room/tables/{table.id}"
    return f"/deal/{table.id}" if table.state in DEALT else f"/pit/{table.id}"  # before it opens he inspects and counts


@pages.post("/sign-out")
async def sign_out(request: Request) -> Response:
    floor = floor_of(request)
    token, _ = guard.token_of(request)
    if token:
        await asyncio.to_thread(floor.house.people.sign_out, token)
    return keep(go("/"), floor, "", 0)
