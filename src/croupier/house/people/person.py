"""Who somebody is: badge, name, roles and standing, read from the record with one look."""

import functools
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, exists, func, literal, not_, select

from croupier.house.people import permissions
from croupier.house.people.grants import EVERYWHERE, Grant, leading, unpacked
from croupier.house.record import schema
from croupier.house.record.errors import Forbidden

KNOWN_MAX = 8_192


class Person(msgspec.Struct, frozen=True):
    badge: str
    name: str
    role: str
    active: bool
    must_change: bool
    must_enrol: bool = False  # the house wants a second factor of this role, and there is none yet
    roles: tuple[Grant, ...] = ()  # empty: the role, everywhere

    @property
    def grants(self) -> tuple[Grant, ...]:
        """What this person is where."""
        return self.roles or ((Grant(self.role),) if self.role else ())

    @property
    def bound(self) -> bool:
        """Whether some role of this person is good at one property only."""
        return any(grant.property for grant in self.roles)

    def at(self, place: str) -> "Person":
        """This person as he stands at a property, or in what concerns all of them (an empty place): with the roles
        that he has there, and in the one in which he acts; in none if he has none."""
        return _at(self, place)

    def has(self, role: str, place: str = EVERYWHERE) -> bool:
        return any(grant.role == role and grant.property in (EVERYWHERE, place) for grant in self.grants)

    def acting(self, act: str) -> "Person":
        """This person in a role of his that permits an act, if there is one."""
        able = [grant for grant in self.grants if permissions.may(grant.role, act)]
        return msgspec.structs.replace(self, role=leading(able, self.role)) if able else self

    @property
    def unfinished(self) -> bool:
        """Signed in, and good for nothing but finishing how: a password of one's own, a second factor."""
        return self.must_change or self.must_enrol

    def may(self, act: str, place: str | None = None) -> bool:
        """Whether a role permits an act: at a property, or (where none is named) wherever this person has one."""
        grants = self.grants if place is None else self.at(place).grants
        return self.active and any(permissions.may(grant.role, act) for grant in grants)


@functools.lru_cache(maxsize=KNOWN_MAX)
def _at(person: Person, place: str) -> Person:
    """Everybody who acts at a table is asked for it with each act: those of the last minutes are at hand."""
    here = tuple(grant for grant in person.grants if grant.property in (EVERYWHERE, place))
    return msgspec.structs.replace(person, role=leading(here, person.role), roles=here)


class Session(msgspec.Struct, frozen=True):
    person: Person
    kind: str
    label: str
    handle: str  # names the session without being its token
    started_us: int
    seen_us: int
    expires_us: int


class Proof(msgspec.Struct, frozen=True):
    """That a person has just given the password: what a signature rests on."""

    badge: str
    password_version: int
    at_us: int
    coded: bool = False  # a code of the second factor was given too


RULED = ("table.declare", "table.rule", "table.void", "table.undo")  # acts that put right what went wrong at a table


class Logged(msgspec.Struct, frozen=True):
    number: int
    at_us: int
    by: str
    act: str
    subject: str
    outcome: str
    reason: str


def _must_enrol() -> ColumnElement[bool]:
    """Whether the house wants a second factor of this person, who has a password and no factor yet."""
    table, factor, role = schema.person, schema.second_factor, schema.second_factor_role
    given = schema.person_role
    wanted = exists().where(role.c.role == given.c.role, given.c.badge == table.c.badge).correlate(table)
    has = exists().where(factor.c.badge == table.c.badge, factor.c.confirmed == 1).correlate(table)
    key = exists().where(schema.security_key.c.badge == table.c.badge).correlate(table)
    return and_(wanted, not_(has), not_(key), table.c.password != "")


def _granted() -> ColumnElement[str]:
    """The roles of a person in one text, so that whoever is looked up comes with them."""
    given = schema.person_role
    one = given.c.role + literal("@") + given.c.property
    found = select(func.aggregate_strings(one, " ")).where(given.c.badge == schema.person.c.badge)
    return found.correlate(schema.person).scalar_subquery()


PERSON = (
    schema.person.c.badge,
    schema.person.c.name,
    schema.person.c.role,
    schema.person.c.active,
    schema.person.c.must_change,
    _must_enrol().label("must_enrol"),
    _granted().label("granted"),
)


def person_of(row: Any) -> Person:
    roles = unpacked(row.granted or "")
    plain = () if roles == (Grant(row.role),) else roles
    return Person(row.badge, row.name, row.role, bool(row.active), bool(row.must_change), bool(row.must_enrol), plain)


def standing_for(person: Person, act: str, place: str) -> Person:
    """The person in a role that permits the act at the place; refused where he has none."""
    here = person.at(place)
    if not here.may(act):
        if person.may(act):  # at another property
            where = place or "the whole house"
            raise Forbidden(
                f"Badge {person.badge} has no such role at {where} ({act}).",
                f"It takes {permissions.takes(act)} there.",
            )
        permissions.require(person.role, act)
    return here.acting(act)
