"""From a rulebook to the odds of everything it offers: every wager, every pay table, every option that matters.

A game's analyst (`books_*`) is handed a posting and yields figures; it names the options that each figure depends
on. Here the options are varied, figures that do not depend on a change are said once, and the rest becomes lines
for people and for `--json`. Pay tables come from the posting's rows: no number of a property stands in code.
"""

from __future__ import annotations

import builtins
import copy
import itertools
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.odds.analysis import analysis_of, by_the_engine
from croupier.odds.exact import Edge
from croupier.rulebook import NotFound, Posting, Rulebook, rulebook
from croupier.rulebook.payouts import Odds, parse_odds

NO_ANALYSIS = "no analysis yet"


class BadInput(ValueError):
    """What was asked for cannot be; the message says what can."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under one pay table. `depends` names the options that its figures hang on."""

    wager: str
    table: str
    line: int
    edge: Edge | None
    depends: tuple[str, ...] = ()
    note: str = ""
    detail: str = ""  # worth saying, but no condition: another house's wager is the same without it
    reading: bool = False  # a reading of the text other than the one the table plays by


class Wager(msgspec.Struct, frozen=True):
    """What a simulation found of one wager."""

    name: str
    note: str
    edge: Edge
    main: bool = False  # the game's own wager, all its parts together


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with all that says where it holds."""

    property: str
    game: str
    approved: str
    wager: str
    pay_table: str
    line: int
    conditions: str
    edge: Edge | None
    same: str = ""  # the conditions under which other houses' wagers are the same
    reading: bool = False

    @builtins.property  # `property` is the house here
    def house_edge(self) -> Fraction:
        """The house's advantage as a share of the initial wager."""
        if self.edge is None:
            raise ValueError(f"{self.wager} of {self.game} at {self.property}: {NO_ANALYSIS}")
        return self.edge.house_edge

    def plain(self) -> dict[str, Any]:
        """As `--json` prints it."""
        known: dict[str, Any] = {
            "property": self.property,
            "game": self.game,
            "approved": self.approved,
            "wager": self.wager,
            "pay_table": self.pay_table,
            "line": self.line,
            "conditions": self.conditions,
        }
        edge = self.edge
        if edge is None:
            empty = dict.fromkeys(FIGURES)
            return {**known, **empty, "strategy": NO_ANALYSIS}
        exact = edge.method == "exact" and not is_double(edge.house_edge)
        return {
            **known,
            "method": edge.method,
            "house_edge": float(edge.house_edge),
            "house_edge_exact": f"{edge.house_edge.numerator}/{edge.house_edge.denominator}" if exact else None,
            "push_frequency": float(edge.push),
            "hit_frequency": float(edge.hit),
            "standard_deviation": edge.standard_deviation,
            "element_of_risk": float(edge.element_of_risk),
            "interval": edge.interval,
            "strategy": edge.strategy or "no decisions",
        }


def is_double(value: Fraction) -> bool:
    """Whether a value was summed in double precision: right to ten digits, but no fraction to print."""
    return value.denominator > DOUBLE_FROM and value.denominator & (value.denominator - 1) == 0


DOUBLE_FROM = 1 << 30
FIGURES = (
    "method", "house_edge", "house_edge_exact", "push_frequency", "hit_frequency", "standard_deviation",
    "element_of_risk", "interval",
)  # fmt: skip

Analyst = Callable[[Posting], Iterable[Figure]]
Axes = tuple[str, ...]


# ------------------------------------------------------------------------------ rows as payoffs


class Table(msgspec.Struct, frozen=True):
    """A pay table as an analysis takes it: nets to one by outcome; `stake` only if a row is a flat amount."""

    label: str
    line: int
    pays: dict[str, Fraction]
    stake: int = 0

    @property
    def note(self) -> str:
        return f"wager of {money(self.stake)}" if self.stake else ""


def net(odds: Odds, stake: int) -> Fraction:
    """What odds net for one unit of a wager of this many cents."""
    if odds.kind == "percent":
        raise BadInput(f"{odds}: a share of a meter is no payoff by itself")
    return odds.profit(stake) / stake


def tables(posting: Posting, wager: str, name: str = "main", stake: int = 0) -> list[Table]:
    """Every pay table of a wager that the posting allows; just the one chosen where one was chosen by name."""
    if wager not in posting.wagers:
        return []
    stake = stake or posting.limits[wager].least
    chosen = posting.tables.get((wager, name))
    if f"pay-table.{wager}" in posting.chosen or any(key.startswith(f"pay.{wager}.") for key in posting.chosen):
        fitting = [chosen] if chosen else []
    else:
        fitting = [t for t in posting.wagers[wager].pay_tables if t.name == name and posting.holds(t.when)]
    found = []
    for table in fitting:
        rows = table.rows if table is not chosen else [(r.outcome, r.odds) for r in posting.rows(wager, name)]
        flat = any(odds.kind == "dollars" for _, odds in rows)
        pays = {outcome: net(odds, stake) for outcome, odds in rows}
        found.append(Table(table.label, table.line, pays, stake if flat else 0))
    return found


