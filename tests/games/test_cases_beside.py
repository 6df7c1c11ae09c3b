"""Two texts of one game held to the same cases: where they part, and where one does not take the other's steps."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cases.beside import beside, part, parts_of
from croupier.cases.playing import expected, played
from croupier.cases.shelf import cases_of
from croupier.cli import app
from croupier.rulebook import Rulebook, rulebook
from croupier.rulebook.editing.fields import set_value
from croupier.rulebook.load import parse

BOOK = rulebook("oneida", "four-card-poker", "2024-09-11")
ACES = "wagers.aces-up.pay-tables[1].rows"


def changed(book: Rulebook, address: str, value: object) -> Rulebook:
    return parse(set_value(Path(book.path).read_text(), address, value).encode(), Path(book.path))


def test_a_book_beside_itself_ends_every_case_alike() -> None:
    found = beside(BOOK, BOOK, cases_of(BOOK))
    assert found.cases > 20 and not found.differ


def test_one_changed_row_changes_the_cases_that_it_pays() -> None:
    found = beside(BOOK, changed(BOOK, f"{ACES}[2][2]", "40 to 1"), cases_of(BOOK))
    assert [case.was for case in found.differ] == [("position 1, Aces Up: straight flush, 30 to 1, +$150.00",)]
    assert [case.now for case in found.differ] == [("position 1, Aces Up: straight flush, 40 to 1, +$200.00",)]
    assert found.same == found.cases - 1


def test_steps_that_the_other_text_does_not_take_are_said_with_the_step() -> None:
    book = rulebook("hard-rock-cincinnati", "roulette")
    text = Path(book.path).read_text()
    none = parse(set_value(text, "wagers.straight.if", {"wheel": ["triple-zero"]}).encode(), Path(book.path))
    found = beside(book, none, cases_of(book))
    stopped = [case for case in found.differ if case.stopped]
    assert stopped and all("bet" in case.stopped for case in stopped if "not refused" not in case.stopped)


def test_each_version_has_its_own_cases_and_a_later_one_those_of_the_last() -> None:
    older = rulebook("oneida", "four-card-poker", "2023-02-24")
    assert all(case["on"] == "2023-02-24" for case in cases_of(older))
    own = changed(BOOK, "title", "Four Card Poker of the house")
    assert cases_of(own) == cases_of(BOOK)
    assert all(played(case).lines == expected(case) for case in cases_of(BOOK)[:5])


def test_parts_are_the_whole() -> None:
    raw = Path(BOOK.path).read_bytes()
    new = set_value(raw.decode(), f"{ACES}[1][2]", "60 to 1").encode()
    whole = [part(raw, BOOK.path, new, BOOK.path, first, last) for first, last in parts_of(BOOK)]
    assert sum(one.cases for one in whole) == len(cases_of(BOOK))
    assert sum(len(one.differ) for one in whole) == 1
    assert parts_of(rulebook("horseshoe-baltimore", "room")) == []


def test_cases_of_a_poker_room_part_where_its_rule_has_changed() -> None:
    book = rulebook("horseshoe-baltimore", "poker")
    cases = cases_of(book)
    assert len(cases) > 400 and sum(last - first for first, last in parts_of(book)) == len(cases)
    raked = [case for case in cases if case.get("house")][:6]
    assert raked and not beside(book, book, raked).differ
    dearer = changed(book, "rules.rake.value", {"percent": 20, "most": "$12", "step": "$1"})
    found = beside(book, dearer, raked)
    assert found.differ and all(case.was and case.was != case.now and case.lines for case in found.differ)


def test_each_version_of_a_poker_room_has_its_own_cases() -> None:
    older, newer = (rulebook("oneida", "poker", day) for day in ("2022-05-01", "2024-06-01"))
    names = [{case["name"] for case in cases_of(book)} for book in (older, newer)]
    assert names[0] and names[1] and not names[0] & names[1]


def test_the_command_names_the_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "oneida" / "four-card-poker@2024-12-01.toml"
    file.parent.mkdir()
    text = set_value(Path(BOOK.path).read_text(), f"{ACES}[2][2]", "40 to 1")
    file.write_text(text.replace("approved = 2024-09-11", "approved = 2024-12-01"))
    told = CliRunner().invoke(app, ["rulebooks", "cases", str(file)])
    assert told.exit_code == 1 and "1 differently" in told.output and "40 to 1, +$200.00" in told.output
    plain = json.loads(CliRunner().invoke(app, ["rulebooks", "cases", str(file), "--json"]).output)
    assert plain["against"] == "oneida/four-card-poker@2024-09-11" and len(plain["differ"]) == 1
