"""What a kind of rulebook knows: its stages, rules, wagers, outcomes and rulings, and how a book is held against it.

A game at a table makes its vocabulary from its class; the books of a poker room and the like declare theirs. One
function checks one part of the book.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from croupier.rulebook.agreement import address_of, conditions
from croupier.rulebook.faults import Found, Impossible, Lacking, near, one_of
from croupier.rulebook.ladders import OR_BETTER, underpaid
from croupier.rulebook.model import PayTable, Remedy, Rulebook, Setting
from croupier.rulebook.shapes import Expected, misfits, words

Outcomes = dict[str, dict[str, str | None]]  # pay table -> outcome -> what it falls back to without a row of its own
Terms = dict[str, Expected]  # what a ruling may be given beside its name
DECIDES = ("supervisor-decides", "player-decides")
WAYS_OF_DEALING = ("dealing", "small-game")  # what hours of a card change may be told apart by


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one kind of rulebook. None stands for what is left to the book."""

    stages: tuple[str, ...] | None = None
    settings: dict[str, Expected] = {}  # rules that the book must have
    optional: dict[str, Expected] = {}  # rules that it may have
    wagers: dict[str, Outcomes] | None = None
    rulings: dict[str, Terms] | None = None
    keeps: tuple[str, ...] | None = None  # wagers that a void may let stand
    tokes: tuple[str, ...] = ()  # pay tables by which the dealers' toke pool may be paid
    procedures: dict[str, Expected] = {}  # what the values of some procedures are; others are free
    together: Callable[[Rulebook], Iterable[Found]] | None = None  # what several rules must agree on

    def faults(self, book: Rulebook) -> Iterator[Found]:
        """Everything that this kind of book needs and the book lacks, or the book says and nobody knows."""
        yield from self._stages(book)
        yield from self._settings(book)
        yield from self._wagers(book)
        yield from self._tokes(book)
        yield from self._irregularities(book)
        yield from self._procedures(book)
        if self.together is not None:
            yield from self.together(book)

    # Stages

    def _stages(self, book: Rulebook) -> Iterator[Found]:
        if self.stages is None:
            return
        meant = set()
        for stage in book.stages:
            if stage not in self.stages:
                meant.add(near(stage, self.stages))
                yield Found(f"stages.{stage}", f"this game has no such stage; {one_of(stage, self.stages)}")
        for stage in self.stages:
            if stage not in book.stages and stage not in meant:
                yield Found(f"stages.{stage}", "missing; expected the stage with its clause and what the dealer does")

    # Rules and options

    def _settings(self, book: Rulebook) -> Iterator[Found]:
        """Each rule as expected; one that nobody reads is misspelt, unless an `if` of this very book asks for it."""
        known = self.optional | self.settings
        own = {name for _, condition in conditions(book) for name in condition}
        meant = set()
        for setting in book.settings.values():
            if setting.name in known:
                yield from setting_misfits(setting, known[setting.name])
            elif setting.name not in own:
                meant.add(near(setting.name, known))
                yield Found(
                    address_of(setting), f"no such rule is read, and no `if` asks for it; {_some(setting, known)}"
                )
        for name, expected in self.settings.items():
            if name not in book.settings and name not in meant:
                yield Found(f"rules.{name}", f"missing; expected {words(expected)}")

    def _tokes(self, book: Rulebook) -> Iterator[Found]:
        """What wins a player's wager is his: the pool is paid by tables that the game keeps for it."""
        for name, wager in book.wagers.items():
            for number, table in enumerate(wager.pay_tables, 1):
                if table.to != "player" and table.name not in self.tokes:
                    known = " or ".join(self.tokes) or "none of this game"
                    words = f"expected player, found {table.to!r}; pay tables for the dealers' pool: {known}"
                    yield Found(f"wagers.{name}.pay-tables[{number}].to", words)

    # Wagers and their outcomes

    def _wagers(self, book: Rulebook) -> Iterator[Found]:
        if self.wagers is None:
            return
        for wager in book.wagers.values():
            if wager.sees:
                continue  # the book describes it itself: the game looks at that
            known = self.wagers.get(wager.name)
            if known is None:
                words = f"this game has no such wager; {one_of(wager.name, self.wagers)}"
                yield Found(f"wagers.{wager.name}", words)
            else:
                yield from table_faults(f"wagers.{wager.name}", wager.pay_tables, known)
                read = any(wager.name in reading.touches for reading in book.readings)  # which may say that it is so
                for fault in _underpaid(f"wagers.{wager.name}", wager.pay_tables, known):
                    yield msgspec.structs.replace(fault, warning=read)

    # Irregularities and their rulings

    def _irregularities(self, book: Rulebook) -> Iterator[Found]:
        if self.rulings is None:
            return
        for number, irregularity in enumerate(book.irregularities, 1):
            where = f"irregularities[{number}]"
            yield from self._remedy(book, where, irregularity.remedy)
            decides = irregularity.remedy.ruling in DECIDES
            if decides and len(irregularity.choices) < 2:
                yield Found(f"{where}.choices", "expected two or more remedies to choose between")
            if irregularity.choices and not decides and DECIDES[0] in self.rulings:
                yield Found(f"{where}.choices", f"nobody is asked; expected the ruling {' or '.join(DECIDES)}")
            names = [str(choice.terms.get("choice", choice.ruling)) for choice in irregularity.choices]
            for place, choice in enumerate(irregularity.choices, 1):
                address = f"{where}.choices[{place}]"
                yield from self._remedy(book, address, choice)
                if names[place - 1] in names[: place - 1]:
                    words = f"two choices are called {names[place - 1]!r}; tell them apart by with = {{ choice = ... }}"
                    yield Found(address, words)

    def _remedy(self, book: Rulebook, where: str, remedy: Remedy) -> Iterator[Found]:
        assert self.rulings is not None
        terms = self.rulings.get(remedy.ruling)
        if terms is None:
            if remedy.ruling:
                yield Found(
                    f"{where}.ruling", f"unknown ruling {remedy.ruling!r}; {one_of(remedy.ruling, self.rulings)}"
                )
            return
        for key, value in remedy.terms.items():
            address = f"{where}.with.{key}"
            if key not in terms:
                yield Found(address, f"{remedy.ruling} has no such term; {one_of(key, terms)}")
                continue
            yield from misfits(value, terms[key], address)
            if key == "keep":
                yield from _kept(book, address, value)
                if remedy.ruling == "void-round" and self.keeps is not None:
                    yield from self._settled_after(book, address, value)

    def _settled_after(self, book: Rulebook, where: str, value: Any) -> Iterator[Found]:
        """What a void lets stand is settled without the rest of its round: not every wager can be."""
        for number, name in enumerate(value if isinstance(value, list) else [], 1):
            if name in book.wagers and name not in (self.keeps or ()):
                can = f"it can settle {', '.join(self.keeps)}" if self.keeps else "it can settle none"
                yield Found(f"{where}[{number}]", f"the game settles no {name} after a void; {can}")

    # Procedures

    def _hours(self, hours: Any, where: str) -> Iterator[Found]:
        """Hours that differ by the way of dealing name ways that the game knows."""
        known = self.optional | self.settings
        ways = [way for name in WAYS_OF_DEALING if isinstance(named := known.get(name), tuple) for way in named]
        for way in hours if ways and isinstance(hours, dict) else ():
            if way not in ways:
                yield Found(f"{where}.{way}", f"the game has no such way of dealing; {one_of(way, ways)}")

    def _procedures(self, book: Rulebook) -> Iterator[Found]:
        for number, procedure in enumerate(book.procedures, 1):
            where = f"procedures[{number}]"
            if procedure.name in self.procedures:
                yield from misfits(procedure.values, self.procedures[procedure.name], f"{where}.values")
                yield from self._hours(procedure.values.get("hours"), f"{where}.values.hours")
                continue
            meant = near(procedure.name, self.procedures) if procedure.values else ""
            if meant and not book.procedure(meant):
                words = f"nobody reads the values of {procedure.name!r}; did you mean {meant}?"
                yield Found(f"{where}.name", words)


