"""What every act of the pit takes: who may at which table, the opening of a journal, the telling of the floor."""

from sqlalchemy import Connection

from croupier.house.people.permissions import PERMITS, may
from croupier.house.people.persons import Person, Proof
from croupier.house.record import journals
from croupier.house.record.errors import Forbidden, Stale
from croupier.house.record.journals import Head, Pages, SealedOrders
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables import across_tables
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import CLOSING, OPEN, FloorTable
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.journal import START
from croupier.rulebook import Posting


class PitDesk:
    def __init__(self, house: TableDesk) -> None:
        self.house = house

    def _require(self, tx: Tx, by: Person | Proof, act: str, table_id: str) -> None:
        """Whoever acts at a table has a role at its property."""
        self.house.people.require(tx, by.badge, act, self.house.tables.place(tx.conn, table_id))

    async def require(self, by: Person | Proof, act: str, table_id: str) -> None:
        """Refuse, on the log, who may not do this at a table, before anything else is asked."""
        await self.house.do(by.badge, act, table_id, lambda tx: self._require(tx, by, act, table_id))

    def _link_meter(self, tx: Tx, table: FloorTable, posting: Posting, by: str) -> None:
        """The table's progressive feeds a meter, which demo chips and money never share."""
        if posting.progressive:
            every = self.house.tables.everyone(tx.conn, table.property)
            dealt = [one for one in every if one.id != table.id and one.state in (OPEN, CLOSING)]
            across_tables.check_meter(table, posting, [(one, self.house.posting(one)) for one in dealt])
            demo = {one.id for one in every if one.settings.demo}
            self.house.progressives.ensure(tx, table.id, posting, by, demo)

    def _check_uniform(self, conn: Connection, table: FloorTable, posting: Posting) -> None:
        """Refuse a table that would differ from another one where a clause keeps all of them the same."""
        if across_tables.shared(posting.rulebook):
            for other in across_tables.among(table, self.house.tables.everyone(conn, table.property)):
                across_tables.check(table, posting, other, self.house.posting(other))

    def _driver(self, table: FloorTable, game: Game, journal: str, inventory: int) -> tuple[Driver, Pages]:
        house = self.house
        pages = Pages(journal, Head(0, START))
        chance = Chance(house.sources.entropy, SealedOrders(house.storage, pages))
        driver = Driver(
            game,
            seats=table.settings.seats or None,
            mode=table.mode,
            journal=pages,
            chance=chance if table.mode == "electronic" else None,
            clock=lambda: journals.to_text(house.sources.now_us()),
            name=table.id,
            inventory=inventory,
        )
        return driver, pages

    async def _floor(self, table: FloorTable) -> FloorTable:
        self.house.hub.publish(News("floor", "table", data=table.id))
        self.house.hub.publish(News(f"table:{table.id}", table.state))
        return table


def apart(table: FloorTable | None, act: str, badge: str) -> None:
    """Refuse what whoever deals at a table would sign there in another role: nobody supervises himself."""
    if table is not None and table.dealer == badge and act in PERMITS and not may("dealer", act):
        raise Forbidden(f"Badge {badge} deals at {table.id}.", "Somebody else signs this there, whatever his roles.")


def still(table: FloorTable, seen: str) -> None:
    """Refuse what was based on an opening of the table (or on limits) that has passed; empty: nothing was named."""
    if seen and seen != table.journal:
        now = f"It deals by journal {table.journal} now" if table.journal else "It is closed now"
        raise Stale(f"Table {table.id} has moved on from {seen}.", f"{now}. Look at it again.")
