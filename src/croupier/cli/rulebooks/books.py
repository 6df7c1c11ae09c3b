"""`croupier rulebooks`: what is on the shelf, and what it says."""

import json
from typing import Annotated

import typer

from croupier.cli import Mistake, left_out, writable
from croupier.cli.rulebooks import drafting


def register(app: typer.Typer) -> None:
    @app.command()
    def rulebooks(
        what: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="[new PROPERTY GAME | words GAME | schema [GAME] | cases FILE]",
                help="Begin a rulebook, list the words of a game, print a JSON Schema for editors, or play the "
                "cases of the version before a file by it.",
            ),
        ] = None,
        property: Annotated[str | None, typer.Option("--property", "-p", help="Only this property.")] = None,
        game: Annotated[str | None, typer.Option("--game", "-g", help="Only this game.")] = None,
        on: Annotated[str | None, typer.Option(help="In force on this day, such as 2020-01-31.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Everything, as JSON.")] = False,
        compare: Annotated[
            str | None,
            typer.Option(
                help="Say what changed since another version or house: 2023-02-24, jack-cleveland, or "
                "horseshoe-cleveland@2013-01-01. Needs --property and --game."
            ),
        ] = None,
        check: Annotated[
            str | None,
            typer.Option(help="Check a rulebook file, or all of a folder, and list every fault with line and column."),
        ] = None,
        edges: Annotated[
            bool | None,
            typer.Option(
                "--edges/--no-edges",
                help="With --check: look for players' edges in every game, however long it takes, or only where it "
                "takes no time; default: where it takes seconds.",
            ),
        ] = None,
        to: Annotated[
            str | None, typer.Option(help="With new: the folder of rulebooks to write to; default: this one.")
        ] = None,
    ) -> None:
        """List the rulebooks; with --property and --game, print one as a person would read it.

        For example:
            croupier rulebooks
            croupier rulebooks -p oneida -g four-card-poker --on 2024-01-01
            croupier rulebooks -p jack-cleveland -g craps --compare horseshoe-cleveland
            croupier rulebooks -g roulette --json
            croupier rulebooks --check house/roulette@2026-01-01.toml
            croupier rulebooks --check house --json
            croupier rulebooks --check house/blackjack@2026-01-01.toml --edges
            croupier rulebooks new my-house roulette --to house
            croupier rulebooks words roulette
            croupier rulebooks schema roulette
            croupier rulebooks cases four-card-poker@2026-12-01.toml
        """
        from croupier.rulebook import rulebook
        from croupier.rulebook import rulebooks as shelf
        from croupier.rulebook.printing import as_json as plain
        from croupier.rulebook.printing import show

        if check:
            drafting.check([check, *(what or [])], as_json, edges)
            return
        if what:
            drafting.begin(what, to, on, as_json)
            return
        if compare is not None:
            _compare(property, game, on, compare, as_json)
            return
        if as_json:
            books = [rulebook(property, game, on)] if property and game and on else shelf(property, game, on)
            _some(books, property, game, on)
            typer.echo(json.dumps([plain(book) for book in books], indent=1, default=str))
            if not (property and game and on):
                left_out(property, game, on)
            return
        from rich.console import Console

        if property and game:
            show(rulebook(property, game, on), Console())
            return
        books = shelf(property, game, on)
        left_out(property, game, on)
        _some(books, property, game, on)
        _list(books)

    @app.command()
    def coverage(
        property: Annotated[
            str | None, typer.Argument(metavar="PROPERTY", help="A property: each section of its document.")
        ] = None,
        write: Annotated[
            str | None, typer.Option(help="Write every section and item to this file, such as coverage.md.")
        ] = None,
        summary: Annotated[str | None, typer.Option(help="Write how much each house has to this file.")] = None,
        missing: Annotated[
            bool, typer.Option("--missing", help="Only what is not there yet; exit status 1 if any.")
        ] = False,
        whole: Annotated[bool, typer.Option("--all", help="Every section and item here: thousands of lines.")] = False,
    ) -> None:
        """How much of each house's document is carried by rulebooks; with --all every section and item.

        For example:
            croupier coverage
            croupier coverage oneida
            croupier coverage --missing
            croupier coverage --write coverage.md
        """
        from pathlib import Path

        writable(write, "--write")
        writable(summary, "--summary")

        from croupier.games import module_of
        from croupier.rulebook.coverage import as_markdown, as_summary
        from croupier.rulebook.coverage import coverage as covered

        rows = covered()
        left_out()
        if missing:
            left = [row.section for row in rows if not row.done]
            for section in left:
                typer.echo(f"{section.property}: {section.title} ({section.document}, from line {section.lines[0]})")
            typer.echo(f"{len(left)} of {len(rows)} sections are not carried.", err=True)
            raise typer.Exit(1 if left else 0)
        games = {row.section.rulebook for row in rows}
        modules = {game: module for game in games if (module := module_of(game))}
        modules |= {"poker": "croupier.poker"} | dict.fromkeys(("room", "tournaments", "promotions"), "croupier.house")
        text = as_markdown(modules)
        if summary:
            Path(summary).write_text(as_summary())
            typer.echo(f"{summary}: {sum(row.done for row in rows)} of {len(rows)} sections")
        elif write:
            Path(write).write_text(text)
            typer.echo(f"{write}: {sum(row.done for row in rows)} of {len(rows)} sections")
        elif whole:
            typer.echo(text)
        elif property:
            _sections(rows, property)
        else:
            _how_much(rows)


