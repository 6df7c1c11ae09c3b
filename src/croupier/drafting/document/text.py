"""A document as lines: marks of printing taken off, heads and feet of pages left out, clauses put together."""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

RUNNING = 3  # a short line that stands in a document so often is a page's head or foot
SHORT = 120
# Marks of a page, of a web page, of emphasis, and the notes that a word processor prints beside what was changed.
_MARKS = re.compile(
    r"<\|[^|]*\|>|</?[a-z]+>|\*\*|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|\s*[‘7“/\\{(\[]*\s*Formatted(?: Table|: \w+)\s*$"
)
_PAYS = re.compile(r"\b(pays?|payouts?|paytable|hands?|odds|wagers?|bets?|bonus|table|outcome)\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"^\s*[-–]?\s*(?:§\s*)?(?P<id>\d{1,2}[a-z]?\.(?!\d)|[A-Z]\.|[a-z]\.|[ivxlIVX1]{1,5}\.|\([a-z]\)|\([ivx]+\)|\(\d{1,2}\))\s*"
)
_JOINS = {"of", "to", "the", "by", "and", "a", "in", "for", "with"}
_ROMAN = re.compile(r"^[ivx]+$")


class Line(msgspec.Struct, frozen=True):
    """A line of the document that says something."""

    number: int
    text: str  # cells of a table are apart by tabs

    @property
    def cells(self) -> list[str]:
        return [cell.strip() for cell in self.text.split("\t")]


class Clause(msgspec.Struct, frozen=True):
    """A numbered passage: its number, its lines, and the heading that it stands under."""

    id: str
    first: int
    last: int
    text: str
    heading: str


def cleaned(text: str) -> str:
    """A line as a reader sees it."""
    plain = _MARKS.sub("", text).replace("\\$", "$").replace("’", "'").replace("‘", "'")
    return re.sub(r" +", " ", plain).strip(" \r\n")


def lines_of(text: str) -> list[Line]:
    """The lines that say something, by their numbers in the file; a page's head and foot are none of them."""
    every = [Line(number, cleaned(raw)) for number, raw in enumerate(text.split("\n"), 1)]
    said = Counter(line.text for line in every if line.text)
    return [line for line in every if line.text and not _runs(line.text, said[line.text])]


def _runs(text: str, times: int) -> bool:
    """Whether a line is part of every page rather than of the rules: words that begin like names, without a number."""
    if text.startswith("---"):
        return True
    if times < RUNNING or len(text) >= SHORT or "\t" in text or _NUMBER.match(text) or text.endswith((":", ";", ",")):
        return False
    names = all(not word[0].islower() or word in _JOINS for word in re.findall(r"\w+", text))
    return (names or "Commission" in text) and not _PAYS.search(text) and not _has_odds(text)


def _has_odds(text: str) -> bool:
    return re.search(r"[\dlIS]\s*(t[o0]|for)\s*[\dlI]|\$\s?\d|\d\s*%", text) is not None


def clauses_of(lines: list[Line]) -> list[Clause]:
    """Passages put together from their lines, each with its number within the section and its heading."""
    found: list[Clause] = []
    path: list[tuple[str, str]] = []  # kind and number, from the outermost
    heading = ""
    for number, words in _passages(lines):
        match = _NUMBER.match(words)
        text = words[match.end() :] if match else words
        if match:
            path = _path(path, match["id"])
        first = text.partition(". ")[0]
        if len(first) < SHORT and len(path) <= 1 and not first.endswith((",", ";")):
            heading = first
        found.append(Clause(".".join(part for _, part in path), number[0], number[-1], text, heading))
    return found


def _passages(lines: list[Line]) -> Iterator[tuple[list[int], str]]:
    """Lines that belong together: a number or a table begins a new passage, and so does a blank space of the page."""
    numbers: list[int] = []
    words: list[str] = []
    for line in lines:
        new = _NUMBER.match(line.text) is not None or "\t" in line.text
        apart = bool(numbers) and (line.number - numbers[-1] > 1 and words[-1].endswith((".", ":", ";")))
        if words and (new or apart):
            yield numbers, " ".join(words)
            numbers, words = [], []
        numbers.append(line.number)
        words.append(line.text)
    if words:
        yield numbers, " ".join(words)


def _path(path: list[tuple[str, str]], printed: str) -> list[tuple[str, str]]:
    """Where a number stands among those before it: a kind that was there goes on, another one goes a level down."""
    bare = printed.strip("().")
    closing = ")" if printed.startswith("(") else "."
    kind = "1" if bare[0].isdigit() else "A" if bare.isupper() else "i" if _is_roman(bare, path, closing) else "a"
    known = [name for name, _ in path]
    if kind + closing in known:
        return [*path[: known.index(kind + closing)], (kind + closing, bare)]
    return [*path, (kind + closing, bare)][-5:]


def _is_roman(bare: str, path: list[tuple[str, str]], closing: str) -> bool:
    if not _ROMAN.match(bare):
        return False
    before = next((part for kind, part in reversed(path) if kind == "a" + closing), "")
    return not (len(bare) == 1 and before and ord(before[0]) + 1 == ord(bare))