def _some(setting: Setting, known: Iterable[str]) -> str:
    meant = near(setting.name, known)
    return f"did you mean {meant}?" if meant else "`croupier rulebooks words` lists those that are"


def _kept(book: Rulebook, where: str, value: Any) -> Iterator[Found]:
    for number, name in enumerate(value if isinstance(value, list) else [], 1):
        if name not in book.wagers:
            yield Found(f"{where}[{number}]", f"{name!r} is no wager of this rulebook; {one_of(name, book.wagers)}")


def setting_misfits(setting: Setting, expected: Expected) -> Iterator[Found]:
    """What of a rule's value, or of an option's choices, is not as expected."""
    address = address_of(setting)
    if setting.choices:
        for number, choice in enumerate(setting.choices, 1):
            yield from misfits(choice, expected, f"{address}.choices[{number}]")
    elif setting.least is not None:
        yield from misfits(setting.least, expected, f"{address}.least")
        if setting.most is not None:
            yield from misfits(setting.most, expected, f"{address}.most")
    else:
        yield from misfits(setting.value, expected, f"{address}.{'default' if setting.optional else 'value'}")


def table_faults(where: str, tables: tuple[PayTable, ...], known: Outcomes) -> Iterator[Found]:
    """Rows that can't happen, outcomes without a row, and tables that the game does not know."""
    for number, table in enumerate(tables, 1):
        address = f"{where}.pay-tables[{number}]"
        vocabulary = known.get(table.name)
        if vocabulary is None:
            yield Found(f"{address}.name", f"{one_of(table.name, known)}, found {table.name!r}")
            continue
        yield from _row_faults(address, table, vocabulary)
    if tables:
        there = {table.name for table in tables}
        for name, vocabulary in known.items():
            if name not in there and any(fallback is None for fallback in vocabulary.values()):
                yield Found(f"{where}.pay-tables", f"no pay table named {name!r}")


