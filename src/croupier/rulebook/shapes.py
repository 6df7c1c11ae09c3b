"""What a value of a rulebook may be: kinds, choices, spans, lists and tables of them.

A game says what it expects of each rule it reads; a value is checked against it, described in words, and told to
editors as a JSON Schema, all from the same expectation.
"""

import datetime
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.equipment.money import parse_money
from croupier.rulebook.faults import Found, one_of
from croupier.rulebook.payouts import parse_odds, printed_money
from croupier.rulebook.reading import KIND_WORDS, shown


class Span(msgspec.Struct, frozen=True):
    """A whole number from `least` to `most`, both included."""

    least: int = 0
    most: int | None = None


class Money(msgspec.Struct, frozen=True):
    """An amount as a person writes it: `$5`, `$1,000.50`."""


class Ratio(msgspec.Struct, frozen=True):
    """Odds as a pay table prints them: `3 to 2`."""


class Times(msgspec.Struct, frozen=True):
    """How many times as much, at least as much as before: `2`, `3/2`."""


class TimeOfDay(msgspec.Struct, frozen=True):
    """An hour and minute of the day, on a clock of 24 hours: `16:30`."""


class Day(msgspec.Struct, frozen=True):
    """A date, as a date or as text."""


class ListOf(msgspec.Struct, frozen=True):
    """A list whose entries are all of one shape."""

    entry: "Expected"
    least: int = 1
    distinct: bool = True
    rising: bool = False  # each entry above the one before it


class Entry(msgspec.Struct, frozen=True):
    """A list of a fixed length, each place with its own shape: `["$20", "$1"]`."""

    places: tuple["Expected", ...]


class Keys(msgspec.Struct, frozen=True):
    """A table: the keys it must have, those it may have, and the shape of any other (none: no other is known)."""

    must: dict[str, "Expected"] = {}
    may: dict[str, "Expected"] = {}
    other: "Expected | None" = None
    names: tuple[str, ...] = ()  # what the other keys may be called; empty: anything
    total: int | None = None  # what its whole numbers add up to


class Either(msgspec.Struct, frozen=True):
    """One of several shapes."""

    shapes: tuple["Expected", ...]


Shape = Span | Money | Ratio | Times | Day | TimeOfDay | ListOf | Entry | Keys | Either
# A type, the values there are, or a shape; `object` stands for anything.
Expected = type | tuple[object, ...] | Shape


MANY = 24  # choices, above which a sentence names the first ones only


def misfits(value: object, expected: Expected, where: str) -> Iterator[Found]:
    """Everything in a value that is not as expected, with its address."""
    if isinstance(expected, tuple):
        if not any(value == known and type(value) is type(known) for known in expected):
            yield Found(where, f"{one_of(_plain(value), map(_plain, expected))}, found {shown(value)}")
    elif isinstance(expected, type):
        if not _is(value, expected):
            yield Found(where, f"expected {words(expected)}, found {shown(value)}")
        elif isinstance(value, str) and value != value.strip():
            yield Found(where, f"expected {words(expected)} without a blank before or after it, found {shown(value)}")
    elif isinstance(expected, ListOf):
        yield from _list_misfits(value, expected, where)
    elif isinstance(expected, Entry):
        yield from _entry_misfits(value, expected, where)
    elif isinstance(expected, Keys):
        yield from _table_misfits(value, expected, where)
    elif isinstance(expected, Either):
        if not any(not list(misfits(value, shape, where)) for shape in expected.shapes):
            yield Found(where, f"expected {words(expected)}, found {shown(value)}")
    elif not _is_scalar(value, expected):
        yield Found(where, f"expected {words(expected)}, found {shown(value)}")


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _is_scalar(value: object, expected: Span | Money | Ratio | Times | Day | TimeOfDay) -> bool:
    if isinstance(expected, Span):
        return type(value) is int and expected.least <= value and (expected.most is None or value <= expected.most)
    if isinstance(expected, Day) and isinstance(value, datetime.date):
        return True
    if not isinstance(value, str):
        return False
    if isinstance(expected, TimeOfDay) and len(value) != len("16:30"):
        return False
    read: Any = {
        Money: printed_money,
        Ratio: parse_odds,
        Times: _times,
        Day: datetime.date.fromisoformat,
        TimeOfDay: datetime.time.fromisoformat,
    }[type(expected)]
    try:
        read(value)
    except ValueError:
        return False
    return True


def _times(text: str) -> None:
    whole, _, part = text.partition("/")
    if not (whole.isdecimal() and (part or "1").isdecimal() and int(whole) >= int(part or "1") >= 1):
        raise ValueError(text)


def _list_misfits(value: object, expected: ListOf, where: str) -> Iterator[Found]:
    if not isinstance(value, list):
        yield Found(where, f"expected {words(expected)}, found {shown(value)}")
        return
    if len(value) < expected.least:
        yield Found(where, f"expected {expected.least} or more entries, found {len(value)}")
    for number, entry in enumerate(value, 1):
        address = f"{where}[{number}]"
        wrong = list(misfits(entry, expected.entry, address))
        yield from wrong
        if not wrong and expected.distinct and entry in value[: number - 1]:
            yield Found(address, f"{shown(entry)} stands twice")
        elif not wrong and expected.rising and number > 1 and not _above(entry, value[number - 2]):
            yield Found(address, f"expected more than {shown(value[number - 2])} before it, found {shown(entry)}")


