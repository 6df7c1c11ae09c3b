"""What every room works with: the record as one server holds it, and the ways to write to it.

A room is given a desk and never the house. The rooms above add to it what they bring (people, papers, tables), so that
nobody has to know who put the house together.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import DBAPIError

from croupier.house.record import audit_log
from croupier.house.record.clock import Sources
from croupier.house.record.commands import receipts
from croupier.house.record.commands.repeated import once
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotWritten, Refused
from croupier.house.record.faults import Faults
from croupier.house.record.ledger import Ledger
from croupier.house.record.news import peers
from croupier.house.record.news.hub import Hub
from croupier.house.record.scribe import Scribe
from croupier.house.record.writer import Tx, Writer
from croupier.rounds import refusal

LOG = logging.getLogger("croupier")
ABOUT = "about/"  # something that people answer for, told to the other servers by its name
T = TypeVar("T")
P = ParamSpec("P")


def using(work: Callable[Concatenate[Tx, P], T], *given: P.args, **named: P.kwargs) -> Callable[[Tx], T]:
    """What a room does in a transaction, with everything that it takes but the transaction: a work to be written."""
    return lambda tx: work(tx, *given, **named)


class Desk:
    def __init__(self, storage: Storage, sources: Sources | None = None) -> None:
        self.storage = storage
        self.sources = sources or Sources()
        self.owner = self.sources.new_id("server-")
        self.writer = Writer(storage, self.owner)
        self.hub = Hub()
        self.faults = Faults(self.sources)
        self.ledger = Ledger(self.sources)
        self.scribe = Scribe(self.writer, self.ledger, self.sources)
        self.peers = None if storage.is_sqlite else peers.Peers(storage.url, self.owner)
        self._tasks: set[asyncio.Task[None]] = set()

    async def write(self, work: Callable[[Tx], T]) -> T:
        try:
            return await self.writer.write(work)
        except DBAPIError as error:
            raise in_words(error) from error

    def once(self, command: str | None, by: str, asked: str, gives: Any, work: Callable[[Tx], T]) -> Callable[[Tx], T]:
        """A work that a command sent twice does once; see croupier.house.record.commands.repeated."""
        return once(self.sources, command, by, asked, gives, work)

    def answered(self, command: str | None, by: str, asked: str, gives: type[T]) -> T | None:
        """The first answer to a command, for an act that can't even be prepared once it was done."""
        if not command:
            return None
        with self.storage.reading() as conn:
            known = receipts.recall(conn, command, asked, receipts.digest_of(asked), by)
        return msgspec.json.decode(known, type=gives) if known is not None else None

    async def do(self, by: str, act: str, subject: str, work: Callable[[Tx], T]) -> T:
        """Write something that people answer for, one after the other on all servers: a refusal goes into the log."""

        def told(tx: Tx) -> T:
            tx.alone()
            done = work(tx)
            tx.tell(f"{ABOUT}{subject}")
            return done

        return await self.answering(by, act, subject, self.write(told))

    async def command(
        self, by: str, act: str, subject: str, asked: str, gives: Any, work: Callable[[Tx], T], command: str | None
    ) -> T:
        """The same under a command: sent twice it acts once, and gets its first answer again."""
        return await self.do(by, act, subject, self.once(command, by, asked, gives, work))

    async def answering(self, by: str, act: str, subject: str, doing: Awaitable[T]) -> T:
        """What somebody answers for is done elsewhere; if it is refused there, that goes into the log."""
        try:
            return await doing
        except NotWritten:  # the log could not be written either
            raise
        except Refused as refused:
            words = str(refused)
            await self.write(lambda tx: audit_log.log(tx, self.sources.now_us(), by, act, subject, "refused", words))
            refused.logged = True
            raise

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that the house does by itself, while whoever caused it goes on."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, refusal.Refused):
            LOG.error("something that the house did by itself failed", exc_info=error)


def in_words(error: Exception | None) -> Exception:
    """What a person is told when the record could not be written."""
    if isinstance(error, DBAPIError):
        reason = str(error.orig).partition("\n")[0]
        return NotWritten(f"The record could not be written: {reason}.", "Nothing was taken; try again.")
    return error or NotWritten("The record could not be written.", "Nothing was taken; try again.")
