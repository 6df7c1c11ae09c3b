"""The poker games again by plain counting with NumPy: whole small games, and single positions of the large ones."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import plain
import pytest
from plain import FLUSH, FULL, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR

from croupier.odds.advise import Position, advise
from croupier.odds.games.cards.books import four_card_bet
from croupier.odds.games.cards.fivecard import hand_bet
from croupier.odds.lines import lines_of
from croupier.odds.posting import open_posting, tables
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"
STUD_PAYS = {TWO_PAIR: 2, TRIPS: 3, STRAIGHT: 4, FLUSH: 6, FULL: 10, QUADS: 40, STRAIGHT_FLUSH: 100, ROYAL: 500}
CROSS_PAYS = {TWO_PAIR: 2, TRIPS: 3, STRAIGHT: 5, FLUSH: 8, FULL: 12, QUADS: 40, STRAIGHT_FLUSH: 100, ROYAL: 500}
RIDE_PAYS = {TWO_PAIR: 2, TRIPS: 3, STRAIGHT: 5, FLUSH: 8, FULL: 11, QUADS: 50, STRAIGHT_FLUSH: 200, ROYAL: 1000}


@cache
def lines(game, house=HARD_ROCK):
    return lines_of(rulebook(house, game), every=False)


def ours(game, wager, words="", house=HARD_ROCK):
    found = (line for line in lines(game, house) if line.wager == wager and words in line.conditions)
    return next(found).edge


def of_table(game, wager, analyse):
    """A side bet by its own pay table, without the long analysis of its game."""
    (shown,) = tables(open_posting(rulebook(HARD_ROCK, game)), wager)
    return analyse(shown)


def cards(text):
    return ["23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1]) for name in text.split()]


# ------------------------------------------------------------------------------- Three Card Poker

HIGH3, PAIR3, FLUSH3, STRAIGHT3, TRIPS3, STRAIGHT_FLUSH3 = range(6)


@cache
def threes():
    """Every three-card hand with its kind and its order; a straight beats a flush."""
    rows = plain.sets(3)
    ranks, suits = np.sort(rows // 4, axis=1), rows % 4
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == [0, 1, 12]).all(axis=1)
    straight = ((np.diff(ranks, axis=1) == 1).all(axis=1)) | wheel
    low, high = ranks[:, 0] == ranks[:, 1], ranks[:, 1] == ranks[:, 2]
    kind = np.where(low & high, TRIPS3, np.where(low | high, PAIR3, HIGH3))
    kind = np.where(flush, FLUSH3, kind)
    kind = np.where(straight, np.where(flush, STRAIGHT_FLUSH3, STRAIGHT3), kind)
    paired = np.where(high, ranks[:, 2] * 16 + ranks[:, 0], ranks[:, 0] * 16 + ranks[:, 2])
    plainly = ranks[:, 2] * 256 + ranks[:, 1] * 16 + ranks[:, 0]
    value = np.where(kind == PAIR3, paired, np.where(wheel, 1, plainly))
    return rows, kind, kind * 4096 + value


def test_three_card_poker_against_every_dealer():
    rows, kind, order = threes()
    queen = 10 * 256 + 16  # a queen with the least that may stand beside it
    bonus = np.array([0, 0, 0, 1, 4, 5])
    lost = staked = 0
    seen = {}
    for index, hand in enumerate(rows.tolist()):
        alike = {c % 4: [] for c in hand}  # suits differ only in the ranks they hold
        for c in hand:
            alike[c % 4].append(c // 4)
        seen.setdefault(tuple(sorted(map(tuple, alike.values()))), [index, 0])[1] += 1
    for index, weight in seen.values():
        free = ~np.isin(rows, rows[index]).any(axis=1)
        dealer = order[free]
        plays = dealer >= queen
        wins = int((plays & (dealer < order[index])).sum())
        loses = int((plays & (dealer > order[index])).sum())
        value = int((~plays).sum()) + 2 * wins - 2 * loses
        fold = -len(dealer)
        lost -= weight * (max(value, fold) + len(dealer) * int(bonus[kind[index]]))
        staked += weight * len(dealer) * (2 if value > fold else 1)
    deals = 22100 * 18424
    found = ours("three-card-poker", "ante", "together")
    assert found.house_edge == Fraction(lost, deals)
    assert found.average_stake == Fraction(staked, deals)


def test_three_card_side_bets():
    _, kind, _ = threes()
    counts = np.bincount(kind, minlength=6)
    royal = 4  # ace, king and queen of a suit
    assert counts.tolist() == [16440, 3744, 1096, 720, 52, 48]

    def edge(straight_flush, trips, straight, flush, pair, mini=0):
        odds = dict(zip((5, 4, 3, 2, 1), (straight_flush, trips, straight, flush, pair)))
        won = sum(int(counts[k]) * (1 + pays) for k, pays in odds.items()) + royal * max(0, mini - straight_flush)
        return Fraction(22100 - won, 22100)

    assert ours("three-card-poker", "pair-plus").house_edge == edge(40, 30, 6, 3, 1)
    assert ours("mississippi-stud", "three-card-bonus").house_edge == edge(40, 30, 6, 3, 1)
    assert ours("let-it-ride", "three-card-bonus").house_edge == edge(40, 30, 6, 3, 1, mini=50)


# ------------------------------------------------------------- games against a pay table


def paid(table, pair_from, push_from):
    """What every five-card hand nets to one."""
    kind, _ = plain.fives()
    rank = plain.pair_rank(plain.sets(5))
    nets = np.full(len(kind), -1.0)
    for made, odds in table.items():
        nets[kind == made] = odds
    pairs = kind == PAIR
    nets[pairs & (rank >= pair_from)] = 1
    nets[pairs & (rank < pair_from) & (rank >= push_from)] = 0
    return nets


def before_next(values, size):
    """The mean of a table over sets of one card more."""
    rows = plain.sets(size)
    total = np.zeros(len(rows))
    for card in range(52):
        free, where = plain.joined(rows, card)
        total[free] += values[where]
    return total / (52 - size)


@pytest.mark.slow
def test_let_it_ride():
    nets = paid(RIDE_PAYS, 8, 8)
    four, square = before_next(nets, 4), before_next(nets**2, 4)
    three = before_next(four, 3)
    last, first = four > -1e-9, three > -1e-9
    staked = before_next(1.0 + last, 3) + first
    worth = before_next(four * (1 + last), 3) + first * three
    spread = np.where(first, before_next(square * (2 + last) ** 2, 3), before_next(square * (1 + last) ** 2, 3))
    found = ours("let-it-ride", "bet-1", "together")
    assert float(found.house_edge) == pytest.approx(-worth.mean(), abs=1e-12)
    assert float(found.average_stake) == pytest.approx(staked.mean(), abs=1e-9)
    assert found.standard_deviation == pytest.approx((spread.mean() - worth.mean() ** 2) ** 0.5, abs=1e-9)


@pytest.mark.slow
def test_mississippi_stud():
    """The value of a street hangs on the cards seen and the stake, not on which cards are the player's own."""
    last = before_next(paid(STUD_PAYS, 9, 4), 4)

    def best(stake, ways):
        values = np.array([np.full_like(ways[0][0], -stake), *(value for value, _ in ways)])
        staked = np.array([np.full_like(ways[0][0], stake), *(money for _, money in ways)])
        values[0] -= 1e-9  # what is worth the same either way is played
        chosen = values.argmax(axis=0)
        return np.choose(chosen, values) + (chosen == 0) * 1e-9, np.choose(chosen, staked)

    fifth = {b: best(b, [((b + k) * last, np.full_like(last, b + k)) for k in (1, 2, 3)]) for b in range(3, 8)}
    fifth = {b: tuple(before_next(part, 3) for part in parts) for b, parts in fifth.items()}
    fourth = {b: best(b, [fifth[b + k] for k in (1, 2, 3)]) for b in (2, 3, 4)}
    fourth = {b: tuple(before_next(part, 2) for part in parts) for b, parts in fourth.items()}
    worth, staked = best(1, [fourth[1 + k] for k in (1, 2, 3)])
    found = ours("mississippi-stud", "ante", "together")
    assert float(found.house_edge) == pytest.approx(-worth.mean(), abs=1e-9)
    assert float(found.average_stake) == pytest.approx(staked.mean(), abs=1e-6)