def table(posting: Posting, wager: str, name: str = "main") -> Table:
    """The pay table in force."""
    chosen = posting.tables[wager, name]
    rows = posting.rows(wager, name)
    stake = posting.limits[wager].least if wager in posting.limits else 100
    flat = any(row.odds.kind == "dollars" for row in rows)
    return Table(chosen.label, chosen.line, {r.outcome: net(r.odds, stake) for r in rows}, stake if flat else 0)


def pays(posting: Posting, wager: str, outcome: str = "win", name: str = "main") -> Fraction:
    """What one row nets to one."""
    return table(posting, wager, name).pays[outcome]


# --------------------------------------------------------------------------------- the analysts


def analyst_of(game: str) -> tuple[Analyst, Axes] | None:
    """Who analyses a game, and the options that change its odds; none where it is no house game."""
    found = analysis_of(game)
    if found is not None and found.figures is not None:
        return found.figures, found.axes
    if by_the_engine(game):
        from croupier.odds.simulate import engine

        return engine.figures, ()
    return None


def check(book: Rulebook) -> None:
    """Refuse a rulebook that names wagers, outcomes or settings which its game does not have."""
    from croupier.games import class_of

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
    from croupier.games import class_of

    wager, name, outcome = key
    known = class_of(posting.rulebook).OUTCOMES.get(wager, {}).get(name, {})
    beside = posting.rows(wager, name)
    if outcome not in known or not beside:
        return False
    posting._rows[key] = msgspec.structs.replace(beside[0], outcome=outcome)
    return True


def variants(book: Rulebook, options: dict[str, str], axes: Axes) -> Iterator[dict[str, Any]]:
    """Every combination of the options that matter and were not chosen, the printed defaults first."""
    ranges: list[list[tuple[str, Any]]] = []
    for name in axes:
        setting = book.settings.get(name)
        if setting is None or not setting.optional or not setting.choices or name in options:
            continue
        choices = [setting.value, *(c for c in setting.choices if c != setting.value)]
        ranges.append([(name, choice) for choice in choices])
    for combination in itertools.product(*ranges):
        yield {**options, **dict(combination)}


def lines_of(
    book: Rulebook, options: dict[str, str] | None = None, what: dict[str, str] | None = None, every: bool = True
) -> list[Line]:
    """All odds of one rulebook; with `every` false only as posted by default and by the options given."""
    found = analyst_of(book.plays)
    given = dict(options or {})
    if book.game == "progressives":
        raise BadInput(f"{book.key}: a progressive is a wager of other games; ask for one that offers it")
    if found is None:
        return [_unknown(book, wager) for wager in open_posting(book, given).wagers]
    analyst, axes = found
    seen: dict[tuple[Any, ...], Line] = {}
    for chosen in variants(book, given, axes if every else ()):
        posting = what_if(open_posting(book, chosen), what or {})
        known = undescribed(posting)
        for figure in itertools.chain(analyst(known), described_figures(posting), _progressives(posting)):
            line = _line(book, posting, figure)
            seen.setdefault((line.wager, line.pay_table, line.line, line.conditions), line)
    return list(seen.values())


def undescribed(posting: Posting) -> Posting:
    """The posting with the wagers that its game knows; those that the rulebook describes have an analysis apart."""
    if not any(rule.sees for rule in posting.wagers.values()):
        return posting
    other = copy.copy(posting)
    other.wagers = {name: rule for name, rule in posting.wagers.items() if not rule.sees}
    return other


def described_figures(posting: Posting) -> Iterable[Figure]:
    """The wagers that the rulebook describes itself."""
    if not any(rule.sees for rule in posting.wagers.values()):
        return ()
    from croupier.odds.described import figures

    return figures.figures(posting)


def _progressives(posting: Posting) -> Iterable[Figure]:
    """The progressives beside a game; compiled code is loaded only where there may be one."""
    if posting.progressives is None or not posting.linkable():
        return ()
    from croupier.odds.games import progressives as progressive_odds

    return progressive_odds.figures(posting)


def _line(book: Rulebook, posting: Posting, figure: Figure) -> Line:
    held = [_condition(name, posting.get(name)) for name in figure.depends if posting.get(name) is not None]
    notes = [figure.note] if figure.note else []
    edge = figure.edge
    if edge is not None and edge.conditions:
        notes.append(edge.conditions)
    return Line(
        property=book.property,
        game=book.game,
        approved=str(book.approved),
        wager=figure.wager,
        pay_table=figure.table,
        line=figure.line,
        conditions="; ".join([*held, *notes, *([figure.detail] if figure.detail else [])]),
        edge=edge,
        same="; ".join([*held, *notes]),
        reading=figure.reading,
    )


def _condition(name: str, value: Any) -> str:
    if name == "decks":
        return f"{value} deck{'s' if value != 1 else ''}"
    if name == "soft-17":
        return "dealer draws on soft 17" if value == "draw" else "dealer stands on soft 17"
    words = name.replace("-", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {str(value).replace('-', ' ')}"


def _unknown(book: Rulebook, wager: str) -> Line:
    rule = book.wagers.get(wager)
    table = rule.pay_tables[0] if rule and rule.pay_tables else None
    return Line(
        property=book.property,
        game=book.game,
        approved=str(book.approved),
        wager=wager,
        pay_table=table.label if table else "",
        line=table.line if table else 0,
        conditions=NO_ANALYSIS,
        edge=None,
    )
