"""Baccarat: published figures, and a plain enumeration of every deal from a tiny shoe."""

from fractions import Fraction as F
from itertools import permutations

import pytest

from croupier.odds.exact import percent
from croupier.odds.games.baccarat import exact as bac
from croupier.odds.games.dice.exact import Vigorish

DRAGON = {
    "win-by-9": 30, "win-by-8": 10, "win-by-7": 6, "win-by-6": 4, "win-by-5": 2, "win-by-4": 1, "natural": 1,
}  # fmt: skip
FIVE_PERCENT = bac.Charges(vigorish=Vigorish(rate=F(1, 20), always=False))
EVEN = {"win": F(1), "win-three-card-seven": F(1), "win-six": F(1)}


def edge(counts, wager, nets, charges=None, on=""):
    return bac.edge_of(counts, wager, on, nets, charges).house_edge


@pytest.fixture(scope="module")
def eight():
    return bac.coups(8)


def test_eight_deck_counts_are_the_published_combinations(eight):
    banker = sum(n for c, n in eight.items() if c.banker > c.player)
    player = sum(n for c, n in eight.items() if c.player > c.banker)
    tied = sum(n for c, n in eight.items() if c.player == c.banker)
    assert (banker, player, tied) == (2292252566437888, 2230518282592256, 475627426473216)


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [(8, "1.06", "1.24", "14.36"), (6, "1.06", "1.24", "14.44"), (1, "1.01", "1.29", "15.75")],
)
def test_the_three_wagers(decks, banker, player, tie):
    counts = bac.coups(decks)
    assert percent(edge(counts, "banker", EVEN, FIVE_PERCENT), 2) == f"{banker} %"
    assert percent(edge(counts, "player", {"win": F(1)}), 2) == f"{player} %"
    assert percent(edge(counts, "tie", {"tie": F(8)}), 2) == f"{tie} %"


def test_commission_free_variants_and_their_side_wagers(eight):
    pushed = {**EVEN, "win-three-card-seven": F(0)}
    half = {**EVEN, "win-six": F(1, 2)}
    assert percent(edge(eight, "banker", pushed), 3) == "1.018 %"
    assert percent(edge(eight, "banker", half), 3) == "1.458 %"
    assert percent(edge(eight, "fortune-7", {"banker-three-card-seven": F(40)}), 3) == "7.611 %"
    assert percent(edge(eight, "super-6", {"banker-six": F(12)}), 2) == "29.98 %"


def test_half_on_a_three_card_seven_lies_between_a_push_and_even_money(eight):
    edges = [edge(eight, "banker", {**EVEN, "win-three-card-seven": pays}) for pays in (F(0), F(1, 2), F(1))]
    assert edges[0] - edges[1] == edges[1] - edges[2] > 0


def test_dragon_bonus_on_either_hand(eight):
    nets = {**DRAGON, "natural-tie": 0}
    assert percent(edge(eight, "dragon-bonus", nets, on="player"), 3) == "2.652 %"
    assert percent(edge(eight, "dragon-bonus", nets, on="banker"), 3) == "9.373 %"


def test_a_quarter_of_every_tied_banker_wager_would_cost_more_than_two_percent(eight):
    quarter = Vigorish(rate=F(1, 4), always=False)
    charged = bac.Charges(vigorish=FIVE_PERCENT.vigorish, tied=quarter)
    plain = edge(eight, "banker", EVEN, FIVE_PERCENT)
    assert edge(eight, "banker", EVEN, charged) - plain == F(475627426473216, 4 * 4998398275503360)


def test_the_misprinted_six_row_favours_the_player(eight):
    rows = {3: "012345679", 4: "234567", 5: "4567", 6: "78"}
    always = dict.fromkeys((0, 1, 2), bac.ALL_THIRDS)
    printed = bac.coups(8, bac.drawing_table({**always, **rows}))
    assert edge(printed, "player", EVEN) < edge(eight, "player", EVEN)
    assert edge(printed, "banker", EVEN, FIVE_PERCENT) > edge(eight, "banker", EVEN, FIVE_PERCENT)


def test_vigorish_rounded_up_to_five_cents():
    """On a wager of $1 five percent is five cents; on $1.50 seven and a half, rounded to ten."""
    nickel = Vigorish(rate=F(1, 20), always=False, unit_cents=5, rounding="up")
    charges, coup = bac.Charges(vigorish=nickel), bac.Coup(3, 9, 3, 2)
    assert bac.net_of(coup, "banker", "", EVEN, charges, 100) == F(95, 100)
    assert bac.net_of(coup, "banker", "", EVEN, charges, 150) == F(140, 150)


def test_every_deal_of_a_tiny_shoe_is_counted_as_it_is_dealt():
    cards = (2, 1, 1, 0, 1, 1, 1, 1, 1, 0)
    shoe = [value for value, count in enumerate(cards) for _ in range(count)]
    counted: dict[bac.Coup, int] = {}
    for deal in permutations(range(len(shoe)), 6):
        coup = _deal([shoe[i] for i in deal])
        counted[coup] = counted.get(coup, 0) + 1
    assert {c: n for c, n in bac.count_coups(cards).items() if n} == counted


def _deal(cards):
    """The rules of the third card, written out."""
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if player >= 8 or banker >= 8:
        return bac.Coup(player, banker, 2, 2)
    if player >= 6:
        if banker >= 6:
            return bac.Coup(player, banker, 2, 2)
        return bac.Coup(player, (banker + cards[4]) % 10, 2, 3)
    third = cards[4]
    draws = {
        3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7, 6: third in (6, 7), 7: False,
    }.get(banker, True)  # fmt: skip
    if draws:
        return bac.Coup((player + third) % 10, (banker + cards[5]) % 10, 3, 3)
    return bac.Coup((player + third) % 10, banker, 3, 2)
