"""Five-card poker: known counts, the order of the documents, and agreement with four other evaluators."""

from collections import Counter
from itertools import combinations, pairwise

import eval7
import phevaluator
import pytest
import treys

from croupier.equipment.cards import JACK, QUEEN, TEN, card_name
from croupier.hands import five
from croupier.hands.five import best5, best5_cards, category5, describe5, pair_rank, rank5, ranks5, top_rank
from tests.hands.helpers import cards, deals, same_order

# How many of the 2,598,960 hands fall in each category.
COUNTS5 = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three-of-a-kind": 54912,
    "two-pair": 123552,
    "pair": 1098240,
    "high-card": 1302540,
}


@pytest.fixture(scope="module")
def all_hands() -> Counter[int]:
    return Counter(rank5(*hand) for hand in combinations(range(52), 5))


def test_every_five_card_hand_falls_in_its_category(all_hands: Counter[int]) -> None:
    counts: Counter[str] = Counter()
    for value, count in all_hands.items():
        counts[category5(value)] += count
    assert counts == COUNTS5


def test_there_are_7462_different_hands(all_hands: Counter[int]) -> None:
    assert len(all_hands) == 7462


def test_a_value_can_be_taken_apart_into_the_ranks_that_made_it(all_hands: Counter[int]) -> None:
    """Within a category, values stand in the order of their deciding ranks, and no two share them."""
    ordered = sorted(all_hands)
    assert all(a >> 12 < b >> 12 or ranks5(a) < ranks5(b) for a, b in pairwise(ordered))
    for value in ordered:
        assert top_rank(value) == ranks5(value)[0]
        assert pair_rank(value) == (ranks5(value)[0] if value >> 12 in (1, 2, 3, 6, 7) else -1)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_phevaluator(size: int) -> None:
    hands = deals(20_000, size)
    assert same_order((best5(hand), -phevaluator.evaluate_cards(*hand)) for hand in hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_treys(size: int) -> None:
    evaluator = treys.Evaluator()
    to_treys = [treys.Card.new(card_name(card)) for card in range(52)]
    hands = deals(4_000, size, seed=8)
    pairs = [(best5(hand), -evaluator.evaluate([to_treys[card] for card in hand], [])) for hand in hands]
    assert same_order(pairs)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_eval7(size: int) -> None:
    to_eval7 = [eval7.Card(card_name(card)) for card in range(52)]
    hands = deals(20_000, size, seed=9)
    assert same_order((best5(hand), eval7.evaluate([to_eval7[card] for card in hand])) for hand in hands)


def test_the_best_five_of_seven_is_the_best_of_its_21_hands() -> None:
    for hand in deals(2_000, 7, seed=10):
        assert best5(hand) == max(rank5(*five_of) for five_of in combinations(hand, 5))


@pytest.mark.parametrize(
    ("hand", "category", "words"),
    [
        ("As Ks Qs Js Ts", "royal-flush", "royal flush"),
        ("5s 4s 3s 2s As", "straight-flush", "straight flush, five high"),
        ("6c 6d 6h 6s Ac", "four-of-a-kind", "four sixes"),
        ("Kc Kd Kh 4s 4c", "full-house", "full house, kings over fours"),
        ("Ac Jc 9c 4c 2c", "flush", "flush, ace high"),
        ("Ac Kd Qh Js Tc", "straight", "straight, ace high"),
        ("Ac 2d 3h 4s 5c", "straight", "straight, five high"),
        ("7c 7d 7h Ks 2c", "three-of-a-kind", "three sevens"),
        ("Kc Kd 4h 4s 9c", "two-pair", "two pair, kings and fours"),
        ("Tc Td 4h 8s 9c", "pair", "pair of tens"),
        ("Qc Td 4h 8s 9c", "high-card", "queen high"),
    ],
)
def test_hands_have_their_names(hand: str, category: str, words: str) -> None:
    value = best5(cards(hand))
    assert (category5(value), describe5(value)) == (category, words)


def test_the_ace_does_not_turn_the_corner() -> None:
    """Q-K-A-2-3 is no straight (003 line 3194)."""
    assert category5(best5(cards("Qc Kd Ah 2s 3c"))) == "high-card"


def test_king_high_is_the_highest_straight_flush_below_the_royal_and_five_high_the_lowest() -> None:
    tops = [hand for hand in combinations(range(3, 52, 4), 5) if category5(rank5(*hand)) == "straight-flush"]
    ordered = sorted(tops, key=lambda hand: rank5(*hand))
    assert list(ordered[-1]) == sorted(cards("9s Ts Js Qs Ks"))
    assert list(ordered[0]) == sorted(cards("As 2s 3s 4s 5s"))


def test_thresholds_say_or_better() -> None:
    assert best5(cards("Tc Td 2h 3s 4c")) >= five.least_pair(TEN) > best5(cards("9c 9d Ah Ks Qc"))
    assert best5(cards("Jc Jd 2h 3s 4c")) >= five.least_pair(JACK) > best5(cards("Tc Td Ah Ks Qc"))
    assert best5(cards("Qc 2d 3h 4s 6c")) >= five.least_high_card(QUEEN) > best5(cards("Jc Td 9h 8s 6c"))
    assert best5(cards("2c 2d 3h 3s 4c")) >= five.least_of(five.TWO_PAIR) > best5(cards("Ac Ad Kh Qs Jc"))


def test_the_cards_that_play_come_out_in_order_of_weight() -> None:
    played = best5_cards(cards("4c Kd 9s 4h 2d Ks 3c"))
    assert set(played) == set(cards("Kd Ks 4c 4h 9s"))
    assert [card >> 2 for card in played] == [11, 11, 2, 2, 7]
    assert best5_cards(cards("Ac 2d 3h 4s 5c Kd Kh")) == tuple(cards("5c 4s 3h 2d Ac"))


def test_the_cards_that_play_are_worth_the_best_value() -> None:
    for hand in deals(500, 7, seed=11):
        assert rank5(*best5_cards(hand)) == best5(hand)


@pytest.mark.parametrize("size", [0, 4, 8])
def test_only_five_to_seven_cards_are_ranked(size: int) -> None:
    with pytest.raises(ValueError, match="five, six or seven"):
        best5(list(range(size)))
