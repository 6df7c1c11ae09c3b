"""Exact odds, strategies and simulation.

from croupier.odds import odds

for line in odds("hard-rock-cincinnati", "three-card-poker"):
    print(line.wager, line.pay_table, line.edge.house_edge)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.odds.books import Line

__all__ = ["odds"]


def odds(
    property: str | None = None,
    game: str | None = None,
    *,
    on: str | None = None,
    options: Mapping[str, Any] | None = None,
    every: bool = True,
    workers: int = 1,
) -> list[Line]:
    """The odds of every wager and pay table, as `croupier odds` prints them.

    Without a game, all games of the property; `on` a day, the rulebooks then in force; `options` as a table would
    post them; `every` combination of the options that change an edge, or only the posted one. More `workers` share
    the long analyses; a program that asks for them starts under `if __name__ == "__main__":`.
    """
    from croupier.odds import catalogue

    chosen = {name: str(value) for name, value in (options or {}).items()}
    return catalogue.lines(catalogue.books(property, game, on), chosen, every=every, workers=workers, show=False)
