"""Reading a rulebook file, and refusing a bad one with all its faults at once.

One function reads one part of the book. What a single entry can't show (names that must refer to something, pay tables
that must not overlap) is in `agreement`.
"""

import datetime
import hashlib
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from croupier.rulebook.agreement import agree
from croupier.rulebook.described import check_shape
from croupier.rulebook.faults import Fault, Found, Twice, one_of, placed, unreadable
from croupier.rulebook.model import (
    GUIDANCE,
    KEPT,
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
from croupier.rulebook.payouts import Odds
from croupier.rulebook.positions import joined
from croupier.rulebook.reading import SLUG, Reader, shown

FORMAT = 1
KINDS = ("base", "raise", "odds", "side", "bonus", "insurance", "progressive", "envy")
SCOPES = ("hand", "player", "aggregate")
ROLES = ("player", "dealer", "supervisor", "manager")
PAID_TO = ("player", "toke-pool")
CITED = "clause line lines says"
# The keys of each part of the file, for the reader and for editors.
KEYS = {
    "file": (
        "format property game plays-as title submitted approved source rules options exclusions wagers stages "
        "irregularities procedures payout-limits readings"
    ),
    "source": "document lines section address",
    "rule": f"value {CITED}",
    "option": f"choices least most default {CITED}",
    "exclusion": f"if {CITED}",
    "stage": CITED,
    "wager": (
        f"title kind {CITED} if requires least most step mandatory pay-tables "
        "sees outcomes on placed"  # of a wager that the book describes itself
    ),
    "pay-table": "label name clause line at-least to if rows says",
    "irregularity": f"when {CITED} ruling with at if by choices",
    "choice": "ruling with says",
    "procedure": f"name {CITED} values kept by",
    "limit": f"name wagers scope fixed at-least or-best-at-minimum times {CITED}",
    "reading": "line lines gap read-as because touches",
}


class Draft(msgspec.Struct, frozen=True):
    """A file as far as it could be read: `book` is None where it is no TOML at all."""

    path: Path
    text: str
    book: Rulebook | None
    found: tuple[Found, ...]  # without lines and columns: `placed` looks them up

    @property
    def faults(self) -> list[Found]:
        return [fault for fault in self.found if not fault.warning]


def load(path: Path) -> Rulebook:
    """The rulebook in a file; raises Fault with every fault in it."""
    draft = read(path)
    if draft.book is None or draft.faults:
        found = placed(draft.faults, draft.text)
        raise Fault(path.name, [str(fault) for fault in draft.faults], tuple(found))
    return draft.book


def parse(raw: bytes, path: Path) -> Rulebook:
    """A rulebook from its text, which was good when somebody opened a table under it: `path` is what it was called."""
    draft = _draft(path, raw)
    if draft.book is None:
        raise Fault(path.name, [str(fault) for fault in draft.faults], tuple(draft.faults))
    return draft.book


def read(path: Path) -> Draft:
    """A file with all its faults, whether or not it can be used."""
    return _draft(path, path.read_bytes())


def _draft(path: Path, raw: bytes) -> Draft:
    try:
        text = raw.decode()
        book = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Draft(path, "", None, (unreadable(error, raw),))
    reader = Reader()
    rulebook = _rulebook(reader, book, str(path), hashlib.sha256(raw).hexdigest())
    return Draft(path, text, rulebook, tuple(reader))


def _rulebook(r: Reader, book: dict[str, Any], path: str, digest: str) -> Rulebook:
    r.only(book, "", KEYS["file"])
    source = _source(r, book)
    settings = {name: _rule(r, where, name, t) for where, name, t in r.each(book, "rules", dict)}
    for where, name, t in r.each(book, "options", dict):
        if name in settings:
            r.fault(where, "is also a rule; it can be one or the other")
        settings[name] = _option(r, where, name, t)
    rulebook = Rulebook(
        **_head(r, book),
        **source,
        wagers={name: _wager(r, where, name, t) for where, name, t in r.each(book, "wagers", dict)},
        settings=settings,
        stages={name: _stage(r, where, name, t) for where, name, t in r.each(book, "stages", dict)},
        irregularities=tuple(_irregularity(r, where, t) for where, _, t in r.each(book, "irregularities", list)),
        procedures=tuple(_procedure(r, where, t) for where, _, t in r.each(book, "procedures", list)),
        payout_limits=tuple(_limit(r, where, t) for where, _, t in r.each(book, "payout-limits", list)),
        readings=tuple(_reading(r, where, t) for where, _, t in r.each(book, "readings", list)),
        exclusions=tuple(_exclusion(r, where, t) for where, _, t in r.each(book, "exclusions", list)),
        path=path,
        digest=digest,
    )
    agree(rulebook, r)
    return rulebook


def _head(r: Reader, book: dict[str, Any]) -> dict[str, Any]:
    if r.take(book, "", "format", int) != FORMAT and not r.told("format"):
        r.fault("format", f"expected {FORMAT}")
    head: dict[str, Any] = {key: r.take(book, "", key, str) for key in ("property", "game", "title")}
    head["plays_as"] = r.take(book, "", "plays-as", str, "")
    for key, name in (("property", head["property"]), ("game", head["game"]), ("plays-as", head["plays_as"])):
        if not SLUG.match(name or ("" if key != "plays-as" else "x")) and not r.told(key):
            r.fault(key, f"names are lower case words joined by hyphens, found {name!r}")
    head["submitted"] = r.take(book, "", "submitted", datetime.date, None)
    head["approved"] = r.take(book, "", "approved", datetime.date)
    if head["submitted"] and not r.told("approved") and head["submitted"] > head["approved"]:
        words = f"expected a day before the approval on {head['approved']}, found {head['submitted']}"
        r.fault("submitted", words, warning=True)
    return head


def _source(r: Reader, book: dict[str, Any]) -> dict[str, Any]:
    """Where the rules are printed: lines of a document, a section of it, or an address."""
    source = r.take(book, "", "source", dict)
    if r.told("source"):
        return {"document": "", "lines": (0, 0)}
    r.only(source, "source", KEYS["source"])
    section, address = (r.take(source, "source", key, str, "") for key in ("section", "address"))
    document = r.take(source, "source", "document", str, "" if address else ...)
    r.by_lines = "lines" in source
    if not r.by_lines and not section and not address:
        r.fault("source.lines", "missing; expected lines = [first, last] of the document, or a section, or an address")
    lines = r.take(source, "source", "lines", list, [0, 0])
    if len(lines) != 2 or not all(type(n) is int for n in lines):
        r.fault("source.lines", f"expected [first, last], found {shown(lines)}")
        lines = [0, 0]
    elif r.by_lines and not 0 < lines[0] <= lines[1]:
        r.fault("source.lines", f"expected the first line before the last, found {shown(lines)}")
        lines = [0, 0]
    return {"document": document, "lines": (lines[0], lines[1]), "section": section, "address": address}


def _rule(r: Reader, where: str, name: str, t: dict[str, Any]) -> Setting:
    r.only(t, where, KEYS["rule"])
    return Setting(name=name, value=r.take(t, where, "value", (bool, int, str, list, dict)), **r.cited(t, where))


def _option(r: Reader, where: str, name: str, t: dict[str, Any]) -> Setting:
    r.only(t, where, KEYS["option"])
    choices = tuple(r.take(t, where, "choices", list, []))
    least, most = r.take(t, where, "least", int, None), r.take(t, where, "most", int, None)
    default = r.take(t, where, "default", (bool, int, str))
    if choices:
        _choices(r, where, t, choices, default)
    elif not r.told(f"{where}.choices"):
        _span(r, where, least, most, default)
    return Setting(
        name=name, value=default, choices=choices, least=least, most=most, optional=True, **r.cited(t, where)
    )


def _choices(r: Reader, where: str, t: dict[str, Any], choices: tuple[Any, ...], default: Any) -> None:
    """The house chooses one of some values."""
    if "least" in t or "most" in t:
        r.fault(where, "expected choices, or least and most, not both")
    kinds = {type(choice) for choice in choices}
    if len(kinds) > 1 or not kinds <= {bool, int, str}:
        r.fault(f"{where}.choices", f"expected values of one kind, found {shown(list(choices))}")
    elif len(set(choices)) != len(choices):
        r.fault(f"{where}.choices", "the same choice stands twice")
    known = any(default == choice and type(default) is type(choice) for choice in choices)
    if not known and not r.told(f"{where}.default"):
        r.fault(f"{where}.default", f"{one_of(default, choices)}, found {shown(default)}")


def _span(r: Reader, where: str, least: int | None, most: int | None, default: Any) -> None:
    """The house chooses a number."""
    if r.told(f"{where}.least") or r.told(f"{where}.most") or r.told(f"{where}.default"):
        return
    if least is None:
        r.fault(where, "an option needs choices, or least and most")
    elif most is not None and least > most:
        r.fault(f"{where}.least", f"the least, {least}, is above the most, {most}")
    elif type(default) is not int or default < least or (most is not None and default > most):
        span = f"from {least}" + (f" to {most}" if most is not None else " on")
        r.fault(f"{where}.default", f"expected a whole number {span}, found {shown(default)}")


def _exclusion(r: Reader, where: str, t: dict[str, Any]) -> Exclusion:
    r.only(t, where, KEYS["exclusion"])
    together = r.condition(t, where)
    if len(together) < 2:
        r.fault(f"{where}.if", "expected two or more options and the values that may not stand together")
    return Exclusion(together=together, **r.cited(t, where))


def _stage(r: Reader, where: str, name: str, t: dict[str, Any]) -> Stage:
    r.only(t, where, KEYS["stage"])
    return Stage(name=name, **r.cited(t, where))


def _wager(r: Reader, where: str, name: str, t: dict[str, Any]) -> WagerRule:
    r.only(t, where, KEYS["wager"])
    least, most, step = (r.money(t, where, key) for key in ("least", "most", "step"))
    if least is not None and most is not None and least > most:
        r.fault(f"{where}.least", f"the least wager, {t['least']}, is above the most, {t['most']}")
    if most == 0:
        r.fault(f"{where}.most", f"expected an amount that can be wagered, found {t['most']}")
    if step is not None and (step <= 0 or (least or 0) % step):
        r.fault(f"{where}.step", f"expected an amount that the least wager is a multiple of, found {t['step']}")
    if step and most is not None and most % step:
        r.fault(f"{where}.most", f"expected a multiple of the step, {t['step']}, found {t['most']}")
    rule = WagerRule(
        name=name,
        title=r.take(t, where, "title", str),
        kind=r.choose(t, where, "kind", KINDS),
        when=r.condition(t, where),
        requires=r.names(t, where, "requires"),
        least=least,
        most=most,
        step=step,
        mandatory=r.take(t, where, "mandatory", bool, False),
        pay_tables=tuple(_pay_table(r, address, table) for address, table in r.tables(t, where, "pay-tables")),
        sees=r.take(t, where, "sees", str, ""),
        outcomes=r.take(t, where, "outcomes", dict, {}),
        on=tuple(map(str, r.take(t, where, "on", list, []))),
        placed=r.take(t, where, "placed", str, ""),
        **r.cited(t, where),
    )
    for fault in check_shape(rule):
        r.add(fault)
    return rule


def _pay_table(r: Reader, where: str, t: dict[str, Any]) -> PayTable:
    r.only(t, where, KEYS["pay-table"])
    lines = r.lines(t, where)
    return PayTable(
        label=r.take(t, where, "label", str, ""),
        name=r.take(t, where, "name", str, "main"),
        clause=r.take(t, where, "clause", str),
        line=lines[0] if lines else 0,
        at_least=r.take(t, where, "at-least", bool, False),
        to=r.choose(t, where, "to", PAID_TO, "player"),
        when=r.condition(t, where),
        rows=_rows(r, where, t),
        says=r.take(t, where, "says", str, ""),
    )


def _rows(r: Reader, where: str, t: dict[str, Any]) -> tuple[tuple[str, Odds], ...]:
    rows: dict[str, Odds] = {}
    raw = r.take(t, where, "rows", list)
    if not raw and not r.told(joined(where, "rows")):
        r.fault(f"{where}.rows", 'expected at least one row, such as ["win", "1 to 1"]')
    for number, row in enumerate(raw, 1):
        address = f"{where}.rows[{number}]"
        if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str)):
            r.fault(address, f'expected ["outcome", "odds"], found {shown(row)}')
        elif row[0] in rows:
            r.fault(address, f"the same outcome, {row[0]}, stands twice", fact=Twice(row[0]))
        else:  # a row whose odds can't be read is a row: its outcome is not missing
            rows[row[0]] = r.odds(row[1], f"{address}[2]") or Odds(str(row[1]), "unread", Fraction(0))
    return tuple(rows.items())


