"""Three Card Poker: published figures, the line at queen-six-four, and a hand counted by hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from printed_tables import ANTE_BONUS3, PAIR_PLUS, SIX_CARD

from croupier.equipment.cards import parse_cards
from croupier.hands import three
from croupier.odds.games.cards import fivecard, three_card
from croupier.odds.games.cards.three_card import ThreeCardRules, analyse, three_card_bet, value_of_play

RULES = ThreeCardRules(ante_bonus=ANTE_BONUS3)


def test_ante_and_play_cost_three_point_three_seven_percent() -> None:
    odds = analyse(RULES)
    assert odds.main.house_edge == Fraction(686_689, 20_358_520)
    assert float(odds.main.element_of_risk) == pytest.approx(0.0201467, abs=1e-7)
    assert odds.main.house_edge == sum(edge.house_edge for edge in odds.wagers.values())


def test_the_best_play_goes_on_from_queen_six_four() -> None:
    assert three_card.least_play(RULES) == three.rank3(*parse_cards("Qs 6d 4h"))
    assert value_of_play(parse_cards("Qs 6d 4h"), RULES) > -1 > value_of_play(parse_cards("Qs 6d 3h"), RULES)


def test_a_hand_is_worth_what_comparing_it_with_every_dealer_gives() -> None:
    hand = parse_cards("Ks 9s 4d")
    mine = three.rank3(*hand)
    net = 0
    rest = [card for card in range(52) if card not in hand]
    for dealer in combinations(rest, 3):
        value = three.rank3(*dealer)
        if value < three.least_high_card3(10):
            net += 1
        elif value != mine:
            net += 2 if value < mine else -2
    assert value_of_play(hand, RULES) == Fraction(net, 18_424)


@pytest.mark.parametrize(
    ("pays", "edge"),
    [
        ({"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1}, 0.0231674),
        (PAIR_PLUS, 0.0727602),
        ({"straight-flush": 40, "three-of-a-kind": 30, "straight": 5, "flush": 4, "pair": 1}, 0.0557466),
        ({"straight-flush": 45, "three-of-a-kind": 33, "straight": 6, "flush": 4, "pair": 1}, 0.0052489),
        ({"mini-royal": 50, **PAIR_PLUS}, 0.0709502),
    ],
)
def test_pair_plus_tables(pays: dict[str, int], edge: float) -> None:
    assert float(three_card_bet(pays).house_edge) == pytest.approx(edge, abs=5e-8)


def test_six_card_bonus_with_and_without_the_six_card_royals() -> None:
    common = {**SIX_CARD, "four-of-a-kind": 50, "full-house": 25, "three-of-a-kind": 5}
    assert float(fivecard.six_card_bonus(common).house_edge) == pytest.approx(0.1527899, abs=1e-7)
    with_royals = fivecard.six_card_bonus({**common, "six-card-royal-hearts": 100_000})
    gain = Fraction(100_000 - 1000, 20_358_520)
    assert fivecard.six_card_bonus(common).house_edge - with_royals.house_edge == gain


def test_an_unknown_row_is_refused() -> None:
    with pytest.raises(ValueError, match="four-of-a-kind"):
        three_card_bet({"four-of-a-kind": 100})
