"""A book in print: every figure that it pays stands there, under the clause that the book gives it."""

import html
import json
import re

import pytest

from croupier.rulebook import rulebook, rulebooks
from croupier.rulebook.submission import PARTS, document
from croupier.web.kit import render
from croupier.web.kit.guard import Look
from croupier.web.studio.printing import layout

from .section_numbers import FILE, figures, rooms

BOOKS = [book for book in rulebooks() if book.wagers]


def printed(doc: object, **given: object) -> str:
    values = {"odds": [], "before": {}, "standing": "", "house_title": "The house", "seal": "", "csrf": ""} | given
    page = render.page("submission.html", doc=doc, look=Look(), default_theme="light", layout="", **values)
    return html.unescape(re.sub(r"<[^>]+>", "\n", page))


def test_every_row_of_every_book_stands_in_its_print() -> None:
    for book in BOOKS[::4]:
        lines = {line.strip() for line in printed(document(book)).split("\n")}
        for wager in book.wagers.values():
            for table in wager.pay_tables:
                missing = [str(odds) for _, odds in table.rows if str(odds) not in lines]
                assert not missing, (book.key, wager.name, missing)
                assert table.clause in lines


# Spans of cards, points or numbers, which a print gives by their ends.
SPANS = ("0 to 7", "0 to 9", "1 to 36", "2 to 10", "2 to 9", "8 to 16")
DAMAGED = {"33 to 0"}  # the scan has 33to0 1: what the book makes of it stands in its pay table


def test_every_figure_of_the_original_section_stands_in_the_print_of_its_book() -> None:
    sections = json.loads(FILE.read_text())
    numbered = [book for book in BOOKS if any(book.lines)]  # a property may cite no lines of a document
    assert set(sections) == {book.key for book in numbered} | set(rooms())
    for book in numbered:
        text = " ".join(printed(document(book)).split())
        stands, numbers = figures(text), set(re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")))
        for figure in set(sections[book.key]) - stands - DAMAGED:
            assert figure in SPANS or figure.endswith("%"), (book.key, figure)  # a share is so many in a hundred
            assert set(re.findall(r"\d+(?:\.\d+)?", figure)) <= numbers, (book.key, figure)


# What a poker section says in figures without ruling anything: lines of the document, and why they are not in a book.
EXAMPLES = {
    "horseshoe-baltimore poker@2018-06-18": {
        "bets of a worked example (298, 316, 573, 785, 791)": {"$3", "$15", "$30", "$35", "$250", "$300"},
        "prizes of a worked example (985-1008)": {"$1200", "$2000", "$20000", "$21200"},
        "struck out in the document (1172-1179)": {"$20000", "$40000", "$75000"},
        "struck out, or half of the share beside it (469)": {"2%", "3%"},
        "what the least of the prize pool leaves (967)": {"20%"},
    },
    "oneida poker@2021-10-12": {"a figure of speech: wholly identifiable (9806)": {"100%"}},
    "oneida poker@2024-03-28": {"a figure of speech: wholly identifiable (8394)": {"100%"}},
}


def test_every_figure_of_a_poker_section_stands_in_the_prints_of_its_room() -> None:
    sections = json.loads(FILE.read_text())
    for key, books in rooms().items():
        stands = set().union(*(figures(" ".join(printed(document(book)).split())) for book in books))
        examples = set().union(*EXAMPLES.get(key, {}).values())
        assert set(sections[key]) - stands == examples, key


def test_every_entry_of_a_book_is_in_one_part_of_the_document() -> None:
    for book in BOOKS:
        doc = document(book)
        assert [part.title for part in doc.parts] == list(PARTS), "parts keep their numbers in every book"
        entries = len(book.settings) + len(book.stages) + len(book.wagers) + len(book.payout_limits)
        entries += len(book.exclusions) + len(book.irregularities) + len(book.procedures) + len(book.readings)
        assert sum(len(part.items) for part in doc.parts) == entries


def test_the_redline_is_against_the_version_before() -> None:
    old, new = rulebook("oneida", "four-card-poker", "2023-12-31"), rulebook("oneida", "four-card-poker")
    page = printed(document(new, old))
    assert "Redlined against the version of 2023-02-24" in page
    assert document(new, old).changes and not document(new, new).changes


@pytest.mark.parametrize("game", ["four-card-poker", "three-card-poker"])
def test_the_layout_names_every_wager(game: str) -> None:
    book = rulebook("oneida", game)
    for wager in book.wagers.values():
        assert wager.title in layout(book)
