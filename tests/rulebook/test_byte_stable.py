"""What the studio writes is the file that was there: a field set to what it says changes no byte of any book."""

import tomllib
from pathlib import Path

import pytest

from croupier.rulebook import Rulebook, rulebooks
from croupier.rulebook.editing.fields import look, set_rows, set_value

BOOKS = rulebooks()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_writing_what_stands_there_changes_no_byte(book: Rulebook) -> None:
    text = Path(book.path).read_text()
    read = tomllib.loads(text)
    assert set_value(text, "title", read["title"]) == text
    for name, wager in read.get("wagers", {}).items():
        for number in range(1, len(wager.get("pay-tables", ())) + 1):
            address = f"wagers.{name}.pay-tables[{number}]"
            assert set_rows(text, address, look(read, address)["rows"]) == text, address
    for section in ("rules", "options"):
        for name, rule in read.get(section, {}).items():
            for key in ("value", "default", "says", "clause"):
                if key in rule:
                    assert set_value(text, f"{section}.{name}.{key}", rule[key]) == text, (section, name, key)
