"""Omaha: exactly two and three, high and low, beside pokerkit."""

import pokerkit
import pytest

from croupier.equipment.cards import card_name
from croupier.hands.five import category5
from croupier.hands.low import low_8
from croupier.hands.omaha import omaha_high, omaha_low8
from tests.hands.helpers import cards, deals, same_order


def text(hand: list[int]) -> str:
    return "".join(card_name(card) for card in hand)


@pytest.mark.parametrize("hole", [4, 5])
def test_high_agrees_with_pokerkit(hole: int) -> None:
    pairs = [
        (
            omaha_high(hand[:hole], hand[hole:]),
            pokerkit.OmahaHoldemHand.from_game(text(hand[:hole]), text(hand[hole:])).entry.index,
        )
        for hand in deals(120, hole + 5)
    ]
    assert same_order(pairs)


def test_low_agrees_with_pokerkit() -> None:
    pairs = []
    for hand in deals(200, 9):
        theirs = pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(text(hand[:4]), text(hand[4:]))
        ours = omaha_low8(hand[:4], hand[4:])
        assert (ours == 0) == (theirs is None)
        if theirs is not None:
            pairs.append((ours, -theirs.entry.index))
    assert same_order(pairs)


def test_four_of_a_suit_on_the_board_need_two_in_the_hand() -> None:
    value = omaha_high(cards("As Kd Qh Jc"), cards("9s 7s 4s 2s 3d"))
    assert category5(value) == "high-card"


def test_the_board_alone_does_not_play() -> None:
    value = omaha_high(cards("2c 3d 7h 8s"), cards("As Ks Qs Js Ts"))
    assert category5(value) != "royal-flush"


def test_a_low_needs_three_low_ranks_on_the_board() -> None:
    assert omaha_low8(cards("Ac 2d 3h 4s"), cards("5c 5d 6h Ks Qd")) == 0
    assert omaha_low8(cards("Ac 2d 3h 4s"), cards("5c 7d 8h Ks Qd")) == low_8(cards("Ac 2d 5c 7d 8h"))
    assert omaha_low8(cards("Ac 2d Kh Ks"), cards("Ad 2c 3h 4s 5d")) == low_8(cards("Ac 2d 3h 4s 5d"))


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="two cards of the hand"):
        omaha_high(cards("Ac"), cards("Kc Qd Jh Ks Qs"))
    with pytest.raises(ValueError, match="three of the board"):
        omaha_low8(cards("Ac 2d 3h 4s"), cards("Kc Qd"))
