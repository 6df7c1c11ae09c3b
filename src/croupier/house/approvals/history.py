"""What changed at a house, and when: every version of its rules with what it states otherwise than the one before."""

import builtins
import csv
import datetime
import io

import msgspec
from sqlalchemy import Connection

from croupier.house.approvals.case import OVER
from croupier.house.approvals.cases import Approvals
from croupier.house.record import kept_books
from croupier.rulebook import NotFound, Rulebook, rulebooks
from croupier.rulebook.compare import Difference, compare

PAYS = ("wagers", "pay-tables", "payout-limits")  # what a player feels in his purse
PLAYS = (*PAYS, "rules", "options", "exclusions")  # and what he plays by


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One version on the day from which it holds."""

    property: str
    game: str
    title: str
    day: datetime.date
    version: str  # the day printed on it, by which its page is found
    before: str  # of the version that it took the place of; empty: the first one
    written: bool  # in this house's studio
    until: datetime.date | None
    differences: tuple[Difference, ...]
    titles: dict[str, str]  # wager -> what the house calls it, in this version or the one before

    @builtins.property  # `property` is the house here
    def first(self) -> bool:
        return not self.before


def history(conn: Connection, approvals: Approvals, property_: str, *, players: bool = False) -> list[Change]:
    """The versions of a house, the latest first; with `players` only what matters to them."""
    try:
        books = rulebooks(property_)
    except NotFound:
        books = []
    versions: list[tuple[datetime.date, Rulebook, bool, datetime.date | None]]
    versions = [(book.approved, book, False, None) for book in books]
    for case in approvals.cases(conn, property_):
        if case.written and case.approved is not None and case.state not in OVER:
            book = kept_books.from_record(conn, case.version)
            versions.append((case.approved, book, True, case.until))
    made = []
    latest: dict[str, Rulebook] = {}
    for day, book, written, until in sorted(versions, key=lambda version: (version[0], version[2], version[1].key)):
        before = latest.get(book.game)
        found = compare(before, book) if before is not None else []
        wanted = tuple(d for d in found if not players or d.section in PLAYS)
        made.append(
            Change(
                property=book.property,
                game=book.game,
                title=book.title,
                day=day,
                version=str(book.approved),
                before=str(before.approved) if before is not None else "",
                written=written,
                until=until,
                differences=wanted,
                titles={name: w.title for b in (before, book) if b is not None for name, w in b.wagers.items()},
            )
        )
        latest[book.game] = book
    return made[::-1]


def as_csv(changes: list[Change]) -> str:
    """The same as a table: one line for each statement, one for each first version."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("day", "game", "version", "kind", "section", "what", "was", "now", "clause"))
    for change in changes:
        head = (str(change.day), change.game, change.version)
        if change.first:
            writer.writerow((*head, "first version", "", "", "", "", ""))
        for d in change.differences:
            said = (d.kind, d.section, d.name, d.was, d.now, d.now_clause or d.was_clause)
            writer.writerow((*head, *map(_cell, said)))
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula is none."""
    return f"'{text}" if text[:1] in "=+-@" and text else text
