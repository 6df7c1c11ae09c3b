"""Three-card poker: a straight beats a flush, three of a kind beats both. Higher value, better hand.

A value is `category << 12 | index`. Inside a category the set or pair decides, then the highest card
that the other hand does not hold, as the rankings of every document say. Plain functions over small
integers: `odds` compiles them as they stand.
"""

from functools import cache

from croupier.equipment.cards import RANK_WORDS
from croupier.hands.five import plural

SHIFT = 12
INDEX = (1 << SHIFT) - 1
HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)
CATEGORIES3 = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")


def rank3(a: int, b: int, c: int) -> int:
    """The value of three cards."""
    suited = (a ^ b) & 3 == 0 and (b ^ c) & 3 == 0
    high, middle, low = a >> 2 & 15, b >> 2 & 15, c >> 2 & 15  # the mask makes compiled ranks signed
    if high < middle:
        high, middle = middle, high
    if middle < low:
        middle, low = low, middle
    if high < middle:
        high, middle = middle, high
    if high == low:
        return THREE_OF_A_KIND << SHIFT | high
    if high == middle:
        return PAIR << SHIFT | high * 13 + low
    if middle == low:
        return PAIR << SHIFT | middle * 13 + high
    top = -1
    if high - low == 2:
        top = high
    elif high == 12 and middle == 1 and low == 0:
        top = 1
    if top >= 0:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << SHIFT | top
    return (FLUSH if suited else HIGH_CARD) << SHIFT | (high * 13 + middle) * 13 + low


def category3(value: int) -> str:
    return CATEGORIES3[value >> SHIFT]


def is_mini_royal(value: int) -> bool:
    """Ace, king and queen of one suit: the top straight flush."""
    return value == STRAIGHT_FLUSH << SHIFT | 12


def least_of3(category: int) -> int:
    """The lowest value of a category: `>= least_of3(STRAIGHT)` is "a straight or better"."""
    return category << SHIFT


def least_high_card3(rank: int) -> int:
    """The lowest value with this card high: `>= least_high_card3(QUEEN)` is "queen high or better"."""
    return HIGH_CARD << SHIFT | rank * 169


def top_rank3(value: int) -> int:
    """The leading rank: of the set or pair if there is one, else the highest card (three in A-2-3)."""
    category = value >> SHIFT
    index = value & INDEX
    if category in (HIGH_CARD, FLUSH):
        return index // 169
    if category == PAIR:
        return index // 13
    return index


def ranks3(value: int) -> tuple[int, ...]:
    """The ranks that decide, first the most telling: (queen, six, four) for Q-6-4, (king, nine) for a pair of kings."""
    category, index = value >> SHIFT, value & INDEX
    if category in (HIGH_CARD, FLUSH):
        return index // 169, index // 13 % 13, index % 13
    if category == PAIR:
        return divmod(index, 13)
    return (index,)


@cache
def describe3(value: int) -> str:
    """The hand in words: `straight, queen high`."""
    category, top = value >> SHIFT, top_rank3(value)
    if category == PAIR:
        return f"pair of {plural(top)}"
    if category == THREE_OF_A_KIND:
        return f"three {plural(top)}"
    if is_mini_royal(value):
        return "mini royal"
    if category == HIGH_CARD:
        return f"{RANK_WORDS[top]} high"
    name = {FLUSH: "flush", STRAIGHT: "straight", STRAIGHT_FLUSH: "straight flush"}[category]
    return f"{name}, {RANK_WORDS[top]} high"
