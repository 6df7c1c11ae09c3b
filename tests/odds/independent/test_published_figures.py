"""Published house edges of common pay tables (Wizard of Odds, Discount Gambling), computed by asking "what if".

Each row names a game, the rows that pay otherwise than our rulebook prints, and the edge as it was published.
"""

from functools import cache

import pytest

from croupier.equipment.cards import parse_cards
from croupier.odds.advise import Position, advise
from croupier.odds.games.cards.fivecard import hand_bet
from croupier.odds.games.twentyone.books import SIDES
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.lines import lines_of
from croupier.odds.posting import BadInput, open_posting, tables, what_if
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"


@cache
def lines(house, game, what, options=()):
    return lines_of(rulebook(house, game), dict(options), dict(what), every=False)


def edge(house, game, wager, words="", options=(), **what):
    rows = tuple((name.replace("_", "-").replace("--", "."), odds) for name, odds in what.items())
    found = lines(house, game, rows, options)
    return next(line.edge for line in found if line.wager == wager and words in line.conditions)


def rows(wager, **pays):
    return {f"{wager}__{name}": f"{odds} to 1" for name, odds in pays.items()}


@pytest.mark.parametrize(
    ("straight_flush", "trips", "straight", "flush", "published"),
    [(40, 30, 6, 4, 2.32), (40, 30, 5, 4, 5.57), (40, 30, 6, 3, 7.28), (40, 25, 6, 4, 3.49), (35, 33, 6, 4, 2.70)],
)
def test_pair_plus(straight_flush, trips, straight, flush, published):
    table = rows("pair_plus", straight_flush=straight_flush, three_of_a_kind=trips, straight=straight, flush=flush)
    found = edge(HARD_ROCK, "three-card-poker", "pair-plus", **table)
    assert 100 * float(found.house_edge) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("straight_flush", "trips", "house_edge", "of_risk"), [(5, 4, 3.37, 2.01), (4, 3, 3.83, 2.28), (3, 2, 4.28, 2.56)]
)
def test_ante_bonus_of_three_card_poker(straight_flush, trips, house_edge, of_risk):
    table = {"ante__bonus__straight_flush": f"{straight_flush} to 1", "ante__bonus__three_of_a_kind": f"{trips} to 1"}
    found = edge(HARD_ROCK, "three-card-poker", "ante", "together", **table)
    assert 100 * float(found.house_edge) == pytest.approx(house_edge, abs=0.006)
    assert 100 * float(found.element_of_risk) == pytest.approx(of_risk, abs=0.006)


@pytest.mark.parametrize(
    ("quads", "full", "flush", "straight", "trips", "published"),
    [(50, 25, 20, 10, 5, 10.23), (50, 25, 15, 10, 5, 15.28), (100, 20, 15, 10, 7, 8.56)],
)
def test_six_card_bonus(quads, full, flush, straight, trips, published):
    table = rows(
        "six_card_bonus", royal_flush=1000, straight_flush=200, four_of_a_kind=quads, full_house=full, flush=flush,
        straight=straight, three_of_a_kind=trips,
    )  # fmt: skip
    found = edge(HARD_ROCK, "three-card-poker", "six-card-bonus", **table)
    assert 100 * float(found.house_edge) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("quads", "full", "flush", "straight", "published"),
    [(30, 9, 7, 4, 0.90), (30, 8, 6, 5, 1.90), (30, 8, 7, 4, 3.50), (20, 7, 6, 5, 6.18)],
)
def test_trips_of_ultimate_texas_holdem(quads, full, flush, straight, published):
    pays = {"four-of-a-kind": quads, "full-house": full, "flush": flush, "straight": straight}
    what = {f"trips.{name}": f"{odds} to 1" for name, odds in pays.items()}
    posting = what_if(open_posting(rulebook(HARD_ROCK, "ultimate-texas-holdem")), what)
    (shown,) = tables(posting, "trips")
    assert 100 * float(hand_bet(shown.pays, cards=7).house_edge) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("game", "wager", "outcome", "odds", "published"),
    [
        ("mini-midi-baccarat", "tie", "tie", "9 to 1", 4.84),
        ("mini-midi-baccarat", "tie", "tie", "8 to 1", 14.36),
        ("rock-bac-w-super-6-commission-free", "super-6", "banker-six", "15 to 1", 13.82),
        ("rock-bac-w-super-6-commission-free", "super-6", "banker-six", "12 to 1", 29.98),
        ("dragon-bonus-baccarat-commission-free", "fortune-7", "banker-three-card-seven", "40 to 1", 7.61),
    ],
)
def test_baccarat(game, wager, outcome, odds, published):
    found = edge(HARD_ROCK, game, wager, **{f"{wager}__{outcome}": odds})
    assert 100 * float(found.house_edge) == pytest.approx(published, abs=0.006)


def test_field_with_twelve_at_three_to_one():
    assert edge("oneida", "craps", "field", field__twelve="3 to 1").house_edge == pytest.approx(1 / 36)
    # Hard Rock prints one row for two and twelve: one for twelve alone is added.
    assert edge(HARD_ROCK, "craps", "field", field__twelve="3 to 1").house_edge == pytest.approx(1 / 36)


def test_a_row_that_the_book_lacks_is_added_if_the_game_knows_it():
    found = edge(HARD_ROCK, "three-card-poker", "pair-plus", pair_plus__mini_royal="50 to 1")
    assert 100 * float(found.house_edge) == pytest.approx(7.10, abs=0.006)
    with pytest.raises(BadInput, match="no such row"):
        edge(HARD_ROCK, "three-card-poker", "pair-plus", pair_plus__full_house="50 to 1")


