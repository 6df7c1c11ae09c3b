"""Whole games counted once by programs of their own, and side bets that are cheap enough to be counted here each time.

The whole games were counted in C with another evaluator: every hand of the player, the dealer's hands that lie apart
from it by inclusion and exclusion (Four Card with each up card), Criss Cross by every way its five cards can lie.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from croupier.odds import pack
from croupier.odds.games.pai_gow import books as pai_gow
from croupier.odds.posting import open_posting
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"


@cache
def lines(game):
    """The figures that come along: what they were counted to be."""
    found = pack.look(rulebook(HARD_ROCK, game), {}, every=True)
    assert found is not None, "the kept odds are stale"
    return [line for variant in found for line in variant]


@pytest.mark.parametrize(
    ("game", "wager", "table", "words", "counted"),
    [
        ("crazy-four-poker", "ante", "Ante", "together", 0.034188549629823),
        ("crazy-four-poker", "super-bonus", "Super Bonus", "alone", 0.347795257192151),
        ("crazy-four-poker", "play", "Play", "alone", -0.484904425627328),
        ("crazy-four-poker", "queens-up", "Queens Up", "", 0.053175116200326),
        ("four-card-poker", "ante", "Ante", "together", 0.027878528828412),
        ("four-card-poker", "ante", "Ante bonus", "alone", -0.067085295656724),
        ("four-card-poker", "play", "Play", "alone", -0.311472016377725),
        ("four-card-poker", "aces-up", "Aces Up", "", 0.038917105303660),
        ("dj-wild-stud-poker", "ante", "Ante", "together", 0.034673756582896),
        ("dj-wild-stud-poker", "blind", "Blind", "alone", 0.381973804495863),
        ("dj-wild-stud-poker", "trips", "Payout (Wild)", "", 0.061569126925081),
        ("dj-wild-stud-poker", "bad-beat", "Hand Beaten", "", 0.139749109237352),
        ("criss-cross-poker", "ante-across", "Ante Across", "of which there are two", 0.086570677513159),
        ("criss-cross-poker", "ante-down", "Ante Down", "alone", 0.449513842113),
        ("criss-cross-poker", "across", "Across", "alone", 0.152380808867),
        ("criss-cross-poker", "down", "Down", "alone", 0.148197756866),
        ("criss-cross-poker", "middle", "Middle", "alone", -1.111767346660),
        ("criss-cross-poker", "five-card-bonus", "Five Card Bonus", "", 0.035335672730631),
        ("three-card-poker", "six-card-bonus", "Six Card Bonus", "", 0.085614081966666),
    ],
)
def test_as_another_program_counts_it(game, wager, table, words, counted):
    found = [
        line.edge.house_edge
        for line in lines(game)
        if line.wager == wager and line.pay_table == table and words in line.conditions
    ]
    assert float(found[0]) == pytest.approx(counted, abs=2e-12)


def test_fortune_bonus_and_its_envy():
    """All sets of seven of the 53 cards; who holds a straight and three of a kind is paid for what pays more."""
    counts = {
        "seven-card-straight-flush": 32, "royal-match": 72, "seven-card-straight-flush-joker": 196, "five-aces": 1128,
        "royal-flush": 26020, "straight-flush": 184644, "four-of-a-kind": 307472, "full-house": 4188528,
        "flush": 6172088, "three-of-a-kind": 7470676 + 201824, "straight": 11236028 - 201824,
    }  # fmt: skip
    odds = dict(zip(counts, (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2)))
    envy = dict(zip(counts, (5000, 1000, 500, 250, 50, 20, 5)))
    alone = 1 - Fraction(sum(count * (1 + odds[name]) for name, count in counts.items()), comb(53, 7))
    other = Fraction(sum(counts[name] * dollars for name, dollars in envy.items()), 5 * comb(53, 7))
    found = {f.note: f.edge.house_edge for f in pai_gow._fortune(open_posting(rulebook(HARD_ROCK, "pai-gow-poker")))}
    assert found["without envy"] == alone
    assert next(edge for note, edge in found.items() if "envy of 5" in note) == alone - 5 * other


def test_bonus_of_texas_holdem_on_two_cards():
    def pays(first, second):
        (high, suit), (low, other) = sorted((first, second), reverse=True)
        if high == low:
            return 30 if high == 14 else 10 if high >= 11 else 3
        if high != 14 or low < 11:
            return -1
        return (25 if suit == other else 15) if low == 13 else 20 if suit == other else 5

    deck = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
    net = Fraction(sum(pays(*pair) for pair in combinations(deck, 2)), 1326)
    found = {line.conditions: line.edge.house_edge for line in lines("texas-holdem-bonus") if line.wager == "bonus"}
    assert found["no both aces"] == -net
    assert found["both aces"] == -net - Fraction(6, 1326) * Fraction(1, 1225) * (1000 - 30)


# ------------------------------------------------------------------------- the Ace High Bonus of pai gow


def runs(ranks, joker):
    """Whether five of these ranks follow each other, the joker standing for one of them."""
    held = ranks | ({1} if 14 in ranks else set())
    return any(len(held & set(range(top - 4, top + 1))) + joker >= 5 for top in range(5, 15))


def grown(counts, at):
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])


@cache
def suits_apart(both, mine, yours, most, your_most):
    """Ways to suit two hands, so many ranks in both of them (no card twice), no suit oftener than a flush allows."""
    ways = Counter({((0,) * 4, (0,) * 4): 1})
    for step in range(both + mine + yours):
        more = Counter()
        for (a, b), many in ways.items():
            for s in range(4) if step < both + mine else (None,):
                for t in range(4) if step < both or step >= both + mine else (None,):
                    left = a if s is None else grown(a, s)
                    right = b if t is None else grown(b, t)
                    if s != t and max(left) <= most and max(right) <= your_most:
                        pairs = sorted(zip(left, right))
                        more[tuple(x for x, _ in pairs), tuple(y for _, y in pairs)] += many
        ways = more
    return ways.total()


def test_ace_high_bonus():
    """The dealer's seven cards are ace high and nothing else; the joker is an ace, the player may hold the like."""
    plain = [set(low) | {14} for low in combinations(range(2, 14), 6) if not runs(set(low) | {14}, 0)]
    joker = [set(low) for low in combinations(range(2, 14), 6) if not runs(set(low), 1)]

    def together(dealers, players, most, your_most):
        shared = Counter(len(one & other) for one in dealers for other in players)
        sizes = len(dealers[0]), len(players[0])
        return sum(
            many * suits_apart(same, sizes[0] - same, sizes[1] - same, most, your_most) for same, many in shared.items()
        )

    hands, deals = comb(53, 7), comb(53, 7) * comb(46, 7)
    with_joker = Fraction(together(joker, plain, 3, 4), deals)  # the dealer has it, and both are ace high
    both = with_joker + Fraction(together(plain, plain, 4, 4) + together(plain, joker, 4, 3), deals)
    dealer_joker = Fraction(len(joker) * suits_apart(0, 6, 0, 3, 3), hands) - with_joker
    dealer = Fraction(len(plain) * suits_apart(0, 7, 0, 4, 4), hands) - (both - with_joker)
    found = next(line for line in lines("pai-gow-poker") if line.wager == "ace-high")
    assert found.edge.house_edge == 1 - 41 * both - 13 * dealer_joker - 6 * dealer
