"""DJ Wild Stud Poker: Ante, Blind and Play, Trips by wild and natural hands, and the Two Way Bad Beat, exactly."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Literal

import msgspec
import numpy as np

from croupier.hands import encode, jit, wild
from croupier.hands.compiled import compiled
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import all_sets, standard_sets
from croupier.odds.games.cards.removal import dense_ranks, sweep
from croupier.odds.simulate.tally import GameOdds, Outcome, Pays, check_rows, scale_of, tally

CARDS = 53
HANDS = comb(53, 5)
DEALER_HANDS = comb(48, 5)
SHIFT = encode.SHIFT
CATEGORIES = wild.CATEGORIES_WILD
TRIPS = CATEGORIES.index("three-of-a-kind")
WIN, TIE, LOSS = range(3)
OTHERS = "others"  # the Blind's row for every hand that has none of its own
NONE = -1  # the natural category of a hand with a joker

Reading = Literal["category", "best-paid"]

jit.register()


class DjWildRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose. Payoffs are to one; a win without a Blind row is paid as `others`, or pushes."""

    blind: Mapping[str, Fraction | int]
    play: int = 2
    ante_pays: Fraction | int = 1
    play_pays: Fraction | int = 1


@compiled
def wild_values(sets: Array) -> Array:
    values = np.empty(sets.shape[0], np.int32)
    for row in range(sets.shape[0]):
        values[row] = wild.rank_wild5(sets[row])
    return values


@compiled
def _kinds(sets: Array, weights: Array, counts: Array) -> None:
    """Count hands by category with deuces wild and category with deuces as they are."""
    for row in range(sets.shape[0]):
        natural = -1
        if sets[row, 4] < 52:
            natural = wild.rank_joker5(sets[row]) >> SHIFT
        counts[wild.rank_wild5(sets[row]) >> SHIFT, natural] += weights[row]


class Standing(msgspec.Struct, frozen=True):
    """Each standard hand, what it stands for, and the dealer's hands below and level with it."""

    hands: Array
    values: Array
    weights: Array
    below: Array
    level: Array


@functools.cache
def standing() -> Standing:
    sets = all_sets(CARDS, 5)
    values = wild_values(sets)
    ranks, distinct = dense_ranks(values)
    hands, weights = standard_sets(sets)
    own = wild_values(hands)
    own_ranks = np.searchsorted(distinct, own).astype(np.int16)
    below, level = sweep(CARDS, sets, ranks, hands, own_ranks, own_ranks, len(distinct) - 1)
    return Standing(hands, own, weights, below, level)


def nets_of(rules: DjWildRules, category: str, ending: int, plays: bool) -> dict[str, Fraction | int]:
    if not plays:
        return {"ante": -1, "blind": -1, "play": 0}
    if ending == WIN:
        won = rules.play * Fraction(rules.play_pays)
        blind = rules.blind.get(category, rules.blind.get(OTHERS, 0))
        return {"ante": Fraction(rules.ante_pays), "blind": Fraction(blind), "play": won}
    if ending == TIE:
        return {"ante": 0, "blind": 0, "play": 0}
    return {"ante": -1, "blind": -1, "play": -rules.play}


def worth_of(rules: DjWildRules, values: Array, endings: Array) -> tuple[Array, int]:
    """What playing on nets with each hand, summed over the dealer's hands and scaled; and the scale."""
    scale = scale_of(*rules.blind.values(), rules.ante_pays, rules.play_pays)
    nets = np.array(
        [[int(scale * sum(nets_of(rules, name, end, True).values())) for end in range(3)] for name in CATEGORIES],
        np.int64,
    )
    return (nets[values >> SHIFT] * endings).sum(axis=1), scale


def endings_of(table: Standing) -> Array:
    below, level = table.below.astype(np.int64), table.level.astype(np.int64)
    return np.stack([below, level, DEALER_HANDS - below - level], axis=1)


def plays(rules: DjWildRules) -> Array:
    """For each standard hand, whether it is played on."""
    table = standing()
    worth, scale = worth_of(rules, table.values, endings_of(table))
    return worth > -2 * scale * DEALER_HANDS


