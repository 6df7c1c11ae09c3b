"""Patrons who went away from a demo table: the house goes on without them.

A visitor closes a window in mid-hand and never says so, or leaves it open and looks elsewhere while others wait.
At demo tables the house then takes the decision that costs nothing, counts the absent as ready, and gives a seat
whose window is closed back after a while. At tables that are played for
more than demo chips a supervisor rules on a patron who left; nothing here touches them.
"""

import contextlib
import time
from collections.abc import Iterator

from croupier.house.house import House
from croupier.house.people.persons import MACHINE
from croupier.house.record.loops import Loop
from croupier.house.tables.absentees import for_the_absent
from croupier.house.tables.life import OPEN
from croupier.house.tables.live import Live
from croupier.rounds import acts

DECISION_S = 45.0
IDLE_S = 60.0  # how long others wait for a patron whose window is open
SEAT_S = 300.0
LOOK_S = 5.0
KEPT_S = 2 * SEAT_S  # what is kept of a visitor is dropped after this long


class Presence:
    def __init__(self, house: House) -> None:
        self._house = house
        self.stays = ""  # how the badges begin of those who need no window: programs that play
        self._windows: dict[tuple[str, str], int] = {}
        self._seen: dict[tuple[str, str], float] = {}
        self._seated: dict[tuple[str, str], float] = {}  # when a seat of his was last looked at
        self._asked: dict[str, tuple[int, float]] = {}  # what a table waits for, and since when
        self._forgot = time.monotonic()
        self._loop = Loop("presence")

    @contextlib.contextmanager
    def window(self, table_id: str, badge: str) -> Iterator[None]:
        """While a page of this patron is open at the table."""
        key = (table_id, badge)
        self._windows[key] = self._windows.get(key, 0) + 1
        try:
            yield
        finally:
            self._windows[key] -= 1
            if not self._windows[key]:
                del self._windows[key]
            self._saw(key)

    def acted(self, table_id: str, badge: str) -> None:
        self._saw((table_id, badge))

    def _saw(self, key: tuple[str, str]) -> None:
        self._seen[key] = time.monotonic()
        self._forget()

    def at_hand(self, table_id: str, badge: str) -> bool:
        """Whether a page of this person is open at the table."""
        return (table_id, badge) in self._windows

    def away_s(self, table_id: str, badge: str) -> float:
        """For how long nobody has been at a patron's window."""
        key = (table_id, badge)
        if key in self._windows:
            return 0.0
        now = self._seated[key] = time.monotonic()
        return now - self._seen.setdefault(key, now)

    def _waited_s(self, live: Live) -> float:
        """For how long a table has stood at what it asks."""
        now, number, table_id = time.monotonic(), live.driver.number, live.table.id
        if self._asked.get(table_id, (-1, 0.0))[0] != number:
            self._asked[table_id] = (number, now)
        return now - self._asked[table_id][1]

    async def watch(self) -> None:
        """Look at the demo tables from time to time; what fails now is looked at again."""
        await self._loop.run(self.round, lambda: LOOK_S)

    def _forget(self) -> None:
        """Nothing is kept of a visitor who has had neither a window nor a seat for long."""
        now = time.monotonic()
        if now - self._forgot < KEPT_S:
            return
        self._forgot = now
        for key, seen in list(self._seen.items()):
            if now - max(seen, self._seated.get(key, seen)) > KEPT_S and key not in self._windows:
                del self._seen[key]
                self._seated.pop(key, None)

    async def round(self) -> None:
        with self._house.storage.reading() as conn:
            tables = self._house.tables.everyone(conn, state=OPEN)
        for table in tables:
            if table.settings.demo and table.mode == "electronic":
                with self._loop.apart(table.id):
                    await self.look(table.id)

    async def look(self, table_id: str) -> None:
        live = await self._house.table(table_id)
        seats = {p.number: p.patron for p in live.driver.felt.positions if p.patron and not self._program(p.patron)}
        away = {badge: self.away_s(table_id, badge) for badge in set(seats.values())}
        overdue = len(away) > 1 and self._waited_s(live) > IDLE_S
        if live.driver.betting:
            await self._betting(live, seats, away, overdue)
            return
        answer = for_the_absent(live, {n for n, badge in seats.items() if overdue or away[badge] > DECISION_S})
        if answer is not None:
            await self._house.answer(table_id, MACHINE, answer, live.driver.number)

    def _program(self, badge: str) -> bool:
        return bool(self.stays) and badge.startswith(self.stays)

    async def _betting(self, live: Live, seats: dict[int, str], away: dict[str, float], overdue: bool) -> None:
        table, waiting = live.driver.table, bool(live.ready)  # somebody would have the cards dealt
        for number, badge in seats.items():
            if ((overdue and waiting) or away[badge] > DECISION_S) and table.wagers(position=number):
                live.ready.add(badge)
            elif away[badge] > SEAT_S:
                await self._house.answer(live.table.id, MACHINE, acts.Leave(number))
                return
        if waiting and live.all_ready:
            await self._house.close_wagers(live.table.id, live.driver.number)
