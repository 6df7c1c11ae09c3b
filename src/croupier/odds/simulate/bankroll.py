"""What a bankroll goes through: risk of ruin, drawdown and the spread of results over a session.

A session plays one wager again and again until its rounds are over or the bankroll no longer covers it. Its
results are drawn from the wager's own distribution, so every wager with a known one can be followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.simulate.streams import State, unit

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class Sessions(msgspec.Struct, frozen=True):
    """Many sessions of one wager, in units of the wager."""

    sessions: int
    rounds: int
    bankroll: float
    ruined: int
    results: tuple[float, ...]  # at QUANTILES
    drawdowns: tuple[float, ...]  # deepest fall below the highest point so far, at QUANTILES

    @property
    def risk_of_ruin(self) -> float:
        return self.ruined / self.sessions

    @property
    def ruin_interval(self) -> float:
        """Half the width of the 99 % interval of the risk of ruin."""
        p = self.risk_of_ruin
        return 2.5758293035489004 * float(np.sqrt(p * (1 - p) / self.sessions))


def alias_table(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Walker's tables: draw an outcome with one random number, whatever the distribution."""
    number = len(weights)
    scaled = weights / weights.sum() * number
    keep, other = np.ones(number), np.arange(number)
    small = [i for i in range(number) if scaled[i] < 1]
    large = [i for i in range(number) if scaled[i] >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        keep[low], other[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            small.append(large.pop())
    return keep, other


@compiled
def follow(
    state: State,
    sessions: int,
    rounds: int,
    bankroll: int,
    stake: int,
    nets: NDArray[np.int64],
    keep: NDArray[np.float64],
    other: NDArray[np.int64],
    results: NDArray[np.int64],
    drawdowns: NDArray[np.int64],
) -> int:
    """Play the sessions; returns how many could not cover another wager before their rounds were over."""
    number = nets.size
    ruined = 0
    for session in range(sessions):
        money = bankroll
        highest = bankroll
        deepest = 0
        for _ in range(rounds):
            if money < stake:
                ruined += 1
                break
            place = unit(state) * number
            column = int(place)
            if place - column >= keep[column]:
                column = other[column]
            money += nets[column]
            highest = max(highest, money)
            deepest = max(deepest, highest - money)
        results[session] = money - bankroll
        drawdowns[session] = deepest
    return ruined


def simulate(
    state: State,
    distribution: Mapping[Fraction, float] | Mapping[Fraction, Fraction] | Mapping[Fraction, int],
    rounds: int,
    bankroll: int,
    sessions: int = 10_000,
) -> Sessions:
    """So many sessions of a wager whose nets (in wagers) and their chances are given."""
    if rounds < 0 or sessions < 1 or bankroll < 1:
        raise ValueError("a session needs a bankroll of at least one wager, and no negative rounds")
    scale = lcm(*(Fraction(net).denominator for net in distribution))
    nets = np.array([int(Fraction(net) * scale) for net in distribution], dtype=np.int64)
    keep, other = alias_table(np.array([float(p) for p in distribution.values()]))
    results, drawdowns = np.zeros(sessions, dtype=np.int64), np.zeros(sessions, dtype=np.int64)
    ruined = follow(state, sessions, rounds, bankroll * scale, scale, nets, keep, other, results, drawdowns)
    return Sessions(
        sessions=sessions,
        rounds=rounds,
        bankroll=bankroll,
        ruined=int(ruined),
        results=tuple(float(q) / scale for q in np.quantile(results, QUANTILES)),
        drawdowns=tuple(float(q) / scale for q in np.quantile(drawdowns, QUANTILES)),
    )
