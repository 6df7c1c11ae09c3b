"""Rules that a person can learn for the games on five community cards, followed through every board.

A hand is *better than the board* when it is of a higher kind than the community cards make alone: a pair with one of
one's own cards, a straight, a flush. A rank is *out* over a card when it is higher and one sees no card of it.
Whatever else a rule looks at can be counted at the table: which ranks would fill a straight, how many unseen cards
would beat the hand.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from croupier.equipment.cards import FIVE, SEVEN, TEN
from croupier.hands.compiled import compiled
from croupier.hands.encode import FOUR_OF_A_KIND, HIGH_CARD, PAIR, THREE_OF_A_KIND, TWO_PAIR
from croupier.odds import sharing
from croupier.odds.games.cards import texas_bonus, ultimate
from croupier.odds.games.cards.bits import SIZE, Array, best_five, category_of
from croupier.odds.games.cards.boards import (
    DEALER_HANDS,
    HANDS_ON_BOARD,
    HOLE,
    Standings,
    hole_orders,
    rank_board,
    standings,
    starting_classes,
    symmetry,
)
from croupier.odds.games.cards.deals import CHOOSE, HOLES, suit_masks
from croupier.odds.games.cards.short_rules.by_hand import Short
from croupier.odds.work import do_stages

OUTS = 48  # unseen cards, and none
FOUR = 4  # cards of a suit that lack one
RANK_BITS = 13
STRAIGHTS = np.array([1 << 12 | 15, *(31 << least for least in range(9))], np.int64)  # five ranks in a row, each


@compiled
def kind_of_board(masks: Array, cards: int) -> int:
    """The kind of hand that three to five community cards make alone, as five-card hands are numbered."""
    if cards == 5:
        return int(category_of(best_five(masks[0], masks[1], masks[2], masks[3])))
    ones = masks[0] | masks[1] | masks[2] | masks[3]
    different = int(SIZE[ones])
    if different == cards:
        return HIGH_CARD
    if different == cards - 1:
        return PAIR
    thrice = np.int64(0)
    for suit in range(4):
        rest = np.int64(-1)
        for other in range(4):
            if other != suit:
                rest &= masks[other]
        thrice |= rest
    if different == 1 and cards == 4:
        return FOUR_OF_A_KIND
    return THREE_OF_A_KIND if thrice else TWO_PAIR


@compiled
def open_ended(every: int, shown: int) -> bool:
    """Whether four ranks in a row that the community cards do not make alone lack either end of a straight."""
    found = False
    for least in range(9):  # from 2-3-4-5, which an ace completes, to T-J-Q-K
        found = found or (every >> least & 15 == 15 and shown >> least & 15 != 15)
    return found


@compiled
def hand_on(low: int, high: int, seen: Array, masks: Array) -> tuple[int, int, int, int]:
    """Of two cards on a flop or turn: the kind that they make and that of the board, how many cards of one suit the
    board has, the highest own card of four to a flush; `masks` are then those of all cards."""
    suit_masks(seen, masks)
    board, suits = kind_of_board(masks, seen.shape[0]), int(SIZE[masks].max())
    masks[low & 3] |= 1 << (low >> 2)
    masks[high & 3] |= 1 << (high >> 2)
    made, suited = int(category_of(best_five(masks[0], masks[1], masks[2], masks[3]))), -1
    for card in (low, high):
        if SIZE[masks[card & 3]] == FOUR:
            suited = max(suited, card >> 2)
    return made, board, suits, suited


# ---------------------------------------------------------------------------- Texas Hold'em Bonus


@compiled
def ranks_out(rank: int, every: int) -> int:
    """How many ranks above this one are not seen."""
    return int(SIZE[~every & ((1 << RANK_BITS) - (2 << rank))])


@compiled
def filling(every: int, shown: int) -> int:
    """How many ranks would make a straight of these, and none of the community cards alone."""
    found = 0
    for rank in range(RANK_BITS):
        mine = alone = False
        for straight in STRAIGHTS:
            mine = mine or (every | 1 << rank) & straight == straight
            alone = alone or (shown | 1 << rank) & straight == straight
        found += mine and not alone
    return found


@compiled
def in_one_straight(shown: int) -> int:
    """How many straights the four community cards lack one rank of."""
    found = 0
    for straight in STRAIGHTS:
        found += SIZE[shown & straight] == FOUR
    return found


@compiled
def weak_pair(pair: int, shown: int, suits: int, suited: bool) -> bool:
    """A pair of one's own that is not bet: by the community cards above it, and by what they are close to.

    `suits` is how many of them are of one suit, `suited` whether the hand has four to a flush.
    """
    above = SIZE[shown >> (pair + 1)]
    if SIZE[shown] == 3:
        return above == 3 and pair <= FIVE and not suited
    close = in_one_straight(shown)
    return (
        above == 4
        or suits == 4
        or (above == 3 and ((suits == 3 and not suited) or close > 0))
        or (above > 0 and close > 1)
    )  # fmt: skip


@compiled
def bets_on_flop(high: int, low: int, every: int, shown: int, suits: int, suited: int) -> bool:
    """Whether one bets on a flop without a hand that is better than it, given the ranks of one's cards."""
    over, under = ranks_out(high, every), ranks_out(low, every)
    near = over == 0 or (over == 1 and under <= 2)
    if suited >= SEVEN or SIZE[shown] < 3:
        return suited >= SEVEN or near
    if suits == 3:
        return False
    fills = filling(every, shown)
    if fills == 0:
        return over == 0 and under <= 1
    return near if fills == 1 else over <= 2


