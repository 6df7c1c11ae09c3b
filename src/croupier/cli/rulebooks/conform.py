"""`croupier conform`: the conformance suite on a game or a folder of rulebooks from somewhere else."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import Mistake

if TYPE_CHECKING:
    from croupier.games.conformance import Result
    from croupier.rulebook import Rulebook

ENTRY_POINTS = "What its entry points name is there, and its rulebooks can be used"

Target = Annotated[str, typer.Argument(metavar="PACKAGE-OR-FOLDER", help="An installed package, or a folder.")]


def register(app: typer.Typer) -> None:
    @app.command()
    def conform(
        target: Target,
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ) -> None:
        """Hold a game, or a folder of rulebooks, to what every game must hold.

        PACKAGE is one that brings games or rulebooks by entry points (croupier.games, croupier.rulebooks); FOLDER is
        laid out like Croupier's own rulebooks, PROPERTY/GAME@DATE.toml. Every promise of every rulebook is tried by
        random legal play, dealt by machine and by hand: money conserved, rounds that end, journals that replay, undo,
        secrets, irregularities. Exit status 1 where one is broken.

        For example:
            croupier conform croupier-casino-war
            croupier conform ./rulebooks
        """
        from croupier.games.conformance import conform as conformance

        results, books = _brought(target)
        say: Callable[[str], object] = typer.echo if not as_json else str
        for result in results:
            say(f"  BROKEN  {result.fault}")
        for book in books:
            say(book.key)
            held = []
            for result in conformance(book):
                held.append(result)
                if not result.fault:
                    say(f"  kept    {result.promise}")
            for line in _broken(held):
                say(line)
            results += held
        broken = sum(bool(result.fault) for result in results)
        if as_json:
            import msgspec

            typer.echo(msgspec.json.format(msgspec.json.encode(results)).decode())
        else:
            typer.echo(f"{len(results) - broken} promises kept, {broken} broken, {len(books)} rulebooks")
        if broken:
            raise typer.Exit(1)


def _broken(held: list["Result"]) -> Iterator[str]:
    """Each fault once, with the promises that it breaks."""
    broken: dict[str, list[str]] = {}
    for result in held:
        if result.fault:
            broken.setdefault(result.fault, []).append(result.promise)
    for fault, promises in broken.items():
        if len(promises) == 1:
            yield f"  BROKEN  {promises[0]}"
            yield f"          {fault}"
            continue
        yield f"  BROKEN  {len(promises)} promises by one fault: {fault}"
        yield from (f"          {promise}" for promise in promises)


def _brought(target: str) -> tuple[list["Result"], list["Rulebook"]]:
    """What is wrong with what a target says it brings, and the rulebooks that it stands for."""
    folder = Path(target)
    if folder.is_dir():
        return [], _of_folder(folder)
    from importlib.metadata import EntryPoint, PackageNotFoundError, distribution

    from croupier.drafting.packages import package_faults
    from croupier.games.conformance import Result, books
    from croupier.rulebook import plugins
    from croupier.web.felt import kinds

    points: list[EntryPoint]
    try:
        points = list(distribution(target).entry_points)
    except PackageNotFoundError:
        points = [p for group in (plugins.GAMES, plugins.RULEBOOKS) for p in plugins.found(group).values()]
        points = [p for p in points if p.module.split(".")[0] == target.replace("-", "_")]
    games = {p.name for p in points if p.group == plugins.GAMES}
    places = {str(path) for path in plugins.folders()}
    brought = {p.module for p in points if p.group == plugins.RULEBOOKS}
    wrong = [Result(target, ENTRY_POINTS, fault) for fault in (*package_faults(points), *kinds.faults(points))]
    if not games and not brought and not wrong:
        raise Mistake(f"{target}: neither a folder nor an installed package with entry points {plugins.GAMES}")
    own = [root for root in places if any(root.endswith(module.replace(".", os.sep)) for module in brought)]
    found = [b for b in books() if b.plays in games or any(b.path.startswith(root + os.sep) for root in own)]
    if not found and not wrong:
        raise Mistake(f"{target}: no rulebook plays {', '.join(sorted(games)) or 'its games'}")
    return wrong, found


def _of_folder(folder: Path) -> list["Rulebook"]:
    if not list(folder.glob("*/*@*.toml")):
        if (folder / "pyproject.toml").exists():
            raise Mistake(f"{folder}: a project; install it (pip install {folder}) and name its package")
        raise Mistake(f"{folder}: no rulebooks; expected PROPERTY/GAME@DATE.toml")
    there = os.environ.get("CROUPIER_RULEBOOKS", "").split(os.pathsep)
    root = str(folder.resolve())
    if root not in [str(Path(place).resolve()) for place in there if place]:
        os.environ["CROUPIER_RULEBOOKS"] = os.pathsep.join([*filter(None, there), root])
    from croupier.games.conformance import books
    from croupier.rulebook.library import unusable

    bad = [fault for fault in unusable() if (folder / fault.path).exists()]
    for fault in bad:
        typer.echo(f"{fault.path}: {len(fault.faults)} faults; the first: {fault.faults[0]}", err=True)
    found = [book for book in books() if str(Path(book.path).resolve()).startswith(root + os.sep)]
    if not found:
        raise Mistake(f"{folder}: no rulebook of it can be played")
    return found
