"""`croupier evening` and `croupier coupon`: how an evening's play may end, and what a coupon is worth."""

import json
from typing import Annotated

import typer

from croupier.cli import GameName, Mistake, On, Options, Property, parse_options

Json = Annotated[bool, typer.Option("--json", help="As JSON.")]


def register(app: typer.Typer) -> None:
    _evening(app)
    _coupon(app)


def _evening(app: typer.Typer) -> None:
    @app.command()
    def evening(
        property: Property,
        game: GameName,
        wager: Annotated[str, typer.Option(help="The wager; default: the game's first.")] = "",
        rounds: Annotated[int, typer.Option("--rounds", "-n", min=1, max=1_000_000, help="Wagers decided.")] = 200,
        bankroll: Annotated[float | None, typer.Option(min=1, help="Units at the start, for the risk of ruin.")] = None,
        rebate: Annotated[float, typer.Option(min=0, max=100, help="Per cent of a loss that is given back.")] = 0.0,
        on: On = None,
        option: Options = None,
        as_json: Json = False,
    ) -> None:
        """How so many wagers of one unit end: the whole distribution, ruin, what a rebate is worth, Kelly's share.

        For example:
            croupier evening hard-rock-cincinnati roulette --wager red -n 100 --bankroll 20
            croupier evening hard-rock-cincinnati craps --wager pass -n 300 --rebate 10
        """
        import msgspec

        from croupier.odds.money.evening import evening as ended
        from croupier.odds.posting import lines_of
        from croupier.rulebook import rulebook

        book = rulebook(property, game, on)
        lines = [line for line in lines_of(book, parse_options(option), every=False) if line.edge and not line.reading]
        fitting = [line for line in lines if not wager or line.wager == wager]
        if not fitting:
            raise Mistake(f"--wager {wager}: {game} has {', '.join(dict.fromkeys(line.wager for line in lines))}")
        assert fitting[0].edge is not None
        found = ended(fitting[0].edge, rounds, bankroll, rebate / 100)
        if as_json:
            typer.echo(json.dumps({"wager": fitting[0].wager, **msgspec.to_builtins(found)}, indent=1))
            return
        typer.echo(f"{fitting[0].wager} of {game} at {property}, {rounds} wagers of one unit")
        typer.echo(f"mean {found.mean:+.4f}, deviation {found.deviation:.4f}")
        typer.echo(f"ahead {100 * found.ahead:.2f} %, even {100 * found.even:.2f} %, behind {100 * found.behind:.2f} %")
        typer.echo("  ".join(f"{100 * share:.0f} %: {units:+g}" for share, units in found.quantiles))
        if found.ruin is not None and found.ruin_ever is not None:
            words = f"{100 * found.ruin:.4f} % within these wagers, {100 * found.ruin_ever:.4f} % if it never ends"
            typer.echo(f"{bankroll:g} units are lost: {words}")
        if rebate:
            whole = found.mean + found.rebate
            typer.echo(f"{rebate:g} % of a loss given back is worth {found.rebate:+.4f}: {whole:+.4f} in all")
        typer.echo(f"Kelly's share of a bankroll: {100 * found.kelly:.4f} %")


def _coupon(app: typer.Typer) -> None:
    @app.command()
    def coupon(
        property: Property, game: GameName, on: On = None, option: Options = None, as_json: Json = False
    ) -> None:
        """What a match play coupon and a free bet are worth on each wager of a game, the best use first.

        For example:
            croupier coupon hard-rock-cincinnati craps
            croupier coupon jack-cleveland roulette --json
        """
        from croupier.odds.money.coupons import worths
        from croupier.odds.posting import lines_of
        from croupier.rulebook import rulebook

        found = worths(lines_of(rulebook(property, game, on), parse_options(option), every=False))
        if not found:
            raise Mistake(f"{game}: the results of no wager of it are known one by one")
        if as_json:
            rows = [
                {"wager": w.wager, "pay_table": w.table, "conditions": w.conditions, "match_play": float(w.match_play),
                 "with_wager": float(w.with_wager), "free_bet": float(w.free_bet)}
                for w in found
            ]  # fmt: skip
            typer.echo(json.dumps(rows, indent=1))
            return
        from rich.console import Console
        from rich.table import Table

        table = Table(title=f"Coupons at {game}, {property}", title_justify="left", box=None, pad_edge=False)
        for heading in ("wager", "free bet", "match play", "with its wager"):
            table.add_column(heading, justify="left" if heading == "wager" else "right")
        for w in found:
            shares = (w.free_bet, w.match_play, w.with_wager)
            table.add_row(w.wager, *(f"{100 * float(share):.4f} %" for share in shares))
        Console().print(table)
