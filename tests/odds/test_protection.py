"""Counting: effects of removal, correlations and counts that are public; worths against whole enumerations."""

from fractions import Fraction

import msgspec
import numpy as np
import pytest
from tests.made_up import book, rule

from croupier.odds.games.baccarat import books as baccarat_books
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.twentyone import books as twentyone_books
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.posting import BadInput, open_posting
from croupier.odds.protection import blackjack, counts, depth, wagers
from croupier.odds.protection.report import protect
from croupier.odds.protection.shoes import by_rank, dealt_at_random, effects, full, linear
from croupier.odds.protection.wagers import coups, two_cards, watched
from croupier.rulebook import rulebook

HOUSE = "hard-rock-cincinnati"
ONE_DECK = TwentyOneRules(decks=1, hits_soft_17=False, double_after_split=False)


def posting(game, **options):
    return open_posting(rulebook(HOUSE, game), {name.replace("_", "-"): str(v) for name, v in options.items()})


def one(game, wager, on="", **options):
    return next(w for w in watched(posting(game, **options)) if w.wager == wager and w.on == on)


@pytest.mark.parametrize("game", ["blackjack", "mini-midi-baccarat", "rock-bac-w-super-6-commission-free"])
def test_every_wager_is_worth_from_the_full_shoe_what_its_odds_say(game):
    known = posting(game)
    for each in watched(known):
        edges = [float(figure.edge.house_edge) for figure in figures(known, each.wager) if not figure.reading]
        assert any(-each.value(each.shoe) == pytest.approx(edge, abs=1e-12) for edge in edges), each.name


def test_royal_match_is_watched_with_what_the_crown_treasure_adds_to_it():
    known = open_posting(rulebook("jack-cleveland", "blackjack"), {"decks": "1"})
    royal = next(each for each in watched(known) if each.wager == "royal-match")
    both = min(float(figure.edge.house_edge) for figure in figures(known, "royal-match"))
    assert royal.note.startswith("with Crown Treasure") and -royal.value(royal.shoe) == pytest.approx(both, abs=1e-12)
    # Four cards left, one king and queen each of two suits: 8 of 24 ways to two royal matches of different suits.
    left = np.zeros(52, np.int64)
    left[[40, 44, 41, 45]] = 1
    with_treasure, without = (wagers.crown_treasure({}, more) for more in (600.0, 0.0))
    assert with_treasure(left) - without(left) == pytest.approx(600 * 8 / 24)


def test_side_bets_of_a_spanish_pack_are_worth_what_their_odds_say(tmp_path):
    known = open_posting(book(tmp_path, "blackjack", rule("pack", '"spanish"')))
    for each in watched(known):
        edges = [float(figure.edge.house_edge) for figure in figures(known, each.wager) if not figure.reading]
        assert any(-each.value(each.shoe) == pytest.approx(edge, abs=1e-12) for edge in edges), each.name


def test_naming_the_wagers_of_a_posting_makes_none_of_their_tables(monkeypatch):
    """Who asks again for figures that are kept waits for no table of three cards or of the dealer's hands."""
    made = []
    for name in ("two_cards", "three_cards", "buster"):
        monkeypatch.setattr(wagers, name, lambda *given, name=name: made.append(name) or (lambda left: 0.5))
    found = {each.wager: each for each in watched(posting("blackjack"))}
    assert {"trilux", "buster"} <= set(found) and not made
    assert found["trilux"].value(found["trilux"].shoe) == 0.5 == found["trilux"].value(found["trilux"].shoe)
    assert made == ["three_cards"]


def figures(known, wager):
    if "soft-17" not in known.settings:
        return [figure for figure in baccarat_books.figures(known) if figure.wager == wager]
    return twentyone_books._insurance(known) if wager == "insurance" else twentyone_books.SIDES[wager](known, wager)


def test_effects_of_removal_of_one_deck_are_those_of_the_literature():
    """Griffin, The Theory of Blackjack: ace, 2 to 9, ten."""
    griffin = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
    found = [100 * gain for gain in blackjack.effects(ONE_DECK)]
    assert found == pytest.approx(griffin, abs=0.055)
    assert np.average(found, weights=[4] * 9 + [16]) == pytest.approx(0, abs=0.02)


