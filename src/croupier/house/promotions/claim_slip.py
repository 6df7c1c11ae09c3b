"""What signing a claim of a promotion does: its money is set aside, then paid or given back; who gets which share."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, Funds, fund
from croupier.house.papers.documents import Document
from croupier.house.people.persons import Person
from croupier.house.promotions import store
from croupier.house.promotions.books import Books
from croupier.house.promotions.rules import (
    ACES_CRACKED,
    FLOP_POT,
    HIGH_HAND,
    HOLDER,
    SQUARES,
    Judge,
    Share,
    split,
)
from croupier.house.promotions.searches import kept_back, taxes
from croupier.house.promotions.store import CALLED, CONFIRMED, PAID, RUNNING, VERIFIED, Claim, Promotion
from croupier.house.record import accounts
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker.prizes.till import withheld
from croupier.rulebook import Rulebook

CENTS_MAX = 10**9
POSTED = "posted-"


def clause_of(book: Rulebook, name: str) -> str:
    setting = book.settings.get(name)
    return setting.clause if setting else ""


def held(claim_id: str) -> str:
    return f"jackpot:{claim_id}"


def fund_of(made: Promotion) -> str:
    name = BAD_BEAT if made.kind == BAD_BEAT else SPECIAL_HANDS
    return fund(made.property, name, made.terms.game, bool(made.terms.demo))


def judge_of(book: Rulebook, made: Promotion, tournaments: tuple[str, ...] = ()) -> Judge:
    """`tournaments` are those that take part: the promotion names them, and their structure sheets say so."""
    terms = made.terms
    return Judge(
        book,
        made.kind,
        tables=terms.tables,
        tournaments=tournaments,
        least=(terms.least_category, terms.least_rank),
        window=(terms.from_us, terms.to_us),
    )


def shares_of(book: Rulebook, made: Promotion, claim: Claim) -> list[Share]:
    """Who is paid how much of a claim whose amount is known."""
    if made.kind == BAD_BEAT:
        return split(book, claim.finding, claim.amount, dict(made.terms.shares))
    names = claim.finding.holders
    each, odd = divmod(claim.amount, len(names)) if names else (0, 0)
    return [Share(name, HOLDER, each + (n < odd)) for n, name in enumerate(names)]


def taxable_above(book: Rulebook, made: Promotion) -> int:
    setting = book.settings.get("taxable-above-dollars")
    return made.terms.taxable_above or (int(setting.value) * 100 if setting else CENTS_MAX)


class ClaimSlip:
    """What signing a claim does: its money is set aside, then paid or given back."""

    def __init__(
        self,
        ledger: Ledger,
        sources: Sources,
        books: Books,
        pays: Callable[[Connection, Promotion], str],
        patron: Callable[[Connection, str], None],
    ) -> None:
        self._ledger, self._sources, self._books, self._pays, self._patron = ledger, sources, books, pays, patron
        self._funds = Funds(ledger)

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        claim_id = document.data("verify").get("claim")
        if not isinstance(claim_id, str):
            raise Refused("The slip names no claim.", "")
        claim = store.claim(tx.conn, claim_id, lock=True)
        made = store.get(tx.conn, claim.promotion, lock=True)
        if step == "verify":
            self._verify(tx, made, claim, document, by)
        elif step == "surveil":
            store.change_claim(tx, self._expect(claim, VERIFIED), self._sources.now_us(), state=CONFIRMED)
        elif step == "pay":
            self._pay(tx, made, self._expect(claim, CONFIRMED), document, by, data)
        return None

    def _patrons(self, conn: Connection, *names: str) -> None:
        for name in names:
            self._patron(conn, name)

    def _expect(self, claim: Claim, state: str) -> Claim:
        if claim.state != state:
            raise Stale(f"The claim is {claim.state}.", f"This is done when it is {state}.")
        return claim

    def _verify(self, tx: Tx, made: Promotion, claim: Claim, document: Document, by: Person) -> None:
        self._expect(claim, CALLED)
        self._patrons(tx.conn, *claim.finding.holders, *claim.finding.winners, *claim.finding.others)
        tied = self._in_order(tx, made, claim)
        now = self._sources.now_us()
        amount = claim.amount or self._amount(tx, made, claim) // len(tied)
        self._funds.open(tx, made.property, made.terms.game, bool(made.terms.demo))
        for one in tied:
            self._ledger.open(tx, held(one.id))
            if not self._ledger.balance_in(tx, held(one.id)):
                self._set_aside(tx, made, one, amount, by.badge)
        values = {"state": VERIFIED, "document_id": document.id, "amount": amount}
        store.change_claim(tx, claim, now, **values)

    def _in_order(self, tx: Tx, made: Promotion, claim: Claim) -> list[Claim]:
        """Who ties with a claim; refused while an earlier one waits."""
        book = self._books.of_claim(tx.conn, made, claim)
        others = [c for c in store.claims(tx.conn, made.id) if c.state == CALLED and c.id != claim.id]
        if made.kind == BAD_BEAT:
            earlier = [c for c in others if c.tabled_us < claim.tabled_us]
            rule = "several-bad-beats"
            tied = [c for c in others if c.tabled_us == claim.tabled_us and not c.amount]
        elif made.kind == HIGH_HAND:
            if made.state == RUNNING:
                raise Stale(
                    f"{made.id} still runs.", "The highest hand is known at its end.", clause_of(book, HIGH_HAND)
                )
            better = (claim.finding.value, -claim.began_us)
            earlier = [c for c in others if (c.finding.value, -c.began_us) > better]
            rule, tied = "several-special-hands", []
            if any(c.state in (VERIFIED, CONFIRMED, PAID) for c in store.claims(tx.conn, made.id)):
                raise Stale("The high hand of this time is known.", "One is paid.", clause_of(book, HIGH_HAND))
        else:
            earlier = [c for c in others if c.began_us < claim.began_us]
            rule, tied = "several-special-hands", []
        if earlier:
            words = f"{earlier[0].table_id} hand {earlier[0].hand} comes first."
            raise Stale(words, "Verify or deny it before.", clause_of(book, rule))
        return [claim, *tied]

    def _amount(self, tx: Tx, made: Promotion, claim: Claim) -> int:
        """What a claim is worth: a set amount, or the share of the bad beat as last posted."""
        if made.kind == SQUARES:
            raise Refused("A hand wins a square, not money.", "The score pays it.")
        if made.kind != BAD_BEAT:
            each = len(claim.finding.holders) if made.kind in (FLOP_POT, ACES_CRACKED) else 1
            return made.terms.amount * each
        there = self._funds.balance(tx, made.property, BAD_BEAT, made.terms.game, bool(made.terms.demo))
        posted = [item.amount for item in store.items(tx.conn, made.id, POSTED)]
        setting = self._books.of_claim(tx.conn, made, claim).settings.get("share-percent")
        percent = made.terms.share_percent or (int(setting.value) if setting else 100)
        return min(posted[-1] if posted else there, there) * percent // 100

    def _set_aside(self, tx: Tx, made: Promotion, claim: Claim, amount: int, by: str) -> None:
        if amount <= 0:
            raise Refused(f"The fund of {made.id} holds nothing to pay.", "It is fed first.")
        self._ledger.move(tx, "promotion-lock", by, fund_of(made), held(claim.id), amount, memo=claim.id)
        store.change_claim(tx, claim, self._sources.now_us(), amount=amount)

    def _pay(self, tx: Tx, made: Promotion, claim: Claim, document: Document, by: Person, data: dict[str, Any]) -> None:
        book = self._books.of_claim(tx.conn, made, claim)
        shares, above = shares_of(book, made, claim), taxable_above(book, made)
        if not shares:
            raise Stale("Nobody is named for it yet.", "The winner of the pot is keyed first.")
        signed = data.get("w2g", [])
        forms = {name for name in signed if isinstance(name, str)} if isinstance(signed, list) else set()
        lacking = [s.name for s in shares if s.cents > above and s.name not in forms]
        if lacking:
            words = f"{', '.join(lacking)} won more than {money(above)}."
            raise Refused(words, "The tax form is signed first.", clause_of(book, "taxable-above-dollars"))
        kept = kept_back(book, shares, above, data)
        kind = self._pays(tx.conn, made)
        self._patrons(tx.conn, *(one.name for one in kept))
        for one in kept:
            purses.check_prize(tx.conn, one.name, kind)
        support, tax = sum(one.support for one in kept), sum(one.tax for one in kept)
        paid = sum(share.cents for share in shares)
        back = (withheld(made.property), support), (taxes(made.property), tax)
        self._ledger.open(tx, *(accounts.patron(one.name) for one in kept), *(name for name, _ in back))
        lines = [(held(claim.id), -claim.amount), *((accounts.patron(one.name), one.paid) for one in kept)]
        lines += [line for line in back if line[1]]
        if claim.amount > paid:  # what rounding left stays in the fund
            lines.append((fund_of(made), claim.amount - paid))
        prize = purses.DEMO_PRIZE if kind == purses.DEMO else purses.PRIZE
        group = Group(kind=prize, by=by.badge, lines=tuple(lines), document=document.id, memo=claim.id)
        self._ledger.post(tx, group)
        store.change_claim(tx, claim, self._sources.now_us(), state=PAID)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """The verification is taken back: the claim waits for a new one, its money goes back to the fund."""
        claim = store.claim_on(tx.conn, document.id)
        if claim is not None and claim.state in (VERIFIED, CONFIRMED):
            made = store.get(tx.conn, claim.promotion)
            self.release(tx, made, claim, by.badge, CALLED)

    def release(self, tx: Tx, made: Promotion, claim: Claim, by: str, state: str) -> Claim:
        if claim.amount and claim.state != PAID:
            self._ledger.open(tx, held(claim.id))
            back = self._ledger.balance_in(tx, held(claim.id))
            if back:
                self._ledger.move(tx, "promotion-release", by, held(claim.id), fund_of(made), back, memo=claim.id)
        kept = claim.amount if not claim.facts else 0  # what a score or a draw won is set
        values = {"state": state, "document_id": "", "amount": kept}
        return store.change_claim(tx, claim, self._sources.now_us(), **values)
