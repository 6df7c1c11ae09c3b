"""A patron's money at a station: in by ticket, out by ticket, or by hand where it is too much for one."""

import asyncio

import msgspec

from croupier.equipment.money import money
from croupier.house.cage import currency
from croupier.house.cage.currency import Vouched
from croupier.house.cage.tickets import CODE_BYTES, VOIDS, Payout, Taken, Ticket, Tickets, TicketStanding, label
from croupier.house.people.persons import Person, Proof
from croupier.house.people.profile import check_property
from croupier.house.record import accounts
from croupier.house.record.commands import receipts
from croupier.house.record.commands.repeated import SALT_BYTES, code_of, unseen
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import FloorTable
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.authority import at_stations
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import rulebook


class Rule(msgspec.Struct, frozen=True):
    """What a property's rules let a station print."""

    most: int  # cents
    clause: str


def _check_station(live: Live, position: int) -> None:
    if not position:
        raise Refused("You have no position at this table.", "Sit down at a station first.")
    if not 1 <= position <= len(live.driver.felt.positions):
        raise Refused(f"Table {live.table.id} has no station {position}.", "A patron's own position is his station.")


def rule_of(live: Live) -> Rule | None:
    """What this table's stations may print; None where no approved rules have stations with tickets."""
    if not (live.driver.table.electronic or at_stations(live.driver.table)):
        return None
    posting = live.driver.game.posting
    if "ticket-most" in posting.rulebook.settings:
        return Rule(int(posting.get("ticket-most")) * 100, posting.clause("ticket-most"))
    try:
        book = rulebook(live.table.property, "synergy", live.table.settings.day or None)
    except NoRulebook:
        return None
    setting = book.settings["ticket-most"]
    return Rule(int(setting.value) * 100, setting.clause)


class _Paper(msgspec.Struct, frozen=True):
    """What the record keeps of a ticket: its code follows from this and from the patron's own command."""

    number: int
    cents: int
    salt: bytes
    demo: bool = False
    balance: int = 0


def _shown(paper: _Paper, property_: str, own: str) -> Ticket:
    code = code_of(own, paper.salt, CODE_BYTES)
    return Ticket(property_, paper.number, paper.cents, code, paper.demo, paper.balance)


def _station(table_id: str, position: int) -> str:
    return f"{table_id} station {position}"


