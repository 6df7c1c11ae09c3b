"""Pai gow poker: 53 cards, a five-card High hand and a two-card Low hand. Higher value, better hand.

The joker is an ace, or any card that completes a straight, a flush, a straight flush or a royal flush.
A-2-3-4-5 is the second-highest straight and the highest straight flush below the royal in every document
(000 lines 2551 and 2559, 001 lines 3348 and 3356, 003 lines 6481 and 6489); both are parameters, because
other houses rank it lowest. `best7` and `holds7` name what the seven cards of a Fortune-type wager hold.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from croupier.equipment.cards import RANK_WORDS
from croupier.hands import five
from croupier.hands.encode import (
    ACE_RANK,
    HIGH_CARD,
    INDEX,
    PAIR,
    SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIR,
    WHEEL_TOP,
)
from croupier.hands.wild import FIVE_ACES, category_bug, rank_bug5

WHEEL_HIGH = 23  # between king high (22) and ace high (24): straights count two steps a rank

CATEGORIES7 = (
    *five.CATEGORIES5,
    "five-aces",
    "seven-card-straight-flush-joker",
    "royal-match",
    "seven-card-straight-flush",
)


def rank_high(cards: Sequence[int], wheel_second: bool = True, wheel_flush_first: bool = True) -> int:
    """The value of a High hand; whether A-2-3-4-5 is the second-best straight and the best straight flush."""
    value = rank_bug5(cards)
    category = value >> SHIFT
    if category not in (STRAIGHT, STRAIGHT_FLUSH):
        return value
    raised = wheel_second if category == STRAIGHT else wheel_flush_first
    if raised and _can_be_wheel(cards):
        # A joker may serve as either end: 2-3-4-5 and the joker is better off as A-2-3-4-5 than as 2-6.
        return category << SHIFT | WHEEL_HIGH
    return category << SHIFT | 2 * (value & INDEX)


def _can_be_wheel(cards: Sequence[int]) -> bool:
    higher = 0
    for card in cards:
        if WHEEL_TOP < card >> 2 < ACE_RANK:
            higher += 1
    return higher == 0


def rank_low(cards: Sequence[int]) -> int:
    """The value of a Low hand; the joker is an ace."""
    first, second = min(cards[0] >> 2 & 15, ACE_RANK), min(cards[1] >> 2 & 15, ACE_RANK)
    if first == second:
        return PAIR << SHIFT | first
    return HIGH_CARD << SHIFT | max(first, second) * 13 + min(first, second)


def category_high(value: int) -> str:
    return category_bug(value)


def low_ranks(value: int) -> tuple[int, int]:
    """The two ranks of a Low hand, the higher first."""
    index = value & INDEX
    return (index, index) if value >> SHIFT == PAIR else (index // 13, index % 13)


def high_ranks(value: int) -> tuple[int, ...]:
    """The ranks that decide a High hand, first the most telling."""
    category, index = value >> SHIFT, value & INDEX
    if category == FIVE_ACES:
        return (ACE_RANK,)
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        return (WHEEL_TOP if index == WHEEL_HIGH else index // 2,)
    return five.ranks5(value)


def is_fouled(high: int, low: int) -> bool:
    """Whether the High hand is set lower than the Low hand, given the values of both."""
    if high >> SHIFT >= TWO_PAIR:
        return False
    if high >> SHIFT != low >> SHIFT:
        return high >> SHIFT < low >> SHIFT
    if high >> SHIFT == PAIR:
        return high_ranks(high)[0] < low_ranks(low)[0]
    return high_ranks(high)[:2] < low_ranks(low)


@cache
def describe_high(value: int) -> str:
    category, ranks = value >> SHIFT, high_ranks(value)
    if category == FIVE_ACES:
        return "five aces"
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        name = "straight" if category == STRAIGHT else "straight flush"
        return f"{name}, ace to five" if ranks[0] == WHEEL_TOP else f"{name}, {RANK_WORDS[ranks[0]]} high"
    return five.describe5(value)


@cache
def describe_low(value: int) -> str:
    high, low = low_ranks(value)
    return f"pair of {five.plural(high)}" if high == low else f"{RANK_WORDS[high]}-{RANK_WORDS[low]}"


def _seven_in_a_row(cards: Sequence[int]) -> bool:
    """Seven of one suit in sequence, the joker in any place; the ace is high or low."""
    naturals = [card for card in cards if card < 52]
    if len({card & 3 for card in naturals}) != 1:
        return False
    ranks = {card >> 2 for card in naturals}
    low = {-1 if rank == ACE_RANK else rank for rank in ranks}
    return max(ranks) - min(ranks) < 7 or max(low) - min(low) < 7


def _royal_match(cards: Sequence[int]) -> bool:
    """A royal flush, with or without the joker, and beside it a king and queen of one suit."""
    for pair in combinations((card for card in cards if card < 52), 2):
        king, queen = max(pair), min(pair)
        if king >> 2 == 11 and queen >> 2 == 10 and king & 3 == queen & 3:
            rest = [card for card in cards if card not in pair]
            if rank_bug5(rest) >> SHIFT == five.ROYAL_FLUSH:
                return True
    return False


def _specials(cards: Sequence[int], joker: bool) -> set[str]:
    """The seven-card hands above five aces."""
    held = set()
    if _royal_match(cards):
        held.add("royal-match")
    if _seven_in_a_row(cards):
        held.add("seven-card-straight-flush-joker" if joker else "seven-card-straight-flush")
    return held


def holds7(cards: Sequence[int]) -> frozenset[str]:
    """Every category found among the seven cards: a wager may pay three of a kind better than a straight."""
    if len(cards) != 7:
        raise ValueError(f"a Fortune hand is read from seven cards, not {len(cards)}")
    joker = max(cards) >= 52
    held = {
        rank_bug5(hand) >> SHIFT if max(hand) >= 52 else five.rank5(*hand) >> SHIFT for hand in combinations(cards, 5)
    }
    return frozenset({CATEGORIES7[category] for category in held} | _specials(cards, joker))


def best7(cards: Sequence[int]) -> str:
    """The highest category that the seven cards hold, in the order of `CATEGORIES7`."""
    if max(cards) >= 52:
        return max(holds7(cards), key=CATEGORIES7.index)
    best = five.category5(five.best5(cards))
    if best not in ("straight-flush", "royal-flush"):
        return best
    return max(_specials(cards, joker=False) | {best}, key=CATEGORIES7.index)


def is_pai_gow(cards: Sequence[int]) -> bool:
    """A "Pai Gow hand": seven cards without a pair, a straight or a flush."""
    return best7(cards) == "high-card"