# ------------------------------------------------------------------------------ hold'em positions


def best_of_seven(rows):
    """The order of the best five of each seven cards."""
    ordered = np.sort(rows, axis=1)
    table = plain.fives()[1]
    best = np.zeros(len(rows), dtype=np.int64)
    for chosen in combinations(range(7), 5):
        np.maximum(best, table[plain.place(ordered[:, chosen])], out=best)
    return best


def showdowns(hole, flop):
    """For every turn and river, the player's order and those of all dealers."""
    rest = [card for card in range(52) if card not in (*hole, *flop)]
    for turn, river in combinations(rest, 2):
        left = [card for card in rest if card not in (turn, river)]
        board = [*flop, turn, river]
        hands = np.array([hole, *combinations(left, 2)], dtype=np.int16)
        orders = best_of_seven(np.hstack((hands, np.tile(np.array(board, dtype=np.int16), (len(hands), 1)))))
        yield turn, river, int(orders[0]), orders[1:]


def of_position(game, hole, board, **more):
    posting = open_posting(rulebook(HARD_ROCK, game))
    return advise(posting, Position(hand=tuple(hole), board=tuple(board), **more)).values


BLIND = {STRAIGHT: Fraction(1), FLUSH: Fraction(3, 2), FULL: 3, QUADS: 10, STRAIGHT_FLUSH: 50, ROYAL: 500}


