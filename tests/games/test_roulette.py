"""The roulette layout and the wheels: every place, every pocket, and the agreement with the exact odds."""

from fractions import Fraction

import pytest

from croupier.equipment.wheels import RED, colour
from croupier.games import open_game, open_table
from croupier.games.wheels.roulette import Roulette
from croupier.games.wheels.roulette_layout import RED_NUMBERS, layout, pocket_number
from croupier.odds.games.wheels.exact import COVERS, roulette
from croupier.rounds.acts import By
from croupier.rounds.refusal import Refused
from croupier.rounds.script import do

PROPERTIES = ("hard-rock-cincinnati", "jack-cleveland", "horseshoe-cleveland")
TRIOS = [(0, 1, 2), (0, 37, 2), (37, 2, 3)]


def test_places_of_the_double_zero_layout() -> None:
    counts = {wager: len(places) for wager, places in layout(2, TRIOS).items()}
    assert counts == {
        "straight": 38, "split": 62, "three-numbers": 15, "four-numbers": 22, "six-numbers": 11, "column": 3,
        "dozen": 3, "first-five-numbers": 1, "red": 1, "black": 1, "odd": 1, "even": 1, "1-18": 1, "19-36": 1,
    }  # fmt: skip


def test_places_of_the_single_zero_layout() -> None:
    counts = {wager: len(places) for wager, places in layout(1, TRIOS).items()}
    assert "first-five-numbers" not in counts
    assert (counts["straight"], counts["split"], counts["three-numbers"]) == (37, 60, 13)


@pytest.mark.parametrize("double_zero", [True, False])
def test_every_place_covers_as_many_pockets_as_the_odds_say(double_zero: bool) -> None:
    for wager, places in layout(2 if double_zero else 1, TRIOS).items():
        assert all(len(covered) == COVERS[wager] for covered in places.values())


def test_inside_places_are_neighbours_on_the_felt() -> None:
    """Numbers of one place are joined through boxes that touch."""
    for wager in ("split", "four-numbers", "six-numbers"):
        for covered in layout(1, TRIOS)[wager].values():
            for n in covered - {0}:
                assert any(m == 0 or _touch(m, n) for m in covered - {n})


def _touch(m: int, n: int) -> bool:
    return abs(m - n) == 3 or (abs(m - n) == 1 and (m - 1) // 3 == (n - 1) // 3)


def test_red_is_the_red_of_the_wheel() -> None:
    assert {str(n) for n in range(37) if RED_NUMBERS >> n & 1} == set(RED)


@pytest.mark.parametrize("prop", PROPERTIES)
@pytest.mark.parametrize("wheel", ["single-zero", "double-zero", "double-zero-as-single-zero"])
def test_wheels_hold_each_number_once_and_colours_alternate(prop: str, wheel: str) -> None:
    game = open_game(prop, "roulette", options={"wheel": wheel})
    assert isinstance(game, Roulette)
    pockets = game.pockets()
    zeros = ["0"] if wheel == "single-zero" else ["0", "00"]
    assert sorted(pockets, key=pocket_number) == sorted([*zeros, *map(str, range(1, 37))], key=pocket_number)
    around = [colour(p) for p in pockets]
    for here, after in zip(around, around[1:] + around[:1]):
        assert here != after


@pytest.mark.parametrize("prop", PROPERTIES)
def test_every_wager_has_the_edge_that_its_row_gives(prop: str) -> None:
    """The engine's own outcome over all pockets and the exact analysis agree, wager by wager, place by place."""
    game = open_game(prop, "roulette")
    assert isinstance(game, Roulette)
    for wager in game.posting.wagers:
        row = game.posting.row(wager, "win")
        assert row is not None
        for on in game.selections(wager):
            wins = sum(pocket_number(p) in game.layout[wager][on] for p in game.pockets())
            returned = Fraction(wins, 38) * (row.odds.value + 1) - 1
            assert -returned == roulette(wager, row.odds.value).house_edge


REFUSED_CALLS = [
    "call 1 on red", "call 1 non-value 99", "call 1 non-value x", "call 1 non-value 2 abc", "call 1 non-value 2 0",
]  # fmt: skip


@pytest.mark.parametrize("line", REFUSED_CALLS)
def test_calls_that_mean_nothing_are_refused(line: str) -> None:
    driver = open_table("jack-cleveland", "roulette", mode="dealer")
    do(driver, By("manager"), "sit 1 ann 1000")
    with pytest.raises(Refused):
        do(driver, By("manager"), line)


def test_a_patron_at_two_positions_plays_one_colour() -> None:
    driver = open_table("jack-cleveland", "roulette", mode="dealer")
    for line in ("sit 1 ann 1000", "sit 2 bob 1000", "sit 3 ann 0", "call 3 non-value 7 $5", "bet 1 red 10"):
        do(driver, By("manager"), line)
    assert driver.felt.memo["chips"]["ann"] == {"colour": 7, "value": 5_00}
    assert driver.felt.memo["chips"]["bob"]["colour"] == 2
    do(driver, By("manager"), "close")
    do(driver, By("manager"), "5")
    do(driver, By("manager"), "leave 1")
    assert "ann" in driver.felt.memo["chips"]  # she still sits at position 3
    do(driver, By("manager"), "leave 3")
    assert "ann" not in driver.felt.memo["chips"]
