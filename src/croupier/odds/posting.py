"""A rulebook as an analysis takes it: a posting with its pay tables as payoffs, and the figures that come of it.

Pay tables come from the posting's rows: no number of a property stands in code. What becomes of the figures is in
`lines`.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from croupier.equipment.money import money
from croupier.games import class_of
from croupier.odds.exact import Edge
from croupier.rounds.game import Game
from croupier.rulebook import NotFound, Posting, Rulebook, rulebook
from croupier.rulebook.model import PayTable, WagerRule
from croupier.rulebook.payouts import Odds, parse_odds
from croupier.rulebook.vocabulary import paid_as

RED_CHIP = 5_00  # a flat amount is worth less to the larger wager: shown for the least one and for this
WHOLE, PART = "whole", "part"  # all the wagers that decisions tie together, as one; one of them alone, within them


class BadInput(ValueError):
    """What was asked for cannot be; the message says what can."""


class Unanalysed(BadInput):
    """A row, rule or option that an analysis cannot take; the message names it. It costs that analysis alone."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under one pay table. `depends` names the options that its figures hang on; what tells it apart from
    the wager's other figures is in `of_game`, `on` and `charged`, and for people in the note."""

    wager: str
    table: str
    line: int
    edge: Edge | None
    depends: tuple[str, ...] = ()
    of_game: str = ""  # WHOLE or PART, where decisions tie several wagers together
    on: tuple[str, ...] = ()  # the places or points that it holds for, as the layout calls them; empty: all
    charged: str = ""  # when its vigorish is taken, as `vigorish-when` says it
    note: str = ""
    detail: str = ""  # worth saying, but no condition: another house's wager is the same without it
    reading: bool = False  # a reading of the text other than the one the table plays by
    refused: str = ""  # why there is no edge: the row or rule that the analysis cannot take


class Wager(msgspec.Struct, frozen=True):
    """What a simulation found of one wager."""

    name: str
    note: str
    edge: Edge
    main: bool = False  # the game's own wager, all its parts together
    on: str = ""


Analyst = Callable[[Posting], Iterable[Figure]]
Axes = tuple[str, ...]


# ------------------------------------------------------------------------------ rows as payoffs


class Table(msgspec.Struct, frozen=True):
    """A pay table as an analysis takes it, to one; `stake` only if a row is a flat amount.

    `pays` has the rows as they stand. `nets` has every outcome that the game may name, each by the row that the
    game's own fallbacks lead to, so that an analysis that looks its outcomes up there pays as the table does.
    """

    label: str
    line: int
    pays: dict[str, Fraction]
    stake: int = 0
    nets: dict[str, Fraction] = {}

    @property
    def note(self) -> str:
        return f"wager of {money(self.stake)}" if self.stake else ""


def game_under(posting: Posting) -> Game:
    """The game itself under a posting: what may be bet and how outcomes are named is asked of it."""
    if posting not in _games:
        try:
            _games[posting] = class_of(posting.rulebook)(posting)
        except ValueError as fault:
            raise BadInput(str(fault)) from None
    return _games[posting]


_games: WeakKeyDictionary[Posting, Game] = WeakKeyDictionary()


def net(odds: Odds, stake: int, beside: bool = False) -> Fraction:
    """What odds net for one unit of a wager of this many cents; `beside` it, if the wager is settled apart."""
    if odds.kind == "percent":
        raise Unanalysed(f"{odds}: a share of a meter is no payoff by itself")
    return (odds.profit(stake) + (stake if beside and odds.kind == "for" else 0)) / stake


def nets_of(
    posting: Posting, wager: str, name: str, pays: Mapping[str, Fraction], beside: bool = False
) -> dict[str, Fraction]:
    """What every outcome that the game may name nets by these rows, found as the game finds its row."""
    fallbacks = class_of(posting.rulebook).OUTCOMES.get(wager, {}).get(name, {})
    unpaid = {"lose": Fraction(0 if beside else -1), "push": Fraction(0)}
    found = {}
    for outcome in fallbacks:
        row = paid_as(outcome, pays, fallbacks)
        if row is None:
            raise Unanalysed(f"{posting.rulebook.key}: {wager} has no row for {outcome!r}")
        found[outcome] = unpaid[row] if row in unpaid else pays[row]
    return found


