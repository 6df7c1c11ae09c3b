"""One line of a report: what somebody or something won, what the very wagers were worth, and what chance explains."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.house.results.bands import (
    FAMILY,
    Moments,
    band,
    beyond_chance,
    chance,
    score,
)
from croupier.house.results.expected import FITTED, Expected, Figures, of_wager
from croupier.house.results.sums import Cell, Shared, Summed

LEAST_SPREAD = 0.25  # of the wagers' own spread: wagers that cancel each other are not taken for certainty
Parts = Sequence[tuple[Summed, Figures]]
Of = Callable[[str, Any], Hashable | None]  # journal, cell or shared -> whose line it is; None: nobody's


class ResultLine(msgspec.Struct, frozen=True, kw_only=True):
    """Cents; `expected` and `deviation` are of the wagers whose odds are known, `unknown` was wagered on others."""

    key: tuple[str, ...]
    rounds: int
    wagers: int
    wagered: int  # at first
    staked: int  # with raises
    win: int
    expected: float
    deviation: float
    spread: float  # one standard deviation
    low: float | None = None  # of the band, as a win
    high: float | None = None
    normal: float | None = None  # how far from the mean, as a normal deviation of the same chance
    chance: float | None = None
    outside: bool = False
    flagged: bool = False
    unknown: int = 0
    provisional: bool = False  # a third moment in its band is fitted: the odds are still being counted

    @property
    def off(self) -> float | None:
        """Standard deviations from the expectation."""
        return self.deviation / self.spread if self.spread else None

    @property
    def edge(self) -> float | None:
        """The expectation as a share of what was wagered at first, where odds are known."""
        return self.expected / known if (known := self.wagered - self.unknown) > 0 else None


class Tally:
    """What gathers for one line."""

    def __init__(self) -> None:
        self.rounds = self.wagers = self.wagered = self.staked = self.win = self.unknown = self.net = 0
        self._mean = self._variance = self._third = 0.0
        self.nets = self.units = 0
        self.fitted = False

    @property
    def moments(self) -> Moments:
        return Moments(self._mean, self._variance, self._third)

    def add(self, cell: Cell, worth: Expected | None) -> None:
        unit = cell.unit
        self.wagers += cell.wagers
        self.wagered += unit
        self.staked += cell.staked
        self.win += cell.house
        if worth is None:
            self.unknown += unit
            return
        if worth.stake == 0:  # given away, not wagered: what it costs is what it was to cost
            self._mean -= cell.net
        self.net += cell.net
        self.fitted = self.fitted or worth.method == FITTED
        self._mean += worth.edge * unit
        self._variance += worth.variance * cell.squares
        self._third += worth.third * cell.cubes

    def share(self, shared: Shared) -> None:
        self.rounds += shared.rounds
        self.nets += shared.nets
        self.units += shared.units

    def spread(self) -> Moments:
        """The moments with what wagers of one round add to each other's spread."""
        own, known = self.moments, self.wagered - self.unknown
        edge = own.mean / known if known else 0.0
        crossed = own.variance + self.nets - edge * edge * self.units
        return Moments(own.mean, max(crossed, LEAST_SPREAD * own.variance), own.third)

    def line(self, key: tuple[str, ...]) -> ResultLine:
        moments = self.spread()
        found, normal = band(moments), score(moments, -self.net)
        off = self.win + self.net  # what the table won or paid beside the wagers whose odds are known
        return ResultLine(
            key=key, rounds=self.rounds, wagers=self.wagers, wagered=self.wagered, staked=self.staked, win=self.win,
            expected=moments.mean, deviation=-self.net - moments.mean, spread=moments.deviation,
            low=None if found is None else found.low + off, high=None if found is None else found.high + off,
            normal=normal, chance=None if normal is None else chance(normal),
            outside=found is not None and not found.low <= -self.net <= found.high, unknown=self.unknown,
            provisional=self.fitted,
        )  # fmt: skip


def gather(parts: Parts, cell_of: Of, shared_of: Of, steps: range) -> dict[Any, Tally]:
    """Tallies by whatever the two functions say, over the half hours of a period."""
    return gather_each(parts, [(cell_of, shared_of)], steps)[0]


def gather_each(parts: Parts, ways: Sequence[tuple[Of, Of]], steps: range) -> list[dict[Any, Tally]]:
    """The same in several ways at once: what a wager is worth is looked up once for all of them."""
    each: list[tuple[dict[Any, Tally], Of, Of]] = [({}, cell_of, shared_of) for cell_of, shared_of in ways]
    known: dict[int, dict[tuple[str, str, int], Expected | None]] = {}  # many journals have the same figures
    for summed, figures in parts:
        if not reaches(summed, steps):
            continue
        worth, journal = known.setdefault(id(figures), {}), summed.journal
        moving = {one.wager for one in figures if one.since}
        for cell in summed.cells:
            if cell.step not in steps:
                continue
            laid = (cell.wager, cell.on, cell.step if cell.wager in moving else 0)
            if laid not in worth:
                worth[laid] = of_wager(figures, *laid)
            for found, cell_of, _ in each:
                if (key := cell_of(journal, cell)) is None:
                    continue
                tally = found.get(key)
                if tally is None:
                    tally = found[key] = Tally()
                tally.add(cell, worth[laid])
        for shared in summed.shared:
            if shared.step not in steps:
                continue
            for found, _, shared_of in each:
                if (key := shared_of(journal, shared)) in found:
                    found[key].share(shared)
    return [found for found, _, _ in each]


def reaches(summed: Summed, steps: range) -> bool:
    """Whether any of a journal's half hours, which are in their order, may be among these."""
    ends = [one[at].step for one in (summed.cells, summed.shared) if one for at in (0, -1)]
    return bool(ends) and min(ends) < steps.stop and max(ends) >= steps.start


def lines(tallies: Mapping[Any, Tally], family: float = FAMILY) -> list[ResultLine]:
    """Lines in the order of their keys, flagged where they are beyond chance among all of them."""
    made = [tally.line(key if isinstance(key, tuple) else (str(key),)) for key, tally in sorted(tallies.items())]
    return flagged(made, family)


def flagged(made: Sequence[ResultLine], family: float) -> list[ResultLine]:
    flags = beyond_chance([line.chance for line in made], family)
    return [msgspec.structs.replace(line, flagged=flag) for line, flag in zip(made, flags)]


def once_in(chance_: float | None) -> int | None:
    """`1 month in 290`: how seldom chance alone does this."""
    return None if chance_ is None or chance_ <= 0 else max(1, math.floor(1 / chance_))
