"""House ways: how the dealer sets seven cards into a five-card High hand and a two-card Low hand.

One procedure; what differs between houses (where medium and high pairs begin, what keeps two pair together, whether
a straight must survive) comes from the rulebook as `Ways`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product

import msgspec

from croupier.equipment.cards import ACE, DECK, JOKER, KING, SIX, rank_of, suit_of
from croupier.hands.encode import SHIFT, STRAIGHT, STRAIGHT_FLUSH
from croupier.hands.five import best5
from croupier.hands.paigow import rank_high, rank_low
from croupier.rulebook.shapes import Keys, Span

KEEPS = ("always", "never", "king", "ace", "ace-king")


class Ways(msgspec.Struct, frozen=True, rename="kebab"):
    """What a house's ways say beyond the common rules; ranks as 0 (two) to 12 (ace)."""

    medium_from: int
    high_from: int
    low_low: str
    low_medium: str
    low_high: str
    medium_medium: str
    medium_high: str
    high_high: str
    straight_with_two_pair: str  # "two-pair-rule", or "preserve" a straight or flush if a pair can stand in Low
    fours_to_split: int  # four of a kind from this rank on is split, unless an ace can stand in Low
    fours_always: int  # and from this rank on always


HOUSE_WAY = Keys(
    must={
        "medium-from": Span(SIX + 1, ACE),
        "high-from": Span(SIX + 1, ACE),
        **dict.fromkeys(("low-low", "low-medium", "low-high", "medium-medium", "medium-high", "high-high"), KEEPS),
        "straight-with-two-pair": ("two-pair-rule", "preserve"),
        "fours-to-split": Span(0, ACE),
        "fours-always": Span(0, ACE),
    }
)  # what a rulebook says of them


def ways_from(rule: dict[str, object]) -> Ways:
    return msgspec.convert(rule, Ways)


def rank(card: int) -> int:
    """The joker counts as an ace."""
    return RANKS[card]


RANKS = (*(rank_of(card) for card in DECK), ACE)
# By falling rank; of one rank the joker last, the others by suit.
ORDER = (*((ACE - rank_of(card)) * 5 + suit_of(card) for card in DECK), 4)


def high_value(cards: Sequence[int]) -> int:
    """The value of a High hand. Most have neither the joker nor a straight and are ranked as any five cards, faster."""
    if JOKER not in cards:
        value = best5(cards)
        if value >> SHIFT not in (STRAIGHT, STRAIGHT_FLUSH):
            return value
    return rank_high(cards)


def high_to_low(cards: Iterable[int]) -> list[int]:
    return sorted(cards, key=ORDER.__getitem__)


def set_low(cards: Sequence[int], ways: Ways) -> tuple[int, int]:
    """The two cards of the Low hand; of cards alike in rank, those that leave the better High hand."""
    ordered = high_to_low(cards)
    groups: dict[int, list[int]] = {}  # by rank, the highest first
    for card in ordered:
        if (rank_ := RANKS[card]) in groups:
            groups[rank_].append(card)
        else:
            groups[rank_] = [card]
    by_rule = _by_rule(ordered, groups, ways)
    first, second = RANKS[by_rule[0]], RANKS[by_rule[1]]
    if first == second:
        if len(groups[first]) == 2:
            return by_rule
        return max(combinations(groups[first], 2), key=lambda low: _high(cards, low))
    if len(groups[first]) == len(groups[second]) == 1:
        return by_rule
    alike = product(groups[max(first, second)], groups[min(first, second)])
    return max(alike, key=lambda low: _high(cards, low))


def _by_rule(ordered: list[int], groups: dict[int, list[int]], ways: Ways) -> tuple[int, int]:
    if len(groups) >= 6:
        return _one_pair_or_none(ordered, groups)
    sizes = sorted(map(len, groups.values()), reverse=True)
    if sizes[0] == 5:
        return _five_aces(groups)
    if sizes[0] == 4:
        return _four(groups, ways)
    if sizes[0] == 3 and sizes[1] > 1:
        return _full_house(groups)
    runs = _runs(ordered)
    if sizes[0] == 3:
        return _three_with_run(ordered, groups, runs) if runs else _three(groups)
    pairs = [r for r, g in groups.items() if len(g) == 2]
    if len(pairs) == 3:
        return _pair(groups[max(pairs)])
    return _two_pair_with_run(groups, pairs, ways, runs) if runs else _two_pair(groups, pairs, ways)


def _one_pair_or_none(ordered: list[int], groups: dict[int, list[int]]) -> tuple[int, int]:
    """Two of every three hands: the highest cards beside a pair, or below the highest card; a run is kept."""
    pair = next((group for group in groups.values() if len(group) == 2), [])
    if runs := _runs(ordered):
        return _best_low(runs, pair)
    return _pair([card for card in ordered if card not in pair]) if pair else (ordered[1], ordered[2])


def _runs(ordered: list[int]) -> list[tuple[int, int]]:
    """The splits that leave a straight or a flush in the High hand."""
    if not _has_run(ordered):
        return []  # most hands
    # What two cards leave: as the twos come in order, the fives come in the opposite one.
    left = reversed(list(combinations(ordered, len(ordered) - 2)))
    return [low for low, high in zip(combinations(ordered, 2), left) if _has_run(high)]


