"""A whole blackjack game: its edge, its spread, and what every first hand is worth.

The mean is exact for the strategy. The spread of results (hit, push, variance) is exact for hands that are
not split; hands split from one pair are taken as independent once the dealer's total is given, which
changes the standard deviation in the fifth digit.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.exact import Edge
from croupier.odds.games.twentyone import follow as bf
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone import kernel as bk
from croupier.odds.games.twentyone import split as bs
from croupier.odds.games.twentyone.hands import ACE, TEN, VALUES
from croupier.odds.games.twentyone.kernel import FREE, REAL, SPLIT, SURRENDER, ZAP
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import CHOICES, SURRENDERED, Actions, UpTable, may_zap, up_table, zap_value

Spread = dict[Fraction, float]
HAND_MOST = 2  # units that one hand can win or lose


class Deal(NamedTuple):
    """A first hand against an up card: how often, what each choice is worth, and the best of them."""

    first: int
    second: int
    up: int
    chance: float
    alive: float
    values: dict[int, float]
    choice: int

    @property
    def is_blackjack(self) -> bool:
        return (self.first, self.second) == (ACE, TEN)


class Solution(msgspec.Struct, frozen=True):
    """A solved game. `expectation` is the player's, per initial wager."""

    rules: TwentyOneRules
    expectation: float
    average_stake: float
    spread: Spread
    deals: tuple[Deal, ...]
    strategy: str

    def edge(self, conditions: str = "") -> Edge:
        mean = sum(float(net) * p for net, p in self.spread.items())
        square = sum(float(net) ** 2 * p for net, p in self.spread.items())
        return Edge(
            house_edge=-Fraction(self.expectation),
            hit=Fraction(sum(p for net, p in self.spread.items() if net > 0)),
            push=Fraction(self.spread.get(Fraction(0), 0.0)),
            variance=square - mean * mean,
            average_stake=Fraction(self.average_stake),
            strategy=self.strategy,
            conditions=conditions,
        )

    def choices(self, first: int, second: int, up: int) -> dict[str, float]:
        """The value of each choice with two cards once the dealer is known to have no blackjack."""
        low, high = min(first, second), max(first, second)
        deal = next(d for d in self.deals if (d.first, d.second, d.up) == (low, high, up))
        return {CHOICES[choice]: value / deal.alive for choice, value in deal.values.items()}


class Play(NamedTuple):
    """How one up card is played: what to do with first hands, and with every other hand by kind."""

    table: UpTable
    first: dict[tuple[int, int], int]
    actions: tuple[Actions, Actions]


@functools.lru_cache(maxsize=32)
def solve(rules: TwentyOneRules) -> Solution:
    """Optimal play that knows every card of the hand."""
    full = rules.shoe
    plays: list[Play] = []
    deals: list[Deal] = []
    for up in range(VALUES):
        table = up_table(rules, full, up)
        mine = deals_of(rules, full, table)
        deals.extend(mine)
        first = {(deal.first, deal.second): deal.choice for deal in mine}
        plays.append(Play(table, first, (table.actions[REAL], table.actions[FREE])))
    return assemble(rules, plays, deals, "composition-dependent optimal")


def deals_of(rules: TwentyOneRules, full: tuple[int, ...], table: UpTable) -> list[Deal]:
    """Every first hand against an up card from a shoe, with what each choice is worth there."""
    found: list[Deal] = []
    for first in range(VALUES):
        for second in range(first, VALUES):
            chance = deal_chance(full, table.up, first, second)
            if chance <= 0.0:
                continue
            alive = float(table.alive[table.hands.pair[first, second]])
            values = table.choices(first, second)
            if may_zap(rules, first, second):
                values[ZAP] = zap_value(rules, full, table.up, first, second)
            best = max(values, key=lambda choice: values[choice])
            found.append(Deal(first, second, table.up, chance, alive, values, best))
    return found


def deal_chance(shoe: tuple[int, ...], up: int, first: int, second: int) -> float:
    """How likely the dealer shows a value and the player holds two, in either order."""
    left = list(shoe)
    cards = sum(left)
    chance = 2.0 if first != second else 1.0
    for value in (up, first, second):
        chance *= max(left[value], 0) / cards
        left[value] -= 1
        cards -= 1
    return chance


def assemble(rules: TwentyOneRules, plays: list[Play], deals: list[Deal], strategy: str) -> Solution:
    """The expectation, money and spread of a strategy given by its plays."""
    spread: Spread = {}
    expectation, stake = 0.0, 1.0
    by_up: dict[int, list[Deal]] = {up: [] for up in range(VALUES)}
    for deal in deals:
        by_up[deal.up].append(deal)
    for play in plays:
        mean, money = _one_up(rules, play, by_up[play.table.up], spread)
        expectation += mean
        stake += money
    return Solution(
        rules=rules,
        expectation=expectation,
        average_stake=stake,
        spread=dict(sorted(spread.items())),
        deals=tuple(deals),
        strategy=strategy,
    )


