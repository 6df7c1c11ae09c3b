"""The check of wagers that a rulebook describes itself: every fault is told, with its address and what was expected."""

from pathlib import Path

import pytest

from croupier.drafting.words import as_text, words_of
from croupier.games import game_class
from croupier.rulebook.compare import compare
from croupier.rulebook.faults import Fault
from croupier.rulebook.printing import as_json
from tests.made_up import book, printed, wager
from tests.side_bets import ALL, BASE, LUCKY_LADIES, MATCH_THE_DEALER, PERFECT_PAIRS, PLACE_TO_LOSE, SMALL


def faults(folder: Path, game: str, text: str) -> list[str]:
    """Everything that loader and game find wrong with a book that has this wager too."""
    try:
        rules = book(folder, game, text)
    except Fault as fault:
        return fault.faults
    return game_class(rules.game).check_rulebook(rules)


@pytest.mark.parametrize("text", [PERFECT_PAIRS, MATCH_THE_DEALER, LUCKY_LADIES])
def test_a_whole_description_has_no_fault(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, "blackjack", text) == []


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("same-card = 2", "same-crad = 2", "outcomes.perfect-pair.same-crad", "did you mean same-card?"),
        ("same-card = 2", "same-card = 1", "outcomes.perfect-pair.same-card", "two or more, or true for all; found 1"),
        ("same-card = 2", 'total = "twenty"', "outcomes.perfect-pair.total", "expected a number, a list of numbers or"),
        ("same-card = 2", "total = 99", "outcomes.perfect-pair.total", "no number from 2 to 60 fits 99"),
        ("same-card = 2", 'cards = ["Xh"]', "outcomes.perfect-pair.cards", "'Xh' is no card"),
        ("same-card = 2", 'ranks = ["1"]', "outcomes.perfect-pair.ranks", "found '1'"),
        ("same-card = 2", "in-sequence = 3", "outcomes.perfect-pair.in-sequence", "expected true or false, found 3"),
        ("same-card = 2", "rank-matches = 1", "outcomes.perfect-pair.rank-matches", "sees first-two + up-card"),
        ("same-card = 2", 'on = "left"', "outcomes.perfect-pair.on", "this wager has no `on`"),
        ('sees = "first-two"', 'sees = "first-three"', "sees", "first-two (the player's first two cards)"),
        ('sees = "first-two"', 'sees = "roll"', "sees", "found 'roll'"),
        ('["mixed-pair", "6 to 1"]', '["mixd-pair", "6 to 1"]', "rows[3]", "did you mean mixed-pair?"),
        (', ["mixed-pair", "6 to 1"]', "", "outcomes.mixed-pair", "no pay table has a row for it"),
        ('"25 to 1"], ["coloured-pair", "12 to 1"]', '"25 to 1"]', "outcomes.coloured-pair", "no pay table has a row"),
        ('requires = ["blackjack"]', "requires = []", "requires", 'expected ["blackjack"]'),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, where: str, says: str) -> None:
    assert old in PERFECT_PAIRS
    found = faults(tmp_path, "blackjack", PERFECT_PAIRS.replace(old, new))
    assert any(fault.startswith("wagers.perfect-pairs") and f"{where}: " in fault and says in fault for fault in found)


def test_rows_out_of_order_are_told(tmp_path: Path) -> None:
    swapped = PERFECT_PAIRS.replace('["coloured-pair", "12 to 1"], ["mixed-pair", "6 to 1"]',
                                    '["mixed-pair", "6 to 1"], ["coloured-pair", "12 to 1"]')  # fmt: skip
    (found,) = faults(tmp_path, "blackjack", swapped)
    assert "expected in the order of the outcomes, in which 'coloured-pair' comes before 'mixed-pair'" in found


def test_a_row_that_another_always_takes_can_not_happen(tmp_path: Path) -> None:
    outcomes = {"pair": "same-rank = 2", "perfect-pair": "same-card = 2"}
    text = wager("pairs", "first-two", outcomes, {"pair": "6 to 1", "perfect-pair": "25 to 1"}, requires=BASE)
    (found,) = faults(tmp_path, "blackjack", text)
    assert "pay-tables[1].rows[2]: 'perfect-pair' can't happen" in found


def test_a_row_that_one_deck_can_not_make_is_told_for_a_table_of_one_deck(tmp_path: Path) -> None:
    one = PERFECT_PAIRS.replace("rows = [", "if = { decks = [1] }\nrows = [").replace(
        'sees = "first-two"', 'sees = "first-two"\nif = { decks = [1] }'
    )
    assert any("'perfect-pair' can't happen" in fault for fault in faults(tmp_path, "blackjack", one))


def test_a_wager_on_the_dice_that_may_wait_for_ever_is_told(tmp_path: Path) -> None:
    text = wager("endless", "rolls", {"win": "total = 6, throws = { most = 3 }"}, {"win": "1 to 1"})
    (found,) = faults(tmp_path, "craps", text)
    assert "nothing ever decides it; say on what it is lost" in found


def test_one_throw_has_no_memory(tmp_path: Path) -> None:
    text = wager("short", "roll", {"win": "made = [2, 12]"}, {"win": "30 to 1"})
    assert any("only a wager that sees rolls remembers" in fault for fault in faults(tmp_path, "craps", text))


def test_dice_and_numbers_out_of_range_are_told(tmp_path: Path) -> None:
    assert any("from 2 to 12" in fault for fault in faults(tmp_path, "craps", SMALL.replace("2, 3", "1, 3")))
    eleven = PLACE_TO_LOSE.replace('on = ["4", "10"]', 'on = "11"')
    assert any("'11'" in fault for fault in faults(tmp_path, "craps", eleven))


def test_a_name_that_the_game_has_already_is_taken(tmp_path: Path) -> None:
    text = PERFECT_PAIRS.replace("perfect-pairs", "buster")
    taken = "[wagers.buster]" + printed("blackjack").split("[wagers.buster]", 1)[1].split("\n[wagers.", 1)[0]
    rules = book(tmp_path, "blackjack", text, (taken, ""))
    assert any("the game knows this wager itself" in fault for fault in game_class("blackjack").check_rulebook(rules))


def test_what_describes_nothing_has_no_outcomes(tmp_path: Path) -> None:
    text = PERFECT_PAIRS.replace('sees = "first-two"\n', "")
    assert any("only a wager that says what it sees has this" in fault for fault in faults(tmp_path, "blackjack", text))


def test_a_changed_condition_is_a_difference_between_two_books(tmp_path: Path) -> None:
    first = book(tmp_path, "craps", ALL)
    second = book(tmp_path, "craps", ALL.replace("12]", "11]").replace("11, 11", "11"))
    assert [d.name for d in compare(first, second)] == ["all: what is win"]
    (shown,) = [w for w in as_json(first)["wagers"] if w["name"] == "all"]
    assert shown["sees"] == "rolls" and shown["outcomes"]["lose"] == {"total": 7}


@pytest.mark.parametrize("game", ["blackjack", "craps", "roulette", "mini-midi-baccarat", "three-card-poker"])
def test_every_word_of_a_description_is_explained(game: str) -> None:
    described = words_of(game)["described"]
    assert described["sees"] and all(described["sees"].values()) and all(described["conditions"].values())
    assert "What a wager that the book describes itself may see" in as_text(words_of(game))
