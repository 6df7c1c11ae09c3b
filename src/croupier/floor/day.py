"""A casino day from a seed: patrons, dealers, slips, jackpots, mistakes and crashes, checked after every step.

Clock, identifiers and chance are injected, so a seed that fails fails again at the same step. People make
mistakes on purpose: the wrong person signs, a command is sent twice, an act is stale. Each must be refused or
change nothing.
"""

import argparse
import asyncio
import collections
import contextlib
import datetime
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import argon2
import msgspec

from croupier.equipment.cards import parse_card
from croupier.equipment.entropy import SeededEntropy
from croupier.floor import accounts, bots, journals
from croupier.floor.cage import Cage
from croupier.floor.care import checklist, kinds_of
from croupier.floor.chips import cut
from croupier.floor.documents import FLOWS, Document
from croupier.floor.house import House
from croupier.floor.live import Command, Live
from croupier.floor.people import Person, Proof
from croupier.floor.permissions import PERMITS, ROLES
from croupier.floor.pit import Pit
from croupier.floor.progressives import CONFIRMED, KEYED, SETTLED, VERIFIED
from croupier.floor.sources import HOUR_US, SECOND_US, HandClock, Sources
from croupier.floor.storage import Storage
from croupier.floor.tables import CLOSED, CLOSING, MODES, OPEN, FloorTable, Settings
from croupier.games import game_class, game_of
from croupier.rounds import acts
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import replay
from croupier.rounds.requests import PLAYERS, Decide, Do, Turn
from croupier.rulebook import NotFound, catalogue, rulebook

PASSWORD = "a day from a seed"
CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # nobody guesses at simulated people
CHIPS = {500_00: 40, 100_00: 200, 25_00: 400, 5_00: 800, 1_00: 500, 25: 400}
FULL_CHECK_STEPS = 400
LUCKY = tuple(parse_card(card) for card in ("As", "Ks", "Qs"))


class Plan(msgspec.Struct, frozen=True):
    """One table of the day."""

    table_id: str
    property: str
    game: str
    mode: str
    options: dict[str, str] = {}
    demo: bool = False  # rules that another name of the house has superseded are shown, not dealt for money


PLAN = (
    Plan("TCP-1", "hard-rock-cincinnati", "three-card-poker", "dealer", {"progressive": "three-card"}),
    Plan("TCP-2", "hard-rock-cincinnati", "three-card-poker", "electronic", {"progressive": "three-card"}),
    Plan("TCP-3", "jack-cleveland", "three-card-poker", "electronic"),
    Plan("RO-1", "hard-rock-cincinnati", "roulette", "dealer"),
    Plan("RO-2", "jack-cleveland", "roulette", "electronic"),
    Plan("BAC-1", "hard-rock-cincinnati", "mini-midi-baccarat", "electronic"),
)


def whole_shelf(first_mode: int = 0) -> tuple[Plan, ...]:
    """A table for every game of every property that can be played, dealt by hand and electronic in turn."""
    plans: list[Plan] = []
    for place, games in catalogue().items():
        for game in games:
            try:
                game_class(game)
            except NotFound:  # poker and the book of progressives are no house games
                continue
            mode = MODES[(len(plans) + first_mode) % 2]
            renamed = rulebook(place, game, datetime.date.max).property != place
            plans.append(Plan(f"T-{len(plans) + 1}", place, game, mode, demo=renamed))
    return tuple(plans)


def _approved_us(plan: Plan) -> int:
    """The first noon on which the table's rules are in force."""
    noon = datetime.datetime.combine(rulebook(plan.property, plan.game).approved, datetime.time(12), datetime.UTC)
    return int(noon.timestamp()) * SECOND_US


class Report(msgspec.Struct):
    seed: str
    steps: int = 0
    done: dict[str, int] = {}
    refused: dict[str, int] = {}
    rounds: int = 0
    entries: int = 0
    groups: int = 0
    jackpots: int = 0
    documents: int = 0


class Failed(AssertionError):
    """An invariant does not hold; the words say at which step of which seed."""


