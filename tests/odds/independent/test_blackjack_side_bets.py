"""The blackjack tables' side bets again, by drawing every ordered hand card for card from counted decks."""

from fractions import Fraction
from itertools import product

import pytest

from croupier.odds.games.twentyone.books import SIDES, _printed_for_one_deck
from croupier.odds.posting import open_posting
from croupier.rulebook import rulebook

HARD_ROCK, HORSESHOE, JACK = "hard-rock-cincinnati", "horseshoe-cleveland", "jack-cleveland"
CARDS = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]  # the ace is 1, the king 13
FEW = [1, 6, *(pytest.param(decks, marks=pytest.mark.slow) for decks in (2, 8))]


def ours(house, game, wager, decks, note="", **options):
    """The edge that the rulebook's analyst finds, as a fraction."""
    posting = open_posting(rulebook(house, game), {"decks": decks, **options})
    return next(figure.edge for figure in SIDES[wager](posting, wager) if note in (figure.note or ""))


def drawn(decks, *cards):
    """In how many ways these cards come off the top in this order."""
    left = dict.fromkeys(cards, decks)
    ways = 1
    for card in cards:
        ways *= left[card]
        left[card] -= 1
    return ways


def edge_by_drawing(decks, size, pays):
    """The house edge where `pays` tells the odds of the first cards, or None where the wager loses."""
    ways_paid = {}
    for cards in product(CARDS, repeat=size):
        odds = pays(*cards)
        ways_paid[odds] = ways_paid.get(odds, 0) + drawn(decks, *cards)
    lost = sum(ways * (1 if odds is None else -Fraction(odds)) for odds, ways in ways_paid.items())
    return lost / sum(ways_paid.values())


def points(rank):
    return min(rank, 10)


def high(rank):
    return 14 if rank == 1 else rank


def three_straight(*ranks):
    low = sorted(ranks)
    top = sorted(map(high, ranks))
    return any(three[1] - three[0] == 1 and three[2] - three[1] == 1 for three in (low, top))


def trilux(*cards):
    ranks, suits = zip(*cards)
    flush, straight = len(set(suits)) == 1, three_straight(*ranks)
    if flush and straight:
        return 25
    if len(set(ranks)) == 1:
        return 15
    return 10 if straight else 5 if flush else None


def house_money(decks):
    def pays(first, second):
        (a, s), (b, t) = first, second
        next_to = abs(a - b) == 1 or {a, b} == {1, 13}
        if {a, b} == {1, 13} and s == t:
            return 9
        if next_to and s == t:
            return 5 if decks == 1 else 4
        return 3 if a == b else 1 if next_to else None

    return pays


def rock_n_21(first, second, up):
    if {points(first[0]), points(second[0])} != {1, 10}:
        return None
    jack, mine = (11, "d"), {first, second}
    best = mine == {(1, "s"), jack}
    return (2000 if best else 200) if up == jack else 250 if best else 10


def kings_bounty(decks):
    cards = 52 * decks
    dealer = Fraction(2 * 4 * decks * (16 * decks - 2), (cards - 2) * (cards - 3))

    def pays(first, second):
        (a, s), (b, t) = first, second
        if points(a) + points(b) != 20 and {a, b} != {1, 9}:
            return None
        if first == second == (13, "s"):
            return 500 * dealer + 75 * (1 - dealer)
        if a == b == 13:
            return 20 if s == t else 5
        if s == t:
            return 15 if a == b else 7
        return 4

    return pays


@pytest.mark.parametrize("decks", FEW)
def test_trilux(decks):
    assert ours(HARD_ROCK, "blackjack", "trilux", decks).house_edge == edge_by_drawing(decks, 3, trilux)


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_bet_the_set(decks):
    edge = edge_by_drawing(decks, 2, lambda a, b: (15 if a[1] == b[1] else 10) if a[0] == b[0] else None)
    assert ours(HORSESHOE, "blackjack", "bet-the-set", decks).house_edge == edge
    if decks != 4:
        assert ours(HARD_ROCK, "zappit-blackjack", "bet-the-set", decks).house_edge == edge


def test_bet_the_set_of_few_decks():
    one = edge_by_drawing(1, 2, lambda a, b: 15 if a[0] == b[0] else None)
    two = edge_by_drawing(2, 2, lambda a, b: (25 if a[1] == b[1] else 10) if a[0] == b[0] else None)
    assert ours(JACK, "blackjack", "bet-the-set", 1).house_edge == one
    assert ours(JACK, "blackjack", "bet-the-set", 2).house_edge == two


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_royal_match(decks):
    def pays(a, b):
        return None if a[1] != b[1] else 25 if {a[0], b[0]} == {12, 13} else Fraction(5, 2)

    assert ours(JACK, "blackjack", "royal-match", decks, "without").house_edge == edge_by_drawing(decks, 2, pays)


@pytest.mark.parametrize("decks", [6, 8])
def test_house_money_by_itself(decks):
    found = ours(HARD_ROCK, "zappit-blackjack", "house-money", decks, "never added").house_edge
    assert found == edge_by_drawing(decks, 2, house_money(decks))


def test_house_money_as_printed_for_one_deck():
    posting = open_posting(rulebook(HARD_ROCK, "zappit-blackjack"))
    (found,) = _printed_for_one_deck(posting, "house-money")
    assert found.edge.house_edge == edge_by_drawing(1, 2, house_money(1))


@pytest.mark.parametrize("decks", FEW)
def test_rock_n_21(decks):
    assert ours(HARD_ROCK, "blackjack", "rock-n-21-side-bet", decks).house_edge == edge_by_drawing(decks, 3, rock_n_21)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_kings_bounty(decks):
    assert ours(JACK, "blackjack", "kings-bounty", decks).house_edge == edge_by_drawing(decks, 2, kings_bounty(decks))


# ------------------------------------------------------------- the dealer's hand, drawn card by card


def dealer_ends(decks, draws_soft_17):
    """Every way the dealer's hand can go, as (its points, number of cards) -> chance; suits do not matter here."""
    left = dict.fromkeys(range(1, 10), 4 * decks) | {10: 16 * decks}
    ends = {}

    def draw(total, aces, cards, chance):
        best = total + 10 if aces and total <= 11 else total
        soft = best != total
        if cards >= 2 and (best > 17 or (best == 17 and not (soft and draws_soft_17))):
            ends[best, cards] = ends.get((best, cards), 0) + chance
            return
        size = 52 * decks - cards
        for point, count in left.items():
            if count:
                left[point] -= 1
                draw(total + point, aces + (point == 1), cards + 1, chance * count / size)
                left[point] += 1

    draw(0, 0, 0, 1.0)
    return ends


@pytest.mark.parametrize("soft", ["draw", "stand"])
@pytest.mark.parametrize("decks", [1, 6])
def test_buster(decks, soft):
    rows = {3: 1, 4: 2, 5: 6, 6: 12, 7: 50}
    won = 0.0
    for (total, cards), chance in dealer_ends(decks, soft == "draw").items():
        won += chance * (rows.get(cards, 200) if total > 21 else -1)
    edge = ours(HARD_ROCK, "blackjack", "buster", decks, **{"soft-17": soft}).house_edge
    assert float(edge) == pytest.approx(-won, abs=1e-10)
