"""From a rulebook to the odds of everything it offers: every wager, every pay table, every option that matters.

A game's analyst (the `books` of its family) is handed a posting and yields figures; it names the options that each
figure depends on. Here the options are varied, figures that do not depend on a change are said once, and the rest
becomes lines for people and for `--json`. Described wagers, progressives and the engine are loaded where asked for.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.games import module_of
from croupier.odds.analysis import analysis_of
from croupier.odds.exact import Edge
from croupier.odds.posting import Analyst, Axes, BadInput, Figure, open_posting, part, refusal, undescribed, what_if
from croupier.rulebook import Posting, Rulebook, plugins

NO_ANALYSIS = "no analysis yet"
ELSEWHERE = ("poker", "progressives")  # player-banked, and wagers that belong to other games
DOUBLE_FROM = 1 << 30
FIGURES = (
    "method", "house_edge", "house_edge_exact", "push_frequency", "hit_frequency", "standard_deviation",
    "element_of_risk", "interval",
)  # fmt: skip


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
    refused: str = ""  # why there is no edge
    of_game: str = ""  # this, where it lies and when it is charged: as its figure has them
    on: tuple[str, ...] = ()
    charged: str = ""

    @builtins.property  # `property` is the house here
    def house_edge(self) -> Fraction:
        """The house's advantage as a share of the initial wager."""
        if self.edge is None:
            raise ValueError(f"{self.wager} of {self.game} at {self.property}: {self.refused or NO_ANALYSIS}")
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
            return {**known, **empty, "strategy": NO_ANALYSIS, "refused": self.refused or NO_ANALYSIS}
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
        progressive = part(posting, "progressive", _progressives(posting))
        for figure in itertools.chain(every_wager(posting, analyst), progressive):
            line = line_of(book, posting, figure)
            seen.setdefault((line.wager, line.pay_table, line.line, line.conditions), line)
    return list(seen.values())


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


def tournament_tables(book: Rulebook) -> set[tuple[str, str]]:
    """Wagers and pay tables that are paid in a tournament's chips, which nobody can buy or cash."""
    return {
        (wager.name, table.label)
        for wager in book.wagers.values()
        for table in wager.pay_tables
        if table.when.get("tournament") == [True]
    }


def every_wager(posting: Posting, analyst: Analyst) -> Iterator[Figure]:
    """What an analyst finds; a wager that he passes over is not left out, unless it is part of another."""
    known, found = undescribed(posting), set()
    described = part(posting, next(iter(posting.wagers), ""), described_figures(posting))
    for figure in itertools.chain(part(known, next(iter(known.wagers), ""), analyst(known)), described):
        found.add(figure.wager)
        yield _in_whole_units(posting, _within_limits(posting, figure))
    for wager, rule in posting.wagers.items():
        if wager not in found and rule.kind not in ("raise", "progressive", "envy"):
            yield refusal(posting, wager, NO_ANALYSIS)


def _within_limits(posting: Posting, figure: Figure) -> Figure:
    """A figure, unless a payout limit cuts short what it counts with: wagers of one hand share the limit."""
    cut = posting.cut_short()
    shared = [name for name in cut if posting.wagers[name].kind in ("base", "raise")]
    played = figure.wager in posting.wagers and posting.wagers[figure.wager].kind in ("base", "raise")
    name = figure.wager if figure.wager in cut else shared[0] if shared and played else ""
    if not name or figure.edge is None:
        return figure
    ceiling = cut[name]
    why = f"payout-limits.{ceiling.name}: {money(ceiling.cents)} is less than {name} may win at the least wager"
    return msgspec.structs.replace(figure, edge=None, refused=why)


def _in_whole_units(posting: Posting, figure: Figure) -> Figure:
    """A figure, unless a row that it counts with is rounded down at the least wager: the house pays in larger coins."""
    unit = int(posting.get("payout-unit", 1))
    if unit == 1 or figure.edge is None or posting.get("unpayable-wagers") == "refused":
        return figure
    names = [figure.wager]
    if any(rule.kind == "raise" for rule in posting.wagers.values()):  # wagers of one hand are counted together
        names += [name for name, rule in posting.wagers.items() if rule.kind in ("base", "raise")]
    for name, table in posting.tables:
        if name in names and name in posting.limits:
            least = posting.limits[name].least
            for row in posting.rows(name, table):
                if row.odds.kind != "percent" and row.odds.profit(least) % unit:
                    paid = f"{name}.{row.outcome} at {row.odds}"
                    why = f"payout-unit: {paid} is rounded down to steps of {money(unit)} at a wager of {money(least)}"
                    return msgspec.structs.replace(figure, edge=None, refused=why)
    return figure


def analyst_of(game: str) -> tuple[Analyst, Axes] | None:
    """Who analyses a game, and the options that change its odds; none where it is no house game."""
    found = analysis_of(game)
    if found is not None and found.figures is not None:
        return found.figures, found.axes
    if module_of(game) is None:
        return None
    if why := plugins.trouble(plugins.GAMES, game):
        return lambda posting: (refusal(posting, wager, why) for wager in posting.wagers), ()
    from croupier.odds.simulate import engine

    if why := plugins.trouble(plugins.ODDS, game):
        said = f"{why}; the engine is played instead"
        return lambda posting: (msgspec.structs.replace(f, detail=said) for f in engine.figures(posting)), ()
    return engine.figures, ()


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


def line_of(book: Rulebook, posting: Posting, figure: Figure) -> Line:
    """A figure with the conditions under which it holds."""
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
        conditions="; ".join([*held, *notes, *(text for text in (figure.detail, figure.refused) if text)]),
        edge=edge,
        same="; ".join([*held, *notes]),
        reading=figure.reading,
        refused=figure.refused,
        of_game=figure.of_game,
        on=figure.on,
        charged=figure.charged,
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
        refused=NO_ANALYSIS,
    )
