"""Imprest banks of a poker room: racks and chip carts, kept at the amount that was set for them.

A rack changes its worth only by a count that differs (a variance, told to the supervisor at once) and, while the
table is closed, by management. Between those, whatever leaves it comes back in even exchange.
"""

import builtins
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from croupier.equipment.money import money, parse_money
from croupier.house.money.chips import Chips, value
from croupier.house.money.counts import agrees, chips_of, stated_chips
from croupier.house.money.slips import TableCount
from croupier.house.papers.documents import DIFFERS, Document, Documents
from croupier.house.papers.notices import Notices
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import People, Person, Proof
from croupier.house.poker_room.procedures.book import Books, RoomBook
from croupier.house.poker_room.procedures.cash_sales import CashSales
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx

RACK, CART = "rack", "cart"
BANK_CENTS_MAX = 10_000_000_00


class Bank(msgspec.Struct, frozen=True):
    name: str
    property: str
    kind: str
    par: int
    by: str
    set_us: int

    @builtins.property
    def account(self) -> str:
        return accounts.inventory(self.name) if self.kind == RACK else accounts.cart(self.name)


class Custody(msgspec.Struct, frozen=True):
    """From when a dealer answers for a rack, and what was counted then."""

    dealer: str
    from_us: int
    document: str


class Variance(msgspec.Struct, frozen=True):
    """What a count found over or short, and who had answered for the rack until then."""

    at_us: int
    cents: int
    counted_by: str
    answers: str
    document: str


class Stacks(msgspec.Struct, frozen=True):
    """How chips of one denomination stand in the rack."""

    denomination: int
    count: int
    of: int
    full: int
    rest: int
    spacers: int


