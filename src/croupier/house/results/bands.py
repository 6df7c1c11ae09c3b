"""What chance explains: a band that is honest for skewed payoffs, and flags that allow for how many were looked at.

The sum of many wagers has an exact mean, variance and third moment. Its band is that of the distribution of these three
(Pearson's third type: a gamma distribution, shifted), which has the long tail on the side where the long odds are, and
is the normal one where there is no skew. Where few wagers at long odds make the sum too skewed for three moments to
describe (the skewness is beyond 2), there is no band, and the report says that the rounds are too few.

Who looks at twenty rows finds one outside a band of 19 in 20 by chance. A row is flagged only if it stays beyond
chance when all rows of its list are allowed for (Holm's way).
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec

NORMAL = NormalDist()
INSIDE = 0.95  # the share of periods that end within a band
SKEW_MOST = 2.0
FAMILY = 0.01  # how often a list flags anybody or anything where nothing is wrong
FAMILY_TABLES = 0.05  # the same for tables alone: games, wagers and days are other cuts of the same money
FLAT = 1e-9


class Moments(msgspec.Struct, frozen=True):
    """Sums of means, variances and third central moments, in cents."""

    mean: float = 0.0
    variance: float = 0.0
    third: float = 0.0

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(self.mean + other.mean, self.variance + other.variance, self.third + other.third)

    @property
    def deviation(self) -> float:
        return math.sqrt(max(0.0, self.variance))

    @property
    def skew(self) -> float:
        return self.third / self.deviation**3 if self.variance > 0 else 0.0


class Band(msgspec.Struct, frozen=True):
    """Where a sum lies in 19 of 20 periods; none where the wagers are too few to say."""

    low: float
    high: float


def band(moments: Moments) -> Band | None:
    if moments.variance <= 0 or abs(moments.skew) > SKEW_MOST:
        return None
    tail = (1 - INSIDE) / 2
    return Band(*(moments.mean + moments.deviation * _quantile(moments.skew, p) for p in (tail, 1 - tail)))


def score(moments: Moments, found: float) -> float | None:
    """How far a result is from its mean, as a normal deviation of the same chance; none where there is no band."""
    if moments.variance <= 0 or abs(moments.skew) > SKEW_MOST:
        return None
    return _normal(moments.skew, (found - moments.mean) / moments.deviation)


def chance(normal: float) -> float:
    """How often chance alone goes so far, either way."""
    return 2 * NORMAL.cdf(-abs(normal))


def _quantile(skew: float, p: float) -> float:
    """Of the standardised distribution of this skewness (Wilson and Hilferty's way)."""
    z = NORMAL.inv_cdf(p)
    if abs(skew) < FLAT:
        return z
    if skew < 0:
        return -_quantile(-skew, 1 - p)
    shape = 4 / skew**2
    return math.sqrt(shape) * (max(0.0, 1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3 - 1)


def _normal(skew: float, t: float) -> float:
    """The inverse: the normal deviation that is as rare as this one."""
    if abs(skew) < FLAT:
        return t
    if skew < 0:
        return -_normal(-skew, -t)
    shape = 4 / skew**2
    share = max(0.0, 1 + t / math.sqrt(shape))
    return 3 * math.sqrt(shape) * (math.cbrt(share) - 1 + 1 / (9 * shape))


def beyond_chance(chances: Sequence[float | None], family: float = FAMILY) -> list[bool]:
    """Which of these rows are beyond chance, all of them allowed for: the rarest first, until one is not."""
    known = sorted((one, place) for place, one in enumerate(chances) if one is not None)
    flags = [False] * len(chances)
    for rank, (one, place) in enumerate(known):
        if one * (len(known) - rank) > family:
            break
        flags[place] = True
    return flags
