"""Low hands. Higher value is the better, that is the lower, hand: compare as for high hands.

`low_a5`  ace to five: the ace is low, straights and flushes do not count; best A-2-3-4-5. A joker is the
          lowest rank that the hand lacks.
`low_27`  deuce to seven: the worst high hand wins, the ace is high only and A-2-3-4-5 is no straight.
`low_8`   ace to five with five different ranks of eight or lower, else 0.
`badugi`  the most cards that share neither rank nor suit, then the lowest.

Each takes the best of the cards given (five to seven; four for badugi). Plain functions over small integers:
`odds` compiles them as they stand.
"""

from collections.abc import Sequence

from croupier.equipment.cards import RANK_WORDS
from croupier.hands.encode import SHIFT, flush_value, top_bit, unsuited_value
from croupier.hands.five import describe5, ranks5
from croupier.hands.flush import count_bits

LOW_TOP = 1 << 24
_KINDS_AT = 20


def _low_rank(card: int) -> int:
    """Ace 0, deuce 1, king 12."""
    rank = (card >> 2 & 15) + 1
    return 0 if rank == 13 else rank


def _low_mask(cards: Sequence[int]) -> int:
    """The set of ranks with the ace low; a joker is the lowest missing."""
    mask = 0
    jokers = 0
    for card in cards:
        if card >= 52:
            jokers += 1
        else:
            mask |= 1 << _low_rank(card)
    while jokers:
        mask |= mask + 1
        jokers -= 1
    return mask


def _lowest(mask: int, count: int) -> int:
    """The `count` lowest members of a set."""
    kept = 0
    while count and mask:
        lowest = mask & -mask
        kept |= lowest
        mask ^= lowest
        count -= 1
    return kept


def low_8(cards: Sequence[int]) -> int:
    """Eight or better: 0 without five different ranks of eight or lower."""
    mask = _low_mask(cards) & 255
    return 256 - _lowest(mask, 5) if count_bits(mask) >= 5 else 0


def low_a5(cards: Sequence[int]) -> int:
    """Ace to five."""
    mask = _low_mask(cards)
    if count_bits(mask) >= 5:
        return LOW_TOP - _lowest(mask, 5)
    return _low_a5_paired(cards)


def _low_a5_paired(cards: Sequence[int]) -> int:
    """The best of cards of at most four ranks, jokers included."""
    once = _low_mask(cards)
    seen = twice = thrice = four = 0
    for card in cards:
        if card < 52:
            bit = 1 << _low_rank(card)
            four |= thrice & bit
            thrice |= twice & bit
            twice |= seen & bit
            seen |= bit
    return LOW_TOP - _least_paired(once, twice, thrice, four)


def _least_paired(once: int, twice: int, thrice: int, four: int) -> int:
    """The least bad five cards of at most four ranks: a pair before two pair, before three, a full house, four."""
    ranks = count_bits(once)
    if ranks == 4:
        pair = _lowest(twice, 1)
        return 1 << _KINDS_AT | top_bit(pair) << 13 | once & ~pair
    if ranks == 3 and count_bits(twice) >= 2:
        two = _lowest(twice, 2)
        return 2 << _KINDS_AT | two << 4 | top_bit(once & ~two)
    three = _lowest(thrice, 1)
    if ranks == 3:
        return 3 << _KINDS_AT | top_bit(three) << 13 | once & ~three
    # Two ranks: the lower that can be three with the other paired, else four and one.
    if twice & ~three:
        return 4 << _KINDS_AT | top_bit(three) << 13 | once & ~three
    return 5 << _KINDS_AT | top_bit(four) << 13 | once & ~four


def low_27(cards: Sequence[int]) -> int:
    """Deuce to seven."""
    size = len(cards)
    if size == 5:
        return LOW_TOP - _high_27(cards[0], cards[1], cards[2], cards[3], cards[4])
    best = 0
    for a in range(size - 4):
        for b in range(a + 1, size - 3):
            for c in range(b + 1, size - 2):
                for d in range(c + 1, size - 1):
                    for e in range(d + 1, size):
                        best = max(best, LOW_TOP - _high_27(cards[a], cards[b], cards[c], cards[d], cards[e]))
    return best


def _high_27(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards as a high hand in which A-2-3-4-5 is no straight."""
    once = twice = thrice = four = 0
    for card in (a, b, c, d, e):
        bit = 1 << (card >> 2 & 15)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    if (a ^ b) & 3 == 0 and (b ^ c) & 3 == 0 and (c ^ d) & 3 == 0 and (d ^ e) & 3 == 0:
        return flush_value(once, False)
    return unsuited_value(once, twice, thrice, four, False)


def badugi(cards: Sequence[int]) -> int:
    """The best badugi of up to four cards (or more)."""
    size = len(cards)
    best = 0
    for chosen in range(1, 1 << size):
        suits = 0
        ranks = 0
        count = 0
        for i in range(size):
            if (chosen >> i) & 1:
                suits |= 1 << (cards[i] & 3)
                ranks |= 1 << _low_rank(cards[i])
                count += 1
        if count_bits(suits) == count and count_bits(ranks) == count:
            best = max(best, count << 13 | 8191 - ranks)
    return best


def _words(mask: int) -> str:
    """Ranks with the ace low, the highest first: `8-6-4-3-ace`."""
    names = [RANK_WORDS[12 if rank == 0 else rank - 1] for rank in range(12, -1, -1) if mask >> rank & 1]
    return "-".join(names)


def describe_low_8(value: int) -> str:
    return _words(256 - value) if value else "no qualifying low"


def describe_low_a5(value: int) -> str:
    """The hand in words: `eight-six-four-three-ace`, `pair of twos`."""
    badness = LOW_TOP - value
    kind = badness >> _KINDS_AT
    if kind == 0:
        return _words(badness)
    return ("", "a pair", "two pair", "three of a kind", "a full house", "four of a kind")[kind]


def describe_badugi(value: int) -> str:
    cards = ("no", "one", "two", "three", "four")[value >> 13]
    return f"{cards}-card badugi, {_words(8191 - (value & 8191))}"


def describe_low_27(value: int) -> str:
    """The hand in words, as a high hand that one would rather not hold."""
    high = LOW_TOP - value
    return "-".join(RANK_WORDS[rank] for rank in ranks5(high)) if high >> SHIFT == 0 else describe5(high)
