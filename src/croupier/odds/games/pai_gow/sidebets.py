"""Pai gow side bets, exactly: Fortune and Envy, Ace High Bonus, and any wager on how a hand is set.

Seven cards of 53. Counted once are the sets of categories that hands hold, so that a table may pay three
of a kind better than a straight and still be read either way.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np

from croupier.hands.compiled import compiled
from croupier.hands.paigow import CATEGORIES7
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import ACE_BIT, RUN5, SETS, SIZE, Array, rank_counts
from croupier.odds.games.cards.deals import likeness
from croupier.odds.simulate.tally import Pays, check_rows

HANDS = comb(53, 7)
PAIRS_OF_HANDS = HANDS * comb(46, 7)
ROYAL_RANKS = 31 << 8
KING_QUEEN = 3 << 10

# Bits of what a hand holds, in the order of the categories.
(
    HIGH,
    PAIR,
    TWO_PAIR,
    TRIPS,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT_FLUSH,
    ROYAL,
    FIVE_ACES,
    SEVEN_JOKER,
    ROYAL_MATCH,
    SEVEN,
) = range(14)
BestBy = Literal["rank", "pay"]
Suits = tuple[int, ...]  # how many cards of each suit


def _windows(length: int) -> list[int]:
    """Runs of ranks of this length, the ace high or low."""
    runs = [((1 << length) - 1) << low for low in range(14 - length)]
    return [*runs, ((1 << (length - 1)) - 1) | ACE_BIT]


def _fills(length: int, held: int) -> Array:
    """Which sets hold at least so many ranks of some run."""
    runs = _windows(length)
    return np.array([any((mask & run).bit_count() >= held for run in runs) for mask in range(SETS)], np.bool_)


NEAR5 = _fills(5, 4)
RUN7 = _fills(7, 7)
NEAR7 = _fills(7, 6)


@compiled
def _kinds(twos: int, threes: int, fours: int) -> int:
    """What pairs and sets a hand holds, as bits."""
    held = 1 << HIGH
    if twos:
        held |= 1 << PAIR
    if SIZE[twos] >= 2:
        held |= 1 << TWO_PAIR
    if threes:
        held |= 1 << TRIPS
        if SIZE[twos] >= 2:
            held |= 1 << FULL_HOUSE
    if fours:
        held |= 1 << QUADS
    return held


@compiled
def held_by(masks: Array, joker: bool) -> int:
    """All categories found among seven cards, as bits."""
    ones, twos, threes, fours = rank_counts(masks[0], masks[1], masks[2], masks[3])
    held = 0
    if joker:
        # Elsewhere than in a straight or flush the joker is one more ace.
        if fours & ACE_BIT:
            held |= 1 << FIVE_ACES
        fours |= threes & ACE_BIT
        threes |= twos & ACE_BIT
        twos |= ones & ACE_BIT
        if NEAR5[ones]:
            held |= 1 << STRAIGHT
    elif RUN5[ones] >= 0:
        held |= 1 << STRAIGHT
    held |= _kinds(twos, threes, fours)
    need = 4 if joker else 5
    for suit in range(4):
        mask = masks[suit]
        if SIZE[mask] < need:
            continue
        held |= 1 << FLUSH
        if (joker and NEAR5[mask]) or (not joker and RUN5[mask] >= 0):
            held |= 1 << STRAIGHT_FLUSH
        if SIZE[mask & ROYAL_RANKS] >= need:
            held |= 1 << ROYAL
            for other in range(4):
                if other != suit and masks[other] & KING_QUEEN == KING_QUEEN:
                    held |= 1 << ROYAL_MATCH
        if joker and NEAR7[mask]:
            held |= 1 << SEVEN_JOKER
        if not joker and RUN7[mask]:
            held |= 1 << SEVEN
    return held


@compiled
def _count(cards: int, joker: bool, counts: Array) -> None:
    """Count all hands of so many natural cards, with or without the joker, by what they hold."""
    masks = np.zeros(4, np.int64)
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
                        masks[0], masks[1], masks[2], masks[3] = m0, m1, m2, m3
                        counts[held_by(masks, joker)] += likeness(m0, m1, m2, m3)


@functools.cache
def holdings() -> dict[int, int]:
    """How many seven-card hands hold each set of categories, as bits."""
    counts = np.zeros(1 << 14, np.int64)
    _count(7, False, counts)
    _count(6, True, counts)
    return {held: int(counts[held]) for held in np.flatnonzero(counts).tolist()}


def category_counts(pays: Pays | None = None, *, best: BestBy = "rank") -> dict[str, int]:
    """How many hands have each category as their best: the highest, or of those in the table the best paid."""
    counts = dict.fromkeys(CATEGORIES7, 0)
    for held, count in holdings().items():
        names = [name for number, name in enumerate(CATEGORIES7) if held >> number & 1]
        chosen = names[-1]
        paid = [name for name in names if pays and name in pays]
        if best == "pay" and pays and paid:
            chosen = max(paid, key=lambda name: (Fraction(pays[name]), CATEGORIES7.index(name)))
        counts[chosen] += count
    return counts


def seven_card_bet(pays: Pays, *, best: BestBy = "pay", conditions: str = "") -> Edge:
    """Fortune Bonus and its like: paid by the best that the seven cards hold.

    A hand whose highest category has no row is paid by the highest that has one.
    """
    check_rows(pays, CATEGORIES7)
    nets: dict[Fraction, int] = {}
    for held, count in holdings().items():
        paid = [name for number, name in enumerate(CATEGORIES7) if held >> number & 1 and name in pays]
        net = Fraction(-1)
        if paid:
            net = max(Fraction(pays[name]) for name in paid) if best == "pay" else Fraction(pays[paid[-1]])
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets, conditions=conditions)


def envy_per_player(envy: Mapping[str, int | Fraction]) -> Fraction:
    """What one other player's hand brings on average in envy, in the unit of the amounts."""
    check_rows(envy, CATEGORIES7)
    counts = category_counts(envy, best="pay")
    return sum((Fraction(amount) * counts[name] for name, amount in envy.items()), Fraction(0)) / HANDS


