"""Blackjack: peer figures to six digits, and every number against plain recursion on small shoes."""

from fractions import Fraction as F
from functools import cache

import numpy as np
import pytest
from rules_of_twentyone import SEVEN_TO_ACE, free_bet, rockn_21, zappit, zombie

from croupier.odds.exact import percent
from croupier.odds.games.twentyone import exact as blackjack_exact
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone import solve as bj
from croupier.odds.games.twentyone.chart import chart
from croupier.odds.games.twentyone.game import dealer_ends, solve
from croupier.odds.games.twentyone.kernel import DOUBLE, FREE, HIT, REAL, STAND
from croupier.odds.games.twentyone.rules import TwentyOneRules

ACE, TEN = bh.ACE, bh.TEN
SMALL = (3, 1, 2, 1, 2, 2, 1, 4, 1, 6)


@pytest.mark.parametrize(("decks", "known"), [(1, "0.008735"), (2, "0.380445"), (6, "0.615389"), (8, "0.644554")])
def test_peer_figures_of_the_common_game(decks, known):
    assert percent(solve(TwentyOneRules(decks=decks)).edge().house_edge) == f"{known} %"


def test_rules_move_the_edge_the_way_they_are_known_to():
    base = solve(TwentyOneRules()).expectation
    assert solve(TwentyOneRules(hits_soft_17=False)).expectation - base == pytest.approx(0.0021, abs=2e-4)
    assert solve(TwentyOneRules(blackjack_pays=F(6, 5))).expectation - base == pytest.approx(-0.0136, abs=1e-4)
    assert solve(TwentyOneRules(double_after_split=False)).expectation - base == pytest.approx(-0.0014, abs=2e-4)
    assert solve(TwentyOneRules(split_ace_hands=4)).expectation - base == pytest.approx(0.0007, abs=2e-4)
    assert solve(TwentyOneRules(surrender=True)).expectation - base == pytest.approx(0.0009, abs=2e-4)
    assert solve(TwentyOneRules(blackjack_takes_all=True)).expectation - base == pytest.approx(-0.0011, abs=2e-4)
    assert solve(TwentyOneRules(doubles=frozenset({10, 11}))).expectation - base == pytest.approx(-0.002, abs=4e-4)


def test_spread_of_results():
    solution = solve(TwentyOneRules())
    assert sum(solution.spread.values()) == pytest.approx(1.0, abs=1e-12)
    mean = sum(float(net) * p for net, p in solution.spread.items())
    assert mean == pytest.approx(solution.expectation, abs=5e-5)
    assert solution.edge().standard_deviation == pytest.approx(1.16, abs=0.01)
    assert solution.average_stake == pytest.approx(1.136, abs=0.002)


def test_rockn_21_pays_on_average_eleven_to_eight():
    rules = rockn_21(F(2), F(3, 2), F(1))
    assert rules.blackjack_pays == F(11, 8)
    spread = solve(rules).spread
    assert spread[F(3, 2)] == pytest.approx(0.0453 / 4, rel=0.01)


def test_insurance_and_even_money():
    assert insurance_percent(6) == "7.395498 %"
    assert insurance_percent(8) == "7.469880 %"
    assert bj.insurance(1, [TEN, TEN]) == F(1, 7)
    assert bj.even_money(6, F(3, 2)) > 0
    assert bj.even_money(6, F(6, 5)) < 0


def insurance_percent(decks):
    return percent(bj.insurance(decks))


def test_a_chart_gives_up_hard_hands_and_keeps_soft_ones_of_the_same_total():
    found = chart(TwentyOneRules(surrender=True))
    given_up = {(cell.row, cell.up) for cell in found.cells if cell.choice == "surrender"}
    hard = {("hard 15", TEN), ("hard 15", ACE), ("hard 16", 8), ("hard 16", TEN), ("hard 16", ACE), ("hard 17", ACE)}
    assert given_up == {*hard, ("pair 8", ACE)}
    assert found.cost < 2e-5


# ------------------------------------------------------------------ against plain recursion


