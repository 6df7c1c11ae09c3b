"""Who is asking, whether the request is his own, how often, and what the browser may do with the answer."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.house.house import House
from croupier.house.people.persons import Person, Session
from croupier.house.people.wrong_passwords import network
from croupier.house.property_of import place_of
from croupier.house.record.errors import Forbidden
from croupier.web.kit.words import ZONE

Refusing = Callable[[Send, int, str], Awaitable[None]]
SESSION = "croupier"
VISIT = "visit"
KNOWN = "known"  # for whose badges this browser has signed in: see croupier.house.people.wrong_passwords
KNOWN_S = 90 * 86_400
BODY_BYTES_MAX = 64 * 1024
SALT_CHARS = 16
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
EVERY = tuple((name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": "no-store"}.items())
OVER_TLS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class TooOften(Forbidden):
    """More requests than anybody needs."""


class SignIn(Exception):
    """Somebody must sign in first; `again`: his page is one of a session that has ended."""

    def __init__(self, path: str, again: bool = False) -> None:
        self.path, self.again = path, again


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
    return held(connection, SESSION), "cookie"


def held(connection: HTTPConnection, name: str) -> str:
    """A cookie of ours. Over https only the one that this very host has set counts, not one of a neighbour."""
    return connection.cookies.get(cookie_name(name, connection.app.state.floor.secure), "")


def cookie_name(name: str, secure: bool) -> str:
    return f"__Host-{name}" if secure and name in (SESSION, VISIT, KNOWN) else name


async def session_of(connection: HTTPConnection, house: House, *, used: bool = True) -> Session | None:
    """The session, if it is good at this moment; nothing is remembered between requests.

    `used`: a person did something, so the session is not idle. A page that merely stays open did nothing.
    """
    token, _ = token_of(connection)
    return await house.door.session(token, used) if token else None


async def person_of(connection: HTTPConnection, house: House) -> Person | None:
    session = await session_of(connection, house)
    return await _as_there(connection, house, session.person) if session else None


async def _as_there(connection: HTTPConnection, house: House, who: Person) -> Person:
    """Somebody as he stands at the property that the request is about. Who has his roles everywhere is the same
    anywhere; who has not may still read what is about no property in particular."""
    if not who.bound:
        return who

    def find() -> str:
        with house.storage.reading() as conn:
            return place_of(conn, connection.url.path, {**connection.query_params, **connection.path_params})

    place = await asyncio.to_thread(find)
    return who.at(place) if place else who


async def listener_of(socket: HTTPConnection, house: House) -> Person | None:
    """Who listens at a socket; nobody while a one-time password or a missing second factor stands in the way."""
    session = await session_of(socket, house, used=False)
    if session is None or session.person.unfinished:
        return None
    return await _as_there(socket, house, session.person)


# ---- forged requests


def csrf_of(connection: HTTPConnection, salt: str = "") -> str:
    """A token that only pages of this session know: it follows from a cookie that no script can read.

    Salted anew for every page, so that lengths of compressed pages tell nothing about it; one page and its socket
    keep theirs, so that what has not changed is not drawn and sent again.
    """
    if not salt and (kept := getattr(connection.state, "csrf", "")):
        return str(kept)
    key = held(connection, SESSION) or held(connection, VISIT) or getattr(connection.state, "visit", "")
    if not key:
        return ""
    used = salt or secrets.token_hex(SALT_CHARS // 2)
    token = used + hashlib.sha256(f"csrf:{used}:{key}".encode()).hexdigest()[:40]
    if not salt:
        connection.state.csrf = token
    return token


async def check_forgery(request: Request) -> None:
    """Refuse a changing request that did not come from one of our own pages (programs use a token instead)."""
    if token_of(request)[1] == "token" or await from_our_page(request):
        return
    if not _for_anybody(request) and await session_of(request, request.app.state.floor.house) is None:
        raise SignIn(request.url.path, again=True)
    raise Forbidden("This page is out of date.", "Load it again; nothing was changed.")


async def from_our_page(request: Request) -> bool:
    """Whether a request has the token of a page made for this browser; refused where another site sent it."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none"):
        raise Forbidden("This request came from another site.", "Open the page here and try again.")
    given = request.headers.get("x-csrf", "")
    if not given and "form" in request.headers.get("content-type", ""):
        given = str((await request.form()).get("csrf", ""))
    expected = csrf_of(request, given[:SALT_CHARS].ljust(SALT_CHARS, "0"))
    return bool(expected) and hmac.compare_digest(given.encode(), expected.encode())


