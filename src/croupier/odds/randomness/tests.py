"""Tests of randomness on sequences of outcomes, and the two distributions they need.

Every test returns a p-value: how often a fair source would look at least this unfair. Outcomes are small
integers; how likely each should be is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import msgspec
import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.int64]
LEAST_EXPECTED = 5.0  # below this a cell of a chi-square test is merged with its neighbours


class Finding(msgspec.Struct, frozen=True):
    """The result of one test."""

    name: str
    statistic: float
    p_value: float
    sample: int
    degrees: int = 0
    note: str = ""

    def passes(self, confidence: float = 0.99) -> bool:
        return self.p_value >= 1.0 - confidence


# --------------------------------------------------------------------------- distributions


def gamma_upper(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function."""
    if x < 0 or a <= 0:
        raise ValueError("the incomplete gamma function needs a > 0 and x >= 0")
    if x == 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1.0 / a
        n = a
        while abs(term) > abs(total) * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1.0 - total * scale)
    # Continued fraction by Lentz's method.
    tiny = 1e-300
    b = x + 1 - a
    c = 1 / tiny
    d = 1 / b
    fraction = d
    for i in range(1, 100_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        change = d * c
        fraction *= change
        if abs(change - 1) < 1e-15:
            break
    return scale * fraction


def chi_square_tail(statistic: float, degrees: int) -> float:
    return gamma_upper(degrees / 2, statistic / 2) if degrees > 0 else 1.0


def normal_two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def smallest_of(p_values: Sequence[float]) -> float:
    """The p-value of the smallest among several independent ones."""
    least = min(p_values)
    return -math.expm1(len(p_values) * math.log1p(-least)) if least < 1 else 1.0


# --------------------------------------------------------------------------------- the tests


def chi_square(name: str, observed: NDArray[np.float64], expected: NDArray[np.float64]) -> Finding:
    """Observed against expected numbers; cells that expect too little are merged in order of size."""
    order = np.argsort(expected)
    seen: list[float] = []
    wanted: list[float] = []
    for cell in order:
        if wanted and wanted[-1] < LEAST_EXPECTED:
            seen[-1] += float(observed[cell])
            wanted[-1] += float(expected[cell])
        else:
            seen.append(float(observed[cell]))
            wanted.append(float(expected[cell]))
    if len(wanted) > 1 and wanted[-1] < LEAST_EXPECTED:
        seen[-2] += seen.pop()
        wanted[-2] += wanted.pop()
    statistic = sum((o - e) ** 2 / e for o, e in zip(seen, wanted) if e > 0)
    degrees = len(wanted) - 1
    return Finding(name, statistic, chi_square_tail(statistic, degrees), int(sum(seen)), degrees)


def frequency(values: Values, probabilities: NDArray[np.float64], name: str = "frequency") -> Finding:
    """Does each outcome come as often as it should?"""
    observed = np.bincount(values, minlength=len(probabilities)).astype(np.float64)
    return chi_square(name, observed, probabilities * len(values))


def runs(values: Values, name: str = "runs") -> Finding:
    """Does the sequence cross its median as often as chance makes it?"""
    median = np.median(values)
    sides = values[values != median] > median
    above, below = int(sides.sum()), int((~sides).sum())
    total = above + below
    if min(above, below) < 2:
        return Finding(name, 0.0, 1.0, total, note="too few outcomes on one side of the median")
    crossings = 1 + int(np.count_nonzero(sides[1:] != sides[:-1]))
    mean = 1 + 2.0 * above * below / total
    variance = (mean - 1) * (mean - 2) / (total - 1)
    z = (crossings - mean) / math.sqrt(variance) if variance > 0 else 0.0
    return Finding(name, z, normal_two_sided(z), total)


def serial_correlation(values: Values, lag: int = 1, name: str = "") -> Finding:
    """Does an outcome tell anything linear about the one `lag` later?"""
    title = name or f"serial correlation, lag {lag}"
    x = values - values.mean()
    spread = float((x * x).sum())
    if spread == 0 or len(x) <= lag + 1:
        return Finding(title, 0.0, 1.0, len(x), note="the outcomes never change")
    r = float((x[:-lag] * x[lag:]).sum()) / spread
    n = len(x)
    z = (r + 1.0 / n) * math.sqrt(n)
    return Finding(title, r, normal_two_sided(z), n)


def serial_pairs(values: Values, probabilities: NDArray[np.float64], name: str = "serial pairs") -> Finding:
    """Does each pair of successive outcomes come as often as it should? Pairs do not overlap."""
    pairs = values[: len(values) // 2 * 2].reshape(-1, 2)
    kinds = len(probabilities)
    groups, chances = _grouped(probabilities, len(pairs))
    first, second = groups[pairs[:, 0]], groups[pairs[:, 1]]
    size = len(chances)
    observed = np.bincount(first * size + second, minlength=size * size).astype(np.float64)
    finding = chi_square(name, observed, np.outer(chances, chances).ravel() * len(pairs))
    note = "" if size == kinds else f"outcomes gathered in {size} groups"
    return msgspec.structs.replace(finding, note=note)


def _grouped(probabilities: NDArray[np.float64], pairs: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Gather outcomes into as many nearly equal groups as the number of pairs can fill."""
    kinds = len(probabilities)
    size = min(kinds, max(2, int(math.sqrt(pairs / (2 * LEAST_EXPECTED)))))
    if size == kinds:
        return np.arange(kinds), probabilities
    upper = np.cumsum(probabilities) - probabilities / 2
    groups = np.minimum((upper * size).astype(np.int64), size - 1)
    _, numbered = np.unique(groups, return_inverse=True)
    chances = np.bincount(numbered, weights=probabilities).astype(np.float64)
    return numbered.astype(np.int64), chances


def permutation(values: Values, length: int = 4, name: str = "") -> Finding:
    """Is each order of several successive outcomes as frequent as the others? Ties are left out."""
    title = name or f"permutations of {length}"
    groups = values[: len(values) // length * length].reshape(-1, length)
    ordered = np.sort(groups, axis=1)
    groups = groups[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    orders = {order: i for i, order in enumerate(permutations(range(length)))}
    if len(groups) < LEAST_EXPECTED * len(orders):
        return Finding(title, 0.0, 1.0, len(groups), note="too few groups without a tie")
    ranks = np.argsort(groups, axis=1)
    codes = ranks @ (length ** np.arange(length)[::-1])
    lookup = {sum(r * length ** (length - 1 - i) for i, r in enumerate(order)): k for order, k in orders.items()}
    index = np.vectorize(lookup.__getitem__)(codes)
    observed = np.bincount(index, minlength=len(orders)).astype(np.float64)
    return chi_square(title, observed, np.full(len(orders), len(groups) / len(orders)))


def gaps(values: Values, chosen: Sequence[int], chance: float, name: str = "gaps") -> Finding:
    """Are the waits between two of the chosen outcomes as long as they should be?"""
    places = np.flatnonzero(np.isin(values, np.asarray(chosen)))
    waits = np.diff(places) - 1
    if len(waits) < 2 * LEAST_EXPECTED or not 0 < chance < 1:
        return Finding(name, 0.0, 1.0, len(waits), note="too few gaps")
    longest = max(1, int(math.log(LEAST_EXPECTED / len(waits)) / math.log(1 - chance)))
    chances = chance * (1 - chance) ** np.arange(longest)
    expected = np.append(chances, (1 - chance) ** longest) * len(waits)
    observed = np.bincount(np.minimum(waits, longest), minlength=longest + 1).astype(np.float64)
    return chi_square(name, observed, expected)


def positions(shuffles: Values, name: str = "cards in positions") -> Finding:
    """Does every card come to every place equally often?

    A shuffle fills each place and deals each card once, so the counts vary in (k-1)^2 directions only,
    each with variance n / (k - 1).
    """
    number, cards = shuffles.shape
    counts = np.zeros((cards, cards))
    for place in range(cards):
        counts[place] = np.bincount(shuffles[:, place], minlength=cards)
    statistic = float(((counts - number / cards) ** 2).sum()) * (cards - 1) / number
    degrees = (cards - 1) ** 2
    return Finding(name, statistic, chi_square_tail(statistic, degrees), number, degrees)


def neighbours(shuffles: Values, name: str = "neighbouring cards") -> Finding:
    """Does a card tell anything about the next in the same shuffle?"""
    number, cards = shuffles.shape
    products = (shuffles[:, :-1] * shuffles[:, 1:]).sum(axis=1).astype(np.float64)
    total, squares = cards * (cards - 1) / 2, (cards - 1) * cards * (2 * cards - 1) / 6
    mean = (total * total - squares) / cards
    deviation = float(products.std(ddof=1)) if number > 1 else 0.0
    if deviation == 0:
        return Finding(name, 0.0, 1.0, number, note="too few shuffles")
    z = (float(products.mean()) - mean) / (deviation / math.sqrt(number))
    return Finding(name, z, normal_two_sided(z), number)


def followers(shuffles: Values, name: str = "which card follows which") -> Finding:
    """Is every distance from a card to the next equally frequent? A weak riffle keeps short ones.

    Pairs do not overlap, so that they are almost independent.
    """
    cards = shuffles.shape[1]
    pairs = shuffles[:, : cards // 2 * 2].reshape(-1, 2)
    distance = (pairs[:, 1] - pairs[:, 0]) % cards - 1
    observed = np.bincount(distance, minlength=cards - 1).astype(np.float64)
    return chi_square(name, observed, np.full(cards - 1, len(pairs) / (cards - 1)))
