"""The one socket of a page: it sends the fragments that differ from what this page shows, and nothing else."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.house.people.persons import Person
from croupier.rounds import refusal
from croupier.rulebook import NotFound as NoRulebook
from croupier.web.kit import guard, render
from croupier.web.kit.context import Floor, floor_of
from croupier.web.kit.shared_pages import MOMENTARY, Extra, Fragments, Made, Shared, Stamped, Together

SIGNED_OUT = 4401
FORGED = 4403
GONE = 4404
TOO_MANY = 4429
CHECK_S = 20.0  # how often an idle socket looks whether its session is still good
AGAIN_S = 1.0  # and how often a busy one does
BEAT = '{"beat":1}'  # said by an idle socket each time it looks: a page that hears nothing for long has lost it

Seen = Callable[[Floor, Person], Awaitable[Any]]


async def follow(
    socket: WebSocket,
    floor: Floor,
    topics: tuple[str, ...],
    fragments: Fragments,
    *,
    pace_s: float = 0.0,
    extra: Extra | None = None,
    act: str = "",
    shown: int = 0,
) -> None:
    """Send what changed whenever one of the topics moves.

    `act` is what the person must be allowed; `shown` the entry that the page was served with, so that a page
    which is up to date is not sent again.
    """
    if not guard.same_origin(socket):
        await socket.close(FORGED)
        return
    who = await guard.listener_of(socket, floor.house)
    if act and (who is None or not who.may(act)):
        await socket.close(SIGNED_OUT)
        return
    try:
        with floor.places.taken(guard.caller_of(socket), who.badge if who else ""):
            await socket.accept()
            if who is None:
                csrf = guard.csrf_of(socket)
                with floor.together.page(_page(socket), fragments, extra, csrf) as shared:
                    page = Page(None, fragments, extra, act, shared, csrf)
                    await _follow(socket, floor, topics, page, pace_s, shown)
            else:
                await _follow(socket, floor, topics, Page(who, fragments, extra, act), pace_s, shown)
    except guard.TooOften as many:
        await refuse(socket, many)


class Page:
    """One open page: who reads it, what makes it, what it shows already."""

    def __init__(
        self,
        who: Person | None,
        fragments: Fragments,
        extra: Extra | None,
        act: str,
        shared: Shared | None = None,
        csrf: str = "",
    ) -> None:
        self.who, self.act, self.shared = who, act, shared
        self._fragments, self._extra, self._csrf = fragments, extra, csrf
        self.sent: dict[str, str | Stamped] = {}

    async def made(self, first: bool) -> tuple[int, Made, dict[str, Any]]:
        """As its reader sees it now: the entry, its fragments, what else it is told."""
        if self.shared is None:
            entry, made = await self._fragments(self.who)
            return entry, made, self._extra() if self._extra is not None else {}
        alike = await self.shared.made()
        told = {key: value for key, value in alike.extra.items() if not first or key not in MOMENTARY}
        return alike.entry, alike.for_page(self._csrf), told


def _page(socket: WebSocket) -> str:
    """What decides how a page looks to a visitor: its address, without what it has seen already."""
    asked = sorted((k, v) for k, v in socket.query_params.multi_items() if k not in ("entry", "again"))
    return f"{socket.url.path}?{asked}"


def ended(journal: str, now: str) -> dict[str, Any]:
    """What a page is told whose journal has ended, as limits or rules changed: its entries are not the new one's."""
    return {"reload": True} if journal and journal != now else {}


async def refuse(socket: WebSocket, error: guard.TooOften) -> None:
    """Say why there is no socket, where the server can say it before there is one."""
    with contextlib.suppress(RuntimeError):
        if "websocket.http.response" in socket.scope.get("extensions", {}):
            await socket.send_denial_response(JSONResponse({"error": error.says, "clause": ""}, 429))
        else:
            await socket.close(TOO_MANY)


