"""Counts: a small whole number for each rank, chosen to follow a wager's effects of removal as closely as can be.

The true count is the sum of the numbers of all cards that left the shoe, for each pack that remains. The best numbers
of a level rise with the effects, so it is enough to try every place where one number ends and the next begins.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.equipment.cards import RANKS

PACK = 52
Tags = tuple[int, ...]  # from deuce to ace
Floats = NDArray[np.float64]

HI_LO: Tags = (1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1, -1)


class Count(msgspec.Struct, frozen=True):
    """Numbers for the ranks from deuce to ace, and how closely they follow a wager (1: exactly)."""

    level: int
    tags: Tags
    correlation: float
    balanced: bool = True  # the numbers of a whole pack add up to nothing

    @property
    def name(self) -> str:
        return f"level {self.level}" + ("" if self.balanced else ", from a pivot")

    def words(self) -> str:
        """Ranks by their numbers: `2-6 +1, T-A -1`."""
        by_tag: dict[int, list[str]] = {}
        for rank, tag in zip(RANKS, self.tags):
            by_tag.setdefault(tag, []).append(rank)
        return ", ".join(f"{' '.join(ranks)} {tag:+d}" for tag, ranks in sorted(by_tag.items(), reverse=True) if tag)


def correlation(tags: Tags, effects: Floats, weights: NDArray[np.int64]) -> float:
    """How closely numbers follow effects of removal, each rank weighing as many cards as the shoe has of it."""
    marks = np.array(tags, dtype=np.float64)
    marks = marks - np.average(marks, weights=weights)
    gains = effects - np.average(effects, weights=weights)
    size = float((weights * marks * marks).sum() * (weights * gains * gains).sum())
    return float((weights * marks * gains).sum()) / size**0.5 if size > 0 else 0.0


ALIKE = 1e-9  # effects that differ by less are one
WORTH_A_PIVOT = 0.01  # so much closer a count must be to be worth starting it elsewhere than at nought


def best_counts(effects: Floats, weights: NDArray[np.int64], level: int) -> list[Count]:
    """The balanced count of a level that follows the effects most closely; and an unbalanced one that is closer.

    Ranks alike in effect are alike in number. Of equals the first is taken, which is the shorter.
    """
    groups = _alike(effects, weights)
    best = {True: Count(level, (0,) * len(RANKS), 0.0), False: Count(level, (0,) * len(RANKS), 0.0)}
    for ends in combinations_with_replacement(range(len(groups) + 1), 2 * level):
        tags = [0] * len(RANKS)
        for place, ranks in enumerate(groups):
            for rank in ranks:
                tags[rank] = sum(end <= place for end in ends) - level
        plain = tuple(tags)
        found = correlation(plain, effects, weights)
        balanced = int((np.array(tags) * weights).sum()) == 0
        if found > best[balanced].correlation + 1e-12:
            best[balanced] = Count(level, plain, found, balanced)
    closer = best[False].correlation > best[True].correlation + WORTH_A_PIVOT
    return [each for each in (best[True], best[False] if closer else None) if each is not None and any(each.tags)]


def _alike(effects: Floats, weights: NDArray[np.int64]) -> list[list[int]]:
    """The ranks in the order of their effects, those of one effect together; ranks that the shoe lacks left out."""
    groups: list[list[int]] = []
    for rank in (int(n) for n in np.argsort(effects, kind="stable") if weights[n]):
        if groups and abs(effects[groups[-1][-1]] - effects[rank]) < ALIKE:
            groups[-1].append(rank)
        else:
            groups.append([rank])
    return groups


def true_counts(tags: Tags, shoe: NDArray[np.int64], left: NDArray[np.int64]) -> Floats:
    """The true counts at which these shoes stand, given the full one; an unbalanced count from its pivot."""
    by_card = np.repeat(np.array(tags, dtype=np.float64), 4)
    by_card = by_card - np.average(by_card, weights=shoe)
    gone = ((shoe - left) * by_card).sum(axis=-1)
    found: Floats = gone * (PACK / left.sum(axis=-1))
    return found
