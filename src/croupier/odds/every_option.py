"""The odds of a rulebook under every combination of the options that its figures hang on.

Which options those are is not listed anywhere: the analysis is watched while it reads them. Whatever it looks at under
one combination is varied in the next, together with the options by which wagers and pay tables are told apart.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.odds.lines import Line, every_wager, line_of
from croupier.odds.posting import Analyst, open_posting
from croupier.rulebook import BadOption, Posting, Rulebook
from croupier.rulebook.model import Setting

Chosen = dict[str, Any]


class Varied(msgspec.Struct, frozen=True):
    """One combination that differs from the default, with its lines."""

    options: Chosen
    lines: tuple[Line, ...]


class Looked(msgspec.Struct, frozen=True):
    """What was found in the time that there was."""

    varied: tuple[Varied, ...]
    options: tuple[str, ...]  # that figures hang on
    left: int = 0  # combinations that nobody waited for


class Watched(dict[str, Any]):
    """The settings of a posting, which remember who was asked for."""

    def __init__(self, settings: dict[str, Any], asked: dict[str, None]) -> None:
        super().__init__(settings)
        self.asked = asked

    def __getitem__(self, name: str) -> Any:
        self.asked[name] = None
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked[name] = None
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.asked[str(name)] = None
        return super().__contains__(name)


def every_combination(book: Rulebook, analyst: Analyst, seconds: float) -> Looked:
    """The lines of every combination that is found in so many seconds, those nearest to the default first."""
    until = time.monotonic() + seconds
    asked: dict[str, None] = dict.fromkeys(_told_apart_by(book))
    seen: dict[str, None] = {}
    found: list[Varied] = []
    _lines(book, analyst, {}, asked)
    while (wider := _options(book, asked)) != list(seen):
        seen = dict.fromkeys(wider)
        done = {_name(varied.options) for varied in found}
        for left, chosen in _combinations(book, wider):
            if _name(chosen) in done:
                continue
            if time.monotonic() > until:
                return Looked(tuple(found), tuple(wider), left)
            lines = _lines(book, analyst, chosen, asked)
            if lines is not None:
                found.append(Varied(chosen, tuple(lines)))
    return Looked(tuple(found), tuple(seen))


def _lines(book: Rulebook, analyst: Analyst, chosen: Chosen, asked: dict[str, None]) -> list[Line] | None:
    """None where the house may not choose so."""
    try:
        posting: Posting = open_posting(book, chosen)
    except BadOption:
        return None
    posting.settings = Watched(posting.settings, asked)
    return [line_of(book, posting, figure) for figure in every_wager(posting, analyst)]


def _told_apart_by(book: Rulebook) -> Iterator[str]:
    """Options under which there are other wagers or other pay tables."""
    for wager in book.wagers.values():
        yield from wager.when
        for table in wager.pay_tables:
            yield from table.when


def _options(book: Rulebook, asked: dict[str, None]) -> list[str]:
    return [name for name in book.settings if name in asked and book.settings[name].optional]


def _combinations(book: Rulebook, names: list[str]) -> Iterator[tuple[int, Chosen]]:
    """(how many are left, what differs from the default), the fewest differences first."""
    others = {name: _others(book.settings[name]) for name in names}
    total = 1
    for values in others.values():
        total *= 1 + len(values)
    left = total - 1
    for number in range(1, len(names) + 1):
        for changed in itertools.combinations(names, number):
            for chosen in itertools.product(*(others[name] for name in changed)):
                yield left, dict(zip(changed, chosen))
                left -= 1


def _others(setting: Setting) -> list[Any]:
    """What the house may choose instead; of a span its ends."""
    values = setting.choices or tuple(end for end in (setting.least, setting.most) if end is not None)
    return [value for value in values if value != setting.value]


def _name(chosen: Chosen) -> str:
    return repr(sorted(chosen.items()))
