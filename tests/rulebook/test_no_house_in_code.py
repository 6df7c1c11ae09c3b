"""No property is a default of the code: which houses there are, the shelf says."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.rulebook import NotFound, first_property, properties
from croupier.rulebook.library import SHELF

SOURCE = Path(croupier.__file__).parent
DEMONSTRATION = ("demo", "web/screenshots.py")  # what is shown of the five houses names them


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a module but for its docstrings, with its line."""
    tree = ast.parse(path.read_text())
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def test_no_module_names_a_property_as_a_value() -> None:
    houses = set(properties(SHELF))
    modules = [path for path in SOURCE.rglob("*.py") if not str(path.relative_to(SOURCE)).startswith(DEMONSTRATION)]
    assert len(modules) > 300
    suspects = [path for path in modules if any(house in path.read_text() for house in houses)]
    named = [
        f"{path.relative_to(SOURCE)}:{line}" for path in suspects for line, text in literals(path) if text in houses
    ]
    assert named == []


def test_where_nobody_says_which_property_the_shelf_does(tmp_path: Path) -> None:
    assert first_property(shelf=SHELF) == min(properties(SHELF))
    assert first_property("tournaments", shelf=SHELF) == "horseshoe-baltimore"
    for house, book in (("b-house", "roulette@2026-01-01.toml"), ("a-house", "craps@2026-01-01.toml")):
        (tmp_path / house).mkdir()
        (tmp_path / house / "property.toml").write_text('title = "A"\nplace = "B"\n')
        (tmp_path / house / book).write_text("")
    assert first_property(shelf=tmp_path) == "a-house" and first_property("roulette", shelf=tmp_path) == "b-house"
    with pytest.raises(NotFound, match="no property has a rulebook of 'baccarat'"):
        first_property("baccarat", shelf=tmp_path)
