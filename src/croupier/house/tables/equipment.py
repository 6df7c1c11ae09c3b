"""Cards, dice and wheels in play: inspected by whom, since when, due when; stub counts; what a table still lacks.

Intervals and clauses come from the rulebook's procedures; nothing here knows a number of hours.
"""

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from croupier.games import class_of
from croupier.games.twentyone.felt import SMALL_GAME_DECKS
from croupier.house.papers.documents import DIFFERS, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record import schema
from croupier.house.record.clock import DAY_US, HOUR_US, Sources
from croupier.house.record.errors import Forbidden, Refused
from croupier.house.record.writer import Tx
from croupier.rulebook import NotFound
from croupier.rulebook.posting import Posting

# Procedures of a rulebook that tell what is at a table, or is seen to, before the first round.
BEFORE_DEALING = frozenset(
    [
        "opening",
        "inspection-log",
        "card-check",
        "table",
        "table-equipment",
        "layout",
        "layout-or-sign",
        "layout-and-sign",
        "boxes",
        "dice",
        "wheel",
        "ball",
        "shaker",
        "lammers",
        "marker-buttons",
        "posted-limits",
        "limits-posted",
        "odds-posted",
        "payout-limit-notice",
    ]
)

# Procedures of a rulebook that send equipment away, the first of which is cited.
SENT_AWAY = {
    "cards": ("stub-count", "card-count", "opening"),
    "dice": ("opening", "dice"),
    "wheel": ("notice-of-compromise", "replacement", "opening"),
}


LABEL_MAX = 120
# What names its set, and how such a name looks: without one a set could lie at two tables, and come back unknown.
NAMED = {"cards": "what its box says, such as Red 12, six decks", "dice": "what tells the set, such as 4711 or Red 3"}
DEALERS_OWN = {"cards": "inspects the cards of", "stub": "counts the cards of"}  # papers of who deals at the table


class Interval(msgspec.Struct, frozen=True):
    hours: int
    clause: str


class InPlay(msgspec.Struct, frozen=True):
    id: str
    table_id: str
    kind: str
    label: str
    in_us: int
    due_us: int | None
    document_id: str


class Gone(msgspec.Struct, frozen=True):
    """A set that left a table, and why."""

    id: str
    table_id: str
    kind: str
    label: str
    why: str
    clause: str
    by: str
    at_us: int


def same_box(one: str, other: str) -> bool:
    """Whether two labels name one box between them, however they are spaced, hyphenated or capitalised."""
    return not {_letters(box) for box in boxes(one)}.isdisjoint(_letters(box) for box in boxes(other))


def boxes(label: str) -> list[str]:
    """The boxes that a label names: `Red 12 + Blue 7` is two."""
    return [box.strip() for box in label[:LABEL_MAX].split("+") if box.strip()] or [label]


def _letters(label: str) -> str:
    plain = label[:LABEL_MAX].casefold()
    return "".join(filter(str.isalnum, plain)) or plain.strip()


def kinds_of(posting: Posting) -> tuple[str, ...]:
    """What is inspected before this game may be dealt by hand."""
    cards = ("cards",) if posting.get("decks") else ()
    try:
        return cards + class_of(posting.rulebook).EQUIPMENT
    except NotFound:  # the poker room's tables, which no house game plays
        return cards


def two_backs(posting: Posting) -> str | None:
    """The clause by which two sets with backs of different colours are in use at a table; None where it is one."""
    rules = posting.rulebook.settings
    if posting.get("dealing") == "double-shoe":
        return rules["dealing"].clause
    return rules["batches"].clause if posting.get("batches") == 2 else None


def check_backs(posting: Posting, label: str) -> None:
    """Refuse a label that names one set where two are in use, or two of one colour: the colour comes first."""
    clause = two_backs(posting)
    if clause is None:
        return
    named, again = boxes(label), "Inspect both and name both, the colour of the back first: Red 12 + Blue 7."
    if len(named) != 2:
        raise Refused(
            f"Two sets of cards with different backs are in use here; {label!r} names {len(named)}.", again, clause
        )
    first, second = (box.split()[0].casefold() for box in named)
    if first == second:
        raise Refused(f"Both sets are {named[0].split()[0]}: their backs differ in colour.", again, clause)


