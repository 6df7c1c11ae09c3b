"""Run the measurements named, or all of them.

A measurement is a module of this folder with a `main()` that measures and prints.
"""

import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console


def available() -> list[str]:
    """The measurements in this folder, hands first since everything else stands on it."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    return sorted(names, key=lambda name: name != "hands")


def main(chosen: list[str]) -> int:
    console = Console()
    names = available()
    if unknown := [name for name in chosen if name not in names]:
        console.print(f"no measurement named {', '.join(unknown)}; there are {', '.join(names)}", style="red")
        return 2
    for name in chosen or names:
        module = import_module(f"bench.{name}")
        if hasattr(module, "main"):
            console.rule(name)
            module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
