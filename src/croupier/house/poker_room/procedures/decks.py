"""The cards of a poker room: received, stored, inspected by two, played for so long, replaced card by card, removed.

The log says where each deck lies. A deck moves only by a signed form; the book says where to, how many a table has and
what is ticked first. What players see of them, and when they are counted, is `shown_decks`.
"""

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from croupier.equipment.cards import JOKER
from croupier.house.papers.documents import DIFFERS, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.permissions import WORDS
from croupier.house.people.persons import People, Person, Proof
from croupier.house.poker_room.procedures.at_a_table import settings_of
from croupier.house.poker_room.procedures.book import RANK, Books, RoomBook, or_above
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US, Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.writer import Tx
from croupier.house.tables.equipment import DEALERS_OWN, check_dealers_own

SET, REPLACEMENT = "set", "replacement"
IN_PLAY, DESTRUCTION = "table", "destruction"
WHOLE_DECK = "replace-deck"
FLAWED, CALLED = "flawed", "called"  # why a deck leaves before its time
PRE_SHUFFLED = "pre-shuffled"
LABEL_MAX = 60


class Deck(msgspec.Struct, frozen=True):
    """A deck and the sticker on its box."""

    id: str
    property: str
    kind: str
    label: str
    place: str
    table_id: str
    received_us: int
    opened_us: int | None
    assigned_us: int | None
    due_us: int | None
    by: str  # the supervisor who signed the box, or the receipt
    given: str  # cards that were taken from it or put into it, as JSON
    back: str = ""  # the color or the look of its backs
    maker: str = ""
    ready: str = ""  # shuffled before it came to the table, or called out of play

    def cards(self) -> list[int]:
        found: list[int] = json.loads(self.given)
        return found


