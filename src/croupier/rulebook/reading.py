"""Taking a rulebook's raw tables apart: a key, its kind, what it cites; every fault is noted and reading goes on."""

import datetime
import re
from collections.abc import Iterator
from typing import Any

from croupier.rulebook.faults import Faults, near, one_of
from croupier.rulebook.model import Condition
from croupier.rulebook.payouts import Odds, parse_odds, printed_money
from croupier.rulebook.positions import joined

SLUG = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
KIND_WORDS: dict[type, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
    datetime.date: "a date such as 2019-12-05",
}
# What stands for a value that is missing or of another kind, so that the rest of the file can be read.
_EMPTY: dict[type, Any] = {str: "", int: 0, bool: False, list: [], dict: {}, datetime.date: datetime.date.min}


class Reader(Faults):
    """Walks the raw file, collecting faults instead of stopping at the first.

    `where` is always the address of the table that is being read, `""` for the file itself.
    """

    def __init__(self, *, empty_texts: bool = False) -> None:
        super().__init__()
        self.empty_texts = empty_texts  # whether a text may be empty: a form sends a field that nobody filled in so
        self._misspelt: set[str] = set()  # keys that a misspelt one stands for: they are not missing
        self.by_lines = True  # whether the source has numbered lines, which everything then cites

    def told(self, where: str) -> bool:
        return super().told(where) or where in self._misspelt

    def take(
        self, table: dict[str, Any], where: str, key: str, kind: type | tuple[type, ...], default: Any = ...
    ) -> Any:
        empty = _EMPTY.get(kind) if isinstance(kind, type) else None
        if key not in table:
            if default is ...:
                if joined(where, key) not in self._misspelt:
                    self.fault(joined(where, key), f"missing; expected {_kind_name(kind)}")
                return empty
            return default
        value = table[key]
        wrong_bool = isinstance(value, bool) and not _takes(kind, bool)
        wrong_time = isinstance(value, datetime.datetime)  # tomllib reads a date with a time as a kind of date
        if not isinstance(value, kind) or wrong_bool or wrong_time:
            self.fault(joined(where, key), f"expected {_kind_name(kind)}, found {shown(value)}")
            return empty if default is ... else default
        if value == "" and kind is str and not self.empty_texts:
            self.fault(joined(where, key), "expected text, found nothing between the quotes")
        return value

    def choose(self, table: dict[str, Any], where: str, key: str, known: tuple[str, ...], default: Any = ...) -> str:
        """One of some words."""
        found: str = self.take(table, where, key, str, default)
        address = joined(where, key)
        if found not in known and not self.told(address):
            self.fault(address, f"{one_of(found, known)}, found {found!r}")
        return found

    def only(self, table: dict[str, Any], where: str, allowed: str) -> None:
        known = allowed.split()
        for key in table:
            if key not in known:
                self.fault(joined(where, key), f"unknown key; {one_of(key, known)}")
                self._misspelt.add(joined(where, near(key, known)))

    def cited(self, table: dict[str, Any], where: str) -> dict[str, Any]:
        lines = self.lines(table, where)
        return {
            "clause": self.take(table, where, "clause", str),
            "lines": lines,
            "says": self.take(table, where, "says", str, ""),
        }

    def lines(self, table: dict[str, Any], where: str) -> tuple[int, ...]:
        if "line" in table:
            if "lines" in table:
                self.fault(joined(where, "lines"), "expected line or lines, not both")
            line: int = self.take(table, where, "line", int)
            if line <= 0 and not self.told(joined(where, "line")):
                self.fault(joined(where, "line"), f"expected a source line number, found {line}")
            return (line,) if line > 0 else ()
        lines = self.take(table, where, "lines", list, ... if self.by_lines else None)
        if lines is None or self.told(joined(where, "lines")):
            return ()
        if not lines or not all(type(n) is int and n > 0 for n in lines):
            self.fault(joined(where, "lines"), f"expected source line numbers, found {shown(lines)}")
            return ()
        return tuple(lines)

    def money(self, table: dict[str, Any], where: str, key: str) -> int | None:
        text = self.take(table, where, key, str, "")
        if not text:
            return None
        try:
            return printed_money(text)
        except ValueError as error:
            self.fault(joined(where, key), str(error))
            return None

    def odds(self, text: Any, where: str) -> Odds | None:
        try:
            odds = parse_odds(str(text))
            if odds.kind == "percent" and odds.value > 1:
                self.fault(where, f"{text} is more than the whole; expected at most 100%")
            return odds
        except ValueError as error:
            self.fault(where, str(error))
            return None

    def condition(self, table: dict[str, Any], where: str) -> Condition:
        raw = self.take(table, where, "if", dict, {})
        found: Condition = {}
        for name, value in raw.items():
            values = value if isinstance(value, list) else [value]
            if not values or not all(isinstance(v, bool | int | str) for v in values):
                self.fault(f"{joined(where, 'if')}.{name}", f"expected a value or a list of them, found {shown(value)}")
                values = []
            found[name] = values
        return found

    def names(self, table: dict[str, Any], where: str, key: str) -> tuple[str, ...]:
        raw = self.take(table, where, key, list, [])
        if not all(isinstance(name, str) for name in raw):
            self.fault(joined(where, key), "expected a list of names")
            return ()
        if len(set(raw)) != len(raw):
            self.fault(joined(where, key), "the same name stands twice")
        return tuple(raw)

    def tables(self, table: dict[str, Any], where: str, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """(where, table) of each entry of a list of tables."""
        for number, entry in enumerate(self.take(table, where, key, list, []), 1):
            address = f"{joined(where, key)}[{number}]"
            if isinstance(entry, dict):
                yield address, entry
            else:
                self.fault(address, f"expected a table, found {shown(entry)}")

    def each(self, book: dict[str, Any], key: str, kind: type) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """(where, name, table) of each entry of a table of tables, or of a list of tables."""
        if kind is list:
            for number, (where, table) in enumerate(self.tables(book, "", key), 1):
                yield where, str(number), table
            return
        for name, table in self.take(book, "", key, dict, {}).items():
            where = f"{key}.{name}"
            if not isinstance(table, dict):
                self.fault(where, f"expected a table, found {shown(table)}")
            elif not SLUG.match(name):
                self.fault(where, "names are lower case words joined by hyphens")
            else:
                yield where, name, table


def shown(value: object) -> str:
    """A value as its file writes it, cut where it is long."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _takes(kind: type | tuple[type, ...], asked: type) -> bool:
    return asked in kind if isinstance(kind, tuple) else kind is asked


def _kind_name(kind: type | tuple[type, ...]) -> str:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(KIND_WORDS.get(k, k.__name__) for k in kinds)
