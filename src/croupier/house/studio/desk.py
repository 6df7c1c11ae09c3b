"""The desk at which rules are drafted: begun, changed, tried at a table, submitted to the commission.

A program and a page come to the same methods. The check of a whole book knows every room's words, so it is handed in
by whoever puts the desk together.
"""

import asyncio
import datetime
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from croupier.house.approvals.case import OVER, Case, subject
from croupier.house.approvals.desk import ApprovingDesk
from croupier.house.people.person import Logged
from croupier.house.people.persons import Person, Proof
from croupier.house.record import kept_books
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import DRAFT
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.studio.clause_holders import Holding
from croupier.house.studio.drafts import DROPPED, SUBMITTED, Draft, Drafts, dated
from croupier.house.studio.out_of_order import BrokenDrafts
from croupier.house.tables.life import CLOSED, OPEN, FloorTable, Settings
from croupier.house.tables.pit.desk import Pit
from croupier.rulebook import NotFound as NoBook
from croupier.rulebook import Rulebook, properties, rulebook
from croupier.rulebook.editing.fields import look, set_value
from croupier.rulebook.editing.merging import Edit
from croupier.rulebook.faults import Found
from croupier.rulebook.load import parse

EDIT, READ, COMMENT = "draft.edit", "draft.read", "draft.comment"
COMMENT_MAX = 600  # letters
BANK = 1_000_000_00  # demo chips in the rack of a table to try a draft at
TRIED_IN = "Drafts"  # the pit of such tables
Check = Callable[[str, str], Sequence[Found]]  # (text, file name) -> its faults, without warnings
NewText = Callable[[str, str, datetime.date], str]  # (property, game, day) -> a book to begin with


class Comment(msgspec.Struct, frozen=True):
    """What somebody said of a clause of a draft, or of all of it."""

    at: str  # the address of the clause; empty: the whole draft
    says: str
    by: str
    at_us: int
    revision: int  # as it stood then


def _comment_kept(comment: Comment) -> str:
    return msgspec.json.encode({"at": comment.at, "says": comment.says, "revision": comment.revision}).decode()


def _comment_read(line: Logged) -> Comment:
    about = msgspec.json.decode(line.reason)
    return Comment(about["at"], about["says"], line.by, line.at_us, about["revision"])


