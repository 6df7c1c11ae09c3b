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
from croupier.hands.encode import SHIFT, best_value, rank_mask, ranks_with
from croupier.hands.flush import count_bits

LOW_TOP = 1 << 24
_KINDS_AT = 20


def _low_rank(card: int) -> int:
    """Ace 0, deuce 1, king 12."""
    rank = (card >> 2) + 1
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
    """The best of hands that cannot avoid a pair."""
    counts = 0
    for card in cards:
        if card < 52:
            counts += 1 << (3 * _low_rank(card))
    for card in cards:
        if card >= 52:
            rank = 0
            while (counts >> (3 * rank)) & 7:
                rank += 1
            counts += 1 << (3 * rank)
    return LOW_TOP - _least_paired(counts)


def _least_paired(counts: int) -> int:
    """The least bad five cards of at most four ranks: a pair before two pair, before three, a full house, four."""
    held = rank_mask(counts)
    ranks = count_bits(held)
    pairs = ranks_with(counts, 2)
    threes = ranks_with(counts, 3)
    if ranks == 4:
        pair = _lowest(pairs, 1)
        return 1 << _KINDS_AT | _place(pair) << 13 | held & ~pair
    if ranks == 3 and count_bits(pairs) >= 2:
        two = _lowest(pairs, 2)
        return 2 << _KINDS_AT | two << 4 | _place(held & ~two)
    three = _lowest(threes, 1)
    if ranks == 3:
        return 3 << _KINDS_AT | _place(three) << 13 | held & ~three
    # Two ranks: three and two if the other is paired, else four and one.
    full = 0
    for rank in range(13):
        if not full and (threes >> rank) & 1 and pairs & ~(1 << rank):
            full = 4 << _KINDS_AT | rank << 13 | pairs & ~(1 << rank)
    if full:
        return full
    four = _lowest(ranks_with(counts, 4), 1)
    return 5 << _KINDS_AT | _place(four) << 13 | held & ~four


def _place(bit: int) -> int:
    """Which single rank a one-bit set holds."""
    place = 0
    while bit >> (place + 1):
        place += 1
    return place


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
    counts = 0
    for card in (a, b, c, d, e):
        counts += 1 << (3 * (card >> 2))
    suited = (a ^ b) & 3 == 0 and (b ^ c) & 3 == 0 and (c ^ d) & 3 == 0 and (d ^ e) & 3 == 0
    return best_value(counts, rank_mask(counts) if suited else 0, False)


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
    from croupier.hands.five import describe5, ranks5

    high = LOW_TOP - value
    return "-".join(RANK_WORDS[rank] for rank in ranks5(high)) if high >> SHIFT == 0 else describe5(high)
