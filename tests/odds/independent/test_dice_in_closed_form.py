"""Dice again in closed form: odds of one number against others, and inclusion and exclusion for collections."""

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.odds.lines import lines_of
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)


def before(these, others):
    """The chance that one of these numbers comes before any of the others."""
    these, others = sum(WAYS[n] for n in these), sum(WAYS[n] for n in others)
    return Fraction(these, these + others)


@pytest.fixture(scope="module")
def craps():
    return lines_of(rulebook(HARD_ROCK, "craps"), every=False)


def edge_of(craps, wager, words=""):
    return next(line.edge.house_edge for line in craps if line.wager == wager and words in line.conditions)


def test_line_bets(craps):
    win = Fraction(8, 36) + sum(Fraction(WAYS[p], 36) * before([p], [7]) for p in POINTS)
    assert edge_of(craps, "pass") == edge_of(craps, "come") == 1 - 2 * win == Fraction(7, 495)
    lose = win
    bar = Fraction(1, 36)
    assert edge_of(craps, "dont-pass") == lose - (1 - lose - bar) == Fraction(3, 220)


def test_crapless():
    points = [n for n in WAYS if n != 7]
    win = Fraction(6, 36) + sum(Fraction(WAYS[p], 36) * before([p], [7]) for p in points)
    found = lines_of(rulebook(HARD_ROCK, "crapless-craps"), every=False)
    assert next(line.edge.house_edge for line in found if line.wager == "pass") == 1 - 2 * win
    for number, odds in {2: Fraction(11, 2), 3: Fraction(11, 4), 4: Fraction(9, 5), 6: Fraction(7, 6)}.items():
        place = (line for line in found if line.wager == "place" and f"on {number};" in line.conditions)
        assert next(place).edge.house_edge == 1 - before([number], [7]) * (1 + odds)


@pytest.mark.parametrize(("number", "odds"), [(4, Fraction(9, 5)), (5, Fraction(7, 5)), (6, Fraction(7, 6))])
def test_place_buy_and_lay(craps, number, odds):
    win = before([number], [7])
    true = 1 / win - 1
    assert edge_of(craps, "place", f"on {number};") == 1 - win * (1 + odds)
    assert edge_of(craps, "buy", f"on {number}; vigorish 5 % of the wager, always") == Fraction(1, 20)
    assert edge_of(craps, "buy", f"on {number}; vigorish 5 % of the wager, on wins") == win / 20
    assert edge_of(craps, "lay", f"on {number}; vigorish 5 % of what it could win, always") == 1 / true / 20
    assert edge_of(craps, "lay", f"on {number}; vigorish 5 % of what it could win, on wins") == (1 - win) / true / 20


