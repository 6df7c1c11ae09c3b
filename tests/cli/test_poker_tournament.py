"""`croupier poker-tournament` plays a whole event, the same one from its seed, and pays what was collected."""

import json
import re

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house.record.errors import Refused


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_an_event_is_played_whole_and_repeats_from_its_seed() -> None:
    words = ("poker-tournament", "horseshoe-baltimore", "holdem", "--entries", "12", "--sheet", "ante")
    first = run(*words)
    assert first == run(*words) and first != run(*words, "--seed", "another")
    assert "drawn again for the final table" in first and "raced off" in first
    paid, whole = re.findall(r"paid (\S+) of\s+(\S+)", first)[0]
    assert paid == whole == "$960.00"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--format", "bounty", "--sheet", "ante"), "in bounties"),
        (("--format", "satellite", "--sheet", "ante"), "an entry worth"),
        (("--guarantee", "5000", "--sheet", "ante"), "from the special hands fund"),
    ],
)
def test_formats(words: tuple[str, ...], expected: str) -> None:
    assert expected in " ".join(run("poker-tournament", "--entries", "10", "--quiet", *words).split())


def test_the_other_command_takes_forms_of_poker_too() -> None:
    assert "hands" in run("tournament", "horseshoe-baltimore", "omaha", "--entries", "6")


def test_what_the_book_does_not_allow_is_said() -> None:
    done = CliRunner().invoke(app, ["poker-tournament", "--buy-in", "20"])
    assert isinstance(done.exception, Refused) and "19.F.a.i" in str(done.exception)


def test_an_event_as_data_pays_its_whole_pool() -> None:
    words = ("poker-tournament", "--entries", "12", "--format", "bounty", "--json")
    found = json.loads(run(*words))
    assert sum(row["prize"] + row["bounties"] for row in found["places"]) == found["pool"] > 0
    assert [row["place"] for row in found["places"]][:3] == [1, 2, 3] and len(found["places"]) == found["entries"]
