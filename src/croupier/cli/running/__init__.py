"""How a house is run by whoever keeps its machine: the configuration file, and the doctor that looks at it."""

from pathlib import Path
from typing import Annotated, Any

import typer

DATABASE = "house/croupier.sqlite3"
DEFAULT_PORT = 8021


def from_file(context: typer.Context, file: Path | None) -> Path | None:
    """What a configuration file says is what a flag says that was not given. One that is not there is told when it is
    read."""
    if file is not None and file.is_file():
        from croupier.cli.running.settings import flags, read

        said = flags(read(file))
        known: set[Any] = {parameter.name for parameter in context.command.params}
        context.default_map = {name: value for name, value in said.items() if name in known}
    return file


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        is_eager=True,
        callback=from_file,
        help="Settings in a TOML file, as croupier doctor --settings prints one; a flag wins.",
    ),
]
