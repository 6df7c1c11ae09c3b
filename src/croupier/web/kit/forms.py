"""What people type into forms: money, numbers and days. What can't be read is refused in the same words everywhere."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from croupier.equipment.money import parse_money
from croupier.house.record.errors import NotFound, Refused
from croupier.web.kit.context import words
from croupier.web.kit.words import house_zone

SHOWN_MAX = 40  # letters of a wrong entry that are repeated


def cents_of(values: dict[str, Any], name: str = "amount", title: str = "", empty: int | None = None) -> int:
    """An amount of money. `empty` is what an empty field means; without it, an amount is wanted."""
    given = words(values, name).strip()
    return empty if empty is not None and not given else read_money(given, title)


def read_money(given: str, title: str = "") -> int:
    try:
        return parse_money(given)
    except ValueError:
        raise _wrong(given, "amount of money", "Write 25, $25, 2.50 or $1,000.", title) from None


def count_of(values: dict[str, Any], name: str, title: str = "", most: int = 99_999) -> int:
    """A whole number; an empty field is none."""
    given = words(values, name).strip() or "0"
    if not (given.isdecimal() and len(given) <= len(str(most)) and int(given) <= most):
        raise _wrong(given, "number", f"Write a whole number up to {most:,}.", title)
    return int(given)


def options_given(values: dict[str, Any]) -> dict[str, Any]:
    """Options of a rulebook as a form names them; an empty one is as the rulebook has it."""
    return {key.removeprefix("option."): v for key, v in values.items() if key.startswith("option.") and v != ""}


def day_of(values: dict[str, Any], name: str, title: str = "") -> datetime.date:
    given = words(values, name).strip()
    try:
        return datetime.date.fromisoformat(given)
    except ValueError:
        raise _wrong(given, "date", "Write it as 2025-02-26.", title) from None


def moment_of(values: dict[str, Any], name: str) -> int:
    """A day and a time of the house's clock, in microseconds; an empty field is none."""
    given = words(values, name, most=40).strip()
    if not given:
        return 0
    try:
        at = datetime.datetime.fromisoformat(given).replace(tzinfo=house_zone())
    except ValueError:
        raise Refused(
            f"{name.capitalize()}: {given[:SHOWN_MAX]!r} is no time.", "Write it as 2026-05-01T18:00."
        ) from None
    return max(0, int(at.timestamp())) * 1_000_000


@contextmanager
def named() -> Iterator[None]:
    """Somebody or something that a form names and that is not there: the form is refused, its page is there."""
    try:
        yield
    except NotFound as missing:
        raise Refused(missing.wrong, missing.expected, missing.clause) from None


def _wrong(given: str, what: str, expected: str, title: str) -> Refused:
    if not given:
        return Refused(f"{title or 'The ' + what} is missing.", expected)
    shown = given if len(given) <= SHOWN_MAX else f"{given[:SHOWN_MAX]}…"
    return Refused(f"{title + ': ' if title else ''}{shown!r} is no {what}.", expected)
