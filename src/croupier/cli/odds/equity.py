"""Equities in the terminal: `croupier equity FORM HAND HAND...`."""

import contextlib
import sys
from typing import Annotated, Any

import typer


def equity(
    form: Annotated[str, typer.Argument(help="A form, such as holdem, omaha-8, razz.")],
    hands: Annotated[
        list[str],
        typer.Argument(help='Hands such as AsKs or "As Ks", ?? for an unknown card; ranges such as "TT+, AKs".'),
    ],
    board: Annotated[str, typer.Option(help="Board cards that are out.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    exact: Annotated[bool | None, typer.Option("--exact/--sample", help="Enumerate, or sample.")] = None,
    samples: Annotated[int, typer.Option(min=1, help="How many hands to sample.")] = 1_000_000,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Each hand's share of the pot, exact where everything that may come can be enumerated.

    In hold'em a hand may be a range: AKs, AKo, AK, TT+, ATs+, A5s-A2s, 22-66, JTs-87s, 15% (the best hands by their
    equity against a random one), random, or cards with question marks such as As?d. Commas join them.

    For example:
        croupier equity holdem AsKs QdQc
        croupier equity holdem "TT+, AKs" 15% --board "Qs 7h 2d"
        croupier equity holdem AKs 22-66 random
        croupier equity omaha-8 "As 2s Kh Kd" "9c 8c 7d 6d" --board "4s 5c"
        croupier equity stud "As Ad Kc" "7h 7d ??" --dead 7s
    """
    import json as jsonlib

    from croupier.poker.equity import equity as compute

    with _waiting("counting showdowns"):
        result = compute(form, hands, board, dead, exact=exact, samples=samples)
    if json:
        typer.echo(
            jsonlib.dumps(
                {
                    "hands": result.hands,
                    "wins": result.wins,
                    "ties": result.ties,
                    "shares": [str(share) for share in result.shares],
                    "equity": [float(share) for share in result.shares],
                    "showdowns": result.showdowns,
                    "exact": result.exact,
                    "margin": result.margin,
                    "combos": result.combos or None,
                }
            )
        )
        return
    for number, (name, share, wins, ties) in enumerate(zip(result.hands, result.shares, result.wins, result.ties)):
        typer.echo(f"{name:<24} {float(share):8.4%}   won {wins:>13,}   tied {ties:>11,}")
        if result.combos:
            typer.echo(f"{'':<24} of {result.combos[number]:,} hand{'s' * (result.combos[number] != 1)}")
    how = "all" if result.exact else "a sample of"
    margin = "" if result.exact else f", each share within {result.margin:.3%} (95%)"
    rate = result.showdowns / max(result.seconds, 1e-9)
    typer.echo(f"{how} {result.showdowns:,} showdowns{margin}; {rate / 1e6:,.2f} million a second")


def _waiting(words: str) -> contextlib.AbstractContextManager[Any]:
    """A sign of life for whoever looks at the terminal: an enumeration may take minutes."""
    if not sys.stderr.isatty():
        return contextlib.nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(words)