class Day:
    def __init__(self, url: str, seed: str, plan: tuple[Plan, ...] = PLAN, patrons: int = 200) -> None:
        self.seed, self.plan = seed, plan
        self.dice = SeededEntropy(f"day {seed}")
        self.clock = HandClock(max(HandClock().now_us, *(_approved_us(table) for table in plan)))
        self.storage = Storage(url)
        self.crashes = 0
        self.report = Report(seed)
        self.patrons = [f"patron-{n}" for n in range(patrons)]
        self.dealers = [f"dealer-{n}" for n in range(1, 4 + sum(table.mode == "dealer" for table in plan))]
        self.last: tuple[Command, str] | None = None
        self._counted: collections.Counter[str] = collections.Counter()
        self._refused: collections.Counter[str] = collections.Counter()
        self._house()

    def _house(self) -> None:
        self.house = House(self.storage, Sources.seeded(f"{self.seed}/{self.crashes}", self.clock), CHEAP)
        self.pit, self.cage = Pit(self.house), Cage(self.house)

    # ---- people

    def pick(self, things: list[str]) -> str:
        return things[self.dice.below(len(things))]

    def once_in(self, times: int) -> bool:
        return self.dice.below(times) == 0

    def person(self, badge: str) -> Person:
        with self.storage.reading() as conn:
            return self.house.people.get(conn, badge)

    def proof(self, badge: str) -> Proof:
        return self.house.people.prove(badge, PASSWORD)

    def someone(self, act: str) -> str:
        """Somebody whose role allows the act; once in a while somebody whose role may not."""
        roles = sorted(ROLES) if self.once_in(12) else sorted(PERMITS[act])
        return f"{self.pick(roles)}-{self.dice.below(3) + 1}"

    # ---- the day

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

    def choose(self) -> tuple[str, Callable[[], Awaitable[None]]]:
        acts_: list[tuple[int, Callable[[], Awaitable[None]]]] = [
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
        place = self.dice.below(sum(weight for weight, _ in acts_))
        for weight, act in acts_:
            if place < weight:
                return act.__name__, act
            place -= weight
        raise AssertionError("weights cover every place")

    async def live(self) -> Live:
        with self.storage.reading() as conn:
            ids = [t.id for t in self.house.tables.everyone(conn) if t.state in (OPEN, CLOSING)]
        if not ids:
            raise Refused("no table is open")
        return await self.house.table(self.pick(ids))

    async def send(self, table: Live, badge: str, act: acts.Anything, number: int | None = None) -> None:
        command = Command(self.house.sources.new_id("c-"), self.person(badge), act, number)
        self.last = (command, table.table.id)
        await self.house.act(command, table.table.id)

    # ---- patrons

    async def arrive(self) -> None:
        await self.seat(await self.live())

    async def seat(self, table: Live) -> None:
        free = [p.number for p in table.driver.felt.positions if not p.patron]
        badge = self.pick(self.patrons)
        if free and table.driver.betting:
            cents = (1 + self.dice.below(30)) * 100_00
            await self.cage.buy_in(self.person(self.someone("cage.exchange")), table.table.property, badge, cents)
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
                await self.cage.cash_out(cashier, table.table.property, position.patron, cents)

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
                    known = journals.recall(conn, command.id, command.by.badge, type(command.act).__name__)
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

    # ---- the pit

    async def open_table(self, table_id: str) -> None:
        with self.storage.reading() as conn:
            table = self.house.tables.get(conn, table_id)
        busy = {t.dealer for t in self._tables()}
        free = next((badge for badge in self.dealers if badge not in busy), "")
        if table.mode == "dealer" and not free:
            raise Refused("no dealer is free")
        await self.pit.begin_opening(self.person("supervisor-1"), table_id)
        if table.mode == "dealer":
            posting = self.house.posting(table)
            await self.pit.dealer_in(self.person("supervisor-1"), table_id, free)
            if not self._balance(accounts.inventory(table_id)):
                await self.whole_slip("fill", table_id, {"chips": CHIPS})
            for kind in kinds_of(posting):
                await self.whole_slip(kind, table_id, {"label": "day"})
            await self.whole_slip("opening", table_id, {"chips": self._rack(table_id)})
            await self.whole_slip("checklist", table_id, {"items": list(checklist(posting))})
        await self.pit.open(self.proof("supervisor-1"), table_id)

    def _tables(self) -> list[FloorTable]:
        with self.storage.reading() as conn:
            return list(self.house.tables.everyone(conn))

    def _balance(self, name: str) -> int:
        with self.storage.reading() as conn:
            return self.house.ledger.balance(conn, name)

    def _rack(self, table_id: str) -> dict[int, int]:
        cents = self._balance(accounts.inventory(table_id))
        return cut(cents - cents % 25)

    async def whole_slip(self, kind: str, table_id: str, data: dict[str, object]) -> Document:
        """All signatures of a slip, each by somebody else."""
        document: Document | None = None
        used: set[str] = set()
        for step in FLOWS[kind].steps:
            roles = sorted(PERMITS[step.act])
            badge = next(f"{r}-{n}" for n in (1, 2, 3) for r in roles if f"{r}-{n}" not in used)
            used.add(badge)
            if document is None:
                document = await self.pit.begin_document(self.proof(badge), kind, table_id, data)
            else:
                document = await self.pit.sign_document(self.proof(badge), document.id, step.name, data)
        assert document is not None
        return document

    async def new_slip(self) -> None:
        table = await self.live()
        kind = self.pick(["fill", "fill", "credit", "drop", "cards"])
        data = {"chips": {25_00: 1 + self.dice.below(40), 5_00: 20}, "label": "new"}
        await self.pit.begin_document(self.proof(self.someone(FLOWS[kind].steps[0].act)), kind, table.table.id, data)

    async def sign_something(self) -> None:
        with self.storage.reading() as conn:
            waiting = self.house.documents.find(conn, unfinished=True)
        if waiting:
            document = waiting[self.dice.below(len(waiting))]
            step = FLOWS[document.kind].after(document.state)
            if step is None or self.once_in(15):
                proofs = (self.proof(self.someone("document.void")), self.proof(self.someone("document.void")))
                await self.pit.void_document(proofs, document.id, "a mistake")
                return
            data = dict(document.signed[0].data)
            if step.name in ("count", "verify") and document.kind == "drop":
                data = {"cents": self._dropped(document)}
            elif "chips" in data and self.once_in(10):
                data["chips"] = {25_00: 1}
            await self.pit.sign_document(self.proof(self.someone(step.act)), document.id, step.name, data)

    def _dropped(self, document: Document) -> int:
        with self.storage.reading() as conn:
            groups = self.house.ledger.groups(conn, document=document.id)
        room = accounts.count_room(document.property)
        return sum(cents for group in groups for name, cents in group.lines if name == room)

    async def change_dealer(self) -> None:
        table = await self.live()
        await self.pit.dealer_in(self.person(self.someone("table.dealer")), table.table.id, self.pick(self.dealers))

    async def change_limits(self) -> None:
        table = await self.live()
        options = {**table.table.settings.options, "least": self.pick(["$5", "$10", "$25"])}
        await self.pit.change_options(self.person(self.someone("table.limits")), table.table.id, options)

    async def close_or_open(self) -> None:
        with self.storage.reading() as conn:
            closed = [t.id for t in self.house.tables.everyone(conn) if t.state == CLOSED]
        if closed:
            await self.open_table(self.pick(closed))
            return
        table = await self.live()
        table_id = table.table.id
        if not table.at_rest or table.table.state == CLOSING:
            return
        await self.pit.begin_closing(self.person("supervisor-2"), table_id)
        try:
            await self.pit.clear_seats(self.person("supervisor-2"), table_id)
            if table.table.mode == "dealer":
                await self.whole_slip("closing", table_id, {"chips": self._rack(table_id), "container": "cage"})
            await self.pit.close(self.proof("supervisor-2"), table_id)
        except Refused:
            await self.pit.cancel(self.person("supervisor-2"), table_id)
            raise

    async def verify_jackpot(self, table: Live) -> None:
        jackpot = next((j for j in table.held if j.state != CONFIRMED), None)
        if jackpot is None:
            await self.house.pay_jackpots(table.table.id, self.person("supervisor-1"))
        elif jackpot.state == KEYED:
            data = {"jackpot": jackpot.id}
            await self.pit.begin_document(self.proof(self.someone("jackpot.verify")), "jackpot", table.table.id, data)
            await self.house.forget(table.table.id)
        elif jackpot.state == VERIFIED:
            await self.pit.sign_document(self.proof(self.someone("jackpot.surveil")), jackpot.document_id, "surveil")
            self.report.jackpots += 1
            await self._pay(jackpot.id)

    async def _pay(self, jackpot_id: str) -> None:
        with self.storage.reading() as conn:
            jackpot = self.house.progressives.get(conn, jackpot_id)
        if jackpot.state == SETTLED:
            await self.pit.sign_document(self.proof("cage-3"), jackpot.document_id, "pay", {"from": "cage"})

    # ---- what goes wrong

    async def crash(self) -> None:
        """The server is gone; another one takes its place and knows only the record."""
        await self.house.stop()
        self.crashes += 1
        self._house()

    async def clock_jumps(self) -> None:
        self.clock.advance((self.dice.below(9) - 3) * HOUR_US)

    # ---- what must hold

    def _hold(self, fact: bool, words: str) -> None:
        if not fact:
            raise Failed(f"seed {self.seed}, step {self.report.steps}: {words}")

    async def _check(self, name: str, whole: bool) -> None:
        for plan in self.plan:
            clerk = self.house.clerk(plan.table_id)
            if clerk.live is not None and (whole or self.last is None or self.last[1] == plan.table_id):
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
