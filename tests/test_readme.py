"""The README's example runs, and its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text()


def test_the_example_plays_a_round() -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code
    found = subprocess.run([sys.executable, "-c", code[1]], capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stderr
    assert "Settled" in found.stdout


def test_every_command_that_the_readme_names_is_there() -> None:
    found = subprocess.run([sys.executable, "-c", "from croupier.cli import main; main()", "--help"],
                           capture_output=True, text=True, timeout=60)  # fmt: skip
    for command in set(re.findall(r"`croupier ([a-z]+)", README)):
        assert re.search(rf"│ {command} ", found.stdout), command
