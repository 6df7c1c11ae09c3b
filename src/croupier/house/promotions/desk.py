"""Promotions of a poker room: posted by a manager, hands claimed at tables, verified with signatures, paid once.

A claim is looked at by the rulebook (`promotion_rules`). Its money leaves the fund when the supervisor verifies it and
lies under the claim's own account until it is paid. Hands claimed at the same time are paid in the order in which they
began, bad beats in the order in which they were tabled; tables that tie share the amount.
"""

import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, Funds, check_type, fund
from croupier.house.papers.documents import Document
from croupier.house.people.persons import Person, Proof
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.promotions import store, tables_on_record
from croupier.house.promotions.books import Books
from croupier.house.promotions.claim_slip import (
    CENTS_MAX,
    POSTED,
    ClaimSlip,
    clause_of,
    fund_of,
    judge_of,
    shares_of,
)
from croupier.house.promotions.denials import Denial
from croupier.house.promotions.out_of_order import BrokenClaims, BrokenPromotions
from croupier.house.promotions.rules import (
    BANKROLL,
    BY_HAND,
    FREEROLL,
    HIGH_CARD,
    Finding,
    HandFacts,
    Reason,
    Share,
    least_value,
)
from croupier.house.promotions.searches import CANCELLED, SearchCancelled
from croupier.house.promotions.store import CALLED, DENIED, PAID, RUNNING, Claim, Promotion, Terms
from croupier.house.record import accounts
from croupier.house.record.desk import using
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import CLAIM, PROMOTION
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker import store as events
from croupier.rulebook import Rulebook

T = TypeVar("T")
KIND = "promotion"


def _taking_part(conn: Connection, made: Promotion) -> tuple[str, ...]:
    """Tournaments that fund the promotions and whose sheets say that they take part."""
    found = []
    for name in made.terms.tournaments:
        with contextlib.suppress(NotFound):
            sheet = events.get(conn, name).plan
            if sheet.promotions and (sheet.bad_beat or sheet.special_hands) and sheet.property == made.property:
                found.append(name)
    return tuple(found)