@pytest.mark.parametrize(("number", "odds"), [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_hardways(craps, number, odds):
    win = Fraction(1, WAYS[number] + 6)
    assert edge_of(craps, "hardway", f"on {number};") == 1 - win * (1 + odds)


def test_one_roll_bets(craps):
    def one(ways, odds):
        return 1 - Fraction(ways, 36) * (1 + odds)

    assert edge_of(craps, "any-seven") == one(6, 4)
    assert edge_of(craps, "any-craps") == one(4, 7)
    assert edge_of(craps, "craps-two") == edge_of(craps, "craps-twelve") == one(1, 30)
    assert edge_of(craps, "craps-three") == edge_of(craps, "eleven") == one(2, 15)
    assert edge_of(craps, "horn") == Fraction(1, 2) * (one(1, 30) + one(2, 15))
    assert edge_of(craps, "world") == Fraction(4, 5) * Fraction(1, 8) + Fraction(1, 5) * one(6, 4)
    assert edge_of(craps, "craps-eleven") == Fraction(1, 2) * (one(4, 7) + one(2, 15))
    field = Fraction(16, 36) + Fraction(2, 36)  # two and twelve pay once more
    assert edge_of(craps, "field") == Fraction(20, 36) - field


def collected(numbers, missing):
    """The chance that exactly all but so many of the numbers come before a seven, by inclusion and exclusion."""
    size = len(numbers)
    found = Fraction(0)
    for kept in combinations(numbers, size - missing):
        lacking = [n for n in numbers if n not in kept]
        # None of the lacking, all of the kept: subtract those where some of the kept lack as well.
        for count in range(len(kept) + 1):
            for absent in combinations(kept, count):
                out = sum(WAYS[n] for n in (*lacking, *absent))
                found += (-1) ** count * Fraction(6, 6 + out)  # a seven before any of these
    return found


def test_hard_rockn_dice(craps):
    ten = [n for n in WAYS if n != 7]
    assert edge_of(craps, "six-string") == 1 - 13 * collected([4, 5, 6, 8, 9, 10], 0)
    assert edge_of(craps, "fab-four") == 1 - 71 * collected([2, 3, 11, 12], 0)
    everything, nine = collected(ten, 0), collected(ten, 1)
    assert edge_of(craps, "tenor", "nine or ten numbers, one wager") == 1 - 81 * everything - 21 * nine
    assert edge_of(craps, "tenor", "The Tenor as a wager of its own") == 1 - 81 * everything
    assert edge_of(craps, "tenor", "nine numbers only") == 1 - 21 * nine
    assert edge_of(craps, "tenor", "own, nine or ten numbers") == 1 - 21 * (nine + everything)


def points_made(counted, points=POINTS):
    """How likely a shooter makes so many different ones of the counted points before he sevens out."""
    lost = sum(WAYS[p] * (1 - before([p], [7])) for p in points)

    def none_but(chosen):
        """He sevens out before he makes a counted point outside the chosen ones."""
        return lost / (lost + sum(WAYS[p] * before([p], [7]) for p in counted if p not in chosen))

    def exactly(made):
        parts = [(size, chosen) for size in range(len(made) + 1) for chosen in combinations(made, size)]
        return sum((-1) ** (len(made) - size) * none_but(chosen) for size, chosen in parts)

    return {size: sum(map(exactly, combinations(counted, size))) for size in range(len(counted) + 1)}


def test_fire_bet(craps):
    chances = points_made(POINTS)
    assert sum(chances.values()) == 1
    rows = next(shown.rows for shown in rulebook(HARD_ROCK, "craps").wagers["fire"].pay_tables if shown.name == "main")
    odds = dict(zip((3, 4, 5, 6), sorted(o.value for _, o in rows)))
    won = sum(chances[size] * (1 + odds[size]) for size in odds)
    assert edge_of(craps, "fire") == 1 - won
    assert edge_of(craps, "fire", "fewer than four points lose") == 1 - won + chances[3] * (1 + odds[3])
    assert edge_of(craps, "fire", "odds for one") == 1 - sum(chances[size] * odds[size] for size in odds)
    common = {4: 24, 5: 249, 6: 999}  # published as 20.76 %
    edge = 1 - sum(chances[size] * (1 + pays) for size, pays in common.items())
    found = lines_of(rulebook("horseshoe-cleveland", "craps"), every=False)
    assert next(line.edge.house_edge for line in found if line.wager == "fire") == edge
    assert float(edge) == pytest.approx(0.2076, abs=5e-5)


def test_fire_bet_without_craps():
    found = lines_of(rulebook(HARD_ROCK, "crapless-craps"), every=False)
    ten = [n for n in WAYS if n != 7]
    rows = {3: 9, 4: 29, 5: 149, 6: 299}
    six = points_made(POINTS, ten)
    assert edge_of(found, "fire") == 1 - sum(six[size] * (1 + odds) for size, odds in rows.items())
    every = points_made(ten, ten)
    won = sum(chance * (1 + rows[min(size, 6)]) for size, chance in every.items() if size >= 3)
    assert edge_of(found, "fire", "all 10 points count") == 1 - won


@pytest.mark.parametrize(
    ("game", "wager", "words", "figures"),
    [
        ("craps", "fire", "fewer than four", ("20.7", "44.1")),
        ("crapless-craps", "fire", "fewer than four", ("57.5", "77.4")),
        ("crapless-craps", "fire", "all 10 points", ("57.5", "20.0")),
        ("craps", "tenor", "The Tenor as", ("18.0", "57")),
    ],
)
def test_a_reading_stands_beside_its_figures(game, wager, words, figures):
    """What the rulebook says of the edge under each reading is what the analysis finds."""
    book = rulebook(HARD_ROCK, game)
    found = lines_of(book, every=False)
    edges = [float(100 * edge_of(found, wager, text)) for text in ("", words)]
    assert all(f"{edge:.{len(text.partition('.')[2])}f}" == text for edge, text in zip(edges, figures))
    reasons = [reading.because for reading in book.readings if wager in reading.touches]
    assert any(all(text in reason for text in figures) for reason in reasons)


@pytest.mark.parametrize(("number", "buy", "lay"), [(4, 4.76, 2.44), (5, 4.76, 3.23), (6, 4.76, 4.00)])
def test_vigorish_put_down_with_the_wager_as_published(craps, number, buy, lay):
    for wager, published in (("buy", buy), ("lay", lay)):
        found = next(
            line.edge for line in craps
            if line.wager == wager and f"on {number};" in line.conditions and "together" in line.conditions
        )  # fmt: skip
        assert 100 * float(found.house_edge) == pytest.approx(published, abs=0.005)
        assert found.house_edge == found.element_of_risk
