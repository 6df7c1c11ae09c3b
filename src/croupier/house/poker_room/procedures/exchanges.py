"""Even exchanges of a poker room: for a table's bank, for a patron, and the first buy-in of a new table.

While chips or cash are away lammers of their value lie in their place; what comes back is worth what went. Funds of a
table are in transit between the rack and the cage; a bank for the first buy-in is in transit from the cage to the cage.
Cash that a patron pays for chips becomes credit with the house, as at the cage.
"""

from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.house.money.chips import Chips, value
from croupier.house.money.counts import chips_of, stated_chips
from croupier.house.papers.documents import DIFFERS, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.patron_names import check_patron
from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.at_a_table import settings_of
from croupier.house.poker_room.procedures.book import Books
from croupier.house.poker_room.procedures.cash_sales import CashSales
from croupier.house.record import accounts
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx

TABLE, PATRON, FIRST = "even-exchange", "patron-exchange", "first-buy-in"
CENTS_MAX = 10_000_000_00


class Sale(msgspec.Struct, frozen=True):
    """What one player of a new table bought."""

    patron: str
    cents: int


class Exchanges:
    def __init__(self, ledger: Ledger, sales: CashSales, notices: Notices, sources: Sources, book: Books) -> None:
        self.ledger, self._sales = ledger, sales
        self._notices, self._sources, self.book = notices, sources, book

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        book = self.book(document.property)
        rule, clause = book.value(document.kind), book.clause(document.kind)
        settings_of(tx.conn, document.property, document.table_id)
        lines = {TABLE: self._table, PATRON: self._patron, FIRST: self._first}
        return lines[document.kind](tx, document, step, by, data, rule, clause)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        self.ledger.take_back(tx, document.id, by.badge, f"{document.label} voided")

    # ---- for a table's bank

    def _table(
        self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any], rule: dict[str, Any], clause: str
    ) -> str | None:
        rack, transit = accounts.inventory(document.table_id), accounts.transit(document.property)
        about = {"table_id": document.table_id, "document": document.id}
        out = laid_out(document.data("count"))
        if step == "count":
            self.ledger.open(tx, rack, *accounts.of_property(document.property))
            held = self.ledger.balance_in(tx, rack)
            if not 0 < out <= held:
                raise Refused(
                    f"The bank of {document.table_id} is worth {money(held)}.", "State what leaves it.", clause
                )
        elif step == "verify":
            if laid_out(data) != out:
                return self._differ(tx, document, by, out, laid_out(data))
        elif step == "carry":
            _lammers(rule, data, out, clause)
            self.ledger.move(tx, "imprest", by.badge, rack, transit, out, memo="to the poker cage", **about)
        elif step == "exchange":
            _even(value(stated_chips(data, step)), out, clause)
        elif step == "announce":
            came, counted = chips_of(document.data("exchange"), "exchange"), stated_chips(data, step)
            if came != counted:
                return self._differ(tx, document, by, value(came), value(counted))
        else:
            _picked_up(rule, data, clause)
            self.ledger.move(tx, "imprest", by.badge, transit, rack, out, memo="back at the table", **about)
        return None

    # ---- for a patron

    def _patron(
        self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any], rule: dict[str, Any], clause: str
    ) -> str | None:
        first = document.data("verify")
        out = laid_out(first)
        if step == "verify":
            self._asked(tx, document, by, data, rule, clause)
        elif step == "exchange":
            if data.get("bank") not in rule["at"]:
                where = " or ".join(name.replace("-", " ") for name in rule["at"])
                raise Refused("Where it was exchanged is missing.", f"At the {where}.", clause)
            _even(value(stated_chips(data, step)), out, clause)
        else:
            _picked_up(rule, data, clause)
            self._sell(tx, document, by, Sale(str(first["patron"]), _cash(first)))
        return None

    def _asked(
        self, tx: Tx, document: Document, by: Person, data: dict[str, Any], rule: dict[str, Any], clause: str
    ) -> None:
        """A patron gives cash or chips and gets chips: cash is paid at the poker bank only."""
        self._sales.buyer(tx, by, document.property, str(data.get("patron", "")))
        if (wants := data.get("wants", "chips")) != rule["gives"]:
            words = f"{str(wants).capitalize()} is paid at the poker bank only."
            raise Refused(words, "Here patrons get chips for cash or chips.", clause)
        out = laid_out(data)
        if not 0 < out <= CENTS_MAX:
            raise Refused("Nothing is exchanged.", "State the cash or the chips.", clause)
        _lammers(rule, data, out, clause)

    # ---- the first buy-in

    def _first(
        self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any], rule: dict[str, Any], clause: str
    ) -> str | None:
        place, about = document.property, {"table_id": document.table_id, "document": document.id}
        cage, transit = accounts.cage(place), accounts.transit(place)
        asked = stated_chips(document.data("request"), "request")
        drawn = value(asked)
        if step == "request":
            if not 0 < drawn <= CENTS_MAX:
                raise Refused("Nothing is asked for.", "State the chips, by the limits of the new game.", clause)
        elif step == "issue":
            if stated_chips(data, step) != asked:
                return self._differ(tx, document, by, drawn, value(stated_chips(data, step)))
            self.ledger.open(tx, *accounts.of_property(place))
            self.ledger.move(tx, "imprest", by.badge, cage, transit, drawn, memo="to sell at a new table", **about)
        elif step == "accept":
            _lammers(rule, data, drawn, clause)
        else:
            sold = sales(document.data("sell"))
            _returned(data, drawn, sum(sale.cents for sale in sold), clause)
            if step == "sell":
                for sale in sold:
                    self._sell(tx, document, by, sale)
            elif step == "collect":
                _picked_up(rule, data, clause)
            else:
                self.ledger.move(tx, "imprest", by.badge, transit, cage, drawn, memo="the log is closed", **about)
        return None

    # ---- common

    def _sell(self, tx: Tx, document: Document, by: Person, sale: Sale) -> None:
        """Chips for cash: what a patron paid is his with the house."""
        if sale.cents:
            about = {"table_id": document.table_id, "document": document.id, "memo": document.label}
            self._sales.sell(tx, by, document.property, document.table_id, sale.patron, sale.cents, **about)

    def _differ(self, tx: Tx, document: Document, by: Person, one: int, other: int) -> str:
        words = f"{document.title}: {money(one)} given, {money(other)} counted"
        self._notices.raise_in(tx, document.table_id, "count-differs", words, by.badge)
        return DIFFERS


