"""The tournament tip pool: staffing money of a pay period, shared by downs dealt and hours worked.

Money comes in by tournament, work by signed cards (downs of dealers, hours of everybody else). When the pay period is
over the cage counts the pool and a manager distributes it; the cards are then used up. Every percentage, share and
step of time is the room's book's.
"""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.money.toke_pool import share
from croupier.house.papers.documents import VOID, Document, Documents
from croupier.house.people.persons import People, Person
from croupier.house.poker_room.procedures.book import JOBS, Books, RoomBook
from croupier.house.record import accounts
from croupier.house.record.clock import DAY_US, Sources
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx

DOWN_CARD, WORK_CARD, POOL = "down-card", "work-card", "tip-pool"
CONFIRMED = "confirmed"
SUPERVISOR, DUAL_RATE, CLERK, CAGE = "poker-supervisor", "dual-rate", "poker-clerk", "cage"
MINUTES_MAX = 24 * 60
CENTS_MAX = 10_000_000_00
CARDS_MAX = 100_000


class Split(msgspec.Struct, frozen=True):
    """How a pay period's staffing money is shared out: all of it, to the cent."""

    total: int
    dealers: int
    supervisors: int
    clerks: int
    cage: int
    downs: int
    down_rate: str
    owed: dict[str, int]  # badge -> cents, with the paycheck


class Work(msgspec.Struct, frozen=True):
    """What the cards of a pay period say: downs by dealer, shares by badge, tournaments for which the cage worked."""

    downs: dict[str, int]
    supervisors: dict[str, Fraction]
    clerks: dict[str, Fraction]
    cage_at: frozenset[str]


