"""The command line as people use it: every game, scripts, journals, and mistakes told in a line.

Most of it runs in this process, as `main` runs it; some from a cold start, in a process of its own."""

import contextlib
import gc
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.games import game_class
from croupier.rulebook import NotFound, catalogue

CROUPIER = [sys.executable, "-c", "from croupier.cli import main; main()"]


def started(*words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run([*CROUPIER, *words], input=lines, capture_output=True, text=True, timeout=120)


def croupier(*words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """A command in this process, which has read the rulebooks before; nobody sits at its keyboard."""
    said, told, collects = io.StringIO(), io.StringIO(), gc.get_threshold()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["croupier", *words])
        patched.setattr(sys, "stdin", io.StringIO(lines))
        patched.setenv("COLUMNS", "80")
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(told), pytest.raises(SystemExit) as ended:
            main()
    gc.set_threshold(*collects)
    return subprocess.CompletedProcess(words, int(ended.value.code or 0), said.getvalue(), told.getvalue())


def house_games() -> list[tuple[str, str]]:
    found = []
    for house, games in catalogue().items():
        for game in games:
            try:
                game_class(game)
            except NotFound:
                continue
            found.append((house, game))
    return found


def test_help_teaches_without_loading_a_game() -> None:
    heavy = "('numba', 'numpy', 'croupier.rounds', 'sqlalchemy', 'fastapi')"
    code = f"import sys; from croupier.cli import app; print(sorted(m for m in sys.modules if m in {heavy}))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout.strip() == "[]"
    text = started("--help").stdout
    for command in ("play", "deal", "replay", "rulebooks", "floor", "coverage"):
        assert command in text


@pytest.mark.parametrize(("house", "game"), house_games())
def test_every_game_opens_for_play_and_for_dealing(house: str, game: str) -> None:
    from croupier.cli.terminal.table import Terminal

    script = Path(__file__).parent / "quit.txt"
    Terminal.play(house, game, None, 1, None, "1", "$1,000", script, None)
    Terminal.deal(house, game, None, 1, None, "$1,000", script, None)


def test_a_round_played_from_a_script_is_settled_with_its_reasons_and_replays(tmp_path: Path) -> None:
    journal = tmp_path / "t.journal"
    lines = "ante 25\npair-plus 5\nclose\nplay\nquit\n"
    played = croupier(
        "play",
        "hard-rock-cincinnati",
        "three-card-poker",
        "--seed",
        "7",
        "--script",
        "-",
        "--journal",
        str(journal),
        lines=lines,
    )
    assert played.returncode == 0, played.stderr
    assert "clause 12.B" in played.stdout and "adds $25.00" in played.stdout
    replayed = croupier("replay", str(journal))
    assert replayed.returncode == 0 and "every settlement agrees" in replayed.stdout
    settled = json.loads(croupier("replay", str(journal), "--json").stdout)
    assert {"play", "ante", "pair-plus"} == {s["wager"] for s in settled}
    again = croupier(
        "play",
        "hard-rock-cincinnati",
        "three-card-poker",
        "--seed",
        "7",
        "--script",
        "-",
        "--journal",
        str(journal),
        lines="ante 10\nclose\nfold\nquit\n",
    )
    assert again.returncode == 0 and "round 2" in again.stdout.replace("round 2 ", "round 2")
    data = bytearray(journal.read_bytes())
    data[len(data) // 2] ^= 1
    journal.write_bytes(data)
    broken = croupier("replay", str(journal))
    assert broken.returncode == 2 and "was changed" in broken.stderr and broken.stderr.count("\n") == 1


def test_dealing_by_hand_takes_cards_undo_and_irregularities() -> None:
    lines = "ante 25\nclose\n? ? ?\nplay\n? ? ?\nKs Qs 2d\nundo\nKs Qs 3d\n9c 9d 2h\nshuffle\nante 10\nclose\n? ? ?\n"
    lines += "irregularity dealer-card-exposed\nquit\n"
    dealt = croupier("deal", "hard-rock-cincinnati", "three-card-poker", "--script", "-", lines=lines)
    assert dealt.returncode == 0, dealt.stderr
    assert "taken back" in dealt.stdout and "Ruling on dealer-card-exposed" in dealt.stdout


@pytest.mark.parametrize(
    ("words", "lines", "expected"),
    [
        (("play", "nowhere", "roulette"), "", "there are"),
        (("play", "oneida", "chess"), "", "there are"),
        (("play", "hard-rock-cincinnati", "roulette", "--on", "1999-01-01"), "", "first approved on"),
        (("play", "hard-rock-cincinnati", "roulette", "--on", "soon"), "", "no date"),
        (("play", "hard-rock-cincinnati", "three-card-poker", "-o", "dealing=drone"), "", "expected one of"),
        (("play", "hard-rock-cincinnati", "three-card-poker", "-o", "dealing"), "", "name=value"),
        (("play", "hard-rock-cincinnati", "three-card-poker", "--chips", "lots"), "", "no amount"),
        (("play", "hard-rock-cincinnati", "three-card-poker", "--seats", "8"), "", "7 positions"),
        (("play", "hard-rock-cincinnati", "three-card-poker", "--script", "-"), "ante 5000\n", "outside"),
        (("deal", "hard-rock-cincinnati", "three-card-poker", "--script", "-"), "ante 10\nclose\nKs Ks Ks\n", "Ks"),
        (("replay", "no-such-file"), "", "no-such-file"),
        (("play", "oneida"), "", "GAME"),
        (("frobnicate",), "", "frobnicate"),
        (("play", "oneida", "craps", "--seats", "x"), "", "croupier play --help"),
        (("play", "oneida", "craps", "--seats", "0"), "", "--seats"),
        (("play", "oneida", "craps", "--no-such-option"), "", "--no-such-option"),
        (("rulebooks", "--property", "nowhere"), "", "there are"),
        (("rulebooks", "--check", "no-such.toml"), "", "no-such.toml"),
        (("rulebooks", "--check", "docs"), "", "no rulebook is in it"),
        (("rulebooks", "neu", "my-house", "craps"), "", "did you mean new?"),
        (("rulebooks", "show"), "", "to read one, rulebooks -p PROPERTY -g GAME"),
        (("rulebooks", "new", "my-house"), "", "expected new PROPERTY GAME"),
        (("rulebooks", "--on", "1990-01-01"), "", "no rulebook on 1990-01-01"),
        (("rulebooks", "-p", "oneida", "-g", "roulette", "--json"), "", "no rulebook at oneida of roulette"),
        (("rulebooks", "-p", "oneida", "--compare", "2023-02-24"), "", "needs --property and --game"),
        (("rulebooks", "-p", "oneida", "-g", "craps", "--compare", "2024-13"), "", "no date"),
        (("rulebooks", "-p", "oneida", "-g", "craps", "--compare", "nowhere"), "", "no property"),
    ],
)
def test_a_mistake_is_one_line_and_exit_status_2(words: tuple[str, ...], lines: str, expected: str) -> None:
    found = croupier(*words, lines=lines)
    assert found.returncode == 2, found.stdout + found.stderr
    assert expected in found.stderr and found.stderr.strip().count("\n") == 0


def test_a_truncated_rulebook_is_refused_with_its_faults(tmp_path: Path) -> None:
    from croupier.rulebook.library import SHELF

    book = SHELF / "hard-rock-cincinnati" / "three-card-poker@2019-12-05.toml"
    short = tmp_path / book.name
    short.write_text(book.read_text()[:4000])
    found = croupier("rulebooks", "--check", str(short))
    assert found.returncode == 2 and short.name in found.stderr
    assert croupier("rulebooks", "--check", str(book)).returncode == 0
    several = croupier("rulebooks", "--check", "--no-edges", str(book), str(short))
    assert several.returncode == 2 and "2 files, 1 with faults" in several.stdout


def test_rulebooks_as_json_have_the_agreed_shape() -> None:
    books = json.loads(croupier("rulebooks", "--property", "jack-cleveland", "--json").stdout)
    assert {
        "property",
        "game",
        "submitted",
        "approved",
        "document",
        "lines",
        "wagers",
        "options",
        "irregularities",
        "procedures",
        "readings",
    } <= set(books[0])
    table = books[0]["wagers"][0]["pay_tables"][0]
    assert {"label", "line", "at_least", "rows"} <= set(table)
    listed = croupier("rulebooks", "--game", "roulette").stdout
    assert "roulette" in listed
    assert "40 to 1" in croupier("rulebooks", "-p", "hard-rock-cincinnati", "-g", "three-card-poker").stdout


def test_the_menu_lists_the_houses_where_nobody_sits_at_the_keyboard() -> None:
    assert "hard-rock-cincinnati" in started().stdout


def test_coverage_says_how_much_is_carried_on_one_screen_and_lists_the_rest_when_asked() -> None:
    found = croupier("coverage")
    assert "sections have a rulebook" in found.stdout and "Hard Rock Cincinnati" in found.stdout
    lines = found.stdout.splitlines()
    assert len(lines) < 24 and max(map(len, lines)) <= 80
    assert "--all" in lines[-1] and len(croupier("coverage", "--all").stdout.splitlines()) > 1_000


def test_an_hour_of_a_table_is_told_in_dollars() -> None:
    found = croupier(
        "hour", "hard-rock-cincinnati", "roulette", "-p", "1x15", "--wager", "red", "--least", "25", "-n", "10"
    )
    assert "as posted  $7.89 an hour" in found.stdout and "by 1 player at 5.2632 %" in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80


def test_a_half_written_journal_is_refused_by_the_audit_and_resumed_by_the_table(tmp_path: Path) -> None:
    journal = tmp_path / "t.journal"
    words = ("play", "hard-rock-cincinnati", "blackjack", "--seed", "5", "--script", "-", "--journal", str(journal))
    assert croupier(*words, lines="blackjack 25\nclose\nstand\nquit\n").returncode == 0
    journal.write_bytes(journal.read_bytes()[:-20])
    audited = croupier("replay", str(journal))
    assert audited.returncode == 2 and "half written" in audited.stderr
    resumed = croupier(*words, lines="quit\n")
    assert resumed.returncode == 0 and "$1,025.00" in resumed.stdout
    assert croupier("replay", str(journal), "-q").returncode == 0


@pytest.mark.parametrize(
    ("prepare", "expected"),
    [
        ("folder", "that is a folder"),
        ("no-folder", "there is no folder"),
        ("empty", "empty; expected a journal"),
        ("no-seal", "sealed order of its cards is missing"),
    ],
)
def test_a_journal_that_can_not_be_kept_is_told_in_a_line(tmp_path: Path, prepare: str, expected: str) -> None:
    path = tmp_path / "t.journal"
    game = ("play", "hard-rock-cincinnati", "blackjack", "--script", "-", "--journal")
    if prepare == "folder":
        path.mkdir()
    elif prepare == "no-folder":
        path = tmp_path / "none" / "t.journal"
    elif prepare == "empty":
        path.touch()
    else:
        assert croupier(*game, str(path), lines="blackjack 25\nquit\n").returncode == 0
        path.with_name("t.journal.sealed").unlink()
    before = sorted(tmp_path.rglob("*"))
    found = croupier(*game, str(path), lines="quit\n")
    assert found.returncode == 2 and expected in found.stderr and found.stderr.strip().count("\n") == 0
    assert sorted(tmp_path.rglob("*")) == before


def test_two_versions_of_a_rulebook_are_compared_in_words_and_as_json() -> None:
    words = ("rulebooks", "-p", "oneida", "-g", "four-card-poker", "--compare", "2023-02-24")
    told = croupier(*words)
    assert told.returncode == 0 and "unsuitable-card  added" in told.stdout and "1 difference." in told.stdout
    plain = json.loads(croupier(*words, "--json").stdout)
    assert [d["name"] for d in plain["differences"]] == ["unsuitable-card"]
    assert (plain["first"]["approved"], plain["second"]["approved"]) == ("2023-02-24", "2024-09-11")


def test_lists_and_printed_rulebooks_hold_whole_names_and_no_python() -> None:
    listed = croupier("rulebooks").stdout + croupier("approvals").stdout
    assert "rock-bac-w-super-6-commission-free" in listed and "…" not in listed
    printed = croupier("rulebooks", "-p", "hard-rock-cincinnati", "-g", "roulette").stdout
    assert "['" not in printed and "True" not in printed
