"""Decks before the players' eyes and in the dealer's count: shown to the first who sit down, counted as they are dealt.

Both are signed forms of the table. The book says how many players look, after what idle time again, and how often a
deck is counted; how the table shuffles is among its own options. How many cards there should be is on record: who
counts states what he found, and whether it was the stub.
"""

import contextlib
import datetime
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.house.papers.documents import DIFFERS, Document, Documents
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.at_a_table import settings_of
from croupier.house.poker_room.procedures.book import RoomBook
from croupier.house.poker_room.procedures.decks import PRE_SHUFFLED, Deck, Decks
from croupier.house.record import accounts
from croupier.house.record.clock import MINUTE_US, Sources
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx
from croupier.house.tables.equipment import DEALERS_OWN, check_dealers_own
from croupier.house.tables.life import POKER, FloorTable
from croupier.poker import form
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import rulebook

SHOWN, COUNT = "deck-shown", "deck-count"
CARDS = 52
SHUFFLING = "shuffling"  # the option of a table: by-hand, device, counting-device
BY_HAND = "by-hand"


class Undealt(msgspec.Struct, frozen=True):
    """What the record of a poker table knows of its cards."""

    whole: int  # cards of a deck of its game
    stub: int | None = None  # left of the deck that the last hand was dealt from; None: no hand was dealt yet
    playing: bool = False


def held_to_record(known: Undealt | None, decks: int, data: dict[str, Any], clause: str) -> dict[str, Any]:
    """What stands on a slip of a count: the number from the record beside the one that was counted.

    While a hand is dealt from the only deck of a table, its stub is all there is to count; of several decks one lies
    whole beside it. Between hands the dealer counts either.
    """
    known = known or Undealt(CARDS)
    only_stub = known.playing and decks < 2
    stated, stub = data.get("expected"), bool(data.get("stub")) or only_stub
    if stated is not None and not stub:
        stub = stated != known.whole
    number = known.stub if stub else known.whole
    if number is None:
        raise Stale("No hand was dealt here: there is no stub.", "The whole deck is counted.", clause)
    if stated is not None and stated != number:
        words = "How many there should be is on record: state what was counted, and whether it was the stub."
        raise Stale("The record of this table has another number of cards there.", words, clause)
    return {**data, "expected": number, "stub": stub}


