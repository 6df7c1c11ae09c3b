"""Three Card Poker: Ante and Play with the bonus on the Ante, Pair Plus and its like, exactly.

The counts are made once: how each of the 1,755 kinds of hand stands against all hands of the dealer.
Any pay table and qualifier is then applied to them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from croupier.equipment.cards import QUEEN, SPADES
from croupier.games.cards.three_card_poker import against_dealer
from croupier.hands import three
from croupier.hands.compiled import compiled
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import all_sets, standard_sets
from croupier.odds.simulate.tally import GameOdds, Outcome, Pays, check_rows, tally

DEALER_HANDS = comb(49, 3)
HANDS = comb(52, 3)
IDLE, WIN, TIE, LOSS = range(4)
QUEEN_HIGH = three.least_high_card3(QUEEN)

# From the rarest: a table without a row for a mini royal pays it as the straight flush it is.
CATEGORIES = ("mini-royal-spades", "mini-royal", *reversed(three.CATEGORIES3))
_WIDER = {"mini-royal-spades": "mini-royal", "mini-royal": "straight-flush"}

rank3 = compiled(three.rank3)


class ThreeCardRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose. Payoffs are to one."""

    ante_bonus: Mapping[str, Fraction | int]
    qualify: int = QUEEN_HIGH  # the least value with which the dealer plays
    ante_pays: Fraction | int = 1
    play_pays: Fraction | int = 1
    idle_pays: Fraction | int | None = None  # the Ante where the dealer does not play; None: as a win


# What Ante and Play are called by the game's own rule for each way to end.
ENDINGS = {
    IDLE: against_dealer(0, 0, False),
    WIN: against_dealer(1, 0, True),
    TIE: against_dealer(0, 0, True),
    LOSS: against_dealer(0, 1, True),
}


def nets_of(rules: ThreeCardRules, category: str, ending: int) -> dict[str, Fraction]:
    """What each wager of a hand that is played nets."""
    for_ante, for_play = ENDINGS[ending]
    fixed = {"push": Fraction(0), "lose": Fraction(-1)}
    idle = rules.ante_pays if rules.idle_pays is None else rules.idle_pays
    ante = {**fixed, "win": Fraction(rules.ante_pays), "no-qualify": Fraction(idle)}
    return {
        "ante": ante[for_ante],
        "play": {**fixed, "win": Fraction(rules.play_pays)}[for_play],
        "ante-bonus": payoff(rules.ante_bonus, category, 0),
    }


def category_of(cards: Sequence[int]) -> str:
    """The finest name of a three-card hand."""
    value = three.rank3(*cards)
    if three.is_mini_royal(value):
        return "mini-royal-spades" if cards[0] & 3 == SPADES else "mini-royal"
    return three.category3(value)


def payoff(pays: Pays, category: str, missing: Fraction | int = -1) -> Fraction:
    """What a table pays for a category, or for the wider one that it names instead."""
    name: str | None = category
    while name is not None:
        if name in pays:
            return Fraction(pays[name])
        name = _WIDER.get(name)
    return Fraction(missing)


@compiled
def _ranks(sets: Array) -> Array:
    ranks = np.empty(sets.shape[0], np.int64)
    for row in range(sets.shape[0]):
        ranks[row] = rank3(int(sets[row, 0]), int(sets[row, 1]), int(sets[row, 2]))
    return ranks


@compiled
def _stand(hands: Array, sets: Array, ranks: Array, qualify: int) -> Array:
    """How each hand stands against all dealer's hands that do not share a card with it."""
    bits = np.zeros(sets.shape[0], np.uint64)
    for row in range(sets.shape[0]):
        for card in sets[row]:
            bits[row] |= np.uint64(1) << np.uint64(card)
    counts = np.zeros((hands.shape[0], 4), np.int64)
    for row in range(hands.shape[0]):
        held = np.uint64(0)
        for card in hands[row]:
            held |= np.uint64(1) << np.uint64(card)
        mine = rank3(int(hands[row, 0]), int(hands[row, 1]), int(hands[row, 2]))
        for other in range(sets.shape[0]):
            if bits[other] & held:
                continue
            value = ranks[other]
            if value < qualify:
                counts[row, IDLE] += 1
            elif value < mine:
                counts[row, WIN] += 1
            elif value == mine:
                counts[row, TIE] += 1
            else:
                counts[row, LOSS] += 1
    return counts


@functools.cache
def standard_hands() -> tuple[Array, Array, tuple[str, ...]]:
    hands, weights = standard_sets(all_sets(52, 3))
    names = tuple(three.category3(three.rank3(*(int(c) for c in hand))) for hand in hands)
    return hands, weights, names


