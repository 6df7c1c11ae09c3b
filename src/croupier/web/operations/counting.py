"""What passes through the application, counted: requests by method and answer, how long they took, sockets."""

import logging
import time
from bisect import bisect_left
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("croupier")
BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
LOOKS = frozenset(("GET", "HEAD", "OPTIONS"))
BROKEN_OFF = 499  # whoever asked has gone before he was answered


class Counts:
    """Since this server started."""

    def __init__(self) -> None:
        self.started_s = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.within = [0] * (len(BOUNDS_S) + 1)  # the last: longer than every bound
        self.seconds = 0.0
        self.sockets = 0

    def answered(self, method: str, status: int, seconds: float) -> None:
        self.requests[method if method in METHODS else "other", status] += 1
        self.within[bisect_left(BOUNDS_S, seconds)] += 1
        self.seconds += seconds

    def refusals(self) -> Counter[int]:
        """What was not done, by the status that said so."""
        refused: Counter[int] = Counter()
        for (_, status), count in self.requests.items():
            if status >= 400:
                refused[status] += count
        return refused


class Counting:
    """Counts every request that reaches the application, whatever becomes of it."""

    def __init__(self, app: ASGIApp, counts: Counts) -> None:
        self.app, self.counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            self.counts.sockets += scope["type"] == "websocket"
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), BROKEN_OFF

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            seconds = time.perf_counter() - began
            self.counts.answered(scope["method"], status, seconds)
            if scope["method"] not in LOOKS and LOG.isEnabledFor(logging.INFO):
                _tell(scope["method"], scope["path"], status, seconds)


def _tell(method: str, path: str, status: int, seconds: float) -> None:
    """A line for something that was asked for; who only looks leaves none."""
    about = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
    LOG.info("%s %s: %d", method, path, status, extra=about)