@compiled
def bets_on_turn(over: int, board: int, suits: int, four: bool) -> bool:
    """Whether one bets on four cards without a hand that is better than they are; `four` to a flush or not."""
    if board == HIGH_CARD:
        return four and over == 0
    if board == PAIR:
        return (over == 0 and suits < 3) or (four and over <= 1)
    return over <= 1


@compiled
def bets(low: int, high: int, seen: Array, masks: Array) -> bool:
    """Whether the rule makes the Turn wager on three community cards, or the River wager on four."""
    made, board, suits, suited = hand_on(low, high, seen, masks)
    every, shown = masks[0] | masks[1] | masks[2] | masks[3], 0
    for card in seen:
        shown |= 1 << (card >> 2)
    one, two = high >> 2, low >> 2
    if made > board:
        if made > PAIR:
            return True
        pair = one if one == two or shown >> one & 1 else two
        return not weak_pair(pair, shown, suits, suited >= 0)
    if seen.shape[0] == 3:
        return bets_on_flop(one, two, every, shown, suits, suited)
    return bets_on_turn(ranks_out(one, every), board, suits, suited >= 0)


@compiled
def _lost(sets: Array, weights: Array, gains: Array, played: Array) -> float:
    """What the rule gives up on every standard flop or turn."""
    masks, lost = np.zeros(4, np.int64), 0
    for row in range(sets.shape[0]):
        seen = sets[row].astype(np.int64)
        for high in range(52):
            for low in range(high):
                hole = low + high * (high - 1) // 2
                gain = gains[row, hole]
                if gain and played[hole] and (gain > 0) != bets(low, high, seen, masks):
                    lost += weights[row] * abs(gain)
    return lost


class _Summed(texas_bonus.Analysis):
    """The analysis with the sums that its decisions are taken from."""

    sums: tuple[Array, Array]

    def _decide(self, flops: Array, turns: Array, hands: Array) -> None:
        super()._decide(flops, turns, hands)
        self.sums = flops, turns


def texas_bonus_rule(rules: texas_bonus.TexasBonusRules) -> Short:
    """Before the flop as perfect play; Turn and River wager by words."""
    work = _Summed(rules)
    do_stages(work, 1, workers=sharing.threads[0])
    unit = texas_bonus.BOARDS_PER_HAND * DEALER_HANDS * rules.scale * HOLES
    cost = Fraction(0)
    for sums, size, sets_of, times in ((work.sums[0], 3, 10, rules.turn), (work.sums[1], 4, 5, rules.river)):
        sets = symmetry(size)
        lost = _lost(sets.standard, sets.weight.astype(np.int64), sums, work.play_hand)
        cost += Fraction(times * int(lost), sets_of * unit)
    return Short(cost)


TEXAS_BONUS_WORDS = (
    "A hand is better than the board if it is of a higher kind than the community cards make alone, as with a pair of "
    "your own. A rank is out over a card of yours if it is higher and you see no card of it.",
    "Turn: bet with a hand that is better than the board, but not with a pair of fives or less in hand below all three "
    "cards, unless you have four to a flush.",
    "Turn with less: bet four to a flush with a seven of yours or higher; four to a straight that two ranks would "
    "fill, with at most two ranks out over your higher card; that one rank would fill, or any hand on a paired board, "
    "with none out over it, or with one and at most two over the lower card; else with none out over the higher and "
    "at most one over the lower card. Of these nothing but the flush is bet on three cards of one suit.",
    "River: bet with a hand that is better than the board, but not with a pair below all four cards; with any pair if "
    "four are of one suit; with a pair below three if the four lack one rank of a straight, or three are of one suit "
    "and you have not four to the flush; with a pair that is not the highest if four are in a row open at both ends.",
    "River with less: bet four to a flush with no rank out over your higher card, or one on a paired board; on a "
    "board with one pair and no three of a suit with none out; with two pairs or three of a kind on it with at most "
    "one.",
)


# ---------------------------------------------------------------------------- Ultimate Texas Hold'em