def edge_with_envy(edge: Edge, envy: Mapping[str, int | Fraction], *, wager: int | Fraction, players: int) -> Fraction:
    """The house edge at a table of so many players, the envy amounts against a wager of this size."""
    if players < 1:
        raise ValueError(f"a table has at least one player, not {players}")
    return edge.house_edge - (players - 1) * envy_per_player(envy) / Fraction(wager)


def _suit_ways(cards: int, limit: int, start: Suits) -> int:
    """The ways to give suits to so many more cards with no suit above the limit, given the suits so far."""
    if max(start) > limit:
        return 0
    ways = {start: 1}
    for _ in range(cards):
        ways = _one_more(ways, limit)
    return sum(ways.values())


def _one_more(ways: dict[Suits, int], limit: int) -> dict[Suits, int]:
    longer: dict[Suits, int] = {}
    for suits, count in ways.items():
        for suit in range(4):
            if suits[suit] < limit:
                more = (*suits[:suit], suits[suit] + 1, *suits[suit + 1 :])
                longer[more] = longer.get(more, 0) + count
    return longer


@functools.cache
def _ace_high_ranks(joker: bool) -> Array:
    """The sets of ranks of ace-high pai gow hands: seven with an ace, or six without beside the joker."""
    others = [sum(1 << rank for rank in ranks) for ranks in combinations(range(12), 6)]
    if joker:
        return np.array([mask for mask in others if not NEAR5[mask]], np.int64)
    return np.array([mask | ACE_BIT for mask in others if RUN5[mask | ACE_BIT] < 0], np.int64)


@functools.cache
def _shared_suits(common: int) -> dict[tuple[Suits, Suits], int]:
    """The ways to give two hands different suits in so many common ranks, by the suit counts of both."""
    ways: dict[tuple[Suits, Suits], int] = {((0, 0, 0, 0), (0, 0, 0, 0)): 1}
    for _ in range(common):
        longer: dict[tuple[Suits, Suits], int] = {}
        for (mine, yours), count in ways.items():
            for a in range(4):
                for b in range(4):
                    if a != b:
                        key = (
                            (*mine[:a], mine[a] + 1, *mine[a + 1 :]),
                            (*yours[:b], yours[b] + 1, *yours[b + 1 :]),
                        )
                        longer[key] = longer.get(key, 0) + count
        ways = longer
    return ways


def _both_ace_high(mine_joker: bool, yours_joker: bool) -> int:
    """Pairs of disjoint ace-high pai gow hands, one of which may hold the joker."""
    mine, yours = _ace_high_ranks(mine_joker), _ace_high_ranks(yours_joker)
    shared = np.bitwise_and.outer(mine, yours)
    pairs = np.bincount(SIZE[shared].ravel(), minlength=8)
    my_limit, your_limit = 3 if mine_joker else 4, 3 if yours_joker else 4
    my_cards, your_cards = 6 if mine_joker else 7, 6 if yours_joker else 7

    @functools.cache
    def finish(suits: Suits, left: int, limit: int) -> int:
        return _suit_ways(left, limit, suits)

    total = 0
    for common in range(8):
        if pairs[common]:
            ways = sum(
                count * finish(a, my_cards - common, my_limit) * finish(b, your_cards - common, your_limit)
                for (a, b), count in _shared_suits(common).items()
            )
            total += int(pairs[common]) * ways
    return total


@functools.cache
def ace_high_counts() -> dict[str, int]:
    """Of all pairs of a dealer's and a player's hand: those in which the dealer, or both, are ace high."""
    plain = len(_ace_high_ranks(False)) * _suit_ways(7, 4, (0, 0, 0, 0)) * comb(46, 7)
    joker = len(_ace_high_ranks(True)) * _suit_ways(6, 3, (0, 0, 0, 0)) * comb(46, 7)
    with_joker = _both_ace_high(True, False)
    without = _both_ace_high(False, False) + _both_ace_high(False, True)
    return {
        "dealer-and-player": with_joker + without,
        "dealer-with-joker": joker - with_joker,
        "dealer-without-joker": plain - without,
        "neither": PAIRS_OF_HANDS - plain - joker,
    }


def ace_high_bet(pays: Pays, *, conditions: str = "") -> Edge:
    """Ace High Bonus: the dealer's seven cards are an ace-high pai gow hand; more if the player's are too."""
    counts = ace_high_counts()
    rows = [name for name in counts if name != "neither"]
    check_rows(pays, rows)
    nets: dict[Fraction, int] = {Fraction(-1): counts["neither"]}
    for name in rows:
        net = Fraction(pays.get(name, -1))
        nets[net] = nets.get(net, 0) + counts[name]
    return Edge.from_counts(nets, conditions=conditions)
