"""The desk of the house tables: each driven one act after the other, written together with others', then shown.

It is a desk of the record with what people, papers, money and tables bring to it. The rooms above are given this one;
what they bring themselves (rules in force, procedures, tournaments) is known here by what it is asked.
"""

import asyncio
import contextlib
import datetime
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import argon2
import msgspec
from sqlalchemy import Connection

from croupier.games import open_game
from croupier.house.money import purses
from croupier.house.money.chips import check_known
from croupier.house.money.drop_count import Drop
from croupier.house.money.progressives import Progressives
from croupier.house.money.slips import Credit, Fill
from croupier.house.money.takings import Takings
from croupier.house.money.toke_pool import Tokes
from croupier.house.papers.documents import Documents, Effect
from croupier.house.papers.notices import Notices
from croupier.house.papers.out_of_order import BrokenPapers
from croupier.house.people.gaming_day import local_date
from croupier.house.people.persons import MACHINE, People, Person
from croupier.house.people.posted_amounts import posted
from croupier.house.people.second_factor import SecondFactor
from croupier.house.people.sessions import Door
from croupier.house.record import kept_books
from croupier.house.record.aggregate import Act, Book, Keeper
from croupier.house.record.clock import HOUR_US, Sources
from croupier.house.record.commands import receipts
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.database.storage import Storage
from croupier.house.record.desk import Desk
from croupier.house.record.errors import Broken, NotFound, Refused, Reused, Stale
from croupier.house.record.everyday import Everyday
from croupier.house.record.faults import PAPER, TABLE, Fault, OutOfOrder
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables import loading
from croupier.house.tables.clockwork import Clockwork
from croupier.house.tables.duties import NEW_DEALER, OVERRIDE, Override
from croupier.house.tables.equipment import Care
from croupier.house.tables.life import CLOSING, OPEN, POKER, FloorTable, Procedures, Settings, Tables
from croupier.house.tables.live import Live, Ready
from croupier.house.tables.out_of_order import BrokenTables
from croupier.house.tables.own_history import unnamed, without_memos
from croupier.house.tables.table_unit import Asked, TableUnit, TurnsAt
from croupier.rounds import acts, refusal
from croupier.rounds.acts import By
from croupier.rounds.game import Game
from croupier.rounds.view import OUTSIDE, request_for, view
from croupier.rulebook import Posting, Rulebook, rulebook

READY = "ready"
RECENT_MAX = 4096

# Acts for which the record is asked something, or which put down more than themselves.
LOOKED_INTO = frozenset((acts.Sit, acts.Buy, acts.Coupon, acts.Shuffled, acts.Declared, acts.Undone))

Apply = Callable[[Live, Asked, Callable[[str], int]], TableUnit]
Also = Callable[[Tx], object]
EVERYDAY: Apply = Live.apply
CLOSE: Apply = Live.close_wagers
PAY: Apply = Live.pay_jackpots


class InForce(Protocol):
    """Who knows which rules a table may deal by: the room of approvals."""

    def book(self, conn: Connection, property_: str, game: str, on: datetime.date | str | None = None) -> Rulebook: ...
    def in_force(self, conn: Connection, property_: str, game: str, day: datetime.date) -> Rulebook: ...
    def check_standing(self, conn: Connection, book: Rulebook, day: datetime.date) -> None: ...
    def check_in_force(self, conn: Connection, book: Rulebook, day: datetime.date) -> None: ...


