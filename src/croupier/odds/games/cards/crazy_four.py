"""Crazy Four Poker: Ante, Super Bonus and Play against a dealer who qualifies, and Queens Up, exactly."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from croupier.equipment.cards import ACE, KING
from croupier.hands import four
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import all_sets, standard_sets
from croupier.odds.games.cards.four_ranks import CATEGORIES, QUADS, SHIFT, best_four_values
from croupier.odds.games.cards.removal import dense_ranks, sweep
from croupier.odds.simulate.tally import GameOdds, Outcome, Pays, check_rows, scale_of, tally

DEALER_HANDS = comb(47, 5)
HANDS = comb(52, 5)
IDLE, WIN, TIE, LOSS = range(4)
KING_HIGH = four.least_high_card4(KING)
PAIR_OF_ACES = four.least_pair4(ACE)

# A bonus table may name four aces apart from the other fours.
BONUS_CATEGORIES = ("four-aces", *reversed(CATEGORIES))


class CrazyFourRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose. Payoffs are to one.

    A hand that the Super Bonus table does not name loses it to a higher qualifying dealer (or, read otherwise,
    gets it back: `beaten_bonus` is what it nets); else it is returned. A hand in the table is always paid.
    """

    super_bonus: Mapping[str, Fraction | int]
    beaten_bonus: int = -1
    qualify: int = KING_HIGH
    more_from: int = PAIR_OF_ACES  # the least hand that may Play more than the Ante
    most: int = 3
    ante_pays: Fraction | int = 1
    play_pays: Fraction | int = 1


class Standing(msgspec.Struct, frozen=True):
    """Each standard hand, what it stands for, and the dealer's hands below it, level, and not qualifying."""

    values: Array
    weights: Array
    below: Array
    level: Array
    idle: Array


@functools.cache
def standing(qualify: int = KING_HIGH) -> Standing:
    sets = all_sets(52, 5)
    values = best_four_values(sets, -1)
    ranks, distinct = dense_ranks(values)
    hands, weights = standard_sets(sets)
    own = best_four_values(hands, -1)
    own_ranks = np.searchsorted(distinct, own).astype(np.int16)
    most = len(distinct) - 1
    below, level = sweep(52, sets, ranks, hands, own_ranks, own_ranks, most)
    # The dealer's hands that do not qualify are those below the least hand that does; a player's hand
    # that is itself below it would count among them.
    edge = np.full(len(hands), int(np.searchsorted(distinct, qualify)), np.int16)
    idle, _ = sweep(52, sets, ranks, hands, edge, own_ranks, most)
    idle = idle - (own_ranks < edge)
    return Standing(own, weights, below, level, idle)


def category_of(value: int) -> str:
    if value == QUADS << SHIFT | ACE:
        return "four-aces"
    return CATEGORIES[value >> SHIFT]


def bonus_for(pays: Pays, category: str) -> Fraction | None:
    """What the table pays, four aces as any four where it does not name them; nothing for a lesser hand."""
    if category == "four-aces" and category not in pays:
        category = "four-of-a-kind"
    return Fraction(pays[category]) if category in pays else None


def _category_numbers(values: Array) -> Array:
    """Each value's place in BONUS_CATEGORIES."""
    numbers = len(BONUS_CATEGORIES) - 1 - (values >> SHIFT)
    numbers[values == QUADS << SHIFT | ACE] = 0
    return np.asarray(numbers, np.int64)


def endings_of(table: Standing, qualify: int) -> Array:
    """For each hand, the dealer's hands that do not qualify, and of the others those below, level and above."""
    under = table.values < qualify
    idle = table.idle.astype(np.int64)
    win = np.where(under, 0, table.below - idle)
    tie = np.where(under, 0, table.level)
    return np.stack([idle, win, tie, DEALER_HANDS - idle - win - tie], axis=1)


def nets_of(rules: CrazyFourRules, category: str, ending: int, multiple: int) -> dict[str, Fraction | int]:
    """What each wager nets; a Play of 0 is a fold, which forfeits Ante and Super Bonus."""
    if multiple == 0:
        return {"ante": -1, "super-bonus": -1, "play": 0}
    bonus = bonus_for(rules.super_bonus, category)
    paid = Fraction(0) if bonus is None else bonus
    won = multiple * Fraction(rules.play_pays)
    if ending == IDLE:
        return {"ante": 0, "super-bonus": paid, "play": won}
    if ending == WIN:
        return {"ante": Fraction(rules.ante_pays), "super-bonus": paid, "play": won}
    if ending == TIE:
        return {"ante": 0, "super-bonus": paid, "play": 0}
    return {"ante": -1, "super-bonus": rules.beaten_bonus if bonus is None else bonus, "play": -multiple}


