"""The house: every table of one server, driven one act after the other, written together, then shown.

Each open table has a clerk: a task that takes what has arrived for its table, applies it, writes it as one
work (which the writer commits together with other tables' works) and only then answers and publishes. A
look at a table waits until nothing is under way, so nobody sees what is not yet safe.
"""

import asyncio
import contextlib
import datetime
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import argon2
import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from croupier.games import open_game
from croupier.house.approvals.cases import Approvals
from croupier.house.money.chips import check_known
from croupier.house.money.progressives import Progressives
from croupier.house.money.slips import Credit, Drop, Fill, Tokes
from croupier.house.money.takings import Takings
from croupier.house.papers.documents import Documents, Effect
from croupier.house.papers.notices import Notices
from croupier.house.people.gaming_day import local_date
from croupier.house.people.persons import SYSTEM, People, Person
from croupier.house.people.posted import posted
from croupier.house.people.second_factor import SecondFactor
from croupier.house.people.sessions import Door
from croupier.house.plan.changes import HouseChanges
from croupier.house.plan.staff import StaffChanges
from croupier.house.poker_room.procedures.desk import Procedures
from croupier.house.record import commands, journals, kept_books, peers
from croupier.house.record.clock import HOUR_US, Sources
from croupier.house.record.commands import Command, Receipt
from croupier.house.record.errors import Broken, NotFound, NotWritten, Refused, Reused, Stale
from croupier.house.record.faults import TABLE, Fault, Faults, OutOfOrder
from croupier.house.record.hub import Hub, News
from croupier.house.record.ledger import Ledger
from croupier.house.record.repeated_commands import once
from croupier.house.record.storage import Storage
from croupier.house.record.writer import Tx, Writer
from croupier.house.tables import checkpoints as resume
from croupier.house.tables import live
from croupier.house.tables.clockwork import Clockwork
from croupier.house.tables.equipment import Care
from croupier.house.tables.life import CLOSING, OPEN, POKER, FloorTable, Settings, Tables
from croupier.house.tables.live import CHECKPOINT_ENTRIES, Asked, Live, Ready, Unit
from croupier.house.tables.out_of_order import BrokenTables
from croupier.house.tables.shall import OVERRIDE, Override
from croupier.rounds import acts, refusal
from croupier.rounds.acts import By
from croupier.rounds.game import Game
from croupier.rounds.view import request_for, view
from croupier.rulebook import Posting, Rulebook, rulebook

LOG = logging.getLogger("croupier")
T = TypeVar("T")
BATCH_ACTS_MAX = 256
TRIES_MAX = 4
READY = "ready"
ABOUT = "about/"  # something that people answer for, told to the other servers by its name
EVENT = "tournament:"
LIST = "LIST-"  # the lists of a room are journaled under its property
MACHINE = Person(SYSTEM, "The house", "supervisor", True, False)

Apply = Callable[[Live, Asked, Callable[[str], int]], Unit]
EVERYDAY: Apply = Live.apply
CLOSE: Apply = Live.close_wagers
PAY: Apply = Live.pay_jackpots


class _Task(msgspec.Struct):
    command: Asked
    apply: Apply
    done: Any  # asyncio.Future[Receipt]