@cache
def dealer(shoe, hard, aces, cards, hits_soft_17=True):
    """Chances of the dealer's ends from a shoe, by drawing card after card."""
    total = hard + 10 if aces and hard <= 11 else hard
    soft = total != hard
    if cards == 2 and total == 21:
        return {bh.DEALER_BLACKJACK: 1.0}
    if total > 17 or (total == 17 and not (soft and hits_soft_17)):
        return {total - 17: 1.0}
    ends = {}
    left = sum(shoe)
    for value, count in enumerate(shoe):
        if count:
            rest = (*shoe[:value], count - 1, *shoe[value + 1 :])
            after = dealer(rest, hard + value + 1, aces + (value == ACE), cards + 1, hits_soft_17)
            for end, chance in after.items():
                ends[end] = ends.get(end, 0.0) + chance * count / left
    return ends


def without(shoe, *values):
    left = list(shoe)
    for value in values:
        left[value] -= 1
    return tuple(left)


def settle(ends, total, rules, up):
    """Value of a finished hand, counting nothing when the dealer has blackjack."""
    worth = 0.0
    for end, chance in ends.items():
        if end == bh.DEALER_BLACKJACK:
            continue
        if total > 21:
            worth += chance if up in rules.back_to_life and end > bh.DEALER_22 else -chance
        elif end > bh.DEALER_22 or (end == bh.DEALER_22 and up not in rules.push_22):
            worth += chance
        elif end < bh.DEALER_22:
            worth += chance * ((total > end + 17) - (total < end + 17))
    return worth


def total_of(hand):
    hard = sum(value + 1 for value in hand)
    return hard + 10 if ACE in hand and hard <= 11 else hard


def plain(rules, shoe, hand, up):
    """(stand, hit, double) of a hand by recursion; `shoe` is without the hand and the up card."""

    @cache
    def stand(left, hand):
        ends = dealer(left, up + 1, int(up == ACE), 1)
        return settle(ends, total_of(hand), rules, up)

    @cache
    def best(left, hand):
        if total_of(hand) >= 21:
            return stand(left, hand)
        return max(stand(left, hand), draw(left, hand, best))

    def draw(left, hand, then):
        cards = sum(left)
        return sum(
            count / cards * then(without(left, value), tuple(sorted((*hand, value))))
            for value, count in enumerate(left)
            if count
        )

    hand = tuple(sorted(hand))
    return stand(shoe, hand), draw(shoe, hand, best), 2 * draw(shoe, hand, stand)


@pytest.mark.parametrize("up", [ACE, 5, 8, TEN])
@pytest.mark.parametrize("hand", [(7, 4), (TEN, 5), (ACE, 5), (7, 7), (9, 1)])
@pytest.mark.parametrize(
    "rules", [TwentyOneRules(), zombie(), free_bet(free_doubles=frozenset())], ids=["plain", "zombie", "push"]
)
def test_stand_hit_and_double_on_a_small_shoe(rules, hand, up):
    table = bj.up_table(rules, SMALL, up)
    number = int(table.hands.pair[hand[0], hand[1]])
    expected = plain(rules, without(SMALL, up, *hand), hand, up)
    got = (table.stand()[number], table.hit[number, REAL], table.double[number, REAL])
    assert got == pytest.approx(expected, abs=1e-12)


def test_the_dealers_ends_agree_with_drawing_card_after_card():
    for up in range(10):
        table = bj.up_table(TwentyOneRules(hits_soft_17=False), SMALL, up)
        left = without(SMALL, up, 7)
        got = dealer_ends(np.array(left), table)
        expected = dealer(left, up + 1, int(up == ACE), 1, False)
        for end in range(bh.DEALER_ENDS):
            assert got[end] == pytest.approx(expected.get(end, 0.0), abs=1e-12)


