"""Messages that the poker room sends out: a name called or paged, posted to an address that the house has set.

The list goes on whether or not the address answers: a message is tried once, in the background, and what failed is
logged. It tells initials, table and seat, as the screen in the room does, and the badge, by which the receiver knows
whom to tell.
"""

import asyncio
import json
import logging
import urllib.parse
import urllib.request
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.record import schema
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx

LOG = logging.getLogger("croupier")
TIMEOUT_S = 5
URL_MAX = 300


class Hooks:
    def __init__(self, house: PokerDesk) -> None:
        self.house = house
        self._under_way: set[asyncio.Task[None]] = set()

    async def set(self, by: Person, property_: str, url: str, command: str | None = None) -> str:
        """Where messages go from now on; an empty address: nowhere."""
        check_address(url)
        house = self.house
        asked = f"room.hook {written((property_, url))}"
        work = using(self._set_in, by, property_, url)
        return await house.command(by.badge, "room.hook", property_, asked, str, work, command)

    def _set_in(self, tx: Tx, by: Person, property_: str, url: str) -> str:
        house = self.house
        house.people.require(tx, by.badge, "room.hook", property_)
        table, now = schema.room_hook, house.sources.now_us()
        tx.conn.execute(delete(table).where(table.c.property == property_))
        if url:
            tx.conn.execute(insert(table).values(property=property_, url=url, by=by.badge, at_us=now))
        host = urllib.parse.urlsplit(url).hostname if url else "nowhere"
        house.people.log(tx, by.badge, "room.hook", property_, "done", f"messages go to {host}")
        return url

    def address(self, conn: Connection, property_: str) -> str:
        table = schema.room_hook
        return conn.scalar(select(table.c.url).where(table.c.property == property_)) or ""

    async def send(self, property_: str, message: dict[str, Any]) -> None:
        """Post a message without waiting for the answer."""

        def read() -> str:
            with self.house.storage.reading() as conn:
                return self.address(conn, property_)

        url = await asyncio.to_thread(read)
        if url:
            task = asyncio.create_task(self._post(url, {"property": property_, **message}))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _post(self, url: str, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        request = urllib.request.Request(url, body, {"content-type": "application/json"}, method="POST")
        try:
            await asyncio.to_thread(_sent, request)
        except (OSError, ValueError) as error:
            LOG.warning("a message of the poker room was not taken: %s", error)

    async def settled(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._under_way)


def check_address(url: str) -> None:
    parts = urllib.parse.urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.hostname or len(url) > URL_MAX or parts.username):
        raise Refused("This is no address for messages.", "Such as https://messages.example/room, without a password.")


def _sent(request: urllib.request.Request) -> None:
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
        answer.read(1)
