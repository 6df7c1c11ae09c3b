"""Low hands: agreement with pokerkit, the examples of the Baltimore book, and the joker."""

from itertools import combinations
from random import Random

import pokerkit
import pytest

from croupier.equipment.cards import JOKER, card_name, parse_card
from croupier.hands.low import (
    badugi,
    describe_badugi,
    describe_low_8,
    describe_low_27,
    describe_low_a5,
    low_8,
    low_27,
    low_a5,
)
from tests.hands.helpers import cards, deals, same_order


def text(hand: list[int]) -> str:
    return "".join(card_name(card) for card in hand)


@pytest.mark.parametrize("size", [5, 7])
def test_ace_to_five_agrees_with_pokerkit(size: int) -> None:
    hands = deals(1_500 if size == 5 else 300, size)
    assert same_order((low_a5(hand), -pokerkit.RegularLowHand.from_game(text(hand)).entry.index) for hand in hands)


@pytest.mark.parametrize("size", [5, 6])
def test_deuce_to_seven_agrees_with_pokerkit(size: int) -> None:
    hands = deals(1_500 if size == 5 else 300, size)
    assert same_order((low_27(hand), -pokerkit.StandardLowHand.from_game(text(hand)).entry.index) for hand in hands)


def test_eight_or_better_agrees_with_pokerkit() -> None:
    pairs = []
    for hand in deals(600, 7):
        theirs = pokerkit.EightOrBetterLowHand.from_game_or_none(text(hand))
        assert (low_8(hand) == 0) == (theirs is None)
        if theirs is not None:
            pairs.append((low_8(hand), -theirs.entry.index))
    assert len(pairs) > 50
    assert same_order(pairs)


def test_badugi_agrees_with_pokerkit() -> None:
    hands = deals(3_000, 4)
    assert same_order((badugi(hand), -pokerkit.BadugiHand.from_game(text(hand)).entry.index) for hand in hands)


def test_paired_ace_to_five_hands_of_few_ranks_are_the_best_of_their_fives() -> None:
    """Seven cards of two to four ranks, where every five hold a pair."""
    chance = Random(2)
    for _ in range(1_500):
        ranks = chance.sample(range(13), chance.randint(2, 4))
        pool = [rank * 4 + suit for rank in ranks for suit in range(4)]
        hand = chance.sample(pool, min(7, len(pool)))
        assert low_a5(hand) == max(low_a5(five) for five in combinations(hand, 5))


def test_ace_to_five_ignores_straights_and_flushes() -> None:
    """Any 5-4-3-2-A is the wheel (004 line 674), even suited."""
    assert low_a5(cards("As 2s 3s 4s 5s")) == low_a5(cards("Ac 2d 3h 4s 5c"))
    assert low_a5(cards("As 2s 3s 4s 5s")) > low_a5(cards("As 2s 3s 4s 6s"))
    assert low_a5(cards("6s 4s 3s 2s As")) > low_a5(cards("6d 5s 3c 2d Ah"))


def test_two_aces_are_the_lowest_pair_in_razz() -> None:
    """004 line 601."""
    assert low_a5(cards("Ac Ad 2h 3s 4c")) > low_a5(cards("2c 2d 3h 4s 5c"))


def test_deuce_to_seven_examples() -> None:
    """A-2-3-4-5 is ace high, no straight: it loses to king high; a pair of aces is the worst pair (004 line 681)."""
    best = low_27(cards("7c 5d 4h 3s 2c"))
    assert best == max(low_27(hand) for hand in [*deals(500, 5), cards("7c 5d 4h 3s 2c")])
    assert best > low_27(cards("7c 5c 4c 3c 2c"))
    assert low_27(cards("Kc Qd Jh Ts 8c")) > low_27(cards("Ac 5d 4h 3s 2c")) > low_27(cards("Ac 6d 4h 3s 2c"))
    assert low_27(cards("Ac 5d 4h 3s 2c")) > low_27(cards("2c 2d 3h 4s 5c")) > low_27(cards("Ac Ad 3h 4s 5c"))
    assert low_27(cards("8c 6d 5h 3s 2c")) > low_27(cards("6c 5d 4h 3s 2c"))


def test_the_joker_is_the_lowest_card_that_the_hand_lacks() -> None:
    """004 line 676."""
    assert low_a5(cards("Jk 2c 3d 4h 5s")) == low_a5(cards("Ac 2d 3h 4s 5c"))
    assert low_a5(cards("Ac Jk 3d 4h 5s")) == low_a5(cards("Ac 2d 3h 4s 5c"))
    assert low_a5(cards("Ac 2c 3d 4h Jk")) == low_a5(cards("Ac 2d 3h 4s 5c"))
    assert low_a5(cards("Kc Kd 3d 4h Jk")) == low_a5(cards("Kc Kd 3h 4s Ac"))
    assert low_8(cards("Jk 2c 3d 8h 7s")) == low_8(cards("Ac 2c 3d 8h 7s"))


def test_the_joker_agrees_with_the_best_substitution() -> None:
    chance = Random(9)
    for _ in range(500):
        rest = chance.sample(range(52), 4)
        held = {card >> 2 for card in rest}
        best = max(low_a5([*rest, rank * 4]) for rank in range(13) if rank not in held)
        assert low_a5([*rest, JOKER]) == best


def test_eight_or_better_needs_five_ranks_of_eight_or_lower() -> None:
    assert low_8(cards("Ac 2d 3h 4s 9c")) == 0
    assert low_8(cards("Ac Ad 3h 4s 5c 8d 8h")) > 0
    assert low_8(cards("8c 7d 6h 5s 4c")) == 8
    assert low_8(cards("Ac Ad 2h 3s 4c 6d Kh")) == low_8(cards("6c 4d 3h 2s Ac"))


def test_badugi_counts_cards_of_different_rank_and_suit() -> None:
    assert badugi(cards("Ac 2d 3h 4s")) > badugi(cards("Ac 2d 3h 5s")) > badugi(cards("Kc Qd Jh Ts"))
    assert badugi(cards("Kc Qd Jh Ts")) > badugi(cards("Ac 2d 3h 4h")) > badugi(cards("Ac 2c Ad 2d"))
    assert badugi(cards("Ac Ad Ah As")) == badugi([parse_card("Ac")])


def test_low_hands_in_words() -> None:
    assert describe_low_a5(low_a5(cards("8c 6d 4h 3s Ac Kd Kh"))) == "eight-six-four-three-ace"
    assert describe_low_a5(low_a5(cards("2c 2d 4h 3s Ac"))) == "a pair"
    assert describe_low_8(low_8(cards("8c 6d 4h 3s Ac"))) == "eight-six-four-three-ace"
    assert describe_low_8(0) == "no qualifying low"
    assert describe_low_27(low_27(cards("8c 6d 4h 3s 2c"))) == "eight-six-four-three-two"
    assert describe_low_27(low_27(cards("6c 5d 4h 3s 2c"))) == "straight, six high"
    assert describe_badugi(badugi(cards("Ac 2d 3h 4s"))) == "four-card badugi, four-three-two-ace"
