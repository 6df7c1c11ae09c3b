"""The orders used in compiled analyses are those of the hands package."""

import random

import numpy as np
import pytest

from croupier.hands import five, four
from croupier.odds.games.cards import bits, deals
from croupier.odds.games.cards.boards import hole_orders, symmetry
from croupier.odds.games.cards.fivecard import class_counts, class_of, class_pays
from croupier.odds.games.cards.four_ranks import best_four


def masks_of(cards: list[int]) -> list[int]:
    masks = np.zeros(4, np.int64)
    deals.suit_masks(np.array(cards), masks)
    return [int(mask) for mask in masks]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_orders_hands_as_the_hands_package_does(size: int) -> None:
    chance = random.Random(size)
    hands = [chance.sample(range(52), size) for _ in range(4000)]
    ours = [bits.best_five(*masks_of(hand)) for hand in hands]
    theirs = [five.best5(hand) for hand in hands]
    by_ours = [theirs[k] for k in sorted(range(len(hands)), key=lambda k: ours[k])]
    assert by_ours == sorted(theirs)
    assert len(set(zip(ours, theirs))) == len(set(ours)) == len(set(theirs))
    assert all(mine >> bits.CATEGORY_SHIFT == other >> 12 for mine, other in zip(ours, theirs))


@pytest.mark.parametrize("size", [4, 5, 6])
def test_best_four_is_the_value_of_the_hands_package(size: int) -> None:
    chance = random.Random(size)
    for _ in range(3000):
        hand = chance.sample(range(52), size)
        assert best_four(*masks_of(hand)) == four.best4(hand)


def test_sets_are_numbered_in_order_and_standard_ones_stand_for_all() -> None:
    sets = deals.all_sets(52, 3)
    numbers = [sum(int(deals.CHOOSE[card, k + 1]) for k, card in enumerate(row)) for row in sets]
    assert numbers == list(range(22_100))
    assert [len(symmetry(size).weight) for size in (3, 4)] == [1_755, 16_432]
    assert symmetry(3).weight.sum() == 22_100


def test_the_order_of_suits_leads_to_the_standard_set() -> None:
    three = symmetry(3)
    sets = deals.all_sets(52, 3)
    for number in random.Random(1).sample(range(22_100), 300):
        order = deals.SUIT_ORDERS[three.order[number]]
        moved = sorted((int(card) & 252) | int(order[card & 3]) for card in sets[number])
        assert moved == three.standard[three.which[number]].tolist()


def test_hands_keep_their_kind_when_suits_change_places() -> None:
    for row in hole_orders():
        assert sorted(row.tolist()) == list(range(1326))


def test_five_card_hands_are_counted_by_class() -> None:
    counts = class_counts(5)
    assert sum(counts) == 2_598_960
    assert counts[1:14] == (84_480,) * 13
    assert counts[-2:] == (36, 4)
    assert class_of(bits.best_five(*masks_of([0, 1, 6, 11, 16]))) == 1


def test_pay_tables_draw_the_line_at_a_pair_and_refuse_unknown_rows() -> None:
    nets = class_pays({"two-pair": 2}, {9: 1, 4: 0})
    assert [int(net) for net in nets[:15]] == [-1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2]
    assert class_pays({"two-pair": 2, "jacks-or-better": 1, "sixes-or-better": 0}) == nets
    with pytest.raises(ValueError, match="three-pair"):
        class_pays({"three-pair": 1})
    with pytest.raises(ValueError, match="either"):
        class_pays({"pair": 1}, {9: 1})
