"""Cash that becomes a patron's chips away from the cage: at a cart, by a runner, from chips sold at a new table."""

from collections.abc import Callable
from typing import Any

from croupier.house.money import purses
from croupier.house.people.patron_names import check_patron, is_known
from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.conduct import Conduct
from croupier.house.record import accounts
from croupier.house.record.errors import Forbidden
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx


class CashSales:
    """One way for all of them: a patron's money, never the seller's own, and no more than is taken without a report."""

    def __init__(self, ledger: Ledger, conduct: Conduct) -> None:
        self._ledger, self._conduct = ledger, conduct
        # the cage counts a patron's cash of the day; (property, where, patron, by)
        self.taken: Callable[[Tx, str, str, str, str], None] = lambda *about: None

    def buyer(self, tx: Tx, by: Person, property_: str, patron: str) -> None:
        """Refuse staff, whoever sells himself, who is suspended, and who has demo chips: no cash meets them."""
        check_patron(patron)
        if patron == by.badge:
            raise Forbidden("Nobody exchanges cash with himself.", "Somebody else serves you.")
        is_known(tx.conn, patron, "Only a patron buys in.")  # who is not is a walk-in, under his name
        self._conduct.check(tx.conn, property_, patron)
        tx.flush()
        purses.check(tx.conn, self._ledger, patron, purses.MONEY)

    def sell(self, tx: Tx, by: Person, property_: str, where: str, patron: str, cents: int, **about: Any) -> int:
        """What he paid is his with the house; what he then has."""
        self.buyer(tx, by, property_, patron)
        purse, outside = accounts.patron(patron), accounts.outside(property_)
        self._ledger.open(tx, purse, outside)
        self._ledger.move(tx, "cart", by.badge, outside, purse, cents, **about)
        self.taken(tx, property_, where, patron, by.badge)
        return self._ledger.balance_in(tx, purse)
