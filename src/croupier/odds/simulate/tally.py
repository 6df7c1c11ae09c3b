"""From counted outcomes to the figures of every wager of a game, and pay tables as scaled integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

import msgspec
import numpy as np

from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array

Pays = Mapping[str, Fraction | int]


class Outcome(msgspec.Struct, frozen=True):
    """One way a round ends: how often, what each wager nets, and how much was staked in all."""

    count: int
    nets: dict[str, Fraction | int]
    staked: Fraction | int


class GameOdds(msgspec.Struct, frozen=True):
    """A game under one strategy, in units of the initial wager: all wagers together, and each alone."""

    main: Edge
    wagers: dict[str, Edge]
    choices: dict[str, Fraction] = {}


def tally(
    outcomes: Iterable[Outcome],
    *,
    strategy: str = "optimal",
    conditions: str = "",
    choices: Mapping[str, Fraction] | None = None,
) -> GameOdds:
    """Merge outcomes into the edge of the whole and of each wager."""
    whole: dict[Fraction, int] = {}
    single: dict[str, dict[Fraction, int]] = {}
    staked = Fraction(0)
    total = 0
    for outcome in outcomes:
        if not outcome.count:
            continue
        net = sum((Fraction(n) for n in outcome.nets.values()), Fraction(0))
        whole[net] = whole.get(net, 0) + outcome.count
        for wager, share in outcome.nets.items():
            counts = single.setdefault(wager, {})
            counts[Fraction(share)] = counts.get(Fraction(share), 0) + outcome.count
        staked += Fraction(outcome.staked) * outcome.count
        total += outcome.count
    for counts in single.values():
        # A wager that is not made in some outcomes nets nothing there.
        counts[Fraction(0)] = counts.get(Fraction(0), 0) + total - sum(counts.values())
    return GameOdds(
        main=Edge.from_counts(whole, average_stake=staked / total, strategy=strategy, conditions=conditions),
        wagers={wager: Edge.from_counts(c, strategy=strategy) for wager, c in single.items()},
        choices=dict(choices or {}),
    )


def side_bet(counts: Mapping[str, int], pays: Pays, *, conditions: str = "") -> Edge:
    """The edge of a wager that pays by category and otherwise loses."""
    check_rows(pays, counts)
    nets: dict[Fraction, int] = {}
    for category, count in counts.items():
        net = Fraction(pays.get(category, -1))
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets, conditions=conditions)


def check_rows(pays: Pays, known: Iterable[str]) -> None:
    """Refuse a pay table with an outcome that the game does not have."""
    names = list(known)
    for row in pays:
        if row not in names:
            raise ValueError(f"the pay table names {row!r}; this wager knows {', '.join(names)}")


def scaled(pays: Pays, categories: Sequence[str], missing: int | Fraction, scale: int) -> Array:
    """A pay table as integers by category, each payoff times `scale`."""
    check_rows(pays, categories)
    row = [Fraction(pays.get(category, missing)) * scale for category in categories]
    if any(value.denominator != 1 for value in row):
        raise ValueError(f"scale {scale} leaves fractions in the pay table")
    return np.array([int(value) for value in row], np.int64)


def scale_of(*payoffs: Fraction | int) -> int:
    """The least factor that turns all payoffs into integers."""
    return lcm(*(Fraction(payoff).denominator for payoff in payoffs)) if payoffs else 1
