"""What the check and the history of a draft say, as its writer reads it: places by title, outcomes in words.

The check speaks of addresses and names as the file has them (`wagers.aces-up.pay-tables[1].rows`, `flush-4`), because
the command line shows the file. On the page the same is said of Aces Up and of a four-card flush.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from croupier.drafting import fields, settling
from croupier.drafting.sheet import PayRow, Sheet
from croupier.rulebook.editing.fields import look
from croupier.rulebook.editing.merging import NAMES
from croupier.rulebook.faults import Found, Impossible, Lacking, Twice, Underpaid
from croupier.web.felt.outcome_words import caption, hand_words

ADDRESS = re.compile(
    r"(?:wagers|rules|options|stages)\.[\w.\[\]-]+|(?:irregularities|procedures|readings|exclusions|payout-limits)\[[\w.\[\]-]+"
)
ROW = re.compile(r"\.pay-tables\[(\d+)\](?:\.rows(?:\[(\d+)\](?:\[\d\])?)?)?")
ENTRY = re.compile(r"^(?:\w[\w-]*\[\d+\]|\w[\w-]*\.[\w-]+)")
KNOWN_MAX = 8  # outcomes that a fault names
ROWS_SAID = re.compile(r"(^|, )([a-z0-9]+(?:-[a-z0-9]+)*) (?=[^,]* → )")


class Fix(msgspec.Struct, frozen=True):
    """A row that settles a fault: what the button says, the outcome and the odds, and the row as the file has it."""

    words: str
    outcome: str
    odds: str
    key: str = ""  # by which its edge is found


def key_of(row: settling.Settles) -> str:
    return f"{row.table} {row.outcome} {row.odds}"


def said(found: Found) -> str:
    """A fault in words: `no row for 'flush-4'` is about a four-card flush."""
    match found.fact:
        case Lacking(outcome):
            return f"No row for {caption(outcome).lower()}: {hand_words(outcome)} would be unpaid. Give it a row"
        case Impossible(outcome, meant, outcomes):
            known = [caption(one).lower() for one in outcomes]
            rest = f" and {len(known) - KNOWN_MAX} more" if len(known) > KNOWN_MAX else ""
            guess = f"did you mean {caption(meant).lower()}? " if meant else ""
            names = ", ".join(known[:KNOWN_MAX])
            return f"{caption(outcome)} can't happen in this wager; {guess}it knows {names}{rest}"
        case Underpaid(better, pays, worse, worse_pays):
            less = f"less than the worse hand {caption(worse).lower()}, which pays {worse_pays}"
            return f"{caption(better)} pays {pays}, {less}"
        case Twice(outcome):
            return f"{caption(outcome)} stands twice; take one of the two rows out"
        case _:
            return found.says


def in_words(found: Iterable[Found]) -> list[Found]:
    """The faults as they are read on the page."""
    return [msgspec.structs.replace(one, says=said(one)) for one in found]


SETTLES = {settling.IN_FORCE: "{odds}, as in force", settling.LESS: "{odds}", settling.RETURNED: "It is returned"}


def fixes(found: Found, text: str, before: dict[str, Any]) -> tuple[Fix, ...]:
    """The rows that would settle a fault, as buttons."""
    return tuple(
        Fix(SETTLES[row.kind].format(odds=row.odds), caption(row.outcome), row.odds, key_of(row))
        for row in settling.helping(found, text, before)
    )


def entry_of(where: str) -> str:
    """The entry that an address lies in: what the list of clauses links to."""
    found = ENTRY.match(where)
    return found[0] if found else where


def place(book: dict[str, Any], where: str) -> str:
    """An address as its reader would name it: `Aces Up, straight flush`, `Card face up, ruling`."""
    if not where:
        return "The file"
    entry = entry_of(where)
    there = look(book, entry)
    section = entry.partition(".")[0].partition("[")[0]
    if not isinstance(there, dict):
        name = entry.rpartition(".")[2].partition("[")[0]
        title = name.replace("-", " ").capitalize()
    else:
        name = entry.rpartition(".")[2] if "[" not in entry else str(there.get(NAMES.get(section, "name")) or section)
        title = str(there.get("title") or name.replace("-", " ").capitalize())
    rest = where[len(entry) :]
    if row := ROW.match(rest):
        table = look(book, f"{entry}.pay-tables[{row[1]}]") or {}
        rows = table.get("rows", ()) if isinstance(table, dict) else ()
        if row[2] and int(row[2]) <= len(rows):
            return f"{title}, {caption(str(rows[int(row[2]) - 1][0])).lower()}"
        return f"{title}, {str(table.get('label')) if table.get('label') not in (None, title) else 'pay table'}"
    key = rest.lstrip(".").partition("[")[0]
    return f"{title}, {fields.title_of(key).lower()}" if key else title


def history_said(text: str, says: str) -> str:
    """A line of the history, its addresses by their titles and its outcomes by their words."""
    book = tomllib.loads(text)

    def line(part: str) -> str:
        where = ADDRESS.match(part)
        if where is None:
            return part
        rest = part[where.end() :]
        if rest.startswith(": ") and ROW.fullmatch(where[0][len(entry_of(where[0])) :]) and "rows[" not in where[0]:
            rest = ": " + ROWS_SAID.sub(lambda found: f"{found[1]}{caption(found[2]).lower()} ", rest[2:])
        return place(book, where[0]) + rest

    return "; ".join(line(part) for part in says.split("; "))


def called(sheet: Sheet | None) -> Sheet | None:
    """A sheet whose rows are called as people call them."""
    if sheet is None:
        return None
    grids = tuple(
        msgspec.structs.replace(
            grid,
            rows=_named(grid.rows),
            dropped=_named(grid.dropped),
        )
        for grid in sheet.grids
    )
    return msgspec.structs.replace(sheet, grids=grids)


def _named(rows: Sequence[PayRow]) -> tuple[PayRow, ...]:
    return tuple(msgspec.structs.replace(row, called=caption(row.outcome)) for row in rows)


def as_in_the_file(text: str, known: Iterable[str], values: dict[str, Any]) -> dict[str, Any]:
    """A form's outcomes as the file has them: `Four-card flush` is `flush-4`."""
    keys = {caption(outcome).lower(): outcome for outcome in (*known, *_outcomes(tomllib.loads(text)))}
    return {
        name: keys.get(" ".join(str(typed).lower().split()), typed) if name.endswith("].outcome") else typed
        for name, typed in values.items()
    }


def _outcomes(book: dict[str, Any]) -> Iterable[str]:
    wagers = book.get("wagers", {})
    for wager in wagers.values() if isinstance(wagers, dict) else ():
        for table in wager.get("pay-tables", ()) if isinstance(wager, dict) else ():
            for row in table.get("rows", ()) if isinstance(table, dict) else ():
                if isinstance(row, list) and row:
                    yield str(row[0])
