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
    best_value,
    index2,
    index3,
    index5,
    kinds_value,
    rank_mask,
    ranks_with,
    top_bit,
)

FIVE_OF_A_KIND, WILD_ROYAL_FLUSH, FIVE_WILDS = 9, 10, 11
CATEGORIES_WILD = (*five.CATEGORIES5[:9], "five-of-a-kind", "royal-flush", "five-wilds")

FIVE_ACES = 10
CATEGORIES_BUG = (*five.CATEGORIES5, "five-aces")


def fill_flush(mask: int, wilds: int) -> int:
    """A flush whose wild cards are the highest ranks it lacks."""
    for rank in range(ACE_RANK, -1, -1):
        if wilds and not (mask >> rank) & 1:
            mask |= 1 << rank
            wilds -= 1
    return mask


def fill_straight(mask: int) -> int:
    """The top rank of the best straight that holds all these ranks, wild cards in the gaps; -1 if none does."""
    for top in range(ACE_RANK, WHEEL_TOP, -1):
        if not mask & ~(31 << (top - 4)):
            return top
    return -1 if mask & ~WHEEL else WHEEL_TOP


def _wild_kinds(counts: int, wilds: int) -> int:
    """The best set that one to four wild cards make with the rest of a five-card hand."""
    held = rank_mask(counts)
    most = 1
    while ranks_with(counts, most + 1):
        most += 1
    rank = top_bit(ranks_with(counts, most))
    rest = held & ~(1 << rank)
    size = most + wilds
    if size == 5:
        return FIVE_OF_A_KIND << SHIFT | rank
    if size == 4:
        return FOUR_OF_A_KIND << SHIFT | rank * 13 + top_bit(rest)
    if size == 3:
        second = top_bit(ranks_with(counts, 2) & rest)
        if second >= 0:
            return FULL_HOUSE << SHIFT | rank * 13 + second
        return THREE_OF_A_KIND << SHIFT | rank * 78 + index2(rest)
    return PAIR << SHIFT | rank * 286 + index3(rest)


def _with_wilds(counts: int, suited: bool, wilds: int) -> int:
    """The value of one to four wild cards with the natural cards of these ranks."""
    best = _wild_kinds(counts, wilds)
    held = rank_mask(counts)
    paired = ranks_with(counts, 2) != 0
    top = -1 if paired else fill_straight(held)
    if top >= 0 and suited:
        category = WILD_ROYAL_FLUSH if top == ACE_RANK else STRAIGHT_FLUSH
        best = max(best, category << SHIFT | top)
    elif top >= 0:
        best = max(best, STRAIGHT << SHIFT | top)
    if suited and not paired:
        best = max(best, FLUSH << SHIFT | index5(fill_flush(held, wilds)))
    return best


def _rank_wild(cards: Sequence[int], first_natural: int) -> int:
    """Cards below `first_natural` and jokers are wild."""
    counts = 0
    wilds = 0
    suit = -1
    suited = True
    for card in cards:
        if card < first_natural or card >= 52:
            wilds += 1
            continue
        counts += 1 << (3 * (card >> 2))
        if suit >= 0 and card & 3 != suit:
            suited = False
        suit = card & 3
    if wilds == 5:
        return FIVE_WILDS << SHIFT
    if wilds:
        return _with_wilds(counts, suited, wilds)
    value = best_value(counts, rank_mask(counts) if suited else 0)
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
    counts = 0
    bug = False
    suit = -1
    suited = True
    for card in cards:
        if card >= 52:
            bug = True
            continue
        counts += 1 << (3 * (card >> 2))
        if suit >= 0 and card & 3 != suit:
            suited = False
        suit = card & 3
    held = rank_mask(counts)
    if not bug:
        return best_value(counts, held if suited else 0)
    with_ace = counts + (1 << (3 * ACE_RANK))
    if (with_ace >> (3 * ACE_RANK)) & 7 == 5:
        return FIVE_ACES << SHIFT | ACE_RANK
    best = kinds_value(with_ace)
    if ranks_with(counts, 2):
        return best
    top = fill_straight(held)
    if suited:
        best = max(best, FLUSH << SHIFT | index5(fill_flush(held, 1)))
    if top >= 0 and suited:
        category = ROYAL_FLUSH if top == ACE_RANK else STRAIGHT_FLUSH
        best = max(best, category << SHIFT | top)
    elif top >= 0:
        best = max(best, STRAIGHT << SHIFT | top)
    return best


def category_bug(value: int) -> str:
    return CATEGORIES_BUG[value >> SHIFT]


def describe_bug(value: int) -> str:
    """The hand in words: `five aces`."""
    return f"five {RANK_WORDS[ACE_RANK]}s" if value >> SHIFT == FIVE_ACES else five.describe5(value)
