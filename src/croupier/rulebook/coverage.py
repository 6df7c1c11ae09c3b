"""What of the five documents is carried by a rulebook, section by section."""

import tomllib
from pathlib import Path

import msgspec

from croupier.rulebook.library import SHELF, rulebooks
from croupier.rulebook.model import ENACTED, GUIDANCE, KEPT, PROMPTED, Procedure, Rulebook

RENAMED = {  # what enacts a procedure, as approved texts name it -> where it stands now: they are not touched
    "croupier.house.tables.shall:check": "croupier.house.tables.duties:check",
    "croupier.house.tables.uniform:check": "croupier.house.tables.across_tables:check",
    "croupier.house.tables.pit:Pit.review_wheel": "croupier.house.tables.pit.desk:Pit.review_wheel",
}
STOPS_THE_TABLE = "croupier.house.tables.duties:check"  # what a clause on cards and stubs names
# What hands and voices do: the program asks for it, records it or rules on it, and can't see whether it was done.
DONE_BY_HAND = frozenset(
    (
        *("throw", "settling", "call", "first-shooter", "new-shooter", "fire-bet-markers", "hard-rockn-dice-markers"),
        *("pitched-deal", "recut", "shuffler-malfunction", "unsuitable-card", "randomness-review", "closed-table"),
        *("deck-removal", "deck-sticker", "replacement-deck-exhausted", "flawed-card", "flawed-deck", "burn"),
        *("deck-inspection", "inspection", "tips-colored-up", "inventory-slip", "no-roll-callers", "hole-card-reader"),
        *("agenda-request", "sponsor", "intercept-told", "intercept-notices", "intercept-accounting", "tabling"),
        *("before-the-push", "losing-hands", "decks", "roulette", "platform", "notice-of-compromise"),
    )
)


class Section(msgspec.Struct, frozen=True):
    """One section of one document."""

    property: str
    title: str
    document: str
    lines: tuple[int, int]
    rulebook: str
    area: str


class Covered(msgspec.Struct, frozen=True):
    section: Section
    books: tuple[Rulebook, ...]

    @property
    def done(self) -> bool:
        return bool(self.books)


def sections(shelf: Path = SHELF) -> list[Section]:
    raw = tomllib.loads((shelf / "sections.toml").read_text())
    return msgspec.convert(raw["section"], list[Section])


def coverage(shelf: Path = SHELF) -> list[Covered]:
    """Every section with the rulebooks that carry it, oldest first."""
    books: dict[tuple[str, str], list[Rulebook]] = {}
    for book in rulebooks(shelf=shelf):
        books.setdefault((book.property, book.game), []).append(book)
    return [
        Covered(s, tuple(b for b in books.get((s.property, s.rulebook), ()) if _cites(b, s))) for s in sections(shelf)
    ]


def _cites(book: Rulebook, section: Section) -> bool:
    """Whether a rulebook says anything of a section: one book may carry many sections, but not all of them."""
    if book.document != section.document:
        return False
    first, last = section.lines
    parts = (book.wagers.values(), book.settings.values(), book.stages.values(), book.irregularities, book.procedures,
             book.payout_limits, book.readings)  # fmt: skip
    return any(first <= line <= last for part in parts for item in part for line in item.lines)


