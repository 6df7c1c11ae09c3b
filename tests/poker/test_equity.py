"""Equities: known values, agreement with brute force in Python, and with eval7's own count."""

import itertools
import random
from fractions import Fraction
from typing import Any

import eval7
import pokerkit
import pytest

from croupier.equipment.cards import card_name, parse_cards
from croupier.hands import best5
from croupier.poker.book.forms import FORMS, form
from croupier.poker.equity import equity
from croupier.poker.errors import Refused
from croupier.poker.ranking import rankers


def by_hand(game: str, hands: list[list[int]], board: list[int], to_come: int) -> list[Fraction]:
    """The same counted with the engine's own ranking functions."""
    shape = form(game)
    used = {card for hand in hands for card in hand} | set(board)
    deck = [card for card in range(52) if card not in used]
    shares = [Fraction(0)] * len(hands)
    boards = 0
    for rest in itertools.combinations(deck, to_come):
        boards += 1
        values = [[rank(hand, [*board, *rest]) for rank in rankers(shape)] for hand in hands]
        halves = [half for half in range(len(shape.halves)) if half == 0 or any(v[half] for v in values)]
        for half in halves:
            best = max(v[half] for v in values)
            winners = [p for p, v in enumerate(values) if v[half] == best]
            for p in winners:
                shares[p] += Fraction(1, len(winners) * len(halves))
    return [share / boards for share in shares]


def test_ace_king_suited_against_queens() -> None:
    result = equity("holdem", ["As Ks", "Qd Qc"])
    assert result.exact and result.showdowns == 1_712_304
    assert sum(result.shares) == 1
    assert (result.wins, result.ties) == ((787_966, 917_606), (6_732, 6_732))


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-8", "big-o"])
def test_enumeration_agrees_with_the_ranking_functions(game: str) -> None:
    rng = random.Random(game)
    size = form(game).cards
    for players in (2, 3):
        cards = rng.sample(range(52), players * size + 4)
        hands = [cards[p * size : (p + 1) * size] for p in range(players)]
        board = cards[players * size :]
        assert list(equity(game, hands, board).shares) == by_hand(game, hands, board, 1)


@pytest.mark.parametrize("game", ["omaha", "omaha-8", "big-o"])
def test_two_omaha_hands_are_counted_as_many_would_be(game: str) -> None:
    import numpy as np

    from croupier.poker.equity import omaha as equity_omaha

    size = form(game).cards
    cards = random.Random(game).sample(range(52), 2 * size + 1)
    hands, board = [cards[:size], cards[size : 2 * size]], cards[2 * size :]
    deck = [card for card in range(52) if card not in cards]
    for known, to_come in ((board, 4), (board + deck[:2], 2), (board + deck[:3], 1)):
        rest = [card for card in deck if card not in known]
        two, many = np.zeros((2, 3), np.int64), np.zeros((2, 3), np.int64)
        split = form(game).high_low
        count = equity_omaha.count(hands, known, rest, to_come, split, two)
        tables = equity_omaha.prepare(hands, known, to_come)
        assert count == equity_omaha.boards(*tables, split, np.array(known), np.array(rest), to_come, many)
        assert (two == many).all()


def test_two_hands_on_the_flop_agree_by_both_kernels() -> None:
    rng = random.Random(2)
    for _ in range(20):
        cards = rng.sample(range(52), 7)
        fast = equity("holdem", [cards[:2], cards[2:4]], cards[4:])
        assert list(fast.shares) == by_hand("holdem", [cards[:2], cards[2:4]], cards[4:], 2)


def test_several_hands_on_the_flop_and_before_it() -> None:
    rng = random.Random(8)
    for players in (3, 5):
        cards = rng.sample(range(52), 2 * players + 3)
        hands = [cards[2 * p : 2 * p + 2] for p in range(players)]
        assert list(equity("holdem", hands, cards[-3:]).shares) == by_hand("holdem", hands, cards[-3:], 2)
    result = equity("holdem", ["As Ks", "Qd Qc", "Jh Th"])
    assert result.showdowns == 1_370_754 and sum(result.shares) == 1
    sampled = equity("holdem", ["As Ks", "Qd Qc", "Jh Th"], exact=False, samples=100_000)
    assert abs(float(result.shares[2] - sampled.shares[2])) < 3 * sampled.margin


