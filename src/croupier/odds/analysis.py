"""Who analyses a game: the family it belongs to here, another package that plugs it in, or else the engine itself.

The `books` of a family have an `Analysis` for each of its games, called as the game is: THREE_CARD_POKER. Another
package names one under the entry point `croupier.odds` with the name of its game. What it leaves out comes from playing
the engine: `simulate`, and an edge with its interval.

What few ask for stands beside the analysis under its own name (`SEEN_THREE_CARD_POKER`, or `SEEN` for every game of the
family): kept odds follow from the definition of an analysis, and would be stale with every field that it is given.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.games import class_of, module_of
from croupier.rulebook import Posting, Rulebook, plugins

if TYPE_CHECKING:
    from croupier.odds.advise import Position
    from croupier.odds.posting import Figure
    from croupier.odds.simulate.games import Simulator
    from croupier.odds.simulate.poker import Ready
    from croupier.odds.strategy import Strategy
    from croupier.rounds.table import Table

FAMILIES = ("wheels", "dice", "baccarat", "twentyone", "cards", "pai_gow")


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game beyond its rules."""

    figures: Callable[[Posting], Iterable[Figure]] | None = None  # the exact odds of every wager and pay table
    axes: tuple[str, ...] = ()  # the options that change them
    simulator: Callable[[Posting, int], Simulator] | None = None  # very many rounds, for so many players
    strategy: Callable[[Posting], Strategy] | None = None  # for people: charts and rules
    advise: Callable[[Posting, Any], dict[str, Any]] | None = None  # what each choice of a Position is worth
    kernel: Callable[[Posting], Ready] | None = None  # its rounds compiled, and its wagers' names
    own: int = 0  # cards of such a round that belong to the player alone; the others lie for everybody
    sees: Callable[[Table, int, int], Position] | None = None  # what a player sees, where a position has several hands
    raises: tuple[str, ...] = ()  # wagers made so far on which the next decision looks back
    playing: Callable[[Posting], Any] | None = None  # how hands are played, for described wagers that hang on it
    up_card: bool = False  # the dealer's card lies open when the player decides
    length: int = 0  # how long its figures take: the longest first, so that nobody waits for the last one alone


def later(where: str) -> Callable[..., Any]:
    """The function `module:name` of this package, imported when it is first called: few who ask for odds need it."""

    module, _, name = where.partition(":")

    def call(*given: Any) -> Any:
        return getattr(importlib.import_module(f"croupier.odds.{module}"), name)(*given)

    call.__name__ = where
    return call


def analysis_of(game: str) -> Analysis | None:
    """The analysis of a game by the name of its module; none where only its engine can tell."""
    plugged = plugins.loaded(plugins.ODDS, game)
    found = getattr(plugged, "ANALYSIS", plugged)
    if isinstance(found, Analysis):
        return found
    if found is not None:
        plugins.unfit(plugins.ODDS, game, f"expected a croupier.odds.analysis.Analysis, found {found!r}")
        return None
    module = module_of(game)
    if module is None:  # no house game: no family need be looked through
        return None
    own = module.split(".")[-2]
    for family in sorted(FAMILIES, key=lambda name: name != own):  # the game's own family first, and mostly alone
        books = importlib.import_module(f"croupier.odds.games.{family}.books")
        said = getattr(books, game.upper().replace("-", "_"), None)
        if isinstance(said, Analysis):
            return said
    return None


def beside(book: Rulebook, what: str) -> Callable[..., Any] | None:
    """What the books of a family say of a game beside its analysis, of this game or of all of its family."""
    named = f"{what}_{book.plays.upper().replace('-', '_')}"
    played = {part.__module__.split(".")[-2] for part in class_of(book).__mro__ if part.__module__ != "builtins"}
    said = {family: importlib.import_module(f"croupier.odds.games.{family}.books") for family in FAMILIES}
    own = (getattr(books, named, None) for books in said.values())
    shared = (getattr(books, what, None) for family, books in said.items() if family in played)
    return next((found for found in (*own, *shared) if found is not None), None)


def by_the_engine(game: str) -> bool:
    """Whether a game is played here and nobody has analysed it."""
    found = analysis_of(game)
    return module_of(game) is not None and (found is None or found.figures is None)
