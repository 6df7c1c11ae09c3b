"""Weeks of a whole house from a seed: every room at work, two servers on one database, and faults at every boundary.

What was asked for under a command is sent again, with the same name, until somebody answers, at whichever server is
alive. After every fault all promises are checked; at the end of every day everything is walked and replayed. Clock,
identifiers and chance follow from the seed, so a failure comes again with it.
"""

import asyncio
import collections
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from croupier.demo.day import Day
from croupier.demo.day_plan import PLAN, Failed, Plan, approved_us
from croupier.demo.day_staff import PASSWORD
from croupier.demo.weeks.asking import LOST_ONCE_IN, TRIES_MAX, Doing
from croupier.demo.weeks.contests import ENTRANTS, HEAT_SEATS, HEATS_AT, Contests
from croupier.demo.weeks.machine import KINDS, Fault, Quiet
from croupier.demo.weeks.promises import DEMO, Promises
from croupier.demo.weeks.rooms import REGULARS
from croupier.demo.weeks.server import Server
from croupier.house.cage.tickets import Ticket
from croupier.house.people.permissions import ROLES
from croupier.house.record.clock import DAY_US, HOUR_US, Sources
from croupier.house.record.commands import receipts
from croupier.house.record.errors import NotWritten
from croupier.house.tables.life import CLOSED, Settings
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.refusal import Refused

T = TypeVar("T")
LOG = logging.getLogger("croupier")
TABLES = (*PLAN, Plan(f"{DEMO.upper()}1", "jack-cleveland", "three-card-poker", "electronic", demo=True))
PATRONS, SERVERS = 40, 2
FAULT_ONCE_IN = 7
AT_REST_ACTS = 80
OPEN_US = 7 * HOUR_US  # of each day: cards are changed after eight
GUESTS = 3  # at each table in the morning
Weight = tuple[int, Callable[[], Awaitable[None]]]


