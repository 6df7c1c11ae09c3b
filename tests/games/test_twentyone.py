"""Counting to twenty-one: totals and side bets against what can be counted by hand."""

from collections import Counter
from itertools import combinations

import pytest

from croupier.equipment.cards import parse_card, parse_cards
from croupier.games.twentyone import counting as rules


def cards(text: str) -> list[int]:
    return parse_cards(text)


@pytest.mark.parametrize(
    ("hand", "count", "soft"),
    [
        ("Ac Kd", 21, True),
        ("Ac Ad", 12, True),
        ("Ac Ad 9h", 21, True),
        ("Ac 6d", 17, True),
        ("Ac 6d Th", 17, False),
        ("Tc 9d 2h", 21, False),
        ("Tc 6d Kh", 26, False),
        ("Ac Ad Ah As Ac Ad Ah As Ac Ad Ah", 21, True),
        ("9c Ac Ad Th", 21, False),
    ],
)
def test_an_ace_counts_eleven_until_that_is_too_much(hand: str, count: int, soft: bool) -> None:
    assert (rules.total(cards(hand)), rules.is_soft(cards(hand))) == (count, soft)


def test_the_dealer_draws_to_sixteen_and_to_a_soft_seventeen() -> None:
    assert rules.dealer_draws(16, False, False)
    assert not rules.dealer_draws(17, False, False)
    assert rules.dealer_draws(17, True, False)
    assert not rules.dealer_draws(17, True, True)
    assert not rules.dealer_draws(18, True, False)


def test_who_wins() -> None:
    assert rules.against_dealer(22, False, 26, False, False) == rules.LOST
    assert rules.against_dealer(21, True, 21, False, False) == rules.BLACKJACK
    assert rules.against_dealer(21, True, 21, True, False) == rules.PUSHED
    assert rules.against_dealer(21, False, 21, True, False) == rules.LOST
    assert rules.against_dealer(12, False, 22, False, False) == rules.WON
    assert rules.against_dealer(12, False, 22, False, True) == rules.PUSHED
    assert rules.against_dealer(12, False, 23, False, True) == rules.WON
    assert rules.against_dealer(21, True, 22, False, True) == rules.BLACKJACK
    assert [rules.back_to_life(total) for total in (21, 22, 23, 26)] == [0, 0, 2, 2]


def count_two(outcome: object, decks: int = 1) -> Counter[int]:
    shoe = [card for card in range(52) for _ in range(decks)]
    return Counter(outcome(a, b) for a, b in combinations(shoe, 2))  # type: ignore[operator]


def test_royal_match_and_bet_the_set_from_one_and_two_decks() -> None:
    assert count_two(rules.royal_match) == {2: 4, 1: 308, 0: 1014}
    assert count_two(rules.bet_the_set) == {1: 78, 0: 1248}
    assert count_two(rules.bet_the_set, 2) == {2: 52, 1: 312, 0: 4992}


def test_house_money_from_one_deck() -> None:
    """Thirteen ranks stand in a ring: 13 x 16 two-card sequences, 52 of them suited, 4 of those ace and king."""
    assert count_two(rules.house_money) == {4: 4, 3: 48, 2: 78, 1: 156, 0: 1040}


def test_kings_bounty_from_two_decks() -> None:
    found = count_two(lambda a, b: rules.kings_bounty(a, b, False), 2)
    assert found[6] == 1  # the two kings of spades
    assert found[5] == 3
    assert found[4] == 12
    assert found[3] == 4 * (6 * 4 + 4)  # two ranks of ten points in one suit, or ace and nine
    assert found[2] == 24
    tens, aces_and_nines = 32 * 31 // 2, 8 * 8
    assert sum(found[code] for code in range(1, 8)) == tens + aces_and_nines
    king = parse_card("Ks")
    assert rules.KINGS_BOUNTY[rules.kings_bounty(king, king, True)] == "two-kings-of-spades-and-dealer-blackjack"


def test_trilux_from_one_deck_is_three_card_poker() -> None:
    found = Counter(rules.trilux(*three) for three in combinations(range(52), 3))
    assert found == {4: 48, 3: 52, 2: 720, 1: 1096, 0: 22100 - 48 - 52 - 720 - 1096}


def test_rock_n_21_wants_the_ace_of_spades_and_the_jack_of_diamonds() -> None:
    named, jack, other = cards("Jd As"), parse_card("Jd"), parse_card("Js")
    assert rules.rock_n_21(*named, jack) == 4
    assert rules.rock_n_21(*named, other) == 3
    assert rules.rock_n_21(*cards("As Jh"), jack) == 2
    assert rules.rock_n_21(*cards("Kd As"), other) == 1
    assert rules.rock_n_21(*cards("Jd 9s"), jack) == 0


def test_push_22_by_suit_and_color() -> None:
    assert [rules.push_22(cards(hand)) for hand in ("Td 6d 6d", "Td 6h 6d", "Td 6s 6d", "Td 6d 7d", "Ad Kd")] == [
        3, 2, 1, 0, 0,
    ]  # fmt: skip


def test_buster_counts_cards_up_to_eight() -> None:
    assert [rules.BUSTER[rules.buster(25, number)] for number in (3, 7, 8, 11)] == [
        "three-cards", "seven-cards", "eight-cards", "eight-cards",
    ]  # fmt: skip
    assert rules.buster(21, 5) == 0


def test_blackjacks_by_color() -> None:
    named = [rules.COLORED_BLACKJACKS[rules.blackjack_color(*cards(hand))] for hand in ("Ac Ks", "Ah Kd", "Ac Kd")]
    assert named == ["black-blackjack", "red-blackjack", "mixed-blackjack"]


@pytest.mark.slow
def test_the_analyses_can_compile_the_same_functions() -> None:
    numba = pytest.importorskip("numba")
    two, three = [rules.royal_match, rules.bet_the_set, rules.house_money, rules.blackjack_color], [rules.trilux]
    for plain in (rules.points, rules.is_ten, rules.is_blackjack, rules.same_value, rules.total, rules.is_soft):
        numba.extending.register_jitable(plain)
    for function in two:
        compiled = numba.njit(function)
        assert all(compiled(a, b) == function(a, b) for a, b in combinations(range(0, 52, 3), 2))
    for function in (*three, rules.rock_n_21):
        compiled = numba.njit(function)
        assert all(compiled(*x) == function(*x) for x in combinations(range(0, 52, 5), 3))
    for function in (rules.total, rules.is_soft, rules.push_22):
        compiled = numba.njit(function)
        assert all(compiled(x) == function(x) for x in combinations(range(0, 52, 5), 3))
