"""What an electronic table does by itself: it closes its wagers some seconds after the first one.

One server at a time does it for a table, by a lease. Should two of them, the second is refused as stale.
"""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from croupier.floor import journals
from croupier.floor.live import Live
from croupier.floor.sources import SECOND_US
from croupier.rounds.refusal import Refused

if TYPE_CHECKING:
    from croupier.floor.house import House

LEASE_S = 15


class Clockwork:
    def __init__(self, house: "House") -> None:
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
            loop = asyncio.get_running_loop()
            self._timers[table_id] = (number, loop.call_later(seconds, self._ring, table_id, number))

    def closes_at(self, table: Live) -> float | None:
        """When the wagers of this table will be closed, in the event loop's time."""
        running = self._timers.get(table.table.id)
        return running[1].when() if running is not None and running[0] == table.driver.number else None

    def _ring(self, table_id: str, number: int) -> None:
        self._timers.pop(table_id, None)
        task = asyncio.get_running_loop().create_task(self._close(table_id, number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, table_id: str, number: int) -> None:
        house = self._house
        table = await house.table(table_id)
        journal, now = table.pages.journal_id, house.sources.now_us()
        ours = await house.write(lambda tx: journals.lease(tx, journal, house.owner, now, LEASE_S * SECOND_US))
        if not ours:
            return
        with contextlib.suppress(Refused):  # the round has moved on, or the wagers were taken back
            await house.close_wagers(table_id, number)

    def stop(self) -> None:
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
