"""What one card is worth that somebody has seen: published figures, and decisions taken again by plain counting."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from croupier.equipment.cards import parse_cards
from croupier.hands.five import best5, category5
from croupier.odds.games.cards import books, mississippi
from croupier.odds.games.twentyone import kernel
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.hands import ACE, TEN
from croupier.odds.games.twentyone.kernel import HIT, STAND
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import up_table
from croupier.odds.posting import open_posting
from croupier.odds.protection import seen, seen_kernels
from croupier.odds.protection.report import protect
from croupier.odds.report.sheets import protection_sheet
from croupier.rulebook import rulebook

HOUSE = "hard-rock-cincinnati"


def found(game):
    return {(each.card, each.wager): each for each in seen.seen_cards(open_posting(rulebook(HOUSE, game)))}


def test_one_card_of_the_dealers_in_three_card_poker_is_worth_what_is_published():
    posting = open_posting(rulebook(HOUSE, "three-card-poker"))
    game = protect(posting)
    card, beside = game.seen
    assert beside.usual < beside.known < 0 and round(100 * (beside.known - beside.usual), 2) < 0.1
    assert round(100 * card.usual, 2) == -3.37 and round(100 * card.known, 2) == 3.48
    worth = dict(card.by_card)
    assert worth["Q"] > worth["J"] and min(worth, key=worth.get) == "A"
    sheet = protection_sheet(posting, game)
    assert sheet.title == "Protection of Three Card Poker"
    assert sheet.tables[0].rows[0][:4] == ("one of the dealer's cards", "ante", "−3.37 %", "+3.48 %")
    assert not game.wagers and game.main is None


def test_the_first_card_of_a_baccarat_shoe_is_worth_what_is_published():
    cards = found("mini-midi-baccarat")
    better = cards["the Player's first card", "the better main wager"]
    assert round(100 * better.known, 3) == 6.765
    banker = dict(cards["the Player's first card", "banker (Banker)"].by_card)
    player = dict(cards["the Player's first card", "player (Player)"].by_card)
    assert {card for card in banker if banker[card] > 0} == set("012345")
    assert {card for card in player if player[card] > 0} == set("6789")


@pytest.mark.parametrize("up", [ACE, 4, TEN])
def test_hole_cards_add_up_to_what_nobody_sees(up):
    """Whoever stands whatever lies there stands as well as somebody who knows nothing."""
    rules = TwentyOneRules(decks=2)
    usual = up_table(rules, rules.shoe, up)
    holes = [hole for hole in range(10) if {up, hole} != {ACE, TEN}]
    tables = [seen.hole_table(rules, up, hole) for hole in holes]
    possible = usual.alive > 0
    for name in ("win", "lose", "alive"):
        together = sum(getattr(table, name) for table in tables)
        assert np.allclose(together[possible], getattr(usual, name)[possible], atol=1e-12), name
    for first, second in ((5, 6), (TEN, 8), (7, 7)):
        knows = sum(max(table.choices(first, second).values()) for table in tables)
        assert knows >= max(usual.choices(first, second).values()) - 1e-12


def test_nineteen_against_a_known_twenty_is_drawn_to():
    """One deck: the dealer has two tens, the player a ten and a nine; 48 cards are left for his draw."""
    rules = TwentyOneRules(decks=1)
    table = seen.hole_table(rules, TEN, TEN)
    left = [4, 4, 4, 4, 4, 4, 4, 4, 3, 13]  # aces to tens beside the three tens and a nine
    assert sum(left) == 48
    wins, ties = left[1], left[0]
    values = table.choices(TEN, 8)
    alive = Fraction(14, 49)  # the hole card is one of the tens that are left beside the up card and his own
    assert float(alive) == pytest.approx(float(table.alive[table.hands.pair[TEN, 8]]))
    assert values[STAND] == pytest.approx(-float(alive))
    assert values[HIT] == pytest.approx(float(alive * Fraction(wins - (48 - wins - ties), 48)))
    assert values[HIT] > values[STAND] and kernel.UNSEEN < 0


def test_a_street_card_is_used_as_advice_that_knows_it_would():
    rules = books.mississippi_rules(open_posting(rulebook(HOUSE, "mississippi-stud")))
    ready = mississippi.prepared(rules)
    a, b, card = parse_cards("7c 7d Kh")
    counts = np.zeros((1, 1326, mississippi.CLASSES), np.int16)
    mississippi._count(np.array([sorted((a, b))], np.int64), counts)
    paid = (counts.astype(np.int64) @ ready.scaled)[0]
    known = seen_kernels._first_known(*sorted((a, b)), card, paid, ready.multiples, ready.unit)
    advised = [
        max([-1 - third, *mississippi.advise((a, b, card), (third,), rules).bets.values()]) for third in (1, 2, 3)
    ]
    assert Fraction(int(known), 49 * 48 * ready.unit) == max([Fraction(-1), *advised])


def test_the_last_card_of_mississippi_is_used_as_a_plain_walk_uses_it():
    """All orders of the two cards between, each decision taken by looking at everything that is known by then."""
    rules = books.mississippi_rules(open_posting(rulebook(HOUSE, "mississippi-stud")))
    ready = mississippi.prepared(rules)
    a, b, card = parse_cards("2c 9d 9h")
    pays = {}
    for first, second in permutations(set(range(52)) - {a, b, card}, 2):
        if first < second:
            hand = best5([a, b, card, first, second])
            ranks = [c >> 2 for c in (a, b, card, first, second)]
            pair = max((rank for rank in ranks if ranks.count(rank) == 2), default=0)
            name = category5(hand)
            pays[first, second] = pays[second, first] = _paid(rules, name, pair)
    best = Fraction(-49 * 48)
    for third in (1, 2, 3):
        total = Fraction(0)
        for first in {first for first, _ in pays}:
            here = Fraction(-48 * (1 + third))
            for fourth in (1, 2, 3):
                worth = sum(
                    max(-Fraction(1 + third + fourth), *(pays[first, x] * (1 + third + fourth + n) for n in (1, 2, 3)))
                    for x in set(range(52)) - {a, b, card, first}
                )
                here = max(here, worth)
            total += here
        best = max(best, total)
    given = sorted((a, b))
    table = np.zeros((52, 52, ready.scaled.shape[1]), np.int64)
    known = seen_kernels._last_known(*given, card, ready.scaled, ready.multiples, ready.unit, table)
    assert Fraction(int(known), ready.unit) == best


def _paid(rules, name, pair):
    """The usual table: jacks or better, sixes to tens pushed."""
    if name == "pair":
        return Fraction(1 if pair >= 9 else 0 if pair >= 4 else -1)
    return Fraction(rules.pays.get(name, -1))


def test_a_community_card_is_worth_more_the_later_it_would_come():
    ride = found("let-it-ride")
    first, second = (ride[f"the {place} community card", "bet-1"] for place in ("first", "second"))
    assert first.usual < 0 < first.known < second.known
    beside = ride["one of a neighbour's cards", "bet-1"]
    assert beside.usual < beside.known < 0


@pytest.mark.parametrize("rules", [TwentyOneRules(decks=6), TwentyOneRules(decks=1, hits_soft_17=False)])
def test_first_cards_and_up_cards_add_up_to_the_game(rules):
    """A hand that begins with an ace is worth half a wager, and the cards weighed are the game itself."""
    found = solve(rules)
    chances = np.array(rules.shoe) / sum(rules.shoe)
    for worths in (seen.by_first(rules, found.deals), seen.by_up(rules, found.deals)):
        assert float(chances @ np.array(worths)) == pytest.approx(found.expectation, abs=1e-9)
    first, up = seen.by_first(rules, found.deals), seen.by_up(rules, found.deals)
    assert 0.48 < first[ACE] < 0.55 and 0.11 < first[TEN] < 0.16 and first[5 - 1] < -0.15
    assert up[ACE] < -0.3 and up[6 - 1] > 0.2
