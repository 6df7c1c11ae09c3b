"""The case files: worked examples of the documents, and as many of our own, played by script."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.poker.scripts.steps import Script

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))


def load() -> list[Any]:
    cases = []
    for path in FILES:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        defaults = {key: value for key, value in data.items() if key != "case"}
        for case in data["case"]:
            cases.append(pytest.param({**defaults, **case}, id=f"{path.stem}:{case['clause']}:{case['name']}"))
    return cases


@pytest.mark.parametrize("case", load())
def test_case(case: dict[str, Any]) -> None:
    Script(case).run()


def test_every_case_cites_a_clause_and_lines() -> None:
    for path in FILES:
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            assert case["clause"] and case["lines"], (path.name, case["name"])
