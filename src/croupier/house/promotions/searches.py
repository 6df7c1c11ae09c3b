"""The search for support that a winner owes, before a taxable promotional payout, where the property's book asks.

What was found stands on the claim's slip with the signature that pays: the number of the search, what is withheld
after taxes and which papers were printed; or why no search could be made, and who was told. A search is cancelled by a
form of its own, with its number and the reason.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.papers.documents import Document, Documents
from croupier.house.people.persons import Person
from croupier.house.promotions import store
from croupier.house.promotions.books import Books
from croupier.house.promotions.rules import Share
from croupier.house.promotions.store import Claim, Promotion
from croupier.house.record import accounts
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker.prizes.till import withheld
from croupier.rulebook import Rulebook

CANCELLED = "search-cancelled"
SYSTEM_DOWN = "system-down"


class Search(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an employee found about one winner, or why nothing was asked."""

    number: str = ""  # of the search, which is the number of its claim
    owed: int = 0  # cents of support in arrears
    tax: int = 0  # cents of tax that are withheld first
    papers: tuple[str, ...] = ()
    no_inquiry: str = ""
    told: bool = False


class Withheld(msgspec.Struct, frozen=True):
    """What of one winner's share is kept back, and what he gets."""

    name: str
    paid: int
    support: int
    tax: int


def taxes(property_: str) -> str:
    """Tax withheld from promotional payouts, until it is paid over."""
    return f"tax:{property_}"


def asks(book: Rulebook) -> bool:
    """Whether taxable payouts are searched here."""
    procedure = book.procedure("payout")
    return procedure is not None and procedure.values.get("searched") == "taxable"


def kept_back(book: Rulebook, shares: list[Share], above: int, data: dict[str, Any]) -> list[Withheld]:
    """What each winner gets; refused while a taxable share has no search."""
    if not asks(book):
        return [Withheld(share.name, share.cents, 0, 0) for share in shares]
    found = _read(data)
    return [
        _kept(book, share, found.get(share.name)) if share.cents > above else Withheld(share.name, share.cents, 0, 0)
        for share in shares
    ]


def _read(data: dict[str, Any]) -> dict[str, Search]:
    try:
        return msgspec.convert(data.get("searched") or {}, dict[str, Search])
    except msgspec.ValidationError as error:
        raise Refused(f"The search can't be read: {error}.", "") from None


def _kept(book: Rulebook, share: Share, search: Search | None) -> Withheld:
    if search is None:
        words = f"{share.name} won {money(share.cents)}, which is taxable."
        raise Refused(words, "The search for support that is owed comes first.", _clause(book, "payout"))
    if not 0 <= search.tax <= share.cents or search.owed < 0:
        raise Refused("Tax and support are amounts of the payout.", "In cents.", _clause(book, "payout"))
    if search.no_inquiry:
        _excused(book, search)
        return Withheld(share.name, share.cents - search.tax, 0, search.tax)
    if not search.number.strip():
        clause = _clause(book, "no-match" if not search.owed else "paid-in")
        raise Refused(f"The number of {share.name}'s search is missing.", "It is written on the form.", clause)
    if search.owed:
        _printed(book, search)
    support = min(search.owed, share.cents - search.tax)
    return Withheld(share.name, share.cents - search.tax - support, support, search.tax)


def _excused(book: Rulebook, search: Search) -> None:
    """Why no search was made, and who hears of it when the system is down."""
    procedure = book.procedure("no-inquiry")
    reasons = tuple(procedure.values.get("reasons", ())) if procedure else ()
    clause = _clause(book, "no-inquiry")
    if search.no_inquiry not in reasons or search.number or search.owed:
        known = ", ".join(reasons) or "none is known"
        raise Refused(f"{search.no_inquiry!r} is no reason to leave out a search.", f"Reasons: {known}.", clause)
    told = procedure.values.get("told") if procedure else ""
    if search.no_inquiry == SYSTEM_DOWN and told and not search.told:
        raise Refused("The system is down and nobody was told.", f"The {told} on duty is told.", clause)


def _printed(book: Rulebook, search: Search) -> None:
    """Money is withheld on the papers that the book names, of which the winner gets copies."""
    procedure = book.procedure("paid-in")
    wanted = tuple(procedure.values.get("supported-by", ())) if procedure else ()
    missing = [paper for paper in wanted if paper not in search.papers]
    if missing:
        words = f"Not printed: {', '.join(missing)}."
        raise Refused(words, "The winner gets copies.", _clause(book, "paid-in"))


def _clause(book: Rulebook, name: str) -> str:
    procedure = book.procedure(name)
    return procedure.clause if procedure else ""


class SearchCancelled:
    """A search that was claimed is taken back: what was withheld by it goes to the winner."""

    def __init__(
        self,
        ledger: Ledger,
        documents: Documents,
        books: Books,
        shares: Callable[[Rulebook, Promotion, Claim], list[Share]],
        pays: Callable[[Connection, Promotion], str],
    ) -> None:
        self._ledger, self._documents, self._books = ledger, documents, books
        self._shares, self._pays = shares, pays

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        book = self._books.today(tx.conn, document.property)
        clause = _clause(book, "cancel-claim")
        number, reason = str(data.get("number", "")).strip(), str(data.get("reason", "")).strip()
        if not number or not reason:
            raise Refused("A search is cancelled with its number and the reason.", "State both.", clause)
        name, paid = self._found(tx.conn, document, number, clause)
        for other in self._documents.find(tx.conn, kind=CANCELLED, property_=document.property, limit=10_000):
            if other.id != document.id and other.data("cancel").get("number") == number:
                raise Stale(f"Search {number} was cancelled.", "It is cancelled once.", clause)
        self._give_back(tx, document, by, name, paid, number)
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """One signature makes and ends it."""

    def _found(self, conn: Connection, document: Document, number: str, clause: str) -> tuple[str, Document]:
        """Whose search has this number, and the slip that paid by it."""
        for slip in self._documents.find(
            conn, kind="promotion", property_=document.property, state="paid", limit=10_000
        ):
            for name, search in _read(slip.data("pay")).items():
                if search.number.strip() == number:
                    return name, slip
        raise NotFound(f"No payout was searched under {number!r}.", "", clause)

    def _give_back(self, tx: Tx, document: Document, by: Person, name: str, paid: Document, number: str) -> None:
        claim = store.claim(tx.conn, str(paid.data("verify").get("claim", "")))
        search, account = _read(paid.data("pay"))[name], withheld(document.property)
        made = store.get(tx.conn, claim.promotion)
        book = self._books.of_claim(tx.conn, made, claim)
        shares = self._shares(book, made, claim)
        won = next(share for share in shares if share.name == name)
        kept = _kept(book, won, search).support
        if kept:
            purses.check_prize(tx.conn, name, self._pays(tx.conn, made))
            own = accounts.patron(name)
            self._ledger.open(tx, own, account)
            memo = f"{claim.id}: search {number} cancelled"
            lines = ((account, -kept), (own, kept))
            kind = "intercept-cancelled"
            self._ledger.post(tx, Group(kind=kind, by=by.badge, lines=lines, document=document.id, memo=memo))
