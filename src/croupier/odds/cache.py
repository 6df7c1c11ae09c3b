"""Results of long analyses, kept on disk under a hash of all they depend on.

The key of a result is its inputs (the part of a rulebook that matters, as the analysis takes it) and the digest
of the code that made it: a changed rule or a changed function finds nothing and computes anew. Several processes
may ask at once; one computes, the others wait for it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from croupier.hands.cache_folder import cache_root
from croupier.hands.compiled import digest
from croupier.hands.turns import in_turn

Result = TypeVar("Result")

_kept: dict[str, Any] = {}


def canonical(value: Any) -> Any:
    """A value as nested lists of text, the same for equal values however they were built."""
    if isinstance(value, msgspec.Struct):
        return [type(value).__qualname__, canonical(msgspec.structs.asdict(value))]
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return sorted([canonical(key), canonical(item)] for key, item in value.items())
    if isinstance(value, Set):
        return sorted(canonical(item) for item in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [canonical(item) for item in value]
    if isinstance(value, np.ndarray):
        return hashlib.sha256(value.tobytes()).hexdigest()
    return f"{type(value).__name__} {value}"


def key_of(name: str, module: str, *inputs: Any) -> str:
    """The name of a result: what was asked, and the code that answers."""
    text = repr([name, canonical(inputs), digest(module)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def folder(kind: str) -> Path:
    path = cache_root() / kind
    path.mkdir(parents=True, exist_ok=True)
    return path


def remembered(
    name: str, function: Callable[..., Result], *inputs: Any, code: str = "", on_disk: bool = True
) -> Result:
    """What the function gives for these inputs, from memory, from disk, or computed now and kept.

    `code` names the module whose sources (with all they import) the result follows from, if not the function's.
    """
    key = key_of(name, code or function.__module__, *inputs)
    if key in _kept:
        return _kept[key]  # type: ignore[no-any-return]
    if not on_disk:
        _kept[key] = function(*inputs)
        return _kept[key]  # type: ignore[no-any-return]
    try:
        path = folder("odds") / f"{name}-{key}.pickle"
    except OSError:  # nowhere to keep it
        _kept[key] = function(*inputs)
        return _kept[key]  # type: ignore[no-any-return]
    found, value = _read(path)
    if not found:
        with locked(path):
            found, value = _read(path)  # another process may have been faster
            if not found:
                value = function(*inputs)
                write(path, pickle.dumps(value, protocol=5))
    _kept[key] = value
    return value  # type: ignore[no-any-return]


def forget() -> None:
    """Drop what this process holds in memory; the disk keeps it."""
    _kept.clear()


def _read(path: Path) -> tuple[bool, Any]:
    """A kept result; a damaged file counts as none, and so does every one where all is to be counted again."""
    if os.environ.get("CROUPIER_RECOMPUTE"):
        return False, None
    try:
        return True, pickle.loads(path.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, ValueError):
        return False, None


def write(path: Path, data: bytes) -> None:
    """Make a file appear whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time for a result."""
    with in_turn(path.with_name(f"{path.name}.lock")) as lock:
        try:
            yield
        finally:
            if lock:
                with suppress(OSError):
                    lock.unlink()
