"""`croupier play`, `croupier deal`, `croupier replay`: tables in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli import GameName, On, Options, Property

Script = Annotated[
    Path | None,
    typer.Option(
        help="Read lines from this file instead of the keyboard; - is standard input. A line is what you would type: "
        "an empty one is Enter (it closes the wagers), what follows a # is a comment. It stops at the first mistake."
    ),
]
JournalFile = Annotated[
    Path | None, typer.Option(help="Keep the journal in this file; resumes the table if it exists.")
]


def _version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


def _house_game(game: str, property: str) -> None:
    """Poker is played elsewhere; whoever asks for it here is told where."""
    from croupier.cli import Mistake
    from croupier.rulebook import catalogue

    if game in catalogue().get(property, []) and game != "poker":
        return
    from croupier.poker.book.forms import FORMS

    if game in FORMS or game == "poker":
        form = game if game in FORMS else "holdem"
        raise Mistake(f"poker has a command of its own: croupier poker {property} {form}")


def register(app: typer.Typer) -> None:
    @app.command()
    def play(
        property: Property,
        game: GameName,
        on: On = None,
        seats: Annotated[int, typer.Option(help="How many positions you play.", min=1, max=8)] = 1,
        option: Options = None,
        seed: Annotated[
            str | None, typer.Option(help="Repeatable cards and dice, for tests and demonstrations.")
        ] = None,
        chips: Annotated[str, typer.Option(help="What each position buys in for.")] = "$1,000",
        script: Script = None,
        journal: JournalFile = None,
    ) -> None:
        """Play at an electronic table: the shuffler deals, you wager and decide.

        At the prompt: bet [POSITION] WAGER [ON] AMOUNT, take, close (or just Enter to deal), a decision by its
        name, ? for what is possible, rules for the rulebook, quit.

        For example:
            croupier play hard-rock-cincinnati three-card-poker
            croupier play jack-cleveland roulette --on 2016-05-01 --journal evening.journal
            croupier play hard-rock-cincinnati blackjack -o decks=1 -o blackjack-pays="6 to 5" --seats 2
        """
        _house_game(game, property)
        from croupier.cli.terminal.table import Terminal

        Terminal.play(property, game, on, seats, option, seed, chips, script, journal)

    @app.command()
    def deal(
        property: Property,
        game: GameName,
        on: On = None,
        seats: Annotated[int, typer.Option(help="How many positions have a player.", min=1, max=8)] = 1,
        option: Options = None,
        chips: Annotated[str, typer.Option(help="What each position buys in for.")] = "$1,000",
        script: Script = None,
        journal: JournalFile = None,
    ) -> None:
        """Deal by hand: the table prompts the next step and takes the cards, dice or ball as you key them.

        Cards are keyed as Ks or 10d (? for a card that lies face down), dice as 6-5, the ball as 00. Also: undo,
        irregularity WHEN, ? for what is possible, quit.

        For example:
            croupier deal jack-cleveland craps
            croupier deal hard-rock-cincinnati mini-midi-baccarat --seats 3 --journal shoe.journal
        """
        _house_game(game, property)
        from croupier.cli.terminal.table import Terminal

        Terminal.deal(property, game, on, seats, option, chips, script, journal)

    @app.command()
    def replay(
        journal: Annotated[
            list[Path],
            typer.Argument(metavar="FILE...", help="Journals, or poker hand histories (.phh, .phhs, sites' .txt)."),
        ],
        as_json: Annotated[
            bool, typer.Option("--json", help="Settlements as JSON; of several files by the file's name.")
        ] = False,
        quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only verify.")] = False,
        to: Annotated[str, typer.Option(help="Print poker hands in another form instead: phh, or text.")] = "",
    ) -> None:
        """Verify a journal's chain, play its rounds again and print each settlement; fails on any difference.

        A poker hand history is played by the rules of its game, and what it says that everybody won must be what they
        may win; every hand that differs or cannot be read is named. Exit status 0: everything agrees; anything else:
        it does not, or could not be read. With --to the hands are printed as PHH or as PokerStars writes them.

        For example:
            croupier replay evening.journal
            croupier replay evening.journal --json
            croupier replay session.phhs --json
            croupier replay evening.txt --to phh
            croupier replay --quiet journals/*.journal
        """
        from croupier.cli.replaying import convert_files, replay_files

        if to:
            convert_files(journal, to)
        else:
            replay_files(journal, as_json, quiet)

    @app.callback(invoke_without_command=True)
    def menu(
        ctx: typer.Context,
        version: Annotated[
            bool,
            typer.Option("--version", help="Say which version this is.", is_eager=True, callback=_version),
        ] = False,
    ) -> None:
        """Ask for a property and a game, and open a table, if no command is named."""
        if ctx.invoked_subcommand is None:
            from croupier.cli.terminal.table import choose_table

            choose_table()
