"""The staff list: who is on it in which roles, who may do what at this moment, and how that is changed."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import argon2
from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update

from croupier.house.people import permissions
from croupier.house.people.grants import EVERYWHERE, Grant, check, confirmers, confirms, leading
from croupier.house.people.log_book import LogBook
from croupier.house.people.new_staff import ADDED, REINSTATED, RESET, ROLE, check_cooled
from croupier.house.people.passwords import check_password
from croupier.house.people.person import PERSON, Person, person_of, standing_for
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.house.record.writer import Tx, Writer
from croupier.rulebook import properties

T = TypeVar("T")
SYSTEM = "system"
# Made once: to put a question together takes longer than to answer it.
_BY_BADGE = select(*PERSON).where(schema.person.c.badge == bindparam("asked"))


class StaffList(LogBook):
    def __init__(self, storage: Storage, writer: Writer, sources: Sources, hasher: argon2.PasswordHasher) -> None:
        super().__init__(storage, writer, sources)
        self._hasher = hasher
        self.cooling_us: Callable[[Connection], int] | None = None  # as the house posts it; none where nobody posts

    def first_start(self) -> str | None:
        """Create the administrator if there is nobody; the one-time password, to be shown once."""
        with self._storage.reading() as conn:
            if conn.scalar(select(func.count()).select_from(schema.person)):
                return None  # to hash a password takes a while: a house that starts again must not wait for it
        password = self._one_time()
        stored = self._hasher.hash(password)
        return password if self._writer.run(using(self._first_start_in, stored)) else None

    def _first_start_in(self, tx: Tx, stored: str) -> bool:
        if tx.conn.scalar(select(func.count()).select_from(schema.person)):
            return False
        self._insert(tx, "admin", "Administrator", (Grant("administrator"),), stored, must_change=True)
        self.log(tx, SYSTEM, "people.manage", "admin", "done", "first start")
        return True

    def add(
        self, by: Person, badge: str, name: str, role: str, password: str | None = None, place: str = EVERYWHERE
    ) -> str:
        """Add a person by one hand; the password to hand over. Patrons come so; staff takes two people (`staff`)."""
        check((Grant(role, place),), properties())
        given = password or self._one_time()
        if password:
            check_password(given, badge)
        stored, grant = self._hasher.hash(given), Grant(role, place)
        self._managed(by, using(self._add_in, by, badge, name or badge, grant, stored, must_change=password is None))
        return given

    def _add_in(
        self, tx: Tx, by: Person, badge: str, name: str, grant: Grant, stored: str, *, must_change: bool
    ) -> None:
        self.check_badge(tx.conn, badge)
        self._insert(tx, badge, name, (grant,), stored, must_change=must_change)
        self.log(tx, by.badge, "people.manage", badge, "done", f"{ADDED} {grant}")

    def insert_in(self, tx: Tx, by: str, badge: str, name: str, grants: tuple[Grant, ...], why: str) -> str:
        """Add a person inside a transaction, as others have signed; the one-time password. `why` is the
        log's line, which begins with its kind (`new_staff`)."""
        password = self._one_time()
        self.check_badge(tx.conn, badge)
        self._insert(tx, badge, name or badge, grants, self._hasher.hash(password), must_change=True)
        self.log(tx, by, "people.manage", badge, "done", why)
        return password

    def add_demo(self, people: Iterable[tuple[str, str, str]], password: str) -> None:
        """People for a demonstration, all with one password that everybody knows; those there stay as they are."""
        people = list(people)
        badges = [badge for badge, _, _ in people]
        with self._storage.reading() as conn:
            if len(self.names(conn, badges)) == len(set(badges)):
                return
        stored = self._hasher.hash(password)
        self._writer.run(using(self._add_demo_in, people, badges, stored))

    def _add_demo_in(self, tx: Tx, people: list[tuple[str, str, str]], badges: list[str], stored: str) -> None:
        there = self.names(tx.conn, badges)
        for badge, name, role in people:
            if badge not in there:
                there[badge] = name
                self._insert(tx, badge, name, (Grant(role),), stored, must_change=False)
                self.log(tx, SYSTEM, "people.manage", badge, "done", f"demonstration: {role}")

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
        self._put_down(tx, badge, grants)

    def _grant(self, tx: Tx, badge: str, grants: tuple[Grant, ...]) -> None:
        """Put down the roles of a person; those that were there are no more."""
        tx.conn.execute(delete(schema.person_role).where(schema.person_role.c.badge == badge))
        self._put_down(tx, badge, grants)

    def _put_down(self, tx: Tx, badge: str, grants: tuple[Grant, ...]) -> None:
        rows = [{"badge": badge, "role": grant.role, "property": grant.property} for grant in grants]
        tx.conn.execute(insert(schema.person_role), rows)

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
        self._managed(by, lambda tx: self.regrant_in(tx, by.badge, badge, (Grant(role),), f"{ROLE} {role}"))

    def withdraw(self, by: Person, badge: str, grant: Grant) -> None:
        """Take one of several roles away: one person does it, since it can wait for nobody."""
        self._own(by, badge)
        self._managed(by, using(self._withdraw_in, by, badge, grant))

    def _withdraw_in(self, tx: Tx, by: Person, badge: str, grant: Grant) -> None:
        left = tuple(one for one in self.get(tx.conn, badge).grants if one != grant)
        if len(left) == len(self.get(tx.conn, badge).grants):
            raise NotFound(f"Badge {badge} is not {grant}.")
        if not left:
            raise Refused(f"{grant} is the only role of badge {badge}.", "Dismiss him instead.")
        if confirms((grant,)) and not confirms(left) and not confirmers(tx.conn, by.badge) - {badge}:
            raise Refused("Nobody would be left to confirm changes of staff.", "First another one may.")
        self.regrant_in(tx, by.badge, badge, left, f"withdrawn: {grant}")

    def set_active(self, by: Person, badge: str, active: bool) -> None:
        self._change(by, badge, REINSTATED if active else "dismissed", active=int(active))

    def _change(self, by: Person, badge: str, reason: str, **values: object) -> None:
        """A change of what a person may do: in force at once, and the person signs in anew."""
        self._own(by, badge)
        self._managed(by, lambda tx: self.change_in(tx, by, badge, reason, **values))

    def _own(self, by: Person, badge: str) -> None:
        if by.badge == badge:
            raise Refused("Nobody changes their own role or standing.", "Another administrator does it.")

    def _managed(self, by: Person, work: Callable[[Tx], T]) -> T:
        """Write what an administrator does alone."""

        def checked(tx: Tx) -> T:
            tx.alone()
            self.require(tx, by.badge, "people.manage")
            return work(tx)

        return self._writer.run(checked)

    def change_in(self, tx: Tx, by: Person, badge: str, reason: str, **values: object) -> None:
        """Change what a person may do inside a transaction."""
        self.get(tx.conn, badge)
        tx.conn.execute(update(schema.person).where(schema.person.c.badge == badge).values(**values))
        self.end_all(tx, badge)
        self.log(tx, by.badge, "people.manage", badge, "done", reason)

    def reset_password(self, by: Person, badge: str) -> str:
        """A new one-time password for somebody who forgot; shown once."""
        if by.badge == badge:
            raise Refused(
                "Nobody resets their own password.", "Change it with the old one, or ask another administrator."
            )
        return self._managed(by, lambda tx: self.reset_in(tx, by, badge))

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

    def end_all(self, tx: Tx, badge: str) -> None:
        table = schema.session
        ended = update(table).where(table.c.badge == badge, table.c.ended_us.is_(None))
        tx.conn.execute(ended.values(ended_us=self.sources.now_us()))

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
        row = conn.execute(_BY_BADGE, {"asked": badge}).one_or_none()
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

    def with_the_first_password(self, conn: Connection) -> list[Person]:
        """Who comes in by the password that he was put down with: it is his still, and no code goes with it."""
        table, factor, key = schema.person.c, schema.second_factor.c, schema.security_key.c
        query = select(*PERSON).where(table.active == 1, table.must_change == 0, table.password_version == 1)
        query = query.where(table.password != "", ~exists().where(key.badge == table.badge).correlate(schema.person))
        query = query.where(
            ~exists().where(factor.badge == table.badge, factor.confirmed == 1).correlate(schema.person)
        )
        return [person_of(row) for row in conn.execute(query.order_by(table.role, table.badge))]

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
