"""A poker room's book of procedures: found by property and day, read by name.

Whatever number, list or choice the room works by comes from here; a property without such a book has no room. What a
book does not print is said so, and is nobody's to make up: see `parts`.
"""

import datetime
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.equipment.money import parse_money
from croupier.house.people.permissions import WORDS
from croupier.house.people.person import Person
from croupier.house.poker_room.procedures.parts import PARTS, part_of
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import Rulebook, rulebook
from croupier.rulebook.model import Procedure

BOOK = "room"
# The document's jobs as the floor's roles.
JOBS = {
    "lead-supervisor": "manager",
    "floor-supervisor": "supervisor",
    "poker-supervisor": "supervisor",
    "dual-rate": "dealer",
    "poker-clerk": "clerk",
    "dealer": "dealer",
    "cage": "cage",
}
RANK = ("clerk", "supervisor", "manager")  # "or above"


def or_above(role: str) -> tuple[str, ...]:
    """Who may do what a book leaves to somebody of this rank "or above"."""
    return RANK[RANK.index(role) :]


class Item(msgspec.Struct, frozen=True):
    """One thing that the room asks of everybody in it."""

    name: str
    list: str
    says: str
    clause: str


class RoomBook:
    """One property's book as it stands on a day."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def value(self, name: str) -> Any:
        """A rule of the book; refused where it prints none."""
        found = self.book.settings.get(name)
        if found is None:
            raise self._silent(name)
        return found.value

    def get(self, name: str, default: Any = None) -> Any:
        """A rule of the book, or what holds without one."""
        found = self.book.settings.get(name)
        return default if found is None else found.value

    def prints(self, name: str) -> bool:
        return name in self.book.settings or self.book.procedure(name) is not None

    def clause(self, name: str) -> str:
        found = self.book.settings.get(name) or self._procedure(name)
        return found.clause

    def _silent(self, name: str) -> Refused:
        part = part_of(name)
        about = part.title if part else name.replace("-", " ")
        return Refused(f"The book of this room prints nothing on {about}.", part.instead if part else "")

    @property
    def unprinted(self) -> tuple[tuple[str, str], ...]:
        """What a room may have and this book says nothing of, each with what stands in its place."""
        return tuple((part.title, part.instead) for part in PARTS if not any(self.prints(rule) for rule in part.rules))

    def cents(self, name: str) -> int:
        return parse_money(self.value(name))

    def states(self, name: str, key: str) -> tuple[str, ...]:
        """What a form of the room must show, or the steps that it must list."""
        return tuple(self._procedure(name).values[key])

    def _procedure(self, name: str) -> Procedure:
        found = self.book.procedure(name)
        if found is None:
            raise self._silent(name)
        return found

    @property
    def conduct(self) -> tuple[Item, ...]:
        """The code of conduct, the etiquette, the tobacco rule: what the floor shows and warns by."""
        return tuple(
            Item(p.name, str(p.values["list"]), p.says, p.clause) for p in self.book.procedures if "list" in p.values
        )

    def offence(self, name: str) -> Item:
        found = next((item for item in self.conduct if item.name == name), None)
        if found is None:
            raise Refused(f"{name!r} is nothing that the room forbids.", f"It forbids {_names(self.conduct)}.")
        return found

    def needs(self, name: str, done: Any, key: str = "steps") -> None:
        """Refuse unless every step that the book lists was ticked; a book without the list asks for none."""
        if not self.prints(name):
            return
        ticked = done if isinstance(done, list | tuple) else ()
        missing = [step for step in self.states(name, key) if step not in ticked]
        if missing:
            raise Refused(f"Not done: {', '.join(missing)}.", "Tick each step when it is done.", self.clause(name))

    def takes(self, name: str, by: Person) -> None:
        """Refuse whoever is below the job that the book names for a procedure; where it names none, all may do it."""
        job = self._procedure(name).values.get("by") if self.prints(name) else None
        if job is not None and by.role not in or_above(JOBS[job]):
            raise Forbidden(
                f"This is not for {WORDS[by.role]}.", f"It takes a {job.replace('-', ' ')} or above.", self.clause(name)
            )


Books = Callable[[str], RoomBook]  # the book of a property on the house's day


def room_book(property_: str, today: datetime.date) -> RoomBook:
    """The room's book in force on the house's day."""
    try:
        return RoomBook(rulebook(property_, BOOK, today))
    except NoRulebook as error:
        raise NotFound(f"{property_} has no poker room: {error}.") from None


def _names(items: tuple[Item, ...]) -> str:
    return ", ".join(item.name for item in items)