def _remedy(r: Reader, where: str, t: dict[str, Any]) -> Remedy:
    return Remedy(
        ruling=r.take(t, where, "ruling", str),
        says=r.take(t, where, "says", str, ""),
        terms=r.take(t, where, "with", dict, {}),
    )


def _choice(r: Reader, where: str, t: dict[str, Any]) -> Remedy:
    r.only(t, where, KEYS["choice"])
    return _remedy(r, where, t)


def _irregularity(r: Reader, where: str, t: dict[str, Any]) -> Irregularity:
    r.only(t, where, KEYS["irregularity"])
    return Irregularity(
        when=r.take(t, where, "when", str),
        at=r.names(t, where, "at"),
        condition=r.condition(t, where),
        by=r.choose(t, where, "by", ROLES, "dealer"),
        remedy=_remedy(r, where, t),
        choices=tuple(_choice(r, address, choice) for address, choice in r.tables(t, where, "choices")),
        **r.cited(t, where),
    )


def _procedure(r: Reader, where: str, t: dict[str, Any]) -> Procedure:
    r.only(t, where, KEYS["procedure"])
    kept, by = r.choose(t, where, "kept", KEPT, GUIDANCE), r.take(t, where, "by", str, "")
    if (kept != GUIDANCE) != bool(by) and not r.told(f"{where}.by"):
        r.fault(f"{where}.by", "expected what enacts it or asks for it, such as package.module:name; guidance has none")
    return Procedure(
        name=r.take(t, where, "name", str),
        values=r.take(t, where, "values", dict, {}),
        kept=kept,
        by=by,
        **r.cited(t, where),
    )