@functools.cache
def standing(qualify: int = QUEEN_HIGH) -> Array:
    """For each standard hand: dealer's hands that do not qualify, and those it beats, ties and loses to."""
    sets = all_sets(52, 3)
    return _stand(standard_hands()[0], sets, _ranks(sets), qualify)


def value_of_play(cards: Sequence[int], rules: ThreeCardRules) -> Fraction:
    """What Ante, Play and bonus net on average with this hand, in Antes; a fold nets -1."""
    sets = all_sets(52, 3)
    counts = _stand(np.array([cards], np.int8), sets, _ranks(sets), rules.qualify)[0]
    return _value(counts, category_of(cards), rules)


def _value(counts: Array, category: str, rules: ThreeCardRules) -> Fraction:
    worth = (sum(nets_of(rules, category, ending).values(), Fraction(0)) * int(counts[ending]) for ending in ENDINGS)
    return sum(worth, Fraction(0)) / DEALER_HANDS


def plays(rules: ThreeCardRules) -> tuple[bool, ...]:
    """For each standard hand, whether it is played on."""
    table = standing(rules.qualify)
    hands, _, _ = standard_hands()
    return tuple(_value(row, category_of([int(c) for c in hand]), rules) > -1 for row, hand in zip(table, hands))


def least_play(rules: ThreeCardRules) -> int | None:
    """The least hand worth playing, as a three-card value (queen-six-four under the usual rules); None: no hand is."""
    return min(_values(rules, True), default=None)


def best_fold(rules: ThreeCardRules) -> int | None:
    """The best hand that is folded; None: no hand is."""
    return max(_values(rules, False), default=None)


def folded(rules: ThreeCardRules) -> set[str]:
    """What the hands that are folded are called."""
    hands, _, _ = standard_hands()
    return {category_of([int(c) for c in hand]) for hand, stays in zip(hands, plays(rules)) if not stays}


def _values(rules: ThreeCardRules, played: bool) -> list[int]:
    hands, _, _ = standard_hands()
    return [three.rank3(*(int(c) for c in hand)) for hand, stays in zip(hands, plays(rules)) if stays == played]


def analyse(rules: ThreeCardRules) -> GameOdds:
    """Ante, Play and the bonus on the Ante under the best play, in Antes."""
    check_rows(rules.ante_bonus, CATEGORIES)
    played = plays(rules)
    _, weights, _ = standard_hands()
    folded = int(sum(weight for weight, stays in zip(weights, played) if not stays))
    choices = {"fold": Fraction(folded, HANDS), "play": Fraction(HANDS - folded, HANDS)}
    return tally(_rows(rules, played), choices=choices)


def follow(rules: ThreeCardRules, played: Sequence[bool]) -> GameOdds:
    """The same under any play: whether each standard hand is played on."""
    return tally(_rows(rules, played))


def _rows(rules: ThreeCardRules, played: Sequence[bool]) -> Iterable[Outcome]:
    hands, weights, _ = standard_hands()
    for hand, weight, stays, row in zip(hands, weights, played, standing(rules.qualify)):
        if not stays:
            yield Outcome(int(weight) * DEALER_HANDS, {"ante": -1, "play": 0, "ante-bonus": 0}, 1)
            continue
        cards = [int(c) for c in hand]
        # A standard hand stands for others of the same kind; only a mini royal differs by its suit.
        suits = (
            [(1, "mini-royal-spades"), (3, "mini-royal")]
            if category_of(cards) == "mini-royal"
            else [(int(weight), category_of(cards))]
        )
        for times, category in suits:
            for ending in ENDINGS:
                yield Outcome(int(row[ending]) * times, {**nets_of(rules, category, ending)}, 2)


@functools.cache
def category_counts() -> dict[str, int]:
    """How many three-card hands are of each category, the mini royals apart."""
    counts = dict.fromkeys(CATEGORIES, 0)
    hands, weights, _ = standard_hands()
    for hand, weight in zip(hands, weights):
        counts[category_of([int(c) for c in hand])] += int(weight)
    royals = counts["mini-royal"] + counts["mini-royal-spades"]
    counts["mini-royal-spades"], counts["mini-royal"] = royals // 4, royals - royals // 4
    return counts


def three_card_bet(pays: Pays, *, conditions: str = "") -> Edge:
    """A wager on three cards alone: Pair Plus, Three Card Bonus."""
    check_rows(pays, CATEGORIES)
    nets: dict[Fraction, int] = {}
    for category, count in category_counts().items():
        net = payoff(pays, category)
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets, conditions=conditions)
