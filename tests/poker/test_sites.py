"""Texts of the large online rooms: each read, proved, and written again as PokerStars writes; the hands are made up."""

import json
import random
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli.tables import register
from croupier.poker import phh
from croupier.poker.errors import PHHError
from croupier.poker.phh.reading import hands_in
from croupier.poker.phh.site_write import site_text_of
from tests.poker.play import new_hand, play_out, site_hands

FULL_TILT = """\
Full Tilt Poker Game #33: Table Elm (6 max) - $0.50/$1 - No Limit Hold'em - 19:26:50 ET - 2013/09/22
Seat 1: Ada ($100)
Seat 3: Ben ($1,080.50)
Seat 5: Cy Dee ($120)
Cy Dee posts the small blind of $0.50
Ada posts the big blind of $1
The button is in seat #3
*** HOLE CARDS ***
Dealt to Ada [As Kd]
Ben has 15 seconds left to act
Ben raises to $3
Cy Dee folds
Ada calls $2
*** FLOP *** [Ah 7c 2d] (Total Pot: $6.50, 2 Players)
Ada checks
Ben bets $4
Ada raises to $97, and is all in
Ben calls $93
Ada shows [As Kd]
Ben shows [9c 9d]
*** TURN *** [Ah 7c 2d] [9s] (Total Pot: $200.50, 2 Players, 1 All-In)
*** RIVER *** [Ah 7c 2d 9s] [3h] (Total Pot: $200.50, 2 Players, 1 All-In)
Ada shows a pair of Aces
Ben shows three of a kind, Nines
Ben wins the pot ($198.50) with three of a kind, Nines
Ada is sitting out
*** SUMMARY ***
Total pot $200.50 | Rake $2
"""

EIGHTS = """\
#Game No : 1393
***** 888poker Hand History for Game 1393 *****
$0.50/$1 Blinds No Limit Holdem - *** 16 09 2020 16:15:04
Table Worms 6 Max (Real Money)
Seat 3 is the button
Total number of players : 3
Seat 1: Ada ( $100 )
Seat 3: Ben ( $80.50 )
Seat 5: Cy_Dee ( $120 )
Cy_Dee posts small blind [$0.50]
Ada posts big blind [$1]
** Dealing down cards **
Dealt to Ada [ As, Kd ]
Ben raises [$3]
Cy_Dee folds
Ada raises [$8]
Ben calls [$6]
** Dealing flop ** [ Ah, 7c, 2d ]
Ada bets [$5]
Ben raises [$12]
Ada calls [$7]
** Dealing turn ** [ 9s ]
Ada checks
Ben checks
** Dealing river ** [ 3h ]
Ada checks
Ben checks
** Summary **
Ada shows [ As, Kd ]
Ben mucks [ 5s, 5c ]
Ada collected [ $41 ]
"""

PARTY = """\
***** Hand History for Game 778 *****
$100 USD NL Texas Hold'em - Monday, July 20, 10:00:00 EDT 2009
Table Elm (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 1: Ada ( $100 USD )
Seat 3: Ben ( $8 USD )
Seat 5: Cy ( $120 USD )
Cy posts small blind [$0.50 USD].
Ada posts big blind [$1 USD].
** Dealing down cards **
Ben raises [$3 USD]
Cy folds
Ada calls [$2 USD]
** Dealing Flop ** [ Ah, 7c, 2d ]
Ada bets [$10 USD]
Ben is all-In  [$5 USD]
** Dealing Turn ** [ 9s ]
** Dealing River ** [ 3h ]
Ada shows [ As, Kd ] a pair of Aces.
Ben doesn't show [ 5s, 5c ] a pair of fives.
Ada wins $5 USD from the side pot 1 with a pair of Aces.
Ada wins $15.70 USD from the main pot with a pair of Aces.
"""

