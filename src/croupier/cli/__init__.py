"""The `croupier` command. Heavy imports stand inside the commands, so that `--help` answers at once."""

import sys
from typing import Annotated

import typer

app = typer.Typer(
    name="croupier",
    help="Turns a casino's approved rules into running games.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

Property = Annotated[str, typer.Argument(help="A property, such as hard-rock-cincinnati.")]
GameName = Annotated[str, typer.Argument(help="A game, such as three-card-poker.")]
On = Annotated[str | None, typer.Option(help="The day whose rules apply, such as 2020-01-31; default: the latest.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="What the house chooses, as name=value; may be repeated.")
]


class Mistake(Exception):
    """What the person at the keyboard should read, in one line."""


def parse_options(pairs: list[str] | None) -> dict[str, str]:
    chosen = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Mistake(f"--option {pair}: expected name=value")
        chosen[name.strip()] = value.strip()
    return chosen


def main() -> None:
    """Run the command; a mistake is one line on standard error and exit status 2."""
    try:
        app(standalone_mode=True)
    except Exception as error:
        if not _is_mistake(error):
            raise
        says = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        sys.stderr.write(f"croupier: {' '.join(says.split())}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _is_mistake(error: Exception) -> bool:
    if isinstance(error, Mistake | FileNotFoundError | FileExistsError | IsADirectoryError | PermissionError):
        return True
    mistakes = ("Refused", "Stale", "NotAllowed", "Broken", "NotFound", "Fault", "BadOption", "BadInput")
    return any(kind.__name__ in mistakes for kind in type(error).__mro__)


def _register() -> None:
    from croupier.cli import approvals, books, floor, odds, poker, tables, tournaments

    for module in (floor, tables, books, approvals, odds, poker, tournaments):
        module.register(app)


_register()
