"""Five-card hands with wild cards. Higher value, better hand; compare only within one family.

`rank_wild5`   deuces and jokers wild, as DJ Wild Stud plays: five wilds on top, then a royal flush, five of
               a kind, a straight flush and so on down.
`rank_joker5`  only jokers wild, in the same order.
`rank_bug5`    the joker of draw poker: an ace, or whatever completes a straight or a flush; five aces on top.

A wild card in a flush is the highest card that the flush lacks; elsewhere it is what serves best. The
documents print no tie-break for wild hands: two that end with the same ranks tie, however many wild
cards they hold. Plain functions over small integers: `odds` compiles them as they stand.
"""

from collections.abc import Sequence
from functools import cache

from croupier.equipment.cards import RANK_WORDS
from croupier.hands import five
from croupier.hands.encode import (
    ACE_RANK,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    INDEX,
    PAIR,
    ROYAL_FLUSH,
    SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    WHEEL,
    WHEEL_TOP,
    flush_value,
    index2,
    index3,
    index5,
    kinds_value,
    top_bit,
    unsuited_value,
)

FIVE_OF_A_KIND, WILD_ROYAL_FLUSH, FIVE_WILDS = 9, 10, 11
CATEGORIES_WILD = (*five.CATEGORIES5[:9], "five-of-a-kind", "royal-flush", "five-wilds")

FIVE_ACES = 10
CATEGORIES_BUG = (*five.CATEGORIES5, "five-aces")


def fill_flush(mask: int, wilds: int) -> int:
    """A flush whose wild cards are the highest ranks it lacks."""
    while wilds:
        mask |= 1 << top_bit(8191 & ~mask)
        wilds -= 1
    return mask


def fill_straight(mask: int) -> int:
    """The top rank of the best straight that holds all these ranks, wild cards in the gaps; -1 if none does."""
    top = min(top_bit(mask & -mask) + 4, ACE_RANK)
    if not mask >> (top + 1):
        return top
    return -1 if mask & ~WHEEL else WHEEL_TOP


def _wild_kinds(once: int, twice: int, thrice: int, four: int, wilds: int) -> int:
    """The best set that one to four wild cards make with the rest of a five-card hand."""
    most, size = once, 1
    if four:
        most, size = four, 4
    elif thrice:
        most, size = thrice, 3
    elif twice:
        most, size = twice, 2
    rank = top_bit(most)
    rest = once & ~(1 << rank)
    size += wilds
    if size == 5:
        return FIVE_OF_A_KIND << SHIFT | rank
    if size == 4:
        return FOUR_OF_A_KIND << SHIFT | rank * 13 + top_bit(rest)
    if size == 3:
        second = top_bit(twice & rest)
        if second >= 0:
            return FULL_HOUSE << SHIFT | rank * 13 + second
        return THREE_OF_A_KIND << SHIFT | rank * 78 + index2(rest)
    return PAIR << SHIFT | rank * 286 + index3(rest)


def _runs_and_flushes(once: int, suited: bool, wilds: int, royal: int) -> int:
    """The best straight or flush of different ranks with wild cards, or -1; `royal` is the royal flush's category."""
    top = fill_straight(once)
    if suited and top == ACE_RANK:
        return royal << SHIFT | top
    if suited and top >= 0:
        return STRAIGHT_FLUSH << SHIFT | top
    if suited:
        return FLUSH << SHIFT | index5(fill_flush(once, wilds))
    return STRAIGHT << SHIFT | top if top >= 0 else -1


def _rank_wild(cards: Sequence[int], first_natural: int) -> int:
    """Cards below `first_natural` and jokers are wild."""
    once = twice = thrice = four = 0
    suits = 0
    wilds = 0
    for card in cards:
        if card < first_natural or card >= 52:
            wilds += 1
            continue
        bit = 1 << (card >> 2 & 15)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits |= 1 << (card & 3)
    suited = suits & (suits - 1) == 0
    if wilds == 5:
        return FIVE_WILDS << SHIFT
    if wilds:
        best = _wild_kinds(once, twice, thrice, four, wilds)
        return best if twice else max(best, _runs_and_flushes(once, suited, wilds, WILD_ROYAL_FLUSH))
    value = flush_value(once) if suited else unsuited_value(once, twice, thrice, four)
    if value >> SHIFT == ROYAL_FLUSH:
        return WILD_ROYAL_FLUSH << SHIFT | ACE_RANK
    return value


def rank_wild5(cards: Sequence[int]) -> int:
    """Five cards with deuces and the joker wild."""
    return _rank_wild(cards, 4)


def rank_joker5(cards: Sequence[int]) -> int:
    """Five cards with only jokers wild."""
    return _rank_wild(cards, 0)


def is_natural(cards: Sequence[int]) -> bool:
    """No joker, and the deuces taken at face value make the same kind of hand: none was needed as wild."""
    for card in cards:
        if card >= 52:
            return False
    return _rank_wild(cards, 0) >> SHIFT == _rank_wild(cards, 4) >> SHIFT


def category_wild(value: int) -> str:
    return CATEGORIES_WILD[value >> SHIFT]


@cache
def describe_wild(value: int) -> str:
    """The hand in words: `five kings`."""
    category = value >> SHIFT
    if category == FIVE_WILDS:
        return "five wilds"
    if category == FIVE_OF_A_KIND:
        return f"five {five.plural(value & INDEX)}"
    if category == WILD_ROYAL_FLUSH:
        return "royal flush"
    return five.describe5(value)


def rank_bug5(cards: Sequence[int]) -> int:
    """Five cards of which one may be a joker that is an ace or completes a straight, flush or straight flush."""
    once = twice = thrice = four = 0
    suits = 0
    bug = False
    for card in cards:
        rank = card >> 2 & 15
        if card >= 52:
            bug = True
            rank = ACE_RANK
        else:
            suits |= 1 << (card & 3)
        bit = 1 << rank
        if four & bit:
            return FIVE_ACES << SHIFT | ACE_RANK
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    suited = suits & (suits - 1) == 0
    if not bug:
        return flush_value(once) if suited else unsuited_value(once, twice, thrice, four)
    return max(kinds_value(once, twice, thrice, four), _bug_run_or_flush(cards, suited))


def _bug_run_or_flush(cards: Sequence[int], suited: bool) -> int:
    """What the joker completes with four different ranks, or -1."""
    once = 0
    for card in cards:
        bit = 1 << (card >> 2 & 15)
        if once & bit:
            return -1
        once |= bit
    return _runs_and_flushes(once & 8191, suited, 1, ROYAL_FLUSH)


def category_bug(value: int) -> str:
    return CATEGORIES_BUG[value >> SHIFT]


def describe_bug(value: int) -> str:
    """The hand in words: `five aces`."""
    return f"five {RANK_WORDS[ACE_RANK]}s" if value >> SHIFT == FIVE_ACES else five.describe5(value)
