"""What the page of results shows: words and places of a drawing, nothing to look up."""

from typing import Any

import msgspec


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """The worst table day by day, as lines of a drawing."""

    table: str
    area: str
    won: str
    expected: str
    end: tuple[float, float]
    words: tuple[str, str]
    named: tuple[float, float, float] | None  # where they stand: to the left of, won at, expected at
    marks: list[tuple[float, str]]
    days: list[tuple[float, str]]
    since: tuple[float, str] | None
    hours: str
    share: str
    dealer: str
    under: str
    dealer_days: int
    count: int


class Page(msgspec.Struct, frozen=True, kw_only=True):
    figures: list[tuple[str, str, str, str, str]]  # caption, figure, words, tone, the list that it opens
    rows: list[dict[str, Any]]
    ticks: list[tuple[float, str]]
    zero: float
    outside: int
    unknown: str
    curve: Drawn | None
    worst: dict[str, Any] | None
