"""Changes of the staff list: one person proposes, another confirms, and the change is in force.

A proposal is a document like any slip: numbered, signed with a password, never changed. Nobody confirms what he has
proposed or what is about himself. Taking power away (a dismissal) takes one person, since it can wait for nobody.

The first start has one administrator and nobody to confirm. Until there is a second person who may, he adds exactly
that one, an administrator or a manager, by his own signature; it stands in the log as the founding. Once somebody else
could confirm there is no founding any more: whoever has dismissed all the others reinstates one, who comes back with a
password of his own.
"""

from typing import Any

from croupier.house.papers.documents import Document
from croupier.house.people import new_staff, permissions
from croupier.house.people.grants import Grant, check, confirmers
from croupier.house.people.persons import People, Person
from croupier.house.people.second_factor import SecondFactor
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.house.record.writer import Tx
from croupier.rulebook import properties

KIND = "staff"
ADD, ROLE, GRANT, RESET, RESET_FACTOR, REINSTATE = "add", "role", "grant", "reset", "reset-factor", "reinstate"
CHANGES = {
    ADD: "add",
    ROLE: "give another role to",
    GRANT: "give a further role to",
    RESET: "make a new one-time password for",
    RESET_FACTOR: "reset the second factor of",
    REINSTATE: "reinstate",
}
KEPT_MAX = 64


class StaffChanges:
    """What the two signatures of a change do. A one-time password is made with the second, and shown once."""

    def __init__(self, people: People, factor: SecondFactor) -> None:
        self._people = people
        self._factor = factor
        self._made: dict[str, str] = {}  # document -> one-time password, until somebody has been shown it

    def take(self, document_id: str) -> str:
        """The one-time password that a confirmation made, once; empty where it made none."""
        return self._made.pop(document_id, "")

    # ---- effects

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        asked = data if step == "propose" else document.data("propose")
        change, badge = str(asked.get("change", "")), str(asked.get("badge", ""))
        if badge == by.badge:
            raise Forbidden("Nobody changes their own role, password or standing.", "Two others do it.")
        self._check(tx, change, badge, _asked_for(asked))
        if step == "propose" and not self._founds(tx, by, asked):
            return None
        self._apply(tx, document, by, asked, alone=step == "propose")
        return "confirmed"

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing has changed before the second signature."""

    def _check(self, tx: Tx, change: str, badge: str, grant: Grant) -> None:
        if change not in CHANGES:
            raise Refused(f"{change!r} is no change of the staff list.", f"There are {', '.join(CHANGES)}.")
        if change in (ADD, ROLE, GRANT):
            check((grant,), properties())
        if change == ADD:
            self._people.check_badge(tx.conn, badge)
            return
        person = self._people.get(tx.conn, badge)
        if change == GRANT:
            check((*person.grants, grant), properties())
            if grant in person.grants:
                raise Refused(f"Badge {badge} is {grant} already.", "Nothing is to be given.")
        if change == RESET_FACTOR and not self._people.factors.there(tx.conn, badge):
            raise NotFound(f"Badge {badge} has no second factor.")

    def _founds(self, tx: Tx, by: Person, asked: dict[str, Any]) -> bool:
        """Whether this is the one step that a lone administrator takes alone: somebody who can confirm comes."""
        if confirmers(tx.conn, by.badge):
            return False
        before = confirmers(tx.conn, by.badge, dismissed=True)
        if asked.get("change") == REINSTATE and str(asked.get("badge")) in before:
            return True
        if before:
            raise Refused("Nobody is there to confirm this.", f"First reinstate {' or '.join(sorted(before)[:3])}.")
        grant = _asked_for(asked)
        if asked.get("change") != ADD or not permissions.may(grant.role, permissions.CONFIRMS) or grant.property:
            raise Refused(
                "Nobody is there to confirm this.", "First add a second administrator or a manager; he confirms."
            )
        return True

    def _apply(self, tx: Tx, document: Document, by: Person, asked: dict[str, Any], alone: bool) -> None:
        people, change, badge = self._people, asked["change"], str(asked["badge"])
        grant = _asked_for(asked)
        if change == ADD:
            proposed = new_staff.FOUNDED if alone else f", proposed by {document.by('propose')}"
            why = f"{new_staff.ADDED} {grant}{proposed}"
            self._keep(document, people.insert_in(tx, by.badge, badge, str(asked.get("name", "")), (grant,), why))
        elif change == RESET:
            self._keep(document, people.reset_in(tx, by, badge))
        elif change == RESET_FACTOR:
            self._factor.reset_in(tx, by, badge)
        elif change == ROLE:
            people.regrant_in(tx, by.badge, badge, (grant,), f"{new_staff.ROLE} {grant}")
        elif change == GRANT:
            grants = tuple(sorted({*people.get(tx.conn, badge).grants, grant}))
            people.regrant_in(tx, by.badge, badge, grants, f"{new_staff.ROLE} {grant} too")
        else:
            people.change_in(tx, by, badge, new_staff.REINSTATED, active=1)

    def _keep(self, document: Document, password: str) -> None:
        while len(self._made) >= KEPT_MAX:
            del self._made[next(iter(self._made))]
        self._made[document.id] = password


def _asked_for(asked: dict[str, Any]) -> Grant:
    return Grant(str(asked.get("role", "")), str(asked.get("property", "")))


def in_words(document: Document) -> str:
    """What a proposal asks for."""
    asked = document.data("propose")
    words = f"{CHANGES.get(str(asked.get('change')), 'change')} badge {asked.get('badge', '')}"
    role, place = str(asked.get("role", "")), str(asked.get("property", ""))
    words = f"{words} as {permissions.WORDS.get(role, role)}" if role else words
    found = properties().get(place)
    return f"{words} at {found.title if found else place}" if place else words
