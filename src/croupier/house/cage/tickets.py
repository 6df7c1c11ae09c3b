"""Tickets: printed at a station or at the cage, taken once by a bill validator or the cage, voided by two people.

A ticket is numbered without gaps and carries a code that only its paper shows. What it is worth lies in an account
of its own; how it stands follows from the ledger's groups that name it. What a station may not print is paid by
hand by an attendant (Synergy 3.D). One printed from demo chips is worth demo chips wherever it goes.
"""

import asyncio

import msgspec
from sqlalchemy import Connection, func, select

from croupier.equipment.money import money
from croupier.house.cage import currency
from croupier.house.cage.currency import CASHED, Vouched
from croupier.house.money import purses
from croupier.house.money.purses import DEMO_TICKET_IN, TICKET_IN
from croupier.house.people.persons import People, Person, Proof
from croupier.house.people.profile import check_property
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.commands import receipts
from croupier.house.record.commands.repeated import SALT_BYTES, code_of, unseen
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Ledger, Posted, StatementLine
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import FloorTable
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.authority import at_stations
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import rulebook

OUT, VOIDED, PAID = "ticket-out", "ticket-void", "manual-payout"
DEMO_OUT, TIPPED = "demo-ticket-out", "tip"
ISSUED = "issued"
VOIDS = "document.void"  # the act that its two people sign
STATES = {OUT: ISSUED, DEMO_OUT: ISSUED, TICKET_IN: "redeemed", DEMO_TICKET_IN: "redeemed", CASHED: "cashed"}
STATES |= {VOIDED: "void", TIPPED: "tipped"}
ENDED = {"redeemed": "was redeemed already", "cashed": "was paid by the cage already", "void": "is void"}
ENDED |= {"tipped": "was given as a tip"}
CODE_BYTES = 9
TICKET_CENTS_MAX = 10_000_000_00


class Ticket(msgspec.Struct, frozen=True):
    """The paper: only whoever holds it knows the code."""

    property: str
    number: int
    cents: int
    code: str
    demo: bool = False  # printed from demo chips: no cash for it
    balance: int = 0  # what was left with the house


class Taken(msgspec.Struct, frozen=True):
    """A ticket that became credit."""

    cents: int
    balance: int


class TicketStanding(msgspec.Struct, frozen=True):
    """What the record says of a ticket."""

    property: str
    number: int
    cents: int
    state: str
    by: str  # who printed it
    at_us: int
    station: str
    groups: tuple[int, ...]
    ended_us: int = 0  # when it was taken in or voided; 0: it is out
    ended_by: tuple[str, ...] = ()  # who took it in, or the two who voided it
    why: str = ""  # the reason of a void


class Rule(msgspec.Struct, frozen=True):
    """What a property's rules let a station print."""

    most: int  # cents
    clause: str


class Payout(msgspec.Struct, frozen=True):
    number: int
    patron: str
    cents: int
    tip: int
    by: str
    balance: int = 0  # what the patron has left with the house


def label(property_: str, number: int) -> str:
    return f"ticket {property_} {number}"


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


