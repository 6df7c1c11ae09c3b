"""The application: pages, sockets and the API over one house."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from croupier import __version__
from croupier.demo.table_programs import TablePrograms
from croupier.house.alarms import Alarms
from croupier.house.house import House
from croupier.house.people.factors import CodeNeeded
from croupier.house.poker_room.room import BOT
from croupier.house.record.database.storage import DatabaseFailed
from croupier.house.record.errors import Busy, Forbidden, NotFound, NotWritten, Stale
from croupier.house.record.faults import OutOfOrder
from croupier.rounds import refusal
from croupier.rulebook import NotFound as NoRulebook
from croupier.web import routes
from croupier.web.kit import assets, guard
from croupier.web.kit.api_document import Contract
from croupier.web.kit.context import BadRequest, Floor, MustChange, SignIn, go, show
from croupier.web.kit.line.caller_limits import USUAL, Limits
from croupier.web.kit.line.fast_routes import Crossing
from croupier.web.lobby.pages import safe_next
from croupier.web.operations.counting import Counting, Counts

LOG = logging.getLogger("croupier")


def create_app(
    house: House,
    *,
    secure: bool = False,
    demo: bool = True,
    demo_password: str = "",
    stop_house: bool = False,
    limits: Limits = USUAL,
    programs: bool = False,
    key: Path | None = None,
) -> FastAPI:
    """The web application of a house. `secure`: it is served over https, so cookies say so. `programs`: those of a
    demonstration play at its house tables. `key`: the house's own, which signs the periods and papers that it hands
    out."""
    floor = Floor(house, secure=secure, demo=demo, limits=limits)
    floor.demo_password, floor.key, floor.periods.key = demo_password, key, key

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        running = [
            asyncio.create_task(floor.room_clock.run(), name="poker room"),
            asyncio.create_task(floor.moves.run(), name="poker lists"),
            asyncio.create_task(floor.event_clock.run(), name="clock of tournament tables"),
            asyncio.create_task(floor.taking_up.run(), name="tables that take up new rules"),
            asyncio.create_task(Alarms(house).run(), name="alarms"),
            asyncio.create_task(floor.results.run(), name="sums of closed tables"),
        ]
        if demo:
            running.append(asyncio.create_task(floor.presence.watch(), name="presence"))
            running.append(asyncio.create_task(floor.programs.run(), name="programs at poker"))
            running.append(asyncio.create_task(floor.event_programs.run(), name="programs in tournaments"))
        if programs:
            floor.presence.stays = BOT
            running.append(asyncio.create_task(TablePrograms(house).run(), name="programs at tables"))
        yield
        for task in running:
            task.cancel()
        floor.odds.close()
        floor.heavy.close()
        if stop_house:
            await house.stop()

    app = FastAPI(
        title="Croupier",
        telemetry={"tracing": False, "metrics": False, "logs": False},  # the house keeps its own figures (operations)
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,  # see croupier.web.kit.api_document
        docs_url=None,
        redoc_url=None,
        description="Everything the pages do, for programs: tables, acts, slips, audit, rulebooks.",
    )
    app.state.floor = floor
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(Crossing, site=app)
    app.add_middleware(guard.Guard, secure=secure, zone=floor.zone)
    app.state.counts = Counts()
    app.add_middleware(Counting, counts=app.state.counts)
    hosts = os.environ.get("CROUPIER_HOSTS", "").split()
    if hosts:  # the names under which the house is reached; a request for another name is not ours
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)
    _routes(app)
    _refusals(app)
    return app


def _routes(app: FastAPI) -> None:
    for router in (*routes.API, *routes.PAGES):  # programs ask far more often than people: theirs first
        app.router.routes.extend(router.routes)  # whole as they are: including a router would build each one again

    written = app.state.contract = Contract(app)

    @app.get("/api/v1/openapi.json", include_in_schema=False)
    async def contract(request: Request) -> Response:
        return await written.answer(request)

    @app.get("/assets/{name}", include_in_schema=False)
    async def asset(request: Request, name: str) -> Response:
        return assets.answer(request, name)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon(request: Request) -> Response:
        """Asked for by browsers that look for a mark without reading a page; the emblem is the house's only one."""
        return assets.answer(request, "emblem.svg")

    @app.get("/healthz", include_in_schema=False)
    async def health() -> dict[str, object]:
        """Whether the house is open, and what of it is not: one thing out of order does not close the others."""
        broken = await app.state.floor.out_of_order.inspect()
        named = [f"{fault.kind} {fault.subject}" for fault in broken]
        return {"state": "open", "out_of_order": named} if named else {"state": "open"}


# ---- refusals, in words


