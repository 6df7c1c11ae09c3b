"""`croupier evening`, `coupon` and `hour`: how an evening may end, what a coupon is worth, what an hour wins."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import GameName, Mistake, On, Options, Property, parse_options

if TYPE_CHECKING:
    from croupier.odds.exact import Edge
    from croupier.odds.money.evening import Evening
    from croupier.rulebook import Rulebook

Json = Annotated[bool, typer.Option("--json", help="As JSON.")]


def register(app: typer.Typer) -> None:
    _evening(app)
    _coupon(app)
    _hour(app)


def _evening(app: typer.Typer) -> None:
    @app.command()
    def evening(
        property: Property,
        game: GameName,
        wager: Annotated[str, typer.Option(help="The wager; default: the game's first.")] = "",
        beside: Annotated[
            list[str] | None,
            typer.Option("--with", metavar="WAGER[:PLACE]=UNITS", help="Made together with it; may be repeated."),
        ] = None,
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
            croupier evening hard-rock-cincinnati three-card-poker --wager ante --with pair-plus=1 --bankroll 100
        """
        import msgspec

        from croupier.odds.money.evening import evening as ended
        from croupier.odds.posting import lines_of
        from croupier.rulebook import rulebook

        book = rulebook(property, game, on)
        if beside:
            _several(book, parse_options(option), [wager, *beside], (rounds, bankroll, rebate), as_json)
            return
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
        _say(found, bankroll, rebate)


def _several(
    book: Rulebook, options: dict[str, str], named: list[str], asked: tuple[int, float | None, float], as_json: bool
) -> None:
    """An evening of wagers that are made together, with what they have to do with each other."""
    import msgspec

    from croupier.odds.money.evening import evening
    from croupier.odds.money.together import stake_of, together
    from croupier.odds.posting import open_posting

    rounds, bankroll, rebate = asked
    posting = open_posting(book, options)
    made = together(posting, [stake_of(text or next(iter(posting.wagers))) for text in named])
    found = evening(made.edge, rounds, bankroll, rebate / 100)
    names = [stake.name for stake in made.stakes]
    if as_json:
        parts = {"wagers": names, "units": [float(stake.units) for stake in made.stakes], "means": made.means}
        whole = {**parts, "covariance": made.covariance, "method": made.method, **msgspec.to_builtins(found)}
        typer.echo(json.dumps(whole, indent=1))
        return
    said = " + ".join(f"{float(stake.units):g} {stake.name}" for stake in made.stakes)
    typer.echo(f"{said}, {rounds} rounds ({made.method})")
    for first in range(len(names)):
        for second in range(first):
            covariance, correlation = made.covariance[first][second], made.correlation(first, second)
            typer.echo(f"{names[second]}, {names[first]}: covariance {covariance:+.4f}, correlation {correlation:+.4f}")
    _say(found, bankroll, rebate)


def _say(found: Evening, bankroll: float | None, rebate: float) -> None:
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


def _hour(app: typer.Typer) -> None:
    @app.command()
    def hour(
        property: Property,
        game: GameName,
        players: Annotated[list[str], typer.Option("--players", "-p", metavar="NxDOLLARS", help="Who plays: 5x25.")],
        wager: Annotated[str, typer.Option(help="The wager; default: the game's first.")] = "",
        rounds: Annotated[int, typer.Option("--rounds", "-n", min=1, help="Rounds an hour.")] = 60,
        least: Annotated[float, typer.Option(min=0, help="The new least wager, in dollars.")] = 0.0,
        most: Annotated[float | None, typer.Option(min=0, help="The new greatest wager, in dollars.")] = None,
        stay: Annotated[float, typer.Option(min=0, max=100, help="Per cent that stay of those below the least.")] = 50,
        on: On = None,
        option: Options = None,
        as_json: Json = False,
    ) -> None:
        """What a table wins an hour as it is posted, and what other limits and options make of it.

        For example:
            croupier hour hard-rock-cincinnati roulette -p 4x15 -p 2x100 --wager red --least 25 --stay 60
            croupier hour horseshoe-cleveland blackjack -p 5x25 -n 70 -o soft-17=stand
        """
        import msgspec

        from croupier.odds.catalogue import run
        from croupier.odds.money import hour as an_hour
        from croupier.odds.money.hour import Limits, even, players_of, within
        from croupier.rulebook import rulebook

        book, chosen = rulebook(property, game, on), parse_options(option)

        def edge(options: dict[str, str]) -> Edge:
            lines = [line for done in run([book], options, every=False, packed=True) for line in done.lines]
            fitting = [line for line in lines if line.edge and not line.reading and wager in ("", line.wager)]
            if not fitting or fitting[0].edge is None:
                raise Mistake(f"--wager {wager}: {game} has {', '.join(dict.fromkeys(line.wager for line in lines))}")
            return fitting[0].edge

        seated = players_of(players)
        cents = None if most is None else round(100 * most)
        after = within(seated, Limits(round(100 * least), cents), Fraction(stay) / 100)
        old, new = edge({}), edge(chosen)
        was, will = an_hour.hour(old, seated, rounds), an_hour.hour(new, after, rounds)
        share = even(was, seated, new, rounds, round(100 * least)) if least else None
        if as_json:
            hours = {name: msgspec.json.decode(msgspec.json.encode(each, enc_hook=float)) for name, each in
                     (("before", was), ("after", will))}  # fmt: skip
            typer.echo(json.dumps({**hours, "even_if_stay": None if share is None else float(share)}, indent=1))
            return
        for name, each in (("as posted", was), ("changed", will)):
            win = f"{float(each.win) / 100:,.2f} an hour from {float(each.handle) / 100:,.2f} wagered"
            edge_words = f"{100 * float(each.edge):.4f} %"
            typer.echo(f"{name:10} {win} by {float(each.players):g} players at {edge_words}, "
                       f"give or take {each.deviation / 100:,.2f}")  # fmt: skip
        typer.echo(f"difference {float(will.win - was.win) / 100:+,.2f} an hour")
        if share is not None:
            words = f"{100 * float(share):.1f} %" if share <= 1 else "more than all"
            typer.echo(f"as before if {words} of those below {least:g} stay")
