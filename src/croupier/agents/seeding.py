"""Chance from a learner's seed: a table's own generator, and a stream of its own for each of many tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulate.streams import stream


class PracticeEntropy:
    """Chance of a table for practice: numpy's generator, which draws a whole shuffle at once."""

    kind = "practice"

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def below(self, bound: int) -> int:
        return int(self._random.integers(bound))

    def each_below(self, bounds: range) -> list[int]:
        drawn: list[int] = self._random.integers(np.array(bounds)).tolist() if bounds else []
        return drawn

    def token(self, size: int) -> bytes:
        return self._random.bytes(size)


def streams(seed: int | Sequence[int | None] | None, tables: int) -> NDArray[np.uint64]:
    """One seed for all tables gives each the next number, as Gymnasium's own vectors do."""
    if seed is None:
        children = np.random.SeedSequence().spawn(tables)
    elif isinstance(seed, int | np.integer):
        children = [np.random.SeedSequence(int(seed) + number) for number in range(tables)]
    else:
        children = [np.random.SeedSequence(each) for each in seed]
    return np.stack([stream(child) for child in children])
