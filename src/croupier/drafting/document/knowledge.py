"""What other books say of a game: its wagers by their titles, its outcomes by their words, what each rule sounds like.

A document is read by what is known of the game, never by its own book: that one may be left out.
"""

import re
from collections.abc import Iterable

import msgspec

from croupier.drafting.kinds import vocabulary_of
from croupier.rulebook import NotFound, Rulebook, rulebooks
from croupier.rulebook.model import PayTable, WagerRule

NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "deuce": "2", "trey": "3", "trips": "3 kind",
    "bj": "blackjack",
    "suited": "suit", "unsuited": "unsuit", "royals": "royal", "twos": "2", "threes": "3", "fours": "4", "fives": "5",
    "sixes": "6", "sevens": "7", "eights": "8", "nines": "9", "tens": "10", "hops": "hop", "hardways": "hardway",
}  # fmt: skip
_EMPTY = {
    "a", "an", "the", "of", "on", "in", "and", "or", "any", "bet", "bets", "wager", "wagers", "with", "to", "win", "if",
    "is", "hand", "hands", "roll", "payout", "pays", "card", "cards", "insignia", "bill", "for", "w", "pay",
}  # fmt: skip
_WORD = re.compile(r"\d+|[a-z]+")
_SPELT = (  # one thing said in two ways
    (re.compile(r"hold ?'? ?em\b"), "holdem"),
    (re.compile(r"\bj's"), "jacks"),
    (re.compile(r"\bq's"), "queens"),
    (re.compile(r"\bk's"), "kings"),
    (re.compile(r"pairs? of (\w+?)'?s (?:through|thru|to) (?:pairs? of )?\w+?'?s\b"), r"\1s or better"),
    (re.compile(r"pairs? of (\w+ or better)"), r"\1"),
    (re.compile(r"\b([a-z]+)-\1\b"), r"pair \1"),
    (re.compile(r"(?:of )?the same (color|suit)|same (color|suit)"), "suited"),
    (re.compile(r"different suits?|off ?suit"), "unsuited"),
    (re.compile(r"(\d)'?s\b"), r"\1"),
    (re.compile(r"n't\b|\bdont\b"), "nt not"),
)


def tokens(text: str) -> frozenset[str]:
    """The words of a label that tell it from another: numbers as digits, singular, without small words."""
    low = text.lower()
    for spelt, meant in _SPELT:
        low = spelt.sub(meant, low)
    found: list[str] = []
    for word in _WORD.findall(low.replace("'", "").replace("%", " percent")):
        word = NUMBERS.get(word, word)
        if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
            word = word[:-1] if not word.endswith("ches") else word[:-2]
        found += [part for part in word.split() if part not in _EMPTY]
    return frozenset(_hard_hop(found))


def _hard_hop(found: list[str]) -> list[str]:
    """A hard number on the hop is a pair of dice."""
    if "hop" in found and "hardway" in found:
        half = [str(int(word) // 2) for word in found if word.isdigit()]
        return ["hop", *half]
    if "hop" in found:
        return [word for word in found if word != "ace" or "1" not in found]
    return found


class Known(msgspec.Struct, frozen=True):
    """A pay table that the game knows: whose it is, and what may stand in it."""

    wager: str
    table: str
    titles: frozenset[frozenset[str]]  # what the wager is called
    printed: tuple[str, ...]  # the same as printed
    labels: tuple[str, ...]  # what the table is called, in small letters
    outcomes: dict[str, frozenset[frozenset[str]]]  # outcome -> the words it goes by
    shares: frozenset[str]  # wagers that other books pay by the same printed table


class Knowledge(msgspec.Struct, frozen=True):
    game: str
    books: tuple[Rulebook, ...]
    tables: tuple[Known, ...]

    def wager(self, name: str) -> WagerRule | None:
        return next((book.wagers[name] for book in self.books if name in book.wagers), None)


def knowledge_of(game: str, without: str = "") -> Knowledge:
    """What is known of a game, without the books of one property."""
    try:
        books = tuple(book for book in rulebooks(game=game) if book.property != without)
    except NotFound:
        books = ()
    known = _by_books(books)
    for wager, tables in (vocabulary_of(game).wagers or {}).items():
        for table, outcomes in tables.items():
            entry = known.setdefault((wager, table), _Found())
            for outcome in outcomes:
                entry.outcomes.setdefault(outcome, set())
    made = [_known(wager, table, entry) for (wager, table), entry in known.items()]
    return Knowledge(game, books, tuple(made))


class _Found:
    def __init__(self) -> None:
        self.titles: set[str] = set()
        self.labels: set[str] = set()
        self.outcomes: dict[str, set[str]] = {}
        self.shares: set[str] = set()


def _by_books(books: Iterable[Rulebook]) -> dict[tuple[str, str], _Found]:
    known: dict[tuple[str, str], _Found] = {}
    for book in books:
        alike: dict[tuple[int, str], set[str]] = {}
        for wager in book.wagers.values():
            for table in wager.pay_tables:
                alike.setdefault((table.line, str(table.rows)), set()).add(wager.name)
        for wager in book.wagers.values():
            for table in wager.pay_tables:
                _add(known.setdefault((wager.name, table.name), _Found()), wager, table)
                if len(table.rows) > 2 and table.name == "main":
                    known[wager.name, table.name].shares |= alike[table.line, str(table.rows)] - {wager.name}
    return known


def _add(entry: _Found, wager: WagerRule, table: PayTable) -> None:
    entry.titles.add(wager.title)
    if table.label:
        entry.labels.add(table.label)
    for outcome, _ in table.rows:
        entry.outcomes.setdefault(outcome, set())


def _known(wager: str, table: str, entry: _Found) -> Known:
    titles = {tokens(title) for title in (*entry.titles, wager)} - {frozenset()}
    labels = tuple(
        {label.lower() for label in (*entry.labels, *([table.replace("-", " ")] if table != "main" else ()))}
    )
    outcomes = {
        name: frozenset({tokens(name), *map(tokens, said)} - {frozenset()}) for name, said in entry.outcomes.items()
    }
    printed = tuple(sorted({*entry.titles, wager.replace("-", " ")}))
    return Known(wager, table, frozenset(titles), printed, labels, outcomes, frozenset(entry.shares))