def test_betting_correlations_of_published_counts():
    gains = np.array([blackjack.effects(ONE_DECK)[bh.value_of(rank * 4)] for rank in range(13)])
    published = {
        (1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1, -1): 0.97,  # Hi-Lo
        (1, 2, 2, 3, 2, 1, 0, -1, -2, -2, -2, -2, -2): 0.99,  # Halves, doubled
        (1, 1, 2, 2, 1, 1, 0, 0, -2, -2, -2, -2, 0): 0.91,  # Hi-Opt II
        (1, 1, 2, 2, 2, 1, 0, 0, -2, -2, -2, -2, -1): 0.96,  # Zen
        (1, 1, 1, 1, 1, 1, 0, 0, -1, -1, -1, -1, -1): 0.98,  # KO
    }
    for tags, known in published.items():
        assert round(counts.correlation(tags, gains, np.full(13, 4)), 2) == known
    assert counts.best_counts(gains, np.full(13, 4), 1)[0].tags == counts.HI_LO


def test_the_count_of_a_banker_that_wins_with_three_cards_of_seven():
    """Published as 8 and 9 plus two, 4 to 7 minus one, wagered from a true count of four; house edge 7.61 %."""
    seven = one("dragon-bonus-baccarat-commission-free", "fortune-7")
    assert round(100 * seven.value(seven.shoe), 2) == -7.61
    gains = effects(seven.value, seven.shoe, suits=False)
    best = counts.best_counts(gains, by_rank(seven.shoe), 2)[0]
    assert best.tags == (0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0, 0)
    found = depth.sample(seven, steps=12, samples=400)
    assert depth.follow(best, seven.shoe, found).trigger == 4


def test_insurance_is_followed_by_hi_lo_as_published_and_by_counting_tens_exactly():
    insurance = one("blackjack", "insurance")
    gains = effects(insurance.value, insurance.shoe, suits=False)
    assert round(counts.correlation(counts.HI_LO, gains, by_rank(insurance.shoe)), 2) == 0.76
    tens = tuple(-9 if rank in (8, 9, 10, 11) else 4 for rank in range(13))
    assert counts.correlation(tens, gains, by_rank(insurance.shoe)) == pytest.approx(1)
    assert blackjack.insurance_from(TwentyOneRules(decks=6)) == pytest.approx(3.0, abs=0.25)


def test_a_coup_from_any_shoe_is_worth_what_the_whole_count_of_it_says():
    random = np.random.default_rng(5)
    worth = coups(baccarat.STANDARD_DRAWS, lambda coup: Fraction(8 if coup.player == coup.banker else -1))
    for left in dealt_at_random(full(2), 60, 3, random):
        values = [0] * 10
        for card, number in enumerate(left):
            rank = card // 4
            values[0 if 8 <= rank <= 11 else 1 if rank == 12 else rank + 2] += int(number)
        ends = baccarat.count_coups(tuple(values))
        ties = Fraction(sum(n for coup, n in ends.items() if coup.player == coup.banker), sum(ends.values()))
        assert worth(left) == pytest.approx(float(9 * ties - 1), abs=1e-12)


def test_mixed_pairs_from_a_worn_shoe_and_by_effects_of_removal_alone():
    pairs = two_cards(("lose", "pair"), lambda a, b: int(a >> 2 == b >> 2), {"pair": Fraction(11)})
    shoe = full(8)
    assert pairs(shoe) == pytest.approx(12 * 31 / 415 - 1)
    near = linear(pairs(shoe), effects(pairs, shoe, suits=False), shoe)
    for left in dealt_at_random(shoe, 100, 5, np.random.default_rng(1)):
        assert near(left) == pytest.approx(pairs(left), abs=0.02)


def test_plays_that_change_with_the_count_are_those_that_everybody_learns():
    """Published for Hi-Lo and six decks, dealer stands on soft 17, to the nearest whole true count; no insurance."""
    found = {(i.hand, i.up, i.instead): i for i in blackjack.indices(TwentyOneRules(decks=6, hits_soft_17=False))}
    learned = {
        ("hard 16", "T", "stand"): 0, ("hard 15", "T", "stand"): 4, ("pair T", "5", "split"): 5,
        ("pair T", "6", "split"): 4, ("hard 10", "T", "double"): 4, ("hard 12", "3", "stand"): 2,
        ("hard 12", "2", "stand"): 3, ("hard 11", "A", "double"): 1, ("hard 9", "2", "double"): 1,
        ("hard 10", "A", "double"): 4, ("hard 9", "7", "double"): 3, ("hard 16", "9", "stand"): 5,
        ("hard 13", "2", "hit"): -1, ("hard 12", "4", "hit"): 0, ("hard 12", "5", "hit"): -2,
        ("hard 12", "6", "hit"): -1, ("hard 13", "3", "hit"): -2,
    }  # fmt: skip
    assert {play: found[play].count for play in learned} == learned
    # Counted apart, without taking the three cards out of the shoe: 4.32 and 4.87.
    assert found["pair T", "6", "split"].crossing == pytest.approx(4.32, abs=0.15)
    assert found["pair T", "5", "split"].crossing == pytest.approx(4.87, abs=0.15)


