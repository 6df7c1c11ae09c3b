"""Four-card poker: the best four of four, five or six cards. Higher value, better hand.

Four of a kind is above a straight flush, three of a kind above a flush, a flush above a straight: the
order of Four Card Poker and Crazy Four Poker in every document. A value is `category << 16 | index`.
Plain functions over small integers: `odds` compiles them as they stand.
"""

from collections.abc import Sequence
from functools import cache

from croupier.equipment.cards import RANK_WORDS
from croupier.hands.five import plural

SHIFT = 16
INDEX = (1 << SHIFT) - 1
HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND = range(8)
CATEGORIES4 = (
    "high-card",
    "pair",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)


def rank4(a: int, b: int, c: int, d: int) -> int:
    """The value of four cards."""
    suited = (a ^ b) & 3 == 0 and (b ^ c) & 3 == 0 and (c ^ d) & 3 == 0
    p, q, r, s = a >> 2 & 15, b >> 2 & 15, c >> 2 & 15, d >> 2 & 15  # the mask makes compiled ranks signed
    # Five exchanges sort four ranks downwards.
    if p < q:
        p, q = q, p
    if r < s:
        r, s = s, r
    if p < r:
        p, r = r, p
    if q < s:
        q, s = s, q
    if q < r:
        q, r = r, q
    if p > q > r > s:
        top = -1
        if p - s == 3:
            top = p
        elif p == 12 and q == 2 and s == 0:
            top = 2
        if top >= 0:
            return (STRAIGHT_FLUSH if suited else STRAIGHT) << SHIFT | top
        return (FLUSH if suited else HIGH_CARD) << SHIFT | ((p * 13 + q) * 13 + r) * 13 + s
    return _kinds4(p, q, r, s)


def _kinds4(p: int, q: int, r: int, s: int) -> int:
    """The value of four ranks in falling order of which at least two are alike."""
    if p == s:
        return FOUR_OF_A_KIND << SHIFT | p
    if p == r:
        return THREE_OF_A_KIND << SHIFT | p * 13 + s
    if q == s:
        return THREE_OF_A_KIND << SHIFT | q * 13 + p
    if p == q and r == s:
        return TWO_PAIR << SHIFT | p * 13 + r
    if p == q:
        return PAIR << SHIFT | (p * 13 + r) * 13 + s
    if q == r:
        return PAIR << SHIFT | (q * 13 + p) * 13 + s
    return PAIR << SHIFT | (r * 13 + p) * 13 + q


def best4(cards: Sequence[int]) -> int:
    """The value of the best four of four, five or six cards."""
    best = 0
    size = len(cards)
    for i in range(size - 3):
        for j in range(i + 1, size - 2):
            for k in range(j + 1, size - 1):
                for m in range(k + 1, size):
                    best = max(best, rank4(cards[i], cards[j], cards[k], cards[m]))
    return best


def category4(value: int) -> str:
    return CATEGORIES4[value >> SHIFT]


def least_pair4(rank: int) -> int:
    """The lowest value of a pair of this rank: `>= least_pair4(ACE)` is "a pair of aces or better"."""
    return PAIR << SHIFT | rank * 169


def least_high_card4(rank: int) -> int:
    """The lowest value with this card high: `>= least_high_card4(KING)` is "king or better"."""
    return HIGH_CARD << SHIFT | rank * 2197


def top_rank4(value: int) -> int:
    """The leading rank: of the set or the higher pair if there is one, else the highest card (four in A-2-3-4)."""
    category = value >> SHIFT
    index = value & INDEX
    if category in (HIGH_CARD, FLUSH):
        return index // 2197
    if category == PAIR:
        return index // 169
    if category in (TWO_PAIR, THREE_OF_A_KIND):
        return index // 13
    return index


def pair_rank4(value: int) -> int:
    """The rank of the pair, the higher of two pairs or the set; -1 in a hand without one."""
    if value >> SHIFT in (PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND):
        return top_rank4(value)
    return -1


def ranks4(value: int) -> tuple[int, ...]:
    """The ranks that decide, first the most telling: (king, queen, eight, four) for K-Q-8-4."""
    category, index = value >> SHIFT, value & INDEX
    if category in (HIGH_CARD, FLUSH):
        return index // 2197, index // 169 % 13, index // 13 % 13, index % 13
    if category == PAIR:
        return index // 169, index // 13 % 13, index % 13
    if category in (TWO_PAIR, THREE_OF_A_KIND):
        return divmod(index, 13)
    return (index,)


@cache
def describe4(value: int) -> str:
    """The hand in words: `two pair, kings and fours`."""
    category, index, top = value >> SHIFT, value & INDEX, top_rank4(value)
    if category == HIGH_CARD:
        return f"{RANK_WORDS[top]} high"
    if category == PAIR:
        return f"pair of {plural(top)}"
    if category == TWO_PAIR:
        return f"two pair, {plural(top)} and {plural(index % 13)}"
    if category == THREE_OF_A_KIND:
        return f"three {plural(top)}"
    if category == FOUR_OF_A_KIND:
        return f"four {plural(top)}"
    name = {STRAIGHT: "straight", FLUSH: "flush", STRAIGHT_FLUSH: "straight flush"}[category]
    return f"{name}, {RANK_WORDS[top]} high"
