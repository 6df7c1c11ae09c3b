"""Mississippi Stud: exact value and the best wager on each street.

A fold loses all that was staked before, so the value of a street depends on the stake; the best wager is
always the least or the greatest, because the value is convex in its size. The counts of final hands are
made once and serve every pay table. Where to fold and to wager are worth the same the hand is played, as in
the published strategies: the edge is the same, the share of all the money staked is not.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array, best_five
from croupier.odds.games.cards.boards import starting_classes
from croupier.odds.games.cards.deals import CHOOSE, suit_masks
from croupier.odds.games.cards.fivecard import CLASSES, by_category, class_of, class_pays
from croupier.odds.simulate.tally import GameOdds, Outcome, scale_of, tally

LAST_CARDS = 48
LAST_TWO = 49 * 48
LAST_THREE = 50 * 49 * 48
MOST_BET = 20  # Antes
STREETS = ("third-street", "fourth-street", "fifth-street")


class MississippiRules(msgspec.Struct, frozen=True, kw_only=True):
    """Payoffs to one by category and of a pair by its lowest rank (`{JACK: 1, SIX: 0}`); the street wagers.

    `pays` are the Ante's; `streets` those of the street wagers, in their order, where they are paid by others.
    """

    pays: Mapping[str, Fraction | int]
    pairs: Mapping[int, Fraction | int] = {}
    multiples: Sequence[int] = (1, 2, 3)
    streets: tuple[Mapping[str, Fraction | int], ...] = ()


class StreetValue(msgspec.Struct, frozen=True):
    """The worth of each wager on a street in Antes, all stakes so far included; `fold` loses them."""

    fold: Fraction
    bets: dict[int, Fraction]

    @property
    def best(self) -> int:
        """The best wager as a multiple of the Ante, 0 to fold."""
        choice = max(self.bets, key=lambda m: (self.bets[m], -m))
        return choice if self.bets[choice] >= self.fold else 0


@compiled
def _count(holes: Array, counts: Array) -> None:
    """For each starting hand and two community cards, the classes that the last card makes."""
    masks = np.zeros(4, np.int64)
    for row in range(holes.shape[0]):
        a, b = holes[row]
        for second in range(52):
            for first in range(second):
                if first in (a, b) or second in (a, b):
                    continue
                suit_masks(np.array([a, b, first, second]), masks)
                classes = counts[row, first + second * (second - 1) // 2]
                for card in range(52):
                    bit, suit = 1 << (card >> 2), card & 3
                    if masks[suit] & bit:
                        continue
                    masks[suit] ^= bit
                    classes[class_of(best_five(masks[0], masks[1], masks[2], masks[3]))] += 1
                    masks[suit] ^= bit


@functools.cache
def counted() -> tuple[Array, Array, Array, tuple[str, ...]]:
    """One hand of each starting class, how many hands the class has, and the counts."""
    classes, names = starting_classes()
    holes = np.zeros((len(names), 2), np.int64)
    weights = np.zeros(len(names), np.int64)
    for high in range(52):
        for low in range(high):
            number = classes[low + high * (high - 1) // 2]
            holes[number] = low, high
            weights[number] += 1
    counts = np.zeros((len(names), comb(52, 2), CLASSES), np.int16)
    _count(holes, counts)
    return holes, weights, counts, names


@compiled
def best_fifth(paid: Array, third: int, fourth: int, multiples: Array, unit: int) -> tuple[int, int]:
    """The best value and wager on Fifth Street, given what the last cards pay in all on one Ante of each wager."""
    best, choice = -LAST_CARDS * (1 + third + fourth) * unit, 0
    base = paid[0] + third * paid[1] + fourth * paid[2]
    for multiple in multiples:
        value = base + multiple * paid[3]
        if value > best or (value == best and choice == 0):
            best, choice = value, multiple
    return best, choice


@compiled
def _fourth(a: int, b: int, card: int, paid: Array, third: int, bet: int, multiples: Array, unit: int) -> int:
    """The value of a wager on Fourth Street with one community card seen, summed over the next two cards."""
    value = 0
    for other in range(52):
        if other != a and other != b and other != card:
            low, high = min(card, other), max(card, other)
            value += best_fifth(paid[low + high * (high - 1) // 2], third, bet, multiples, unit)[0]
    return value


@compiled
def _third(a: int, b: int, paid: Array, third: int, multiples: Array, unit: int, choose: Array) -> int:
    """The value of going on from Third Street with this wager; fills the choice for each first card."""
    value = 0
    for card in range(52):
        if card in (a, b):
            continue
        best, choice = -LAST_TWO * (1 + third) * unit, 0
        for bet in multiples:
            worth = _fourth(a, b, card, paid, third, bet, multiples, unit)
            if worth > best or (worth == best and choice == 0):
                best, choice = worth, bet
        choose[card] = choice
        value += best
    return value


@compiled
def _play(
    holes: Array, weights: Array, paid: Array, counts: Array, multiples: Array, unit: int, values: Array, ends: Array
) -> None:
    """Fold back every starting hand; count the ends by the three wagers made: the classes, and folds in a last column.

    Folds count as the deals that they cut short; a wager of nothing tells on which street the hand ended.
    """
    choose = np.zeros(52, np.int64)
    for row in range(holes.shape[0]):
        a, b = holes[row]
        weight = weights[row]
        best, bet = -LAST_THREE * unit, 0
        for k in range(multiples.shape[0]):
            values[row, k] = _third(a, b, paid[row], multiples[k], multiples, unit, choose)
            if values[row, k] > best or (values[row, k] == best and bet == 0):
                best, bet = values[row, k], multiples[k]
        if bet == 0:
            ends[0, 0, 0, CLASSES] += weight * LAST_THREE
            continue
        _third(a, b, paid[row], bet, multiples, unit, choose)
        for card in range(52):
            if card in (a, b):
                continue
            fourth = choose[card]
            if fourth == 0:
                ends[bet, 0, 0, CLASSES] += weight * LAST_TWO
                continue
            for other in range(52):
                if other in (a, b, card):
                    continue
                low, high = min(card, other), max(card, other)
                pair = low + high * (high - 1) // 2
                last = best_fifth(paid[row, pair], bet, fourth, multiples, unit)[1]
                if last == 0:
                    ends[bet, fourth, 0, CLASSES] += weight * LAST_CARDS
                else:
                    for number in range(CLASSES):
                        ends[bet, fourth, last, number] += weight * counts[row, pair, number]


class Prepared(msgspec.Struct, frozen=True):
    """Payoffs by class of the Ante and each street wager, scaled by a unit (a column a wager), and the multiples."""

    nets: tuple[list[Fraction], ...]
    unit: int
    scaled: Array
    multiples: Array


def prepared(rules: MississippiRules) -> Prepared:
    ante = class_pays(rules.pays, rules.pairs)
    nets = (ante, *(class_pays(rows) for rows in rules.streets)) if rules.streets else (ante,) * (1 + len(STREETS))
    unit = scale_of(*(net for wager in nets for net in wager))
    scaled = np.array([[int(wager[number] * unit) for wager in nets] for number in range(CLASSES)], np.int64)
    if not rules.multiples or min(rules.multiples) < 1 or max(rules.multiples) > MOST_BET:
        raise ValueError(f"street wagers are 1 to {MOST_BET} Antes, not {list(rules.multiples)}")
    return Prepared(nets, unit, scaled, np.array(sorted(set(rules.multiples)), np.int64))


class MississippiOdds(msgspec.Struct, frozen=True):
    """The figures, Third Street for each starting hand, and how often each category is held to the end."""

    odds: GameOdds
    hands: dict[str, StreetValue]
    kept: dict[str, Fraction]


def analyse(rules: MississippiRules) -> MississippiOdds:
    """Ante and street wagers under the best play, in Antes."""
    holes, weights, counts, names = counted()
    ready = prepared(rules)
    unit, multiples = ready.unit, ready.multiples
    paid = counts.astype(np.int64) @ ready.scaled
    values = np.zeros((len(names), len(multiples)), np.int64)
    most = int(multiples[-1]) + 1
    ends = np.zeros((most, most, most, CLASSES + 1), np.int64)
    _play(holes, weights, paid, counts, multiples, unit, values, ends)
    hands = {
        name: StreetValue(
            Fraction(-1), {int(m): Fraction(int(v), LAST_THREE * unit) for m, v in zip(multiples, values[row])}
        )
        for row, name in enumerate(names)
    }
    total = int(ends.sum())
    folds = ends[..., CLASSES]
    ended = {"third": folds[0], "fourth": folds[1:, 0], "fifth": folds[1:, 1:, 0]}
    choices = {f"fold on {street} street": Fraction(int(cut.sum()), total) for street, cut in ended.items()}
    held = by_category([Fraction(int(n), total) for n in ends[..., :CLASSES].sum(axis=(0, 1, 2))])
    return MississippiOdds(tally(_rows(ends, ready.nets), choices=choices), hands, held)


class Choices(msgspec.Struct, frozen=True):
    """The best wagers as tables for every hand: Third Street by hand, Fourth by hand and first card.

    Fifth Street follows from what the last card pays in all on one Ante of each wager, by the number of the four cards.
    """

    third: Array
    fourth: Array
    paid: Array


@compiled
def _fill(
    hole: int, a: int, b: int, bet: int, paid: Array, multiples: Array, unit: int, fourth: Array, fours: Array
) -> None:
    choose = np.zeros(52, np.int64)
    if bet:
        _third(a, b, paid, bet, multiples, unit, choose)
    fourth[hole] = choose
    cards = np.zeros(4, np.int64)
    for second in range(52):
        for first in range(second):
            if first in (a, b) or second in (a, b):
                continue
            cards[0], cards[1], cards[2], cards[3] = a, b, first, second
            cards.sort()
            number = 0
            for k in range(4):
                number += CHOOSE[cards[k], k + 1]
            fours[number] = paid[first + second * (second - 1) // 2]


def choices(rules: MississippiRules) -> Choices:
    """Tables of the best play for every pair of hole cards."""
    ready = prepared(rules)
    classes, names = starting_classes()
    hands = analyse(rules).hands
    third = np.zeros(comb(52, 2), np.int64)
    fourth = np.zeros((comb(52, 2), 52), np.int8)
    fours = np.zeros((comb(52, 4), 1 + len(STREETS)), np.int64)
    for high in range(52):
        for low in range(high):
            hole = low + high * (high - 1) // 2
            third[hole] = hands[names[classes[hole]]].best
            counts = np.zeros((1, comb(52, 2), CLASSES), np.int16)
            _count(np.array([[low, high]], np.int64), counts)
            paid = counts[0].astype(np.int64) @ ready.scaled
            _fill(hole, low, high, int(third[hole]), paid, ready.multiples, ready.unit, fourth, fours)
    return Choices(third, fourth, fours)


def nets_of(
    nets: Sequence[Sequence[Fraction]], bets: tuple[int, ...], made: int | None
) -> tuple[dict[str, Fraction | int], int]:
    """What each wager nets with the class made, and all that was staked; a fold (None) loses whatever was."""
    ante, *streets = (Fraction(-1) if made is None else wager[made] for wager in nets)
    return {"ante": ante, **{name: bet * net for name, bet, net in zip(STREETS, bets, streets)}}, 1 + sum(bets)


def _rows(ends: Array, nets: Sequence[Sequence[Fraction]]) -> Iterable[Outcome]:
    for third, fourth, fifth in np.ndindex(ends.shape[:3]):
        for number in range(CLASSES + 1):
            made = number if number < CLASSES else None
            won, stake = nets_of(nets, (third, fourth, fifth), made)
            yield Outcome(int(ends[third, fourth, fifth, number]), won, stake)


def advise(cards: Sequence[int], made: Sequence[int], rules: MississippiRules) -> StreetValue:
    """The worth of each wager with two, three or four cards seen and the street wagers made before, in Antes."""
    if len(cards) not in (2, 3, 4) or len(made) != len(cards) - 2:
        raise ValueError("Mississippi Stud is decided on two to four cards, with a wager for each beyond two")
    ready = prepared(rules)
    multiples, unit = ready.multiples, ready.unit
    a, b = sorted(cards[:2])
    counts = np.zeros((1, comb(52, 2), CLASSES), np.int16)
    _count(np.array([[a, b]], np.int64), counts)
    paid = (counts.astype(np.int64) @ ready.scaled)[0]
    bets: dict[int, Fraction] = {}
    for multiple in (int(m) for m in multiples):
        if len(cards) == 2:
            choose = np.zeros(52, np.int64)
            value, deals = _third(a, b, paid, multiple, multiples, unit, choose), LAST_THREE
        elif len(cards) == 3:
            value, deals = _fourth(a, b, cards[2], paid, made[0], multiple, multiples, unit), LAST_TWO
        else:
            low, high = sorted(cards[2:])
            last = paid[low + high * (high - 1) // 2]
            value, deals = int(last @ np.array([1, *made, multiple])), LAST_CARDS
        bets[multiple] = Fraction(int(value), deals * unit)
    return StreetValue(Fraction(-1 - sum(made)), bets)
