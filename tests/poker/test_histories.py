"""Text histories of a site, read and replayed; the hands are made up."""

import json
from pathlib import Path

import pytest

from croupier.poker import phh
from croupier.poker.errors import PHHError
from tests.poker.play import site_hands

TEXT = """
PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2020/01/02 10:00:00 ET
Table 'Alder' 6-max Seat #3 is the button
Seat 1: Ada ($100 in chips)
Seat 3: Ben ($80.50 in chips)
Seat 5: Cy Dee ($120 in chips)
Cy Dee: posts small blind $0.50
Ada: posts big blind $1
*** HOLE CARDS ***
Dealt to Ada [As Kd]
Ben: raises $2 to $3
Cy Dee: folds
Ada: calls $2
*** FLOP *** [Ah 7c 2d]
Ada: checks
Ben: bets $4
Ada: calls $4
*** TURN *** [Ah 7c 2d] [9s]
Ada: checks
Ben: checks
*** RIVER *** [Ah 7c 2d 9s] [3h]
Ada: bets $10
Ben: calls $10
*** SHOW DOWN ***
Ada: shows [As Kd] (a pair of Aces)
Ben: mucks hand
Ada collected $32.80 from pot
*** SUMMARY ***
Total pot $34.50 | Rake $1.70

PokerStars Hand #1002: Omaha Pot Limit ($1/$2 USD) - 2020/01/02 10:01:00 ET
Table 'Birch' 2-max Seat #2 is the button
Seat 1: Ada ($200 in chips)
Seat 2: Ben ($200 in chips)
Ben: posts small blind $1
Ada: posts big blind $2
*** HOLE CARDS ***
Ben: raises $4 to $6
Ada: folds
Uncalled bet ($4) returned to Ben
Ben collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
"""


def test_hands_of_a_text_replay_with_their_rake() -> None:
    hands = site_hands(TEXT)
    assert [hand["hand"] for hand in hands] == [1001, 1002]
    first = phh.replay(hands[0])
    assert first.players == ["Cy Dee", "Ada", "Ben"]
    assert first.finishing_stacks == [119.5, 115.8, 63.5]
    assert first.rake == 1.7
    second = phh.replay(hands[1])
    assert second.finishing_stacks == [198, 202]


def test_other_games_are_named_and_refused() -> None:
    with pytest.raises(PHHError, match="no hand of a game that is read here begins so: 'Poker Hand #5: Chinese"):
        site_hands("Poker Hand #5: Chinese Poker")


def test_the_command_reads_a_sites_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.replaying import replay_journal

    file = tmp_path / "evening.txt"
    file.write_text(TEXT)
    replay_journal(file, as_json=True, quiet=False)
    assert json.loads(capsys.readouterr().out)[0]["finishing_stacks"] == [119.5, 115.8, 63.5]