def _has_run(cards: Sequence[int]) -> bool:
    """A straight or a flush among cards: five of a suit, or five within five ranks; four and the joker are as good."""
    held = 0  # ranks, with the ace below the deuce and above the king
    suits = [0, 0, 0, 0]
    need = 5
    for card in cards:
        if card == JOKER:
            need = 4
        else:
            held |= _PLACES[card]
            suits[card & 3] += 1
    return max(suits) >= need or _within_five(held) >= need


_PLACES = tuple(1 | 2 << ACE if rank_of(card) == ACE else 2 << rank_of(card) for card in DECK)


@cache
def _within_five(held: int) -> int:
    """How many ranks of a set lie within five in a row, at most."""
    return max((held >> low & 0b11111).bit_count() for low in range(10))


def _pair(cards: Sequence[int]) -> tuple[int, int]:
    return cards[0], cards[1]


def _high(cards: Sequence[int], low: tuple[int, int]) -> int:
    return high_value([card for card in cards if card not in low])


def _rest(groups: dict[int, list[int]], *without: int) -> list[int]:
    return [card for r, group in groups.items() if r not in without for card in group]


def _five_aces(groups: dict[int, list[int]]) -> tuple[int, int]:
    kings = groups.get(KING, [])
    return _pair(kings) if len(kings) == 2 else _pair(groups[ACE])


def _four(groups: dict[int, list[int]], ways: Ways) -> tuple[int, int]:
    """Four of a kind, alone or beside a pair or three of a kind."""
    four = next(r for r, g in groups.items() if len(g) == 4)
    others = sorted((r for r, g in groups.items() if r != four and len(g) >= 2), reverse=True)
    if others and (four != ACE or others[0] == KING):
        if len(groups[others[0]]) == 3 and four > others[0]:
            return _pair(groups[four])  # the highest pair for Low: the High hand is still a full house
        return _pair(groups[others[0]])
    rest = _rest(groups, four)
    if four < ways.fours_to_split:
        return _pair(rest)
    if four < ways.fours_always and rank(rest[0]) == ACE:
        return _pair(rest)
    return _pair(groups[four])


def _full_house(groups: dict[int, list[int]]) -> tuple[int, int]:
    """Always split: the highest pair in Low; of two three of a kinds, a pair of the higher."""
    threes = sorted((r for r, g in groups.items() if len(g) == 3), reverse=True)
    if len(threes) == 2:
        return _pair(groups[threes[0]])
    return _pair(groups[max(r for r, g in groups.items() if len(g) == 2)])


def _three(groups: dict[int, list[int]]) -> tuple[int, int]:
    three = next(r for r, g in groups.items() if len(g) == 3)
    rest = _rest(groups, three)
    return (groups[ACE][0], rest[0]) if three == ACE else _pair(rest)


def _three_with_run(cards: Sequence[int], groups: dict[int, list[int]], runs: list[tuple[int, int]]) -> tuple[int, int]:
    """A pair of the three in Low; two aces and the joker are held as three aces unless the run survives."""
    three = next(r for r, g in groups.items() if len(g) == 3)
    preserved = [low for low in runs if rank(low[0]) == rank(low[1]) == three]
    if three == ACE and JOKER in cards and not preserved:
        return _three(groups)
    return preserved[0] if preserved else _pair(groups[three])


def _best_low(runs: list[tuple[int, int]], pair: list[int]) -> tuple[int, int]:
    """The split that keeps a straight or flush and gives the highest Low; a pair there if it can stand."""
    return _pair(pair) if tuple(pair) in runs else max(runs, key=rank_low)


def _two_pair_with_run(
    groups: dict[int, list[int]], pairs: list[int], ways: Ways, runs: list[tuple[int, int]]
) -> tuple[int, int]:
    by_rule = _two_pair(groups, pairs, ways)
    if ways.straight_with_two_pair == "two-pair-rule":
        return by_rule
    paired = [low for low in runs if rank(low[0]) == rank(low[1])]
    if paired:
        return max(paired, key=rank_low)
    kept = max(runs, key=rank_low)
    return by_rule if rank_low(by_rule) > rank_low(kept) else kept


def _two_pair(groups: dict[int, list[int]], pairs: list[int], ways: Ways) -> tuple[int, int]:
    """Split, the lower pair in Low, unless the rule for these two pairs keeps them with what else is held."""
    high, low = max(pairs), min(pairs)
    rest = _rest(groups, high, low)
    keep = "never" if high == ACE else getattr(ways, f"{_size(low, ways)}_{_size(high, ways)}")
    held = {rank(card) for card in rest}
    kept = {
        "always": True,
        "never": False,
        "king": bool(held & {KING, ACE}),
        "ace": ACE in held,
        "ace-king": {ACE, KING} <= held,
    }[keep]
    return _pair(rest) if kept else _pair(groups[low])


def _size(pair: int, ways: Ways) -> str:
    assert pair != ACE and ways.medium_from > SIX
    return "high" if pair >= ways.high_from else "medium" if pair >= ways.medium_from else "low"
