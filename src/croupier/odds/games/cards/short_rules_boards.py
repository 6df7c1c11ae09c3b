"""Rules that a person can learn for the games on five community cards, followed through every board.

A hand is *better than the board* when it is of a higher kind than the community cards make alone: a pair with one of
one's own cards, a straight, a flush. A *draw* is four to a flush, or four in a row that either end makes a straight.
Whatever else a rule looks at can be counted at the table: one's own cards, how many unseen cards would beat the hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import RANKS, TEN
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
from croupier.odds.games.cards.deals import CHOOSE, HOLES
from croupier.odds.games.cards.short_rules import Short, line_through
from croupier.odds.work import do_stages

OUTS = 48  # unseen cards, and none
FOUR = 4  # cards of a suit that lack one
# What a hand on three or four community cards is, for a rule; beside it one's own cards, the higher one first.
BETTER, DRAW, NOTHING, DRAW_PAIRED, NOTHING_PAIRED = range(5)
KINDS = 5


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
def hand_on(low: int, high: int, seen: Array, masks: Array) -> tuple[int, int, int]:
    """Of two cards on a flop or turn: what they are for a rule, their ranks, the highest own one of four to a flush."""
    masks[:] = 0
    for card in seen:
        masks[card & 3] |= 1 << (card >> 2)
    board = kind_of_board(masks, seen.shape[0])
    shown = masks[0] | masks[1] | masks[2] | masks[3]
    masks[low & 3] |= 1 << (low >> 2)
    masks[high & 3] |= 1 << (high >> 2)
    made = int(category_of(best_five(masks[0], masks[1], masks[2], masks[3])))
    ranks, suited = (high >> 2) * 13 + (low >> 2), -1
    for card in (low, high):
        if SIZE[masks[card & 3]] == FOUR:
            suited = max(suited, card >> 2)
    draws = suited >= 0 or open_ended(shown | 1 << (high >> 2) | 1 << (low >> 2), shown)
    if made > board:
        return BETTER, ranks, suited
    if board:
        return (DRAW_PAIRED if draws else NOTHING_PAIRED), ranks, suited
    return (DRAW if draws else NOTHING), ranks, suited


@compiled
def classify(sets: Array, kinds: Array, ranks: Array) -> None:
    """Every hand on every standard flop or turn; hands that share a card with it are left as nothing."""
    masks = np.zeros(4, np.int64)
    for row in range(sets.shape[0]):
        seen = sets[row].astype(np.int64)
        for high in range(52):
            for low in range(high):
                if not ((seen == low).any() or (seen == high).any()):
                    hole = low + high * (high - 1) // 2
                    kinds[row, hole], ranks[row, hole], _ = hand_on(low, high, seen, masks)


# ---------------------------------------------------------------------------- Texas Hold'em Bonus


class _Summed(texas_bonus.Analysis):
    """The analysis with the sums that its decisions are taken from."""

    sums: tuple[Array, Array]

    def _decide(self, flops: Array, turns: Array, hands: Array) -> None:
        super()._decide(flops, turns, hands)
        self.sums = flops, turns


def texas_bonus_rule(rules: texas_bonus.TexasBonusRules) -> Short:
    """Before the flop as perfect play; Turn and River with a hand better than the board, or from high cards on.

    The lines are those of the Turn, then of the River wager, each by what else the hand is: the least own cards, as
    thirteen times the higher rank and the lower one.
    """
    work = _Summed(rules)
    do_stages(work, 1, workers=sharing.threads[0])
    unit = texas_bonus.BOARDS_PER_HAND * DEALER_HANDS * rules.scale * HOLES
    cost, lines = Fraction(0), []
    for sums, size, flops, times in ((work.sums[0], 3, 10, rules.turn), (work.sums[1], 4, 5, rules.river)):
        sets = symmetry(size)
        kinds, ranks = np.zeros(sums.shape, np.int8), np.zeros(sums.shape, np.int16)
        classify(sets.standard, kinds, ranks)
        gains = sets.weight[:, None] * np.where(work.play_hand, sums, 0)
        lost, found = _best_lines(gains, kinds, ranks)
        cost += Fraction(times * lost, flops * unit)
        lines += found
    return Short(cost, tuple(lines))


def _best_lines(gains: Array, kinds: Array, ranks: Array) -> tuple[int, list[int | None]]:
    """The least cards from which on each kind of hand is bet, and what that loses against the best of all."""
    lost = int(gains[gains > 0].sum()) - int(gains[kinds == BETTER].sum())
    lines: list[int | None] = []
    for kind in range(DRAW, KINDS):
        mine = kinds == kind
        least, got = line_through(ranks[mine].astype(np.int64), gains[mine])
        lost -= got
        lines.append(least)
    return lost, lines


def texas_bonus_words(rule: Short) -> tuple[str, ...]:
    """The rule as sentences."""
    half = len(rule.lines) // 2
    return tuple(
        f"{wager}: bet with a hand that is better than the board alone; else by your own cards: {_by_line(lines)}."
        for wager, lines in (("Turn", rule.lines[:half]), ("River", rule.lines[half:]))
    )


def _by_line(lines: Iterable[int | None]) -> str:
    where = ("a draw", "nothing", "a draw on a paired board", "nothing on a paired board")
    said = []
    for words, from_ in zip(where, lines):
        cards = f"{RANKS[from_ // 13]}-{RANKS[from_ % 13]}" if from_ is not None else ""
        said.append(f"with {words} from {cards} up" if cards else f"never with {words}")
    return "; ".join(said) + " (a draw: four to a flush, or four in a row open at both ends)"


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
                kind, _, suited = hand_on(low, high, seen, masks)
                made = category_of(best_five(masks[0], masks[1], masks[2], masks[3]))
                deuces = high >> 2 == 0 and low >> 2 == 0 and made == PAIR
                bits[row, low + high * (high - 1) // 2] = (kind == BETTER and not deuces) or suited >= TEN


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
