"""Other readings, tournaments and larger wagers stand under every option, not only under the posted one."""

from fractions import Fraction

import pytest
from rules_of_twentyone import zombie

from croupier.odds import pack
from croupier.odds.games.twentyone import books, split_hands
from croupier.odds.games.twentyone.exact import expectation
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.lines import lines_of
from croupier.rulebook import rulebook


def lines(house, game, **options):
    """As they were counted for the package by the very code that is here; counted now where it has changed since."""
    book, asked = rulebook(house, game), {name: str(value) for name, value in options.items()}
    kept = pack.look(book, asked, every=False)
    return kept[0] if kept else lines_of(book, asked, every=False)


def test_a_blackjack_that_a_22_pushes_needs_no_second_count():
    rules = zombie(decks=2, push_22_blackjacks=True, blackjack_pays=Fraction(6, 5))
    edge = books.exact_edge(rules)
    assert edge.house_edge == -expectation(rules)
    assert sum(chance for _, chance in edge.distribution) == pytest.approx(1)
    assert -sum(net * chance for net, chance in edge.distribution) == pytest.approx(float(edge.house_edge), abs=1e-4)


def test_readings_and_tournaments_stand_at_every_number_of_decks():
    found = lines("hard-rock-cincinnati", "zombie-blackjack", decks=2, **{"soft-17": "stand"})
    notes = [line.conditions for line in found if line.wager == "blackjack"]
    assert sum("reading:" in note for note in notes) == 3
    assert all("2 decks; dealer stands" in note for note in notes)
    found = lines("horseshoe-cleveland", "blackjack", decks=2)
    tournament = [line for line in found if "tournament" in line.conditions]
    assert tournament and tournament[0].edge is not None and tournament[0].house_edge < 0


def test_the_class_of_strategies_is_named_with_what_a_wider_one_gains():
    assert split_hands.gain(TwentyOneRules(decks=1)) == pytest.approx(6.81e-6, abs=1e-8)
    assert split_hands.gain(TwentyOneRules(decks=6)) == 0
    words = books.optimal(TwentyOneRules(decks=1)).strategy
    assert words.startswith("composition-dependent play: each hand by its own cards, split hands as the same cards")
    assert "played by what was split they gain 0.0007 %" in words
    assert (
        "free hands by a table of their own"
        in books.optimal(TwentyOneRules(decks=1, free_doubles=frozenset({9}))).strategy
    )


def test_a_flat_amount_is_worth_less_to_a_larger_wager():
    bonus = [line for line in lines("jack-cleveland", "three-card-poker") if line.wager == "six-card-bonus"]
    edges = {line.conditions: round(100 * float(line.house_edge), 4) for line in bonus}
    assert edges == {"wager of $1.00": 17.4104, "wager of $5.00": 18.9822}


def test_the_first_five_on_a_wheel_whose_double_zero_is_no_spin():
    found = lines("hard-rock-cincinnati", "roulette", wheel="double-zero-as-single-zero")
    (first,) = [line for line in found if line.wager == "first-five-numbers"]
    assert first.reading and first.house_edge == 1 - Fraction(4 * 7, 37)
    usual = lines("hard-rock-cincinnati", "roulette", wheel="double-zero")
    assert [line.house_edge for line in usual if line.wager == "first-five-numbers"] == [1 - Fraction(5 * 7, 38)]
    assert not [line for line in lines("hard-rock-cincinnati", "roulette", wheel="single-zero") if "five" in line.wager]


def test_the_doubtful_drawing_table_is_shown_for_every_shoe():
    for decks in (6, 8):
        found = lines("hard-rock-cincinnati", "mini-midi-baccarat", decks=decks)
        assert {"banker", "player", "tie"} <= {line.wager for line in found if "with six the Banker" in line.conditions}
