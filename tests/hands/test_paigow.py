"""Pai gow: the joker, A-2-3-4-5, the two hands, and the seven cards of the Fortune wager (003 lines 6473-6519)."""

from random import Random

import pytest

from croupier.equipment.cards import JOKER
from croupier.hands import paigow
from croupier.hands.paigow import (
    best7,
    category_high,
    describe_high,
    describe_low,
    high_ranks,
    holds7,
    is_fouled,
    is_pai_gow,
    rank_high,
    rank_low,
)
from croupier.hands.wild import rank_bug5
from tests.hands.helpers import cards, deals


def high(text: str) -> int:
    return rank_high(cards(text))


def low(text: str) -> int:
    return rank_low(cards(text))


def test_ace_to_five_is_the_second_highest_straight() -> None:
    """000 line 2559, 001 3356, 003 6489."""
    assert high("Ac Kd Qh Js Tc") > high("Ac 2d 3h 4s 5c") > high("Kc Qd Jh Ts 9c") > high("6c 5d 4h 3s 2c")


def test_ace_to_five_is_the_highest_straight_flush_below_the_royal() -> None:
    """000 line 2551, 001 3348, 003 6481."""
    assert high("As Ks Qs Js Ts") > high("As 2s 3s 4s 5s") > high("Ks Qs Js Ts 9s") > high("6s 5s 4s 3s 2s")


def test_where_ace_to_five_is_the_lowest() -> None:
    straight, flush = cards("Ac 2d 3h 4s 5c"), cards("As 2s 3s 4s 5s")
    assert rank_high(straight, wheel_second=False) < rank_high(cards("6c 5d 4h 3s 2c"), wheel_second=False)
    assert rank_high(flush, wheel_flush_first=False) < rank_high(cards("6s 5s 4s 3s 2s"), wheel_flush_first=False)


def test_the_joker_goes_where_the_straight_is_worth_most() -> None:
    assert high("Jk 2c 3d 4h 5s") == high("Ac 2d 3h 4s 5c")
    assert high("Jk 2s 3s 4s 5s") == high("As 2s 3s 4s 5s")
    assert rank_high(cards("Jk 2c 3d 4h 5s"), wheel_second=False) == rank_high(
        cards("2c 3d 4h 5s 6c"), wheel_second=False
    )
    assert high("Jk Ac 2d 3h 4s") == high("Ac 2d 3h 4s 5c")
    assert high("Jk Tc Jd Qh Ks") == high("Ac Kd Qh Js Tc")


def test_outside_straights_the_order_is_that_of_the_bug() -> None:
    for hand in deals(3_000, 5, deck=53):
        value = rank_bug5(hand)
        if value >> 12 not in (4, 8):
            assert rank_high(hand) == value
        assert category_high(rank_high(hand)) == category_high(value)


def test_the_order_of_high_hands() -> None:
    falling = [
        "Ac Ad Ah As Jk",
        "As Ks Qs Js Jk",
        "As 2s 3s 4s 5s",
        "Ks Qs Js Ts 9s",
        "Ac Ad Ah As Kc",
        "Jk Ac Ad Kh Ks",
        "As Ks Qs Js 9s",
        "Ac Kd Qh Js Tc",
        "Ac 2d 3h 4s 5c",
        "Ac Ad Jk Kh Qs",
        "Ac Ad Kh Ks Qc",
        "Ac Jk Kh Qs 9c",
        "Jk Kd Qh Js 9c",
    ]
    values = [high(hand) for hand in falling]
    assert values[:-1] == sorted(values[:-1], reverse=True)
    assert len(set(values)) == len(values)
    assert describe_high(values[-1]) == "straight, king high"


def test_low_hands() -> None:
    assert low("Jk Ac") == low("Ad As") > low("2c 2d") > low("Ac Kd") > low("Ac Qd") > low("Kc Qd") > low("3c 2d")
    assert low("Jk Kd") == low("Ac Kd")
    assert describe_low(low("Jk Ac")) == "pair of aces"
    assert describe_low(low("9c 4d")) == "nine-four"


@pytest.mark.parametrize(
    ("high_hand", "low_hand", "fouled"),
    [
        ("Kc Kd 9h 5s 3c", "Ac Qd", False),
        ("Kc Kd 9h 5s 3c", "Ac Ad", True),
        ("Kc Kd 9h 5s 3c", "Kh Ks", False),
        ("Ac Qd 9h 5s 3c", "Ad Kd", True),
        ("Ac Qd 9h 5s 3c", "Ad Qc", False),
        ("Ac Qd 9h 5s 3c", "Kd Jd", False),
        ("Kc Qd 9h 5s 3c", "2c 2d", True),
        ("3c 3d 2h 2s Kc", "Ac Ad", False),
        ("Jk Qd 9h 5s 3c", "Ad Kd", True),
    ],
)
def test_the_high_hand_may_not_be_below_the_low_hand(high_hand: str, low_hand: str, fouled: bool) -> None:
    assert is_fouled(high(high_hand), low(low_hand)) is fouled


