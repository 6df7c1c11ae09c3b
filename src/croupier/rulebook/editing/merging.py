"""What people change in a draft, and how two people's changes of one text come together without a word being lost."""

import re
import tomllib
from typing import Any

import msgspec

from croupier.rulebook.editing import fields as editing
from croupier.rulebook.editing.fields import Misfit, look
from croupier.rulebook.editing.toml_text import written

ACTS = ("set", "remove", "add", "rows")
NAMES = {  # what an entry of a list is known by
    "irregularities": "when",
    "procedures": "name",
    "payout-limits": "name",
    "readings": "gap",
    "exclusions": "says",
    "pay-tables": "label",
}
SHOWN_MAX = 90
_ENTRY = re.compile(r"([A-Za-z0-9_-]+)\[([1-9]\d*)\]$")


class Edit(msgspec.Struct, frozen=True):
    """One change: a field set or removed, an entry added, the rows of a pay table."""

    act: str
    address: str
    value: Any = None


class Conflict(msgspec.Struct, frozen=True):
    """Two people changed the same field: what both had before them, and what each made of it."""

    address: str
    was: str
    theirs: str
    yours: str


def apply(text: str, edits: list[Edit]) -> str:
    """The text with every edit; raises Misfit, and nothing is changed, where one of them fits nowhere."""
    for edit in edits:
        text = _apply(text, edit)
    return text


def _apply(text: str, edit: Edit) -> str:
    match edit.act:
        case "set":
            if edit.value is None:
                raise Misfit(f"{edit.address}: expected a value; a field that goes is removed")
            return editing.set_value(text, edit.address, edit.value)
        case "remove":
            if look(tomllib.loads(text), edit.address) is None:
                raise Misfit(f"there is no {edit.address}")
            return editing.remove(text, edit.address)
        case "rows":
            rows = edit.value
            if not isinstance(rows, list) or not all(_is_row(row) for row in rows):
                raise Misfit(f'{edit.address}: expected rows such as ["flush", "6 to 1"]')
            return editing.set_rows(text, edit.address, rows)
        case "add":
            return _add(text, edit.address, edit.value)
    raise Misfit(f"{edit.act!r} is no change; expected one of {', '.join(ACTS)}")


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 2 and all(isinstance(word, str) for word in row)


def _add(text: str, address: str, value: Any) -> str:
    """An entry of a list (`irregularities`), or a table by its name (`wagers.lucky`) with what stands under it."""
    if not isinstance(value, dict) or not value:
        raise Misfit(f"{address}: expected the fields of what is added")
    section = address.partition(".")[0]
    if section not in editing.SECTIONS:
        raise Misfit(f"a book has no {section!r}; expected one of {', '.join(editing.SECTIONS)}")
    plain = {key: entry for key, entry in value.items() if key not in ("outcomes", "pay-tables")}
    if "." not in address:
        return editing.add_entry(text, address, value)
    if address.endswith("pay-tables"):
        return editing.add_entry(text, address, value)
    text = editing.add_table(text, address, plain)
    if value.get("outcomes"):
        text = editing.add_table(text, f"{address}.outcomes", value["outcomes"])
    for table in value.get("pay-tables", ()):
        text = editing.add_entry(text, f"{address}.pay-tables", table)
    return text


def told(text: str, edits: list[Edit]) -> str:
    """What some edits change, in one line for the history of a draft."""
    book = tomllib.loads(text)
    said = []
    for edit in edits:
        was = look(book, edit.address)
        if edit.act == "add":
            said.append(f"{edit.address} added")
        elif edit.act == "remove":
            said.append(f"{edit.address} removed: {_short(was)}")
        elif edit.act == "rows":
            said += _told_rows(edit, was)
        else:
            said.append(f"{edit.address}: {_short(was)} → {_short(edit.value)}")
    return "; ".join(said)


def _told_rows(edit: Edit, table: Any) -> list[str]:
    was = dict(row for row in (table or {}).get("rows", ()) if _is_row(row))
    now = dict(edit.value)
    said = [f"{name} {was.get(name, 'no row')} → {odds}" for name, odds in now.items() if was.get(name) != odds]
    said += [f"{name} {odds} → no row" for name, odds in was.items() if name not in now]
    return [f"{edit.address}: {', '.join(said) or 'rows in another order'}"]


