"""The toke pool: counted by one, shared out by the half hours that each dealer dealt."""

from typing import Any

import msgspec
from sqlalchemy import select

from croupier.equipment.money import money
from croupier.house.money.counts import counted_cents
from croupier.house.papers.documents import Document
from croupier.house.people.persons import Person
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Forbidden, Refused
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx


class Tokes:
    """The toke pool is counted, then shared out by the hours that each dealer dealt."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        pool = accounts.toke_pool(document.property)
        inside = self.ledger.balance_in(tx, pool)
        if step == "count":
            if counted_cents(data) != inside:
                raise Refused(
                    f"The pool has {money(inside)} on the book.",
                    f"{money(counted_cents(data))} was counted: count again.",
                )
            return None
        try:
            downs = msgspec.convert(data.get("downs", {}), dict[str, int])
        except msgspec.ValidationError:
            downs = {}
        if not downs or any(count <= 0 for count in downs.values()):
            raise Refused("Nobody to share with.", "State the half hours that each dealer dealt.")
        self._check_sharers(tx, document, downs)
        parts = share(counted_cents(document.data("count")), downs)
        self.ledger.open(tx, *(accounts.patron(badge) for badge in parts))
        gone = sum(parts.values())
        if gone:
            lines = ((pool, -gone), *((accounts.patron(badge), cents) for badge, cents in parts.items()))
            self.ledger.post(tx, Group(kind="tokes", by=by.badge, lines=lines, document=document.id))
        return None

    def _check_sharers(self, tx: Tx, document: Document, downs: dict[str, int]) -> None:
        """Tokes go to people of the house, and not to those who count and share them out."""
        table = schema.person
        known = select(table.c.badge).where(table.c.badge.in_(downs), table.c.role != "player")
        strangers = sorted(downs.keys() - set(tx.conn.scalars(known)))
        if strangers:
            raise Refused(f"{strangers[0]} is no badge of the staff.", "Tokes are shared among those who dealt.")
        signers = sorted(downs.keys() & {signed.by for signed in document.signed})
        if signers:
            raise Forbidden(f"Badge {signers[0]} signs this and shares in it.", "Another person signs.")

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing moves before the last signature."""


def share(cents: int, downs: dict[str, int]) -> dict[str, int]:
    """Whole cents in proportion to the downs; the cents left over go to the largest remainders, then by badge."""
    total = sum(downs.values())
    parts = {badge: cents * count // total for badge, count in downs.items()}
    rest = cents - sum(parts.values())
    by_remainder = sorted(downs, key=lambda badge: (-(cents * downs[badge] % total), badge))
    for badge in by_remainder[:rest]:
        parts[badge] += 1
    return parts
