"""The schema for editors: every rulebook of the shelf holds to its game's, and plain mistakes do not."""

import datetime
import tomllib
from typing import Any

import jsonschema_rs
import pytest

from croupier.drafting.kinds import kinds
from croupier.drafting.schema import schema_of
from croupier.rulebook.library import SHELF

BOOKS = sorted(SHELF.glob("*/*@*.toml"))


def as_json(value: Any) -> Any:
    """What a language server hands to its validator: dates as text."""
    if isinstance(value, dict):
        return {key: as_json(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [as_json(entry) for entry in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


@pytest.mark.parametrize("game", kinds())
def test_every_rulebook_holds_to_the_schema_of_its_game(game: str) -> None:
    own, any_ = (jsonschema_rs.validator_for(schema_of(name)) for name in (game, ""))
    for path in [path for path in BOOKS if path.stem.startswith(f"{game}@")]:
        book = as_json(tomllib.loads(path.read_text()))
        assert [error.message for error in (*own.iter_errors(book), *any_.iter_errors(book))] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Pair Plus"', 'titel = "Pair Plus"'),
        ("[wagers.pair-plus]", "[wagers.pairs-plus]"),
        ('["flush", "3 to 1"]', '["flussh", "3 to 1"]'),
        ('value = "queen-high"', 'value = "quene-high"'),
        ("[stages.reveal]", "[stages.revael]"),
        ('ruling = "reshuffle"', 'ruling = "shrug"'),
        ('scope = "hand"', 'scope = "galaxy"'),
        (", lines = [8112, 8518]", ""),
        ('choices = ["hand", "automated-shoe"]', 'choices = ["hand", "drone"]'),
    ],
)
def test_an_editor_sees_a_plain_mistake(old: str, new: str) -> None:
    text = (SHELF / "hard-rock-cincinnati" / "three-card-poker@2019-12-05.toml").read_text()
    assert old in text
    book = as_json(tomllib.loads(text.replace(old, new, 1)))
    assert not jsonschema_rs.validator_for(schema_of("three-card-poker")).is_valid(book)


def test_every_word_is_explained_where_the_cursor_is() -> None:
    rules = schema_of("roulette")["properties"]["rules"]["properties"]
    assert rules["wheel"]["description"].startswith("Which wheel is used")
    assert all(rule["description"] for rule in rules.values())
