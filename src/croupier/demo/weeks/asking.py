"""A simulated day in which somebody asks until he is answered, whatever dies meanwhile."""

import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from croupier.demo.day import Day
from croupier.demo.weeks.server import Server
from croupier.house.record.commands.receipts import Command
from croupier.house.tables.live import Live
from croupier.rounds import acts

T = TypeVar("T")
Doing = Callable[[Server, str], Awaitable[T]]  # asks one server for something, under a command's name
TRIES_MAX = 12
LOST_ONCE_IN = 12  # answers that never arrive


class Asking(Day):
    at: Server  # where this step's people are
    rng: random.Random
    day = 0

    async def ask(self, doing: Doing[T], filed: Callable[[str], str] = str) -> T:
        """Send a command until it is answered; now and then the answer is lost, and it is sent once more."""
        raise NotImplementedError

    async def money(self, place: str, badge: str, cents: int) -> None:
        """Somebody brings cash to the cage, or is given demo chips where he plays with those."""
        raise NotImplementedError

    async def send(self, table: Live, badge: str, act: acts.Anything, number: int | None = None) -> None:
        person, table_id = self.person(badge), table.table.id

        async def answered(server: Server, command: str) -> object:
            asked = Command(command, person, act, number)
            self.last = (asked, table_id)
            return await server.house.act(asked, table_id)

        await self.ask(answered)