def _how_much(rows: list) -> None:  # type: ignore[type-arg]
    """The houses with how much of each is carried, and the way to the rest."""
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook import properties
    from croupier.rulebook.coverage import procedures
    from croupier.rulebook.model import KEPT

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("house", no_wrap=True)
    for title in ("sections", "carried", "rulebooks", *KEPT):
        table.add_column(title, justify="right")
    kept = procedures()
    for name in dict.fromkeys(row.section.property for row in rows):
        mine = [row for row in rows if row.section.property == name]
        books = {book.key for row in mine for book in row.books}
        counts = (len(mine), sum(row.done for row in mine), len(books), *(kept[name][kind] for kind in KEPT))
        table.add_row(properties()[name].title if name in properties() else name, *map(str, counts))
    Console(soft_wrap=True).print(table)
    done = sum(row.done for row in rows)
    typer.echo(f"\n{done} of {len(rows)} sections have a rulebook. Procedures are enacted by the program,")
    typer.echo("prompted (it asks and a person confirms), or guidance that people know.")
    typer.echo("croupier coverage PROPERTY lists its sections,")
    typer.echo("croupier coverage --all every section and item, --write FILE writes them.")


def _sections(rows: list, name: str) -> None:  # type: ignore[type-arg]
    """The sections of one house's document, each with the rulebook that carries it and how much that states."""
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook.faults import one_of

    mine = [row for row in rows if row.section.property == name]
    if not mine:
        known = dict.fromkeys(row.section.property for row in rows)
        raise Mistake(f"{name}: no document of such a property is listed; {one_of(name, known)}")
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("section and rulebook")
    for title in ("lines", "wagers", "rules", "rulings", "procedures"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in mine:
        lines = "-".join(map(str, row.section.lines))
        table.add_row(f"[bold]{row.section.title}[/bold]", lines, *([""] * 4))
        for book in row.books:
            counts = (book.wagers, book.settings, book.irregularities, book.procedures)
            table.add_row(f"  {book.game}@{book.approved}", "", *(str(len(part)) for part in counts))
        if not row.done:
            table.add_row("  no rulebook yet", *([""] * 5))
    Console(highlight=False).print(table)
    done = sum(row.done for row in mine)
    typer.echo(f"\n{done} of {len(mine)} sections have a rulebook. What one says of its section:")
    typer.echo(f"croupier rulebooks --property {name} --game GAME")


def _some(books: list, property: str | None, game: str | None, on: str | None) -> None:  # type: ignore[type-arg]
    if not books:
        where = "".join(f" {word} {name}" for word, name in (("at", property), ("of", game), ("on", on)) if name)
        raise Mistake(f"no rulebook{where} is on the shelf; croupier rulebooks lists them all")


def _compare(property: str | None, game: str | None, on: str | None, other: str, as_json: bool) -> None:
    import re

    from croupier.rulebook import rulebook
    from croupier.rulebook.compare import as_json as plain

    if not (property and game):
        raise Mistake("--compare needs --property and --game: which rulebook is it compared with?")
    second = rulebook(property, game, on)
    house, at, day = other.partition("@")
    if not at and re.fullmatch(r"\d[\d-]*", other):
        house, day = property, other
    first = rulebook(house, game, day or None)
    if as_json:
        typer.echo(json.dumps(plain(first, second), indent=1, ensure_ascii=False))
        return
    _print_comparison(first, second)


def _print_comparison(first, second) -> None:  # type: ignore[no-untyped-def]
    from rich.console import Console
    from rich.padding import Padding
    from rich.rule import Rule
    from rich.text import Text

    from croupier.rulebook.compare import compare

    console = Console(highlight=False)
    console.print(f"[bold]{second.title}[/bold]")
    console.print(f"− {first.property}, approved {first.approved}", style="red")
    console.print(f"+ {second.property}, approved {second.approved}", style="green")
    found = compare(first, second)
    section = ""
    for difference in found:
        if difference.section != section:
            section = difference.section
            console.print()
            console.print(Rule(section.replace("-", " ").capitalize(), align="left", style="dim"))
        console.print(Text(difference.name, style="bold").append(f"  {difference.kind}", "dim"))
        for mark, style, says, clause in (
            ("−", "red", difference.was, difference.was_clause),
            ("+", "green", difference.now, difference.now_clause),
        ):
            if says:
                line = Text(f"{mark} {says}", style=style).append(f"  {clause}", "dim")
                console.print(Padding(line, (0, 0, 0, 2), expand=False))
    console.print(
        f"\n[dim]{len(found)} difference{'s' if len(found) != 1 else ''}.[/dim]" if found else "\nNo differences."
    )


def _list(books: list) -> None:  # type: ignore[type-arg]
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook import properties

    console = Console(highlight=False)
    for name in dict.fromkeys(book.property for book in books):
        heads = ("game", "approved", "wagers", "tables", "rulings", "readings")
        grid = Table(*heads, box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        grid.columns[0].no_wrap = grid.columns[1].no_wrap = True
        for column in grid.columns[2:]:
            column.justify, column.no_wrap = "right", True
        for book in books:
            if book.property == name:
                tables = sum(len(w.pay_tables) for w in book.wagers.values())
                counts = (len(book.wagers), tables, len(book.irregularities), len(book.readings))
                grid.add_row(book.game, str(book.approved), *map(str, counts))
        house = properties()[name]
        later = f" [dim]({house.successor_of} under its later name)[/dim]" if house.successor_of else ""
        console.print(f"[bold]{name}[/bold]{later}")
        console.print(grid)
