"""What the room does by itself: the next hand, time, the clock, seats of those who stayed away.

Nothing here has a memory: what is due follows from the tables and from the time. One server at a time does it
for a table, by a lease; should two of them, the second is refused as stale.
"""

import asyncio
import contextlib

from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.spread import Spread
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.hands import may_deal, time_due
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.record import journals
from croupier.house.record.clock import MINUTE_US, SECOND_US
from croupier.house.record.loops import Loop
from croupier.house.tables.life import CLOSING
from croupier.poker.seats import OUT
from croupier.rounds.refusal import Refused

LOOK_S = 0.25
IDLE_S = 1.0
LEASE_S = 15
STEPS_MAX = 64


class RoomClock:
    def __init__(self, room: PokerRoom, spread: Spread, desk: ListDesk) -> None:
        self._room = room
        self._spread = spread
        self._desk = desk
        self._leased: dict[str, int] = {}
        self._tables = 0
        self._loop = Loop("the poker room's clock")

    async def run(self) -> None:
        """Look at the tables a few times a second, as long as the house is open."""
        await self._loop.run(self.look, lambda: LOOK_S if self._tables else IDLE_S)

    async def look(self) -> int:
        """Do what is due at every table; how much was done."""
        done = 0
        tables = await asyncio.to_thread(self._room.open_tables)
        self._tables = len(tables)
        for table in tables:
            with self._loop.apart(table.id):
                done += await self.table(table.id)
        return done

    async def table(self, table_id: str) -> int:
        """Do what is due at one table, one thing after the other."""
        for done in range(STEPS_MAX):
            live = await self._room.table(table_id)
            if not await self._ours(live) or not await self._step(live):
                return done
        return STEPS_MAX

    async def _step(self, live: RoomTable) -> bool:
        """The next thing that is due, if any."""
        game, table_id, now = live.game, live.table.id, self._room.house.sources.now_us()
        if live.table.settings.demo and not self._room.watched(live):
            return False
        if live.table.state == CLOSING and not game.playing:
            with contextlib.suppress(Refused):  # a count or a slip is missing: the floor finishes it
                await self._spread.wind_up(table_id)
            return False
        if game.playing:
            return await self._clock(live, now)
        if await self._empty_seat(live, now):
            return True
        if not game.electronic or not may_deal(game) or now - game.rested_us < game.plan.pause_s * SECOND_US:
            return False
        if time_due(game, now):
            free = not game.table.hands and bool(game.room.value("time-first-down-free", False))
            await self._room.machine(table_id, acts.Collect(free, await self._desk.locked_up(live)))
            return True
        await self._room.deal(table_id)
        return True

    async def _clock(self, live: RoomTable, now: int) -> bool:
        """Where the book has a clock an electronic table calls it by itself; when the time is up, it is up."""
        game = live.game
        if game.clock_us:
            if now < game.clock_us:
                return False
            await self._room.machine(live.table.id, acts.Expire(), game.number)
            return True
        think = game.plan.think_s
        waited = game.turn or (game.table.hand is not None and game.table.hand.phase == "runs")
        if not game.electronic or not think or not waited or not game.room.value("clock-seconds", 0):
            return False
        # Whose clock has run out in this hand is not at his station: nobody waits for him to think before the next one.
        if now - game.asked_us < think * SECOND_US and game.turn not in game.resting:
            return False
        await self._room.machine(live.table.id, acts.Clock(), game.number)
        return True

    async def _empty_seat(self, live: RoomTable, now: int) -> bool:
        """Chips of a player who stays away too long are picked up; who lost all keeps his seat for a while."""
        game = live.game
        if game.seats_only:  # somebody counts his chips first
            return False
        absent, felted = game.room.value("absence-minutes", 0), game.room.value("felted-minutes", 0)
        for number, since in game.away.items():
            seat = game.table.seats[number]
            limit = felted if seat.busted and not seat.stack and seat.status == OUT else absent
            if limit and now - since >= limit * MINUTE_US:
                await self._room.machine(live.table.id, acts.Leave(number, "away too long"))
                return True
        return False

    async def _ours(self, live: RoomTable) -> bool:
        house = self._room.house
        if house.peers is None:
            return True
        journal, now = live.pages.journal_id, house.sources.now_us()
        if self._leased.get(journal, 0) > now:
            return True
        ours = await house.write(lambda tx: journals.lease(tx, journal, house.owner, now, LEASE_S * SECOND_US))
        if ours:
            self._leased[journal] = now + LEASE_S * SECOND_US // 2
        return ours
