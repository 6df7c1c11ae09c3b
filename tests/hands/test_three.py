"""Three-card poker: a straight above a flush (000 from line 3898, 001 from 4135, 002 from 12964, 003 from 8267)."""

from collections import Counter
from itertools import combinations

import pytest

from croupier.equipment.cards import QUEEN
from croupier.hands.three import (
    CATEGORIES3,
    STRAIGHT,
    category3,
    describe3,
    is_mini_royal,
    least_high_card3,
    least_of3,
    rank3,
    top_rank3,
)
from tests.hands.helpers import cards


def rank(text: str) -> int:
    return rank3(*cards(text))


def test_every_three_card_hand_falls_in_its_category() -> None:
    counts = Counter(category3(rank3(*hand)) for hand in combinations(range(52), 3))
    assert counts == {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high-card": 16440,
    }


def test_the_order_of_hands() -> None:
    """Each hand beats the next, from the mini royal to the lowest high card."""
    falling = [
        "As Ks Qs",
        "Ks Qs Js",
        "4s 3s 2s",
        "3s 2s As",
        "Ac Ad Ah",
        "2c 2d 2h",
        "Ac Kd Qh",
        "4c 3d 2h",
        "3c 2d Ah",
        "As Ks Js",
        "5s 3s 2s",
        "Ac Ad Kh",
        "Ac Ad 2h",
        "Kc Kd Ah",
        "2c 2d 3h",
        "Ac Kd Jh",
        "Ac 4d 2h",
        "Kc Qd Th",
        "5c 3d 2h",
    ]
    values = [rank(hand) for hand in falling]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_an_ace_is_not_in_the_middle_of_a_straight() -> None:
    assert category3(rank("Kc Ad 2h")) == "high-card"
    assert category3(rank("Ks As 2s")) == "flush"


def test_suits_and_order_do_not_matter() -> None:
    assert rank("Kc 9d 4h") == rank("4s Kd 9c")
    assert rank("Kc 9c 4c") == rank("4s Ks 9s")


def test_the_highest_card_that_the_other_hand_lacks_decides() -> None:
    assert rank("Kc Td 4h") > rank("Ks 9c 8d")
    assert rank("Kc 9d 5h") > rank("Ks 9c 4d")
    assert rank("9c 9d 5h") > rank("9h 9s 4d")


def test_mini_royal_is_the_top_straight_flush() -> None:
    assert is_mini_royal(rank("As Ks Qs"))
    assert not is_mini_royal(rank("Ks Qs Js"))
    assert rank("Ah Kh Qh") == max(rank3(*hand) for hand in combinations(range(52), 3))


def test_thresholds_say_or_better() -> None:
    assert rank("Qc 3d 2h") >= least_high_card3(QUEEN) > rank("Jc Td 8h")
    assert rank("3c 2d Ah") >= least_of3(STRAIGHT) > rank("As Ks Js")


@pytest.mark.parametrize(
    ("hand", "top", "words"),
    [
        ("As Ks Qs", 12, "mini royal"),
        ("3s 2s As", 1, "straight flush, three high"),
        ("9c 9d 9h", 7, "three nines"),
        ("Tc 9d 8h", 8, "straight, ten high"),
        ("Kc 9c 2c", 11, "flush, king high"),
        ("6c 6d Ah", 4, "pair of sixes"),
        ("Qc 9d 2h", 10, "queen high"),
    ],
)
def test_hands_have_words_and_a_leading_rank(hand: str, top: int, words: str) -> None:
    value = rank(hand)
    assert (top_rank3(value), describe3(value)) == (top, words)


def test_categories_are_named_from_low_to_high() -> None:
    assert CATEGORIES3 == ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
