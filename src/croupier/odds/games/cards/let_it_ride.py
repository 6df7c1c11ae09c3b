"""Let It Ride: exact value and the two decisions whether to take a wager back.

A wager taken back changes nothing for the others, so each is left in play exactly when the hand, as far
as it is seen, pays no less than it loses. The counts are made once and serve every pay table.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array, best_five
from croupier.odds.games.cards.boards import symmetry
from croupier.odds.games.cards.deals import all_sets, standard_sets, suit_masks
from croupier.odds.games.cards.fivecard import CLASSES, class_of, class_pays
from croupier.odds.simulate.tally import GameOdds, Outcome, scale_of, tally

SECOND_CARDS = 48
DEALS = 49 * 48


class LetItRideRules(msgspec.Struct, frozen=True, kw_only=True):
    """Payoffs to one by category, and of a pair by its lowest paid rank (`{TEN: 1}`).

    `pays` are those of the wager decided first; the second's and the third's, where they differ, stand beside them.
    """

    pays: Mapping[str, Fraction | int]
    pairs: Mapping[int, Fraction | int] = {}
    second: Mapping[str, Fraction | int] | None = None
    third: Mapping[str, Fraction | int] | None = None


@compiled
def _last_cards(held: Array, classes: Array) -> None:
    """Count the classes that each possible fifth card makes with four cards."""
    masks = np.zeros(4, np.int64)
    suit_masks(held, masks)
    classes[:] = 0
    for card in range(52):
        bit = 1 << (card >> 2)
        suit = card & 3
        if masks[suit] & bit:
            continue
        masks[suit] ^= bit
        classes[class_of(best_five(masks[0], masks[1], masks[2], masks[3]))] += 1
        masks[suit] ^= bit


@compiled
def _count(hands: Array) -> Array:
    counts = np.zeros((hands.shape[0], 52, CLASSES), np.int16)
    held = np.zeros(4, np.int8)
    for row in range(hands.shape[0]):
        held[:3] = hands[row]
        for card in range(52):
            if card == held[0] or card == held[1] or card == held[2]:
                continue
            held[3] = card
            _last_cards(held, counts[row, card])
    return counts


@functools.cache
def counted() -> tuple[Array, Array, Array]:
    """Standard hands, how many each stands for, and classes by hand and first community card."""
    hands, weights = standard_sets(all_sets(52, 3))
    return hands, weights, _count(hands)


def final_classes(kept: Sequence[bool]) -> tuple[int, ...]:
    """The five-card classes over all deals of two community cards, of the standard three-card hands kept."""
    _, weights, counts = counted()
    sums = counts.sum(axis=1, dtype=np.int64)
    return tuple(int(n) for n in (weights[:, None] * sums)[np.array(kept)].sum(axis=0))


def nets_by_wager(rules: LetItRideRules) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """What each class nets on each of the three wagers."""
    first = class_pays(rules.pays, rules.pairs)
    second, third = (first if rows is None else class_pays(rows) for rows in (rules.second, rules.third))
    return first, second, third


def _scaled(nets: Sequence[Fraction]) -> Array:
    scale = scale_of(*nets)
    return np.array([int(net * scale) for net in nets], np.int64)


def value_of_ride(cards: Sequence[int], rules: LetItRideRules) -> Fraction:
    """What the wager to be decided nets on average with these three or four cards, in units of the wager."""
    nets, later, _ = nets_by_wager(rules)
    if len(cards) == 4:
        classes = np.zeros(CLASSES, np.int16)
        _last_cards(np.array(cards, np.int8), classes)
        return sum((net * int(n) for net, n in zip(later, classes)), Fraction(0)) / SECOND_CARDS
    if len(cards) != 3:
        raise ValueError(f"Let It Ride is decided on three or four cards, not {len(cards)}")
    counts = _count(np.array([cards], np.int8))[0].sum(axis=0)
    return sum((net * int(n) for net, n in zip(nets, counts)), Fraction(0)) / DEALS


def analyse(rules: LetItRideRules) -> GameOdds:
    """The three wagers under the best play; one of them is the unit."""
    _, _, counts = counted()
    nets = nets_by_wager(rules)
    seen_four = counts.astype(np.int64)
    # A wager worth nothing either way rides, as published strategies have it.
    return follow(rules, (seen_four @ _scaled(nets[0])).sum(axis=1) >= 0, seen_four @ _scaled(nets[1]) >= 0)


def standard_hands() -> Array:
    """The three-card hands that stand for all others, in the order of `follow`."""
    return counted()[0]


def follow(rules: LetItRideRules, ride_first: Array, ride_second: Array) -> GameOdds:
    """The same under any play: whether the first wager rides with each standard hand, and the second by card turned."""
    _, weights, counts = counted()
    nets = nets_by_wager(rules)
    ends = np.zeros((2, 2, CLASSES), np.int64)
    for first in (0, 1):
        rows = ride_first == bool(first)
        for second in (0, 1):
            cards = ride_second[rows] == bool(second)
            seen = (counts[rows].astype(np.int64) * cards[:, :, None]).sum(axis=1)
            ends[first, second] = (weights[rows][:, None] * seen).sum(axis=0)
    total = int(ends.sum())
    choices = {
        "first wager rides": Fraction(int(ends[1].sum()), total),
        "second wager rides": Fraction(int(ends[:, 1].sum()), total),
    }
    return tally(_rows(ends, nets), choices=choices)


@compiled
def _pay_fours(fours: Array, scaled: Array) -> Array:
    paid = np.zeros(fours.shape[0], np.int64)
    classes = np.zeros(CLASSES, np.int16)
    for row in range(fours.shape[0]):
        _last_cards(fours[row], classes)
        for number in range(CLASSES):
            paid[row] += scaled[number] * classes[number]
    return paid


def choices(rules: LetItRideRules) -> tuple[Array, Array]:
    """For every three and every four cards, by number, whether the wager rides."""
    _, _, counts = counted()
    first, second, _ = nets_by_wager(rules)
    ride = (counts.astype(np.int64) @ _scaled(first)).sum(axis=1) >= 0
    return ride[symmetry(3).which], _pay_fours(all_sets(52, 4), _scaled(second)) >= 0


def _rows(ends: Array, nets: Sequence[Sequence[Fraction]]) -> Iterable[Outcome]:
    for first in (0, 1):
        for second in (0, 1):
            for number, (one, two, three) in enumerate(zip(*nets)):
                yield Outcome(
                    int(ends[first, second, number]),
                    {"bet-1": first * one, "bet-2": second * two, "bet-3": three},
                    1 + first + second,
                )
