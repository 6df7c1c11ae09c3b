"""The `croupier` command. Heavy imports stand inside the commands, so that `--help` answers at once."""

import errno
import gc
import os
import shutil
import sys
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.help_words import Spoken, SpokenGroup, reflowed

app = typer.Typer(
    name="croupier",
    cls=SpokenGroup,
    help="Turns a casino's approved rules into running games.\n\n"
    "Without a command it asks for a property and a game and opens a table. croupier COMMAND --help shows examples; "
    "croupier rulebooks lists the properties and their games.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

Property = Annotated[str, typer.Argument(metavar="PROPERTY", help="A property, such as hard-rock-cincinnati.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as three-card-poker.")]
On = Annotated[str | None, typer.Option(help="The day whose rules apply, such as 2020-01-31; default: the latest.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="What the house chooses, as name=value; may be repeated.")
]

# New objects before a collection of the young, and how many of these before an older one's: a command, and a server
# more so, makes far more that it keeps than that it drops.
SELDOM = (20_000, 20, 20)


class Mistake(Exception):
    """What the person at the keyboard should read, in one line."""


def parse_options(
    pairs: list[str] | None, flag: str = "--option", expected: str = "name=value, such as decks=6"
) -> dict[str, str]:
    chosen = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise Mistake(f"{flag} {pair}: expected {expected}")
        chosen[name.strip()] = value.strip()
    return chosen


def parse_amount(text: str, flag: str) -> int:
    """An amount of money in cents, as a person writes it."""
    from croupier.equipment.money import parse_money

    try:
        return parse_money(text)
    except ValueError as error:
        raise Mistake(f"{flag}: {error}") from None


def writable(path: str | Path | None, flag: str) -> None:
    """Refuse a place that cannot be written before any work begins; the file itself is not touched."""
    if path is None:
        return
    file = Path(path)
    if file.is_dir():
        raise Mistake(f"{flag} {path}: that is a folder; name a file in it")
    if not file.parent.is_dir():
        raise Mistake(f"{flag} {path}: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise Mistake(f"{flag} {path}: may not be written")
    if file.is_file():
        with file.open("rb") as there:
            if there.read(len(RECORD)) == RECORD:
                raise Mistake(f"{flag} {path}: a database is there already, and is never written over")


def say(words: str, *, err: bool = False) -> None:
    """A sentence: between words as wide as the terminal, and in a pipe on one line."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        wide = max(40, shutil.get_terminal_size().columns)
        words = textwrap.fill(words, wide, break_long_words=False, break_on_hyphens=False)
    typer.echo(words, err=err)


def left_out(property: str | None = None, game: str | None = None, on: str | None = None) -> None:
    """A line for each file on the shelf that can't be used and that a list goes without."""
    from croupier.rulebook import unusable

    for fault in unusable(property, game, on):
        first, count = fault.found[0], len(fault.found)
        at = f"line {first.line}, column {first.column}: " if first.line else ""
        more = f", and {count - 1} more fault{'s' if count > 2 else ''}" if count > 1 else ""
        typer.echo(f"croupier: {fault.path} is left out: {at}{one_line(ValueError(str(first)))}{more}", err=True)


def main() -> None:
    """Run the command; a mistake is one line on standard error and exit status 2."""
    gc.set_threshold(*SELDOM)
    try:
        status = app(prog_name="croupier", standalone_mode=False)
    except Exception as error:
        if _is_a(error, "Abort"):  # interrupted
            sys.exit(130)
        if not is_mistake(error):
            raise
        say(f"croupier: {one_line(error)}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(status if isinstance(status, int) else 0)


def one_line(error: Exception) -> str:
    """An error as the person at the keyboard reads it."""
    says = str(error)
    if _sqlite_code(error) in NO_DISK:
        says = f"the record can't be written or read: {getattr(error, 'orig', error)}"
    elif _is_torn(error):
        says = (
            f"the record can't be read: {getattr(error, 'orig', error)}. A file that was copied while the house was "
            "open is no copy: croupier backup makes one"
        )
    elif isinstance(error, OSError) and error.strerror:
        says = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif hasattr(error, "rule") and hasattr(error, "message"):  # of poker: its key helps nobody
        clause = getattr(error, "clause", "")
        says = f"{error.message} [{clause}]" if clause else str(error.message)
    elif _is_a(error, "ClickException"):  # an argument that is missing or no number
        context = getattr(error, "ctx", None)
        found = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
        found = found.removeprefix("Invalid value: ")
        for theirs, ours in NUMBERS.items():
            before, said, rest = found.partition(theirs)
            found = f"{before}{ours}{rest if ours.endswith(' ') else ''}" if said else found
        says = f"{found}; {_in_its_place(error)}see {context.command_path if context else 'croupier'} --help"
    return " ".join(says.split())


def _in_its_place(error: Exception) -> str:
    """What was given by a name and has none at this command: `--property` where PROPERTY is the first word."""
    context, named = getattr(error, "ctx", None), getattr(error, "option_name", "").removeprefix("--")
    params = context.command.params if context else []
    words = [param.name or "" for param in params if param.param_type_name == "argument"]
    if not named or context is None or named not in words:
        return ""
    return f"write {context.command_path} {' '.join(word.upper() for word in words)}; "


NUMBERS = {  # what the reading of arguments says of a number, and how it is said here
    "Input should be a valid integer": "expected a whole number",
    "Input should be a valid number": "expected a number",
    "Input should be ": "expected a number ",
}


def _is_a(error: Exception, *names: str) -> bool:
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _is_torn(error: Exception) -> bool:
    """Whether a file of SQLite is damaged, or is none."""
    return _sqlite_code(error) in (CORRUPT, NOT_A_DATABASE)


def _sqlite_code(error: Exception) -> int | None:
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return code if code is None else code & 0xFF


def is_mistake(error: Exception) -> bool:
    """Whether an error is the input's, not the program's."""
    if _is_torn(error) or _sqlite_code(error) in NO_DISK:
        return True
    if isinstance(error, Mistake) or (isinstance(error, OSError) and (error.filename or error.errno in NO_ROOM)):
        return True
    kinds = ("Refused", "Stale", "NotAllowed", "Broken", "NotFound", "Fault", "Unplayable", "BadOption", "BadInput")
    return _is_a(error, "ClickException", "Occupied", *kinds)


CORRUPT, NOT_A_DATABASE = 11, 26  # as SQLite numbers them
NO_DISK = (8, 10, 13, 14)  # read-only, a fault of the disk, no room, no such place
RECORD = b"SQLite format 3\x00"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PANELS = {
    "Tables": ("play", "deal", "replay", "tournament"),
    "Rules": ("rulebooks", "studio", "draft", "approvals", "coverage", "conform"),
    "Mathematics": (
        "odds",
        "strategy",
        "advise",
        "simulate",
        "compare",
        "randomness",
        "protect",
        "evening",
        "coupon",
        "hour",
    ),
    "Poker": ("poker", "equity", "poker-case", "poker-tournament"),
    "The house": ("floor", "house", "results"),
    "Keeping the record": ("doctor", "backup", "restore", "verify", "anchor", "keys", "export", "prune"),
}


def _register() -> None:
    from croupier.cli import floor, house, keeping, poker, tables, tournament, tournaments
    from croupier.cli.odds import odds, protecting, spending
    from croupier.cli.rulebooks import approvals, books, conform, draft
    from croupier.cli.running import anchoring, doctor, keys, periods, results

    for module in (
        tables,
        tournaments,
        books,
        draft,
        conform,
        approvals,
        odds,
        protecting,
        spending,
        poker,
        tournament,
        floor,
        house,
        results,
        doctor,
        keeping,
        anchoring,
        keys,
        periods,
    ):
        module.register(app)
    panels = {name: panel for panel, names in PANELS.items() for name in names}
    for command in app.registered_commands:
        assert command.callback is not None
        command.cls = Spoken
        command.help = reflowed(command.callback.__doc__ or "")
        command.rich_help_panel = panels[command.name or command.callback.__name__]


_register()