class Banks:
    def __init__(
        self,
        ledger: Ledger,
        notices: Notices,
        people: People,
        documents: Documents,
        sources: Sources,
        sales: CashSales,
        book: Books,
    ) -> None:
        self.ledger = ledger
        self._sales = sales
        self.notices = notices
        self._people = people
        self._documents = documents
        self._sources, self.book = sources, book
        self._counts = TableCount(ledger, notices)

    # ---- setting up

    def set_par(self, tx: Tx, proof: Proof, property_: str, name: str, kind: str, par: int) -> Bank:
        """Set the amount of a bank and bring it to it from the cage, while nothing is dealt from it."""
        by = self._people.sign(tx, proof, "bank.set", name, property_)
        book = self.book(property_)
        if kind not in (RACK, CART):
            raise Refused(f"{kind!r} is no bank of a poker room.", "A rack or a cart.")
        book.value("cart-most" if kind == CART else "par-set")  # a room whose book keeps no such banks says so
        if len(name) > 40 or not name.replace("-", "").isalnum() or not name.isascii():
            raise Refused(f"{name!r} names no table and no cart.", "Letters, digits and hyphens, such as P-12.")
        most = self._cart_most(tx.conn, book, name) if kind == CART else BANK_CENTS_MAX
        if not 0 < par <= most:
            clause = book.clause("cart-most" if kind == CART else "par-set")
            raise Refused(f"{money(par)} can't be set for a {kind}.", f"Above $0.00, at most {money(most)}.", clause)
        known = self.find(tx.conn, name)
        if known is not None and (known.property, known.kind) != (property_, kind):
            raise Refused(f"{name} is a {known.kind} of {known.property}.", "A name is used once.")
        if kind == RACK and self.is_open(tx.conn, name):
            raise Stale(f"{name} is open.", "Nothing is added or removed during the gaming day.", _4_5(book))
        bank = Bank(name, property_, kind, par, by.badge, self._sources.now_us())
        tx.conn.execute(delete(schema.imprest_bank).where(schema.imprest_bank.c.name == name))
        tx.conn.execute(insert(schema.imprest_bank).values(**msgspec.structs.asdict(bank)))
        self._bring(tx, bank, by)
        self._people.log(tx, by.badge, "bank.set", name, "done", f"{kind} kept at {money(par)}")
        return bank

    def _cart_most(self, conn: Connection, book: RoomBook, name: str) -> int:
        """What a cart may be kept at: all carts of a room together have the one amount of the book."""
        others = (b.par for b in self.all_of(conn, book.book.property) if b.kind == CART and b.name != name)
        return book.cents("cart-most") - sum(others)

    def _bring(self, tx: Tx, bank: Bank, by: Person) -> None:
        cage = accounts.cage(bank.property)
        self.ledger.open(tx, *accounts.of_property(bank.property), bank.account)
        short = bank.par - self.ledger.balance_in(tx, bank.account)
        if short:
            source, target = (cage, bank.account) if short > 0 else (bank.account, cage)
            at, memo = bank.name if bank.kind == RACK else "", f"{bank.kind} {bank.name} at its amount"
            self.ledger.move(tx, "imprest", by.badge, source, target, abs(short), table_id=at, memo=memo)

    def take_key(self, tx: Tx, by: Person, property_: str, name: str) -> None:
        """A container's key is taken: gaming operations only, and not who carried its inventory."""
        self._people.require(tx, by.badge, "container.key", property_)
        book, bank = self.book(property_), self.rack(tx.conn, property_, name)
        since = self._day_began(tx)
        slips = self._documents.find(tx.conn, kind="rack-exchange", table_id=bank.name, since_us=since, limit=None)
        if any(slip.by("carry") == by.badge for slip in slips):
            words = f"Badge {by.badge} carried funds of {name} this gaming day."
            raise Forbidden(words, "Another person takes the key.", book.clause("keys"))
        self._people.log(tx, by.badge, "container.key", name, "done", "took the key of the container")

    def _day_began(self, tx: Tx) -> int:
        """The beginning of this gaming day, since which nobody both carries and has the key."""
        return span(tx.conn, self._sources.now_us()).start_us

    def _check_carrier(self, tx: Tx, bank: Bank, by: Person) -> None:
        """Who carries a table's funds has had no key of its container this gaming day."""
        since = self._day_began(tx)
        taken = self._people.logged(tx.conn, by.badge, bank.name, 100, kind="container.key", since_us=since)
        if any(line.outcome == "done" for line in taken):
            words = f"Badge {by.badge} has taken the key of {bank.name}'s container."
            raise Forbidden(words, "Another person carries.", self.book(bank.property).clause("keys"))

    # ---- the cart

    def cart_exchange(self, tx: Tx, by: Person, property_: str, name: str, kind: str, patron: str, cents: int) -> int:
        """A player buys in at the cart; what the player then has with the house."""
        self._people.require(tx, by.badge, "cart.use", property_)
        book = self.book(property_)
        cart = self._get(tx.conn, property_, name, CART)
        allowed = book.value("cart-exchanges")
        if kind not in allowed:
            raise Refused(
                f"{kind.replace('-', ' ').capitalize()} is not exchanged at the cart.",
                f"It takes {' or '.join(a.replace('-', ' ') for a in allowed)}; go to the cage.",
                book.clause("cart-exchanges"),
            )
        if not 0 < cents <= cart.par:
            raise Refused(f"{money(cents)} can't be exchanged here.", f"The cart has {money(cart.par)}.")
        self._sales.buyer(tx, by, property_, patron)
        self._people.log(tx, by.badge, "cart.use", name, "done", f"{kind} {money(cents)}, patron {patron}")
        if kind == "cash-for-chips":  # the cart gives chips and keeps the cash: its worth stays
            return self._sales.sell(tx, by, property_, f"cart {name}", patron, cents, memo=f"at cart {name}")
        purse = accounts.patron(patron)
        self.ledger.open(tx, purse)
        return self.ledger.balance_in(tx, purse)

    # ---- signatures

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        bank = self.rack(tx.conn, document.property, document.table_id)
        if len(document.signed) == 1:
            self._opened(tx, bank)
        if document.kind == "rack-count":
            self._counts.assert_inventory(tx, document, by, value(stated_chips(data, step)))
            return None
        if document.kind == "cart-fill":
            return self._cart_fill(tx, document, step, by, data)
        return self._exchange(tx, document, bank, step, by, data)

    def _opened(self, tx: Tx, bank: Bank) -> None:
        if not self.is_open(tx.conn, bank.name):
            clause = self.book(bank.property).clause("opens-with-inventory")
            raise Stale(f"{bank.name} is not open.", "Its inventory is counted first.", clause)

    def check_slip(self, tx: Tx, document: Document, step: str, data: dict[str, Any]) -> None:
        """What a table inventory slip of the room must show besides its chips."""
        book, opened = self.book(document.property), self.is_open(tx.conn, document.table_id)
        closing = document.kind == "closing"
        if closing != opened:
            state = "open" if opened else "closed"
            raise Stale(f"{document.table_id} is {state}.", "", book.clause("opens-with-inventory"))
        if step == "count" and closing and not str(data.get("shift", "")).strip():
            raise Refused("The slip names the shift that ended.", "State it.", book.clause("inventory-slip"))
        if step == "verify" and closing:
            places = book.value("container-places")
            if data.get("container") not in places:
                words = f"The container waits in one of {', '.join(places)}."
                raise Refused("The container's place is missing.", words, book.clause("container-places"))
            book.needs("closed-table", data.get("items"), "container")

    def _cart_fill(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        chips = stated_chips(data, step)
        if step == "offer":
            cart = self._get(tx.conn, document.property, str(data.get("cart", "")), CART)
            if not 0 < value(chips) <= cart.par:
                raise Refused(f"{money(value(chips))} can't come off the cart.", f"It has {money(cart.par)}.")
            return None
        return self._agree(tx, document, step, by, data, chips_of(document.data("offer"), "offer"))

    def _exchange(
        self, tx: Tx, document: Document, bank: Bank, step: str, by: Person, data: dict[str, Any]
    ) -> str | None:
        """Funds out of the rack to the cage and as much back; on their way they are nobody's but the table's."""
        place, rack = document.property, bank.account
        about = {"table_id": bank.name, "document": document.id}
        out = _cents(document.data("count"))
        if step == "count":
            if not 0 < out <= self.ledger.balance_in(tx, rack):
                raise Refused(f"The rack of {bank.name} is worth {money(self.ledger.balance_in(tx, rack))}.")
        elif step == "carry":
            self._check_carrier(tx, bank, by)
            self.ledger.move(tx, "imprest", by.badge, rack, accounts.transit(place), out, memo="to the cage", **about)
        elif step == "exchange":
            back = value(stated_chips(data, step))
            if back != out:
                book = self.book(place)
                raise Refused(f"{money(back)} for {money(out)} is not even.", "", book.clause("fill-even"))
        else:
            given = chips_of(document.data("exchange"), "exchange")
            if differs := self._agree(tx, document, step, by, data, given):
                return differs
            self.ledger.move(tx, "imprest", by.badge, accounts.transit(place), rack, out, memo="in the rack", **about)
        return None

    def _agree(
        self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any], given: Chips
    ) -> str | None:
        return None if agrees(tx, self.notices, document, step, by, data, given) else DIFFERS

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        self.ledger.take_back(tx, document.id, by.badge, f"{document.label} voided")

    # ---- looking

    def find(self, conn: Connection, name: str) -> Bank | None:
        table = schema.imprest_bank
        row = conn.execute(select(table).where(table.c.name == name)).one_or_none()
        return Bank(*row) if row else None

    def _get(self, conn: Connection, property_: str, name: str, kind: str) -> Bank:
        found = self.find(conn, name)
        if found is None or (found.property, found.kind) != (property_, kind):
            raise NotFound(f"The room has no {kind} {name!r}.", "Management sets its amount first.")
        return found

    def rack(self, conn: Connection, property_: str, name: str) -> Bank:
        return self._get(conn, property_, name, RACK)

    def all_of(self, conn: Connection, property_: str) -> list[Bank]:
        table = schema.imprest_bank
        rows = conn.execute(select(table).where(table.c.property == property_).order_by(table.c.name))
        return [Bank(*row) for row in rows]

    def is_open(self, conn: Connection, name: str) -> bool:
        """Whether the last count of a rack is not the one that closed it."""
        last = next(iter(self._counted(conn, name, 1)), None)
        return last is not None and last.kind != "closing"

    def _counted(self, conn: Connection, name: str, limit: int = 1000) -> list[Any]:
        """The counts of a rack that two have signed, or a dealer before his first hand: the latest first, by their
        numbers, since a clock may be set back."""
        count, slip, step = schema.balance_count, schema.document, schema.document_step
        query = (
            select(count.c.number, count.c.at_us, slip.c.id, slip.c.kind, step.c.by.label("dealer"))
            .join(slip, slip.c.id == count.c.document)
            .join(step, (step.c.document_id == slip.c.id) & (step.c.step == "count"))
            .join(schema.account, schema.account.c.id == count.c.account_id)
            .where(schema.account.c.name == accounts.inventory(name))
        )
        return list(conn.execute(query.order_by(count.c.number.desc()).limit(limit)))

    def lacks(self, conn: Connection, property_: str, name: str, dealer: str) -> list[tuple[str, str]]:
        """What stands between this dealer and the first hand, each with its clause; nothing when it may be dealt."""
        book = self.book(property_)
        found = self.find(conn, name)
        if found is None or found.property != property_:
            return [("The rack has no amount set for it.", book.clause("par-set"))]
        lacking = []
        if not self.is_open(conn, name):
            lacking.append(("The inventory was not counted at the opening.", book.clause("opens-with-inventory")))
        holder = next(iter(self.custody(conn, name)), None)
        if holder is None or holder.dealer != dealer:
            words = f"Badge {dealer} has not counted the rack." if dealer else "No dealer has counted the rack."
            lacking.append((words, book.clause("count-before-first-hand")))
        return lacking

    def custody(self, conn: Connection, name: str) -> list[Custody]:
        """Who has answered for a rack, the latest first: whoever opened it, and each dealer who counted it since."""
        return [Custody(c.dealer, c.at_us, c.id) for c in self._counted(conn, name) if c.kind != "closing"]

    def stacks(self, conn: Connection, rack: Bank) -> list[Stacks]:
        """How the chips of a rack's last count are parted."""
        for last in self._counted(conn, rack.name, 1):
            chips = chips_of(self._documents.get(conn, last.id).data("count"), "count")
            return stacks(self.book(rack.property), chips)
        return []

    def variances(self, conn: Connection, name: str) -> list[Variance]:
        """Every count that was over or short, the latest first, with the dealer who had answered for the rack."""
        counted = self._counted(conn, name)
        before = {c.id: next((e.dealer for e in counted[n + 1 :]), c.dealer) for n, c in enumerate(counted)}
        found = [c for c in self.ledger.counts(conn, accounts.inventory(name)) if c.variance and c.document in before]
        return [Variance(c.at_us, c.variance, c.by, before[c.document], c.document) for c in reversed(found)]