def ultimate(mine, dealers, play):
    """What Ante, Blind and Play net together against all dealers."""
    qualified = dealers >> 20 >= PAIR
    wins, loses = dealers < mine, dealers > mine
    ante = int((wins & qualified).sum()) - int((loses & qualified).sum())
    blind = int(wins.sum()) * BLIND.get(mine >> 20, 0) - int(loses.sum())
    return ante + blind + play * (int(wins.sum()) - int(loses.sum()))


def test_ultimate_texas_holdem_on_the_river():
    hole, board = cards("9h 4d"), cards("Ks 9c 7d 7s 2h")
    left = [card for card in range(52) if card not in (*hole, *board)]
    hands = np.array([hole, *combinations(left, 2)], dtype=np.int16)
    orders = best_of_seven(np.hstack((hands, np.tile(np.array(board, dtype=np.int16), (len(hands), 1)))))
    found = of_position("ultimate-texas-holdem", hole, board)
    assert found["raise 1x"] == Fraction(ultimate(int(orders[0]), orders[1:], 1), 990)
    assert found["fold"] == -2


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "flop"), [("Qd 8c", "Qs 9s 4h"), ("6h 5h", "7h Kh 2c"), ("Js 3d", "8c 8d 5s")])
def test_ultimate_texas_holdem_on_the_flop(hole, flop):
    hole, flop = cards(hole), cards(flop)
    raised = checked = Fraction(0)
    for _, _, mine, dealers in showdowns(hole, flop):
        raised += ultimate(mine, dealers, 2)
        checked += max(Fraction(ultimate(mine, dealers, 1)), Fraction(-2 * len(dealers)))
    found = of_position("ultimate-texas-holdem", hole, flop)
    assert found["raise 2x"] == raised / (1081 * 990)
    assert found["check"] == checked / (1081 * 990)


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "flop"), [("Qd 8c", "Qs 9s 4h"), ("6h 5h", "7h Kh 2c")])
def test_texas_holdem_bonus_on_the_flop(hole, flop):
    """A wager after the flop is worth the share of deals won less that lost."""
    hole, flop = cards(hole), cards(flop)
    lead = 0
    for _, _, mine, dealers in showdowns(hole, flop):
        lead += int((dealers < mine).sum()) - int((dealers > mine).sum())
    assert of_position("texas-holdem-bonus", hole, flop)["bet 1x"] == Fraction(lead, 1081 * 990)


