"""Progressives: the return grows with the meter, breaks even where it should, and counts what is folded."""

from fractions import Fraction
from itertools import permutations

import pytest
from printed_tables import ANTE_BONUS3, MISSISSIPPI, STUD_PAIRS

from croupier.odds.games.cards import mississippi, three_card
from croupier.odds.games.meters import Prize, blazing_sevens, five_card, fortune, kept_in_three_card, three_card_own


def paid(amount: int) -> Prize:
    return Prize(fixed=Fraction(amount))


def share(percent: int) -> Prize:
    return Prize(share=Fraction(percent, 100))


MULTI_LINK = {
    "royal-flush": share(100),
    "straight-flush": share(10),
    "four-of-a-kind": paid(300),
    "full-house": paid(50),
    "flush": paid(40),
    "straight": paid(30),
    "three-of-a-kind": paid(9),
}
SEVENS = {
    "three-sevens-suited": share(100),
    "three-sevens-coloured": share(10),
    "three-sevens": paid(200),
    "two-sevens": paid(25),
    "one-seven": paid(2),
}


def test_multi_link_breaks_even_where_its_edge_is_nothing() -> None:
    wager = five_card(MULTI_LINK, {"royal-flush": Fraction(1000), "straight-flush": Fraction(300)})
    assert float(wager.break_even()) == pytest.approx(160_530.526, abs=1e-3)
    assert wager.house_edge(wager.break_even()) == 0
    assert wager.house_edge(wager.break_even(6), players=6) == 0
    assert wager.break_even(6) < wager.break_even()
    assert wager.edge(10_000).house_edge == wager.house_edge(10_000)


def test_the_meter_settles_where_it_loses_what_it_gains() -> None:
    wager = five_card(MULTI_LINK)
    meter = wager.average_meter(5000, Fraction(1, 4))
    whole = wager.chances["royal-flush"]
    part = wager.chances["straight-flush"] / 10
    assert whole * (meter - 5000) + part * meter == Fraction(1, 4)


def test_folded_hands_do_not_qualify() -> None:
    rules = three_card.ThreeCardRules(ante_bonus=ANTE_BONUS3)
    kept = kept_in_three_card(rules)
    everything = five_card(MULTI_LINK)
    assert all(kept[row] <= everything.chances[row] for row in kept)
    assert kept["royal-flush"] == everything.chances["royal-flush"]
    assert five_card(MULTI_LINK, kept=kept).break_even() > everything.break_even()
    stud = mississippi.analyse(mississippi.MississippiRules(pays=MISSISSIPPI, pairs=STUD_PAIRS))
    assert five_card(MULTI_LINK, kept=stud.kept).break_even() > everything.break_even()


def test_three_card_progressive() -> None:
    prizes = {
        "mini-royal-spades": share(100),
        "mini-royal": paid(500),
        "straight-flush": paid(70),
        "three-of-a-kind": paid(60),
        "straight": paid(6),
    }
    wager = three_card_own(prizes, {"mini-royal-spades": Fraction(100), "mini-royal": Fraction(25)})
    assert wager.break_even() == 10_080
    assert wager.break_even(7) == 9_030


def test_fortune_progressive_counts_the_joker_among_seven_in_a_row() -> None:
    prizes = {
        "seven-card-straight-flush": share(100),
        "five-aces": share(10),
        "royal-flush": paid(500),
        "straight-flush": paid(100),
        "four-of-a-kind": paid(75),
        "full-house": paid(4),
    }
    wager = fortune(prizes)
    assert wager.chances["seven-card-straight-flush"] == Fraction(32 + 196, 154_143_080)
    assert float(wager.break_even()) == pytest.approx(243_011.056, abs=1e-3)


def test_blazing_sevens_counted_card_by_card_in_two_decks() -> None:
    chances = blazing_sevens(SEVENS, 2).chances
    # 104 cards: sevens are the numbers 0 to 7, suit = number % 4, colour = suit % 2 (clubs and spades 0).
    counts = dict.fromkeys(chances, 0)
    sevens = range(8)
    others = 96
    for a, b, c in permutations(sevens, 3):
        suits = {a % 4, b % 4, c % 4}
        if len(suits) == 1:
            counts["three-sevens-suited"] += 1
        elif len({suit % 2 for suit in suits}) == 1:
            counts["three-sevens-coloured"] += 1
        else:
            counts["three-sevens"] += 1
    counts["two-sevens"] = 8 * 7 * others
    counts["one-seven"] = 2 * 8 * others * 102
    total = 104 * 103 * 102
    counts["none"] = total - sum(counts.values())
    assert chances == {row: Fraction(count, total) for row, count in counts.items()}
    assert blazing_sevens(SEVENS, 6).break_even() * 5 == pytest.approx(112_312.069, abs=1e-3)


def test_a_table_without_a_share_never_breaks_even_and_unknown_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="break-even"):
        five_card({"flush": paid(40)}).break_even()
    with pytest.raises(ValueError, match="five-aces"):
        five_card({"five-aces": share(100)})
