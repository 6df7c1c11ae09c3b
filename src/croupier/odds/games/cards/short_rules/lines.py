"""A rule that a person can learn for Criss Cross Poker, followed through every deal.

A line is one's two cards with the two of a row. Either it is paid as it lies, or it pushes, or it draws (four to a
flush, four in a row open at both ends), or it holds a pair that is not paid yet, or it has a gap (one rank would make
a straight), or nothing. What the rule does with each of these, and with both lines together, is found from the sums
over all deals, and its cost is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds import sharing
from croupier.odds.games.cards.bits import SIZE, Array
from croupier.odds.games.cards.boards import starting_classes
from croupier.odds.games.cards.criss_cross import (
    ACROSS,
    MIDDLES,
    Analysis,
    CrissCrossOdds,
    CrissCrossRules,
    _acrosses,
    _settle,
)
from croupier.odds.games.cards.deals import suit_masks
from croupier.odds.games.cards.short_rules.boards import filling, kind_of_board, open_ended
from croupier.odds.games.cards.short_rules.by_hand import Short, in_words
from croupier.odds.work import Part, do_stages, total

PAID, PUSHES, FLUSH, STRAIGHT, PAIRED, GAP, NOTHING = range(7)
POINTS = 17  # of eight cards, the own ones in both lines, two each
LINES = NOTHING + 9
# Both lines: the better one's state; a low pair beside a gap, or not; then by points: two gaps, one, nothing at all.
PAIR_AND_GAP, LOW_PAIR, GAPS = range(PAIRED, PAIRED + 3)
ONE_GAP, EMPTY, STATES = (GAPS + part * POINTS for part in (1, 2, 3))
SUMS = 5  # what the Antes, Across, Down and Middle net, and how many deals there are


@compiled
def points(a: int, b: int, c: int, d: int, winning: Array, pushing: Array) -> int:
    """Two for each card whose pair is paid, one for each whose pair pushes."""
    found = 0
    for card in (a, b, c, d):
        found += 2 * winning[card >> 2] + pushing[card >> 2]
    return found


@compiled
def line_state(a: int, b: int, c: int, d: int, net: Array, masks: Array) -> int:
    """What a line of four cards is, by what the hand that it makes alone nets."""
    suit_masks(np.array([a, b, c, d]), masks)
    every = masks[0] | masks[1] | masks[2] | masks[3]
    kind = kind_of_board(masks, 4)
    if kind > 1:
        return PAID
    if kind == 1:
        rank = 0
        for low in (a, b, c, d):
            for high in (a, b, c, d):
                if low != high and low >> 2 == high >> 2:
                    rank = low >> 2
        if net[rank] > 0:
            return PAID
        return PUSHES if net[rank] == 0 else PAIRED
    for suit in range(4):
        if SIZE[masks[suit]] == 4:
            return FLUSH
    if open_ended(every, 0):
        return STRAIGHT
    return GAP if filling(every, 0) else NOTHING


@compiled
def both_lines(first: int, second: int, counted: int) -> int:
    """What two lines are together, by the state of each and the points of both."""
    better, other = min(first, second), max(first, second)
    if better < PAIRED:
        return better
    if better == PAIRED:
        return PAIR_AND_GAP if other == GAP else LOW_PAIR
    if better == NOTHING:
        return EMPTY + counted
    return (GAPS if other == GAP else ONE_GAP) + counted


@compiled
def _add_up(
    a: int, b: int, h1: int, h2: int, alike: int, nets_of_pairs: Array, winning: Array, pushing: Array, level: Array,
    pay: Array, sums: Array, nets: Array, falls: bool, totals: Array,
) -> None:  # fmt: skip
    """All down cards beside one pair of across cards, by what both lines are."""
    across, cards, out = h1 + h2 * (h2 - 1) // 2, np.array([h1, h2, 0, 0]), np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    first = line_state(a, b, h1, h2, nets_of_pairs, masks)
    mine = points(a, b, h1, h2, winning, pushing)
    line = NOTHING + mine if first == NOTHING else first
    for v2 in range(52):
        if v2 in (a, b, h1, h2):
            continue
        for v1 in range(v2):
            if v1 in (a, b, h1, h2):
                continue
            cards[2], cards[3] = v1, v2
            _settle(across, v1 + v2 * (v2 - 1) // 2, cards, level, pay, sums, nets, falls, out)
            second = line_state(a, b, v1, v2, nets_of_pairs, masks)
            state = both_lines(first, second, mine + points(a, b, v1, v2, winning, pushing))
            for part in range(4):
                totals[line, state, part] += alike * out[part]
            totals[line, state, 4] += alike * MIDDLES


class _Sums(Analysis):
    """The deals of every starting hand, added up by what the lines are."""

    def run_shard(self, stage: int, shard: int) -> Part:
        classes, _ = starting_classes()
        hole = int(np.flatnonzero(classes == shard)[0])
        high = int((1 + np.sqrt(1 + 8 * hole)) // 2)
        low = hole - high * (high - 1) // 2
        level, pay, sums = self.table(low, high)
        pairs, alike = _acrosses(low, high)
        found = np.zeros((self.shards(0), LINES, STATES, SUMS), np.int64)
        of_pairs = np.array([self.nets[ACROSS, self.level_of[rank + 1]] for rank in range(13)], np.int64)
        winning, pushing = (of_pairs > 0).astype(np.int64), (of_pairs == 0).astype(np.int64)
        for (h1, h2), same in zip(pairs, alike):
            _add_up(
                low, high, h1, h2, int(same), of_pairs, winning, pushing, level, pay, sums, self.nets, self.falls,
                found[shard],
            )  # fmt: skip
        return {"totals": found}

    def absorb(self, stage: int, parts: object) -> None:
        self.sums = total(parts)  # type: ignore[arg-type]


def criss_cross_rule(rules: CrissCrossRules, best: CrissCrossOdds) -> Short:
    """Across as perfect play; Down by one's own cards; Middle by what both lines are; folds by points where they hold
    nothing. The lines are: the points from which on Down is bet at all, then Middle; those from which on the most is
    wagered on two gaps, and on one; the states in which it is, as bits; after them each starting hand's Down wager."""
    work = _Sums(rules)
    do_stages(work, 1, workers=sharing.threads[0])
    totals = work.sums["totals"]
    most, least = int(work.multiples.max()), int(work.multiples.min())
    down = [most if int(row[:, :, 2].sum()) > 0 else least for row in totals]
    by_state = totals[:, :, :, 3].sum(axis=(0, 1))
    from_gaps, from_gap = (_from([int(sum_) for sum_ in by_state[at : at + POINTS]]) for at in (GAPS, ONE_GAP))
    bits = sum(1 << state for state in range(GAPS) if int(by_state[state]) > 0)
    middle = [least] * STATES
    for state in range(STATES):
        listed = state < GAPS and bits >> state & 1
        if listed or GAPS + from_gaps <= state < ONE_GAP or ONE_GAP + from_gap <= state < EMPTY:
            middle[state] = most
    weights = np.bincount(starting_classes()[0])
    across = [max(hand.bets, key=lambda times: hand.bets[times]) for hand in best.hands]
    plays = [max(hand.bets.values()) > -2 for hand in best.hands]
    # What going on nets, and what folding then costs: hand by hand, by the line and by the state.
    nets = totals[..., 0].astype(object)
    staked = np.array([2 + one + two for one, two in zip(across, down)], object)
    nets = (
        nets
        + np.array(across, object)[:, None, None] * totals[..., 1]
        + np.array(down, object)[:, None, None] * totals[..., 2]
    )
    nets = nets + np.array(middle, object)[None, None, :] * totals[..., 3]
    folds = -work.scale * staked[:, None, None] * totals[..., 4]
    early = -work.scale * (2 + np.array(across, object))[:, None] * totals[..., 4].sum(axis=2)
    weighed = np.array([int(w) * play for w, play in zip(weights, plays)], object)
    gains = ((nets - folds) * weighed[:, None, None]).sum(axis=(0, 1))
    from_middle = _from(gains[EMPTY:])
    kept = np.array([EMPTY <= state < EMPTY + from_middle for state in range(STATES)])
    after = np.where(kept[None, None, :], folds, nets).sum(axis=2)
    from_down = _from(((after - early) * weighed[:, None]).sum(axis=0)[NOTHING:])
    given_up = np.array([NOTHING <= line < NOTHING + from_down for line in range(LINES)])
    worth = np.where(given_up[None, :], early, after).sum(axis=1)
    followed = Fraction(0)
    for number, play in enumerate(plays):
        value = Fraction(int(worth[number]), work.deals(1)) if play else Fraction(-2)
        followed += int(weights[number]) * value
    perfect = sum(int(w) * max(*hand.bets.values(), Fraction(-2)) for w, hand in zip(weights, best.hands))
    hands = int(weights.sum())
    return Short(Fraction(perfect - followed) / hands, (from_down, from_middle, from_gaps, from_gap, bits, *down))