def deal_spread(solution: Solution, deal: Deal) -> Spread:
    """Net results of one first hand played by the optimal strategy, given no dealer's blackjack."""
    rules = solution.rules
    if deal.is_blackjack:
        return {rules.blackjack_pays: 1.0}
    table = up_table(rules, rules.shoe, deal.up)
    play = Play(table, {(deal.first, deal.second): deal.choice}, (table.actions[REAL], table.actions[FREE]))
    spread: Spread = {}
    _one_up(rules, play, [deal], spread)
    if not rules.blackjack_takes_all:
        lost = deal.chance * (1.0 - deal.alive)
        spread[Fraction(-1)] = max(spread.get(Fraction(-1), 0.0) - lost, 0.0)
    whole = sum(spread.values())
    return {net: chance / whole for net, chance in spread.items()}


def _one_up(rules: TwentyOneRules, play: Play, deals: list[Deal], spread: Spread) -> tuple[float, float]:
    table = play.table
    reach = np.zeros(len(table.hands.total))
    mean, money = 0.0, 0.0
    for deal in deals:
        hand = int(table.hands.pair[deal.first, deal.second])
        if deal.is_blackjack:
            mean += _blackjack(rules, table, deal, spread)
            continue
        choice = play.first[deal.first, deal.second]
        if choice == SURRENDER:
            mean += _surrendered(table, deal, spread)
            continue
        if not rules.blackjack_takes_all:
            _add(spread, Fraction(-1), deal.chance * (1.0 - deal.alive))
            mean -= deal.chance * (1.0 - deal.alive)
        if choice == SPLIT:
            if play.actions[REAL] is table.actions[REAL]:
                value, further = float(table.split[deal.first]), float(table.split_money[deal.first])
            else:
                value, further = table.split_value(deal.first, play.actions)
            mean += deal.chance * value
            money += deal.chance * further
            for net, chance in _split_spread(table, deal.first, play.actions).items():
                _add(spread, net, deal.chance * deal.alive * chance)
        elif choice == ZAP:
            value, further = _zapped(rules, table, deal, spread)
            mean += value
            money += further
        else:
            reach[hand] += deal.chance
    value, further = _follow(table, play.actions[REAL], reach, spread)
    return mean + value, money + further


def _surrendered(table: UpTable, deal: Deal, spread: Spread) -> float:
    """Half of the wager, or all of it where a blackjack of the dealer comes before the surrender."""
    early = table.up in table.rules.early_surrender
    lost = 0.0 if early else table.dealer_blackjack(deal.first, deal.second)
    _add(spread, Fraction(-1), deal.chance * lost)
    _add(spread, Fraction(-1, 2), deal.chance * (1.0 - lost))
    return -deal.chance * (lost + SURRENDERED * (1.0 - lost))


def _follow(table: UpTable, action: Actions, reach: NDArray[np.float64], spread: Spread) -> tuple[float, float]:
    """Play hands that are not split; returns their value and the money doubled on them."""
    result = np.zeros((3, 3))
    bf.follow(
        table.shoe, table.up, table.flags, table.hands.counts, table.hands.child, table.free_double,
        table.all_win, table.all_lose, table.alive, action, reach, result,
    )  # fmt: skip
    value = 0.0
    for row, (won, lost) in enumerate(((1, 1), (2, 2), (2, 1))):
        value += won * float(result[row, 0]) - lost * float(result[row, 1])
        _add(spread, Fraction(won), float(result[row, 0]))
        _add(spread, Fraction(-lost), float(result[row, 1]))
        _add(spread, Fraction(0), float(result[row, 2]))
    return value, float(result[1].sum())


def _blackjack(rules: TwentyOneRules, table: UpTable, deal: Deal, spread: Spread) -> float:
    """The player's blackjack: paid unless the dealer has one too, or pushed by a 22 if so read."""
    left = table.shoe - bh.as_counts([table.up, ACE, TEN])
    dealer = dealer_ends(left, table)
    dealer_has = float(dealer[bh.DEALER_BLACKJACK])
    pushed = dealer_has
    if rules.push_22_blackjacks and table.up in rules.push_22:
        pushed += float(dealer[bh.DEALER_22])
    paid = 1.0 - pushed
    for pays, share in rules.blackjack_rows or ((rules.blackjack_pays, Fraction(1)),):
        _add(spread, pays, deal.chance * paid * float(share))
    _add(spread, Fraction(0), deal.chance * pushed)
    return deal.chance * paid * float(rules.blackjack_pays)


def dealer_ends(left: NDArray[np.int64], table: UpTable) -> NDArray[np.float64]:
    """How the dealer ends, drawing from these cards."""
    batch = np.zeros((VALUES, bk.BATCH))
    batch[:, 0] = left
    out = np.empty((bh.DEALER_ENDS, bk.BATCH))
    bk.finish_chances(batch, *table.tree, out)
    return out[:, 0]