def card_change(posting: Posting) -> Interval | None:
    """How long a set of cards may stay in play as this table deals; None where the rulebook is silent."""
    procedure = posting.rulebook.procedure("card-change")
    if procedure is None:
        return None
    hours = procedure.values.get("hours")
    if isinstance(hours, dict):  # by the way of dealing; where none fits, the shortest
        small = posting.get("small-game") if posting.get("decks", 0) <= SMALL_GAME_DECKS else None
        ways = [str(way) for way in (small, posting.get("dealing"))]
        hours = next((hours[way] for way in ways if way in hours), min(hours.values(), default=None))
    return Interval(hours, procedure.clause) if isinstance(hours, int) else None


def due_of(posting: Posting, lies: InPlay) -> int | None:
    """When a set is to be changed as its table deals now; None: never. The way of dealing may have changed since."""
    interval = card_change(posting) if lies.kind == "cards" else None
    return lies.in_us + interval.hours * HOUR_US if interval else None


def stub_count(posting: Posting) -> tuple[int, str] | None:
    """After how many rounds the stub is counted, and the clause."""
    for name in ("stub-count", "card-count"):
        procedure = posting.rulebook.procedure(name)
        rounds = procedure.values.get("rounds") if procedure else None
        if procedure and isinstance(rounds, int):
            return rounds, procedure.clause
    return None


def sent_away(posting: Posting | None, kind: str) -> str:
    """The clause by which a set leaves the table; empty where the rulebook has none."""
    names = SENT_AWAY.get(kind, ()) if posting else ()
    found = (posting.rulebook.procedure(name) for name in names) if posting else ()
    return next((procedure.clause for procedure in found if procedure), "")


def checklist(posting: Posting) -> tuple[str, ...]:
    """What somebody goes through before the table deals: each thing that the rulebook's procedures say, by clause."""
    items = []
    for procedure in posting.rulebook.procedures:
        side, _, layout = procedure.name.rpartition("-")
        if procedure.name in BEFORE_DEALING or (layout == "layout" and side in posting.wagers):
            for part in procedure.says.rstrip(".").split("; "):
                items.append(f"{part[:1].upper()}{part[1:]}. Clause {procedure.clause}.")
    return tuple(items)


def whose(table_id: str, property_: str, stands: str, by: Person, does: str) -> str:
    """Who does with the cards what a clause has the dealer do: who stands at the table, or some dealer of the house
    while nobody does; never who supervises him. Empty where it is this person's."""
    if by.badge == stands if stands else by.has("dealer", property_):
        return ""
    return f"{f'Badge {stands}, who deals there,' if stands else 'A dealer'} {does} {table_id}."


def check_dealers_own(conn: Connection, document: Document, by: Person, does: str, clause: str) -> None:
    table = schema.floor_table
    stands = conn.scalar(select(table.c.dealer).where(table.c.id == document.table_id))
    if words := whose(document.table_id, document.property, stands or "", by, does):
        raise Forbidden(words, "Nobody above him does it in his place.", clause)


