"""Where tables and compiled kernels are kept between runs.

A folder of the user's cache directory, named by a digest of the sources that its contents follow from:
a changed source finds an empty folder, so nothing stale is ever read. Several processes may fill it at
once; a file appears whole or not at all. Without a writable directory everything still works, only
slower. `CROUPIER_CACHE` puts it elsewhere.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from croupier.hands.cache_folder import cache_root

PACKAGE = Path(__file__).resolve().parent.parent
UNUSED_DAYS_MAX = 30


def source_digest(*packages: str) -> str:
    """A digest of the sources of these packages (`hands`, `equipment`), of Python, numpy and numba."""
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {version('numba')}".encode())
    for package in sorted(packages):
        for source in sorted((PACKAGE / package).rglob("*.py")):
            digest.update(str(source.relative_to(PACKAGE)).encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_dir(*packages: str) -> Path | None:
    """The folder for what follows from these packages, made if need be; None where nothing can be written."""
    folder = cache_root() / "hands" / f"{'-'.join(sorted(packages))}-{source_digest(*packages)}"
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        if fresh:
            _forget_unused(folder.parent)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _forget_unused(root: Path) -> None:
    """Remove the folders of sources that nobody has run for a month."""
    oldest = time.time() - UNUSED_DAYS_MAX * 86400
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def arrays(name: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """The arrays kept under this name for the hands package; built and kept if they are not there or damaged."""
    folder = cache_dir("hands", "equipment")
    path = folder / f"{name}.npz" if folder else None
    if path:
        with suppress(OSError, ValueError, EOFError, BadZipFile), np.load(path) as kept:
            return dict(kept)
    built = dict(build())
    if path:
        with suppress(OSError):
            _write_whole(path, built)
    return built


def _write_whole(path: Path, content: Mapping[str, NDArray[Any]]) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        np.savez(part, **content)  # type: ignore[arg-type]  # numpy's stub takes the names for its own options
    os.replace(part.name, path)
