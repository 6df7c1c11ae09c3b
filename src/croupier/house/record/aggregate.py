"""One engine under everything that is journaled: house tables, poker tables, a room's lists, poker tournaments.

Each of them is an aggregate: what its journal makes of it, held in memory by a server and written act by act. Its
keeper takes what arrives in order, as much at once as there is; gives a command that was sent before its first answer;
applies, writes everything as one work, and only then answers and publishes. Where another server was first it looks
again and tries once more; whatever fails, the aggregate is read again from its journal. A look waits until nothing is
under way, so nobody sees what is not yet safe.

What an aggregate is made of, its book says: how it is read, whether somebody else has moved it on, what an act writes.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.house.record import journals
from croupier.house.record.commands.under_way import COMMAND
from croupier.house.record.desk import Desk, in_words
from croupier.house.record.errors import Broken, Refused, Stale
from croupier.house.record.everyday import Everyday
from croupier.house.record.journals import Stored
from croupier.house.record.ledger import Line
from croupier.house.record.writer import Tx
from croupier.rounds import refusal

LOG = logging.getLogger("croupier")
BATCH_ACTS_MAX = 256
TRIES_MAX = 4


class Unit(msgspec.Struct, kw_only=True):
    """Everything that one act writes. What only one kind of aggregate writes is added by its own."""

    at_us: int = 0
    receipt: Any = None
    entries: list[Stored] = []
    seals: list[tuple[str, bytes, bytes]] = []
    lines: tuple[Line, ...] = ()
    opens: tuple[str, ...] = ()
    checkpoint: tuple[int, bytes] | None = None  # the entry at which it was taken
    also: Callable[[Tx], Any] | None = None  # what another aggregate writes in the same step

    def file(self, tx: Tx, journal: str) -> None:
        """The journal's part of it."""
        journals.go_on(tx, journal, self.entries, self.seals, self.checkpoint)


A = TypeVar("A")  # an aggregate as a server holds it
U = TypeVar("U", bound=Unit)


class Spoiled(Exception):
    """An act was refused when part of it was done: nothing is written, and the aggregate is read again."""

    def __init__(self, refused: Exception) -> None:
        super().__init__(str(refused))
        self.refused = refused


class Book(Generic[A, U]):
    """How one aggregate is read and written."""

    kind = ""  # what it is called where it is out of order

    def __init__(self, name: str) -> None:
        self.name = name

    def load(self, was: A | None) -> A:
        """Read it from its journal; `was` is how this server held it before others went on. Runs in a thread."""
        raise NotImplementedError

    def loaded(self, held: A) -> None:
        """It was read again: whatever follows from how it stands is set in motion."""

    def behind(self, held: A) -> bool:
        """Whether somebody else is known to have moved it on."""
        return False

    def place(self, held: A) -> str:
        """The property that it belongs to."""
        raise NotImplementedError

    def write(self, tx: Tx, held: A, unit: U) -> Any:
        """Write a unit and give its answer; may run more than once, so it changes nothing but the database."""
        raise NotImplementedError

    def everyday(self, held: A, unit: U) -> Everyday | None:
        """All that `write` would write, where nothing is asked of the record for it."""
        return None

    def written(self, held: A, units: Sequence[U]) -> None:
        """Tell whoever listens what is now safe."""


class Act(msgspec.Struct, Generic[A, U]):
    """Something asked of an aggregate. Refused when applied: nothing has changed."""

    id: str  # the command's, the same if it is sent again; empty: it has none
    recall: Callable[[bool], Any]  # its first answer, None if it is new; True: look into the record too
    apply: Callable[[A], U]


