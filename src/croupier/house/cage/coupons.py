"""Match play coupons: made out for one patron by two people, laid down once beside his chips, kept apart from money.

A coupon is a document with a number. What it is made out for lies in an account of its own until a table takes it; how
it stands follows from the ledger. It is good for as long as the house posts, and two people cancel one that was not
laid down yet. One for demo chips is good at a demonstration's tables, one for money at the others.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.papers.documents import Document, strike
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import Person, Proof
from croupier.house.people.posted_amounts import POSTED, posted
from croupier.house.people.profile import check_property
from croupier.house.record import accounts
from croupier.house.record.clock import HOUR_US
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.coupons import RULE
from croupier.rulebook import rulebooks

KIND, GOOD, EXPIRED, CANCELLED = "coupon", "good", "expired", "cancelled"
ISSUED, TAKEN_BACK = "coupon-issued", "coupon-cancelled"  # in the ledger
REASON_MAX = 200
LISTED_MAX = 200


class Coupon(msgspec.Struct, frozen=True):
    """A coupon as the record has it; `state` is good, laid down, expired or cancelled."""

    property: str
    number: int
    patron: str
    cents: int
    demo: bool
    state: str
    at_us: int


def takes_match_play(property_: str) -> bool:
    """Whether a clause of any of its rulebooks has match play: only there is a coupon good for anything."""
    return any(book.procedure(RULE) for book in rulebooks(property_))


class Coupons:
    def __init__(self, house: TableDesk) -> None:
        self.house = house
        house.coupon_laid = self.check

    async def issue(
        self,
        proofs: tuple[Proof, Proof],
        property_: str,
        patron: str,
        cents: int,
        demo: bool = False,
        command: str | None = None,
    ) -> Coupon:
        """Two people give a patron a coupon, within what the house posts."""
        house = self.house
        asked = f"coupon {property_} {patron} {cents} {demo}"
        work = using(self._issue_in, proofs, property_, patron, cents, demo)
        made = await house.command(proofs[0].badge, "coupon.issue", patron, asked, Coupon, work, command)
        house.hub.publish(News(f"patron:{patron}", "balance"))
        return made

    def _issue_in(
        self, tx: Tx, proofs: tuple[Proof, Proof], property_: str, patron: str, cents: int, demo: bool
    ) -> Coupon:
        house = self.house
        tx.flush()
        check_property(tx.conn, property_)
        self._check_issue(tx, proofs, property_, patron, cents)
        data = {"patron": patron, "cents": cents, "demo": demo}
        begun = house.documents.begin(tx, KIND, property_, "", proofs[0], data)
        signed = house.documents.sign(tx, begun.id, "approve", proofs[1])
        source, paper = accounts.coupons(property_, demo), accounts.coupon(property_, signed.number)
        house.ledger.open(tx, source, paper)
        house.ledger.move(tx, ISSUED, proofs[0].badge, source, paper, cents, document=signed.label)
        return _coupon(signed, GOOD)

    async def cancel(
        self, proofs: tuple[Proof, Proof], property_: str, number: int, reason: str, command: str | None = None
    ) -> Coupon:
        """Two people take back a coupon that was not laid down: a slip of the pen, or its time has run out."""
        house = self.house
        asked = f"coupon cancel {property_} {number} {reason}"
        work = using(self._cancel_in, proofs, property_, number, reason)
        done = await house.command(proofs[0].badge, "document.void", f"coupon {number}", asked, Coupon, work, command)
        house.hub.publish(News(f"patron:{done.patron}", "balance"))
        return done

    def _cancel_in(self, tx: Tx, proofs: tuple[Proof, Proof], property_: str, number: int, reason: str) -> Coupon:
        house = self.house
        tx.flush()
        document = self._find(tx.conn, property_, number)
        made = _coupon(document, CANCELLED)
        if proofs[0].badge == proofs[1].badge or made.patron in (proofs[0].badge, proofs[1].badge):
            raise Forbidden("One person signed twice.", "A coupon is cancelled by two people.")
        if len(reason.strip()) < 3:
            raise Refused("A coupon is cancelled for a reason.", "Write why.")
        source, paper = accounts.coupons(property_, made.demo), accounts.coupon(property_, number)
        if house.ledger.balance_in(tx, paper) != made.cents:
            raise Refused(f"Coupon {number} was laid down before.", "Only one in a patron's hands is cancelled.")
        people = [
            house.people.sign(tx, proof, act, document.label, property_)
            for proof, act in zip(proofs, ("coupon.issue", "coupon.approve"))
        ]
        house.ledger.move(tx, TAKEN_BACK, proofs[0].badge, paper, source, made.cents, document=document.label)
        strike(tx, house.sources.now_us(), document.id, people[0], reason.strip()[:REASON_MAX])
        return made

    def _check_issue(self, tx: Tx, proofs: tuple[Proof, Proof], property_: str, patron: str, cents: int) -> None:
        if proofs[0].badge == proofs[1].badge or patron in (proofs[0].badge, proofs[1].badge):
            raise Forbidden("One person signed twice.", "A coupon takes two people, and neither is given it.")
        if not takes_match_play(property_):
            raise Refused("No rulebook of this property takes match play.", "Choose one where a clause has coupons.")
        try:
            known = self.house.people.get(tx.conn, patron)
        except NotFound:
            raise Refused(f"No patron has badge {patron}.", "A coupon is made out for a badge.") from None
        if known.role != "player" or not known.active:
            raise Refused(f"Badge {patron} is no patron.", "Only a patron is given a coupon.")
        self.house.procedures.welcome(tx.conn, property_, patron)
        most, day = posted(tx.conn, "coupon-most"), posted(tx.conn, "coupon-day")
        if not 0 < cents <= most:
            raise Refused(f"A coupon of {money(cents)} is not made out.", f"More than $0.00, at most {money(most)}.")
        given = cents + self._given(tx.conn, patron)
        if given > day:
            raise Refused(
                f"{patron} would have {money(given)} in coupons this gaming day.", f"At most {money(day)} is posted."
            )

    def _given(self, conn: Connection, patron: str) -> int:
        """What a patron was given in this gaming day, at all properties of the house."""
        today = span(conn, self.house.sources.now_us())
        found = self.house.documents.find(conn, kind=KIND, state=GOOD, since_us=today.start_us, limit=None)
        issued = [one.data("issue") for one in found]
        return sum(int(data.get("cents", 0)) for data in issued if data.get("patron") == patron)

    def listed(self, property_: str = "", patron: str = "", good_only: bool = False) -> list[Coupon]:
        """Coupons of a property, or of one patron, the latest first."""
        house = self.house
        with house.storage.reading() as conn:
            found = house.documents.find(conn, kind=KIND, property_=property_ or None, state=GOOD, limit=LISTED_MAX)
            shown = [_coupon(one, self._state(conn, one)) for one in found if one.data("issue").get("patron")]
        return [one for one in shown if patron in ("", one.patron) and (one.state == GOOD or not good_only)]

    def _state(self, conn: Connection, document: Document) -> str:
        if not self.house.ledger.balance(conn, accounts.coupon(document.property, document.number)):
            return "laid down"
        until = document.opened_us + posted(conn, "coupon-hours") * HOUR_US
        return GOOD if self.house.sources.now_us() < until else EXPIRED

    def of(self, live: Live, patron: str) -> list[Coupon]:
        """The coupons that a patron may lay down at a table."""
        table = live.table
        good = self.listed(table.property, patron, good_only=True)
        return [one for one in good if one.demo == table.settings.demo]

    async def place(
        self, by: Person, live: Live, position: int, wager: str, number: int, command: str | None = None, said: str = ""
    ) -> Receipt:
        """Lay a coupon down by its number; the record says what it is made out for."""
        with self.house.storage.reading() as conn:
            found = self._find(conn, live.table.property, number)
        act = acts.Coupon(position, wager, number, int(found.data("issue")["cents"]))
        return await self.house.answer(live.table.id, by, act, None, command, said)

    def check(self, tx: Tx, live: Live, act: acts.Coupon) -> None:
        """Refuse what is no coupon of this property, of another patron, for other chips, or was laid down before."""
        tx.flush()
        table, document = live.table, self._find(tx.conn, live.table.property, act.number)
        made: dict[str, Any] = document.data("issue")
        patron = live.driver.table.position(act.position).patron
        if made.get("patron") != patron:
            raise Refused(f"Coupon {act.number} is not made out for {patron}.", "A coupon is its patron's alone.")
        if made.get("cents") != act.amount:
            raise Refused(f"Coupon {act.number} is made out for {money(int(made['cents']))}.", "Key what it says.")
        if bool(made.get("demo")) != table.settings.demo:
            kinds = ("for demo chips", "for money")
            here, there = kinds if made.get("demo") else kinds[::-1]
            raise Refused(f"Coupon {act.number} is {here}; this table deals {there}.", "They are not mixed.")
        state = self._state(tx.conn, document)
        if state == EXPIRED:
            long = POSTED["coupon-hours"].words(posted(tx.conn, "coupon-hours"))
            raise Refused(f"Coupon {act.number} has expired.", f"A coupon is good for {long}, as posted.")
        if state != GOOD:
            raise Refused(f"Coupon {act.number} was laid down before.", "A coupon is taken once.")

    def _find(self, conn: Connection, property_: str, number: int) -> Document:
        found = self.house.documents.numbered(conn, KIND, property_, number) if 0 < number < 2**53 else None
        if found is None or found.state != GOOD:
            raise Refused(f"There is no coupon {number} of this property.", "Compare the number on the paper.")
        return found


def _coupon(document: Document, state: str) -> Coupon:
    made = document.data("issue")
    about = (str(made["patron"]), int(made["cents"]), bool(made["demo"]))
    return Coupon(document.property, document.number, *about, state, document.opened_us)