def _zapped(rules: TwentyOneRules, table: UpTable, deal: Deal, spread: Spread) -> tuple[float, float]:
    """Two new cards from the shoe without the exchanged ones, played at their best."""
    rest = [int(count) for count in table.shoe]
    rest[deal.first] -= 1
    rest[deal.second] -= 1
    again = up_table(rules, tuple(rest), table.up)
    reach = np.zeros(len(again.hands.total))
    mean, money = 0.0, 0.0
    # deal_chance counts the up card too, which is already on the table
    shown = rest[table.up] / sum(rest)
    for first in range(VALUES):
        for second in range(first, VALUES):
            chance = deal.chance * deal_chance(tuple(rest), table.up, first, second) / shown
            values = again.choices(first, second)
            best = max(values, key=lambda choice: values[choice])
            if chance <= 0.0:
                continue
            if best == SPLIT:
                mean += chance * float(again.split[first])
                money += chance * float(again.split_money[first])
                alive = float(again.alive[again.hands.pair[first, first]])
                for net, part in _split_spread(again, first, again.actions).items():
                    _add(spread, net, chance * alive * part)
            else:
                reach[again.hands.pair[first, second]] += chance
    value, further = _follow(again, again.actions[REAL], reach, spread)
    return mean + value, money + further


# ------------------------------------------------------------------ the spread of split hands


def _split_spread(table: UpTable, pair: int, actions: tuple[Actions, Actions] | list[Actions]) -> Spread:
    """Net results of a split pair, given no dealer's blackjack; hands independent given the dealer's end."""
    hands = table.hands
    left = table.shoe - bh.as_counts([table.up, pair, pair])
    dealer = dealer_ends(left, table)
    if not table.rules.blackjack_takes_all:
        dealer[bh.DEALER_BLACKJACK] = 0.0
        dealer /= dealer.sum()
    free = pair in table.rules.free_splits
    totals: dict[tuple[int, bool], NDArray[np.float64]] = {}
    for kind in (REAL, FREE) if free else (REAL,):
        for may_pair in (False, True):
            totals[kind, may_pair] = np.zeros((3, bk.CHARLIE + 1))
            bf.split_totals(
                table.shoe, table.up, pair, hands.counts, table.total, hands.child, table.free_double,
                table.after_split(pair, kind, actions), may_pair, totals[kind, may_pair],
            )  # fmt: skip
    chances = bs.course_chances(table.limit(pair), int(left[pair]), int(left.sum()))
    most = HAND_MOST * max(course.hands for course in chances)
    spread = np.zeros(2 * most + 1)
    for end, dealt in enumerate(dealer):
        if dealt <= 0.0:
            continue
        single = {key: _one_hand(table, end, ends, key[0]) for key, ends in totals.items()}
        for course, chance in chances.items():
            kinds = [REAL] + [FREE if free else REAL] * (course.hands - 1)
            together = np.ones(1)
            for place, kind in enumerate(kinds):
                together = np.convolve(together, single[kind, place >= course.filled])
            reach = HAND_MOST * course.hands
            spread[most - reach : most + reach + 1] += float(dealt) * chance * together
    return {Fraction(i - most): float(chance) for i, chance in enumerate(spread) if chance}


def _one_hand(table: UpTable, end: int, totals: NDArray[np.float64], kind: int) -> NDArray[np.float64]:
    """The net results of one split hand, from two units lost to two won, when the dealer ends so."""
    nets = np.zeros(2 * HAND_MOST + 1)
    for row in range(3):
        won = 1 if row == 0 else 2
        lost = {0: 1, 1: 2, 2: 1}[row] - (1 if kind == FREE else 0)
        for total in np.flatnonzero(totals[row]):
            outcome = _compare(table, end, int(total), doubled=row > 0)
            net = won if outcome > 0 else -lost if outcome < 0 else 0
            nets[HAND_MOST + net] += totals[row, total]
    return nets


def _compare(table: UpTable, end: int, total: int, doubled: bool) -> int:
    if end == bh.DEALER_BLACKJACK:
        return -1
    if total == bk.CHARLIE:
        return 1
    if total > 21:
        lives = table.flags[bk.BACK_TO_LIFE] and (not doubled or table.flags[bk.BACK_DOUBLED])
        return 1 if lives and end > bh.DEALER_22 else -1
    if end == bh.DEALER_22:
        return 0 if table.flags[bk.PUSH_22] else 1
    if end > bh.DEALER_22:
        return 1
    return (total > end + 17) - (total < end + 17)


def _add(spread: Spread, net: Fraction, chance: float) -> None:
    if chance:
        spread[net] = spread.get(net, 0.0) + chance
