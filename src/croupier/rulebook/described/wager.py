"""A described wager put together from its rulebook: what it sees, its outcomes in order, and which one has come about.

    [wagers.perfect-pairs]
    sees = "first-two"
    [wagers.perfect-pairs.outcomes]
    perfect-pair = { same-card = 2 }
    coloured-pair = { same-rank = 2, same-colour = 2 }
    mixed-pair = { same-rank = 2 }

Outcomes are looked at in their order and the first that holds and has a row counts, so a table without a row for the
perfect pair pays it as a coloured one. `lose` and `push` may be described too and need no row; an outcome without
conditions holds always. What no outcome takes is lost, or, where several throws are seen, waits for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from croupier.rulebook.described.conditions import (
    ALWAYS,
    ON,
    Condition,
    Looks,
    Reader,
    Seen,
    all_of,
    any_of,
    by_itself,
    is_on,
    none_of,
)
from croupier.rulebook.faults import Found, one_of
from croupier.rulebook.model import WagerRule

LOSE, PUSH = "lose", "push"
UNPAID = (LOSE, PUSH)

# What makes a condition of a word and its value: (reader, where, value, the things seen that it speaks of).
Maker = Callable[[Reader, str, Any, tuple[str, ...]], Condition]


class Showing(msgspec.Struct, frozen=True):
    """What a family of games shows to a described wager, and what can be said about it."""

    sees: Mapping[str, str]  # word -> what it is, for people
    makers: Mapping[str, Maker]  # word of a condition -> how it is read
    several: frozenset[str] = frozenset()  # words that see more than one throw: what no outcome takes, waits
    placed: Mapping[str, str] = {}  # when such a wager may be placed; the first is the rule
    means: Mapping[str, str] = {}  # word of a condition -> when it holds, for people
    within: Mapping[str, tuple[str, ...]] = {}  # cards that lie among others: first-card -> (first-two,)
    compares: frozenset[str] = frozenset()  # words of conditions that look at several things by themselves

    def together(self, sees: tuple[str, ...]) -> tuple[str, ...]:
        """What is seen, each card once: what lies within another thing that is seen adds nothing to it."""
        return tuple(word for word in sees if not set(self.within.get(word, ())) & set(sees))


class Described(msgspec.Struct, frozen=True):
    """A wager whose outcomes its rulebook describes."""

    rule: WagerRule
    sees: tuple[str, ...]
    outcomes: tuple[tuple[str, Condition], ...]
    waits: bool  # whether it stands until an outcome comes about

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def looks(self) -> Looks:
        looks = Looks()
        for _, condition in self.outcomes:
            looks |= condition.looks
        return looks

    def outcome(self, seen: Seen, rows: Collection[str]) -> str | None:
        """The outcome under a table with these rows; None while it hangs on what has not been seen yet.

        For a wager that waits, an empty string means that nothing has been decided.
        """
        for name, condition in self.outcomes:
            if name not in rows and name not in UNPAID:
                continue
            holds = condition.test(seen)
            if holds is None:
                return None
            if holds:
                return name
        return "" if self.waits else LOSE


def check_shape(rule: WagerRule) -> list[Found]:
    """What is wrong with a described wager in any game: outcomes and rows that do not speak of each other."""
    where = f"wagers.{rule.name}"
    if not rule.sees:
        stray = [key for key, value in (("outcomes", rule.outcomes), ("on", rule.on), ("placed", rule.placed)) if value]
        return [Found(f"{where}.{key}", "only a wager that says what it sees has this") for key in stray]
    faults: list[Found] = []
    if not rule.outcomes:
        faults.append(Found(f"{where}.outcomes", "missing; expected each outcome with its conditions"))
    for name, raw in rule.outcomes.items():
        if not isinstance(raw, dict):
            faults.append(Found(f"{where}.outcomes.{name}", f"expected a table of conditions, found {raw!r}"))
    if not any(table.name == "main" for table in rule.pay_tables):
        faults.append(Found(f"{where}.pay-tables", "missing; expected a pay table with a row for each outcome"))
    for number, table in enumerate(rule.pay_tables, 1):
        faults += _row_faults(f"{where}.pay-tables[{number}]", list(rule.outcomes), [name for name, _ in table.rows])
    for name in rule.outcomes:
        paid = any(name == row for table in rule.pay_tables for row, _ in table.rows)
        if not paid and name not in UNPAID:
            faults.append(Found(f"{where}.outcomes.{name}", "no pay table has a row for it"))
    return faults


def _row_faults(where: str, outcomes: list[str], rows: list[str]) -> list[Found]:
    faults: list[Found] = []
    before = -1
    for number, name in enumerate(rows, 1):
        if name not in outcomes:
            faults.append(
                Found(f"{where}.rows[{number}]", f"{name!r} is no outcome of this wager; {one_of(name, outcomes)}")
            )
        elif outcomes.index(name) < before:
            words = f"expected in the order of the outcomes, in which {name!r} comes before {rows[number - 2]!r}"
            faults.append(Found(f"{where}.rows[{number}]", words))
        else:
            before = outcomes.index(name)
    return faults


def describe(rule: WagerRule, showing: Showing) -> tuple[Described | None, list[Found]]:
    """The wager ready to be settled, and everything that is wrong with its description."""
    reader = Reader(f"wagers.{rule.name}")
    sees = tuple(word.strip() for word in rule.sees.split("+"))
    for word in sees:
        if word not in showing.sees:
            reader.fault(f"{reader.where}.sees", f"expected {_choice(showing.sees)}, found {word!r}")
    if len(set(sees)) != len(sees):
        reader.fault(f"{reader.where}.sees", "the same thing stands twice")
    several = [word for word in sees if word in showing.several]
    if several and len(sees) > 1:
        reader.fault(f"{reader.where}.sees", f"{several[0]} stands alone")
    if rule.placed and rule.placed not in showing.placed:
        reader.fault(f"{reader.where}.placed", f"expected {_choice(showing.placed) or 'nothing'}")
    if rule.outcomes and not reader.faults:
        outcomes = tuple(
            (name, _condition(reader, f"{reader.where}.outcomes.{name}", raw, sees, showing, rule.on))
            for name, raw in rule.outcomes.items()
            if isinstance(raw, dict)
        )
        if not reader.faults:
            return Described(rule, sees, outcomes, bool(several)), []
    return None, reader.faults


def _condition(
    reader: Reader,
    where: str,
    raw: dict[str, Any],
    sees: tuple[str, ...],
    showing: Showing,
    on: tuple[str, ...],
) -> Condition:
    """All conditions of a table together; a word of what is seen opens a table about that alone."""
    found: list[Condition] = []
    for word, value in raw.items():
        spot = f"{where}.{word}"
        if word == "any":
            parts = value if isinstance(value, list) and all(isinstance(v, dict) for v in value) else []
            if not parts:
                reader.fault(spot, "expected a list of tables of conditions")
            found.append(any_of([_condition(reader, spot, part, sees, showing, on) for part in parts]))
        elif word == "not" and isinstance(value, dict):
            found.append(none_of(_condition(reader, spot, value, sees, showing, on)))
        elif word == ON:
            found.append(is_on(reader.words(value, spot, on or ("nothing: this wager has no `on`",))))
        elif word in sees and isinstance(value, dict):
            found.append(by_itself(_condition(reader, spot, value, (word,), showing, on)))
        elif word in showing.makers:
            asked = sees if word in showing.compares else showing.together(sees)
            found.append(showing.makers[word](reader, spot, value, asked))
        else:
            known = ["any", "not", *([ON] if on else []), *(sees if len(sees) > 1 else ()), *showing.makers]
            reader.fault(spot, f"unknown condition; {one_of(word, known)}")
    return all_of(found) if found else ALWAYS


def _choice(words: Mapping[str, str]) -> str:
    return " or ".join(f"{word} ({meaning})" for word, meaning in words.items())
