"""Where a word stands in a file: every key and entry that tomllib reads has its line and column."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.rulebook.library import SHELF
from croupier.rulebook.positions import Positions, joined

TEXT = '''# a comment with [brackets] and = signs
title = "a \\"quoted\\" [word]"  # another
"quoted key" = 'it''s'
dotted.key = 1
day = 2019-12-05
empty = []

[rules.decks]
value = { 1 = "a", two = [1, [2, 3]], "th.ree" = """
several
lines, a " and a "" """ }

[[wagers.ante.pay-tables]]
rows = [
    ["win", "1 to 1"],  # the first
    ["tie", 'Push'],
]
[[wagers.ante.pay-tables]]
if = { decks = [1, 2] }
  [wagers.ante.pay-tables.deeper]
  x = true
[wagers.ante]
title = "Ante"
'''.replace("'it''s'", '"its"')


def entries(value: Any, address: str = "") -> Iterator[tuple[str, str]]:
    """(address, its last key or an empty string) of everything in a table."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield joined(address, key), key
            yield from entries(inner, joined(address, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield f"{address}[{number}]", ""
            yield from entries(inner, f"{address}[{number}]")


def check(text: str) -> int:
    positions, lines, count = Positions(text), text.split("\n"), 0
    for address, key in entries(tomllib.loads(text)):
        assert address in positions, address
        line, column = positions.at(address)
        assert not key or lines[line - 1][column - 1 :].lstrip("\"'").startswith(key), address
        count += 1
    return count


def test_every_word_of_every_rulebook_has_its_place() -> None:
    assert sum(check(path.read_text()) for path in SHELF.rglob("*.toml")) > 50_000


def test_every_way_to_write_toml_is_walked() -> None:
    assert check(TEXT) == len(list(entries(tomllib.loads(TEXT))))
    assert check(TEXT.replace("\n", "\r\n")) > 20


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("wagers.ante.pay-tables[1].rows[2][2]", (16, 13)),
        ("wagers.ante.pay-tables[2].if.decks[2]", (19, 20)),
        ("wagers.ante.pay-tables[2].deeper.x", (21, 3)),
        ("wagers.ante.pay-tables[2].rows", (18, 1)),  # not there: the table that lacks it
        ("wagers.ante.title", (23, 1)),
        ("wagers.ante.kind", (22, 9)),
        ("nothing", (1, 1)),
    ],
)
def test_what_is_not_there_is_where_it_is_missing(address: str, place: tuple[int, int]) -> None:
    assert Positions(TEXT).at(address) == place
