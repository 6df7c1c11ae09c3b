"""What a rulebook can say about where a ball comes to rest.

| word | holds when |
|---|---|
| `numbers` | it is one of these pockets; zeros are written "0", "00" and "000" |
| `number` | it is such a number from 1 to 36: exact, a list, or `{ least, most }` |
| `colour` | red, black or green |
| `odd` | it is an odd number from 1 to 36, or with `false` an even one |

A wheel of sections (Big Six) has one word: `sections`, the signs of which one is on the section it rests at.
"""

from __future__ import annotations

from typing import Any

from croupier.equipment.wheels import ZEROS, colour
from croupier.rulebook.described.conditions import ON, Condition, Looks, Reader, Seen
from croupier.rulebook.described.wager import Maker, Showing

SPIN = "spin"
POCKETS = (*ZEROS, *map(str, range(1, 37)))


def _about(check: Any) -> Condition:
    def test(seen: Seen) -> bool | None:
        pocket = seen.get(SPIN)
        return None if pocket is None else check(pocket, seen.get(ON, ""))

    return Condition(test, Looks(frozenset({SPIN})))


def _numbers(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    if value == ON:
        return _about(lambda pocket, on: pocket in on.split("-"))
    listed = [str(n) for n in value] if isinstance(value, list) else [str(value)]
    wanted = frozenset(reader.words(listed, where, POCKETS))
    return _about(lambda pocket, on: pocket in wanted)


def _number(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    numbers = reader.numbers(value, where, 1, 36)
    return _about(lambda pocket, on: pocket not in ZEROS and numbers.holds(int(pocket)))


def _colour(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    wanted = frozenset(reader.words(value, where, ("red", "black", "green")))
    return _about(lambda pocket, on: colour(pocket) in wanted)


def _odd(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    wanted = reader.flag(value, where)
    return _about(lambda pocket, on: pocket not in ZEROS and (int(pocket) % 2 == 1) is wanted)


MAKERS: dict[str, Maker] = {"numbers": _numbers, "number": _number, "colour": _colour, "odd": _odd}
MEANS = {
    "numbers": 'it is one of these pockets, such as ["0", "00", "1"]',
    "number": "it is such a number from 1 to 36",
    "colour": "it is red, black or green",
    "odd": "it is an odd number from 1 to 36; false: an even one",
}
SHOWN = Showing(sees={SPIN: "where the ball comes to rest"}, makers=MAKERS, means=MEANS)


def _sections(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    if value == ON:
        return _about(lambda section, on: section == on)
    wanted = frozenset(str(sign) for sign in (value if isinstance(value, list) else [value]))
    return _about(lambda section, on: section in wanted)


SECTIONS = Showing(
    sees={SPIN: "the section at which the wheel comes to rest"},
    makers={"sections": _sections},
    means={"sections": 'it bears one of these signs, such as ["3"] or ["joker", "logo"]'},
)
