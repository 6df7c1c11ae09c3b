"""The studio without a house: one rulebook file on one's own machine, in the same editor, for whoever has the address.

The key in the address stands for a sign-in. Nothing is kept between requests: the file is what it is on disk.
"""

import asyncio
import hmac
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from croupier.drafting.on_disk import FileStanding, OwnFile
from croupier.house.record.errors import Forbidden, NotFound, Stale
from croupier.rounds import refusal
from croupier.web.kit import assets, guard, render
from croupier.web.kit.context import BadRequest, body, go, words
from croupier.web.studio import editor

LOOPBACK = ["127.0.0.1", "localhost"]
WAS = "When opened"


class FileDesk:
    """One file and the key to it; `opened` is its text when the studio was started."""

    secure = False  # nothing but loopback: no https, and cookies do not ask for it

    def __init__(self, file: OwnFile, key: str) -> None:
        self.file, self.key = file, key
        self.opened = file.read().text

    def check_key(self, given: str) -> None:
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            raise NotFound("There is no such page.", "Open the address that croupier studio has printed.")

    @property
    def here(self) -> str:
        return f"/{self.key}"


def create_file_app(file: OwnFile, key: str) -> FastAPI:
    """The editor of one file."""
    app = FastAPI(title="Croupier studio", openapi_url=None, docs_url=None, redoc_url=None)
    app.state.floor = FileDesk(file, key)
    app.add_middleware(guard.Guard, secure=False)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=LOOPBACK, www_redirect=False)
    app.add_api_route("/assets/{name}", _asset, methods=["GET"])
    app.add_api_route("/{key}", page, methods=["GET"], response_model=None)
    app.add_api_route("/{key}/text", text, methods=["GET"], response_model=None)
    app.add_api_route("/{key}/edit", edit, methods=["POST"], response_model=None)
    app.add_api_route("/{key}/check", check, methods=["POST"], response_model=None)
    app.add_exception_handler(refusal.Refused, _refused)
    app.add_exception_handler(BadRequest, _refused)
    app.add_exception_handler(HTTPException, _refused)
    return app


async def _asset(request: Request, name: str) -> Response:
    return assets.answer(request, name)


def _desk(request: Request, key: str) -> FileDesk:
    desk: FileDesk = request.app.state.floor
    desk.check_key(key)
    return desk


async def _changing(request: Request, key: str) -> FileDesk:
    desk = _desk(request, key)
    if not await guard.from_our_page(request):
        raise Forbidden("This page is out of date.", "Load it again; nothing was changed.")
    return desk


# ---- pages


async def page(request: Request, key: str, at: str = "", new: str = "") -> HTMLResponse:
    return await _page(request, _desk(request, key), at, new)


async def _page(
    request: Request,
    desk: FileDesk,
    at: str,
    new: str = "",
    wrong: refusal.Refused | None = None,
    beside: str = "",
    unread: dict[str, str] | None = None,
) -> HTMLResponse:
    """The editor. What was refused stands beside the form that asked for it, and what was typed stays typed."""

    def compose() -> tuple[FileStanding, editor.Editor]:
        now = desk.file.read()
        return now, editor.compose(now.text, desk.file.path.name, desk.opened, at, new, WAS)

    now, made = await asyncio.to_thread(compose)
    status = _status(wrong) if wrong else 422 if unread else 200
    return _show(
        request,
        "studio_file.html",
        status,
        here=desk.here,
        file=desk.file.path,
        seen=now.digest,
        ed=made,
        wrong=wrong,
        beside=beside,
        unread=unread or {},
        given=await body(request) if wrong or unread else {},
        rows_new=editor.ROWS_NEW,
    )


async def text(request: Request, key: str) -> PlainTextResponse:
    """The file as it stands on disk."""
    return PlainTextResponse((await asyncio.to_thread(_desk(request, key).file.read)).text)


async def edit(request: Request, key: str) -> Response:
    """Save an entry's form, add an entry or take one out: written to the file at once."""
    desk = await _changing(request, key)
    values = await body(request)
    act, at, seen = words(values, "act", "save"), words(values, "at"), words(values, "seen")
    new = words(values, "section") if act == "add" else ""
    try:
        now = await asyncio.to_thread(desk.file.as_seen, seen)
        edits, unread = editor.asked(act, at, new, now.text, values)
        if unread:
            return await _page(request, desk, at, beside="save", unread=unread)
        await asyncio.to_thread(desk.file.edit, seen, edits)
    except refusal.Refused as refused:
        return await _page(request, desk, at, new, refused, act)
    there = edits[0].address if act == "add" and "." in edits[0].address else "" if act == "remove" else at
    return go(f"{desk.here}?at={there}" if there else desk.here)


async def check(request: Request, key: str) -> JSONResponse:
    """What would be wrong if the form were saved as it is being typed; nothing is."""
    desk = await _changing(request, key)
    values = await body(request)
    at = words(values, "at")

    def look() -> dict[str, Any]:
        return editor.checked(desk.file.read().text, desk.file.path.name, at, values)

    return JSONResponse(await asyncio.to_thread(look))


# ---- answers


def _show(request: Request, template: str, status: int, **values: Any) -> HTMLResponse:
    look, csrf = guard.look_of(request), guard.csrf_of(request)
    return HTMLResponse(render.page(template, look=look, csrf=csrf, default_theme="light", **values), status)


def _status(error: Exception) -> int:
    if isinstance(error, HTTPException):
        return error.status_code
    known = {NotFound: 404, Forbidden: 403, Stale: 409, BadRequest: 400}
    return next((status for kind, status in known.items() if isinstance(error, kind)), 422)


async def _refused(request: Request, error: Exception) -> Response:
    status, says = _status(error), str(error.detail if isinstance(error, HTTPException) else error)
    if "x-csrf" in request.headers:
        return JSONResponse({"error": says}, status)
    title = "Not here" if status == 404 else "Not possible"
    shown = {"title": title, "says": says, "clause": "", "kind": "warn", "back": request.url.path, "lobby": False}
    return _show(request, "refused.html", status, **shown)
