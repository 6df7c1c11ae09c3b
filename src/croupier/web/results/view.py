"""A report as its page shows it: figures, bands on one scale, a curve. No rule of the report stands here."""

import math
from collections.abc import Sequence
from typing import Any

from croupier.house.results.desk import Answer
from croupier.house.results.lines import ResultLine, once_in
from croupier.house.results.report import Curve, TableLine
from croupier.web.results.shown import Drawn, Page

WIDE = 320  # of a row's band
CURVE_WIDE, CURVE_HIGH = 560, 260
PACE_LOW = 0.8
STEPS = (1, 2, 5)


def dollars(cents: float) -> str:
    """Whole dollars with a real minus."""
    return in_words(round(cents / 100))


def in_words(whole: int) -> str:
    return f"{'−' if whole < 0 else ''}${abs(whole):,}"


def added_up(cents: Sequence[float]) -> list[int]:
    """Whole dollars of each that come to the whole dollars of all: those nearest to the next dollar are rounded up."""
    whole = [math.floor(one / 100) for one in cents]
    short = round(sum(cents) / 100) - sum(whole)
    nearest = sorted(range(len(cents)), key=lambda n: whole[n] - cents[n] / 100)
    for n in nearest[:short]:
        whole[n] += 1
    return whole


def signed(value: float | None, digits: int = 1) -> str:
    if value is None:
        return ""
    figure = f"{abs(value):.{digits}f}"
    return figure if not float(figure) else f"{'−' if value < 0 else '+'}{figure}"


def page_of(answer: Answer, order: Sequence[str] = ()) -> Page:
    """Tables in the pit's order; what their rows say adds up to the figures above, to the dollar."""
    report, total = answer.report, answer.report.total
    places = {table: place for place, table in enumerate(order)}
    tables = sorted(report.tables, key=lambda one: places.get(one.table, len(places)))
    scale = Scale([one.line for one in tables])
    wins, expected = added_up([one.line.win for one in tables]), added_up([one.line.expected for one in tables])
    rows = [_row(one, scale, in_words(win), in_words(exp)) for one, win, exp in zip(tables, wins, expected)]
    return Page(
        rows=rows,
        ticks=scale.ticks(),
        zero=scale.at(0),
        outside=sum(1 for one in rows if one["flagged"]),
        figures=[
            (
                "Win",
                in_words(sum(wins)),
                f"{_many(len(rows), 'table')}, {_many(len(report.days), 'day')}",
                "",
                "tables",
            ),
            ("Expected", in_words(sum(expected)), "from each rulebook's edge", "", "wagers"),
            (
                "Difference",
                in_words(sum(wins) - sum(expected)),
                _within(total),
                "neg" if total.outside else "",
                "tables",
            ),
            ("Drop", dollars(report.drop), f"{dollars(report.drop / max(len(report.days), 1))} a day", "", "tables"),
            (
                "Hold",
                _share(report.hold),
                f"expected {_share(total.expected / report.drop if report.drop else None)}",
                "",
                "tables",
            ),
            (
                "Decisions an hour",
                f"{total.rounds / report.hours:.0f}" if report.hours else "–",
                _slow(report.tables),
                "warn" if any(one["slow"] for one in rows) else "",
                "days",
            ),
        ],
        unknown=dollars(total.unknown) if total.unknown else "",
        curve=_curve(report.worst) if report.worst is not None else None,
        worst=next((one for one in rows if report.worst and one["table"] == report.worst.table), None),
    )


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def until(days: float) -> str:
    """How long it takes at this pace; what is longer than a lifetime is no forecast."""
    if days < 1:
        return "within a day"
    return f"in about {_many(round(days), 'day')}" if days < 3_650 else "not in ten years"


def _within(line: ResultLine) -> str:
    if line.off is None:
        return f"{_many(line.rounds, 'round')}: too few for a band"
    return f"{signed(line.off)} SD: " + ("outside its band" if line.outside else "within chance")


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value * 100:.1f} %".replace("-", "−")


def _slow(tables: Sequence[TableLine]) -> str:
    slow = [one for one in tables if one.target and one.pace < PACE_LOW * one.target]
    if not slow:
        return "no table under its target"
    worst = min(slow, key=lambda one: one.pace / one.target)
    return f"{worst.table} {100 - 100 * worst.pace / worst.target:.0f} % under target"


