"""What pages load: one stylesheet, script modules, htmx and the font. Nothing comes from another host.

htmx and the font stay in the wheels that carry them and are read from there; the font is cut down to the
letters that the pages use.
"""

import hashlib
from functools import cache
from importlib.resources import files

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from croupier.house.record.errors import NotFound
from croupier.odds.report.page_style import cut_font
from croupier.web.draw.emblem import emblem as draw

CSS = (
    "tokens", "base", "lobby", "station", "dealer", "pit", "cage", "audit", "book", "approvals", "tournament", "poker",
    "poker_dealer", "event", "director", "wall", "board", "studio", "results", "compare",
)  # fmt: skip
TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "woff": "font/woff",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
# Basic Latin, Latin-1, and the dashes, quotes and minus that we print.
LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201C,
    0x201D,
    0x2022,
    0x2026,
    0x2212,
    0x00D7,
    0x00B7,
    0x20AC,
)


class Asset(msgspec.Struct, frozen=True):
    body: bytes
    type: str
    tag: str


def _asset(body: bytes, kind: str) -> Asset:
    return Asset(body, TYPES[kind], hashlib.sha256(body).hexdigest()[:16])


@cache
def stylesheet() -> Asset:
    folder = files("croupier.web") / "static" / "css"
    return _asset("\n".join((folder / f"{name}.css").read_text() for name in CSS).encode(), "css")


@cache
def script(name: str) -> Asset:
    return _asset((files("croupier.web") / "static" / "js" / f"{name}.js").read_bytes(), "js")


def script_names() -> list[str]:
    folder = files("croupier.web") / "static" / "js"
    return sorted(entry.name.removesuffix(".js") for entry in folder.iterdir() if entry.name.endswith(".js"))


@cache
def htmx() -> Asset:
    wheel = files("django_htmx") / "static" / "django_htmx" / "htmx-2.min.js"
    return _asset(wheel.read_bytes(), "js")


@cache
def font() -> Asset:
    """Manrope cut down to the letters of the pages."""
    features = ["kern", "liga", "tnum", "calt", "mark", "mkmk", "ccmp", "locl"]
    return _asset(cut_font(LETTERS, features), "woff")


@cache
def emblem() -> Asset:
    """The mark in the browser's tab: a chip with our letter."""
    return _asset(draw(64, ink="#E4BC62", ground="#12161C").encode(), "svg")


def find(name: str) -> Asset | None:
    """The asset under its public name, or None."""
    if name == "croupier.css":
        return stylesheet()
    if name == "htmx.js":
        return htmx()
    if name == "manrope.woff":
        return font()
    if name == "emblem.svg":
        return emblem()
    stem, _, kind = name.rpartition(".")
    if kind == "js" and stem in script_names():
        return script(stem)
    return None


def answer(request: Request, name: str) -> Response:
    """An asset as it is sent: kept for ever by whoever asks for it with its digest."""
    found = find(name)
    if found is None:
        raise NotFound(f"There is no {name}.")
    headers = {"etag": f'"{found.tag}"', "cache-control": "public, max-age=300"}
    if request.url.query == found.tag or name.endswith(".woff"):
        headers["cache-control"] = "public, max-age=31536000, immutable"
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type=found.type, headers=headers)
