"""A draft as a page to work on: its entries in their order, each with fields, faults, and what it was before."""

import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from croupier.drafting import fields
from croupier.drafting.check import check_text
from croupier.drafting.odds_fields import parted, printed
from croupier.rulebook.editing.fields import Misfit, look
from croupier.rulebook.editing.merging import NAMES, Edit
from croupier.rulebook.faults import Found


class Cell(msgspec.Struct, frozen=True):
    """One field with what is wrong with it."""

    address: str
    key: str
    title: str
    kind: str
    text: str
    choices: tuple[str, ...] = ()
    was: str = ""
    changed: bool = False
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class PayRow(msgspec.Struct, frozen=True):
    number: int
    outcome: str
    odds: str
    was: str = ""
    changed: bool = False
    faults: tuple[str, ...] = ()
    called: str = ""  # by whoever shows it, where people say it otherwise than the file
    behind: str = ""  # of a row that was taken out: the outcome that it stood behind

    @property
    def words(self) -> str:
        """`Four of a kind`, as the form has it; `named` reads it again."""
        return self.called or self.outcome.replace("-", " ").capitalize()

    @property
    def parts(self) -> tuple[str, str, str]:
        """The odds as their fields have them."""
        return parted(self.odds) if self.number else ("", "to", "")

    @property
    def changed_parts(self) -> tuple[bool, bool]:
        """Whether the figure with its word, and the figure behind it, differ from the version before."""
        old = parted(self.was)
        figure = self.changed and (not self.was or self.parts[:2] != old[:2])
        return figure, self.changed and (not self.was or self.parts[2] != old[2])


def named(typed: str) -> str:
    """An outcome as the file has it: `four-of-a-kind` of `Four of a kind`."""
    return "-".join(typed.lower().split())


class Grid(msgspec.Struct, frozen=True):
    """One pay table."""

    address: str
    title: str
    cells: tuple[Cell, ...]
    rows: tuple[PayRow, ...]
    dropped: tuple[PayRow, ...] = ()  # rows that the version before has
    faults: tuple[str, ...] = ()

    @property
    def lines(self) -> list[PayRow]:
        """The rows, and those that were taken out where they stood."""
        made = list(self.rows)
        for gone in self.dropped:
            before = [at for at, row in enumerate(made, 1) if row.outcome == gone.behind]
            made.insert(before[0] if before else 0, gone)
        return made

    @property
    def changed(self) -> int:
        """How many rows differ from the version before."""
        return sum(row.changed for row in self.rows) + len(self.dropped)


class SheetEntry(msgspec.Struct, frozen=True):
    """One entry in the list of clauses."""

    address: str
    section: str
    title: str
    clause: str
    mark: str = ""  # added, changed
    faults: int = 0


class Sheet(msgspec.Struct, frozen=True):
    """The entry that is worked on."""

    entry: SheetEntry
    cells: tuple[Cell, ...]
    more: tuple[Cell, ...]  # fields that it may have and has not
    grids: tuple[Grid, ...] = ()
    outcomes: tuple[Cell, ...] = ()
    faults: tuple[str, ...] = ()


class SheetPage(msgspec.Struct, frozen=True):
    sections: tuple[tuple[str, str, tuple[SheetEntry, ...]], ...]  # section, its title, its entries
    removed: tuple[SheetEntry, ...]
    faults: tuple[Found, ...]
    warnings: tuple[Found, ...]
    changes: int
    what: str


def page(text: str, name: str, before: str = "") -> SheetPage:
    """All entries of a draft with the check's findings; `before` is the text that it began from."""
    checked = check_text(text, name)
    book, old = tomllib.loads(text), tomllib.loads(before) if before else {}
    sections = []
    for section, title in fields.TITLES.items():
        made = tuple(_entry(book, old, address, section, checked.faults) for address in addresses(book, section))
        if made or section != "exclusions":
            sections.append((section, title, made))
    removed = tuple(
        _named(old, address, section, "removed")
        for section in fields.TITLES
        for address in addresses(old, section)
        if _counterpart(old, book, address) is None
    )
    changes = len(removed) + sum(bool(entry.mark) for _, _, entries in sections for entry in entries)
    return SheetPage(
        tuple(sections), removed, tuple(checked.faults), tuple(checked.warnings), changes if before else 0, checked.what
    )


def addresses(book: dict[str, Any], section: str) -> Iterator[str]:
    """The addresses of a section's entries in their order."""
    there = book.get(section)
    if isinstance(there, dict):
        yield from (f"{section}.{name}" for name, entry in there.items() if isinstance(entry, dict))
    elif isinstance(there, list):
        yield from (f"{section}[{n}]" for n, entry in enumerate(there, 1) if isinstance(entry, dict))


