"""Simulation of a game by a compiled kernel: rounds in shards, outcomes counted, figures with intervals.

A kernel plays one round on given cards and returns a code for each group of wagers (the base game, each
side bet). The same function serves the simulation, which deals at random, and a comparison with the table,
which hands it the cards of a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import msgspec
import numpy as np

from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array
from croupier.odds.simulate.dealing import stream
from croupier.odds.simulate.seats import ALONE, Seats
from croupier.odds.work import Part, Progress, span, total

Nets = dict[str, Fraction | int]


class Kernel(Protocol):
    """A game ready to be played very often."""

    groups: Sequence[str]
    codes: int
    cards: int
    deck: int

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        """Play so many hands on random cards and count the codes of each group."""

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        """The code of each group on these cards, in the kernel's order of dealing."""

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        """What each wager of a group nets with this code, and all that was staked in the group."""


class SimulatedGroup(msgspec.Struct, frozen=True):
    """A group of wagers: all together, and each alone."""

    whole: Edge
    wagers: dict[str, Edge]


def run_shard(kernel: Kernel, rounds: int, seed: np.random.SeedSequence) -> Part:
    """One shard: the counts of its rounds."""
    counts = np.zeros((len(kernel.groups), kernel.codes), np.int64)
    kernel.run(stream(seed), rounds, ALONE, counts)
    return {"counts": counts}


def simulate(
    kernel: Kernel, rounds: int, *, seed: int = 0, shards: int = 16, progress: Progress | None = None
) -> dict[str, SimulatedGroup]:
    """Play so many rounds; the result follows from the seed and the number of shards."""
    if rounds < 1:
        raise ValueError(f"a simulation needs at least one round, not {rounds}")
    parts: list[Part] = []
    for shard, child in enumerate(np.random.SeedSequence(seed).spawn(shards)):
        first, last = span(rounds, shards, shard)
        parts.append(run_shard(kernel, last - first, child))
        if progress is not None:
            progress(shard + 1, shards)
    return figures(kernel, total(parts)["counts"])


def figures(kernel: Kernel, counts: Array) -> dict[str, SimulatedGroup]:
    """The edges of every group from the counts of its codes."""
    result: dict[str, SimulatedGroup] = {}
    for group, name in enumerate(kernel.groups):
        whole: dict[Fraction, int] = {}
        single: dict[str, dict[Fraction, int]] = {}
        staked = Fraction(0)
        for code in np.flatnonzero(counts[group]).tolist():
            count = int(counts[group, code])
            nets, stake = kernel.nets(group, code)
            net = sum((Fraction(n) for n in nets.values()), Fraction(0))
            whole[net] = whole.get(net, 0) + count
            staked += Fraction(stake) * count
            for wager, share in nets.items():
                row = single.setdefault(wager, {})
                row[Fraction(share)] = row.get(Fraction(share), 0) + count
        average = staked / int(counts[group].sum())
        result[name] = SimulatedGroup(
            Edge.simulated(whole, average_stake=average),
            {wager: Edge.simulated(row) for wager, row in single.items()},
        )
    return result
