"""What a seen card is worth where whole boards or set hands are played again: held to plain counting of small cases."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from croupier.equipment.cards import JOKER, parse_cards
from croupier.hands.five import best5, category5
from croupier.odds import pack
from croupier.odds.games.cards import books
from croupier.odds.games.cards.boards import hole_orders, rank_board, standings
from croupier.odds.games.cards.deals import HOLES, SUIT_ORDERS
from croupier.odds.games.pai_gow.setting import kind_table
from croupier.odds.posting import open_posting
from croupier.odds.protection import kept_seen, seen, seen_boards, seen_pai_gow
from croupier.odds.protection.report import protect
from croupier.odds.report.sheets import protection_sheet
from croupier.rulebook import rulebook

HOUSE = "hard-rock-cincinnati"
DECK = range(52)


@pytest.fixture(scope="module")
def rules():
    return books.ultimate_rules(open_posting(rulebook(HOUSE, "ultimate-texas-holdem")))


@pytest.fixture(scope="module")
def work(rules):
    return seen_boards.SeenWork(rules)


def hole_of(low, high):
    return low + high * (high - 1) // 2


def nets(rules, mine, theirs):
    """Ante with Blind, and one Ante of Play, of two hands of seven cards."""
    qualifies = category5(theirs) != "high-card"
    if mine > theirs:
        return qualifies * Fraction(rules.ante_pays) + rules.blind.get(category5(mine), 0), Fraction(rules.play_pays)
    return (Fraction(0), Fraction(0)) if mine == theirs else (Fraction(-1 - qualifies), Fraction(-1))


@pytest.mark.parametrize("text", ["7h 7s Kd 2c 9h", "Ah Kh 3h 8h 2s", "Ts Js Qs 2d 2c"])
def test_a_card_of_the_dealers_or_a_neighbours_leaves_the_hands_that_counting_leaves(text, rules, work):
    board = np.array(sorted(parse_cards(text)), np.int64)
    space, laid = standings(), seen_boards.table()
    rank_board(board, np.zeros(4, np.int64), space)
    idle = seen_boards.lay(board, work.pays, work.numbers, True, space, laid)
    sums, beside = np.zeros((3, 52, HOLES), np.int64), np.zeros((52, HOLES), np.int64)
    seen_boards.with_card(idle, 1, space, laid, work.numbers, sums, beside)
    left, unit, chance = [card for card in DECK if card not in board], int(work.numbers[2]), Random(5)
    values = {pair: best5([*board, *pair]) for pair in combinations(left, 2)}
    for _ in range(25):
        low, high, card = chance.sample(left, 3)
        low, high = sorted((low, high))
        mine, hole = values[low, high], hole_of(low, high)
        dealers = list(combinations([card for card in left if card not in (low, high)], 2))
        with_it = [nets(rules, mine, values[pair]) for pair in dealers if card in pair]
        base, single = (sum(each[k] for each in with_it) for k in range(2))
        assert tuple(sums[1:, card, hole]) == (unit * base, unit * single)
        assert sums[0, card, hole] == unit * max(-2 * len(with_it), base + rules.river * single)
        without = [nets(rules, mine, values[pair]) for pair in dealers if card not in pair]
        base, single = (sum(each[k] for each in without) for k in range(2))
        assert beside[card, hole] == unit * max(-2 * len(without), base + rules.river * single)


@pytest.mark.slow
def test_boards_that_differ_by_suits_alone_are_played_once_and_count_as_all(work):
    flop = np.array(sorted(parse_cards("2h 7h Jh")), np.int64)
    found, plain = work.by_flop(flop)
    dealers, later = np.zeros((3, 52, HOLES), np.int64), np.zeros((3, 52, HOLES), np.int64)
    beside, alone = np.zeros((52, HOLES), np.int64), np.zeros((3, HOLES), np.int64)
    given = work.pays, work.numbers, True, standings(), seen_boards.table()
    seen_boards.play_flop(flop, SUIT_ORDERS[:1], *given, dealers, beside, later, alone)
    possible = np.zeros((52, HOLES), np.bool_)
    for low, high in combinations([card for card in DECK if card not in flop], 2):
        for card in set(DECK) - {low, high, *map(int, flop)}:
            possible[card, hole_of(low, high)] = True
    assert (plain == alone).all() and (found[seen_boards.LATER][:, possible] == later[:, possible]).all()
    assert (found[seen_boards.DEALERS][:, possible] == dealers[:, possible]).all()
    assert (found[seen_boards.NEIGHBOURS, 0][possible] == beside[possible]).all()
    # Whatever the dealer's card is, a raise is worth on average what it is worth without knowing it.
    low, high = parse_cards("9c 9d")
    hole = hole_of(*sorted((low, high)))
    others = [card for card in DECK if possible[card, hole]]
    for kind in (1, 2):
        assert sum(int(found[seen_boards.DEALERS, kind, card, hole]) for card in others) == 2 * int(plain[kind, hole])


@pytest.mark.slow
def test_a_flop_counts_for_all_that_are_like_it_and_every_seen_card_as_often_as_it_can_lie_there(work):
    standard = np.array(sorted(parse_cards("2c 7c Jc")), np.int64)
    hands, _ = seen_boards.standard_holes()
    sums, raised = np.zeros((5, len(hands), 52, 3), np.int64), work.rules.flop
    found, plain = work.by_flop(standard)
    seen_boards.fold_back(standard, 4, hands, SUIT_ORDERS, hole_orders(), raised, found, plain, sums)
    alike = [work.by_flop(standard // 4 * 4 + suit)[0] for suit in range(4)]
    for place in (0, 17, 60, 101):
        low, high = sorted(map(int, hands[place]))
        card = next(each for each in (3, 14, 41) if each not in (low, high))
        for way in (seen_boards.DEALERS, seen_boards.NEIGHBOURS, seen_boards.LATER):
            best = 0
            for suit, one in enumerate(alike):
                if not {low, high, card} & set(standard // 4 * 4 + suit):
                    check, base, single = (int(value) for value in one[way, :, card, hole_of(low, high)])
                    best += max(check, base + raised * single)
            assert sums[way, place, card, 0] == len(SUIT_ORDERS) * best
    linear = sums[..., 1:].sum(axis=2)  # over all cards that may be seen
    times = {seen_boards.DEALERS: 2, seen_boards.NEIGHBOURS: 43, seen_boards.LATER: 2, seen_boards.FLOP: 3}
    for way, often in times.items():
        assert (linear[way] == often * linear[seen_boards.NONE]).all()
        assert 50 * seen_boards.DEALS[way] == often * seen_boards.DEALS[seen_boards.NONE]


def test_ultimate_with_a_seen_card_comes_along_and_begins_at_the_game_s_own_edge():
    posting = open_posting(rulebook(HOUSE, "ultimate-texas-holdem"))
    if kept_seen.key_of("ultimate", books.ultimate_rules(posting)) not in kept_seen.packed().ultimate:
        pytest.skip("the code that makes the numbers has changed since: make pack")
    cards = {each.card: each for each in seen.seen_cards(posting)}
    ((main, *_),) = pack.look(posting.rulebook, {}, False)
    assert all(each.usual == pytest.approx(-float(main.edge.house_edge), abs=1e-9) for each in cards.values())
    dealers, neighbours = cards["one of the dealer's cards"], cards["one of a neighbour's cards"]
    assert dealers.usual < neighbours.known < 0 < cards["one of the flop"].known
    assert dealers.known > 0.1 and min(dict(dealers.by_card).values()) == dict(dealers.by_card)["A"]
    assert neighbours.known - neighbours.usual < 0.005
    rows = protection_sheet(posting, protect(posting)).tables[0].rows
    assert [row[0] for row in rows] == list(seen_boards.WAYS.values())


def test_the_dealer_s_pai_gow_hands_with_a_card_are_all_hands_that_hold_it():
    hands, weights = kind_table()
    for rank in (0, 12):
        assert seen_pai_gow.holding(hands, weights, rank).sum() == 4 * comb(52, 6)
    assert seen_pai_gow.holding(hands, weights, 13).sum() == comb(52, 6)
    assert (weights[(hands == JOKER).any(axis=1)].sum()) == comb(52, 6)


def test_a_card_of_the_dealer_s_is_worth_a_little_to_who_sets_a_pai_gow_hand():
    posting = open_posting(rulebook(HOUSE, "pai-gow-poker"))
    if kept_seen.key_of("pai-gow", seen.asked_of(posting)) not in kept_seen.packed().pai_gow:
        pytest.skip("the code that makes the numbers has changed since: make pack")
    (card,) = seen.seen_cards(posting)
    ((main, *_),) = pack.look(posting.rulebook, {}, False)
    assert card.usual == pytest.approx(-float(main.edge.house_edge), abs=0.001)
    assert 0.0005 < card.known - card.usual < 0.003 and 0 < card.interval < 0.0003
    worth = dict(card.by_card)
    assert worth["2"] > 0 > worth["A"] > worth["joker"]
    assert "gain ±" in protection_sheet(posting, protect(posting)).tables[0].rows[0][3]
    assert not tuple(seen.seen_cards(open_posting(posting.rulebook, {"version": "commission-free-face-up"})))