class Decks:
    def __init__(self, people: People, notices: Notices, sources: Sources, book: Books) -> None:
        self._people = people
        self.notices = notices
        self._sources, self.book = sources, book

    def receive(
        self, tx: Tx, proof: Proof, property_: str, label: str, kind: str = SET, back: str = "", maker: str = ""
    ) -> Deck:
        """A deck comes into the room: into the log and into the drawer for new cards."""
        by = self._people.sign(tx, proof, "deck.receive", label, property_)
        book = self.book(property_)
        if kind not in (SET, REPLACEMENT):
            raise Refused(f"{kind!r} is no kind of deck.", f"A {SET} or a {REPLACEMENT}.")
        if not label.strip() or len(label) > LABEL_MAX:
            raise Refused("A deck has a label.", f"At most {LABEL_MAX} letters.")
        if book.prints("decks-differ") and not back.strip():
            words = "The decks of a table can be told apart."
            raise Refused("What the backs look like is missing.", words, book.clause("decks-differ"))
        table, label = schema.deck, label.strip()
        same = select(table.c.label).where(table.c.property == property_, func.lower(table.c.label) == label.lower())
        if (known := tx.conn.scalar(same.limit(1))) is not None:
            words = "A label is used once, whatever its capitals."
            raise Refused(f"Deck {known} is in the log.", words, book.clause("deck-places"))
        place, now = book.value("deck-places")["new"], self._sources.now_us()
        deck_id = self._sources.new_id("deck-")
        looks = (back.strip().lower()[:LABEL_MAX], maker.strip()[:LABEL_MAX])
        made = Deck(deck_id, property_, kind, label, place, "", now, None, None, None, by.badge, "[]", *looks)
        tx.conn.execute(insert(table).values(**msgspec.structs.asdict(made)))
        self._people.log(tx, by.badge, "deck.receive", label, "done", f"{kind} to the {place}")
        return made

    # ---- signatures

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        first = document.signed[0].data
        found = self.get(tx.conn, document.property, str(first.get("deck", "")))
        if document.kind == "deck":
            return self._into_play(tx, document, found, step, by, data)
        if document.kind == "deck-removal":
            self._out_of_play(tx, document, found, by, data)
        elif document.kind == "deck-call":
            self._call(tx, document, found, by, data)
        elif document.kind == "card-replacement":
            self._replace(tx, document, found, data)
        else:
            self._destroy(tx, document, found, data)
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing comes into play before the last signature."""

    def _into_play(
        self, tx: Tx, document: Document, found: Deck, step: str, by: Person, data: dict[str, Any]
    ) -> str | None:
        book = self.book(document.property)
        self._waiting(book, found, document.table_id)
        if book.prints("decks-at-table") and not document.signed[0].data.get("sealed"):
            settings_of(tx.conn, document.property, document.table_id)
        if step == "inspect" and document.table_id:
            check_dealers_own(tx.conn, document, by, DEALERS_OWN["cards"], book.clause("deck-inspected-by"))
        if data.get("compromised"):
            return self._unsuitable(tx, document, found, by, data)
        if step != "verify":
            if found.place != book.value("deck-places").get("sealed"):  # its signed proof lies in the package
                book.needs("deck-inspection", data.get("items"))
            return None
        now = self._sources.now_us()
        if document.data("inspect").get("sealed"):
            self._seal(tx, book, found, by, bool(document.data("inspect").get("shuffled")))
            return None
        self._room_for(tx.conn, book, found, document.table_id)
        opened = found.opened_us if found.place == IN_PLAY and found.opened_us else now
        due = opened + int(book.value("deck-hours")) * HOUR_US
        times = {"opened_us": opened, "assigned_us": now, "due_us": due}
        self._change(tx, found, place=IN_PLAY, table_id=document.table_id, by=by.badge, **times)
        self.notices.settle_kind(tx, document.table_id, "cards-due", by.badge)
        return None

    def _waiting(self, book: RoomBook, found: Deck, table_id: str) -> None:
        """An inspected set is new, or was sealed after an inspection, or lies at the table from before."""
        places = book.value("deck-places")
        again = book.prints("decks-at-table") and found.place == IN_PLAY and found.table_id == table_id
        if again and found.ready == CALLED:
            words, clause = f"Deck {found.label} is called out of play.", book.clause("removal-on-call")
            raise Stale(words, "No inspection keeps it at the table.", clause)
        if found.kind != SET or not (found.place in (places["new"], places.get("sealed")) or again):
            words = f"Deck {found.label} is no new set: it is in the {found.place}."
            raise Stale(words, "", book.clause("deck-places"))

    def _seal(self, tx: Tx, book: RoomBook, found: Deck, by: Person, shuffled: bool) -> None:
        """Inspected cards that are not dealt at once: into a package that shows whether it was opened."""
        sealed = book.value("deck-places").get("sealed")
        if not sealed:
            raise Refused("Nothing is printed here on sealed decks.", "It goes to its table.")
        self._change(tx, found, place=sealed, by=by.badge, ready=PRE_SHUFFLED if shuffled else "")

    def _room_for(self, conn: Connection, book: RoomBook, found: Deck, table_id: str) -> None:
        """A table has so many decks, and one can tell them apart."""
        if not book.prints("decks-at-table"):
            return
        most = int(book.value("decks-at-table"))
        others = [d for d in self.at_table(conn, found.property, table_id) if d.id != found.id]
        if len(others) >= most:
            clause = book.clause("decks-at-table")
            raise Refused(f"{most} decks are at {table_id}.", "One goes out of play first.", clause)
        if any(other.back == found.back for other in others):
            clause = book.clause("decks-differ")
            raise Refused(
                f"The other deck at {table_id} has {found.back} backs too.", "Bring one that differs.", clause
            )

    def _unsuitable(self, tx: Tx, document: Document, found: Deck, by: Person, data: dict[str, Any]) -> str:
        """An inspection finds a card that can't be used; where the book says so the whole deck is gone with it."""
        book = self.book(document.property)
        words, clause = f"{document.label}: deck {found.label} failed its inspection", ""
        if book.value("damaged-card") == WHOLE_DECK:
            words += f" ({self._maker(book, found, data)}): the shift manager and the commission are told"
            clause = book.clause("damaged-card")
            self._change(tx, found, place=book.value("deck-places")["used"], table_id="")
        self.notices.raise_in(tx, document.table_id or document.property, "compromised", words, by.badge, clause)
        return DIFFERS

    def _maker(self, book: RoomBook, found: Deck, data: dict[str, Any]) -> str:
        """Whose cards they are, where somebody has to be told."""
        maker = str(data.get("maker", "")).strip()[:LABEL_MAX] or found.maker
        if not maker and book.prints("flawed-deck") and "maker" in book.states("flawed-deck", "states"):
            clause = book.clause("flawed-deck")
            raise Refused(f"Who made deck {found.label} is missing.", "The commission is told it.", clause)
        return f"made by {maker}" if maker else "maker not known"

    def _out_of_play(self, tx: Tx, document: Document, found: Deck, by: Person, data: dict[str, Any]) -> None:
        book = self.book(document.property)
        self._at(found, document.table_id)
        reason = str(data.get("reason", ""))
        book.needs("deck-removal", data.get("items"))
        if reason == FLAWED:
            book.takes("flawed-deck", by)
            book.needs("flawed-deck", data.get("items"))
            words = f"Deck {found.label} of {found.table_id} had a flawed card ({self._maker(book, found, data)})"
            clause = book.clause("damaged-card")
            self.notices.raise_in(tx, found.table_id, "compromised", words, by.badge, clause)
        if book.prints("removal-on-call") and (found.due_us or 0) > self._sources.now_us():
            self._may_call(book, by)
        self._counted_out(tx, book, found, by, data)
        self._change(tx, found, place=book.value("deck-places")["used"], table_id="")

    def _call(self, tx: Tx, document: Document, found: Deck, by: Person, data: dict[str, Any]) -> None:
        """Who may have a deck taken away at any time asks for it: its time is up, and no further hand is dealt."""
        book = self.book(document.property)
        self._may_call(book, by)
        self._at(found, document.table_id)
        reason = str(data.get("reason", "")).strip()[:LABEL_MAX]
        words = f"Deck {found.label} is called out of play by {WORDS[by.role]}" + (f": {reason}" if reason else "")
        clause = book.clause("removal-on-call")
        self._change(tx, found, ready=CALLED, due_us=self._sources.now_us())
        self.notices.raise_in(tx, found.table_id, "cards-due", words, by.badge, clause)

    def _may_call(self, book: RoomBook, by: Person) -> None:
        """Refuse who is not among those on whose word a deck leaves before its time, or above one of them."""
        named = book.value("removal-on-call")
        above = {role for one in named if one in RANK for role in or_above(one)}
        if by.role not in above | set(named):
            words = f"A deck leaves before its time on the word of {' or '.join(WORDS[one] for one in named)}."
            raise Forbidden(f"This is not for {WORDS[by.role]}.", words, book.clause("removal-on-call"))

    def leave(self, tx: Tx, property_: str, table_id: str) -> None:
        """A ruling has sent the deck of a table away: whatever is in play there lies with the used cards."""
        for found in self.at_table(tx.conn, property_, table_id):
            self._change(tx, found, place=self.book(property_).value("deck-places")["used"], table_id="")

    def _counted_out(self, tx: Tx, book: RoomBook, found: Deck, by: Person, data: dict[str, Any]) -> None:
        """As many cards leave as came, where the book has them counted; a card too few is told at once."""
        procedure = book.book.procedure("deck-removal")
        cards = procedure.values.get("cards") if procedure else None
        if procedure is None or cards is None:
            return
        counted = data.get("counted")
        if type(counted) is not int or counted < 0:
            raise Refused("How many cards leave is missing.", "They are counted.", procedure.clause)
        if counted != cards:
            words = f"Deck {found.label} left {found.table_id} with {counted} cards, not {cards}"
            self.notices.raise_in(tx, found.table_id, "count-differs", words, by.badge, procedure.clause)

    def _replace(self, tx: Tx, document: Document, found: Deck, data: dict[str, Any]) -> None:
        """One card of a deck in play comes from a replacement deck; the deck plays on."""
        book = self.book(document.property)
        self._at(found, document.table_id)
        if book.value("damaged-card") == WHOLE_DECK:
            words = "One bad card sends its whole deck away."
            raise Refused(words, "Take the deck out of play and bring another.", book.clause("damaged-card"))
        other, card = self.get(tx.conn, document.property, str(data.get("replacement", ""))), data.get("card")
        if other.kind != REPLACEMENT or other.place != book.value("deck-places")["new"]:
            raise Refused(
                f"Deck {other.label} gives no cards.", "A replacement deck does.", book.clause("damaged-card")
            )
        if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card <= JOKER:
            raise Refused("Which card was damaged is missing.", f"A card is 0 to {JOKER}.")
        if card in other.cards():
            clause = book.clause("replacement-deck-exhausted")
            raise Refused(f"Deck {other.label} has given that card.", "Bag it, and take another deck.", clause)
        self._change(tx, other, given=json.dumps([*other.cards(), card]))
        self._change(tx, found, given=json.dumps([*found.cards(), card]))

    def _destroy(self, tx: Tx, document: Document, found: Deck, data: dict[str, Any]) -> None:
        book = self.book(document.property)
        if found.kind != REPLACEMENT or not found.cards() or found.place == DESTRUCTION:
            words = f"Deck {found.label} is no replacement deck that was used up."
            raise Refused(words, "", book.clause("replacement-deck-exhausted"))
        book.needs("replacement-deck-exhausted", data.get("items"))
        self._change(tx, found, place=DESTRUCTION)

    def _at(self, found: Deck, table_id: str) -> None:
        if found.place != IN_PLAY or found.table_id != table_id:
            where = f"at {found.table_id}" if found.table_id else f"in the {found.place}"
            raise Stale(f"Deck {found.label} is {where}.", f"It is not in play at {table_id}.")

    def _change(self, tx: Tx, was: Deck, **changes: Any) -> None:
        table = schema.deck
        same = (table.c.id == was.id, table.c.place == was.place, table.c.given == was.given)
        if tx.conn.execute(update(table).where(*same).values(**changes)).rowcount != 1:
            raise Stale(f"Deck {was.label} was moved by somebody else.", "Look at it again.")

    # ---- looking

    def get(self, conn: Connection, property_: str, deck: str) -> Deck:
        """A deck by its label."""
        table = schema.deck
        row = conn.execute(select(table).where(table.c.property == property_, table.c.label == deck)).one_or_none()
        if row is None:
            raise NotFound(f"The room's log has no deck {deck!r}.", "It is received first.")
        return Deck(*row)

    def log(self, conn: Connection, property_: str, place: str | None = None, limit: int = 1000) -> list[Deck]:
        """Every deck in the room and where it lies."""
        table = schema.deck
        query = select(table).where(table.c.property == property_).order_by(table.c.received_us, table.c.label)
        if place is not None:
            query = query.where(table.c.place == place)
        return [Deck(*row) for row in conn.execute(query.limit(limit))]

    def at_table(self, conn: Connection, property_: str, table_id: str) -> list[Deck]:
        return [deck for deck in self.log(conn, property_, IN_PLAY) if deck.table_id == table_id]

    def overdue(self, conn: Connection, property_: str) -> list[Deck]:
        """Decks whose time at the table is up."""
        now = self._sources.now_us()
        return [d for d in self.log(conn, property_, IN_PLAY) if d.due_us is not None and d.due_us <= now]

    def lacks(self, conn: Connection, property_: str, table_id: str, since_us: int = 0) -> list[tuple[str, str]]:
        """What a table lacks in cards before a hand is dealt, each with its clause. `since_us`: when this opening
        began, where each opening takes a new inspection."""
        book, there = self.book(property_), self.at_table(conn, property_, table_id)
        least, lacking = int(book.get("decks-at-table", 1)), []
        good = [d for d in there if least == 1 or (d.assigned_us or 0) >= since_us]
        if not good:
            lacking.append(("No inspected deck is at the table.", book.clause("deck-inspected-by")))
        elif len(good) < least:
            words = f"{len(good)} of {least} decks are inspected and at the table."
            lacking.append((words, book.clause("decks-at-table")))
        now = self._sources.now_us()
        late = [d for d in there if d.due_us is not None and d.due_us <= now]
        for deck in late:
            if deck.ready == CALLED:
                words, clause = "is called out of play.", book.clause("removal-on-call")
            else:
                words = f"has been in play for {book.value('deck-hours')} hours."
                clause = book.clause("deck-hours")
            lacking.append((f"Deck {deck.label} {words}", clause))
        return lacking

    def send_away(self, tx: Tx, found: Deck) -> None:
        """A deck leaves the table at once, to where used cards lie."""
        places = self.book(found.property).value("deck-places")
        self._change(tx, found, place=places["used"], table_id="")
