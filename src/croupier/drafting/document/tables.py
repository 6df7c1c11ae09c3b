"""Pay tables of a document: rows of an outcome and its odds, with the words that lead to them."""

import re

import msgspec

from croupier.drafting.document.odds import Printed, read
from croupier.drafting.document.text import Line

LEAD = 4  # lines before a table that say whose it is
LABEL_MAX = 70
# A row without cells: words, perhaps "pays", then odds at the end of the line.
_ROW = re.compile(
    r"^(?P<label>[A-Z0-9$][^\t.;:]{1,60}?)\s*(?:\.{2,}|[-–:]|\b[Pp]ays?:?)?\s+"
    r"(?P<odds>(?:\$\s?\d[\d,]*|\d+\s?%|[Pp]ush|[0-9lI|SO,]{1,7}\s*(?:to|for|t0)\s*[0-9lI|]{1,2}(?:\s1)?))$"
)
_SENTENCE = re.compile(r"\b(at|of|shall|be|paid|the|than|from|is|are|or|and)$", re.IGNORECASE)


class Row(msgspec.Struct, frozen=True):
    line: int
    label: str
    odds: Printed


class Table(msgspec.Struct, frozen=True):
    """One column of odds under one lead."""

    first: int
    last: int
    lead: tuple[str, ...]  # the words before it, the nearest last
    column: str  # the title of the column, where it has one
    rows: tuple[Row, ...]
    columns: int = 1  # how many stand beside each other


def tables_of(lines: list[Line]) -> list[Table]:
    """Every table of a section, column by column, in the document's order."""
    found: list[Table] = []
    lead: list[str] = []
    block: list[tuple[Line, list[str], list[Printed | None]]] = []
    header: list[str] = []
    prefix = ""

    def close() -> None:
        nonlocal block, header, prefix
        found.extend(_columns(block, header, tuple(lead[-LEAD:])))
        block, header, prefix = [], [], ""

    for line in lines:
        row = _row(line, prefix)
        if row is not None:
            block.append((line, *row))
        elif "\t" in line.text or _is_header(line.text):
            cells = [cell for cell in line.cells if cell]
            if block and len(cells) == 1:
                prefix = cells[0].rstrip(":")  # a heading inside the table: what follows is of this kind
            elif block:
                close()
                header = line.cells
            else:
                header = line.cells if len(line.cells) >= len(header) else header
                lead.append(line.cells[0] if len(line.cells) > 1 else line.text)
        else:
            close()
            lead.append(line.text)
    close()
    return found


def _is_header(text: str) -> bool:
    return (
        re.fullmatch(r"(hand|wager|bet|outcome|result)s?\s+(odds|pays?|payouts?)( odds)?", text, re.IGNORECASE)
        is not None
    )


def _row(line: Line, prefix: str) -> tuple[list[str], list[Printed | None]] | None:
    """The labels and the odds of a line; none where it is no row."""
    cells = line.cells
    if len(cells) == 1:
        match = _ROW.match(line.text)
        odds = read(match["odds"]) if match else None
        if match is None or odds is None or _SENTENCE.search(match["label"]):
            return None
        return [match["label"].strip()], [odds]
    read_cells = [read(cell) for cell in cells]
    start = next((n for n, odds in enumerate(read_cells) if n and odds is not None), 0)
    if not start or not cells[0] or sum(map(len, cells[:start])) > LABEL_MAX:
        return None
    labels = [cell for cell in cells[:start] if cell]
    if prefix and re.match(r"(on|if|when) ", labels[0], re.IGNORECASE):
        labels[0] = f"{prefix} {labels[0]}"
    return labels, read_cells[start:]


def _columns(
    block: list[tuple[Line, list[str], list[Printed | None]]], header: list[str], lead: tuple[str, ...]
) -> list[Table]:
    if not block:
        return []
    wide = max(len(odds) for _, _, odds in block)
    made = []
    for place in range(wide):
        rows = tuple(
            Row(line.number, " / ".join(labels), printed)
            for line, labels, odds in block
            if (printed := odds[place] if place < len(odds) else None) is not None
        )
        title = header[place - wide] if len(header) > wide else ""
        if rows:
            made.append(Table(rows[0].line, rows[-1].line, lead, title, rows, wide))
    return made
