"""What people type at a table in the terminal, and what it tells them."""

import io

import pytest
from rich.console import Console

from croupier.cli import Mistake
from croupier.cli.terminal.table import Terminal
from croupier.cli.terminal.words import read
from croupier.equipment.entropy import SeededEntropy
from croupier.games import open_table
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Shuffle


def table(game: str, *, mode: str = "electronic", seed: str = "3", seats: int = 1) -> Driver:
    chance = Chance(SeededEntropy(seed)) if mode == "electronic" else None
    driver = open_table("hard-rock-cincinnati", game, mode=mode, chance=chance)
    if isinstance(driver.pending, Shuffle):
        driver.answer(By("dealer"), acts.Shuffled(driver.pending.cut))
    for number in range(1, seats + 1):
        if driver.betting:
            driver.answer(By("player", f"p{number}"), acts.Sit(number, f"p{number}", 1000_00))
    return driver


def shown(driver: Driver, *lines: str) -> str:
    out = io.StringIO()
    console = Console(file=out, width=100, highlight=False)
    Terminal(driver, iter(lines), console, strict=False).run()
    return out.getvalue()


@pytest.mark.parametrize(
    ("game", "line", "act"),
    [
        ("craps", "pass 10", acts.Bet(1, "pass", 10_00)),
        ("craps", "Don't Pass 10", acts.Bet(1, "dont-pass", 10_00)),
        ("craps", "place 6 $12", acts.Bet(1, "place", 12_00, "6")),
        ("craps", "hard 8 5", acts.Bet(1, "hardway", 5_00, "8")),
        ("craps", "buy 4 20", acts.Bet(1, "buy", 20_00, "4")),
        ("craps", "buy-in 200", acts.Buy(1, 200_00)),
        ("craps", "call off place 8", acts.Call(1, "off", "place", "8")),
        ("craps", "roll", acts.Close()),
        ("roulette", "split 20-17 10", acts.Bet(1, "split", 10_00, "17-20")),
        ("roulette", "column 2 10", acts.Bet(1, "column", 10_00, "2nd")),
        ("roulette", "1-18 10", acts.Bet(1, "1-18", 10_00)),
        ("roulette", "", acts.Close()),
        ("three-card-poker", "2 pair plus 5", acts.Bet(2, "pair-plus", 5_00)),
        ("three-card-poker", "take pair", acts.Take(1, "pair-plus")),
    ],
)
def test_a_wager_is_understood_as_people_write_it(game: str, line: str, act: acts.Act) -> None:
    assert read(table(game), line) == act


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("craps", "pass-line 10", "is it pass"),
        ("craps", "craps 5", "craps-two or craps-three"),
        ("roulette", "straight 17", "such as 0"),
        ("roulette", "red lots", "no amount of money"),
        ("three-card-poker", "yes", "wagers are ante, play, pair-plus"),
        ("three-card-poker", "bet", "a wager and an amount"),
        ("three-card-poker", "buy-in", "such as buy-in 500"),
        ("three-card-poker", "irregularity", "irregularity NAME [POSITION]"),
    ],
)
def test_what_is_not_understood_says_what_was_expected(game: str, line: str, expected: str) -> None:
    driver = table(game)
    entry = driver.entry
    with pytest.raises(Refused) as refused:
        driver.answer(By("player", "p1"), read(driver, line))  # type: ignore[arg-type]
    assert expected in str(refused.value) and "\n" not in str(refused.value)
    assert driver.entry == entry


def test_a_decision_by_the_beginning_of_its_name() -> None:
    driver = table("blackjack", seed="3")
    driver.answer(By("player", "p1"), acts.Bet(1, "blackjack", 25_00))
    driver.answer(By("dealer"), acts.Close())
    assert read(driver, "st") == acts.Chosen("stand")
    assert read(driver, "HIT") == acts.Chosen("hit")
    assert read(driver, "doub") == acts.Chosen("doub")  # double, double-less or double-hidden: the table will ask