def _above(entry: Any, before: Any) -> bool:
    """Whether one entry of a rising list is above another: a list by its first place, an amount by its cents."""
    if isinstance(entry, list) and isinstance(before, list) and entry and before:
        return _above(entry[0], before[0])
    if isinstance(entry, str) and isinstance(before, str):
        return _cents(entry) > _cents(before)
    return bool(type(entry) is type(before) and entry > before)


def _cents(text: str) -> int:
    """An amount of money; nothing where it is none, which is told elsewhere."""
    try:
        return parse_money(text)
    except ValueError:
        return 0


def _entry_misfits(value: object, expected: Entry, where: str) -> Iterator[Found]:
    if not isinstance(value, list) or len(value) != len(expected.places):
        yield Found(where, f"expected {words(expected)}, found {shown(value)}")
        return
    for number, (entry, shape) in enumerate(zip(value, expected.places), 1):
        yield from misfits(entry, shape, f"{where}[{number}]")


def _table_misfits(value: object, expected: Keys, where: str) -> Iterator[Found]:
    if not isinstance(value, dict):
        yield Found(where, f"expected {words(expected)}, found {shown(value)}")
        return
    known = expected.must | expected.may
    for key, entry in value.items():
        address = f"{where}.{key}"
        if key in known:
            yield from misfits(entry, known[key], address)
        elif expected.other is None or (expected.names and key not in expected.names):
            yield Found(address, f"unknown; {one_of(key, (*known, *expected.names))}")
        else:
            yield from misfits(entry, expected.other, address)
    for key, shape in expected.must.items():
        if key not in value:
            yield Found(f"{where}.{key}", f"missing; expected {words(shape)}")
    least, most = value.get("least"), value.get("most")
    if least is not None and type(least) is type(most) and _above(least, most):
        yield Found(f"{where}.least", f"the least, {shown(least)}, is above the most, {shown(most)}")
    found = sum(entry for entry in value.values() if type(entry) is int)
    if expected.total is not None and found != expected.total:
        yield Found(where, f"expected {expected.total} together, found {found}")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# In words


def words(expected: Expected) -> str:
    """What is expected, as a sentence goes on with it."""
    if isinstance(expected, tuple):
        known = list(map(_plain, expected))
        few = known if len(known) <= MANY else [*known[:3], f"... {known[-1]} ({len(known)} in all)"]
        return " or ".join(few)
    if isinstance(expected, type):
        return "any value" if expected is object else KIND_WORDS.get(expected, "another kind")
    if isinstance(expected, Span):
        if expected.most is None:
            return f"a whole number from {expected.least} on"
        return f"a whole number from {expected.least} to {expected.most}"
    if isinstance(expected, ListOf):
        return f"a list, each entry {words(expected.entry)}" + (
            ", each above the one before" if expected.rising else ""
        )
    if isinstance(expected, Entry):
        return f"[{', '.join(words(place) for place in expected.places)}]"
    if isinstance(expected, Keys):
        keys = [*expected.must, *(f"{key} (optional)" for key in expected.may), *expected.names]
        others = f", each {words(expected.other)}" if expected.other is not None else ""
        total = f", {expected.total} together" if expected.total is not None else ""
        return (f"a table of {', '.join(keys)}{others}" if keys else f"a table{others}") + total
    if isinstance(expected, Either):
        return " or ".join(words(shape) for shape in expected.shapes)
    return {
        Money: "an amount such as $5",
        Ratio: "odds such as 3 to 2",
        Times: "a number of times from 1 on, such as 2 or 3/2",
        Day: "a date such as 2019-12-05",
        TimeOfDay: "a time of day such as 16:30",
    }[type(expected)]


# For editors


def json_schema(expected: Expected) -> dict[str, Any]:
    """The same as a JSON Schema."""
    if isinstance(expected, tuple):
        return {"enum": list(expected)}
    if isinstance(expected, type):
        kinds = {str: "string", int: "integer", bool: "boolean", list: "array", dict: "object"}
        return {"type": kinds[expected]} if expected in kinds else {}
    if isinstance(expected, Span):
        top = {} if expected.most is None else {"maximum": expected.most}
        return {"type": "integer", "minimum": expected.least, **top}
    if isinstance(expected, ListOf):
        return {"type": "array", "items": json_schema(expected.entry), "minItems": expected.least,
                "uniqueItems": expected.distinct}  # fmt: skip
    if isinstance(expected, Entry):
        places = [json_schema(place) for place in expected.places]
        return {"type": "array", "items": places, "minItems": len(places), "maxItems": len(places)}
    if isinstance(expected, Keys):
        return _table_schema(expected)
    if isinstance(expected, Either):
        return {"anyOf": [json_schema(shape) for shape in expected.shapes]}
    if isinstance(expected, Day):
        return {}  # a TOML date, which editors hand on in several ways, or text
    return {"type": "string"}


def _table_schema(expected: Keys) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "object",
        "properties": {key: json_schema(shape) for key, shape in (expected.must | expected.may).items()},
    }
    if expected.must:
        made["required"] = list(expected.must)
    if expected.other is None:
        made["additionalProperties"] = False
    elif expected.names:
        made["properties"] |= {name: json_schema(expected.other) for name in expected.names}
        made["additionalProperties"] = False
    else:
        made["additionalProperties"] = json_schema(expected.other)
    return made
