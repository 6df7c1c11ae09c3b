"""The cage: patrons buy in and cash out; tips go to the toke pool. Tickets are in `tickets`, stations in `stations`."""

import msgspec

from croupier.equipment.money import money
from croupier.house.cage import currency
from croupier.house.cage.currency import Vouched
from croupier.house.money import purses
from croupier.house.money.purses import CASH_IN, DEMO_CHIPS
from croupier.house.people.patron_names import check_patron
from croupier.house.people.permissions import WORDS
from croupier.house.people.persons import SYSTEM, Person
from croupier.house.people.profile import check_property
from croupier.house.record import accounts
from croupier.house.record.desk import using
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.ledger import StatementLine
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk

EXCHANGE_CENTS_MAX = 10_000_000_00
NOBODY = Vouched()


class Slip(msgspec.Struct, frozen=True):
    """What a patron holds after an exchange."""

    balance: int


class Cage:
    """Every exchange takes a command's identifier: sent twice, it moves money once."""

    def __init__(self, house: TableDesk) -> None:
        self.house = house
        house.cash_taken = lambda tx, *about: currency.taken_at_table(tx, house, *about)

    async def buy_in(
        self,
        by: Person,
        property_: str,
        patron: str,
        cents: int,
        command: str | None = None,
        vouched: Vouched = NOBODY,
    ) -> Slip:
        """Cash becomes credit with the house."""
        return await self._exchange(by, CASH_IN, property_, patron, cents, command, vouched)

    async def cash_out(
        self,
        by: Person,
        property_: str,
        patron: str,
        cents: int,
        command: str | None = None,
        vouched: Vouched = NOBODY,
    ) -> Slip:
        """Credit and chips become cash."""
        return await self._exchange(by, "cash-out", property_, patron, cents, command, vouched)

    async def demo_chips(
        self, property_: str, patron: str, cents: int, least: int = 0, command: str | None = None
    ) -> Slip:
        """Demo chips for a visitor; they are worth nothing outside. Who has `least` in credit and chips gets none."""
        house = self.house
        asked = f"demo-chips {property_} {cents}"
        work = using(self._demo_chips_in, property_, patron, cents, least)
        return self._told(patron, await house.write(house.once(command, patron, asked, Slip, work)))

    def _demo_chips_in(self, tx: Tx, property_: str, patron: str, cents: int, least: int) -> Slip:
        house = self.house
        check_property(tx.conn, property_)
        names = (accounts.outside(property_), accounts.patron(patron))
        tx.flush()
        purses.check(tx.conn, house.ledger, patron, purses.DEMO)
        if least and house.ledger.worth(tx.conn, names[1]) >= least:
            raise Refused("You have demo chips enough.", "Come back when they are gone.")
        house.ledger.open(tx, *names)
        house.ledger.move(tx, DEMO_CHIPS, SYSTEM, *names, cents)
        return Slip(house.ledger.balance_in(tx, names[1]))

    async def _exchange(
        self, by: Person, kind: str, property_: str, patron: str, cents: int, command: str | None, vouched: Vouched
    ) -> Slip:
        house = self.house
        check_patron(patron)
        if not 0 < cents <= EXCHANGE_CENTS_MAX:
            raise Refused(
                f"{money(cents)} can't be exchanged.", f"More than $0.00, at most {money(EXCHANGE_CENTS_MAX)}."
            )
        asked = f"{kind} {property_} {patron} {cents}"
        work = using(self._exchange_in, by, kind, property_, patron, cents, vouched)
        return self._told(patron, await house.command(by.badge, "cage.exchange", patron, asked, Slip, work, command))

    def _exchange_in(
        self, tx: Tx, by: Person, kind: str, property_: str, patron: str, cents: int, vouched: Vouched
    ) -> Slip:
        house = self.house
        house.people.require(tx, by.badge, "cage.exchange", property_)
        check_property(tx.conn, property_)
        tx.flush()
        self._check_patron(tx, kind, property_, patron)
        outside, purse = accounts.outside(property_), accounts.patron(patron)
        house.ledger.open(tx, outside, purse)
        way = currency.IN if kind == CASH_IN else currency.OUT
        currency.check(tx, house, by, property_, patron, way, cents, vouched)
        source, target = (outside, purse) if kind == CASH_IN else (purse, outside)
        house.ledger.move(tx, kind, by.badge, source, target, cents)
        return Slip(house.ledger.balance_in(tx, purse))

    def _check_patron(self, tx: Tx, kind: str, property_: str, patron: str) -> None:
        """Cash is taken from patrons whom the house knows, and kept apart from demo chips. Whoever has credit may be
        paid it: staff their tokes, a patron without a badge or under a sanction the chips he left a table with."""
        if kind == CASH_IN:
            try:
                known = self.house.people.get(tx.conn, patron)
            except NotFound:
                raise Refused(
                    f"No patron has badge {patron}.", "Nothing was taken. An administrator adds him."
                ) from None
            if known.role != "player" or not known.active:
                standing = WORDS[known.role] if known.active else "dismissed"
                raise Refused(f"Badge {patron} is {standing}.", "Only a patron buys in.")
            self.house.procedures.welcome(tx.conn, property_, patron)
        purses.check(tx.conn, self.house.ledger, patron, purses.MONEY)

    def demo_purse(self, patron: str) -> bool:
        """Whether what a patron has with the house are demo chips."""
        with self.house.storage.reading() as conn:
            return purses.holds(conn, patron) == purses.DEMO

    async def toke(
        self, by: Person, property_: str, cents: int, table_id: str = "", command: str | None = None
    ) -> Slip:
        """A tip for the dealers, from a patron's credit to the pool; demo chips to a pool of their own."""
        house = self.house
        asked = f"toke {property_} {table_id} {cents}"
        work = using(self._toke_in, by, property_, cents, table_id)
        return self._told(by.badge, await house.command(by.badge, "cage.own", by.badge, asked, Slip, work, command))

    def _toke_in(self, tx: Tx, by: Person, property_: str, cents: int, table_id: str) -> Slip:
        house = self.house
        house.people.require(tx, by.badge, "cage.own", property_)
        check_property(tx.conn, property_)
        tx.flush()
        demo = purses.tips_in_demo(tx.conn, by.badge)
        purse, pool = accounts.patron(by.badge), (accounts.demo_tokes if demo else accounts.toke_pool)(property_)
        house.ledger.open(tx, purse, pool)
        house.ledger.move(tx, "toke", by.badge, purse, pool, cents, table_id=table_id)
        return Slip(house.ledger.balance_in(tx, purse))

    def balance(self, patron: str) -> int:
        with self.house.storage.reading() as conn:
            return self.house.ledger.balance(conn, accounts.patron(patron))

    def statement(self, patron: str, after: int = 0, limit: int = 200) -> list[StatementLine]:
        with self.house.storage.reading() as conn:
            return self.house.ledger.statement(conn, accounts.patron(patron), after, limit)

    def _told(self, patron: str, slip: Slip) -> Slip:
        self.house.hub.publish(News(f"patron:{patron}", "balance"))
        return slip
