"""Craps and crapless: exact figures against known ones, and chains against plain simulation of states."""

from fractions import Fraction as F

import pytest

from croupier.odds.exact import Edge, percent
from croupier.odds.games.dice import exact as dice

HORN = {2: 30, 3: 15, 11: 15, 12: 30}
TEN = {2, 3, 4, 5, 6, 8, 9, 10, 11, 12}
FIVE_PERCENT = dice.Vigorish(rate=F(1, 20))
FIVE_ON_WINS = dice.Vigorish(rate=F(1, 20), always=False)


def test_line_wagers_have_their_known_edges():
    assert dice.pass_line().edge.house_edge == F(7, 495)
    assert dice.dont_pass().edge.house_edge == F(3, 220)
    against = dice.dont_pass().edge
    assert against.house_edge / (1 - against.push) == F(27, 1925)  # where a push is played again
    assert percent(dice.pass_line(dice.CRAPLESS).edge.house_edge) == "5.382395 %"


def test_line_wagers_resolve_in_known_numbers_of_rolls():
    assert dice.pass_line().rolls == F(557, 165)
    assert dice.shooter_rolls() == F(1671, 196)


def test_supplemental_wagers_change_the_risk_but_not_the_loss():
    plain, with_odds = dice.pass_line(), dice.pass_line(odds={4: 3, 10: 3, 5: 4, 9: 4, 6: 5, 8: 5})
    assert with_odds.edge.house_edge == plain.edge.house_edge
    assert percent(with_odds.edge.element_of_risk) == "0.374332 %"
    assert with_odds.edge.variance > plain.edge.variance
    laid = dice.dont_pass(lay_to_win=1)
    assert laid.edge.house_edge == F(3, 220)
    assert percent(laid.edge.element_of_risk, 3) == "0.682 %"


def test_odds_that_come_outs_leave_alone_go_back_and_cost_nothing():
    plain, off = dice.pass_line(odds=2), dice.pass_line(odds=2, odds_off=True)
    assert off.edge.house_edge == plain.edge.house_edge and off.edge.variance < plain.edge.variance
    alone = dice.supplemental(4, F(9, 5), off=dice.decided_on_come_out(dice.CRAPS, 4))
    assert alone.edge.house_edge == F(1, 15) * (1 - alone.edge.push)


@pytest.mark.parametrize(("line", "number"), [(dice.CRAPS, 4), (dice.CRAPS, 8), (dice.CRAPLESS, 12)])
def test_a_wager_that_come_outs_leave_alone_waits_as_long_as_a_walk_over_the_points_does(line, number):
    state, rolls = {point: float(share) for point, share in dice.standing_points(line).items()}, 0.0
    while sum(state.values()) > 1e-12:
        rolls += sum(state.values())
        after = dict.fromkeys((0, *line.points), 0.0)
        for point, chance in state.items():
            for total, ways in dice.WAYS.items():
                if point and total in (number, 7):
                    continue
                new = 0 if total == point else total if not point and total in line.points else point
                after[new] += chance * ways / 36
        state = after
    assert float(dice.rolls_off_on_come_outs(line, number)) == pytest.approx(rolls)
    assert dice.rolls_off_on_come_outs(line, number) > dice.place(number, 1).rolls


@pytest.mark.parametrize(
    ("number", "pays", "known"),
    [(4, F(9, 5), F(1, 15)), (5, F(7, 5), F(1, 25)), (6, F(7, 6), F(1, 66)), (2, F(11, 2), F(1, 14))],
)
def test_place_wagers(number, pays, known):
    assert dice.place(number, pays).edge.house_edge == known


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_true_odds_leave_the_house_nothing(number):
    assert dice.place(number, dice.true_odds(number)).edge.house_edge == 0
    assert dice.place_to_lose(number, 1 / dice.true_odds(number)).edge.house_edge == 0


def test_buy_and_lay_with_commission_always_or_on_wins():
    assert dice.buy(4, FIVE_PERCENT).edge.house_edge == F(1, 20)
    assert dice.buy(4, FIVE_PERCENT).edge.element_of_risk == F(1, 21)
    assert dice.buy(4, FIVE_ON_WINS).edge.house_edge == F(1, 60)
    assert dice.lay(4, FIVE_PERCENT).edge.element_of_risk == F(1, 41)
    assert dice.lay(6, FIVE_PERCENT).edge.element_of_risk == F(1, 25)


