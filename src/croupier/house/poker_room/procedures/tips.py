"""Dealers' tips from cash games: into a box that everybody can see through, out of it at the cage, for tax on record.

Each dealer's tokens are the dealer's own. A box is taken at the start of a shift, and every tip goes into it; it is
cashed out when the shift is over, or before that only when it is full. Where the book says so they are paid with the
wages, the clerks get their part of the day's, and a tube holds small chips until they are colored up.
"""

import builtins
import json
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.money.chips import Chips, check, tidy, value
from croupier.house.money.counts import chips_of
from croupier.house.papers.documents import Document, Documents
from croupier.house.papers.notices import Notices
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import People, Person
from croupier.house.poker_room.procedures.book import JOBS, Books, RoomBook
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx

DEMO_OUT = "demo-ticket-out"
BOX, FULL, COLORED_UP = "token-box", "token-box-full", "tips-colored-up"
TAKEN, PAID = "taken", "paid"
BOX_NAME_MAX = 20


class Earned(msgspec.Struct, frozen=True):
    """What somebody earned in tips during a time, for the report to the tax office."""

    badge: str
    tokens: int  # cashed out from token boxes
    pool: int  # of tournaments, with the paycheck

    @builtins.property
    def total(self) -> int:
        return self.tokens + self.pool


