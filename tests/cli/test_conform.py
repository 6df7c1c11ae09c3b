"""`croupier conform`: what is told of a game that breaks its promises."""

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.cli.rulebooks import conform as command
from croupier.games import conformance
from croupier.games.conformance import Result
from croupier.rulebook import rulebook


def test_one_fault_that_breaks_many_promises_is_told_once_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("oneida", "craps")
    faults = ["", "KeyError: 'die'", "KeyError: 'die'", "ValueError: odd"]
    results = [Result(book.key, f"promise {number}", fault) for number, fault in enumerate(faults, 1)]
    monkeypatch.setattr(command, "_brought", lambda target: ([], [book]))
    monkeypatch.setattr(conformance, "conform", lambda book: iter(results))
    told = CliRunner().invoke(app, ["conform", "somewhere"])
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        book.key,
        "  kept    promise 1",
        "  BROKEN  2 promises by one fault: KeyError: 'die'",
        "          promise 2",
        "          promise 3",
        "  BROKEN  promise 4",
        "          ValueError: odd",
        "1 promises kept, 3 broken, 1 rulebooks",
    ]
