"""What an Edge says."""

from fractions import Fraction as F

import pytest

from croupier.odds.exact import Edge, percent


def test_an_edge_from_counts():
    edge = Edge.from_counts({1: 244, -1: 251})
    assert edge.house_edge == F(7, 495) and edge.hit == F(244, 495) and edge.push == 0
    assert edge.variance == 1 - F(7, 495) ** 2
    assert edge.element_of_risk == edge.house_edge
    assert edge.method == "exact" and edge.interval is None
    assert percent(edge.house_edge, 3) == "1.414 %"


def test_a_simulated_edge_states_its_interval():
    edge = Edge.simulated({1: 4_900, -1: 5_100})
    assert edge.method == "simulated"
    assert edge.interval == pytest.approx(0.02575, abs=1e-4)


def test_probabilities_must_add_up():
    with pytest.raises(ValueError, match="add up"):
        Edge.from_distribution([(1, F(1, 3)), (-1, F(1, 3))])
