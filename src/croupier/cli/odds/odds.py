"""`croupier odds`, `strategy`, `advise`, `simulate`, `compare`, `randomness`: what the mathematics says."""

import json
import os
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import GameName, Mistake, On, Options, Property, parse_options, writable

if TYPE_CHECKING:
    from croupier.odds.lines import Line

Json = Annotated[bool, typer.Option("--json", help="As JSON.")]
Workers = Annotated[int | None, typer.Option("--workers", "-w", min=1, help="Processes to use; default: one a core.")]

PAY = "wager.outcome=ODDS, such as pair-plus.flush=4 to 1"


def register(app: typer.Typer) -> None:
    for command in (_odds, _strategy, _advise, _simulate, _compare, _randomness):
        command(app)


def _odds(app: typer.Typer) -> None:
    @app.command()
    def odds(
        property: Annotated[
            str | None, typer.Argument(metavar="PROPERTY", help="A property, such as hard-rock-cincinnati.")
        ] = None,
        game: Annotated[
            str | None, typer.Argument(metavar="GAME", help="A game; default: every game of the property.")
        ] = None,
        on: On = None,
        option: Options = None,
        pay: Annotated[
            list[str] | None,
            typer.Option("--pay", help="What if a row paid otherwise or were added: wager.outcome=ODDS; repeatable."),
        ] = None,
        as_json: Json = False,
        html: Annotated[str | None, typer.Option(help="Write a report with plots to this file.")] = None,
        posted: Annotated[
            bool, typer.Option("--posted", help="Only as posted by default: do not vary the house's options.")
        ] = False,
        everything: Annotated[bool, typer.Option("--all", help="Every rulebook of every property.")] = False,
        full: Annotated[
            bool, typer.Option("--full", help="Here every line of a long game, not only each wager as posted.")
        ] = False,
        write: Annotated[str | None, typer.Option(help="Write a Markdown table to this file.")] = None,
        summary: Annotated[str | None, typer.Option(help="Write the first wager of each game to this file.")] = None,
        recompute: Annotated[
            bool, typer.Option("--recompute", help="Count everything again and hold the figures that come along to it.")
        ] = False,
        workers: Workers = None,
    ) -> None:
        """House edge, hit and push frequency, deviation and element of risk of every wager and pay table.

        The edge is a share of the initial wager, the element of risk of all the money staked. Every combination of
        the options that change an edge is counted unless --posted is given; of a long game each wager is shown as it is
        posted, and the rest with --full. The figures of the rulebooks that come along come along too. What was counted
        once is kept and found again; a count that was stopped goes on where it was.

        For example:
            croupier odds hard-rock-cincinnati three-card-poker
            croupier odds jack-cleveland blackjack --posted -o decks=6 --json
            croupier odds hard-rock-cincinnati --html odds.html
            croupier odds hard-rock-cincinnati craps --pay "field.twelve=3 to 1"
        """
        writable(html, "--html")
        writable(write, "--write")
        writable(summary, "--summary")
        from croupier.odds import catalogue

        if not property and not everything:
            raise Mistake("name a property, such as hard-rock-cincinnati, or say --all")
        books = catalogue.books(property, game, on, everything)
        if recompute:
            os.environ["CROUPIER_RECOMPUTE"] = "1"
        options, pays = parse_options(option), parse_options(pay, "--pay", PAY)
        packed = not (recompute or html)
        lines = catalogue.lines(books, options, pays, every=not posted, workers=workers, packed=packed)
        if recompute and not pays:
            _held(lines, catalogue.lines(books, options, every=not posted, workers=workers, packed=True))
        if not lines:
            raise Mistake(f"{game or property}: no wager against the house is offered there")
        if write:
            from croupier.odds.report.text import as_markdown

            _write(write, as_markdown(lines))
        if summary:
            from croupier.odds.report.text import as_summary

            _write(summary, as_summary(lines))
        if html:
            from croupier.odds.report.html import as_html

            _write(html, as_html(books, lines))
        if as_json:
            typer.echo(json.dumps([line.plain() for line in lines], indent=1))
        elif not (write or html or summary):
            _show(lines, full)


def _show(lines: "list[Line]", full: bool) -> None:
    """Odds on standard output; what is folded away is counted, with the option that shows it."""
    from croupier.odds.report.folded import folded
    from croupier.odds.report.text import show_lines

    if full:
        show_lines(lines)
        return
    found = folded(lines)
    show_lines(list(found.lines))
    if found.more:
        lines_more = f"{found.more} more line{'s' * (found.more != 1)}"
        typer.echo(f"{lines_more}, under other options or on other conditions: add --full.")


