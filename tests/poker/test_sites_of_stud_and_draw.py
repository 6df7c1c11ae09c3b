"""Texts of stud and draw games: read, proved, and written again; the hands are made up."""

import random
import re
from pathlib import Path

import pytest

from croupier.poker import phh
from croupier.poker.errors import PHHError
from croupier.poker.phh.reading import hands_in
from croupier.poker.phh.site_write import site_text_of
from tests.poker.play import new_hand, play_out, site_hands

STUD = """\
PokerStars Hand #71:  7 Card Stud Limit ($0.40/$0.80 USD) - 2012/05/23 23:24:52 CET [2012/05/23 17:24:52 ET]
Table 'Holdem Alley' 8-max
Seat 1: Ada ($20 in chips)
Seat 2: Ben ($1.85 in chips)
Seat 5: Cy Dee ($15 in chips)
Seat 6: Away ($9 in chips) is sitting out
Ada: posts the ante $0.05
Ben: posts the ante $0.05
Cy Dee: posts the ante $0.05
*** 3rd STREET ***
Dealt to Ada [9c 9d Kh]
Dealt to Ben [2d]
Dealt to Cy Dee [7s]
Ben: brings in for $0.20
Cy Dee: raises $0.20 to $0.40
Ada: raises $0.40 to $0.80
Ben: calls $0.60
Cy Dee: calls $0.40
*** 4th STREET ***
Dealt to Ada [9c 9d Kh] [3c]
Dealt to Ben [2d] [2h]
Dealt to Cy Dee [7s] [8s]
Ben: bets $0.80
Cy Dee: calls $0.80
Ada: calls $0.80
*** 5th STREET ***
Dealt to Ada [9c 9d Kh 3c] [9h]
Dealt to Ben [2d 2h] [Tc]
Dealt to Cy Dee [7s 8s] [4d]
Ben: bets $0.20 and is all-in
Cy Dee: calls $0.20
Ada: raises $0.80 to $1
Cy Dee: calls $0.80
*** 6th STREET ***
Dealt to Ada [9c 9d Kh 3c 9h] [5d]
Dealt to Ben [2d 2h Tc] [6c]
Dealt to Cy Dee [7s 8s 4d] [Jd]
Cy Dee: checks
Ada: bets $0.80
Cy Dee: calls $0.80
*** RIVER ***
Dealt to Ada [9c 9d Kh 3c 9h 5d] [Qc]
Cy Dee: bets $0.80
Ada: calls $0.80
*** SHOW DOWN ***
Cy Dee: shows [5s 6s 7s 8s 4d Jd As] (a straight, Four to Eight)
Ada: mucks hand
Cy Dee collected $4.70 from side pot
Ben: shows [2c Th 2d 2h Tc 6c Ac] (a full house, Deuces full of Tens)
Ben collected $5.40 from main pot
*** SUMMARY ***
Total pot $10.35 Main pot $5.40. Side pot $4.70. | Rake $0.25
Seat 1: Ada mucked [9c 9d Kh 3c 9h 5d Qc]
"""

RAZZ = """\
Full Tilt Poker Game #34: Table Oak - $2/$4 Ante $0.50 - Limit Razz - 19:26:50 ET - 2013/09/22
Seat 1: Ada ($100)
Seat 3: Ben ($80)
Ada antes $0.50
Ben antes $0.50
*** 3RD STREET ***
Dealt to Ada [Ac 4d] [5h]
Dealt to Ben [Qs]
Ben is high with [Qs]
Ben brings in for $1
Ada completes it to $2
Ben calls $1
*** 4TH STREET ***
Dealt to Ada [Ac 4d 5h] [7c]
Dealt to Ben [Qs] [3d]
Ada bets $2
Ben folds
Uncalled bet of $2 returned to Ada
Ada mucks
Ada wins the pot ($4.75)
*** SUMMARY ***
Total pot $5 | Rake $0.25
"""

TRIPLE = """\
PokerStars Hand #72:  8-Game (Triple Draw 2-7 Lowball Limit, $1/$2 USD) - 2016/09/03 18:15:01 WET
Table 'Cepheus VI' 6-max Seat #1 is the button
Seat 1: Ada ($25 in chips)
Seat 2: Ben ($40 in chips)
Seat 4: Cy Dee ($30 in chips)
Ben: posts small blind $0.50
Cy Dee: posts big blind $1
*** DEALING HANDS ***
Dealt to Ada [Qs 7s 3c 9c 8d]
Ada: raises $1 to $2
Ben: folds
Cy Dee: calls $1
*** FIRST DRAW ***
Cy Dee: discards 2 cards
Ada: discards 2 cards [Qs 9c]
Dealt to Ada [7s 3c 8d] [As 5h]
Cy Dee: checks
Ada: bets $1
Cy Dee: calls $1
*** SECOND DRAW ***
Cy Dee: discards 1 card
Ada: discards 1 card [As]
Dealt to Ada [7s 3c 8d 5h] [2s]
Cy Dee: checks
Ada: checks
*** THIRD DRAW ***
Cy Dee: stands pat
Ada: stands pat on [7s 3c 8d 5h 2s]
Cy Dee: bets $2
Ada: calls $2
*** SHOW DOWN ***
Cy Dee: shows [2h 6s 4c 3s 8h] (Lo: 8,6,4,3,2)
Ada: mucks hand
Cy Dee collected $10 from pot
*** SUMMARY ***
Total pot $10.50 | Rake $0.50
"""

