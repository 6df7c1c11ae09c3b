"""A rulebook as the document that a house submits: its parts in the order in which such documents come.

Every entry keeps the clause that the book gives it, so that a number means the same in every version; parts are
numbered alike in all books, and a part that a book leaves empty says so instead of moving the next one up.
"""

import re
from functools import partial
from typing import Any

import msgspec

from croupier.rulebook.compare import Difference, compare, words
from croupier.rulebook.model import PayTable, Rulebook, Setting, WagerRule
from croupier.rulebook.redline import Run, redline

PARTS = (
    "Definitions and ranking",
    "Equipment",
    "Opening, shuffle and cut",
    "Wagers",
    "Dealing and the round",
    "Settlement and pay tables",
    "Irregularities",
    "Procedures",
    "Readings",
)
DEFINITIONS, EQUIPMENT, OPENING, WAGERS, DEALING, SETTLEMENT, IRREGULARITIES, PROCEDURES, READINGS = range(len(PARTS))
BETWEEN_LETTERS = re.compile(r"(?<=[a-z])-(?=[a-z])")
# Words in a name that say where it belongs; the first that fits decides.
_PLACES = (
    (DEFINITIONS, ("rank", "definition", "value-of", "joker", "wild", "counts-as")),
    (OPENING, ("shuffl", "cut", "opening", "card-change", "cover-card", "inspect", "idle", "wash", "burn")),
    (EQUIPMENT, ("equipment", "decks", "positions", "shoe", "wheel", "layout", "stations", "batches", "pockets")),
    (SETTLEMENT, ("settle", "pay", "commission", "vigorish", "round-up", "payout", "collect")),
    (WAGERS, ("wager", "betting", "bets", "chips", "limit", "mandatory", "compulsory")),
    (
        DEALING,
        ("deal", "decision", "reveal", "draw", "hit", "stand", "double", "split", "fold", "raise", "roll", "spin"),
    ),
)


class Item(msgspec.Struct, frozen=True):
    """One sentence of the document."""

    clause: str
    title: str
    says: str
    lines: tuple[int, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """One pay table."""

    clause: str
    title: str
    line: int
    terms: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]


