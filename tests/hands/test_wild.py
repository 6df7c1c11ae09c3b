"""Wild cards: every ranking here is checked against trying all substitutions."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest

from croupier.equipment.cards import JOKER
from croupier.hands import five, wild
from croupier.hands.wild import (
    category_bug,
    category_wild,
    describe_bug,
    is_natural,
    rank_bug5,
    rank_joker5,
    rank_wild5,
)
from tests.hands.helpers import cards

WILD_OF_FIVE = {8: 8, 9: 10}  # a royal flush is one category higher: five of a kind stands below it


def natural_value(hand: Sequence[int]) -> int:
    """Five cards that may repeat, in the order of wild hands; a flush may not hold a card twice."""
    ranks = Counter(card >> 2 for card in hand)
    if len(ranks) == 1:
        return wild.FIVE_OF_A_KIND << 12 | hand[0] >> 2
    repeated_in_suit = len({card & 3 for card in hand}) == 1 and len(ranks) < 5
    if repeated_in_suit:
        hand = [hand[0] ^ 1, *hand[1:]]  # break the suit, keep the ranks
    value = five.rank5(*hand)
    return WILD_OF_FIVE.get(value >> 12, value >> 12) << 12 | value & 4095


def by_substitution(hand: Sequence[int], is_wild: tuple[bool, ...]) -> int:
    naturals = [card for card, wild_card in zip(hand, is_wild) if not wild_card]
    wilds = 5 - len(naturals)
    if wilds == 5:
        return wild.FIVE_WILDS << 12
    return max(natural_value([*naturals, *filling]) for filling in product(range(52), repeat=wilds))


def deuces_and_jokers(hand: Sequence[int]) -> tuple[bool, ...]:
    return tuple(card < 4 or card == JOKER for card in hand)


def hands_with_wilds(wilds: int, count: int) -> list[list[int]]:
    chance = Random(wilds)
    wild_cards = [0, 1, 2, 3, JOKER]
    return [chance.sample(wild_cards, wilds) + chance.sample(range(4, 52), 5 - wilds) for _ in range(count)]


@pytest.mark.parametrize(("wilds", "count"), [(0, 300), (1, 400), (2, 12)])
def test_deuces_wild_is_the_best_substitution(wilds: int, count: int) -> None:
    for hand in hands_with_wilds(wilds, count):
        assert rank_wild5(hand) == by_substitution(hand, deuces_and_jokers(hand)), hand


def test_three_and_four_wild_cards_add_to_what_fewer_make() -> None:
    """With one more wild card, a hand is the best over all cards that it may stand for."""
    for wilds in (3, 4):
        for hand in hands_with_wilds(wilds, 60):
            first = next(card for card in hand if card < 4 or card == JOKER)
            rest = [card for card in hand if card != first]
            assert rank_wild5(hand) == max(rank_wild5([*rest, card]) for card in range(4, 52) if card not in rest)


def test_only_jokers_wild() -> None:
    chance = Random(5)
    for _ in range(200):
        hand = [JOKER, *chance.sample(range(52), 4)]
        assert rank_joker5(hand) == by_substitution(hand, tuple(card == JOKER for card in hand)), hand
    assert category_wild(rank_joker5(cards("2c 2d 2h 2s Kd"))) == "four-of-a-kind"


@pytest.mark.slow
def test_every_hand_of_the_53_cards_falls_in_a_category() -> None:
    """All 2,869,685 hands; each wild hand at least as good as its cards at face value."""
    counts: Counter[str] = Counter()
    for hand in combinations(range(53), 5):
        value = rank_wild5(hand)
        counts[category_wild(value)] += 1
        if hand[4] != JOKER:
            assert value >= natural_value(hand)
    assert sum(counts.values()) == 2_869_685
    assert counts["five-wilds"] == 1
    # Five of a kind: so many wild cards of five, the rest of one of twelve ranks, less royal flushes of one natural.
    assert counts["five-of-a-kind"] == 12 * (5 * 1 + 10 * 4 + 10 * 6) + 7 * 4 * 5


@pytest.mark.parametrize(
    ("hand", "category", "natural"),
    [
        ("Jk 2c 2d 2h 2s", "five-wilds", False),
        ("As Ks Qs Js Ts", "royal-flush", True),
        ("Jk As Ks Qs Js", "royal-flush", False),
        ("2c 2d 2h Ks Ts", "royal-flush", False),
        ("2c Ks Kd Kh Kc", "five-of-a-kind", False),
        ("3s 4s 5s 6s 7s", "straight-flush", True),
        ("2s 3s 4s 5s 6s", "straight-flush", True),
        ("As 2s 3s 4s 5s", "straight-flush", True),
        ("2c 3s 4s 5s 6s", "straight-flush", False),
        ("7c 7d 7h 2s Kd", "four-of-a-kind", False),
        ("7c 7d 2h Ks Kd", "full-house", False),
        ("7c 7d 7h Ks Kd", "full-house", True),
        ("Ks 9s 7s 4s 2s", "flush", True),
        ("Ks 9s 7s 4s 2d", "flush", False),
        ("2c 3d 4h 5s 6c", "straight", True),
        ("2c 4d 5h 6s 7c", "straight", False),
        ("Kc Kd 2h 9s 5c", "three-of-a-kind", False),
        ("2c 2d Kh 9s 5c", "three-of-a-kind", False),
        ("Jk Kd 9c 4h 3s", "pair", False),
    ],
)
def test_wild_and_natural_hands(hand: str, category: str, natural: bool) -> None:
    """A deuce that was not needed as wild counts as natural (001 line 6375)."""
    held = cards(hand)
    assert (category_wild(rank_wild5(held)), is_natural(held)) == (category, natural)


def test_the_order_of_dj_wild() -> None:
    """000 lines 5381-5396: five wilds, royal, five of a kind, straight flush, four of a kind, full house, ..."""
    falling = [
        "Jk 2c 2d 2h 2s",
        "Jk As Ks Qs Js",
        "Jk Ac Ad Ah As",
        "Jk 3c 3d 3h 3s",
        "Ks Qs Js Ts 9s",
        "As 2s 3s 4s 5s",
        "Jk Ac Ad Ah Ks",
        "Jk Ac Ad Kh Ks",
        "As Ks Qs Js 9s",
        "Ac Kd Qh Js Ts",
        "Ac 2d 3h 4s 5c",
        "Jk Ac Ad Kh Qs",
        "Ac Ad Kh Ks Qc",
        "Jk Ac Kh Qs 9c",
        "Ac Kd Qh Js 9c",
    ]
    values = [rank_wild5(cards(hand)) for hand in falling]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_a_wild_hand_ties_a_natural_one_of_the_same_ranks() -> None:
    assert rank_wild5(cards("Jk Ks Qs Js Ts")) == rank_wild5(cards("Ah Kh Qh Jh Th"))
    assert rank_wild5(cards("Jk Kd 9c 4h 3s")) == rank_wild5(cards("Kc Ks 9d 4c 3d"))


def test_a_wild_card_in_a_flush_is_the_highest_that_the_flush_lacks() -> None:
    assert rank_wild5(cards("Jk As Ks 9s 4s")) == rank_wild5(cards("Ah Kh Qh 9h 4h"))


def bug_by_substitution(hand: Sequence[int]) -> int:
    """The joker as an ace, or as any card that makes a straight or a flush."""
    rest = [card for card in hand if card != JOKER]
    if [card >> 2 for card in rest] == [12] * 4:
        return wild.FIVE_ACES << 12 | 12
    aces = [five.rank5(*rest, ace) for ace in range(48, 52) if ace not in rest]
    others = [five.rank5(*rest, card) for card in range(52) if card not in rest]
    completes = [value for value in others if value >> 12 in (4, 5, 8, 9)]
    return max([value for value in aces if value >> 12 not in (4, 5, 8, 9)] + completes)


def test_the_bug_is_an_ace_or_completes_a_straight_or_flush() -> None:
    chance = Random(3)
    for _ in range(2_000):
        hand = [*chance.sample(range(52), 4), JOKER]
        chance.shuffle(hand)
        assert rank_bug5(hand) == bug_by_substitution(hand), hand


def test_the_bug_with_suited_and_connected_cards() -> None:
    """Random hands seldom meet the joker's best uses; these always do."""
    chance = Random(4)
    for _ in range(1_000):
        suit = chance.randrange(4)
        hand = [rank * 4 + suit for rank in chance.sample(range(13), 4)] + [JOKER]
        assert rank_bug5(hand) == bug_by_substitution(hand), hand
        low = chance.randrange(9)
        window = [*range(low, low + 5)] if low else [12, 0, 1, 2, 3]
        hand = [rank * 4 + chance.randrange(4) for rank in chance.sample(window, 4)] + [JOKER]
        assert rank_bug5(hand) == bug_by_substitution(hand), hand


