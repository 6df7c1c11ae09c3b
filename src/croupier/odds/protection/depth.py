"""How often a wager is with the player as the shoe goes down, by how much, and what a counter makes of it.

Shoes are dealt at random to each depth and the wager is valued from what is left of each: what is sampled is only
which cards are gone. A counter wagers one unit whenever his true count has reached his trigger, else nothing. He sees
everything that was dealt before; the round itself is not looked into.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.protection.counts import Count, true_counts
from croupier.odds.protection.shoes import Shoe, dealt_at_random
from croupier.odds.protection.wagers import Watched

Floats = NDArray[np.float64]
STEPS = 24  # depths at which shoes are looked at, equally far from each other
SAMPLES = 500
SEED = 20_191_205
PENETRATIONS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
LEFT_LEAST = 8  # cards without which no round is dealt
TRIGGERS = range(-2, 31)


class Depth(msgspec.Struct, frozen=True):
    """What a shoe dealt so far gives away, one unit a favourable round."""

    penetration: float
    favourable: float  # share of the rounds at which the wager is with the player
    gain: float  # what a unit on it is then worth
    per_shoe: float  # units a shoe to somebody who knows it exactly
    by_count: tuple[float, ...] = ()  # units a shoe by each count
    bets: tuple[float, ...] = ()  # share of the rounds that each count wagers on


class Followed(msgspec.Struct, frozen=True):
    """A count with the true count from which the wager is made, and what it is worth on average then."""

    count: Count
    trigger: int | None  # none: no count reaches a gain
    gain: float


class Sampled(msgspec.Struct, frozen=True):
    """Shoes at every depth, row by row, with what the wager is worth from each."""

    depths: Floats
    shoes: NDArray[np.int64]  # depth x sample x card
    worth: Floats  # depth x sample
    offered: Floats  # depth x sample: the share of rounds in which the wager may be made


def sample(wager: Watched, steps: int = STEPS, samples: int = SAMPLES, seed: int = SEED) -> Sampled:
    """Shoes at random at equal distances down to the last round."""
    random = np.random.default_rng(seed)
    cards = int(wager.shoe.sum())
    gone = [round((cards - LEFT_LEAST) * (step + 0.5) / steps) for step in range(steps)]
    shoes = np.stack([dealt_at_random(wager.shoe, number, samples, random) for number in gone])
    worth = np.array([[wager.value(left) for left in row] for row in shoes])
    may = wager.offered
    offered = np.ones_like(worth) if may is None else np.array([[may(left) for left in row] for row in shoes])
    return Sampled(np.array(gone) / cards, shoes, worth, offered)


def follow(count: Count, shoe: Shoe, found: Sampled, deepest: float = 0.9) -> Followed:
    """The lowest whole true count from which the wager gains on average, down to the usual cut."""
    rows = found.depths <= deepest
    marks = true_counts(count.tags, shoe, found.shoes[rows])
    worth = found.worth[rows]
    for trigger in TRIGGERS:
        there = (marks >= trigger) & (marks < trigger + 1)
        if there.sum() >= 30 and worth[there].mean() > 0:
            reached = marks >= trigger
            return Followed(count, trigger, float(worth[reached].mean()))
    return Followed(count, None, 0.0)


def by_depth(
    wager: Watched,
    found: Sampled,
    counts: Sequence[Followed],
    cards_a_round: float,
    penetrations: Sequence[float] = PENETRATIONS,
) -> list[Depth]:
    """What the shoe gives away if the cutting card lies at each of these places."""
    cards = int(wager.shoe.sum())
    marks = [true_counts(each.count.tags, wager.shoe, found.shoes) for each in counts]
    made = []
    for cut in penetrations:
        rows = found.depths <= cut
        rounds = cut * cards / cards_a_round
        worth, offered = found.worth[rows], found.offered[rows]
        good = worth > 0
        often = float((offered * good).mean())
        won = worth * offered
        taken = [
            (marks[n][rows] >= each.trigger) if each.trigger is not None else np.zeros_like(good)
            for n, each in enumerate(counts)
        ]
        made.append(
            Depth(
                penetration=cut,
                favourable=often,
                gain=float(np.where(good, won, 0.0).mean()) / often if often else 0.0,
                per_shoe=float(np.where(good, won, 0.0).mean()) * rounds,
                by_count=tuple(float(np.where(bet, won, 0.0).mean()) * rounds for bet in taken),
                bets=tuple(float((offered * bet).mean()) for bet in taken),
            )
        )
    return made
