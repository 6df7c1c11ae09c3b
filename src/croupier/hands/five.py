"""Five-card poker, the best five of five, six or seven cards: higher value, better hand.

A value is `category << 12 | index` (see `encode`). Ranking one hand from Python costs a third of a
microsecond once its ranks have been met; batches belong to `kernels`, which gives the same values.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations as subsets

from croupier.equipment.cards import RANK_WORDS
from croupier.hands import encode
from croupier.hands.encode import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    INDEX,
    PAIR,
    ROYAL_FLUSH,
    SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    choose5,
    take_apart,
    top_bit,
)

__all__ = [
    "CATEGORIES5",
    "FLUSH",
    "FOUR_OF_A_KIND",
    "FULL_HOUSE",
    "HIGH_CARD",
    "PAIR",
    "ROYAL_FLUSH",
    "STRAIGHT",
    "STRAIGHT_FLUSH",
    "THREE_OF_A_KIND",
    "TWO_PAIR",
    "best5",
    "best5_cards",
    "category5",
    "describe5",
    "least_high_card",
    "least_of",
    "least_pair",
    "pair_rank",
    "rank5",
    "ranks5",
    "top_rank",
]

CATEGORIES5 = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)

# One integer a card: three bits of count for its rank, and above them four bits for its suit. The suit
# counters start at three, so that the fifth card of a suit sets the top bit of its counter.
_SUITS_AT = 39
_KEYS = tuple(1 << 3 * (card >> 2) | 1 << _SUITS_AT + 4 * (card & 3) for card in range(52))
_START = sum(3 << _SUITS_AT + 4 * suit for suit in range(4))
_FLUSH_BITS = sum(8 << _SUITS_AT + 4 * suit for suit in range(4))
_COUNTS = (1 << _SUITS_AT) - 1

# Rank counts met so far and their values: at most 73,775 for five, six and seven cards together.
_known: dict[int, int] = {}


def _learn(counts: int, cards: Sequence[int]) -> int:
    once = twice = thrice = four = 0
    for card in cards:
        bit = 1 << (card >> 2)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    value = _known[counts] = encode.unsuited_value(once, twice, thrice, four)
    return value


def _flush(cards: Sequence[int]) -> int:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    suited = next(mask for mask in masks if mask.bit_count() >= 5)
    # Five of a suit among at most seven cards leave no room for a full house or four of a kind.
    return encode.flush_value(suited)


def rank5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of exactly five cards."""
    key = _START + _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e]
    if key & _FLUSH_BITS:
        return _flush((a, b, c, d, e))
    counts = key & _COUNTS
    return _known.get(counts) or _learn(counts, (a, b, c, d, e))  # no value is 0: the lowest hand, 7-5-4-3-2, is 1


def best5(cards: Sequence[int]) -> int:
    """The value of the best five of five, six or seven cards."""
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        key = _START + _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
    elif len(cards) in (5, 6):
        key = _START
        for card in cards:
            key += _KEYS[card]
    else:
        raise ValueError(f"a poker hand is ranked from five, six or seven cards, not {len(cards)}")
    if key & _FLUSH_BITS:
        return _flush(cards)
    counts = key & _COUNTS
    return _known.get(counts) or _learn(counts, cards)


def category5(value: int) -> str:
    return CATEGORIES5[value >> SHIFT]


def least_of(category: int) -> int:
    """The lowest value of a category: `best5(cards) >= least_of(STRAIGHT)` is "a straight or better"."""
    return category << SHIFT


def least_pair(rank: int) -> int:
    """The lowest value of a pair of this rank: `>= least_pair(TEN)` is "a pair of tens or better"."""
    return PAIR << SHIFT | rank * 286


def least_high_card(rank: int) -> int:
    """The lowest value with this card high: `>= least_high_card(QUEEN)` is "queen high or better"."""
    return HIGH_CARD << SHIFT | choose5(rank)


def top_rank(value: int) -> int:
    """The leading rank: of the set or the higher pair if there is one, else the highest card (five in A-2-3-4-5)."""
    category = value >> SHIFT
    index = value & INDEX
    if category in (HIGH_CARD, FLUSH):
        return top_bit(take_apart(index, 5))
    if category == PAIR:
        return index // 286
    if category == TWO_PAIR:
        return top_bit(take_apart(index // 13, 2))
    if category == THREE_OF_A_KIND:
        return index // 78
    if category in (FULL_HOUSE, FOUR_OF_A_KIND):
        return index // 13
    return index


def pair_rank(value: int) -> int:
    """The rank of the pair, the higher of two pairs or the set; -1 in a hand without one."""
    category = value >> SHIFT
    if category in (PAIR, TWO_PAIR, THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND):
        return top_rank(value)
    return -1


def _ranks_down(mask: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(12, -1, -1) if mask >> rank & 1)


@cache
def ranks5(value: int) -> tuple[int, ...]:
    """The ranks that decide, first the most telling: (king, four, nine) for two pair, kings and fours with a nine."""
    category, index = value >> SHIFT, value & INDEX
    if category in (HIGH_CARD, FLUSH):
        return _ranks_down(take_apart(index, 5))
    if category == PAIR:
        return (index // 286, *_ranks_down(take_apart(index % 286, 3)))
    if category == TWO_PAIR:
        return (*_ranks_down(take_apart(index // 13, 2)), index % 13)
    if category == THREE_OF_A_KIND:
        return (index // 78, *_ranks_down(take_apart(index % 78, 2)))
    if category in (FULL_HOUSE, FOUR_OF_A_KIND):
        return divmod(index, 13)
    return (index,)


def plural(rank: int) -> str:
    word = RANK_WORDS[rank]
    return word + ("es" if word == "six" else "s")


@cache
def describe5(value: int) -> str:
    """The hand in words: `two pair, kings and fours`."""
    category = value >> SHIFT
    ranks = ranks5(value)
    first, second = ranks[0], ranks[-1]
    if category == HIGH_CARD:
        return f"{RANK_WORDS[first]} high"
    if category == PAIR:
        return f"pair of {plural(first)}"
    if category == TWO_PAIR:
        return f"two pair, {plural(first)} and {plural(ranks[1])}"
    if category == THREE_OF_A_KIND:
        return f"three {plural(first)}"
    if category == FULL_HOUSE:
        return f"full house, {plural(first)} over {plural(second)}"
    if category == FOUR_OF_A_KIND:
        return f"four {plural(first)}"
    if category == ROYAL_FLUSH:
        return "royal flush"
    name = {STRAIGHT: "straight", FLUSH: "flush", STRAIGHT_FLUSH: "straight flush"}[category]
    return f"{name}, {RANK_WORDS[first]} high"


def best5_cards(cards: Sequence[int]) -> tuple[int, ...]:
    """The five cards that play, those that count most first; of equals, the first in the order given."""
    best = best5(cards)
    playing = next(hand for hand in subsets(cards, 5) if rank5(*hand) == best)
    ranks = [card >> 2 for card in playing]
    low_ace = best >> SHIFT in (STRAIGHT, STRAIGHT_FLUSH) and best & INDEX == encode.WHEEL_TOP

    def weight(card: int) -> tuple[int, int]:
        rank = card >> 2
        return ranks.count(rank), -1 if low_ace and rank == encode.ACE_RANK else rank

    return tuple(sorted(playing, key=weight, reverse=True))
