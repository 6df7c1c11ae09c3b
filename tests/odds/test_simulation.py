"""Simulated dice, wheels, baccarat and blackjack agree with the exact figures; the same seed, the same run."""

import numpy as np
import pytest
from rules_of_twentyone import free_bet, zappit, zombie

from croupier.odds.exact import Edge
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat import simulated as sim_baccarat
from croupier.odds.games.dice import exact as dice
from croupier.odds.games.dice import simulated as sim_dice
from croupier.odds.games.twentyone import sidebets, sidebets_dealer
from croupier.odds.games.twentyone import simulated_run as sim_blackjack_run
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.wheels import simulated as sim_wheels
from croupier.odds.simulate.streams import below, draw_pairs, next_word, shards, stream, unit

FAR = 4.5


def z_scores(counts, chances):
    """How far each count lies from its expectation, in standard deviations."""
    total = sum(counts.values())
    scores = []
    for name, chance in chances.items():
        p = float(chance)
        if 0 < p < 1:
            scores.append((counts.get(name, 0) - total * p) / (total * p * (1 - p)) ** 0.5)
    return scores


def shares(counts):
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()}


# ----------------------------------------------------------------------------------- streams


def test_the_generator_gives_the_published_sequence():
    """xoshiro256++ from the state 1, 2, 3, 4."""
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_word(state)) for _ in range(4)] == [41943041, 58720359, 3588806011781223, 3591011842654386]


def test_shards_are_the_same_for_the_same_seed_and_differ_among_themselves():
    first, again = shards(5, 4), shards(5, 4)
    assert all((a == b).all() for a, b in zip(first, again))
    assert len({tuple(state.tolist()) for state in first}) == 4
    assert (stream(np.random.SeedSequence(5)) != first[0]).any()
    with pytest.raises(ValueError, match="at least one"):
        shards(1, 0)


def test_numbers_below_a_bound_are_even():
    state = shards(11, 1)[0]
    counts = np.bincount([below(state, 7) for _ in range(70_000)], minlength=7)
    assert len(counts) == 7
    assert (abs(counts - 10_000) < 500).all()
    assert all(0 <= unit(state) < 1 for _ in range(100))


def test_every_card_comes_to_every_place():
    state = shards(12, 1)[0]
    shoe = np.arange(6, dtype=np.uint8)
    counts = np.zeros((4, 6))
    for _ in range(30_000):
        assert draw_pairs(state, shoe, 0, 2) == 4
        counts[np.arange(4), shoe[:4]] += 1
    assert sorted(shoe) == list(range(6))
    assert (abs(counts - 5000) < 350).all()


# ------------------------------------------------------------------------------ dice and wheels


def test_dice_agree_with_the_exact_figures():
    throws = sim_dice.simulate(shards(1, 1)[0], 5_000_000)
    ends = throws.line(dice.CRAPS)
    expected = {"natural": 8 / 36, "craps": 4 / 36}
    for point in dice.CRAPS.points:
        reached = dice.WAYS[point] / 36
        expected[f"made {point}"] = reached * float(dice.point_is_made(point))
        expected[f"missed {point}"] = reached * (1 - float(dice.point_is_made(point)))
    assert max(map(abs, z_scores(ends, expected))) < FAR
    unique = dict(enumerate(throws.unique_points.tolist()))
    assert max(map(abs, z_scores(unique, dice.unique_points()))) < FAR
    ten = {total for total in range(2, 13) if total != 7}
    collected = dict(enumerate(throws.collected.tolist()))
    assert max(map(abs, z_scores(collected, dice.numbers_before_seven(ten)))) < FAR
    assert int(throws.combinations.sum()) == 5_000_000


def test_crapless_points_do_not_count_for_the_fire_bet():
    throws = sim_dice.simulate(shards(2, 1)[0], 3_000_000, dice.CRAPLESS)
    unique = dict(enumerate(throws.unique_points.tolist()))
    assert max(map(abs, z_scores(unique, dice.unique_points(dice.CRAPLESS)))) < FAR
    assert throws.made[2] > 0


def test_given_rolls_are_followed():
    """Come-out 7, then point 6 made, then point 4 and out."""
    rolls = np.array([6 * a + b for a, b in [(0, 5), (2, 2), (1, 3), (0, 2), (2, 3)]], dtype=np.uint8)
    throws = sim_dice.simulate(shards(1, 1)[0], 5, given=rolls)
    ends = throws.line(dice.CRAPS)
    assert (ends["natural"], ends["made 6"], ends["missed 4"]) == (1, 1, 1)
    assert throws.unique_points.tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert throws.hardway(6, 9) == {9: 1, -1: 1 + 2}
    assert throws.wager({6: 1}, (7,)) == {1: 2, -1: 2}