def _for_anybody(request: Request) -> bool:
    """Whether the act is one of those that nobody signs in for."""
    path = request.url.path
    return path in ("/sign-in", "/sign-out", "/demo") or path.endswith(("/sit", "/enter"))


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


def caller_of(connection: HTTPConnection) -> str:
    """Under what the requests of an address are counted."""
    return network(address_of(connection))


# ---- every answer


class Guard:
    """Headers on every answer, a limit on every body, a visit cookie for who has no session, the house's clock."""

    def __init__(self, app: ASGIApp, secure: bool = False, zone: Callable[[], str] = str) -> None:
        self.app, self.secure, self.zone = app, secure, zone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ZONE.set(_Zone(self.zone))
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # answered as GET; the server leaves the body out
            scope = {**scope, "method": "GET"}
        headers = Headers(scope=scope)
        visit = ""
        cookies = headers.get("cookie", "")
        if f"{VISIT}=" not in cookies and f"{SESSION}=" not in cookies:
            visit = secrets.token_urlsafe(18)
            scope.setdefault("state", {})["visit"] = visit
        dressed = self._dressed(send, visit)
        length = headers.get("content-length", "0")
        refused = _page if _wants_page(headers, scope) else _plainly
        if not length.isdecimal() or len(length) > 12 or int(length) > BODY_BYTES_MAX:
            await refused(dressed, 413, "The request is too large.")
        elif "\0" in scope["path"] or b"%00" in scope["query_string"]:
            said = "An address holds no such character."  # and no database keeps it
            await refused(dressed, 400, said)
        else:
            await self._answered(scope, receive, dressed, refused)

    async def _answered(self, scope: Scope, receive: Receive, dressed: "Dressed", refused: Refusing) -> None:
        """A fault of ours is answered like everything else: dressed, and without a word of what went wrong."""
        try:
            await self.app(scope, _limited(receive), dressed)
        except ClientDisconnect:  # half of a request, and nobody there to be answered
            return
        except Exception:
            if not dressed.started:
                await refused(dressed, 500, "Something went wrong here. It is on record; try again.")
            raise

    def _dressed(self, send: Send, visit: str) -> "Dressed":
        return Dressed(send, self.secure, visit)


class _Zone:
    """The house's clock, asked for once, where a time is shown or read: most requests never do."""

    __slots__ = ("_ask", "_found")

    def __init__(self, ask: Callable[[], str]) -> None:
        self._ask = ask
        self._found: str | None = None

    def __call__(self) -> str:
        if self._found is None:
            self._found = self._ask()
        return self._found


class Dressed:
    """Sends an answer with the headers that every answer has."""

    def __init__(self, send: Send, secure: bool, visit: str) -> None:
        self._send, self._secure, self._visit = send, secure, visit
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = message["headers"]
            given = dict(headers)
            headers += [one for one in EVERY if one[0] not in given]
            if self._secure and OVER_TLS[0] not in given:
                headers.append(OVER_TLS)
            if self._visit and given.get(b"content-type", b"").startswith(b"text/html"):
                headers.append((b"set-cookie", cookie(VISIT, self._visit, self._secure, 86400).encode("latin-1")))
        await self._send(message)


def cookie(name: str, value: str, secure: bool, age_s: int) -> str:
    safe = "; Secure" if secure else ""
    return f"{cookie_name(name, secure)}={value}; Path=/; Max-Age={age_s}; HttpOnly; SameSite=Lax{safe}"


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


async def _plainly(send: Send, status: int, says: str) -> None:
    """An answer without the application: its body may not have been read, so the connection ends."""
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode({"error": says, "clause": ""})})


def _wants_page(headers: Headers, scope: Scope) -> bool:
    return "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/")


async def _page(send: Send, status: int, says: str) -> None:
    """The same for a person: a page with the way back."""
    page = (
        '<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8"><title>Not possible · Croupier'
        '</title><meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/assets/croupier.css"></head><body><main class="plain narrow">'
        f'<h1>Not possible</h1><p>{says}</p><p><a class="button main" href="/">Lobby</a></p></main></body></html>'
    )
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"text/html; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": page.encode()})


def as_json(value: Any) -> bytes:
    return msgspec.json.encode(value)
