"""A house for tests: real database, real argon2 at its least cost, a clock moved by hand."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from croupier.demo import players as bots
from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_of
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.money.purses import CASH_IN
from croupier.house.people.permissions import ROLES
from croupier.house.people.persons import Person, Proof
from croupier.house.record import accounts, journals
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.database.storage import Storage
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Tx
from croupier.house.tables import corrections
from croupier.house.tables.equipment import checklist
from croupier.house.tables.life import Settings
from croupier.house.tables.pit.desk import Pit
from croupier.rounds import acts, refusal
from croupier.rounds.replay import replay

from .crew import PASSWORD

HOUSE = "hard-rock-cincinnati"
CHIPS = {100_00: 200, 25_00: 400, 5_00: 1000, 1_00: 500}
STAFF = [(f"{role}-{n}", f"{role.title()} {n}", role) for role in ROLES for n in (1, 2, 3)]


class Floor:
    def __init__(self, url: str, clock: HandClock | None = None, seed: str = "house", hasher: Any = None) -> None:
        self.clock = clock or HandClock()
        self.storage = Storage(url)
        self.house = House(self.storage, Sources.seeded(seed, self.clock), hasher)
        self.pit, self.cage = Pit(self.house), Cage(self.house)
        self.dice = SeededEntropy(seed + "-people")

    def staff(self) -> None:
        self.house.people.add_demo(STAFF, PASSWORD)

    def person(self, badge: str) -> Person:
        with self.storage.reading() as conn:
            return self.house.people.get(conn, badge)

    def proof(self, badge: str) -> Proof:
        return self.house.people.prove(badge, PASSWORD)

    async def electronic(self, table_id: str = "E-1", game: str = "three-card-poker", **settings: Any) -> None:
        chosen = Settings(bank=1_000_000_00, **settings)
        await self.pit.add_table(self.person("manager-1"), table_id, HOUSE, game, "electronic", "Pit 1", chosen)
        await self.pit.begin_opening(self.person("supervisor-1"), table_id)
        await self.pit.open(self.proof("supervisor-1"), table_id)

    async def by_hand(
        self, table_id: str = "D-1", game: str = "three-card-poker", place: str = HOUSE, **settings: Any
    ) -> None:
        """A table opened with all its signatures."""
        manager, supervisor = self.person("manager-1"), self.person("supervisor-1")
        await self.pit.add_table(manager, table_id, place, game, "dealer", "Pit 1", Settings(**settings))
        await self.fill(table_id)
        await self.pit.begin_opening(supervisor, table_id)
        await self.pit.dealer_in(supervisor, table_id, "dealer-1")
        posting = self.house.posting_of(table_id)
        assert posting is not None
        for kind in ("cards",) if posting.get("decks") else ("wheel",):
            if kind == "cards":
                document = await self.pit.begin_document(
                    self.proof("dealer-1"), kind, table_id, {"label": f"red {table_id} + blue {table_id}"}
                )
                await self.pit.sign_document(self.proof("supervisor-1"), document.id, "verify")
            else:
                await self.pit.begin_document(self.proof("supervisor-1"), kind, table_id)
        await self.count("opening", table_id)
        items = list(checklist(posting))
        await self.pit.begin_document(self.proof("dealer-1"), "checklist", table_id, {"items": items})
        await self.pit.open(self.proof("supervisor-1"), table_id)

    async def fill(self, table_id: str) -> None:
        data = {"chips": CHIPS}
        document = await self.pit.begin_document(self.proof("supervisor-1"), "fill", table_id, data)
        for step, badge in (("prepare", "cage-1"), ("carry", "security-1"), ("count", "dealer-1")):
            await self.pit.sign_document(self.proof(badge), document.id, step, data)
        await self.pit.sign_document(self.proof("supervisor-2"), document.id, "confirm")

    async def count(self, kind: str, table_id: str) -> None:
        from croupier.house.money.chips import cut
        from croupier.house.record import accounts

        with self.storage.reading() as conn:
            cents = self.house.ledger.balance(conn, accounts.inventory(table_id))
        data = {"chips": cut(cents), "container": "cage"}
        document = await self.pit.begin_document(self.proof("dealer-1"), kind, table_id, data)
        await self.pit.sign_document(self.proof("supervisor-1"), document.id, "verify", data)

    async def drop(self, table_id: str, cents: int | None = None) -> None:
        """The box is taken off the table, empty or not, and counted by two."""
        from croupier.house.record import accounts

        with self.storage.reading() as conn:
            inside = self.house.ledger.balance(conn, accounts.drop(table_id)) if cents is None else cents
        document = await self.pit.begin_document(self.proof("security-1"), "drop", table_id)
        for step, badge in (("witness", "supervisor-1"), ("count", "cage-1"), ("verify", "manager-1")):
            await self.pit.sign_document(self.proof(badge), document.id, step, {"cents": inside})

    async def fund(self, badge: str, cents: int, place: str = HOUSE, *, demo: bool = False) -> None:
        """Credit of a patron: demo chips, or money that he brought."""
        if demo:
            await self.cage.demo_chips(place, badge, cents)
            return

        def work(tx: Tx) -> None:
            names = (accounts.outside(place), accounts.patron(badge))
            self.house.ledger.open(tx, *names)
            self.house.ledger.move(tx, CASH_IN, "cage-1", *names, cents)

        await self.house.write(work)

    async def sit(self, table_id: str, badge: str, position: int, chips: int = 1_000_00) -> None:
        player = self.person(badge)
        settings = (await self.house.table(table_id)).table.settings
        await self.fund(badge, chips, demo=settings.demo)
        while not (table := await self.house.table(table_id)).driver.betting:
            act = bots.fact(self.dice, table.driver)  # the cards are shuffled before wagers open
            assert act is not None
            await self.house.answer(table_id, self.person("dealer-1"), act)
        await self.house.answer(table_id, player, acts.Sit(position, badge, chips))

    async def play(self, table_id: str, rounds: int, dealer: str = "dealer-1") -> None:
        """Let whoever sits there play so many rounds."""
        table = await self.house.table(table_id)
        last = table.driver.felt.round + rounds
        for _ in range(rounds * 200):
            table = await self.house.table(table_id)
            driver = table.driver
            if driver.felt.round >= last and driver.betting:
                return
            await self.step(table_id, dealer)
        raise AssertionError("the rounds never ended")

    async def take_back(self, table_id: str, badge: str = "dealer-1", entry: int = 0) -> Receipt:
        """What was keyed last, by the dealer; a hand that Enter has kept under a supervisor's signature."""
        driver = (await self.house.table(table_id)).driver
        if corrections.confirmed(driver, entry or driver.last_keyed()):
            return await corrections.correct(
                self.house, self.proof("supervisor-1"), table_id, entry or driver.last_keyed()
            )
        return await self.house.answer(table_id, self.person(badge), acts.Undone(entry))

    async def step(self, table_id: str, dealer: str = "dealer-1") -> None:
        table = await self.house.table(table_id)
        driver = table.driver
        if driver.betting:
            for position in driver.felt.positions:
                table = await self.house.table(table_id)
                bet = bots.wager(self.dice, table.driver, position.number) if position.patron else None
                if bet:
                    await self.house.answer(table_id, self.person(position.patron), bet)
            if table.driver.table.electronic:
                await self.house.close_wagers(table_id)
            else:
                await self.house.answer(table_id, self.person(dealer), acts.Close())
            return
        act = bots.fact(self.dice, driver)
        if act is not None:
            await self.house.answer(table_id, self.person(dealer), act, driver.number)
            return
        act = bots.decision(self.dice, driver)
        assert act is not None, driver.pending
        position = getattr(act, "position", 0)
        patron = driver.table.position(position).patron if position else dealer
        try:
            await self.house.answer(table_id, self.person(patron), act, driver.number)
        except refusal.Stale:
            raise
        except refusal.Refused:
            await self.house.answer(table_id, self.person(patron), bots.decision(self.dice, driver), driver.number)

    def check(self) -> None:
        """What must hold whenever nothing is under way."""
        from croupier.house.record import journals

        with self.storage.reading() as conn:
            assert self.house.ledger.audit(conn) == []
            assert seals.verify(conn) == []
            assert self.house.documents.gaps(conn) == []
            for about in journals.of_table(conn):
                assert journals.verify(conn, about.id) is None