def _table(
    posting: Posting, wager: str, chosen: PayTable, rows: Iterable[tuple[str, Odds]], stake: int, beside: bool
) -> Table:
    rows = list(rows)
    flat = any(odds.kind == "dollars" for _, odds in rows)
    pays = {}
    for outcome, odds in rows:
        try:
            pays[outcome] = net(odds, stake, beside)
        except Unanalysed as why:
            raise Unanalysed(f"{wager}.{outcome}: {why}") from None
    nets = nets_of(posting, wager, chosen.name, pays, beside)
    return Table(chosen.label, chosen.line, pays, stake if flat else 0, nets)


def tables(posting: Posting, wager: str, name: str = "main", stake: int = 0, *, beside: bool = False) -> list[Table]:
    """Every pay table of a wager that the posting allows; just the one chosen where one was chosen by name."""
    if wager not in posting.wagers:
        return []
    least = stake or posting.limits[wager].least
    chosen = posting.tables.get((wager, name))
    if is_chosen(posting, wager):
        fitting = [chosen] if chosen else []
    else:
        fitting = [t for t in posting.wagers[wager].pay_tables if t.name == name and posting.holds(t.when)]
    found = []
    for each in fitting:
        rows = _posted(posting, wager, name) if each is chosen else each.rows
        found.append(_table(posting, wager, each, rows, least, beside))
        if found[-1].stake and not stake and least < RED_CHIP <= posting.limits[wager].most:
            found.append(_table(posting, wager, each, rows, RED_CHIP, beside))
    return found


def is_chosen(posting: Posting, wager: str) -> bool:
    """Whether the house chose a wager's pay table by name, or other odds on a row of it."""
    return f"pay-table.{wager}" in posting.chosen or any(key.startswith(f"pay.{wager}.") for key in posting.chosen)


def _posted(posting: Posting, wager: str, name: str) -> list[tuple[str, Odds]]:
    return [(row.outcome, row.odds) for row in posting.rows(wager, name)]


def table(posting: Posting, wager: str, name: str = "main", *, beside: bool = False) -> Table:
    """The pay table in force; what it pays `beside` the wager where that is settled apart."""
    if (wager, name) not in posting.tables:
        raise Unanalysed(f"{posting.rulebook.key}: {wager} has no pay table{'' if name == 'main' else f' {name!r}'}")
    stake = posting.limits[wager].least if wager in posting.limits else 100
    return _table(posting, wager, posting.tables[wager, name], _posted(posting, wager, name), stake, beside)


def pays(posting: Posting, wager: str, outcome: str = "win", name: str = "main") -> Fraction:
    """What one outcome nets to one."""
    shown = table(posting, wager, name)
    return shown.nets[outcome] if outcome in shown.nets else shown.pays[outcome]


def alternatives(posting: Posting, *wagers: str) -> Iterator[tuple[Posting, str]]:
    """The posting under every choice of the pay tables that a decision hangs on, with words that tell them apart."""
    labels: dict[str, list[str]] = {}
    for wager in wagers:
        if wager in posting.wagers and not is_chosen(posting, wager):
            fitting = [t for t in posting.wagers[wager].pay_tables if posting.holds(t.when)]
            several = {t.name for t in fitting if sum(other.name == t.name for other in fitting) > 1}
            labels[wager] = list(dict.fromkeys(t.label for t in fitting if t.name in several))
    choices = [[(wager, label) for label in found] for wager, found in labels.items() if len(found) > 1]
    if not choices:
        yield posting, ""
    for combination in itertools.product(*choices) if choices else ():
        words = "; ".join(f"{wager} by {label}" for wager, label in combination)
        yield posting.with_tables(dict(combination)), words


# ------------------------------------------------------------------- one analysis and its failure


