"""Baltimore's book of room procedures: every clause of the seven sections, each number with its lines."""

import pytest

from croupier.rulebook import rulebook
from croupier.rulebook.coverage import coverage

BOOK = rulebook("horseshoe-baltimore", "room")
SECTIONS = {"1": (77, 113), "4": (347, 371), "5": (373, 402), "6": (404, 419), "7": (425, 469)}


def cited() -> list[tuple[str, tuple[int, ...]]]:
    return [(item.clause, item.lines) for item in (*BOOK.settings.values(), *BOOK.procedures)]


def test_the_seven_sections_are_carried_by_it() -> None:
    found = [row.section.lines for row in coverage() if row.section.rulebook == "room"]
    assert found == [(77, 93), (95, 109), (111, 113), (347, 371), (373, 402), (404, 419), (425, 469)]
    assert all(row.done for row in coverage() if row.section.rulebook == "room")


@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("cart-most", "$60,000", "5.6"),
        ("deck-hours", 24, "6.2"),
        ("dealer-percent", 67, "7.9a"),
        ("non-dealer-percent", 33, "7.9b"),
        ("supervisor-percent", 75, "7.9b.i"),
        ("clerk-percent", 25, "7.9b.ii"),
        ("down-minutes", 30, "7.9a.i"),
        ("container-places", ["cage", "table"], "4.6"),
        ("token-mid-shift", "full-box", "7.3"),
        ("cage-percent", 6, "7.9b.iii"),
    ],
)
def test_a_number_stands_with_its_clause(name: str, value: object, clause: str) -> None:
    assert (BOOK.settings[name].value, BOOK.settings[name].clause) == (value, clause)


def test_percentages_make_a_whole() -> None:
    percent = {name: BOOK.settings[f"{name}-percent"].value for name in ("dealer", "non-dealer", "supervisor", "clerk")}
    assert percent["dealer"] + percent["non-dealer"] == percent["supervisor"] + percent["clerk"] == 100


def test_every_item_cites_lines_of_the_section_that_its_clause_names() -> None:
    for clause, lines in cited():
        allowed = [SECTIONS[part.strip().split(".")[0]] for part in clause.split(",") if "." in part]
        assert allowed and all(any(a <= line <= b for a, b in allowed) for line in lines), (clause, lines)


def test_no_numbered_line_of_the_sections_is_left_out() -> None:
    """Each paragraph that states a rule is cited by some item; headings, footers and blank lines are not."""
    stated = {*range(83, 94), *range(99, 110), 81, 97, 113, *range(349, 353), *range(358, 372)}
    stated |= {*range(375, 389), *range(394, 403), *range(406, 420), *range(427, 452), *range(463, 470)}
    assert stated - {line for _, lines in cited() for line in lines} == set()


def test_every_reading_touches_something_that_the_book_says() -> None:
    known = set(BOOK.settings) | {p.name for p in BOOK.procedures}
    assert {name for reading in BOOK.readings for name in reading.touches} <= known
    assert len(BOOK.readings) >= 15