def _underpaid(where: str, tables: tuple[PayTable, ...], known: Outcomes) -> Iterator[Found]:
    for number, table in enumerate(tables, 1):
        yield from underpaid(f"{where}.pay-tables[{number}]", table, known.get(table.name, {}))


def _row_faults(address: str, table: PayTable, vocabulary: dict[str, str | None]) -> Iterator[Found]:
    rows = dict(table.rows)
    unknown = [outcome for outcome in rows if outcome not in vocabulary]
    meant = {near(outcome, vocabulary) for outcome in unknown}
    for number, (outcome, _) in enumerate(table.rows, 1):
        if outcome in unknown:
            words = f"{outcome!r} can't happen; {one_of(outcome, vocabulary)}"
            never = Impossible(outcome, near(outcome, vocabulary), tuple(vocabulary))
            yield Found(f"{address}.rows[{number}]", words, fact=never)
        elif "-or-" in outcome and not outcome.endswith(OR_BETTER) and _all_named(outcome, rows, vocabulary):
            words = f"{outcome!r} is never paid: each of its outcomes has a row of its own"
            yield Found(f"{address}.rows[{number}]", words)
    for outcome in vocabulary:
        if paid_as(outcome, rows, vocabulary) is None and outcome not in meant:
            yield Found(f"{address}.rows", f"no row for {outcome!r}", fact=Lacking(outcome))


def _all_named(group: str, rows: dict[str, Any], vocabulary: dict[str, str | None]) -> bool:
    """Whether every outcome that a row for several would pay has its own."""
    members = [outcome for outcome, fallback in vocabulary.items() if fallback == group]
    return bool(members) and all(member in rows for member in members)


def paid_as(outcome: str, rows: Iterable[str], vocabulary: dict[str, str | None]) -> str | None:
    """The row that an outcome is paid by, or `lose` or `push`; None where a row is missing."""
    reached: str | None = outcome
    while reached not in ("lose", "push", None) and reached not in rows:
        reached = vocabulary.get(reached)
    return reached
