"""What each choice is worth, by the library and at the table: a bot that plays by it."""

import pytest

from croupier.equipment.cards import parse_cards
from croupier.games import open_table
from croupier.odds.advise import Position, advise, hand_name
from croupier.odds.posting import BadInput, open_posting
from croupier.odds.strategy import strategy_of
from croupier.odds.strategy_bot import OptimalBot, choice_for
from croupier.rounds.bots import play
from croupier.rounds.chance import Chance
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"


def posting(game, **options):
    return open_posting(rulebook(HARD_ROCK, game), {k.replace("_", "-"): v for k, v in options.items()})


def cards(text):
    return tuple(parse_cards(text))


def asked(game, hand, up=None, board="", bets=(), **more):
    position = Position(hand=cards(hand), up=cards(up)[0] if up else None, board=cards(board), bets=bets, **more)
    return advise(posting(game), position)


def test_sixteen_against_a_nine_is_hit():
    advice = asked("blackjack", "Ts 6h", "9c")
    assert advice.best == "hit"
    assert float(advice.values["stand"]) == pytest.approx(-0.5425, abs=1e-4)
    assert advice.cost("stand") == pytest.approx(0.03796, abs=1e-5)


def test_seen_cards_change_the_values():
    plain = asked("blackjack", "Ts 6h", "Tc")
    rich = asked("blackjack", "Ts 6h", "Tc", seen=cards("4s 4h 4d 4c 5s 5h 5d 5c"))
    assert plain.best == "hit" and rich.best == "stand"


def test_a_zap_and_a_free_split_are_choices_of_their_games():
    assert asked("zappit-blackjack", "Ts 6h", "Tc").best == "zap"
    assert asked("free-bet-blackjack", "4s 4h", "Tc").best == "split"


def test_three_card_poker_turns_at_queen_six_four():
    assert asked("three-card-poker", "Qs 6h 4d").best == "play"
    assert asked("three-card-poker", "Qs 6h 3d").best == "fold"


def test_streets_of_mississippi_stud():
    assert asked("mississippi-stud", "Js Jd").best == "bet 3x"
    assert asked("mississippi-stud", "7s 2d").best == "fold"
    assert asked("mississippi-stud", "Qs 6h", board="Qd", bets=(1,)).best == "bet 3x"


def test_riding_and_taking_back():
    assert asked("let-it-ride", "Ts Td 3c").best == "ride"
    assert asked("let-it-ride", "9s 8d 3c").best == "withdraw"


def test_flop_and_river_of_the_holdem_games():
    assert asked("ultimate-texas-holdem", "As Kd", board="Ad 7c 2h").best == "raise 2x"
    assert asked("ultimate-texas-holdem", "3s 2d", board="Ad Kc Qh 9h 8c").best == "fold"
    assert asked("texas-holdem-bonus", "As Kd", board="Ad 7c 2h").best == "bet 1x"
    assert asked("texas-holdem-bonus", "4s 3d", board="Ad Kc Qh").best == "check"


def test_flushes():
    advice = asked("high-card-flush", "As Ks Qs Js 9s 2d 3c")
    assert advice.best == "raise 2x"
    assert asked("i-luv-suits-poker", "2s 3s 4d 5d 7c 8c 9h").best == "fold"


@pytest.mark.parametrize(
    ("game", "hand", "more", "words"),
    [
        ("three-card-poker", "Qs 6h", {}, "a hand has 3 cards"),
        ("blackjack", "Ts 6h", {}, "up card is needed"),
        ("mississippi-stud", "Qs 6h", {"board": "Qd"}, "give them with --bets"),
        ("mississippi-stud", "Qs Qs", {}, "2 times"),
        ("mississippi-stud", "Js 6h", {"board": "6c", "bets": (7,)}, "1, 2, 3 times the Ante"),
        ("three-card-poker", "Qs 6h 4d", {"seen": cards("Ah")}, "leave out --seen"),
        ("roulette", "Qs", {}, "nothing is decided"),
        ("texas-holdem-bonus", "7s 8d", {"board": "Ah Jk 2c 3d"}, "Jk is no card of texas-holdem-bonus"),
        ("pai-gow-poker", "Jk Jk 2s 3s 4s 5s 9d", {}, "Jk is there 2 times; one deck is in play"),
    ],
)
def test_positions_that_cannot_be_are_refused(game, hand, more, words):
    with pytest.raises(BadInput, match=words):
        asked(game, hand, **more)


def test_names_of_hands_and_choices():
    assert [hand_name(cards(text)) for text in ("As Ks", "Kd As", "7c 7h")] == ["AKs", "AKo", "77"]
    assert choice_for("play 3x", ["play-1x", "play-3x", "fold"]) == "play-3x"
    assert choice_for("bet 2x", ["1x", "2x", "fold"]) == "2x"
    assert choice_for("double", ["stand", "double", "free-double"]) == "free-double"
    assert choice_for("split", ["stand"]) is None


@pytest.mark.parametrize(
    "game", ["blackjack", "free-bet-blackjack", "three-card-poker", "mississippi-stud", "let-it-ride"]
)
def test_a_bot_plays_by_the_values(game):
    driver = open_table(HARD_ROCK, game, chance=Chance())
    before = driver.felt.round
    play(driver, [OptimalBot(1)], 8)
    assert driver.felt.round == before + 8


def test_charts_agree_with_the_values():
    found = strategy_of(posting("blackjack"))
    hard, soft, pairs = found.grids
    assert hard.cells["hard 16", "9"] == "H" and hard.cells["hard 12", "4"] == "S"
    assert soft.cells["soft 18", "2"] == "Ds" and hard.cells["hard 11", "6"] == "Dh"
    assert pairs.cells["pair 8", "T"] == "P"
    assert found.costs[0][3] <= found.costs[-1][3]
    streets = strategy_of(posting("mississippi-stud")).grids[0]
    assert streets.cells["J", "J"] == "3x" and streets.cells["2", "7"] == "fold"
    assert "choose the wager" in strategy_of(posting("roulette")).rules[0]


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("three-card-poker", "Play with Q-6-4 or better."),
        ("crazy-four-poker", "every hand above K-Q-8-4, and fold every hand below K-Q-7-6"),
    ],
)
def test_a_printed_rule_names_every_card_that_decides(game, says):
    assert any(says in words for words in strategy_of(posting(game)).rules)