WINAMAX = """\
Winamax Poker - CashGame - HandId: #59-1-14 - Holdem no limit (0.50€/1€) - 2014/01/01 12:00:00 UTC
Table: 'Nice' 5-max (real money) Seat #3 is the button
Seat 1: Ada (100€)
Seat 3: Ben (80.50€)
Seat 5: Cy Dee (120€)
*** ANTE/BLINDS ***
Cy Dee posts small blind 0.50€
Ada posts big blind 1€
Dealt to Ada [As Kd]
*** PRE-FLOP ***
Ben raises 2€ to 3€
Cy Dee folds
Ada calls 2€
*** FLOP *** [Ah 7c 2d]
Ada bets 4€
Ben folds
Ada collected 6.20€ from pot
*** SUMMARY ***
Total pot 6.50€ | Rake 0.30€
"""

WINNING = """\
Game Hand #718 - Tournament #241 - Holdem(No Limit) - Level 8 (50.00/100.00)- 2021/02/25 22:07:46 UTC
Table '2' 9-max Seat #3 is the button
Seat 1: Ada (10000.00)
Seat 3: Ben (8050.00)
Seat 5: Cy Dee (12000.00)
Ada posts ante 10.00
Ben posts ante 10.00
Cy Dee posts ante 10.00
*** HOLE CARDS ***
Main pot 30.00
Cy Dee posts the small blind 50.00
Ada posts the big blind 100.00
Dealt to Ada [As Kd]
Ben folds
Cy Dee calls 50.00
Ada checks
*** FLOP *** [Ah 7c 2d]
Main pot 230.00
Cy Dee checks
Ada bets 100.00
Cy Dee folds
Uncalled bet (100.00) returned to Ada
Ada does not show
*** SUMMARY ***
Total pot 230.00
Board [Ah 7c 2d]
Seat 1: Ada (big blind) did not show and won 230.00
Seat 3: Ben folded on the Pre-Flop and did not bet
"""

BOVADA = """\
Bovada Hand #429 TBL#267 HOLDEM No Limit - 2022-05-26 09:16:24
Seat 1: Big Blind [ME] ($25 in chips)
Seat 2: UTG ($24.40 in chips)
Seat 5: Dealer ($26.87 in chips)
Seat 6: Small Blind ($23.30 in chips)
Dealer : Set dealer [5]
Small Blind : Small Blind $0.10
Big Blind  [ME] : Big blind $0.25
*** HOLE CARDS ***
Big Blind  [ME] : Card dealt to a spot [Th Qh]
UTG : Card dealt to a spot [9s Ks]
Dealer : Card dealt to a spot [Tc 8d]
Small Blind : Card dealt to a spot [3d 8c]
UTG : Calls $0.25
Dealer : Folds
Small Blind : Folds
Big Blind  [ME] : Checks
*** FLOP *** [Qs Ts 4s]
Big Blind  [ME] : Bets $0.50
UTG : Raises $1.50 to $1.50
Big Blind  [ME] : Calls $1
*** TURN *** [Qs Ts 4s] [Jc]
Big Blind  [ME] : Checks
UTG : Checks
*** RIVER *** [Qs Ts 4s Jc] [5d]
Big Blind  [ME] : Checks
UTG : Bets $2.75
Big Blind  [ME] : Calls $2.75
UTG : Showdown [Ks Qs Ts 9s 4s] (Flush)
Big Blind  [ME] : Mucks [Th Qh] (Two pair)
UTG : Hand result $8.70
*** SUMMARY ***
Total Pot($9.10)
"""

