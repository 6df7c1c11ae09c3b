"""The poker room's procedures on the floor: their parts, what their signatures do, and the commands of its people."""

import datetime
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Connection

from croupier.house.money.chips import Chips
from croupier.house.papers.documents import FLOWS, Document, Documents, Effect
from croupier.house.papers.notices import Notices
from croupier.house.people.patron_names import is_known
from croupier.house.people.persons import People, Person, Proof
from croupier.house.poker_room.procedures.at_a_table import settings_of
from croupier.house.poker_room.procedures.banks import Bank, Banks, RoomCount
from croupier.house.poker_room.procedures.book import RoomBook, room_book
from croupier.house.poker_room.procedures.boxes import BOXES, Boxes
from croupier.house.poker_room.procedures.cash_sales import CashSales
from croupier.house.poker_room.procedures.clerk_tips import ClerkTips
from croupier.house.poker_room.procedures.conduct import Conduct, Sanction
from croupier.house.poker_room.procedures.decks import Deck, Decks
from croupier.house.poker_room.procedures.exchanges import Exchanges
from croupier.house.poker_room.procedures.patron_cards import Card, PatronCards
from croupier.house.poker_room.procedures.shown_decks import COUNT, ShownDecks, Undealt, held_to_record
from croupier.house.poker_room.procedures.tip_pool import TipPool
from croupier.house.poker_room.procedures.tips import Tips
from croupier.house.record.clock import Sources
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.ledger import Ledger
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import OPEN, OPENING, POKER, FloorTable
from croupier.house.tables.own_table import check_dealer, sign_next
from croupier.poker.book.room import Room
from croupier.rounds import acts
from croupier.rulebook import Posting

T = TypeVar("T")
RACK_SLIPS = ("opening", "closing", "rack-count", "rack-exchange", "cart-fill")
DECK_SLIPS = ("deck", "deck-removal", "card-replacement", "deck-destruction", "deck-call")
SHOWN_SLIPS = ("deck-shown", "deck-count")
EXCHANGE_SLIPS = ("even-exchange", "patron-exchange", "first-buy-in")
TIP_SLIPS = ("token-box", "token-box-full", "tips-colored-up", "down-card", "work-card", "tip-pool", "clerk-tips")
MOVES = "inventory-moves"  # the rule by which chips enter or leave a rack
SLIPS = (*RACK_SLIPS, *DECK_SLIPS, *SHOWN_SLIPS, *EXCHANGE_SLIPS, *TIP_SLIPS, BOXES)


