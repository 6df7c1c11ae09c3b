"""Rules over several tables: what a clause keeps the same at all tables of a game within one house.

The rulebook's procedures name it: `uniform-options` are options, `uniform-rows` wagers whose odds are the same
everywhere, `["all"]` where every wager's are. A table that differs from another one is not opened; what is the same
everywhere is changed everywhere at once.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.house.record.errors import Refused
from croupier.house.tables.life import CLOSED, CLOSING, OPEN, FloorTable
from croupier.house.tables.options import TOURNAMENT
from croupier.rulebook import Posting, Rulebook

ALL = "all"
OPTIONS, ROWS = "uniform-options", "uniform-rows"
METER = ("progressive-seed", "progressive-increment", "progressive-reserve")  # what tables of one meter share


class Shared(msgspec.Struct, frozen=True):
    """What one clause keeps the same at every table."""

    clause: str
    says: str
    options: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()

    def about(self, key: str) -> bool:
        """Whether a posted choice such as `vigorish-unit` or `pay.field.2` is one of those kept the same."""
        kind, _, rest = key.partition(".")
        if kind in ("pay", "pay-table"):
            return ALL in self.wagers or rest.partition(".")[0] in self.wagers
        return key in self.options


def shared(book: Rulebook) -> tuple[Shared, ...]:
    """What this book keeps the same at all tables of its game."""
    found = []
    for procedure in book.procedures:
        options, wagers = (tuple(procedure.values.get(key, ())) for key in (OPTIONS, ROWS))
        if options or wagers:
            found.append(Shared(procedure.clause, procedure.says, options, wagers))
    return tuple(found)


def bound(table: FloorTable, posting: Posting) -> bool:
    """Whether a table is one of those that must agree: not in a tournament, which has rules of its own."""
    return not table.settings.tournament and not posting.get(TOURNAMENT, False)


def among(table: FloorTable, others: list[FloorTable]) -> list[FloorTable]:
    """The other tables that must agree with this one: the same game for the same kind of chips, not closed."""
    return [
        other
        for other in others
        if other.id != table.id
        and other.game == table.game
        and other.state != CLOSED
        and other.settings.demo == table.settings.demo
    ]


def check(table: FloorTable, posting: Posting, other: FloorTable, theirs: Posting) -> None:
    """Refuse what would differ from another table where a clause keeps them the same."""
    if not (bound(table, posting) and bound(other, theirs)):
        return
    for rule in shared(posting.rulebook):
        for what, mine, there in differences(rule, posting, theirs):
            words = f"{what} is {there} at {other.id} and would be {mine} at {table.id}."
            raise Refused(words, "It is the same at all tables of the house: change it at all of them.", rule.clause)


def check_meter(table: FloorTable, posting: Posting, others: list[tuple[FloorTable, Posting]]) -> None:
    """Refuse a table whose progressive differs from that of a table which feeds the same meter, and another progressive
    than the game has elsewhere: the house offers one in place of the other."""
    for other, theirs in others:
        same_kind = other.settings.demo == table.settings.demo and other.state in (OPEN, CLOSING)
        if not (same_kind and posting.progressive and theirs.progressive):
            continue
        clause = posting.wagers["progressive"].clause
        if other.game == table.game and theirs.progressive != posting.progressive:
            words = f"{other.id} deals the same game with the progressive {theirs.progressive}."
            raise Refused(words, "A game has one progressive in the house: the other stands in its place.", clause)
        if theirs.progressive != posting.progressive:
            continue
        for name in METER:
            here, there = posting.get(name, 0), theirs.get(name, 0)
            if here != there:
                words = f"{name} is {there} at {other.id} and would be {here} at {table.id}."
                raise Refused(words, "Both feed one meter: it is changed while no other table feeds it.", clause)


def differences(rule: Shared, posting: Posting, other: Posting) -> Iterator[tuple[str, str, str]]:
    """(what, here, there) of each thing that one clause keeps the same and that differs."""
    for name in rule.options:
        if posting.get(name) != other.get(name):
            yield name, str(posting.get(name)), str(other.get(name))
    for (wager, table), _ in posting.tables.items():
        if wager not in rule.wagers and ALL not in rule.wagers:
            continue
        for row in posting.rows(wager, table):
            there = other.row(wager, row.outcome, table)
            if there is not None and there.odds.value != row.odds.value:
                yield f"What {posting.wagers[wager].title} pays on {row.outcome}", str(row.odds), str(there.odds)


def merged(table: FloorTable, posting: Posting, given: dict[str, Any]) -> dict[str, Any]:
    """A table's options with what all tables share as it is given; refused where something else is given."""
    rules = shared(posting.rulebook)
    if not rules:
        raise Refused(f"{posting.rulebook.title} keeps nothing the same at all tables.", "Change one table.")
    for key in given:
        if not any(rule.about(key) for rule in rules):
            names = [*(name for rule in rules for name in rule.options), *(_rows_words(rules))]
            raise Refused(f"{key} is not kept the same at all tables.", f"These are: {', '.join(names)}.")
    kept = {k: v for k, v in table.settings.options.items() if not any(rule.about(k) for rule in rules)}
    return {**kept, **given}


def _rows_words(rules: tuple[Shared, ...]) -> Iterator[str]:
    for rule in rules:
        yield from ("pay.WAGER.OUTCOME" if wager == ALL else f"pay.{wager}.OUTCOME" for wager in rule.wagers)
