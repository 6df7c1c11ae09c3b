"""Pai gow by kinds of hands: tables agree with setting hand by hand, the face-up player with trying all settings.

And its main wager counted exactly: its pieces against plain loops, the whole against very many rounds. Both take the
table of all hands as one way sets them, which takes long to fill."""

import functools
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from printed_tables import ACE_HIGH, FORTUNE

from croupier.hands import paigow
from croupier.odds import work
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.pai_gow import exact as pai_gow_exact
from croupier.odds.games.pai_gow import sidebets as pai_gow
from croupier.odds.games.pai_gow.exact import LOSS, WIN, Contest, Matches, edge_of, gather, tiger_nine
from croupier.odds.games.pai_gow.house_ways import house_way
from croupier.odds.games.pai_gow.simulated import (
    HIGH,
    LOW,
    PLACES,
    PaiGowKernel,
    PaiGowRules,
    best_answer,
    compare,
    place_of,
    settings,
    with_joker,
)
from croupier.odds.games.pai_gow.strategy import good_settings
from croupier.odds.simulate.kernels import simulate

LOST, PUSHED, WON = range(3)


def rank(card: int) -> int:
    return min(card >> 2, 12)


def plain_way(cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """Not a house way, but never foul: the largest group stays High, the two highest others go Low."""
    ranks = [rank(card) for card in cards]
    top = max(set(ranks), key=lambda r: (ranks.count(r), r))
    low = sorted((card for card in cards if rank(card) != top), key=rank, reverse=True)[:2]
    return [card for card in cards if card not in low], low


@functools.cache
def table() -> Array:
    return settings(plain_way)


@functools.cache
def good_player() -> Array:
    return good_settings(table(), Fraction(19, 20))


def kernel(form: str = "commission", pays: Fraction | int = Fraction(19, 20)) -> PaiGowKernel:
    rules = PaiGowRules(form=form, win_pays=pays)  # type: ignore[arg-type]
    return PaiGowKernel(rules, table(), fortune=FORTUNE, tiger_pays=30, ace_high=ACE_HIGH)


def hands(count: int, seed: int) -> list[list[int]]:
    """Random pairs of hands, every third of them rich in one suit so that flushes come up."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        cards = list(range(53))
        if number % 3 == 0:
            cards = [card for card in cards if card & 3 in (0, 1) or card == 52]
        found.append(chance.sample(cards, 14))
    return found


def test_a_round_is_what_setting_and_comparing_both_hands_gives() -> None:
    game = kernel()
    for cards in hands(300, 1):
        mine, theirs = cards[:7], cards[7:]
        values = [(paigow.rank_high(high), paigow.rank_low(low)) for high, low in map(plain_way, (mine, theirs))]
        result = sum(a > b for a, b in zip(*values))
        codes = game.play(cards)
        assert codes[0] // 4 == result
        assert codes[1] == (values[1][1] // 13 == 7 and values[1][1] < 169)
        held = {name for number, name in enumerate(paigow.CATEGORIES7) if codes[2] >> number & 1}
        assert paigow.best7(mine) in held
        ace_high = [max(hand) >= 48 and paigow.is_pai_gow(hand) for hand in (mine, theirs)]
        assert codes[3] == (0 if not ace_high[1] else 3 if ace_high[0] else 2 if 52 in theirs else 1)


def test_the_face_up_player_finds_the_best_of_all_settings() -> None:
    jokers = with_joker(all_sets(52, 4))
    for cards in hands(400, 2):
        mine = cards[:7]
        high, low = plain_way(cards[7:])
        dealer = paigow.rank_high(high), paigow.rank_low(low)
        best = 0
        for pair in combinations(mine, 2):
            rest = [card for card in mine if card not in pair]
            values = paigow.rank_high(rest), paigow.rank_low(list(pair))
            if not paigow.is_fouled(*values):
                best = max(best, sum(a > b for a, b in zip(values, dealer)))
        space = np.zeros((2, 7), np.int64)
        assert best_answer(np.array(mine), *dealer, jokers, space[0], space[1]) == best


def test_what_each_form_of_the_game_pays() -> None:
    win, nine, ace = 2 * 4, 2 * 4 + 2, 2 * 4 + 1
    assert kernel().nets(0, nine)[0] == {"pai-gow": Fraction(19, 20)}
    free, up = kernel("commission-free", 1), kernel("face-up", 1)
    assert [free.nets(0, code)[0]["pai-gow"] for code in (win, nine, ace)] == [1, 0, 1]
    assert [up.nets(0, code)[0]["pai-gow"] for code in (win, nine, ace)] == [1, 1, 0]


def test_side_bets_agree_with_their_exact_figures() -> None:
    rounds = 1_000_000
    figures = simulate(kernel(), rounds, seed=12)
    exact = {"fortune": pai_gow.seven_card_bet(FORTUNE), "ace-high-bonus": pai_gow.ace_high_bet(ACE_HIGH)}
    for group, edge in exact.items():
        error = edge.standard_deviation / rounds**0.5
        assert abs(float(figures[group].whole.house_edge - edge.house_edge)) < 4 * error


def test_a_good_player_does_better_than_the_dealers_own_way() -> None:
    rounds = 1_000_000
    alike = simulate(kernel(), rounds, seed=14)["base"].whole
    rules = PaiGowRules(form="commission", win_pays=Fraction(19, 20))
    better = simulate(PaiGowKernel(rules, table(), good_player(), fortune=FORTUNE), rounds, seed=14)["base"].whole
    assert better.house_edge < alike.house_edge - Fraction(1, 100)


def test_printed_house_ways_are_ways_of_setting() -> None:
    rule = {
        "medium-from": 5,
        "high-from": 9,
        "low-low": "always",
        "low-medium": "king",
        "low-high": "ace",
        "medium-medium": "ace",
        "medium-high": "ace-king",
        "high-high": "never",
        "straight-with-two-pair": "two-pair-rule",
        "fours-to-split": 5,
        "fours-always": 9,
    }
    way = house_way(rule)
    high, low = way([48, 49, 44, 40, 12, 9, 1])
    assert sorted(low) == [40, 44]
    assert sorted(high) == [1, 9, 12, 48, 49]


@pytest.mark.slow
def test_the_dealers_low_hand_counted_exactly() -> None:
    """The Tiger 9 of any way of setting: simulated as often as counted over all hands."""
    exact = tiger_nine(table(), 30)
    rounds = 20_000_000
    seen = simulate(kernel(), rounds, seed=13)["tiger-9"].whole
    error = exact.standard_deviation / rounds**0.5
    assert abs(float(seen.house_edge - exact.house_edge)) < 4 * error


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
    player = good_player()
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
    player = good_player()
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