class TableDesk(Desk):
    approvals: InForce
    procedures: Procedures
    turns_at: TurnsAt  # whose turn it is at a table of a tournament

    def __init__(
        self, storage: Storage, sources: Sources | None = None, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        super().__init__(storage, sources)
        self.people = People(storage, self.writer, self.sources, hasher)
        self.door = Door(self.people)
        self.second_factor = SecondFactor(self.people, self.writer)
        self.people.cooling_us = lambda conn: posted(conn, "cooling") * HOUR_US
        self.notices = Notices(self.sources)
        self.progressives = Progressives(self.sources, self.ledger, self.notices, self._demo_at)
        self.care = Care(self.sources, self.notices, self.posting_of)
        self.documents = Documents(self.people, self.sources, self._effects(), check_known)
        self.tables = Tables(self.sources, self.ledger, self.documents, self.care)
        self.takings = Takings()
        self.clockwork = Clockwork(self)
        self.faults.closers[TABLE] = BrokenTables(
            self.tables, self.ledger, self.progressives, self.sources, self.table, self.forget
        )
        self.faults.closers[PAPER] = BrokenPapers(self.faults, storage, self.documents, self.people)
        # Told of cash that became chips at a table: property, table, patron, by. The cage listens.
        self.cash_taken: Callable[[Tx, str, str, str, str], None] = lambda *about: None
        # Asked whether a coupon laid down at a table is good. The cage answers.
        self.coupon_laid: Callable[[Tx, Live, acts.Coupon], None] = _no_coupons
        self._keepers: dict[str, TableKeeper] = {}
        # In order, so that the oldest is found at once: a dictionary searches from where its first ones were.
        self._recent: OrderedDict[str, tuple[Asked, str, Receipt]] = OrderedDict()

    def _effects(self) -> dict[str, Effect]:
        moving = (self.ledger, self.notices)
        effects: dict[str, Effect] = {"fill": Fill(*moving), "credit": Credit(*moving), "drop": Drop(*moving)}
        effects |= {"tokes": Tokes(self.ledger), "jackpot": self.progressives}
        for kind in ("cards", "dice", "wheel", "stub", "checklist"):
            effects[kind] = self.care
        effects[OVERRIDE] = Override(self.posting_of)
        return effects

    def today(self) -> datetime.date:
        """The date on the house's own calendar; whoever is reading or writing already asks `local_date`."""
        with self.storage.reading() as conn:
            return local_date(conn, self.sources.now_us())

    # ---- tables

    def brought(self, tx: Tx, table: FloorTable, patron: str) -> None:
        """A patron brings chips of his own: money to a table that deals for money, demo chips to a demonstration's. A
        pot, a rack or a meter in which they met would make one the other."""
        tx.flush()
        purses.check_played(tx.conn, patron, purses.DEMO if table.settings.demo else purses.MONEY)

    def posting_of(self, table_id: str) -> Posting | None:
        with self.storage.reading() as conn:
            table = self.tables.find(conn, table_id)
        return self.posting(table) if table else None

    def _demo_at(self, conn: Connection, table_id: str) -> bool:
        """Whether a table deals for demo chips."""
        table = self.tables.find(conn, table_id)
        return table is not None and table.settings.demo

    def posting(self, table: FloorTable) -> Posting:
        if table.game == POKER:
            return Posting(rulebook(table.property, POKER, table.settings.day or None), dict(table.settings.options))
        return self.game(table.property, table.game, table.settings).posting

    def game(self, property_: str, game: str, settings: Settings) -> Game:
        """The game as a table with these settings would open it now: by the shelf, by what the house has written and
        had approved since, or, at a table to try a draft at, by that draft."""

        def found(name: str, game_: str, on: datetime.date | str | None = None) -> Rulebook:
            with self.storage.reading() as conn:
                if settings.book and (name, game_) == (property_, game):
                    return kept_books.from_record(conn, settings.book)
                return self.approvals.book(conn, name, game_, on)

        return open_game(property_, game, settings.day or None, settings.options, found)

    def check_rules(self, conn: Connection, posting: Posting, settings: Settings) -> None:
        """Refuse to deal by rules that are not in force on the floor's day. A demonstration may show rules of any day,
        but none that the commission has before it or has refused."""
        book, today = posting.rulebook, local_date(conn, self.sources.now_us())
        if settings.demo:
            self.approvals.check_standing(conn, book, today)
        else:
            self.approvals.check_in_force(conn, book, today)

    def load(self, table_id: str) -> Live:
        """Read a table from its journal."""
        with self.storage.reading() as conn:
            table = self.tables.get(conn, table_id)
            if table.game == POKER:
                raise NotFound(f"{table_id} is a table of the poker room.")
            if table.state not in (OPEN, CLOSING):
                raise Stale(f"Table {table_id} is {table.state}.", "A supervisor opens it from the pit.")
            with self.faults.reading(TABLE, table_id, table.property):
                return loading.load(conn, table, self.storage, self.sources, self.progressives, self.turns_at)

    def keeper(self, table_id: str) -> "TableKeeper":
        found = self._keepers.get(table_id)
        if found is None:
            found = self._keepers[table_id] = TableKeeper(self, TableBook(self, table_id))
        return found

    @property
    def keepers(self) -> "dict[str, TableKeeper]":
        """Those of the tables that this server has looked at."""
        return self._keepers

    async def forget(self, table_id: str) -> None:
        """The table's own setup has changed: it is read again."""
        if table_id in self._keepers:
            await self._keepers[table_id].forget()

    async def table(self, table_id: str) -> Live:
        """The table as it stands, with nothing under way. Look, and do not await in between."""
        return await self.keeper(table_id).look()

    async def glance(self, table_id: str) -> Live | Fault:
        """The table for somebody who looks at many: one that is out of order costs the others nothing."""
        try:
            return await self.table(table_id)
        except OutOfOrder as broken:
            return broken.fault

    async def view(self, table_id: str, who: Person) -> dict[str, Any]:
        """The table as this person may see it: who plays and who won is the house's business and his own."""
        found = await self.table(table_id)
        by = By(who.at(found.table.property).role, who.badge)
        shown = without_memos(view(found.driver, by))
        shown["table"] = table_id
        shown["held"] = [msgspec.to_builtins(j) for j in found.held]
        if by.role in OUTSIDE:  # that a win waits is seen by all, whose it is is not
            unnamed(shown, by.name)
            shown["held"] = [win if win["patron"] == by.name else {} for win in shown["held"]]
        shown["asked"] = None if found.held else request_for(found.driver, by)
        return shown

    # ---- acting

    async def act(self, command: Asked, table_id: str, also: Also | None = None) -> Receipt:
        """One act of one person at a table, and what is written with it. Returns when it is safe; raises Refused and
        changes nothing."""
        receipt = await self._submit(command, table_id, EVERYDAY, also)
        self._recent[command.id] = (command, table_id, receipt)
        if len(self._recent) > RECENT_MAX:
            self._recent.popitem(last=False)
        return receipt

    async def _submit(self, command: Asked, table_id: str, apply: Apply, also: Also | None = None) -> Receipt:
        def applied(table: Live) -> TableUnit:
            try:
                unit = apply(table, command, self.shown)
            except refusal.Refused as refused:
                if table.pages.waiting:  # the driver has acted before something else said no
                    raise Broken(f"{table_id} refused half way: {refused}") from refused
                raise
            unit.at_us, unit.also = self.sources.now_us(), also
            return unit

        asked = Act(command.id, lambda look: self.recalled(command, table_id, look), applied)
        receipt: Receipt = await self.keeper(table_id).act(asked)
        return receipt

    async def answer(
        self,
        table_id: str,
        by: Person,
        act: acts.Anything,
        number: int | None = None,
        command_id: str | None = None,
        said: str = "",
    ) -> Receipt:
        """An act under a command's identifier; `said` is what a page sent, if it words the act by how the table is."""
        command = Command(command_id or self.sources.new_command(), by, act, number, said)
        return await self.act(command, table_id)

    async def close_wagers(self, table_id: str, number: int | None = None, also: Also | None = None) -> Receipt:
        """Close the wagers of an electronic table, and what is written with that."""
        found = await self.table(table_id)
        if not found.driver.table.electronic:
            raise Refused("The dealer closes the wagers of this table.")
        command = Command(self.sources.new_command(), MACHINE, acts.Close(), number)
        return await self._submit(command, table_id, CLOSE, also)

    async def ready(self, table_id: str, who: Person, number: int | None = None) -> Receipt | None:
        """A player wants no more wagers; when all who wagered are ready, an electronic table deals.

        `number` names the request that he looked at: said twice, the second must not close the next round, where
        wagers that stand (craps) would be thrown for at once.
        """
        found = await self.table(table_id)
        driver = found.driver
        if number is not None and number != driver.number:
            raise Stale("The table moved on before this arrived. Nothing was taken.")
        wagering = {driver.table.position(n).patron for n in driver.table.betting_positions()}
        if who.badge not in wagering:
            raise Refused("You have no wager on the layout.", "Place one first.")
        found.ready.add(who.badge)
        asked, dealing = driver.number, found.all_ready
        if dealing:
            return await self.close_wagers(table_id, asked)
        if self.peers is not None:  # the others may sit at another server
            await self.write(lambda tx: tx.tell(f"{READY}/{table_id}/{asked}/{who.badge}"))
        self.hub.publish(News(f"table:{table_id}", "moved", driver.entry))  # no entry, and yet seen: whom it waits for
        return None

    async def pay_jackpots(self, table_id: str, by: Person) -> Receipt:
        """Go on with a round whose percentage wins are verified."""
        await self.forget(table_id)
        command = Command(self.sources.new_command(), by, acts.Reads(0))
        return await self._submit(command, table_id, PAY)

    def resume(self, table: Live) -> None:
        """A table whose wins are verified goes on, whatever came between the last signature and the payment."""
        if table.verified:
            self.later(self.go_on(table.table.id))

    async def go_on(self, table_id: str) -> None:
        """Pay the wins that hold a table once all of them are verified, in the name of who verified the first."""
        table = await self.table(table_id)
        if not table.verified:
            return
        with self.storage.reading() as conn:
            document = self.documents.get(conn, table.held[0].document_id)
            supervisor = self.people.get(conn, document.by("verify"))
        with contextlib.suppress(Stale):  # somebody else was first
            await self.pay_jackpots(table_id, supervisor)

    def shown(self, meter: str) -> int:
        with self.storage.reading() as conn:
            return self.progressives.shown(conn, meter)

    async def asked_before(self, by: Person, table_id: str, command: str | None, said: str) -> Receipt | None:
        """What was answered to a page that sent these words before: the table may have moved on since, or have closed,
        and nobody can say any more which act they came to."""
        if not command or not said:
            return None
        return await asyncio.to_thread(self._asked_before, by, table_id, command, said)

    def _asked_before(self, by: Person, table_id: str, command: str, said: str) -> Receipt | None:
        with self.storage.reading() as conn:
            return receipts.first(conn, command, by.badge, receipts.digest_of(table_id, said))

    def recalled(self, command: Asked, table_id: str, look: bool = False) -> Receipt | None:
        """The answer that this command got before at this table; `look` in the database too."""
        found = self._recent.get(command.id)
        if found is not None:
            first, at, receipt = found
            if first.by.badge != command.by.badge:
                raise NotFound("This command's identifier belongs to another person.")
            if first.content(at) != command.content(table_id):
                raise Reused()
            return receipt
        if not look:
            return None
        with self.storage.reading() as conn:
            return command.recall(conn, table_id)


def _no_coupons(tx: Tx, table: Live, act: acts.Coupon) -> None:
    raise Refused("This house gives out no coupons.", "Wager in chips.")


class TableBook(Book[Live, TableUnit]):
    """How one house table is read, written and told of."""

    kind = TABLE

    def __init__(self, desk: TableDesk, name: str) -> None:
        super().__init__(name)
        self._desk = desk
        self._topic = f"table:{name}"
        self._first = True
        self.said = Ready()  # outlives the table's being read again, not its next opening
        self._opening = ""

    def load(self, was: Live | None) -> Live:
        self._desk.faults.check(TABLE, self.name)
        return self._desk.load(self.name)

    def loaded(self, held: Live) -> None:
        if held.pages.journal_id != self._opening:  # its requests are counted from one again
            self._opening, self.said = held.pages.journal_id, Ready()
        held.said = self.said
        self._desk.clockwork.look(held)
        if self._first:
            self._first = False
            self._desk.resume(held)

    def place(self, held: Live) -> str:
        return held.table.property

    def write(self, tx: Tx, held: Live, unit: TableUnit) -> Receipt:
        desk, table, command = self._desk, held.table, unit.command
        posting = held.driver.game.posting
        desk.procedures.admit(tx, table.property, command.act)
        act = command.act
        if type(act) is acts.Coupon:
            desk.coupon_laid(tx, held, act)
        if held.brings(command):
            desk.brought(tx, held.table, command.by.badge)
        desk.tables.check_round(tx.conn, table, posting, command.act, deals=unit.deals)
        if type(act) is acts.Shuffled:
            desk.tables.shuffled(tx, table, posting, act, command.by.badge)
        elif type(act) is acts.Declared and act.when == NEW_DEALER:
            desk.tables.put_away(tx, table.id, command.by.badge)
        elif type(act) is acts.Undone:
            desk.tables.taken_back(tx, table, held.driver.game, held.pages.journal_id, act.entry)
        held.write(tx, unit, desk.ledger, desk.progressives)
        if unit.sent_away:
            desk.tables.send_away(tx, table, posting, unit.sent_away, command.by.badge)
        for patron in held.paid_in_cash(command):
            desk.cash_taken(tx, table.property, table.id, patron, command.by.badge)
        receipt: Receipt = unit.receipt
        return receipt

    def everyday(self, held: Live, unit: TableUnit) -> Everyday | None:
        """Nearly every act of an electronic table: what `write` looks at beside it concerns none of them."""
        if type(unit.command.act) in LOOKED_INTO or held.table.mode != "electronic" or not unit.everyday:
            return None
        return held.everyday(unit)

    def written(self, held: Live, units: Sequence[TableUnit]) -> None:
        desk, happened, meters, played = self._desk, list[Any](), set[str](), False
        for unit in units:
            happened += unit.receipt.happened
            played = played or bool(unit.rounds or unit.wins)
            if unit.stakes or unit.wins:
                meters.update(unit.stakes, (win[0] for win in unit.wins))
            if unit.wins:
                desk.keeper(self.name).held = None  # read again: the wins that were keyed in now hold the table
        desk.hub.publish(News(self._topic, "moved", held.driver.entry, happened))
        for name in meters:
            desk.hub.publish(News(f"meter:{name}", "moved"))
        desk.clockwork.look(held)
        desk.resume(held)  # a win was verified while a ruling was given
        if played:
            desk.hub.publish(News("floor", "table", data=self.name))


class TableKeeper(Keeper[Live, TableUnit]):
    book: TableBook

    async def look_again(self, number: int) -> None:
        """Another server has moved the table on to this entry; 0: something else about it has changed."""
        async with self.lock:
            if self.held is None or number == 0 or self.held.driver.entry < number:
                self.held = None
                self._desk.faults.look_again(TABLE, self.book.name)
        self._desk.hub.publish(News(f"table:{self.book.name}", "moved", number))
