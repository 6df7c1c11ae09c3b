"""Pai gow's main wager counted exactly: its pieces against plain loops, the whole against very many rounds."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from printed_tables import FORTUNE
from test_odds_pai_gow_simulation import hands, table

from croupier.odds import work
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.pai_gow import exact as pai_gow_exact
from croupier.odds.games.pai_gow.exact import LOSS, WIN, Contest, Matches, edge_of, gather
from croupier.odds.games.pai_gow.simulated import (
    HIGH,
    LOW,
    PLACES,
    PaiGowKernel,
    PaiGowRules,
    best_answer,
    compare,
    place_of,
    with_joker,
)
from croupier.odds.games.pai_gow.strategy import good_settings
from croupier.odds.simulate.kernels import simulate

LOST, PUSHED, WON = range(3)


@pytest.mark.parametrize("shared", [(0, 4, 8, 12), (3, 17, 30, 44, 52), (1, 5, 9, 13, 17, 40)])
def test_all_hands_with_the_shared_cards_are_tallied_by_place(shared: tuple[int, ...]) -> None:
    tally, places = np.zeros(PLACES, np.int64), np.zeros(100_000, np.int64)
    found = gather(np.array(shared, np.int8), tally, places)
    masks = np.zeros(4, np.int64)
    rest = [card for card in range(53) if card not in shared]
    wanted = Counter(
        place_of(np.array([*more, *shared], np.int64), masks) for more in combinations(rest, 7 - len(shared))
    )
    assert {int(place): int(tally[place]) for place in places[:found]} == wanted


def test_corners_and_sums_score_as_hand_against_hand_does() -> None:
    """Some hundred hands, every one against every one, in all three forms of the game."""
    dealer, jokers = table(), with_joker(all_sets(52, 4))
    pushes = ("never", "nine-high low", "ace high")
    player = good_settings(dealer, Fraction(19, 20))
    contests = Matches(dealer, [Contest(player, pushes[0]), Contest(dealer, pushes[1]), Contest(None, pushes[2])])
    masks = np.zeros(4, np.int64)
    dealt = [np.array(sorted(cards[:7], reverse=True), np.int64) for cards in hands(60, 8)]
    places = [place_of(cards, masks) for cards in dealt]
    chance = random.Random(5)
    tally = np.zeros(PLACES, np.int64)
    for place in places:
        tally[place] = chance.randint(1, 9)
    distinct = np.array(sorted(set(places)), np.int64)
    counts = np.zeros((3, 3), np.int64)
    pai_gow_exact._match(distinct, tally, *contests.arrays, contests._space(len(distinct)), 1, counts)
    wanted = np.zeros((3, 3), np.int64)
    one_of = dict(zip(places, dealt, strict=True))
    for mine, cards in one_of.items():
        for theirs in one_of:
            high, low = dealer[theirs, HIGH], dealer[theirs, LOW]
            space = np.zeros(7, np.int64), np.zeros(7, np.int64)
            results = (
                compare(player[mine, HIGH], player[mine, LOW], high, low),
                compare(dealer[mine, HIGH], dealer[mine, LOW], high, low),
                best_answer(cards, high, low, jokers, *space),
            )
            for contest, result in enumerate(results):
                if contests.arrays[1][contest, theirs] == 255:
                    continue
                weight = tally[mine] * tally[theirs]
                wanted[contest, WIN] += weight * (result == WON)
                wanted[contest, LOSS] += weight * (result == LOST)
    assert counts[:, :2].tolist() == wanted[:, :2].tolist()


@pytest.mark.slow
def test_all_pairs_of_hands_give_what_a_hundred_million_rounds_show() -> None:
    dealer = table()
    player = good_settings(dealer, Fraction(19, 20))
    contests = [Contest(player), Contest(dealer, "nine-high low"), Contest(None, "ace high")]
    kernels = [
        PaiGowKernel(PaiGowRules(form="commission", win_pays=Fraction(19, 20)), dealer, player, fortune=FORTUNE),
        PaiGowKernel(PaiGowRules(form="commission-free", win_pays=1), dealer, fortune=FORTUNE),
        PaiGowKernel(PaiGowRules(form="face-up", win_pays=1), dealer, fortune=FORTUNE),
    ]
    rounds = 100_000_000
    for counts, kernel in zip(work.run(Matches(dealer, contests), workers=2), kernels, strict=True):
        edge = edge_of(counts, kernel.rules.win_pays)
        seen = simulate(kernel, rounds, seed=31)["base"].whole
        error = edge.standard_deviation / rounds**0.5
        assert abs(float(seen.house_edge - edge.house_edge)) < 4 * error
        assert abs(float(seen.hit - edge.hit)) < 4 * (float(edge.hit) / rounds) ** 0.5