class Care:
    def __init__(self, sources: Sources, notices: Notices, posting_of: Callable[[str], Posting | None]) -> None:
        self._sources = sources
        self.notices = notices
        self._posting_of = posting_of

    # ---- effects of inspection documents

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        if document.kind == "stub":
            return self._stub(tx, document, by, data)
        if document.kind == "checklist":
            self._checklist(document, data)
            return None
        if data.get("compromised"):
            words = f"{document.label}: {document.kind} found compromised; the commission is notified at once"
            clause = sent_away(self._posting_of(document.table_id), document.kind)
            self.notices.raise_in(tx, document.table_id, "compromised", words, by.badge, clause)
            self._gone(tx, document.table_id, document.kind, words, by.badge, clause)
            return DIFFERS
        named = str((document.data("inspect") or data).get("label", "")).strip()
        if document.kind in NAMED and not named:
            raise Refused(f"The set of {document.kind} has no label.", f"Write {NAMED[document.kind]}.")
        posting = self._posting_of(document.table_id)
        if document.kind == "cards" and posting is not None:
            if step == "inspect":
                rule = posting.rulebook.procedure("opening")
                check_dealers_own(tx.conn, document, by, DEALERS_OWN["cards"], rule.clause if rule else "")
            check_backs(posting, named)
        self._check_back(tx.conn, document, named, posting)
        if step == "verify":
            self.put_in_play(tx, document, named)
        return None

    def _check_back(self, conn: Connection, document: Document, label: str, posting: Posting | None) -> None:
        """Refuse a set that lies at another table of the property, and one that a ruling or a count has just sent away:
        a box of cards is in one place."""
        for other in self._known_as(conn, document, label):
            if other.out_us is None and other.table_id != document.table_id:
                words, clause = f"{label} is in play at {other.table_id}.", sent_away(posting, document.kind)
                raise Refused(words, "Another set comes, or that one leaves its table first.", clause)
        gone, table = schema.equipment_gone, schema.floor_table
        query = select(gone.c.table_id, gone.c.label, gone.c.why, gone.c.clause)
        query = query.join_from(gone, table, table.c.id == gone.c.table_id)
        query = query.where(table.c.property == document.property, gone.c.kind == document.kind)
        query = query.where(gone.c.at_us > self._sources.now_us() - DAY_US)
        for row in conn.execute(query) if label else ():
            if same_box(row.label, label):
                raise Refused(f"{label} was sent away from {row.table_id}: {row.why}", "Another set comes.", row.clause)

    def _known_as(self, conn: Connection, document: Document, label: str) -> list[Any]:
        """The times in play of the set with this label in the property, the latest first; those that ended a day ago
        were of another box."""
        was, table = schema.equipment_set, schema.floor_table
        query = select(was.c.table_id, was.c.label, was.c.in_us, was.c.out_us)
        query = query.join_from(was, table, table.c.id == was.c.table_id)
        query = query.where(table.c.property == document.property, was.c.kind == document.kind)
        lately = self._sources.now_us() - DAY_US
        query = query.where(was.c.out_us.is_(None) | (was.c.out_us > lately))
        found = [row for row in conn.execute(query) if same_box(row.label, label)] if label else []
        return sorted(found, key=lambda row: (row.out_us is not None, -(row.out_us or 0), -row.in_us))

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing comes into play before the last signature."""

    def _stub(self, tx: Tx, document: Document, by: Person, data: dict[str, Any]) -> str | None:
        posting = self._posting_of(document.table_id)
        rule = stub_count(posting) if posting else None
        check_dealers_own(tx.conn, document, by, DEALERS_OWN["stub"], rule[1] if rule else "")
        counted, expected = data.get("counted"), data.get("expected")
        if not isinstance(counted, int) or not isinstance(expected, int):
            raise Refused("The count is missing.", "State how many cards were counted and how many there should be.")
        if counted != expected:
            words = f"{counted} cards counted, {expected} expected: the deck is removed from the table"
            clause = sent_away(posting, "cards")
            self.send_away(tx, document.table_id, "cards", words, by.badge, clause)
            return DIFFERS
        self.notices.settle_kind(tx, document.table_id, "stub-due", by.badge)
        return None

    def _checklist(self, document: Document, data: dict[str, Any]) -> None:
        posting = self._posting_of(document.table_id)
        done = data.get("items")
        ticked = done if isinstance(done, list) else []
        missing = [item for item in (checklist(posting) if posting else ()) if item not in ticked]
        if missing:
            raise Refused(f"Not ticked: {missing[0]}", f"{len(missing)} of the list's items are open.")

    def put_in_play(self, tx: Tx, document: Document, label: str) -> None:
        """The inspected set comes into play; the one before it goes out. A set that was in play before, here or at
        another table, is no new one: its hours go on, and of two sets those of the older one."""
        now = self._sources.now_us()
        known = (next(iter(self._known_as(tx.conn, document, box)), None) for box in boxes(label))
        now -= max((0, *((now if was.out_us is None else was.out_us) - was.in_us for was in known if was)))
        self.retire(tx, document.table_id, document.kind)
        posting = self._posting_of(document.table_id)
        interval = card_change(posting) if posting and document.kind == "cards" else None
        due_us = now + interval.hours * HOUR_US if interval else None
        row = {"id": self._sources.new_id("set-"), "table_id": document.table_id, "kind": document.kind}
        times = {"label": label[:LABEL_MAX], "in_us": now, "due_us": due_us, "document_id": document.id}
        tx.conn.execute(insert(schema.equipment_set).values(**row, **times))
        self.notices.settle_kind(tx, document.table_id, "cards-due", document.signed[-1].by)

    def send_away(self, tx: Tx, table_id: str, kind: str, why: str, by: str, clause: str) -> None:
        """A ruling or a count takes a set off the table: on the record, and the pit is told what is wanted."""
        self.notices.raise_in(tx, table_id, f"{kind}-due", why, by, clause)
        self._gone(tx, table_id, kind, why, by, clause)

    def _gone(self, tx: Tx, table_id: str, kind: str, why: str, by: str, clause: str) -> None:
        there = self.in_play(tx.conn, table_id).get(kind)
        self.retire(tx, table_id, kind)
        about = {"id": self._sources.new_id("gone-"), "table_id": table_id, "kind": kind, "clause": clause}
        what = {"label": there.label if there else "", "why": why[:400], "by": by, "at_us": self._sources.now_us()}
        tx.conn.execute(insert(schema.equipment_gone).values(**about, **what))

    def retire(self, tx: Tx, table_id: str, kind: str | None = None) -> None:
        table = schema.equipment_set
        query = update(table).where(table.c.table_id == table_id, table.c.out_us.is_(None))
        if kind is not None:
            query = query.where(table.c.kind == kind)
        tx.conn.execute(query.values(out_us=self._sources.now_us()))

    # ---- looking

    def check_round(
        self, conn: Connection, table_id: str, posting: Posting, kinds: tuple[str, ...], *, furnished: bool
    ) -> None:
        """Refuse a round with equipment that left the table; the one under way is finished with what it began with.

        A table that was furnished without papers misses only what has left it since.
        """
        there = self.in_play(conn, table_id)
        for kind in kinds:
            if kind in there or kind not in kinds_of(posting):
                continue
            gone = next((g for g in self.gone(conn, table_id) if g.kind == kind), None)
            if furnished and gone is None:
                continue
            what = f"The {kind} of {table_id} {'is' if kind == 'wheel' else 'are'} out of play: no round begins."
            clause = gone.clause if gone and gone.clause else sent_away(posting, kind)
            raise Refused(what, f"A {kind} inspection puts others on.", clause)

    def gone(self, conn: Connection, table_id: str, most: int = 10) -> list[Gone]:
        """What a ruling or a count has sent away from a table, the latest first."""
        table = schema.equipment_gone
        rows = select(table).where(table.c.table_id == table_id).order_by(table.c.at_us.desc(), table.c.id).limit(most)
        return [Gone(**row._mapping) for row in conn.execute(rows)]

    def in_play(self, conn: Connection, table_id: str) -> dict[str, InPlay]:
        return self.in_play_at(conn, [table_id])[table_id]

    def in_play_at(self, conn: Connection, tables: Collection[str]) -> dict[str, dict[str, InPlay]]:
        """What lies on each of these tables, by its kind."""
        table = schema.equipment_set
        rows = conn.execute(select(table).where(table.c.table_id.in_(tables), table.c.out_us.is_(None)))
        found: dict[str, dict[str, InPlay]] = {name: {} for name in tables}
        for row in rows:
            lies = InPlay(row.id, row.table_id, row.kind, row.label, row.in_us, row.due_us, row.document_id)
            found[row.table_id][row.kind] = lies
        return found
