"""A house's folder with files that can't be used: each costs a line of a list, and never a command."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.rulebook.library import SHELF
from tests.warm import Commands

HARD_ROCK = SHELF / "hard-rock-cincinnati"
BOOK = "three-card-poker@2019-12-05.toml"
Croupier = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One property with a good book and three bad ones, one whose own file is bad, one without a file."""
    root = tmp_path_factory.mktemp("shelf")
    for name in ("my-house", "bad-house", "no-house"):
        (root / name).mkdir()
    house = root / "my-house"
    (house / "property.toml").write_text('title = "My House"\nplace = "Nowhere"\n')
    (root / "bad-house" / "property.toml").write_text('title = "Bad House"\nplaice = "Nowhere"\n')
    good = (HARD_ROCK / BOOK).read_text().replace('property = "hard-rock-cincinnati"', 'property = "my-house"')
    (house / BOOK).write_text(good)
    (root / "no-house" / BOOK).write_text(good)
    (root / "bad-house" / BOOK).write_text(good)
    roulette = (HARD_ROCK / "roulette@2019-12-05.toml").read_text().replace("hard-rock-cincinnati", "my-house")
    (house / "roulette@2019-12-05.toml").write_text(roulette.replace('kind = "base"', 'kind = "bass"'))
    (house / "craps@2020-04-28.toml").write_text("this is no rulebook")
    (house / "big-six@soon.toml").write_text("")
    (house / "progressives@2019-12-05.toml").write_text("format = 1\n")
    return root


@pytest.fixture(scope="module")
def croupier(folder: Path) -> Iterator[Croupier]:
    """A command of somebody who has that folder."""
    commands = Commands({**os.environ, "CROUPIER_RULEBOOKS": str(folder)})
    yield commands.run
    commands.close()


def test_the_list_shows_what_is_good_and_a_line_for_each_bad_file(croupier: Croupier) -> None:
    found = croupier("rulebooks")
    assert found.returncode == 0 and "my-house" in found.stdout and "hard-rock-cincinnati" in found.stdout
    told = found.stderr.splitlines()
    for name in (
        "bad-house/property.toml is left out: line 2, column 1: plaice: unknown key; did you mean place?",
        "my-house/roulette@2019-12-05.toml is left out: line ",
        "my-house/craps@2020-04-28.toml is left out: line 1, column 6: not a whole TOML file",
        "my-house/big-six@soon.toml is left out: file names are GAME@YYYY-MM-DD.toml",
        "my-house/progressives@2019-12-05.toml is left out",
        f"bad-house/{BOOK} is left out: bad-house has no property.toml that can be used",
        f"no-house/{BOOK} is left out: no-house has no property.toml that can be used",
    ):
        assert sum(name in line for line in told) == 1, name
    assert len(told) == 7


@pytest.mark.parametrize(
    "words",
    [
        ("rulebooks", "-p", "my-house"),
        ("rulebooks", "-p", "my-house", "-g", "three-card-poker"),
        ("rulebooks", "--json", "-g", "three-card-poker"),
        ("approvals", "--json"),
        ("coverage", "--missing"),
        ("odds", "hard-rock-cincinnati", "roulette"),
        ("compare", "roulette"),
    ],
    ids=" ".join,
)
def test_no_command_stops_at_a_bad_file(croupier: Croupier, words: tuple[str, ...]) -> None:
    found = croupier(*words)
    assert found.returncode == 0, found.stderr
    if "--json" in words:
        json.loads(found.stdout)


def test_a_game_with_a_good_book_is_played_beside_bad_ones(folder: Path) -> None:
    code = (
        "from croupier.games import open_game\n"
        "from croupier.rulebook import NotFound\n"
        "print(open_game('my-house', 'three-card-poker').posting.rulebook.key)\n"
        "for game, options in (('roulette', {}), ('three-card-poker', {'progressive': 'multi-link'})):\n"
        "    try:\n        open_game('my-house', game, options=options)\n"
        "    except NotFound as error:\n        print(error)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
                           env={**os.environ, "CROUPIER_RULEBOOKS": str(folder)})  # fmt: skip
    key, roulette, progressives = found.stdout.splitlines()
    assert key == "my-house/three-card-poker@2019-12-05"
    assert roulette.startswith("my-house/roulette@2019-12-05.toml: wagers.") and "did you mean base?" in roulette
    assert progressives.startswith("my-house/progressives@2019-12-05.toml: ")


def test_the_check_of_a_folder_tells_every_fault_of_every_file(croupier: Croupier, folder: Path) -> None:
    found = croupier("rulebooks", "--check", str(folder), "--json", "--no-edges")
    told = json.loads(found.stdout)
    assert found.returncode == 2 and told["faults"] == sum(len(file["faults"]) for file in told["files"]) > 10
    by_name = {Path(file["file"]).name: file for file in told["files"] if "my-house" in file["file"]}
    assert by_name[BOOK]["faults"] == [] and by_name[BOOK]["what"].startswith("Three Card Poker at my-house")
    assert {k: by_name["craps@2020-04-28.toml"]["faults"][0][k] for k in ("line", "column")} == {"line": 1, "column": 6}
    lines = croupier("rulebooks", "--check", str(folder), "--no-edges")
    assert lines.returncode == 2 and "roulette@2019-12-05.toml:" in lines.stderr
    assert lines.stdout.splitlines()[-1] == f"{len(told['files'])} files, 7 with faults"


def test_a_rulebook_that_its_game_does_not_know_is_told_in_a_line_where_a_table_would_open(tmp_path: Path) -> None:
    house = tmp_path / "my-house"
    house.mkdir()
    (house / "property.toml").write_text('title = "Mine"\nplace = "Here"\n')
    text = (HARD_ROCK / "roulette@2019-12-05.toml").read_text().replace("hard-rock-cincinnati", "my-house")
    (house / "roulette@2019-12-05.toml").write_text(text.replace('[["win", "35 to 1"]]', '[["won", "35 to 1"]]'))
    commands = Commands({**os.environ, "CROUPIER_RULEBOOKS": str(tmp_path)})
    found = commands.run("play", "my-house", "roulette")
    commands.close()
    told = "croupier: my-house/roulette@2019-12-05: wagers.straight.pay-tables[1].rows[1]: 'won' can't happen"
    assert found.returncode == 2 and found.stderr.startswith(told) and found.stderr.count("\n") == 1