# ------------------------------------------------------------------------------ four-card games

(NOTHING4, PAIR4, TWO4, STRAIGHT4, FLUSH4, TRIPS4, STRAIGHT_FLUSH4, QUADS4) = range(8)


@cache
def fours():
    """Kind and order of every four-card hand."""
    rows = plain.sets(4)
    ranks, suits = np.sort(rows // 4, axis=1), rows % 4
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    keys = np.sort(counts * 16 + ranks, axis=1)[:, ::-1]
    wheel = (ranks == [0, 1, 2, 12]).all(axis=1)
    straight = (np.diff(ranks, axis=1) == 1).all(axis=1) | wheel
    flush = (suits == suits[:, :1]).all(axis=1)
    most = np.sort(counts, axis=1)
    kind = np.select(
        [most[:, 3] == 4, straight & flush, most[:, 3] == 3, flush, straight, most[:, 0] == 2, most[:, 3] == 2],
        [QUADS4, STRAIGHT_FLUSH4, TRIPS4, FLUSH4, STRAIGHT4, TWO4, PAIR4],
        NOTHING4,
    )
    value = np.zeros(len(rows), dtype=np.int64)
    for column in range(4):
        value = value * 16 + keys[:, column] % 16
    value[wheel] = 2 * 4096
    return kind, kind.astype(np.int64) << 16 | value


def best_four(rows):
    """The order of the best four of each hand of five or six cards."""
    ordered = np.sort(rows, axis=1)
    table = fours()[1]
    best = np.zeros(len(rows), dtype=np.int64)
    for chosen in combinations(range(rows.shape[1]), 4):
        np.maximum(best, table[plain.place(ordered[:, chosen])], out=best)
    return best


def test_four_card_side_bets():
    order = best_four(plain.sets(5))
    kinds = np.bincount(order >> 16, minlength=8)
    pair = order >> 16 == PAIR4
    top = order >> 12 & 15
    aces, queens = int((pair & (top == 12)).sum()), int((pair & (top >= 10)).sum())

    def edge(pays, pairs):
        won = sum(int(kinds[k]) * (1 + odds) for k, odds in pays.items()) + 2 * pairs
        return 1 - Fraction(won, len(order))

    up = {QUADS4: 50, STRAIGHT_FLUSH4: 40, TRIPS4: 8, FLUSH4: 5, STRAIGHT4: 4, TWO4: 3}
    assert of_table("four-card-poker", "aces-up", four_card_bet).house_edge == edge(up, aces)
    queens_up = {QUADS4: 50, STRAIGHT_FLUSH4: 30, TRIPS4: 8, FLUSH4: 4, STRAIGHT4: 3, TWO4: 2}
    assert of_table("crazy-four-poker", "queens-up", four_card_bet).house_edge == edge(queens_up, queens)


def rest_after(*held, size):
    """Every hand of the dealer that the cards held leave."""
    left = np.array([card for card in range(52) if card not in held], dtype=np.int16)
    return left[plain.sets(size, len(left))]


SUPER_BONUS = {QUADS4: 30, STRAIGHT_FLUSH4: 15, TRIPS4: 2, FLUSH4: Fraction(3, 2), STRAIGHT4: 1}


@pytest.mark.parametrize("text", ["Ks Qd 9h 4c 3s", "Ah Ad 7c 6s 2h"])
def test_crazy_four_poker_in_a_position(text):
    """Play meets every dealer, Ante only his king or better; a straight wins the Super Bonus even when beaten."""
    hand = cards(text)
    mine = int(best_four(np.array([hand], dtype=np.int16))[0])
    dealers = best_four(rest_after(*hand, size=5))
    king = dealers >= 11 << 12  # king high or better: a high card's first rank stands in these bits
    wins, loses = dealers < mine, dealers > mine
    # A dealer without a king leaves Ante alone (a push) and pays Play.
    ante = int((wins & king).sum()) - int((loses & king).sum())
    kind = mine >> 16
    if kind in SUPER_BONUS:
        bonus = SUPER_BONUS[kind] * len(dealers)
    else:
        bonus = -int(loses.sum())
    found = of_position("crazy-four-poker", hand, [])
    for word, value in found.items():
        if word == "fold":
            assert value == -2
            continue
        times = int(word.split()[1][:-1])
        play = times * (int(wins.sum()) - int(loses.sum()))
        assert value == Fraction(ante + bonus + play, len(dealers)), word


def flush_of(masks):
    """The longest suit and its ranks, of a hand given as four sets of ranks."""
    return max((mask.bit_count(), mask) for mask in masks)


@pytest.mark.parametrize("text", ["Tc 8c 6c Kd Qd 7h 2s", "9c 7c 4c Ad Kd Qh 2s", "Ac Kc Qc Jc 9c 2d 3d"])
def test_high_card_flush_in_a_position(text):
    """Every suit's possible holdings are listed one by one and put together, seven cards in all."""
    hand = cards(text)
    masks = [sum(1 << card // 4 for card in hand if card % 4 == suit) for suit in range(4)]
    mine, nine = flush_of(masks), (3, 0b10000011)
    # counts[cards so far][best so far among: unqualified, below, level, above] over the four suits
    steps = sorted({mine, nine})
    ways = {(0, (0, 0)): 1}
    for suit in range(4):
        free = [1 << rank for rank in range(13) if not masks[suit] >> rank & 1]
        kinds = {}
        for size in range(8):
            for chosen in combinations(free, size):
                holding = (size, sum(chosen))
                mark = next((step for step in steps if holding < step), (9, 0))
                mark = (*mark, "below") if holding not in steps else (*holding, "level")
                kinds[size, mark] = kinds.get((size, mark), 0) + 1
        grown = {}
        for (count, best), many in ways.items():
            for (size, mark), more in kinds.items():
                if count + size <= 7:
                    place = (2 * ([*steps, (9, 0)].index(mark[:2])) + (mark[2] == "level"), 0)
                    key = (count + size, max(best, place))
                    grown[key] = grown.get(key, 0) + many * more
        ways = grown
    ends = {best[0]: many for (count, best), many in ways.items() if count == 7}
    total = sum(ends.values())
    at_nine, at_mine = 2 * steps.index(nine) + 1, 2 * steps.index(mine) + 1
    idle = sum(many for place, many in ends.items() if place < at_nine)
    wins = sum(many for place, many in ends.items() if at_nine <= place < at_mine)
    loses = sum(many for place, many in ends.items() if place >= at_nine and place > at_mine)
    assert total == 45379620
    found = of_position("high-card-flush", hand, [])
    most = {5: 2, 6: 3, 7: 3}.get(mine[0], 1)
    assert max(int(word.split()[1][:-1]) for word in found if word != "fold") == most
    for word, value in found.items():
        if word != "fold":
            times = int(word.split()[1][:-1])
            assert value == Fraction(idle + (1 + times) * (wins - loses), total), word


def test_bets_on_seven_cards():
    """Trips of Ultimate Texas Hold'em from the published counts of the best five of seven cards."""
    counts = {ROYAL: 4324, STRAIGHT_FLUSH: 37260, QUADS: 224848, FULL: 3473184, FLUSH: 4047644, STRAIGHT: 6180020,
              TRIPS: 6461620}  # fmt: skip
    odds = {ROYAL: 50, STRAIGHT_FLUSH: 40, QUADS: 30, FULL: 8, FLUSH: 7, STRAIGHT: 4, TRIPS: 3}
    won = sum(counts[kind] * (1 + pays) for kind, pays in odds.items())
    found = of_table("ultimate-texas-holdem", "trips", lambda shown: hand_bet(shown.pays, cards=7))
    assert found.house_edge == 1 - Fraction(won, 133784560)


# ---------------------------------------------------------------------------------- Criss Cross


def test_criss_cross_poker_before_the_down_wager():
    """With the Across cards seen, every pair of Down cards and every middle card; the best Middle wager, or a fold."""
    hole, across, first = cards("Js Td"), cards("Jd 3c"), 2
    kind, _ = plain.fives()
    table = np.array([CROSS_PAYS.get(k, -1) for k in range(10)])

    def nets(rows):
        rows = np.sort(rows, axis=1)
        where = plain.place(rows)
        pair = plain.pair_rank(rows)
        small = np.where(pair >= 9, 1, np.where(pair >= 4, 0, -1))
        return np.where(kind[where] == PAIR, small, table[kind[where]])

    left = [card for card in range(52) if card not in (*hole, *across)]
    pairs = list(combinations(left, 2))
    worth = dict.fromkeys((1, 2, 3), 0)
    for down in pairs:
        middle = np.array([card for card in left if card not in down], dtype=np.int16)[:, None]
        one = nets(np.hstack((np.tile(np.array([*hole, *across], dtype=np.int16), (len(middle), 1)), middle)))
        two = nets(np.hstack((np.tile(np.array([*hole, *down], dtype=np.int16), (len(middle), 1)), middle)))
        antes = int((np.sign(one) + np.sign(two)).sum())
        best = int(np.maximum(one, two).sum())
        for second in worth:
            base = antes + first * int(one.sum()) + second * int(two.sum())
            fold = -(2 + first + second) * len(middle)
            worth[second] += max(fold, *(base + third * best for third in (1, 2, 3)))
    found = of_position("criss-cross-poker", hole, across, bets=(first,))
    for second, value in worth.items():
        assert found[f"bet {second}x"] == Fraction(value, len(pairs) * 46)
    assert found["fold"] == -4


# -------------------------------------------------------------------------------- Four Card Poker


@pytest.mark.parametrize(
    ("text", "up"), [("Ks Kd 9h 4c 3s", "Ah"), pytest.param("Td 9d 8c 3h 2s", "4c", marks=pytest.mark.slow)]
)
def test_four_card_poker_in_a_position(text, up):
    """The dealer makes his best four of six, one of them seen; a tie is the player's."""
    hand, (shown,) = cards(text), cards(up)
    mine = int(best_four(np.array([hand], dtype=np.int16))[0])
    others = rest_after(*hand, shown, size=5)
    dealers = best_four(np.hstack((others, np.full((len(others), 1), shown, dtype=np.int16))))
    lead = int((dealers <= mine).sum()) - int((dealers > mine).sum())
    bonus = {QUADS4: 25, STRAIGHT_FLUSH4: 20, TRIPS4: 2}.get(mine >> 16, 0) * len(dealers)
    found = of_position("four-card-poker", hand, [], up=shown)
    assert found["fold"] == -1
    for times in (1, 2, 3):
        assert found[f"play {times}x"] == Fraction((1 + times) * lead + bonus, len(dealers))


def test_let_it_ride_bonus_with_its_chip_or_without():
    counts = {"royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3744, "flush": 5108,
              "straight": 10200, "three-of-a-kind": 54912}  # fmt: skip
    dollars = dict(zip(counts, (20_000, 2_000, 300, 150, 50, 25, 3)))
    won = sum(count * dollars[name] for name, count in counts.items())
    collected, kept = (1 - Fraction(won + back, 2598960) for back in (0, sum(counts.values())))
    assert ours("let-it-ride", "let-it-ride-bonus").house_edge == collected
    assert ours("let-it-ride", "let-it-ride-bonus", "given back").house_edge == kept
    assert ours("let-it-ride", "let-it-ride-bonus", house="horseshoe-cleveland").house_edge == kept