def test_a_commission_cut_to_whole_dollars_is_cheaper():
    """$1 on a $25 buy of the four, on wins only: 1.33 %."""
    terms = dice.Vigorish(rate=F(1, 20), always=False, unit_cents=100)
    assert dice.buy(4, terms, stake_cents=2500).edge.house_edge == F(1, 75)
    up = dice.Vigorish(rate=F(1, 20), always=False, unit_cents=100, rounding="up")
    assert dice.buy(4, up, stake_cents=2500).edge.house_edge == F(2, 75)
    one = dice.Vigorish(rate=F(1, 20), always=False, unit_cents=100, at_least_one=True)
    assert dice.buy(4, one, stake_cents=500).edge.house_edge == F(1, 15)


def test_hardways_and_one_roll_wagers():
    assert dice.hardway(6, 9).edge.house_edge == F(1, 11)
    assert dice.hardway(4, 7).edge.house_edge == F(1, 9)
    assert dice.one_roll({7: 4}).edge.house_edge == F(1, 6)
    assert dice.one_roll({2: 7, 3: 7, 12: 7}).edge.house_edge == F(1, 9)
    assert dice.hop((2, 2), 30).edge.house_edge == F(5, 36)
    assert dice.hop((3, 1), 15).edge.house_edge == F(1, 9)
    field = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 3}
    assert dice.one_roll(field).edge.house_edge == F(1, 36)


def test_combined_wagers_are_settled_as_their_parts():
    assert dice.horn(HORN).edge.house_edge == F(1, 8)
    assert dice.horn(HORN, high=12).edge.house_edge == F(23, 180)
    assert dice.horn(HORN, high=3).edge.house_edge == F(11, 90)
    with pytest.raises(ValueError, match="add up"):
        dice.parts([(F(1, 2), {7: 4})])


def test_fire_bet_of_the_printed_table_a():
    assert percent(dice.fire_bet({4: 24, 5: 249, 6: 999}).edge.house_edge, 3) == "20.763 %"


def test_fire_bet_chain_agrees_with_a_walk_over_rolls():
    """Iterate the distribution over (point, points made) roll by roll until almost nobody is left."""
    points = (4, 5, 6, 8, 9, 10)
    state: dict[tuple[int, frozenset[int]], float] = {(0, frozenset()): 1.0}
    done = [0.0] * 7
    for _ in range(400):
        after: dict[tuple[int, frozenset[int]], float] = {}
        for (point, made), mass in state.items():
            for total, ways in dice.WAYS.items():
                chance = mass * ways / 36
                if point and total == 7:
                    done[len(made)] += chance
                    continue
                if not point:
                    key = (total if total in points else 0, made)
                elif total == point:
                    key = (0, made | {point})
                else:
                    key = (point, made)
                after[key] = after.get(key, 0.0) + chance
        state = after
    for count, chance in dice.unique_points().items():
        assert done[count] == pytest.approx(float(chance), abs=1e-12)


def test_hard_rockn_dice_under_each_reading():
    """Read as one wager on nine or ten numbers, Almost and Tenor stand beside the other two wagers;
    read as separate wagers each would keep about half the money."""
    six = dice.collecting({4, 5, 6, 8, 9, 10}, {6: 12}).edge.house_edge
    fab = dice.collecting({2, 3, 11, 12}, {4: 70}).edge.house_edge
    together = dice.collecting(TEN, {9: 20, 10: 80}).edge.house_edge
    assert all(F(17, 100) < edge < F(1, 5) for edge in (six, fab, together))
    assert dice.collecting(TEN, {9: 20}).edge.house_edge > F(1, 2)
    assert dice.collecting(TEN, {10: 80}).edge.house_edge > F(1, 2)


def test_all_tall_small_as_published():
    assert percent(dice.collecting({2, 3, 4, 5, 6}, {5: 34}).edge.house_edge, 2) == "7.76 %"
    assert percent(dice.collecting(TEN, {10: 175}).edge.house_edge, 2) == "7.46 %"
    assert sum(dice.numbers_before_seven(TEN).values()) == 1


def test_an_edge_refuses_impossible_counts():
    with pytest.raises(ValueError, match="negative"):
        Edge.from_counts({1: 2, -1: -1})
    with pytest.raises(ValueError, match="at least one"):
        Edge.from_counts({})