class Stations:
    """A patron's money at a station: in by ticket, out by ticket, or by hand where it is too much for one."""

    def __init__(self, house: TableDesk) -> None:
        self.house = house
        self.tickets = Tickets(house.sources, house.ledger, house.people)

    async def insert_ticket(
        self, by: Person, table_id: str, position: int, code: str, command: str | None = None
    ) -> int:
        """A ticket becomes chips at the station. Should the table not take them now, they stay as credit."""
        house, chips = self.house, f"{command}.chips" if command else None
        if (known := await self.inserted(by, table_id, code, command)) is not None:
            return known
        live = await house.table(table_id)
        self.rule(live)
        _check_station(live, position)
        asked = f"insert {table_id} {position} {accounts.ticket(code)}"
        work = using(self._insert_in, by, code)
        cents = await house.command(by.badge, "cage.own", table_id, asked, int, work, command)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        table = await house.table(table_id)
        seated = table.driver.table.position(position).patron == by.badge
        act = acts.Buy(position, cents) if seated else acts.Sit(position, by.badge, cents)
        await house.answer(table_id, by, act, None, chips)
        return cents

    def _insert_in(self, tx: Tx, by: Person, code: str) -> int:
        return self.tickets.redeem(tx, by.badge, code).cents

    async def cash_out(self, by: Person, table_id: str, position: int, command: str | None = None) -> Ticket:
        """The patron leaves the station with a ticket; above its limit the credit waits for an attendant.

        Sent again after a fault between the two, it goes on where it was: the seat is left once, one ticket is printed.
        """
        house = self.house
        if (known := await self.printed(by, table_id, position, command)) is not None:
            return known
        own = command or house.sources.entropy.token(CODE_BYTES * 2).hex()
        named, salt = unseen(own), house.sources.entropy.token(SALT_BYTES)
        table = await house.table(table_id)
        most = self.rule(table).most
        _check_station(table, position)
        place, station = table.table.property, _station(table_id, position)
        left = await house.answer(table_id, by, acts.Leave(position), None, f"{named}.leave")
        work = using(self._cash_out_in, by, table.table, station, left.entry, own, salt, most)
        paper = await house.command(by.badge, "cage.own", table_id, f"cash-out {station}", _Paper, work, named)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        return _shown(paper, place, own)

    async def printed(self, by: Person, table_id: str, position: int, command: str | None) -> Ticket | None:
        """The ticket that this command printed, whatever has become of the table since: its code stands nowhere."""

        def found() -> Ticket | None:
            asked, house = f"cash-out {_station(table_id, position)}", self.house
            paper = house.answered(unseen(command or ""), by.badge, asked, _Paper)
            with house.storage.reading() as conn:
                place = house.tables.place(conn, table_id)
            return None if paper is None else _shown(paper, place, command or "")

        return await asyncio.to_thread(found) if command else None

    async def inserted(self, by: Person, table_id: str, code: str, command: str | None) -> int | None:
        """What the ticket was worth that this command made chips of, whatever has become of the table since."""

        def found() -> int | None:
            with self.house.storage.reading() as conn:
                asked = receipts.asked(conn, command or "", by.badge)
                if not receipts.done(conn, f"{command}.chips"):
                    return None
            if not (asked.startswith(f"insert {table_id} ") and asked.endswith(f" {accounts.ticket(code)}")):
                return None
            return self.house.answered(command, by.badge, asked, int)

        return await asyncio.to_thread(found) if command else None

    def _cash_out_in(
        self, tx: Tx, by: Person, table: FloorTable, station: str, entry: int, own: str, salt: bytes, most: int
    ) -> _Paper:
        tx.flush()
        cents = self.house.ledger.received(tx.conn, accounts.patron(by.badge), table.id, entry)
        code = code_of(own, salt, CODE_BYTES)
        ticket = self.tickets.issue(tx, table.property, by.badge, cents, most=most, station=station, code=code)
        return _Paper(ticket.number, ticket.cents, salt, ticket.demo, ticket.balance)

    async def pay_by_hand(
        self,
        by: Person,
        table_id: str,
        patron: str,
        cents: int,
        tip: int = 0,
        command: str | None = None,
        vouched: Vouched | None = None,
    ) -> Payout:
        """An attendant pays what a station may not print, in cash: with the signatures of any such exchange."""
        house = self.house
        asked = f"pay-by-hand {table_id} {patron} {cents} {tip}"
        if (known := await asyncio.to_thread(house.answered, command, by.badge, asked, Payout)) is not None:
            return known
        live = await house.table(table_id)
        work = using(self._pay_by_hand_in, by, live.table, self.rule(live), patron, cents, tip, vouched or Vouched())
        paid = await house.command(by.badge, "payout.hand", table_id, asked, Payout, work, command)
        house.hub.publish(News(f"patron:{patron}", "balance"))
        return paid

    def _pay_by_hand_in(
        self, tx: Tx, by: Person, table: FloorTable, rule: Rule, patron: str, cents: int, tip: int, given: Vouched
    ) -> Payout:
        house, place = self.house, table.property
        house.people.require(tx, by.badge, "payout.hand", place)
        if cents <= rule.most:
            words = f"A station prints a ticket over {money(cents)}; by hand more than {money(rule.most)} is paid."
            raise Refused(words, clause=rule.clause)
        if given.proof is None:
            raise Refused("A payout by hand is signed.", "Your password again.", rule.clause)
        tx.flush()
        currency.check(tx, house, by, place, patron, currency.OUT, cents - tip, given, "payout.hand")
        return self.tickets.pay_by_hand(tx, place, given.proof, patron, cents, tip=tip, why=table.id)

    def rule(self, live: Live) -> Rule:
        """What this table's stations may print; refused where they print nothing and take nothing."""
        found = rule_of(live)
        if found is None:
            raise Refused(f"Table {live.table.id} has no station for tickets.", "Chips go to the patron's account.")
        return found

    # ---- at the cage

    async def print_ticket(self, by: Person, property_: str, cents: int, command: str | None = None) -> Ticket:
        """Credit becomes a ticket away from any station."""
        house = self.house
        own = command or house.sources.entropy.token(CODE_BYTES * 2).hex()
        named, salt = unseen(own), house.sources.entropy.token(SALT_BYTES)
        work = using(self._print_ticket_in, by, property_, cents, own, salt)
        paper = await house.command(by.badge, "cage.own", by.badge, f"print {property_} {cents}", _Paper, work, named)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        return _shown(paper, property_, own)

    def _print_ticket_in(self, tx: Tx, by: Person, property_: str, cents: int, own: str, salt: bytes) -> _Paper:
        check_property(tx.conn, property_)
        code = code_of(own, salt, CODE_BYTES)
        ticket = self.tickets.issue(tx, property_, by.badge, cents, station="cage", code=code)
        return _Paper(ticket.number, ticket.cents, salt, ticket.demo, ticket.balance)

    async def take_ticket(self, by: Person, code: str, command: str | None = None) -> Taken:
        """A ticket becomes credit of who brings it."""
        house = self.house
        asked = f"take {accounts.ticket(code)}"
        work = using(self.tickets.redeem, by.badge, code)
        taken = await house.command(by.badge, "cage.own", by.badge, asked, Taken, work, command)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        return taken

    async def cash_ticket(
        self, by: Person, property_: str, code: str, command: str | None = None, vouched: Vouched | None = None
    ) -> int:
        """A cashier pays a ticket; what it was worth. Whoever holds it is paid, so it counts for who printed it."""
        house = self.house
        asked = f"cash {property_} {accounts.ticket(code)}"
        work = using(self._cash_ticket_in, by, property_, code, vouched)
        return await house.command(by.badge, "cage.exchange", f"ticket at {property_}", asked, int, work, command)

    def _cash_ticket_in(self, tx: Tx, by: Person, property_: str, code: str, vouched: Vouched | None) -> int:
        house = self.house
        check_property(tx.conn, property_)
        printer = self.tickets.printer(tx, code)
        cents = self.tickets.cash(tx, property_, by.badge, code)
        currency.check(tx, house, by, property_, printer, currency.OUT, cents, vouched or Vouched())
        return cents

    async def void_ticket(
        self, proofs: tuple[Proof, Proof], property_: str, number: int, reason: str, command: str | None = None
    ) -> TicketStanding:
        house, by, name = self.house, proofs[0].badge, label(property_, number)
        work = using(self.tickets.void, property_, number, proofs, reason)
        stands = await house.command(
            by, VOIDS, name, f"void {name} {proofs[1].badge} {reason}", TicketStanding, work, command
        )
        house.hub.publish(News(f"patron:{stands.by}", "balance"))
        return stands
