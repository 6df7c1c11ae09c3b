"""Let It Ride, Mississippi Stud and Criss Cross: published figures, and positions worked out card by card."""

from fractions import Fraction
from itertools import combinations

import pytest
from printed_tables import CRISS_CROSS, FIVE_CARD_BONUS, LET_IT_RIDE, LET_IT_RIDE_PAIRS, MISSISSIPPI, STUD_PAIRS

from croupier.equipment.cards import SIX, parse_cards
from croupier.hands import five
from croupier.odds.games.cards import criss_cross, let_it_ride, mississippi
from croupier.odds.games.cards.fivecard import class_pays, hand_bet

RIDE = let_it_ride.LetItRideRules(pays=LET_IT_RIDE, pairs=LET_IT_RIDE_PAIRS)
STUD = mississippi.MississippiRules(pays=MISSISSIPPI, pairs=STUD_PAIRS)
CROSS = criss_cross.CrissCrossRules(pays=CRISS_CROSS, pairs=STUD_PAIRS)


def net_of(cards: list[int], nets: list[Fraction]) -> Fraction:
    value = five.rank5(*cards)
    category = value >> 12
    if category == five.PAIR:
        return nets[1 + five.pair_rank(value)]
    return nets[category + 12] if category else nets[0]


def rest_of(*cards: int) -> list[int]:
    return [card for card in range(52) if card not in cards]


def test_let_it_ride_costs_three_point_five_one_percent() -> None:
    odds = let_it_ride.analyse(RIDE)
    assert odds.main.house_edge == Fraction(37_963, 1_082_900)
    # Published: 2.85 % of all money staked, deviation 5.17; both hold only if a wager worth nothing rides.
    assert float(odds.main.average_stake) == pytest.approx(1.2320842, abs=1e-7)


def test_a_wager_rides_on_what_the_cards_to_come_pay() -> None:
    nets = class_pays(LET_IT_RIDE, LET_IT_RIDE_PAIRS)
    three = parse_cards("8s 9s Ts")
    paid = [net_of([*three, *two], nets) for two in combinations(rest_of(*three), 2)]
    assert let_it_ride.value_of_ride(three, RIDE) == sum(paid, Fraction(0)) / len(paid)
    four = parse_cards("8s 9s Ts Kd")
    paid = [net_of([*four, card], nets) for card in rest_of(*four)]
    assert let_it_ride.value_of_ride(four, RIDE) == sum(paid, Fraction(0)) / len(paid)


def test_the_tables_of_let_it_ride_agree_with_single_positions() -> None:
    first, second = let_it_ride.choices(RIDE)
    assert int(first.sum()) == sum(1 for _ in filter(None, first.tolist()))
    odds = let_it_ride.analyse(RIDE)
    assert odds.choices["first wager rides"] == Fraction(int(first.sum()), 22_100)
    assert odds.choices["second wager rides"] == Fraction(int(second.sum()), 270_725)


def test_mississippi_stud_costs_four_point_nine_one_percent() -> None:
    result = mississippi.analyse(STUD)
    assert float(result.odds.main.house_edge) == pytest.approx(0.0491486, abs=1e-7)
    assert float(result.odds.main.average_stake) == pytest.approx(3.5897719, abs=1e-7)  # published: 3.59
    assert result.hands["AA"].best == 3
    assert result.hands["65s"].best == 1
    assert result.hands["65o"].best == 0


def test_third_street_of_a_position_is_that_of_the_analysis() -> None:
    hands = mississippi.analyse(STUD).hands
    for text, name in (("Js 3d", "J3o"), ("7h 7c", "77"), ("6s 5s", "65s")):
        assert mississippi.advise(parse_cards(text), (), STUD).bets == hands[name].bets


def test_fifth_street_is_worth_what_the_last_cards_pay() -> None:
    nets = class_pays(MISSISSIPPI, STUD_PAIRS)
    cards = parse_cards("5s 6d 7c 8d")
    average = sum((net_of([*cards, last], nets) for last in rest_of(*cards)), Fraction(0)) / 48
    value = mississippi.advise(cards, (1, 1), STUD)
    assert value.bets == {m: (3 + m) * average for m in (1, 2, 3)}
    assert value.fold == -3


def test_fourth_street_is_the_average_of_the_best_on_fifth() -> None:
    cards = parse_cards("Js Td 9c")
    total = Fraction(0)
    for card in rest_of(*cards):
        later = mississippi.advise([*cards, card], (1, 1), STUD)
        total += max(later.fold, *later.bets.values())
    assert mississippi.advise(cards, (1,), STUD).bets[1] == total / 49


def test_five_card_bonus_on_the_community_cards() -> None:
    assert float(hand_bet(FIVE_CARD_BONUS, {SIX: 1}).house_edge) == pytest.approx(0.0353357, abs=1e-7)


def test_criss_cross_middle_wager_follows_the_better_hand() -> None:
    nets = class_pays(CRISS_CROSS, STUD_PAIRS)
    hole, across, down = parse_cards("Js Td"), parse_cards("Jd 3c"), parse_cards("9h 8h")
    values = criss_cross.advise(hole, across, down, bets=(3, 1), rules=CROSS)
    total = dict.fromkeys((1, 2, 3), Fraction(0))
    middles = rest_of(*hole, *across, *down)
    for card in middles:
        first = net_of([*hole, *across, card], nets)
        second = net_of([*hole, *down, card], nets)
        antes = sum((Fraction(1) if n > 0 else Fraction(-1) if n < 0 else Fraction(0)) for n in (first, second))
        for multiple in total:
            total[multiple] += antes + 3 * first + second + multiple * max(first, second)
    assert values == {0: Fraction(-6), **{m: total[m] / 46 for m in total}}


def test_criss_cross_down_wager_is_the_average_of_the_best_middle() -> None:
    hole, across = parse_cards("Js Td"), parse_cards("Jd 3c")
    values = criss_cross.advise(hole, across, (), bets=(3,), rules=CROSS)
    total = Fraction(0)
    downs = list(combinations(rest_of(*hole, *across), 2))
    for down in downs:
        total += max(criss_cross.advise(hole, across, down, bets=(3, 1), rules=CROSS).values())
    assert values[1] == total / len(downs)
    assert values[0] == -5


def test_one_starting_hand_of_criss_cross() -> None:
    """Suited aces and kings: a shard is the exact value of its class."""
    work = criss_cross.Analysis(CROSS)
    part = work.run_shard(0, 168)
    value = Fraction(int(part["hands"][168].max()), work.deals(1))
    assert float(value) == pytest.approx(3.0430101, abs=1e-7)


@pytest.mark.slow
def test_criss_cross_costs_eight_point_six_six_percent_of_one_ante() -> None:
    odds = criss_cross.analyse(CROSS, workers=2).odds
    assert float(odds.main.house_edge) == pytest.approx(0.0865707, abs=1e-7)
