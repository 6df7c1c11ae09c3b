"""Compilation of kernels, cached on disk under a digest of everything they are made of.

numba reuses a cached kernel while the file of its own function is unchanged, even when a function it
calls from another module has changed. So the cache folder of a module is named after the digest of its
source and of every project module it imports, directly or not: a stale kernel is never found.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import caching, config
from numba.core.compiler_lock import global_compiler_lock

from croupier.hands.cache import UNUSED_DAYS_MAX
from croupier.hands.cache_folder import cache_root
from croupier.hands.turns import in_turn

PROJECT = "croupier"

Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def compiled(function: Function) -> Function: ...
@overload
def compiled(**options: Any) -> Callable[[Function], Function]: ...
def compiled(function: Function | None = None, **options: Any) -> Any:
    """Compile to machine code without the interpreter, keep it on disk.

    Use bare (`@compiled`) or with options of `numba.njit` (`@compiled(fastmath=True)`).
    Plain functions of lower layers may be passed too: `rank = compiled(hands.rank)`.
    """
    if function is None:
        return functools.partial(_compile, options=options)
    return _compile(function, options)


class ByDigest(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """Kernels lie in the very folder that is given, which is named after all they are made of: wherever the sources
    are installed, and however often, they are compiled once."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""

    def get_source_stamp(self) -> str:
        return "by digest"


def _compile(function: Any, options: dict[str, Any]) -> Any:
    settings: dict[str, Any] = {"nogil": True, **options}
    folder = cache_folder(function.__module__)
    if folder is None:
        return numba.njit(**settings)(function)
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{ByDigest.__module__}.{ByDigest.__qualname__}"
    try:
        kernel = numba.njit(cache=True, **settings)(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    kernel.compile = _once(kernel.compile, folder / f"{function.__qualname__}.lock")
    return kernel


def _once(compiles: Callable[[Any], Any], lock: Path) -> Callable[[Any], Any]:
    """Of several processes that want what nobody has kept yet, one compiles it; the others wait, and read it."""

    def alone(signature: Any) -> Any:
        with global_compiler_lock:  # first, as numba does: no thread waits for it with a file in its hand
            if lock in _held_here:  # a kernel that calls itself, or another that was made of the same lines
                return compiles(signature)
            _held_here.add(lock)
            try:
                with in_turn(lock):
                    return compiles(signature)
            finally:
                _held_here.discard(lock)

    return alone


_held_here: set[Path] = set()  # by this process, while it compiles


# For kernels over machine integers, which take more than their signatures say.
loop: Callable[[Any], Any] = compiled(error_model="numpy")
inlined: Callable[[Any], Any] = compiled(
    error_model="numpy", forceinline=True
)  # where a call costs as much as the work


@functools.cache
def cache_folder(module: str) -> Path | None:
    """Where the kernels of a module are kept; nothing if they cannot be kept anywhere."""
    source = _source(module)
    if source is None:
        return None
    root = cache_root() / "kernels"
    folder = root / f"{module}-{digest(module)[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    _prune(root, module, keep=folder)
    return folder


@functools.cache
def digest(module: str) -> str:
    """A hash of the source of a module and of all project modules it depends on."""
    seen: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        path = _source(name)
        if path is None:
            continue
        seen[name] = path.read_bytes()
        waiting.extend(_imports(name, seen[name], path.name == "__init__.py"))
    total = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for name in sorted(seen):
        total.update(name.encode() + b"\0" + hashlib.sha256(seen[name]).digest())
    return total.hexdigest()


@functools.cache  # most modules are met again under the next kernel
def _imports(module: str, text: bytes, package: bool) -> list[str]:
    """The project modules that a source text names in its imports."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + (1 if package else 0)]
                base = ".".join([*parts, base] if base else parts)
            found.append(base)
            found.extend(f"{base}.{alias.name}" for alias in node.names)
    return [name for name in found if name.split(".")[0] == PROJECT]


def _source(module: str) -> Path | None:
    """The file of a module, without importing it."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        file = getattr(loaded, "__file__", None)
        return Path(file) if file else None
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, AttributeError, ValueError):
        return None
    return Path(spec.origin) if spec and spec.origin and spec.has_location else None


def _prune(root: Path, module: str, keep: Path) -> None:
    """Forget kernels of earlier sources of this module that nobody has used for a month."""
    oldest = time.time() - UNUSED_DAYS_MAX * 86400
    for folder in root.glob(f"{module}-*"):
        try:
            if folder != keep and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
