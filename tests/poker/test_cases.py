"""The case files: worked examples of the documents, and as many of our own, played by script."""

from typing import Any

import pytest

from croupier.cases.at_poker import FILES, read_poker_cases
from croupier.poker.scripts.steps import Script

CASES = [(path, case) for path in sorted(FILES.glob("*.toml")) for case in read_poker_cases(path)]


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{p.stem}:{c['clause']}:{c['name']}") for p, c in CASES])
def test_case(case: dict[str, Any]) -> None:
    Script(case).run()


def test_every_case_cites_a_clause_and_lines() -> None:
    for path, case in CASES:
        assert case["clause"] and case["lines"], (path.name, case["name"])
