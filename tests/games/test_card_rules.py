"""Qualifiers and seats of other houses in the card games against the dealer, and commissions of other forms."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from croupier.equipment.cards import parse_cards
from croupier.games import game_class
from croupier.games.cards import crazy_four_poker, flush_game, three_card_poker
from croupier.hands.four import best4
from croupier.hands.three import rank3
from croupier.odds.described.figures import figures
from croupier.odds.games.baccarat.exact import coups
from croupier.odds.games.cards.books import three_card_rules
from croupier.odds.lines import lines_of
from croupier.rounds import acts
from croupier.rulebook.posting import Posting
from tests import side_bets
from tests.made_up import bet, book, finish, outcomes_of, printed, settled, table, wager

QUEEN = ('value = "queen-high"', 'value = "{}"')


def with_qualifier(folder: Path, least: str):
    return book(folder, "three-card-poker", "", (QUEEN[0], QUEEN[1].format(least)))


@pytest.mark.parametrize(
    ("least", "dealer", "outcome"),
    [
        ("king-high", "Qh Jd 9c", "no-qualify"),
        ("king-high", "Kh Jd 9c", "lose"),
        ("none", "5h 4d 2c", "win"),
        ("pair", "Ah Jd 9c", "no-qualify"),
        ("pair", "2h 2d 3c", "win"),
    ],
)
def test_the_dealer_plays_with_what_the_house_asks(tmp_path: Path, least: str, dealer: str, outcome: str) -> None:
    mine = {"lose": "Ks 8d 2c"}.get(outcome, "Ts Td 2s")
    hands = (acts.Falls(tuple(parse_cards(mine))), acts.Falls(tuple(parse_cards(dealer))))
    driver = table(with_qualifier(tmp_path, least), *hands)
    bet(driver, ante=10)
    found = settled(finish(driver, "play"))
    assert found["ante"][0] == outcome
    assert found["play"][0] == ("push" if outcome == "no-qualify" else outcome)


def test_a_dealer_who_plays_with_less_is_met_more_often_at_the_table_too(tmp_path: Path) -> None:
    """Play returned: how often the dealer does not play, against a plain count of all hands."""
    least = three_card_poker.QUALIFIERS["king-high"]
    idle = sum(rank3(*hand) < least for hand in combinations(range(52), 3)) / 22_100
    driver = table(with_qualifier(tmp_path, "king-high"), seed=2)
    found = outcomes_of(driver, "play", 1_500, ante=10)
    ties = found["push"] / 1_500 - idle  # two hands that are equal are rare
    assert abs(ties) < 4.5 * (idle * (1 - idle) / 1_500) ** 0.5


def test_the_analysis_takes_the_qualifier_of_the_book(tmp_path: Path) -> None:
    edges = {}
    for least in ("none", "queen-high", "king-high"):
        rules = with_qualifier(tmp_path, least)
        assert three_card_rules(Posting(rules)).qualify == three_card_poker.QUALIFIERS[least]
        lines = [line for line in lines_of(rules, every=False) if line.wager == "ante" and line.edge]
        edges[least] = lines[0].house_edge
    assert f"{100 * float(edges['queen-high']):.2f}" == "3.37"
    assert len(set(edges.values())) == 3


def test_qualifiers_are_values_that_hands_reach() -> None:
    assert crazy_four_poker.qualifies(best4(parse_cards("Qh Jd 9c 8s 2d")), "queen-high")
    assert not crazy_four_poker.qualifies(best4(parse_cards("Qh Jd 9c 8s 2d")))
    assert flush_game.QUALIFIERS["nine-high-three-card-flush"] == (3, 7)
    assert flush_game.against_dealer(10**6, 0, "six-high-three-card-flush") == ("no-qualify", "push")


def test_more_seats_than_one_deck_serves_are_told(tmp_path: Path) -> None:
    text = printed("three-card-poker")
    seats = text.split("positions]\n", 1)[1].split("\n", 1)[0]
    section = text[: text.index(seats)].rsplit("[", 1)[1]
    many = book(tmp_path, "three-card-poker", "", (f"[{section}{seats}", f"[{section}{seats.split('=')[0]}= 17"))
    assert any("one deck is enough for 16" in fault for fault in game_class("three-card-poker").check_rulebook(many))


# ----------------------------------------------------------------------------- baccarat's commissions


def test_a_banker_that_is_described_pays_its_commission_by_every_row(tmp_path: Path) -> None:
    """Six wins half, all else even money, with 4 in a hundred on what is won: against the count of all coups."""
    text = wager(
        "banker",
        side_bets.BOTH,
        {
            "six": 'winner = "banker", banker-hand = { total = 6 }',
            "win": 'winner = "banker"',
            "push": 'winner = "tie"',
        },
        {"six": "1 to 2", "win": "1 to 1"},
    ).replace('kind = "side"', 'kind = "base"')
    section = printed("baccarat").split("[wagers.banker]", 1)[1].split("\n[wagers.", 1)[0]
    charge = ("[rules.vigorish]\nvalue = 5", "[rules.vigorish]\nvalue = 4")
    rules = book(tmp_path, "baccarat", text, ("[wagers.banker]" + section, ""), charge)
    (figure,) = figures(Posting(rules, {"decks": "8"}))
    net = Fraction(0)
    counts = coups(8)
    for coup, count in counts.items():
        if coup.banker != coup.player:
            won = Fraction(96, 200) if coup.banker == 6 else Fraction(96, 100)
            net += count * (won if coup.banker > coup.player else -1)
    assert figure.edge is not None and figure.edge.house_edge == -net / sum(counts.values())
