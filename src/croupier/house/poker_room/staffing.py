"""Dealers of a poker room: who deals where and for how long, and the push that moves all of them on by one table."""

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from croupier.house.people.persons import Person
from croupier.house.people.profile import profile
from croupier.house.poker_room.room import PokerRoom
from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US, minutes_ahead
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.life import CLOSED, FloorTable
from croupier.poker import Room


class Down(msgspec.Struct, frozen=True):
    """A table's dealer: since when, and who comes at the next push."""

    table: str
    dealer: str
    since_us: int
    next: str


class DownNow(msgspec.Struct, frozen=True):
    """The down of the dealer in the box: its hands, and when the next dealer comes."""

    since_us: int
    hands: int
    push_us: int = 0  # 0: the room's book says nothing of when
    clause: str = ""


class _Line(msgspec.Struct):
    """Of a table's journal only what says whether a hand was dealt, or taken back."""

    act: dict[str, Any]
    events: list[dict[str, Any]] = []

    @property
    def hands(self) -> int:
        if self.act.get("act") == "undo":
            return -sum(1 for one in self.events if (one.get("type"), one.get("act")) == ("TakenBack", "deal"))
        again = sum(1 for one in self.events if (one.get("type"), one.get("ruling")) == ("Ruled", "misdeal"))
        return int(self.act.get("act") == "deal") - again  # a misdeal and its redeal are one hand


_line = msgspec.json.Decoder(_Line).decode


class Pushed(msgspec.Struct, frozen=True):
    """Table and dealer after a push; who went on a break."""

    dealers: dict[str, str]
    out: str


class Staffing:
    def __init__(self, room: PokerRoom) -> None:
        self.room, self.house = room, room.house
        self._counted: dict[str, tuple[int, int, int]] = {}  # journal -> since when, up to which entry, hands

    def downs(self, conn: Connection, property_: str) -> list[Down]:
        """Every table with a dealer in the order of the push; the dealer of each goes on to the next."""
        staffed = self._staffed(conn, property_)
        since = {stint.table_id: stint.in_us for stint in self.house.tables.stints(conn) if stint.out_us is None}
        before = dict(zip((t.id for t in staffed), ("", *(t.dealer for t in staffed))))
        return [Down(t.id, t.dealer, since.get(t.id, 0), before[t.id]) for t in staffed]

    def down(self, conn: Connection, table: FloorTable, book: Room, now_us: int) -> DownNow | None:
        """How the dealer at a table stands; None where nobody is in the box."""
        stints = self.house.tables.stints(conn, table.id, now_us)
        since_us = next((stint.in_us for stint in stints if stint.out_us is None), 0)
        if not since_us:
            return None
        push_us, clause = next_push(book, now_us, minutes_ahead(profile(conn).zone, now_us))
        return DownNow(since_us, self._hands(conn, table.journal, since_us), push_us, clause)

    def pushed_next(self, conn: Connection, book: Room, now_us: int) -> int:
        """When the room's dealers are pushed on next, whoever is in the boxes; 0 where the book says nothing of it."""
        return next_push(book, now_us, minutes_ahead(profile(conn).zone, now_us))[0]

    def _hands(self, conn: Connection, journal: str, since_us: int) -> int:
        known = self._counted.get(journal, (0, 0, 0))
        seen, hands = known[1:] if known[0] == since_us else (0, 0)
        entry = schema.journal_entry
        query = select(entry.c.number, entry.c.payload).order_by(entry.c.number)
        query = query.where(entry.c.journal_id == journal, entry.c.number > seen, entry.c.at_us >= since_us)
        for number, payload in conn.execute(query):
            seen, hands = number, hands + _line(payload).hands
        self._counted[journal] = (since_us, seen, hands)
        return hands

    def _staffed(self, conn: Connection, property_: str) -> list[FloorTable]:
        tables = self.house.tables.everyone(conn, property_, poker=True)
        return [t for t in tables if t.dealer and t.state != CLOSED]

    async def push(
        self, by: Person, property_: str, badge: str, tables: tuple[str, ...] = (), command: str | None = None
    ) -> Pushed:
        """A dealer comes in at the first table, each dealer goes on to the next one, the last goes on a break.

        Without tables named it is all that have a dealer; each new dealer counts the rack before dealing a hand.
        """
        house = self.house
        work = using(self._push_in, by, property_, badge, tables)
        asked = f"room.push {written((property_, badge, tables))}"
        done = await house.command(by.badge, "table.dealer", property_, asked, Pushed, work, command)
        for name in done.dealers:
            await self.room.forget(name)
        for place in (property_, ""):
            house.hub.publish(News(f"room:{place}", "push"))
        return done

    def _push_in(self, tx: Tx, by: Person, property_: str, badge: str, tables: tuple[str, ...]) -> Pushed:
        house = self.house
        house.people.require(tx, by.badge, "table.dealer", property_)
        staffed = {t.id: t for t in self._staffed(tx.conn, property_)}
        order = list(tables or staffed)
        if not order:
            raise NotFound("No table of this room has a dealer.", "Bring one in first.")
        if unknown := [name for name in order if name not in staffed]:
            raise NotFound(f"Nobody deals at {unknown[0]}.", "A push goes over tables that have a dealer.")
        if len(set(order)) != len(order):
            raise Refused("A table is there twice.", "A push goes over each table once.")
        coming = house.people.get(tx.conn, badge).at(property_)
        if not coming.has("dealer", property_) or not coming.active:
            raise Refused(f"Badge {badge} is no dealer.", "A dealer comes in.")
        dealers = [badge, *(staffed[name].dealer for name in order)]
        for name in order:
            house.tables.dealer_out(tx, name)
        for name, dealer in zip(order, dealers):
            house.tables.dealer_in(tx, name, dealer)
        house.people.log(tx, by.badge, "table.dealer", property_, "done", f"push: {', '.join(dealers)}")
        return Pushed(dict(zip(order, dealers)), dealers[-1])


def next_push(book: Room, now_us: int, ahead: int = 0) -> tuple[int, str]:
    """When dealers change next, at the minutes of the hour that the book names on the house's clock."""
    minutes = book.value("dealer-push", {}).get("minutes", ())
    if not minutes:
        return 0, ""
    minute = now_us // MINUTE_US + 1
    while (minute + ahead) % 60 not in minutes:
        minute += 1
    return minute * MINUTE_US, book.clause("dealer-push")
