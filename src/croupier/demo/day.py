"""A casino day from a seed: patrons, dealers, slips, jackpots, mistakes and crashes, checked after every step.

Clock, identifiers and chance are injected, so a seed that fails fails again at the same step. People make
mistakes on purpose: the wrong person signs, a command is sent twice, an act is stale. Each must be refused or
change nothing.
"""

import argparse
import asyncio
import contextlib
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from croupier.demo import players as bots
from croupier.demo.day_plan import PLAN, Failed, Plan, Report, whole_shelf
from croupier.demo.day_staff import PASSWORD, Staff
from croupier.equipment.cards import parse_card
from croupier.games import game_of
from croupier.house.cage.currency import Vouched
from croupier.house.people.permissions import ROLES
from croupier.house.people.persons import Person
from croupier.house.record import accounts, journals
from croupier.house.record.clock import HOUR_US, SECOND_US
from croupier.house.record.database.storage import Storage
from croupier.house.tables import corrections
from croupier.house.tables.life import Settings
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import replay
from croupier.rounds.requests import PLAYERS, Decide, Do, Turn

FULL_CHECK_STEPS = 400
LUCKY = tuple(parse_card(card) for card in ("As", "Ks", "Qs"))

__all__ = ["Day", "Failed", "Report", "simulate", "whole_shelf"]