class Promotions:
    def __init__(self, house: PokerDesk) -> None:
        self.house, self.funds = house, Funds(house.ledger)
        self.books = Books(house.approvals.in_force, house.sources.now_us)
        self.slip = ClaimSlip(house.ledger, house.sources, self.books, self.pays, self._check_paid)
        torn = (house.faults, house.storage, house.ledger, house.sources, house.people)
        house.faults.closers |= {PROMOTION: BrokenPromotions(*torn), CLAIM: BrokenClaims(*torn)}
        house.documents.effects |= {
            KIND: self.slip,
            CANCELLED: SearchCancelled(house.ledger, house.documents, self.books, shares_of, self.pays),
        }

    def _check_paid(self, conn: Connection, name: str) -> None:
        tables_on_record.check_paid(self.house, conn, name, known=False)

    def pays(self, conn: Connection, made: Promotion) -> str:
        """What a promotion pays: demo chips or money, as it was posted."""
        said = made.terms.demo
        demo = self.demo_room(conn, made.property) if said is None else said
        return purses.DEMO if demo else purses.MONEY

    def demo_room(self, conn: Connection, property_: str, only: tuple[str, ...] = ()) -> bool:
        """Whether a room, or some of its tables, deal for demo chips: all of them do. Tables on paper, which the record
        does not know, deal for what their room does."""
        tables = self.house.tables.everyone(conn, property_, poker=True)
        named = [table.settings.demo for table in tables if table.id in only]
        if len(set(named)) > 1:
            raise Refused("Some of these tables deal for demo chips, others for money.", "They share no promotion.")
        here = named or [table.settings.demo for table in tables]
        return bool(here) and all(here)

    # ---- posting and funding

    async def plan(self, by: Person, name: str, property_: str, terms: Terms, command: str | None = None) -> Promotion:
        if not 0 < len(name) <= 24 or not name.replace("-", "").isalnum() or not name.isascii():
            raise Refused(f"{name!r} names no promotion.", "Letters, digits and hyphens, at most 24.")
        now = self.house.sources.now_us()
        work = using(self._plan_in, by, name, property_, terms, now)
        return await self.do(by.badge, "promotion.plan", name, f"plan {name}", Promotion, work, command)

    def _plan_in(self, tx: Tx, by: Person, name: str, property_: str, terms: Terms, now: int) -> Promotion:
        self.house.people.require(tx, by.badge, "promotion.plan", property_)
        _check_terms(self.books.today(tx.conn, property_), terms)
        self._check_tables(tx.conn, property_, terms.tables)
        demo = self.demo_room(tx.conn, property_, terms.tables)
        made = Promotion(name, property_, terms.kind, replace(terms, demo=demo), RUNNING, now)
        store.add(tx, made)
        self.funds.open(tx, property_, terms.game, demo)
        self.house.people.log(tx, by.badge, "promotion.plan", name, "done", f"{property_} {terms.kind}")
        return made

    def _check_tables(self, conn: Connection, property_: str, named: tuple[str, ...]) -> None:
        """Refuse to designate a table whose game drops nothing for the funds."""
        for table in (self.house.tables.find(conn, name) for name in named):
            if table is not None and not tables_on_record.feeds(self.house, table):
                clause = clause_of(self.books.today(conn, property_), "eligible")
                raise Refused(f"The game of {table.id} feeds no fund.", "Only one that does is paid from it.", clause)

    def held_by(self, tx: Tx, by: Person, act: str, name: str) -> Promotion:
        """A promotion that one who may do this there is about to change; it is locked until it is written."""
        self.house.people.require_anywhere(tx, by.badge, act)
        made = store.get(tx.conn, name, lock=True)
        self.house.people.require(tx, by.badge, act, made.property)
        return made

    async def end(self, by: Person, name: str, command: str | None = None) -> Promotion:
        """Its time is over: nothing more is claimed, what was claimed is still paid."""
        work = using(self._end_in, by, name)
        return await self.do(by.badge, "promotion.run", name, f"end {name}", Promotion, work, command)

    def _end_in(self, tx: Tx, by: Person, name: str) -> Promotion:
        made = self.held_by(tx, by, "promotion.run", name)
        return store.end(tx, made, self.house.sources.now_us())

    async def seed(
        self,
        proofs: tuple[Proof, Proof],
        property_: str,
        fund_: str,
        cents: int,
        command: str | None = None,
        game: str = "",
    ) -> int:
        """Two people put the house's money into a fund."""
        work = using(self._seed_in, proofs, property_, fund_, cents, game)
        asked = f"seed {property_} {fund_} {cents}{_of(game)}"
        return await self.do(proofs[0].badge, "promotion.plan", property_, asked, int, work, command)

    def _seed_in(self, tx: Tx, proofs: tuple[Proof, Proof], property_: str, fund_: str, cents: int, game: str) -> int:
        self._by_two(tx, proofs, property_, "A fund is seeded by two people.")
        book = self.books.today(tx.conn, property_)
        demo = self.demo_room(tx.conn, property_)
        return self.funds.seed(tx, book, fund_, cents, proofs[0].badge, game, demo=demo)

    def _by_two(self, tx: Tx, proofs: tuple[Proof, Proof], property_: str, takes: str) -> None:
        acts = ("promotion.plan", "promotion.give-up")
        self.house.people.sign_by_two(tx, proofs, acts, property_, takes, property_)

    async def allocate(
        self,
        by: Person,
        property_: str,
        cents: int,
        table: str = "",
        command: str | None = None,
        game: str = "",
    ) -> dict[str, int]:
        """What was counted out of the jackpot boxes of a type of game, or out of one table's, divided between its funds
        and posted."""
        asked = f"allocate {property_} {cents} {accounts.jackpot_drop(table) if table else ''}{_of(game)}"
        work = using(self._allocate_in, by, property_, cents, table, game)
        return await self.do(by.badge, "promotion.plan", property_, asked, dict[str, int], work, command)

    def _allocate_in(self, tx: Tx, by: Person, property_: str, cents: int, table: str, game: str) -> dict[str, int]:
        self.house.people.require(tx, by.badge, "promotion.plan", property_)
        book = self.books.today(tx.conn, property_)
        self.house.ledger.open(tx, *accounts.of_property(property_))
        boxes, demo = self._boxes(tx.conn, property_, table)
        if not table:
            tx.flush()
            tables_on_record.check_counted(self.house, tx.conn, property_, cents)
        parts = self.funds.allocate(tx, book, cents, boxes, by.badge, game, demo=demo)
        self._post(tx, book, game, demo)
        return parts

    def _boxes(self, conn: Connection, property_: str, table: str) -> tuple[str, bool]:
        """Where it was counted: the box of one table of this room, or the count room; and whether it is demo chips."""
        if not table:
            return accounts.count_room(property_), self.demo_room(conn, property_)
        if self.house.tables.place(conn, table) != property_:
            raise Refused(f"{table} is no table of {property_}.", "Its box feeds the funds of its own room.")
        return accounts.jackpot_drop(table), self.house.tables.get(conn, table).settings.demo

    def _post(self, tx: Tx, book: Rulebook, game: str, demo: bool) -> None:
        """The day's amount of every bad beat of this type that runs; the supervisor is told of it."""
        property_ = book.property
        if game:
            held = self.funds.balance(tx, property_, BAD_BEAT, game, demo)
            words = f"The {game} bad beat jackpot stands at {money(held)}: post it in the room."
            clause = clause_of(book, "posting")
            self.house.notices.raise_in(tx, property_, "jackpot-posted", words, "system", clause)
        now = self.house.sources.now_us()
        for made in store.all_of(tx.conn, property_):
            of_these = made.terms.game == game and bool(made.terms.demo) == demo
            if made.kind == BAD_BEAT and made.state == RUNNING and of_these:
                number = len(store.items(tx.conn, made.id, POSTED)) + 1
                amount = self.funds.balance(tx, property_, BAD_BEAT, game, demo)
                store.add_item(tx, store.Item(made.id, f"{POSTED}{number:06d}", "", amount, now))

    async def give_up(
        self, proofs: tuple[Proof, Proof], property_: str, fund_: str, command: str | None = None, game: str = ""
    ) -> int:
        """Two people discontinue what a fund pays: all of it goes to the other one."""
        asked = f"give up {property_} {fund_}{_of(game)}"
        work = using(self._give_up_in, proofs, property_, fund_, game)
        return await self.do(proofs[0].badge, "promotion.plan", property_, asked, int, work, command)

    def _give_up_in(self, tx: Tx, proofs: tuple[Proof, Proof], property_: str, fund_: str, game: str) -> int:
        self._by_two(tx, proofs, property_, "A fund is given up by two people.")
        book, demo = self.books.today(tx.conn, property_), self.demo_room(tx.conn, property_)
        source = fund(property_, fund_, game, demo)
        for made in store.all_of(tx.conn, property_):
            if fund_of(made) == source and any(c.state == CALLED for c in store.claims(tx.conn, made.id)):
                clause = clause_of(book, "discontinued")
                raise Stale(f"A hand called for {made.id} waits.", "It is verified or denied first.", clause)
        return self.funds.give_up(tx, book, fund_, proofs[0].badge, game, demo=demo)

    # ---- claims

    async def claim(
        self, by: Person, name: str, facts: HandFacts, command: str | None = None, *, dealt_at: str = ""
    ) -> Claim:
        """A hand is called, as its table at this property knows it (`dealt_at`) or as its dealer keys it: refused with
        every clause that it does not meet."""
        asked = f"claim {name} {facts.table} {facts.hand}"
        work = using(self._claim_in, by, name, facts, dealt_at)
        return await self.do(by.badge, "promotion.claim", name, asked, Claim, work, command)

    def _claim_in(self, tx: Tx, by: Person, name: str, facts: HandFacts, dealt_at: str) -> Claim:
        house = self.house
        made = self.held_by(tx, by, "promotion.claim", name)
        if made.state != RUNNING or made.kind not in BY_HAND:
            raise Stale(f"{name} takes no hands now.", "It has ended, or hands do not win it.")
        if not dealt_at:
            tables_on_record.check_keyed(house, tx.conn, facts)
        elif dealt_at != made.property:
            raise Refused(f"{facts.table} is a table of {dealt_at}.", "A promotion is of one room.")
        if made.terms.game and facts.game != made.terms.game:
            clause = clause_of(self.books.today(tx.conn, made.property), "posting")
            raise Refused(f"{name} is the jackpot of {made.terms.game}.", f"The hand is of {facts.game}.", clause)
        if not self._of_kind(tx.conn, made, facts.table):
            pays = "demo chips" if made.terms.demo else "money"
            raise Refused(f"{name} pays {pays}.", f"{facts.table} does not deal for them: they are not mixed.")
        finding = self.look(tx.conn, made, facts)
        if not finding.qualifies:
            words = "; ".join(f"{reason.words} ({reason.clause})" for reason in finding.missing)
            raise Refused(f"The hand does not qualify: {words}.", "", finding.clause)
        return self.add(tx, made, finding, facts)

    def look(self, conn: Connection, made: Promotion, facts: HandFacts) -> Finding:
        book = self.books.on(conn, made.property, facts.day)
        found = judge_of(book, made, _taking_part(conn, made)).look(facts)
        if tables_on_record.feeds(self.house, self.house.tables.find(conn, facts.table)):
            return found
        lacks = Reason(clause_of(book, "eligible"), f"the game of {facts.table} feeds no fund")
        return replace(found, missing=(*found.missing, lacks))

    def offered(self, conn: Connection, property_: str, facts: HandFacts) -> dict[str, Finding]:
        """What a hand meets, or lacks, of every promotion that it might win."""
        running = [made for made in store.all_of(conn, property_) if made.state == RUNNING and made.kind in BY_HAND]
        here = [made for made in running if self._of_kind(conn, made, facts.table)]
        return {made.id: self.look(conn, made, facts) for made in here}

    def _of_kind(self, conn: Connection, made: Promotion, table_id: str) -> bool:
        """Whether a table deals for what a promotion pays; tables of tournaments are no tables of the floor."""
        table = self.house.tables.find(conn, table_id)
        return table is None or made.terms.demo is None or table.settings.demo == made.terms.demo

    def add(
        self,
        tx: Tx,
        made: Promotion,
        finding: Finding,
        facts: HandFacts | None,
        amount: int = 0,
        table: str = "",
    ) -> Claim:
        """Put a claim on record, in the order of its kind."""
        now = self.house.sources.now_us()
        began = facts.began_us if facts else now
        tabled = facts.tabled_us if facts else now
        table, hand = (facts.table, facts.hand) if facts else (table, "")
        place = tx.take_number(f"promotion:{made.id}")
        about = (self.house.sources.new_id("claim-"), made.id, place, table, hand, facts, finding)
        claim = Claim(*about, began or now, tabled or now, amount, CALLED, "", now)
        store.add_claim(tx, claim)
        if facts:
            self.house.notices.raise_in(tx, table, "promotion", f"{finding.words} for {made.id} to verify.", "system")
        return claim

    async def tie(self, by: Person, name: str, claims: tuple[str, ...], command: str | None = None) -> list[Claim]:
        """Surveillance can't tell which bad beat was tabled first: they share."""
        asked = f"tie {name} {' '.join(claims)}"
        work = using(self._tie_in, by, name, claims)
        return await self.do(by.badge, "promotion.surveil", name, asked, list[Claim], work, command)

    def _tie_in(self, tx: Tx, by: Person, name: str, claims: tuple[str, ...]) -> list[Claim]:
        made = self.held_by(tx, by, "promotion.surveil", name)
        found = [store.claim(tx.conn, one, lock=True) for one in dict.fromkeys(claims)]
        right = made.kind == BAD_BEAT and len(found) > 1 and all(c.promotion == name for c in found)
        if not right or any(c.state != CALLED or c.amount for c in found):
            clause = clause_of(self.books.today(tx.conn, made.property), "several-bad-beats")
            raise Refused("Bad beats that wait to be verified may tie.", "Two or more.", clause)
        now, first = self.house.sources.now_us(), min(c.tabled_us for c in found)
        return [store.change_claim(tx, c, now, tabled_us=first) for c in found]

    async def deny(
        self, proof: Proof, claim_id: str, denial: Denial, command: str | None = None, second: Proof | None = None
    ) -> Claim:
        """A supervisor denies a hand that was called, and his decision is final. What fell to somebody by lot is denied
        on the grounds that the book names, and surveillance signs too."""
        asked = f"deny {claim_id}{f' {denial.ground}' if denial.ground else ''}"
        work = using(self._deny_in, proof, claim_id, denial, second)
        return await self.do(proof.badge, "promotion.verify", claim_id, asked, Claim, work, command)

    def _deny_in(self, tx: Tx, proof: Proof, claim_id: str, denial: Denial, second: Proof | None) -> Claim:
        self.house.people.require_anywhere(tx, proof.badge, "promotion.verify")
        found = store.claim(tx.conn, claim_id, lock=True)
        made = store.get(tx.conn, found.promotion)
        by = self.house.people.sign(tx, proof, "promotion.verify", claim_id, made.property).badge
        if not denial.reason.strip() or found.state != CALLED:
            raise Stale(f"The claim is {found.state}.", "A claim that waits is denied with a reason.")
        words = denial.reason
        if found.facts is None:
            denial.check(self.books.of_claim(tx.conn, made, found), second)
            assert second is not None, "checked"
            self.house.people.sign(tx, second, "promotion.surveil", claim_id, made.property)
            words = f"{denial.ground}, {words}"
        denied = self.slip.release(tx, made, found, by, DENIED)
        self.house.people.log(tx, by, "promotion.verify", claim_id, "done", f"denied: {words[:200]}")
        return denied

    # ---- signatures

    async def verify(self, proof: Proof, claim_id: str, command: str | None = None) -> Document:
        work = using(self._verify_in, proof, claim_id)
        asked = f"verify {claim_id}"
        return await self.do(proof.badge, "promotion.verify", claim_id, asked, Document, work, command)

    def _verify_in(self, tx: Tx, proof: Proof, claim_id: str) -> Document:
        found = store.claim(tx.conn, claim_id)
        place = store.get(tx.conn, found.promotion).property
        return self.house.documents.begin(tx, KIND, place, found.table_id, proof, {"claim": claim_id})

    async def sign(
        self, proof: Proof, claim_id: str, step: str, data: dict[str, Any] | None = None, command: str | None = None
    ) -> Document:
        work = using(self._sign_in, proof, claim_id, step, data)
        act = "promotion.surveil" if step == "surveil" else "promotion.pay"
        asked = f"sign {claim_id} {step} {data}"
        done = await self.do(proof.badge, act, claim_id, asked, Document, work, command)
        with self.house.storage.reading() as conn:
            found = store.claim(conn, claim_id)
            shares = self.shares(conn, found) if found.state == PAID else []
        for share in shares:
            self.house.hub.publish(News(f"patron:{share.name}", "balance"))
        return done

    def _sign_in(self, tx: Tx, proof: Proof, claim_id: str, step: str, data: dict[str, Any] | None) -> Document:
        found = store.claim(tx.conn, claim_id)
        if not found.document_id:
            raise Stale("Nobody has verified the claim.", "A supervisor does first.")
        return self.house.documents.sign(tx, found.document_id, step, proof, data)

    async def cancel_search(
        self, proof: Proof, property_: str, number: str, reason: str, command: str | None = None
    ) -> Document:
        """A search for support that was claimed is taken back, with its number and the reason."""
        data = {"number": number[:120], "reason": reason[:400]}
        work = using(self._cancel_search_in, proof, property_, data)
        asked = f"cancel search {property_} {number} {reason}"
        return await self.do(proof.badge, "promotion.pay", number, asked, Document, work, command)

    def _cancel_search_in(self, tx: Tx, proof: Proof, property_: str, data: dict[str, str]) -> Document:
        self.books.today(tx.conn, property_)
        return self.house.documents.begin(tx, CANCELLED, property_, "", proof, data)

    # ---- looking

    def shares(self, conn: Connection, claim: Claim) -> list[Share]:
        """Who is paid how much of a claim, by the book of its day."""
        made = store.get(conn, claim.promotion)
        return shares_of(self.books.of_claim(conn, made, claim), made, claim)

    def all(self, property_: str | None = None) -> list[Promotion]:
        with self.house.storage.reading() as conn:
            return store.all_of(conn, property_)

    def balances(self, conn: Connection, property_: str) -> dict[str, int]:
        """What the funds of a room hold: of demo chips in a demonstration's room, else of money."""
        demo = self.demo_room(conn, property_)
        names = {name: fund(property_, name, demo=demo) for name in (BAD_BEAT, SPECIAL_HANDS)}
        return {name: self.house.ledger.balance(conn, account) for name, account in names.items()}

    async def do(
        self, by: str, act: str, subject: str, asked: str, gives: Any, work: Callable[[Tx], T], command: str | None
    ) -> T:
        """Write it once, log a refusal, and tell whoever looks."""
        house = self.house
        done: T = await house.command(by, act, subject, asked, gives, work, command)
        house.hub.publish(News("floor", "promotion", data=subject))
        return done


