"""What the command line says to wrong input: one line that names what was expected, and nothing is changed."""

import itertools
import re
import shlex
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from croupier.cli import app, main
from croupier.poker.book.forms import FORMS
from croupier.rulebook import catalogue

HARD_ROCK = "hard-rock-cincinnati"
BALTIMORE = "horseshoe-baltimore"


@pytest.fixture
def croupier(monkeypatch, capfd, tmp_path):
    """Run a command in an empty folder as the shell would; the status, what it printed, what it complained of."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capfd.readouterr()
        return int(left.value.code or 0), shown.out, shown.err

    return run


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", HARD_ROCK, "blakjack"), "did you mean blackjack, zombie-blackjack or zappit-blackjack?\n"),
        (("play", HARD_ROCK, "roulete"), "did you mean roulette?\n"),
        (
            ("play", HARD_ROCK, "three-card-poker", "-o", "least.pair-plus=50", "-o", "most.pair-plus=5"),
            "croupier: Pair Plus: the least wager $50.00 is above the most $5.00",
        ),
        (("play", "jack-clevland", "craps"), "did you mean jack-cleveland?"),
        (("play", BALTIMORE, "holdem"), f"croupier poker {BALTIMORE} holdem"),
        (("deal", "oneida", "poker"), "croupier poker oneida holdem"),
        (("rulebooks", "--property", "hardrock"), "did you mean hard-rock-cincinnati?"),
        (("odds", "--property", "oneida", "--game", "craps"), "write croupier odds PROPERTY GAME; see croupier odds"),
        (("compare", "--game", "craps"), "write croupier compare GAME; see croupier compare --help"),
        (("play", HARD_ROCK, "blackjack", "-o", "decks"), "--option decks: expected name=value"),
        (("rulebooks", "-g", "roulete"), "did you mean roulette?"),
        (("approvals", "oneida", "--on", "1990-01-01"), "nothing approved is on record for oneida on 1990-01-01"),
        (("backup", "nowhere/copy.sqlite3"), "nowhere/copy.sqlite3: there is no folder nowhere"),
        (("approvals", "oneid"), "did you mean oneida?"),
        (("coverage", "oneid"), "did you mean oneida?"),
        (("equity", "holdm", "AsKs", "QdQc"), "did you mean holdem?"),
        (("poker", "horseshoe-baltimor", "holdem"), "did you mean horseshoe-baltimore?"),
        (("simulate", "oneida", "craps", "-n", "1e400"), "--rounds 1e400: expected at most 1e+15"),
        (("evening", "oneida", "craps", "--wager", "pas"), "did you mean pass?"),
        (("coverage", "--write", "nowhere/coverage.md"), "--write nowhere/coverage.md: there is no folder nowhere"),
        (("odds", HARD_ROCK, "roulette", "--pay", "x"), "--pay x: expected wager.outcome=ODDS"),
        (("odds", HARD_ROCK, "blackjack", "--html", "nowhere/odds.html"), "there is no folder nowhere"),
        (("odds", HARD_ROCK, "blackjack", "--write", "."), "that is a folder"),
        (("strategy", HARD_ROCK, "three-card-poker", "--costs", "-1"), "--costs"),
        (("strategy", BALTIMORE, "poker"), "no wager of it is against the house"),
        (("advise", HARD_ROCK, "blackjack", "Ts 6h", "--up", "9h 5h"), "--up '9h 5h': expected one card"),
        (("advise", HARD_ROCK, "blackjack", "Ts", "--up", "9h"), "two cards or more"),
        (("advise", HARD_ROCK, "blackjack", "Ts 6h", "--up", "9h", "--seen", "Ts Ts Ts Ts Ts Ts"), "7 times"),
        (("simulate", HARD_ROCK, "roulette", "--players", "0"), "--players"),
        (("floor", "--port", "x"), "'--port': expected a whole number; see"),
        (("randomness", "--confidence", "x"), "'--confidence': expected a number; see"),
        (("simulate", HARD_ROCK, "roulette", "--session", "-1"), "--session"),
        (("simulate", HARD_ROCK, "roulette", "--bankroll", "0"), "--bankroll"),
        (("simulate", HARD_ROCK, "roulette", "--rounds", "1.5"), "--rounds 1.5: expected a whole number"),
        (("compare", "poker"), "no property offers a wager of it against the house"),
        (("compare", "roulette", "--on", "2000-01-01"), "on 2000-01-01"),
        (("randomness", "--size", "many"), "--size 'many': no number"),
        (("randomness", "--kind", "roulete"), "--kind roulete: expected one of auto, single-zero"),
        (("randomness", "--kind", "dice"), "--kind is said of a file of outcomes"),
        (("simulate", HARD_ROCK, "roulette", "--cluster", "nohost"), "expected an address such as tcp://host:8786"),
        (("randomness", "/dev/null"), "/dev/null: no outcomes are in it"),
        (("poker", HARD_ROCK, "holdem"), "has no poker room: expected one of"),
        (("poker", BALTIMORE, "holdem", "-o", "straddle"), "expected name=value"),
        (("poker", BALTIMORE, "holdem", "--chips", "lots"), "--chips: 'lots' is no amount of money"),
        (("poker", BALTIMORE, "holdem", "--stakes", "1-2", "--save", "new.phhs"), "are no stakes"),
        (("poker", BALTIMORE, "holdem", "--save", "nowhere/new.phhs"), "there is no folder nowhere"),
        (("poker-case", "/dev/null"), "expected [[case]] tables"),
        (("tournament", HARD_ROCK, "blackjack", "--chips", "many"), "--chips: 'many' is no amount of money"),
        (("tournament", HARD_ROCK, "blackjack", "--least", "none"), "--least: 'none' is no amount of money"),
        (("poker-tournament", "--buy-in", "much"), "--buy-in: 'much' is no amount of money"),
        (("poker-tournament", "--guarantee", "much"), "--guarantee: 'much' is no amount of money"),
    ],
)
def test_a_mistake_is_one_line_that_names_what_was_expected(croupier, words, says) -> None:
    status, out, err = croupier(*words)
    assert status == 2 and out == ""
    assert err.startswith("croupier: ") and says in err and len(err.splitlines()) == 1
    assert not list(Path().iterdir())


def test_hands_that_were_kept_are_not_written_over(croupier) -> None:
    kept = Path("evening.phhs")
    words = ("poker", BALTIMORE, "holdem", "--watch", "--hands", "1", "--seed", "1", "--save", str(kept))
    assert croupier(*words)[0] == 0
    before = kept.read_text()
    status, _, err = croupier(*words)
    assert status == 2 and "there are hands in it already" in err and kept.read_text() == before


def test_the_version_is_said(croupier) -> None:
    status, out, _ = croupier("--version")
    assert status == 0 and re.fullmatch(r"croupier \d+\.\d+\.\d+\n", out)


def test_every_command_shows_examples_of_itself() -> None:
    for command in app.registered_commands:
        name = command.name or command.callback.__name__
        assert command.help and f"    croupier {name}" in command.help, name
        shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "80"}).output
        assert "For example:" in shown, name
        lines = {line.strip(): line for line in shown.splitlines()}
        for line in command.help.splitlines():  # each example whole, and set in
            assert not line.startswith("    ") or lines.get(line.strip(), "").rstrip() == f" {line}", (name, line)
        assert max(map(len, shown.splitlines())) <= 80, name
        assert not re.search(r"<(bool|str|int|float|path|list)", shown), "the floor's words, not Python's"


def test_croupier_itself_lists_its_commands_within_80_columns() -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).output
    assert "<bool>" not in shown and max(map(len, shown.splitlines())) <= 80
    for command in app.registered_commands:
        assert re.search(rf"│ {command.name or command.callback.__name__} +\S", shown), command


def test_brackets_of_a_help_are_no_style() -> None:
    assert "A house with [anchors] in its configuration" in " ".join(
        CliRunner().invoke(app, ["anchor", "--help"], env={"COLUMNS": "80"}).output.split()
    )


def examples() -> list[list[str]]:
    every = [(command.help or "").replace(" \\\n        ", " ") for command in app.registered_commands]
    lines = [line.strip() for text in every for line in text.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("croupier ")]


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_an_example_says_what_the_command_takes(words: list[str]) -> None:
    name, *rest = words
    typer.main.get_command(app).commands[name].make_context(name, list(rest))  # refuses an option that is not there
    shelf = catalogue()
    for house, game in itertools.pairwise(rest):
        if house in shelf and not game.startswith("-") and game not in FORMS:
            assert game in shelf[house]


def test_a_rulebook_with_many_faults_lists_each_on_a_line(croupier) -> None:
    Path("new.toml").write_text("")
    status, out, err = croupier("rulebooks", "--check", "new.toml")
    first, *faults = err.splitlines()
    assert (status, out, first) == (2, "", f"croupier: new.toml: {len(faults)} faults")
    assert "  new.toml:1:1: game: missing; expected text" in faults
