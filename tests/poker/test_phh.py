"""Hand histories in the PHH format: replayed, written, and refused with a reason."""

import contextlib
import copy
import json
import os
import random
import tomllib
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pokerkit
import pytest

from croupier.poker import phh
from croupier.poker.phh import PHHError
from croupier.poker.phh.text import parse
from tests.poker.play import GAMES, new_hand, play_out

HANDS = Path(os.environ.get("CROUPIER_HANDS", Path(__file__).parents[3] / "shared" / "hands"))
FILES = sorted(HANDS.glob("*/*.phh")) if HANDS.is_dir() else []

HOLDEM = """
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AsKs", "d dh p2 QhQd", "d dh p3 7c2d",
  "p3 f", "p1 cbr 6", "p2 cc  # thinks for long",
  "d db Kc3d4h", "p1 cbr 8", "p2 cc",
  "d db 9s", "p1 cc", "p2 cc",
  "d db 2h", "p1 cbr 20", "p2 cc", "p1 sm AsKs", "p2 sm",
]
finishing_stacks = [134, 66, 100]
"""


@pytest.mark.skipif(not FILES, reason="the folder of real hands is not here: set CROUPIER_HANDS to it")
def test_all_real_hands_end_with_their_finishing_stacks() -> None:
    wrong = [path.name for path in FILES if phh.replay_file(path)[0].matches is False]
    assert wrong == []
    assert sum(phh.replay_file(path)[0].matches is True for path in FILES) > 100


def test_a_hand_replays_with_its_finishing_stacks() -> None:
    result = phh.replay(phh.read(HOLDEM)[0])
    assert result.finishing_stacks == [134, 66, 100]
    assert result.matches is True


def test_the_command_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HOLDEM)
    assert json.loads(phh.replay_text(file, json=True))["finishing_stacks"] == [134, 66, 100]
    many = tmp_path / "hands.phhs"
    many.write_text(phh.dump_many([HOLDEM, HOLDEM]))
    assert [hand["finishing_stacks"] for hand in json.loads(phh.replay_text(many, json=True))] == [
        [134, 66, 100],
        [134, 66, 100],
    ]
    assert "as the history states" in phh.replay_text(file)


def test_several_hands_in_one_file_are_a_list_whatever_its_name(tmp_path: Path) -> None:
    file = tmp_path / "hands.phh"
    file.write_text(phh.dump_many([HOLDEM, HOLDEM]))
    assert len(json.loads(phh.replay_text(file, json=True))) == 2


def test_decimals_are_played_in_cents_and_rake_comes_from_the_stated_winnings() -> None:
    text = """
    variant = "NT"
    antes = [0, 0]
    blinds_or_straddles = [0.25, 0.50]
    min_bet = 0.50
    starting_stacks = [20.10, 30]
    actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 1.50", "p1 cc", "d db 2c3c4c", "p1 cc", "p2 cbr 2", "p1 f"]
    winnings = [0, 2.85]
    """
    result = phh.replay(phh.read(text)[0])
    assert result.finishing_stacks == [18.6, 31.35]
    assert result.rake == 0.15


def test_winnings_of_nothing_at_all_are_taken_as_not_stated() -> None:
    text = HOLDEM.replace("finishing_stacks = [134, 66, 100]", "winnings = [0, 0, 0]")
    assert phh.replay(phh.read(text)[0]).finishing_stacks == [134, 66, 100]


