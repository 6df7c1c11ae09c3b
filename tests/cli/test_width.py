"""What commands print has room on a terminal of 80 columns, and in a pipe: names whole, the rest under the table."""

from pathlib import Path

import pytest

from croupier.cli import main

HARD_ROCK = "hard-rock-cincinnati"
QUICK = [
    "rulebooks",
    "approvals",
    "coverage",
    "coverage oneida",
    "compare craps",
    f"odds {HARD_ROCK} craps --posted",
    f"odds {HARD_ROCK} blackjack --full",
    f"coupon {HARD_ROCK} craps",
    f"evening {HARD_ROCK} craps --wager pass -n 50 --rebate 10",
    f"hour {HARD_ROCK} roulette -p 4x15 -p 2x100 --least 25 --stay 60",
    "randomness --size 1e3 --confidence 0.999999",
    "equity holdem KK+ QdQc --board 2s7h9d",
    "poker horseshoe-baltimore holdem --watch --hands 1 --seed 1",
    "poker-tournament --entries 12",
    f"tournament {HARD_ROCK} blackjack --entries 6 --rounds 2",
]


@pytest.fixture
def printed(monkeypatch, capfd, tmp_path):
    """What a command prints, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capfd.readouterr()
        assert left.value.code == 0, shown.err
        return shown.out

    return run


@pytest.mark.parametrize("words", QUICK)
def test_it_fits_80_columns(printed, words: str) -> None:
    lines = printed(*words.split()).splitlines()
    assert lines
    assert [line for line in lines if len(line) > 80] == []


def test_a_settlement_that_is_replayed_has_its_reason_under_it(printed) -> None:
    Path("lines").write_text("ante 10\n\nplay\nquit\n")
    printed("play", HARD_ROCK, "three-card-poker", "--script", "lines", "--seed", "1", "--journal", "t.journal")
    out = printed("replay", "t.journal")
    assert "position 1: ante lost −$10.00\n          [lose; $10.00; clause 7.A.i] Your 3c 6d Js" in out
    assert "1 round finished" in out
    assert [line for line in out.splitlines()[1:] if len(line) > 80] == []


def test_what_has_no_room_in_a_table_stands_under_it_once(printed) -> None:
    out = printed("coupon", HARD_ROCK, "craps")
    assert "[1]" in out and out.count("Hops; two different faces") == 1
    assert "Craps Two" not in out, "which the wager's name says already"


def test_a_long_game_is_read_on_one_page_and_says_how_the_rest_is_shown(printed) -> None:
    """Each wager of craps as posted, places of one figure together; nothing that is folded away is lost to `--full`."""
    out = printed("odds", "oneida", "craps")
    assert len(out.splitlines()) < 80
    assert out.splitlines()[2].split() == ["pass", "1.4141", "%", "49.29", "%", "0.00", "%", "0.9999"]
    assert "place on 5 or 9              4.0000 %  40.00 %" in out
    assert "53 more lines, under other options or on other conditions: add --full.\n" in out
    whole = printed("odds", "oneida", "craps", "--full")
    assert "--full" not in whole
    assert sum(line.startswith("buy ") for line in whole.splitlines()) == 18
    assert sum(line.startswith("buy ") for line in out.splitlines()) == 3


def test_a_game_of_few_lines_is_never_folded(printed) -> None:
    assert printed("odds", "oneida", "three-card-poker") == printed("odds", "oneida", "three-card-poker", "--full")


def test_a_coupons_best_uses_come_first_and_the_rest_is_counted(printed) -> None:
    out, whole = (printed("coupon", "oneida", "craps", *more) for more in ((), ("--full",)))
    assert "more wagers, worth less: add --full.\n" in out and "--full" not in whole
    rows = [[line.split()[:2] for line in shown.splitlines() if line.count(" %") == 3] for shown in (out, whole)]
    assert rows[0] == rows[1][:24] and len(rows[1]) > 24


def test_a_narrow_terminal_keeps_names_and_edges_whole(printed, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = printed("odds", "oneida", "three-card-poker").splitlines()
    assert any(line.split()[:3] == ["pair-plus", "5.5747", "%"] for line in lines)
    assert not any("…" in line for line in lines) and max(map(len, lines)) <= 40
