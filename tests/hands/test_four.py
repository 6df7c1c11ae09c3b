"""Four-card poker: three of a kind above a flush above a straight (000 line 1463, 001 2046, 002 2324, 003 3972)."""

from collections import Counter
from itertools import combinations

import pytest

from croupier.equipment.cards import ACE, KING
from croupier.hands.four import (
    best4,
    category4,
    describe4,
    least_high_card4,
    least_pair4,
    pair_rank4,
    rank4,
    top_rank4,
)
from tests.hands.helpers import cards, deals


def rank(text: str) -> int:
    return rank4(*cards(text))


@pytest.fixture(scope="module")
def all_hands() -> list[int]:
    return [rank4(*hand) for hand in combinations(range(52), 4)]


def test_every_four_card_hand_falls_in_its_category(all_hands: list[int]) -> None:
    counts = Counter(category4(value) for value in all_hands)
    assert counts == {
        "four-of-a-kind": 13,
        "straight-flush": 44,
        "three-of-a-kind": 2496,
        "flush": 2816,
        "straight": 2772,
        "two-pair": 2808,
        "pair": 82368,
        "high-card": 177408,
    }


def test_there_is_one_value_for_each_set_of_ranks_and_flush(all_hands: list[int]) -> None:
    """715 flushes of four ranks; 1,820 multisets of four ranks, of which 715 without a pair."""
    assert len(set(all_hands)) == 715 + 1820


def test_the_order_of_hands() -> None:
    falling = [
        "Ac Ad Ah As",
        "2c 2d 2h 2s",
        "As Ks Qs Js",
        "5s 4s 3s 2s",
        "4s 3s 2s As",
        "Ac Ad Ah Ks",
        "2c 2d 2h 3s",
        "As Ks Qs Ts",
        "6s 4s 3s 2s",
        "Ac Kd Qh Js",
        "5c 4d 3h 2s",
        "4c 3d 2h As",
        "Ac Ad Kh Ks",
        "Ac Ad 2h 2s",
        "Kc Kd Qh Qs",
        "3c 3d 2h 2s",
        "Ac Ad Kh Qs",
        "Ac Ad 3h 2s",
        "2c 2d Ah Ks",
        "2c 2d 4h 3s",
        "Ac Kd Qh Ts",
        "Ac 5d 3h 2s",
        "Kc Qd Jh 9s",
        "6c 4d 3h 2s",
    ]
    values = [rank(hand) for hand in falling]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_the_ace_does_not_turn_the_corner() -> None:
    assert category4(rank("Kc Ad 2h 3s")) == "high-card"


def test_the_cards_may_come_in_any_order() -> None:
    for a, b, c, d in deals(300, 4):
        assert rank4(a, b, c, d) == rank4(d, c, b, a) == rank4(c, a, d, b)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_best_four_are_the_best_of_all_fours(size: int) -> None:
    for hand in deals(500, size):
        best = max(rank4(*four) for four in combinations(hand, 4))
        assert best4(hand) == best


def test_three_of_a_kind_plays_before_a_flush_in_five_cards() -> None:
    assert category4(best4(cards("9c 9d 9h Kc 4c"))) == "three-of-a-kind"
    assert category4(best4(cards("9c Kc 4c 2c 3d"))) == "flush"


def test_thresholds_say_or_better() -> None:
    assert rank("Ac Ad 2h 3s") >= least_pair4(ACE) > rank("Kc Kd Ah Qs")
    assert rank("Kc 2d 3h 4s") >= least_high_card4(KING) > rank("Qc Jd Th 8s")


@pytest.mark.parametrize(
    ("hand", "top", "pair", "words"),
    [
        ("6c 6d 6h 6s", 4, 4, "four sixes"),
        ("4s 3s 2s As", 2, -1, "straight flush, four high"),
        ("9c 9d 9h As", 7, 7, "three nines"),
        ("As 9s 3s 2s", 12, -1, "flush, ace high"),
        ("Ac Kd Qh Js", 12, -1, "straight, ace high"),
        ("Kc 4d Kh 4s", 11, 11, "two pair, kings and fours"),
        ("Kc Ad Ah 4s", 12, 12, "pair of aces"),
        ("Kc Qd 2h 4s", 11, -1, "king high"),
    ],
)
def test_hands_have_words_and_leading_ranks(hand: str, top: int, pair: int, words: str) -> None:
    value = rank(hand)
    assert (top_rank4(value), pair_rank4(value), describe4(value)) == (top, pair, words)