def _counterpart(book: dict[str, Any], other: dict[str, Any], address: str) -> Any:
    """The same entry of another text: by its name, or in a list by what it is known by and how often."""
    section = address.partition(".")[0].partition("[")[0]
    if "[" not in address:
        return look(other, address)
    key, entry = NAMES[section], look(book, address)
    alike = [e for e in book[section][: int(address.rpartition("[")[2][:-1])] if e.get(key) == entry.get(key)]
    there = [e for e in other.get(section, ()) if isinstance(e, dict) and e.get(key) == entry.get(key)]
    return there[len(alike) - 1] if len(there) >= len(alike) else None


def _entry(
    book: dict[str, Any], old: dict[str, Any], address: str, section: str, faults: Sequence[Found]
) -> SheetEntry:
    was = _counterpart(book, old, address) if old else look(book, address)
    mark = "added" if was is None else "changed" if was != look(book, address) else ""
    named = _named(book, address, section, mark)
    return msgspec.structs.replace(named, faults=sum(_under(found.where, address) for found in faults))


def _named(book: dict[str, Any], address: str, section: str, mark: str) -> SheetEntry:
    entry = look(book, address)
    name = address.rpartition(".")[2] if "[" not in address else str(entry.get(NAMES[section]) or address)
    title = str(entry.get("title") or "") or (name if " " in name else name.replace("-", " ").capitalize())
    return SheetEntry(address, section, title, str(entry.get("clause") or ""), mark)


def _under(where: str, address: str) -> bool:
    return where == address or where.startswith((f"{address}.", f"{address}["))


def sheet(text: str, address: str, found: Sequence[Found], before: str = "") -> Sheet | None:
    """One entry with its fields; None where the text has no such entry."""
    book, old = tomllib.loads(text), tomllib.loads(before) if before else {}
    section = address.partition(".")[0].partition("[")[0]
    entry = look(book, address) if section in fields.TITLES else None
    if not isinstance(entry, dict):
        return None
    was = _counterpart(book, old, address) if old else None
    told: set[Found] = set()
    cells = _cells(section, address, entry, was, found, told)
    grids = tuple(
        _grid(f"{address}.pay-tables[{n}]", table, _table_before(was, n, table), found, told)
        for n, table in enumerate(entry.get("pay-tables", ()), 1)
        if isinstance(table, dict)
    )
    outcomes = tuple(
        _cell(f"{address}.outcomes.{name}", fields.Form(name, name.replace("-", " "), fields.VALUE,
              fields.shown(conditions, fields.VALUE)), look(was or {}, "outcomes") or {}, found, told)
        for name, conditions in (entry.get("outcomes") or {}).items()
    )  # fmt: skip
    rest = tuple(f.says for f in found if _under(f.where, address) and f not in told)
    made = _entry(book, old, address, section, [f for f in found if not f.warning])
    parted = {c.key.partition(".")[0] for c in cells if "." in c.key}  # the whole of it is there to add something to
    there = tuple(c for c in cells if (c.text or c.was) and c.key not in parted)
    return Sheet(made, there, tuple(c for c in cells if c not in there), grids, outcomes, rest)


def _cells(
    section: str, address: str, entry: dict[str, Any], was: Any, found: Sequence[Found], told: set[Found]
) -> list[Cell]:
    forms = fields.forms(section, entry)
    return [_cell(f"{address}.{form.key}", form, was, found, told) for form in forms]


def _cell(address: str, form: fields.Form, was: Any, found: Sequence[Found], told: set[Found]) -> Cell:
    mine = [f for f in found if _under(f.where, address)]
    told.update(mine)
    before = fields.shown(look(was, form.key), form.kind) if isinstance(was, dict) else ""
    changed = isinstance(was, dict) and before != form.text
    faults = tuple(f.says for f in mine if not f.warning)
    warnings = tuple(f.says for f in mine if f.warning)
    return Cell(address, form.key, form.title, form.kind, form.text, form.choices, before, changed, faults, warnings)


def _table_before(was: Any, number: int, table: dict[str, Any]) -> Any:
    """The same pay table of the version before: by its label and name, else by its place."""
    tables = was.get("pay-tables", []) if isinstance(was, dict) else []
    same = [t for t in tables if (t.get("label"), t.get("name")) == (table.get("label"), table.get("name"))]
    return same[0] if len(same) == 1 else tables[number - 1] if number <= len(tables) else None


def _grid(address: str, table: dict[str, Any], was: Any, found: Sequence[Found], told: set[Found]) -> Grid:
    cells = _cells("pay-tables", address, table, was, found, told)
    old = {row[0]: row[1] for row in (was or {}).get("rows", []) if isinstance(row, list) and len(row) == 2}
    rows = []
    for number, row in enumerate(table.get("rows", ()), 1):
        outcome, odds = [*map(str, row), "", ""][:2] if isinstance(row, list) else (str(row), "")
        mine = [f for f in found if _under(f.where, f"{address}.rows[{number}]")]
        told.update(mine)
        before = old.get(outcome, "")
        changed = bool(was) and before != odds
        rows.append(PayRow(number, outcome, odds, before, changed, tuple(f.says for f in mine)))
    there = {row.outcome for row in rows}
    dropped = tuple(
        PayRow(0, name, "", odds, behind=behind)
        for behind, (name, odds) in zip(("", *old), old.items())
        if name not in there
    )
    rest = [f for f in found if _under(f.where, address) and f not in told]
    told.update(rest)
    title = str(table.get("label") or table.get("name") or "Pay table")
    return Grid(address, title, tuple(cells), tuple(rows), dropped, tuple(f.says for f in rest))