def test_worth_rises_by_half_a_per_cent_a_true_count_and_random_shoes_agree():
    rules = TwentyOneRules(decks=6, hits_soft_17=False)
    zero, two = (blackjack.at_count(rules, counts.HI_LO, count, at_best=False) for count in (0, 2))
    assert (two - zero) / 2 == pytest.approx(0.005, abs=0.0007)
    shoe = full(6)
    left = dealt_at_random(shoe, 156, 12, np.random.default_rng(3))
    marks = counts.true_counts(counts.HI_LO, shoe, left)
    gaps = []
    for cards, mark in zip(left, marks):
        values = [0] * 10
        for card, number in enumerate(cards):
            values[bh.value_of(card)] += int(number)
        gaps.append(blackjack.worth(rules, tuple(values)) - (zero + mark * (two - zero) / 2))
    assert abs(float(np.mean(gaps))) < 0.002


def test_worth_by_count_averages_to_the_full_shoe_and_insurance_adds_to_high_counts():
    rules = TwentyOneRules(decks=2, hits_soft_17=True)
    rows = blackjack.by_count(rules, counts.HI_LO, 0.6, 2.0)
    assert sum(row.frequency for row in rows) == pytest.approx(1)
    chart = sum(row.frequency * row.by_chart for row in rows)
    assert chart == pytest.approx(blackjack.worth(rules, rules.shoe), abs=1e-12)
    assert all(row.at_best >= row.by_chart - 1e-9 for row in rows)
    insured = {row.count: row.insured for row in rows}
    assert insured[1] == 0 < insured[4] < insured[8] and not any(insured[count] for count in range(-8, 2))
    without = blackjack.ramps([msgspec.structs.replace(row, insured=0.0) for row in rows])
    assert all(more.per_100 > less.per_100 for more, less in zip(blackjack.ramps(rows), without))


def test_what_is_not_dealt_from_a_shoe_is_refused_by_name():
    with pytest.raises(BadInput, match="it has blackjack, insurance"):
        protect(posting("blackjack"), "bananas")
    with pytest.raises(BadInput, match="none of its wagers is dealt from a shoe"):
        protect(posting("craps"))


def test_a_deeper_cut_gives_away_more():
    (found,) = protect(posting("blackjack"), "insurance", samples=150).wagers
    shoes = [row.per_shoe for row in found.depths]
    assert shoes == sorted(shoes) and shoes[-1] > 0.03
    assert all(row.per_shoe >= max(row.by_count) - 1e-9 for row in found.depths)
    assert found.safe == 0.95  # less than a tenth of a unit an hour: it is offered in one round of thirteen


def test_insurance_wins_in_shoes_dealt_card_by_card_what_its_rows_say():
    """Every place of many shoes as the ace's, insured when more than a third of what lies behind it are tens."""
    (found,) = protect(posting("blackjack", decks=6), "insurance", samples=150).wagers
    row = next(row for row in found.depths if row.penetration == 0.75)
    random, shoe = np.random.default_rng(7), np.repeat(np.arange(13), 24)
    order = random.permuted(np.tile(shoe, (4000, 1)), axis=1)
    ten, places = (order >= 8) & (order < 12), np.arange(int(0.75 * shoe.size))
    behind = 96 - np.cumsum(ten, axis=1)[:, places]
    worth = 3 * behind / (shoe.size - 1 - places) - 1
    insured = (order[:, places] == 12) & (worth > 0)
    assert row.favourable == pytest.approx(insured.mean(), rel=0.1)
    assert row.gain == pytest.approx(worth[insured].mean(), rel=0.1)
    a_round = np.where(insured, worth, 0.0).mean()
    assert row.per_shoe == pytest.approx(a_round * row.penetration * shoe.size / found.cards_a_round, rel=0.15)
