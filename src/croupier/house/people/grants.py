"""Roles at properties: what somebody is where, and as what he acts.

A grant is a role at one property, or at every one where it names none. Whoever acts at a table, in a room or for a
property does it in a role that he has there; what concerns the whole house takes a role that he has everywhere.
"""

import functools
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, select

from croupier.house.people import permissions
from croupier.house.record import schema
from croupier.house.record.errors import Refused

EVERYWHERE = ""
GRANTS_MAX = 60


class Grant(msgspec.Struct, frozen=True, order=True):
    role: str
    property: str = EVERYWHERE

    def __str__(self) -> str:
        return f"{self.role} at {self.property}" if self.property else self.role


def leading(grants: Iterable[Grant], first: str = "") -> str:
    """The role in which somebody with these grants acts; `first` if it is among them."""
    roles = {grant.role for grant in grants}
    if first in roles:
        return first
    return next((role for role in permissions.LEADING if role in roles), permissions.NOBODY)


@functools.lru_cache(maxsize=1024)  # most people are the same: players everywhere
def unpacked(text: str) -> tuple[Grant, ...]:
    """Grants from one text, `supervisor@oneida dealer@`, in their order."""
    pairs = (entry.partition("@") for entry in text.split())
    return tuple(sorted(Grant(role, place) for role, _, place in pairs))


def check(grants: Iterable[Grant], known: Iterable[str]) -> tuple[Grant, ...]:
    """The grants in order; refused where a role or a property is none, or a patron would be staff too."""
    found, places = tuple(sorted(set(grants))), set(known)
    if not found:
        raise Refused("Somebody without any role is nobody here.", "Name at least one role.")
    for grant in found:
        permissions.check_role(grant.role)
        if grant.property and grant.property not in places:
            raise Refused(f"There is no property {grant.property!r}.", f"There are {', '.join(sorted(places))}.")
    roles = {grant.role for grant in found}
    if "player" in roles and len(roles) > 1:
        raise Refused("A patron is no staff.", "Somebody plays, or works here.")
    if len(found) > GRANTS_MAX:
        raise Refused(f"{len(found)} roles are more than one person has.", f"At most {GRANTS_MAX}.")
    return found


def in_words(grants: Iterable[Grant]) -> str:
    """`supervisor at oneida, dealer`."""
    return ", ".join(str(grant) for grant in sorted(grants))


def confirms(grants: Iterable[Grant]) -> bool:
    """Whether somebody with these grants may confirm what concerns the whole house."""
    return any(one.property == EVERYWHERE and permissions.may(one.role, permissions.CONFIRMS) for one in grants)


def confirmers(conn: Connection, but: str, *, dismissed: bool = False) -> set[str]:
    """Who else may confirm what concerns the whole house, or might were they not dismissed."""
    table, given = schema.person.c, schema.person_role.c
    may = [role for role in permissions.ROLES if permissions.may(role, permissions.CONFIRMS)]
    query = select(table.badge).join_from(schema.person, schema.person_role)
    query = query.where(given.role.in_(may), given.property == EVERYWHERE, table.badge != but)
    return set(conn.scalars(query if dismissed else query.where(table.active == 1)))
