"""Is a wheel even? The hit frequencies of its outcomes against equal (or given) chances.

Pearson's chi-square: floats are fine here, nothing of it is money. The p-value is the upper tail of the
chi-square distribution, from the regularised incomplete gamma function.
"""

import math
from collections.abc import Iterable, Mapping

import msgspec

EPSILON = 1e-15
ROUNDS_MAX = 10_000


class Assessment(msgspec.Struct, frozen=True):
    outcomes: int
    statistic: float
    degrees: int
    p_value: float
    hits: dict[str, int]
    furthest: str  # the outcome that lies furthest from what was expected
    suspicious: bool

    @property
    def words(self) -> str:
        verdict = "an irregularity: audit the inspection procedures" if self.suspicious else "within chance"
        return f"chi-square {self.statistic:.1f} on {self.degrees} degrees, p = {self.p_value:.4f}: {verdict}"


def assess(
    outcomes: Iterable[str], pockets: Iterable[str], chances: Mapping[str, float] | None = None, level: float = 0.001
) -> Assessment:
    """Compare how often each pocket came with how often it should have."""
    hits = dict.fromkeys(pockets, 0)
    for outcome in outcomes:
        hits[outcome] += 1
    total = sum(hits.values())
    if not total:
        raise ValueError("no outcomes to assess")
    expected = {p: total * (chances[p] if chances else 1 / len(hits)) for p in hits}
    parts = {p: (hits[p] - expected[p]) ** 2 / expected[p] for p in hits}
    statistic, degrees = sum(parts.values()), len(hits) - 1
    p_value = upper_tail(statistic, degrees)
    furthest = max(parts, key=lambda p: (parts[p], p))
    return Assessment(total, statistic, degrees, p_value, hits, furthest, p_value < level)


def upper_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable exceeds the statistic."""
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    return 1 - _lower_series(a, x) if x < a + 1 else _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, ROUNDS_MAX):
        term *= x / (a + n)
        total += term
        if term < total * EPSILON:
            break
    return total * math.exp(a * math.log(x) - x - math.lgamma(a))


def _upper_fraction(a: float, x: float) -> float:
    """Lentz's continued fraction."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for n in range(1, ROUNDS_MAX):
        an = -n * (n - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < EPSILON:
            break
    return h * math.exp(a * math.log(x) - x - math.lgamma(a))