@compiled
def _raises(sets: Array, bits: Array) -> None:
    """On the flop: better than the board, but for a pair of deuces in hand; four to a flush with a ten or better."""
    masks = np.zeros(4, np.int64)
    for row in range(sets.shape[0]):
        seen = sets[row].astype(np.int64)
        for high in range(52):
            for low in range(high):
                if (seen == low).any() or (seen == high).any():
                    continue
                made, board, _, suited = hand_on(low, high, seen, masks)
                deuces = high >> 2 == 0 and low >> 2 == 0 and made == PAIR
                bits[row, low + high * (high - 1) // 2] = (made > board and not deuces) or suited >= TEN


@compiled
def _follow(
    boards: Array, weights: Array, which: Array, order: Array, moved: Array, pays: Array, numbers: Array,
    needs_pair: bool, space: Standings, before: Array, on_flop: Array, totals: Array, by_outs: Array,
) -> None:  # fmt: skip
    """What the rule nets in all; what a raise on the full board adds to a fold, by the cards that would beat it."""
    play, ante, unit, flop_raise, river_raise = numbers
    masks, raising = np.zeros(4, np.int64), np.zeros(HANDS_ON_BOARD, np.int64)
    alone, ordered = np.zeros(52, np.int64), np.zeros(47, np.int64)
    fold = -2 * unit * DEALER_HANDS
    for row in range(boards.shape[0]):
        board = boards[row]
        rank_board(board, masks, space)
        shown = kind_of_board(masks, 5)
        count = 0
        for card in range(52):
            if not masks[card & 3] >> (card >> 2) & 1:
                masks[card & 3] ^= 1 << (card >> 2)
                alone[card] = best_five(masks[0], masks[1], masks[2], masks[3])
                masks[card & 3] ^= 1 << (card >> 2)
                ordered[count] = alone[card]
                count += 1
        ordered.sort()
        raising[:] = 0
        for triple in range(ultimate.FLOPS_PER_BOARD):
            a, b, c = ultimate.TRIPLES[triple]
            number = CHOOSE[board[a], 1] + CHOOSE[board[b], 2] + CHOOSE[board[c], 3]
            bits, names = on_flop[which[number]], moved[order[number]]
            for i in range(HANDS_ON_BOARD):
                raising[i] += bits[names[space.report[i, HOLE]]]
        for i in range(HANDS_ON_BOARD):
            report = space.report[i]
            base, single = ultimate.worth_of(report, pays, play, ante, unit, needs_pair)
            early = before[report[HOLE]]
            if early:
                totals[0] += weights[row] * ultimate.FLOPS_PER_BOARD * (base + early * single)
                continue
            late = weights[row] * (ultimate.FLOPS_PER_BOARD - raising[i])
            totals[0] += weights[row] * raising[i] * (base + flop_raise * single) + late * fold
            value = space.values[space.holes[i, 2]]
            if category_of(value) > shown:
                totals[0] += late * (base + river_raise * single - fold)
                continue
            low, high = space.holes[i, 0], space.holes[i, 1]
            outs = 47 - np.searchsorted(ordered, value, side="right") - (alone[low] > value) - (alone[high] > value)
            by_outs[outs] += late * (base + river_raise * single - fold)


def ultimate_rule(rules: ultimate.UltimateRules, best: ultimate.UltimateOdds) -> Short:
    """Before the flop as perfect play; the flop by what the hand is; the full board by the cards that would beat it.

    The line is the number of such cards up to which one raises.
    """
    boards, flops = symmetry(5), symmetry(3)
    on_flop = np.zeros((len(flops.weight), HOLES), np.bool_)
    _raises(flops.standard, on_flop)
    before = np.zeros(HOLES, np.int64)
    classes, names = starting_classes()
    for number, (name, hand) in enumerate(zip(names, best.hands, strict=True)):
        if hand.name != name:
            raise AssertionError(f"{hand.name} stands where {name} should")
        times, worth = max(hand.raises.items(), key=lambda item: item[1])
        before[classes == number] = times if worth > hand.check else 0
    totals, by_outs = np.zeros(1, np.int64), np.zeros(OUTS, np.int64)
    pays, numbers = ultimate.numbers_of(rules)
    _follow(
        boards.standard, boards.weight, flops.which, flops.order, hole_orders(), pays, numbers, rules.ante_needs_pair,
        standings(), before, on_flop, totals, by_outs,
    )  # fmt: skip
    most = max(range(OUTS), key=lambda outs: int(by_outs[: outs + 1].sum()))
    deals = int(boards.weight.sum()) * HANDS_ON_BOARD * DEALER_HANDS * ultimate.FLOPS_PER_BOARD
    followed = Fraction(int(totals[0]) + int(by_outs[: most + 1].sum()), deals * int(numbers[2]))
    return Short(-followed - best.odds.main.house_edge, (most,))


def ultimate_words(rules: ultimate.UltimateRules, rule: Short) -> tuple[str, ...]:
    """The rule of the flop and of the full board as sentences."""
    return (
        f"On the flop raise {rules.flop} times with a hand that is better than the board alone (a pair with one of "
        "your cards, or more), but not with a pair of deuces in hand; and with four to a flush of which you hold a ten "
        "or better.",
        f"On the full board raise {rules.river} with a hand that is better than the board alone, or where at most "
        f"{rule.lines[0]} unseen cards would give the dealer a better hand; else fold.",
    )