def _held(counted: "list[Line]", kept: "list[Line]") -> None:
    """Refuse figures that come along and differ from what has just been counted."""
    plain = [line.plain() for line in kept]
    wrong = [line for line in counted if line.plain() not in plain]
    if wrong:
        where = f"{wrong[0].wager} of {wrong[0].game} at {wrong[0].property}"
        raise Mistake(f"{len(wrong)} figures that come along are not what was counted, the first {where}: make pack")


def _write(path: str, text: str) -> None:
    from pathlib import Path

    try:
        Path(path).write_text(text)
    except OSError as error:
        raise Mistake(f"{path}: {error.strerror}") from None
    typer.echo(f"Wrote {Path(path).resolve()}.", err=True)


def _strategy(app: typer.Typer) -> None:
    @app.command()
    def strategy(
        property: Property,
        game: GameName,
        on: On = None,
        option: Options = None,
        costs: Annotated[
            int, typer.Option(min=0, help="How many of the closest decisions to list with their cost.")
        ] = 12,
        as_json: Json = False,
    ) -> None:
        """The best play of a game: charts, rules, and what deviations cost.

        For example:
            croupier strategy hard-rock-cincinnati blackjack -o decks=2 --costs 30
            croupier strategy hard-rock-cincinnati ultimate-texas-holdem
        """
        import msgspec

        from croupier.cli.odds.text import show_strategy
        from croupier.odds.posting import open_posting
        from croupier.odds.strategy import strategy_of
        from croupier.rulebook import rulebook

        found = strategy_of(open_posting(rulebook(property, game, on), parse_options(option)))
        if as_json:
            plain = msgspec.to_builtins(msgspec.structs.replace(found, grids=()))
            plain["grids"] = [
                {
                    "title": grid.title,
                    "choices": {row: {c: grid.cells.get((row, c), "") for c in grid.columns} for row in grid.rows},
                    "margins": {row: {c: grid.margins.get((row, c), 0.0) for c in grid.columns} for row in grid.rows},
                }
                for grid in found.grids
            ]
            typer.echo(json.dumps(plain, indent=1))
        else:
            show_strategy(found, costs)


def _advise(app: typer.Typer) -> None:
    @app.command()
    def advise(
        property: Property,
        game: GameName,
        hand: Annotated[str, typer.Argument(help="The player's cards, such as 'Ts 6h'.")],
        up: Annotated[str | None, typer.Option(help="The dealer's face-up card.")] = None,
        board: Annotated[str, typer.Option(help="Community cards in the order they were turned.")] = "",
        seen: Annotated[str, typer.Option(help="Other cards that left the shoe (blackjack).")] = "",
        bets: Annotated[str, typer.Option(help="Raises made so far, in Antes, such as 3,1.")] = "",
        split: Annotated[bool, typer.Option("--split", help="The hand was split from a pair.")] = False,
        on: On = None,
        option: Options = None,
        as_json: Json = False,
    ) -> None:
        """What each choice is worth in a position, in units of the initial wager.

        For example:
            croupier advise hard-rock-cincinnati blackjack "Ts 6h" --up 10d
            croupier advise hard-rock-cincinnati three-card-poker "Qs 6h 4d"
            croupier advise hard-rock-cincinnati ultimate-texas-holdem "Kh 9d" --board "Kc 7s 2d"
            croupier advise hard-rock-cincinnati mississippi-stud "Js 6h" --board "6c" --bets 1
        """
        from croupier.cli.odds.text import card_of, cards_of, numbers_of, show_advice
        from croupier.odds.advise import Position, something_is_decided
        from croupier.odds.advise import advise as advice
        from croupier.odds.posting import open_posting
        from croupier.rulebook import rulebook

        posting = open_posting(rulebook(property, game, on), parse_options(option))
        something_is_decided(posting)
        position = Position(
            hand=cards_of(hand),
            up=card_of(up, "--up") if up is not None else None,
            board=cards_of(board),
            seen=cards_of(seen),
            bets=numbers_of(bets),
            split=split,
        )
        found = advice(posting, position)
        if as_json:
            values = {name: float(value) for name, value in found.values.items()}
            more = {"within": found.within} if found.within else {}
            typer.echo(json.dumps({"best": found.best, "values": values, **more}, indent=1))
        else:
            show_advice(found)