def split(book: RoomBook, money_of: dict[str, int], work: Work, cage_percent: int) -> Split:
    """Share out the money of several tournaments."""
    total = sum(money_of.values())
    dealers = total * int(book.value("dealer-percent")) // 100
    others = total - dealers
    non_dealer = int(book.value("non-dealer-percent"))
    if not work.downs:
        raise Refused("Nobody dealt a down in this pay period.", "The pool waits.", book.clause("down-rate"))
    if others and not work.supervisors and not work.clerks:
        raise Refused("Nobody else worked in this pay period.", "The pool waits.", book.clause("shares-an-hour"))
    cage = sum(cents * non_dealer * cage_percent // 10_000 for name, cents in money_of.items() if name in work.cage_at)
    clerks = others * int(book.value("clerk-percent")) // 100
    halves = book.value("cage-taken-from")
    from_clerks = cage * int(halves[CLERK]) // sum(int(part) for part in halves.values())
    clerks -= from_clerks
    supervisors = others - cage - clerks
    if not work.clerks:
        supervisors, clerks = supervisors + clerks, 0
    elif not work.supervisors:
        supervisors, clerks = 0, supervisors + clerks
    owed: dict[str, int] = {}
    for cents, shares in ((dealers, work.downs), (supervisors, work.supervisors), (clerks, work.clerks)):
        for badge, part in share(cents, whole(shares)).items() if shares else ():
            owed[badge] = owed.get(badge, 0) + part
    downs = sum(work.downs.values())
    return Split(total, dealers, supervisors, clerks, cage, downs, rate(dealers, downs), dict(sorted(owed.items())))


def rate(cents: int, downs: int) -> str:
    """What a down is worth, in dollars to the hundredth of a cent: for people to read, nothing is paid by it."""
    hundredths = cents * 100 // downs
    return f"${hundredths // 10_000:,}.{hundredths % 10_000:04d}"


def whole(shares: dict[str, int] | dict[str, Fraction]) -> dict[str, int]:
    """Shares as whole numbers in the same proportion."""
    step = math.lcm(*(Fraction(part).denominator for part in shares.values()))
    return {badge: int(part * step) for badge, part in shares.items()}


class TipPool:
    def __init__(self, ledger: Ledger, people: People, documents: Documents, sources: Sources, book: Books) -> None:
        self.ledger = ledger
        self._people = people
        self._documents = documents
        self._sources, self.book = sources, book
        # whether a property has posted a tournament of this name, or keeps its tournaments on paper
        self.posted: Callable[[Connection, str, str], bool] = lambda *about: True

    # ---- money in

    def collect(
        self, tx: Tx, by: Person, property_: str, tournament: str, kind: str, cents: int, source: str = ""
    ) -> int:
        """Staffing money of a tournament, in cash unless an account is named; what that tournament has then."""
        self._people.require(tx, by.badge, "tips.collect", property_)
        book = self.book(property_)
        known = book.value("staffing-money")
        if kind not in known:
            raise Refused(
                f"{kind!r} is no staffing money.", f"It is {', '.join(known)}.", book.clause("staffing-money")
            )
        if not 0 < cents <= CENTS_MAX:
            raise Refused(f"{money(cents)} can't be collected.", f"Above $0.00, at most {money(CENTS_MAX)}.")
        account = accounts.staffing(property_, self._tournament(tx.conn, property_, tournament))
        outside = accounts.outside(property_)
        self.ledger.open(tx, *accounts.of_property(property_), account)
        self.ledger.move(tx, "staffing", by.badge, source or outside, account, cents, memo=f"{kind} of {tournament}")
        return self.ledger.balance_in(tx, account)

    # ---- signatures

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        book = self.book(document.property)
        if document.kind == POOL:
            self._pool(tx, document, step, by, data, book)
        elif step == "sign":
            self._card(tx, document, by, data, book)
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing moves before the last signature."""

    def _card(self, tx: Tx, document: Document, by: Person, data: dict[str, Any], book: RoomBook) -> None:
        minutes = data.get("minutes")
        if not isinstance(minutes, int) or isinstance(minutes, bool) or not 0 < minutes <= MINUTES_MAX:
            raise Refused("How long is missing.", f"State the minutes, 1 to {MINUTES_MAX:,}.")
        claimed = minutes + self._lately(tx.conn, document, by)
        if claimed > MINUTES_MAX:
            words = f"Badge {by.badge} would have worked {claimed:,} minutes in a day."
            clause = book.clause("down-rate") if document.kind == DOWN_CARD else ""
            raise Refused(words, f"A day has {MINUTES_MAX:,}, at all tournaments and jobs.", clause)
        if document.kind == DOWN_CARD:
            self._tournament(tx.conn, document.property, str(data.get("tournament", "")))
            return
        job, jobs = str(data.get("job", "")), (*book.value("shares-an-hour"), CAGE)
        if job not in jobs:
            raise Refused(f"{job!r} earns no shares.", f"Jobs are {', '.join(jobs)}.", book.clause("shares-an-hour"))
        may = (JOBS[job], JOBS[SUPERVISOR]) if job == DUAL_RATE else (JOBS[job],)
        if by.role not in may:
            raise Refused(
                f"A {by.role} does not work as {job}.", "Shares go by the job.", book.clause("shares-an-hour")
            )
        if job == CAGE:
            self._tournament(tx.conn, document.property, str(data.get("tournament", "")))

    def _tournament(self, conn: Connection, property_: str, name: str) -> str:
        """The tournament that money or work is of: one that the room has posted."""
        if not name or len(name) > 40 or not name.replace("-", "").isalnum() or not name.isascii():
            raise Refused(f"{name!r} names no tournament.", "Letters, digits and hyphens, at most 40.")
        if not self.posted(conn, property_, name):
            clause = self.book(property_).clause("staffing-money")
            raise Refused(
                f"{property_} has posted no tournament {name}.", "Its structure sheet is posted first.", clause
            )
        return name

    def _lately(self, conn: Connection, document: Document, by: Person) -> int:
        """The minutes on all other cards that somebody signed in the last day, wherever and as what he worked."""
        since = self._sources.now_us() - DAY_US
        return sum(
            int(card.data("sign").get("minutes", 0))
            for kind in (DOWN_CARD, WORK_CARD)
            for card in self._documents.find(conn, kind=kind, since_us=since + 1, limit=None)
            if card.by("sign") == by.badge and card.state != VOID and card.id != document.id
        )

    def _pool(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any], book: RoomBook) -> None:
        money_of = self.money(tx.conn, document.property)  # begin and sign have flushed what this transaction moved
        counted = data.get("cents") if step == "count" else document.data("count").get("cents")
        total = sum(money_of.values())
        if not total or counted != total or isinstance(counted, bool):
            raise Refused(f"The pool has {money(total)} on the book.", "Count it again, on a new slip.")
        if step == "count":
            return
        cards = self._cards(tx.conn, document.property)
        done = split(book, money_of, self._work(cards, book), self._cage_percent(data, book))
        self._post(tx, document, by, money_of, done)
        for card in cards:
            if card.kind == DOWN_CARD or book.value("non-dealer-percent"):  # hours may count in another pool
                self._documents.file(tx, card)

    def _cage_percent(self, data: dict[str, Any], book: RoomBook) -> int:
        option = book.book.settings["cage-percent"]
        percent = data.get("cage_percent", option.value)
        least, most = option.least or 0, option.most or 0
        if not isinstance(percent, int) or isinstance(percent, bool) or not least <= percent <= most:
            raise Refused(f"The cage can't get {percent} per cent.", f"{least} to {most}.", option.clause)
        return percent

    def _post(self, tx: Tx, document: Document, by: Person, money_of: dict[str, int], done: Split) -> None:
        place = document.property
        pool, payroll = accounts.cage_tokens(place), {accounts.payroll(b): c for b, c in done.owed.items()}
        self.ledger.open(tx, pool, *payroll)
        lines = [(accounts.staffing(place, name), -cents) for name, cents in money_of.items()]
        lines += [(pool, done.cage), *payroll.items()]
        memo = f"{done.downs} downs at {done.down_rate}"
        self.ledger.post(tx, Group(kind="tip-pool", by=by.badge, lines=tuple(lines), document=document.id, memo=memo))

    # ---- looking

    def preview(self, conn: Connection, property_: str, cage_percent: int | None = None) -> Split:
        """How the pool would be shared out now."""
        book = self.book(property_)
        data = {} if cage_percent is None else {"cage_percent": cage_percent}
        work = self._work(self._cards(conn, property_), book)
        return split(book, self.money(conn, property_), work, self._cage_percent(data, book))

    def money(self, conn: Connection, property_: str) -> dict[str, int]:
        """Staffing money by tournament."""
        prefix = accounts.staffing(property_, "")
        return {name.removeprefix(prefix): c for name, c in self.ledger.balances(conn, prefix).items() if c}

    def _cards(self, conn: Connection, property_: str) -> list[Document]:
        """Confirmed cards that no distribution has used."""
        return [
            card
            for kind in (DOWN_CARD, WORK_CARD)
            for card in self._documents.find(conn, kind=kind, property_=property_, state=CONFIRMED, limit=CARDS_MAX)
        ]

    def _work(self, cards: Iterable[Document], book: RoomBook) -> Work:
        """Downs and shares of the cards; below half an hour nothing is counted."""
        downs: dict[str, int] = {}
        supervisors: dict[str, Fraction] = {}
        clerks: dict[str, Fraction] = {}
        cage_at = set()
        an_hour, step = book.value("shares-an-hour"), int(book.value("share-minutes"))
        for card in cards:
            data, badge = card.data("sign"), card.by("sign")
            if card.kind == DOWN_CARD:
                dealt = data["minutes"] // int(book.value("down-minutes"))
                downs[badge] = downs.get(badge, 0) + dealt
            elif data["job"] == CAGE:
                cage_at.add(str(data["tournament"]))
            else:
                counted = Fraction(data["minutes"] // step * step, 60)
                whose = clerks if data["job"] == CLERK else supervisors
                whose[badge] = whose.get(badge, Fraction(0)) + Fraction(an_hour[data["job"]]) * counted
        kept = [{b: n for b, n in found.items() if n} for found in (supervisors, clerks)]
        return Work({b: n for b, n in downs.items() if n}, kept[0], kept[1], frozenset(cage_at))