class RoomCount(TableCount):
    """Opening and closing counts: as everywhere, and with what the room's slip asks for where the table is a rack."""

    def __init__(self, ledger: Ledger, notices: Notices, banks: Banks) -> None:
        super().__init__(ledger, notices)
        self.banks = banks

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        bank = self.banks.find(tx.conn, document.table_id)
        if bank is not None and bank.property == document.property:
            self.banks.check_slip(tx, document, step, data)
        return super().sign(tx, document, step, by, data)


def stacks(book: RoomBook, chips: Chips) -> list[Stacks]:
    """How chips are parted in the rack, by the book's sizes."""
    rule = book.value("rack-stack")
    least, spacer = parse_money(rule["from"]), int(rule["spacer"])
    other = {parse_money(chip): int(size) for chip, size in rule["except"].items()}
    found = []
    for denomination in sorted(chips, reverse=True):
        count = chips.get(denomination, 0)
        if count:
            of = other.get(denomination, int(rule["of"])) if denomination >= least else spacer
            found.append(Stacks(denomination, count, of, *divmod(count, of), (count - 1) // spacer))
    return found


def _cents(data: dict[str, Any]) -> int:
    """What is laid out: cash in cents, chips, or both."""
    cash = data.get("cents", 0)
    if not isinstance(cash, int) or isinstance(cash, bool) or cash < 0:
        raise Refused("The cash is stated in cents.")
    return cash + (value(chips_of(data, "count")) if data.get("chips") else 0)


def _4_5(book: RoomBook) -> str:
    return book.clause("inventory-moves")