class Clerk:
    """Takes what arrives for one table, in order, as much at once as there is."""

    def __init__(self, house: "House", table_id: str) -> None:
        self._house = house
        self.table_id = table_id
        self.live: Live | None = None
        self.lock = asyncio.Lock()  # held while something is under way at this table
        self._first = True
        self.said = Ready()  # outlives the table's being read again, not its next opening
        self._opening = ""
        self._waiting: asyncio.Queue[_Task] = asyncio.Queue()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"clerk {table_id}")

    def submit(self, command: Asked, apply: Apply) -> "asyncio.Future[Receipt]":
        done: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Task(command, apply, done))
        return done

    async def stop(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def table(self) -> Live:
        if self.live is None:
            self._house.faults.check(TABLE, self.table_id)
            self.live = await asyncio.to_thread(self._house.load, self.table_id)
            if self.live.pages.journal_id != self._opening:  # its requests are counted from one again
                self._opening, self.said = self.live.pages.journal_id, Ready()
            self.live.said = self.said
            self._house.clockwork.look(self.live)
            if self._first:
                self._first = False
                self._house.resume(self.live)
        return self.live

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            async with self.lock:
                while not self._waiting.empty() and len(batch) < BATCH_ACTS_MAX:
                    batch.append(self._waiting.get_nowait())
                try:
                    await self._batch(batch)
                except Exception as error:  # whatever it was, the table is read again and its people are told
                    for task in batch:
                        _fail(task, self._in_words(error))
                    self.live = None

    async def _batch(self, batch: list[_Task]) -> None:
        """Apply all that waits and write it as one; if that fails, one by one on the table as it then stands."""
        batch, again = _first_of_each(batch)
        await self._once_each(batch)
        for task in again:  # sent twice at once: what the first of them did is on record now
            self._refuse(task, None)
            if not task.done.done():
                await self._again(task, None)

    async def _once_each(self, batch: list[_Task]) -> None:
        table = await self.table()
        try:
            units = [(task, unit) for task in batch if (unit := self._try(table, task)) is not None]
        except Exception as error:  # one act failed in the game: it alone is told so
            if len(batch) == 1:
                raise
            LOG.debug("an act failed among others at %s", self.table_id, exc_info=error)
            self.live = None
            for task in batch:
                if not task.done.done():
                    await self._again(task, None)
            return
        if not units:
            return
        try:
            await self._write(table, [unit for _, unit in units])
        except (Refused, SQLAlchemyError, Broken) as error:
            self.live = None
            if len(units) == 1:
                await self._again(units[0][0], error)
                return
            for task, _ in units:
                await self._again(task, None)
            return
        for task, unit in units:
            _succeed(task, unit.receipt)

    def _try(self, table: Live, task: _Task) -> Unit | None:
        """Apply one act; a refusal of an act that was already done gives its first answer again."""
        try:
            known = self._house.recalled(task.command, self.table_id)
            if known is not None:
                _succeed(task, known)
                return None
            return task.apply(table, task.command, self._house.shown)
        except refusal.Refused as refused:
            if table.pages.waiting:  # the driver has acted before something else said no
                raise Broken(f"{self.table_id} refused half way: {refused}") from refused
            self._refuse(task, refused)
            return None

    def _refuse(self, task: _Task, refused: Exception | None) -> None:
        """Give the first answer of an act that was done before, else say no, if there is a reason."""
        try:
            known = self._house.recalled(task.command, self.table_id, look=True)
        except Refused as other:
            known, refused = None, other
        if known is not None:
            _succeed(task, known)
        elif refused is not None:
            _fail(task, refused)

    async def _again(self, task: _Task, error: Exception | None) -> None:
        """After a failed write: read the table again, see whether the act was done after all, else try it alone."""
        for _ in range(TRIES_MAX):
            if error is not None and not isinstance(error, Stale):
                try:
                    known = self._house.recalled(task.command, self.table_id, look=True)
                except Refused as other:  # its identifier is another's: the others who wait are not refused for it
                    _fail(task, other)
                    return
                if known is not None:
                    _succeed(task, known)
                    return
                if isinstance(error, Refused):
                    break
            table = await self.table()
            try:
                unit = self._try(table, task)
            except Exception as failed:
                _fail(task, self._in_words(failed))
                self.live = None
                return
            if unit is None:
                return
            try:
                await self._write(table, [unit])
            except (Refused, SQLAlchemyError, Broken) as again:
                self.live, error = None, again
                continue
            _succeed(task, unit.receipt)
            return
        _fail(task, self._in_words(error))

    def _in_words(self, error: Exception | None) -> Exception:
        """What a person is told when an act could not be done or written."""
        if error is None or isinstance(error, refusal.Refused | SQLAlchemyError | OSError):
            return in_words(error)
        place = self.live.table.property if self.live is not None else ""
        return self._house.faults.failed(TABLE, self.table_id, place, error)

    async def _write(self, table: Live, units: list[Unit]) -> None:
        house, now_us = self._house, self._house.sources.now_us()
        saved = None
        if table.driver.entry - table.saved_at >= CHECKPOINT_ENTRIES:
            saved = (table.driver.entry, resume.save(table.driver))

        def work(tx: Tx) -> None:
            for unit in units:
                house.procedures.admit(tx, table.table.property, unit.command.act)
                posting = table.driver.game.posting
                if isinstance(unit.command.act, acts.Coupon):
                    house.coupon_laid(tx, table, unit.command.act)
                house.tables.check_round(tx.conn, table.table, posting, unit.command.act)
                table.write(tx, unit, house.ledger, house.progressives, now_us)
                house.tables.send_away(tx, table.table, posting, unit.sent_away, unit.command.by.badge)
                for patron in table.paid_in_cash(unit.command):
                    where = (table.table.property, table.table.id)
                    house.cash_taken(tx, *where, patron, unit.command.by.badge)
            if saved is not None:
                journals.save_checkpoint(tx, table.pages.journal_id, *saved)

        await house.writer.write(work)
        if saved is not None:
            table.saved_at = saved[0]
        if any(unit.wins for unit in units):
            self.live = None  # read again: the wins that were keyed in now hold the table
        house.faults.goes_on(TABLE, self.table_id)
        house.written(table, units)


def _first_of_each(batch: list[_Task]) -> tuple[list[_Task], list[_Task]]:
    """The acts of a batch, and those that are the same command once more."""
    known: set[str] = set()
    first, again = list[_Task](), list[_Task]()
    for task in batch:
        (again if task.command.id in known else first).append(task)
        known.add(task.command.id)
    return first, again


def in_words(error: Exception | None) -> Exception:
    """What a person is told when the record could not be written."""
    if isinstance(error, DBAPIError):
        reason = str(error.orig).partition("\n")[0]
        return NotWritten(f"The record could not be written: {reason}.", "Nothing was taken; try again.")
    return error or NotWritten("The record could not be written.", "Nothing was taken; try again.")


def _no_coupons(tx: Tx, table: Live, act: acts.Coupon) -> None:
    raise Refused("This house gives out no coupons.", "Wager in chips.")


def _succeed(task: _Task, receipt: Receipt) -> None:
    if not task.done.done():
        task.done.set_result(receipt)


def _fail(task: _Task, error: Exception) -> None:
    if not task.done.done():
        task.done.set_exception(error)


class House:
    def __init__(
        self, storage: Storage, sources: Sources | None = None, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        self.storage = storage
        self.sources = sources or Sources()
        self.owner = self.sources.new_id("server-")
        self.writer = Writer(storage, self.owner)
        self.hub = Hub()
        self.faults = Faults(self.sources)
        self.ledger = Ledger(self.sources)
        self.people = People(storage, self.writer, self.sources, hasher)
        self.door = Door(self.people)
        self.second_factor = SecondFactor(self.people, self.writer)
        self.people.cooling_us = lambda conn: posted(conn, "cooling") * HOUR_US
        self.staff = StaffChanges(self.people, self.second_factor)
        self.approvals = Approvals(self.sources, self.people)
        self.notices = Notices(self.sources)
        self.progressives = Progressives(self.sources, self.ledger, self.notices, self.posting_of)
        self.care = Care(self.sources, self.notices, self.posting_of)
        self.documents = Documents(self.people, self.sources, self._effects(), check_known)
        self.procedures = Procedures(self.ledger, self.notices, self.people, self.documents, self.sources)
        self.tables = Tables(self.sources, self.ledger, self.documents, self.care, self.procedures)
        self.takings = Takings()
        self.clockwork = Clockwork(self)
        self.faults.closers[TABLE] = BrokenTables(
            self.tables, self.ledger, self.progressives, self.sources, self.table, self.forget
        )
        # Told of cash that became chips at a table: property, table, patron, by. The cage listens.
        self.cash_taken: Callable[[Tx, str, str, str, str], None] = lambda *about: None
        # Asked whether a coupon laid down at a table is good. The cage answers.
        self.coupon_laid: Callable[[Tx, Live, acts.Coupon], None] = _no_coupons
        self.peers = None if storage.is_sqlite else peers.Peers(storage.url, self.owner)
        self._clerks: dict[str, Clerk] = {}
        self._recent: dict[str, tuple[Asked, str, Receipt]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def _effects(self) -> dict[str, Effect]:
        moving = (self.ledger, self.notices)
        effects: dict[str, Effect] = {"fill": Fill(*moving), "credit": Credit(*moving), "drop": Drop(*moving)}
        effects |= {"tokes": Tokes(self.ledger), "jackpot": self.progressives, "staff": self.staff}
        effects["house"] = HouseChanges(self.people, self.sources)
        for kind in ("cards", "dice", "wheel", "stub", "checklist"):
            effects[kind] = self.care
        effects[OVERRIDE] = Override(self.posting_of)
        return effects

    def start(self) -> None:
        """Listen to other servers on the same database. Optional: a lone server needs nobody."""
        if self.peers is not None:
            self.peers.start(asyncio.get_running_loop(), self.heard)

    def heard(self, topic: str, number: int) -> None:
        """Another server has written: look again at what it touched."""
        if topic.startswith(f"{READY}/"):
            _, at, asked, badge = topic.split("/")
            self._later(self._ready_elsewhere(at, int(asked), badge))
            return
        if topic == peers.LOST:  # whatever was said meanwhile was not heard
            self.hub.publish(News("floor", "elsewhere"))
            for clerk in self._clerks.values():
                self._later(self._look_again(clerk, 0))
        elif topic.startswith(ABOUT):
            self._later(self._done_elsewhere(topic.removeprefix(ABOUT)))
        elif topic.startswith(EVENT):
            self.hub.publish(News(topic, "moved"))
        else:
            self._later(self._moved_elsewhere(topic.rpartition(".")[0], number))

    async def _moved_elsewhere(self, table_id: str, number: int) -> None:
        """A journal has gone on: of a table of ours, of a poker table or of a room's lists."""
        if table_id in self._clerks:
            await self._look_again(self._clerks[table_id], number)
            return
        self.hub.publish(News(f"table:{table_id}", "moved", number))
        place = table_id.removeprefix(LIST)
        kind = "list" if place != table_id else "moved"
        if kind == "moved":
            table = await asyncio.to_thread(self._found, table_id)
            place = table.property if table is not None and table.game == POKER else ""
        for room in {place, ""} if place else ():
            self.hub.publish(News(f"room:{room}", kind, number, table_id))

    async def _done_elsewhere(self, subject: str) -> None:
        """Somebody has answered for something: a table's opening or dealer, a slip. Only that table is read again."""
        self.hub.publish(News("floor", "elsewhere", data=subject))
        for table_id in {subject, await asyncio.to_thread(self._slip_of, subject)}:
            if table_id in self._clerks:
                await self._look_again(self._clerks[table_id], 0)

    def _found(self, table_id: str) -> FloorTable | None:
        with self.storage.reading() as conn:
            return self.tables.find(conn, table_id)

    def _slip_of(self, subject: str) -> str:
        """The table that a document is about; empty for anything else."""
        with self.storage.reading() as conn:
            try:
                return self.documents.get(conn, subject).table_id
            except NotFound:
                return ""

    async def _look_again(self, clerk: Clerk, number: int) -> None:
        async with clerk.lock:
            if clerk.live is None or number == 0 or clerk.live.driver.entry < number:
                clerk.live = None
                self.faults.look_again(TABLE, clerk.table_id)
        self.hub.publish(News(f"table:{clerk.table_id}", "moved", number))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, refusal.Refused):
            LOG.error("something that the house did by itself failed", exc_info=error)

    async def stop(self) -> None:
        """Let go of the tables in an orderly way. Nothing depends on it: the record is whole at any instant."""
        if self.peers is not None:
            await asyncio.to_thread(self.peers.stop)
        self.clockwork.stop()
        self.people.close()
        for clerk in self._clerks.values():
            await clerk.stop()
        self._clerks.clear()
        await asyncio.to_thread(self.writer.run, lambda tx: journals.release(tx, self.owner))
        await asyncio.to_thread(self.writer.close)

    # ---- tables

    def posting_of(self, table_id: str) -> Posting | None:
        with self.storage.reading() as conn:
            table = self.tables.find(conn, table_id)
        return self.posting(table) if table else None

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
                return live.load(conn, table, self.storage, self.sources, self.progressives)

    def clerk(self, table_id: str) -> Clerk:
        found = self._clerks.get(table_id)
        if found is None:
            found = self._clerks[table_id] = Clerk(self, table_id)
        return found

    async def forget(self, table_id: str) -> None:
        """The table's own setup has changed: its clerk reads it again."""
        clerk = self._clerks.get(table_id)
        if clerk is not None:
            async with clerk.lock:
                clerk.live = None

    async def table(self, table_id: str) -> Live:
        """The table as it stands, with nothing under way. Look, and do not await in between."""
        clerk = self.clerk(table_id)
        async with clerk.lock:
            return await clerk.table()

    async def glance(self, table_id: str) -> Live | Fault:
        """The table for somebody who looks at many: one that is out of order costs the others nothing."""
        try:
            return await self.table(table_id)
        except OutOfOrder as broken:
            return broken.fault

    async def write(self, work: Callable[[Tx], T]) -> T:
        try:
            return await self.writer.write(work)
        except DBAPIError as error:
            raise in_words(error) from error

    def once(self, command: str | None, by: str, asked: str, gives: Any, work: Callable[[Tx], T]) -> Callable[[Tx], T]:
        """A work that a command sent twice does once; see croupier.house.record.repeated_commands."""
        return once(self.sources, command, by, asked, gives, work)

    def answered(self, command: str | None, by: str, asked: str, gives: type[T]) -> T | None:
        """The first answer to a command, for an act that can't even be prepared once it was done."""
        if not command:
            return None
        with self.storage.reading() as conn:
            known = commands.recall(conn, command, asked, commands.digest_of(asked), by)
        return msgspec.json.decode(known, type=gives) if known is not None else None

    async def do(self, by: str, act: str, subject: str, work: Callable[[Tx], T]) -> T:
        """Write something that people answer for: a refusal goes into the log."""

        def told(tx: Tx) -> T:
            done = work(tx)
            tx.tell(f"{ABOUT}{subject}")
            return done

        try:
            return await self.write(told)
        except NotWritten:  # the log could not be written either
            raise
        except Refused as refused:
            words = str(refused)
            await self.write(lambda tx: self.people.log(tx, by, act, subject, "refused", words))
            refused.logged = True
            raise

    async def view(self, table_id: str, who: Person) -> dict[str, Any]:
        """The table as this person may see it."""
        found = await self.table(table_id)
        by = By(who.at(found.table.property).role, who.badge)
        shown = view(found.driver, by)
        shown["table"] = table_id
        shown["held"] = [msgspec.to_builtins(j) for j in found.held]
        shown["asked"] = None if found.held else request_for(found.driver, by)
        return shown

    # ---- acting

    async def act(self, command: Asked, table_id: str) -> Receipt:
        """One act of one person at a table. Returns when it is safe; raises Refused and changes nothing."""
        receipt = await self.clerk(table_id).submit(command, EVERYDAY)
        self._recent[command.id] = (command, table_id, receipt)
        if len(self._recent) > 4096:
            del self._recent[next(iter(self._recent))]
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
        command = Command(command_id or self.sources.new_id("command-"), by, act, number, said)
        return await self.act(command, table_id)

    async def close_wagers(self, table_id: str, number: int | None = None) -> Receipt:
        """Close the wagers of an electronic table."""
        found = await self.table(table_id)
        if not found.driver.table.electronic:
            raise Refused("The dealer closes the wagers of this table.")
        command = Command(self.sources.new_id("command-"), MACHINE, acts.Close(), number)
        return await self.clerk(table_id).submit(command, CLOSE)

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
        if self.peers is not None and not dealing:  # the others may sit at another server
            await self.write(lambda tx: tx.tell(f"{READY}/{table_id}/{asked}/{who.badge}"))
        return await self.close_wagers(table_id, asked) if dealing else None

    async def _ready_elsewhere(self, table_id: str, number: int, badge: str) -> None:
        """Somebody has said at another server that he wants no more wagers."""
        clerk = self._clerks.get(table_id)
        if clerk is None:
            return
        clerk.said.at(number).add(badge)
        self.hub.publish(News(f"table:{table_id}", "moved", number))
        with contextlib.suppress(Refused):  # the other server was first, or the table has closed
            if (await self.table(table_id)).all_ready:
                await self.close_wagers(table_id, number)

    async def pay_jackpots(self, table_id: str, by: Person) -> Receipt:
        """Go on with a round whose percentage wins are verified."""
        await self.forget(table_id)
        command = Command(self.sources.new_id("command-"), by, acts.Reads(0))
        return await self.clerk(table_id).submit(command, PAY)

    def resume(self, table: Live) -> None:
        """A table whose wins are verified goes on, whatever came between the last signature and the payment."""
        if table.verified:
            self._later(self.go_on(table.table.id))

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

    # ---- telling

    def written(self, table: Live, units: list[Unit]) -> None:
        """Tell whoever listens what is now safe."""
        driver = table.driver
        happened = [event for unit in units for event in unit.receipt.happened]
        self.hub.publish(News(f"table:{table.table.id}", "moved", driver.entry, happened))
        for name in {name for unit in units for name in (*unit.stakes, *(w[0] for w in unit.wins))}:
            self.hub.publish(News(f"meter:{name}", "moved"))
        self.clockwork.look(table)
        self.resume(table)  # a win was verified while a ruling was given
        if any(unit.wins or unit.rounds for unit in units):
            self.hub.publish(News("floor", "table", data=table.table.id))
