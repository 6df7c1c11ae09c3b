"""The chart that people use: one choice for each total (or pair) and up card, and what it costs.

The best chart is found by weighing, for each total, every hand that makes it by how often the chart itself
meets that hand, until nothing changes. Each cell knows what its choices are worth and what a deviation
costs per hundred initial wagers.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.games.twentyone import follow as bf
from croupier.odds.games.twentyone.game import Deal, Play, Solution, assemble, solve
from croupier.odds.games.twentyone.hands import ACE, VALUES, WORDS
from croupier.odds.games.twentyone.kernel import CHARLIE, DOUBLE, FREE, HIT, REAL, SPLIT, STAND, SURRENDER, ZAP
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import CHOICES, Actions, UpTable, up_table

TOTALS = CHARLIE + 1
ROUNDS_MAX = 20
PRIOR = 1e-9  # gives totals that the chart never meets a choice too


class Cell(NamedTuple):
    """One cell: `row` is "hard 16", "soft 18" or "pair 8"; values are given no dealer's blackjack.

    `frequency` is per initial wager; `costs` is what each other choice loses per initial wager.
    """

    row: str
    up: int
    choice: str
    values: dict[str, float]
    frequency: float
    costs: dict[str, float]


class Chart(msgspec.Struct, frozen=True):
    """A whole chart with the game it makes."""

    rules: TwentyOneRules
    cells: tuple[Cell, ...]
    solution: Solution
    cost: float  # what it gives up against composition-dependent play, per initial wager

    def choice(self, row: str, up: int) -> str:
        return next(cell.choice for cell in self.cells if cell.row == row and cell.up == up)

    def rows(self) -> list[str]:
        return list(dict.fromkeys(cell.row for cell in self.cells))

    def text(self) -> str:
        """The chart as people print it: S stand, H hit, D double, P split, R surrender, Z zap."""
        letters = dict(zip(CHOICES, "SHDPRZ"))
        order = [*range(1, VALUES), ACE]
        lines = ["          " + " ".join(WORDS[up] for up in order)]
        for row in self.rows():
            lines.append(f"{row:<9} " + " ".join(letters[self.choice(row, up)] for up in order))
        return "\n".join(lines)


class _UpChart:
    """The best chart of one up card."""

    def __init__(self, table: UpTable, deals: list[Deal]) -> None:
        self.table = table
        self.deals = [deal for deal in deals if not deal.is_blackjack]
        hands = table.hands
        self.soft = (hands.total != hands.hard).astype(np.int64)
        self.total = table.total
        self.two = np.zeros(len(hands.total))
        self.first = {(d.first, d.second): d.choice for d in self.deals}
        everything = table.actions[REAL].copy()
        everything[table.total < 21] = HIT
        self.prior = self._reach(everything, dict.fromkeys(self.first, HIT))
        self.action = table.actions[REAL].copy()
        self.value = np.zeros(len(hands.total))
        self.drawing = np.zeros(len(hands.total))
        self.sums = np.zeros((2, TOTALS, 3))

    def _reach(self, action: Actions, first: dict[tuple[int, int], int]) -> NDArray[np.float64]:
        """How often every hand is met; also notes how often as the first two cards."""
        table = self.table
        reach = np.zeros(len(table.hands.total))
        for deal in self.deals:
            if first[deal.first, deal.second] not in (SPLIT, SURRENDER, ZAP):
                reach[table.hands.pair[deal.first, deal.second]] += deal.chance
        self.two = reach.copy()
        bf.follow(
            table.shoe, table.up, table.flags, table.hands.counts, table.hands.child, table.free_double,
            table.all_win, table.all_lose, table.alive, action, reach, np.zeros((3, 3)),
        )  # fmt: skip
        return reach

    def improve(self) -> bool:
        """Choose again for every total, pair and first hand; whether anything changed."""
        table, hands = self.table, self.table.hands
        reach = self._reach(self.action, self.first)
        weights = reach + PRIOR * self.prior
        # A doubled hand does not go on to be drawn to: it counts for its total as if undoubled.
        self.sums[:] = 0.0
        bf.chart_up(
            table.shoe, table.up, table.flags, hands.counts, table.total, hands.hard, hands.child,
            table.all_win, table.all_lose, table.alive, weights, self.sums, self.value, self.drawing,
        )  # fmt: skip
        action = np.where(self._draws(), HIT, STAND)
        action = np.where(self._doubles(), DOUBLE, action).astype(np.int8)
        self._pairs(action)
        first = self._first(action)
        changed = bool((action != self.action).any()) or first != self.first
        self.action, self.first = action, first
        return changed

    def _draws(self) -> NDArray[np.bool_]:
        draw = self.sums[:, :, 2] > self.sums[:, :, 1]
        draw[:, 21:] = False
        chosen: NDArray[np.bool_] = draw[self.soft, self.total]
        return chosen

    def _double_gain(self) -> NDArray[np.float64]:
        """What doubling adds over the other choice, for each total, over first hands."""
        gain = np.zeros((2, TOTALS))
        double = self.table.double[:, REAL]
        for hand in np.flatnonzero(np.isfinite(double) & (self.table.alive > 0)):
            weight = self.two[hand] + PRIOR * self.prior[hand]
            gain[self.soft[hand], self.total[hand]] += weight * (double[hand] - self.value[hand])
        return gain

    def _doubles(self) -> NDArray[np.bool_]:
        gain = self._double_gain()
        allowed = np.isfinite(self.table.double[:, REAL])
        chosen: NDArray[np.bool_] = allowed & (gain[self.soft, self.total] > 0)
        return chosen

    def _pairs(self, action: Actions) -> None:
        """A pair that is not split has its own row, so it may be played unlike its total."""
        stand = self.table.stand()
        for value in range(VALUES):
            hand = int(self.table.hands.pair[value, value])
            options = {
                STAND: float(stand[hand]),
                HIT: float(self.drawing[hand]),
                DOUBLE: float(self.table.double[hand, REAL]),
            }
            best = max(options, key=lambda choice: options[choice])
            action[hand] = best
            self.value[hand] = max(options[STAND], options[HIT])

    def hand_value(self, hand: int, action: Actions) -> float:
        return float(self.table.double[hand, REAL] if action[hand] == DOUBLE else self.value[hand])

    def _first(self, action: Actions) -> dict[tuple[int, int], int]:
        """What the first two cards do: pairs by themselves, other hands with their total."""
        table = self.table
        first: dict[tuple[int, int], int] = {}
        gains: dict[tuple[int, int, int], float] = {}  # a soft total is another row than the hard one
        for deal in self.deals:
            hand = int(table.hands.pair[deal.first, deal.second])
            own = self.hand_value(hand, action)
            options = {int(action[hand]): own}
            options |= {c: v for c, v in deal.values.items() if c in (SURRENDER, ZAP)}
            if deal.first == deal.second:
                split, _ = table.split_value(deal.first, (action, table.actions[FREE]))
                options[SPLIT] = split
                first[deal.first, deal.second] = max(options, key=lambda choice: options[choice])
                continue
            first[deal.first, deal.second] = int(action[hand])
            for choice in options.keys() & {SURRENDER, ZAP}:
                key = (choice, int(self.soft[hand]), int(table.hands.total[hand]))
                gains[key] = gains.get(key, 0.0) + deal.chance * (options[choice] - own)
        for deal in self.deals:
            hand = int(table.hands.pair[deal.first, deal.second])
            soft, total = int(self.soft[hand]), int(table.hands.total[hand])
            for choice in (SURRENDER, ZAP):
                if deal.first != deal.second and choice in deal.values and gains[choice, soft, total] > 0:
                    first[deal.first, deal.second] = choice
        return first


@functools.lru_cache(maxsize=16)
def chart(rules: TwentyOneRules) -> Chart:
    """The best total-dependent chart of a game."""
    best = solve(rules)
    full = rules.shoe
    plays: list[Play] = []
    deals: list[Deal] = []
    cells: list[Cell] = []
    for up in range(VALUES):
        table = up_table(rules, full, up)
        mine = [deal for deal in best.deals if deal.up == up]
        found = _UpChart(table, mine)
        for _ in range(ROUNDS_MAX):
            if not found.improve():
                break
        plays.append(Play(table, found.first, (found.action, table.actions[FREE])))
        deals.extend(mine)
        cells.extend(_cells(found))
    solution = assemble(rules, plays, deals, "total-dependent chart")
    ordered = sorted(cells, key=_order)
    return Chart(
        rules=rules,
        cells=tuple(ordered),
        solution=solution,
        cost=best.expectation - solution.expectation,
    )


def _order(cell: Cell) -> tuple[int, int, int]:
    kind, name = cell.row.split()
    if kind == "pair":
        return 2, WORDS.index(name), cell.up
    return ("hard", "soft").index(kind), int(name), cell.up


def _cells(found: _UpChart) -> list[Cell]:
    """Hard and soft totals over every hand that makes them, then pairs as dealt."""
    cells: list[Cell] = []
    hands = found.table.hands
    for soft, kind in ((0, "hard"), (1, "soft")):
        for total in range(5 if not soft else 13, 21):
            cell = _total_cell(found, soft, total, f"{kind} {total}")
            if cell is not None:
                cells.append(cell)
    for deal in found.deals:
        if deal.first != deal.second:
            continue
        hand = int(hands.pair[deal.first, deal.first])
        split, _ = found.table.split_value(deal.first, (found.action, found.table.actions[FREE]))
        values = dict(deal.values)
        values[HIT] = float(found.drawing[hand])
        if np.isfinite(split):
            values[SPLIT] = split
        choice = found.first[deal.first, deal.second]
        row = f"pair {WORDS[deal.first]}"
        cells.append(_cell(row, found.table.up, choice, values, deal.chance, deal.alive))
    return cells


def _total_cell(found: _UpChart, soft: int, total: int, row: str) -> Cell | None:
    table, hands = found.table, found.table.hands
    weight, stand, hit = (float(x) for x in found.sums[soft, total])
    if weight <= 0:
        return None
    values = {STAND: stand / weight, HIT: hit / weight}
    members = [
        int(hands.pair[d.first, d.second])
        for d in found.deals
        if d.first != d.second
        and hands.total[hands.pair[d.first, d.second]] == total
        and found.soft[hands.pair[d.first, d.second]] == soft
    ]
    dealt = sum(found.two[hand] * table.alive[hand] for hand in members)
    choice = STAND if stand >= hit else HIT
    forgone: dict[int, float] = {}  # what may be done with first hands only costs what those hands give up
    if dealt > 0 and np.isfinite(table.double[members, REAL]).all():
        worth = sum(found.two[hand] * float(table.double[hand, REAL]) for hand in members)
        values[DOUBLE] = worth / dealt
        base = sum(found.two[hand] * float(found.value[hand]) for hand in members)
        forgone[DOUBLE] = float(base - worth)
        if found.action[members[0]] == DOUBLE:
            choice = DOUBLE
            values[HIT if hit > stand else STAND] = base / dealt
            weight = dealt
    for option in (SURRENDER, ZAP):
        offered = [d for d in found.deals if option in d.values and d.first != d.second]
        mine = [d for d in offered if int(hands.pair[d.first, d.second]) in members]
        if mine:
            mass = sum(d.chance * d.alive for d in mine)
            values[option] = sum(d.chance * d.values[option] for d in mine) / mass
            kept = sum(d.chance * float(found.value[hands.pair[d.first, d.second]]) for d in mine)
            forgone[option] = kept - values[option] * mass
            if found.first[mine[0].first, mine[0].second] == option:
                choice, weight = option, mass
    cell = _cell(row, table.up, choice, values, weight, 1.0)
    cell.costs.update({CHOICES[option]: loss for option, loss in forgone.items() if option != choice})
    return cell


def _cell(row: str, up: int, choice: int, values: dict[int, float], frequency: float, alive: float) -> Cell:
    given = {CHOICES[option]: value / alive for option, value in values.items()}
    given = {name: float(value) for name, value in given.items()}
    best = given[CHOICES[choice]]
    costs = {
        name: float(frequency * alive * (best - value)) for name, value in given.items() if name != CHOICES[choice]
    }
    return Cell(row, up, CHOICES[choice], given, float(frequency), costs)