@pytest.mark.parametrize(
    ("house", "wager", "pays", "published"),
    [
        (HARD_ROCK, "buster", (2, 2, 4, 12, 50, 250), 6.2143),  # 6.2247 where nine cards and more were left out
        ("free", "push-22", (50, 20, 8), 5.8540),
        ("jack-cleveland", "royal-match", None, 6.67),
        ("jack-cleveland", "bet-the-set", None, 10.61),
    ],
)
def test_side_bets_of_six_deck_blackjack(house, wager, pays, published):
    outcomes = {
        "buster": ("three-cards", "four-cards", "five-cards", "six-cards", "seven-cards", "eight-cards"),
        "push-22": ("suited-22", "same-color-22", "other-22"),
    }
    book = rulebook(HARD_ROCK, "free-bet-blackjack") if house == "free" else rulebook(house, "blackjack")
    what = {f"{wager}.{name}": f"{odds} to 1" for name, odds in zip(outcomes.get(wager, ()), pays or ())}
    posting = what_if(open_posting(book, {"decks": 6}), what)
    found = [figure for figure in SIDES[wager](posting, wager) if "with " not in (figure.note or "")]
    assert 100 * float(found[-1].edge.house_edge) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("game", "wager", "words", "house_edge", "of_risk", "deviation"),
    [
        ("three-card-poker", "ante", "together", 3.37, 2.01, 1.64),
        ("let-it-ride", "bet-1", "together", 3.51, 2.85, 5.17),
        ("mississippi-stud", "ante", "together", 4.91, 1.37, None),
        ("crazy-four-poker", "ante", "together", 3.42, 1.09, 3.13),
        ("pai-gow-poker", "fortune", "without envy", 7.77, None, None),
        ("high-card-flush", "flush-bonus", "", 7.81, None, None),
        ("dj-wild-stud-poker", "ante", "together", 3.47, 1.02, None),
        ("craps", "pass", "", 1.41, None, 1.00),
        ("craps", "dont-pass", "", 1.36, None, 0.99),
        ("craps", "field", "", 5.56, None, 1.08),
        ("craps", "any-seven", "", 16.67, None, 1.86),
        ("craps", "craps-two", "", 13.89, None, 5.09),
        ("roulette", "straight", "", 5.26, None, 5.76),
        ("roulette", "red", "", 5.26, None, 1.00),
        ("mini-midi-baccarat", "banker", "", 1.06, None, 0.93),
        ("mini-midi-baccarat", "player", "", 1.24, None, 0.95),
        ("mini-midi-baccarat", "tie", "", 14.36, None, 2.64),
        ("mini-midi-baccarat", "dragon-bonus", "Player", 2.65, None, None),
        ("mini-midi-baccarat", "dragon-bonus", "Banker", 9.37, None, None),
    ],
)
def test_games_as_printed(game, wager, words, house_edge, of_risk, deviation):
    found = edge(HARD_ROCK, game, wager, words) if game != "pai-gow-poker" else fortune()
    assert 100 * float(found.house_edge) == pytest.approx(house_edge, abs=0.006)
    if of_risk:
        assert 100 * float(found.element_of_risk) == pytest.approx(of_risk, abs=0.006)
    if deviation:
        assert found.standard_deviation == pytest.approx(deviation, abs=0.006)


def fortune():
    """Only the side bet: the main game would be simulated."""
    from croupier.odds.games.pai_gow import books as books_pai_gow

    posting = open_posting(rulebook(HARD_ROCK, "pai-gow-poker"))
    return next(figure.edge for figure in books_pai_gow._fortune(posting) if "without envy" in figure.note)


@pytest.mark.slow
def test_texas_holdem_bonus_as_published():
    """Edge, average wager and the value of weak hands, by Wizard of Odds; the published deviation leaves folds out."""
    las_vegas = edge(HARD_ROCK, "texas-holdem-bonus", "ante", "together")
    assert 100 * float(las_vegas.house_edge) == pytest.approx(2.037, abs=5e-4)
    assert float(las_vegas.average_stake) == pytest.approx(3.8181, abs=5e-5)
    assert 100 * float(las_vegas.element_of_risk) == pytest.approx(0.5335, abs=5e-5)
    atlantic_city = edge(HARD_ROCK, "texas-holdem-bonus", "ante", "together", (("ante-pays-from", "flush"),))
    assert 100 * float(atlantic_city.house_edge) == pytest.approx(5.5935, abs=5e-5)
    values = {"3c 2d": -1.155927, "4c 2d": -1.091604, "7c 2d": -1.031301, "Kc 2d": -0.102668}
    posting = open_posting(rulebook(HARD_ROCK, "texas-holdem-bonus"))
    for text, published in values.items():
        found = advise(posting, Position(hand=tuple(parse_cards(text)))).values["bet 2x"]
        assert float(found) == pytest.approx(published, abs=5e-7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "published"),
    [
        ({"decks": 6, "hits_soft_17": False}, 0.40),
        ({"decks": 8, "hits_soft_17": False}, 0.43),
        ({"decks": 6, "hits_soft_17": False, "split_ace_hands": 4, "surrender": True}, 0.26),
        ({"decks": 6, "split_ace_hands": 4, "surrender": True}, 0.46),
        ({"decks": 6, "hits_soft_17": False, "double_after_split": False}, 0.54),
        ({"decks": 6, "hits_soft_17": False, "blackjack_takes_all": True}, 0.51),
        ({"decks": 1, "hits_soft_17": False, "double_after_split": False}, -0.04),
    ],
)
def test_blackjack_under_common_rules(rules, published):
    assert 100 * float(solve(TwentyOneRules(**rules)).edge().house_edge) == pytest.approx(published, abs=0.006)