def wants_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "")
    return request.url.path.startswith("/api/") or kind.startswith("application/json") or "x-csrf" in request.headers


def came_from(request: Request) -> str:
    """The page of ours that somebody acts from."""
    back = request.headers.get("referer", "/")
    return safe_next("/" + back.split("/", 3)[3] if back.count("/") >= 3 else "/")


def status_of(error: Exception) -> int:
    if isinstance(error, guard.TooOften):
        return 429
    if isinstance(error, CodeNeeded):
        return 403
    if isinstance(error, NotWritten | Busy):
        return 503
    if isinstance(error, NotFound | NoRulebook):
        return 404
    if isinstance(error, Forbidden | refusal.NotAllowed):
        return 403
    if isinstance(error, Stale | refusal.Stale):
        return 409
    return 422


async def noted(request: Request, error: refusal.Refused) -> None:
    """What somebody may not do goes into the log, once, whoever said no."""
    who = getattr(request.state, "who", None)
    if who is not None and not getattr(error, "logged", False):
        log = request.app.state.floor.house.people.log_refusal
        await asyncio.to_thread(log, who.badge, request.method, request.url.path[:200], error)


def turned_away(request: Request, status: int, **said: str) -> Response:
    """A page that says why not, with a way back."""
    back = came_from(request)
    return show(request, "refused.html", status, kind="warn", back=back, default_theme="dark", **said)


def _refusals(app: FastAPI) -> None:
    def answer(request: Request, status: int, says: str, clause: str = "", **more: Any) -> Response:
        says = says.encode("utf-8", "replace").decode()  # it may repeat what came, which may be no text
        if wants_json(request):
            return JSONResponse({"error": says, "clause": clause} | more, status)
        title = {403: "Not allowed", 404: "Not here", 409: "The table moved on", 429: "Too many requests"}.get(
            status, "Not possible"
        )
        return turned_away(request, status, title=title, says=says, clause=clause)

    @app.exception_handler(refusal.Refused)
    async def refused(request: Request, error: refusal.Refused) -> Response:
        status = status_of(error)
        if status == 403:
            await noted(request, error)
        more = {"kind": error.kind, "facts": dict(getattr(error, "facts", {}))} if error.kind else {}
        return answer(request, status, error.says, error.clause, **more)

    @app.exception_handler(OutOfOrder)
    async def out_of_order(request: Request, error: OutOfOrder) -> Response:
        fault, who = error.fault, getattr(request.state, "who", None)
        if who is None or not who.may("table.watch"):
            return answer(request, 409, error.says)
        says = f"{fault.subject} is out of order: {fault.why}. A supervisor and a manager close it."
        if wants_json(request):
            return answer(request, 409, says)
        where = f"/out-of-order/{fault.kind}/{fault.subject}"
        return turned_away(request, 409, title="Out of order", says=says, clause="", see=where)

    @app.exception_handler(DatabaseFailed)
    async def away(request: Request, error: DatabaseFailed) -> Response:
        LOG.error("the database failed", exc_info=error)
        return answer(request, 503, "The record can't be reached now. Nothing was changed; try again.")

    @app.exception_handler(NoRulebook)
    async def no_rulebook(request: Request, error: NoRulebook) -> Response:
        return answer(request, 404, str(error))

    @app.exception_handler(BadRequest)
    async def bad(request: Request, error: BadRequest) -> Response:
        return answer(request, 400, str(error))

    @app.exception_handler(SignIn)
    async def sign_in(request: Request, error: SignIn) -> Response:
        again = error.again or bool(guard.held(request, guard.SESSION))
        if wants_json(request):
            says = "You are signed out. Nothing was changed; sign in again." if again else "Sign in first."
            return JSONResponse({"error": says}, 401)
        path = error.path if request.method == "GET" or error.path != request.url.path else came_from(request)
        return go(f"/sign-in?next={quote(path)}{'&again=1' if again else ''}")

    @app.exception_handler(MustChange)
    async def must_change(request: Request, error: MustChange) -> Response:
        if wants_json(request):
            return JSONResponse({"error": error.says}, 403)
        return go("/account")

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {}
        if not wants_json(request):
            place = first.get("loc", ("",))
            if place[0] == "path":
                return answer(request, 404, "There is no such page.")
            named = str(place[-1]).strip("_")
            return answer(request, 422, f"The address asks for something that can't be read: {named}.")
        where = ".".join(str(part) for part in first.get("loc", ()))
        return answer(request, 422, f"{where}: {first.get('msg', 'not as expected')}")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        says = "There is no such page." if error.status_code == 404 else str(error.detail)
        return answer(request, error.status_code, says)
