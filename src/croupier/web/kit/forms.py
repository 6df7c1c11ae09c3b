"""What people type into forms: money, numbers and days. What can't be read is refused in the same words everywhere."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from croupier.equipment.money import parse_money
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tables.life import Settings
from croupier.web.kit.context import words
from croupier.web.kit.words import house_zone

LIMITS = {"least": "Least wager", "most": "Most"}
SEATS_MAX = 64
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


def limits_given(values: dict[str, Any]) -> dict[str, str]:
    """The least and the most of a wager as a form has them, each as a posting takes it; an empty one is the book's."""
    found = {name: words(values, name).strip() for name in LIMITS if name in values}
    for name, given in found.items():
        if given:
            read_money(given, LIMITS[name])
    return found


class TableAsked(NamedTuple):
    """A new table as a form asks for it."""

    id: str
    property: str
    game: str
    mode: str
    pit: str
    settings: Settings


def table_asked(values: dict[str, Any]) -> TableAsked:
    """What a form for a new table says; its game may name the property too, as PROPERTY/GAME."""
    place, _, game = words(values, "game").rpartition("/")
    limits = {name: given for name, given in limits_given(values).items() if given}
    settings = Settings(
        title=words(values, "title").strip(),
        day=words(values, "day"),
        options=options_given(values) | limits,
        seats=count_of(values, "seats", "Places", SEATS_MAX),
        demo=bool(values.get("demo")),
        bank=cents_of(values, "bank", "Bank", empty=0),
    )
    about = (words(values, "table").strip(), place or words(values, "house"), game)
    return TableAsked(*about, words(values, "mode", "electronic"), words(values, "pit", "Pit 1"), settings)


def day_of(values: dict[str, Any], name: str, title: str = "") -> datetime.date:
    given = words(values, name).strip()
    try:
        return datetime.date.fromisoformat(given)
    except ValueError:
        raise _wrong(given, "date", "Write it as 2025-02-26.", title) from None


def day_in(text: str) -> datetime.date:
    """A day as an address or a program writes it."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise Refused(f"{text[:20]!r} is no day.", "Write it as 2026-11-16.") from None


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