def worth_of(rules: CrazyFourRules, values: Array, endings: Array) -> tuple[Array, int]:
    """The worth of every Play wager with every hand, summed over the dealer's hands and scaled; and the scale."""
    scale = scale_of(*rules.super_bonus.values(), rules.ante_pays, rules.play_pays)
    numbers = _category_numbers(values)
    worth = np.empty((rules.most + 1, len(values)), np.int64)
    for multiple in range(rules.most + 1):
        nets = np.array(
            [
                [int(scale * sum(nets_of(rules, category, ending, multiple).values())) for ending in range(4)]
                for category in BONUS_CATEGORIES
            ],
            np.int64,
        )
        worth[multiple] = (nets[numbers] * endings).sum(axis=1)
        if multiple > 1:
            worth[multiple, values < rules.more_from] = np.iinfo(np.int64).min
    return worth, scale


def choices(rules: CrazyFourRules) -> Array:
    """The best Play wager of each standard hand; 0 is the fold."""
    table = standing(rules.qualify)
    return np.asarray(worth_of(rules, table.values, endings_of(table, rules.qualify))[0].argmax(axis=0))


def folded(rules: CrazyFourRules) -> list[int]:
    """The values of the hands that are folded."""
    values: list[int] = np.unique(standing(rules.qualify).values[choices(rules) == 0]).tolist()
    return values


def analyse(rules: CrazyFourRules) -> GameOdds:
    """Ante, Super Bonus and Play under the best play, in Antes."""
    check_rows(rules.super_bonus, BONUS_CATEGORIES)
    table = standing(rules.qualify)
    endings = endings_of(table, rules.qualify)
    best = choices(rules)
    numbers = _category_numbers(table.values)
    outcomes: list[Outcome] = []
    made: dict[str, Fraction] = {}
    for multiple in range(rules.most + 1):
        chosen = best == multiple
        name = f"play {multiple}x" if multiple else "fold"
        made[name] = Fraction(int(table.weights[chosen].sum()), HANDS)
        for number, category in enumerate(BONUS_CATEGORIES):
            rows = chosen & (numbers == number)
            counts = (table.weights[rows, None] * endings[rows]).sum(axis=0)
            for ending in range(4):
                nets = nets_of(rules, category, ending, multiple)
                outcomes.append(Outcome(int(counts[ending]), nets, 2 + multiple))
    return tally(outcomes, choices=made)


def values_of(cards: Sequence[int], rules: CrazyFourRules) -> dict[int, Fraction]:
    """The worth of each allowed Play wager with these five cards, in Antes; 0 is the fold."""
    sets = all_sets(52, 5)
    shared = np.zeros(len(sets), np.bool_)
    for card in cards:
        shared |= (sets == card).any(axis=1)
    dealers = best_four_values(sets[~shared], -1)
    values = best_four_values(np.array([sorted(cards)], np.int8), -1)
    live = dealers[dealers >= rules.qualify]
    win, tie = int((live < values[0]).sum()), int((live == values[0]).sum())
    endings = np.array([[DEALER_HANDS - len(live), win, tie, len(live) - win - tie]], np.int64)
    worth, scale = worth_of(rules, values, endings)
    most = rules.most if values[0] >= rules.more_from else 1
    return {m: Fraction(int(worth[m, 0]), scale * DEALER_HANDS) for m in range(most + 1)}


@functools.cache
def value_counts() -> dict[int, int]:
    """How many five-card hands have each four-card value."""
    counts: dict[int, int] = {}
    values, numbers = np.unique(best_four_values(all_sets(52, 5), -1), return_counts=True)
    for value, number in zip(values, numbers):
        counts[int(value)] = int(number)
    return counts


def four_card_bet(pays: Pays, *, pair_from: int | None = None, conditions: str = "") -> Edge:
    """A wager on the best four of five cards; a `pair` row counts from the rank given (Queens Up, Aces Up)."""
    check_rows(pays, BONUS_CATEGORIES)
    nets: dict[Fraction, int] = {}
    for value, count in value_counts().items():
        net = four_card_net(pays, value, pair_from)
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets, conditions=conditions)


def four_card_net(pays: Pays, value: int, pair_from: int | None) -> Fraction:
    """What a wager on the best four of five cards nets with a hand."""
    low = category_of(value) == "pair" and pair_from is not None and four.pair_rank4(value) < pair_from
    paid = None if low else bonus_for(pays, category_of(value))
    return Fraction(-1) if paid is None else paid
