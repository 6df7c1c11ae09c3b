"""Where what was worked out is kept between runs; loads nothing, so that who only looks there is answered at once."""

import os
import sys
from pathlib import Path


def cache_root() -> Path:
    """The user's cache directory for Croupier."""
    if chosen := os.environ.get("CROUPIER_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "croupier"
