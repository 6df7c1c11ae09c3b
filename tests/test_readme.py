"""The examples of the README and of docs/library.md run and are typed; the commands that the README names exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
LIBRARY = (ROOT / "docs" / "library.md").read_text()
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
EXAMPLES = BLOCK.findall(README)
SECTIONS = {part.split("\n")[0]: BLOCK.findall(part) for part in LIBRARY.split("\n## ")[1:]}


@pytest.mark.parametrize(("code", "shows"), list(zip(EXAMPLES, ("Settled", "pair-plus"), strict=True)))
def test_the_examples_run(code: str, shows: str) -> None:
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr
    assert shows in found.stdout


@pytest.mark.parametrize("section", SECTIONS)
def test_the_examples_of_the_library_run(section: str, tmp_path: Path) -> None:
    (code,) = SECTIONS[section]
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert found.returncode == 0, found.stderr


@pytest.mark.late
def test_the_examples_are_typed_for_a_program_that_checks_itself(tmp_path: Path) -> None:
    blocks = [*EXAMPLES, *(code for codes in SECTIONS.values() for code in codes)]
    for number, code in enumerate(blocks):
        (tmp_path / f"example_{number}.py").write_text(code)
    files = [str(file) for file in tmp_path.glob("*.py")]
    command = [sys.executable, "-m", "mypy", "--strict", *files]
    found = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert found.returncode == 0, found.stdout


def test_every_command_that_the_readme_names_is_there() -> None:
    found = subprocess.run([sys.executable, "-c", "from croupier.cli import main; main()", "--help"],
                           capture_output=True, text=True, timeout=60)  # fmt: skip
    for command in set(re.findall(r"`croupier ([a-z]+)", README)):
        assert re.search(rf"│ {command} ", found.stdout), command