def test_wheels():
    counts = sim_wheels.simulate(shards(3, 1)[0], 3_800_000, 38)
    assert max(map(abs, z_scores(dict(enumerate(counts.tolist())), dict.fromkeys(range(38), 1 / 38)))) < FAR
    with pytest.raises(ValueError, match="negative"):
        sim_wheels.simulate(shards(3, 1)[0], -1, 38)


# ------------------------------------------------------------------------------------ baccarat


def test_baccarat_agrees_coup_by_coup():
    counts = sim_baccarat.simulate(shards(4, 1)[0], 4_000_000, 8)
    assert max(map(abs, z_scores(counts, shares(baccarat.coups(8))))) < FAR


def test_given_coups_are_dealt_as_they_lie():
    values = np.array([9, 2, 0, 3, 1, 2, 2, 1, 8, 0, 3], dtype=np.uint8)
    record = np.zeros(2, dtype=np.int16)
    sim_baccarat.simulate(shards(4, 1)[0], 2, given=values, record=record)
    assert sim_baccarat.coup_of(int(record[0])) == baccarat.Coup(9, 5, 2, 2)
    # three against three, the player draws an eight: the banker stands on three
    assert sim_baccarat.coup_of(int(record[1])) == baccarat.Coup(1, 3, 3, 2)
    assert sim_baccarat.code_of(sim_baccarat.coup_of(123)) == 123


# ----------------------------------------------------------------------------------- blackjack


@pytest.mark.parametrize("rules", [TwentyOneRules(), free_bet(), zombie(), TwentyOneRules(decks=1, surrender=True)])
def test_blackjack_agrees_with_the_solved_game(rules):
    solution = solve(rules)
    rounds = sim_blackjack_run.simulate(solution, shards(6, 1)[0], 2_000_000)
    edge = Edge.simulated(rounds.nets())
    error = edge.standard_deviation / 2_000_000**0.5
    assert abs(float(edge.house_edge) + solution.expectation) < FAR * error
    assert rounds.added / 2e6 == pytest.approx(solution.average_stake - 1, abs=2e-3)


def test_side_bets_are_counted_along():
    rounds = sim_blackjack_run.simulate(solve(TwentyOneRules()), shards(8, 1)[0], 3_000_000)
    assert max(map(abs, z_scores(rounds.trilux(), shares(sidebets.trilux(6))))) < FAR
    assert max(map(abs, z_scores(rounds.rockn_21(), shares(sidebets.rockn_21(6))))) < FAR
    assert max(map(abs, z_scores(rounds.buster(), sidebets_dealer.buster(6, True)))) < FAR
    assert max(map(abs, z_scores(rounds.push_22(), sidebets_dealer.push_22(6, True)))) < FAR
    same = int(np.trace(rounds.pairs.sum(axis=0)))
    assert same / 3e6 == pytest.approx(5 / 311, rel=0.02)


def test_given_cards_are_played_as_they_lie():
    """An eight pair against a six: split, a three doubled, then the dealer busts."""
    ranks = "23456789TJQKA"
    cards = [ranks.index(c) * 4 + 1 for c in "868T" + "3T" + "T" + "K"]
    record = np.zeros(1, dtype=np.uint8)
    run = sim_blackjack_run.simulate(
        solve(TwentyOneRules()), shards(1, 1)[0], 1, given=np.array(cards, dtype=np.uint8), record=record
    )
    assert run.nets() == {3: 1}
    assert run.added == 2
    assert sim_blackjack_run.net_of(TwentyOneRules(), int(record[0])) == 3


def test_the_same_seed_gives_the_same_rounds():
    solution = solve(TwentyOneRules())
    runs = [sim_blackjack_run.simulate(solution, shards(9, 2)[1], 50_000) for _ in range(2)]
    assert (runs[0].codes == runs[1].codes).all() and (runs[0].pairs == runs[1].pairs).all()


@pytest.mark.slow
@pytest.mark.parametrize("rules", [TwentyOneRules(), zappit(), free_bet(), zombie()])
def test_blackjack_agrees_over_a_hundred_million_rounds(rules):
    solution = solve(rules)
    edge = Edge.simulated(sim_blackjack_run.simulate(solution, shards(10, 1)[0], 100_000_000).nets())
    assert abs(float(edge.house_edge) + solution.expectation) < 4 * edge.standard_deviation / 1e4