class _Task(msgspec.Struct):
    act: Act[Any, Any]
    done: Any  # asyncio.Future

    def succeed(self, answer: Any) -> None:
        if not self.done.done():
            self.done.set_result(answer)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Keeper(Generic[A, U]):
    """One server's hold on one aggregate."""

    def __init__(self, desk: Desk, book: Book[A, U]) -> None:
        self.book = book
        self.lock = asyncio.Lock()  # held while something is under way
        self.held: A | None = None
        self._looked: int | None = None  # the record's moment when it last stood as it stands there
        self._desk = desk
        self._waiting: deque[_Task] = deque()
        self._runner: asyncio.Task[None] | None = None

    # ---- looking

    async def look(self) -> A:
        """The aggregate as it stands, with nothing under way. Look, and do not await in between."""
        held = self.held
        if held is not None and not self.lock.locked() and not self._behind(held):
            return held
        async with self.lock:
            return await self.current()

    async def current(self) -> A:
        """The same for whoever holds the lock."""
        held = self.held
        if held is not None and not self._behind(held):
            return held
        self.held = None
        self.held = found = await asyncio.to_thread(self.book.load, held)
        self.book.loaded(found)
        return found

    def _behind(self, held: A) -> bool:
        """Whether somebody else is known to have moved it on; asked only of what can say, and where something was
        written since."""
        if type(self.book).behind is Book.behind:
            return False
        looked, self._looked = self._looked, self._desk.storage.moment()
        unmoved = looked is not None and self._looked == looked  # by whomever
        if unmoved or not self.book.behind(held):
            return False
        self._looked = None  # whoever asks again before it is read hears the same
        return True

    async def forget(self) -> None:
        """Something else about it has changed: the next look reads it again."""
        async with self.lock:
            self.held = None

    async def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    # ---- acting

    async def act(self, act: Act[A, U]) -> Any:
        """Returns when it is safe; raises Refused and changes nothing."""
        COMMAND.set(act.id)
        task = _Task(act, asyncio.get_running_loop().create_future())
        if not self._waiting and self.held is not None and not self.lock.locked():
            await self.lock.acquire()  # nobody has it; whoever was promised it goes first
            self._at_once(task)
        else:
            self._queue(task)
        if task.done.done():  # refused at once: who tries again and again leaves the others their turn
            await asyncio.sleep(0)
        return await task.done

    def _queue(self, task: _Task) -> None:
        self._waiting.append(task)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.get_running_loop().create_task(self._run(), name=f"keeper of {self.book.name}")

    def _at_once(self, task: _Task) -> None:
        """One act at an aggregate at rest, the lock taken: what nearly every act is, so no task is made to wait for the
        writer. The lock is held until it is written."""
        held, unit = self.held, None
        try:
            if held is None or self._behind(held):
                self._queue(task)
            else:
                unit = self._try(held, task)
        except Exception as error:
            self._broke(task, error)
        if held is None or unit is None:
            self.lock.release()
            return
        units = (unit,)
        try:
            plain = self.book.everyday(held, unit)
            if plain is not None:
                answer = (unit.receipt,)
                self._desk.scribe.record(plain, lambda _, error: self._answer(task, held, units, answer, error))
                return
            self._desk.writer.write_then(
                lambda tx: self.work(tx, held, units),
                lambda answers, error: self._answer(task, held, units, answers, error),
            )
        except Refused as error:  # the house is closing
            self._answer(task, held, units, None, error)

    def _answer(self, task: _Task, held: A, units: tuple[U], answers: Any, error: BaseException | None) -> None:
        """The writer has committed what was done at once, or could not."""
        COMMAND.set(task.act.id)
        if error is not None:
            self.held = None
            self._desk.later(self._recover(task, error))
            return
        try:
            self.wrote(held, units)
            task.succeed(answers[0])
        except Exception as failed:
            self._broke(task, failed)
        self.lock.release()

    async def _recover(self, task: _Task, error: BaseException) -> None:
        try:
            if not isinstance(error, Refused | SQLAlchemyError | Broken):
                raise error
            await self._alone(task, error)
        except Exception as failed:
            self._broke(task, failed)
        finally:
            self.lock.release()

    def _broke(self, task: _Task, error: Exception) -> None:
        """Whatever it was, the aggregate is read again and whoever asked is told."""
        task.fail(self._in_words(error))
        self.held = None

    async def _run(self) -> None:
        while self._waiting:
            async with self.lock:
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), BATCH_ACTS_MAX))]
                try:
                    await self._batch(batch)
                except Exception as error:
                    for task in batch:
                        task.fail(self._in_words(error))
                    self.held = None

    async def _batch(self, batch: list[_Task]) -> None:
        """Apply all that waits and write it as one; if that fails, one by one on how it then stands."""
        batch, again = _first_of_each(batch)
        await self._together(batch)
        for task in again:  # sent twice at once: what the first of them did is on record now
            self._refuse(task, None)
            if not task.done.done():
                await self._alone(task, None)

    async def _together(self, batch: list[_Task]) -> None:
        try:
            held = await self.current()
        except Refused as closed:  # what was done before that still has its answer
            for task in batch:
                self._refuse(task, closed)
            return
        try:
            units = [(task, unit) for task in batch if (unit := self._try(held, task)) is not None]
        except Exception as error:  # one act failed in the game: it alone is told so
            if len(batch) == 1:
                raise
            LOG.debug("an act failed among others at %s", self.book.name, exc_info=error)
            self.held = None
            for task in batch:
                if not task.done.done():
                    await self._alone(task, None)
            return
        if not units:
            return
        try:
            answers = await self._write(held, *(unit for _, unit in units))
        except (Refused, SQLAlchemyError, Broken) as error:
            if len(units) == 1:
                await self._alone(units[0][0], error)
                return
            for task, _ in units:
                await self._alone(task, None)
            return
        for (task, _), answer in zip(units, answers):
            task.succeed(answer)

    def _try(self, held: A, task: _Task) -> U | None:
        """Apply one act; a refusal of an act that was already done gives its first answer again."""
        try:
            known = task.act.recall(False)
            if known is not None:
                task.succeed(known)
                return None
            COMMAND.set(task.act.id)  # what is logged from here on is about it
            unit: U = task.act.apply(held)
            return unit
        except refusal.Refused as refused:
            self._refuse(task, refused)
            return None

    def _refuse(self, task: _Task, refused: Exception | None) -> None:
        """Give the first answer of an act that was done before, else say no, if there is a reason."""
        try:
            known = task.act.recall(True)
        except Refused as other:
            known, refused = None, other
        if known is not None:
            task.succeed(known)
        elif refused is not None:
            task.fail(refused)

    async def _alone(self, task: _Task, error: Exception | None) -> None:
        """After a failed write: read it again, see whether the act was done after all, else try it alone."""
        for _ in range(TRIES_MAX):
            if error is not None and not isinstance(error, Stale):
                try:
                    known = task.act.recall(True)
                except Refused as other:  # its identifier is another's: the others who wait are not refused for it
                    task.fail(other)
                    return
                if known is not None:
                    task.succeed(known)
                    return
                if isinstance(error, Refused):
                    break
            held = await self.current()
            try:
                unit = self._try(held, task)
            except Exception as failed:
                self._broke(task, failed)
                return
            if unit is None:
                return
            try:
                answers = await self._write(held, unit)
            except (Refused, SQLAlchemyError, Broken) as again:
                error = again
                continue
            task.succeed(answers[0])
            return
        task.fail(self._in_words(error))

    def _in_words(self, error: Exception | None) -> Exception:
        """What a person is told when an act could not be done or written."""
        if isinstance(error, Spoiled):
            return error.refused
        if error is None or isinstance(error, refusal.Refused | SQLAlchemyError | OSError):
            return in_words(error)
        place = self.book.place(self.held) if self.held is not None else ""
        return self._desk.faults.failed(self.book.kind, self.book.name, place, error)

    # ---- writing

    async def write(self, held: A, unit: U) -> Any:
        """Write what was applied, for whoever holds the lock; its answer. If it fails, it is read again."""
        try:
            return (await self._write(held, unit))[0]
        except SQLAlchemyError as error:
            raise in_words(error) from error

    async def _write(self, held: A, *units: U) -> list[Any]:
        try:
            answers = await self._desk.writer.write(lambda tx: self.work(tx, held, units))
        except BaseException:
            self.held = None
            raise
        self.wrote(held, units)
        return answers

    def work(self, tx: Tx, held: A, units: Sequence[U]) -> list[Any]:
        """What writes the units; part of a larger step where several aggregates move together."""
        answers = []
        for unit in units:
            answers.append(self.book.write(tx, held, unit))
            if unit.also is not None:
                unit.also(tx)
        return answers

    def wrote(self, held: A, units: Sequence[U]) -> None:
        self._desk.faults.goes_on(self.book.kind, self.book.name)
        self.book.written(held, units)


def _first_of_each(batch: list[_Task]) -> tuple[list[_Task], list[_Task]]:
    """The acts of a batch, and those that are the same command once more."""
    if len(batch) == 1:
        return batch, []
    known: set[str] = set()
    first, again = list[_Task](), list[_Task]()
    for task in batch:
        name = task.act.id
        (again if name and name in known else first).append(task)
        known.add(name)
    return first, again
