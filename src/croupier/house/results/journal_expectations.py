"""The expectations of a journal's wagers, as far as they are known: at once from kept odds, later from counted ones."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select

from croupier.games import game_of
from croupier.house.record import journals, kept_books, schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.results.expected import FITTED, Figures, counted, kept
from croupier.house.results.sums import some_at_a_time
from croupier.rounds.acts import Opened
from croupier.rounds.journal import decode
from croupier.rulebook import Posting
from croupier.rulebook.load import parse


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
        self._under: dict[str, str] = {}  # journal -> what it was opened under, in words
        self._postings: dict[str, Posting] = {}  # by those words: many journals have the same
        self._figures: dict[str, Figures] = {}
        self._counted: set[str] = set()
        self._lacking: dict[str, ToCount] = {}

    def learn(self, conn: Connection, names: Sequence[str]) -> None:
        """Read what these journals were opened under, many at a time; one that can't be read is left to `posting`."""
        entry, named = schema.journal_entry.c, schema.journal_rulebook.c
        wanted = [name for name in names if name not in self._under]
        for some in some_at_a_time(wanted):
            books: dict[str, list[str]] = {}
            kept = select(named.journal_id, named.key, named.digest).where(named.journal_id.in_(some))
            for journal, key, digest in conn.execute(kept):
                books.setdefault(journal, []).append(f"{key} {digest}")
            first = select(entry.journal_id, entry.payload).where(entry.journal_id.in_(some), entry.number == 1)
            for row in conn.execute(first):
                try:
                    opened = decode(stored_bytes(row.payload)).act
                except (msgspec.DecodeError, ValueError):
                    continue
                if isinstance(opened, Opened):
                    self._under[row.journal_id] = _under(opened, books.get(row.journal_id, ()))

    def posting(self, conn: Connection, journal: str) -> Posting:
        """The posting that a journal was opened under."""
        self.learn(conn, [journal])
        under = self._under.get(journal, journal)
        if under not in self._postings:
            opened = next(journals.entries(conn, journal, upto=1)).entry.act
            assert isinstance(opened, Opened)
            self._postings[under] = game_of(opened, kept_books.of_journal(conn, journal)).posting
        return self._postings[under]

    def figures(self, conn: Connection, journal: str) -> tuple[Figures, ToCount | None]:
        """What is known of a journal's wagers, and what is still to be counted for it."""
        posting = self.posting(conn, journal)
        name = f"expected {posting.rulebook.digest} {posting.digest}"
        if name not in self._figures:
            self._figures[name] = kept(posting) or ()
        found = self._figures[name]
        whole = name in self._counted or (bool(found) and all(one.method != FITTED for one in found))
        if whole:
            return found, None
        if name not in self._lacking:
            self._lacking[name] = _to_count(conn, name, posting)
        return found, self._lacking[name]

    def put(self, name: str, figures: Figures) -> None:
        """Somebody has counted; what he could not count stays as it was known."""
        self._counted.add(name)
        if figures:
            self._figures[name] = figures


def _under(opened: Opened, books: Sequence[str]) -> str:
    """Everything that a posting follows from: the rules that an opening names, its options, the texts kept."""
    options = sorted(opened.options.items())
    return f"{opened.property} {opened.game} {opened.approved} {opened.rulebook} {options} {sorted(books)}"


def _to_count(conn: Connection, name: str, posting: Posting) -> ToCount:
    book = posting.rulebook
    raw = kept_books.text_of(conn, book.digest)
    if raw is None:
        raw = Path(book.path).read_bytes()
    options = {key: str(value) for key, value in posting.chosen.items()}
    return ToCount(name, book.title, raw, book.path, options)
