"""The room's board in a browser: an evening run by the brush and the floor, and the screen that everybody reads."""

from typing import Any
from urllib.parse import urlencode

from fastapi import Request, WebSocket
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound
from croupier.rounds import refusal
from croupier.web.kit import guard, render, sockets
from croupier.web.kit.context import BadRequest, body, command_of, floor_of, go, required, show, words
from croupier.web.kit.forms import named
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.signing import beside, proof_for, refused_status
from croupier.web.poker.board import acts as board_acts
from croupier.web.poker.board.view import board_view, screen_view
from croupier.web.poker.room_view import room_of

pages = Pages()
PARTS = "board_parts.html"
WATCHES = "table.watch"  # whoever works here sees the board; who may do what on it the services ask
CHOSEN = ("table", "seat", "game", "name", "spread")


@pages.get("/room/{house}/board")
async def board_page(request: Request, house: str) -> HTMLResponse:
    who = (await required(request, WATCHES)).at(room_of(floor_of(request), house))
    chosen = {name: request.query_params.get(name, "")[:80] for name in CHOSEN}
    return await _board(request, who, house, chosen)


async def _board(
    request: Request,
    who: Person,
    house: str,
    chosen: dict[str, str],
    wrong: refusal.Refused | None = None,
    act: str = "",
) -> HTMLResponse:
    floor = floor_of(request)
    view = await board_view(floor, house, who, chosen)
    return show(
        request,
        "board.html",
        refused_status(wrong),
        me=view.me,
        v=view,
        wrong=wrong,
        act=act,
        may=who.may,
        denominations=board_acts.DENOMINATIONS,
        boxes=board_acts.BOXES,
        given=view.asked,
        typed=_typed(await body(request)) if wrong else {},
    )


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """What a form that comes back is filled with: never what proves who somebody is, nor what is sent once."""
    return {name: value for name, value in values.items() if not name.endswith(("password", "code", "csrf", "command"))}


@pages.websocket("/room/{house}/board/live")
async def board_live(socket: WebSocket, house: str) -> None:
    """Tables and what is to be done arrive by themselves; lists and forms only on asking, so that nothing is sorted
    under the hand."""
    floor = floor_of(socket)
    chosen = {name: socket.query_params.get(name, "")[:80] for name in CHOSEN}

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        assert who is not None
        if not who.at(room_of(floor_of(socket), house)).may(WATCHES):
            raise NotFound("The board is for the staff of the room.")
        view = await board_view(floor, house, who.at(house), chosen)
        csrf = guard.csrf_of(socket)
        return 0, {
            "b-tiles": render.macro(PARTS, "tiles", view),
            "b-first": render.macro(PARTS, "first", view, csrf, who.at(house).may),
            "b-opening": render.macro(PARTS, "opening", view, csrf, who.at(house).may),
            "b-lists": render.macro(PARTS, "lists", view, csrf, who.at(house).may),
        }

    await sockets.follow(socket, floor, (f"room:{house}", "floor"), fragments, pace_s=1.0, act=WATCHES)


@pages.post("/room/{house}/board/{act}")
async def board_act(request: Request, house: str, act: str) -> Response:
    """One act of the brush or the floor; a refusal is said on the board and changes nothing."""
    who = (await required(request, WATCHES)).at(room_of(floor_of(request), house))
    values = await body(request)
    handler = board_acts.ACTS.get(act)
    if handler is None:
        raise BadRequest(f"{act!r} is no act of the board.")
    floor, chosen = floor_of(request), {name: words(values, name, most=80) for name in CHOSEN if name in values}
    try:
        command = command_of(request, values) or None
        proof = await proof_for(request, who.badge, values) if act in board_acts.SIGNED else None
        with named():
            await handler(board_acts.Asked(floor, who, house, values, command, proof))
    except BadRequest:
        raise
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _board(request, who, house, chosen, refused, act)
    kept = {name: value for name, value in chosen.items() if value and name in ("table", "game")}
    return go(f"/room/{house}/board{'?' + urlencode(kept) if kept else ''}")


# ---- the screen in the room


@pages.get("/room/{house}/screen")
async def screen_page(request: Request, house: str) -> HTMLResponse:
    view = await screen_view(floor_of(request), room_of(floor_of(request), house))
    return show(request, "screen.html", v=view, default_theme="dark")


@pages.websocket("/room/{house}/screen/live")
async def screen_live(socket: WebSocket, house: str) -> None:
    floor = floor_of(socket)

    async def fragments(who: Person | None) -> tuple[int, dict[str, str]]:
        view = await screen_view(floor, room_of(floor_of(socket), house))
        return 0, {"s-room": render.macro(PARTS, "screen", view)}

    await sockets.follow(socket, floor, (f"room:{house}",), fragments, pace_s=1.0)
