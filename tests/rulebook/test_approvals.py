"""The record of approvals: dates as printed, e-polls as reported, which version was in force when, and no names."""

import datetime
import re
from pathlib import Path

import pytest

from croupier.rulebook import Fault, NotFound, rulebook, rulebooks
from croupier.rulebook.approvals import approvals, recorded
from croupier.rulebook.coverage import coverage
from croupier.rulebook.library import SHELF

DAY = datetime.date


def test_every_rulebook_on_the_shelf_is_on_record_with_its_dates() -> None:
    found = {(a.property, a.game, a.approved): a for a in approvals()}
    for book in rulebooks():
        approval = found[book.property, book.game, book.approved]
        assert approval.on_shelf and approval.submitted == book.submitted
    hard_rock = found["hard-rock-cincinnati", "blackjack", DAY(2020, 9, 8)]
    assert hard_rock.submitted == DAY(2020, 8, 24) and hard_rock.poll is None


@pytest.mark.parametrize(
    ("game", "number", "approved", "result", "support"),
    [
        ("three-card-poker", 2, DAY(2024, 9, 11), "2025-02-13 16:34:39", 8),  # lines 11120, 11133
        ("four-card-poker", 3, DAY(2024, 9, 11), "2025-02-13 16:34:55", 8),  # lines 450, 463
        ("mississippi-stud", 4, DAY(2024, 9, 11), "2025-02-17 08:33:49", 6),  # lines 3830, 3842
        ("poker", 5, DAY(2024, 3, 28), "2025-02-17 08:32:57", 6),  # lines 5765, 5778
    ],
)
def test_oneidas_polls(game: str, number: int, approved: DAY, result: str, support: int) -> None:
    approval = next(a for a in approvals("oneida") if a.game == game and a.approved == approved)
    assert approval.poll is not None and approval.poll.carried and approval.poll.oppose is None
    assert (approval.poll.number, str(approval.poll.result), approval.poll.support) == (number, result, support)
    assert approval.poll.requested < approval.poll.deadline < approval.poll.result
    assert approval.agenda == DAY(2025, 2, 26)


def test_a_version_is_in_force_from_its_approval_until_the_next() -> None:
    for day, expected in (
        (DAY(2022, 6, 13), []),
        (DAY(2022, 6, 14), [DAY(2022, 6, 14)]),
        (DAY(2024, 9, 10), [DAY(2022, 6, 14)]),
        (DAY(2024, 9, 11), [DAY(2024, 9, 11)]),
    ):
        now = [a.approved for a in approvals("oneida") if a.game == "three-card-poker" and a.in_force(day)]
        assert now == expected
        if expected:
            assert rulebook("oneida", "three-card-poker", day).approved == expected[0]


def test_no_person_stands_in_the_record() -> None:
    for name in ("approvals.toml", "approvals@2025-02-26.toml"):
        text = (SHELF / "oneida" / name).read_text()
        assert "@oneida" not in text and not re.search(r"\d{3}[.-]\d{3}[.-]\d{4}", text)


def test_the_section_on_approvals_is_carried() -> None:
    row = next(c for c in coverage() if c.section.title == "Approval workflow")
    assert row.done and len(row.books[0].readings) >= 10 and len(row.books[0].procedures) >= 6
    synergy = next(c for c in coverage() if c.section.rulebook == "synergy")
    assert synergy.done


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no property"):
        approvals("nowhere")
    (tmp_path / "oneida").mkdir()
    (tmp_path / "oneida" / "approvals.toml").write_text('[[approval]]\ngame = "craps"\n')
    with pytest.raises(Fault, match="approved"):
        recorded("oneida", tmp_path)
