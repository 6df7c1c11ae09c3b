"""Odds as fields of a form and back, and the rows that settle a fault."""

import tomllib
from pathlib import Path

import pytest

from croupier.drafting import settling
from croupier.drafting.check import faults_in
from croupier.drafting.odds_fields import parted, printed
from croupier.drafting.scaffold import write_new
from croupier.rulebook import rulebooks
from croupier.rulebook.faults import Found, Lacking


def test_every_odds_of_the_shelf_comes_back_as_printed() -> None:
    every = {
        str(odds) for book in rulebooks() for w in book.wagers.values() for t in w.pay_tables for _, odds in t.rows
    }
    assert len(every) > 50
    for said in every:
        assert printed(*parted(said)).lower() == said.lower()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("40", "to", "1"), "40 to 1"),
        (("9", "for", "1"), "9 for 1"),
        (("500", "dollars", ""), "$500"),
        (("100", "percent", ""), "100%"),
        (("", "push", ""), "Push"),
        (("7 to 1", "to", "1"), "7 to 1"),  # written whole into the first field
        (("$500", "to", "1"), "$500"),
        (("100 % of the meter", "to", "1"), "100%"),
        (("45", "", "1"), "45 to 1"),
        (("fifty", "to", "1"), "fifty to 1"),  # which the check says is none
        (("", "to", "1"), ""),
    ],
)
def test_parts_are_read(typed: tuple[str, str, str], said: str) -> None:
    assert printed(*typed) == said


BEFORE = """[[wagers.up.pay-tables]]
rows = [["flush", "6 to 1"], ["straight", "5 to 1"], ["pair", "1 to 1"]]
[wagers.up]
title = "Up"
"""


def test_a_row_that_is_missing_is_settled_where_it_stood() -> None:
    text = BEFORE.replace('["straight", "5 to 1"], ', "")
    found, before = Found("wagers.up.pay-tables[1].rows", "", fact=Lacking("straight")), tomllib.loads(BEFORE)
    choices = settling.choices(found, before)
    assert [(row.odds, row.kind) for row in choices] == [
        ("5 to 1", "in force"),
        ("4 to 1", "less"),
        ("Push", "returned"),
    ]
    whole = tomllib.loads(settling.settled(text, choices[1:2], before))
    assert [row[0] for row in whole["wagers"]["up"]["pay-tables"][0]["rows"]] == ["flush", "straight", "pair"]
    assert settling.counted_on([found], before) == choices[:1]
    assert settling.counted_on([found, Found("wagers.up", "lacks a clause")], before) is None
    assert settling.choices(found, {})[0].odds == "Push"


def test_a_row_that_would_be_another_fault_is_not_offered(tmp_path: Path) -> None:
    write_new(tmp_path, "lakeside", "three-card-poker", "2026-01-01")
    text = (tmp_path / "lakeside" / "three-card-poker@2026-01-01.toml").read_text()
    flushless = text.replace('    ["flush", "3 to 1"],\n', "", 1)
    found = next(one for one in faults_in(flushless, "rulebook.toml") if one.fact == Lacking("flush"))
    assert [row.odds for row in settling.choices(found, tomllib.loads(text))] == ["3 to 1", "2 to 1", "Push"]
    assert [row.odds for row in settling.helping(found, flushless, tomllib.loads(text))] == ["3 to 1", "2 to 1"]
