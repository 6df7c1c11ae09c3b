"""The odds as a program asks for them, in one call."""

import subprocess
import sys
import textwrap
from fractions import Fraction

import pytest

from croupier.odds import odds
from croupier.odds.posting import open_posting
from croupier.odds.strategy import strategy_of
from croupier.rulebook import NotFound, rulebook


def test_one_call_answers_with_exact_edges() -> None:
    found = odds("hard-rock-cincinnati", "big-six")
    assert all(isinstance(line.edge.house_edge, Fraction) for line in found)
    assert {line.property for line in found} == {"hard-rock-cincinnati"}


def test_options_are_taken_as_a_table_posts_them() -> None:
    posted = odds("hard-rock-cincinnati", "mini-midi-baccarat", options={"decks": 6}, every=False)
    other = odds("hard-rock-cincinnati", "mini-midi-baccarat", options={"decks": 8}, every=False)
    assert posted[0].edge.house_edge != other[0].edge.house_edge


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(NotFound, match="whist"):
        odds("hard-rock-cincinnati", "whist")


def test_a_program_without_a_guard_may_ask() -> None:
    program = """
        from croupier.odds import odds
        print(len(odds("hard-rock-cincinnati", "big-six")))
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(answer.stdout) > 5


def test_a_line_gives_its_edge_and_a_row_may_pay_otherwise() -> None:
    (field,) = (line for line in odds("hard-rock-cincinnati", "craps", every=False) if line.wager == "field")
    what_if = odds("hard-rock-cincinnati", "craps", pays={"field.twelve": "3 to 1"}, every=False)
    (dearer,) = (line for line in what_if if line.wager == "field")
    assert (field.house_edge, dearer.house_edge) == (Fraction(1, 18), Fraction(1, 36))


def test_a_game_without_a_property_is_counted_at_each() -> None:
    found = odds(game="roulette", every=False)
    assert {line.property for line in found} == {"hard-rock-cincinnati", "horseshoe-cleveland", "jack-cleveland"}


@pytest.mark.parametrize("game", ["big-six", "roulette", "craps", "mini-midi-baccarat"])
def test_what_needs_no_compiled_code_loads_none(game: str) -> None:
    program = f"""
        import sys
        from croupier.odds import odds
        odds("hard-rock-cincinnati", "{game}", every=False)
        print([name for name in ("numba", "numpy") if name in sys.modules])
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.slow
def test_pai_gow_says_what_the_house_way_costs() -> None:
    words = strategy_of(open_posting(rulebook("hard-rock-cincinnati", "pai-gow-poker"))).rules
    assert "house edge 2.3108 %" in words[0] and "2.7333 %, which costs 0.4225 % more" in words[1]
