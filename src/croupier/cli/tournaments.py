"""`croupier tournament`: a table tournament played by programs."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli import Property, parse_amount

if TYPE_CHECKING:
    from croupier.house.tournaments.table.play import TableTournament


def register(app: typer.Typer) -> None:
    @app.command()
    def tournament(
        property: Property,
        game: Annotated[
            str, typer.Argument(metavar="GAME", help="blackjack, craps, a baccarat game, or a poker form.")
        ],
        entries: Annotated[int, typer.Option(help="How many take part.", min=2, max=500)] = 18,
        rounds: Annotated[int, typer.Option(help="Hands or throws at each table.", min=1, max=1000)] = 10,
        seats: Annotated[int, typer.Option(help="Seats at a table.", min=2)] = 6,
        advance: Annotated[int, typer.Option(help="How many of each table go on.", min=1)] = 2,
        chips: Annotated[str, typer.Option(help="Tournament chips at the start; they are worth nothing.")] = "$1,000",
        least: Annotated[str, typer.Option(help="The least wager each hand or throw.")] = "$25",
        seed: Annotated[str, typer.Option(help="Repeatable lots, cards and dice.")] = "tournament",
        on: Annotated[str | None, typer.Option(help="The day whose rules apply.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Stages and places as JSON, chips in cents.")] = False,
    ) -> None:
        """Play a tournament at tables: stages, standings, who advances, who wins.

        A form of poker is played as `croupier poker-tournament` plays it, with these entries and this seed.

        For example:
            croupier tournament hard-rock-cincinnati blackjack --entries 24 --rounds 15
            croupier tournament hard-rock-cincinnati craps --chips 2000 --least 50 --seed friday
        """
        import datetime
        import random
        import time

        from croupier.poker.book.forms import FORMS

        if game in FORMS:
            from croupier.cli.tournament import run

            run(property, game, entries, seed=seed, on=on, as_json=as_json)
            return

        from croupier.demo.table_tournament_players import play
        from croupier.equipment.entropy import SeededEntropy
        from croupier.house.tournaments.table.play import TableTournament
        from croupier.house.tournaments.table.rules import Approved, Plan, asked
        from croupier.rulebook import rulebook

        rules = asked(rulebook(property, game, on))
        plan = Plan(
            name="Demonstration",
            property=property,
            game=game,
            on=on,
            chips=parse_amount(chips, "--chips"),
            least=parse_amount(least, "--least"),
            rounds=rounds,
            seats=seats,
            advance=advance,
            betting_order="button" if "betting-order" in rules.states else "",
            first_shooter="draw" if "first-shooter" in rules.states else "",
            dice_pass="clockwise" if "dice-pass" in rules.states else "",
            approved=Approved(rules.approved_by, datetime.date.today(), "demonstration") if rules.approved_by else None,
        )
        made = TableTournament(plan, SeededEntropy(seed), lambda: time.time_ns() // 1_000)
        for number in range(1, entries + 1):
            made.enter(f"entry-{number}")
        play(made, random.Random(seed))
        if as_json:
            typer.echo(json.dumps(_plain(made, seed), indent=1))
        else:
            _show(made, rules.clause)


def _plain(made: "TableTournament", seed: str) -> dict[str, Any]:
    return {
        "property": made.plan.property,
        "game": made.plan.game,
        "seed": seed,
        "entries": len(made.entries),
        "tables": [
            {
                "stage": heat.stage,
                "table": heat.table,
                "standings": [{"name": stand.name, "chips": stand.chips} for stand in heat.standings],
                "advanced": list(heat.advanced),
            }
            for heat in made.heats
        ],
        "places": list(made.places()),
    }


def _show(made: "TableTournament", clause: str) -> None:
    from rich.console import Console

    from croupier.equipment.money import money

    console = Console(highlight=False)
    plan = made.plan
    console.print(
        f"[bold]{plan.game}[/bold] at {plan.property}, clause {clause}: {len(made.entries)} entries, "
        f"{plan.rounds} rounds a table, chips of no value"
    )
    for heat in made.heats:
        final = heat is made.heats[-1]
        console.print(f"[bold]{'Final table' if final else f'Stage {heat.stage}, table {heat.table}'}[/bold]")
        for stand in heat.standings:
            mark = " [green]advances[/green]" if stand.name in heat.advanced else ""
            console.print(f"  {stand.name:<12}{money(stand.chips):>14}{mark}")
    console.print(f"[bold]{made.places()[0]}[/bold] wins.")
