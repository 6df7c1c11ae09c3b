"""Numbers that no rule forbids and that are probably a slip: far from what every other book has for the same thing.

A vigorish of 50 in a hundred or a rake of at most $600 can be meant. Where all others say 5 and $6 it is worth a look,
and the warning says what they have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from croupier.equipment.money import parse_money, short_money
from croupier.rulebook import Rulebook, rulebooks
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Setting

SEVERAL = 3  # properties, which tell more than one or two
FAR, FAR_FROM_FEW = 4, 30  # times the greatest of the others, or the least of them divided by so much
SHOWN = 4
Number = tuple[str, str, int | float]  # address, what it is whatever the place in a list, how much


def far_numbers(book: Rulebook) -> Iterator[Found]:
    """A warning for each number of a rule or option that is far from those of all other books."""
    others = [other for other in rulebooks() if other != book]
    alike = [other for other in others if other.plays == book.plays]
    for setting in book.settings.values():
        for where, name, number in _numbers(setting):
            known = _known(alike, setting.name, name) or _known(others, setting.name, name)
            words = _far(number, known, short_money if name.endswith("$") else str)
            if words:
                yield Found(where, words, warning=True)


def _known(books: list[Rulebook], setting: str, name: str) -> dict[str, set[int | float]]:
    """What each property has for a thing, over all dates."""
    found: dict[str, set[int | float]] = {}
    for book in books:
        if numbers := _those(book, setting, name):
            found.setdefault(book.property, set()).update(numbers)
    return found


def _far(number: int | float, known: dict[str, set[int | float]], unit: Callable[[Any], str]) -> str:
    if not known:
        return ""
    said = sorted(set.union(*known.values()))
    times = FAR if len(known) >= SEVERAL else FAR_FROM_FEW
    if said[0] / times <= number <= said[-1] * times:
        return ""
    who = f"{len(known)} properties say" if len(known) > 1 else f"{next(iter(known))} says"
    theirs = ", ".join(unit(n) for n in said) if len(said) <= SHOWN else f"{unit(said[0])} to {unit(said[-1])}"
    return f"{unit(number)} is far from what others have: {who} {theirs}"


def _those(book: Rulebook, setting: str, name: str) -> set[int | float]:
    found = book.settings.get(setting)
    return {number for _, other, number in _numbers(found) if other == name} if found else set()


def _numbers(setting: Setting) -> Iterator[Number]:
    """The numbers above nothing that a setting has, by their addresses."""
    if not setting.optional:
        yield from _within(f"rules.{setting.name}.value", "", setting.value)
        return
    yield from _within(f"options.{setting.name}.choices", "", list(setting.choices))
    for end in ("least", "most"):
        yield from _within(f"options.{setting.name}.{end}", "", getattr(setting, end))


def _within(where: str, name: str, value: Any) -> Iterator[Number]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _within(f"{where}.{key}", f"{name}.{key}", entry)
    elif isinstance(value, list | tuple):
        for number, entry in enumerate(value, 1):
            yield from _within(f"{where}[{number}]", name, entry)
    elif isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        yield where, name, value
    elif isinstance(value, str) and value.startswith("$"):
        with suppress(ValueError):  # told where amounts are read
            yield where, f"{name}$", parse_money(value)
