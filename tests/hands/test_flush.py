"""Flush games (003 lines 4698-4706 and 4763-4781), and runs within a suit."""

from random import Random

import pytest

from croupier.equipment.cards import NINE
from croupier.hands.flush import (
    best_flush,
    best_flush_cards,
    describe_flush,
    flush_length,
    least_flush,
    longest_straight_flush,
    rank_flush,
    six_card_royal,
)
from tests.hands.helpers import cards, deals


def by_sorting(hand: list[int]) -> tuple[int, ...]:
    suits = [sorted((card >> 2 for card in hand if card & 3 == suit), reverse=True) for suit in range(4)]
    return max((len(ranks), *ranks) for ranks in suits)


def by_looking(hand: list[int], ace_low: bool) -> int:
    best = 0
    for suit in range(4):
        places = {(card >> 2) + 1 for card in hand if card & 3 == suit}
        if ace_low and 13 in places:
            places.add(0)
        for place in places:
            length = 1
            while place + length in places:
                length += 1
            best = max(best, length)
    return best


def test_the_best_flush_is_the_longest_then_the_highest() -> None:
    hands = deals(2_000, 7)
    for hand in hands:
        assert best_flush(hand) == by_sorting(hand)
    by_value = sorted(hands, key=rank_flush)
    assert [best_flush(hand) for hand in by_value] == sorted(best_flush(hand) for hand in hands)


def test_a_longer_flush_beats_a_higher_one() -> None:
    assert rank_flush(cards("2c 3c 4c 5c As Ks Qd")) > rank_flush(cards("As Ks Qs Jd Td 9h 8h"))


def test_a_straight_flush_is_no_better_than_a_flush() -> None:
    assert rank_flush(cards("Ac 7c 3c 9d 8d 7h 6h")) > rank_flush(cards("Kc Qc Jc 9d 8d 7h 6h"))


def test_the_next_card_decides_when_the_highest_agree() -> None:
    assert rank_flush(cards("Ac 7c 3c 9d 8d 7h 6h")) > rank_flush(cards("As 6s 5s 9d 8d 7h 6h"))
    assert rank_flush(cards("Ac 7c 3c 9d 8d 7h 6h")) == rank_flush(cards("As 7s 3s 2d 8d Kh 6h"))


def test_nine_high_three_card_flush_or_better() -> None:
    qualifies = least_flush(3, NINE)
    assert rank_flush(cards("9c 3c 2c As Kd Qh Js")) >= qualifies > rank_flush(cards("8c 7c 6c As Kd Qh Js"))
    assert rank_flush(cards("5c 4c 3c 2c As Kd Qh")) >= qualifies
    assert flush_length(qualifies) == 3


@pytest.mark.parametrize("ace_low", [True, False])
def test_the_longest_run_in_a_suit(ace_low: bool) -> None:
    chance = Random(4)
    hands = deals(500, 7) + [chance.sample(range(0, 52, 2), 7) for _ in range(500)]
    for hand in hands:
        assert longest_straight_flush(hand, ace_low) == by_looking(hand, ace_low)


@pytest.mark.parametrize(
    ("hand", "length"),
    [
        ("8s 9s Ts Js Qs Ks As", 7),
        ("As 2s 3s 9d 9c 9h Kd", 3),
        ("As Ks 2s 9d 9c 5h Kd", 2),
        ("2s 4s 6s 8s Ts Qs Kd", 1),
        ("5h 6h 7h 8h 2c 3c 4c", 4),
    ],
)
def test_runs_by_example(hand: str, length: int) -> None:
    assert longest_straight_flush(cards(hand)) == length


def test_a_low_ace_may_be_refused() -> None:
    assert longest_straight_flush(cards("As 2s 3s 9d 9c 9h Kd"), ace_low=False) == 2


def test_a_six_card_royal_names_its_suit() -> None:
    """Ace to nine of one suit (000 lines 4057-4060 pay it suit by suit)."""
    assert six_card_royal(cards("As Ks Qs Js Ts 9s")) == 3
    assert six_card_royal(cards("Ad Kd Qd Jd Td 9d")) == 1
    assert six_card_royal(cards("Ad Kd Qd Jd Td 9c")) == -1


def test_the_cards_of_the_flush() -> None:
    assert best_flush_cards(cards("2c Kd 3c Ac 9d 9h 4h")) == tuple(cards("Ac 3c 2c"))
    for hand in deals(300, 7):
        kept = best_flush_cards(hand)
        assert len({card & 3 for card in kept}) == 1
        assert (len(kept), *(card >> 2 for card in kept)) == best_flush(hand)


def test_flushes_in_words() -> None:
    assert describe_flush(rank_flush(cards("2c Kd 3c Ac 9d 9h 4h"))) == "three-card flush, ace high"
