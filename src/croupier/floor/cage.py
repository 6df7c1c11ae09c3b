"""The cage: patrons buy in and cash out, by cash or by ticket; tips go to the toke pool."""

import msgspec

from croupier.equipment.money import money
from croupier.floor import accounts, journals
from croupier.floor.errors import Forbidden, NotFound, Refused
from croupier.floor.house import House
from croupier.floor.hub import News
from croupier.floor.ledger import StatementLine
from croupier.floor.live import check_patron
from croupier.floor.people import SYSTEM, Person
from croupier.floor.writer import Tx

EXCHANGE_CENTS_MAX = 10_000_000_00
TICKET_BYTES = 9


class Slip(msgspec.Struct, frozen=True):
    """What a patron holds after an exchange: the balance, and the ticket's number if one was printed."""

    balance: int
    ticket: str = ""


class Cage:
    def __init__(self, house: House) -> None:
        self.house = house

    async def buy_in(self, by: Person, property_: str, patron: str, cents: int, command_id: str | None = None) -> Slip:
        """Cash becomes credit with the house."""
        return await self._exchange(by, "cage.exchange", "cash-in", property_, patron, cents, command_id)

    async def cash_out(
        self, by: Person, property_: str, patron: str, cents: int, command_id: str | None = None
    ) -> Slip:
        """Credit and chips become cash."""
        return await self._exchange(by, "cage.exchange", "cash-out", property_, patron, cents, command_id)

    async def demo_chips(self, property_: str, patron: str, cents: int, least: int = 0) -> Slip:
        """Demo chips for a visitor; they are worth nothing outside. Who has `least` in credit and chips gets none."""
        house = self.house

        def work(tx: Tx) -> Slip:
            names = (accounts.outside(property_), accounts.patron(patron))
            if least:
                tx.flush()
                if house.ledger.worth(tx.conn, names[1]) >= least:
                    raise Refused("You have demo chips enough.", "Come back when they are gone.")
            house.ledger.open(tx, *names)
            house.ledger.move(tx, "demo-chips", SYSTEM, *names, cents)
            return Slip(house.ledger.balance_in(tx, names[1]))

        return self._told(patron, await house.write(work))

    async def _exchange(
        self, by: Person, act: str, kind: str, property_: str, patron: str, cents: int, command_id: str | None
    ) -> Slip:
        house = self.house
        check_patron(patron)
        if not 0 < cents <= EXCHANGE_CENTS_MAX:
            raise Refused(
                f"{money(cents)} can't be exchanged.", f"More than $0.00, at most {money(EXCHANGE_CENTS_MAX)}."
            )
        key = command_id or house.sources.new_id("command-")

        def work(tx: Tx) -> Slip:
            tx.flush()
            done = journals.recall(tx.conn, key, by.badge)
            if done is not None:
                return msgspec.json.decode(done, type=Slip)
            house.people.require(tx, by.badge, act)
            outside, purse = accounts.outside(property_), accounts.patron(patron)
            house.ledger.open(tx, outside, purse)
            source, target = (outside, purse) if kind == "cash-in" else (purse, outside)
            house.ledger.move(tx, kind, by.badge, source, target, cents)
            slip = Slip(house.ledger.balance_in(tx, purse))
            journals.remember(tx, key, kind, by.badge, house.sources.now_us(), msgspec.json.encode(slip))
            return slip

        return self._told(patron, await house.do(by.badge, act, patron, work))

    async def print_ticket(self, by: Person, cents: int) -> Slip:
        """A patron turns credit into a ticket, which whoever holds it may redeem."""
        house = self.house
        number = house.sources.entropy.token(TICKET_BYTES).hex()

        def work(tx: Tx) -> Slip:
            house.people.require(tx, by.badge, "cage.own")
            purse, ticket = accounts.patron(by.badge), accounts.ticket(number)
            house.ledger.open(tx, purse, ticket)
            house.ledger.move(tx, "ticket-out", by.badge, purse, ticket, cents)
            return Slip(house.ledger.balance_in(tx, purse), number)

        return self._told(by.badge, await house.do(by.badge, "cage.own", by.badge, work))

    async def redeem_ticket(self, by: Person, number: str) -> Slip:
        """A ticket becomes credit again; once."""
        house = self.house

        def work(tx: Tx) -> Slip:
            house.people.require(tx, by.badge, "cage.own")
            purse, ticket = accounts.patron(by.badge), accounts.ticket(number)
            house.ledger.open(tx, purse)
            try:
                cents = house.ledger.balance_in(tx, ticket)
            except NotFound:
                cents = 0
            if cents <= 0:
                raise Forbidden("This ticket is not known or was redeemed.", "Take it to the cage.")
            house.ledger.move(tx, "ticket-in", by.badge, ticket, purse, cents)
            return Slip(house.ledger.balance_in(tx, purse))

        return self._told(by.badge, await house.do(by.badge, "cage.own", by.badge, work))

    async def toke(self, by: Person, property_: str, cents: int, table_id: str = "") -> Slip:
        """A tip for the dealers, from a patron's credit to the pool."""
        house = self.house

        def work(tx: Tx) -> Slip:
            house.people.require(tx, by.badge, "cage.own")
            purse, pool = accounts.patron(by.badge), accounts.toke_pool(property_)
            house.ledger.open(tx, purse, pool)
            house.ledger.move(tx, "toke", by.badge, purse, pool, cents, table_id=table_id)
            return Slip(house.ledger.balance_in(tx, purse))

        return self._told(by.badge, await house.do(by.badge, "cage.own", by.badge, work))

    def balance(self, patron: str) -> int:
        with self.house.storage.reading() as conn:
            return self.house.ledger.balance(conn, accounts.patron(patron))

    def statement(self, patron: str, after: int = 0, limit: int = 200) -> list[StatementLine]:
        with self.house.storage.reading() as conn:
            return self.house.ledger.statement(conn, accounts.patron(patron), after, limit)

    def _told(self, patron: str, slip: Slip) -> Slip:
        self.house.hub.publish(News(f"patron:{patron}", "balance"))
        return slip
