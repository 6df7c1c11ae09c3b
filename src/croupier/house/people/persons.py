"""People: who they are, how they sign in, and how they put their name to something.

A password is checked outside the writing thread (it is slow on purpose); what it proved is checked again
inside the transaction that uses it, so that a person dismissed a moment ago signs nothing. Sessions are
random tokens of which only a digest is stored. Every sign-in, refusal and signature is logged.
"""

import functools
import hashlib
import threading
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import argon2
from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update

from croupier.house.people import permissions
from croupier.house.people.cooling import RESET, check_cooled
from croupier.house.people.factors import CodeNeeded, Factors
from croupier.house.people.grants import EVERYWHERE, Grant, check, confirmers, confirms, leading
from croupier.house.people.guessing import Guesses
from croupier.house.people.password_work import PLACES, Lane
from croupier.house.people.passwords import PASSWORD_CHARS_MAX, check_password
from croupier.house.people.person import PERSON, Logged, Person, Proof, Session, person_of, standing_for
from croupier.house.record import audit_log, schema
from croupier.house.record.clock import DAY_US, HOUR_US, MINUTE_US, Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, WrongPassword
from croupier.house.record.storage import Storage
from croupier.house.record.writer import Tx, Writer
from croupier.rulebook import properties

IDLE_US_MAX = 30 * MINUTE_US
SESSION_US_MAX = 12 * HOUR_US
TOKEN_US_MAX = 90 * DAY_US
SEEN_US_STEP = MINUTE_US  # how often a session's last use is written down
PROOF_US_MAX = 2 * MINUTE_US
SYSTEM = "system"
MACHINE = Person(SYSTEM, "The house", "supervisor", True, False)
__all__ = ["MACHINE", "SYSTEM", "Logged", "People", "Person", "Proof", "Session"]


