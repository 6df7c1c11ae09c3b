"""The clerks' part of the dealers' tips: counted by the cage, shared by the hours that each clerk worked."""

from fractions import Fraction
from typing import Any

from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.money.toke_pool import share
from croupier.house.papers.documents import Document, Documents
from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.book import Books
from croupier.house.poker_room.procedures.tip_pool import CARDS_MAX, CLERK, CONFIRMED, WORK_CARD, whole
from croupier.house.record import accounts
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx


class ClerkTips:
    def __init__(self, ledger: Ledger, documents: Documents, sources: Sources, book: Books) -> None:
        self.ledger, self._documents, self._sources, self.book = ledger, documents, sources, book

    def inside(self, conn: Connection, property_: str) -> int:
        return self.ledger.balance(conn, accounts.clerk_tips(property_))

    def shares(self, conn: Connection, property_: str) -> dict[str, int]:
        """What each clerk would have now, by the minutes on confirmed cards."""
        worked: dict[str, Fraction] = {}
        step = int(self.book(property_).value("share-minutes"))
        for card in self._cards(conn, property_):
            counted = card.data("sign")["minutes"] // step * step
            worked[card.by("sign")] = worked.get(card.by("sign"), Fraction(0)) + counted
        worked = {badge: minutes for badge, minutes in worked.items() if minutes}
        return share(self.inside(conn, property_), whole(worked)) if worked else {}

    def _cards(self, conn: Connection, property_: str) -> list[Document]:
        found = self._documents.find(conn, kind=WORK_CARD, property_=property_, state=CONFIRMED, limit=CARDS_MAX)
        return [card for card in found if card.data("sign").get("job") == CLERK]

    # ---- signatures

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        book, place = self.book(document.property), document.property
        clause = book.clause("clerk-tip-percent") if book.value("clerk-tips-by") else ""
        inside = self.inside(tx.conn, place)
        counted = data.get("cents") if step == "count" else document.data("count").get("cents")
        if not inside or type(counted) is not int or counted != inside:
            raise Refused(f"The clerks' part is {money(inside)} on the book.", "Count it again, on a new slip.", clause)
        if step == "distribute":
            self._distribute(tx, document, by, self.shares(tx.conn, place), inside, book.clause("clerk-tips-by"))
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing moves before the last signature."""

    def _distribute(
        self, tx: Tx, document: Document, by: Person, shares: dict[str, int], inside: int, clause: str
    ) -> None:
        if not shares:
            raise Refused("No clerk's hours are confirmed in this pay period.", "The money waits.", clause)
        owed = {accounts.payroll(badge): cents for badge, cents in shares.items() if cents}
        self.ledger.open(tx, *owed)
        lines = ((accounts.clerk_tips(document.property), -inside), *owed.items())
        self.ledger.post(tx, Group(kind="tip-pool", by=by.badge, lines=lines, document=document.id))
        for card in self._cards(tx.conn, document.property):
            self._documents.file(tx, card)
