"""`croupier rulebooks --check`, `new`, `words`, `schema` and `cases`: what somebody needs who writes a rulebook."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from croupier.cli import Mistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.drafting.check import Checked
    from croupier.rulebook import Rulebook
    from croupier.rulebook.faults import Found

TASKS = {"new": "new PROPERTY GAME", "words": "words GAME", "schema": "schema [GAME]", "cases": "cases FILE"}
READING = ("show", "read", "print", "view", "open", "list")  # what somebody types who wants to read a book


EDGES = {"--edges": True, "--no-edges": False}


def check(said: list[str], as_json: bool, edges: bool | None) -> None:
    """Every fault of files and folders; exit status 2 where there is one.

    What stands right behind `--check` is taken for its path, so an option may be among `said`.
    """
    from croupier.drafting import check_path
    from croupier.drafting.edges import Patience

    paths = [Path(each) for each in said if each not in (*EDGES, "--json")]
    as_json = as_json or "--json" in said
    edges = next((EDGES[each] for each in said if each in EDGES), edges)
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(2, "No such file or directory", str(path))
    if not paths:
        raise Mistake("rulebooks --check: expected a rulebook file or a folder of them")
    waits = {None: Patience.SECONDS, True: Patience.ANY, False: Patience.BLINK}[edges]
    checked = []
    for path in paths:
        here = check_path(path, edges=waits)
        if not here:
            raise Mistake(f"{path}: no rulebook is in it; they stand in PROPERTY/GAME@YYYY-MM-DD.toml")
        checked += here
    faults = sum(len(file.faults) for file in checked)
    if as_json:
        warnings = sum(len(file.warnings) for file in checked)
        whole = {"files": [file.plain() for file in checked], "faults": faults, "warnings": warnings}
        typer.echo(json.dumps(whole, indent=1, ensure_ascii=False))
    else:
        for file in checked:
            _tell(file)
        if len(paths) > 1 or paths[0].is_dir():
            bad = sum(bool(file.faults) for file in checked)
            typer.echo(f"{len(checked)} files, {bad or 'none'} with faults")
    if faults:
        raise typer.Exit(2)


def _tell(file: "Checked") -> None:
    """A file without faults is one line; else a line for each."""
    lines = fault_lines(str(file.path), file.faults)
    if not lines:
        typer.echo(f"{file.path}: {file.what}, no faults")
    lines += [f"  warning: {file.path}:{found.line}:{found.column}: {found}" for found in file.warnings]
    lines += [f"  {file.path}: {left}" for left in file.unlooked]
    if lines:
        typer.echo("\n".join(lines), err=True)


def fault_lines(path: str, faults: "Sequence[Found]") -> list[str]:
    """The faults of a file, each with its line and column; several under a line that counts them."""
    lines = [f"{path}:{found.line}:{found.column}: {found}" for found in faults]
    if len(lines) > 1:
        return [f"croupier: {path}: {len(lines)} faults", *(f"  {line}" for line in lines)]
    return [f"croupier: {line}" for line in lines]


def begin(what: list[str], to: str | None, on: str | None, as_json: bool) -> None:
    """`new`, `words`, `schema` or `cases`."""
    from croupier.rulebook.faults import one_of

    task, *names = what
    if task == "new" and len(names) == 2:
        _new(names[0], names[1], to, on)
    elif task == "words" and len(names) == 1:
        _words(names[0], as_json)
    elif task == "schema" and len(names) < 2:
        _schema(names[0] if names else "")
    elif task == "cases" and len(names) == 1:
        _cases(Path(names[0]), as_json)
    elif task in TASKS:
        raise Mistake(f"rulebooks {' '.join(what)}: expected {TASKS[task]}")
    elif task in READING:
        raise Mistake(f"rulebooks {task}: to read one, rulebooks -p PROPERTY -g GAME")
    else:
        raise Mistake(f"rulebooks {task}: {one_of(task, TASKS)}")


def _new(property: str, game: str, to: str | None, on: str | None) -> None:
    from croupier.drafting.scaffold import write_new

    for path in write_new(Path(to or "."), property, game, on):
        typer.echo(f"{path} is written.")
    typer.echo(f"croupier rulebooks --check {Path(to or '.') / property} checks it again after every change.")


def _words(game: str, as_json: bool) -> None:
    from croupier.drafting.words import as_text, words_of

    words = words_of(game)
    typer.echo(json.dumps(words, indent=1, ensure_ascii=False) if as_json else as_text(words))


def _schema(game: str) -> None:
    from croupier.drafting.schema import schema_of

    typer.echo(json.dumps(schema_of(game), indent=1, ensure_ascii=False))


def _cases(path: Path, as_json: bool) -> None:
    """The cases of the version before a file's, played by both; exit status 1 where some end differently."""
    from croupier.cases.beside import beside
    from croupier.cases.shelf import cases_of
    from croupier.rulebook.load import load

    new = load(path)
    old = _version_before(new)
    cases = cases_of(old)
    if not cases:
        raise Mistake(f"{path}: no cases are written for {old.key}")
    found = beside(old, new, cases)
    if as_json:
        import msgspec

        whole = {"file": str(path), "against": old.key} | msgspec.to_builtins(found)
        typer.echo(json.dumps(whole, indent=1, ensure_ascii=False))
    else:
        typer.echo(f"{found.cases} cases of {old.key}: {found.same} end the same, {len(found.differ)} differently")
        for case in found.differ:
            typer.echo(f"  {case.name}")
            for side, lines in (("was", case.was), ("now", case.now)):
                for line in lines:
                    typer.echo(f"    {side}  {line}")
            if case.stopped:
                typer.echo(f"    does not take the case's own steps: {case.stopped}")
    if found.differ:
        raise typer.Exit(1)


def _version_before(new: "Rulebook") -> "Rulebook":
    """The version on the shelf that a file would follow; of one that is on the shelf itself, the one before it."""
    from croupier.rulebook import rulebooks

    shelf = [book for book in rulebooks(new.property, new.game) if book.digest != new.digest]
    if not shelf:
        raise Mistake(f"{new.key}: there is no other version of {new.property}/{new.game} whose cases could be played")
    earlier = [book for book in shelf if book.approved <= new.approved]
    return (earlier or shelf)[-1]
