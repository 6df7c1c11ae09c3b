"""The expectations of a journal's wagers, as far as they are known: at once from kept odds, later from counted ones."""

from pathlib import Path

import msgspec
from sqlalchemy import Connection

from croupier.games import game_of
from croupier.house.record import journals, kept_books
from croupier.house.results.expected import FITTED, Figures, counted, kept
from croupier.rounds.acts import Opened
from croupier.rulebook import Posting
from croupier.rulebook.load import parse

POSTINGS_MAX = 2_000


class ToCount(msgspec.Struct, frozen=True):
    """Odds that somebody has to count: a rulebook's text, its place, and the options of the table."""

    name: str  # the same for the same work
    title: str
    raw: bytes
    path: str
    options: dict[str, str]


def count(raw: bytes, path: str, options: dict[str, str]) -> Figures:
    """The work itself; runs in a process of its own."""
    return counted(parse(raw, Path(path)), options)


class Known:
    """What is known so far. It is asked often and answers at once."""

    def __init__(self) -> None:
        self._postings: dict[str, Posting] = {}
        self._figures: dict[str, Figures] = {}
        self._counted: set[str] = set()

    def posting(self, conn: Connection, journal: str) -> Posting:
        """The posting that a journal was opened under."""
        if journal not in self._postings:
            if len(self._postings) >= POSTINGS_MAX:
                self._postings.clear()
            opened = next(journals.entries(conn, journal, upto=1)).entry.act
            assert isinstance(opened, Opened)
            self._postings[journal] = game_of(opened, kept_books.of_journal(conn, journal)).posting
        return self._postings[journal]

    def figures(self, conn: Connection, journal: str) -> tuple[Figures, ToCount | None]:
        """What is known of a journal's wagers, and what is still to be counted for it."""
        posting = self.posting(conn, journal)
        name = f"expected {posting.rulebook.digest} {posting.digest}"
        if name not in self._figures:
            self._figures[name] = kept(posting) or ()
        found = self._figures[name]
        whole = name in self._counted or (bool(found) and all(one.method != FITTED for one in found))
        return found, None if whole else _to_count(conn, name, posting)

    def put(self, name: str, figures: Figures) -> None:
        """Somebody has counted; what he could not count stays as it was known."""
        self._counted.add(name)
        if figures:
            self._figures[name] = figures


def _to_count(conn: Connection, name: str, posting: Posting) -> ToCount:
    book = posting.rulebook
    raw = kept_books.text_of(conn, book.digest)
    if raw is None:
        raw = Path(book.path).read_bytes()
    options = {key: str(value) for key, value in posting.chosen.items()}
    return ToCount(name, f"{book.title}, {book.property}", raw, book.path, options)