def laid_out(data: dict[str, Any]) -> int:
    """What somebody lays out: cash in cents, chips, or both."""
    return _cash(data) + (value(chips_of(data, "count")) if data.get("chips") else 0)


def _cash(data: dict[str, Any]) -> int:
    cash = data.get("cents", 0)
    if type(cash) is not int or cash < 0:
        raise Refused("The cash is stated in cents.", "0 where there is none.")
    return cash


def sales(data: dict[str, Any]) -> list[Sale]:
    """What was sold to whom."""
    try:
        found = msgspec.convert(data.get("sales"), list[Sale])
    except msgspec.ValidationError:
        raise Refused("Who bought what is missing.", "A badge and an amount for each player.") from None
    for sale in found:
        check_patron(sale.patron)
        if not 0 < sale.cents <= CENTS_MAX:
            raise Refused(f"{sale.patron} can't buy {money(sale.cents)}.", "An amount above zero.")
    return found


def _even(back: int, out: int, clause: str) -> None:
    if back != out:
        raise Refused(f"{money(back)} for {money(out)} is not even.", "The cage gives as much as it gets.", clause)


def _returned(data: dict[str, Any], drawn: int, sold: int, clause: str) -> None:
    """Chips that were not sold, and the cash for those that were: together what was drawn."""
    chips: Chips = chips_of(data, "return") if data.get("chips") else {}
    cash = _cash(data)
    if cash != sold or value(chips) + cash != drawn:
        words = f"{money(value(chips))} in chips and {money(cash)} in cash do not make what was drawn."
        raise Refused(words, f"{money(drawn - sold)} in chips, {money(sold)} in cash.", clause)


def _lammers(rule: dict[str, Any], data: dict[str, Any], out: int, clause: str) -> None:
    """Lammers stand for what is away, to the cent."""
    if rule["lammers"] and data.get("lammers") != out:
        placed = data.get("lammers")
        words = f"Lammers of {money(placed)} lie there" if type(placed) is int else "No lammers lie there"
        raise Refused(f"{words}, not of {money(out)}.", "They are worth what is exchanged.", clause)


def _picked_up(rule: dict[str, Any], data: dict[str, Any], clause: str) -> None:
    if rule["lammers"] and data.get("lammers_collected") is not True:
        raise Refused("The lammers still lie on the table.", "They are picked up when all agree.", clause)
