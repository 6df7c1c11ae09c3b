"""A replay proves: what a history states of the end must be what its players may win."""

import random
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.replaying import replay_files
from croupier.poker import phh
from croupier.poker.errors import PHHError
from croupier.poker.phh.reading import hands_in
from tests.poker.play import new_hand, play_out

SHOWN = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [400, 400, 400]
actions = ['d dh p1 2c3d', 'd dh p2 AhJh', 'd dh p3 7h3h', 'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 9c4d2h', 'p2 cc',
           'p3 cc', 'd db Jd', 'p2 cc', 'p3 cc', 'd db 6s', 'p2 cc', 'p3 cc', LAST]
"""


def ended(more: str, last: str = "'p2 sm AhJh', 'p3 sm 7h3h'") -> phh.Replay:
    return phh.replay(phh.read(SHOWN.replace("LAST", last) + more)[0])


@pytest.mark.parametrize("won", [[0, 45, 0], [0, 42.75, 0], [0, 36, 0]])
def test_the_winner_less_a_rake_agrees(won: list[float]) -> None:
    result = ended(f"winnings = {won}")
    assert result.matches is True
    assert result.rake == 45 - won[1]


@pytest.mark.parametrize(
    ("won", "says"),
    [
        ([45, 0, 0], "player 1 is given 45, but folded"),
        ([0, 0, 45], "player 3 is given 45, but lost with the hand that he showed"),
        ([0, 40, 5], "player 3 is given 5, but lost"),
        ([0, 46, 0], "the winnings are 1 more than the pot of 45"),
        ([0, 35, 0], "the winnings are 10 less than the pot of 45: no rake is so large"),
        ([0, 50, -5], "player 3 is given -5, but nobody wins less than nothing"),
    ],
)
def test_winnings_that_cannot_be_are_a_difference_in_words(won: list[int], says: str) -> None:
    stated = f"winnings = {won}"
    stacks = [395 + won[0], 380 + won[1], 380 + won[2]]
    for more in (stated, f"finishing_stacks = {stacks}", f"{stated}\nfinishing_stacks = {stacks}"):
        result = ended(more)
        assert result.matches is False
        assert any(says in words for words in result.differences), result.differences
        assert result.finishing_stacks == [395, 425, 380]


def test_a_mucked_hand_wins_nothing_whatever_it_was() -> None:
    result = ended("winnings = [0, 45, 0]", "'p3 sm 7h3h', 'p2 sm'")
    assert result.differences[0] == "player 2 is given 45, but mucked his hand"


def test_against_a_hand_that_nobody_saw_nothing_is_proved() -> None:
    for won in ([0, 45, 0], [0, 0, 45]):
        assert ended(f"winnings = {won}", "'p2 sm ????', 'p3 sm 7h3h'").matches is True
    assert ended("winnings = [45, 0, 0]", "'p2 sm ????', 'p3 sm 7h3h'").matches is False


def test_hands_that_tie_share_alike() -> None:
    board = SHOWN.replace("AhJh", "2s7c").replace("7h3h", "2d7d").replace("LAST", "'p2 sm 2s7c', 'p3 sm 2d7d'")
    for won, agrees in (([0, 23, 22], True), ([0, 22, 23], True), ([0, 21, 21], True), ([0, 30, 15], False)):
        assert phh.replay(phh.read(board + f"winnings = {won}")[0]).matches is agrees, won


def test_names_of_players_stand_in_the_words() -> None:
    result = ended("winnings = [45, 0, 0]\nplayers = ['Ada', 'Ben', 'Cy']")
    assert result.differences[0].startswith("player 1 (Ada) is given 45")


def test_a_field_that_nobody_reads_is_noted() -> None:
    result = ended("winings = [45, 0, 0]\n_mine = 3\nvenue = 'home'")
    assert result.notes == ["the field 'winings' is not of the format, and is not read"]


PHH_GAMES = ["nl-holdem", "fl-holdem", "pl-omaha", "fl-omaha-8", "fl-stud", "fl-stud-8", "fl-razz", "fl-triple-draw"]


@pytest.mark.parametrize("game", PHH_GAMES)
def test_forged_ends_of_hands_played_at_random_are_found(game: str) -> None:
    """A hand agrees as it was played; with the chips of the winner at another player's it does not."""
    rng = random.Random(f"forged:{game}")
    forged = 0
    for _ in range(25):
        stacks = [rng.randint(20, 400) for _ in range(rng.randint(2, 6))]
        hand = play_out(new_hand(game, stacks, rng), rng)
        data: dict[str, Any] = phh.read(phh.dump(hand))[0]
        assert phh.replay(data).matches is True, phh.dump(hand)
        winner = max(range(hand.n), key=lambda i: hand.won[i])
        losers = [i for i in range(hand.n) if not hand.won[i]]
        if not losers or hand.won[winner] < 20:
            continue
        thief = rng.choice(losers)
        for name in ("winnings", "finishing_stacks"):
            wrong = dict(data)
            del wrong["winnings" if name == "finishing_stacks" else "finishing_stacks"]
            wrong[name] = list(data[name])
            wrong[name][thief] += hand.won[winner]
            wrong[name][winner] -= hand.won[winner]
            assert phh.replay(wrong).matches is False, (phh.dump(hand), wrong[name])
            forged += 1
    assert forged > 15