def test_ranks_of_high_hands() -> None:
    assert high_ranks(high("Ac Ad Ah As Jk")) == (12,)
    assert high_ranks(high("Ac 2d 3h 4s 5c")) == (3,)
    assert high_ranks(high("Kc Qd Jh Ts 9c")) == (11,)
    assert high_ranks(high("Kc Kd 9h 5s 3c")) == (11, 7, 3, 1)
    assert describe_high(high("Ac 2d 3h 4s 5c")) == "straight, ace to five"
    assert describe_high(high("Ac Ad Ah As Jk")) == "five aces"
    assert describe_high(high("Kc Kd 9h 5s 3c")) == "pair of kings"


@pytest.mark.parametrize(
    ("seven", "category"),
    [
        ("3s 4s 5s 6s 7s 8s 9s", "seven-card-straight-flush"),
        ("As 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush"),
        ("8s 9s Ts Js Qs Ks As", "seven-card-straight-flush"),
        ("3s 4s 5s 6s 7s 8s Jk", "seven-card-straight-flush-joker"),
        ("3s 4s Jk 6s 7s 8s 9s", "seven-card-straight-flush-joker"),
        ("As 2s 3s Jk 5s 6s 7s", "seven-card-straight-flush-joker"),
        ("As Ks Qs Js Ts Kd Qd", "royal-match"),
        ("As Ks Qs Jk Ts Kd Qd", "royal-match"),
        ("As Jk Qs Js Ts Kd Qd", "royal-match"),
        ("As Ks Qs Js Ts Kd Qh", "royal-flush"),
        ("As Ks Qs Js Ts Kd Jk", "royal-flush"),
        ("Ac Ad Ah As Jk 2c 3d", "five-aces"),
        ("Ks Qs Js Ts 9s 2c 3d", "straight-flush"),
        ("Kc Kd Kh Ks 9s 2c 3d", "four-of-a-kind"),
        ("Ac Ad Jk Ks Kh 2c 3d", "full-house"),
        ("Ac 9c 7c 3c Jk 2d Kd", "flush"),
        ("Ac Kd Qh Jk Ts 2d 3c", "straight"),
        ("Ac Ad Jk 9h 7s 4d 3c", "three-of-a-kind"),
        ("Ac Kd Kh 9h 9s 4d 3c", "two-pair"),
        ("Jk Ad Kh 9h 7s 4d 3c", "pair"),
        ("Ac Qd Jh 9h 7s 4d 3c", "high-card"),
    ],
)
def test_seven_card_hands_of_the_fortune_wager(seven: str, category: str) -> None:
    assert best7(cards(seven)) == category


def test_a_hand_may_hold_both_a_straight_and_three_of_a_kind() -> None:
    """The Fortune table pays three of a kind better than the straight that outranks it (003 lines 6692-6704)."""
    held = holds7(cards("5c 6d 7h 8s 9c 9d 9h"))
    assert {"straight", "three-of-a-kind"} <= held
    assert best7(cards("5c 6d 7h 8s 9c 9d 9h")) == "straight"


def test_the_best_category_is_among_those_held() -> None:
    for hand in deals(400, 7, deck=53):
        assert best7(hand) == max(holds7(hand), key=paigow.CATEGORIES7.index)


def test_a_pai_gow_hand_has_no_pair_straight_or_flush() -> None:
    """003 line 6367; a joker is then an ace."""
    assert is_pai_gow(cards("Ac Qd Jh 9h 7s 4d 3c"))
    assert is_pai_gow(cards("Jk Qd Th 8h 7s 4d 3c"))
    assert not is_pai_gow(cards("Jk Ad Th 8h 7s 4d 3c"))
    assert not is_pai_gow(cards("Jk Qd Th 9h 8s 4d 3c"))


def test_only_seven_cards_make_a_fortune_hand() -> None:
    with pytest.raises(ValueError, match="seven cards"):
        holds7(cards("Ac Qd Jh 9h 7s 4d"))


def test_the_order_of_the_cards_does_not_matter() -> None:
    chance = Random(1)
    for hand in deals(200, 7, deck=53):
        shuffled = chance.sample(hand, 7)
        assert best7(shuffled) == best7(hand)
        assert rank_high(sorted(hand[:5])) == rank_high(hand[:5])
    assert JOKER == 52