class Tips:
    def __init__(
        self, ledger: Ledger, people: People, documents: Documents, notices: Notices, sources: Sources, book: Books
    ) -> None:
        self.ledger = ledger
        self._people = people
        self._documents = documents
        self._notices = notices
        self._sources, self.book = sources, book

    # ---- into the box

    def give(self, tx: Tx, by: Person, property_: str, dealer: str, cents: int, ticket: str = "") -> int:
        """A patron tips a dealer, from credit or with a ticket; what is in the box then."""
        self._people.require(tx, by.badge, "tips.give", property_)
        book = self.book(property_)
        if book.prints("tips-to"):
            self._takes_tips(book, self._people.get(tx.conn, dealer))
        source = accounts.ticket(ticket) if ticket else accounts.patron(by.badge)
        if ticket:
            try:
                cents = self.ledger.balance_in(tx, source)
            except NotFound:
                cents = 0
            if cents <= 0:
                raise NotFound("This ticket is not known or was redeemed.")
            self._no_demo_ticket(tx, source)
        else:
            tx.flush()
            purses.check(tx.conn, self.ledger, by.badge, purses.MONEY)
            self.ledger.open(tx, source)
        return self.drop(tx, property_, dealer, source, cents, by.badge)

    def _no_demo_ticket(self, tx: Tx, ticket: str) -> None:
        tx.flush()
        if any(line.kind == DEMO_OUT for line in self.ledger.statement(tx.conn, ticket)):
            raise Refused("This ticket was printed from demo chips.", purses.MIXED)

    def _takes_tips(self, book: RoomBook, person: Person, wrong: type[Refused] = Refused) -> None:
        """Tips are for those whom the book names; a supervisor takes none."""
        jobs = book.get("tips-to", ["dealer"])
        if person.role not in {JOBS[job] for job in jobs}:
            who = " or a ".join(job.replace("-", " ") for job in jobs)
            clause = book.clause("tips-to" if book.prints("tips-to") else "token-box")
            raise wrong(f"Badge {person.badge} takes no tips.", f"They are for a {who}.", clause)

    def drop(self, tx: Tx, property_: str, dealer: str, source: str, cents: int, by: str) -> int:
        """Tokens from any account into a dealer's box."""
        box = self.box_of(tx.conn, property_, dealer)
        if box is None:
            clause = self.book(property_).clause("token-box")
            raise Refused(f"Dealer {dealer} has no token box.", "It is taken at the start of the shift.", clause)
        account = accounts.token_box(property_, dealer)
        self.ledger.move(tx, "tip", by, source, account, cents, document=box.id)
        return self.ledger.balance_in(tx, account)

    def box_of(self, conn: Connection, property_: str, dealer: str) -> Document | None:
        """The box that a dealer has now."""
        boxes = self._documents.find(conn, kind=BOX, property_=property_, state=TAKEN, limit=1000)
        return next((box for box in boxes if box.by("take") == dealer), None)

    # ---- the tube

    def into_tube(self, tx: Tx, by: Person, property_: str, chips: Chips) -> int:
        """Small chips of tips wait to be colored up; how many there are then. Their worth is the box's already."""
        self._people.require(tx, by.badge, "tips.own", property_)
        book = self.book(property_)
        most, clause = int(book.value("tube-chips-most")), book.clause("tube-chips-most")
        check(chips)
        there = self.tube(tx.conn, property_, by.badge)
        full = {d: there.get(d, 0) + chips.get(d, 0) for d in there | chips}
        if not sum(chips.values()):
            raise Refused("No chip goes into the tube.", "State how many of each value.", clause)
        if self.box_of(tx.conn, property_, by.badge) is None:
            raise Refused(f"Badge {by.badge} has no token box.", "It is taken first.", book.clause("token-box"))
        if sum(full.values()) > most:
            raise Refused(f"The tube holds {most} chips.", "Color up what is in it.", clause)
        self._keep(tx, property_, by.badge, full)
        return sum(full.values())

    def tube(self, conn: Connection, property_: str, badge: str) -> Chips:
        table = schema.tip_tube
        kept = conn.scalar(select(table.c.chips).where(table.c.property == property_, table.c.badge == badge))
        return {int(d): n for d, n in json.loads(kept).items()} if kept else {}

    def _keep(self, tx: Tx, property_: str, badge: str, chips: Chips) -> None:
        table = schema.tip_tube
        tx.conn.execute(delete(table).where(table.c.property == property_, table.c.badge == badge))
        if tidy(chips):
            tx.conn.execute(insert(table).values(property=property_, badge=badge, chips=json.dumps(tidy(chips))))

    def _color_up(self, tx: Tx, document: Document, by: Person, data: dict[str, Any], book: RoomBook) -> None:
        """Chips of the tube for higher ones of the same worth, before the tray; the higher ones go into the box."""
        clause = book.clause("tube-chips-most")
        there = self.tube(tx.conn, document.property, by.badge)
        low, high = chips_of(data, "color-up"), chips_of({"chips": data.get("into")}, "color-up")
        if not low or any(count > there.get(d, 0) for d, count in low.items()):
            raise Refused("These chips are not in the tube.", f"It holds {sum(there.values())}.", clause)
        if value(low) != value(high) or min(high) <= max(low):
            words = f"{money(value(low))} is not changed into {money(value(high))} of higher chips."
            raise Refused(words, "The same worth, in chips of a higher value.", clause)
        book.needs(COLORED_UP, data.get("items"))
        self._keep(tx, document.property, by.badge, {d: n - low.get(d, 0) for d, n in there.items()})

    # ---- signatures

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        book = self.book(document.property)
        if document.kind == COLORED_UP:
            self._color_up(tx, document, by, data, book)
        elif step == "take":
            self._take(tx, document, by, data, book)
        elif step == "hand-in":
            self._hand_in(tx, document, by, data, book)
        else:
            self._pay(tx, document, by, data)
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        if document.kind == BOX:
            dealer = document.by("take")
            inside = self.ledger.balance_in(tx, accounts.token_box(document.property, dealer))
            if inside:
                raise Refused(f"The box of {dealer} has {money(inside)}.", "It is cashed out, not voided.")

    def _take(self, tx: Tx, document: Document, by: Person, data: dict[str, Any], book: RoomBook) -> None:
        book.value("token-box")  # a room without boxes says so
        self._takes_tips(book, by, Forbidden)
        box = str(data.get("box", "")).strip()
        if not box or len(box) > BOX_NAME_MAX:
            raise Refused("A token box has a number.", "State the one on the box.", book.clause("token-box"))
        for other in self._documents.find(tx.conn, kind=BOX, property_=document.property, unfinished=True, limit=1000):
            if other.id == document.id:
                continue
            if other.data("take").get("box") == box:
                raise Refused(f"Box {box} is with dealer {other.by('take')}.", "Take another one.")
            if other.by("take") == by.badge:
                raise Refused(f"Badge {by.badge} has box {other.data('take').get('box')}.", "One box a shift.")
        self.ledger.open(tx, *accounts.of_property(document.property), accounts.token_box(document.property, by.badge))

    def _hand_in(self, tx: Tx, document: Document, by: Person, data: dict[str, Any], book: RoomBook) -> None:
        if document.kind == BOX:
            if document.by("take") != by.badge:
                raise Refused(f"The box is dealer {document.by('take')}'s.", "Who took it hands it in.")
            at = tx.conn.scalar(select(schema.floor_table.c.id).where(schema.floor_table.c.dealer == by.badge))
            if at is not None:
                raise Stale(f"Badge {by.badge} deals at {at}.", "The shift is not over.", book.clause("token-cash-out"))
            if self.tube(tx.conn, document.property, by.badge):
                clause = book.clause("tube-chips-most")
                raise Stale("Chips wait in the tube.", "They are colored up and go into the box first.", clause)
            return
        book.value("token-mid-shift")
        if self.box_of(tx.conn, document.property, by.badge) is None:
            raise Refused(f"Badge {by.badge} has no token box.", "", book.clause("token-box"))
        if data.get("full") is not True or not self.inside(tx.conn, document.property, by.badge):
            clause = book.clause("token-mid-shift")
            raise Refused("The box is not full.", "Before the shift is over only a full box is cashed out.", clause)

    def _pay(self, tx: Tx, document: Document, by: Person, data: dict[str, Any]) -> None:
        """The cage counts chips and tickets and pays them in cash; what the book does not explain is variance."""
        place, dealer = document.property, document.by("hand-in")
        account = accounts.token_box(place, dealer)
        tickets = data.get("tickets", 0)
        if not isinstance(tickets, int) or isinstance(tickets, bool) or tickets < 0:
            raise Refused("Tickets are stated in cents.")
        counted = tickets + (value(chips_of(data, "pay")) if data.get("chips") else 0)
        count = self.ledger.count(tx, account, counted, by.badge, document.id)
        if count.book or counted:
            paid, memo = self._paid_to(tx, document, dealer, counted)
            lines = ((account, -count.book), *paid, (accounts.variance(place), -count.variance))
            self.ledger.post(tx, Group(kind="tokens", by=by.badge, lines=lines, document=document.id, memo=memo))
        if count.variance:
            words = f"{document.label}: {money(count.variance, sign=True)} against the book, dealer {dealer}"
            self._notices.raise_in(tx, document.table_id or document.property, "variance", words, by.badge)

    def _paid_to(
        self, tx: Tx, document: Document, dealer: str, counted: int
    ) -> tuple[tuple[tuple[str, int], ...], str]:
        """Where the tokens go: in cash to the dealer, or with the wages, less what is the clerks'."""
        book, place = self.book(document.property), document.property
        if book.get("token-paid", "cash") == "cash":
            return ((accounts.outside(place), counted),), f"dealer {dealer}: {money(counted)} in cash"
        part = self._clerks_part(tx, book, place, dealer, counted)
        own, clerks = accounts.payroll(dealer), accounts.clerk_tips(place)
        self.ledger.open(tx, own, clerks)
        memo = f"{dealer}: {money(counted - part)} with the wages, {money(part)} to the clerks"
        return ((own, counted - part), (clerks, part)), memo

    def _clerks_part(self, tx: Tx, book: RoomBook, place: str, dealer: str, counted: int) -> int:
        """The clerks' part of what a dealer's boxes held this gaming day, less what they have had of it."""
        if not book.prints("clerk-tip-percent") or self._people.get(tx.conn, dealer).role != "dealer":
            return 0
        day, total, had = span(tx.conn, self._sources.now_us()), counted, 0
        for kind in (BOX, FULL):
            for box in self._documents.find(tx.conn, kind=kind, property_=place, state=PAID, limit=10_000):
                if box.by("hand-in") == dealer and day.holds(box.changed_us):
                    given = [line for group in self.ledger.groups(tx.conn, document=box.id) for line in group.lines]
                    had += sum(cents for name, cents in given if name == accounts.clerk_tips(place))
                    total += sum(cents for name, cents in given if _earned(name, place))
        return total * int(book.value("clerk-tip-percent")) // 100 - had

    # ---- looking

    def inside(self, conn: Connection, property_: str, dealer: str) -> int:
        """What is in a dealer's box, by the book."""
        return self.ledger.balance(conn, accounts.token_box(property_, dealer))

    def report(self, conn: Connection, property_: str, from_us: int = 0, to_us: int = 2**62) -> list[Earned]:
        """What each one earned in tips during a time."""
        self.book(property_)
        tokens: dict[str, int] = {}
        pool: dict[str, int] = {}
        for kind in (BOX, FULL):
            for box in self._documents.find(conn, kind=kind, property_=property_, state=PAID, limit=100_000):
                if from_us <= box.changed_us < to_us:
                    for group in self.ledger.groups(conn, document=box.id):
                        own = (accounts.outside(property_), accounts.payroll(box.by("hand-in")))
                        paid = sum(c for name, c in group.lines if name in own)
                        tokens[box.by("hand-in")] = tokens.get(box.by("hand-in"), 0) + paid
        shared = [
            done
            for kind in ("tip-pool", "clerk-tips")
            for done in self._documents.find(conn, kind=kind, property_=property_, state="distributed", limit=100_000)
        ]
        for done in shared:
            if from_us <= done.changed_us < to_us:
                for group in self.ledger.groups(conn, document=done.id):
                    for name, cents in group.lines:
                        if name.startswith("payroll:"):
                            badge = name.removeprefix("payroll:")
                            pool[badge] = pool.get(badge, 0) + cents
        return [Earned(b, tokens.get(b, 0), pool.get(b, 0)) for b in sorted(tokens.keys() | pool.keys())]


def _earned(name: str, place: str) -> bool:
    """Whether an account of a paid box is part of what the box held."""
    return name.startswith("payroll:") or name == accounts.clerk_tips(place)
