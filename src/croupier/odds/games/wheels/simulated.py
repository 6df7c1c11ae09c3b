"""Simulated spins: every wager of a wheel follows from how often each place came."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.simulate.streams import State, below


@compiled
def spin(state: State, rounds: int, places: int, counts: NDArray[np.int64], record: NDArray[np.uint8]) -> None:
    """Spin so often; `counts` receives how often each place came, `record` each spin if it has room."""
    keep = record.size
    for i in range(rounds):
        place = below(state, places)
        counts[place] += 1
        if i < keep:
            record[i] = place


def simulate(state: State, rounds: int, places: int) -> NDArray[np.int64]:
    """How often each place of a wheel came in so many spins."""
    if rounds < 0:
        raise ValueError("a simulation cannot have a negative number of rounds")
    counts = np.zeros(places, dtype=np.int64)
    spin(state, rounds, places, counts, np.empty(0, dtype=np.uint8))
    return counts
