"""The cage: patrons buy in and cash out, by cash or by ticket; tips go to the toke pool."""

import msgspec
from sqlalchemy import Connection, select

from croupier.equipment.money import money
from croupier.floor import accounts, schema
from croupier.floor.errors import Forbidden, NotFound, Refused
from croupier.floor.house import House
from croupier.floor.hub import News
from croupier.floor.ledger import StatementLine
from croupier.floor.live import check_patron
from croupier.floor.once import SALT_BYTES, code_of, unseen
from croupier.floor.people import SYSTEM, Person
from croupier.floor.permissions import WORDS
from croupier.floor.writer import Tx

EXCHANGE_CENTS_MAX = 10_000_000_00
TICKET_BYTES = 9
CASH_IN, DEMO_CHIPS = "cash-in", "demo-chips"  # kinds of groups in the ledger: where a purse's money came from


class Slip(msgspec.Struct, frozen=True):
    """What a patron holds after an exchange: the balance, and the ticket's number if one was printed."""

    balance: int
    ticket: str = ""


class Printed(msgspec.Struct, frozen=True):
    """What the record keeps of a printed ticket: its number follows from this and from the patron's own command."""

    balance: int
    salt: bytes


class Cage:
    """Every exchange takes a command's identifier: sent twice, it moves money once."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def buy_in(self, by: Person, property_: str, patron: str, cents: int, command: str | None = None) -> Slip:
        """Cash becomes credit with the house."""
        return await self._exchange(by, CASH_IN, property_, patron, cents, command)

    async def cash_out(self, by: Person, property_: str, patron: str, cents: int, command: str | None = None) -> Slip:
        """Credit and chips become cash."""
        return await self._exchange(by, "cash-out", property_, patron, cents, command)

    async def demo_chips(
        self, property_: str, patron: str, cents: int, least: int = 0, command: str | None = None
    ) -> Slip:
        """Demo chips for a visitor; they are worth nothing outside. Who has `least` in credit and chips gets none."""
        house = self.house

        def work(tx: Tx) -> Slip:
            names = (accounts.outside(property_), accounts.patron(patron))
            tx.flush()
            self._check_kind(tx.conn, patron, DEMO_CHIPS)
            if least and house.ledger.worth(tx.conn, names[1]) >= least:
                raise Refused("You have demo chips enough.", "Come back when they are gone.")
            house.ledger.open(tx, *names)
            house.ledger.move(tx, DEMO_CHIPS, SYSTEM, *names, cents)
            return Slip(house.ledger.balance_in(tx, names[1]))

        asked = f"demo-chips {property_} {cents}"
        return self._told(patron, await house.write(house.once(command, patron, asked, Slip, work)))

    async def _exchange(
        self, by: Person, kind: str, property_: str, patron: str, cents: int, command: str | None
    ) -> Slip:
        house = self.house
        check_patron(patron)
        if not 0 < cents <= EXCHANGE_CENTS_MAX:
            raise Refused(
                f"{money(cents)} can't be exchanged.", f"More than $0.00, at most {money(EXCHANGE_CENTS_MAX)}."
            )

        def work(tx: Tx) -> Slip:
            house.people.require(tx, by.badge, "cage.exchange")
            tx.flush()
            self._check_patron(tx, kind, patron)
            outside, purse = accounts.outside(property_), accounts.patron(patron)
            house.ledger.open(tx, outside, purse)
            source, target = (outside, purse) if kind == CASH_IN else (purse, outside)
            house.ledger.move(tx, kind, by.badge, source, target, cents)
            return Slip(house.ledger.balance_in(tx, purse))

        sent = house.once(command, by.badge, f"{kind} {property_} {patron} {cents}", Slip, work)
        return self._told(patron, await house.do(by.badge, "cage.exchange", patron, sent))

    def _check_patron(self, tx: Tx, kind: str, patron: str) -> None:
        """Cash is taken from patrons whom the house knows, and kept apart from demo chips. Whoever has credit may be
        paid it: staff their tokes, a patron without a badge the chips he left a table with."""
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
        self._check_kind(tx.conn, patron, CASH_IN)

    def _check_kind(self, conn: Connection, patron: str, kind: str) -> None:
        """A purse holds demo chips or money, never both: the other comes in when all of the one is gone."""
        holds = self._holds(conn, patron)
        if holds and holds != kind and self.house.ledger.worth(conn, accounts.patron(patron)):
            if holds == DEMO_CHIPS:
                raise Refused(f"{patron} has demo chips.", "They are worth nothing outside: no cash for them.")
            raise Refused(f"{patron} has bought in with cash.", "Demo chips are not mixed with it.")

    def _holds(self, conn: Connection, patron: str) -> str:
        """How a patron's purse was filled the last time; empty if it never was."""
        group, line, account = schema.ledger_group, schema.posting, schema.account
        query = select(group.c.kind).join(line, line.c.group_number == group.c.number).join(account)
        query = query.where(group.c.kind.in_((CASH_IN, DEMO_CHIPS)), account.c.name == accounts.patron(patron))
        return str(conn.scalar(query.order_by(group.c.number.desc()).limit(1)) or "")

    def demo_purse(self, patron: str) -> bool:
        """Whether what a patron has with the house are demo chips."""
        with self.house.storage.reading() as conn:
            return self._holds(conn, patron) == DEMO_CHIPS

    async def print_ticket(self, by: Person, cents: int, command: str | None = None) -> Slip:
        """A patron turns credit into a ticket, which whoever holds it may redeem.

        The ticket's number is worth money and so is nowhere on record, not even as the answer to its command: it is
        made from the command's identifier, of which the record holds a digest.
        """
        house = self.house
        own = command or house.sources.entropy.token(TICKET_BYTES * 2).hex()
        salt = house.sources.entropy.token(SALT_BYTES)

        def work(tx: Tx) -> Printed:
            house.people.require(tx, by.badge, "cage.own")
            purse, ticket = accounts.patron(by.badge), accounts.ticket(code_of(own, salt, TICKET_BYTES))
            house.ledger.open(tx, purse, ticket)
            house.ledger.move(tx, "ticket-out", by.badge, purse, ticket, cents)
            return Printed(house.ledger.balance_in(tx, purse), salt)

        sent = house.once(unseen(command or ""), by.badge, f"ticket-out {cents}", Printed, work)
        printed = await house.do(by.badge, "cage.own", by.badge, sent)
        return self._told(by.badge, Slip(printed.balance, code_of(own, printed.salt, TICKET_BYTES)))

    async def redeem_ticket(self, by: Person, number: str, command: str | None = None) -> Slip:
        """A ticket becomes credit again; once."""
        house = self.house
        ticket = accounts.ticket(number)

        def work(tx: Tx) -> Slip:
            house.people.require(tx, by.badge, "cage.own")
            purse = accounts.patron(by.badge)
            house.ledger.open(tx, purse)
            try:
                cents = house.ledger.balance_in(tx, ticket)
            except NotFound:
                cents = 0
            if cents <= 0:
                raise Forbidden("This ticket is not known or was redeemed.", "Take it to the cage.")
            house.ledger.move(tx, "ticket-in", by.badge, ticket, purse, cents)
            return Slip(house.ledger.balance_in(tx, purse))

        sent = house.once(command, by.badge, f"ticket-in {ticket}", Slip, work)
        return self._told(by.badge, await house.do(by.badge, "cage.own", by.badge, sent))

    async def toke(
        self, by: Person, property_: str, cents: int, table_id: str = "", command: str | None = None
    ) -> Slip:
        """A tip for the dealers, from a patron's credit to the pool."""
        house = self.house

        def work(tx: Tx) -> Slip:
            house.people.require(tx, by.badge, "cage.own")
            purse, pool = accounts.patron(by.badge), accounts.toke_pool(property_)
            house.ledger.open(tx, purse, pool)
            house.ledger.move(tx, "toke", by.badge, purse, pool, cents, table_id=table_id)
            return Slip(house.ledger.balance_in(tx, purse))

        sent = house.once(command, by.badge, f"toke {property_} {table_id} {cents}", Slip, work)
        return self._told(by.badge, await house.do(by.badge, "cage.own", by.badge, sent))

    def balance(self, patron: str) -> int:
        with self.house.storage.reading() as conn:
            return self.house.ledger.balance(conn, accounts.patron(patron))

    def statement(self, patron: str, after: int = 0, limit: int = 200) -> list[StatementLine]:
        with self.house.storage.reading() as conn:
            return self.house.ledger.statement(conn, accounts.patron(patron), after, limit)

    def _told(self, patron: str, slip: Slip) -> Slip:
        self.house.hub.publish(News(f"patron:{patron}", "balance"))
        return slip