class StudioDesk:
    def __init__(self, house: ApprovingDesk, check: Check, new_text: NewText) -> None:
        self.house = house
        self.drafts = Drafts(house.sources)
        house.faults.closers[DRAFT] = BrokenDrafts(house.faults, house.storage, self.drafts)
        self.holding = Holding()
        self._check, self._new_text = check, new_text

    # ---- drafting

    async def begin(
        self, by: Person, property_: str, game: str, *, new: bool = False, command: str | None = None
    ) -> Draft:
        """A draft of the rules in force, or of a game that the house does not have yet."""
        day = self.house.today() + datetime.timedelta(days=1)
        key, raw, text, says = await asyncio.to_thread(self._start, property_, game, new, day)
        work = using(self._begin_in, by, property_, game, key, raw, text, says)
        asked = f"draft begin {property_} {game} {new}"
        return await self._do(by.badge, EDIT, f"draft {property_}/{game}", asked, work, command)

    def _begin_in(
        self, tx: Tx, by: Person, property_: str, game: str, key: str, raw: bytes, text: str, says: str
    ) -> Draft:
        self.house.people.require(tx, by.badge, EDIT, property_)
        base = kept_books.put(tx, key, raw) if raw else ""
        draft = self.drafts.begin(tx, by.badge, property_, game, base, text, says)
        self.house.people.log(tx, by.badge, EDIT, draft.id, "done", f"begun: {property_}/{game}")
        return draft

    def _start(self, property_: str, game: str, new: bool, day: datetime.date) -> tuple[str, bytes, str, str]:
        """The key and text that a draft begins from (none for a new game), its own first text, and what to say."""
        if property_ not in properties():
            raise NotFound(f"There is no property {property_}.", "Choose one of the list.")
        if new:
            try:
                return "", b"", self._new_text(property_, game, day), f"begun as most houses play {game}"
            except NoBook as none:
                raise Refused(f"{none}.".capitalize()) from None
        with self.house.storage.reading() as conn:
            try:
                book = self.house.approvals.book(conn, property_, game)
            except NoBook as none:
                raise Refused(f"{none}.".capitalize(), "Begin a new game instead.") from None
            raw = self.text_of(conn, book)
        return book.key, raw, dated(raw.decode(), day), f"begun from the version of {book.approved}"

    def text_of(self, conn: Connection, book: Rulebook) -> bytes:
        """A rulebook's text: of the record, where it was kept or written, else of its file."""
        return kept_books.text_of(conn, book.digest) or Path(book.path).read_bytes()

    def base_of(self, draft: Draft) -> Rulebook | None:
        """What a draft is compared with: the text that it began from; none for a new game."""
        if not draft.base:
            return None
        with self.house.storage.reading() as conn:
            return kept_books.from_record(conn, draft.base)

    def faults(self, draft: Draft) -> list[Found]:
        """What keeps a draft from being played."""
        return list(self._check(draft.text, draft.name))

    def before(self, conn: Connection, draft: Draft) -> str:
        """The text that a draft began from; empty for a new game."""
        return (kept_books.text_of(conn, draft.base) or b"").decode() if draft.base else ""

    def version(self, property_: str, game: str, day: str) -> tuple[Rulebook, bytes, Rulebook | None]:
        """A version by its day with its text and the one before it: of the house's own writing, or of the shelf."""
        with self.house.storage.reading() as conn:
            book = self.house.approvals.version(conn, property_, game, day)
            try:
                last = book.approved - datetime.timedelta(days=1)
                before = self.house.approvals.book(conn, property_, game, last)
            except NoBook:
                before = None
            return book, self.text_of(conn, book), before

    async def edit(self, by: Person, draft_id: str, seen: int, edits: list[Edit], command: str | None = None) -> Draft:
        """Change some fields of a draft as somebody saw it; raises Conflicting with both texts, and saves nothing,
        where another person has changed the same field since."""
        work = using(self._edit_in, by, draft_id, seen, edits)
        asked = f"draft edit {draft_id} {seen} {written(edits)}"
        return await self._do(by.badge, EDIT, draft_id, asked, work, command)

    def _edit_in(self, tx: Tx, by: Person, draft_id: str, seen: int, edits: list[Edit]) -> Draft:
        self._open(tx, by.badge, draft_id)
        return self.drafts.edit(tx, by.badge, draft_id, seen, edits)

    async def drop(self, by: Person, draft_id: str, command: str | None = None) -> Draft:
        """Put a draft aside; its texts stay on record."""
        work = using(self._drop_in, by, draft_id)
        return await self._do(by.badge, EDIT, draft_id, f"draft drop {draft_id}", work, command)

    def _drop_in(self, tx: Tx, by: Person, draft_id: str) -> Draft:
        draft = self._open(tx, by.badge, draft_id)
        return self.drafts.write(tx, by.badge, draft, DROPPED, "put aside", draft.text)

    async def comment(self, by: Person, draft_id: str, at: str, says: str, command: str | None = None) -> Comment:
        """Say something of a clause, or of the whole draft; it stands beside the clause and changes nothing."""
        text = " ".join(says.split())
        if not text:
            raise Refused("The comment is empty.", "Write a sentence.")
        if len(text) > COMMENT_MAX:
            raise Refused(f"A comment has at most {COMMENT_MAX} letters; this one has {len(text)}.")
        work = using(self._comment_in, by, draft_id, at, text)
        asked = f"draft comment {draft_id} {at} {text}"
        made = await self.house.command(by.badge, COMMENT, draft_id, asked, Comment, work, command)
        self.house.hub.publish(News("floor", "draft", data=draft_id))
        return made

    def _comment_in(self, tx: Tx, by: Person, draft_id: str, at: str, text: str) -> Comment:
        self.house.people.require_anywhere(tx, by.badge, COMMENT)
        draft = self.drafts.get(tx.conn, draft_id)
        self.house.people.require(tx, by.badge, COMMENT, draft.property)
        if at and look(tomllib.loads(draft.text), at) is None:
            raise NotFound(f"Draft {draft_id} has no clause at {at}.", "Choose one of the list.")
        made = Comment(at, text, by.badge, self.house.sources.now_us(), draft.revision)
        self.house.people.log(tx, by.badge, COMMENT, draft_id, "done", _comment_kept(made))
        return made

    def comments(self, conn: Connection, draft_id: str) -> list[Comment]:
        """What was said of a draft, the latest first. The log of acts is where a comment is kept."""
        lines = self.house.people.logged(conn, subject=draft_id, limit=None, kind=COMMENT)
        return [_comment_read(line) for line in lines if line.outcome == "done"]

    def _open(self, tx: Tx, badge: str, draft_id: str, act: str = EDIT) -> Draft:
        """A draft that this person may change: not put aside, not before the commission, not approved."""
        self.house.people.require_anywhere(tx, badge, act)
        draft = self.drafts.get(tx.conn, draft_id)
        self.house.people.require(tx, badge, act, draft.property)
        if draft.kind == DROPPED:
            raise Stale(f"Draft {draft_id} was put aside.", "Begin another one.")
        case = self.case(tx.conn, draft)
        if case is not None and case.state not in OVER:
            raise Stale(f"Draft {draft_id} is {case.state}.", "Withdraw it, or begin another draft.")
        return draft

    def case(self, conn: Connection, draft: Draft) -> Case | None:
        """Where a draft that was submitted stands."""
        if draft.kind != SUBMITTED:
            return None
        try:
            return self.house.approvals.case(conn, subject(draft.property, draft.game, draft.book().digest))
        except NotFound:
            return None

    # ---- trying

    async def play(self, proof: Proof, draft_id: str, seen: int, command: str | None = None) -> FloorTable:
        """A table of its own for demo chips, dealt by the draft as it stands: in no lobby, for whoever has its name."""
        house, pit = self.house, Pit(self.house)
        asked = f"draft play {draft_id} {seen}"
        known = house.answered(command, proof.badge, asked, str)
        with house.storage.reading() as conn:
            draft = self.drafts.get(conn, draft_id)
            who = house.people.get(conn, proof.badge)
            tried = house.tables.find(conn, known) if known else None
        if tried is not None and tried.openings:  # it was played at, and may have been closed since
            return tried
        if draft.revision != seen:
            raise _moved_on(draft)
        if faults := await asyncio.to_thread(self._check, draft.text, draft.name):
            raise Refused(f"The draft has faults: {faults[0]}.", "Settle them first.")
        if not draft.dealt:
            raise Refused(f"{draft.title} is no game of a table against the house.", "Its cases show what it does.")
        work = using(self._play_in, proof, draft)
        table_id = await house.command(proof.badge, EDIT, draft_id, asked, str, work, command)
        with house.storage.reading() as conn:
            there = house.tables.find(conn, table_id)
        if there is None:
            title = f"{draft.title}, draft {draft.id}"
            settings = Settings(title=title, bank=BANK, demo=True, book=draft.book().digest)
            there = await pit.add_table(who, table_id, draft.property, draft.game, "electronic", TRIED_IN, settings)
        if there.state == CLOSED:
            there = await pit.begin_opening(who, table_id)
        return there if there.state == OPEN else await pit.open(proof, table_id)

    def _play_in(self, tx: Tx, proof: Proof, draft: Draft) -> str:
        self.house.people.require(tx, proof.badge, EDIT, draft.property)
        kept_books.put(tx, draft.book().key, draft.raw)
        return f"TRY-{draft.id.removeprefix('D-')}-{tx.take_number(f'try:{draft.id}')}"

    # ---- submitting

    async def submit(
        self,
        proof: Proof,
        draft_id: str,
        *,
        day: datetime.date,
        seen: int,
        emergency: str = "",
        command: str | None = None,
    ) -> Case:
        """Put a draft before the commission, if it is whole: exactly this text, asked for from a day on."""
        house = self.house
        asked = f"draft submit {draft_id} {seen} {day} {emergency}"
        known = house.answered(command, proof.badge, asked, Case)
        if known is not None:
            return known
        draft, text, book = await asyncio.to_thread(self._complete, draft_id, day, seen)
        work = using(self._submit_in, proof, draft, text, book, f"submitted, in force from {day}", emergency)
        name = subject(book.property, book.game, book.digest)
        case = await house.command(proof.badge, "approval.submit", name, asked, Case, work, command)
        house.hub.publish(News("floor", "approval", data=name))
        return case

    def _submit_in(
        self, tx: Tx, proof: Proof, draft: Draft, text: str, book: Rulebook, says: str, emergency: str
    ) -> Case:
        self.drafts.hold(tx, draft.id)
        now = self._open(tx, proof.badge, draft.id, "approval.submit")
        if now.revision != draft.revision:
            raise _moved_on(now)
        self._day_is_free(tx, book)
        kept_books.put(tx, book.key, text.encode())
        self.drafts.write(tx, proof.badge, draft, SUBMITTED, says, text)
        return self.house.approvals.submit(tx, proof, book, written=True, emergency=emergency)

    def _complete(self, draft_id: str, day: datetime.date, seen: int) -> tuple[Draft, str, Rulebook]:
        """The text as it would be submitted; refused with its faults while it has any."""
        with self.house.storage.reading() as conn:
            draft = self.drafts.get(conn, draft_id)
        if draft.revision != seen:
            raise _moved_on(draft)
        text = dated(draft.text, day)
        if "submitted = " in text:
            text = set_value(text, "submitted", self.house.today())
        faults = list(self._check(text, f"{draft.game}@{day}.toml"))
        if faults:
            count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
            raise Refused(f"The draft has {count}: {faults[0]}.", "Settle them first.")
        base = self.base_of(draft)
        if base is not None and dated(text, base.approved).encode() == self._base_text(base):
            raise Refused("Nothing differs from the version in force.", "Change something first.")
        return draft, text, parse(text.encode(), Path(draft.property) / f"{draft.game}@{day}.toml")

    def _base_text(self, base: Rulebook) -> bytes:
        with self.house.storage.reading() as conn:
            return self.text_of(conn, base)

    def _day_is_free(self, tx: Tx, book: Rulebook) -> None:
        """A version is known by its day: no two of one game bear the same."""
        taken = [c for c in self.house.approvals.cases(tx.conn, book.property) if c.game == book.game and c.written]
        if any(c.asked == book.approved and c.state not in OVER for c in taken):
            raise Refused(f"Another version bears the day {book.approved}.", "Ask for another day.")
        try:
            there = rulebook(book.property, book.game, book.approved)
        except NoBook:
            return
        if there.approved == book.approved:
            raise Refused(f"The version on the shelf bears the day {book.approved}.", "Ask for another day.")

    async def _do(
        self, by: str, act: str, name: str, asked: str, work: Callable[[Tx], Draft], command: str | None
    ) -> Draft:
        house = self.house
        draft = await house.command(by, act, name, asked, Draft, work, command)
        house.hub.publish(News("floor", "draft", data=draft.id))
        return draft


def _moved_on(draft: Draft) -> Stale:
    return Stale(f"The draft is at revision {draft.revision} by now.", "Look at it again; nothing was done.")
