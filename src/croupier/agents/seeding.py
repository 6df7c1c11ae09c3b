"""Seeds for many tables: each has a stream of its own, so that a table does the same whoever plays beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulate.streams import stream


def streams(seed: int | Sequence[int | None] | None, tables: int) -> NDArray[np.uint64]:
    """One seed for all tables gives each the next number, as Gymnasium's own vectors do."""
    if seed is None:
        children = np.random.SeedSequence().spawn(tables)
    elif isinstance(seed, int | np.integer):
        children = [np.random.SeedSequence(int(seed) + number) for number in range(tables)]
    else:
        children = [np.random.SeedSequence(each) for each in seed]
    return np.stack([stream(child) for child in children])
