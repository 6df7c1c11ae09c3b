"""Which book of promotions holds: the one in force on the house's own day, not the newest on the shelf.

A hand is judged, and its prize shared, by the book of the day on which it was dealt, whenever it is paid.
"""

import datetime
from collections.abc import Callable

from sqlalchemy import Connection

from croupier.house.money.poker_funds import BOOK
from croupier.house.people.gaming_day import local_date
from croupier.house.promotions.store import Claim, Promotion
from croupier.rulebook import Rulebook


class Books:
    def __init__(
        self, in_force: Callable[[Connection, str, str, datetime.date], Rulebook], now_us: Callable[[], int]
    ) -> None:
        self._in_force, self._now_us = in_force, now_us

    def on(self, conn: Connection, property_: str, day: datetime.date) -> Rulebook:
        return self._in_force(conn, property_, BOOK, day)

    def today(self, conn: Connection, property_: str) -> Rulebook:
        return self.on(conn, property_, local_date(conn, self._now_us()))

    def of_claim(self, conn: Connection, made: Promotion, claim: Claim) -> Rulebook:
        """The book of the day of a claim's hand, or of the score or draw that won."""
        day = claim.facts.day if claim.facts else local_date(conn, claim.began_us)
        return self.on(conn, made.property, day)
