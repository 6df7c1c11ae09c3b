"""Every line of odds as programs read it: its fields, their types, and figures that agree with each other."""

from fractions import Fraction

import pytest

from croupier.odds.lines import lines_of
from croupier.rulebook import rulebook

FIELDS = [
    "property", "game", "approved", "wager", "pay_table", "line", "conditions", "method", "house_edge",
    "house_edge_exact", "push_frequency", "hit_frequency", "standard_deviation", "element_of_risk", "interval",
    "strategy",
]  # fmt: skip
QUICK = [
    ("hard-rock-cincinnati", game)
    for game in ("big-six", "roulette", "craps", "crapless-craps", "mini-midi-baccarat", "three-card-poker",
                 "let-it-ride", "mississippi-stud", "high-card-flush", "rock-bac-w-super-6-commission-free")
] + [("oneida", game) for game in ("craps", "three-card-poker", "mississippi-stud")]  # fmt: skip


@pytest.mark.parametrize(("house", "game"), QUICK)
def test_lines_as_json(house, game):
    book = rulebook(house, game)
    rows = [line.plain() for line in lines_of(book)]
    seen = set()
    for row in rows:
        assert list(row) == FIELDS
        assert (row["property"], row["game"], row["approved"]) == (house, game, str(book.approved))
        assert row["method"] in ("exact", "simulated") and (row["interval"] is None) == (row["method"] == "exact")
        assert isinstance(row["line"], int) and row["line"] > 0
        for text in ("wager", "pay_table", "conditions", "strategy"):
            assert isinstance(row[text], str)
        for number in ("house_edge", "push_frequency", "hit_frequency", "standard_deviation", "element_of_risk"):
            assert isinstance(row[number], float)
        assert float(Fraction(row["house_edge_exact"])) == pytest.approx(row["house_edge"], abs=1e-15)
        assert 0 <= row["hit_frequency"] + row["push_frequency"] <= 1 + 1e-12 and row["standard_deviation"] >= 0
        # All the money staked is no less than the initial wager, so its share cannot be greater.
        assert abs(row["element_of_risk"]) <= abs(row["house_edge"]) + 1e-12
        assert row["wager"] in book.wagers or "meter" in row["conditions"]
        key = (row["wager"], row["pay_table"], row["line"], row["conditions"])
        assert key not in seen
        seen.add(key)
    told = {row["wager"] for row in rows}
    assert set(book.wagers) - told == set()