def test_insurance_needs_no_position_where_one_player_is_asked() -> None:
    driver = table("blackjack", seed="1")
    driver.answer(By("player", "p1"), acts.Bet(1, "blackjack", 25_00))
    driver.answer(By("dealer"), acts.Close())
    assert driver.pending.asks(driver.table) == "the decision of position 1"
    assert read(driver, "no") == acts.Staked(0, 1)
    with pytest.raises(Refused, match=r"wager \$1.00 to"):
        read(driver, "yes")


def test_face_down_cards_are_an_empty_line_or_question_marks() -> None:
    driver = table("three-card-poker", mode="dealer")
    driver.answer(By("player", "p1"), acts.Bet(1, "ante", 25_00))
    driver.answer(By("dealer"), acts.Close())
    for line in ("", "?", "???", "? ? ?"):
        assert read(driver, line) == acts.Falls((-1, -1, -1))
    assert read(driver, "Ks10d4c") == read(driver, "Ks 10d 4c")


def test_help_names_every_wager_whole_and_one_wager_with_all_it_may_be_on() -> None:
    told = shown(table("craps"), "?", "? place", "? hop", "? irregularities")
    for name in table("craps").game.posting.wagers:
        assert name in told
    assert "7 to 6  on  6, 8" in told and "30 to 1  on  2-2, 3-3" in told
    assert "needs a Pass Bet on a point" in told
    assert "die-off-the-table" in told


def test_a_round_ends_with_the_hands_the_reason_once_and_the_balance() -> None:
    told = shown(table("mini-midi-baccarat"), "player 25", "tie 5", "close", "same", "take tie")
    assert told.count("Player Kc 5c 7s makes 2; Banker 7d Th makes 7.") == 1
    assert "Banker  7♦ 10♥" in told and "now $970.00" in told
    assert "tie: $5.00 taken back" in told


def test_every_seat_of_the_person_is_seen_with_its_chips_and_cards() -> None:
    told = shown(table("three-card-poker", seats=2), "ante 25", "2 ante 10", "close", "play", "fold")
    assert "▒▒ ▒▒ ▒▒" not in told.replace("Dealer  ▒▒ ▒▒ ▒▒", "")
    assert "Position 1:" in told and "Position 2: −$10.00, now $990.00" in told


def test_what_is_still_required_is_said_before_wagers_close() -> None:
    assert "Still required: Blind" in shown(table("ultimate-texas-holdem"), "ante 10")


@pytest.mark.parametrize("game", ["craps", "roulette", "pai-gow-poker", "blackjack", "let-it-ride", "big-six"])
def test_nothing_that_is_printed_looks_like_python(game: str) -> None:
    told = shown(table(game), "?", *(f"? {name}" for name in table(game).game.posting.wagers))
    for trace in ("None", "Traceback", "['", "('", "Struct", "Offer("):
        assert trace not in told


# Lines of a script


def scripted(driver: Driver, *lines: str) -> str:
    out = io.StringIO()
    Terminal(driver, iter(lines), Console(file=out, width=100, highlight=False), strict=True).run()
    return out.getvalue()


def test_an_empty_line_of_a_script_is_enter_and_a_comment_is_nothing() -> None:
    driver = table("three-card-poker")
    out = scripted(
        driver, "# a round of one hand", "ante 25  # the least is 10", "   # and no more", "", "fold", "quit"
    )
    assert driver.felt.round == 2
    assert "> (Enter)" in out
    assert "#" not in out


def test_an_empty_line_that_closes_nothing_stops_a_script_and_is_named() -> None:
    with pytest.raises(Mistake, match="line 2, Enter: no wager has been placed"):
        scripted(table("three-card-poker"), "# nothing", "")


def test_at_the_keyboard_a_comment_closes_no_wagers() -> None:
    driver = table("three-card-poker")
    shown(driver, "ante 25", "# thinking")
    assert driver.betting
    shown(driver, "")
    assert not driver.betting


def test_while_the_dealer_shuffles_patrons_come_and_go_in_words() -> None:
    driver = open_table("hard-rock-cincinnati", "three-card-poker", mode="dealer")
    scripted(driver, "sit 1 ann 500", "buy-in 100", "sit 2 bob 50", "leave 2", "", "ante 25")
    assert driver.betting
    assert (driver.table.chips(1), driver.table.position(2).patron) == (575_00, "")
