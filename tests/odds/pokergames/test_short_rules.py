"""Rules that are printed are held to the exact analysis: what each costs, and hands on both sides of a line."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.equipment.cards import RANKS, parse_cards
from croupier.hands.encode import SHIFT
from croupier.hands.five import best5
from croupier.hands.three import rank3
from croupier.odds.advise import Position, advise
from croupier.odds.games.cards import books, criss_cross, strategies, ultimate
from croupier.odds.games.cards.boards import symmetry
from croupier.odds.games.cards.short_rules import boards as boards_rules
from croupier.odds.games.cards.short_rules import by_hand
from croupier.odds.games.cards.short_rules import lines as lines_rules
from croupier.odds.games.cards.stud_words import first_ride, gaps, second_ride, street_bet
from croupier.odds.long_work import long_work
from croupier.odds.posting import open_posting
from croupier.odds.strategy import strategy_of
from croupier.rulebook import rulebook

HOUSE = "hard-rock-cincinnati"
TENS_UP = frozenset(range(8, 13))


def posting(game):
    return open_posting(rulebook(HOUSE, game), {})


def cards(text):
    return list(parse_cards(text))


def test_three_card_poker_is_played_from_queen_six_four_and_that_is_perfect():
    rules = books.three_card_rules(posting("three-card-poker"))
    rule = by_hand.three_card_line(rules)
    assert rule.cost == 0 and rule.lines == (rank3(*cards("Qs 6h 4d")),)
    assert strategy_of(posting("three-card-poker")).rules[:2] == (
        "Play with Q-6-4 or better.",
        "This rule is perfect play.",
    )


def test_the_rule_of_let_it_ride_is_perfect():
    known = posting("let-it-ride")
    rule = by_hand.let_it_ride_rule(books.let_it_ride_rules(known))
    assert rule.cost == 0 and "This rule is perfect play." in strategy_of(known).rules
    held = ("Ts Td 4h", "Ks Qs Js", "5s 6s 7s", "9s Ts Qs", "8s 9s Qs", "2s 3s 4s", "As 2s 3s", "As 2s 4s", "Ks Qd Jh")
    for text in held:
        best = advise(known, Position(hand=tuple(cards(text)))).values
        rides = float(best["let it ride"]) >= float(best["take back"]) if "take back" in best else None
        assert rides in (None, first_ride(cards(text), TENS_UP)), text
    assert second_ride(cards("8s 9d Th Jc"), TENS_UP) and not second_ride(cards("5s 6d 7h 8c"), TENS_UP)


def test_the_rule_of_mississippi_stud_on_every_street():
    known = posting("mississippi-stud")
    rule = by_hand.mississippi_rule(books.mississippi_rules(known))
    assert 0 <= rule.cost < Fraction(1, 5_000)
    assert [street_bet(cards(text), False) for text in ("2s 2d", "Js 2d", "6s 7d", "6s 5s", "6s 5d", "Ts 5d")] == [
        "most", "least", "least", "least", "fold", "fold",
    ]  # fmt: skip
    assert any("four in a row from 5-6-7-8 up without an ace" in words for words in strategy_of(known).rules)
    assert [street_bet(cards(text), False) for text in ("Ts Jd Qh Kc", "Js Qd Kh Ac")] == ["most", "least"]
    for text, bets in (("6s 6d Ah", (3,)), ("Js Qs Ks", (1,)), ("2s 7d 9h", (1,)), ("4s 5d 6h", (1,))):
        hand = cards(text)
        found = advise(known, Position(hand=tuple(hand[:2]), board=tuple(hand[2:]), bets=bets))
        said = {"most": "3x", "least": "1x", "fold": "fold"}[street_bet(hand, bets[0] == 3)]
        assert said in found.best, (text, found.best)


def test_gaps_between_cards():
    found = [gaps(cards(text)) for text in ("5s 6d 7h", "As 2d 3h", "Ts Qd Ah", "2s 7d 8h", "2s 2d 3h", "As Kd 2h")]
    assert found == [0, 0, 2, None, None, None]


def test_starting_hands_in_words():
    names = [high + low + end for high in RANKS for low in RANKS for end in ("s", "o") if low != high]
    names += [rank * 2 for rank in RANKS]

    def said(*raised):
        return by_hand.in_words([(name, name in raised) for name in names])

    threes_up = [rank * 2 for rank in RANKS[1:]]
    assert said(*threes_up, "AKs", "AQs", "AKo") == "pairs from 33; A suited with Q up, offsuit with K"
    assert (
        said("22", "44", "K2s", "KJs", "72o", "32o") == "22 44; K suited with 2 J; 7 offsuit with 2; 3 offsuit with 2"
    )


@pytest.mark.slow
def test_the_lines_through_larger_hands():
    crazy = by_hand.crazy_four_lines(books.crazy_four_rules(posting("crazy-four-poker")))
    wild = by_hand.dj_wild_line(books.dj_wild_rules(posting("dj-wild-stud-poker")))
    flush = by_hand.flush_line(books.flush_rules(posting("high-card-flush")))
    four = by_hand.four_card_lines(books.four_card_rules(posting("four-card-poker")))
    assert 0 <= crazy.cost < Fraction(1, 500_000)
    assert 0 <= wild.cost < Fraction(1, 4_000)
    assert flush.lines == (1 << 8 | 1 << 6 | 1 << 4,)  # T-8-6, as published
    assert 0 < flush.cost < Fraction(1, 2_000)
    assert 0 < four.cost < Fraction(3, 2_500)
    assert strategies.by_card_shown(four.lines[:13]).endswith("against K to A with pair of kings or better")
    assert strategies.by_card_shown([None] * 12 + [four.lines[-1]]) == (
        "against 2 to K never; against A with pair of threes or better"
    )


# ------------------------------------------------------------------------------ on community cards

ON_A_BOARD = [
    ("As Kd", "Ah 7c 2d", True),  # a pair of one's own
    ("As Kd", "7h 7c 2d", False),  # the pair is everybody's
    ("2s 2d", "7h 7c Kd", True),  # two pair
    ("As 2d", "9h 8c 7d Td", False),
    ("As 2d", "7h 7c 7d Kd", False),
    ("As Ks", "7h 7c Kd 2d", True),
    ("As 3s", "7h 7c Kd Kh", False),
]


@pytest.mark.parametrize(("own", "board", "better"), ON_A_BOARD)
def test_what_a_hand_is_on_a_board(own, board, better):
    low, high = sorted(parse_cards(own))
    made, alone, *_ = boards_rules.hand_on(low, high, np.array(parse_cards(board), np.int64), np.zeros(4, np.int64))
    assert (made > alone) == better


# Of each sentence of Texas Hold'em Bonus a hand on either side of it.
TEXAS_BETS = [
    ("Kd 7c", "As 7h 2d", True), ("5s 5d", "Kh 9c 7d", False), ("6s 6d", "Kh 9c 7d", True), ("5s 5d", "Ks 9s 7s", True),
    ("7s 2s", "Ks 9s 4d", True), ("6s 2s", "Ks 9s 4d", False),
    ("Js Td", "9h 8c 2d", False), ("Qs Jd", "Th 9c 2d", True), ("Js Td", "Qh 9c 2d", True),
    ("Js Td", "Qh 9h 2h", False),
    ("As 4d", "2h 3c 9d", True), ("Ks Jd", "Qh 9c 2d", True), ("Ks 8d", "Qh 9c Jd", True), ("Ks 2d", "Qh Tc 9d", False),
    ("As Qd", "Jh 7c 2d", True), ("As Jd", "Th 7c 2d", False), ("As Qd", "Jh 7h 2h", False),
    ("Ks Qd", "Jh 7c 2d", False),
    ("As 3d", "7h 7c 2d", True), ("Ks Jd", "7h 7c 2d", True), ("Ks 9d", "7h 7c 2d", False),
    ("Qs Jd", "7h 7c 2d", False),
    ("Ks 2d", "Ah 9c 6d 2h", True), ("3s 3d", "Ah 9c 6d 4h", False), ("Ks 2d", "Ah 9h 6h 2h", False),
    ("Ks 2d", "Ah 9h 6h 2c", False), ("Kh 2d", "Ah 9h 6h 2c", True), ("Ks Ad", "Ah 9h 6h 2h", False),
    ("Ks 6d", "Th 9c 8d 6h", False), ("Ks 9d", "Th 9c 8d 6h", True), ("Ks 9d", "Th 9c 8d 7h", False),
    ("Ks Td", "Th 9c 8d 7h", True),
    ("As 4s", "Ks 9s 6d 2h", True), ("Qs 4s", "Ks 9s 6d 2h", False), ("Ks 4s", "As 9s 6d 2h", True),
    ("As Kd", "Qh 9c 6d 2h", False), ("As 4d", "9h 9c 6d 2h", True), ("Ks Qd", "9h 9c 6d 2h", False),
    ("Ks 4s", "9s 9c 6s 2h", True), ("As 4d", "9h 9c 6h 2h", False), ("Ks 4d", "9h 9c 6d 6h", True),
    ("Qs 4d", "9h 9c 6d 6h", False), ("Ks 4d", "9h 9c 9d 6h", True),
]  # fmt: skip


@pytest.mark.parametrize(("own", "board", "bet"), TEXAS_BETS)
def test_turn_and_river_are_bet_by_the_words_of_the_rule(own, board, bet):
    low, high = sorted(parse_cards(own))
    seen, masks = np.array(parse_cards(board), np.int64), np.zeros(4, np.int64)
    assert boards_rules.bets(low, high, seen, masks) == bet


def test_flops_are_raised_by_the_words_of_the_rule():
    sets = symmetry(3).standard[::97]
    bits = np.zeros((len(sets), 1326), np.bool_)
    boards_rules._raises(sets, bits)
    rng = np.random.default_rng(1)
    for row, flop in enumerate(sets.tolist()):
        for _ in range(40):
            low, high = sorted(rng.choice([c for c in range(52) if c not in flop], 2, replace=False).tolist())
            ranks = [card >> 2 for card in (low, high)]
            board = [card >> 2 for card in flop]
            made = best5([low, high, *flop]) >> SHIFT
            alone = 3 if len(set(board)) == 1 else 1 if len(set(board)) == 2 else 0
            deuces = ranks == [0, 0] and made == 1
            four = [c for c in (low, high) if sum(d & 3 == c & 3 for d in (low, high, *flop)) == 4 and c >> 2 >= 8]
            assert bits[row, low + high * (high - 1) // 2] == ((made > alone and not deuces) or bool(four))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rule", "most"),
    [("ultimate-texas-holdem", "ultimate", 0.002), ("texas-holdem-bonus", "texas-bonus", 0.0033)],
)
def test_rules_on_community_cards_cost_little(game, rule, most):
    known = posting(game)
    if rule == "ultimate":
        rules = books.ultimate_rules(known)
        cost = boards_rules.ultimate_rule(rules, long_work("ultimate", ultimate.Analysis, rules)).cost
    else:
        cost = boards_rules.texas_bonus_rule(books.texas_bonus_rules(known)).cost
    assert 0 < cost < most


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("Js Jd 4h 2c", lines_rules.PAID), ("4s 4d 2h 2c", lines_rules.PAID), ("7s 7d Kh 2c", lines_rules.PUSHES),
        ("2s 2d Kh Qc", lines_rules.PAIRED), ("2s 9s Ks Qs", lines_rules.FLUSH), ("5s 6d 7h 8c", lines_rules.STRAIGHT),
        ("As Kd Qh Jc", lines_rules.GAP), ("5s 6d 7h 9c", lines_rules.GAP), ("5s 6d 7h Tc", lines_rules.NOTHING),
    ],
)  # fmt: skip
def test_what_a_line_of_criss_cross_is(line, state):
    pays = np.array([0 if 4 <= rank < 9 else 1 if rank >= 9 else -1 for rank in range(13)])
    assert lines_rules.line_state(*cards(line), pays, np.zeros(4, np.int64)) == state
    winning, pushing = (pays > 0).astype(np.int64), (pays == 0).astype(np.int64)
    assert lines_rules.points(*cards("Js 7d 2h Ac"), winning, pushing) == 5


def test_what_both_lines_of_criss_cross_are():
    paid, pair, gap, nothing = (lines_rules.PAID, lines_rules.PAIRED, lines_rules.GAP, lines_rules.NOTHING)
    both = lines_rules.both_lines
    assert both(nothing, paid, 3) == paid
    assert [both(pair, gap, 3), both(nothing, pair, 3)] == [lines_rules.PAIR_AND_GAP, lines_rules.LOW_PAIR]
    assert [both(gap, gap, 3), both(gap, nothing, 16)] == [lines_rules.GAPS + 3, lines_rules.ONE_GAP + 16]
    assert both(nothing, nothing, 16) == lines_rules.STATES - 1


@pytest.mark.slow
def test_the_rule_of_criss_cross_costs_a_third_of_a_per_cent_and_no_more_than_its_decisions():
    known = posting("criss-cross-poker")
    said = strategy_of(known).rules
    rules = books.criss_cross_rules(known)
    found = long_work("criss-cross", criss_cross.Analysis, rules)
    rule = lines_rules.criss_cross_rule(rules, found)
    assert 0 <= rule.cost < Fraction(3, 1000)
    assert said[1].startswith("Across: 3 times with pairs from 22") and said[3].startswith(
        "Middle: 3 times where either"
    )
    for text, line, times in (("9s 9d", "Kh 2c", 3), ("Ks 7d", "Qh 3c", 1)):
        best = criss_cross.advise(cards(text), cards(line), (), bets=(times,), rules=rules)
        assert max(best, key=lambda bet: best[bet]) == times
