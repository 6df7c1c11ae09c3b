"""Reading a rulebook file, and refusing a bad one with all its faults at once."""

import datetime
import hashlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.equipment.money import parse_money
from croupier.rulebook.model import (
    Condition,
    Exclusion,
    Irregularity,
    PayoutLimit,
    PayTable,
    Procedure,
    Reading,
    Remedy,
    Rulebook,
    Setting,
    Stage,
    WagerRule,
)
from croupier.rulebook.payouts import Odds, parse_odds

FORMAT = 1
KINDS = ("base", "raise", "odds", "side", "bonus", "insurance", "progressive", "envy")
SCOPES = ("hand", "player", "aggregate")
ROLES = ("player", "dealer", "supervisor", "manager")
_SLUG = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")


class Fault(Exception):
    """A rulebook file that can't be used; carries every fault found in it."""

    def __init__(self, path: str, faults: list[str]) -> None:
        self.path, self.faults = path, faults
        super().__init__(f"{path}: " + "; ".join(faults))


class _Reader:
    """Walks the raw file, collecting faults instead of stopping at the first."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, where: str, expected: str) -> None:
        self.faults.append(f"{where}: {expected}")

    def take(
        self, table: dict[str, Any], where: str, key: str, kind: type | tuple[type, ...], default: Any = ...
    ) -> Any:
        if key not in table:
            if default is ...:
                self.fault(f"{where}.{key}", f"missing; expected {_kind_name(kind)}")
                return None
            return default
        value = table[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            self.fault(f"{where}.{key}", f"expected {_kind_name(kind)}, found {value!r}")
            return None if default is ... else default
        return value

    def only(self, table: dict[str, Any], where: str, allowed: str) -> None:
        for key in table.keys() - set(allowed.split()):
            self.fault(f"{where}.{key}", f"unknown key; expected one of {allowed}")

    def cited(self, table: dict[str, Any], where: str) -> dict[str, Any]:
        lines = self.lines(table, where)
        return {
            "clause": self.take(table, where, "clause", str) or "",
            "lines": lines,
            "says": self.take(table, where, "says", str, ""),
        }

    def lines(self, table: dict[str, Any], where: str) -> tuple[int, ...]:
        if "line" in table:
            line = self.take(table, where, "line", int)
            return (line,) if line else ()
        lines = self.take(table, where, "lines", list)
        if lines is None:
            return ()
        if not lines or not all(type(n) is int and n > 0 for n in lines):
            self.fault(f"{where}.lines", f"expected source line numbers, found {lines!r}")
            return ()
        return tuple(lines)

    def money(self, table: dict[str, Any], where: str, key: str) -> int | None:
        text = self.take(table, where, key, str, "")
        if not text:
            return None
        try:
            return parse_money(text)
        except ValueError as error:
            self.fault(f"{where}.{key}", str(error))
            return None

    def odds(self, text: Any, where: str) -> Odds | None:
        try:
            return parse_odds(str(text))
        except ValueError as error:
            self.fault(where, str(error))
            return None

    def condition(self, table: dict[str, Any], where: str) -> Condition:
        raw = self.take(table, where, "if", dict, {})
        return {key: value if isinstance(value, list) else [value] for key, value in raw.items()}

    def names(self, table: dict[str, Any], where: str, key: str) -> tuple[str, ...]:
        raw = self.take(table, where, key, list, [])
        if not all(isinstance(name, str) for name in raw):
            self.fault(f"{where}.{key}", "expected a list of names")
            return ()
        return tuple(raw)

    def each(self, book: dict[str, Any], key: str, kind: type) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """(where, name, table) of each entry of a table of tables, or of a list of tables."""
        section = self.take(book, "rulebook", key, kind, kind())
        entries = (
            section.items() if isinstance(section, dict) else ((str(n), t) for n, t in enumerate(section or [], 1))
        )
        for name, table in entries:
            where = f"{key}.{name}" if isinstance(section, dict) else f"{key}[{name}]"
            if not isinstance(table, dict):
                self.fault(where, f"expected a table, found {table!r}")
            elif isinstance(section, dict) and not _SLUG.match(name):
                self.fault(where, "names are lower case words joined by hyphens")
            else:
                yield where, name, table


def _kind_name(kind: type | tuple[type, ...]) -> str:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    words = {
        str: "text",
        int: "a whole number",
        bool: "true or false",
        list: "a list",
        dict: "a table",
        datetime.date: "a date such as 2019-12-05",
    }
    return " or ".join(words.get(k, k.__name__) for k in kinds)


def load(path: Path) -> Rulebook:
    """The rulebook in a file; raises Fault with every fault in it."""
    raw = path.read_bytes()
    try:
        book = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Fault(path.name, [f"not a whole TOML file: {error}"]) from None
    reader = _Reader()
    rulebook = _rulebook(reader, book, str(path), hashlib.sha256(raw).hexdigest())
    if reader.faults:
        raise Fault(path.name, reader.faults)
    return rulebook


def _rulebook(r: _Reader, book: dict[str, Any], path: str, digest: str) -> Rulebook:
    r.only(
        book,
        "rulebook",
        "format property game title submitted approved source rules options exclusions wagers stages "
        "irregularities procedures payout-limits readings",
    )
    if r.take(book, "rulebook", "format", int) not in (FORMAT, None):
        r.fault("rulebook.format", f"expected {FORMAT}")
    source = r.take(book, "rulebook", "source", dict) or {}
    lines = r.take(source, "source", "lines", list) or [0, 0]
    if len(lines) != 2:
        r.fault("source.lines", "expected [first, last]")
    settings = {name: _rule(r, where, name, t) for where, name, t in r.each(book, "rules", dict)}
    for where, name, t in r.each(book, "options", dict):
        if name in settings:
            r.fault(where, "is also a rule; it can be one or the other")
        settings[name] = _option(r, where, name, t)
    wagers = {name: _wager(r, where, name, t) for where, name, t in r.each(book, "wagers", dict)}
    rulebook = Rulebook(
        property=r.take(book, "rulebook", "property", str),
        game=r.take(book, "rulebook", "game", str),
        title=r.take(book, "rulebook", "title", str),
        submitted=r.take(book, "rulebook", "submitted", datetime.date, None),
        approved=r.take(book, "rulebook", "approved", datetime.date),
        document=r.take(source, "source", "document", str),
        lines=(lines[0], lines[-1]),
        wagers=wagers,
        settings=settings,
        stages={n: Stage(name=n, **r.cited(t, where)) for where, n, t in r.each(book, "stages", dict)},
        irregularities=tuple(_irregularity(r, where, t) for where, _, t in r.each(book, "irregularities", list)),
        procedures=tuple(_procedure(r, where, t) for where, _, t in r.each(book, "procedures", list)),
        payout_limits=tuple(_limit(r, where, t) for where, _, t in r.each(book, "payout-limits", list)),
        readings=tuple(_reading(r, where, t) for where, _, t in r.each(book, "readings", list)),
        exclusions=tuple(_exclusion(r, where, t) for where, _, t in r.each(book, "exclusions", list)),
        path=path,
        digest=digest,
    )
    if not r.faults:
        _agree(r, rulebook)
    return rulebook


def _rule(r: _Reader, where: str, name: str, t: dict[str, Any]) -> Setting:
    r.only(t, where, "value clause line lines says")
    return Setting(name=name, value=r.take(t, where, "value", (bool, int, str, list, dict)), **r.cited(t, where))


def _option(r: _Reader, where: str, name: str, t: dict[str, Any]) -> Setting:
    r.only(t, where, "choices least most default clause line lines says")
    choices = tuple(r.take(t, where, "choices", list, []))
    least, most = r.take(t, where, "least", int, None), r.take(t, where, "most", int, None)
    default = r.take(t, where, "default", (bool, int, str))
    if not choices and least is None:
        r.fault(where, "an option needs choices, or least and most")
    elif choices and default not in choices:
        r.fault(f"{where}.default", f"expected one of {list(choices)}")
    return Setting(
        name=name, value=default, choices=choices, least=least, most=most, optional=True, **r.cited(t, where)
    )


def _exclusion(r: _Reader, where: str, t: dict[str, Any]) -> Exclusion:
    r.only(t, where, "if clause line lines says")
    together = r.condition(t, where)
    if len(together) < 2:
        r.fault(f"{where}.if", "expected two or more options and the values that may not stand together")
    return Exclusion(together=together, **r.cited(t, where))


def _wager(r: _Reader, where: str, name: str, t: dict[str, Any]) -> WagerRule:
    r.only(t, where, "title kind clause line lines says if requires least most step mandatory pay-tables")
    kind = r.take(t, where, "kind", str)
    if kind is not None and kind not in KINDS:
        r.fault(f"{where}.kind", f"expected one of {', '.join(KINDS)}, found {kind!r}")
    tables = r.take(t, where, "pay-tables", list, [])
    return WagerRule(
        name=name,
        title=r.take(t, where, "title", str),
        kind=kind or "",
        when=r.condition(t, where),
        requires=r.names(t, where, "requires"),
        least=r.money(t, where, "least"),
        most=r.money(t, where, "most"),
        step=r.money(t, where, "step"),
        mandatory=r.take(t, where, "mandatory", bool, False),
        pay_tables=tuple(_pay_table(r, f"{where}.pay-tables[{n}]", x) for n, x in enumerate(tables, 1)),
        **r.cited(t, where),
    )


def _pay_table(r: _Reader, where: str, t: dict[str, Any]) -> PayTable:
    r.only(t, where, "label name clause line at-least to if rows says")
    rows: list[tuple[str, Odds]] = []
    for number, row in enumerate(r.take(t, where, "rows", list) or [], 1):
        if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str)):
            r.fault(f"{where}.rows[{number}]", f'expected ["outcome", "odds"], found {row!r}')
        elif odds := r.odds(row[1], f"{where}.rows[{number}]"):
            rows.append((row[0], odds))
    if len({name for name, _ in rows}) != len(rows):
        r.fault(f"{where}.rows", "the same outcome stands twice")
    to = r.take(t, where, "to", str, "player")
    if to not in ("player", "toke-pool"):
        r.fault(f"{where}.to", "expected player or toke-pool")
    return PayTable(
        label=r.take(t, where, "label", str, ""),
        name=r.take(t, where, "name", str, "main"),
        clause=r.take(t, where, "clause", str) or "",
        line=r.take(t, where, "line", int) or 0,
        at_least=r.take(t, where, "at-least", bool, False),
        to=to,
        when=r.condition(t, where),
        rows=tuple(rows),
        says=r.take(t, where, "says", str, ""),
    )


def _remedy(r: _Reader, where: str, t: dict[str, Any]) -> Remedy:
    return Remedy(
        ruling=r.take(t, where, "ruling", str) or "",
        says=r.take(t, where, "says", str, ""),
        terms=r.take(t, where, "with", dict, {}),
    )


def _irregularity(r: _Reader, where: str, t: dict[str, Any]) -> Irregularity:
    r.only(t, where, "when clause line lines says ruling with at if by choices")
    by = r.take(t, where, "by", str, "dealer")
    if by not in ROLES:
        r.fault(f"{where}.by", f"expected one of {', '.join(ROLES)}, found {by!r}")
    choices = r.take(t, where, "choices", list, [])
    return Irregularity(
        when=r.take(t, where, "when", str) or "",
        at=r.names(t, where, "at"),
        condition=r.condition(t, where),
        by=by,
        remedy=_remedy(r, where, t),
        choices=tuple(_remedy(r, f"{where}.choices[{n}]", c) for n, c in enumerate(choices, 1)),
        **r.cited(t, where),
    )


def _procedure(r: _Reader, where: str, t: dict[str, Any]) -> Procedure:
    r.only(t, where, "name clause line lines says values")
    return Procedure(
        name=r.take(t, where, "name", str) or "", values=r.take(t, where, "values", dict, {}), **r.cited(t, where)
    )


def _limit(r: _Reader, where: str, t: dict[str, Any]) -> PayoutLimit:
    r.only(t, where, "name wagers scope fixed at-least or-best-at-minimum times clause line lines says")
    scope = r.take(t, where, "scope", str)
    if scope is not None and scope not in SCOPES:
        r.fault(f"{where}.scope", f"expected one of {', '.join(SCOPES)}, found {scope!r}")
    return PayoutLimit(
        name=r.take(t, where, "name", str) or "",
        wagers=r.names(t, where, "wagers"),
        scope=scope or "",
        fixed=r.money(t, where, "fixed"),
        at_least=r.money(t, where, "at-least"),
        or_best_at_minimum=r.take(t, where, "or-best-at-minimum", bool, False),
        times=r.take(t, where, "times", dict, {}),
        **r.cited(t, where),
    )


def _reading(r: _Reader, where: str, t: dict[str, Any]) -> Reading:
    r.only(t, where, "line lines gap read-as because touches")
    return Reading(
        lines=r.lines(t, where),
        gap=r.take(t, where, "gap", str) or "",
        read_as=r.take(t, where, "read-as", str) or "",
        because=r.take(t, where, "because", str) or "",
        touches=r.names(t, where, "touches"),
    )


def _agree(r: _Reader, book: Rulebook) -> None:
    """What no single entry can show: names that must refer to something, lines inside the section."""
    known = {**book.settings}
    spots: list[tuple[str, Condition]] = []
    for wager in book.wagers.values():
        spots.append((f"wagers.{wager.name}.if", wager.when))
        spots += [(f"wagers.{wager.name}.pay-tables.if", table.when) for table in wager.pay_tables]
        for other in wager.requires:
            if other not in book.wagers:
                r.fault(f"wagers.{wager.name}.requires", f"{other!r} is no wager of this rulebook")
    spots += [(f"irregularities.{i.when}.if", i.condition) for i in book.irregularities]
    spots += [(f"exclusions[{n}].if", e.together) for n, e in enumerate(book.exclusions, 1)]
    for where, condition in spots:
        for name, values in condition.items():
            if name not in known:
                r.fault(where, f"{name!r} is no rule or option of this rulebook")
            elif known[name].choices and not set(values) <= set(known[name].choices):
                r.fault(where, f"{name} is one of {list(known[name].choices)}, not {values}")
    for n, exclusion in enumerate(book.exclusions, 1):
        if all(name in known and known[name].value in values for name, values in exclusion.together.items()):
            r.fault(f"exclusions[{n}].if", "excludes what holds unless the house chooses otherwise")
    for irregularity in book.irregularities:
        for stage in irregularity.at:
            if stage not in book.stages:
                r.fault(f"irregularities.{irregularity.when}.at", f"{stage!r} is no stage of this rulebook")
    for limit in book.payout_limits:
        for key, names in (("wagers", limit.wagers), ("times", tuple(limit.times))):
            for name in names:
                if name not in book.wagers:
                    r.fault(f"payout-limits.{limit.name}.{key}", f"{name!r} is no wager of this rulebook")