def split_in_order(table, pair, limit, free):
    """Play the split hands one after the other, card by card, and settle them together."""
    rules, up, child, totals = table.rules, table.up, table.hands.child, table.hands.total
    real_actions, free_actions = (table.after_split(pair, kind) for kind in (REAL, FREE))

    def finish(left, done):
        ends = dealer(left, up + 1, int(up == ACE), 1)
        worth = 0.0
        for total, won, lost in done:
            for end, chance in ends.items():
                result = settle({end: 1.0}, total, rules, up)
                worth += chance * (won if result > 0 else -lost if result < 0 else 0)
        return worth

    def draw(left, then):
        cards = sum(left)
        return sum(n / cards * then(without(left, v), v) for v, n in enumerate(left) if n)

    @cache
    def play(left, waiting, hands, first, number, done):
        """`number` is the hand being played; `waiting` hands hold one card each."""
        if number < 0:
            if not waiting:
                return finish(left, done)

            def second(rest, value):
                if value == pair and hands < limit:
                    return play(rest, waiting + 1, hands + 1, first, -1, done)
                return play(rest, waiting - 1, hands, first, int(child[child[0, pair], value]), done)

            return draw(left, second)
        kind = REAL if first or not free else FREE
        action = (real_actions, free_actions)[kind][number]
        lost = 1 if kind == REAL else 0

        def close(rest, total, won, lost):
            return play(rest, waiting, hands, False, -1, tuple(sorted((*done, (total, won, lost)))))

        if action == STAND:
            return close(left, int(totals[number]), 1, lost)
        if action == HIT:

            def hit(rest, value):
                after = int(child[number, value])
                return close(rest, 22, 1, lost) if after < 0 else play(rest, waiting, hands, first, after, done)

            return draw(left, hit)
        assert action == DOUBLE
        paid = lost if table.free_double[number] else lost + 1

        def doubled(rest, value):
            after = int(child[number, value])
            return close(rest, 22 if after < 0 else int(totals[after]), 2, paid)

        return draw(left, doubled)

    return play(without(table.shoe.tolist(), up, pair, pair), 2, 2, True, -1, ())


@pytest.mark.parametrize("limit", [2, 3, 4])
@pytest.mark.parametrize(("up", "kind"), [(5, "plain"), (TEN, "plain"), (6, "free"), (6, "zombie")])
def test_splitting_agrees_with_playing_hand_after_hand(limit, up, kind):
    shoe = (1, 0, 0, 0, 0, 1, 1, 6, 1, 5) if kind != "free" else (0, 0, 1, 0, 1, 0, 1, 6, 0, 5)
    options = {"split_hands": limit}
    rules = {"plain": TwentyOneRules, "free": free_bet, "zombie": zombie}[kind](**options)
    shoe = tuple(n + (1 if v == up else 0) for v, n in enumerate(shoe))
    table = bj.up_table(rules, shoe, up)
    value, _ = table.split_value(7)
    assert value == pytest.approx(split_in_order(table, 7, limit, kind == "free"), abs=1e-12)


# ------------------------------------------------------------------------------- the variants


def test_a_back_to_life_that_pushed_on_22_only_from_a_seven_up_would_favour_the_player():
    """Reading the push under every up card gives the house about one percent; the others are absurd."""
    assert 0.005 < -solve(zombie()).expectation < 0.015
    assert solve(zombie(SEVEN_TO_ACE)).expectation > 0.03
    assert solve(zombie(frozenset())).expectation > 0.05


def test_free_bet_costs_about_one_percent_and_little_of_the_players_own_money_is_added():
    solution = solve(free_bet())
    assert percent(solution.edge().house_edge, 2) == "1.09 %"
    assert solution.average_stake == pytest.approx(1.005, abs=0.001)


@pytest.mark.slow
def test_zappit_is_worth_what_playing_it_out_gives():
    rules = zappit()
    solution = solve(rules)
    direct = sum(
        deal.chance * (max(deal.values.values()) - (1 - deal.alive)) for deal in solution.deals if not deal.is_blackjack
    )
    direct += sum(1.5 * d.chance * d.alive for d in solution.deals if d.is_blackjack)
    assert solution.expectation == pytest.approx(direct, abs=1e-12)
    assert percent(solution.edge().house_edge, 2) == "1.21 %"


# --------------------------------------------------------------------------- the exact fraction


