"""The Big Six wheel: its sections, and the agreement with the exact odds."""

from fractions import Fraction

import pytest

from croupier.games import open_game
from croupier.games.wheels.big_six import WAGER_ON, BigSix
from croupier.odds.games.wheels.exact import big_six

PROPERTIES = ("hard-rock-cincinnati", "jack-cleveland", "horseshoe-cleveland")


@pytest.mark.parametrize("prop", PROPERTIES)
def test_the_rim_has_54_sections_and_the_edge_is_that_of_the_odds(prop: str) -> None:
    game = open_game(prop, "big-six")
    assert isinstance(game, BigSix)
    rim = game.pockets()
    assert len(rim) == 54
    sections: dict[str, int] = game.posting["sections"]
    assert {name: rim.count(name) for name in set(rim)} == sections
    pays = {}
    for name, wager in WAGER_ON.items():
        row = game.posting.row(wager, "win")
        assert row is not None
        pays[name] = row.odds.value
    for name, edge in big_six(sections, pays).items():
        assert -edge.house_edge == Fraction(rim.count(name), 54) * (pays[name] + 1) - 1


def test_single_sections_do_not_lie_side_by_side() -> None:
    game = open_game("hard-rock-cincinnati", "big-six")
    assert isinstance(game, BigSix)
    rim = game.pockets()
    assert 20 < abs(rim.index("joker") - rim.index("logo")) < 34
    assert all(rim[k] != "20" or rim[k - 1] != "20" for k in range(54))