GG = """\
Poker Hand #TM1330: Tournament #77, Daily $5 Hold'em No Limit - Level5(100/200(25)) - 2023/02/08 19:10:27
Table '7' 6-max Seat #3 is the button
Seat 1: feffe29b (1,625 in chips)
Seat 2: Hero (845 in chips)
Seat 3: 21be2f (15,650 in chips)
feffe29b: posts the ante 25
Hero: posts the ante 25
21be2f: posts the ante 25
feffe29b: posts small blind 100
Hero: posts big blind 200
*** HOLE CARDS ***
Dealt to feffe29b
Dealt to Hero [3s Qh]
Dealt to 21be2f
21be2f: raises 200 to 400
feffe29b: folds
Hero: raises 420 to 820 and is all-in
21be2f: calls 420
21be2f: shows [Ac Ad]
Hero: shows [3s Qh]
*** FLOP *** [8h Ks Ah]
*** TURN *** [8h Ks Ah] [2c]
*** RIVER *** [8h Ks Ah 2c] [2d]
*** SHOWDOWN ***
21be2f collected 1,815 from pot
*** SUMMARY ***
Total pot 1,815 | Rake 0 | Jackpot 0
"""

ENDS = [
    (FULL_TILT, [119.5, 0, 1179], 2),
    (EIGHTS, [119.5, 120, 59.5], 1.5),
    (PARTY, [119.5, 107.7, 0], 0.8),
    (WINAMAX, [119.5, 103.2, 77.5], 0.3),
    (WINNING, [11890, 10120, 8040], 0),
    (BOVADA, [23.2, 20.5, 28.6, 26.87], 0.4),
    (GG, [1500, 0, 16620], 0),
]


@pytest.mark.parametrize(("text", "stacks", "rake"), ENDS)
def test_a_hand_of_each_room_ends_as_it_says(text: str, stacks: list[float], rake: float) -> None:
    (data,) = hands_in(text)
    assert not isinstance(data, PHHError), data
    result = phh.replay(data)
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


GAMES = ["nl-holdem", "fl-holdem", "pl-omaha", "fl-omaha-8"]
GAMES += ["fl-stud", "fl-stud-8", "fl-razz", "nl-deuce-to-seven", "fl-triple-draw", "fl-badugi"]


def test_a_hand_played_at_random_goes_through_both_forms() -> None:
    for seed in range(60):
        rng = random.Random(f"forms:{seed}")
        game = GAMES[seed % len(GAMES)]
        hand = play_out(new_hand(game, [rng.randint(20, 400) for _ in range(rng.randint(2, 6))], rng), rng)
        data = phh.read(phh.dump(hand))[0]
        text = site_text_of(data)
        again = site_hands(text)[0]
        assert phh.replay(again).finishing_stacks == hand.stacks, text
        assert site_text_of(again) == text


def test_a_text_that_gives_the_pot_to_a_loser_differs() -> None:
    forged = FULL_TILT.replace("Ben wins the pot", "Ada wins the pot")
    result = phh.replay(site_hands(forged)[0])
    assert result.matches is False
    assert "player 2 (Ada) is given 198.5, but lost with the hand that he showed" in result.differences
    folded = WINAMAX.replace("Ada collected", "Cy Dee collected")
    assert "folded" in phh.replay(site_hands(folded)[0]).differences[0]
    more = WINAMAX.replace("collected 6.20€", "collected 6.60€")
    assert "more than the pot" in phh.replay(site_hands(more)[0]).differences[0]


def test_a_text_is_held_to_the_pot_and_the_rake_that_it_states() -> None:
    less = FULL_TILT.replace("wins the pot ($198.50)", "wins the pot ($190)")
    assert phh.replay(site_hands(less)[0]).differences == ["what was taken from it is 10.5, not 2 as the text says"]
    more = FULL_TILT.replace("Total pot $200.50", "Total pot $210.50")
    assert phh.replay(site_hands(more)[0]).differences == ["the pot is 200.5, not 210.50 as the text says"]