class People:
    def __init__(
        self, storage: Storage, writer: Writer, sources: Sources, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        self._storage = storage
        self._writer = writer
        self.sources = sources
        self._hasher = hasher or argon2.PasswordHasher()
        self.factors = Factors(sources)
        self.cooling_us: Callable[[Connection], int] | None = None  # as the house posts it; none where nobody posts
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

    # ---- staff list

    def first_start(self) -> str | None:
        """Create the administrator if there is nobody; the one-time password, to be shown once."""
        with self._storage.reading() as conn:
            if conn.scalar(select(func.count()).select_from(schema.person)):
                return None  # to hash a password takes a while: a house that starts again must not wait for it
        password = self._one_time()
        stored = self._hasher.hash(password)

        def work(tx: Tx) -> bool:
            if tx.conn.scalar(select(func.count()).select_from(schema.person)):
                return False
            self._insert(tx, "admin", "Administrator", (Grant("administrator"),), stored, must_change=True)
            self.log(tx, SYSTEM, "people.manage", "admin", "done", "first start")
            return True

        return password if self._writer.run(work) else None

    def add(
        self, by: Person, badge: str, name: str, role: str, password: str | None = None, place: str = EVERYWHERE
    ) -> str:
        """Add a person by one hand; the password to hand over. Patrons come so; staff takes two people (`staff`)."""
        check((Grant(role, place),), properties())
        given = password or self._one_time()
        if password:
            check_password(given, badge)
        stored = self._hasher.hash(given)

        def work(tx: Tx) -> None:
            self.require(tx, by.badge, "people.manage")
            self.check_badge(tx.conn, badge)
            self._insert(tx, badge, name or badge, (Grant(role, place),), stored, must_change=password is None)
            self.log(tx, by.badge, "people.manage", badge, "done", f"added as {Grant(role, place)}")

        self._writer.run(work)
        return given

    def insert_in(self, tx: Tx, by: str, badge: str, name: str, grants: tuple[Grant, ...], why: str) -> str:
        """Add a person inside a transaction, as others have signed; the one-time password. `why` begins the log's
        line: whoever is `added` is new (`cooling`)."""
        password = self._one_time()
        self.check_badge(tx.conn, badge)
        self._insert(tx, badge, name or badge, grants, self._hasher.hash(password), must_change=True)
        self.log(tx, by, "people.manage", badge, "done", why)
        return password

    def add_demo(self, people: Iterable[tuple[str, str, str]], password: str) -> None:
        """People for a demonstration, all with one password that everybody knows; those there stay as they are."""
        with self._storage.reading() as conn:
            people = [one for one in people if self._find(conn, one[0]) is None]
        if not people:
            return
        stored = self._hasher.hash(password)

        def work(tx: Tx) -> None:
            for badge, name, role in people:
                if self._find(tx.conn, badge) is None:
                    self._insert(tx, badge, name, (Grant(role),), stored, must_change=False)
                    self.log(tx, SYSTEM, "people.manage", badge, "done", f"demonstration: {role}")

        self._writer.run(work)

    def guest(self, name: str = "") -> tuple[Person, str]:
        """A visitor at a demonstration table: a player without a password, and a session for a day."""
        badge = self.sources.new_id("guest-")
        person = Person(badge, name or "Guest", "player", True, False)
        token, row = self._new_session(badge, "browser", "guest", DAY_US)

        def work(tx: Tx) -> None:
            self._insert(tx, badge, person.name, (Grant("player"),), "", must_change=False)
            tx.conn.execute(insert(schema.session).values(**row))
            self.log(tx, badge, "sign-in", badge, "done", "guest")

        self._writer.run(work)
        return person, token

    def check_badge(self, conn: Connection, badge: str) -> None:
        """Refuse what is no badge, or looks like one that somebody has."""
        letters = badge.replace("-", "").replace("_", "")
        if len(badge) > 40 or not letters.isalnum() or not badge.isascii():  # two badges never look the same
            raise Refused(f"{badge!r} is no badge.", "A badge is letters, digits and hyphens, at most 40.")
        if taken := self._alike(conn, badge):
            raise Refused(f"Badge {taken} is taken.", "A badge is never given out twice.")

    def _alike(self, conn: Connection, badge: str) -> str:
        """A badge that reads the same, whatever its capitals: signatures are read by people."""
        person = schema.person.c
        return conn.scalar(select(person.badge).where(func.lower(person.badge) == badge.lower()).limit(1)) or ""

    def _insert(self, tx: Tx, badge: str, name: str, grants: tuple[Grant, ...], stored: str, must_change: bool) -> None:
        tx.conn.execute(
            insert(schema.person).values(
                badge=badge,
                name=name[:80],
                role=leading(grants),
                password=stored,
                password_version=1,
                must_change=int(must_change),
                active=1,
                created_us=self.sources.now_us(),
            )
        )
        self._grant(tx, badge, grants)

    def _grant(self, tx: Tx, badge: str, grants: tuple[Grant, ...]) -> None:
        """Put down the roles of a person; those that were there are no more."""
        table = schema.person_role
        tx.conn.execute(delete(table).where(table.c.badge == badge))
        rows = [{"badge": badge, "role": grant.role, "property": grant.property} for grant in grants]
        tx.conn.execute(insert(table), rows)

    def regrant_in(self, tx: Tx, by: str, badge: str, grants: tuple[Grant, ...], reason: str) -> None:
        """Other roles for a person inside a transaction: in force at once, and he signs in anew."""
        self.get(tx.conn, badge)
        self._grant(tx, badge, grants)
        tx.conn.execute(update(schema.person).where(schema.person.c.badge == badge).values(role=leading(grants)))
        self.end_all(tx, badge)
        self.log(tx, by, "people.manage", badge, "done", reason)

    def set_role(self, by: Person, badge: str, role: str) -> None:
        """One role everywhere instead of whatever there was."""
        permissions.check_role(role)
        self._own(by, badge)
        self._managed(by, lambda tx: self.regrant_in(tx, by.badge, badge, (Grant(role),), f"role {role}"))

    def withdraw(self, by: Person, badge: str, grant: Grant) -> None:
        """Take one of several roles away: one person does it, since it can wait for nobody."""
        self._own(by, badge)

        def work(tx: Tx) -> None:
            left = tuple(one for one in self.get(tx.conn, badge).grants if one != grant)
            if len(left) == len(self.get(tx.conn, badge).grants):
                raise NotFound(f"Badge {badge} is not {grant}.")
            if not left:
                raise Refused(f"{grant} is the only role of badge {badge}.", "Dismiss him instead.")
            if confirms((grant,)) and not confirms(left) and not confirmers(tx.conn, by.badge) - {badge}:
                raise Refused("Nobody would be left to confirm changes of staff.", "First another one may.")
            self.regrant_in(tx, by.badge, badge, left, f"withdrawn: {grant}")

        self._managed(by, work)

    def set_active(self, by: Person, badge: str, active: bool) -> None:
        self._change(by, badge, "reinstated" if active else "dismissed", active=int(active))

    def _change(self, by: Person, badge: str, reason: str, **values: object) -> None:
        """A change of what a person may do: in force at once, and the person signs in anew."""
        self._own(by, badge)
        self._managed(by, lambda tx: self.change_in(tx, by, badge, reason, **values))

    def _own(self, by: Person, badge: str) -> None:
        if by.badge == badge:
            raise Refused("Nobody changes their own role or standing.", "Another administrator does it.")

    def _managed(self, by: Person, work: Callable[[Tx], None]) -> None:
        """Write what an administrator does alone."""

        def checked(tx: Tx) -> None:
            self.require(tx, by.badge, "people.manage")
            work(tx)

        self._writer.run(checked)

    def change_in(self, tx: Tx, by: Person, badge: str, reason: str, **values: object) -> None:
        """Change what a person may do inside a transaction."""
        self.get(tx.conn, badge)
        tx.conn.execute(update(schema.person).where(schema.person.c.badge == badge).values(**values))
        self.end_all(tx, badge)
        self.log(tx, by.badge, "people.manage", badge, "done", reason)

    def set_password(self, badge: str, old: str, new: str) -> None:
        """Change one's own password; all other sessions end."""
        self.prove(badge, old)
        check_password(new, badge)
        if new == old:
            raise Refused("This is the password in use.", "Choose another one.")
        stored = self._hasher.hash(new)

        def work(tx: Tx) -> None:
            table = schema.person
            changed = {"password": stored, "password_version": table.c.password_version + 1, "must_change": 0}
            tx.conn.execute(update(table).where(table.c.badge == badge).values(**changed))
            self.end_all(tx, badge)
            self.log(tx, badge, "password", badge, "done", "changed")

        self._writer.run(work)

    def reset_password(self, by: Person, badge: str) -> str:
        """A new one-time password for somebody who forgot; shown once."""
        if by.badge == badge:
            raise Refused(
                "Nobody resets their own password.", "Change it with the old one, or ask another administrator."
            )

        def work(tx: Tx) -> str:
            self.require(tx, by.badge, "people.manage")
            return self.reset_in(tx, by, badge)

        return self._writer.run(work)

    def reset_in(self, tx: Tx, by: Person, badge: str, why: str = RESET) -> str:
        """A new one-time password inside a transaction."""
        password, table = self._one_time(), schema.person
        self.get(tx.conn, badge)
        version = table.c.password_version + 1
        changed = {"password": self._hasher.hash(password), "password_version": version, "must_change": 1}
        tx.conn.execute(update(table).where(table.c.badge == badge).values(**changed))
        self.end_all(tx, badge)
        self.log(tx, by.badge, "people.manage", badge, "done", why)
        return password

    def _one_time(self) -> str:
        return "-".join(self.sources.entropy.token(3).hex() for _ in range(3))

    # ---- looking people up

    def get(self, conn: Connection, badge: str) -> Person:
        found = self._find(conn, badge)
        if found is None:
            raise NotFound(f"There is nobody with badge {badge}.")
        return found

    def names(self, conn: Connection, badges: Iterable[str]) -> dict[str, str]:
        """What those people are called, by badge."""
        table = schema.person
        query = select(table.c.badge, table.c.name).where(table.c.badge.in_(set(badges)))
        return {row.badge: row.name for row in conn.execute(query)}

    def _find(self, conn: Connection, badge: str) -> Person | None:
        row = conn.execute(select(*PERSON).where(schema.person.c.badge == badge)).one_or_none()
        return person_of(row) if row else None

    def everybody(self, conn: Connection, role: str | None = None, *, guests: bool = True) -> list[Person]:
        """The staff list; without guests, of whom a demonstration has more every minute."""
        table = schema.person
        query = select(*PERSON).order_by(table.c.role, table.c.badge)
        if not guests:
            query = query.where(table.c.password != "")
        if role:
            given = schema.person_role.c
            query = query.where(exists().where(given.badge == table.c.badge, given.role == role).correlate(table))
        return [person_of(row) for row in conn.execute(query)]

    def require_anywhere(self, tx: Tx, badge: str, act: str) -> None:
        """Refuse whom no role permits an act anywhere, before it is told whether what he asks about is there."""
        permissions.require(self.get(tx.conn, badge).acting(act).role, act)

    def require(self, tx: Tx, badge: str, act: str, place: str = EVERYWHERE) -> Person:
        """The person in the role in which he acts, if this moment's roles at that property and standing allow the
        act; refused otherwise. Without a place it concerns the whole house, and takes a role everywhere."""
        person = self.get(tx.conn, badge)
        if not person.active:
            raise Forbidden(f"Badge {badge} is no longer active.", "Another person does it.")
        person = standing_for(person, act, place)
        if act in permissions.MONEY and self.cooling_us:
            check_cooled(tx.conn, badge, act, self.cooling_us(tx.conn), self.sources.now_us())
        return person

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

        def work(tx: Tx) -> Person:
            if self._version(tx.conn, badge) != version:  # changed or taken away since it was looked at
                raise WrongPassword("Badge and password do not match.", "Give both again.")
            self.factors.use(tx, badge, code)
            self.guesses.forgive(tx, badge, *place)
            tx.conn.execute(insert(schema.session).values(**row))
            self.log(tx, badge, "sign-in", badge, "done", place[0])
            return self.get(tx.conn, badge)

        return self._writer.run(work), token

    def new_token(self, badge: str, label: str) -> str:
        """A token for a program that acts for this person."""
        token, row = self._new_session(badge, "token", label, TOKEN_US_MAX)

        def work(tx: Tx) -> None:
            tx.conn.execute(insert(schema.session).values(**row))
            self.log(tx, badge, "token", badge, "done", label)

        self._writer.run(work)
        return token

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
        table, person = schema.session, schema.person
        now = self.sources.now_us()
        digests = [_digest(token) for token, _ in asked]
        with self._storage.reading() as conn:
            query = select(table, *PERSON[1:]).join(person).where(table.c.digest.in_(digests))
            rows = {bytes(row.digest): row for row in conn.execute(query)}
        found = [_session(rows.get(digest), now) for digest in digests]
        used_now = [
            digest
            for digest, (_, used), one in zip(digests, asked, found)
            if used and isinstance(one, Session) and now - one.seen_us >= SEEN_US_STEP
        ]
        if used_now:
            seen = update(table).where(table.c.digest.in_(used_now), table.c.seen_us < now).values(seen_us=now)
            self._writer.submit(lambda tx: tx.conn.execute(seen))
        return found

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

        def work(tx: Tx) -> None:
            if by.badge != badge:
                self.require(tx, by.badge, "people.manage")
            table = schema.session
            rows = tx.conn.execute(select(table.c.digest).where(table.c.badge == badge, table.c.ended_us.is_(None)))
            found = [row.digest for row in rows if bytes(row.digest).hex()[:16] == handle]
            if len(found) != 1:
                raise NotFound("There is no such session.")
            tx.conn.execute(update(table).where(table.c.digest == found[0]).values(ended_us=self.sources.now_us()))
            self.log(tx, by.badge, "session", badge, "done", "ended")

        self._writer.run(work)

    def end_all(self, tx: Tx, badge: str) -> None:
        table = schema.session
        ended = update(table).where(table.c.badge == badge, table.c.ended_us.is_(None))
        tx.conn.execute(ended.values(ended_us=self.sources.now_us()))

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

    # ---- the log

    def log(self, tx: Tx, by: str, act: str, subject: str, outcome: str, reason: str) -> None:
        audit_log.log(tx, self.sources.now_us(), by, act, subject, outcome, reason)

    def log_refusal(self, by: str, act: str, subject: str, refused: Exception | str) -> None:
        self._writer.run(lambda tx: self.log(tx, by, act, subject, "refused", str(refused)))

    def logged(
        self,
        conn: Connection,
        by: str | None = None,
        subject: str | None = None,
        limit: int | None = 200,
        *,
        before: int | None = None,
        **filters: Any,
    ) -> list[Logged]:
        """The latest lines of the log, newest first, or those before one; `filters` are those of `_of_log`."""
        table = schema.audit_log
        query = select(table).where(*_of_log(by, subject, **filters)).order_by(table.c.number.desc()).limit(limit)
        if before is not None:
            query = query.where(table.c.number < before)
        return [Logged(*row) for row in conn.execute(query)]

    def logged_count(self, conn: Connection, by: str | None = None, subject: str | None = None, **filters: Any) -> int:
        """How many lines the filters leave."""
        query = select(func.count()).select_from(schema.audit_log).where(*_of_log(by, subject, **filters))
        return int(conn.execute(query).scalar_one())

    def logged_around(self, conn: Connection, number: int) -> list[Logged]:
        """One line of the log between the last line before it and the first after it that concern the same; the oldest
        first, nothing for a number that no line has."""
        table = schema.audit_log
        row = conn.execute(select(table).where(table.c.number == number)).one_or_none()
        if row is None:
            return []
        same = select(table).where(table.c.subject == row.subject)
        earlier = same.where(table.c.number < number).order_by(table.c.number.desc()).limit(1)
        later = same.where(table.c.number > number).order_by(table.c.number).limit(1)
        return [Logged(*one) for one in (*conn.execute(earlier), row, *conn.execute(later))]

    def logged_kinds(self, conn: Connection) -> tuple[int, list[str]]:
        """How many lines the log has, and which kinds of acts."""
        table = schema.audit_log
        acts = conn.execute(select(table.c.act).distinct()).scalars()
        whole = conn.execute(select(func.count()).select_from(table)).scalar_one()
        return int(whole), sorted({act.partition(".")[0] for act in acts})


def _of_log(
    by: str | None,
    subject: str | None,
    kind: str = "",
    since_us: int | None = None,
    until_us: int | None = None,
    refused: bool = False,
) -> list[ColumnElement[bool]]:
    """What a line of the log must be; a kind is the first word of an act, such as `fill`."""
    table = schema.audit_log
    wanted: list[ColumnElement[bool]] = []
    if by is not None:
        wanted.append(table.c.by == by)
    if subject is not None:
        wanted.append(table.c.subject == subject)
    if kind:
        wanted.append((table.c.act == kind) | table.c.act.startswith(f"{kind}.", autoescape=True))
    if since_us is not None:
        wanted.append(table.c.at_us >= since_us)
    if until_us is not None:
        wanted.append(table.c.at_us < until_us)
    if refused:
        wanted.append(table.c.outcome == "refused")
    return wanted


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
