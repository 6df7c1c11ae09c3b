"""A file of SQLite that is looked at and never written, such as a copy on a medium that takes nothing."""

import os
from pathlib import Path


def shut(path: Path) -> bool:
    """Whether a record can only be read: all of it is in the one file then. One with a log beside it is somebody's who
    writes it now."""
    log = path.with_name(f"{path.name}-wal")
    return path.is_file() and not os.access(path, os.W_OK) and not (log.exists() and log.stat().st_size)


def address(path: Path) -> str:
    """Where SQLite finds it; what nobody writes is read without a file beside it, for which there may be no room."""
    return f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if shut(path) else ''}"  # a name may hold a ? or #