def run(scenario: Callable[[Floor], Awaitable[None]], floor: Floor) -> None:
    async def whole() -> None:
        floor.staff()
        try:
            await scenario(floor)
        finally:
            await floor.house.stop()
            floor.check()
            floor.storage.close()

    asyncio.run(whole())


async def agrees(floor: Floor, table_id: str) -> None:
    """The ledger, the live table and a replay of its journal say the same."""
    table = await floor.house.table(table_id)
    with floor.storage.reading() as conn:
        again = replay((s.entry for s in journals.entries(conn, table.pages.journal_id)), game_of)
        balances = floor.house.ledger.balances(conn)
    felt = table.driver.felt
    assert again.felt == felt
    assert again.number == table.driver.number
    assert balances[accounts.layout(table_id)] == sum(w.stake for w in felt.wagers)
    for patron in {p.patron for p in felt.positions} - {""}:
        assert balances[accounts.at_table(patron, table_id)] == felt.accounts[f"patron:{patron}"]
    assert balances[accounts.drop(table_id)] == felt.accounts.get("drop", 0)
    assert balances[accounts.inventory(table_id)] == felt.accounts["inventory"]


def money_at(floor: Floor, *names: str) -> list[int]:
    with floor.storage.reading() as conn:
        return [floor.house.ledger.balance(conn, name) for name in names]
