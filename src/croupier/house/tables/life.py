"""The life of a table: closed, opening, open, closing; who deals; what it lacks; what is due.

A table deals by hand only after its equipment was inspected, its inventory counted by two people and its
checklist signed. What it lacks is a list of words, each with the document that supplies it.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, select, update

from croupier.equipment.money import money
from croupier.house.money.chips import value
from croupier.house.money.counts import chips_of
from croupier.house.papers.documents import DIFFERS, FLOWS, Document, Documents
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import Unreadable, stored
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx
from croupier.house.tables import duties
from croupier.house.tables.equipment import Care, InPlay, card_change, due_of, kinds_of
from croupier.rounds import acts
from croupier.rounds.acts import Anything, Close, Declared, Shuffled
from croupier.rounds.events import SentAway
from croupier.rounds.game import Game
from croupier.rulebook.posting import Posting

CLOSED, OPENING, OPEN, CLOSING = "closed", "opening", "open", "closing"
MODES = ("dealer", "electronic")
POKER = "poker"  # the poker room's tables, which no house game's machinery drives
# Made once: to put a question together takes longer than to answer it.
_BY_ID = select(schema.floor_table).where(schema.floor_table.c.id == bindparam("table_id"))
_LOCKED = _BY_ID.with_for_update()


class Settings(msgspec.Struct, frozen=True):
    """How a table is set up; what hangs at it is its posting."""

    title: str = ""
    day: str = ""  # the day whose rulebook it deals by; empty: the latest
    options: dict[str, Any] = {}
    seats: int = 0  # 0: as many as the rulebook says
    low: int = 0  # cents: inventory below this raises an alert
    betting_s: int = 0  # an electronic table closes wagers so long after the first one; 0: when all are ready
    rounds_per_hour: int = 0  # target pace
    demo: bool = False  # opens without counts and signatures, for demo chips
    bank: int = 0  # cents that the house puts into the inventory of a table opened without a count
    carried: int = 0  # chips that patrons kept through a change of limits: they count in no drop again
    since_us: int = 0  # when this opening (or closing) began
    tournament: str = ""  # dealt in a tournament: its chips are worth nothing and stand in no ledger
    book: str = ""  # at a table to try a draft of rules at: the digest of the draft's text
    cash_game: dict[str, Any] = {}  # at a table of the poker room: see croupier.house.poker_room.table.acts.Plan


class FloorTable(msgspec.Struct, frozen=True):
    id: str
    property: str
    game: str
    pit: str
    mode: str
    state: str
    journal: str
    openings: int
    dealer: str
    changed_us: int
    settings: Settings
    unread: bool = False  # its settings can't be read: nobody plays there, and two people close it


PIT_LETTERS_MAX = 40  # what a tile of the board has room for


class Lack(msgspec.Struct, frozen=True):
    """One thing a table needs before it may go on, and the kind of document that supplies it."""

    kind: str
    words: str
    document: str = ""
    slip: str = ""  # the one that is under way and waits for its next line


class Stint(msgspec.Struct, frozen=True):
    id: str
    table_id: str
    badge: str
    in_us: int
    out_us: int | None


class Pressing(msgspec.Struct, frozen=True):
    """What may be due at a table: its equipment, its rack, its papers that wait."""

    in_play: dict[str, InPlay]
    rack_cents: int
    papers: tuple[Document, ...]


class Procedures(Protocol):
    """What the poker room's procedures say of a table, and who may sit down anywhere in the house."""

    def admit(self, tx: Tx, property_: str, act: acts.Anything) -> None: ...
    def welcome(self, conn: Connection, property_: str, patron: str) -> None: ...
    def lacks(self, conn: Connection, table: FloorTable) -> list[tuple[str, str, str]]: ...
    def box_lacks(self, conn: Connection, table_id: str, since_us: int, posting: Posting) -> list[tuple[str, str]]: ...
    def turn_over(self, tx: Tx, table: FloorTable, since_us: int) -> None: ...
    def check_moves(self, table: FloorTable) -> None: ...