class Tickets:
    def __init__(self, sources: Sources, ledger: Ledger, people: People) -> None:
        self._sources = sources
        self._ledger = ledger
        self._people = people

    # ---- printing, redeeming, voiding

    def issue(
        self,
        tx: Tx,
        property_: str,
        patron: str,
        cents: int,
        *,
        most: int = TICKET_CENTS_MAX,
        station: str = "",
        code: str = "",
    ) -> Ticket:
        """Credit becomes a ticket. What is above `most` is paid by an attendant instead."""
        if cents > most:
            raise Refused(f"A station prints no ticket above {money(most)}.", "An attendant pays it.", "3.D")
        person = self._people.require(tx, patron, "cage.own", property_)
        code = code or self._sources.entropy.token(CODE_BYTES).hex()
        purse, worth = accounts.patron(person.badge), accounts.ticket(code)
        self._ledger.open(tx, purse, worth)
        tx.flush()
        demo = purses.holds(tx.conn, person.badge) == purses.DEMO
        number = tx.take_number(f"ticket:{property_}")
        about = {"document": label(property_, number), "memo": station}
        self._ledger.move(tx, DEMO_OUT if demo else OUT, person.badge, purse, worth, cents, **about)
        return Ticket(property_, number, cents, code, demo, self._ledger.balance_in(tx, purse))

    def redeem(self, tx: Tx, patron: str, code: str) -> Taken:
        """A bill validator takes a ticket: credit of whoever put it in, once; money and demo chips are not mixed."""
        self._people.require_anywhere(tx, patron, "cage.own")
        printed = self._good(tx, code)
        person = self._people.require(tx, patron, "cage.own", _printed_at(printed))
        purse = accounts.patron(person.badge)
        self._ledger.open(tx, purse)
        demo = self._is_demo(tx.conn, printed)
        purses.check(tx.conn, self._ledger, person.badge, purses.DEMO if demo else purses.MONEY)
        cents = self._spend(tx, DEMO_TICKET_IN if demo else TICKET_IN, person.badge, code, purse, printed.document)
        return Taken(cents, self._ledger.balance_in(tx, purse))

    def cash(self, tx: Tx, property_: str, cashier: str, code: str) -> int:
        """The cage pays out a ticket of its own property."""
        person = self._people.require(tx, cashier, "cage.exchange", property_)
        outside = accounts.outside(property_)
        self._ledger.open(tx, outside)
        printed = self._good(tx, code)
        if printed.document and not printed.document.startswith(f"ticket {property_} "):
            raise Forbidden("This ticket was printed at another property.", "The cage there pays it.")
        if self._is_demo(tx.conn, printed):
            raise Refused("This ticket was printed from demo chips.", purses.MIXED)
        return self._spend(tx, CASHED, person.badge, code, outside, printed.document)

    def printer(self, tx: Tx, code: str) -> str:
        """From whose credit a good ticket was printed."""
        return self._good(tx, code).by

    def _good(self, tx: Tx, code: str) -> StatementLine:
        """How a ticket was printed; refused in words if there is none with this code or it was taken before."""
        tx.flush()
        try:
            lines = self._ledger.statement(tx.conn, accounts.ticket(code))
        except NotFound:
            raise Forbidden("No ticket has this code.", "Compare it with the ticket, group by group.") from None
        first, last = lines[0], lines[-1]
        if last.balance <= 0:
            number = f" {first.document.rsplit(' ', 1)[1]}" if first.document else ""
            raise Forbidden(f"Ticket{number} {ENDED[STATES[last.kind]]}.", "A ticket is taken once.", "3.B")
        return first

    def _is_demo(self, conn: Connection, printed: StatementLine) -> bool:
        return printed.kind == DEMO_OUT or purses.holds(conn, printed.by, printed.number) == purses.DEMO

    def _spend(self, tx: Tx, kind: str, by: str, code: str, target: str, document: str) -> int:
        worth = accounts.ticket(code)
        cents = self._ledger.balance_in(tx, worth)
        self._ledger.move(tx, kind, by, worth, target, cents, document=document)
        return cents

    def void(self, tx: Tx, property_: str, number: int, proofs: tuple[Proof, Proof], reason: str) -> TicketStanding:
        """Two people void a ticket that nobody has redeemed; its worth goes back to who printed it."""
        tx.flush()
        stands = self.standing(tx.conn, property_, number)
        if stands.state != ISSUED:
            raise Stale(f"Ticket {number} is {stands.state}.", "Only one that is out can be voided.")
        if not reason.strip():
            raise Refused("A void needs its reason.", "Write why.")
        name = label(property_, number)
        first, _ = self._people.sign_by_two(tx, proofs, (VOIDS, VOIDS), name, "A void takes two people.", property_)
        printed = self._printed(tx.conn, name)
        worth = _worth(printed)
        purses.check(tx.conn, self._ledger, stands.by, purses.DEMO if printed.kind == DEMO_OUT else purses.MONEY)
        back = accounts.patron(stands.by)
        self._ledger.move(tx, VOIDED, first.badge, worth, back, stands.cents, document=name, memo=reason[:200])
        tx.flush()
        return self.standing(tx.conn, property_, number)

    # ---- payouts by hand

    def pay_by_hand(
        self, tx: Tx, property_: str, proof: Proof, patron: str, cents: int, *, tip: int = 0, why: str = "manual"
    ) -> Payout:
        """An attendant or above pays credit out in cash; a gratuity on it belongs to the slot team (3.D)."""
        if not 0 <= tip < cents:
            raise Refused(f"A gratuity of {money(tip)} on {money(cents)}.", "It is part of what is paid.", "3.D")
        number = tx.take_number(f"{PAID}:{property_}")
        name = f"{PAID} {property_} {number}"
        person = self._people.sign(tx, proof, "payout.hand", name, property_)
        if person.badge == patron:
            raise Forbidden("Nobody pays himself.", "Another attendant pays.", "3.D")
        tx.flush()
        purses.check(tx.conn, self._ledger, patron, purses.MONEY)
        purse, outside, team = accounts.patron(patron), accounts.outside(property_), accounts.slot_team(property_)
        self._ledger.open(tx, purse, outside, team)
        self._ledger.move(tx, PAID, person.badge, purse, outside, cents - tip, document=name, memo=why)
        if tip:
            self._ledger.move(tx, "slot-gratuity", person.badge, purse, team, tip, document=name)
        return Payout(number, patron, cents, tip, person.badge, self._ledger.balance_in(tx, purse))

    # ---- looking

    def standing(self, conn: Connection, property_: str, number: int) -> TicketStanding:
        """How a ticket stands, from the groups that name it."""
        groups = self._ledger.groups(conn, document=label(property_, number))
        if not groups:
            raise NotFound(f"No ticket {number} was printed at {property_}.")
        first, state = groups[0], STATES[groups[-1].kind]
        worth = _worth(first)
        if state == ISSUED and not self._ledger.balance(conn, worth):
            state = STATES[TIPPED]  # its group names the dealer's box
        numbers = tuple(group.number for group in groups)
        cents = dict(first.lines)[worth]
        stands = TicketStanding(property_, number, cents, state, first.by, first.at_us, first.memo, numbers)
        last = groups[-1]
        if last is first:
            return stands
        voided = last.kind == VOIDED
        by = self._voided_by(conn, last) if voided else (last.by,)
        return msgspec.structs.replace(stands, ended_us=last.at_us, ended_by=by, why=last.memo if voided else "")

    def _voided_by(self, conn: Connection, voided: Posted) -> tuple[str, ...]:
        """Both who signed a void: the group names the first, the log each of them."""
        lines = self._people.logged(conn, subject=voided.document, kind="document")
        signed = [line.by for line in reversed(lines) if (line.act, line.outcome) == (VOIDS, "signed")]
        return tuple(dict.fromkeys((voided.by, *signed)))

    def latest(self, conn: Connection, property_: str, limit: int = 100) -> list[TicketStanding]:
        """The tickets printed last, newest first."""
        table = schema.ledger_group
        query = select(table.c.document).where(table.c.kind.in_((OUT, DEMO_OUT)))
        query = query.where(table.c.document.startswith(f"ticket {property_} "))
        names = conn.scalars(query.order_by(table.c.number.desc()).limit(limit))
        return [self.standing(conn, property_, int(name.rsplit(" ", 1)[1])) for name in names.all()]

    def _printed(self, conn: Connection, name: str) -> Posted:
        return next(group for group in self._ledger.groups(conn, document=name) if group.kind in (OUT, DEMO_OUT))

    def outstanding(self, conn: Connection, property_: str = "") -> int:
        """What all tickets that are out are worth together; of one property, its numbered ones."""
        if not property_:
            return sum(self._ledger.balances(conn, "ticket:").values())
        group, line, account = schema.ledger_group, schema.posting, schema.account
        query = select(func.coalesce(func.sum(line.c.cents), 0))
        query = query.join(group, group.c.number == line.c.group_number).join(account)
        of_house = group.c.document.startswith(f"ticket {property_} ")
        return int(conn.scalar(query.where(of_house, account.c.name.startswith("ticket:"))) or 0)


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


def _printed_at(printed: StatementLine) -> str:
    """The property at which a ticket was printed."""
    return printed.document.removeprefix("ticket ").rpartition(" ")[0]


def _worth(printed: Posted) -> str:
    """The account that holds what a ticket is worth."""
    return next(account for account, _ in printed.lines if account.startswith("ticket:"))


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
        work = lambda tx: self.tickets.redeem(tx, by.badge, code).cents  # noqa: E731
        cents = await house.command(by.badge, "cage.own", table_id, asked, int, work, command)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        table = await house.table(table_id)
        seated = table.driver.table.position(position).patron == by.badge
        act = acts.Buy(position, cents) if seated else acts.Sit(position, by.badge, cents)
        await house.answer(table_id, by, act, None, chips)
        return cents

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
