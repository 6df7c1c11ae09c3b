"""What a rulebook can say about throws of two dice, and what a wager on several of them remembers.

| word | holds when |
|---|---|
| `total` | this throw's total is so much; `"on"`: the number that the wager is on |
| `faces` | the dice show these two faces, or one of these pairs |
| `doubles` | both dice show the same |
| `come-out`, `seven-out`, `point-made` | this throw is a come-out roll; a seven with a point; the point |
| `point` | the point that stood when the dice were thrown, 0 for none |
| `throws` | it is so many throws since the wager was placed, this one included |
| `made` | each of these totals has been thrown since |
| `made-of` | `{ numbers = [...], count = 9 }`: so many of these totals have been thrown since |
| `times` | `{ 6 = 2 }`: a total has been thrown so often since |
| `different-points`, `points-made` | so many different points, or points in all, have been made since |
| `different-doubles` | so many different pairs of equal faces have been thrown since |

What a wager remembers is plain data in its memo, so that a round can be taken up after a crash.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.rulebook.described.conditions import ON, Condition, Looks, Reader, Seen
from croupier.rulebook.described.wager import Maker, Showing

SEVEN = 7
LEAST, MOST = 2, 12
ROLL, ROLLS, THROW = "roll", "rolls", "throw"
PAIRS = "pairs"
POINT, FACES = ("point", 0), ("faces", 0)  # what must be told apart though it is no number


class Throw(msgspec.Struct, frozen=True):
    """One throw and all that has come before it since the wager was placed, this throw included."""

    a: int
    b: int
    point: int = 0  # when it was thrown
    throws: int = 1
    times: tuple[int, ...] = (0,) * (MOST + 1)  # by total
    points: tuple[int, ...] = ()  # made, each once
    passes: int = 0  # points made, each time
    pairs: tuple[int, ...] = ()  # faces that both dice have shown, each once

    @property
    def total(self) -> int:
        return self.a + self.b

    @property
    def seven_out(self) -> bool:
        return bool(self.point) and self.total == SEVEN

    @property
    def point_made(self) -> bool:
        return bool(self.point) and self.total == self.point


class Memory(msgspec.Struct, frozen=True):
    """What a wager remembers of the throws since it was placed."""

    throws: int = 0
    times: tuple[int, ...] = (0,) * (MOST + 1)
    points: tuple[int, ...] = ()
    passes: int = 0
    pairs: tuple[int, ...] = ()

    def after(self, a: int, b: int, point: int) -> Throw:
        """The throw that follows, with everything up to it."""
        total = a + b
        times = tuple(n + (total == index) for index, n in enumerate(self.times))
        made = bool(point) and total == point
        points = tuple(sorted({*self.points, point})) if made else self.points
        pairs = tuple(sorted({*self.pairs, a})) if a == b else self.pairs
        return Throw(a, b, point, self.throws + 1, times, points, self.passes + made, pairs)

    @staticmethod
    def of(throw: Throw) -> Memory:
        return Memory(throw.throws, throw.times, throw.points, throw.passes, throw.pairs)


def _about(check: Any, *memory: tuple[str, Any]) -> Condition:
    """A condition on a throw; `memory` names what must be remembered for it, as far as it matters."""

    def test(seen: Seen) -> bool | None:
        throw = seen.get(THROW)
        return None if throw is None else check(throw, seen.get(ON, ""))

    return Condition(test, Looks(frozenset({THROW}), memory=memory))


def _total(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    if value == ON:
        return _about(lambda throw, on: str(throw.a + throw.b) == on)
    numbers = reader.numbers(value, where, LEAST, MOST)
    return _about(lambda throw, on: numbers.holds(throw.a + throw.b))


def _faces(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    pairs = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    wanted = set()
    for pair in pairs:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(f) is int and 1 <= f <= 6 for f in pair)):
            reader.fault(where, f"expected two faces from 1 to 6, such as [3, 4], or a list of them; found {pair!r}")
            continue
        wanted |= {(pair[0], pair[1]), (pair[1], pair[0])}
    return _about(lambda throw, on: (throw.a, throw.b) in wanted, FACES)


def _flag(check: Any, *memory: tuple[str, Any]) -> Maker:
    def make(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        wanted = reader.flag(value, where)
        return _about(lambda throw, on: bool(check(throw)) is wanted, *memory)

    return make


def _number(read: Any, name: str, most: int) -> Maker:
    """A number of the throw or of what came before; above the highest that is named all are alike."""

    def make(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        if name != "point" and ROLLS not in sees:
            reader.fault(where, f"only a wager that sees {ROLLS} remembers more than one throw")
        numbers = reader.numbers(value, where, 0, most)
        return _about(lambda throw, on: numbers.holds(read(throw)), (name, numbers.highest + 1))

    return make


def _different_doubles(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    counted = _number(lambda throw: len(throw.pairs), PAIRS, 6)(reader, where, value, sees)
    return Condition(counted.test, counted.looks | Looks(memory=(FACES,)))


def _made(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    totals = _totals(reader, where, value, sees)
    return _about(lambda throw, on: all(throw.times[n] for n in totals), *((f"times.{n}", 1) for n in totals))


def _made_of(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    if not isinstance(value, dict) or value.keys() != {"numbers", "count"}:
        reader.fault(where, "expected { numbers = [...], count = how many }")
        return _about(lambda throw, on: False)
    totals = _totals(reader, f"{where}.numbers", value["numbers"], sees)
    count = reader.numbers(value["count"], f"{where}.count", 0, len(totals))
    memory = ((f"times.{n}", 1) for n in totals)
    return _about(lambda throw, on: count.holds(sum(throw.times[n] > 0 for n in totals)), *memory)


def _times(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    if not isinstance(value, dict) or not all(str(n).isdecimal() for n in value):
        reader.fault(where, "expected totals and how often each, such as { 6 = 2 }")
        return _about(lambda throw, on: False)
    totals = _totals(reader, where, [int(n) for n in value], sees)
    often = {n: reader.numbers(value[str(n)], f"{where}.{n}", 0, 100) for n in totals}
    memory = ((f"times.{n}", numbers.highest + 1) for n, numbers in often.items())
    return _about(lambda throw, on: all(numbers.holds(throw.times[n]) for n, numbers in often.items()), *memory)


def _totals(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> list[int]:
    if ROLLS not in sees:
        reader.fault(where, f"only a wager that sees {ROLLS} remembers more than one throw")
    found = value if isinstance(value, list) else [value]
    if not found or not all(type(n) is int and LEAST <= n <= MOST for n in found):
        reader.fault(where, f"expected totals from {LEAST} to {MOST}, found {value!r}")
        return []
    return list(dict.fromkeys(found))


MAKERS: dict[str, Maker] = {
    "total": _total,
    "faces": _faces,
    "doubles": _flag(lambda throw: throw.a == throw.b, FACES),
    "come-out": _flag(lambda throw: not throw.point, POINT),
    "seven-out": _flag(lambda throw: throw.seven_out, POINT),
    "point-made": _flag(lambda throw: throw.point_made, POINT),
    "point": _number(lambda throw: throw.point, "point", MOST),
    "throws": _number(lambda throw: throw.throws, "throws", 100),
    "made": _made,
    "made-of": _made_of,
    "times": _times,
    "different-points": _number(lambda throw: len(throw.points), "points", 10),
    "points-made": _number(lambda throw: throw.passes, "passes", 100),
    "different-doubles": _different_doubles,
}
MEANS = {
    "total": 'this throw shows so much; "on": the number that the wager is on',
    "faces": "the dice show these two faces, or one of these pairs",
    "doubles": "both dice show the same",
    "come-out": "this is a come-out roll",
    "seven-out": "this is a seven with a point",
    "point-made": "this makes the point",
    "point": "this point stood when the dice were thrown; 0: none",
    "throws": "it is so many throws since the wager was placed",
    "made": "each of these totals has been thrown since",
    "made-of": "{ numbers = [...], count = n }: so many of these totals have been thrown since",
    "times": "{ 6 = 2 }: a total has been thrown so often since",
    "different-points": "so many different points have been made since",
    "points-made": "so many points have been made since, each time counted",
    "different-doubles": "so many different doubles have been thrown since",
}
SHOWN = Showing(
    sees={ROLL: "the next throw alone", ROLLS: "every throw until it is decided"},
    makers=MAKERS,
    means=MEANS,
    several=frozenset({ROLLS}),
    placed={
        "any-time": "whenever wagers are taken",
        "come-out": "while no point stands",
        "new-shooter": "before a shooter's first throw",
        "after-seven": "before a shooter's first throw, and after any seven",
    },
)