class Procedures:
    """What a house knows of its poker rooms besides the games."""

    def __init__(
        self,
        ledger: Ledger,
        notices: Notices,
        people: People,
        documents: Documents,
        sources: Sources,
        today: Callable[[], datetime.date],
    ) -> None:
        self._today = today
        self.undealt: Callable[[str], Awaitable[Undealt | None]] | None = None  # the room's tables know it
        self.conduct = Conduct(people, notices, sources, self.book)
        self.sales = CashSales(ledger, self.conduct)
        self.banks = Banks(ledger, notices, people, documents, sources, self.sales, self.book)
        self.decks = Decks(people, notices, sources, self.book)
        self.shown = ShownDecks(self.decks, documents, ledger, notices, sources, today)
        self.exchanges = Exchanges(ledger, self.sales, notices, sources, self.book)
        self.tips = Tips(ledger, people, documents, notices, sources, self.book)
        self.pool = TipPool(ledger, people, documents, sources, self.book)
        self.boxes = Boxes(documents)
        self.cards = PatronCards(people, sources)
        self.clerk_tips = ClerkTips(ledger, documents, sources, self.book)
        documents.effects |= self._effects(ledger, notices)

    def _effects(self, ledger: Ledger, notices: Notices) -> dict[str, Effect]:
        counts = RoomCount(ledger, notices, self.banks)
        effects: dict[str, Effect] = {"opening": counts, "closing": counts}
        effects |= dict.fromkeys(("rack-count", "rack-exchange", "cart-fill"), self.banks)
        effects |= dict.fromkeys(DECK_SLIPS, self.decks)
        effects[BOXES] = self.boxes
        effects |= dict.fromkeys(SHOWN_SLIPS, self.shown)
        effects |= dict.fromkeys(EXCHANGE_SLIPS, self.exchanges)
        effects |= dict.fromkeys(("token-box", "token-box-full", "tips-colored-up"), self.tips)
        effects["clerk-tips"] = self.clerk_tips
        effects |= dict.fromkeys(("down-card", "work-card", "tip-pool"), self.pool)
        return effects

    def book(self, property_: str) -> RoomBook:
        return room_book(property_, self._today())

    def lacks(self, conn: Connection, table: FloorTable) -> list[tuple[str, str, str]]:
        """(slip, words, clause) of what a table of the room needs before it opens: decks where its book says so, its
        rack where one was set up."""
        if table.game != POKER or not self._has_book(table.property):
            return []
        found, rack = [], self.banks.find(conn, table.id)
        racked = rack is not None and rack.property == table.property
        if racked:
            lacking = self.banks.lacks(conn, table.property, table.id, table.dealer)
            found += [("rack-count", *lack) for lack in lacking]
        if racked or self.book(table.property).prints("decks-at-table"):
            since = table.settings.since_us if table.state == OPENING else 0
            found += [("deck", *lack) for lack in self.decks.lacks(conn, table.property, table.id, since)]
        return found

    def box_lacks(self, conn: Connection, table_id: str, since_us: int, posting: Posting) -> list[tuple[str, str]]:
        """(words, clause) of boxes that an opening poker table still needs."""
        book = posting.rulebook
        chosen = {s.name: posting.settings[s.name] for s in book.settings.values() if s.optional}
        return self.boxes.lacks(conn, table_id, since_us, Room(book, chosen))

    def lacks_hand(self, conn: Connection, table: FloorTable, idle_us: int = 0) -> list[tuple[str, str, str]]:
        """What the next hand of a table waits for: what its opening took, the players' look and the dealer's count."""
        found = self.lacks(conn, table)
        if table.settings.demo:  # a demonstration deals without papers, but for a rack that somebody set up
            return found if self.banks.find(conn, table.id) else []
        return found + (self.shown.lacks(conn, table, idle_us) if self._has_book(table.property) else [])

    def check_hand(self, conn: Connection, table: FloorTable, idle_us: int) -> None:
        """Refuse the next hand of a table of the room until its dealer has counted the rack and its cards are good."""
        for _, words, clause in self.lacks_hand(conn, table, idle_us):
            raise Refused(f"No hand at {table.id} yet: {words}", "", clause)

    def check_moves(self, table: FloorTable) -> None:
        """Refuse chips that come to a rack or leave it for nothing, where the room's book has them exchanged."""
        if table.game != POKER or table.settings.demo or not self._has_book(table.property):
            return
        book = self.banks.book(table.property)
        if book.prints(MOVES):
            words = f"The rack of {table.id} is worth what it is worth: chips are exchanged there."
            raise Refused(words, "A rack exchange or the cart brings others for them.", book.clause(MOVES))

    def turn_over(self, tx: Tx, table: FloorTable, since_us: int) -> None:
        """A dealer's turn at a table of the room is over."""
        if table.game == POKER and table.state == OPEN and not table.settings.demo and self._has_book(table.property):
            self.shown.turn_over(tx, table, since_us)

    def _has_book(self, property_: str) -> bool:
        try:
            self.book(property_)
        except NotFound:
            return False
        return True

    def admit(self, tx: Tx, property_: str, act: acts.Anything) -> None:
        """Nobody sits down who is suspended, barred or of the staff, at any table of the property."""
        if isinstance(act, acts.Sit):
            self.welcome(tx.conn, property_, act.patron)

    def welcome(self, conn: Connection, property_: str, patron: str) -> None:
        """Refuse who is suspended or barred, and staff: a seat, a place on a list, an entry, chips for cash, a coupon.
        What he has he is paid."""
        self.conduct.check(conn, property_, patron)
        is_known(conn, patron, "Only a patron plays here.")


