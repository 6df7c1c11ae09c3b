"""Properties of every ranking: the order of the cards does not matter, nor which suit is called what."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.hands import five, flush, four, low, paigow, three, wild

# Time is no property: the machine may be busy.
unhurried = settings(deadline=None)

Ranking = Callable[[Sequence[int]], int]

RANKINGS: dict[str, tuple[Ranking, int, int]] = {
    "three": (lambda hand: three.rank3(*hand), 3, 52),
    "four": (four.best4, 4, 52),
    "four of six": (four.best4, 6, 52),
    "five": (five.best5, 5, 52),
    "five of seven": (five.best5, 7, 52),
    "wild": (wild.rank_wild5, 5, 53),
    "joker": (wild.rank_joker5, 5, 53),
    "bug": (wild.rank_bug5, 5, 53),
    "pai gow high": (paigow.rank_high, 5, 53),
    "pai gow low": (paigow.rank_low, 2, 53),
    "ace to five": (low.low_a5, 5, 53),
    "ace to five of seven": (low.low_a5, 7, 53),
    "deuce to seven": (low.low_27, 5, 52),
    "eight or better": (low.low_8, 7, 53),
    "badugi": (low.badugi, 4, 52),
    "flush": (flush.rank_flush, 7, 52),
}


@pytest.mark.parametrize("name", RANKINGS)
@unhurried
@given(data=st.data())
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(name: str, data: st.DataObject) -> None:
    rank, size, deck = RANKINGS[name]
    hand = data.draw(st.lists(st.integers(0, deck - 1), min_size=size, max_size=size, unique=True))
    value = rank(hand)
    assert value >= 0
    assert rank(data.draw(st.permutations(hand))) == value
    suits = data.draw(st.permutations(range(4)))
    assert rank([card if card == 52 else card & ~3 | suits[card & 3] for card in hand]) == value


@unhurried
@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True))
def test_one_more_card_never_makes_a_hand_worse(hand: list[int]) -> None:
    assert five.best5(hand[:5]) <= five.best5(hand[:6]) <= five.best5(hand)
    assert four.best4(hand[:4]) <= four.best4(hand[:5]) <= four.best4(hand[:6])
    assert low.low_a5(hand[:5]) <= low.low_a5(hand[:6]) <= low.low_a5(hand)
    assert low.low_8(hand[:5]) <= low.low_8(hand)


@unhurried
@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), st.integers(0, 4))
def test_a_joker_is_worth_at_least_the_card_it_replaces(hand: list[int], place: int) -> None:
    """Fully wild always; the bug at least an ace."""
    with_joker = [52 if i == place else card for i, card in enumerate(hand)]
    assert wild.rank_joker5(with_joker) >= wild.rank_joker5(hand)
    rest = [card for i, card in enumerate(hand) if i != place]
    for ace in range(48, 52):
        if ace not in rest:
            assert wild.rank_bug5(with_joker) >= five.rank5(*rest, ace)


@unhurried
@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
def test_deuces_wild_is_never_worse_than_face_value(hand: list[int]) -> None:
    assert wild.rank_wild5(hand) >= wild.rank_joker5(hand)


@unhurried
@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_words_never_fail_and_name_the_category(hand: list[int]) -> None:
    value = five.best5(hand)
    words, category = five.describe5(value), five.category5(value)
    assert words
    assert category in five.CATEGORIES5
    if category in ("flush", "straight", "straight-flush", "royal-flush", "full-house", "two-pair"):
        assert words.startswith(category.replace("-", " "))
