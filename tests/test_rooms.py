"""The plan of the building holds where import-linter does not look: an import inside a function hides no cycle."""

import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.M)
IMPORT = re.compile(r"^([ \t]*)from (croupier[\w.]*) import (?:\(([^)]*)\)|(.*))", re.M)


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, modules: dict[str, Path]) -> Iterator[tuple[bool, str]]:
    """What a module imports, and whether only inside a function."""
    for indent, source, several, one in IMPORT.findall(FOR_TYPES.sub("", path.read_text())):
        for name in re.findall(r"\w+", re.sub(r" as \w+|#.*", "", several or one)):
            yield bool(indent), f"{source}.{name}" if f"{source}.{name}" in modules else source


def test_no_import_inside_a_function_hides_a_cycle() -> None:
    """It may wait for a library that takes long to load, not for a module that needs this one."""
    modules = {name_of(path): path for path in SOURCES.rglob("*.py")}
    found = {name: set(imports_of(path, modules)) for name, path in modules.items()}
    needs = {name: {module for inside, module in said if not inside} for name, said in found.items()}

    def needed_by(module: str) -> set[str]:
        reached, look = set(), [module]
        while look:
            new = needs.get(look.pop(), set()) - reached
            reached |= new
            look += new
        return reached

    for name, said in found.items():
        for inside, module in said:
            if inside and not module.startswith(f"{name}.") and module != name:  # a package opens its own rooms
                assert name not in needed_by(module), f"{name} imports {module} inside a function, which needs {name}"
