"""The people of a simulated day and what they do in the pit: openings, slips, dealers, limits, jackpots."""

import collections

import argon2

from croupier.demo.day_plan import PLAN, Failed, Plan, Report, approved_us
from croupier.equipment.entropy import SeededEntropy
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.money.chips import cut
from croupier.house.money.progressives import CONFIRMED, KEYED, SETTLED, VERIFIED
from croupier.house.papers.documents import FLOWS, Document
from croupier.house.people.permissions import PERMITS, ROLES, SLOTS
from croupier.house.people.persons import Person, Proof
from croupier.house.record import accounts
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.commands.receipts import Command
from croupier.house.record.database.storage import Storage
from croupier.house.tables.equipment import checklist, kinds_of
from croupier.house.tables.life import CLOSED, CLOSING, OPEN, FloorTable
from croupier.house.tables.live import Live
from croupier.house.tables.own_table import AT_THE_TABLE
from croupier.house.tables.pit.desk import Pit
from croupier.house.tables.table_unit import Asked
from croupier.rounds import acts
from croupier.rounds.refusal import Refused

PASSWORD = "a day from a seed"
CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # nobody guesses at simulated people
CHIPS = {500_00: 40, 100_00: 200, 25_00: 400, 5_00: 800, 1_00: 500, 25: 400}


class Staff:
    """A house, its clock and everybody in it; acts of the pit, with a mistake once in a while."""

    def __init__(self, url: str, seed: str, plan: tuple[Plan, ...] = PLAN, patrons: int = 200) -> None:
        self.seed, self.plan = seed, plan
        self.dice = SeededEntropy(f"day {seed}")
        self.clock = HandClock(max(HandClock().now_us, *(approved_us(table) for table in plan)))
        self.storage = Storage(url)
        self.crashes = self.sets = 0
        self.report = Report(seed)
        self.patrons = [f"patron-{n}" for n in range(patrons)]
        self.dealers = [f"dealer-{n}" for n in range(1, 4 + sum(table.mode == "dealer" for table in plan))]
        self.last: tuple[Asked, str] | None = None
        self._counted: collections.Counter[str] = collections.Counter()
        self._refused: collections.Counter[str] = collections.Counter()
        self.new_house()

    def new_house(self) -> None:
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
        roles = [role for role in roles if role not in SLOTS]  # these floors have no stadium
        return f"{self.pick(roles)}-{self.dice.below(3) + 1}"

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

    def _hold(self, fact: bool, words: str) -> None:
        if not fact:
            raise Failed(f"seed {self.seed}, step {self.report.steps}: {words}")

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
                await self.whole_slip(kind, table_id, {"label": self._new_set()})
            await self.whole_slip("opening", table_id, self._inventory(table_id))
            await self.whole_slip("checklist", table_id, {"items": list(checklist(posting))})
        await self.pit.open(self.proof("supervisor-1"), table_id)

    def _tables(self) -> list[FloorTable]:
        with self.storage.reading() as conn:
            return list(self.house.tables.everyone(conn))

    def _balance(self, name: str) -> int:
        with self.storage.reading() as conn:
            return self.house.ledger.balance(conn, name)

    def _inventory(self, table_id: str) -> dict[str, object]:
        """What two people count in a rack; cents that no chip stands for are a variance that they state."""
        cents = self._balance(accounts.inventory(table_id))
        odd = cents % 25
        return {"chips": cut(cents - odd)} | ({"variance": -odd} if odd else {})

    async def whole_slip(self, kind: str, table_id: str, data: dict[str, object]) -> Document:
        """All signatures of a slip, each by somebody else."""
        document: Document | None = None
        used: set[str] = set()
        for step in FLOWS[kind].steps:
            roles = sorted(PERMITS[step.act])
            badge = next(f"{r}-{n}" for n in (1, 2, 3) for r in roles if f"{r}-{n}" not in used)
            badge = self._at_table(table_id, step.act, badge)
            used.add(badge)
            if document is None:
                document = await self.pit.begin_document(self.proof(badge), kind, table_id, data)
            else:
                document = await self.pit.sign_document(self.proof(badge), document.id, step.name, data)
        assert document is not None
        return document

    def _at_table(self, table_id: str, act: str, badge: str) -> str:
        """Who signs a line that is the dealer's: whoever stands at the table."""
        with self.storage.reading() as conn:
            table = self.house.tables.find(conn, table_id)
        return table.dealer if table and table.dealer and badge.startswith("dealer") and act in AT_THE_TABLE else badge

    def _new_set(self) -> str:
        self.sets += 1
        return f"red {self.sets} + blue {self.sets}"

    async def new_slip(self) -> None:
        table = await self.live()
        kind = self.pick(["fill", "fill", "credit", "drop", "cards"])
        data = {"chips": {25_00: 1 + self.dice.below(40), 5_00: 20}, "label": self._new_set()}
        act = FLOWS[kind].steps[0].act
        badge = self._at_table(table.table.id, act, self.someone(act))
        if kind == "cards" and badge.rpartition("-")[0] in PERMITS[act]:  # who finds them due has the dealer inspect
            badge = table.table.dealer or self.dealers[0]
        await self.pit.begin_document(self.proof(badge), kind, table.table.id, data)

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
                data |= {"chips": {25_00: 1}, "differs": True}
            badge = self._at_table(document.table_id, step.act, self.someone(step.act))
            await self.pit.sign_document(self.proof(badge), document.id, step.name, data)

    def _boxed(self, table_id: str) -> int:
        with self.storage.reading() as conn:
            return self.house.ledger.balance(conn, accounts.drop(table_id))

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
        await self.pit.change_options(self.proof(self.someone("table.limits")), table.table.id, options)

    async def close_or_open(self) -> None:
        with self.storage.reading() as conn:
            closed = [t.id for t in self.house.tables.everyone(conn) if t.state == CLOSED]
        if closed:
            await self.open_table(self.pick(closed))
            return
        table = await self.live()
        if table.at_rest and table.table.state != CLOSING:
            await self.close(table)

    async def close(self, table: Live) -> None:
        table_id = table.table.id
        await self.pit.begin_closing(self.person("supervisor-2"), table_id)
        try:
            await self.pit.clear_seats(self.person("supervisor-2"), table_id)
            if table.table.mode == "dealer":
                await self.whole_slip("closing", table_id, self._inventory(table_id) | {"container": "cage"})
                await self.whole_slip("drop", table_id, {"cents": self._boxed(table_id)})
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
            purses = self.house.progressives.purses(conn, jackpot).purses
        if jackpot.state == SETTLED:
            source = {"from": purses[-1]}  # the cage, where it may be
            await self.pit.sign_document(self.proof("cage-3"), jackpot.document_id, "pay", source)
