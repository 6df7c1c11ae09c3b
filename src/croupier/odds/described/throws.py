"""Described wagers on dice: the states that throws lead through, solved in exact fractions.

Memory only grows, so states are solved from those that remember most; among the states that remember the same only
the point goes to and fro, which is a handful of linear equations.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from croupier.games.dice.described import WAYS, State, Steps, courses
from croupier.rulebook.described import Described
from croupier.rulebook.described.dice import Memory


class Ends(NamedTuple):
    """How likely each outcome is, and how many throws it takes on average."""

    chances: dict[str, Fraction]
    throws: Fraction


def outcomes(
    described: Described, rows: Collection[str], points: Collection[int], on: str = "", point: int = 0
) -> Ends:
    """What becomes of a wager that is placed while this point stands."""
    start, states = courses(described, rows, points, on, point)
    layers: dict[Memory, dict[State, Steps]] = {}
    for state, steps in states.items():
        layers.setdefault(state.memory, {})[state] = steps
    solved: dict[State, Ends] = {}
    for memory in sorted(layers, key=_fullness, reverse=True):
        solved |= _layer(layers[memory], solved)
    return solved[start]


def _fullness(memory: Memory) -> int:
    """Grows with every throw that changes the memory."""
    return sum(memory.times) + memory.throws + memory.passes + len(memory.points) + len(memory.pairs)


def _layer(states: dict[State, Steps], solved: dict[State, Ends]) -> dict[State, Ends]:
    """States of one memory: linear equations among themselves, everything else known."""
    order = {state: number for number, state in enumerate(states)}
    matrix = [[Fraction(int(i == j)) for j in range(len(order))] for i in range(len(order))]
    known: list[dict[str, Fraction]] = []
    for state, i in order.items():
        reached = {"": Fraction(1)}  # throws are added up under the empty name
        for ways, outcome, after in states[state]:
            thrown = Fraction(ways, WAYS)
            if outcome:
                _add(reached, outcome, thrown)
            elif after in solved:
                _add(reached, "", thrown * solved[after].throws)
                for name, chance in solved[after].chances.items():
                    _add(reached, name, thrown * chance)
            else:
                matrix[i][order[after]] -= thrown
        known.append(reached)
    names = sorted({name for reached in known for name in reached})
    values = eliminate(matrix, [[reached.get(name, Fraction(0)) for name in names] for reached in known])
    found = {}
    for state, row in zip(order, values):
        chances = {name: value for name, value in zip(names, row) if name and value}
        found[state] = Ends(chances, row[names.index("")])
    return found


def eliminate(matrix: list[list[Fraction]], columns: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve linear equations for several right-hand sides at once."""
    size = len(matrix)
    for pivot in range(size):
        best = next((row for row in range(pivot, size) if matrix[row][pivot]), None)
        if best is None:
            raise ValueError("a wager that the dice may never decide has no odds")
        matrix[pivot], matrix[best] = matrix[best], matrix[pivot]
        columns[pivot], columns[best] = columns[best], columns[pivot]
        scale = 1 / matrix[pivot][pivot]
        matrix[pivot] = [value * scale for value in matrix[pivot]]
        columns[pivot] = [value * scale for value in columns[pivot]]
        for row in range(size):
            factor = matrix[row][pivot]
            if row != pivot and factor:
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[pivot])]
                columns[row] = [a - factor * b for a, b in zip(columns[row], columns[pivot])]
    return columns


def _add(reached: dict[str, Fraction], name: str, chance: Fraction) -> None:
    reached[name] = reached.get(name, Fraction(0)) + chance
