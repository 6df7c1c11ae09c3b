"""An evening's play and coupons against what can be added up by hand."""

from fractions import Fraction
from math import comb

import pytest

from croupier.odds.exact import Edge
from croupier.odds.games.wheels.exact import covering
from croupier.odds.lines import lines_of
from croupier.odds.money import answering, coupons, evening, hour, joint_wagers, stakes
from croupier.odds.money.questions import AskedEvening, AskedHour
from croupier.odds.posting import BadInput, open_posting
from croupier.odds.report import money_sheets
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


def test_an_evening_of_blackjack_has_the_mean_of_its_edge_and_an_endless_bankroll_is_refused():
    """Results of split pairs are known but nearly: their mean would be 0.0025 % off."""
    book = rulebook("hard-rock-cincinnati", "blackjack")
    found = answering.ask_evening(book, AskedEvening(rounds=400))
    assert found.evening.mean == pytest.approx(400 * found.means[0], abs=1e-9)
    assert found.evening.deviation == pytest.approx(20 * found.covariance[0][0] ** 0.5, rel=1e-4)
    with pytest.raises(BadInput, match="expected a number of units"):
        answering.ask_evening(book, AskedEvening(bankroll=float("inf")))


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


def test_odds_and_raises_behind_a_free_bet_are_the_patrons_own_money():
    raised = Edge.from_counts({2: 2, 1: 3, -1: 1, -2: 4}).distribution
    assert coupons.free_bet(raised) == Fraction(2 * 2 + 3 - 4, 10)
    surrendered = Edge.from_counts({1: 1, Fraction(-1, 2): 1}).distribution
    assert coupons.free_bet(surrendered) == Fraction(1, 2)
    at_craps = coupons.worths(lines_of(rulebook("hard-rock-cincinnati", "craps"), every=False))
    assert [w.free_bet for w in at_craps if w.wager == "pass"] == [Fraction(244, 495)]  # whatever odds are behind it


@pytest.mark.parametrize("game", ["three-card-poker", "mississippi-stud"])
def test_a_coupon_lies_on_a_wager_and_not_on_a_bonus_or_a_part_of_one(game):
    found = coupons.worths(lines_of(rulebook("hard-rock-cincinnati", game), every=False))
    assert all(0 < worth.free_bet < 1 and worth.match_play < 0.5 for worth in found)
    assert [worth.wager for worth in found].count("ante") == 1


def test_no_coupon_is_played_with_a_tournaments_chips():
    found = answering.ask_coupons(rulebook("jack-cleveland", "blackjack"), {})
    assert [worth.table for worth in found if worth.wager == "blackjack"] == ["3 to 2"]


def test_what_cannot_be_added_up_is_said():
    with pytest.raises(BadInput, match="not known"):
        evening.evening(Edge(house_edge=Fraction(0), hit=Fraction(0), push=Fraction(0), variance=0.0), 10)
    with pytest.raises(BadInput, match="ask for fewer"):
        evening.evening(NUMBER, 1_000_000)


# ------------------------------------------------------------------------------------ wagers made together


def made_together(game, *texts, property="hard-rock-cincinnati"):
    return joint_wagers.together(open_posting(rulebook(property, game)), [stakes.stake_of(text) for text in texts])


def test_red_and_the_first_dozen_share_six_numbers():
    found = made_together("roulette", "red", "dozen:1st-12=2")
    assert found.method == "exact" and found.edge.house_edge == 3 * Fraction(2, 38)
    both, red, dozen, neither = (Fraction(n, 38) for n in (6, 12, 6, 14))
    assert sum(found.edge.distribution[k][1] for k in range(len(found.edge.distribution))) == 1
    assert dict(found.edge.distribution) == {Fraction(5): both, Fraction(-1): red, Fraction(3): dozen, -3: neither}
    means = float(18 / 38 - 20 / 38), 2 * float(24 / 38 - 26 / 38)
    product = float(both) * 4 + float(red) * -2 + float(dozen) * -4 + float(neither) * 2
    assert found.covariance[0][1] == pytest.approx(product - means[0] * means[1])
    apart = made_together("roulette", "red").edge.variance + made_together("roulette", "dozen:1st-12=2").edge.variance
    assert float(found.edge.variance) == pytest.approx(float(apart) + 2 * found.covariance[0][1])