def back(text: str, before: str, address: str) -> list[Edit]:
    """What brings an entry back to what it was in the text before; nothing where that had none."""
    book, old = tomllib.loads(text), tomllib.loads(before) if before else {}
    now, was = look(book, address), _counterpart(book, old, address) if old else None
    if not isinstance(now, dict) or not isinstance(was, dict):
        return []
    made = [Edit("remove", f"{address}.{key}") for key in now if key not in was]
    made += [
        Edit("set", f"{address}.{key}", was[key]) for key in was if key != "pay-tables" and now.get(key) != was[key]
    ]
    tables, old_tables = now.get("pay-tables", []), was.get("pay-tables", [])
    for number, (table, other) in enumerate(zip(tables, old_tables), 1):
        place = f"{address}.pay-tables[{number}]"
        made += [Edit("remove", f"{place}.{key}") for key in table if key not in other]
        made += [
            Edit("set", f"{place}.{key}", other[key]) for key in other if key != "rows" and table.get(key) != other[key]
        ]
        if table.get("rows") != other.get("rows"):
            made.append(Edit("rows", place, other["rows"]))
    return made


# ---- what a form says


def edits(text: str, address: str, given: dict[str, str]) -> tuple[list[Edit], dict[str, str]]:
    """What a sent form changes in the text that its sender saw, and what could not be read, by address.

    A field is named by its address; a row of a pay table by `TABLE.rows[N].outcome` and `.odds`, N of any order. Odds
    may come in parts: `.odds` the figure, `.form` the word, `.of` the figure behind it.
    """
    book = tomllib.loads(text)
    section = address.partition(".")[0].partition("[")[0]
    if section not in fields.PARTS:
        raise Misfit(f"{address!r} is no entry of a book; expected one such as wagers.ante")
    made: list[Edit] = []
    wrong: dict[str, str] = {}
    for name, typed in given.items():
        if not _under(name, address) or ".rows[" in name:
            continue
        was = look(book, name)
        in_table = ".pay-tables[" in name
        part = "pay-table" if in_table else fields.PARTS[section]
        key = name.rpartition("].")[2] if in_table else name.removeprefix(f"{address}.")
        kind = fields.VALUE if ".outcomes." in name else fields.kind_of(part, key, was)
        if typed.strip() == fields.shown(was, kind).strip():
            continue
        try:
            value = fields.read(typed, kind, was)
        except fields.Unreadable as error:
            wrong[name] = str(error)
            continue
        if value is None:
            made.append(Edit("remove", name))
        elif value != was or type(value) is not type(was):
            made.append(Edit("set", name, value))
    rows, halves = _row_edits(book, address, given)
    return made + rows, wrong | halves


def _row_edits(book: dict[str, Any], address: str, given: dict[str, str]) -> tuple[list[Edit], dict[str, str]]:
    """The pay tables whose rows a form changes, and rows of which it has only one half: their table stays as it is."""
    typed_rows: dict[str, dict[int, dict[str, str]]] = {}
    for name, typed in given.items():
        table, _, rest = name.partition(".rows[")
        number, _, key = rest.partition("].")
        if rest and _under(table, address) and number.isdecimal() and key in ("outcome", "odds", "form", "of"):
            typed_rows.setdefault(table, {}).setdefault(int(number), {})[key] = typed
    tables = {table: {n: _row(typed) for n, typed in rows.items()} for table, rows in typed_rows.items()}
    made: list[Edit] = []
    halves: dict[str, str] = {}
    for table, rows in tables.items():
        filled = [row for _, row in sorted(rows.items()) if row[0] or row[1]]
        half = {f"{table}.rows[{n}]": _lacks(row) for n, row in enumerate(filled, 1) if not (row[0] and row[1])}
        halves |= half
        kept = [row for row in filled if row[0] and row[1]]
        if kept != look(book, f"{table}.rows") and kept and not half:
            made.append(Edit("rows", table, kept))
    return made, halves


def _row(typed: dict[str, str]) -> list[str]:
    """[outcome, odds] of the fields of one row; a row without an outcome and a figure is none."""
    outcome, figure = named(typed.get("outcome", "")), typed.get("odds", "")
    form = typed.get("form", "") if outcome or figure.strip() else ""
    return [outcome, printed(figure, form, typed.get("of", ""))]


def _lacks(row: list[str]) -> str:
    lack, why = ("odds", row[0].replace("-", " ")) if row[0] else ("outcome", row[1])
    return f"{why} has no {lack}; write both, or empty both to take the row out"
