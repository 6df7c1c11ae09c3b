"""Every case file that comes along, each a ruling with its source lines."""

from typing import Any

import pytest

from croupier.cases.playing import expected, played
from croupier.cases.shelf import FILES, read_cases

CASES = [
    (f"{path.parent.name}/{path.stem}: {case['name']}", case)
    for path in sorted(FILES.glob("*/*.toml"))
    for case in read_cases(path)
]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_case(case: dict[str, Any]) -> None:
    ended = played(case)
    wanted = expected(case)
    found = "\n".join(["found:", *ended.lines, "expected:", *wanted])
    assert not ended.stopped, f"{ended.stopped}\n{found}"
    assert ended.lines == wanted, found
