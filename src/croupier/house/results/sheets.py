"""The lists of a report as plain rows, the same for the page, the API, the command line and a spreadsheet."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from croupier.house.record.errors import NotFound
from croupier.house.record.ledger import csv_row
from croupier.house.results.counts import DealerCounts
from croupier.house.results.desk import Answer
from croupier.house.results.followers import Follower, Mistakes
from croupier.house.results.lines import ResultLine
from croupier.house.results.meters import MeterLine
from croupier.house.results.report import Rated, Review, TableLine

Row = dict[str, Any]  # money in cents
MONEY = frozenset(
    ("wagered", "staked", "win", "expected", "deviation", "low", "high", "drop", "average", "comp", "cents",
     "an_hour", "least", "most", "gained", "cost", "as_played", "shown", "seed", "reserve", "break_even", "a_day",
     "unknown", "spread")
)  # fmt: skip
SHARES = frozenset(("hold", "payout", "before", "exact", "points", "share", "follows", "edge"))


def _line(line: ResultLine) -> Row:
    return {
        "rounds": line.rounds, "wagers": line.wagers, "wagered": line.wagered, "staked": line.staked, "win": line.win,
        "expected": round(line.expected), "deviation": round(line.deviation), "spread": round(line.spread),
        "low": None if line.low is None else round(line.low), "high": None if line.high is None else round(line.high),
        "deviations": _rounded(line.off), "chance": line.chance, "outside": line.outside, "flagged": line.flagged,
        "unknown": line.unknown, "provisional": line.provisional,
    }  # fmt: skip


def _rounded(value: float | None, digits: int = 2) -> float | None:
    return None if value is None else round(value, digits)


def _tables(tables: Iterable[TableLine]) -> list[Row]:
    return [
        {"table": one.table, "game": one.title, **_line(one.line), "edge": _rounded(one.line.edge, 6),
         "drop": one.drop, "hold": _rounded(one.line.win / one.drop if one.drop > 0 else None, 4),
         "hours": round(one.hours, 1), "pace": round(one.pace, 1), "target": one.target}
        for one in tables
    ]  # fmt: skip


def _patrons(patrons: Iterable[Rated], costs: dict[str, Mistakes]) -> list[Row]:
    rows = []
    for one in patrons:
        cost = costs.get(one.patron)
        rows.append(
            {"patron": one.patron, "most_at": one.most_at, "tables": one.tables, "moves": one.moves,
             "hours": round(one.hours, 1), "average": one.average, **_line(one.line), "comp": one.comp,
             "as_played": round(one.line.expected + cost.in_all) if cost and cost.looked_at else None}
        )  # fmt: skip
    return rows


def _named(lines: Iterable[ResultLine], *names: str) -> list[Row]:
    return [{**dict(zip(names, line.key)), **_line(line)} for line in lines]


def _review(found: Iterable[Review]) -> list[Row]:
    return [
        {"table": one.table, "game": one.title, "payout": _rounded(one.days, 5), "before": _rounded(one.before, 5),
         "exact": _rounded(one.exact, 5), "points": _rounded(one.points, 5), "investigate": one.investigate}
        for one in found
    ]  # fmt: skip


def _counts(found: Iterable[DealerCounts]) -> list[Row]:
    return [
        {"dealer": one.dealer, "counts": one.counts, "hours": round(one.hours, 1), "cents": one.cents,
         "an_hour": round(one.an_hour), "deviations": _rounded(one.normal), "chance": one.chance,
         "flagged": one.flagged}
        for one in found
    ]  # fmt: skip


def _followers(found: Iterable[Follower]) -> list[Row]:
    return [
        {"patron": one.patron, "wager": one.wager, "shoes": one.shoes, "rounds": one.rounds, "least": one.least,
         "most": one.most, "follows": round(one.follows, 3), "gained": round(one.gained),
         "deviations": _rounded(one.normal), "chance": one.chance, "flagged": one.flagged}
        for one in found
    ]  # fmt: skip


def _mistakes(found: Iterable[Mistakes]) -> list[Row]:
    return [
        {"patron": one.patron, "decisions": one.made, "looked_at": one.looked_at, "mistakes": one.mistakes,
         "cost": round(one.in_all)}
        for one in found
    ]  # fmt: skip


def _meters(found: Iterable[MeterLine]) -> list[Row]:
    return [
        {"meter": one.name, "tables": " ".join(one.tables), "shown": one.shown, "seed": one.seed,
         "reserve": one.reserve, "liability": one.liability, "break_even": one.break_even,
         "share": _rounded(one.share, 4), "a_day": round(one.a_day), "days": _rounded(one.days, 1)}
        for one in found
    ]  # fmt: skip


LISTS: dict[str, tuple[str, Callable[[Answer], list[Row]]]] = {
    "tables": ("Tables against exact expectation", lambda a: _tables(a.report.tables)),
    "games": ("Games", lambda a: _named(a.report.games, "game")),
    "wagers": ("Wagers", lambda a: _named(a.report.wagers, "game", "wager")),
    "dealers": ("Dealers: what the record says they paid", lambda a: _named(a.report.dealers, "dealer")),
    "counts": ("Dealers: counts against the book", lambda a: _counts(a.counts)),
    "patrons": (
        "Patrons: theoretical win",
        lambda a: _patrons(a.report.patrons, {one.patron: one for one in a.mistakes}),
    ),
    "counting": ("Wagers beside the cards that are left", lambda a: _followers(a.followers)),
    "mistakes": ("What decisions cost", lambda a: _mistakes(a.mistakes)),
    "days": ("Gaming days", lambda a: _named(a.report.days, "day")),
    "review": ("30-day review", lambda a: _review(a.review)),
    "meters": ("Meters against break-even", lambda a: _meters(a.meters)),
}


def rows(answer: Answer, what: str) -> list[Row]:
    if what not in LISTS:
        raise NotFound(f"There is no list {what[:20]!r}.", f"There are {', '.join(LISTS)}.")
    return LISTS[what][1](answer)


def summary(answer: Answer) -> Row:
    """The figures over all lists, and how they were made."""
    found = answer.report
    return {
        "property": found.place, "first": found.first, "last": found.last, "chips": found.chips, "rows": found.rows,
        "computed_us": found.computed_us, **_line(found.total), "drop": found.drop,
        "hold": _rounded(found.hold, 4), "hours": round(found.hours, 1),
        "pace": _rounded(found.total.rounds / found.hours if found.hours else None, 1),
        "waiting_for_odds": list(found.waiting), "journals_replayed": answer.studied,
        "journals_to_replay": len(answer.to_study), "journals_to_add_up": len(answer.to_add),
    }  # fmt: skip


def as_csv(found: Sequence[Row]) -> str:
    """A sheet with a heading; cents, and words that no spreadsheet takes for a formula."""
    if not found:
        return ""
    names = list(found[0])
    text = io.StringIO()
    csv.writer(text).writerow(names)
    for row in found:
        text.write(csv_row("" if row[name] is None else row[name] for name in names))
    return text.getvalue()