FIVE = """\
PokerStars Game #73:  5 Card Draw Pot Limit (5/10) - 2011/07/10 16:33:36 ET
Table 'Elm' 6-max Seat #2 is the button
Seat 1: Ada (1000 in chips)
Seat 2: Ben (900 in chips)
Seat 3: Cy Dee (60 in chips)
Cy Dee: posts small blind 5
Ada: posts big blind 10
*** DEALING HANDS ***
Dealt to Ada [Qs Qd 3c 9c 8d]
Ben: calls 10
Cy Dee: calls 5
Ada: raises 30 to 40
Ben: calls 30
Cy Dee: calls 30
Cy Dee: discards 1 card
Ada: discards 3 cards [3c 9c 8d]
Dealt to Ada [Qs Qd] [Qh 4h 4s]
Ben: stands pat
Cy Dee: bets 20 and is all-in
Ada: raises 40 to 60
Ben: folds
Uncalled bet (40) returned to Ada
*** SHOW DOWN ***
Cy Dee: shows [6h 7h 8h 9h Th] (a straight flush)
Ada: shows [Qs Qd Qh 4h 4s] (a full house)
Cy Dee collected 160 from pot
*** SUMMARY ***
Total pot 160 | Rake 0
"""

BADUGI = TRIPLE.replace("8-Game (Triple Draw 2-7 Lowball Limit, $1/$2 USD)", "Badugi Limit ($1/$2 USD)")
for five, four in (
    (" 8d]", "]"),
    ("[7s 3c 8d 5h]", "[7s 3c 5h]"),
    ("[7s 3c 8d]", "[7s 3c]"),
    ("8d 5h 2s", "5h 2s"),
    ("[2h 6s 4c 3s 8h]", "[2h 6s 4c 3d]"),
):
    BADUGI = BADUGI.replace(five, four)

ENDS = [
    (STUD, [15.75, 5.4, 15.45], 0.25),
    (RAZZ, [102.25, 77.5], 0.25),
    (TRIPLE, [39.5, 35, 20], 0.5),
    (BADUGI, [39.5, 35, 20], 0.5),
    (FIVE, [160, 940, 860], 0),
]


def replayed(text: str) -> phh.Replay:
    return phh.replay(site_hands(text)[0])


@pytest.mark.parametrize(("text", "stacks", "rake"), ENDS)
def test_a_hand_of_each_game_ends_as_it_says(text: str, stacks: list[float], rake: float) -> None:
    result = replayed(text)
    assert result.matches is True, result.differences
    assert result.finishing_stacks == stacks
    assert result.rake == rake


@pytest.mark.parametrize("text", [text for text, _, _ in ENDS])
def test_what_is_written_is_read_as_the_same_hand(text: str) -> None:
    first = site_hands(text)[0]
    written = site_text_of(first)
    again = site_hands(written)[0]
    kept = {name: value for name, value in first.items() if name not in ("venue", "table")}
    assert {name: again[name] for name in kept} == kept
    assert site_text_of(again) == written


@pytest.mark.parametrize(
    ("text", "was", "forged", "says"),
    [
        (STUD, "Dealt to Ben [2d] [2h]", "Dealt to Ben [3d] [2h]", "told to hold"),
        (STUD, "Dealt to Ben [2d 2h] [Tc]", "Dealt to Ben [2d 2h] [Tc Ts]", "1 cards are due"),
        (STUD, "Cy Dee: raises $0.20 to $0.40", "Cy Dee: raises $0.10 to $0.40", "which is 0.20 more"),
        (STUD, "[2c Th 2d 2h Tc 6c Ac]", "[2c Th 2d 2s Tc 6c Ac]", "was not dealt"),
        (STUD, "Ben: brings in", "Cy Dee: brings in", "Ben calls 0.60, but it is 0.80"),
        (TRIPLE, "[Qs 9c]", "[Qs 9d]", "which he was not dealt"),
        (TRIPLE, "discards 2 cards [Qs 9c]", "discards 2 cards [Qs]", "are 1 cards"),
        (TRIPLE, "Dealt to Ada [7s 3c 8d] [As 5h]", "Dealt to Ada [7s 3c 8d] [As]", "2 cards are due"),
        (FIVE, "Dealt to Ada [Qs Qd] [Qh 4h 4s]", "Dealt to Ada [Qs Qc] [Qh 4h 4s]", "told to hold"),
    ],
)
def test_cards_that_a_text_tells_twice_must_agree(text: str, was: str, forged: str, says: str) -> None:
    assert was in text
    with pytest.raises(PHHError) as refused:
        replayed(text.replace(was, forged))
    assert says in str(refused.value)


