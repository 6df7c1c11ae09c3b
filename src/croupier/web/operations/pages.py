"""Readiness and metrics. Whoever keeps the machine reads them: from the machine itself, or with a token."""

import asyncio
import hmac
import os
from ipaddress import ip_address

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import Forbidden
from croupier.web.kit.context import Floor, floor_of
from croupier.web.kit.guard import address_of, token_of
from croupier.web.kit.page_routes import Pages
from croupier.web.operations import metrics

pages = Pages()
PROVED_US = 10 * MINUTE_US
TOKEN = "CROUPIER_METRICS_TOKEN"
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@pages.get("/readyz")
async def ready(request: Request) -> JSONResponse:
    """Whether this server can do its work: 503 where it can't. A stranger is told what holds, and no more."""
    looked = await floor_of(request).readiness.look()
    keeper = _keeper(request)
    checks = {
        check.name: {"state": check.state, "says": check.says} if keeper else {"state": check.state}
        for check in looked.checks
    }
    whole = {"state": "ready" if looked.ready else "not ready", "checks": checks}
    return JSONResponse(whole, 200 if looked.ready else 503)


@pages.get("/metrics")
async def figures(request: Request) -> Response:
    if not _keeper(request):
        raise Forbidden("Metrics are read from this machine, or with a token.", f"{TOKEN} names it at the server.")
    floor = floor_of(request)
    looked = await floor.readiness.look()
    await _proved(floor)
    text = await asyncio.to_thread(metrics.text_of, floor, request.app.state.counts, looked)
    return Response(text, media_type=metrics.TYPE)


async def _proved(floor: Floor) -> None:
    """A proof that nobody has asked for in a while goes on behind the tables; its figures come with a later answer."""
    proofs = floor.house.proofs
    if floor.house.sources.now_us() - proofs.last.at_us > PROVED_US:
        await proofs.latest(patience_s=0)


def _keeper(request: Request) -> bool:
    """On this machine and not by way of a proxy, which would make everybody's address its own; or with the token."""
    wanted = os.environ.get(TOKEN, "")
    given, by = token_of(request)
    if wanted and by == "token" and hmac.compare_digest(given.encode(), wanted.encode()):
        return True
    return _here(address_of(request)) and not any(name in request.headers for name in FORWARDED)


def _here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