async def _follow(
    socket: WebSocket, floor: Floor, topics: tuple[str, ...], page: Page, pace_s: float, shown: int
) -> None:
    reader = asyncio.create_task(drain(socket))
    render.LOOK.set(floor.look())
    try:
        with floor.house.hub.bell(*topics) as bell:
            reader.add_done_callback(lambda _: bell.ring())
            checked = time.monotonic()
            await _send(socket, page, floor.together, shown)
            while True:
                moved = await bell.rings(CHECK_S)
                if reader.done():
                    return
                # A session that has ended sees nothing more, whatever it was allowed before.
                if page.who is not None and time.monotonic() - checked >= AGAIN_S:
                    checked = time.monotonic()
                    page.who = await guard.listener_of(socket, floor.house)
                    if page.who is None or (page.act and not page.who.may(page.act)):
                        await socket.close(SIGNED_OUT)
                        return
                if moved:
                    await _send(socket, page, floor.together)
                    if pace_s:
                        await asyncio.sleep(pace_s)
                elif not reader.done():
                    await socket.send_text(BEAT)
    except (WebSocketDisconnect, RuntimeError):
        pass
    except refusal.Refused:
        with contextlib.suppress(RuntimeError):
            await socket.close(GONE)
    finally:
        reader.cancel()


async def tell(socket: WebSocket, topic: str, seen: Seen) -> None:
    """Send a program what it may see whenever the topic moves; its session is looked at each time."""
    floor = floor_of(socket)
    who = await guard.listener_of(socket, floor.house)
    if who is None or not guard.same_origin(socket):
        await socket.close(SIGNED_OUT)
        return
    try:
        with floor.places.taken(guard.caller_of(socket), who.badge):
            await socket.accept()
            await _tell(socket, floor, who, topic, seen)
    except guard.TooOften as many:
        await refuse(socket, many)


async def _tell(socket: WebSocket, floor: Floor, listener: Person, topic: str, seen: Seen) -> None:
    reader, who = asyncio.create_task(drain(socket)), listener
    try:
        with floor.house.hub.listen(topic) as queue:
            while True:
                await socket.send_text(msgspec.json.encode(await seen(floor, who)).decode())
                news = asyncio.create_task(queue.get())
                await asyncio.wait({news, reader}, return_when=asyncio.FIRST_COMPLETED)
                if reader.done():  # the caller has gone: nothing is kept for him
                    news.cancel()
                    return
                while not queue.empty():
                    queue.get_nowait()
                still = await guard.listener_of(socket, floor.house)
                if still is None:
                    await socket.close(SIGNED_OUT)
                    return
                who = still
    except (WebSocketDisconnect, RuntimeError):
        return
    except (refusal.Refused, NoRulebook):
        with contextlib.suppress(RuntimeError):
            await socket.close(GONE)
    finally:
        reader.cancel()


async def drain(socket: WebSocket) -> None:
    """Pages say nothing on the socket; what comes is read so that a closing is noticed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return


async def _send(socket: WebSocket, page: Page, together: Together, shown: int = -1) -> None:
    entry, made, told = await page.made(shown >= 0)
    if page.shared is not None:
        await together.turn()
    sent = page.sent
    changed: dict[str, str] = {}
    for name, html in made.items():
        plain = _plain(html) if isinstance(html, str) else html
        if sent.get(name) != plain:
            sent[name], changed[name] = plain, html if isinstance(html, str) else html.at(entry)
    message: dict[str, Any] = {"entry": entry, "fragments": changed, **told}
    if shown >= 0 and shown == entry and entry:
        message["fragments"] = {}
    elif shown > 0 and socket.query_params.get("again"):
        gone = entry - shown
        message["meanwhile"] = f"Back again. {gone} {'entry was' if gone == 1 else 'entries were'} recorded meanwhile."
    if message["fragments"] or len(message) > 2 or shown >= 0:
        await socket.send_text(msgspec.json.encode(message).decode())


def _plain(html: str) -> str:
    """A fragment without the entry it shows: the same picture is not sent again because the journal grew."""
    head, mark, rest = html.partition('data-entry="')
    return head + rest.partition('"')[2] if mark else html