def test_holdem_agrees_with_eval7() -> None:
    rng = random.Random(5)
    for _ in range(3):
        a, b, c, d, *board = rng.sample(range(52), 7)
        mine = [eval7.Card(card_name(card)) for card in (a, b)]
        theirs = [eval7.Card(card_name(card)) for card in (c, d)]
        flop = [eval7.Card(card_name(card)) for card in board]
        deck = [eval7.Card(card_name(card)) for card in range(52) if card not in (a, b, c, d, *board)]
        share = Fraction(0)
        count = 0
        for rest in itertools.combinations(deck, 2):
            left, right = eval7.evaluate([*mine, *flop, *rest]), eval7.evaluate([*theirs, *flop, *rest])
            share += 1 if left > right else Fraction(1, 2) if left == right else 0
            count += 1
        assert equity("holdem", [[a, b], [c, d]], board).shares[0] == share / count


def test_stud_of_six_cards_each_is_enumerated() -> None:
    hands = [parse_cards("As Ks Qs Js 2c 3d"), parse_cards("2h 2d 9c 9d 4s 5c")]
    result = equity("stud", hands)
    assert result.exact and result.showdowns == 40 * 39


def pair_by_pair(game: str, hands: list[list[int]], missing: tuple[int, int], dead: list[int]) -> list[Fraction]:
    """Two hands without a board: every way to complete the one, then the other, by the ranking functions."""
    shape = form(game)
    used = {card for hand in hands for card in hand} | set(dead)
    deck = [card for card in shape.deck if card not in used]
    shares, deals = [Fraction(0), Fraction(0)], 0
    for first in itertools.combinations(deck, missing[0]):
        for second in itertools.combinations([card for card in deck if card not in first], missing[1]):
            deals += 1
            full = [[*hands[0], *first], [*hands[1], *second]]
            values = [[rank(hand, []) for rank in rankers(shape)] for hand in full]
            halves = [half for half in range(len(shape.halves)) if half == 0 or any(v[half] for v in values)]
            for half in halves:
                best = max(v[half] for v in values)
                winners = [p for p, v in enumerate(values) if v[half] == best]
                for p in winners:
                    shares[p] += Fraction(1, len(winners) * len(halves))
    return [share / deals for share in shares]


@pytest.mark.parametrize("game", [name for name, shape in FORMS.items() if shape.family != "board"])
def test_hands_without_a_board_are_swept_as_if_dealt_pair_by_pair(game: str) -> None:
    shape = form(game)
    size = sum(street.down + street.up for street in shape.streets if not street.draw)
    rng = random.Random(game)
    for missing in ((1, 1), (0, 2), (2, 1)):
        cards = rng.sample(list(shape.deck), 2 * size + 25)
        hands = [cards[: size - missing[0]], cards[size : 2 * size - missing[1]]]
        dead = cards[2 * size :]
        result = equity(game, hands, dead=dead)
        assert result.exact
        assert list(result.shares) == pair_by_pair(game, hands, missing, dead)


def test_stud_on_third_street_is_exact() -> None:
    """Eighteen thousand million showdowns, counted without dealing them; sampling agrees."""
    result = equity("stud-8", ["As 2s 4h", "7h 7d 2c"])
    assert result.exact and result.showdowns == 18_265_297_050
    assert sum(result.shares) == 1
    sampled = equity("stud-8", ["As 2s 4h", "7h 7d 2c"], exact=False, samples=200_000)
    assert abs(float(result.shares[0] - sampled.shares[0])) < 3 * sampled.margin


