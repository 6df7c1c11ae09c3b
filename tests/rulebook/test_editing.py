"""Texts of rulebooks are changed field by field, and everything else stays byte for byte."""

import datetime
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.drafting.fields import TITLES
from croupier.drafting.sheet import addresses, edits, sheet
from croupier.rulebook.editing.fields import Misfit, add_entry, add_table, look, remove, set_rows, set_value
from croupier.rulebook.editing.merging import Edit, apply, rebase, told
from croupier.rulebook.library import SHELF
from croupier.rulebook.redline import redline

BOOKS = sorted(SHELF.glob("*/*@*.toml"))
BOOK = SHELF / "oneida" / "four-card-poker@2024-09-11.toml"
TEXT = BOOK.read_text()
ACES = "wagers.aces-up.pay-tables[1]"


def fields(found: Any, address: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a book with its address."""
    if isinstance(found, dict):
        for key, entry in found.items():
            yield from fields(entry, f"{address}.{key}" if address else key)
    elif isinstance(found, list):
        for number, entry in enumerate(found, 1):
            yield from fields(entry, f"{address}[{number}]")
    else:
        yield address, found


@pytest.mark.parametrize("path", BOOKS[::16], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_value_put_in_and_taken_back_leaves_every_byte(path: Path) -> None:
    text = path.read_text()
    for address, value in list(fields(tomllib.loads(text)))[::43]:
        assert set_value(text, address, value) == text
        if isinstance(value, str):
            changed = set_value(text, address, f"{value}, too")
            assert look(tomllib.loads(changed), address) == f"{value}, too"
            assert set_value(changed, address, value) == text


def test_what_is_added_and_taken_out_again_leaves_every_byte() -> None:
    wager = {"title": "Lucky", "kind": "side", "clause": "F.1.c", "line": 2460, "sees": "own-cards", "says": "x"}
    more = add_table(TEXT, "wagers.lucky", wager)
    more = add_entry(more, "wagers.lucky.pay-tables", {"clause": "K", "line": 2460, "rows": [["five", "9 to 1"]]})
    more = add_entry(more, "payout-limits", {"name": "most", "scope": "hand", "clause": "K"})
    assert list(tomllib.loads(more)["wagers"])[-1] == "lucky"
    assert remove(remove(more, "payout-limits[1]"), "wagers.lucky") == TEXT
    with pytest.raises(Misfit, match=r"there is wagers\.ante already"):
        add_table(TEXT, "wagers.ante", wager)


def test_one_changed_row_changes_one_line() -> None:
    was = tomllib.loads(TEXT)["wagers"]["aces-up"]["pay-tables"][0]["rows"]
    now = set_rows(TEXT, ACES, [[name, "8 to 1" if name == "flush" else odds] for name, odds in was])
    differing = [(a, b) for a, b in zip(TEXT.splitlines(), now.splitlines()) if a != b]
    assert differing == [('    ["flush", "6 to 1"],', '    ["flush", "8 to 1"],')]
    fewer = set_rows(TEXT, ACES, was[:3])
    assert tomllib.loads(fewer)["wagers"]["aces-up"]["pay-tables"][0]["rows"] == was[:3]
    assert set_rows(fewer, ACES, was) == TEXT


def test_a_day_is_set_and_an_entry_removed() -> None:
    dated = set_value(TEXT, "approved", datetime.date(2026, 1, 1))
    assert "approved = 2026-01-01\n" in dated
    without = remove(TEXT, "irregularities[2].at")
    assert "at" not in tomllib.loads(without)["irregularities"][1]
    shorter = remove(TEXT, "irregularities[2]")
    assert len(tomllib.loads(shorter)["irregularities"]) == len(tomllib.loads(TEXT)["irregularities"]) - 1


def test_fields_that_two_people_change_come_together() -> None:
    theirs = apply(TEXT, [Edit("remove", "irregularities[1]"), Edit("set", "wagers.ante.says", "Theirs.")])
    mine = [Edit("set", "irregularities[3].says", "Mine."), Edit("set", "wagers.play.says", "Mine too.")]
    edits, against = rebase(TEXT, theirs, mine)
    assert against == []
    both = tomllib.loads(apply(theirs, edits))
    assert both["irregularities"][1]["says"] == "Mine."
    assert (both["wagers"]["ante"]["says"], both["wagers"]["play"]["says"]) == ("Theirs.", "Mine too.")


def test_one_field_that_two_people_change_is_told_with_both_texts() -> None:
    theirs = apply(TEXT, [Edit("set", "wagers.ante.says", "Theirs.")])
    edits, against = rebase(TEXT, theirs, [Edit("set", "wagers.ante.says", "Mine.")])
    assert edits == []
    assert [(c.theirs, c.yours) for c in against] == [("Theirs.", "Mine.")]
    gone = apply(TEXT, [Edit("remove", "irregularities[3]")])
    assert rebase(TEXT, gone, [Edit("set", "irregularities[3].says", "Mine.")])[1][0].theirs == "nothing"


def test_the_history_says_which_row_was_changed_from_what() -> None:
    rows = [list(row) for row in tomllib.loads(TEXT)["wagers"]["aces-up"]["pay-tables"][0]["rows"]]
    rows[3][1] = "8 to 1"
    assert told(TEXT, [Edit("rows", ACES, rows)]) == f"{ACES}: flush 6 to 1 → 8 to 1"


def test_a_redline_marks_words_and_not_sentences() -> None:
    runs = redline("cut at least five cards", "cut at least ten cards")
    assert [(run.fate, run.text.strip()) for run in runs] == [
        ("kept", "cut at least"), ("out", "five"), ("in", "ten"), ("kept", "cards"),
    ]  # fmt: skip
    phrase = redline("spread face up for all to see, then washed", "spread face up by suit and rank, then washed")
    assert [run.text for run in phrase if run.fate != "kept"] == ["for all to see", "by suit and rank"]


@pytest.mark.parametrize("address", ["", "a b", "wagers..x", "x[0]", "wagers.ante.nothing.deeper"])
def test_an_address_that_names_nothing_is_refused_in_words(address: str) -> None:
    with pytest.raises(Misfit):
        set_value(TEXT, address, "x")


@pytest.mark.parametrize("path", BOOKS[5::16], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_form_sent_as_it_was_shown_changes_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    book = tomllib.loads(text)
    for address in (found for section in TITLES for found in list(addresses(book, section))[:20]):
        made = sheet(text, address, [])
        assert made is not None
        cells = (*made.cells, *made.more, *made.outcomes, *(cell for grid in made.grids for cell in grid.cells))
        assert edits(text, address, {cell.address: cell.text for cell in cells}) == ([], {}), address


def test_a_compound_value_has_a_field_for_each_of_its_parts() -> None:
    text = (SHELF / "horseshoe-baltimore" / "poker@2018-06-18.toml").read_text(encoding="utf-8")
    made = sheet(text, "rules.rake", [])
    assert made is not None
    parts = {cell.key: cell.kind for cell in made.cells if cell.key.startswith("value.")}
    assert parts == {"value.percent": "number", "value.most": "text", "value.step": "text"}
    changes, wrong = edits(text, "rules.rake", {"rules.rake.value.percent": "5", "rules.rake.value.step": ""})
    assert not wrong and look(tomllib.loads(apply(text, changes)), "rules.rake.value") == {"percent": 5, "most": "$6"}
    assert edits(text, "rules.rake", {"rules.rake.value.percent": "ten"})[1], "a share is a number"