class Scale:
    """One scale of money for all rows."""

    def __init__(self, lines: Sequence[ResultLine]) -> None:
        ends = [0.0, *(end for line in lines for end in (line.low, line.high, float(line.win), line.expected) if end)]
        self.low, self.high = min(ends), max(ends)
        if self.low == self.high:
            self.high = self.low + 100_00

    def at(self, cents: float) -> float:
        return round(8 + (cents - self.low) / (self.high - self.low) * (WIDE - 16), 1)

    def ticks(self) -> list[tuple[float, str]]:
        step = _step((self.high - self.low) / 3)
        first = -(-self.low // step)
        found = [step * (first + n) for n in range(6) if step * (first + n) <= self.high]
        return [(self.at(cents), _short(cents)) for cents in found]


def _step(least: float) -> float:
    size = 1.0
    while size * 10 <= least:
        size *= 10
    return next((size * n for n in (*STEPS, 10) if size * n >= least), size * 10)


def _short(cents: float) -> str:
    whole = abs(round(cents / 100))
    words = f"{whole / 1000:g}k" if whole >= 1000 else f"{whole}"
    return f"{'−' if cents < 0 else ''}${words}"


def _row(one: TableLine, scale: Scale, win: str, expected: str) -> dict[str, Any]:
    line = one.line
    return {
        "table": one.table, "game": one.title, "hold": _share(line.win / one.drop if one.drop > 0 else None),
        "win": win, "lost": line.win < 0, "expected": expected, "flagged": line.flagged,
        "outside": line.outside, "low": None if line.low is None else scale.at(line.low),
        "wide": None if line.low is None or line.high is None else scale.at(line.high) - scale.at(line.low),
        "mark": scale.at(line.expected), "dot": scale.at(line.win), "off": signed(line.off),
        "pace": f"{one.pace:.0f}", "target": one.target, "slow": bool(one.target) and one.pace < PACE_LOW * one.target,
        "once": once_in(line.chance), "rounds": _many(line.rounds, "round"), "unknown": line.unknown > 0,
        "provisional": line.provisional,
        "band": None if line.low is None or line.high is None else f"{dollars(line.low)} to {dollars(line.high)}",
    }  # fmt: skip


def _named(right: float, won: float, expected: float) -> tuple[float, float, float]:
    """Where the words at the ends of both lines stand: each on its own side, inside the drawing."""
    up = -10 if won <= expected else 20

    def inside(at: float) -> float:
        return round(min(max(at, 16.0), CURVE_HIGH - 38.0), 1)

    return right - 10, inside(won + up), inside(expected + 10 - up)


def _curve(found: Curve) -> Drawn:
    """The worst table as lines of a drawing."""
    ends = [0.0, *found.won, *found.expected, *(x for x in (*found.low, *found.high) if x is not None)]
    low, high = min(ends), max(max(ends), min(ends) + 100)
    count = len(found.days)

    def x(place: float) -> float:
        return round(54 + place / max(count, 1) * (CURVE_WIDE - 70), 1)

    def y(cents: float) -> float:
        return round(12 + (high - cents) / (high - low) * (CURVE_HIGH - 44), 1)

    def path(values: Sequence[float]) -> str:
        return " ".join(f"{x(place + 1)},{y(value)}" for place, value in enumerate(values))

    banded = [(n, lo, hi) for n, (lo, hi) in enumerate(zip(found.low, found.high)) if lo is not None and hi is not None]
    upper = [f"{x(n + 1)},{y(hi)}" for n, _, hi in banded]
    lower = [f"{x(n + 1)},{y(lo)}" for n, lo, _ in reversed(banded)]
    step = _step((high - low) / 4)
    first = -(-low // step)
    marks = [step * (first + n) for n in range(8) if step * (first + n) <= high]
    since = found.days.index(found.since) if found.since else None
    return Drawn(
        table=found.table,
        area=" ".join([f"{x(0)},{y(0)}", *upper, *lower]),
        won=f"{x(0)},{y(0)} " + path(found.won),
        expected=f"{x(0)},{y(0)} " + path(found.expected),
        end=(x(count), y(found.won[-1] if count else 0)),
        words=(dollars(found.won[-1]) if count else "", dollars(found.expected[-1]) if count else ""),
        named=_named(x(count), y(found.won[-1]), y(found.expected[-1])) if count else None,
        marks=[(y(cents), _short(cents)) for cents in marks],
        days=[(x(n + 1), found.days[n][5:]) for n in sorted({0, count // 3, 2 * count // 3, count - 1}) if n < count],
        since=None if since is None else (x(since + 1), found.since[5:]),
        hours=found.hours,
        share=f"{found.hours_share * 100:.0f} %",
        dealer=found.dealer,
        under=f"{found.dealer_share * 100:.0f} %",
        dealer_days=found.dealer_days,
        count=count,
    )
