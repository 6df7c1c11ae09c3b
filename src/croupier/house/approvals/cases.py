"""How rules come into force: submitted, approved by the commission, put before a second body where there is one,
accepted or sent back, noticed, entered into the record.

Each step is a signed line in the append-only log of the house; where a version stands follows from its lines and
from nothing else. The property's book of approvals says how many members vote and what carries; a property
without such a book needs the commission's approval alone.
"""

import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from croupier.house.approvals.case import (
    ACCEPTED,
    ACTS,
    APPROVED,
    BETWEEN_ROUNDS,
    DEADLINE_DAYS_MAX,
    OVER,
    POLLED,
    PREFIX,
    RECORDED,
    SENT_BACK,
    SUBMITTED,
    SUPPORT,
    TAKES_UP,
    Case,
    SignedLine,
    fold,
    place_of,
    subject,
    terms,
)
from croupier.house.people.gaming_day import local_date
from croupier.house.people.persons import People, Proof
from croupier.house.record import kept_books, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.writer import Tx
from croupier.rulebook import NotFound as NoBook
from croupier.rulebook import Rulebook, rulebook
from croupier.rulebook.library import day_of as library_day


class Approvals:
    def __init__(self, sources: Sources, people: People) -> None:
        self._sources = sources
        self._people = people

    # ---- the commission

    def submit(self, tx: Tx, proof: Proof, book: Rulebook, *, written: bool = False, emergency: str = "") -> Case:
        """The house puts a version of its rules before the commission; one that was written in its studio says from
        which later day it should hold, or why it can't wait."""
        name = subject(book.property, book.game, book.digest)
        self.hold(tx, name)
        if self._lines(tx.conn, name):
            raise Stale(f"{book.key} was submitted already.", "The same text is submitted once.")
        about: dict[str, Any] = {"property": book.property, "game": book.game, "version": book.digest}
        if written:
            today = local_date(tx.conn, self._sources.now_us())
            if book.approved < today or (book.approved == today and not emergency.strip()):
                raise Refused(
                    f"{book.approved} is too early.", f"Ask for a day after {today}, or say why it can't wait for one."
                )
            about |= {"written": True, "asked": str(book.approved), "emergency": _short(emergency)}
        return self._write(tx, proof, name, "submit", about)

    def ask(self, tx: Tx, proof: Proof, name: str, *, question: str) -> Case:
        """The commission asks the house something before it decides."""
        self._expect(tx, name, SUBMITTED)
        if not question.strip():
            raise Refused("There is no question.", "Write what the commission wants to know.")
        return self._write(tx, proof, name, "ask", {"text": _short(question)})

    def answer(self, tx: Tx, proof: Proof, name: str, *, answer: str) -> Case:
        """The house answers the first question that is open."""
        case = self._expect(tx, name, SUBMITTED)
        if not any(not question.answer for question in case.questions):
            raise Stale("Every question is answered.", "The commission has to ask first.")
        if not answer.strip():
            raise Refused("There is no answer.", "Write what the commission should know.")
        return self._write(tx, proof, name, "answer", {"text": _short(answer)})

    def withdraw(self, tx: Tx, proof: Proof, name: str, *, reason: str = "") -> Case:
        """The house takes a submission back, as long as no table may deal by it."""
        case = self._expect(tx, name, SUBMITTED, APPROVED, POLLED)
        if case.in_force(local_date(tx.conn, self._sources.now_us())):
            raise Stale(f"It is in force since {case.approved}.", "Another version takes its place.")
        return self._write(tx, proof, name, "withdraw", {"reason": _short(reason)})

    def decide(
        self,
        tx: Tx,
        proof: Proof,
        name: str,
        *,
        approve: bool,
        day: datetime.date,
        reason: str = "",
        conditions: str = "",
        until: datetime.date | None = None,
        takes_up: str = "",
    ) -> Case:
        """The commission approves the version, from this day on and under conditions, or refuses it and says why. It
        also says when tables that are open on that day take it up: at their next opening, or between rounds."""
        case = self._expect(tx, name, SUBMITTED)
        if approve and any(not question.answer for question in case.questions):
            raise Stale("A question is not answered.", "The house answers it before the commission approves.")
        if approve and case.asked is not None and day < case.asked:
            raise Refused(f"The text bears the day {case.asked}.", "It is approved for that day or a later one.")
        if approve and until is not None and until <= day:
            raise Refused(f"{until} is not after {day}.", "An approval runs out on a later day.")
        if not approve and not reason.strip():
            raise Refused("A refusal needs its reason.", "Write what has to change.")
        if takes_up and takes_up not in TAKES_UP:
            raise Refused(f"{takes_up!r} is no way to take up rules.", f"It is {' or '.join(TAKES_UP)}.")
        today = local_date(tx.conn, self._sources.now_us())
        if approve and day < today:
            raise Refused(f"{day} has passed.", f"Rules are approved for {today} or later.")
        about: dict[str, Any] = {"approve": approve, "day": str(day), "reason": _short(reason)}
        if conditions.strip():
            about["conditions"] = _short(conditions)
        if until is not None:
            about["until"] = str(until)
        if approve and takes_up == BETWEEN_ROUNDS:
            about["takes-up"] = takes_up
        return self._write(tx, proof, name, "decide", about)

    # ---- the second body

    def open_poll(self, tx: Tx, proof: Proof, name: str, *, deadline_us: int, justification: str = "") -> Case:
        """Ask the members: by e-poll where it can't wait for a meeting, else on the agenda."""
        case = self._expect(tx, name, APPROVED)
        if not terms(case.property).members:
            raise Refused(f"{case.property} has no second body.", "The commission's approval is enough.")
        now = self._sources.now_us()
        if not now < deadline_us <= now + DEADLINE_DAYS_MAX * 24 * 3600 * 1_000_000:
            raise Refused("The deadline is not in the coming days.", f"At most {DEADLINE_DAYS_MAX} days from now.")
        route = "e-poll" if justification.strip() else "agenda"
        number = tx.take_number(f"poll:{case.property}")
        about = {"route": route, "poll": number, "deadline_us": deadline_us, "reason": _short(justification)}
        return self._write(tx, proof, name, "poll", about)

    def vote(self, tx: Tx, proof: Proof, name: str, *, member: int, vote: str, reason: str = "") -> Case:
        """A member's vote as it came in: in time, in one of the words that the book knows. Until the deadline it may be
        changed; the latest counts, and every one of them stays on record."""
        case = self._expect(tx, name, POLLED)
        rules = terms(case.property)
        if not 1 <= member <= rules.members:
            raise Refused(f"There is no member {member}.", f"Seats are numbered 1 to {rules.members}.", rules.clause)
        if vote not in rules.votes:
            raise Refused(f"{vote!r} is no vote.", f"Reply with {' or '.join(rules.votes)}.", rules.clause)
        if case.votes.get(str(member)) == vote and (not reason.strip() or case.reasons.get(str(member)) == reason):
            raise Stale(f"Member {member} has replied so.", "Another reply changes it.", rules.clause)
        if self._sources.now_us() > case.deadline_us:
            raise Stale("The deadline has passed.", "Report the result.", rules.clause)
        return self._write(tx, proof, name, "vote", {"member": str(member), "vote": vote} | _because(reason))

    def close_poll(self, tx: Tx, proof: Proof, name: str, *, revisions: str = "") -> Case:
        """Report the result: carried when enough support it; otherwise sent back with what should be revised."""
        case = self._expect(tx, name, POLLED)
        rules = terms(case.property)
        support = case.count(SUPPORT)
        waiting = rules.members - len(case.votes)
        if waiting and self._sources.now_us() <= case.deadline_us:
            raise Stale(f"{waiting} members have not voted.", "Wait for them or for the deadline.", rules.clause)
        carried = support >= rules.carries(case.cast)
        return self._write(tx, proof, name, "close", {"carried": carried, "reason": _short(revisions)})

    def notice(self, tx: Tx, proof: Proof, name: str) -> Case:
        """Tell the commission: no revisions requested, or which."""
        if self._expect(tx, name, ACCEPTED, SENT_BACK).noticed:
            raise Stale("The commission has had its notice.", "It is given once.")
        return self._write(tx, proof, name, "notice", {})

    def enter(self, tx: Tx, proof: Proof, name: str, *, meeting: datetime.date) -> Case:
        """Enter the result into the record of a meeting."""
        case = self._expect(tx, name, ACCEPTED, SENT_BACK)
        if not case.noticed:
            raise Stale("The commission has had no notice.", "Give it first.")
        if case.meeting is not None:
            raise Stale(f"The result was entered into the record of {case.meeting}.", "It is entered once.")
        first = local_date(tx.conn, case.submitted_us)
        if meeting < first:
            raise Refused(f"No meeting of {meeting} had this before it.", f"It was submitted on {first}.")
        return self._write(tx, proof, name, "enter", {"meeting": str(meeting)})

    def post(self, tx: Tx, proof: Proof, name: str, *, where: str) -> Case:
        """Put up the notice of what the commission approved: where patrons read it, and from when."""
        case = self._expect(tx, name, APPROVED, POLLED, ACCEPTED, RECORDED)
        if not where.strip():
            raise Refused("No place is named.", "Write where the notice hangs, such as at both tables and the cage.")
        if any(posted.where == _short(where) for posted in case.posted):
            raise Stale(f"The notice hangs there: {_short(where)}.", "Name another place.")
        return self._write(tx, proof, name, "post", {"where": _short(where), "by": proof.badge})

    # ---- looking

    def case(self, conn: Connection, name: str) -> Case:
        lines = self._lines(conn, name)
        if not lines:
            raise NotFound(f"Nothing was submitted as {name}.")
        return fold(lines)

    def steps(self, conn: Connection, name: str) -> list[SignedLine]:
        """All that was signed about a version, in order: who, when and what."""
        rows = self._signed(conn, name)
        return [SignedLine(at_us, by, about.pop("step"), about) for at_us, by, about in rows]

    def _submitted(self, conn: Connection, property_: str, game: str) -> list[Case]:
        """What was submitted of one game."""
        table = schema.audit_log
        mine = table.c.subject.startswith(subject(property_, game, ""), autoescape=True)
        query = select(table.c.subject).where(mine, table.c.act == ACTS["submit"], table.c.outcome == "done")
        names = dict.fromkeys(conn.scalars(query.order_by(table.c.number)))
        return [self.case(conn, name) for name in names]

    def cases(self, conn: Connection, property_: str | None = None) -> list[Case]:
        """Every version that was submitted, the latest first."""
        table = schema.audit_log
        query = select(table.c.subject).where(table.c.act == ACTS["submit"], table.c.outcome == "done")
        names = dict.fromkeys(row.subject for row in conn.execute(query.order_by(table.c.number.desc())))
        found = [self.case(conn, name) for name in names]
        return [case for case in found if property_ in (None, case.property)]

    def require_in_force(self, conn: Connection, book: Rulebook, day: datetime.date) -> Case:
        """A version that went through this house's record may be dealt only once it is approved."""
        case = self.case(conn, subject(book.property, book.game, book.digest))
        if not case.in_force(day):
            since = f"approved from {case.approved}" if case.approved and case.state == APPROVED else case.state
            raise Forbidden(f"{book.key} is {since}.", f"It is not in force on {day}.")
        return case

    def in_force(
        self, conn: Connection, property_: str, game: str, day: datetime.date, cases: dict[str, Case] | None = None
    ) -> Rulebook:
        """The rules of a game at a property on a day: the latest approved, unless this house's record holds it up.

        `cases` by version, where somebody asks for many games and has read them all.
        """
        latest, own = day, self._written_here(conn, property_, game, day, cases)
        while True:
            try:
                book = rulebook(property_, game, latest)
            except NoBook as none:
                if own is not None:
                    return own[1]
                raise Forbidden(f"No rules of {game} are in force at {property_} on {day}.", f"{none}.") from None
            if own is not None and own[0] >= book.approved:
                return own[1]
            if self._stands(conn, book, day) if cases is None else _allows(cases.get(book.digest), day):
                return book
            latest = book.approved - datetime.timedelta(days=1)

    def book(self, conn: Connection, property_: str, game: str, on: datetime.date | str | None = None) -> Rulebook:
        """What a table opens by: the shelf's version of a day (none: the latest), or one that this house has written
        and had approved since."""
        day = library_day(on)
        own = self._written_here(conn, property_, game, day or local_date(conn, self._sources.now_us()))
        try:
            found = rulebook(property_, game, on)
        except NoBook:
            if own is None:
                raise
            return own[1]
        return own[1] if own is not None and own[0] >= found.approved else found

    def version(self, conn: Connection, property_: str, game: str, day: str) -> Rulebook:
        """A version by the day printed on it: one that this house has written and had approved, else the shelf's."""
        for case in self.published(conn, property_, game):
            if str(case.asked) == day:
                return kept_books.from_record(conn, case.version)
        return rulebook(property_, game, day)

    def taken_up_at_once(self, conn: Connection, property_: str, game: str, day: datetime.date) -> Case | None:
        """The version in force that open tables change to between rounds; none where they finish under their own."""
        mine = [c for c in self._submitted(conn, property_, game) if c.in_force(day)]
        latest = max(mine, key=lambda case: (case.approved or day, case.submitted_us), default=None)
        return latest if latest is not None and latest.takes_up == BETWEEN_ROUNDS else None

    def published(self, conn: Connection, property_: str, game: str) -> list[Case]:
        """What this house has written of a game and the commission has approved, whether or not its day has come."""
        known = self._submitted(conn, property_, game)
        return [case for case in known if case.written and case.approved is not None and case.state not in OVER]

    def _written_here(
        self,
        conn: Connection,
        property_: str,
        game: str,
        day: datetime.date,
        cases: dict[str, Case] | None = None,
    ) -> tuple[datetime.date, Rulebook] | None:
        """The latest version that was written in this house, stands in its record alone and is in force on a day."""
        known = cases.values() if cases is not None else self._submitted(conn, property_, game)
        mine = [c for c in known if (c.property, c.game) == (property_, game) and c.written and c.in_force(day)]
        if not mine:
            return None
        latest = max(mine, key=lambda case: (case.approved or day, case.submitted_us))
        return latest.approved or day, kept_books.from_record(conn, latest.version)

    def check_in_force(self, conn: Connection, book: Rulebook, day: datetime.date) -> None:
        """Refuse a table whose rules are not those in force on this day: not yet approved, sent back, superseded."""
        if book.approved > day:
            raise Forbidden(f"{book.key} is approved from {book.approved}.", f"It is not in force on {day}.")
        self.check_standing(conn, book, day)
        current = self.in_force(conn, book.property, book.game, day)
        if current.key != book.key:
            raise Forbidden(f"{book.key} was superseded on {current.approved}.", f"In force on {day}: {current.key}.")

    def check_standing(self, conn: Connection, book: Rulebook, day: datetime.date) -> None:
        """Refuse a version that was submitted here and is not approved, or was sent back."""
        book = _as_approved(book)
        if not self._stands(conn, book, day):
            self.require_in_force(conn, book, day)

    def _stands(self, conn: Connection, book: Rulebook, day: datetime.date) -> bool:
        """Whether nothing in this house's record keeps a version from being dealt; what was never submitted here
        was approved as its own date says."""
        lines = self._lines(conn, subject(book.property, book.game, book.digest))
        return not lines or fold(lines).in_force(day)

    # ---- the log

    def hold(self, tx: Tx, name: str) -> None:
        """Who signs about this version at another server waits until this is written, and then sees it."""
        tx.hold(f"approval:{name}")
        tx.flush()

    def _expect(self, tx: Tx, name: str, *states: str) -> Case:
        self.hold(tx, name)
        case = self.case(tx.conn, name)
        if case.state not in states:
            raise Stale(f"{name} is {case.state}.", f"This is done when it is {' or '.join(states)}.")
        return case

    def _write(self, tx: Tx, proof: Proof, name: str, step: str, about: dict[str, Any]) -> Case:
        person = self._people.sign(tx, proof, ACTS[step], name, place_of(name))
        signed = {s.step for s in self.steps(tx.conn, name) if s.by == person.badge}
        if step == "decide" and signed & {"submit", "answer"}:
            raise Forbidden(f"Badge {person.badge} signed for the house.", "Somebody else decides for the commission.")
        if ACTS[step] == ACTS["poll"] and "decide" in signed:
            raise Forbidden(
                f"Badge {person.badge} decided for the commission.", "Another person signs for the members."
            )
        words = msgspec.json.encode({"step": step, **about}).decode()
        self._people.log(tx, person.badge, ACTS[step], name, "done", words)
        tx.flush()
        return self.case(tx.conn, name)

    def _lines(self, conn: Connection, name: str) -> list[tuple[int, dict[str, Any]]]:
        return [(at_us, about) for at_us, _, about in self._signed(conn, name)]

    def _signed(self, conn: Connection, name: str) -> list[tuple[int, str, dict[str, Any]]]:
        table = schema.audit_log
        query = select(table.c.at_us, table.c.by, table.c.reason).where(
            table.c.subject == name, table.c.outcome == "done", table.c.act.startswith(PREFIX, autoescape=True)
        )
        found = conn.execute(query.order_by(table.c.number))
        return [(row.at_us, row.by, msgspec.json.decode(row.reason)) for row in found]


def _allows(case: Case | None, day: datetime.date) -> bool:
    return case is None or case.in_force(day)


def _as_approved(book: Rulebook) -> Rulebook:
    """The text that was approved: options such as stations add other books to what a table deals by."""
    try:
        found = rulebook(book.property, book.game, book.approved)
    except NoBook:
        return book
    return found if found.key == book.key else book


def _because(reason: str) -> dict[str, str]:
    return {"reason": _short(reason)} if reason.strip() else {}


def _short(text: str) -> str:
    """Words that fit into a line of the log, however they are written down."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())[:150]
