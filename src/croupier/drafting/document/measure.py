"""How much of the documents is read right: against the books that are here, without each property's own."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from croupier.drafting.document.reading import Found, read_document
from croupier.drafting.document.rules import Read
from croupier.rulebook import Rulebook, rulebooks
from croupier.rulebook.model import Setting


class Share(msgspec.Struct, frozen=True):
    """How many were read right, wrong, and not at all; `silent` of the wrong ones stand there without a word."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    silent: int = 0

    def __add__(self, other: "Share") -> "Share":
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Share(*(a + b for a, b in zip(mine, theirs)))

    @property
    def share(self) -> float:
        whole = self.right + self.missed
        return self.right / whole if whole else 1.0


class Measured(msgspec.Struct, frozen=True):
    """One book against what was read of its document."""

    key: str
    rows: Share
    options: Share
    irregularities: Share


def measure(folder: Path, step: Callable[[int, int, str], None] = lambda done, count, text: None) -> list[Measured]:
    """Every book whose document is in a folder, read from the lines that it cites, by what the other houses say."""
    texts: dict[str, str] = {}
    made: list[Measured] = []
    books = [b for b in rulebooks() if b.wagers and b.lines[1] and (folder / b.document).is_file()]
    for book in books:
        step(len(made), len(books), book.game)
        path = folder / book.document
        text = texts.setdefault(book.document, path.read_text())
        found = read_document(text, book.game, book.lines, without=book.property)
        made.append(Measured(book.key, _rows(book, found), _options(book, found), _irregularities(book, found)))
    return made


def _rows(book: Rulebook, found: Found) -> Share:
    truth = Counter(
        (wager.name, table.name, outcome, odds.text.replace(",", ""))
        for wager in book.wagers.values()
        for table in wager.pay_tables
        for outcome, odds in table.rows
    )
    read = Counter(
        (p.wager, p.table, m.outcome, m.row.odds.odds.replace(",", "")) for p in found.placed for m in p.rows
    )
    said = {
        (p.wager, p.table, m.outcome, m.row.odds.odds.replace(",", ""))
        for p in found.placed
        for m in p.rows
        if m.guessed or m.row.odds.damaged
    }
    wrong = read - truth
    silent = sum(times for row, times in wrong.items() if row not in said)
    return Share((truth & read).total(), wrong.total(), (truth - read).total(), silent)


def _options(book: Rulebook, found: Found) -> Share:
    """Rules and options; what is only proposed counts as missed, because it stands in a comment."""
    read = {setting.name: setting for setting in found.settings if setting.stands}
    wrong = [setting for name, setting in read.items() if not _holds(book.settings.get(name), setting)]
    missed = len(book.settings.keys() - read.keys())
    return Share(len(read) - len(wrong), len(wrong), missed, sum(setting.sure for setting in wrong))


def _holds(rule: Setting | None, read: Read) -> bool:
    return rule is not None and (rule.value, rule.optional) == (read.value, read.like.optional)


def _irregularities(book: Rulebook, found: Found) -> Share:
    truth: dict[str, set[str]] = {}
    for entry in book.irregularities:
        truth.setdefault(entry.when, set()).add(entry.remedy.ruling)
    right = sum(read.value in truth.get(read.name, ()) for read in found.irregularities)
    wrong = [read for read in found.irregularities if read.value not in truth.get(read.name, ())]
    missed = len(truth.keys() - {read.name for read in found.irregularities})
    return Share(right, len(wrong), missed, sum(read.sure for read in wrong))
