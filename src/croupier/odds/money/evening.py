"""An evening of one wager: the whole distribution of its result, ruin before it ends, rebates, how much to wager.

Amounts are in units of the wager. A wager's results lie on a lattice (halves, twentieths), so that many of them add up
by multiplying spectra; ruin is followed round by round.
"""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.exact import Distribution, Edge
from croupier.odds.posting import BadInput

Floats = NDArray[np.float64]
POINTS_MOST = 1 << 23
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
NOTHING = 1e-15  # below what multiplying spectra can tell from nought


class Evening(msgspec.Struct, frozen=True):
    """How so many rounds end, in units of the wager."""

    rounds: int
    mean: float
    deviation: float
    ahead: float
    even: float
    behind: float
    quantiles: tuple[tuple[float, float], ...]
    ruin: float | None  # of a bankroll within these rounds
    ruin_ever: float | None  # of a bankroll, if the play never ends
    kelly: float  # the share of a bankroll whose wager makes it grow fastest; 0 where nothing does
    rebate: float  # what a given share of a loss at the end is worth


def lattice(spread: Distribution) -> tuple[list[tuple[int, float]], int]:
    """The results as whole numbers of a fraction of the unit, with their chances; and how many make a unit."""
    if not spread:
        raise BadInput("the distribution of this wager is not known, so that its evenings can't be added up")
    scale = math.lcm(*(net.denominator for net, _ in spread))
    return [(int(net * scale), float(chance)) for net, chance in spread], scale


def after(spread: Distribution, rounds: int) -> tuple[Floats, Floats]:
    """Every result of so many rounds, in units, with its chance."""
    steps, scale = lattice(spread)
    low, high = min(step for step, _ in steps), max(step for step, _ in steps)
    points = (high - low) * rounds + 1
    if points > POINTS_MOST:
        raise BadInput(f"{rounds} rounds of a wager that wins up to {high / scale:g} units are too many; ask for fewer")
    size = 1 << (points - 1).bit_length()
    one = np.zeros(size)
    for step, chance in steps:
        one[step - low] += chance
    chances = np.fft.irfft(np.fft.rfft(one) ** rounds, size)[:points]
    chances = np.where(chances < NOTHING, 0.0, chances)
    return (np.arange(points) + low * rounds) / scale, chances / chances.sum()


def ruin(spread: Distribution, rounds: int, bankroll: float) -> float:
    """How likely less than a unit is left of a bankroll at some time within so many rounds."""
    steps, scale = lattice(spread)
    worst = max(1, -min(step for step, _ in steps))
    safe = worst * rounds + scale  # whoever has so much can't lose it in time
    here = round(bankroll * scale)
    if here >= safe:
        return 0.0
    if safe * rounds > POINTS_MOST * 64:
        raise BadInput(f"{rounds} rounds are too many to follow one by one; ask for fewer")
    money, broke = np.zeros(safe + 1), 0.0
    money[here] = 1.0
    for _ in range(rounds):
        following = np.zeros(safe + 1)
        following[safe] = money[safe]
        for step, chance in steps:
            _move(money, following, step, chance, safe)
        broke += float(following[:scale].sum())
        following[:scale] = 0.0
        money = following
    return broke


def _move(money: Floats, following: Floats, step: int, chance: float, safe: int) -> None:
    """Whoever is not safe yet wins or loses so much; what lies below nothing counts as nothing."""
    if step >= 0:
        stays = max(safe - step, 0)
        following[step : step + stays] += chance * money[:stays]
        following[safe] += chance * float(money[stays:safe].sum())
    else:
        following[: safe + step] += chance * money[-step:safe]
        following[0] += chance * float(money[:-step].sum())


def ruin_ever(spread: Distribution, bankroll: float) -> float:
    """The bound on the chance that a bankroll is ever lost; certain where the wager does not gain."""
    nets, chances = np.array([float(n) for n, _ in spread]), np.array([float(p) for _, p in spread])
    if float((nets * chances).sum()) <= 0:
        return 1.0
    if nets.min() >= 0:
        return 0.0
    low, high = 0.0, 1.0
    while float((chances * np.exp(-high * nets)).sum()) < 1:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if float((chances * np.exp(-middle * nets)).sum()) < 1 else (low, middle)
    return math.exp(-low * bankroll)


def kelly(spread: Distribution) -> float:
    """The share of the bankroll to wager so that it grows fastest; 0 where the wager does not gain."""
    nets, chances = np.array([float(n) for n, _ in spread]), np.array([float(p) for _, p in spread])
    if float((nets * chances).sum()) <= 0:
        return 0.0
    low, high = 0.0, 1.0 / max(-float(nets.min()), 1e-9) * (1 - 1e-12)
    for _ in range(200):
        middle = (low + high) / 2
        rises = float((chances * nets / (1 + middle * nets)).sum()) > 0
        low, high = (middle, high) if rises else (low, middle)
    return low


def evening(edge: Edge, rounds: int, bankroll: float | None = None, rebate: Fraction | float = 0) -> Evening:
    """So many rounds of one unit each."""
    if rounds < 1:
        raise BadInput("an evening has at least one round")
    results, chances = after(edge.distribution, rounds)
    mean = float((results * chances).sum())
    summed = np.cumsum(chances)
    last = len(results) - 1
    quantiles = tuple((share, float(results[min(int(np.searchsorted(summed, share)), last)])) for share in QUANTILES)
    return Evening(
        rounds=rounds, mean=mean, deviation=math.sqrt(float(((results - mean) ** 2 * chances).sum())),
        ahead=float(chances[results > 0].sum()), even=float(chances[results == 0].sum()),
        behind=float(chances[results < 0].sum()), quantiles=quantiles,
        ruin=None if bankroll is None else ruin(edge.distribution, rounds, bankroll),
        ruin_ever=None if bankroll is None else ruin_ever(edge.distribution, bankroll),
        kelly=kelly(edge.distribution), rebate=float(rebate) * float((np.maximum(-results, 0) * chances).sum()),
    )  # fmt: skip