def as_markdown(module_of: dict[str, str], shelf: Path = SHELF) -> str:
    """Every section in a table, then every item of every rulebook with its clause and lines."""
    rows = coverage(shelf)
    done = sum(row.done for row in rows)
    text = [
        "# Coverage of the documents",
        "",
        "Made by `croupier coverage --write FILE`; do not edit. Every section of every document, the "
        "rulebook that carries it, and what that rulebook states. Each item stands below with its clause and lines.",
        "",
        f"{done} of {len(rows)} sections have a rulebook.",
        *_procedure_rows(shelf),
        "",
        "| property | section | lines | rulebook | played by | wagers | pay tables | options | rules | irregularities "
        "| procedures | readings |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        text.append(_row(row, module_of))
    seen = set()
    for row in rows:
        for book in row.books:
            if book.key not in seen:
                seen.add(book.key)
                text += _items(book)
    return "\n".join(text) + "\n"


def procedures(shelf: Path = SHELF) -> dict[str, dict[str, int]]:
    """How many procedures of each house are enacted, prompted and guidance."""
    found: dict[str, dict[str, int]] = {}
    for book in rulebooks(shelf=shelf):
        counts = found.setdefault(book.property, dict.fromkeys(KEPT, 0))
        for procedure in book.procedures:
            counts[kept(procedure)] += 1
    return found


def enacted_by(procedure: Procedure) -> str:
    """What enacts a procedure or asks for it, where it stands now."""
    return RENAMED.get(procedure.by, procedure.by)


def kept(procedure: Procedure) -> str:
    """How a procedure is kept. What stops a table does so where the clause says shall; where it says may, the pit is
    told and people decide; where it names no hours and no rounds, there is nothing that a program could keep. What is
    done by hand is prompted, however much of its outcome the program keeps."""
    if procedure.kept == ENACTED and procedure.name in DONE_BY_HAND:
        return PROMPTED
    if enacted_by(procedure) != STOPS_THE_TABLE or procedure.values.get("shall"):
        return procedure.kept
    return PROMPTED if {"hours", "rounds"} & procedure.values.keys() else GUIDANCE


def _procedure_rows(shelf: Path) -> list[str]:
    counted = procedures(shelf)
    rows = [f"| {name} | " + " | ".join(f"{counts[kind]}" for kind in KEPT) + " |" for name, counts in counted.items()]
    total = [sum(counts[kind] for counts in counted.values()) for kind in KEPT]
    return [
        "",
        "Procedures by how they are kept: *enacted* by the program itself, *prompted* (it asks and a person confirms),",
        "or *guidance* that people know and the program only shows. Each says by what, in its rulebook.",
        "",
        f"| house | {' | '.join(KEPT)} |",
        "|---|---:|---:|---:|",
        *rows,
        f"| together | {' | '.join(map(str, total))} |",
    ]


def as_summary(shelf: Path = SHELF) -> str:
    """How much of each document is carried: docs/coverage.md."""
    text = [
        "# Coverage",
        "",
        "How many sections of each house's document a rulebook carries. Every section with its lines, and every item",
        "with its clause, is listed by `croupier coverage --write FILE` and stands on the pages of the documentation",
        "(`make docs`). Made by `croupier coverage --summary docs/coverage.md`; a test keeps it fresh.",
        "",
        "| house | sections | carried | rulebooks |",
        "|---|---:|---:|---:|",
    ]
    rows = coverage(shelf)
    for name in dict.fromkeys(row.section.property for row in rows):
        mine = [row for row in rows if row.section.property == name]
        books = {book.key for row in mine for book in row.books}
        text.append(f"| {name} | {len(mine)} | {sum(row.done for row in mine)} | {len(books)} |")
    return "\n".join([*text, *_procedure_rows(shelf)]) + "\n"


def _row(row: Covered, module_of: dict[str, str]) -> str:
    s = row.section
    head = f"| {s.property} | {s.title} | {s.lines[0]}-{s.lines[1]} "
    if not row.done:
        return head + "| not yet | | | | | | | | |"
    book = row.books[-1]
    tables = sum(len(w.pay_tables) for w in book.wagers.values())
    options = sum(x.optional for x in book.settings.values())
    dates = ", ".join(str(b.approved) for b in row.books)
    counts = (
        len(book.wagers),
        tables,
        options,
        len(book.settings) - options,
        len(book.irregularities),
        len(book.procedures),
        len(book.readings),
    )
    return head + f"| {book.game}@{dates} | {module_of.get(book.game, '')} | " + " | ".join(map(str, counts)) + " |"


def _items(book: Rulebook) -> list[str]:
    text = ["", f"## {book.title}, {book.property}, approved {book.approved}", ""]
    for wager in book.wagers.values():
        tables = "; ".join(f"{t.label or t.name} (line {t.line}, {len(t.rows)} rows)" for t in wager.pay_tables)
        text.append(f"- wager **{wager.title}** {wager.clause} (line {wager.line})" + (f": {tables}" if tables else ""))
    for setting in book.settings.values():
        what = "option" if setting.optional else "rule"
        text.append(f"- {what} **{setting.name}** {setting.clause} (line {setting.line})")
    for irregularity in book.irregularities:
        text.append(
            f"- irregularity **{irregularity.when}** {irregularity.clause} (line {irregularity.line}): "
            f"{irregularity.remedy.ruling}"
        )
    for procedure in book.procedures:
        how = kept(procedure)
        by = f" by `{enacted_by(procedure)}`" if procedure.by and how != GUIDANCE else ""
        text.append(f"- procedure **{procedure.name}** {procedure.clause} (line {procedure.line}): {how}{by}")
    for reading in book.readings:
        text.append(f"- reading, line {', '.join(map(str, reading.lines))}: {reading.gap} Read as: {reading.read_as}")
    return text