def _short(value: Any) -> str:
    text = "nothing" if value is None else value if isinstance(value, str) else written(value)
    return text if len(text) <= SHOWN_MAX else f"{text[: SHOWN_MAX - 1]}…"


# ---- two people


def rebase(seen: str, latest: str, edits: list[Edit]) -> tuple[list[Edit], list[Conflict]]:
    """Edits that somebody made on an earlier text as edits of the latest one, and those that another made otherwise.

    A field that nobody else has touched is simply changed; rows of one pay table come together row by row; an entry
    of a list is found again where others were put before it.
    """
    before, now = tomllib.loads(seen), tomllib.loads(latest)
    made: list[Edit] = []
    against: list[Conflict] = []
    for edit in edits:
        if edit.act == "add":
            made.append(edit)
            continue
        address = _moved(before, now, edit.address)
        was, theirs = look(before, edit.address), look(now, address) if address else None
        if address and theirs == was:
            made.append(msgspec.structs.replace(edit, address=address))
            continue
        if edit.act == "rows" and address and isinstance(theirs, dict) and isinstance(was, dict):
            rows = _merged(was.get("rows", []), theirs.get("rows", []), edit.value)
            if rows is not None:
                made.append(msgspec.structs.replace(edit, address=address, value=rows))
                continue
        yours = None if edit.act == "remove" else edit.value
        if theirs != yours:
            against.append(Conflict(edit.address, _shown(was), _shown(theirs), _shown(yours)))
    return made, against


def _shown(value: Any) -> str:
    rows = value.get("rows") if isinstance(value, dict) else value
    if isinstance(rows, list) and rows and all(_is_row(row) for row in rows):
        return ", ".join(f"{name} {odds}" for name, odds in rows)
    return "nothing" if value is None else value if isinstance(value, str) else written(value)


def _moved(before: Any, now: Any, address: str) -> str:
    """Where a field of the earlier text stands in the latest one; empty: its entry is gone."""
    found, origin = "", ""
    for part in address.split("."):
        here = f"{found}.{part}" if found else part
        origin = f"{origin}.{part}" if origin else part
        entry = _ENTRY.search(part)
        if entry is None or entry[1] not in NAMES:
            found = here
            continue
        seen = look(before, origin)
        whole = here[: -len(entry[2]) - 2]
        there = look(now, whole)
        place = _place(seen, there if isinstance(there, list) else [], int(entry[2]), NAMES[entry[1]])
        if not place:
            return ""
        found = f"{whole}[{place}]"
    return found


def _place(entry: Any, there: list[Any], place: int, name: str) -> int:
    """The place of an entry in a list: the same, or that of the only one that is known by the same name."""
    if not isinstance(entry, dict):
        return 0
    if place <= len(there) and there[place - 1] == entry:
        return place
    others = [(number, other) for number, other in enumerate(there, 1) if isinstance(other, dict)]
    same = [number for number, other in others if other == entry]
    known = [number for number, other in others if other.get(name) == entry.get(name)]
    return same[0] if len(same) == 1 else known[0] if len(known) == 1 else 0


def _merged(was: list[list[str]], theirs: list[list[str]], yours: list[list[str]]) -> list[list[str]] | None:
    """Rows with both people's changes; None where both changed one row, or the order of them."""
    old, their, mine = ({name: odds for name, odds in rows} for rows in (was, theirs, yours))  # noqa: C416
    touched = {name for name in old | mine if old.get(name) != mine.get(name)}
    other = {name for name in old | their if old.get(name) != their.get(name)}
    if any(their.get(name) != mine.get(name) for name in touched & other):
        return None
    rows = [[name, mine.get(name, odds) if name in touched else odds] for name, odds in theirs]
    rows = [row for row in rows if row[0] in mine or row[0] not in touched]
    return rows + [list(row) for row in yours if row[0] not in their and row[0] in touched]
