"""Simulated craps: one walk over the rolls that settles every wager of the table.

One-roll wagers, place, buy and lay wagers and hardways (each made again as soon as it is decided) follow
from how often each of the 36 combinations fell; the line, the Fire Bet and the collecting wagers need the
state of the table and are counted as they are decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.games.dice import throws as game
from croupier.hands.compiled import compiled
from croupier.odds.games.dice.exact import CRAPS, ComeOut
from croupier.odds.simulate.streams import State, below

POINT, WIN, LOSE = 0, 1, 2
# The table's own sets of totals, as bit masks.
SIX_STRING, FAB_FOUR, FIRE_POINTS = game.SIX_STRING, game.FAB_FOUR, game.FIRE_POINTS

# Places in the walk's state, which lives on between calls.
_POINT, _MADE, _SEEN = range(3)


class Throws(msgspec.Struct, frozen=True):
    """What a simulation counted."""

    rolls: int
    combinations: NDArray[np.int64]  # first die x second die
    come_out: NDArray[np.int64]  # by total, come-out rolls
    made: NDArray[np.int64]  # by point
    missed: NDArray[np.int64]  # by point
    unique_points: NDArray[np.int64]  # shooters by their number of different points
    collected: NDArray[np.int64]  # by how many of the ten totals fell before a seven
    six_string: NDArray[np.int64]  # lost, won
    fab_four: NDArray[np.int64]

    def totals(self) -> dict[int, int]:
        return {
            total: sum(int(self.combinations[a, total - 2 - a]) for a in range(6) if 0 <= total - 2 - a < 6)
            for total in range(2, 13)
        }

    def line(self, line: ComeOut) -> dict[str, int]:
        """Pass wagers by their end: won or lost on the come-out, made or missed by point."""
        won = sum(int(self.come_out[t]) for t in line.wins)
        lost = sum(int(self.come_out[t]) for t in line.loses)
        ends = {"natural": won, "craps": lost}
        for point in line.points:
            ends[f"made {point}"] = int(self.made[point])
            ends[f"missed {point}"] = int(self.missed[point])
        return ends

    def wager(self, win: Mapping[int, Fraction | int], lose: tuple[int, ...]) -> dict[Fraction, int]:
        """Nets of a wager that some totals win and others lose, made again whenever it is decided."""
        totals = self.totals()
        nets: dict[Fraction, int] = {Fraction(-1): sum(totals[t] for t in lose)}
        for total, pays in win.items():
            nets[Fraction(pays)] = nets.get(Fraction(pays), 0) + totals[total]
        return nets

    def hardway(self, number: int, pays: Fraction | int) -> dict[Fraction, int]:
        half = number // 2 - 1
        hard = int(self.combinations[half, half])
        totals = self.totals()
        return {Fraction(pays): hard, Fraction(-1): totals[number] - hard + totals[7]}


@compiled
def walk(
    state: State,
    rolls: int,
    fate: NDArray[np.uint8],
    table: NDArray[np.int64],
    given: NDArray[np.uint8],
    combinations: NDArray[np.int64],
    come_out: NDArray[np.int64],
    made: NDArray[np.int64],
    missed: NDArray[np.int64],
    unique_points: NDArray[np.int64],
    collected: NDArray[np.int64],
    strings: NDArray[np.int64],
) -> None:
    """Roll so often, from where `table` stands. `given` holds combinations to follow instead, if any."""
    total_of = np.empty(36, dtype=np.uint8)
    for i in range(36):
        total_of[i] = i // 6 + i % 6 + 2
    bits = np.zeros(1 << 13, dtype=np.uint8)
    for i in range(1, 1 << 13):
        bits[i] = bits[i >> 1] + (i & 1)
    point, unique, seen = table[_POINT], table[_MADE], table[_SEEN]
    follow = given.size > 0
    for i in range(rolls):
        roll = given[i] if follow else below(state, 36)
        combinations[roll] += 1
        total = total_of[roll]
        if total == 7:
            collected[bits[seen]] += 1
            strings[1 if seen & SIX_STRING == SIX_STRING else 0] += 1
            strings[3 if seen & FAB_FOUR == FAB_FOUR else 2] += 1
            seen = 0
        else:
            seen |= 1 << total
        if point == 0:
            come_out[total] += 1
            if fate[total] == POINT:
                point = total
        elif total == point:
            made[point] += 1
            unique |= (1 << point) & FIRE_POINTS
            point = 0
        elif total == 7:
            missed[point] += 1
            unique_points[bits[unique]] += 1
            unique = 0
            point = 0
    table[_POINT], table[_MADE], table[_SEEN] = point, unique, seen


def simulate(state: State, rolls: int, line: ComeOut = CRAPS, given: NDArray[np.uint8] | None = None) -> Throws:
    """Roll the dice so often (or follow the `given` combinations, `6 * (first - 1) + second - 1`)."""
    if rolls < 0:
        raise ValueError("a simulation cannot have a negative number of rolls")
    fate = np.zeros(13, dtype=np.uint8)
    for total in line.wins:
        fate[total] = WIN
    for total in line.loses:
        fate[total] = LOSE
    followed = np.empty(0, dtype=np.uint8) if given is None else given
    if given is not None and len(given) < rolls:
        raise ValueError("there are fewer rolls given than asked for")
    combinations = np.zeros(36, dtype=np.int64)
    by_total = np.zeros((3, 13), dtype=np.int64)
    unique, collected = np.zeros(7, dtype=np.int64), np.zeros(11, dtype=np.int64)
    strings = np.zeros(4, dtype=np.int64)
    walk(
        state, rolls, fate, np.zeros(3, dtype=np.int64), followed, combinations,
        by_total[0], by_total[1], by_total[2], unique, collected, strings,
    )  # fmt: skip
    return Throws(
        rolls=rolls,
        combinations=combinations.reshape(6, 6),
        come_out=by_total[0],
        made=by_total[1],
        missed=by_total[2],
        unique_points=unique,
        collected=collected,
        six_string=strings[:2],
        fab_four=strings[2:],
    )