def stud(players: int, last: list[str]) -> dict[str, Any]:
    """Everybody stays to the end for the bring-in; the cards come off the deck in order, suits before ranks."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    actions = [f"d dh p{i + 1} {''.join(deck[3 * i : 3 * i + 3])}" for i in range(players)]
    top = 3 * players
    lowest = min(
        range(players), key=lambda i: ("23456789TJQKA".index(deck[3 * i + 2][0]), "cdhs".index(deck[3 * i + 2][1]))
    )
    actions += [f"p{lowest + 1} pb"] + [f"p{(lowest + k) % players + 1} cc" for k in range(1, players)]
    for _ in range(3):
        actions += [f"d dh p{i + 1} {deck[top + i]}" for i in range(players)]
        top += players
    actions += [action.replace("CARD", deck[top + k]) for k, action in enumerate(last)]
    return {
        "variant": "F7S",
        "antes": [1] * players,
        "bring_in": 2,
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [3] * players,
        "actions": actions,
    }


def test_seven_handed_stud_is_dealt_to_seventh_street_with_a_card_for_each() -> None:
    result = phh.replay(stud(7, [f"d dh p{i + 1} CARD" for i in range(7)]))
    assert sum(chips or 0 for chips in result.finishing_stacks) == 21


@pytest.mark.parametrize("players", [7, 8])
def test_stud_where_the_deck_runs_short_ends_with_a_common_card(players: int) -> None:
    result = phh.replay(stud(players, ["d db CARD"]))
    assert sum(chips or 0 for chips in result.finishing_stacks) == 3 * players


GOOD = SHOWN.replace("LAST", "'p2 sm AhJh', 'p3 sm 7h3h'") + "winnings = [0, 45, 0]\n"
FORGED = GOOD.replace("[0, 45, 0]", "[0, 0, 45]") + "hand = 77\n"
TORN = GOOD.replace("min_bet = 10", "min_bet = = 10")
ILLEGAL = GOOD.replace("'p3 cbr 20'", "'p3 cbr 13'")


def phhs(*hands: str) -> str:
    return "\n".join(f"[{number}]{hand}" for number, hand in enumerate(hands, 1))


def test_a_syntax_error_costs_one_hand() -> None:
    found = hands_in(phhs(GOOD, TORN, GOOD))
    assert [isinstance(hand, PHHError) for hand in found] == [False, True, False]


def test_every_bad_hand_is_named_and_the_exit_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evening.phhs"
    file.write_text(phhs(GOOD, TORN, FORGED, ILLEGAL, GOOD))
    with pytest.raises(PHHError, match="3 hands are not as they should be"):
        replay_files([file], False, False)
    text = capsys.readouterr().out
    assert "5 hands: 2 as stated, 1 differ, 2 cannot be replayed" in text
    for words in (
        "hand 2: the file is no TOML",
        "hand 3 (#77) differs: player 3 is given 45, but lost",
        "hand 4: action 4",
    ):
        assert f"{file}: {words}" in text, text


def test_quietly_only_the_bad_hands_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evening.phhs"
    file.write_text(phhs(GOOD, FORGED, FORGED))
    with pytest.raises(PHHError):
        replay_files([file], False, True)
    assert len(capsys.readouterr().out.splitlines()) == 2