class PokerDesk(TableDesk):
    """A desk with the poker room's procedures."""

    procedures: Procedures


class RoomDesk:
    """The commands of the room's people: each acts once, and a refusal is logged."""

    def __init__(self, house: PokerDesk) -> None:
        self.house = house
        self.room = house.procedures

    async def _do(
        self, by: str, act: str, subject: str, asked: str, gives: Any, work: Callable[[Tx], T], command: str | None
    ) -> T:
        house = self.house
        done = await house.command(by, act, subject, asked, gives, work, command)
        house.hub.publish(News("floor", "room", data=subject))
        return done

    # ---- conduct

    async def sanction(
        self,
        proof: Proof,
        property_: str,
        patron: str,
        kind: str,
        offence: str,
        words: str = "",
        hours: int = 0,
        table_id: str = "",
        command: str | None = None,
    ) -> Sanction:
        given = (property_, patron, kind, offence, words, hours, table_id)
        asked = f"sanction {written(given)}"
        work = using(self.room.conduct.impose, proof, *given)
        made = await self._do(proof.badge, "conduct.decide", patron, asked, Sanction, work, command)
        for place in (property_, ""):
            self.house.hub.publish(News(f"room:{place}", "list"))  # his name may have been on one
        return made

    async def lift(
        self, proof: Proof, property_: str, sanction_id: str, reason: str, command: str | None = None
    ) -> Sanction:
        work = using(self.room.conduct.lift, proof, property_, sanction_id, reason)
        asked = f"lift {sanction_id} {reason}"
        return await self._do(proof.badge, "conduct.lift", sanction_id, asked, Sanction, work, command)

    async def report(
        self,
        by: Person,
        property_: str,
        patron: str,
        offence: str,
        words: str = "",
        table_id: str = "",
        command: str | None = None,
    ) -> str:
        given = (property_, patron, offence, words, table_id)
        work = using(self.room.conduct.report, by, *given)
        return await self._do(by.badge, "conduct.report", patron, f"report {written(given)}", str, work, command)

    # ---- patrons' cards

    async def register_card(self, by: Person, card: Card, command: str | None = None) -> Card:
        work = using(self.room.cards.register, by, card)
        asked = f"card {written(card)}"
        return await self._do(by.badge, "card.register", card.patron, asked, Card, work, command)

    # ---- banks and decks

    async def set_bank(
        self, proof: Proof, property_: str, name: str, kind: str, par: int, command: str | None = None
    ) -> Bank:
        work = using(self.room.banks.set_par, proof, property_, name, kind, par)
        asked = f"bank {property_} {name} {kind} {par}"
        return await self._do(proof.badge, "bank.set", name, asked, Bank, work, command)

    async def take_key(self, by: Person, property_: str, name: str, command: str | None = None) -> None:
        work = using(self.room.banks.take_key, by, property_, name)
        await self._do(by.badge, "container.key", name, f"key {property_} {name}", None, work, command)

    async def cart(
        self, by: Person, property_: str, name: str, kind: str, patron: str, cents: int, command: str | None = None
    ) -> int:
        work = using(self.room.banks.cart_exchange, by, property_, name, kind, patron, cents)
        asked = f"cart {property_} {name} {kind} {patron} {cents}"
        balance = await self._do(by.badge, "cart.use", name, asked, int, work, command)
        self.house.hub.publish(News(f"patron:{patron}", "balance"))
        return balance

    async def receive_deck(
        self,
        proof: Proof,
        property_: str,
        label: str,
        kind: str,
        command: str | None = None,
        back: str = "",
        maker: str = "",
    ) -> Deck:
        work = using(self.room.decks.receive, proof, property_, label, kind, back, maker)
        asked = f"deck {property_} {label} {kind}" + (f" {written((back, maker))}" if back or maker else "")
        return await self._do(proof.badge, "deck.receive", label, asked, Deck, work, command)

    # ---- slips

    async def begin(
        self,
        proof: Proof,
        property_: str,
        kind: str,
        table_id: str = "",
        data: dict[str, Any] | None = None,
        command: str | None = None,
    ) -> Document:
        """A slip of the room with its first signature."""
        if kind not in SLIPS:
            raise NotFound(f"The room has no slip {kind!r}.", f"It has {', '.join(SLIPS)}.")
        house, act = self.house, FLOWS[kind].steps[0].act
        asked = f"room {kind} {property_} {table_id} {written(data or {})}"
        if kind == COUNT:
            known = house.answered(command, proof.badge, asked, Document)
            if known is not None:
                return known
            badge = proof.badge  # who may comes before what is asked
            await house.do(badge, f"{kind}.begin", table_id, lambda tx: house.people.require(tx, badge, act, property_))
            data = await self._held_to_record(property_, table_id, data or {})
        work = using(self._begin_in, proof, property_, kind, table_id, data)
        return await self._do(proof.badge, f"{kind}.begin", table_id or property_, asked, Document, work, command)

    def _begin_in(
        self, tx: Tx, proof: Proof, property_: str, kind: str, table_id: str, data: dict[str, Any] | None
    ) -> Document:
        house, act = self.house, FLOWS[kind].steps[0].act
        house.people.require(tx, proof.badge, act, property_)
        check_dealer(house, tx, table_id, act, proof.badge)
        book = self.room.book(property_)
        racked = kind in DECK_SLIPS[:3] and not book.prints("decks-at-table")
        counted = kind in ("opening", "closing") and not book.prints("par-set")  # the bank is what two people count
        if (kind in RACK_SLIPS and not counted) or racked:
            self.room.banks.rack(tx.conn, property_, table_id)
        return house.documents.begin(tx, kind, property_, table_id, proof, data)

    async def _held_to_record(self, property_: str, table_id: str, data: dict[str, Any]) -> dict[str, Any]:
        """A count of a deck with the number of cards that the record has for it."""
        with self.house.storage.reading() as conn:
            settings_of(conn, property_, table_id)
            decks = len(self.room.decks.at_table(conn, property_, table_id))
        undealt = await self.room.undealt(table_id) if self.room.undealt else None
        return held_to_record(undealt, decks, data, self.room.book(property_).clause("deck-count"))

    async def sign(
        self,
        proof: Proof,
        property_: str,
        document_id: str,
        step: str,
        data: dict[str, Any] | None = None,
        command: str | None = None,
        seen: str = "",
    ) -> Document:
        """The next line of a slip of the room."""
        work = using(self._sign_in, property_, document_id, step, proof, data, seen)
        asked = f"room {document_id} {step} {written(data or {})}"
        return await self._do(proof.badge, f"document.{step}", document_id, asked, Document, work, command)

    def _sign_in(
        self, tx: Tx, property_: str, document_id: str, step: str, proof: Proof, data: dict[str, Any] | None, seen: str
    ) -> Document:
        found = self.house.documents.get(tx.conn, document_id)
        if found.property != property_ or found.kind not in SLIPS:
            raise NotFound(f"The room has no slip {document_id}.")
        return sign_next(tx, self.house, document_id, step, proof, data, seen)

    # ---- tips

    async def tip(
        self, by: Person, property_: str, dealer: str, cents: int, ticket: str = "", command: str | None = None
    ) -> int:
        work = using(self.room.tips.give, by, property_, dealer, cents, ticket)
        asked = f"tip {written((property_, dealer, cents, ticket))}"
        inside = await self._do(by.badge, "tips.give", dealer, asked, int, work, command)
        self.house.hub.publish(News(f"patron:{by.badge}", "balance"))
        return inside

    async def into_tube(self, by: Person, property_: str, chips: Chips, command: str | None = None) -> int:
        work = using(self.room.tips.into_tube, by, property_, chips)
        asked = f"tube {property_} {written(chips)}"
        return await self._do(by.badge, "tips.own", property_, asked, int, work, command)

    async def collect(
        self, by: Person, property_: str, tournament: str, kind: str, cents: int, command: str | None = None
    ) -> int:
        work = using(self.room.pool.collect, by, property_, tournament, kind, cents)
        asked = f"staffing {property_} {tournament} {kind} {cents}"
        return await self._do(by.badge, "tips.collect", tournament, asked, int, work, command)
