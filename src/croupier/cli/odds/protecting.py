"""`croupier protect`: what a shoe gives away to somebody who counts, and where to put the cutting card."""

import json
import os
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import GameName, On, Options, Property, parse_options

if TYPE_CHECKING:
    from croupier.odds.report.sheets import Sheet


RANKS_WIDE = 10


def register(app: typer.Typer) -> None:
    @app.command()
    def protect(
        property: Property,
        game: GameName,
        wager: Annotated[str, typer.Option(help="One wager; default: all that are dealt from a shoe.")] = "",
        players: Annotated[int, typer.Option(min=1, max=9, help="Players at the table.")] = 1,
        samples: Annotated[int, typer.Option(min=50, max=100_000, help="Shoes looked at for each depth.")] = 500,
        on: On = None,
        option: Options = None,
        as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    ) -> None:
        """What counting cards gains at a game: effects of removal, best counts, plays that change, safe cuts.

        At games of decisions, and for the next card of a baccarat shoe, also what one card is worth that somebody has
        seen: the dealer's in Three Card Poker, Ultimate Texas Hold'em and pai gow, a community card in Let It Ride,
        Mississippi Stud and Ultimate. Rules of Ultimate whose figures do not come along are counted for some minutes.

        For example:
            croupier protect hard-rock-cincinnati blackjack -o decks=6 -o penetration=80
            croupier protect hard-rock-cincinnati dragon-bonus-baccarat-commission-free --wager fortune-7
            croupier protect jack-cleveland blackjack --wager insurance --json
            croupier protect oneida three-card-poker
        """
        import msgspec

        from croupier.odds import catalogue, sharing
        from croupier.odds.posting import open_posting
        from croupier.odds.protection.report import protect as protected
        from croupier.odds.report.sheets import protection_sheet
        from croupier.rulebook import rulebook

        posting = open_posting(rulebook(property, game, on), parse_options(option))
        with catalogue.progress(1, True, "protect") as step:
            sharing.threads[0] = os.cpu_count() or 1
            sharing.watch[:] = [lambda done, count: step(done, count, game)]
            found = protected(posting, wager, players, samples)
        if as_json:
            typer.echo(json.dumps(msgspec.to_builtins(found), indent=1))
        else:
            show_sheet(protection_sheet(posting, found))


def show_sheet(sheet: "Sheet", under: tuple[str, ...] = ()) -> None:
    """A sheet on the terminal; what the columns named `under` say has no room beside figures and stands under them."""
    from rich.console import Console
    from rich.table import Table

    from croupier.odds.report.text import Footnotes

    out = Console()
    out.print(f"[bold]{sheet.title}[/bold], {sheet.under}")
    for words in sheet.words:
        out.print(words, highlight=False)
    for columns in sheet.tables:
        table = Table(title=columns.title, title_justify="left", box=None, pad_edge=False, caption_justify="left")
        table.collapse_padding = len(columns.headings) > RANKS_WIDE  # a column for each rank fits a terminal of 80
        apart = [place for place, heading in enumerate(columns.headings) if heading in under]
        beside = [place for place in range(len(columns.headings)) if place not in apart]
        notes = Footnotes()
        for place in beside:
            table.add_column(columns.headings[place], justify="left" if place == 0 else "right")
        if apart:
            table.add_column("", no_wrap=True)
        for row in columns.rows:
            told = (row[place] for place in apart if row[place].lower().replace(" ", "-") not in ("", row[0]))
            said = "; ".join(dict.fromkeys(told))
            table.add_row(*(row[place] for place in beside), *([notes.number(said)] if apart else []))
        out.print()
        out.print(table)
        notes.print(out)
        if columns.note:
            out.print(columns.note, highlight=False, style="dim")
