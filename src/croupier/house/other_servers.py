"""Other servers on the same database: what they write is heard here, and only what it touched is read again."""

import asyncio
import contextlib

from croupier.house.record.desk import ABOUT
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.news import peers
from croupier.house.record.news.hub import News
from croupier.house.tables.desk import READY, TableDesk
from croupier.house.tables.life import POKER, FloorTable
from croupier.house.tournaments.poker.store import EVENT

LIST = "LIST-"  # the lists of a room are journaled under its property


class OtherServers:
    def __init__(self, desk: TableDesk) -> None:
        self._desk = desk

    def heard(self, topic: str, number: int) -> None:
        """Another server has written: look again at what it touched."""
        if topic.startswith(f"{READY}/"):
            _, at, asked, badge = topic.split("/")
            self._desk.later(self._ready_elsewhere(at, int(asked), badge))
            return
        if topic == peers.LOST:  # whatever was said meanwhile was not heard
            self._desk.hub.publish(News("floor", "elsewhere"))
            for keeper in self._desk.keepers.values():
                self._desk.later(keeper.look_again(0))
        elif topic.startswith(ABOUT):
            self._desk.later(self._done_elsewhere(topic.removeprefix(ABOUT)))
        elif topic.startswith(EVENT):
            self._desk.hub.publish(News(topic, "moved"))
        else:
            self._desk.later(self._moved_elsewhere(topic.rpartition(".")[0], number))

    async def _moved_elsewhere(self, table_id: str, number: int) -> None:
        """A journal has gone on: of a table of ours, of a poker table or of a room's lists."""
        if table_id in self._desk.keepers:
            await self._desk.keepers[table_id].look_again(number)
            return
        self._desk.hub.publish(News(f"table:{table_id}", "moved", number))
        place = table_id.removeprefix(LIST)
        kind = "list" if place != table_id else "moved"
        if kind == "moved":
            table = await asyncio.to_thread(self._found, table_id)
            place = table.property if table is not None and table.game == POKER else ""
        for room in {place, ""} if place else ():
            self._desk.hub.publish(News(f"room:{room}", kind, number, table_id))

    async def _done_elsewhere(self, subject: str) -> None:
        """Somebody has answered for something: a table's opening or dealer, a slip. Only that table is read again."""
        self._desk.hub.publish(News("floor", "elsewhere", data=subject))
        for table_id in {subject, await asyncio.to_thread(self._slip_of, subject)}:
            if table_id in self._desk.keepers:
                await self._desk.keepers[table_id].look_again(0)

    async def _ready_elsewhere(self, table_id: str, number: int, badge: str) -> None:
        """Somebody has said at another server that he wants no more wagers."""
        keeper = self._desk.keepers.get(table_id)
        if keeper is None:
            return
        keeper.book.said.at(number).add(badge)
        self._desk.hub.publish(News(f"table:{table_id}", "moved", number))
        with contextlib.suppress(Refused):  # the other server was first, or the table has closed
            if (await self._desk.table(table_id)).all_ready:
                await self._desk.close_wagers(table_id, number)

    def _found(self, table_id: str) -> FloorTable | None:
        with self._desk.storage.reading() as conn:
            return self._desk.tables.find(conn, table_id)

    def _slip_of(self, subject: str) -> str:
        """The table that a document is about; empty for anything else."""
        with self._desk.storage.reading() as conn:
            try:
                return self._desk.documents.get(conn, subject).table_id
            except NotFound:
                return ""
