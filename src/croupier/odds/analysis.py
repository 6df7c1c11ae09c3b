"""Who analyses a game: the family it belongs to here, another package that plugs it in, or else the engine itself.

Another package names an `Analysis` under the entry point `croupier.odds` with the name of its game. What it leaves out
comes from playing the engine: `simulate`, and an edge with its interval.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.games import module_of
from croupier.rulebook import Posting, plugins

if TYPE_CHECKING:
    from croupier.odds.posting import Figure
    from croupier.odds.simulate.games import Simulator
    from croupier.odds.strategy import Strategy

FAMILIES = ("wheels", "dice", "baccarat", "twentyone", "cards", "pai_gow")


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game beyond its rules."""

    figures: Callable[[Posting], Iterable[Figure]] | None = None  # the exact odds of every wager and pay table
    axes: tuple[str, ...] = ()  # the options that change them
    simulator: Callable[[Posting, int], Simulator] | None = None  # very many rounds, for so many players
    strategy: Callable[[Posting], Strategy] | None = None  # for people: charts and rules
    advise: Callable[[Posting, Any], dict[str, Any]] | None = None  # what each choice of a Position is worth


def analysis_of(game: str) -> Analysis | None:
    """The analysis of a game by the name of its module; none where only its engine can tell."""
    plugged = plugins.loaded(plugins.ODDS, game)
    found = getattr(plugged, "ANALYSIS", plugged)
    if found is not None:
        return found if isinstance(found, Analysis) else None
    module = module_of(game)
    if module is None:  # no house game: no family need be looked through
        return None
    own = module.split(".")[-2]
    for family in sorted(FAMILIES, key=lambda name: name != own):  # the game's own family first, and mostly alone
        known = importlib.import_module(f"croupier.odds.games.{family}.books").ANALYSTS
        if game in known:
            figures, axes = known[game]
            return Analysis(figures=figures, axes=axes)
    return None


def by_the_engine(game: str) -> bool:
    """Whether a game is played here and nobody has analysed it."""
    found = analysis_of(game)
    return module_of(game) is not None and (found is None or found.figures is None)
