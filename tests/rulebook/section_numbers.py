"""The odds, amounts and shares that a section of a document prints: `python -m tests.rulebook.section_numbers FOLDER`
reads them from the documents' texts and writes the numbers, and nothing but the numbers, beside this file."""

import json
import re
import sys
import tomllib
from pathlib import Path

from croupier.rulebook import rulebooks
from croupier.rulebook.model import Rulebook

FILE = Path(__file__).with_suffix(".json")
ROOM = ("poker", "room", "tournaments", "promotions")
_ODDS = re.compile(r"\b(\d[\d,]*(?:\.\d+)?)\s*(to|for)\s*(\d+)\b", re.IGNORECASE)
_MONEY = re.compile(r"\$\s?(\d[\d,]*(?:\.\d\d)?)")
_SHARE = re.compile(r"(\d+(?:\.\d+)?)\s?%")


def figures(text: str) -> set[str]:
    """What a text says in figures, each as it would be compared: `50 to 1`, `$1000`, `5%`."""
    found = {f"{one.replace(',', '')} {word.lower()} {other}" for one, word, other in _ODDS.findall(text)}
    found |= {"$" + amount.replace(",", "").removesuffix(".00") for amount in _MONEY.findall(text)}
    return found | {f"{share}%" for share in _SHARE.findall(text)}


def rooms() -> dict[str, list[Rulebook]]:
    """The books of each poker room and version: together they carry the sections on poker."""
    found: dict[str, list[Rulebook]] = {}
    for book in rulebooks():
        if book.game in ROOM:
            found.setdefault(f"{book.property} poker@{book.approved}", []).append(book)
    return found


def write(folder: Path) -> None:
    made = {}
    for book in rulebooks():
        source = tomllib.loads(Path(book.path).read_text(encoding="utf-8"))["source"]
        if book.wagers and "lines" in source:
            lines = _document(folder, book)
            first, last = source["lines"]
            made[book.key] = sorted(figures(" ".join(lines[first - 1 : last])))
    for key, books in rooms().items():
        lines = _document(folder, books[0])
        told = {number for book in books for number in range(book.lines[0], book.lines[1] + 1)}
        made[key] = sorted(figures(" ".join(lines[number - 1] for number in sorted(told))))
    FILE.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")


def _document(folder: Path, book: Rulebook) -> list[str]:
    return (folder / book.document).read_text(encoding="utf-8", errors="replace").splitlines()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
