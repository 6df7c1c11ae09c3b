"""How a five-card hand becomes one comparable integer, and back.

A value is `category << 12 | index`: the category decides first, the index orders the hands inside it.
An index is built from ranks alone by counting combinations, so it fits twelve bits, needs no table, and
can be taken apart again. Everything here is plain arithmetic on small integers: the table calls it as
Python and the analyses compile it unchanged.

Rank sets are 13-bit masks (bit 0 the deuce, bit 12 the ace). How often ranks are held is told by four such
sets: those held at least once, twice, thrice and four times.
"""

SHIFT = 12
INDEX = (1 << SHIFT) - 1

(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(10)

ACE_RANK = 12
WHEEL_TOP = 3
WHEEL = 0b1000000001111


def choose2(n: int) -> int:
    return n * (n - 1) // 2


def choose3(n: int) -> int:
    return n * (n - 1) * (n - 2) // 6


def choose4(n: int) -> int:
    return n * (n - 1) * (n - 2) * (n - 3) // 24


def choose5(n: int) -> int:
    return n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120


def top_bit(mask: int) -> int:
    """The highest rank of a set, or -1."""
    if not mask:
        return -1
    top = 0
    if mask >> 8:
        top = 8
        mask >>= 8
    if mask >> 4:
        top += 4
        mask >>= 4
    if mask >> 2:
        top += 2
        mask >>= 2
    return top + (mask >> 1)


def index2(mask: int) -> int:
    """Order of the two highest ranks of a set among all pairs of ranks."""
    high = top_bit(mask)
    return choose2(high) + top_bit(mask & ~(1 << high))


def index3(mask: int) -> int:
    high = top_bit(mask)
    return choose3(high) + index2(mask & ~(1 << high))


def index5(mask: int) -> int:
    high = top_bit(mask)
    rest = mask & ~(1 << high)
    second = top_bit(rest)
    return choose5(high) + choose4(second) + index3(rest & ~(1 << second))


def straight_top(mask: int, wheel: bool = True) -> int:
    """The top rank of the best five-card straight in a set of ranks, or -1; A-2-3-4-5 only if `wheel`."""
    bottoms = mask & mask >> 1 & mask >> 2 & mask >> 3 & mask >> 4
    if bottoms:
        return top_bit(bottoms) + 4
    if wheel and mask & WHEEL == WHEEL:
        return WHEEL_TOP
    return -1


def straight_value(mask: int, wheel: bool = True) -> int:
    """The value of the best straight, or -1."""
    top = straight_top(mask, wheel)
    return STRAIGHT << SHIFT | top if top >= 0 else -1


def flush_value(mask: int, wheel: bool = True) -> int:
    """The value of five or more cards of one suit."""
    top = straight_top(mask, wheel)
    if top == ACE_RANK:
        return ROYAL_FLUSH << SHIFT | top
    if top >= 0:
        return STRAIGHT_FLUSH << SHIFT | top
    return FLUSH << SHIFT | index5(mask)


def kinds_value(once: int, twice: int, thrice: int, four: int) -> int:
    """The best value that pairs, sets and high cards make: the ranks held at least once, twice, thrice, four times."""
    if four:
        rank = top_bit(four)
        return FOUR_OF_A_KIND << SHIFT | rank * 13 + top_bit(once & ~(1 << rank))
    if thrice:
        rank = top_bit(thrice)
        pair = top_bit(twice & ~(1 << rank))
        if pair >= 0:
            return FULL_HOUSE << SHIFT | rank * 13 + pair
        return THREE_OF_A_KIND << SHIFT | rank * 78 + index2(once & ~(1 << rank))
    if not twice:
        return HIGH_CARD << SHIFT | index5(once)
    rank = top_bit(twice)
    rest = once & ~(1 << rank)
    second = top_bit(twice & ~(1 << rank))
    if second >= 0:
        return TWO_PAIR << SHIFT | (choose2(rank) + second) * 13 + top_bit(rest & ~(1 << second))
    return PAIR << SHIFT | rank * 286 + index3(rest)


def unsuited_value(once: int, twice: int, thrice: int, four: int, wheel: bool = True) -> int:
    """The value of five to seven cards of which no five share a suit."""
    value = kinds_value(once, twice, thrice, four)
    if value < STRAIGHT << SHIFT:
        value = max(value, straight_value(once, wheel))
    return value


def take_apart(index: int, count: int) -> int:
    """The set of `count` ranks that has this order among all sets of its size."""
    mask = 0
    while count:
        rank = ACE_RANK
        while combinations(rank, count) > index:
            rank -= 1
        index -= combinations(rank, count)
        mask |= 1 << rank
        count -= 1
    return mask


def combinations(n: int, k: int) -> int:
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result