@pytest.mark.parametrize("game", [game for game in GAMES if new_hand(game, [9] * 2, random.Random(1)).form.phh])
def test_what_is_written_reads_back(game: str) -> None:
    rng = random.Random(game)
    if GAMES[game][1].kind == "spread":
        with pytest.raises(PHHError):
            phh.dump(play_out(new_hand(game, [50] * 2, rng), rng))
        return
    for number in range(40):
        most = 300 if number % 2 else 12  # with few chips blinds are short, and hands all-in before anyone acts
        stacks = [rng.randint(1 + most // 15, most) for _ in range(rng.randint(2, 6))]
        hand = play_out(new_hand(game, stacks, rng), rng)
        text = phh.dump(hand, {"players": [f"player {i}" for i in range(hand.n)]})
        result = phh.replay(phh.read(text)[0])
        assert (result.finishing_stacks, result.matches) == (hand.stacks, True)


def test_pokerkit_reads_what_we_write() -> None:
    rng = random.Random(5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for game in ("nl-holdem", "pl-omaha", "fl-badugi", "nl-deuce-to-seven"):
            for _ in range(15):
                stacks = [rng.randint(50, 400) for _ in range(rng.randint(2, 6))]
                hand = play_out(new_hand(game, stacks, rng), rng, aggression=0.1)
                *_, state = pokerkit.HandHistory.loads(phh.dump(hand))
                assert list(state.stacks) == hand.stacks


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (('"p1 cbr 6"', '"p1 cbr 3"'), "min-raise"),
        (('"p1 cbr 6"', '"p1 cbr 600"'), "table-stakes"),
        (('"p1 cbr 6"', '"p2 cbr 6"'), "turn"),
        (('"d db 9s"', '"d db As"'), "card-twice"),
        (('"d db 9s"', '"d db 9s5s"'), "card-count"),
        (('"d dh p3 7c2d"', '"d dh p3 7c2d5d"'), "card-count"),
        (('"d dh p3 7c2d"', '"d dh p3 7x2d"'), "phh-card"),
        (('"d dh p3 7c2d"', '"d dh p4 7c2d"'), "phh-action"),
        (('"p3 f"', '"p3 xx"'), "phh-action"),
        (('"p2 sm"', '"p2 sm AdAc"'), "card"),
        (('"NT"', '"ZZ"'), "phh-variant"),
        (("min_bet = 2", ""), "phh-field"),
        (('"d db 2h", "p1 cbr 20", "p2 cc", "p1 sm AsKs", "p2 sm",', ""), "phh-unfinished"),
        (("finishing_stacks", '"'), "phh-toml"),
        (("starting_stacks = [100, 100, 100]", "starting_stacks = [100, 100, true]"), "phh-amount"),
        (("starting_stacks = [100, 100, 100]", "starting_stacks = [100, 0, 100]"), "phh-field"),
        (("starting_stacks = [100, 100, 100]", "starting_stacks = [100, 100]"), "phh-field"),
        (("finishing_stacks = [134, 66, 100]", "finishing_stacks = [134, 66]"), "phh-field"),
        ((HOLDEM, "# nothing"), "phh-field"),
    ],
)
def test_a_bad_history_is_refused_with_the_rule_it_breaks(change: tuple[str, str], rule: str) -> None:
    text = HOLDEM.replace(*change)
    assert text != HOLDEM
    with pytest.raises(PHHError) as refusal:
        [phh.replay(data) for data in phh.read(text)]
    assert refusal.value.rule == rule


def test_an_error_names_the_action() -> None:
    with pytest.raises(PHHError, match=r"action 5, 'p1 cbr 3': a raise to 3 is too small: at least 4"):
        phh.replay(phh.read(HOLDEM.replace("cbr 6", "cbr 3"))[0])


def test_an_error_names_the_cards_that_are_due() -> None:
    with pytest.raises(PHHError, match="cards are due to player 4"):
        phh.replay(phh.read(HOLDEM.replace("stacks = [100, 100, 100]", "stacks = [100, 100, 100, 100]"))[0])


def test_one_bad_hand_of_many_does_not_hide_the_others(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    file.write_text(phh.dump_many([HOLDEM, HOLDEM.replace("cbr 6", "cbr 3"), HOLDEM]))
    found = json.loads(phh.replay_text(file, json=True))
    assert [("error" in hand) for hand in found] == [False, True, False]
    assert found[1]["rule"] == "min-raise"
    with pytest.raises(PHHError, match="hand 2"):
        phh.replay_command(file)


@pytest.mark.parametrize(
    "text",
    [
        HOLDEM,
        phh.dump_many([HOLDEM, HOLDEM]),
        "a = 1_000\nb = [1, 2,]\n",
        "c = \"O'Brien\"\nd = 'x # y'\ne = 1.50\n",
        "t = 12:30:00\nf = [\n 1,\n 2]\n",
        "[1]\na = 1\n[2]\nb = true\n",
        "g = [inf, 1.5, 'x']\n",
    ],
)
def test_the_quick_reading_of_a_file_is_that_of_toml(text: str) -> None:
    assert parse(text) == tomllib.loads(text, parse_float=Decimal)


@pytest.mark.parametrize("text", ["a = null", "a = 01", "a = 1\na = 2", "[1]\n[1]", "a = {", "a", "a = NaN1", "\x00"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(PHHError):
        parse(text)


def test_odd_values_anywhere_end_in_a_named_refusal_or_a_replay() -> None:
    """Fields and actions replaced at random: nothing but a PHHError may come of it."""
    odd: list[Any] = [
        None,
        0,
        -1,
        Decimal("0.5"),
        Decimal("inf"),
        Decimal("nan"),
        Decimal("1e400"),
        "x",
        True,
        [],
        [1],
        [[1]],
        {},
        10**30,
        Decimal("1e-20"),
    ]
    actions = [
        "d dh p1 AsKs",
        "d db ????",
        "p1 cc",
        "p1 cbr 1e999",
        "p2 cbr inf",
        "p1 sm -",
        "p1 sm ????",
        "p1 sd",
        "p1 pb",
        "",
        "#",
        "p1",
        "p0 cc",
        "p99 f",
        "d dh p1 AsKsQs",
        "p1 sm As??",
        "p3 f",
    ]
    rng = random.Random(5)
    replayed = 0
    for _ in range(1500):
        data = copy.deepcopy(phh.read(HOLDEM)[0])
        for _ in range(rng.randint(1, 2)):
            name = rng.choice(list(data))
            if rng.random() < 0.4:
                data[name] = rng.choice(odd)
            elif isinstance(data[name], list) and data[name]:
                data[name][rng.randrange(len(data[name]))] = rng.choice(actions if name == "actions" else odd)
        with contextlib.suppress(PHHError):
            phh.replay(data)
            replayed += 1
    assert replayed


def test_a_stack_that_the_history_does_not_know_stays_unknown() -> None:
    text = HOLDEM.replace("starting_stacks = [100, 100, 100]", "starting_stacks = [inf, 100, 100]")
    text = text.replace("finishing_stacks = [134, 66, 100]", "")
    assert phh.replay(phh.read(text)[0]).finishing_stacks == [None, 66, 100]


def test_a_stud_hand_with_everybody_all_in_for_the_ante_needs_no_forced_bet() -> None:
    text = """
    variant = "F7S"
    ante_trimming_status = true
    antes = [2, 2]
    bring_in = 1
    small_bet = 2
    big_bet = 4
    starting_stacks = [219, 2]
    actions = ["d dh p1 9cTs8s", "d dh p2 2s9d2h", "d dh p1 7s", "d dh p2 As", "d dh p1 Tc", "d dh p2 3c",
               "d dh p1 Qd", "d dh p2 Ah", "d dh p1 3d", "d dh p2 7d", "p1 sm", "p2 sm 2s9d2hAs3cAh7d"]
    """
    assert phh.replay(phh.read(text)[0]).finishing_stacks == [217, 4]
