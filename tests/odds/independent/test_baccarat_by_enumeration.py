"""Baccarat again: every order of six cards by value, a million of them at once, weighed by the shoe."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from croupier.odds.lines import lines_of
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"


@cache
def coups(decks, six=(6, 7)):
    """Weights of all orders, the final totals, and which hands were natural or had a third card."""
    cards = np.indices((10,) * 6).reshape(6, -1)
    weight = np.ones(cards.shape[1], dtype=np.int64)
    for column in range(6):
        have = np.where(cards[column] == 0, 16 * decks, 4 * decks)
        before = (cards[:column] == cards[column]).sum(axis=0)
        weight *= have - before
    p1, b1, p2, b2, third, fourth = cards
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    natural = (player >= 8) | (banker >= 8)
    draws = ~natural & (player <= 5)
    last = np.where(draws, fourth, third)  # the Banker's card is the next one
    rules = {3: set(range(10)) - {8}, 4: set(range(2, 8)), 5: set(range(4, 8)), 6: set(six)}
    wanted = banker <= 2
    for total, thirds in rules.items():
        wanted |= (banker == total) & np.isin(third, list(thirds))
    banker_draws = ~natural & np.where(draws, wanted, banker <= 5)
    ends = (player + draws * third) % 10, (banker + banker_draws * last) % 10
    return weight, *ends, natural, banker_draws


def edge(decks, nets, six=(6, 7)):
    """The house edge of a wager that nets so much for (player, banker, natural, three banker cards)."""
    weight, player, banker, natural, third = coups(decks, six)
    lost = Fraction(0)
    found = nets(player, banker, natural, third)
    for net in np.unique(found):
        lost -= Fraction(str(net)) * int(weight[found == net].sum())
    return lost / int(weight.sum())


def banker_pays(win):
    return lambda p, b, n, t: np.where(b > p, win, np.where(b < p, -1, 0))


def dragon(side):
    rows = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}

    def nets(p, b, n, t):
        ahead = (p - b) if side == "Player" else (b - p)
        won = np.full(len(p), -1)
        for margin, odds in rows.items():
            won[ahead == margin] = odds
        return np.where(n & (ahead > 0), 1, np.where(n & (ahead == 0), 0, won))

    return nets


def ours(game, decks):
    found = lines_of(rulebook(HARD_ROCK, game), {"decks": decks}, every=False)
    return {(line.wager, line.pay_table, line.same): line.edge.house_edge for line in found}


@pytest.mark.parametrize("decks", [6, 8])
def test_the_wagers_of_baccarat(decks):
    found = ours("mini-midi-baccarat", decks=decks)
    shoe = f"{decks} decks"
    assert found["player", "Player", shoe] == edge(decks, lambda p, b, n, t: np.sign(p - b))
    assert found["banker", "Banker", shoe] == edge(decks, banker_pays(0.95))
    assert found["tie", "Tie", shoe] == edge(decks, lambda p, b, n, t: np.where(p == b, 8, -1))
    for side in ("Player", "Banker"):
        assert found["dragon-bonus", "Dragon Bonus", f"{shoe}; on the {side}"] == edge(decks, dragon(side))


@pytest.mark.parametrize("decks", [6, 8])
def test_the_wagers_without_commission(decks):
    shoe = f"{decks} decks"
    six = ours("rock-bac-w-super-6-commission-free", decks=decks)
    half = edge(decks, lambda p, b, n, t: np.where(b > p, np.where(b == 6, 0.5, 1), np.where(b < p, -1, 0)))
    assert six["banker", "Banker", shoe] == half
    assert six["super-6", "Super 6", shoe] == edge(decks, lambda p, b, n, t: np.where((b == 6) & (p < 6), 12, -1))
    seven = ours("dragon-bonus-baccarat-commission-free", decks=decks)
    push = edge(decks, lambda p, b, n, t: np.where((b == 7) & t & (p < 7), 0, np.sign(b - p)))
    assert seven["banker", "Banker", shoe] == push
    fortune = edge(decks, lambda p, b, n, t: np.where((b == 7) & t & (p < 7), 40, -1))
    assert seven["fortune-7", "Fortune 7", shoe] == fortune


def test_the_misprinted_row_of_the_bankers_six():
    found = ours("mini-midi-baccarat", decks=8)
    words = "8 decks; reading: with six the Banker draws on a third card of 7 or 8"
    assert found["banker", "Banker", words] == edge(8, banker_pays(0.95), six=(7, 8))
    assert found["player", "Player", words] == edge(8, lambda p, b, n, t: np.sign(p - b), six=(7, 8))
