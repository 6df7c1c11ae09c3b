"""The commands: a table against bots, equities, case files, replays."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from croupier.cases.at_poker import FILES
from croupier.cli.poker import register
from croupier.poker import phh

app = typer.Typer(pretty_exceptions_enable=False)
register(app)
run = CliRunner()


@pytest.mark.parametrize(
    ("room", "form"),
    [
        ("horseshoe-baltimore", "holdem"),
        ("horseshoe-baltimore", "lowball-joker"),
        ("horseshoe-baltimore", "draw-jacks"),
        ("oneida", "stud-8"),
        ("oneida", "omaha-8"),
        ("horseshoe-cleveland", "razz"),
        ("horseshoe-cleveland", "lowball"),
    ],
)
def test_bots_play_every_kind_of_game(room: str, form: str) -> None:
    result = run.invoke(app, ["poker", room, form, "--watch", "--hands", "5", "--seed", "7"])
    assert result.exit_code == 0, result.output
    assert "5 hands." in result.output


def test_a_person_plays_and_mistakes_are_explained() -> None:
    keys = "z\nr 3\nc\n" + "c\n" * 40 + "q\n"
    result = run.invoke(app, ["poker", "horseshoe-baltimore", "holdem", "--hands", "3", "--seed", "1"], input=keys)
    assert result.exit_code == 0, result.output
    assert "fold, k check" in result.output


def test_hands_are_kept_as_phhs(tmp_path: Path) -> None:
    file = tmp_path / "evening.phhs"
    result = run.invoke(
        app, ["poker", "horseshoe-baltimore", "omaha", "--watch", "--hands", "6", "--seed", "3", "--save", str(file)]
    )
    assert result.exit_code == 0, result.output
    replays = phh.replay_file(file)
    assert len(replays) == 6
    assert all(replay.matches for replay in replays)


def test_equity_prints_json() -> None:
    result = run.invoke(app, ["equity", "holdem", "AsKs", "QdQc", "--json"])
    data = json.loads(result.output)
    assert data["showdowns"] == 1_712_304 and data["exact"]
    assert data["shares"][0] == "197833/428076"


def test_equity_in_words() -> None:
    result = run.invoke(app, ["equity", "omaha-8", "As2s3hKh", "9c8c7d6d", "--board", "4s 5c Kd"])
    assert "all 820 showdowns" in result.output


def test_case_files_run_from_the_command_line() -> None:
    cases = sorted(FILES.glob("*.toml"))
    result = run.invoke(app, ["poker-case", *map(str, cases)])
    assert result.exit_code == 0, result.output
    assert ", 0 do not" in result.output


def test_a_case_that_does_not_hold_is_named(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('[[case]]\nname = "wrong"\nclause = "x"\nstacks = [100, 100]\nplay = "= pot 5"\n')
    result = run.invoke(app, ["poker-case", str(file)])
    assert result.exit_code == 1
    assert "wrong" in result.output and "found 3" in result.output


def run_cases(tmp_path: Path, *cases: str) -> tuple[int, str]:
    file = tmp_path / "cases.toml"
    file.write_text("\n".join(f"[[case]]\n{case}" for case in cases))
    result = run.invoke(app, ["poker-case", str(file)])
    return result.exit_code, result.output


GOOD = 'name = "good"\nstacks = [100, 100]\nplay = "= pot 3"\n'


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ('name = "bad"\nroom = "nowhere"\nstacks = [100, 100]\n', "the table cannot be set up"),
        ('name = "bad"\ngame = "no"\nstacks = [100, 100]\n', "the table cannot be set up"),
        ('name = "bad"\nstacks = [100]\n', "at least two"),
        ('name = "bad"\nstakcs = [100, 100]\n', "the field 'stakcs' is not known: did you mean 'stacks'?"),
        ('name = "bad"\nstacks = [100, 100]\nplay = "p2 raise"\n', "line 1, 'p2 raise': it cannot be read"),
        ('name = "bad"\nstacks = [100, 100]\nplay = "p2 call 5"\n', "'5' says nothing after 'call'"),
        ('name = "bad"\nstacks = [100, 100]\nplay = "p2 act sais=call"\n', "the fact 'sais' is not known"),
        ('name = "bad"\nstacks = [100, 100]\nplay = "declare boxed-cards cuont=2"\n', "did you mean 'count'?"),
        ('name = "bad"\nstacks = [100, 100]\nplay = "= won p9 5"\n', "it cannot be read"),
    ],
)
def test_a_case_that_cannot_be_read_costs_itself_only(tmp_path: Path, case: str, says: str) -> None:
    status, output = run_cases(tmp_path, GOOD, case, GOOD)
    assert status == 1
    assert "2 cases hold, 1 do not" in output
    assert "cases.toml: bad: " in output and says in output


def test_a_file_without_cases_costs_itself_only(tmp_path: Path) -> None:
    (tmp_path / "torn.toml").write_text("[[case\n")
    (tmp_path / "whole.toml").write_text(f"[[case]]\n{GOOD}")
    result = run.invoke(app, ["poker-case", str(tmp_path / "torn.toml"), str(tmp_path / "whole.toml")])
    assert result.exit_code == 2
    assert "torn.toml: it is no case file" in result.output
    assert "1 cases hold, 0 do not" in result.output
