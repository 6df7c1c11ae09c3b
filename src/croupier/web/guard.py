"""Who is asking, whether the request is his own, how often, and what the browser may do with the answer."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.floor.errors import Forbidden
from croupier.floor.house import House
from croupier.floor.people import Person, Session

SESSION = "croupier"
VISIT = "visit"
BODY_BYTES_MAX = 64 * 1024
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class TooOften(Forbidden):
    """More requests than anybody needs."""


class Look(msgspec.Struct, frozen=True):
    """How this browser wants its pages."""

    theme: str = ""
    suits: str = "two"


def look_of(connection: HTTPConnection) -> Look:
    theme = connection.cookies.get("theme", "")
    suits = connection.cookies.get("suits", "")
    return Look(theme if theme in ("dark", "light", "system") else "", suits if suits in ("two", "four") else "two")


def token_of(connection: HTTPConnection) -> tuple[str, str]:
    """The session's token and where it came from: a cookie, or a header of a program."""
    given = connection.headers.get("authorization", "")
    if given.lower().startswith("bearer "):
        return given[7:].strip(), "token"
    return connection.cookies.get(SESSION, ""), "cookie"


async def session_of(connection: HTTPConnection, house: House) -> Session | None:
    """The session, if it is good at this moment; nothing is remembered between requests."""
    token, _ = token_of(connection)
    if not token:
        return None
    try:
        return await asyncio.to_thread(house.people.who, token)
    except Forbidden:
        return None


async def person_of(connection: HTTPConnection, house: House) -> Person | None:
    session = await session_of(connection, house)
    return session.person if session else None


# ---- forged requests


def csrf_of(connection: HTTPConnection) -> str:
    """A token that only pages of this session know: it follows from a cookie that no script can read."""
    key = connection.cookies.get(SESSION) or connection.cookies.get(VISIT) or getattr(connection.state, "visit", "")
    return hashlib.sha256(f"csrf:{key}".encode()).hexdigest()[:40] if key else ""


async def check_forgery(request: Request) -> None:
    """Refuse a changing request that did not come from one of our own pages (programs use a token instead)."""
    if token_of(request)[1] == "token":
        return
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none"):
        raise Forbidden("This request came from another site.", "Open the page here and try again.")
    given = request.headers.get("x-csrf", "")
    if not given and "form" in request.headers.get("content-type", ""):
        given = str((await request.form()).get("csrf", ""))
    expected = csrf_of(request)
    if not expected or not hmac.compare_digest(given.encode(), expected.encode()):
        raise Forbidden("This page is out of date.", "Load it again; nothing was changed.")


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a socket was opened by a page of ours; programs without an origin use a token."""
    origin = connection.headers.get("origin", "")
    host = connection.headers.get("host", "")
    return not origin or origin.split("://", 1)[-1] == host


# ---- how often


class Pace:
    """At most so many requests of a kind in a window, for each caller."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._seen: dict[str, tuple[float, int]] = {}

    def check(self, caller: str) -> None:
        now = time.monotonic()
        start, count = self._seen.get(caller, (now, 0))
        if now - start > self.seconds:
            start, count = now, 0
        if count >= self.most:
            raise TooOften("Too many requests.", f"Wait {int(self.seconds - (now - start)) + 1} s.")
        if len(self._seen) > 20_000:
            self._seen = {k: v for k, v in self._seen.items() if now - v[0] <= self.seconds}
        self._seen[caller] = (start, count + 1)


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


# ---- every answer


class Guard:
    """Headers on every answer, a limit on every body, a visit cookie for who has no session."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app, self.secure = app, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > BODY_BYTES_MAX:
            await _too_large(send)
            return
        visit = ""
        cookies = headers.get("cookie", "")
        if f"{VISIT}=" not in cookies and f"{SESSION}=" not in cookies:
            visit = secrets.token_urlsafe(18)
            scope.setdefault("state", {})["visit"] = visit
        await self.app(scope, _limited(receive), self._dressed(send, scope, visit))

    def _dressed(self, send: Send, scope: Scope, visit: str) -> Callable[[Message], Awaitable[None]]:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if self.secure:
                    headers.setdefault("strict-transport-security", "max-age=31536000; includeSubDomains")
                if visit and headers.get("content-type", "").startswith("text/html"):
                    headers.append("set-cookie", cookie(VISIT, visit, self.secure, 86400))
            await send(message)

        return dressed


def cookie(name: str, value: str, secure: bool, age_s: int) -> str:
    safe = "; Secure" if secure else ""
    return f"{name}={value}; Path=/; Max-Age={age_s}; HttpOnly; SameSite=Lax{safe}"


def _limited(receive: Receive) -> Receive:
    """A body without a stated length is cut off where the limit is."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > BODY_BYTES_MAX:
                raise Forbidden("The request is too large.", f"At most {BODY_BYTES_MAX:,} bytes.")
        return message

    return limited


async def _too_large(send: Send) -> None:
    body = b'{"error": "The request is too large."}'
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def as_json(value: Any) -> bytes:
    return msgspec.json.encode(value)