def test_red_and_black_hang_together_and_a_tie_helps_the_banker():
    found = made_together("roulette", "red", "black")
    assert found.correlation(0, 1) == pytest.approx(-0.9, abs=0.03)
    coups = made_together("mini-midi-baccarat", "banker", "player")
    assert coups.method == "exact" and coups.correlation(0, 1) < -0.99
    assert evening.evening(coups.edge, 40).deviation < 2


def test_pair_plus_goes_with_the_ante_and_unknown_places_are_refused(monkeypatch):
    """Counted apart over every hand and dealer's hand: covariance 2.26652, deviation of both 3.91665."""
    found = made_together("three-card-poker", "ante", "pair-plus")
    assert found.method == "exact" and found.means == pytest.approx((-0.033730, -0.072760), abs=1e-6)
    assert found.covariance[0][1] == pytest.approx(2.26652, abs=1e-5)
    assert float(found.edge.variance) ** 0.5 == pytest.approx(3.91665, abs=1e-5)
    monkeypatch.setattr(joint_wagers, "KERNEL_ROUNDS", 4_000)
    played = made_together("three-card-poker", "ante", "six-card-bonus")
    assert played.method == "simulated" and played.correlation(0, 1) > 0.02 and played.edge.interval is not None
    for text, words in (("dozen", "1st-12"), ("dozen:4", "1st-12"), ("green", "red"), ("red=0", "above 0")):
        with pytest.raises(BadInput, match=words):
            made_together("roulette", text)


def test_a_game_without_a_kernel_is_played_at_its_table(monkeypatch):
    monkeypatch.setattr(joint_wagers, "ENGINE_ROUNDS", 30)
    found = made_together("craps", "pass", "dont-pass")
    assert found.method == "simulated" and found.correlation(0, 1) < -0.8


# ------------------------------------------------------------------------------------ an hour of a table


def test_a_least_wager_drives_some_away_and_lifts_the_others():
    seated = hour.players_of(["4x15", "2x100"])
    before = hour.hour(RED, seated, 60)
    assert before.handle == 60 * 260_00 and before.win == before.handle * Fraction(2, 38)
    half = hour.within(seated, hour.Limits(25_00), Fraction(1, 2))
    assert half == [hour.Players(Fraction(2), 25_00), hour.Players(Fraction(2), 100_00)]
    share = hour.even(before, seated, RED, 60, 25_00)
    kept = hour.hour(RED, hour.within(seated, hour.Limits(25_00), share), 60)
    assert share == Fraction(60, 100) and kept.win == before.win
    cut = hour.within(seated, hour.Limits(0, 50_00))
    assert hour.hour(RED, cut, 60).handle == 60 * 160_00
    for wrong in ("x", "0x5", "5x-1", "ax5"):
        with pytest.raises(BadInput):
            hour.players_of([wrong])
    with pytest.raises(BadInput):
        hour.within(seated, hour.Limits(50_00, 10_00))


def test_an_hour_of_a_text_that_is_in_no_file_is_that_of_its_own_rules():
    from croupier.odds.money.answering import ask_hour
    from croupier.rulebook.library import SHELF
    from croupier.rulebook.load import parse

    path = next((SHELF / "hard-rock-cincinnati").glob("roulette@*.toml"))
    text = path.read_text().replace('["win", "35 to 1"]', '["win", "34 to 1"]')
    assert text != path.read_text()
    asked = AskedHour(players=("1x10",), wager="straight", rounds=38)
    usual, own = (ask_hour(parse(raw.encode(), path), asked).before for raw in (path.read_text(), text))
    assert usual.win == 20_00 and own.win == 30_00


def test_a_game_without_an_edge_of_its_own_is_named():
    with pytest.raises(BadInput, match="synergy: no wager of it has an edge of its own"):
        answering.ask_hour(rulebook("hard-rock-cincinnati", "synergy"), AskedHour(players=("5x25",)))


def test_an_hour_of_insurance_has_the_rounds_in_which_an_ace_lies_open():
    book = rulebook("jack-cleveland", "blackjack")
    asked = AskedHour(players=("5x26",), wager="insurance", rounds=60, least=52, stay=100)
    found = answering.ask_hour(book, asked)
    assert found.before.offered == Fraction(1, 13) and found.before.handle == 60 * 5 * 2_00
    assert found.after.handle == 2 * found.before.handle and found.even_if_stay == Fraction(1, 2)
    words = money_sheets.hour_sheet(book, asked, found).words
    assert "The wager is offered in 7.69 % of the rounds." in words
