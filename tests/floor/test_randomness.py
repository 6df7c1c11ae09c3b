"""Hit frequencies: against figures of scipy, and wheels that are even or not."""

import pytest
from scipy import stats

from croupier.equipment.entropy import SeededEntropy
from croupier.floor.randomness import assess, upper_tail

POCKETS = ("0", "00", *map(str, range(1, 37)))


@pytest.mark.parametrize("degrees", [1, 2, 5, 37, 53])
@pytest.mark.parametrize("statistic", [0.0, 0.1, 1.0, 5.0, 37.0, 60.0, 150.0])
def test_the_tail_agrees_with_scipy(statistic: float, degrees: int) -> None:
    assert upper_tail(statistic, degrees) == pytest.approx(stats.chi2.sf(statistic, degrees), rel=1e-9, abs=1e-300)


def test_an_even_wheel_passes_and_a_tilted_one_does_not() -> None:
    entropy = SeededEntropy("wheel")
    even = [POCKETS[entropy.below(38)] for _ in range(10_000)]
    assert not assess(even, POCKETS).suspicious
    tilted = [("17" if entropy.below(60) == 0 else p) for p in even]
    found = assess(tilted, POCKETS)
    assert found.suspicious
    assert found.furthest == "17"
    assert "audit" in found.words


def test_nothing_to_assess_is_said() -> None:
    with pytest.raises(ValueError, match="no outcomes"):
        assess([], POCKETS)
