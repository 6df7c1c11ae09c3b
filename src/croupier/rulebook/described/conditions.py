"""Reading conditions: numbers, spans and lists as a rulebook writes them, and how conditions are put together.

A test answers True, False or None: None where what it looks at has not been seen yet. So a wager can be settled as
soon as its outcome no longer depends on what is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.rulebook.faults import Found, one_of

Seen = Mapping[str, Any]  # what is seen, by its word; what has not been seen yet is absent
Test = Callable[[Seen], bool | None]
ON = "on"  # the word under which a test finds what the wager is on


class Looks(msgspec.Struct, frozen=True):
    """What a condition tells apart: an exact count of its outcomes may forget everything else."""

    words: frozenset[str] = frozenset()  # which of the things seen
    points: bool = False  # what cards count
    ranks: bool = False
    suits: bool = False  # whether all suits agree
    colours: bool = False  # whether all colours agree: suits can't be renamed freely
    some_suits: bool = False  # how many of either agree, or which they are
    named_suits: bool = False  # which they are
    apart: bool = False  # one of several things seen by itself, or compared with another
    memory: tuple[tuple[str, Any], ...] = ()  # what a wager on several throws must remember

    def __or__(self, other: Looks) -> Looks:
        return Looks(
            self.words | other.words,
            self.points or other.points,
            self.ranks or other.ranks,
            self.suits or other.suits,
            self.colours or other.colours,
            self.some_suits or other.some_suits,
            self.named_suits or other.named_suits,
            self.apart or other.apart,
            tuple(dict.fromkeys((*self.memory, *other.memory))),
        )

    @property
    def suited(self) -> bool:
        """Whether anything is asked about suits, if only their colours."""
        return self.suits or self.colours


class Condition(msgspec.Struct, frozen=True):
    """A test with what it looks at."""

    test: Test
    looks: Looks


class Reader:
    """Collects what is wrong with a described wager instead of stopping at the first fault."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[Found] = []

    def fault(self, where: str, says: str) -> None:
        self.faults.append(Found(where, says))

    def numbers(self, value: Any, where: str, least: int = 0, most: int = 1_000) -> Numbers:
        """`7`, `[2, 3, 12]`, or `{ least = 4, most = 9 }`."""
        found: Numbers | None = None
        if type(value) is int:
            found = Numbers(among=frozenset({value}))
        elif isinstance(value, list) and value and all(type(n) is int for n in value):
            self.once(value, where)
            found = Numbers(among=frozenset(value))
        elif isinstance(value, dict) and value and value.keys() <= {"least", "most"}:
            bounds = (value.get("least", least), value.get("most"))
            if type(bounds[0]) is int and (bounds[1] is None or type(bounds[1]) is int):
                found = Numbers(least=bounds[0], most=bounds[1])
        if found is None:
            self.fault(where, f"expected a number, a list of numbers or {{ least, most }}, found {value!r}")
            return Numbers()
        if not any(found.holds(n) for n in range(least, most + 1)):
            self.fault(where, f"no number from {least} to {most} fits {value!r}")
        elif found.among is not None and not all(least <= n <= most for n in found.among):
            self.fault(where, f"expected numbers from {least} to {most}, found {value!r}")
        return found

    def flag(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            self.fault(where, f"expected true or false, found {value!r}")
        return bool(value)

    def once(self, listed: Sequence[Any], where: str) -> None:
        """A list of what may be: whatever stands there twice was probably meant to be something else."""
        for word in sorted({str(word) for number, word in enumerate(listed) if word in listed[:number]}):
            self.fault(where, f"{word} stands twice; expected each once")

    def words(self, value: Any, where: str, known: Sequence[str], *, repeated: bool = False) -> list[str]:
        """One word or a list of words, each of those that are known, and once unless they may be `repeated`."""
        found = value if isinstance(value, list) else [value]
        if not repeated:
            self.once(found, where)
        for word in found:
            if word not in known:
                self.fault(where, f"{one_of(word, known)}, found {word!r}")
        if not found:
            self.fault(where, one_of("", known))
        return [word for word in found if word in known]


class Numbers(msgspec.Struct, frozen=True):
    """Which whole numbers fit: those listed, or all of a span."""

    least: int = 0
    most: int | None = None
    among: frozenset[int] | None = None

    def holds(self, number: int) -> bool:
        if self.among is not None:
            return number in self.among
        return self.least <= number and (self.most is None or number <= self.most)

    @property
    def highest(self) -> int:
        """Above this all numbers are alike."""
        if self.among is not None:
            return max(self.among, default=0)
        return self.least if self.most is None else self.most


ALWAYS = Condition(lambda seen: True, Looks())


def all_of(conditions: Sequence[Condition]) -> Condition:
    """All hold; False as soon as one does not, whatever is still unseen."""
    if len(conditions) == 1:
        return conditions[0]
    tests = tuple(condition.test for condition in conditions)

    def test(seen: Seen) -> bool | None:
        found: bool | None = True
        for each in tests:
            answer = each(seen)
            if answer is False:
                return False
            if answer is None:
                found = None
        return found

    return Condition(test, _together(conditions))


def any_of(conditions: Sequence[Condition]) -> Condition:
    tests = tuple(condition.test for condition in conditions)

    def test(seen: Seen) -> bool | None:
        found: bool | None = False
        for each in tests:
            answer = each(seen)
            if answer:
                return True
            if answer is None:
                found = None
        return found

    return Condition(test, _together(conditions))


def none_of(condition: Condition) -> Condition:
    each = condition.test

    def test(seen: Seen) -> bool | None:
        answer = each(seen)
        return None if answer is None else not answer

    return Condition(test, condition.looks)


def by_itself(condition: Condition) -> Condition:
    """A condition on one of several things that are seen."""
    return Condition(condition.test, condition.looks | Looks(apart=True))


def is_on(choices: Sequence[str]) -> Condition:
    """The wager is on one of these."""
    chosen = frozenset(choices)
    return Condition(lambda seen: seen.get(ON, "") in chosen, Looks())


def _together(conditions: Sequence[Condition]) -> Looks:
    looks = Looks()
    for condition in conditions:
        looks |= condition.looks
    return looks
