"""An evening's play and coupons against what can be added up by hand."""

from fractions import Fraction
from math import comb

import pytest

from croupier.odds.exact import Edge
from croupier.odds.games.wheels.exact import covering
from croupier.odds.money import coupons, evening
from croupier.odds.posting import BadInput, lines_of
from croupier.rulebook import rulebook

RED = covering(18, 38, 1)
NUMBER = covering(1, 38, 35)
GOOD = Edge.from_counts({1: 51, -1: 49})


def test_a_hundred_spins_on_red_are_binomial():
    found = evening.evening(RED, 100)
    p = Fraction(18, 38)
    ahead = sum(comb(100, k) * p**k * (1 - p) ** (100 - k) for k in range(51, 101))
    assert found.ahead == pytest.approx(float(ahead), abs=1e-12)
    assert found.even == pytest.approx(float(comb(100, 50) * p**50 * (1 - p) ** 50), abs=1e-12)
    assert found.mean == pytest.approx(-100 * 2 / 38, abs=1e-9)
    assert found.deviation == pytest.approx(10 * RED.standard_deviation, abs=1e-9)
    assert found.kelly == 0


def test_ruin_of_a_gambler():
    q = 49 / 51
    assert evening.ruin_ever(GOOD.distribution, 10) == pytest.approx(q**10)
    assert evening.ruin_ever(RED.distribution, 10) == 1
    assert evening.kelly(GOOD.distribution) == pytest.approx(0.02)
    assert evening.ruin(RED.distribution, 1, 1) == pytest.approx(20 / 38)
    assert evening.ruin(RED.distribution, 3, 2) == pytest.approx((20 / 38) ** 2)
    assert evening.ruin(GOOD.distribution, 2_000, 10) == pytest.approx(q**10, abs=0.15)
    assert evening.ruin(RED.distribution, 5, 6) == 0
    assert evening.ruin(NUMBER.distribution, 2, 1) == pytest.approx(37 / 38)


def test_a_rebate_of_all_losses_leaves_the_wins():
    found = evening.evening(NUMBER, 2, rebate=1)
    won = sum(chance * max(net, 0) for net, chance in ((70, 1 / 38**2), (34, 2 * 37 / 38**2), (-2, (37 / 38) ** 2)))
    assert found.mean + found.rebate == pytest.approx(won)


def test_coupons_are_worth_most_on_long_odds_as_free_bets_and_on_even_chances_as_match_play():
    assert coupons.free_bet(NUMBER.distribution) == Fraction(35, 38)
    assert coupons.match_play(RED.distribution) == Fraction(18, 38)
    found = coupons.worths(lines_of(rulebook("hard-rock-cincinnati", "roulette"), every=False))
    assert found[0].wager == "straight" and found[0].free_bet == Fraction(35, 38)
    assert max(found, key=lambda worth: worth.match_play).match_play == Fraction(18, 38)
    line = next(w for w in found if w.wager == "red")
    assert line.with_wager == Fraction(18, 38) - Fraction(2, 38)


def test_what_cannot_be_added_up_is_said():
    with pytest.raises(BadInput, match="not known"):
        evening.evening(Edge(house_edge=Fraction(0), hit=Fraction(0), push=Fraction(0), variance=0.0), 10)
    with pytest.raises(BadInput, match="ask for fewer"):
        evening.evening(NUMBER, 1_000_000)