@pytest.mark.parametrize("game", ["holdem", "short-deck", "stud", "stud-8"])
def test_unknown_cards_of_several_hands_are_summed_as_they_are_ranked(game: str, monkeypatch: Any) -> None:
    """The sums of `equity_prefix` against the kernel that ranks every hand from its cards."""
    from croupier.poker.equity import prefix as equity_prefix

    shape = form(game)
    size = sum(street.down + street.up for street in shape.streets if not street.draw)
    on_board = sum(street.board for street in shape.streets)
    rng = random.Random(game)
    cards = rng.sample(list(shape.deck), 3 * size + on_board)
    hands = [cards[:size], cards[size : 2 * size - 1], cards[2 * size : 3 * size - 1]]
    board = cards[3 * size : 3 * size + on_board - 1] if on_board else []
    summed = equity(game, hands, board, exact=True)
    monkeypatch.setattr(equity_prefix, "SERVED", ())
    ranked = equity(game, hands, board, exact=True)
    assert (summed.wins, summed.ties, summed.shares) == (ranked.wins, ranked.ties, ranked.shares)


def test_sampling_is_within_its_margin_of_the_truth() -> None:
    exact = equity("holdem", ["As Ks", "Qd Qc"])
    sampled = equity("holdem", ["As Ks", "Qd Qc"], exact=False, samples=200_000)
    assert not sampled.exact and 0 < sampled.margin < 0.005
    assert abs(float(exact.shares[0] - sampled.shares[0])) < 3 * sampled.margin


def test_an_unknown_hand_is_a_random_one() -> None:
    result = equity("holdem", ["As Ad", "??"], samples=200_000)
    assert not result.exact
    assert abs(float(result.shares[0]) - 0.852) < 0.01


@pytest.mark.parametrize("game", FORMS)
def test_every_form_has_equities(game: str) -> None:
    size = sum(street.down + street.up for street in form(game).streets if not street.draw)
    rng = random.Random(game)
    deck = range(form(game).lowest, 52)
    cards = rng.sample(deck, 2 * size)
    board = [card for card in deck if card not in cards][:3] if form(game).family == "board" else []
    result = equity(game, [cards[:size], cards[size:]], board)
    assert sum(result.shares) == 1


def test_bad_cards_are_refused() -> None:
    with pytest.raises(Refused, match="twice"):
        equity("holdem", ["As Ks", "As Qc"])
    with pytest.raises(Refused, match="at most 2"):
        equity("holdem", ["As Ks Qs", "Ad Qc"])
    with pytest.raises(Refused, match="two to ten"):
        equity("holdem", ["As Ks"])


def test_short_deck_ranks_as_pokerkit_does() -> None:
    """Flushes beat full houses, and A-6-7-8-9 is a straight."""
    rng = random.Random(36)
    rank = rankers(form("short-deck"))[0]
    for _ in range(300):
        cards = rng.sample(form("short-deck").deck, 9)
        names = ["".join(map(card_name, part)) for part in (cards[:2], cards[2:4], cards[4:])]
        theirs = [pokerkit.ShortDeckHoldemHand.from_game(hole, names[2]) for hole in names[:2]]
        first, second = rank(cards[:2], cards[4:]), rank(cards[2:4], cards[4:])
        assert (first > second, first < second) == (theirs[0] > theirs[1], theirs[0] < theirs[1])


def test_a_hand_that_is_not_known_may_be_any_that_is_left() -> None:
    """Counted hand by hand with the plain ranking on a full board, and near a sample before it."""
    held, board = parse_cards("As Ks"), parse_cards("2c 7d Jh 5s Kd")
    left = [card for card in range(52) if card not in (*held, *board)]
    mine = best5([*held, *board])
    theirs = [best5([*pair, *board]) for pair in itertools.combinations(left, 2)]
    found = equity("holdem", ["As Ks", "??"], board)
    assert found.exact and found.showdowns == len(theirs)
    assert found.wins == (sum(mine > other for other in theirs), sum(mine < other for other in theirs))
    flop = equity("holdem", ["As Ks", "??"], board[:3])
    sampled = equity("holdem", ["As Ks", "??"], board[:3], exact=False, samples=100_000)
    assert flop.exact and abs(float(flop.shares[0] - sampled.shares[0])) < 2 * sampled.margin


@pytest.mark.slow
def test_aces_against_any_hand() -> None:
    assert float(equity("holdem", ["As Ad", "??"], exact=True).shares[0]) == pytest.approx(0.852037, abs=1e-6)
