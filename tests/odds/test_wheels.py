"""Roulette and Big Six."""

from fractions import Fraction as F

import pytest

from croupier.odds.games.wheels import exact as wheels

PAYS = {
    "straight": 35, "split": 17, "three-numbers": 11, "four-numbers": 8, "six-numbers": 5, "column": 2,
    "dozen": 2, "red": 1, "black": 1, "odd": 1, "even": 1, "1-18": 1, "19-36": 1,
}  # fmt: skip


def test_every_wager_of_a_wheel_has_the_same_edge_but_the_five_numbers():
    assert {wheels.roulette(name, pays).house_edge for name, pays in PAYS.items()} == {F(1, 19)}
    single = wheels.pockets(double_zero=True, used_as_single_zero=True)
    assert {wheels.roulette(name, pays, single).house_edge for name, pays in PAYS.items()} == {F(1, 37)}
    assert wheels.roulette("first-five-numbers", 6).house_edge == F(3, 38)


def test_the_five_numbers_need_a_double_zero():
    with pytest.raises(ValueError, match="double zero"):
        wheels.roulette("first-five-numbers", 6, wheels.SINGLE_ZERO)
    with pytest.raises(ValueError, match="no roulette wager"):
        wheels.roulette("corner", 8)


def test_big_six_from_the_sections_of_the_wheel():
    sections = {"$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "joker": 1, "logo": 1}
    pays = {"$1": 1, "$2": 2, "$5": 5, "$10": 10, "$20": 20, "joker": 40, "logo": 40}
    edges = wheels.big_six(sections, pays)
    assert edges["$1"].house_edge == F(8, 54)
    assert edges["$5"].house_edge == F(6, 54)
    assert edges["joker"].house_edge == F(13, 54)
    with pytest.raises(ValueError, match="bears"):
        wheels.big_six(sections, {"$50": 50})
