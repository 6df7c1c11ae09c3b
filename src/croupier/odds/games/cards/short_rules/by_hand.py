"""Rules that a person can learn, each held to the exact analysis hand by hand: what it costs against perfect play.

A rule that draws one line through the ranks of a hand is found: the line that loses least. A rule in words is a
function of the cards that are seen, followed through every deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np

from croupier.equipment.cards import RANKS
from croupier.hands import four, three
from croupier.hands.compiled import compiled
from croupier.odds.games.cards import (
    crazy_four,
    dj_wild,
    four_card,
    high_card_flush,
    let_it_ride,
    mississippi,
    three_card,
)
from croupier.odds.games.cards.bits import SETS, SIZE, Array
from croupier.odds.games.cards.deals import likeness
from croupier.odds.games.cards.stud_words import first_ride, second_ride, street_bet


class Short(msgspec.Struct, frozen=True):
    """What a rule gives up against perfect play, per initial wager; `lines` are the least hands of its wagers."""

    cost: Fraction
    lines: tuple[int | None, ...] = ()


def line_through(values: Array, gains: Array) -> tuple[int | None, int]:
    """The value from which on a choice is made, so that its gains add up to the most; and what they add up to."""
    distinct, places = np.unique(values, return_inverse=True)
    by_value = [0] * len(distinct)
    for place, total in zip(*_summed(places, gains)):
        by_value[place] = total
    best, least, running = 0, None, 0
    for number in range(len(distinct) - 1, -1, -1):
        running += by_value[number]
        if running > best:
            best, least = running, int(distinct[number])
    return least, best


def _summed(places: Array, gains: Array) -> tuple[list[int], list[int]]:
    """Sums by place in whole numbers; gains of billions of deals do not fit a machine's word."""
    order = np.argsort(places, kind="stable")
    sorted_places = places[order]
    starts = np.flatnonzero(np.r_[True, sorted_places[1:] != sorted_places[:-1]])
    high, low = np.divmod(gains[order], 1 << 30)
    tops, bottoms = np.add.reduceat(high, starts), np.add.reduceat(low, starts)
    return sorted_places[starts].tolist(), [
        int(top) * (1 << 30) + int(bottom) for top, bottom in zip(tops.tolist(), bottoms.tolist())
    ]


def _whole(array: Array) -> int:
    return sum(_summed(np.zeros(len(array), np.int64), array)[1])


def three_card_line(rules: three_card.ThreeCardRules) -> Short:
    """Play from one hand on."""
    hands, weights, _ = three_card.standard_hands()
    values = np.array([three.rank3(*(int(c) for c in hand)) for hand in hands])
    worths = [three_card._value(row, three_card.category_of([int(c) for c in hand]), rules) + 1
              for row, hand in zip(three_card.standing(rules.qualify), hands)]  # fmt: skip
    scale = np.lcm.reduce([worth.denominator for worth in worths])
    gains = np.array([int(worth * int(scale)) * int(weight) for worth, weight in zip(worths, weights)], np.int64)
    least, got = line_through(values, gains)
    most = int(gains[gains > 0].sum())
    return Short(Fraction(most - got, int(scale) * three_card.HANDS), (least,))


def dj_wild_line(rules: dj_wild.DjWildRules) -> Short:
    """Play from one hand on."""
    table = dj_wild.standing()
    worth, scale = dj_wild.worth_of(rules, table.values, dj_wild.endings_of(table))
    gains = (worth + 2 * scale * dj_wild.DEALER_HANDS) * table.weights
    least, got = line_through(table.values, gains)
    whole = scale * dj_wild.DEALER_HANDS * dj_wild.HANDS
    return Short(Fraction(_whole(np.maximum(gains, 0)) - got, whole), (least,))


def crazy_four_lines(rules: crazy_four.CrazyFourRules) -> Short:
    """Play as often as is allowed from where it is allowed, once from one hand on."""
    table = crazy_four.standing(rules.qualify)
    worth, scale = crazy_four.worth_of(rules, table.values, crazy_four.endings_of(table, rules.qualify))
    whole = scale * crazy_four.DEALER_HANDS * crazy_four.HANDS
    return _two_lines(worth, table.values, table.weights, rules.most, whole, rules.more_from)