def part(posting: Posting, wager: str, figures: Iterable[Figure]) -> Iterator[Figure]:
    """The figures of one analysis. What it cannot take costs its own lines: one line says why instead."""
    rule = posting.rulebook.wagers.get(wager)
    if rule is not None and wager not in posting.wagers and posting.holds(rule.when):
        return  # it is left out here, though the options would have it: nothing is worked out for it
    try:
        yield from figures
    except Exception as error:  # whatever it is, the other wagers have their odds
        why = str(error) if isinstance(error, BadInput) else f"the analysis failed: {type(error).__name__}: {error}"
        yield refusal(posting, wager, why)


def refusal(posting: Posting, wager: str, why: str) -> Figure:
    rule = posting.wagers.get(wager)
    first = rule.pay_tables[0] if rule and rule.pay_tables else None
    shown = posting.tables.get((wager, "main"), first)
    label, line = (shown.label, shown.line) if shown else ("", 0)
    return Figure(wager=wager, table=label, line=line, edge=None, refused=why.removeprefix(f"{posting.rulebook.key}: "))


def only_even_money(posting: Posting, wager: str, name: str, outcome: str, *, beside: bool = False) -> None:
    """Refuse a row that an analysis takes at even money only."""
    row = posting.row(wager, outcome, name)
    if row is not None and net(row.odds, 100, beside) != 1:
        where = wager if name == "main" else f"{wager}.{name}"
        raise Unanalysed(f"{where}.{outcome} pays {row.odds}: the analysis takes even money only")


# ------------------------------------------------------------------------------------- postings


def check(book: Rulebook) -> None:
    """Refuse a rulebook that names wagers, outcomes or settings which its game does not have."""
    try:
        faults = class_of(book).check_rulebook(book)
    except NotFound:
        return  # player-banked poker, and wagers that belong to other games
    if faults:
        raise BadInput(f"{book.key}: " + "; ".join(faults))


def open_posting(book: Rulebook, options: dict[str, Any] | None = None) -> Posting:
    """A posting of a rulebook with the property's progressives beside it."""
    check(book)
    try:
        progressives = rulebook(book.property, "progressives", book.approved)
    except NotFound:
        try:
            progressives = rulebook(book.property, "progressives")
        except NotFound:
            progressives = None
    return Posting(book, options, progressives)


def what_if(posting: Posting, rows: dict[str, str]) -> Posting:
    """The posting with other odds than its book allows, as `wager.outcome` or `wager.table.outcome` -> odds.

    A row that the book lacks may be added if its game knows the outcome: a mini royal, a twelve on the field.
    """
    for where, text in rows.items():
        wager, *middle, outcome = where.split(".")
        key = (wager, middle[0] if middle else "main", outcome)
        if key not in posting._rows and not _add_row(posting, key):
            there = [".".join((w, *([t] if t != "main" else []), o)) for w, t, o in posting._rows]
            near = [name for name in there if name.split(".")[0] == wager] or there
            raise BadInput(f"{where}: {posting.rulebook.key} has no such row; it has {', '.join(near)}")
        try:
            odds = parse_odds(text)
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None
        posting._rows[key] = msgspec.structs.replace(posting._rows[key], odds=odds)
        posting.chosen[f"pay.{where}"] = text
    return posting


def _add_row(posting: Posting, key: tuple[str, str, str]) -> bool:
    """Put a row for an outcome that the game has beside those of its pay table; whether that can be."""
    wager, name, outcome = key
    known = class_of(posting.rulebook).OUTCOMES.get(wager, {}).get(name, {})
    beside = posting.rows(wager, name)
    if outcome not in known or not beside:
        return False
    posting._rows[key] = msgspec.structs.replace(beside[0], outcome=outcome)
    return True


def undescribed(posting: Posting) -> Posting:
    """The posting with the wagers that its game knows; those that the rulebook describes have an analysis apart."""
    if not any(rule.sees for rule in posting.wagers.values()):
        return posting
    return offering(posting, lambda rule: not rule.sees)


def offering(posting: Posting, wanted: Callable[[WagerRule], bool]) -> Posting:
    """The posting with some of its wagers alone, which is all that an analysis then works out."""
    other = copy.copy(posting)
    other.wagers = {name: rule for name, rule in posting.wagers.items() if wanted(rule)}
    return other
