"""How a five-card hand becomes one comparable integer, and back.

A value is `category << 12 | index`: the category decides first, the index orders the hands inside it.
An index is built from ranks alone by counting combinations, so it fits twelve bits, needs no table, and
can be taken apart again. Everything here is plain arithmetic on small integers: the table calls it as
Python and the analyses compile it unchanged.

Rank sets are 13-bit masks (bit 0 the deuce, bit 12 the ace). Rank counts are packed three bits a rank.
"""

SHIFT = 12
INDEX = (1 << SHIFT) - 1

(HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH,
 ROYAL_FLUSH) = range(10)

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
    rank = ACE_RANK
    while rank >= 0 and not (mask >> rank) & 1:
        rank -= 1
    return rank


def top_bits(mask: int, count: int) -> int:
    """The `count` highest ranks of a set."""
    kept = 0
    for rank in range(ACE_RANK, -1, -1):
        if count and (mask >> rank) & 1:
            kept |= 1 << rank
            count -= 1
    return kept


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
    for top in range(ACE_RANK, WHEEL_TOP, -1):
        if (mask >> (top - 4)) & 31 == 31:
            return top
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


def rank_mask(counts: int) -> int:
    """The set of ranks that packed counts hold."""
    mask = 0
    for rank in range(13):
        if (counts >> (3 * rank)) & 7:
            mask |= 1 << rank
    return mask


def ranks_with(counts: int, least: int) -> int:
    """The set of ranks held at least so often."""
    mask = 0
    for rank in range(13):
        if (counts >> (3 * rank)) & 7 >= least:
            mask |= 1 << rank
    return mask


def kinds_value(counts: int) -> int:
    """The best value that pairs, sets and high cards make, straights and flushes left aside."""
    held = rank_mask(counts)
    four = top_bit(ranks_with(counts, 4))
    if four >= 0:
        return FOUR_OF_A_KIND << SHIFT | four * 13 + top_bit(held & ~(1 << four))
    three = top_bit(ranks_with(counts, 3))
    pairs = ranks_with(counts, 2)
    if three >= 0:
        rest = held & ~(1 << three)
        pairs &= ~(1 << three)
        if pairs:
            return FULL_HOUSE << SHIFT | three * 13 + top_bit(pairs)
        return THREE_OF_A_KIND << SHIFT | three * 78 + index2(rest)
    pair = top_bit(pairs)
    if pair < 0:
        return HIGH_CARD << SHIFT | index5(held)
    rest = held & ~(1 << pair)
    second = top_bit(pairs & ~(1 << pair))
    if second >= 0:
        return TWO_PAIR << SHIFT | (choose2(pair) + second) * 13 + top_bit(rest & ~(1 << second))
    return PAIR << SHIFT | pair * 286 + index3(rest)


def best_value(counts: int, flush: int, wheel: bool = True) -> int:
    """The value of five to seven cards: their packed rank counts, and the ranks of a suit held five times (or 0)."""
    value = max(kinds_value(counts), straight_value(rank_mask(counts), wheel))
    if flush:
        value = max(value, flush_value(flush, wheel))
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
