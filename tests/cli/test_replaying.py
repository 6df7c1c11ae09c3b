"""`croupier replay` with several files, and with histories that say otherwise."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app, main

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AsKs", "d dh p2 QdQc", "d dh p3 2d7c", "p3 f", "p1 f"]
finishing_stacks = [99, 101, 100]
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("good.phh").write_text(HAND)
    Path("bad.phh").write_text(HAND.replace("[99, 101", "[98, 102"))
    words = ["play", "hard-rock-cincinnati", "roulette", "--seed", "1", "--journal", "t.journal", "--script", "-"]
    assert CliRunner().invoke(app, words, input="red 10\n\nquit\n").exit_code == 0
    return tmp_path


def replay(*words: str, monkeypatch, capfd) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["croupier", "replay", *words])
    with pytest.raises(SystemExit) as left:
        main()
    shown = capfd.readouterr()
    return int(left.value.code or 0), shown.out, shown.err


def test_a_history_that_states_other_stacks_fails(files, monkeypatch, capfd) -> None:
    status, out, err = replay("bad.phh", monkeypatch=monkeypatch, capfd=capfd)
    assert status == 2 and "NOT as the history states" in out and "hand 1 differs: " in err


def test_quiet_says_only_what_is_wrong(files, monkeypatch, capfd) -> None:
    assert replay("good.phh", "--quiet", monkeypatch=monkeypatch, capfd=capfd) == (0, "", "")


def test_several_files_are_replayed_each_under_its_name(files, monkeypatch, capfd) -> None:
    status, out, err = replay("good.phh", "t.journal", monkeypatch=monkeypatch, capfd=capfd)
    assert (status, err) == (0, "") and "2 files agree" in out and "every settlement agrees" in out


def test_what_is_wrong_with_one_file_does_not_stop_the_others(files, monkeypatch, capfd) -> None:
    journal = Path("t.journal")
    journal.write_bytes(journal.read_bytes().replace(b"1000", b"1001", 1))
    words = ("t.journal", "bad.phh", "nowhere.phh", "good.phh")
    status, out, err = replay(*words, monkeypatch=monkeypatch, capfd=capfd)
    assert status == 2 and "4 files, 3 of them not as they should be" in out
    assert [line.split(": ")[1] for line in err.splitlines()] == ["t.journal", "bad.phh", "nowhere.phh"]


def test_json_of_several_files_is_by_their_names(files, monkeypatch, capfd) -> None:
    status, out, err = replay("t.journal", "bad.phh", "--json", monkeypatch=monkeypatch, capfd=capfd)
    found = json.loads(out)
    assert status == 2 and err.startswith("croupier: bad.phh: ")
    assert any(event.get("wager") == "red" for event in found["t.journal"]) and found["bad.phh"]["matches"] is False
