"""The odds as a program asks for them, in one call."""

import subprocess
import sys
import textwrap
from fractions import Fraction

import pytest

from croupier.odds import odds
from croupier.rulebook import NotFound


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