def _simulate(app: typer.Typer) -> None:
    @app.command()
    def simulate(
        property: Property,
        game: GameName,
        rounds: Annotated[
            str | None,
            typer.Option("--rounds", "-n", help="How many, such as 1e9; default: 1e7, or 1e4 by the engine."),
        ] = None,
        seed: Annotated[int | None, typer.Option(help="The same seed gives the same result.")] = None,
        players: Annotated[int, typer.Option(min=1, help="Players at the table.")] = 1,
        workers: Workers = None,
        cluster: Annotated[str | None, typer.Option(help="A Dask scheduler, such as tcp://host:8786.")] = None,
        bankroll: Annotated[int, typer.Option(min=1, max=10**9, help="Of a session, in wagers.")] = 200,
        session: Annotated[int, typer.Option(min=0, max=10**6, help="Rounds of a session.")] = 1000,
        on: On = None,
        option: Options = None,
        as_json: Json = False,
        html: Annotated[str | None, typer.Option(help="Write a report with plots to this file.")] = None,
    ) -> None:
        """Play very many rounds: edges with intervals, outcomes, drawdown and risk of ruin.

        The same seed gives the same result on one core, on many and on a Dask cluster. A run that was stopped goes on
        where it was if it is given its seed again.

        For example:
            croupier simulate hard-rock-cincinnati blackjack --rounds 1e8 --seed 1
            croupier simulate jack-cleveland craps -n 1e9 --bankroll 100 --session 500
            croupier simulate hard-rock-cincinnati roulette -n 1e7 --html roulette.html
            croupier simulate hard-rock-cincinnati three-card-poker --cluster tcp://127.0.0.1:8786
        """
        writable(html, "--html")
        from croupier.cli.odds.text import count_of, run_plain, show_run
        from croupier.odds.catalogue import progress
        from croupier.odds.simulate import run as simulation

        spec = simulation.spec_of(property, game, on, parse_options(option), players)
        number = count_of(rounds or simulation.usual_rounds(spec), "--rounds")
        shards = simulation.shards_for(spec, max(number, 1))
        with progress(shards, True, f"{game}, {number:,} rounds") as step:
            run = simulation.simulate(
                spec, number, seed=seed, workers=workers or simulation.workers_for(number, players), cluster=cluster,
                report=lambda done, count: step(done, count, f"{game}, {number:,} rounds"),
            )  # fmt: skip
        sessions = simulation.sessions(run, bankroll, session)
        if html:
            from croupier.odds.report.simulation import run_as_html

            _write(html, run_as_html(run, sessions))
        if as_json:
            typer.echo(json.dumps(run_plain(run, sessions), indent=1))
        elif not html:
            show_run(run, sessions)


def _compare(app: typer.Typer) -> None:
    @app.command()
    def compare(
        game: GameName,
        on: On = None,
        every: Annotated[bool, typer.Option("--every", help="Under every option of the houses.")] = False,
        whole: Annotated[
            bool, typer.Option("--all", help="Each wager of each house, also those that cost the same everywhere.")
        ] = False,
        as_json: Json = False,
        workers: Workers = None,
    ) -> None:
        """Who offers the better game, and by how much: where the houses differ, and what costs the same at all of them.

        For example:
            croupier compare roulette
            croupier compare craps --all
            croupier compare blackjack --every --json
            croupier compare three-card-poker --on 2016-06-01
        """
        from croupier.odds import compare as comparing

        found = comparing.compare(game, on, every=every, workers=workers)
        if not found:
            day = f" on {on}" if on else ""
            raise Mistake(f"{game}: no property offers a wager of it against the house{day}")
        if as_json:
            typer.echo(json.dumps(comparing.plain(found), indent=1))
        else:
            comparing.show(game, found, whole=whole)


def _randomness(app: typer.Typer) -> None:
    @app.command()
    def randomness(
        file: Annotated[str | None, typer.Argument(help="Records of outcomes; default: the tables' machines.")] = None,
        kind: Annotated[str, typer.Option(help="auto, single-zero, double-zero, big-six, dice or cards.")] = "auto",
        property: Annotated[
            str | None, typer.Option("--property", "-p", help="Whose Big Six wheel the records are of.")
        ] = None,
        column: Annotated[str | None, typer.Option(help="The column of a CSV file with the outcomes.")] = None,
        confidence: Annotated[float, typer.Option(help="Between 0 and 1.")] = 0.99,
        size: Annotated[str, typer.Option(help="Shuffles, throws and spins of the tables' machines.")] = "2e4",
        as_json: Json = False,
    ) -> None:
        """Test the shuffle, the dice and the wheel of the tables, or a property's own records of outcomes.

        Exit status 0: every test passes at the confidence asked for; 1: one does not. A sound wheel fails one battery
        in a hundred at 0.99.

        For example:
            croupier randomness --size 1e5
            croupier randomness spins.csv --kind double-zero --column pocket
            croupier randomness wheel.txt --property hard-rock-cincinnati --kind big-six --json
        """
        import msgspec

        from croupier.cli.odds.text import count_of, examined

        reports = examined(file, kind, property, column, confidence, count_of(size, "--size"))
        if as_json:
            typer.echo(msgspec.json.format(msgspec.json.encode(reports)).decode())
        else:
            for report in reports:
                typer.echo(report.text())
        raise typer.Exit(0 if all(report.passes for report in reports) else 1)
