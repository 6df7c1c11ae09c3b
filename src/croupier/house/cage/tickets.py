"""Tickets: printed at a station or at the cage, taken once by a bill validator or the cage, voided by two people.

A ticket is numbered without gaps and carries a code that only its paper shows. What it is worth lies in an account
of its own; how it stands follows from the ledger's groups that name it. What a station may not print is paid by
hand by an attendant (Synergy 3.D). One printed from demo chips is worth demo chips wherever it goes.
"""

import msgspec
from sqlalchemy import Connection, func, select

from croupier.equipment.money import money
from croupier.house.cage.currency import CASHED
from croupier.house.money import purses
from croupier.house.money.purses import DEMO_TICKET_IN, TICKET_IN
from croupier.house.people.persons import People, Proof
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Ledger, Posted, StatementLine
from croupier.house.record.writer import Tx

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


class Payout(msgspec.Struct, frozen=True):
    number: int
    patron: str
    cents: int
    tip: int
    by: str
    balance: int = 0  # what the patron has left with the house


def label(property_: str, number: int) -> str:
    return f"ticket {property_} {number}"


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


def _printed_at(printed: StatementLine) -> str:
    """The property at which a ticket was printed."""
    return printed.document.removeprefix("ticket ").rpartition(" ")[0]


def _worth(printed: Posted) -> str:
    """The account that holds what a ticket is worth."""
    return next(account for account, _ in printed.lines if account.startswith("ticket:"))