def _limit(r: Reader, where: str, t: dict[str, Any]) -> PayoutLimit:
    r.only(t, where, KEYS["limit"])
    times = r.take(t, where, "times", dict, {})
    for wager, number in times.items():
        if type(number) is not int or number < 1:
            r.fault(f"{where}.times.{wager}", f"expected a whole number above 0, found {shown(number)}")
    fixed, at_least = (r.money(t, where, key) for key in ("fixed", "at-least"))
    if "fixed" in t and "at-least" in t:
        r.fault(f"{where}.at-least", "expected fixed (the book sets the limit) or at-least (the house does), not both")
    for key, cents in (("fixed", fixed), ("at-least", at_least)):
        if cents == 0:
            r.fault(f"{where}.{key}", f"expected an amount that can be won, found {t[key]}")
    return PayoutLimit(
        name=r.take(t, where, "name", str),
        wagers=r.names(t, where, "wagers"),
        scope=r.choose(t, where, "scope", SCOPES),
        fixed=fixed,
        at_least=at_least,
        or_best_at_minimum=r.take(t, where, "or-best-at-minimum", bool, False),
        times={wager: number for wager, number in times.items() if type(number) is int},
        **r.cited(t, where),
    )


def _reading(r: Reader, where: str, t: dict[str, Any]) -> Reading:
    r.only(t, where, KEYS["reading"])
    return Reading(
        lines=r.lines(t, where),
        gap=r.take(t, where, "gap", str),
        read_as=r.take(t, where, "read-as", str),
        because=r.take(t, where, "because", str),
        touches=r.names(t, where, "touches"),
    )


__all__ = ["Draft", "Fault", "load", "read"]
