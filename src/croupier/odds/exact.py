"""What an analysis reports of a wager: its edge, and how surely it is known.

Every amount is a share of the initial wager. `Edge.from_counts` turns a count of outcomes into one;
`Edge.simulated` does the same for a simulation and states its interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

Distribution = tuple[tuple[Fraction, Fraction], ...]
Method = Literal["exact", "simulated"]
# A mapping's keys are invariant to the type checker, so each kind of net is named.
Counts = (
    Mapping[Fraction, int]
    | Mapping[int, int]
    | Mapping[Fraction, Fraction]
    | Mapping[int, Fraction]
    | Mapping[Fraction | int, int | Fraction]
)

NORMAL_99 = 2.5758293035489004


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """One wager's figures. A positive `house_edge` is the house's advantage."""

    house_edge: Fraction
    hit: Fraction
    push: Fraction
    variance: Fraction | float
    average_stake: Fraction = Fraction(1)
    distribution: Distribution = ()
    method: Method = "exact"
    interval: float | None = None
    strategy: str = ""
    conditions: str = ""

    @classmethod
    def from_counts(
        cls,
        counts: Counts,
        *,
        average_stake: Fraction | int = 1,
        strategy: str = "",
        conditions: str = "",
    ) -> Edge:
        """The edge of a wager that nets each key (a share of the initial wager) so many times."""
        total = sum(Fraction(count) for count in counts.values())
        if total <= 0:
            raise ValueError("an edge needs at least one outcome")
        if any(count < 0 for count in counts.values()):
            raise ValueError("an outcome cannot occur a negative number of times")
        return cls.from_distribution(
            ((net, Fraction(count) / total) for net, count in counts.items()),
            average_stake=average_stake,
            strategy=strategy,
            conditions=conditions,
        )

    @classmethod
    def from_distribution(
        cls,
        rows: Iterable[tuple[Fraction | int, Fraction]],
        *,
        average_stake: Fraction | int = 1,
        strategy: str = "",
        conditions: str = "",
    ) -> Edge:
        """The edge of a wager from its nets and their exact probabilities."""
        merged: dict[Fraction, Fraction] = {}
        for net, probability in rows:
            key = Fraction(net)
            merged[key] = merged.get(key, Fraction(0)) + probability
        distribution = tuple(sorted((net, p) for net, p in merged.items() if p))
        if sum((p for _, p in distribution), Fraction(0)) != 1:
            raise ValueError("the probabilities of the outcomes do not add up to one")
        mean = sum((net * p for net, p in distribution), Fraction(0))
        square = sum((net * net * p for net, p in distribution), Fraction(0))
        return cls(
            house_edge=-mean,
            hit=sum((p for net, p in distribution if net > 0), Fraction(0)),
            push=merged.get(Fraction(0), Fraction(0)),
            variance=square - mean * mean,
            average_stake=Fraction(average_stake),
            distribution=distribution,
            strategy=strategy,
            conditions=conditions,
        )

    @classmethod
    def simulated(
        cls,
        counts: Counts,
        *,
        average_stake: Fraction | int = 1,
        strategy: str = "",
        conditions: str = "",
    ) -> Edge:
        """As `from_counts`, with the half-width of the 99 % interval of the house edge."""
        edge = cls.from_counts(counts, average_stake=average_stake, strategy=strategy, conditions=conditions)
        rounds = float(sum(counts.values()))
        interval = NORMAL_99 * edge.standard_deviation / math.sqrt(rounds)
        return msgspec.structs.replace(edge, method="simulated", interval=interval)

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def element_of_risk(self) -> Fraction:
        """The edge as a share of all the money wagered, not only of the initial wager."""
        return self.house_edge / self.average_stake

    def per(self, units: Fraction | int) -> Edge:
        """The same figures as shares of so many initial wagers: of two Antes, of a wager with its vigorish."""
        return msgspec.structs.replace(
            self,
            house_edge=self.house_edge / units,
            variance=self.variance / units**2,
            average_stake=self.average_stake / units,
            distribution=tuple((net / units, chance) for net, chance in self.distribution),
            interval=None if self.interval is None else self.interval / units,
        )

    def given(self, *, strategy: str | None = None, conditions: str | None = None) -> Edge:
        """The same figures under another description."""
        return msgspec.structs.replace(
            self,
            strategy=self.strategy if strategy is None else strategy,
            conditions=self.conditions if conditions is None else conditions,
        )


def merged(*ends: tuple[Fraction | int, int]) -> dict[Fraction, int]:
    """How often each net comes about; a row may be changed to net what another end nets already."""
    counts: dict[Fraction, int] = {}
    for net, count in ends:
        counts[Fraction(net)] = counts.get(Fraction(net), 0) + count
    return counts


def percent(value: Fraction | float, digits: int = 6) -> str:
    """`Fraction(7, 495)` as "1.414141 %"."""
    return f"{float(value) * 100:.{digits}f} %"