class Part(msgspec.Struct, frozen=True):
    number: int
    title: str
    items: tuple[Item, ...]
    sheets: tuple[Sheet, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """One difference from the version in force, as a redline."""

    clause: str
    title: str
    mark: str  # changed, added, removed
    runs: tuple[Run, ...]


class Document(msgspec.Struct, frozen=True):
    book: Rulebook
    before: Rulebook | None
    parts: tuple[Part, ...]
    changes: tuple[Change, ...]


def document(book: Rulebook, before: Rulebook | None = None) -> Document:
    """A book in the order of a submission, redlined against the version before it."""
    found: dict[int, list[Item]] = {part: [] for part in range(len(PARTS))}
    for setting in book.settings.values():
        found[_place(setting.name, DEFINITIONS)].append(_setting(setting))
    for stage in book.stages.values():
        found[_place(stage.name, DEALING)].append(Item(stage.clause, plain(stage.name), stage.says, stage.lines))
    found[WAGERS] += [_wager(wager) for wager in book.wagers.values()]
    for limit in book.payout_limits:
        found[SETTLEMENT].append(Item(limit.clause, plain(limit.name), limit.says, limit.lines, _limit(limit)))
    for exclusion in book.exclusions:
        facts = tuple((plain(name), " or ".join(map(words, values))) for name, values in exclusion.together.items())
        found[WAGERS].append(Item(exclusion.clause, "Not together", exclusion.says, exclusion.lines, facts))
    for entry in book.irregularities:
        remedies = (entry.remedy, *entry.choices)
        ruling = ", or ".join(plain(remedy.says or remedy.ruling) for remedy in remedies)
        facts = (("Ruling", ruling), ("Declared by", entry.by))
        facts += (("During", ", ".join(map(plain, entry.at))),) if entry.at else ()
        found[IRREGULARITIES].append(Item(entry.clause, plain(entry.when), entry.says, entry.lines, facts))
    for procedure in book.procedures:
        facts = tuple((plain(name), words(value, name)) for name, value in procedure.values.items())
        place = _place(procedure.name, PROCEDURES)
        found[place].append(Item(procedure.clause, plain(procedure.name), procedure.says, procedure.lines, facts))
    for reading in book.readings:
        facts = (("Read as", reading.read_as), ("Because", reading.because))
        found[READINGS].append(Item("", "", reading.gap, reading.lines, facts))
    parts = tuple(
        Part(number + 1, title, tuple(sorted(found[number], key=lambda item: _order(item.clause))),
             tuple(_sheets(book)) if number == SETTLEMENT else ())
        for number, title in enumerate(PARTS)
    )  # fmt: skip
    changes = tuple(_change(found, book, before) for found in compare(before, book)) if before else ()
    return Document(book, before, parts, changes)


def plain(name: str) -> str:
    """A name as people say it."""
    return name if " " in name else name.replace("-", " ").capitalize()


def _place(name: str, otherwise: int) -> int:
    return next((part for part, marks in _PLACES if any(mark in name for mark in marks)), otherwise)


def _setting(setting: Setting) -> Item:
    facts: tuple[tuple[str, str], ...] = ()
    said = partial(_said, name=setting.name)
    if not setting.optional:
        facts = (("Value", said(setting.value)),)
    elif setting.choices:
        facts = (("The house chooses", " or ".join(map(said, setting.choices))), ("Unless chosen", said(setting.value)))
    else:
        most = "any" if setting.most is None else said(setting.most)
        facts = (("The house chooses", f"{said(setting.least)} to {most}"), ("Unless chosen", said(setting.value)))
    return Item(setting.clause, plain(setting.name), setting.says, setting.lines, facts)


def _said(value: Any, name: str) -> str:
    """A value on paper: `ante-equal` of the file is ante equal."""
    return BETWEEN_LETTERS.sub(" ", words(value, name))


def _wager(wager: WagerRule) -> Item:
    facts = [("Kind", wager.kind)]
    for word, cents in (("Least", wager.least), ("Most", wager.most), ("In steps of", wager.step)):
        facts += [(word, f"${cents / 100:,.2f}")] if cents else []
    facts += [("With", " and ".join(map(plain, wager.requires)))] if wager.requires else []
    facts += [("Compulsory", "yes")] if wager.mandatory else []
    facts += [("Sees", wager.sees.replace("-", " "))] if wager.sees else []
    facts += [(f"Outcome: {plain(name).lower()}", words(said)) for name, said in wager.outcomes.items()]
    facts += [("Only if", _when(wager.when))] if wager.when else []
    return Item(wager.clause, wager.title, wager.says, wager.lines, tuple(facts))


def _limit(limit: object) -> tuple[tuple[str, str], ...]:
    facts: list[tuple[str, str]] = [("For each", str(getattr(limit, "scope")))]  # noqa: B009
    for word, key in (("Fixed at", "fixed"), ("No less than", "at_least")):
        cents = getattr(limit, key)
        facts += [(word, f"${cents / 100:,.2f}")] if cents is not None else []
    return tuple(facts)


def _sheets(book: Rulebook) -> list[Sheet]:
    return [
        Sheet(table.clause, _table_title(wager, table), table.line, _terms(table),
              tuple((plain(outcome), str(odds)) for outcome, odds in table.rows))
        for wager in book.wagers.values()
        for table in wager.pay_tables
    ]  # fmt: skip


def _table_title(wager: WagerRule, table: PayTable) -> str:
    return wager.title if table.label in ("", wager.title) else f"{wager.title}, {table.label}"


def _terms(table: PayTable) -> tuple[str, ...]:
    terms = ["These odds are minimums: a table may pay more."] if table.at_least else []
    terms += [f"Paid to the {table.to.replace('-', ' ')}."] if table.to != "player" else []
    terms += [f"Only if {_when(table.when)}."] if table.when else []
    return (*terms, table.says) if table.says else tuple(terms)


def _when(condition: dict[str, list[bool | int | str]]) -> str:
    return " and ".join(f"{name.replace('-', ' ')} is {' or '.join(map(words, v))}" for name, v in condition.items())


def _change(found: Difference, book: Rulebook, before: Rulebook) -> Change:
    titles = {name: wager.title for one in (before, book) for name, wager in one.wagers.items()}
    head, _, rest = found.name.partition(": ")
    wager, _, table = head.partition(" ")
    named = titles.get(wager, plain(wager)) + (f" {table}" if table else "")
    title = f"{named}: {rest.replace('-', ' ')}" if rest else named
    mark = {"dropped": "removed"}.get(found.kind, found.kind)
    return Change(found.now_clause or found.was_clause, title, mark, tuple(redline(found.was, found.now)))


def _order(clause: str) -> tuple[tuple[int, int, str], ...]:
    """Clauses in reading order: 2 before 10, letters after numbers."""
    parts = re.findall(r"\d+|[A-Za-z]+", clause.split(",")[0])
    return tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts)
