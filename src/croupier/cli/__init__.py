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
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as three-card-poker.")]
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
        status = app(prog_name="croupier", standalone_mode=False)
    except Exception as error:
        if _is_a(error, "Abort"):  # interrupted
            sys.exit(130)
        if not _is_mistake(error):
            raise
        sys.stderr.write(f"croupier: {_one_line(error)}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(status if isinstance(status, int) else 0)


def _one_line(error: Exception) -> str:
    says = str(error)
    if isinstance(error, OSError) and error.filename:
        says = f"{error.filename}: {error.strerror}"
    elif _is_a(error, "ClickException"):  # an argument that is missing or no number
        context = getattr(error, "ctx", None)
        found = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
        says = f"{found}; see {context.command_path if context else 'croupier'} --help"
    return " ".join(says.split())


def _is_a(error: Exception, *names: str) -> bool:
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _is_mistake(error: Exception) -> bool:
    if isinstance(error, Mistake | FileNotFoundError | FileExistsError | IsADirectoryError | PermissionError):
        return True
    mistakes = ("Refused", "Stale", "NotAllowed", "Broken", "NotFound", "Fault", "BadOption", "BadInput")
    return _is_a(error, "ClickException", *mistakes)


def _register() -> None:
    from croupier.cli import approvals, books, floor, odds, poker, tables, tournament, tournaments

    for module in (floor, tables, books, approvals, odds, poker, tournaments, tournament):
        module.register(app)


_register()
