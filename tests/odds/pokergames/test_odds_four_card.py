"""Four Card, Crazy Four and DJ Wild: published figures, and hands compared with every dealer's hand."""

import functools
from fractions import Fraction

import numpy as np
import pytest
from printed_tables import (
    ACES_UP,
    ANTE_BONUS4,
    BAD_BEAT,
    NATURAL_TRIPS,
    QUEENS_UP,
    SUPER_BONUS,
    WILD_BLIND,
    WILD_TRIPS,
)

from croupier.equipment.cards import ACE, QUEEN, parse_card, parse_cards
from croupier.odds.games.cards import crazy_four, dj_wild, four_card
from croupier.odds.games.cards.boards import symmetry
from croupier.odds.games.cards.deals import CHOOSE, all_sets
from croupier.odds.work import Part

CRAZY = crazy_four.CrazyFourRules(super_bonus=SUPER_BONUS)
FOUR = four_card.FourCardRules(ante_bonus=ANTE_BONUS4)
WILD = dj_wild.DjWildRules(blind=WILD_BLIND)


@functools.cache
def five_seen() -> Part:
    """The comparison with a five of the dealer seen."""
    return four_card.Comparison().run_shard(0, 3)


def number(cards: list[int]) -> int:
    return sum(int(CHOOSE[card, k + 1]) for k, card in enumerate(sorted(cards)))


def test_crazy_four_costs_three_point_four_two_percent() -> None:
    odds = crazy_four.analyse(CRAZY)
    assert float(odds.main.house_edge) == pytest.approx(0.0341885, abs=1e-7)
    assert float(odds.main.element_of_risk) == pytest.approx(0.0109014, abs=1e-7)
    assert odds.choices["play 2x"] == 0


def test_a_super_bonus_that_is_never_lost_would_favour_the_player() -> None:
    """The clause does not say that a lesser hand loses it; read so, the game would pay the player to sit down."""
    odds = crazy_four.analyse(crazy_four.CrazyFourRules(super_bonus=SUPER_BONUS, beaten_bonus=0))
    assert odds.main.house_edge < 0


def test_crazy_four_is_played_from_king_queen_eight_four() -> None:
    assert crazy_four.values_of(parse_cards("Ks Qd 8h 4c 3d"), CRAZY)[1] > -2
    assert crazy_four.values_of(parse_cards("Ks Qd 8h 3c 2d"), CRAZY)[1] < -2


def test_the_table_of_crazy_four_agrees_with_comparing_every_dealer() -> None:
    """`values_of` compares with each hand; the analysis counts by inclusion and exclusion."""
    table = crazy_four.standing()
    endings = crazy_four.endings_of(table, CRAZY.qualify)
    worth, scale = crazy_four.worth_of(CRAZY, table.values, endings)
    for text in ("Ks Qd 8h 3c 2d", "As Ad Kh 3c 2d", "9s 8s 7s 6s 2d", "4s 3d 2h 7c 9d"):
        cards = parse_cards(text)
        row = int(symmetry(5).which[number(cards)])
        for multiple, value in crazy_four.values_of(cards, CRAZY).items():
            assert value == Fraction(int(worth[multiple, row]), scale * crazy_four.DEALER_HANDS)


def test_side_bets_on_four_cards() -> None:
    assert float(crazy_four.four_card_bet(ACES_UP, pair_from=ACE).house_edge) == pytest.approx(0.0389171, abs=1e-7)
    queens = crazy_four.four_card_bet(QUEENS_UP, pair_from=QUEEN)
    assert float(queens.house_edge) == pytest.approx(0.0531751, abs=1e-7)


def test_dj_wild_costs_three_point_four_seven_percent() -> None:
    odds = dj_wild.analyse(WILD)
    assert float(odds.main.house_edge) == pytest.approx(0.0346738, abs=1e-7)
    assert odds.choices["fold"] + odds.choices["play"] == 1


def test_dj_wild_agrees_with_comparing_every_dealer() -> None:
    table = dj_wild.standing()
    worth, scale = dj_wild.worth_of(WILD, table.values, dj_wild.endings_of(table))
    for text in ("3c 3d 5h 6s 7d", "Jk 2d As Ks Qs", "2c Kd Qh 9s 4d"):
        cards = parse_cards(text)
        row = int(symmetry(5, 53).which[number(cards)])
        assert dj_wild.value_of_play(cards, WILD) == Fraction(int(worth[row]), scale * dj_wild.DEALER_HANDS)


def test_wild_hands_are_counted_by_what_their_deuces_are_used_for() -> None:
    counts = dj_wild.kind_counts()
    assert sum(counts.values()) == 2_869_685
    names = dj_wild.CATEGORIES
    royal = names.index("royal-flush")
    assert counts[royal, royal] == 4
    straight = names.index("straight")
    assert counts[straight, straight] == 10_176
    assert sum(n for (made, _), n in counts.items() if made == names.index("five-wilds")) == 1


def test_dj_wild_side_bets() -> None:
    for reading in ("category", "best-paid"):
        trips = dj_wild.trips_bet(WILD_TRIPS, NATURAL_TRIPS, reading=reading)
        assert float(trips.house_edge) == pytest.approx(0.0615691, abs=1e-7)
    assert float(dj_wild.two_way_bad_beat(BAD_BEAT).house_edge) == pytest.approx(0.1397491, abs=1e-7)


@pytest.mark.parametrize("text", ["Kc Kd 8h 3s 2d", "Ac Kd 8h 6s 2c", "9c 8c 7c 6c 2d"])
def test_four_card_poker_agrees_with_comparing_every_dealer_for_one_card_seen(text: str) -> None:
    up = parse_card("5c")
    part = five_seen()
    numbered = all_sets(51, 5)
    sets = numbered + (numbered >= up).astype(np.int8)
    rows, _ = four_card._standard_beside(sets)
    cards = sorted(parse_cards(text))
    row = int(np.flatnonzero((sets[rows] == cards).all(axis=1))[0])
    below, level = (int(part[name][row]) for name in ("below", "level"))
    endings = np.array([[below, level, four_card.DEALER_HANDS - below - level]])
    worth, scale = four_card.worth_of(FOUR, part["values"][row : row + 1], endings)
    for multiple, value in four_card.values_of(cards, up, FOUR).items():
        assert value == Fraction(int(worth[multiple, 0]), scale * four_card.DEALER_HANDS)


@pytest.mark.slow
def test_four_card_poker_costs_two_point_seven_nine_percent() -> None:
    odds = four_card.analyse(FOUR, workers=2)
    assert float(odds.main.house_edge) == pytest.approx(0.0278785, abs=1e-7)
    assert four_card.standing().weights.sum() == four_card.DEALS


def test_ranks_of_the_face_up_card_stand_in_order_whichever_is_done_first() -> None:
    work = four_card.Comparison()
    names = ("rank", "values", "weights", "below", "level")
    work.absorb(0, ({name: np.array([rank]) for name in names} for rank in (7, 0, 12, 3)))
    assert work.result().values.tolist() == [0, 3, 7, 12]