def four_card_lines(rules: four_card.FourCardRules) -> Short:
    """Play the most from one kind of hand on, once from a lesser one, each by the rank of the card that the dealer
    shows: thirteen lines for the most, then thirteen for once."""
    table = four_card.standing()
    worth, scale = four_card.worth_of(rules, table.values, four_card._all_endings(table))
    whole = scale * four_card.DEALER_HANDS * four_card.DEALS
    kinds = as_named(table.values)
    shown = (np.cumsum(table.weights, dtype=np.int64) - 1) // (four_card.DEALS // len(RANKS))  # the ranks follow on
    found = [
        _two_lines(worth[:, rows], kinds[rows], table.weights[rows], rules.most, whole)
        for rows in (shown == rank for rank in range(len(RANKS)))
    ]
    lines = [short.lines[wager] for wager in (0, 1) for short in found]
    return Short(sum((short.cost for short in found), Fraction(0)), tuple(lines))


def as_named(values: Array) -> Array:
    """Each hand of four cards as the least one that is called alike: a pair of tens, whatever lies beside it."""
    distinct, places = np.unique(values, return_inverse=True)
    least: dict[str, int] = {}
    return np.array([least.setdefault(four.describe4(value), value) for value in distinct.tolist()])[places]


def _two_lines(worth: Array, values: Array, weights: Array, most: int, whole: int, from_: int | None = None) -> Short:
    weights = weights.astype(np.int64)
    best = worth.max(axis=0)
    once, got_once = line_through(values, (worth[1] - worth[0]) * weights)
    if from_ is None:
        more, got_more = line_through(values, (worth[most] - worth[1]) * weights)
    else:
        rows = values >= from_
        more, got_more = from_, _whole(((worth[most] - worth[1]) * weights)[rows])
    perfect = _whole((best - worth[0]) * weights)
    return Short(Fraction(perfect - got_once - got_more, whole), (more, once))


def let_it_ride_rule(rules: let_it_ride.LetItRideRules) -> Short:
    """The two decisions by words."""
    paid = let_it_ride.nets_by_wager(rules)[0]
    pairs = frozenset(rank for rank in range(13) if paid[rank + 1] > -1)
    hands = let_it_ride.standard_hands()
    first = np.array([first_ride([int(c) for c in hand], pairs) for hand in hands])
    second = np.zeros((len(hands), 52), np.bool_)
    for row, hand in enumerate(hands):
        held = [int(c) for c in hand]
        for card in range(52):
            if card not in held:
                second[row, card] = second_ride([*held, card], pairs)
    followed = let_it_ride.follow(rules, first, second).main.house_edge
    return Short(followed - let_it_ride.analyse(rules).main.house_edge)


def mississippi_rule(rules: mississippi.MississippiRules) -> Short:
    """Points and draws on every street, followed through every deal."""
    ready = mississippi.prepared(rules)
    holes, weights, counts, _ = mississippi.counted()
    most, least = int(max(ready.multiples)), int(min(ready.multiples))
    total = 0
    for row, weight in enumerate(weights):
        paid = counts[row].astype(np.int64) @ ready.scaled
        total += int(weight) * _street_worth([int(c) for c in holes[row]], paid, ready.unit, most, least)
    deals = 1326 * mississippi.LAST_THREE
    followed = Fraction(total, deals * ready.unit)
    return Short(-followed - mississippi.analyse(rules).odds.main.house_edge)


