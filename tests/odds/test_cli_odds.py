"""The odds commands as people and programs use them; a mistake is one line and exit status 2."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from croupier.cli import main
from croupier.cli.odds.text import show_strategy
from croupier.equipment.cards import RANKS
from croupier.odds.strategy import Grid, Strategy

HARD_ROCK = "hard-rock-cincinnati"


@pytest.fixture
def croupier(monkeypatch, capsys):
    """The command in this process, as the console script calls it."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return SimpleNamespace(returncode=left.value.code or 0, stdout=out, stderr=err)

    return run


def test_the_command_as_a_program_of_its_own():
    command = [sys.executable, "-c", "from croupier.cli import main; main()", "odds", HARD_ROCK, "big-six", "--json"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0 and len(json.loads(found.stdout)) == 7


def test_odds_as_json_and_as_a_table(croupier):
    found = croupier("odds", HARD_ROCK, "big-six", "--json")
    rows = json.loads(found.stdout)
    assert found.returncode == 0 and len(rows) == 7
    assert rows[0]["house_edge"] == pytest.approx(4 / 27) and rows[0]["house_edge_exact"] == "4/27"
    shown = croupier("odds", HARD_ROCK, "big-six").stdout
    assert "14.8148 %" in shown and "dollar-20" in shown


def test_odds_of_a_day_an_option_and_another_pay_table(croupier):
    old = json.loads(croupier("odds", "jack-cleveland", "big-six", "--on", "2013-01-01", "--json").stdout)
    assert old[0]["property"] == "horseshoe-cleveland"
    single = json.loads(croupier("odds", HARD_ROCK, "roulette", "--option", "wheel=single-zero", "--json").stdout)
    assert {row["house_edge_exact"] for row in single} == {"1/37"}
    better = json.loads(croupier("odds", HARD_ROCK, "big-six", "--pay", "joker.win=45 to 1", "--json").stdout)
    assert next(row for row in better if row["wager"] == "joker")["house_edge_exact"] == "4/27"


def test_the_tables_for_the_documentation_and_the_report(croupier, tmp_path):
    table, report = tmp_path / "odds.md", tmp_path / "odds.html"
    assert croupier("odds", HARD_ROCK, "big-six", "--write", str(table), "--html", str(report)).returncode == 0
    assert "| dollar-1 | $1 |" in table.read_text()
    assert "<svg" in report.read_text()


@pytest.mark.parametrize("words", [("odds", HARD_ROCK, "craps"), ("compare", "craps")])
def test_a_table_fits_eighty_columns_with_its_names_whole_and_the_rest_as_footnotes(croupier, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "80")
    shown = croupier(*words).stdout.splitlines()
    assert max(map(len, shown)) <= 80 and not any("…" in line for line in shown)
    assert any(line.startswith("dont-pass ") for line in shown)
    assert any(line.startswith("[1]  ") for line in shown)


def test_a_comparison_says_where_houses_differ_and_sums_up_where_they_do_not(croupier, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    short, whole = croupier("compare", "craps").stdout, croupier("compare", "craps", "--all").stdout
    assert len(short.splitlines()) < 60 and len(whole.splitlines()) > 600
    assert "1.4141 % 9 all 4" in " ".join(short.split()) and "offered by" not in whole
    assert max(map(len, (short + whole).splitlines())) <= 80
    row = next(line.split() for line in short.splitlines() if line.startswith("field"))
    assert row == ["field", "5.5556", "%", "1", "all", "4"]
    assert "fire: hard-rock-cincinnati (Fire Bet) is better than" in " ".join(short.split())
    # what others offer in another way stands apart, with their names
    _, _, bonus = " ".join(croupier("compare", "three-card-poker").stdout.split()).partition("six-card-bonus")
    assert bonus.startswith(
        " 8.5614 % 1 hard-rock-cincinnati six-card-bonus 17.4104 to 18.9822 % 2 horseshoe-cleveland,"
    )


def test_a_comparison_leaves_out_what_is_played_for_in_a_tournament(croupier):
    rows = json.loads(croupier("compare", "mini-midi-baccarat", "--json").stdout)
    banker = next(row for row in rows if row["wager"] == "banker")
    assert all(offer["edge"] > 0 for offer in banker["offers"])
    assert not any("tournament" in offer["pay_table"] for row in rows for offer in row["offers"])


def test_advice_strategy_comparison(croupier):
    advice = json.loads(croupier("advise", HARD_ROCK, "three-card-poker", "Qs 6h 4d", "--json").stdout)
    assert advice["best"] == "play" and advice["values"]["fold"] == -1
    assert "Q-6-4" in croupier("strategy", HARD_ROCK, "three-card-poker").stdout
    offers = json.loads(croupier("compare", "big-six", "--json").stdout)
    joker = next(row for row in offers if row["wager"] == "joker")
    assert joker["offers"][0]["property"] == "horseshoe-cleveland" and joker["offers"][-1]["behind"] > 0.09


def test_a_simulation_repeats_itself_from_its_seed(croupier):
    words = ("simulate", HARD_ROCK, "roulette", "--rounds", "1e5", "--seed", "3", "--json")
    first, again = croupier(*words), croupier(*words, "--workers", "1")
    assert first.returncode == 0 and first.stdout == again.stdout
    found = json.loads(first.stdout)
    assert found["rounds"] == 100_000 and found["sessions"]["bankroll"] == 200
    assert all(wager["interval"] > 0 for wager in found["wagers"])


def test_randomness_of_the_machines_and_of_records(croupier, tmp_path):
    assert "passes" in croupier("randomness", "--size", "400").stdout
    record = tmp_path / "wheel.txt"
    record.write_text("\n".join(str(n % 37) for n in range(12_000)))
    found = croupier("randomness", str(record), "--kind", "single-zero")
    assert found.returncode == 1 and "does not look random" in found.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("odds",), "name a property"),
        (("odds", "nowhere"), "no property"),
        (("odds", HARD_ROCK, "big-six", "--pay", "joker.jackpot=45 to 1"), "no such row"),
        (("odds", HARD_ROCK, "big-six", "--option", "decks=9"), "no such option"),
        (("odds", HARD_ROCK, "big-six", "--write", "/nowhere/odds.md"), "/nowhere/odds.md"),
        (("simulate", HARD_ROCK, "roulette", "--rounds", "-5"), "at least 1"),
        (("simulate", HARD_ROCK, "roulette", "--rounds", "many"), "no number"),
        (("simulate", HARD_ROCK, "roulette", "--rounds", "100", "--cluster", "tcp://127.0.0.1:9"), "no Dask scheduler"),
        (("advise", HARD_ROCK, "blackjack", "Zz 6h", "--up", "9c"), "is no card"),
        (("advise", HARD_ROCK, "roulette", "As"), "nothing is decided"),
        (("randomness", "/nowhere/record.txt"), "/nowhere/record.txt"),
        (("compare", "snap"), "no game"),
    ],
)
def test_a_mistake_is_one_line(croupier, monkeypatch, words, says):
    if "--cluster" in words:
        monkeypatch.setattr("croupier.odds.simulate.run.CLUSTER_SECONDS", 1)
    found = croupier(*words)
    assert found.returncode == 2, found.stderr
    assert found.stderr.startswith("croupier: ") and says in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


def test_coupons_are_shown_with_what_their_figures_hang_on(croupier):
    found = croupier("coupon", HARD_ROCK, "craps")
    words = " ".join(found.stdout.split())
    assert found.returncode == 0 and "two different" in words and "a pair" in words and "83.3333 %" in words


def test_a_grid_of_starting_hands_fits_a_terminal_of_eighty(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    cells = {(row, column): "check" for row in RANKS for column in RANKS}
    show_strategy(
        Strategy("ultimate-texas-holdem", (Grid("Before the flop", tuple(RANKS), tuple(RANKS), cells, {}),)), 0
    )
    said = capsys.readouterr().out
    assert "…" not in said and said.count("check") == 169