class Weeks(Contests):
    def __init__(self, url: str, seed: str, steps: int = 200) -> None:
        self.url, self.steps_a_day = url, steps
        self.rng = random.Random(f"weeks {seed}")
        self.held: list[Ticket] = []
        self.servers: list[Server] = []
        self.faults: collections.Counter[str] = collections.Counter()
        self.resent = self.steps = 0
        self._numbers = 0
        self._quiet = Quiet(lambda: self.hurt)
        LOG.addFilter(self._quiet)
        super().__init__(url, seed, TABLES, PATRONS)
        self.clock.now_us = max(self.clock.now_us, approved_us(Plan("", HEATS_AT, "blackjack", "")))
        self.storage.close()  # each server has its own
        self.use(self.servers[0])
        self.promises = Promises(url, Sources(self.clock))

    def new_house(self) -> None:
        while len(self.servers) < SERVERS:
            self.servers.append(self.new_server())
        self.at = self.servers[0]
        self.house, self.pit, self.cage = self.at.house, self.at.pit, self.at.cage

    def new_server(self) -> Server:
        self.crashes += 1
        return Server(self.url, f"{self.seed}/{self.crashes}", self.clock)

    def use(self, server: Server) -> None:
        self.at, self.storage = server, server.machine.storage
        self.house, self.pit, self.cage = server.house, server.pit, server.cage

    # ---- asking

    async def ask(self, doing: Doing[T], filed: Callable[[str], str] = str) -> T:
        self._numbers += 1
        command = f"week-{self.seed}-{self._numbers}"
        for attempt in range(TRIES_MAX):
            self.resent += attempt > 0
            try:
                answer = await doing(self.at, command)
            except Exception as error:
                if not self.hurt:
                    if isinstance(error, Refused):
                        self._hold(not self.done(filed(command)), f"{command} was done and then refused: {error}")
                    raise
                if not self.at.machine.dead and isinstance(error, Refused):
                    self._hold(not self.done(filed(command)), f"{command} was done, and not heard of: {error}")
                await self.recover()
            else:
                await self._heard(doing, command, answer)
                self.promises.acknowledged(filed(command))
                return answer
        raise Failed(f"seed {self.seed}: {command} was never answered")

    async def _heard(self, doing: Doing[T], command: str, answer: T) -> None:
        """The answer arrived; or it was lost on the way, and the same comes back."""
        if not self.once_in(LOST_ONCE_IN) or self.at.machine.armed:
            return
        again = await doing(self.at, command)
        self.faults["lost answer"] += 1
        self._hold(again == answer, f"{command} was answered {answer}, then {again}")

    def done(self, command: str) -> bool:
        with self.promises.storage.reading() as conn:
            return receipts.done(conn, command)

    async def money(self, place: str, badge: str, cents: int) -> None:
        if badge.startswith(DEMO):
            with self.promises.over_the_counter("demo-chips", cents):
                await self.ask(lambda server, c: server.cage.demo_chips(place, badge, cents, command=c))
            return
        cashier = self.person("cage-1")
        vouched = self._vouched(cashier)
        with self.promises.over_the_counter("cash-in", cents):
            await self.ask(lambda server, c: server.cage.buy_in(cashier, place, badge, cents, c, vouched))

    async def seat(self, table: Live) -> None:
        free = [p.number for p in table.driver.felt.positions if not p.patron]
        badge = self.pick(self.patrons[REGULARS + ENTRANTS : -HEAT_SEATS])
        if free and table.driver.seating:
            badge = f"{DEMO}{badge}" if table.table.settings.demo else badge
            cents = (1 + self.dice.below(30)) * 100_00
            await self.money(table.table.property, badge, cents)
            await self.send(table, badge, acts.Sit(free[self.dice.below(len(free))], badge, cents))

    async def leave(self) -> None:
        table = await self.live()
        seated = [p for p in table.driver.felt.positions if p.patron]
        if not seated:
            return
        position = seated[self.dice.below(len(seated))]
        await self.send(table, position.patron, acts.Leave(position.number))
        cents = self.cage.balance(position.patron)
        if cents and not position.patron.startswith(DEMO):
            await self.pay_out(table.table.property, position.patron, cents)

    async def pay_out(self, place: str, badge: str, cents: int) -> None:
        cashier = self.person("cage-2")
        vouched = self._vouched(cashier)
        with self.promises.over_the_counter("cash-out", cents):
            await self.ask(lambda server, c: server.cage.cash_out(cashier, place, badge, cents, c, vouched))

    # ---- what goes wrong

    @property
    def hurt(self) -> bool:
        return self.at.machine.dead or self.at.machine.full

    def arm(self) -> None:
        machine = self.at.machine
        if not machine.armed and self.once_in(FAULT_ONCE_IN):
            kind = KINDS[self.dice.below(len(KINDS))]
            machine.arm(Fault(kind, self.dice.below(24 if "statement" in kind else 4), 1 + self.dice.below(40)))

    async def recover(self) -> None:
        """The dead server is replaced, its people go to whoever is alive; or there is room on the disk again."""
        machine = self.at.machine
        if machine.struck:
            self.faults[machine.struck] += 1
            machine.struck = ""
        machine.heal()
        if machine.dead:
            gone, place = self.at, self.servers.index(self.at)
            await gone.bury()
            self.servers[place] = self.new_server()
            self.use(self.servers[place])
            if self.once_in(2):  # somebody else of the house goes on with what it had
                self.faults["a peer's death"] += 1
                await self.take_over(self.servers[1 - place])
        self._held_to(self.promises.broken())

    async def take_over(self, other: Server) -> None:
        """The other server goes on, or dies of a fault of its own while it reads what the first one had."""
        try:
            await self.go_to(other)
        except Exception:
            if not self.hurt:
                raise
            await self.recover()

    async def go_to(self, server: Server) -> None:
        """People turn to another server. It has heard what the others wrote, or is overtaken by it and looks again."""
        self.use(server)
        if not self.once_in(3):
            await server.look_again()

    async def crash(self) -> None:
        """A server stops in an orderly way."""
        self.at.machine.heal()
        self.faults["stopped"] += 1
        place = self.servers.index(self.at)
        await self.at.room.stop()
        await self.house.stop()
        self.storage.close()
        self.servers[place] = self.new_server()
        self.use(self.servers[place])

    async def clock_jumps(self) -> None:
        self.faults["clock jump"] += 1
        self.clock.advance((self.dice.below(9) - 3) * HOUR_US)

    # ---- days

    def weights(self) -> list[Weight]:
        return [
            *Day.weights(self),
            (220, self.poker_hand),
            (60, self.poker_seats),
            (15, self.poker_lists),
            (20, self.poker_clock),
            (90, self.event),
            (40, self.heat),
            (25, self.promotion),
            (25, self.ticket),
            (15, self.staff_list),
        ]

    async def furnish(self) -> None:
        staff = [(f"{role}-{n}", f"{role} {n}", role) for role in ROLES for n in (1, 2, 3)]
        staff += [(badge, badge, "dealer") for badge in self.dealers[3:]]
        staff += [(badge, badge, "player") for badge in self.patrons]
        staff += [(f"{DEMO}{badge}", badge, "player") for badge in self.patrons]
        self.house.people.add_demo(staff, PASSWORD)
        for plan in self.plan:
            settings = Settings(options=dict(plan.options), bank=500_000_00, low=10_000_00, demo=plan.demo)
            args = (plan.table_id, plan.property, plan.game, plan.mode, "Pit 1", settings)
            await self.pit.add_table(self.person("manager-1"), *args)

    async def run_day(self) -> None:
        self.day += 1
        await self.attempt("morning", self.morning)
        for step in range(1, self.steps_a_day + 1):
            self.report.steps = step
            self.steps += 1
            self.clock.advance(self.dice.below(2 * OPEN_US // self.steps_a_day))
            if self.once_in(6):
                await self.attempt("go to another server", lambda: self.go_to(self.servers[self.dice.below(SERVERS)]))
            self.arm()
            name, act = self.choose()
            await self.attempt(name, act)
        for server in self.servers:
            server.machine.heal()
        await self.attempt("evening", self.evening)
        await self.check_day()
        self.clock.advance(DAY_US - OPEN_US)

    async def attempt(self, name: str, act: Callable[[], Awaitable[None]]) -> None:
        await self.tried(name, act)
        if self.last is not None and self.once_in(4):
            table_id = self.last[1]
            await self.tried("look", lambda: self.check_one(table_id, name))

    async def tried(self, name: str, act: Callable[[], Awaitable[None]]) -> None:
        """Whatever dies under it is replaced; anything else that goes wrong is a failure of this seed."""
        try:
            await act()
            self._counted[name] += 1
        except Failed:
            raise
        except Refused as refused:
            self._hold(self.hurt or not isinstance(refused, NotWritten), f"{name}: there was room, and yet {refused}")
            self._refused[name] += 1
            LOG.debug("%s: %s", name, refused)
        except Exception as error:
            if not self.hurt:
                where = f"seed {self.seed}, day {self.day}, step {self.report.steps}"
                raise Failed(f"{where}: {name}: {error!r}") from error
        if self.hurt or self.at.machine.struck:
            await self.recover()

    async def check_one(self, table_id: str, after: str) -> None:
        """A table as its journal makes it anew, held to the book; chips of a tournament stand in none."""
        await self.house.forget(table_id)
        live = await self.house.table(table_id)
        if live.turns is None:
            self._check_table(live, after)

    async def morning(self) -> None:
        with self.storage.reading() as conn:
            closed = [t.id for t in self.house.tables.everyone(conn) if t.state == CLOSED and t.pit == "Pit 1"]
        for table_id in closed:
            with contextlib.suppress(Refused):
                await self.open_table(table_id)
        for plan in self.plan * GUESTS:
            with contextlib.suppress(Refused):
                await self.seat(await self.house.table(plan.table_id))
        await self.open_poker()

    async def evening(self) -> None:
        """Rounds are played to their end and tables closed, so that journals are as long as a day."""
        await self.at.look_again()
        await self.close_poker()
        for table in self._tables():
            if table.pit == "Pit 1" and table.state == "open":
                with contextlib.suppress(Refused):
                    await self.close_table(table.id)

    async def close_table(self, table_id: str) -> None:
        for _ in range(AT_REST_ACTS):
            live = await self.house.table(table_id)
            if live.at_rest:
                await self.close(live)
                return
            with contextlib.suppress(Refused):
                await self.one_act(live)

    async def check_day(self) -> None:
        self._held_to(self.promises.broken())
        self._held_to(self.promises.whole(self.house))
        await self.at.look_again()
        for table in self._tables():
            if table.state == "open" and table.pit == "Pit 1":
                await self.check_one(table.id, "the day")

    def _held_to(self, wrong: object) -> None:
        found = list(wrong)  # type: ignore[call-overload]
        self._hold(not found, f"day {self.day}: {'; '.join(found[:5])}")

    async def stop(self) -> None:
        for server in self.servers:
            await server.bury()
        self.promises.close()
        LOG.removeFilter(self._quiet)


class Ran(msgspec.Struct, frozen=True):
    """What some simulated days came to."""

    seed: str
    days: int
    steps: int
    commands: int  # that were acknowledged
    resent: int
    journals: int
    entries: int
    faults: dict[str, int]
    done: dict[str, int]
    refused: dict[str, int]


def simulate(url: str, seed: str, days: int, steps: int = 200, tell: Callable[[Weeks], None] | None = None) -> Ran:
    """Run so many days; raises `Failed` with the seed where a promise is broken."""

    async def whole() -> Ran:
        weeks = Weeks(url, seed, steps)
        try:
            await weeks.furnish()
            for _ in range(days):
                await weeks.run_day()
                if tell is not None:
                    tell(weeks)
            kept = weeks.promises
            return Ran(
                seed, weeks.day, weeks.steps, kept.commands, weeks.resent, kept.journals, kept.entries,
                dict(weeks.faults), dict(weeks._counted), dict(weeks._refused),
            )  # fmt: skip
        finally:
            await weeks.stop()

    return asyncio.run(whole())
