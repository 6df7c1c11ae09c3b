"""Dealers of a poker room: who deals where and for how long, and the push that moves all of them on by one table."""

import msgspec
from sqlalchemy import Connection

from croupier.house.people.persons import Person
from croupier.house.poker_room.room import PokerRoom
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.hub import News
from croupier.house.record.repeated_commands import written
from croupier.house.record.writer import Tx
from croupier.house.tables.life import CLOSED, FloorTable


class Down(msgspec.Struct, frozen=True):
    """A table's dealer: since when, and who comes at the next push."""

    table: str
    dealer: str
    since_us: int
    next: str


class Pushed(msgspec.Struct, frozen=True):
    """Table and dealer after a push; who went on a break."""

    dealers: dict[str, str]
    out: str


class Staffing:
    def __init__(self, room: PokerRoom) -> None:
        self.room, self.house = room, room.house

    def downs(self, conn: Connection, property_: str) -> list[Down]:
        """Every table with a dealer in the order of the push; the dealer of each goes on to the next."""
        staffed = self._staffed(conn, property_)
        since = {stint.table_id: stint.in_us for stint in self.house.tables.stints(conn) if stint.out_us is None}
        before = dict(zip((t.id for t in staffed), ("", *(t.dealer for t in staffed))))
        return [Down(t.id, t.dealer, since.get(t.id, 0), before[t.id]) for t in staffed]

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

        def work(tx: Tx) -> Pushed:
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

        asked = f"room.push {written((property_, badge, tables))}"
        done = await house.command(by.badge, "table.dealer", property_, asked, Pushed, work, command)
        for name in done.dealers:
            await self.room.forget(name)
        for place in (property_, ""):
            house.hub.publish(News(f"room:{place}", "push"))
        return done