PLAIN = """PokerStars Hand #7: Hold'em No Limit (50/100)
Table 'Croupier' 10-max Seat #3 is the button
Seat 1: Ada (10000 in chips)
Seat 2: Ben (4000 in chips)
Seat 3: Cy (10000 in chips)
Ada: posts small blind 50
Ben: posts big blind 100
*** HOLE CARDS ***
Cy: raises 200 to 300
Ada: calls 250
Ben: folds
*** FLOP *** [2h 7c 9d]
Ada: checks
Cy: bets 400
Ada: calls 400
*** TURN *** [2h 7c 9d] [3s]
Ada: checks
Cy: checks
*** RIVER *** [2h 7c 9d 3s] [4c]
Ada: checks
Cy: checks
*** SHOW DOWN ***
Ada: shows [As Ad]
Cy: shows [Qs Qd]
Ada collected 1500 from pot
*** SUMMARY ***
Total pot 1500 | Rake 0
Board [2h 7c 9d 3s 4c]
"""


@pytest.mark.parametrize(
    ("was", "forged", "rule"),
    [
        ("raises 200 to 300", "raises 100 to 300", "raise-amount"),
        ("Ada: calls 250", "Ada: calls 200", "call-amount"),
        ("Ada: calls 400", "Ada: checks", "check"),
        ("posts small blind 50", "posts small blind 70", "call-amount"),
        ("*** TURN *** [2h 7c 9d]", "*** TURN *** [2h 7d 9d]", "board"),
        ("*** TURN *** [2h 7c 9d] [3s]\n", "", "board"),
        ("Board [2h", "Board [5h", "board"),
    ],
)
def test_what_a_text_says_twice_must_agree(was: str, forged: str, rule: str) -> None:
    assert phh.replay(site_hands(PLAIN)[0]).matches and was in PLAIN
    with pytest.raises(PHHError) as refused:
        site_hands(PLAIN.replace(was, forged))
    assert refused.value.rule == rule


def test_a_call_of_a_short_blind_may_be_for_the_whole_of_it() -> None:
    short = PLAIN.replace("Ben (4000", "Ben (60").replace("big blind 100", "big blind 60 and is all-in")
    text = short.replace("Cy: raises 200 to 300\nAda: calls 250\nBen: folds", "Cy: calls 100\nAda: calls 50")
    text = text.replace("Cy: bets 400\nAda: calls 400", "Cy: checks").replace("1500", "260")
    assert site_hands(text)[0]["actions"][3:5] == ["p3 cc", "p1 cc"]


def test_a_hand_that_cannot_be_read_costs_itself_only() -> None:
    torn = FULL_TILT.replace("The button is in seat #3\n", "")
    other = FULL_TILT.replace("No Limit Hold'em", "No Limit Pineapple")
    found = hands_in(FULL_TILT + "\n\n" + torn + "\n\n" + other + "\n\n" + GG)
    assert [isinstance(hand, PHHError) for hand in found] == [False, True, True, False]


def test_who_sits_out_is_not_in_the_hand() -> None:
    text = GG.replace("Seat 3: 21be2f", "Seat 6: Away (500 in chips) is sitting out\nSeat 3: 21be2f")
    assert site_hands(text)[0]["players"] == ["feffe29b", "Hero", "21be2f"]


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer(pretty_exceptions_enable=False)
    register(app)
    result = CliRunner().invoke(app, ["replay", *arguments])
    return result.exit_code, result.output


def test_the_command_writes_hands_in_another_form(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(FULL_TILT + "\n\n" + GG)
    status, written = run(str(file), "--to", "phh")
    assert status == 0
    kept = tmp_path / "evening.phhs"
    kept.write_text(written)
    assert [result.matches for result in phh.replay_file(kept)] == [True, True]
    status, text = run(str(kept), "--to", "text")
    assert status == 0
    assert [hand["hand"] for hand in site_hands(text)] == [33, "TM1330"]
    status, found = run(str(file), "--json")
    assert [hand["rake"] for hand in json.loads(found)] == [2, 0]


def test_a_form_that_is_not_written_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(GG)
    assert run(str(file), "--to", "xml")[0] != 0