class ShownDecks:
    def __init__(
        self,
        decks: Decks,
        documents: Documents,
        ledger: Ledger,
        notices: Notices,
        sources: Sources,
        today: Callable[[], datetime.date],
    ) -> None:
        self._decks, self._documents, self._ledger = decks, documents, ledger
        self._notices, self._sources, self._today = notices, sources, today

    # ---- signatures

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        book = self._decks.book(document.property)
        plan = settings_of(tx.conn, document.property, document.table_id).cash_game
        if document.kind == SHOWN:
            check_dealers_own(tx.conn, document, by, "shows the decks of", book.clause(SHOWN))
            self._show(tx, document, book, data)
            return None
        return self._count(tx, document, book, by, data, plan)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """One signature makes and ends it."""

    def _show(self, tx: Tx, document: Document, book: RoomBook, data: dict[str, Any]) -> None:
        wanted, clause = int(book.value("seen-by-players")), book.clause("seen-by-players")
        lacking = self._decks.lacks(tx.conn, document.property, document.table_id)
        if lacking:
            raise Stale(lacking[0][0], "Decks are inspected before players see them.", lacking[0][1])
        named = data.get("players")
        players = list(dict.fromkeys(p for p in named if isinstance(p, str) and p)) if isinstance(named, list) else []
        if len(players) < wanted:
            raise Refused(f"The first {wanted} players look at the decks.", "Name those who did.", clause)
        for badge in players:
            if not self._sits(tx, badge, document.table_id):
                raise Refused(f"{badge} does not sit at {document.table_id}.", "Players of the table look.", clause)
        book.needs(SHOWN, data.get("items"))
        procedure = book.book.procedure(SHOWN)
        least = procedure.values.get("cut-least", 1) if procedure else 1
        cut = data.get("cut")
        if type(cut) is not int or not least <= cut <= CARDS - 1:
            raise Refused(f"A cut takes {least} cards or more.", "State how many were cut.", book.clause(SHOWN))

    def _sits(self, tx: Tx, badge: str, table_id: str) -> bool:
        return bool(self._ledger.balance(tx.conn, accounts.at_table(badge, table_id)))

    def _count(
        self, tx: Tx, document: Document, book: RoomBook, by: Person, data: dict[str, Any], plan: dict[str, Any]
    ) -> str | None:
        found = self._decks.get(tx.conn, document.property, str(data.get("deck", "")))
        if found.table_id != document.table_id:
            raise Stale(f"Deck {found.label} is not in play at {document.table_id}.", "")
        rule, clause = book.value("deck-count"), book.clause("deck-count")
        check_dealers_own(tx.conn, document, by, DEALERS_OWN["stub"], clause)
        counted, expected = data.get("counted"), data.get("expected")
        if type(counted) is not int or type(expected) is not int:
            raise Refused("The count is missing.", "State how many cards were counted.", clause)
        if data.get("stub") and (stubs := rule.get("stub")) and form(str(plan["form"])).family not in stubs:
            raise Refused("The whole deck is counted in this game.", f"All {CARDS} cards.", clause)
        if counted == expected:
            return None
        words = f"Deck {found.label}: {counted} cards counted, {expected} expected; it leaves the table"
        self._notices.raise_in(tx, document.table_id, "count-differs", words, by.badge, clause)
        self._decks.send_away(tx, found)
        return DIFFERS

    # ---- before a hand

    def lacks(self, conn: Connection, table: FloorTable, idle_us: int) -> list[tuple[str, str, str]]:
        """(slip, words, clause) of what the next hand waits for; `idle_us`: since when others sit than played last."""
        book = self._decks.book(table.property)
        found = []
        if book.prints("seen-by-players") and not self._shown(conn, book, table, idle_us):
            words = f"The first {book.value('seen-by-players')} players have not been shown the decks."
            found.append((SHOWN, words, book.clause("seen-by-players")))
        minutes = book.get("deck-count", {}).get("minutes")
        if minutes and self._counts(book, table) and self._late(conn, table, minutes):
            words = f"The deck was not counted for {minutes} minutes."
            found.append((COUNT, words, book.clause("deck-count")))
        return found

    def _shown(self, conn: Connection, book: RoomBook, table: FloorTable, idle_us: int) -> bool:
        """Whether the decks at the table were shown since they came, this opening began and a new party sat down."""
        there = self._decks.at_table(conn, table.property, table.id)
        if book.prints("pre-shuffled") and there and all(deck.ready == PRE_SHUFFLED for deck in there):
            return True
        done = self._documents.latest(conn, SHOWN, table.id, "shown")
        again = idle_us if book.value("idle-table") == "shown-again" else 0
        since = max(self._came(there), again)
        return done is not None and done.opened_us >= since

    def _came(self, there: list[Deck]) -> int:
        return max((deck.assigned_us or 0 for deck in there), default=0)

    def _counts(self, book: RoomBook, table: FloorTable) -> bool:
        """Whether somebody counts the deck of this table, and not its shuffler."""
        return self.shuffled(table) not in book.value("deck-count")["unless"]

    def shuffled(self, table: FloorTable) -> str:
        """How a table shuffles: as it was posted there, or as the rules of the games have it."""
        with contextlib.suppress(NoRulebook):
            setting = rulebook(table.property, POKER, self._today()).settings.get(SHUFFLING)
            return str(table.settings.options.get(SHUFFLING, setting.value if setting else BY_HAND))
        return BY_HAND

    def _late(self, conn: Connection, table: FloorTable, minutes: int) -> bool:
        last = [
            self._documents.latest(conn, kind, table.id, end) for kind, end in ((SHOWN, "shown"), (COUNT, "counted"))
        ]
        return max((d.opened_us for d in last if d), default=0) + minutes * MINUTE_US < self._sources.now_us()

    def turn_over(self, tx: Tx, table: FloorTable, since_us: int) -> None:
        """A dealer leaves the table: the supervisor hears of counts that were not made in that turn."""
        book = self._decks.book(table.property)
        rule = book.get("deck-count", {})
        if rule.get("each") != "dealer-turn" or not self._counts(book, table):
            return
        made = self._documents.find(tx.conn, kind=COUNT, table_id=table.id)
        done = sum(one.by("count") == table.dealer and one.opened_us >= since_us for one in made)
        if done < rule["times"]:
            words = f"Badge {table.dealer} counted the deck {done} of {rule['times']} times in this turn"
            self._notices.raise_in(tx, table.id, "stub-due", words, "system", book.clause("deck-count"))
