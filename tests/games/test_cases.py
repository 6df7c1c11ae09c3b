"""Every case file in tests/cases, each a ruling with its source lines."""

from typing import Any

import pytest

from tests.cases import load_cases, run_case

CASES = load_cases()


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_case(case: dict[str, Any]) -> None:
    run_case(case)
