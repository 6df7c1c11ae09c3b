"""`croupier rulebooks`: what is on the shelf, and what it says."""

import json
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    @app.command()
    def rulebooks(
        property: Annotated[str | None, typer.Option("--property", "-p", help="Only this property.")] = None,
        game: Annotated[str | None, typer.Option("--game", "-g", help="Only this game.")] = None,
        on: Annotated[str | None, typer.Option(help="In force on this day, such as 2020-01-31.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Everything, as JSON.")] = False,
        check: Annotated[
            str | None, typer.Option(help="Check a rulebook file instead and list all its faults.")
        ] = None,
    ) -> None:
        """List the rulebooks; with --property and --game, print one as a person would read it."""
        from croupier.rulebook import rulebook
        from croupier.rulebook import rulebooks as shelf
        from croupier.rulebook.printing import as_json as plain
        from croupier.rulebook.printing import show

        if check:
            _check(check)
            return
        if as_json:
            books = [rulebook(property, game, on)] if property and game and on else shelf(property, game, on)
            typer.echo(json.dumps([plain(book) for book in books], indent=1, default=str))
            return
        from rich.console import Console

        if property and game:
            show(rulebook(property, game, on), Console())
            return
        _list(shelf(property, game, on))

    @app.command()
    def coverage(
        write: Annotated[
            str | None, typer.Option(help="Write the table to this file, such as docs/coverage.md.")
        ] = None,
        missing: Annotated[
            bool, typer.Option("--missing", help="Only what is not there yet; exit status 1 if any.")
        ] = False,
    ) -> None:
        """List every section of every document and the rulebook that carries it."""
        import importlib.util
        from pathlib import Path

        from croupier.rulebook.coverage import as_markdown
        from croupier.rulebook.coverage import coverage as covered

        rows = covered()
        if missing:
            left = [row.section for row in rows if not row.done]
            for section in left:
                typer.echo(
                    f"{section.property}: {section.title} ({section.document}, from line {section.lines[0]})"
                )
            raise typer.Exit(1 if left else 0)
        modules = {}
        for game in {row.section.rulebook for row in rows}:
            name = "croupier.games." + game.replace("-", "_")
            if game and importlib.util.find_spec(name):
                modules[game] = name
        modules["poker"] = "croupier.poker"
        text = as_markdown(modules)
        if write:
            Path(write).write_text(text)
            typer.echo(f"{write}: {sum(row.done for row in rows)} of {len(rows)} sections")
        else:
            typer.echo(text)


def _check(path: str) -> None:
    from pathlib import Path

    from croupier.games import game_class
    from croupier.rulebook import Fault, load

    book = load(Path(path))
    faults = game_class(book.game).check_rulebook(book)
    if faults:
        raise Fault(path, faults)
    typer.echo(f"{path}: {book.title} at {book.property}, {len(book.wagers)} wagers, no faults")


def _list(books: list) -> None:  # type: ignore[type-arg]
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook import properties

    grid = Table("property", "game", "approved", "wagers", "pay tables", "irregularities", "readings", box=None)
    for book in books:
        tables = sum(len(w.pay_tables) for w in book.wagers.values())
        grid.add_row(
            book.property,
            book.game,
            str(book.approved),
            str(len(book.wagers)),
            str(tables),
            str(len(book.irregularities)),
            str(len(book.readings)),
        )
    console = Console()
    console.print(grid)
    for house in properties().values():
        if house.successor_of:
            console.print(f"[dim]{house.name} is {house.successor_of} under its later name.[/dim]")
