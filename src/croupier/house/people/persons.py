"""People: how those on the staff list sign in, and how they put their name to something.

A password is checked outside the writing thread (it is slow on purpose); what it proved is checked again
inside the transaction that uses it, so that a person dismissed a moment ago signs nothing. Sessions are
random tokens of which only a digest is stored. Every sign-in, refusal and signature is logged.
"""

import collections
import functools
import hashlib
import threading
import zlib
from collections.abc import Sequence
from typing import Any

import argon2
from sqlalchemy import Connection, insert, literal_column, select, update
from sqlalchemy.dialects import sqlite

from croupier.house.people.factors import CodeNeeded, Factors
from croupier.house.people.grants import EVERYWHERE, Grant
from croupier.house.people.password_work import PLACES, Lane
from croupier.house.people.passwords import PASSWORD_CHARS_MAX, check_password
from croupier.house.people.person import PERSON, Logged, Person, Proof, Session, person_of
from croupier.house.people.staff_list import SYSTEM, StaffList
from croupier.house.people.wrong_passwords import Guesses
from croupier.house.record import schema
from croupier.house.record.clock import DAY_US, HOUR_US, MINUTE_US, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused, WrongPassword
from croupier.house.record.writer import Tx, Writer

IDLE_US_MAX = 30 * MINUTE_US
SESSION_US_MAX = 12 * HOUR_US
TOKEN_US_MAX = 90 * DAY_US
SEEN_US_STEP = MINUTE_US  # how often a session's last use is written down
PROOF_US_MAX = 2 * MINUTE_US
MACHINE = Person(SYSTEM, "The house", "supervisor", True, False)
__all__ = ["MACHINE", "SYSTEM", "Logged", "People", "Person", "Proof", "Session"]