def _street_worth(hole: Sequence[int], paid: Array, unit: int, most: int, least: int) -> int:
    """What a starting hand is worth by the rule, summed over all deals of three cards."""

    def bet(cards: Sequence[int], raised: bool) -> int:
        word = street_bet(cards, raised)
        return most if word == "most" else least if word == "least" else 0

    third = bet(hole, False)
    if not third:
        return -mississippi.LAST_THREE * unit
    total, left = 0, [card for card in range(52) if card not in hole]
    for first in left:
        fourth = bet([*hole, first], third == most)
        if not fourth:
            total -= mississippi.LAST_TWO * (1 + third) * unit
            continue
        for second in left:
            if second == first:
                continue
            fifth = bet([*hole, first, second], most in (third, fourth))
            if not fifth:
                total -= mississippi.LAST_CARDS * (1 + third + fourth) * unit
                continue
            low, high = min(first, second), max(first, second)
            row = paid[low + high * (high - 1) // 2]
            total += int(row[0]) + third * int(row[1]) + fourth * int(row[2]) + fifth * int(row[3])
    return total


def flush_line(rules: high_card_flush.FlushRules) -> Short:
    """Raise three-card flushes from one on, longer ones by as much as they may be, fold shorter ones."""
    numbers, limits = high_card_flush.numbers_of(rules)
    lists = [[mask for mask in range(SETS) if mask.bit_count() == size] for size in range(high_card_flush.CARDS + 1)]
    by_size = np.zeros((len(lists), max(len(row) for row in lists)), np.int64)
    for size, row in enumerate(lists):
        by_size[size, : len(row)] = row
    sizes = np.array([len(row) for row in lists], np.int64)
    gains = np.zeros((SETS, 3), np.float64)
    _flush_gains(numbers, limits, rules.compare == "highest-rank", by_size, sizes, gains)
    whole = float(numbers[4]) * high_card_flush.HANDS * high_card_flush.DEALER_HANDS
    perfect = float(gains[:, 0].sum())
    long = sum(float(gains[mask, 2]) for mask in range(SETS) if mask.bit_count() > 3)
    best, least, running = 0.0, None, 0.0
    for mask in sorted(lists[3], reverse=True):
        running += float(gains[mask, 2])
        if running > best:
            best, least = running, mask
    return Short(Fraction((perfect - long - best) / whole).limit_denominator(10**12), (least,))


@compiled
def _flush_gains(rules: Array, limits: Array, top_only: bool, by_size: Array, sizes: Array, gains: Array) -> None:
    """By the longest suit: what the best choice, the least raise and the most gain over a fold, over all hands."""
    masks = np.zeros(4, np.int64)
    space = np.zeros((11, 8), np.int64)
    ends = space[high_card_flush.ENDS]
    ante, pays, unit, idle = rules[2], rules[3], rules[4], rules[5]
    for m0 in range(1, SETS):
        left0 = high_card_flush.CARDS - SIZE[m0]
        if left0 < 0:
            continue
        for m1 in range(m0 + 1):
            left1 = left0 - SIZE[m1]
            if left1 < 0:
                continue
            for m2 in range(m1 + 1):
                left2 = left1 - SIZE[m2]
                if left2 < 0:
                    continue
                for k in range(sizes[left2]):
                    m3 = by_size[left2, k]
                    if m3 > m2:
                        break
                    masks[0], masks[1], masks[2], masks[3] = m0, m1, m2, m3
                    weight = likeness(m0, m1, m2, m3)
                    length, flush = high_card_flush.stand(masks, rules[0], rules[1], top_only, space)
                    base = idle * ends[high_card_flush.IDLE] + ante * ends[high_card_flush.WIN]
                    base += unit * (high_card_flush.DEALER_HANDS - ends[high_card_flush.LOSS])
                    each = pays * ends[high_card_flush.WIN] - unit * ends[high_card_flush.LOSS]
                    if limits[length] > 0:
                        gains[flush, 1] += float(weight) * (base + each)
                        gains[flush, 2] += float(weight) * (base + limits[length] * each)
                        gains[flush, 0] += float(weight) * max(base + each, base + limits[length] * each, 0)


def in_words(hands: Sequence[tuple[str, bool]]) -> str:
    """Starting hands that are raised, by their higher card: from which lower one on, suited and not."""
    raised = {name for name, does in hands if does}
    said = []
    pairs = [rank for rank in RANKS if rank * 2 in raised]
    if pairs:
        upwards = pairs == list(RANKS[RANKS.index(pairs[0]) :])
        said.append(f"pairs from {pairs[0] * 2}" if upwards else " ".join(rank * 2 for rank in pairs))
    for high in reversed(RANKS):
        lower = RANKS[: RANKS.index(high)]
        parts = []
        for end, kind in (("s", "suited"), ("o", "offsuit")):
            held = [low for low in lower if f"{high}{low}{end}" in raised]
            if held:
                solid = len(held) > 1 and held == list(lower[lower.index(held[0]) :])
                parts.append(f"{kind} with {f'{held[0]} up' if solid else ' '.join(held)}")
        if parts:
            said.append(f"{high} {', '.join(parts)}")
    return "; ".join(said)
