"""The commands `tournament` and `approvals`."""

import json

import pytest
from typer.testing import CliRunner

from croupier.cli import app


@pytest.mark.parametrize("game", ["blackjack", "craps", "mini-midi-baccarat"])
def test_a_tournament_is_played_and_repeats_from_its_seed(game: str) -> None:
    words = ["tournament", "hard-rock-cincinnati", game, "--entries", "5", "--seats", "3", "--rounds", "4"]
    first, again = (CliRunner().invoke(app, words) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert "Final table" in first.output and "advances" in first.output and "wins." in first.output
    assert first.output == again.output


def test_approvals_are_listed_by_property_and_day() -> None:
    shown = CliRunner().invoke(app, ["approvals", "oneida"])
    assert shown.exit_code == 0 and "e-poll 3" in shown.output and "not on the shelf" not in shown.output.split("\n")[0]
    plain = CliRunner().invoke(app, ["approvals", "oneida", "--on", "2024-01-01", "--json"])
    rows = {row["game"]: row["approved"] for row in json.loads(plain.output)}
    assert rows == {
        "four-card-poker": "2023-02-24",
        "mississippi-stud": "2020-01-14",
        "poker": "2021-10-12",
        "room": "2021-10-12",
        "three-card-poker": "2022-06-14",
    }


def test_a_tournament_as_data_tells_the_same() -> None:
    words = ["tournament", "hard-rock-cincinnati", "craps", "--entries", "5", "--seats", "3", "--rounds", "4"]
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert f"{found['places'][0]} wins." in CliRunner().invoke(app, words).output
    assert found["entries"] == sum(len(table["standings"]) for table in found["tables"] if table["stage"] == 1)
    assert [stand["name"] for stand in found["tables"][-1]["standings"]] == found["places"]