class Day(Staff):
    async def run(self, steps: int) -> Report:
        staff = [(f"{role}-{n}", f"{role} {n}", role) for role in ROLES for n in (1, 2, 3)]
        staff += [(badge, badge, "dealer") for badge in self.dealers[3:]]
        staff += [(badge, badge, "player") for badge in self.patrons]
        self.house.people.add_demo(staff, PASSWORD)
        for plan in self.plan:
            settings = Settings(options=dict(plan.options), bank=500_000_00, low=10_000_00, demo=plan.demo)
            args = (plan.table_id, plan.property, plan.game, plan.mode, "Pit 1", settings)
            await self.pit.add_table(self.person("manager-1"), *args)
            await self.open_table(plan.table_id)
        for plan in self.plan * 2:
            with contextlib.suppress(Refused):
                await self.seat(await self.house.table(plan.table_id))
        for self.report.steps in range(1, steps + 1):
            self.clock.advance((1 + self.dice.below(40)) * SECOND_US)
            name, act = self.choose()
            try:
                await act()
                self._counted[name] += 1
            except Refused:
                self._refused[name] += 1
            await self._check(name, whole=self.report.steps % FULL_CHECK_STEPS == 0)
        await self._check("the end", whole=True)
        await self.house.stop()
        self.report.done, self.report.refused = dict(self._counted), dict(self._refused)
        return self.report

    def weights(self) -> list[tuple[int, Callable[[], Awaitable[None]]]]:
        """What may happen next, and how often each does."""
        return [
            (600, self.play),
            (40, self.arrive),
            (25, self.leave),
            (40, self.sign_something),
            (12, self.new_slip),
            (10, self.change_dealer),
            (8, self.irregularity),
            (8, self.undo),
            (10, self.send_again),
            (8, self.send_stale),
            (4, self.toke),
            (4, self.change_limits),
            (3, self.close_or_open),
            (3, self.crash),
            (2, self.clock_jumps),
        ]

    def choose(self) -> tuple[str, Callable[[], Awaitable[None]]]:
        acts_ = self.weights()
        place = self.dice.below(sum(weight for weight, _ in acts_))
        for weight, act in acts_:
            if place < weight:
                return act.__name__, act
            place -= weight
        raise AssertionError("weights cover every place")

    # ---- patrons

    async def arrive(self) -> None:
        await self.seat(await self.live())

    async def seat(self, table: Live) -> None:
        free = [p.number for p in table.driver.felt.positions if not p.patron]
        badge = self.pick(self.patrons)
        if free and table.driver.seating:
            cents = (1 + self.dice.below(30)) * 100_00
            cashier = self.person(self.someone("cage.exchange"))
            await self.cage.buy_in(cashier, table.table.property, badge, cents, vouched=self._vouched(cashier))
            position = free[self.dice.below(len(free))]
            await self.send(table, badge, acts.Sit(position, badge, cents))

    async def leave(self) -> None:
        table = await self.live()
        seated = [p for p in table.driver.felt.positions if p.patron]
        if seated:
            position = seated[self.dice.below(len(seated))]
            await self.send(table, position.patron, acts.Leave(position.number))
            cents = self.cage.balance(position.patron)
            if cents:
                cashier = self.person(self.someone("cage.exchange"))
                vouched = self._vouched(cashier)
                await self.cage.cash_out(cashier, table.table.property, position.patron, cents, vouched=vouched)

    def _vouched(self, cashier: Person) -> Vouched:
        """Two people sign whatever the cage takes and gives here."""
        second = "manager-1" if cashier.badge != "manager-1" else "manager-2"
        vouch = self.house.people.vouch
        return Vouched(vouch(cashier.badge), vouch(second), "known to the house")

    async def toke(self) -> None:
        badge = self.pick(self.patrons)
        await self.cage.toke(self.person(badge), self.plan[0].property, 5_00)

    # ---- the tables

    async def play(self) -> None:
        """Some acts in a row at one table."""
        table_id = (await self.live()).table.id
        for _ in range(1 + self.dice.below(4)):
            await self.one_act(await self.house.table(table_id))

    async def one_act(self, table: Live) -> None:
        driver = table.driver
        if table.held:
            await self.verify_jackpot(table)
        elif driver.betting:
            await self.wager_or_close(table)
        elif isinstance(driver.pending, Do) or (isinstance(driver.pending, Decide) and driver.pending.by != "player"):
            await self.answer_for_the_house(table)
        elif isinstance(driver.pending, PLAYERS):
            act = bots.decision(self.dice, driver)
            position = getattr(act, "position", 0)
            patron = driver.table.position(position).patron if position else table.table.dealer
            assert act is not None
            await self.send(table, patron, act, driver.number)
        else:
            await self.send(table, table.table.dealer, self.fact(table), driver.number)

    def fact(self, table: Live) -> acts.Anything:
        """What the dealer keys; once in a while a hand that wins the meter."""
        driver = table.driver
        asked = driver.pending
        hidden = isinstance(asked, Turn) and asked.count == len(LUCKY) and asked.to != "dealer"
        if hidden and self.once_in(4) and all(driver.table.shoe.unseen(card) for card in LUCKY):
            return acts.Falls(LUCKY)
        act = bots.fact(self.dice, driver)
        assert act is not None, f"nobody answers {asked}"
        return act

    async def wager_or_close(self, table: Live) -> None:
        driver = table.driver
        seated = [p.number for p in driver.felt.positions if p.patron]
        if seated and not (driver.felt.wagers and self.once_in(3)):
            position = seated[self.dice.below(len(seated))]
            bet = bots.wager(self.dice, driver, position)
            if bet is None:
                await self.send(table, driver.table.position(position).patron, acts.Leave(position))
            else:
                await self.send(table, driver.table.position(position).patron, bet, driver.number)
        elif driver.table.electronic:
            await self.house.close_wagers(table.table.id, driver.number)
        else:
            await self.send(table, table.table.dealer, acts.Close(), driver.number)

    async def answer_for_the_house(self, table: Live) -> None:
        asked = table.driver.pending
        by = asked.by if isinstance(asked, Do | Decide) else "dealer"
        badge = table.table.dealer if by == "dealer" and table.table.dealer else "supervisor-1"
        if isinstance(asked, Decide):
            names = [choice.name for choice in asked.choices if not choice.blocked]
            await self.send(table, badge, acts.Chosen(self.pick(names)), table.driver.number)
        else:
            await self.send(table, badge, acts.Done(), table.driver.number)

    async def irregularity(self) -> None:
        table = await self.live()
        names = sorted(set(table.driver.declarable()))
        if names and not table.driver.table.electronic:
            seated = [p.number for p in table.driver.felt.positions if p.patron]
            position = seated[self.dice.below(len(seated))] if seated else 0
            await self.send(table, "supervisor-2", acts.Declared(self.pick(names), position))

    async def undo(self) -> None:
        table = await self.live()
        if corrections.confirmed(table.driver, table.driver.last_keyed()) and not table.driver.table.electronic:
            await corrections.correct(self.house, self.house.people.vouch("supervisor-2"), table.table.id)
            return
        await self.send(table, table.table.dealer or "supervisor-1", acts.Undone(0))

    async def send_again(self) -> None:
        """A double click: the same command a second time changes nothing."""
        if self.last is not None:
            command, table_id = self.last
            before = (await self.house.table(table_id)).driver.entry
            try:
                await self.house.act(command, table_id)
            finally:
                after = (await self.house.table(table_id)).driver.entry
                with self.storage.reading() as conn:
                    known = command.recall(conn, table_id)
                self._hold(known is not None or before == after, "a command that was refused has acted")

    async def send_stale(self) -> None:
        table = await self.live()
        before = table.driver.entry
        stale = table.driver.number - 1
        try:
            await self.send(table, table.table.dealer or "supervisor-1", acts.Close(), stale)
        finally:
            after = (await self.house.table(table.table.id)).driver.entry
            self._hold(before == after, "a stale act has acted")

    # ---- what goes wrong

    async def crash(self) -> None:
        """The server is gone; another one takes its place and knows only the record."""
        await self.house.stop()
        self.crashes += 1
        self.new_house()

    async def clock_jumps(self) -> None:
        self.clock.advance((self.dice.below(9) - 3) * HOUR_US)

    # ---- what must hold

    async def _check(self, name: str, whole: bool) -> None:
        for plan in self.plan:
            keeper = self.house.keeper(plan.table_id)
            if keeper.held is not None and (whole or self.last is None or self.last[1] == plan.table_id):
                self._check_table(await self.house.table(plan.table_id), name)
        if whole:
            self._check_record(name)

    def _check_table(self, table: Live, name: str) -> None:
        felt, table_id = table.driver.felt, table.table.id
        patrons = {p.patron for p in felt.positions} - {""}
        names = [accounts.layout(table_id), *(accounts.at_table(patron, table_id) for patron in patrons)]
        with self.storage.reading() as conn:
            balances, total = self.house.ledger.balances_of(conn, names), self.house.ledger.total(conn)
            head = journals.head(conn, table.pages.journal_id)
        self._hold(total == 0, f"after {name} the balances do not sum to zero")
        self._hold(head.number == table.driver.entry, f"after {name} {table_id} is not where its journal ends")
        staked = sum(wager.stake for wager in felt.wagers)
        self._hold(balances[accounts.layout(table_id)] == staked, f"after {name} the layout of {table_id} differs")
        for patron in patrons:
            chips = balances[accounts.at_table(patron, table_id)]
            self._hold(chips == felt.accounts[f"patron:{patron}"], f"after {name} {patron}'s chips differ")

    def _check_record(self, name: str) -> None:
        with self.storage.reading() as conn:
            wrong = self.house.ledger.audit(conn) + self.house.documents.gaps(conn)
            self._hold(not wrong, f"after {name}: {wrong}")
            self.report.rounds = self.report.entries = 0
            for about in journals.of_table(conn):
                fault = journals.verify(conn, about.id)
                self._hold(fault is None, f"after {name}: {fault}")
                driver = replay((stored.entry for stored in journals.entries(conn, about.id)), game_of)
                self._hold(driver.entry == about.number, f"after {name}: {about.id} replays short")
                self.report.rounds += driver.felt.round - 1
                self.report.entries += about.number
            self.report.groups = self.house.ledger.last(conn)
            self.report.documents = len(self.house.documents.find(conn, limit=1_000_000))


def simulate(url: str, seed: str, steps: int, plan: tuple[Plan, ...] = PLAN) -> Report:
    day = Day(url, seed, plan)
    try:
        return asyncio.run(day.run(steps))
    finally:
        day.house.writer.close()
        day.storage.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate a casino day from a seed and check it after every step.")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--steps", type=int, default=2_000)
    parser.add_argument("--shelf", action="store_true", help="a table for every game of every property")
    parser.add_argument("--url", help="an empty database; a temporary SQLite file if not given")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.url or f"sqlite:///{Path(folder) / 'day.db'}"
        storage = Storage(url)
        storage.migrate()
        storage.close()
        print(
            msgspec.json.format(
                msgspec.json.encode(simulate(url, chosen.seed, chosen.steps, whole_shelf() if chosen.shelf else PLAN))
            ).decode()
        )


if __name__ == "__main__":
    main()
