"""A stadium: the rulebook of a game with the rules for player stations laid over it.

A stadium is a way to run a game, not a game. Its own book says which games it runs, how many stations there may
be, and what changes: a setting named `GAME-NAME` takes the place of that game's NAME, any other joins the game's.
Its irregularities take the place of the game's, because nothing lies on a layout that could be mended there.
"""

import hashlib
from typing import Any

import msgspec

from croupier.rulebook.model import Rulebook, Setting
from croupier.rulebook.posting import BadOption
from croupier.rulebook.shapes import Expected, ListOf, Span

STATIONS = "stations"
# What a stadium's own book says of the stations; a game that runs at them carries these rules beside its own.
STATION_RULES: dict[str, Expected] = {
    "game": str,
    STATIONS: Span(1),
    "operated": ListOf(("dealer", "electronic")),
    "wagers-at": ("station", "layout"),
    "ticket-most": Span(1),
}


def games_at_stations(stadium: Rulebook) -> tuple[str, ...]:
    return tuple(str(game) for game in stadium.settings["game"].choices)


def at_stations(book: Rulebook, stadium: Rulebook, stations: Any) -> Rulebook:
    """The rulebook of a game as it hangs at a stadium with so many stations."""
    games = games_at_stations(stadium)
    if book.game not in games:
        raise BadOption(f"stations={stations}: {stadium.key} runs {', '.join(games)}, not {book.game}")
    seats = stadium.settings[STATIONS]
    least, most = seats.least or 1, seats.most or 0
    count = int(stations) if str(stations).isdecimal() else 0
    if not least <= count <= most:
        raise BadOption(f"stations={stations}: expected a number from {least} to {most} (clause {seats.clause})")
    settings = book.settings | _laid_over(book, stadium)
    for name, value in (("game", book.game), ("positions", count)):
        source = stadium.settings["game"] if name == "game" else seats
        settings[name] = Setting(name=name, value=value, clause=source.clause, lines=source.lines, says=source.says)
    digest = hashlib.sha256(f"{book.digest} {stadium.digest} {count}".encode()).hexdigest()
    return msgspec.structs.replace(
        book,
        title=f"{book.title} at stations",
        settings=settings,
        irregularities=stadium.irregularities,
        procedures=(*book.procedures, *stadium.procedures),
        readings=(*book.readings, *stadium.readings),
        digest=digest,
    )


def _laid_over(book: Rulebook, stadium: Rulebook) -> dict[str, Setting]:
    """The stadium's settings that hold for this game, under the names that the game knows."""
    found: dict[str, Setting] = {}
    for setting in stadium.settings.values():
        owner = next((g for g in games_at_stations(stadium) if setting.name.startswith(f"{g}-")), "")
        if owner in ("", book.game):
            name = setting.name.removeprefix(f"{owner}-") if owner else setting.name
            found[name] = msgspec.structs.replace(setting, name=name)
    return found
