"""The roulette layout: which numbers each place of it covers, as plain functions over small integers.

Pockets are 0 to 36, 37 for the double zero and 38 for the triple zero. The numbers stand in twelve rows of three; the
zeros lie at the end of the first row: one box beside 1, 2 and 3, or two that share the side of 2 or three.
"""

from __future__ import annotations

DOUBLE_ZERO, TRIPLE_ZERO = 37, 38
ZERO_NAMES = {DOUBLE_ZERO: "00", TRIPLE_ZERO: "000"}
ORDINALS = ("1st", "2nd", "3rd")
RED_NUMBERS = 0b1010101001010101011010101001010101010  # bit n set: n stands on red

Places = dict[str, frozenset[int]]  # what a wager is on -> the pockets it covers


def pocket_number(name: str) -> int:
    return {"00": DOUBLE_ZERO, "000": TRIPLE_ZERO}.get(name) or int(name)


def pocket_name(number: int) -> str:
    return ZERO_NAMES.get(number) or str(number)


def is_number(pocket: int) -> bool:
    """Not a zero."""
    return 1 <= pocket <= 36


def is_red(pocket: int) -> bool:
    return is_number(pocket) and RED_NUMBERS >> pocket & 1 == 1


def is_black(pocket: int) -> bool:
    return is_number(pocket) and RED_NUMBERS >> pocket & 1 == 0


def is_odd(pocket: int) -> bool:
    return is_number(pocket) and pocket % 2 == 1


def is_even(pocket: int) -> bool:
    """Zeros are not even here: even-money wagers lose on them."""
    return is_number(pocket) and pocket % 2 == 0


def is_low(pocket: int) -> bool:
    return 1 <= pocket <= 18


def is_high(pocket: int) -> bool:
    return 19 <= pocket <= 36


def column_of(pocket: int) -> int:
    """1, 2 or 3; 0 for a zero."""
    return (pocket - 1) % 3 + 1 if is_number(pocket) else 0


def dozen_of(pocket: int) -> int:
    """1, 2 or 3; 0 for a zero."""
    return (pocket - 1) // 12 + 1 if is_number(pocket) else 0


EVEN_MONEY = {
    "red": is_red,
    "black": is_black,
    "odd": is_odd,
    "even": is_even,
    "1-18": is_low,
    "19-36": is_high,
}


def _on(*numbers: int) -> str:
    """`17-20`, `0-00-2`: zeros first, then in order."""
    return "-".join(pocket_name(n) for n in sorted(numbers, key=lambda n: (is_number(n), n)))


def _named(groups: list[tuple[int, ...]]) -> Places:
    return {_on(*group): frozenset(group) for group in groups}


def zeros_of(count: int) -> tuple[int, ...]:
    """The pockets that are zeros, on a wheel with so many."""
    return (0, DOUBLE_ZERO, TRIPLE_ZERO)[:count]


# Two boxes that lie side by side, one of them a zero; three zeros share the side of the first row, a number each.
ZERO_SPLITS: dict[int, list[tuple[int, ...]]] = {
    1: [(0, 1), (0, 2), (0, 3)],
    2: [(0, DOUBLE_ZERO), (0, 1), (0, 2), (DOUBLE_ZERO, 2), (DOUBLE_ZERO, 3)],
    3: [(0, DOUBLE_ZERO), (DOUBLE_ZERO, TRIPLE_ZERO), (0, 1), (DOUBLE_ZERO, 2), (TRIPLE_ZERO, 3)],
}


def straights(zeros: int) -> Places:
    return _named([*((zero,) for zero in zeros_of(zeros)), *((n,) for n in range(1, 37))])


def splits(zeros: int) -> Places:
    """Two boxes with a line between them."""
    groups: list[tuple[int, ...]] = [(n, n + 1) for n in range(1, 37) if n % 3]
    groups += [(n, n + 3) for n in range(1, 34)]
    return _named(groups + ZERO_SPLITS[zeros])


def trios(zeros: int, zero_groups: list[tuple[int, ...]]) -> Places:
    """A row, or one of the groups with a zero that the rulebook lists and this layout has."""
    rows: list[tuple[int, ...]] = [(n, n + 1, n + 2) for n in range(1, 37, 3)]
    there = zeros_of(zeros)
    return _named(rows + [g for g in zero_groups if all(is_number(n) or n in there for n in g)])


def corners() -> Places:
    return _named([(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3])


def six_lines() -> Places:
    return _named([tuple(range(n, n + 6)) for n in range(1, 32, 3)])


def columns() -> Places:
    return {name: frozenset(n for n in range(1, 37) if column_of(n) == k) for k, name in enumerate(ORDINALS, 1)}


def dozens() -> Places:
    return {f"{name}-12": frozenset(n for n in range(1, 37) if dozen_of(n) == k) for k, name in enumerate(ORDINALS, 1)}


def layout(zeros: int, zero_groups: list[tuple[int, ...]]) -> dict[str, Places]:
    """Every wager of a layout with so many zeros and every place it may lie on."""
    places = {
        "straight": straights(zeros),
        "split": splits(zeros),
        "three-numbers": trios(zeros, zero_groups),
        "four-numbers": corners(),
        "six-numbers": six_lines(),
        "column": columns(),
        "dozen": dozens(),
    }
    if zeros == 2:
        places["first-five-numbers"] = {"": frozenset((0, DOUBLE_ZERO, 1, 2, 3))}
    for name, holds in EVEN_MONEY.items():
        places[name] = {"": frozenset(n for n in range(1, 37) if holds(n))}
    return places
