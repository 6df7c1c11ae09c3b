"""Every way in which cards can fall for a wager that a rulebook describes itself, each weighed by how often it does.

Cards that the wager's conditions can't tell apart are dealt as one class. A stage deals the cards of one thing that is
seen; where the outcome no longer depends on the stages to come, they are not dealt at all. The same walk proves that
every row can happen (it stops as soon as each has been met) and gives the odds in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import comb, prod
from random import Random
from typing import Any, Protocol

from croupier.rulebook.described import Described, Looks
from croupier.rulebook.described.cards import colour
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.faults import Found
from croupier.rulebook.model import PayTable, Rulebook

Seen = dict[str, Any]


class Pack:
    """A shoe in classes: one card stands for all that are alike; `left` counts those still in it."""

    def __init__(self, copies: Mapping[int, int], looks: Looks, points: Callable[[int], int] | None = None) -> None:
        classes: dict[tuple[int, ...], list[int]] = {}
        for card in copies:
            key = (
                points(card) if points else -1,
                card >> 2 if looks.ranks else -1,
                card & 3 if looks.suits else colour(card) if looks.colours else -1,
            )
            classes.setdefault(key, []).append(card)
        self.cards = [members[0] for members in classes.values()]
        self.left = [sum(copies[card] for card in members) for members in classes.values()]
        self.size = sum(self.left)

    def __len__(self) -> int:
        return len(self.cards)

    def hands(self, count: int) -> int:
        """How many sets of so many cards its classes make."""
        sets = [1] + [0] * count
        for copies in self.left:
            sets = [sum(sets[size - here] for here in range(min(copies, size) + 1)) for size in range(count + 1)]
        return sets[count]


class Stage(Protocol):
    """Deals the cards of one thing that is seen."""

    takes: int  # cards that leave the pack for good before the next stage

    def total(self, size: int) -> int:
        """The weight of everything it can deal from a pack of so many cards."""

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        """Lay cards into `seen`, take them from the pack, and give the weight; put them back when asked for more."""


class Cards:
    """So many cards to one place, in no order."""

    def __init__(self, word: str, count: int) -> None:
        self.word, self.takes = word, count

    def total(self, size: int) -> int:
        return comb(size, self.takes)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        hand: list[int] = []
        for weight in choose(pack, 0, self.takes, hand):
            seen[self.word] = hand
            yield weight
        seen.pop(self.word, None)


def choose(pack: Pack, first: int, count: int, hand: list[int]) -> Iterator[int]:
    """Every set of so many cards from a class on, laid into the hand and taken from the pack while it is looked at."""
    if not count:
        yield 1
        return
    for index in range(first, len(pack)):
        copies = pack.left[index]
        for number in range(1, min(copies, count) + 1):
            pack.left[index] -= 1
            pack.size -= 1
            hand.append(pack.cards[index])
            ways = comb(copies, number)
            if number == count:
                yield ways
            else:
                for weight in choose(pack, index + 1, count - number, hand):
                    yield ways * weight
        taken = min(copies, count)
        pack.left[index] += taken
        pack.size += taken
        del hand[len(hand) - taken :]


def falls(
    described: Described, rows: Collection[str], pack: Pack, stages: list[Stage], on: str = ""
) -> Iterator[tuple[str, int]]:
    """(outcome, weight) of every way the cards can fall; the weights add up to `whole`."""
    rest = [1] * (len(stages) + 1)
    size = pack.size
    totals = []
    for stage in stages:
        totals.append(stage.total(size))
        size -= stage.takes
    for number in range(len(stages) - 1, -1, -1):
        rest[number] = totals[number] * rest[number + 1]
    seen: Seen = {ON: on}

    def walk(number: int, weight: int) -> Iterator[tuple[str, int]]:
        outcome = described.outcome(seen, rows)
        if outcome is not None:
            yield outcome, weight * rest[number]
            return
        for ways in stages[number].deal(pack, seen):
            yield from walk(number + 1, weight * ways)

    yield from walk(0, 1)


def count(described: Described, rows: Collection[str], pack: Pack, stages: list[Stage], on: str = "") -> dict[str, int]:
    """How often each outcome comes about."""
    found: dict[str, int] = {}
    for outcome, weight in falls(described, rows, pack, stages, on):
        found[outcome] = found.get(outcome, 0) + weight
    return found


Deals = Callable[[PayTable, str], Iterable[tuple[str, int]]]
Sight = Callable[[PayTable, Random], Mapping[str, Any]]  # a round dealt at random where this table applies
SIGHTS = 10_000
_proved: dict[tuple[str, str], list[Found]] = {}


def never_dealt(book: Rulebook, described: Described, deals: Deals, sight: Sight) -> list[Found]:
    """Rows that no deal reaches, looked for once; `deals` gives outcomes by a pay table and what the wager is on."""
    key = (book.digest, described.name)
    if key not in _proved:
        tables = enumerate(described.rule.pay_tables, 1)
        _proved[key] = [fault for number, table in tables for fault in _missing(described, number, table, deals, sight)]
    return list(_proved[key])


def _missing(described: Described, number: int, table: PayTable, deals: Deals, sight: Sight) -> list[Found]:
    """A few deals at random meet what is common; the walk is for the rest."""
    rows = [name for name, _ in table.rows]
    missing = set(rows)
    chance = Random(0)
    choices = described.rule.on or ("",)
    for turn in range(SIGHTS):
        missing.discard(described.outcome({**sight(table, chance), ON: choices[turn % len(choices)]}, rows) or "")
        if not missing:
            return []
    for on in described.rule.on or ("",):
        for outcome, _ in deals(table, on):
            missing.discard(outcome)
            if not missing:
                return []
    where = f"wagers.{described.name}.pay-tables[{number}]"
    words = "can't happen, or an outcome before it always takes its place"
    return [
        Found(f"{where}.rows[{place}]", f"{name!r} {words}") for place, name in enumerate(rows, 1) if name in missing
    ]


def most_decks(book: Rulebook, table: PayTable) -> int:
    """As many decks as the house may choose at most under a pay table."""
    setting = book.settings.get("decks")
    if setting is None:
        return 1
    choices = table.when.get("decks") or setting.choices or [setting.value, setting.most or 0]
    return max(int(n) for n in choices if type(n) is int)


def falling(n: int, k: int) -> int:
    """Ways to draw k of n cards one after the other."""
    return prod(max(n - i, 0) for i in range(k))
