"""`croupier evening`, `coupon` and `hour`: how an evening may end, what a coupon is worth, what an hour wins."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli import GameName, On, Options, Property, parse_options

if TYPE_CHECKING:
    from croupier.odds.money.answering import FoundEvening

BEST_USES = 24  # wagers of a coupon that are read at once
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

        from croupier.odds.money.answering import ask_evening
        from croupier.odds.money.questions import AskedEvening
        from croupier.rulebook import rulebook

        asked = AskedEvening(wager=wager, beside=tuple(beside or ()), rounds=rounds, bankroll=bankroll, rebate=rebate,
                             options=parse_options(option))  # fmt: skip
        found = ask_evening(rulebook(property, game, on), asked)
        plain = msgspec.to_builtins(found.evening)
        if as_json and beside:
            parts = {"wagers": list(found.wagers), "units": list(found.units), "means": list(found.means)}
            whole = {**parts, "covariance": found.covariance, "method": found.method, **plain}
            typer.echo(json.dumps(whole, indent=1))
        elif as_json:
            typer.echo(json.dumps({"wager": found.wagers[0], **plain}, indent=1))
        elif beside:
            _several(found)
            _say(found, bankroll, rebate)
        else:
            typer.echo(f"{found.wagers[0]} of {game} at {property}, {rounds} wagers of one unit")
            _say(found, bankroll, rebate)


def _several(found: FoundEvening) -> None:
    """Wagers that are made together, with what they have to do with each other."""
    said = " + ".join(f"{units:g} {name}" for units, name in zip(found.units, found.wagers))
    typer.echo(f"{said}, {found.evening.rounds} rounds ({found.method})")
    for first, name in enumerate(found.wagers):
        for second in range(first):
            covariance, correlation = found.covariance[first][second], found.correlation(first, second)
            words = f"covariance {covariance:+.4f}, correlation {correlation:+.4f}"
            typer.echo(f"{found.wagers[second]}, {name}: {words}")


def _say(asked: FoundEvening, bankroll: float | None, rebate: float) -> None:
    found = asked.evening
    played_out = f" (± {asked.within:.4f})" if asked.within else ""
    typer.echo(f"mean {found.mean:+.4f}{played_out}, deviation {found.deviation:.4f}")
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
        property: Property,
        game: GameName,
        on: On = None,
        option: Options = None,
        full: Annotated[bool, typer.Option("--full", help="Here every wager, not only the best uses.")] = False,
        as_json: Json = False,
    ) -> None:
        """What a match play coupon and a free bet are worth on each wager of a game, the best use first.

        For example:
            croupier coupon hard-rock-cincinnati craps
            croupier coupon jack-cleveland roulette --json
        """
        from croupier.odds.money.answering import ask_coupons
        from croupier.rulebook import rulebook

        book = rulebook(property, game, on)
        found = ask_coupons(book, parse_options(option))
        if as_json:
            rows = [
                {"wager": w.wager, "pay_table": w.table, "conditions": w.conditions, "match_play": float(w.match_play),
                 "with_wager": float(w.with_wager), "free_bet": float(w.free_bet)}
                for w in found
            ]  # fmt: skip
            typer.echo(json.dumps(rows, indent=1))
            return
        from croupier.cli.odds.protecting import show_sheet
        from croupier.odds.report.money_sheets import coupon_sheet

        shown = found if full else found[:BEST_USES]
        show_sheet(coupon_sheet(book, shown), ("pay table", "under"))
        if left := len(found) - len(shown):
            typer.echo(f"{left} more wager{'s' * (left > 1)}, worth less: add --full.")


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

        from croupier.odds.money.answering import ask_hour
        from croupier.odds.money.questions import AskedHour
        from croupier.rulebook import rulebook

        asked = AskedHour(players=tuple(players), wager=wager, rounds=rounds, least=least, most=most, stay=stay,
                          options=parse_options(option))  # fmt: skip
        found = ask_hour(rulebook(property, game, on), asked)
        was, will, share = found.before, found.after, found.even_if_stay
        if as_json:
            hours = {name: msgspec.json.decode(msgspec.json.encode(each, enc_hook=float)) for name, each in
                     (("before", was), ("after", will))}  # fmt: skip
            typer.echo(json.dumps({**hours, "even_if_stay": None if share is None else float(share)}, indent=1))
            return
        for name, each in (("as posted", was), ("changed", will)):
            count = float(each.players)
            typer.echo(f"{name:10} {_dollars(each.win)} an hour, give or take {_dollars(each.deviation)}")
            typer.echo(f"{'':10} from {_dollars(each.handle)} wagered by {count:g} player{'s' if count != 1 else ''} "
                       f"at {100 * float(each.edge):.4f} %")  # fmt: skip
        typer.echo(f"difference {_dollars(will.win - was.win, sign=True)} an hour")
        if will.offered < 1:
            typer.echo(f"offered in {100 * float(will.offered):.2f} % of the rounds")
        if share is not None:
            words = f"{100 * float(share):.1f} %" if share <= 1 else "more than all"
            typer.echo(f"as before if {words} of those below ${least:g} stay")


def _dollars(cents: Any, sign: bool = False) -> str:
    from croupier.equipment.money import money

    return money(round(float(cents)), sign=sign)
