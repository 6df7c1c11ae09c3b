"""Exact odds, strategies and simulation.

    from croupier.odds import odds

    for line in odds("hard-rock-cincinnati", "three-card-poker"):
        print(line.wager, line.pay_table, line.house_edge)

posting     from a rulebook to the odds of all it offers: `Line`, `open_posting`
exact       `Edge`: what is known of a wager
games       one analysis a game, in its family
strategy    `strategy_of(posting)`: charts and rules; `advise.advise` what each choice of a position is worth
simulate    `run.spec_of`, `run.simulate`: very many rounds on cores or a Dask cluster
compare     `compare(game)`: one game across properties
randomness  tests of randomness for shuffles, dice and wheels
report      odds as text, and as a page with plots
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.odds.lines import Line

__all__ = ["odds"]


def odds(
    property: str | None = None,
    game: str | None = None,
    *,
    on: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    every: bool = True,
    workers: int = 1,
) -> list[Line]:
    """The odds of every wager and pay table, as `croupier odds` prints them.

    Without a game, all games of the property; without a property, the game at each; `on` a day, the rulebooks then in
    force; `options` as a table would post them; `pays` what if a row paid otherwise, as `wager.outcome` -> odds;
    `every` combination of the options that change an edge, or only the posted one. More `workers` share the long
    analyses; a program that asks for them starts under `if __name__ == "__main__":`.
    """
    from croupier.odds import catalogue

    chosen = {name: str(value) for name, value in (options or {}).items()}
    books = catalogue.books(property, game, on)
    return catalogue.lines(books, chosen, dict(pays or {}), every=every, workers=workers, show=False)
