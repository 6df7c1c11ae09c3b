"""Progressive meters linked between tables: contributions, locked wins, verification, reset.

A meter is an account. Each wager that feeds it adds a share to the meter and one to the reserve for the next
seed, exact to the millionth of a cent. A percentage win is keyed in: its amount leaves the meter at once and
lies locked under the jackpot's own account, a full win resets the meter from the reserve, and whoever is
keyed in next sees what is left. The round goes on when a supervisor and surveillance have verified it.
"""

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.equipment.money import money
from croupier.games.progressive import in_words
from croupier.house.papers.documents import Document, strike
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record import accounts, kept_books, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Group, Ledger, Posted
from croupier.house.record.writer import Tx
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import Posting, Rulebook

MILLION = 1_000_000
PERCENT_PPM = 10_000
CENTS = 100
KEYED, VERIFIED, CONFIRMED, SETTLED, PAID, CANCELLED = (
    "keyed", "verified", "confirmed", "settled", "paid", "cancelled",
)  # fmt: skip
HELD = (KEYED, VERIFIED, CONFIRMED)  # the round waits, the amount is locked
INVENTORY = "inventory"
PAID_FROM = (INVENTORY, "cage")
BOOK = "progressives"  # the rulebook of a property's meters
PURSE = "purse"  # its procedure where one purse pays every win
DEMO, FOR_MONEY = "-demo", "-money"  # what a meter's name ends with where the plain one is taken by other chips
CONTRIBUTION, RESET, PAYMENT = "contribution", "meter-reset", "reads"  # kinds of groups in the ledger
ENTRY_MAX = 2**62


class MeterSetup(msgspec.Struct, frozen=True):
    name: str
    property: str
    seed: int
    to_meter_ppm: int  # millionths of each wager that go to the meter
    to_reserve_ppm: int  # and to the reserve for the next seed


class Jackpot(msgspec.Struct, frozen=True):
    id: str
    meter: str
    place: int  # in which order it was keyed in
    table_id: str
    journal: str
    entry: int
    position: int
    patron: str
    wager: str
    outcome: str
    share_ppm: int
    shown: int
    amount: int
    state: str
    keyed_us: int
    document_id: str


class Win(msgspec.Struct, frozen=True):
    """A percentage win as the rules give it."""

    position: int
    patron: str
    wager: str
    outcome: str
    share_ppm: int
    amount: int


class Purses(msgspec.Struct, frozen=True):
    """From where a win may be paid, and what is said to another one."""

    purses: tuple[str, ...]
    words: str = ""
    instead: str = ""
    clause: str = ""


def jackpot_account(jackpot_id: str) -> str:
    return f"jackpot:{jackpot_id}"


