"""Side bets that a rulebook describes, again by every set of cards that several decks can show."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from tests import side_bets
from tests.made_up import book

from croupier.odds.described.figures import figures
from croupier.rulebook.posting import Posting

CARDS = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]  # the ace is 1, the king 13


@cache
def shown(size):
    """Every set of so many cards of several decks, by how often each card of it is there."""
    found = {}
    for cards in combinations_with_replacement(CARDS, size):
        repeats = tuple(Counter(cards).values())
        found.setdefault(repeats, []).append(cards)
    return found


def edge(decks, size, pays):
    """The house edge of a wager on the first cards, `pays` saying the odds or None where it loses."""
    net = total = Fraction(0)
    for repeats, sets in shown(size).items():
        ways = prod(comb(decks, times) for times in repeats)
        total += ways * len(sets)
        net += ways * sum(-1 if odds is None else odds for odds in (pays(*cards) for cards in sets))
    return -net / total


def ours(folder, text, decks):
    (found,) = figures(Posting(book(folder, "blackjack", text), {"decks": str(decks)}))
    return found.edge.house_edge


def points(*cards):
    """What cards count, an ace eleven where that does not bust, and what they count with aces as one."""
    hard = sum(min(rank, 10) for rank, _ in cards)
    soft = hard + 10 if hard <= 11 and any(rank == 1 for rank, _ in cards) else hard
    return soft, hard


def perfect_pairs(a, b):
    if a[0] != b[0]:
        return None
    return 25 if a == b else 12 if (a[1] in "dh") == (b[1] in "dh") else 6


def royal_match(a, b):
    return None if a[1] != b[1] else 25 if {a[0], b[0]} == {12, 13} else Fraction(5, 2)


def over(a, b):
    return 1 if points(a, b)[1] > 13 else None


def under(a, b):
    return 1 if points(a, b)[1] < 13 else None


def lucky_ladies(decks):
    cards = 52 * decks
    # Two queens are gone: an ace with one of the other ten-valued cards, in either order.
    blackjack = Fraction(2 * 4 * decks * (16 * decks - 2), (cards - 2) * (cards - 3))

    def pays(a, b):
        if points(a, b)[0] != 20:
            return None
        if a == b == (12, "h"):
            return 1000 * blackjack + 200 * (1 - blackjack)
        return 25 if a == b else 10 if a[1] == b[1] else 4

    return pays


def sequence(*cards):
    ranks = sorted(rank for rank, _ in cards)
    return ranks[1] - ranks[0] == ranks[2] - ranks[1] == 1 or ranks == [1, 12, 13]


def top_three(*cards):
    flush, run = len({suit for _, suit in cards}) == 1, sequence(*cards)
    if len({rank for rank, _ in cards}) == 1:
        return 100 if flush else 30
    return 40 if flush and run else 10 if run else 5 if flush else None


def twenty_one_plus_three(*cards):
    return None if top_three(*cards) is None else 9


def lucky_lucky(*cards):
    ranks, flush = sorted(rank for rank, _ in cards), len({suit for _, suit in cards}) == 1
    if ranks == [7, 7, 7]:
        return 200 if flush else 50
    if ranks == [6, 7, 8]:
        return 100 if flush else 30
    total = points(*cards)[0]
    return (15 if flush else 3) if total == 21 else 2 if total in (19, 20) else None


@pytest.mark.parametrize("decks", [2, 6, 8])
@pytest.mark.parametrize(
    ("text", "pays"),
    [
        (side_bets.PERFECT_PAIRS, perfect_pairs),
        (side_bets.ROYAL_MATCH, royal_match),
        (side_bets.OVER_13, over),
        (side_bets.UNDER_13, under),
    ],
)
def test_two_cards(tmp_path, text, pays, decks):
    assert ours(tmp_path, text, decks) == edge(decks, 2, pays)


@pytest.mark.parametrize("decks", [2, 6, 8])
def test_lucky_ladies(tmp_path, decks):
    assert ours(tmp_path, side_bets.LUCKY_LADIES, decks) == edge(decks, 2, lucky_ladies(decks))


@pytest.mark.parametrize(
    ("text", "pays", "decks"),
    [
        (side_bets.TOP_THREE, top_three, 8),
        (side_bets.TWENTY_ONE_PLUS_THREE, twenty_one_plus_three, 6),
        (side_bets.LUCKY_LUCKY, lucky_lucky, 2),
    ],
)
def test_two_cards_and_the_up_card(tmp_path, text, pays, decks):
    assert ours(tmp_path, text, decks) == edge(decks, 3, pays)
