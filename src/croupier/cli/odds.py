"""`croupier odds`, `strategy`, `advise`, `simulate`, `compare`, `randomness`: what the mathematics says."""

import json
from typing import Annotated

import typer

from croupier.cli import GameName, Mistake, On, Options, Property, parse_options

Json = Annotated[bool, typer.Option("--json", help="As JSON.")]
Workers = Annotated[int | None, typer.Option("--workers", "-w", help="Processes to use; default: one a core.")]


def register(app: typer.Typer) -> None:
    _odds(app)


def _odds(app: typer.Typer) -> None:
    @app.command()
    def odds(
        property: Annotated[str | None, typer.Argument(help="A property, such as hard-rock-cincinnati.")] = None,
        game: Annotated[str | None, typer.Argument(help="A game; default: every game of the property.")] = None,
        on: On = None,
        option: Options = None,
        pay: Annotated[
            list[str] | None,
            typer.Option("--pay", help="What if a row paid otherwise: wager.outcome=ODDS; may be repeated."),
        ] = None,
        as_json: Json = False,
        html: Annotated[str | None, typer.Option(help="Write a report with plots to this file.")] = None,
        posted: Annotated[
            bool, typer.Option("--posted", help="Only as posted by default: do not vary the house's options.")
        ] = False,
        everything: Annotated[bool, typer.Option("--all", help="Every rulebook of every property.")] = False,
        write: Annotated[str | None, typer.Option(help="Write a Markdown table to this file.")] = None,
        workers: Workers = None,
    ) -> None:
        """House edge, hit and push frequency, deviation and element of risk of every wager and pay table."""
        from croupier.odds import catalogue

        if not property and not everything:
            raise Mistake("name a property, such as hard-rock-cincinnati, or say --all")
        books = catalogue.books(property, game, on, everything)
        lines = catalogue.lines(
            books, parse_options(option), parse_options(pay), every=not posted, workers=workers, show=not as_json
        )
        if write:
            from croupier.odds.report import as_markdown

            _write(write, as_markdown(lines))
        if html:
            from croupier.odds.report_html import as_html

            _write(html, as_html(books, lines))
        if as_json:
            typer.echo(json.dumps([line.plain() for line in lines], indent=1))
        elif not write and not html:
            from croupier.odds.report import show_lines

            show_lines(lines)


def _write(path: str, text: str) -> None:
    from pathlib import Path

    try:
        Path(path).write_text(text)
    except OSError as error:
        raise Mistake(f"{path}: {error.strerror}") from None
    typer.echo(f"{path}: {len(text):,} characters", err=True)


__all__ = ["GameName", "Property", "register"]