class People(StaffList):
    def __init__(
        self, storage: Storage, writer: Writer, sources: Sources, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        super().__init__(storage, writer, sources, hasher or argon2.PasswordHasher())
        self.factors = Factors(sources)
        self._turns = [threading.Lock() for _ in range(64)]
        self.guesses = Guesses(storage, writer, sources)
        self.at_the_door = Lane("sign-ins")  # strangers, so each address has a part of it
        self.signing = Lane("signatures", of_one=PLACES)  # whoever is signed in

    def close(self) -> None:
        """No more passwords are looked at."""
        self.at_the_door.close()
        self.signing.close()

    @functools.cached_property
    def _nobody(self) -> str:
        """The password of whoever is not on the list."""
        return self._hasher.hash("nobody has this password")

    def guest(self, name: str = "") -> tuple[Person, str]:
        """A visitor at a demonstration table: a player without a password, and a session for a day."""
        badge = self.sources.new_id("guest-")
        person = Person(badge, name or "Guest", "player", True, False)
        token, row = self._new_session(badge, "browser", "guest", DAY_US)
        self._writer.run(using(self._guest_in, badge, person, row))
        return person, token

    def _guest_in(self, tx: Tx, badge: str, person: Person, row: dict[str, object]) -> None:
        self._insert(tx, badge, person.name, (Grant("player"),), "", must_change=False)
        tx.conn.execute(insert(schema.session).values(**row))
        self.log(tx, badge, "sign-in", badge, "done", "guest")

    def set_password(self, badge: str, old: str, new: str) -> None:
        """Change one's own password; all other sessions end."""
        self.prove(badge, old)
        check_password(new, badge)
        if new == old:
            raise Refused("This is the password in use.", "Choose another one.")
        stored = self._hasher.hash(new)
        self._writer.run(using(self._set_password_in, badge, stored))

    def _set_password_in(self, tx: Tx, badge: str, stored: str) -> None:
        table = schema.person
        changed = {"password": stored, "password_version": table.c.password_version + 1, "must_change": 0}
        tx.conn.execute(update(table).where(table.c.badge == badge).values(**changed))
        self.end_all(tx, badge)
        self.log(tx, badge, "password", badge, "done", "changed")

    # ---- signing in

    def sign_in(
        self, badge: str, password: str, address: str = "", label: str = "", code: str = "", marks: str = ""
    ) -> tuple[Person, str]:
        """The person and a new session's token. Too many failures are refused without a look at the password; `marks`
        is what this browser was given when it signed in before."""
        with self._turn(badge):
            self.guesses.check(badge, address, marks)
            try:
                version = self._verify(badge, password)
                return self._begin_session(badge, version, (address, marks), label, code)
            except CodeNeeded:  # the first of two steps, and no failure
                raise
            except Refused:
                self._writer.run(lambda tx: self.failed(tx, badge, address, marks))
                raise

    def recognise(self, badge: str, password: str, address: str = "", marks: str = "") -> None:
        """Whether somebody at the door is who he says, by badge and password; a wrong one counts as at a sign-in."""
        with self._turn(badge):
            self.guesses.check(badge, address, marks)
            try:
                self._verify(badge, password)
            except Refused:
                self._writer.run(lambda tx: self.failed(tx, badge, address, marks))
                raise

    def _turn(self, badge: str) -> threading.Lock:
        """Guesses at one badge come one after the other: many at once would all be let in before the first failed."""
        return self._turns[zlib.crc32(badge.encode("utf-8", "replace")) % len(self._turns)]

    def _begin_session(
        self, badge: str, version: int, place: tuple[str, str], label: str, code: str
    ) -> tuple[Person, str]:
        token, row = self._new_session(badge, "browser", label, SESSION_US_MAX)
        return self._writer.run(using(self._begin_session_in, badge, version, place, code, row)), token

    def _begin_session_in(
        self, tx: Tx, badge: str, version: int, place: tuple[str, str], code: str, row: dict[str, object]
    ) -> Person:
        if self._version(tx.conn, badge) != version:  # changed or taken away since it was looked at
            raise WrongPassword("Badge and password do not match.", "Give both again.")
        self.factors.use(tx, badge, code)
        self.guesses.forgive(tx, badge, *place)
        tx.conn.execute(insert(schema.session).values(**row))
        self.log(tx, badge, "sign-in", badge, "done", place[0])
        return self.get(tx.conn, badge)

    def new_token(self, badge: str, label: str) -> str:
        """A token for a program that acts for this person."""
        token, row = self._new_session(badge, "token", label, TOKEN_US_MAX)
        self._writer.run(using(self._new_token_in, badge, label, row))
        return token

    def _new_token_in(self, tx: Tx, badge: str, label: str, row: dict[str, object]) -> None:
        tx.conn.execute(insert(schema.session).values(**row))
        self.log(tx, badge, "token", badge, "done", label)

    def _new_session(self, badge: str, kind: str, label: str, life_us: int) -> tuple[str, dict[str, object]]:
        token = self.sources.entropy.token(32).hex()
        now = self.sources.now_us()
        times = {"started_us": now, "seen_us": now, "expires_us": now + life_us}
        return token, {"digest": _digest(token), "badge": badge, "kind": kind, "label": label[:120], **times}

    def _verify(self, badge: str, password: str) -> int:
        """The password's version if it is right. Somebody unknown costs as much time as somebody known."""
        with self._storage.reading() as conn:
            row = conn.execute(select(schema.person).where(schema.person.c.badge == badge)).one_or_none()
        nobody = self._nobody  # made at the first sign-in of anybody, so that it tells nothing about who is known
        stored = row.password if row and row.password else nobody
        try:
            self._hasher.verify(stored, password[:PASSWORD_CHARS_MAX])
        except argon2.exceptions.VerificationError:
            raise WrongPassword("Badge and password do not match.", "Give both again.") from None
        if row is None or not row.password or not row.active:
            raise WrongPassword("Badge and password do not match.", "Give both again.")
        return int(row.password_version)

    def failed(self, tx: Tx, badge: str, address: str, marks: str = "", signing: bool = False) -> None:
        """Put a wrong guess on record."""
        self.guesses.failed(tx, badge, address, marks, signing)
        self.log(tx, badge[:40], "sign-in", badge[:40], "refused", address)

    # ---- sessions

    def who(self, token: str, used: bool = True) -> Session:
        """Whose session this is; refused when it ended, expired or was never there. `used` keeps it from idling."""
        (found,) = self.whose([(token, used)])
        if isinstance(found, Forbidden):
            raise found
        return found

    def whose(self, asked: Sequence[tuple[str, bool]]) -> list[Session | Forbidden]:
        """Several sessions in one look; for each token, in their order, its session or why it is none."""
        table, person, now = schema.session, schema.person, self.sources.now_us()
        digests = [_digest(token) for token, _ in asked]
        with self._storage.reading() as conn:
            query = select(*_SESSION).join(person).where(table.c.digest.in_(digests))
            rows = {bytes(row.digest): row for row in conn.execute(query)}
        found = [_session(rows.get(digest), now) for digest in digests]
        used_now = [digest for digest, (_, used), one in zip(digests, asked, found) if used and _idled(one, now)]
        if used_now:
            self._seen(used_now, now)
        return found

    def whose_at_hand(self, token: str, used: bool) -> Session | Forbidden | None:
        """The same of one token where the record answers at once; None where it does not, and is asked in a thread."""
        digest, now = _digest(token), self.sources.now_us()
        rows = self._storage.at_hand(_one_session(), digest)
        if rows is None:
            return None
        found = _session(_SessionRow(*rows[0]) if rows else None, now)
        if used and _idled(found, now):
            self._seen([digest], now)
        return found

    def _seen(self, digests: list[bytes], now: int) -> None:
        """Write down that these sessions are in use."""
        table = schema.session
        seen = update(table).where(table.c.digest.in_(digests), table.c.seen_us < now).values(seen_us=now)
        self._writer.submit(lambda tx: tx.conn.execute(seen))

    def sessions(self, conn: Connection, badge: str) -> list[Session]:
        """The sessions of one person that are still good."""
        table, now = schema.session, self.sources.now_us()
        who = self.get(conn, badge)
        query = select(table).where(table.c.badge == badge, table.c.ended_us.is_(None), table.c.expires_us > now)
        rows = conn.execute(query.order_by(table.c.started_us))
        return [
            Session(who, r.kind, r.label, bytes(r.digest).hex()[:16], r.started_us, r.seen_us, r.expires_us)
            for r in rows
        ]

    def sign_out(self, token: str) -> None:
        table = schema.session
        now = self.sources.now_us()
        self._writer.run(
            lambda tx: tx.conn.execute(
                update(table).where(table.c.digest == _digest(token), table.c.ended_us.is_(None)).values(ended_us=now)
            )
        )

    def end_session(self, by: Person, badge: str, handle: str) -> None:
        """End one session by its handle: one's own, or anybody's for an administrator."""
        self._writer.run(using(self._end_session_in, by, badge, handle))

    def _end_session_in(self, tx: Tx, by: Person, badge: str, handle: str) -> None:
        if by.badge != badge:
            self.require(tx, by.badge, "people.manage")
        table = schema.session
        rows = tx.conn.execute(select(table.c.digest).where(table.c.badge == badge, table.c.ended_us.is_(None)))
        found = [row.digest for row in rows if bytes(row.digest).hex()[:16] == handle]
        if len(found) != 1:
            raise NotFound("There is no such session.")
        tx.conn.execute(update(table).where(table.c.digest == found[0]).values(ended_us=self.sources.now_us()))
        self.log(tx, by.badge, "session", badge, "done", "ended")

    # ---- signatures

    def prove(self, badge: str, password: str, code: str = "") -> Proof:
        """Check the password again, and a code where one is given, for a signature. Failures count as failed sign-ins.

        A code is taken once, so it is looked at only after the password; whether a signature needs one, `sign` says.
        """
        with self._turn(badge):
            self.guesses.check(badge, "", signing=True)
            try:
                version = self._verify(badge, password)
                coded = bool(code.strip()) and self._writer.run(lambda tx: self._code(tx, badge, code))
            except Refused:
                self._writer.run(lambda tx: self.failed(tx, badge, "", signing=True))
                raise
        return Proof(badge, version, self.sources.now_us(), coded)

    def _code(self, tx: Tx, badge: str, code: str) -> bool:
        self.factors.use(tx, badge, code)
        return self.factors.confirmed(tx.conn, badge)

    def signs_with_code(self, badge: str) -> bool:
        """Whether a form for this person's signature asks for a code."""
        with self._storage.reading() as conn:
            found = self._find(conn, badge)
            return found is not None and self.factors.signs(conn, badge, found.grants)

    def vouch(self, badge: str) -> Proof:
        """A proof without a password, for what the program itself signs when it furnishes a demonstration."""
        with self._storage.reading() as conn:
            version = self._version(conn, badge)
        return Proof(badge, version, self.sources.now_us(), coded=True)

    def _version(self, conn: Connection, badge: str) -> int:
        """Of the password; 0 for nobody, and for somebody who is not active."""
        table = schema.person
        return int(
            conn.scalar(select(table.c.password_version).where(table.c.badge == badge, table.c.active == 1)) or 0
        )

    def sign(self, tx: Tx, proof: Proof, act: str, subject: str, place: str = EVERYWHERE) -> Person:
        """Put a person's name to an act inside its transaction; refused if anything has changed since the proof."""
        person = self.require(tx, proof.badge, act, place)
        version = self._version(tx.conn, proof.badge)
        age_us = self.sources.now_us() - proof.at_us
        if version != proof.password_version or not -MINUTE_US <= age_us <= PROOF_US_MAX:
            raise Forbidden("The signature is too old.", "Give the password again.")
        if not proof.coded and self.factors.signs(tx.conn, person.badge, person.grants):
            raise CodeNeeded(f"Badge {person.badge} signs with a second factor.", "Give the code of the authenticator.")
        self.log(tx, person.badge, act, subject, "signed", "")
        return person

    def sign_by_two(
        self,
        tx: Tx,
        proofs: tuple[Proof, Proof],
        acts: tuple[str, str],
        subject: str,
        takes: str,
        place: str = EVERYWHERE,
    ) -> tuple[Person, Person]:
        """Two people put their names to what nobody does alone; `takes` says so to who signs twice."""
        if proofs[0].badge == proofs[1].badge:
            raise Forbidden("One person signed twice.", takes)
        first, second = (self.sign(tx, proof, act, subject, place) for proof, act in zip(proofs, acts, strict=True))
        return first, second


_SESSION = (*schema.session.c, *PERSON[1:])
_SessionRow = collections.namedtuple("_SessionRow", [column.name for column in _SESSION])  # type: ignore[misc]


@functools.cache
def _one_session() -> str:
    """The question of a token in SQLite's own words: to put it together takes longer than to answer it."""
    query = select(*_SESSION).join(schema.person).where(schema.session.c.digest == literal_column("?"))
    return str(query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))


def _idled(found: Session | Forbidden, now: int) -> bool:
    """Whether the last use of a good session is to be written down again."""
    return isinstance(found, Session) and now - found.seen_us >= SEEN_US_STEP


def _session(row: Any | None, now: int) -> Session | Forbidden:
    if row is None or row.ended_us is not None or not row.active:
        return Forbidden("This session has ended.", "Sign in again.")
    idle_us_max = IDLE_US_MAX if row.kind == "browser" else TOKEN_US_MAX
    if now >= row.expires_us or now - row.seen_us >= idle_us_max:
        return Forbidden("This session has expired.", "Sign in again.")
    handle = bytes(row.digest).hex()[:16]
    return Session(person_of(row), row.kind, row.label, handle, row.started_us, row.seen_us, row.expires_us)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
