"""What a procedure says enacts it or asks for it (`by`): whether there is such a thing, and what was probably meant."""

import ast
import functools
import importlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.rulebook.coverage import enacted_by
from croupier.rulebook.faults import Found, near
from croupier.rulebook.model import Rulebook

ROOT = Path(croupier.__file__).parent
OURS = "croupier"


def nobody_enacts(book: Rulebook) -> Iterator[Found]:
    """Procedures whose `by` names nothing that is there."""
    for number, procedure in enumerate(book.procedures, 1):
        if procedure.by and (words := _wrong(enacted_by(procedure))):
            yield Found(f"procedures[{number}].by", words)


@functools.cache
def _wrong(by: str) -> str:
    module, _, name = by.partition(":")
    if module.split(".")[0] != OURS:
        return "" if _elsewhere(module) else f"no module {module} is here; {_meant(module)}"
    path = _path(module)
    if path is None:
        return f"no module {module} is here; {_meant(module)}"
    if not name or _defined(path, name):
        return ""
    found: object = importlib.import_module(module)
    for part in name.split("."):  # what a class has from another one is found nowhere in its text
        if not hasattr(found, part):
            return f"{module} has no {name}; {_hint(part, [n for n in dir(found) if not n.startswith('_')])}"
        found = getattr(found, part)
    return ""


def _elsewhere(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _path(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split(".")[1:])
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


@functools.cache
def _names(path: Path) -> frozenset[str]:
    """What the text of a module defines: functions, classes, and what stands in its classes."""
    made = set()
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            made.add(node.name)
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                made.add(f"{node.name}.{inner.name}")  # type: ignore[attr-defined]
    return frozenset(made)


def _defined(path: Path, name: str) -> bool:
    return name in _names(path)


def _meant(module: str) -> str:
    if near(module.split(".")[0], [OURS]) and not module.startswith(f"{OURS}."):
        module = ".".join((OURS, *module.split(".")[1:]))
        if _path(module):
            return f"did you mean {module}? Expected package.module:name"
    return _hint(module, _modules())


@functools.cache
def _modules() -> tuple[str, ...]:
    files = (path.relative_to(ROOT).with_suffix("").parts for path in ROOT.rglob("*.py"))
    return tuple(".".join((OURS, *(part for part in parts if part != "__init__"))) for parts in files)


def _hint(name: str, known: list[str] | tuple[str, ...]) -> str:
    meant = near(name, known)
    return f"did you mean {meant}? Expected package.module:name" if meant else "expected package.module:name"
