"""Flush games (High Card Flush, I Luv Suits): the longest suit, then its ranks. Higher value, better hand.

Longer beats shorter; of equal length the highest card decides, then the next: the documents name only the
highest, but call it a tie only when all ranks agree (003 lines 4763 to 4781). A straight flush is not above
a flush. A value is `length << 13 | ranks`. Plain functions over small integers: `odds` compiles them.
"""

from collections.abc import Sequence
from functools import cache

from croupier.equipment.cards import RANK_WORDS

SHIFT = 13
RANKS_MASK = (1 << SHIFT) - 1


def suit_masks(cards: Sequence[int]) -> tuple[int, int, int, int]:
    """The ranks held in clubs, diamonds, hearts and spades."""
    clubs = diamonds = hearts = spades = 0
    for card in cards:
        bit = 1 << (card >> 2 & 15)
        suit = card & 3
        if suit == 0:
            clubs |= bit
        elif suit == 1:
            diamonds |= bit
        elif suit == 2:
            hearts |= bit
        else:
            spades |= bit
    return clubs, diamonds, hearts, spades


def count_bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def rank_flush(cards: Sequence[int]) -> int:
    """The value of the best flush, of whatever length."""
    best = 0
    for mask in suit_masks(cards):
        best = max(best, count_bits(mask) << SHIFT | mask)
    return best


def flush_length(value: int) -> int:
    return value >> SHIFT


def least_flush(length: int, top: int) -> int:
    """The lowest value of this length and top card: `least_flush(3, NINE)` is the least nine-high three-card flush."""
    return length << SHIFT | 1 << top | (1 << (length - 1)) - 1


def best_flush(cards: Sequence[int]) -> tuple[int, ...]:
    """Length and ranks of the best flush, highest first: `(4, 12, 9, 8, 2)`; compares as the game does."""
    value = rank_flush(cards)
    return (value >> SHIFT, *(rank for rank in range(12, -1, -1) if value >> rank & 1))


def best_flush_cards(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards of the best flush, highest first; the player discards the others."""
    value = rank_flush(cards)
    for suit in range(4):
        suited = sorted((card for card in cards if card & 3 == suit), reverse=True)
        if len(suited) == value >> SHIFT and sum(1 << (card >> 2) for card in suited) == value & RANKS_MASK:
            return tuple(suited)
    return ()


def longest_run(mask: int, ace_low: bool = True) -> int:
    """The most ranks in sequence in a set; the ace also below the deuce if `ace_low`."""
    bits = mask << 1
    if ace_low:
        bits |= (mask >> 12) & 1
    length = 0
    while bits:
        bits &= bits >> 1
        length += 1
    return length


def longest_straight_flush(cards: Sequence[int], ace_low: bool = True) -> int:
    """The most cards of one suit in sequence; 1 if no two follow each other."""
    best = 0
    for mask in suit_masks(cards):
        best = max(best, longest_run(mask, ace_low))
    return best


def six_card_royal(cards: Sequence[int]) -> int:
    """The suit of an A-K-Q-J-10-9 of one suit, or -1."""
    for suit, mask in enumerate(suit_masks(cards)):
        if mask >> 7 == 63:
            return suit
    return -1


@cache
def describe_flush(value: int) -> str:
    """The hand in words: `four-card flush, ace high`."""
    length = ("no", "one", "two", "three", "four", "five", "six", "seven")[value >> SHIFT]
    return f"{length}-card flush, {RANK_WORDS[(value & RANKS_MASK).bit_length() - 1]} high"
