"""Five-card hands against a pay table: their classes, and how often each is found among five to seven cards.

A class is a category, a pair with its rank: pay tables draw the line at a pair of sixes, tens or jacks.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np

from croupier.hands.compiled import compiled
from croupier.hands.five import plural
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import (
    CATEGORY_SHIFT,
    FIVE_CARD_CATEGORIES,
    HIGH,
    PRIMARY_SHIFT,
    SETS,
    SIZE,
    TWO_PAIR,
    Array,
    best_five,
)
from croupier.odds.games.cards.deals import likeness, suit_masks
from croupier.odds.simulate.tally import Pays, check_rows

CLASSES = 22
PAIR_NAMES = tuple(f"{plural(rank)}-or-better" for rank in range(13))
CLASS_NAMES = ("high-card", *PAIR_NAMES, *FIVE_CARD_CATEGORIES[TWO_PAIR:])


@compiled
def class_of(value: int) -> int:
    """The class of a five-card value: 0 no pair, 1 to 13 a pair of that rank, then the categories above."""
    category = value >> CATEGORY_SHIFT
    if category == HIGH:
        return 0
    if category >= TWO_PAIR:
        return category + 12
    bit = (value >> PRIMARY_SHIFT) & (SETS - 1)
    rank = 0
    while bit > 1:
        bit >>= 1
        rank += 1
    return rank + 1


def class_pays(pays: Pays, pairs: Mapping[int, Fraction | int] | None = None) -> list[Fraction]:
    """What each class nets: by category, a pair from the lowest rank that is named, else a loss.

    Pairs may be given by rank (`{JACK: 1, SIX: 0}`) or among the rows (`"jacks-or-better": 1`).
    """
    check_rows(pays, (*FIVE_CARD_CATEGORIES, *PAIR_NAMES))
    least = {PAIR_NAMES.index(row): net for row, net in pays.items() if row in PAIR_NAMES} | dict(pairs or {})
    if least and "pair" in pays:
        raise ValueError("give the pair either as a row or by rank, not both")
    nets = [Fraction(pays.get("high-card", -1))]
    for rank in range(13):
        named = [lowest for lowest in least if lowest <= rank]
        nets.append(Fraction(least[max(named)] if named else pays.get("pair", -1)))
    for category in FIVE_CARD_CATEGORIES[TWO_PAIR:]:
        # A table without a royal flush row pays it as the straight flush it is.
        best = pays.get(category, pays.get("straight-flush", -1) if category == "royal-flush" else -1)
        nets.append(Fraction(best))
    return nets


@compiled
def _class_counts(cards: int) -> Array:
    """Count the classes of the best five among all sets of so many cards."""
    counts = np.zeros(CLASSES, np.int64)
    for m0 in range(1, SETS):
        left0 = cards - SIZE[m0]
        if left0 < 0:
            continue
        for m1 in range(m0 + 1):
            left1 = left0 - SIZE[m1]
            if left1 < 0:
                continue
            for m2 in range(m1 + 1):
                left2 = left1 - SIZE[m2]
                if left2 < 0:
                    continue
                for m3 in range(m2 + 1):
                    if SIZE[m3] == left2:
                        ways = likeness(m0, m1, m2, m3)
                        counts[class_of(best_five(m0, m1, m2, m3))] += ways
    return counts


@compiled
def _completed(held: Array, counts: Array) -> None:
    masks = np.zeros(4, np.int64)
    suit_masks(held, masks)
    for a in range(52):
        if masks[a & 3] >> (a >> 2) & 1:
            continue
        for b in range(a):
            if masks[b & 3] >> (b >> 2) & 1:
                continue
            for c in range(b):
                if masks[c & 3] >> (c >> 2) & 1:
                    continue
                for card in (a, b, c):
                    masks[card & 3] ^= 1 << (card >> 2)
                counts[class_of(best_five(masks[0], masks[1], masks[2], masks[3]))] += 1
                for card in (a, b, c):
                    masks[card & 3] ^= 1 << (card >> 2)


def completed(two: Sequence[int]) -> Array:
    """How often each class is made of two cards and three more."""
    counts = np.zeros(CLASSES, np.int64)
    _completed(np.array(two, np.int8), counts)
    return counts


@functools.cache
def class_counts(cards: int) -> tuple[int, ...]:
    """How many sets of five, six or seven cards hold each class as their best."""
    if cards not in (5, 6, 7):
        raise ValueError(f"five-card hands are found among five, six or seven cards, not {cards}")
    return tuple(int(count) for count in _class_counts(cards))


Number = TypeVar("Number", int, Fraction)


def by_category(classes: Sequence[Number]) -> dict[str, Number]:
    """Numbers by class added up by category: the pairs of all ranks together."""
    sums: list[Number] = [classes[0], classes[1]]
    sums.extend(classes[14:])
    for number in classes[2:14]:
        sums[1] += number
    return dict(zip(FIVE_CARD_CATEGORIES, sums))


@functools.cache
def category_counts(cards: int) -> dict[str, int]:
    """How many sets of so many cards hold each category as their best."""
    return by_category(class_counts(cards))


def hand_bet(
    pays: Pays, pairs: Mapping[int, Fraction | int] | None = None, *, cards: int = 5, conditions: str = ""
) -> Edge:
    """A wager on the best five of so many cards: Trips, Five Card Bonus, Let It Ride Bonus and their like."""
    nets: dict[Fraction, int] = {}
    for net, count in zip(class_pays(pays, pairs), class_counts(cards)):
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets, conditions=conditions)


SIX_CARD_ROYALS = tuple(f"six-card-royal-{suit}" for suit in ("clubs", "diamonds", "hearts", "spades"))


def six_card_bonus(pays: Pays, *, conditions: str = "") -> Edge:
    """The best five of the player's three and the dealer's three cards; rows may name the six-card royals."""
    check_rows(pays, (*FIVE_CARD_CATEGORIES, *SIX_CARD_ROYALS))
    plain = {row: net for row, net in pays.items() if row not in SIX_CARD_ROYALS}
    royal = class_pays(plain)[-1]
    nets: dict[Fraction, int] = {}
    for net, count in zip(class_pays(plain), class_counts(6)):
        nets[net] = nets.get(net, 0) + count
    for suit in SIX_CARD_ROYALS:
        net = Fraction(pays.get(suit, royal))
        nets[royal] -= 1
        nets[net] = nets.get(net, 0) + 1
    return Edge.from_counts(nets, conditions=conditions)
