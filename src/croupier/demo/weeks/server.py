"""One server of a simulated house: its machine, its house, and the desks of all rooms."""

import asyncio
import contextlib

from croupier.demo.day_staff import CHEAP
from croupier.demo.weeks.machine import Machine
from croupier.house.cage.exchange import Cage
from croupier.house.cage.stations import Stations
from croupier.house.house import House
from croupier.house.poker_room.clockwork import RoomClock
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.lists.must_moves import Moves
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.spread import Spread
from croupier.house.promotions.desk import Promotions
from croupier.house.record.clock import HandClock, Sources
from croupier.house.tables.pit.desk import Pit
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.table.desk import Tournaments


class Server:
    def __init__(self, url: str, seed: str, clock: HandClock) -> None:
        self.machine = Machine(url, clock)
        self.house = House(self.machine.storage, Sources.seeded(seed, clock), CHEAP)
        self.pit, self.cage, self.stations = Pit(self.house), Cage(self.house), Stations(self.house)
        self.room = PokerRoom(self.house)
        self.spread, self.lists = Spread(self.room), ListDesk(self.room)
        self.room_clock = RoomClock(self.room, self.spread, self.lists)
        self.moves = Moves(self.lists, self.spread)
        self.events, self.tournaments = PokerTournaments(self.house), Tournaments(self.house)
        self.promotions = Promotions(self.house)

    async def look_again(self) -> None:
        """What another server has written is read before this one goes on, as it would hear from it."""
        for keeper in self.house.keepers.values():
            await keeper.forget()
        for table in self.room.tables():
            await self.room.forget(table.id)

    async def bury(self) -> None:
        """Take away what is left of a server that was killed: threads and timers, nothing of the record."""
        self.machine.dead = True
        house = self.house
        await house.rest()
        await self.room.stop()
        for task in tuple(house._tasks):
            task.cancel()
            with contextlib.suppress(BaseException):
                await task
        await asyncio.to_thread(house.writer.close)
        self.machine.storage.close()
