"""Case files of poker rulings: `croupier poker-case FILE...`."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer


def poker_case(files: Annotated[list[Path], typer.Argument(help="Case files (TOML) of poker rulings.")]) -> None:
    """Run case files: rulings as scripts, each with what must follow. Exit status 1 if one does not hold.

    A case that cannot be set up or read costs itself only; a file that is no case file costs that file, and the exit
    status is 2.

    For example:
        croupier poker-case src/croupier/cases/poker_files/*.toml
    """
    from croupier.poker.scripts.steps import Failed, Script

    failed = passed = unread = 0
    for path in files:
        try:
            cases = list(_cases(path))
        except _NoCases as error:
            unread += 1
            typer.echo(f"croupier: {path}: {error}", err=True)
            continue
        for number, case in enumerate(cases, 1):
            try:
                Script(case).run()
                passed += 1
            except Failed as error:
                failed += 1
                typer.echo(f"{path.name}: {case.get('name', case.get('clause', f'case {number}'))}: {error}")
    if unread < len(files):
        typer.echo(f"{passed} cases hold, {failed} do not")
    if failed or unread:
        raise typer.Exit(2 if unread else 1)


class _NoCases(Exception):
    """A file in which no case can be found."""


def _cases(path: Path) -> Iterator[dict[str, Any]]:
    """The cases of a file, each with the file's defaults."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _NoCases(f"it can't be read: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _NoCases(f"it is no case file: {error}") from None
    cases = data.pop("case", None)
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise _NoCases("it holds no cases: expected [[case]] tables")
    for case in cases:
        yield {**data, **case}
