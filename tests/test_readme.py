"""The README's examples run, and its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text()


EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("code", "shows"), list(zip(EXAMPLES, ("Settled", "pair-plus"), strict=True)))
def test_the_examples_run(code: str, shows: str) -> None:
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr
    assert shows in found.stdout


def test_every_command_that_the_readme_names_is_there() -> None:
    found = subprocess.run([sys.executable, "-c", "from croupier.cli import main; main()", "--help"],
                           capture_output=True, text=True, timeout=60)  # fmt: skip
    for command in set(re.findall(r"`croupier ([a-z]+)", README)):
        assert re.search(rf"│ {command} ", found.stdout), command
