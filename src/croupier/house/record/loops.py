"""What the house does again and again by itself: it goes on, whatever fails.

A database that is away comes back, and a table that moved on is looked at again: neither is worth a word. Anything
else is logged, the same not more than once a minute, so that somebody sees it and the rest of the house is served.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from croupier.rounds.refusal import Refused

LOG = logging.getLogger("croupier")
AGAIN_S = 60.0
KEPT_MAX = 1_000


class Loop:
    """One thing that is done again and again, under its name in the log."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._logged: dict[tuple[str, str], float] = {}

    async def run(self, look: Callable[[], Awaitable[Any]], pause_s: Callable[[], float]) -> None:
        """Look, pause, look again, as long as the house is open."""
        while True:
            await asyncio.sleep(pause_s())
            with contextlib.suppress(SQLAlchemyError), self.apart():
                await look()

    @contextlib.contextmanager
    def apart(self, what: str = "") -> Iterator[None]:
        """What fails in here stops nothing else; only a database that is away stops the whole look."""
        try:
            yield
        except SQLAlchemyError:
            raise
        except Refused:
            return
        except Exception:
            self.log(what)

    def log(self, what: str = "") -> None:
        """Log the exception that is being handled."""
        now, key = time.monotonic(), (what, repr(sys.exc_info()[1]))
        if now - self._logged.get(key, -AGAIN_S) < AGAIN_S:
            return
        if len(self._logged) >= KEPT_MAX:
            self._logged.clear()
        self._logged[key] = now
        LOG.exception("%s", f"{self.name}: {what}" if what else self.name)