def folded(rules: DjWildRules) -> set[str]:
    """What the hands that are folded are called."""
    return {CATEGORIES[number] for number in np.unique(standing().values[~plays(rules)] >> SHIFT).tolist()}


def analyse(rules: DjWildRules) -> GameOdds:
    """Ante, Blind and Play under the best play, in Antes."""
    check_rows(rules.blind, (*CATEGORIES, OTHERS))
    table = standing()
    endings = endings_of(table)
    played = plays(rules)
    outcomes: list[Outcome] = []
    for number, category in enumerate(CATEGORIES):
        for stays in (False, True):
            rows = (played == stays) & (table.values >> SHIFT == number)
            counts = (table.weights[rows, None] * endings[rows]).sum(axis=0)
            for ending in range(3):
                nets = nets_of(rules, category, ending, stays)
                outcomes.append(Outcome(int(counts[ending]), nets, 2 + (rules.play if stays else 0)))
    share = Fraction(int(table.weights[played].sum()), HANDS)
    return tally(outcomes, choices={"fold": 1 - share, "play": share})


def value_of_play(cards: Sequence[int], rules: DjWildRules) -> Fraction:
    """What playing on nets with these five cards, in Antes; a fold nets -2."""
    sets = all_sets(CARDS, 5)
    shared = np.zeros(len(sets), np.bool_)
    for card in cards:
        shared |= (sets == card).any(axis=1)
    dealers = wild_values(sets[~shared])
    values = wild_values(np.array([sorted(cards)], np.int8))
    win, tie = int((dealers < values[0]).sum()), int((dealers == values[0]).sum())
    worth, scale = worth_of(rules, values, np.array([[win, tie, DEALER_HANDS - win - tie]], np.int64))
    return Fraction(int(worth[0]), scale * DEALER_HANDS)


@functools.cache
def kind_counts() -> dict[tuple[int, int], int]:
    """How many hands have each category with wild deuces and, second, with natural ones (-1 with a joker)."""
    hands, weights = standard_sets(all_sets(CARDS, 5))
    counts = np.zeros((len(CATEGORIES), len(CATEGORIES) + 1), np.int64)
    _kinds(hands, weights, counts)
    rows = {
        (made, natural): int(counts[made, natural])
        for made in range(len(CATEGORIES))
        for natural in range(-1, len(CATEGORIES))
    }
    return {key: count for key, count in rows.items() if count}


def trips_bet(wild_pays: Pays, natural_pays: Pays, *, reading: Reading = "category", conditions: str = "") -> Edge:
    """Trips: natural odds if the deuces, at face value, make the same category (or, read otherwise, the better)."""
    check_rows(wild_pays, CATEGORIES)
    check_rows(natural_pays, CATEGORIES)
    nets: dict[Fraction, int] = {}
    for (made, natural), count in kind_counts().items():
        net = Fraction(wild_pays.get(CATEGORIES[made], -1))
        if natural != NONE and natural == made:
            net = Fraction(natural_pays.get(CATEGORIES[natural], -1))
        elif natural != NONE and reading == "best-paid":
            net = max(net, Fraction(natural_pays.get(CATEGORIES[natural], -1)))
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets, conditions=conditions)


def two_way_bad_beat(pays: Pays, *, least: str = "three-of-a-kind", conditions: str = "") -> Edge:
    """Paid by the losing hand when both are at least `least` and do not tie; every other end loses."""
    check_rows(pays, CATEGORIES)
    table = standing()
    above = endings_of(table)[:, LOSS]
    lowest = CATEGORIES.index(least)
    nets: dict[Fraction, int] = {}
    total = HANDS * DEALER_HANDS
    for number, category in enumerate(CATEGORIES):
        if number < lowest:
            continue
        rows = table.values >> SHIFT == number
        # The player's hand is beaten as often as it beats: both seats are dealt alike.
        count = 2 * int((table.weights[rows] * above[rows]).sum())
        net = Fraction(pays.get(category, -1))
        nets[net] = nets.get(net, 0) + count
        total -= count
    nets[Fraction(-1)] = nets.get(Fraction(-1), 0) + total
    return Edge.from_counts(nets, conditions=conditions)
