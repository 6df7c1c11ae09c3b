"""The hold'em games: boards ranked as hand by hand, decisions as card by card, published figures."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from printed_tables import BLIND, HOLE_BONUS, TRIPS

from croupier.equipment.cards import parse_cards
from croupier.hands import five
from croupier.odds.games.cards import boards, texas_bonus, ultimate
from croupier.odds.games.cards.fivecard import hand_bet

RULES = ultimate.UltimateRules(blind=BLIND)


@pytest.mark.parametrize("text", ["As Ks Qs 7d 2c", "9h 9d 9c 4s 4h", "2s 5s 8s Js Ks", "6c 7d 8h 9s Tc"])
def test_a_board_is_ranked_as_hand_by_hand(text: str) -> None:
    board = parse_cards(text)
    space = boards.standings()
    boards.rank_board(np.array(board), np.zeros(4, np.int64), space)
    reports = {int(row[boards.HOLE]): row for row in space.report}
    assert len(reports) == 1081
    rest = [card for card in range(52) if card not in board]
    chance = random.Random(text)
    for _ in range(12):
        hole = chance.sample(rest, 2)
        mine = five.best5([*hole, *board])
        dealers = [five.best5([*other, *board]) for other in combinations(rest, 2) if not {*other} & {*hole}]
        low, high = sorted(hole)
        row = reports[low + high * (high - 1) // 2]
        assert row[boards.WIN] == sum(value < mine for value in dealers)
        assert row[boards.TIE] == sum(value == mine for value in dealers)
        assert row[boards.LOSS] == sum(value > mine for value in dealers)
        idle = [value for value in dealers if value >> 12 < five.PAIR]
        assert row[boards.WIN_IDLE] == sum(value < mine for value in idle)
        assert row[boards.LOSS_IDLE] == sum(value > mine for value in idle)
        assert row[boards.CATEGORY] == mine >> 12


def test_starting_hands_have_169_classes() -> None:
    classes, names = boards.starting_classes()
    assert len(names) == 169
    assert np.bincount(classes).tolist() == [6 if len(n) == 2 else 4 if n[2] == "s" else 12 for n in names]


def test_the_last_decision_of_ultimate_holdem() -> None:
    """Seven high against a dry board: folding the Ante and Blind is cheaper."""
    value = ultimate.advise(parse_cards("7c 2d"), parse_cards("Qh 8s Kd 3d 4s"), RULES)
    assert value["fold"] == -2
    assert float(value["raise 1x"]) == pytest.approx(-2.4636364, abs=1e-7)


def test_the_flop_decision_is_the_average_over_the_last_two_cards() -> None:
    hole, flop = parse_cards("7c 2d"), parse_cards("7h 8s Kd")
    value = ultimate.advise(hole, flop, RULES)
    reports = boards.reports_for(hole, flop)
    pays, numbers = ultimate.numbers_of(RULES)
    play, ante, unit = (int(n) for n in numbers[:3])
    check = sum(max(-2 * unit * 990, sum(ultimate.worth_of(row, pays, play, ante, unit, True))) for row in reports)
    assert len(reports) == 1081
    assert value["check"] == Fraction(int(check), 1081 * 990 * unit)
    assert value["raise 2x"] > value["check"]


def test_a_position_needs_different_cards() -> None:
    with pytest.raises(ValueError, match="all different"):
        ultimate.advise(parse_cards("7c 7c"), parse_cards("7h 8s Kd"), RULES)
    with pytest.raises(ValueError, match="three or five"):
        ultimate.advise(parse_cards("7c 2d"), parse_cards("7h 8s Kd 3s"), RULES)


def test_turn_and_river_wagers_follow_the_lead() -> None:
    assert texas_bonus.lead(parse_cards("7c 2d"), parse_cards("7h 8s Kd")) > 0
    assert texas_bonus.lead(parse_cards("7c 2d"), parse_cards("Qh 8s Kd 3d")) < 0


def test_trips_and_the_bonus_wager() -> None:
    assert float(hand_bet(TRIPS, cards=7).house_edge) == pytest.approx(0.0349794, abs=1e-7)
    assert float(texas_bonus.bonus_bet(HOLE_BONUS).house_edge) == pytest.approx(0.0889894, abs=1e-7)
    both = texas_bonus.bonus_bet({**HOLE_BONUS, "both-aces": 1000})
    assert float(both.house_edge) == pytest.approx(0.0854065, abs=1e-7)


@pytest.mark.slow
def test_ultimate_holdem_costs_two_point_one_eight_five_percent() -> None:
    work = ultimate.Analysis(RULES)
    result = ultimate.run(work, workers=2)
    main = result.odds.main
    assert float(main.house_edge) == pytest.approx(0.0218497, abs=5e-8)
    assert float(main.average_stake) == pytest.approx(4.1522, abs=5e-5)
    assert result.odds.choices["fold"] == 1 - sum(v for k, v in result.odds.choices.items() if k != "fold")
    # The distribution counted under the strategy has the mean that the values fold back to.
    classes, _ = boards.starting_classes()
    sizes = np.bincount(classes)
    values = [max(hand.check, *hand.raises.values()) * int(n) for hand, n in zip(result.hands, sizes)]
    assert sum(values, Fraction(0)) / 1326 == -main.house_edge
    hole, flop = parse_cards("7c 2d"), parse_cards("7h 8s Kd")
    assert ultimate.advise(hole, flop, RULES)["raise 2x"] > ultimate.advise(hole, flop, RULES)["check"]


@pytest.mark.slow
@pytest.mark.parametrize(("least", "edge"), [("straight", 0.0203692), ("flush", 0.0559351)])
def test_texas_holdem_bonus(least: str, edge: float) -> None:
    result = texas_bonus.analyse(texas_bonus.TexasBonusRules(ante_from=least), workers=2)
    assert float(result.odds.main.house_edge) == pytest.approx(edge, abs=1e-7)
    values = {hand.name: float(hand.play) for hand in result.hands}
    assert values["32o"] == pytest.approx(-1.155927 if least == "straight" else -1.195592, abs=1e-6)