@pytest.mark.parametrize(
    "rules", [TwentyOneRules(decks=1), free_bet(decks=1), zombie(decks=1)], ids=["plain", "free", "zombie"]
)
def test_the_exact_fraction_confirms_the_doubles(rules):
    fraction = blackjack_exact.expectation(rules)
    assert abs(float(fraction - F(solve(rules).expectation))) < 1e-14
    assert blackjack_exact.edge(rules).house_edge == -fraction


@pytest.mark.slow
def test_the_six_deck_fraction():
    fraction = blackjack_exact.expectation(TwentyOneRules())
    assert abs(float(fraction - F(solve(TwentyOneRules()).expectation))) < 1e-14
    assert 40 < len(str(fraction.denominator)) < 60


def test_a_single_deck_hand_by_hand_in_fractions():
    """Standing on twenty against a six, every finish of the dealer added up in fractions."""
    shoe = tuple(int(n) for n in bh.shoe(1))
    left = without(shoe, 5, TEN, TEN)

    def ends(left, hard, aces):
        total = hard + 10 if aces and hard <= 11 else hard
        if total > 17 or (total == 17 and total == hard):
            return F((total < 20) - (total > 20)) if total <= 21 else F(1)
        return sum(
            F(n, sum(left)) * ends(without(left, v), hard + v + 1, aces + (v == ACE)) for v, n in enumerate(left) if n
        )

    field = blackjack_exact.Field(2_147_483_647, 52)
    table = bj.up_table(TwentyOneRules(decks=1), shoe, 5)
    here = blackjack_exact._Up(table, field)
    hand = int(table.hands.pair[TEN, TEN])
    assert int(here.values([hand], table.actions[REAL])[hand]) == field.of(ends(left, 6, 0))


# ------------------------------------------------------------------------- advice and chart


def test_advice_for_a_position():
    sixteen = bj.values(TwentyOneRules(), [TEN, 5], TEN)
    assert sixteen["stand"] == pytest.approx(-0.540954, abs=1e-6)
    assert sixteen["hit"] == pytest.approx(-0.534676, abs=1e-6)
    assert "split" not in sixteen and set(bj.values(TwentyOneRules(), [7, 7], TEN)) == {
        "stand",
        "hit",
        "double",
        "split",
    }
    assert max(bj.values(TwentyOneRules(), [7, 3, 3], TEN).items(), key=lambda x: x[1])[0] == "stand"
    assert "zap" in bj.values(zappit(), [TEN, 5], TEN)
    assert "zap" not in bj.values(zappit(), [TEN, 5], TEN, zapped=True)


def test_advice_refuses_impossible_positions():
    with pytest.raises(ValueError, match="bust"):
        bj.values(TwentyOneRules(), [TEN, TEN, 4], TEN)
    with pytest.raises(ValueError, match="does not hold"):
        bj.values(TwentyOneRules(decks=1), [1] * 5, TEN)
    with pytest.raises(ValueError, match="decks"):
        TwentyOneRules(decks=0)


def test_the_six_deck_chart_is_the_one_people_print():
    found = chart(TwentyOneRules())
    assert found.choice("hard 16", TEN) == "hit"
    assert found.choice("hard 12", 3) == "stand" and found.choice("hard 12", 2) == "hit"
    assert found.choice("hard 11", ACE) == "double"
    assert found.choice("soft 18", 1) == "double" and found.choice("soft 18", 8) == "hit"
    assert found.choice("soft 19", 5) == "double"
    assert found.choice("pair 8", ACE) == "split" and found.choice("pair 4", 5) == "split"
    assert found.choice("pair 9", 6) == "stand"
    assert 0 < found.cost < 5e-5


def test_the_single_deck_chart_stands_on_two_sevens_against_a_ten():
    found = chart(TwentyOneRules(decks=1))
    assert found.choice("pair 7", TEN) == "stand" and found.choice("hard 14", TEN) == "hit"
    assert 2e-4 < found.cost < 5e-4


@pytest.mark.parametrize("rules", [TwentyOneRules(), TwentyOneRules(decks=1), zombie()])
def test_deviations_cost_and_the_chosen_cell_is_best(rules):
    for cell in chart(rules).cells:
        assert all(cost > -1e-9 for cost in cell.costs.values()), cell
