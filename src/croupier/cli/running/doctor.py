"""`croupier doctor`: looks at a house before it opens, and says in words what to mend."""

import shutil
import textwrap
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(doctor)


def doctor(
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="The file that croupier floor --config is given.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="The record, where it is another one than the file's: a file or an address.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    settings: Annotated[
        bool, typer.Option("--settings", help="Print a configuration file with every setting explained instead.")
    ] = False,
) -> None:
    """Look at configuration, database, disk, clock, addresses and tools. Exit status 1 where something is at fault.

    Nothing is changed: a database that is not there is not made, and an old one is not brought up to date.

    For example:
        croupier doctor
        croupier doctor --settings
        croupier doctor --config croupier.toml
        croupier doctor --database postgresql://croupier@localhost/house
    """
    if settings:
        from croupier.cli.running.settings import EXPLAINED

        typer.echo(EXPLAINED.read_text(), nl=False)
        return
    from croupier.cli.running.checks import checks

    found = checks(config, database)
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        wide = max(len(check.name) for check in found)
        for check in found:
            typer.echo(filled(f"{check.state:4}  {check.name:{wide}}  ", check.says))
    if any(check.state == "bad" for check in found):
        raise typer.Exit(1)


def filled(head: str, says: str) -> str:
    """A line of the list that fits a terminal; paths and addresses are never broken."""
    columns = min(80, shutil.get_terminal_size().columns)
    return textwrap.fill(
        says, columns, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