def _of(game: str) -> str:
    return f" of {game}" if game else ""


def _check_terms(book: Rulebook, terms: Terms) -> None:
    """What is posted must be something that the book offers."""
    if terms.kind not in book.settings:
        raise Refused(f"{terms.kind!r} is no promotion of {book.property}.", "Its rulebook names them.")
    clause = book.settings[terms.kind].clause
    if terms.least_category:
        least_value(terms.least_category, terms.least_rank)
    amounts = (terms.amount, terms.from_us, terms.to_us, terms.minutes, terms.taxable_above)
    if min(amounts) < 0 or terms.amount > CENTS_MAX or terms.minutes > 10**6 or not 0 <= terms.share_percent <= 100:
        raise Refused("Amounts and times of a promotion are out of bounds.", "", clause)
    if terms.prizes and (terms.kind != HIGH_CARD or min(terms.prizes) <= 0 or max(terms.prizes) > CENTS_MAX):
        raise Refused("Prizes by rank are for the cards of a drawn table.", "Amounts above zero.", clause)
    if terms.kind != BAD_BEAT and not terms.amount and not terms.prizes:
        raise Refused("What it pays is set beforehand.", "An amount above zero.", clause)
    own = book.settings.get("distribution")
    if terms.kind == BAD_BEAT and own is None and sum(terms.shares.values()) != 100:
        raise Refused("How the bad beat is shared is posted.", "loser, winner and table, together 100.", clause)
    check_type(terms.game)
    wants = book.settings[terms.kind].value
    if terms.kind in (BANKROLL, FREEROLL) and not terms.minutes:
        raise Refused("How long one must play is set beforehand.", "Minutes.", clause)
    if isinstance(wants, dict) and wants.get("window") and not 0 <= terms.from_us < terms.to_us:
        raise Refused("The time within which it may be won is set beforehand.", "From and to.", clause)