def _from(gains: Sequence[int]) -> int:
    """The points from which on going on gains the most in all."""
    return max(range(len(gains) + 1), key=lambda least: (sum(gains[least:]), -least))


STATE_WORDS = (
    "a pair or more that is paid as it lies", "a pair that pushes", "four to a flush",
    "four in a row open at both ends", "a lower pair while the other has a gap", "a lower pair else",
)  # fmt: skip


def criss_cross_words(rules: CrissCrossRules, best: CrissCrossOdds, rule: Short) -> tuple[str, ...]:
    """The rule as sentences."""
    most, least = max(rules.multiples), min(rules.multiples)
    hands = [(hand.name, hand.bets) for hand in best.hands]
    folded = in_words([(name, max(bets.values()) <= -2) for name, bets in hands])
    raised = in_words(
        [(name, max(bets.values()) > -2 and max(bets, key=lambda t: bets[t]) == most) for name, bets in hands]
    )
    from_down, from_middle, from_gaps, from_gap, bits, *down = rule.lines
    doubled = in_words([(name, times == most) for (name, _), times in zip(hands, down, strict=True)])
    states = "; ".join(words for state, words in enumerate(STATE_WORDS) if (bits or 0) >> state & 1)
    return (
        "A line is your two cards with the two of a row. Points: two for a card whose pair is paid, one for a card "
        "whose pair pushes; of both lines together your own cards count twice. A line has a gap if it has no pair and "
        "just one rank would make it a straight.",
        f"Across: {most} times with {raised}; fold {folded or 'nothing'}; else {least}.",
        f"Down: {most} times with {doubled}; else {least}."
        + _fold("the across line has", "it has", from_down, "no pair"),
        f"Middle: {most} times where either line has {states}; where both have a gap and together {from_gaps} points "
        f"or more; where one has a gap and both together have {from_gap} points or more; else {least}."
        + _fold("neither line has", "both together have", from_middle),
    )


def _fold(what: str, who: str, least: int | None, first: str = "a pair") -> str:
    if not least:
        return " Never fold there."
    return f" Fold where {what} {first}, a draw or a gap, and {who} fewer than {least} points."
