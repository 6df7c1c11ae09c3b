"""What an electronic table does by itself: it closes its wagers some seconds after the first one.

One server at a time does it for a table, by a lease. Should two of them, the second is refused as stale. A server that
finds the lease taken looks again when it has run out: the other one may be gone. So does one whose database is away.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from croupier.house.record import journals
from croupier.house.record.clock import SECOND_US, Sources
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.errors import NotWritten
from croupier.house.record.writer import Tx
from croupier.house.tables.live import Live
from croupier.rounds.refusal import Refused

LOG = logging.getLogger("croupier")
LEASE_S = 3  # so long a table may stand still when the server that closed its last wagers is gone
RETRY_S = 2
T = TypeVar("T")


class Tables(Protocol):
    """Whose wagers are closed."""

    sources: Sources
    owner: str

    async def write(self, work: Callable[[Tx], T]) -> T: ...
    async def table(self, table_id: str) -> Live: ...
    async def close_wagers(self, table_id: str, number: int | None = None) -> Receipt: ...


class Clockwork:
    def __init__(self, house: Tables) -> None:
        self._house = house
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, table: Live) -> None:
        """Start the clock when the first wager lies on the layout; forget it when the round has moved on."""
        seconds = table.table.settings.betting_s
        if not seconds or not table.driver.table.electronic:
            return
        table_id, number = table.table.id, table.driver.number
        running = self._timers.get(table_id)
        if running is not None and running[0] != number:
            running[1].cancel()
            del self._timers[table_id]
            running = None
        if running is None and table.driver.betting and table.driver.felt.wagers:
            self._wind(table_id, number, seconds)

    def _wind(self, table_id: str, number: int, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[table_id] = (number, loop.call_later(seconds, self._ring, table_id, number))

    def _ring(self, table_id: str, number: int) -> None:
        self._timers.pop(table_id, None)
        task = asyncio.get_running_loop().create_task(self._close(table_id, number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, table_id: str, number: int) -> None:
        try:
            again_s = await self._closed(table_id, number)
        except (NotWritten, SQLAlchemyError):
            again_s = RETRY_S
        except Refused:  # the table has moved on or closed
            return
        except Exception:
            LOG.exception("the clock of table %s", table_id)
            again_s = LEASE_S
        if again_s and table_id not in self._timers:
            self._wind(table_id, number, again_s)

    async def _closed(self, table_id: str, number: int) -> float:
        """Close the wagers if it is ours to do; in how many seconds to look again, 0 for not at all."""
        house = self._house
        table = await house.table(table_id)
        if table.driver.number != number:
            return 0.0
        journal, now = table.pages.journal_id, house.sources.now_us()
        ours = await house.write(lambda tx: journals.lease(tx, journal, house.owner, now, LEASE_S * SECOND_US))
        if not ours:
            return LEASE_S
        await house.close_wagers(table_id, number)
        return 0.0

    def stop(self) -> None:
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