class Tables:
    def __init__(
        self, sources: Sources, ledger: Ledger, documents: Documents, care: Care, room: Procedures | None = None
    ) -> None:
        self._sources = sources
        self._ledger = ledger
        self._documents = documents
        self._care = care
        self.room = room

    # ---- the list of tables

    def add(
        self, tx: Tx, table_id: str, property_: str, game: str, mode: str, pit: str, settings: Settings
    ) -> FloorTable:
        if mode not in MODES:
            raise Refused(f"{mode!r} is no way of dealing.", "A table is dealt by a dealer or electronic.")
        if len(table_id) > 40 or not table_id.replace("-", "").isalnum() or not table_id.isascii():
            raise Refused(f"{table_id!r} names no table.", "Letters, digits and hyphens, such as BJ-104.")
        if len(pit) > PIT_LETTERS_MAX or not pit.isprintable() or set(pit) & set("<>"):
            raise Refused(
                "This names no pit.", f"A name such as Pit 1, of at most {PIT_LETTERS_MAX} letters and digits."
            )
        named = schema.floor_table.c.id
        if taken := tx.conn.scalar(select(named).where(func.lower(named) == table_id.lower()).limit(1)):
            raise Refused(f"There is a table {taken}.", "A name is used once, whatever its capitals.")
        now = self._sources.now_us()
        row = (table_id, property_, game, pit, mode, CLOSED, "", 0, "", now, msgspec.json.encode(settings))
        tx.storage.insert_rows(tx.conn, schema.floor_table, [row])
        self._ledger.open(tx, *accounts.of_property(property_), *accounts.of_table(table_id))
        return FloorTable(table_id, property_, game, pit, mode, CLOSED, "", 0, "", now, settings)

    def find(self, conn: Connection, table_id: str, *, lock: bool = False) -> FloorTable | None:
        row = conn.execute(_LOCKED if lock else _BY_ID, {"table_id": table_id}).one_or_none()
        return _table(row) if row else None

    def get(self, conn: Connection, table_id: str, *, lock: bool = False) -> FloorTable:
        found = self.find(conn, table_id, lock=lock)
        if found is None:
            raise NotFound(f"There is no table {table_id}.")
        return found

    def dealt_by(self, conn: Connection, badge: str) -> FloorTable | None:
        """The table at which a dealer stands."""
        row = conn.execute(select(schema.floor_table).where(schema.floor_table.c.dealer == badge)).first()
        return _table(row) if row else None

    def place(self, conn: Connection, table_id: str) -> str:
        """The property of a table, where somebody needs a role who acts there; empty if there is no such table."""
        return conn.scalar(select(schema.floor_table.c.property).where(schema.floor_table.c.id == table_id)) or ""

    def everyone(
        self, conn: Connection, property_: str | None = None, state: str | None = None, *, poker: bool = False
    ) -> list[FloorTable]:
        """The tables of the house's own games, or those of the poker room."""
        table = schema.floor_table
        query = select(table).order_by(table.c.property, table.c.pit, table.c.id)
        query = query.where(table.c.game == POKER if poker else table.c.game != POKER)
        if property_ is not None:
            query = query.where(table.c.property == property_)
        if state is not None:
            query = query.where(table.c.state == state)
        return [_table(row) for row in conn.execute(query)]

    def change(self, tx: Tx, was: FloorTable, **changes: Any) -> FloorTable:
        """Move a table on, if it still stands where it was seen."""
        now = {**changes, "changed_us": self._sources.now_us()}
        values = {k: msgspec.json.encode(v) if k == "settings" else v for k, v in now.items()}
        table = schema.floor_table
        done = tx.conn.execute(
            update(table)
            .where(table.c.id == was.id, table.c.state == was.state, table.c.journal == was.journal)
            .values(**values)
        )
        if done.rowcount != 1:
            raise Stale(f"Table {was.id} was changed by somebody else.", "Look at it again.")
        return msgspec.structs.replace(was, **now)

    # ---- opening and closing

    def begin_opening(self, tx: Tx, table_id: str, settings: Settings) -> FloorTable:
        """Start the opening: from now on its inspections and counts are taken."""
        table = self.get(tx.conn, table_id, lock=True)
        no_tournament(table)
        self._expect(table, CLOSED)
        settings = msgspec.structs.replace(settings, since_us=self._sources.now_us())
        self._care.retire(tx, table_id)
        return self.change(tx, table, state=OPENING, settings=settings)

    def lacks(self, conn: Connection, table: FloorTable, posting: Posting) -> list[Lack]:
        """What stands between this table and its first card; nothing when it may open."""
        furnished = table.settings.demo and not table.openings  # a demonstration finds its tables open
        if table.mode == "electronic" or furnished:
            return []
        since = table.settings.since_us
        lacking = []
        in_play = self._care.in_play(conn, table.id)
        begun = self._documents.find(conn, table_id=table.id, unfinished=True, since_us=since)
        slips = {document.kind: document.id for document in reversed(begun)}
        for kind in kinds_of(posting):
            if kind not in in_play:
                words = f"{FLOWS[kind].title} is not verified."
                lacking.append(Lack("inspection", words, kind, slips.get(kind, "")))
        if not self._done_since(conn, "opening", table):
            lacking.append(_uncounted("opening", begun))
        if not self._done_since(conn, "checklist", table):
            lacking.append(Lack("checklist", "The checklist is open.", "checklist", slips.get("checklist", "")))
        if not table.dealer:
            lacking.append(Lack("dealer", "No dealer stands at the table."))
        asked = self.room.lacks(conn, table) if self.room else []
        lacking += [Lack(kind, f"{words} (clause {clause})", kind) for kind, words, clause in asked]
        if self.room is not None and table.game == POKER:
            boxes = self.room.box_lacks(conn, table.id, since, posting)
            lacking += [Lack("boxes", f"{words} (clause {clause})", "boxes") for words, clause in boxes]
        return lacking

    def _done_since(self, conn: Connection, kind: str, table: FloorTable) -> Document | None:
        """The document of a kind that was signed to its end since this opening or closing began."""
        done = self._documents.latest(conn, kind, table.id, FLOWS[kind].final)
        return done if done is not None and done.opened_us >= table.settings.since_us else None

    def check_round(
        self, conn: Connection, table: FloorTable, posting: Posting, act: Anything, *, deals: bool = False
    ) -> None:
        """Refuse the next round of a table dealt by hand, and the shuffle before it, while equipment is out of play;
        and a card of the round under way (`deals`) to who has taken the shoe over and put none away."""
        if deals:
            duties.check_new_dealer(conn, self._care.notices, table.id)
        if table.mode == "electronic" or type(act) not in (Close, Shuffled):
            return
        kinds = kinds_of(posting) if isinstance(act, Close) else ("cards",)
        furnished = table.settings.demo or bool(table.settings.tournament)  # no papers came with what lies there
        if not furnished and not table.dealer:
            words = f"No dealer stands at {table.id}: no round is dealt there."
            raise Refused(words, "A supervisor brings one in; who supervises a table does not deal it alone.")
        self._care.check_round(conn, table.id, posting, kinds, furnished=furnished)
        if isinstance(act, Close) and not furnished:
            duties.check_new_dealer(conn, self._care.notices, table.id)
            duties.check(conn, self._documents, table.id, self.overdue(conn, table, posting))

    def shuffled(self, tx: Tx, table: FloorTable, posting: Posting, act: Shuffled, by: str) -> None:
        """Hold a shuffle by hand to its cut; where the house posts that an unstated one alerts, tell the pit."""
        if table.mode == "electronic" or table.settings.demo or table.settings.tournament:
            return
        unsaid = duties.check_cut(tx.conn, self._documents, table.id, posting, act)
        if unsaid:
            self._care.notices.raise_in(tx, table.id, unsaid.rule, unsaid.words, by, unsaid.clause)
        self.put_away(tx, table.id, by)

    def taken_over(self, tx: Tx, table: FloorTable, game: Game) -> None:
        """A dealer takes a shoe over that another has begun: until he has put a card of it away he deals none."""
        rule = duties.new_dealers_card(game)
        if rule is None or table.state not in (OPEN, CLOSING) or table.settings.demo or table.settings.tournament:
            return
        words = f"Badge {table.dealer} has taken {table.id} over and put no card of its shoe away."
        self._care.notices.raise_in(tx, table.id, duties.NEW_DEALER, words, table.dealer, rule.clause)

    def taken_back(self, tx: Tx, table: FloorTable, game: Game, journal_id: str, entry: int) -> None:
        """Who takes back that he burned his card has it to burn again."""
        tx.flush()
        undone = (stored.entry.act for stored in journals.entries(tx.conn, journal_id, after=entry - 1))
        if any(isinstance(act, Declared) and act.when == duties.NEW_DEALER for act in undone):
            self.taken_over(tx, table, game)

    def put_away(self, tx: Tx, table_id: str, by: str) -> None:
        """The new dealer has burned his card, or the shoe is shuffled and its first card goes away anyhow."""
        self._care.notices.settle_kind(tx, table_id, duties.NEW_DEALER, by)

    def overdue(self, conn: Connection, table: FloorTable, posting: Posting) -> Iterator[duties.Duty]:
        """What should have been done by now at a table that is dealt by hand."""
        in_play = self._care.in_play(conn, table.id)
        return duties.overdue(conn, self._documents, table.id, posting, in_play, self._sources.now_us())

    def check_deck(self, conn: Connection, table: FloorTable, since_us: list[int]) -> None:
        """Refuse the next hand of a poker table whose deck a ruling sent away, until another has come: an inspected
        set, or a deck of the room's that was brought since."""
        gone = next((g for g in self._care.gone(conn, table.id) if g.kind == "cards"), None)
        if gone is None or "cards" in self._care.in_play(conn, table.id):
            return
        if not any(brought > gone.at_us for brought in since_us):
            words = f"The cards of {table.id} are out of play: no hand is dealt."
            raise Refused(words, "An inspected deck is brought first.", gone.clause)

    def out_of_play(self, conn: Connection, table: FloorTable, posting: Posting) -> str:
        """What keeps the next round of a table from beginning, in words; empty: nothing of its equipment does."""
        try:
            self.check_round(conn, table, posting, Close())
        except Refused as refused:
            return refused.says
        return ""

    def send_away(self, tx: Tx, table: FloorTable, posting: Posting, ruled: Iterable[SentAway], by: str) -> None:
        """What a ruling takes off a table dealt by hand; a machine's cards are made anew by its next shuffle."""
        for sent in ruled if table.mode != "electronic" else ():
            self._care.send_away(tx, table.id, sent.kind, sent.why, by, sent.clause)

    def open(self, tx: Tx, table_id: str, posting: Posting, journal_id: str) -> FloorTable:
        table = self.get(tx.conn, table_id, lock=True)
        self._expect(table, OPENING)
        lacking = self.lacks(tx.conn, table, posting)
        if lacking:
            raise Refused(f"Table {table_id} may not deal yet: {lacking[0].words}", _steps(len(lacking)))
        return self.change(tx, table, state=OPEN, journal=journal_id, openings=table.openings + 1)

    def begin_closing(self, tx: Tx, table_id: str) -> FloorTable:
        table = self.get(tx.conn, table_id, lock=True)
        no_tournament(table)
        self._expect(table, OPEN)
        settings = msgspec.structs.replace(table.settings, since_us=self._sources.now_us())
        return self.change(tx, table, state=CLOSING, settings=settings)

    def closing_lacks(self, conn: Connection, table: FloorTable) -> list[Lack]:
        """What stands between a table dealt by hand and its closing, demo chips or money; a machine's rack and box are
        figures of the ledger, which nobody counts."""
        poker = table.game == POKER  # whose racks and boxes the room's own procedures count
        if table.mode == "electronic" or (poker and table.settings.demo):
            return []
        lacking = []
        done = self._done_since(conn, "closing", table)
        if done is None:
            begun = self._documents.find(conn, kind="closing", table_id=table.id, unfinished=True)
            lacking.append(_uncounted("closing", begun))
        elif self._moved_since(conn, table, done):
            lacking.append(Lack("closing", "Chips have moved since the inventory was counted: count again.", "closing"))
        for document in self._documents.find(conn, table_id=table.id, unfinished=True):
            if document.kind in ("fill", "credit"):
                words = f"The {document.label} is {document.state}."
                lacking.append(Lack(document.kind, words, document.kind, document.id))
        return lacking + (self._box_lacks(conn, table) if poker else self._drop_lacks(conn, table))

    def _box_lacks(self, conn: Connection, table: FloorTable) -> list[Lack]:
        """What a poker table's box still holds: the rake is counted by two before it closes; what was dropped for the
        jackpot is the fund's, which collects it."""
        for document in self._documents.find(conn, kind="drop", table_id=table.id, unfinished=True):
            words = f"The drop box is off the table, its slip only {document.state}: it is counted by two."
            return [Lack("drop", words, "drop", document.id)]
        held = self._ledger.balance(conn, accounts.drop(table.id))
        return [Lack("drop", f"The drop box holds {money(held)}: take it off the table.", "drop")] if held else []

    def _drop_lacks(self, conn: Connection, table: FloorTable) -> list[Lack]:
        """The box goes off the table after the last wager was taken, and two people agree what was in it, be it 0."""
        for document in self._documents.find(conn, kind="drop", table_id=table.id, unfinished=True):
            words = f"The drop box is off the table, its slip only {document.state}: it is counted by two."
            return [Lack("drop", words, "drop", document.id)]
        if not self._done_since(conn, "drop", table):
            return [Lack("drop", "The drop box is still on the table.", "drop")]
        if self._ledger.balance(conn, accounts.drop(table.id)):
            return [Lack("drop", "Cash went into the box since it was changed: take it off again.", "drop")]
        return []

    def _moved_since(self, conn: Connection, table: FloorTable, count: Document) -> bool:
        """Whether a round or a slip has changed the inventory after two people counted it."""
        counted = value(chips_of(count.data("verify"), "verify"))
        return counted != self._ledger.balance(conn, accounts.inventory(table.id))

    def close(self, tx: Tx, table_id: str) -> FloorTable:
        table = self.get(tx.conn, table_id, lock=True)
        self._expect(table, CLOSING)
        lacking = self.closing_lacks(tx.conn, table)
        if lacking:
            raise Refused(f"Table {table_id} may not close yet: {lacking[0].words}", _steps(len(lacking)))
        self._care.retire(tx, table_id)
        self._end_stint(tx, table_id)
        return self.change(tx, table, state=CLOSED, journal="", dealer="")

    def give_up(self, tx: Tx, table: FloorTable) -> FloorTable:
        """Close a table that is out of order, whatever its closing would lack."""
        self._care.retire(tx, table.id)
        self._end_stint(tx, table.id)
        return self.change(tx, table, state=CLOSED, journal="", dealer="")

    def cancel(self, tx: Tx, table_id: str) -> FloorTable:
        """Give up an opening, or go back to dealing from a closing."""
        table = self.get(tx.conn, table_id, lock=True)
        if table.state == OPENING:
            self._care.retire(tx, table_id)
            return self.change(tx, table, state=CLOSED)
        self._expect(table, CLOSING)
        return self.change(tx, table, state=OPEN)

    def _expect(self, table: FloorTable, state: str) -> None:
        if table.state != state:
            raise Stale(f"Table {table.id} is {table.state}.", f"This is done when it is {state}.")

    # ---- dealers

    def dealer_in(self, tx: Tx, table_id: str, badge: str) -> FloorTable:
        """A dealer takes over; whoever dealt before goes out at the same moment."""
        table = self.get(tx.conn, table_id, lock=True)
        if table.state == CLOSED:
            raise Stale(f"Table {table_id} is closed.", "A dealer comes to a table that is opening or open.")
        if table.dealer == badge:
            raise Refused(f"Badge {badge} deals here already.")
        other = tx.conn.scalar(select(schema.floor_table.c.id).where(schema.floor_table.c.dealer == badge))
        if other is not None:
            raise Refused(f"Badge {badge} deals at {other}.", "A dealer stands at one table.")
        self._turn_over(tx, table)
        self._end_stint(tx, table_id)
        stint = {"id": self._sources.new_id("stint-"), "table_id": table_id, "badge": badge}
        tx.conn.execute(insert(schema.dealer_stint).values(**stint, in_us=self._sources.now_us()))
        return self.change(tx, table, dealer=badge)

    def dealer_out(self, tx: Tx, table_id: str) -> FloorTable:
        table = self.get(tx.conn, table_id, lock=True)
        self._turn_over(tx, table)
        self._end_stint(tx, table_id)
        return self.change(tx, table, dealer="")

    def _turn_over(self, tx: Tx, table: FloorTable) -> None:
        """Whoever deals goes: what the poker room's book asks of a dealer's turn is looked at."""
        stint = schema.dealer_stint
        since = tx.conn.scalar(select(stint.c.in_us).where(stint.c.table_id == table.id, stint.c.out_us.is_(None)))
        if self.room is not None and since is not None:
            self.room.turn_over(tx, table, since)

    def _end_stint(self, tx: Tx, table_id: str) -> None:
        table = schema.dealer_stint
        current = update(table).where(table.c.table_id == table_id, table.c.out_us.is_(None))
        tx.conn.execute(current.values(out_us=self._sources.now_us()))
        self.put_away(tx, table_id, "system")  # he deals no more here

    def stints(self, conn: Connection, table_id: str | None = None, from_us: int = 0) -> list[Stint]:
        """Who dealt where and when, the latest first: the custody of the inventory, and the downs for the tokes."""
        table = schema.dealer_stint
        query = select(table).order_by(table.c.in_us.desc(), table.c.id)
        query = query.where((table.c.out_us.is_(None)) | (table.c.out_us > from_us))
        if table_id is not None:
            query = query.where(table.c.table_id == table_id)
        return [Stint(*row) for row in conn.execute(query)]

    # ---- what is due

    def pressing(self, conn: Connection, tables: Collection[FloorTable]) -> dict[str, Pressing]:
        """What may be due at each of these tables, read at once."""
        names = [table.id for table in tables]
        in_play = self._care.in_play_at(conn, names)
        racks = self._ledger.balances_of(conn, [accounts.inventory(name) for name in names])
        papers: dict[str, list[Document]] = {name: [] for name in names}
        for document in self._documents.find(conn, tables=names, unfinished=True, limit=None):
            papers[document.table_id].append(document)
        return {n: Pressing(in_play[n], racks.get(accounts.inventory(n), 0), tuple(papers[n])) for n in names}

    def due(
        self, table: FloorTable, posting: Posting, pressing: Pressing, soon_us: int
    ) -> Iterable[tuple[str, str, str]]:
        """(kind, words, clause) of equipment whose time is up or nearly so, and of an inventory that runs low."""
        now = self._sources.now_us()
        for kind, in_play in pressing.in_play.items():
            due_us = due_of(posting, in_play)
            if due_us is not None and due_us - now <= soon_us:
                interval = card_change(posting)
                minutes = (due_us - now) // 60_000_000
                when = f"in {minutes} min" if minutes > 0 else f"{-minutes} min ago"
                yield f"{kind}-due", f"{kind.capitalize()} to be changed {when}.", interval.clause if interval else ""
        if table.settings.low and pressing.rack_cents < table.settings.low and table.state == OPEN:
            yield "inventory-low", "The inventory is low: request a fill.", ""
        for document in pressing.papers:
            step = FLOWS[document.kind].after(document.state)
            waits = f"waits to be {step.to}" if step else "differs from its count: void it"
            yield "fill-waiting", f"{FLOWS[document.kind].title} {document.number:06d} {waits}.", ""


def _uncounted(kind: str, begun: list[Document]) -> Lack:
    """The inventory is still to be counted, or its count was begun and its slip waits."""
    slip = next((document for document in begun if document.kind == kind), None)
    if slip is None:
        return Lack(kind, "The inventory is not counted.", kind)
    waits = "The count of the inventory waits for its second signature."
    named = f"{FLOWS[kind].title.lower()} {slip.number:06d}"
    differs = f"The two counts of {named} differ: two people void it, then the inventory is counted anew."
    return Lack(kind, differs if slip.state == DIFFERS else waits, kind, slip.id)


def no_tournament(table: FloorTable) -> None:
    if table.settings.tournament:
        raise Refused(f"Table {table.id} belongs to {table.settings.tournament}.", "It opens and ends with it.")


def _table(row: Any) -> FloorTable:
    values = dict(row._mapping)
    try:
        values["settings"] = stored(values["settings"], Settings, f"Table {row.id}")
    except Unreadable:
        return FloorTable(**values | {"settings": Settings(), "unread": True})
    return FloorTable(**values)


def _steps(count: int) -> str:
    return "One step is open." if count == 1 else f"{count} steps are open."