class Progressives:
    def __init__(
        self,
        sources: Sources,
        ledger: Ledger,
        notices: Notices,
        demo_at: Callable[[Connection, str], bool] = lambda conn, table_id: False,
    ) -> None:
        self._sources = sources
        self._ledger = ledger
        self._notices = notices
        self._demo_at = demo_at

    # ---- setting up

    def configure(self, tx: Tx, setup: MeterSetup, by: str) -> None:
        """A new meter, seeded by the house."""
        shares = (setup.to_meter_ppm, setup.to_reserve_ppm)
        if min(shares) < 0 or sum(shares) > MILLION or setup.seed < 0:
            raise Refused("The shares of a meter are from 0 to the whole wager, its seed no less than $0.00.")
        if not setup.name.replace("-", "").isalnum():
            raise Refused(f"{setup.name!r} names no meter.", "Letters, digits and hyphens.")
        if self._row(tx.conn, setup.name) is not None:
            raise Refused(f"There is a meter {setup.name}.", "A name is used once.")
        row = {"name": setup.name, "property": setup.property, "seed": setup.seed, "active": 1}
        rates = {"to_meter_ppm": setup.to_meter_ppm, "to_reserve_ppm": setup.to_reserve_ppm}
        rests = {"meter_rest_ppm": 0, "reserve_rest_ppm": 0}
        tx.conn.execute(insert(schema.meter).values(**row, **rates, **rests))
        names = (accounts.meter(setup.name), accounts.reserve(setup.name), accounts.house(setup.property))
        self._ledger.open(tx, *names)
        if setup.seed:
            self._ledger.move(tx, "meter-seed", by, names[2], names[0], setup.seed, memo="first seed")

    def link(self, tx: Tx, meter: str, table_id: str, wager: str) -> None:
        """Let a wager at a table feed and win a meter, and no other one."""
        self.setup(tx.conn, meter)
        table = schema.meter_link
        here = (table.c.table_id == table_id, table.c.wager == wager)
        there = tx.conn.scalars(select(table.c.meter).where(*here)).all()
        if there != [meter]:
            tx.conn.execute(delete(table).where(*here))
            tx.conn.execute(insert(table).values(meter=meter, table_id=table_id, wager=wager))

    def ensure(self, tx: Tx, table_id: str, posting: Posting, by: str, demo_tables: Collection[str]) -> str:
        """The meter that a posting's progressive feeds at its property, set up and linked; empty without one."""
        if not posting.progressive:
            return ""
        place = posting.rulebook.property
        name = self._name(tx.conn, f"{place}-{posting.progressive}", table_id, demo_tables)
        seed = int(posting.get("progressive-seed", 0)) * CENTS
        rates = [int(posting.get(f"progressive-{share}", 0)) * PERCENT_PPM for share in ("increment", "reserve")]
        setup = MeterSetup(name, place, seed, *rates)
        if self._row(tx.conn, name) is None:
            self.configure(tx, setup, by)
        elif self.setup(tx.conn, name) != setup:  # as it is posted: no other table feeds it
            terms = {"seed": setup.seed, "to_meter_ppm": setup.to_meter_ppm, "to_reserve_ppm": setup.to_reserve_ppm}
            tx.conn.execute(update(schema.meter).where(schema.meter.c.name == name).values(**terms))
        self.link(tx, name, table_id, "progressive")
        return name

    def _name(self, conn: Connection, plain: str, table_id: str, demo_tables: Collection[str]) -> str:
        """Which meter a table feeds: one of money tables or one of demo tables, never both.

        The plain name is the money tables'. In older records demo tables may be linked to it: they stay there as long
        as no money table is, and money tables that come later leave it to them.
        """
        table = schema.meter_link
        linked = set(conn.scalars(select(table.c.table_id).where(table.c.meter == plain)))
        for_money = not linked <= set(demo_tables)
        if table_id in demo_tables:
            return plain if table_id in linked and not for_money else f"{plain}{DEMO}"
        return plain if for_money or not linked else f"{plain}{FOR_MONEY}"

    # ---- looking

    def setup(self, conn: Connection, name: str) -> MeterSetup:
        row = self._row(conn, name)
        if row is None:
            raise NotFound(f"There is no meter {name}.")
        return MeterSetup(row.name, row.property, row.seed, row.to_meter_ppm, row.to_reserve_ppm)

    def _row(self, conn: Connection, name: str, *, lock: bool = False) -> Any:
        query = select(schema.meter).where(schema.meter.c.name == name)
        return conn.execute(query.with_for_update() if lock else query).one_or_none()

    def shown(self, conn: Connection, name: str) -> int:
        """What the meter shows: what the next full win would be."""
        return self._ledger.balance(conn, accounts.meter(name))

    def meters(self, conn: Connection, property_: str | None = None) -> dict[str, int]:
        query = select(schema.meter.c.name).where(schema.meter.c.active == 1).order_by(schema.meter.c.name)
        if property_ is not None:
            query = query.where(schema.meter.c.property == property_)
        return {name: self.shown(conn, name) for name in conn.scalars(query)}

    def links(self, conn: Connection, table_id: str) -> dict[str, str]:
        """wager -> the meter it feeds at this table."""
        table = schema.meter_link
        rows = conn.execute(select(table.c.wager, table.c.meter).where(table.c.table_id == table_id))
        return {row.wager: row.meter for row in rows}

    def jackpots(
        self, conn: Connection, *, table_id: str | None = None, meter: str | None = None, open_only: bool = False
    ) -> list[Jackpot]:
        """Wins in the order in which they were keyed in."""
        table = schema.jackpot
        query = select(table).order_by(table.c.keyed_us, table.c.place)
        if table_id is not None:
            query = query.where(table.c.table_id == table_id)
        if meter is not None:
            query = query.where(table.c.meter == meter)
        if open_only:
            query = query.where(table.c.state.not_in((PAID, CANCELLED)))
        return [Jackpot(*row) for row in conn.execute(query)]

    def get(self, conn: Connection, jackpot_id: str, *, lock: bool = False) -> Jackpot:
        query = select(schema.jackpot).where(schema.jackpot.c.id == jackpot_id)
        row = conn.execute(query.with_for_update() if lock else query).one_or_none()
        if row is None:
            raise NotFound("There is no such jackpot.")
        return Jackpot(*row)

    # ---- money

    def contribute(self, tx: Tx, name: str, stakes: int, by: str, **about: Any) -> None:
        """What settled wagers add to a meter and its reserve; fractions of a cent wait for the next ones."""
        row = self._row(tx.conn, name, lock=True)
        if row is None or not row.active:
            raise NotFound(f"There is no meter {name}.")
        to_meter, meter_rest = divmod(stakes * row.to_meter_ppm + row.meter_rest_ppm, MILLION)
        to_reserve, reserve_rest = divmod(stakes * row.to_reserve_ppm + row.reserve_rest_ppm, MILLION)
        rests = {"meter_rest_ppm": meter_rest, "reserve_rest_ppm": reserve_rest}
        tx.conn.execute(update(schema.meter).where(schema.meter.c.name == name).values(**rests))
        if to_meter or to_reserve:
            lines = (
                (accounts.house(row.property), -to_meter - to_reserve),
                (accounts.meter(name), to_meter),
                (accounts.reserve(name), to_reserve),
            )
            self._ledger.post(tx, Group(kind=CONTRIBUTION, by=by, lines=lines, **about))

    def key_in(self, tx: Tx, name: str, table_id: str, journal: str, entry: int, shown: int, win: Win) -> Jackpot:
        """Lock a win: its amount leaves the meter now; a full win resets the meter at once."""
        setup = self.setup(tx.conn, name)
        there = self._ledger.balance_in(tx, accounts.meter(name))
        if there < win.amount:
            raise Stale(
                f"Meter {name} shows {money(there)} by now; somebody was keyed in first.", "Read the meter again."
            )
        jackpot = Jackpot(
            self._sources.new_id("jackpot-"),
            name,
            tx.take_number(f"jackpot:{name}"),
            table_id,
            journal,
            entry,
            win.position,
            win.patron,
            win.wager,
            win.outcome,
            win.share_ppm,
            shown,
            win.amount,
            KEYED,
            self._sources.now_us(),
            "",
        )
        tx.storage.insert_rows(tx.conn, schema.jackpot, [msgspec.structs.astuple(jackpot)])
        self._ledger.open(tx, jackpot_account(jackpot.id))
        about = {"table_id": table_id, "journal": journal, "entry": entry, "memo": jackpot.id}
        locked = jackpot_account(jackpot.id)
        self._ledger.move(tx, "jackpot-lock", win.patron, accounts.meter(name), locked, win.amount, **about)
        if win.share_ppm == MILLION:
            self._reset(tx, setup, about)
        self._notices.raise_in(tx, table_id, "jackpot", to_verify(jackpot), win.patron)
        return jackpot

    def _reset(self, tx: Tx, setup: MeterSetup, about: dict[str, Any]) -> None:
        """The next seed, from the reserve as far as it reaches, the rest from the house."""
        missing = setup.seed - self._ledger.balance_in(tx, accounts.meter(setup.name))
        if missing <= 0:
            return
        from_reserve = max(0, min(missing, self._ledger.balance_in(tx, accounts.reserve(setup.name))))
        lines = (
            (accounts.reserve(setup.name), -from_reserve),
            (accounts.house(setup.property), from_reserve - missing),
            (accounts.meter(setup.name), missing),
        )
        self._ledger.post(tx, Group(kind=RESET, by="system", lines=lines, **about))

    def move(self, tx: Tx, jackpot_id: str, was: tuple[str, ...], to: str, document_id: str | None = None) -> Jackpot:
        jackpot = self.get(tx.conn, jackpot_id, lock=True)
        if jackpot.state not in was:
            raise Stale(f"The jackpot is {jackpot.state}.", f"This is done when it is {' or '.join(was)}.")
        values = {"state": to} | ({"document_id": document_id} if document_id is not None else {})
        tx.conn.execute(update(schema.jackpot).where(schema.jackpot.c.id == jackpot_id).values(**values))
        return msgspec.structs.replace(jackpot, **values)

    def cancel(self, tx: Tx, jackpot_id: str, by: Person, reason: str) -> Jackpot:
        """The hand did not win after all: the locked amount goes back to the meter, and the seed that a full win had
        put there to where it came from. What was verified is cancelled by who may verify, and its slip with it."""
        tx.flush()
        was = self.get(tx.conn, jackpot_id, lock=True)
        if was.document_id and not by.may("jackpot.verify"):
            raise Forbidden("A supervisor has verified this jackpot.", "A supervisor takes it back or rules on it.")
        jackpot = self.move(tx, jackpot_id, HELD, CANCELLED)
        locked = jackpot_account(jackpot.id)
        self._ledger.move(
            tx, "jackpot-cancel", by.badge, locked, accounts.meter(jackpot.meter), jackpot.amount, memo=reason[:200]
        )
        for group in self._moved_since(tx, jackpot.table_id, jackpot.journal, jackpot.entry):
            if group.kind == RESET and group.memo == jackpot.id:
                self._ledger.correct(tx, group.number, by.badge, f"{jackpot.id} cancelled")
        if was.document_id:
            strike(tx, self._sources.now_us(), was.document_id, by, reason)
        self._notices.settle_kind(tx, jackpot.table_id, "jackpot", by.badge, to_verify(jackpot))
        return jackpot

    def undone(self, tx: Tx, table_id: str, journal: str, entry: int, by: str) -> None:
        """An entry and those after it were taken back: so is what their wagers gave to meters, or it would be given
        twice. A win that two people have verified is not undone by keying."""
        moved = self._moved_since(tx, table_id, journal, entry)
        if self.settled_since(tx.conn, table_id, journal, entry):
            raise Refused("A verified jackpot was settled after this.", "What was paid is corrected by hand.")
        for group in moved:
            if group.kind == CONTRIBUTION and self._ledger.corrected(tx.conn, group.number) is None:
                self._ledger.correct(tx, group.number, by, f"entry {entry} taken back")

    def settled_since(self, conn: Connection, table_id: str, journal: str, entry: int) -> bool:
        """Whether a verified jackpot was settled with this entry or after: then it can't be taken back."""
        since = self._ledger.groups(conn, table_id=table_id, journal=journal, entries=(entry, ENTRY_MAX))
        return any(group.kind == PAYMENT for group in since)

    def voided(self, tx: Tx, table_id: str, journal: str, entry: int, by: Person) -> None:
        """A ruling voids a round that began with this entry. A win of it that was settled stands, verified by two
        people as it is, so who voids the round around it may verify too."""
        tx.flush()
        for jackpot in self.jackpots(tx.conn, table_id=table_id):
            mine = jackpot.journal == journal and jackpot.entry >= entry
            if mine and jackpot.state in (SETTLED, PAID) and not by.may("jackpot.verify"):
                raise Forbidden(
                    "A verified jackpot was settled in this round.", "A supervisor rules on the rest of it."
                )

    def _moved_since(self, tx: Tx, table_id: str, journal: str, entry: int) -> list[Posted]:
        tx.flush()
        return self._ledger.groups(tx.conn, table_id=table_id, journal=journal, entries=(entry, ENTRY_MAX))

    # ---- the document that verifies a win

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        jackpot_id = str(document.data("verify").get("jackpot", ""))
        again = self._again(tx.conn, jackpot_id, document)
        if step == "verify":
            was, to = (SETTLED, SETTLED) if again else (KEYED, VERIFIED)
            jackpot = self.move(tx, jackpot_id, (was,), to, document.id)
            if jackpot.table_id != document.table_id:
                raise Refused(f"This win was keyed in at {jackpot.table_id}.", "Its slip is of that table.")
        elif step == "surveil":
            was, to = (SETTLED, SETTLED) if again else (VERIFIED, CONFIRMED)
            confirmed = self.move(tx, jackpot_id, (was,), to)
            self._notices.settle_kind(tx, confirmed.table_id, "jackpot", by.badge, to_verify(confirmed))
        elif step == "pay":
            self._pay(tx, self.move(tx, jackpot_id, (SETTLED,), PAID), document, by, data)
        return None

    def _again(self, conn: Connection, jackpot_id: str, document: Document) -> bool:
        """Whether the patron has it already, and its slip takes the place of one that nobody could read."""
        row = conn.execute(select(schema.jackpot).where(schema.jackpot.c.id == jackpot_id)).one_or_none()
        return row is not None and row.state == SETTLED and row.document_id in ("", document.id)

    def _pay(self, tx: Tx, jackpot: Jackpot, document: Document, by: Person, data: dict[str, Any]) -> None:
        """The patron has the chips; the house gives the rack or the cage back what they laid out."""
        source, may = data.get("from"), self.purses(tx.conn, jackpot)
        if source not in PAID_FROM:
            raise Refused("From where it was paid is missing.", "A jackpot is paid from the inventory or the cage.")
        if source not in may.purses:
            raise Refused(may.words, may.instead, may.clause)
        place = self.setup(tx.conn, jackpot.meter).property
        paid_by = accounts.inventory(jackpot.table_id) if source == INVENTORY else accounts.cage(place)
        lines = ((paid_by, -jackpot.amount), (accounts.house(place), jackpot.amount))
        self._ledger.post(
            tx,
            Group(kind="jackpot-paid", by=by.badge, lines=lines, table_id=jackpot.table_id, document=document.id),
        )

    def purses(self, conn: Connection, jackpot: Jackpot) -> Purses:
        """From where a win may be paid: demo chips from their table; as the clause says where it names one purse for
        every win; and where it names one for the whole meter, that from there, whatever is less from the table
        inventory."""
        if self._demo_at(conn, jackpot.table_id):
            words = "They are paid from its inventory: the cage holds money."
            return Purses((INVENTORY,), f"{jackpot.table_id} deals for demo chips.", words)
        book = self._book(conn, jackpot)
        every = book.procedure(PURSE) if book else None
        if every is not None:
            words = "Every progressive win is paid from the table inventory."
            return Purses((str(every.values["from"]),), words, "A fill brings what the rack lacks.", every.clause)
        rule = book.settings.get(f"{self._linked(conn, jackpot)}-whole-meter-from") if book else None
        if rule is None:
            return Purses(PAID_FROM)
        if jackpot.share_ppm == MILLION:
            words = "The whole meter is not paid from the table inventory."
            return Purses((str(rule.value),), words, "The cage pays it.", rule.clause)
        words = "A part of the meter is paid from the table inventory."
        return Purses((INVENTORY,), words, "The cage pays the whole meter alone.", rule.clause)

    def _book(self, conn: Connection, jackpot: Jackpot) -> Rulebook | None:
        """The book of meters that the win was dealt under: what the table posts since changes nothing."""
        try:
            return kept_books.of_journal(conn, jackpot.journal)(self.setup(conn, jackpot.meter).property, BOOK, None)
        except NoRulebook:
            return None

    def _linked(self, conn: Connection, jackpot: Jackpot) -> str:
        """What the book calls the progressive of a win's meter."""
        setup = self.setup(conn, jackpot.meter)
        return setup.name.removeprefix(f"{setup.property}-").removesuffix(DEMO).removesuffix(FOR_MONEY)

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """The verification is taken back: the win waits for a new one."""
        jackpot_id = self._on(tx.conn, document) or str(document.data("verify").get("jackpot", ""))
        if self.get(tx.conn, jackpot_id).state == SETTLED:
            raise Stale("The patron has this jackpot.", "Its slip is signed as paid, not voided.")
        again = self.move(tx, jackpot_id, (VERIFIED, CONFIRMED), KEYED, "")
        self._notices.raise_in(tx, again.table_id, "jackpot", to_verify(again), by.badge)

    def give_up(self, tx: Tx, document: Document, by: Person) -> None:
        """Nobody can read its slip: the win waits for a new one, also where the patron has it already."""
        jackpot_id = self._on(tx.conn, document)
        if not jackpot_id:  # it was cancelled, or has a slip of its own by now
            return
        if self.get(tx.conn, jackpot_id).state != SETTLED:
            self.void(tx, document, by)
            return
        again = self.move(tx, jackpot_id, (SETTLED,), SETTLED, "")
        self._notices.raise_in(tx, again.table_id, "jackpot", to_verify(again), by.badge)

    def _on(self, conn: Connection, document: Document) -> str:
        """Which win a slip is of, by the win itself."""
        named = select(schema.jackpot.c.id).where(schema.jackpot.c.document_id == document.id)
        return conn.scalar(named) or ""


def to_verify(jackpot: Jackpot) -> str:
    """What is called out on the floor until two people have verified it."""
    hand = in_words(jackpot.outcome)
    return f"{hand[:1].upper()}{hand[1:]} at position {jackpot.position} wins {money(jackpot.amount)}: to verify."


def share_ppm(odds: str) -> int | None:
    """`10%` -> 100,000; None where odds are no share of a meter."""
    if not odds.endswith("%"):
        return None
    whole, _, part = odds[:-1].partition(".")
    return int(whole) * 10_000 + int((part + "0000")[:4])
