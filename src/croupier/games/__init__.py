"""The games: one module a game, a family where games share a procedure.

A game is found by its name: `three-card-poker` is the class `GAME` of the module `three_card_poker` of its family.
Adding a game is adding its module and its rulebooks; a game of another package plugs in by the entry point
`croupier.games` and is found in the same way.
"""

import datetime
import functools
import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict, Unpack

from croupier.rounds.acts import Opened
from croupier.rounds.chance import Chance, Stacked
from croupier.rounds.driver import MARKS, Driver
from croupier.rounds.game import Game
from croupier.rounds.journal import Broken, Journal, read_journal
from croupier.rounds.replay import replay
from croupier.rulebook import NotFound, Posting, Rulebook, plugins, rulebook
from croupier.rulebook.faults import Unplayable
from croupier.rulebook.library import Unusable
from croupier.rulebook.posting import BadOption
from croupier.rulebook.stadium import STATIONS, at_stations

Books = Callable[[str, str, datetime.date | str | None], Rulebook]


@functools.cache
def _modules() -> dict[str, str]:
    """The modules of all families by the name of the game they would play, without importing any."""
    return {
        module.name.replace("_", "-"): f"{family.name}.{module.name}"
        for family in pkgutil.iter_modules(__path__, f"{__name__}.")
        if family.ispkg
        for module in pkgutil.iter_modules([str(Path(__file__).parent / family.name.rpartition(".")[2])])
    }


def module_of(name: str) -> str | None:
    """The module that bears the name of a game; none where nobody plays it."""
    if name in _modules():
        return _modules()[name]
    plugged = plugins.found(plugins.GAMES).get(name)
    return plugged.module if plugged else None


@functools.cache
def game_class(name: str) -> type[Game]:
    """The class that plays a game: of a module here, or of another package that plugs it in."""
    if module := _modules().get(name):
        found = getattr(importlib.import_module(module), "GAME", None)
    else:
        found = plugins.loaded(plugins.GAMES, name)
        found = getattr(found, "GAME", found)
    if found is None:
        raise NotFound(plugins.trouble(plugins.GAMES, name) or f"no game {name!r} is played here")
    if not (isinstance(found, type) and issubclass(found, Game)):
        why = f"expected a class of croupier.rounds.game.Game (or a module with GAME), found {found!r}"
        plugins.unfit(plugins.GAMES, name, why)
        raise NotFound(plugins.trouble(plugins.GAMES, name))
    return found


def class_of(book: Rulebook) -> type[Game]:
    """The class that plays by a rulebook, whatever the house calls its game."""
    return game_class(book.plays)


def is_played(property: str, game: str) -> bool:
    """Whether a rulebook of a property is one of a house game (not of poker, progressives or procedures)."""
    if module_of(game):
        return True
    try:
        return module_of(rulebook(property, game).plays) is not None
    except NotFound:
        return False


def open_game(
    property: str,
    game: str,
    on: datetime.date | str | None = None,
    options: dict[str, Any] | None = None,
    books: Books = rulebook,
) -> Game:
    """A game under the rules in force at a property on a day, with the house's options chosen.

    `books` finds a rulebook by property, game and day: the shelf, or what a record has kept.
    """
    book = books(property, game, on)
    try:
        progressives = books(property, "progressives", on)
    except Unusable:
        if (options or {}).get("progressive", "none") != "none":
            raise  # the game goes without, but not who asks for one
        progressives = None
    except NotFound:
        progressives = None
    if options and STATIONS in options:
        return _at_stations(book, options, on, books)
    posting = Posting(book, options, progressives)
    try:
        return class_of(book)(posting)
    except BadOption:
        raise
    except ValueError as error:  # what the game says of a book that it can't be dealt by
        raise Unplayable(str(error)) from error


def _at_stations(book: Rulebook, options: dict[str, Any], on: datetime.date | str | None, books: Books) -> Game:
    """The game run at a stadium: many stations on one result."""
    from croupier.games.stadium import form_of  # few tables are stadiums

    try:
        stadium = books(book.property, "synergy", on)
    except NotFound:
        raise BadOption(f"stations={options[STATIONS]}: {book.property} has no stadium games") from None
    return form_of(class_of(book))(Posting(at_stations(book, stadium, options[STATIONS]), options))


class Opening(TypedDict, total=False):
    """How a table is opened; what is left out is the driver's default."""

    mode: str  # electronic, or dealer: whoever deals keys what falls
    seats: int | None
    chance: Chance | Stacked | None  # who answers for the shuffler, the dice and the wheel of an electronic table
    journal: Journal | None
    name: str
    inventory: int


def open_table(
    property: str,
    game: str,
    on: datetime.date | str | None = None,
    options: dict[str, Any] | None = None,
    **driver: Unpack[Opening],
) -> Driver:
    """A table that deals. Without `chance` nobody shuffles: the cards, dice or ball are answered like all else."""
    return Driver(open_game(property, game, on, options), **driver)


def game_of(opened: Opened, books: Books = rulebook) -> Game:
    """The game a journal's first entry names."""
    options = {key: value for key, value in opened.options.items() if key not in ("seats", *MARKS)}
    return open_game(opened.property, opened.game, opened.approved, options, books)


def replay_file(path: Path | str) -> Driver:
    """The table where a journal file ends; raises Broken at the first difference."""
    return replay(read_journal(Path(path)), game_of)


__all__ = [
    "Broken",
    "class_of",
    "game_class",
    "game_of",
    "is_played",
    "module_of",
    "open_game",
    "open_table",
    "replay_file",
]
