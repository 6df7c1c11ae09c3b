"""Following a bankroll: against the gambler's ruin, and a walk that cannot lose."""

from fractions import Fraction as F

import numpy as np
import pytest

from croupier.odds.simulate import bankroll as sim_bankroll
from croupier.odds.simulate.streams import shards


def test_an_even_game_ruins_as_the_reflection_principle_says():
    """From ten units, a fair coin reaches zero within 400 tosses with chance 2 P(S < -10) + P(S = -10)."""
    found = sim_bankroll.simulate(shards(1, 1)[0], {F(1): F(1, 2), F(-1): F(1, 2)}, 400, 10, 20_000)
    steps = np.random.default_rng(1).binomial(400, 0.5, 2_000_000) * 2 - 400
    expected = 2 * float((steps < -10).mean()) + float((steps == -10).mean())
    assert found.risk_of_ruin == pytest.approx(expected, abs=0.02)
    assert found.ruin_interval < 0.01


def test_a_game_that_only_wins_never_falls():
    found = sim_bankroll.simulate(shards(2, 1)[0], {F(3, 2): 1}, 100, 5, 50)
    assert found.ruined == 0 and found.drawdowns == (0.0,) * 7
    assert found.results == (150.0,) * 7


def test_alias_tables_keep_the_distribution():
    weights = np.array([0.5, 0.1, 0.3, 0.1])
    keep, other = sim_bankroll.alias_table(weights)
    got = keep.copy()
    for column, target in enumerate(other):
        got[target] += 1 - keep[column]
    assert got / 4 == pytest.approx(weights)


def test_bad_sessions_are_refused():
    with pytest.raises(ValueError, match="bankroll"):
        sim_bankroll.simulate(shards(2, 1)[0], {F(1): 1}, 100, 0)