def test_without_a_joker_the_bug_game_is_plain_poker() -> None:
    chance = Random(6)
    for _ in range(1_000):
        hand = chance.sample(range(52), 5)
        assert rank_bug5(hand) == five.rank5(*hand)


def test_the_bug_does_not_pair_a_king() -> None:
    """K-K-joker-5-2 is a pair of kings with an ace (004 line 745); four aces and the joker are the best hand (747)."""
    assert describe_bug(rank_bug5(cards("Kc Kd Jk 5h 2s"))) == "pair of kings"
    assert rank_bug5(cards("Kc Kd Jk 5h 2s")) == rank_bug5(cards("Kh Ks Ac 5h 2s"))
    assert describe_bug(rank_bug5(cards("Ac Ad Ah As Jk"))) == "five aces"
    assert rank_bug5(cards("Ac Ad Ah As Jk")) > rank_bug5(cards("As Ks Qs Js Ts"))
    assert category_bug(rank_bug5(cards("Jk Ks Qs Js Ts"))) == "royal-flush"
    assert category_bug(rank_bug5(cards("Ac Jk Kd Qs Tc"))) == "straight"


def test_retained_openers_with_the_joker() -> None:
    """Ace, joker, king and queen without the ten are two aces (004 line 739)."""
    assert rank_bug5(cards("As Jk Ks Qs 3c")) >= five.least_pair(12)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("Jk 2c 2d 2h 2s", "five wilds"),
        ("Jk Kc Kd Kh Ks", "five kings"),
        ("2c As Ks Qs Js", "royal flush"),
        ("2c Kc Kd 9h 9s", "full house, kings over nines"),
        ("2c Ks 9s 4s 3s", "flush, ace high"),
    ],
)
def test_wild_hands_in_words(hand: str, words: str) -> None:
    assert wild.describe_wild(rank_wild5(cards(hand))) == words