def test_a_loser_who_is_given_the_pot_differs() -> None:
    forged = STUD.replace("Ben collected $5.40", "Cy Dee collected $5.40")
    assert replayed(forged).differences == [
        "player 2 (Ben) is given 0, but has won more of the pots: 5.55",
        "player 3 (Cy Dee) is given 10.1, but may win no more of the pots: 4.8",
    ]


EQUAL = """\
PokerStars Hand #74:  Hold'em No Limit (1/2)
Table 'Elm' 6-max Seat #3 is the button
Seat 1: Ada (100 in chips)
Seat 2: Ben (250 in chips)
Seat 3: Cy (250 in chips)
Ada: posts small blind 1
Ben: posts big blind 2
*** HOLE CARDS ***
Cy: raises 248 to 250 and is all-in
Ada: calls 99 and is all-in
Ben: calls 248 and is all-in
*** FLOP *** [2h 7c 9d]
*** TURN *** [2h 7c 9d] [3s]
*** RIVER *** [2h 7c 9d 3s] [4c]
*** SHOW DOWN ***
Ben: shows [Ks Kd]
Cy: shows [Qs Qd]
Ben collected 300 from side pot
Ada: shows [As Ad]
Ada collected 300 from main pot
*** SUMMARY ***
Total pot 600 Main pot 300. Side pot 300. | Rake 0
"""


def test_equal_pots_that_are_swapped_are_named() -> None:
    assert replayed(EQUAL).matches is True
    swapped = EQUAL.replace("Ben collected 300 from side", "Ben collected 300 from main", 1)
    swapped = swapped.replace("Ada collected 300 from main", "Ada collected 300 from side")
    assert replayed(swapped).differences == [
        "player 2 (Ben) is given 300 of the main pot, but lost with the hand that he showed",
        "player 1 (Ada) is given 0 of the main pot, but has won more of the pots: 300",
        "player 1 (Ada) is given 300 of side pot 1, but has no chips in it",
        "player 2 (Ben) is given 0 of side pot 1, but has won more of the pots: 300",
    ]
    assert replayed(site_text_of(site_hands(EQUAL)[0])).matches is True


def test_a_game_that_the_format_does_not_have_is_not_written_in_it(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(TRIPLE + "\n" + FIVE)
    written, errors = phh.convert([file], "phh")
    assert "F2L3D" in written
    assert [error.split(": ", 1)[1] for error in errors] == ["hand 2: the format has no name for Five-card draw, high"]
    assert len(phh.convert([file], "text")[1]) == 0
    (found,) = hands_in("variant = 'P5D'\nantes = [0, 0]\nstarting_stacks = [9, 9]\nactions = []")
    assert not isinstance(found, PHHError)
    with pytest.raises(PHHError, match="'P5D' is not one of"):
        phh.replay(found)


def hidden(text: str, hero: str) -> str:
    """The text as one player sees it: others' down cards and discards are not in it."""
    lines, head = [], ""
    for line in text.splitlines():
        head = line if line.startswith("***") else head
        dealt = re.match(r"Dealt to (.+?) \[(.*)\]$", line)
        if dealt and dealt[1] != hero:
            groups = [group.split() for group in dealt[2].split("] [")]
            if "STREET" not in head:
                continue
            seen = groups[0][2:] if len(groups[0]) > 2 or len(groups) == 1 else groups[0]
            line = f"Dealt to {dealt[1]} [{' '.join(seen)}]" + (f" [{' '.join(groups[1])}]" if groups[1:] else "")
        elif (drew := re.match(r"(.+): (discards \d cards?) \[", line)) and drew[1] != hero:
            line = f"{drew[1]}: {drew[2]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "game", ["fl-stud", "fl-stud-8", "fl-razz", "nl-deuce-to-seven", "fl-triple-draw", "fl-badugi"]
)
def test_a_hand_of_which_one_player_tells_comes_out_alike(game: str) -> None:
    for seed in range(8):
        rng = random.Random(f"told:{game}:{seed}")
        hand = play_out(new_hand(game, [rng.randint(20, 400) for _ in range(rng.randint(2, 6))], rng), rng)
        text = hidden(site_text_of(phh.read(phh.dump(hand))[0]), "Player 2")
        again = site_hands(text)[0]
        result = phh.replay(again)
        assert result.matches is True, (text, result.differences)
        assert result.finishing_stacks == hand.stacks, text
        assert site_text_of(again) == text
