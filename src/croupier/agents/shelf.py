"""What the shelf holds for programs: its house games, its forms of poker, and the properties that have them.

Nothing here is a list kept by hand: a game or a form that comes onto the shelf is found.
"""

from __future__ import annotations

import datetime
from functools import cache

from croupier.games import game_class
from croupier.poker import Room, open_room
from croupier.poker.book.forms import FORMS
from croupier.rulebook import NotFound
from croupier.rulebook.library import catalogue, properties

POKER = "poker"
Day = datetime.date | str | None


class NotSaid(ValueError):
    """Something that only the caller can choose was left out, or does not fit."""


@cache
def house_games() -> dict[str, tuple[str, ...]]:
    """Every house game of the shelf, with the properties that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted({game for games in catalogue().values() for game in games}):
        try:
            game_class(name)
        except NotFound:
            continue  # a book of poker, of a room or of tournaments
        found[name] = tuple(house for house, games in catalogue().items() if name in games)
    return found


@cache
def rooms() -> tuple[str, ...]:
    """The properties with rules for poker of their own."""
    return tuple(house for house, games in catalogue().items() if POKER in games)


@cache
def poker_forms() -> dict[str, tuple[str, ...]]:
    """Every form of poker that a room spreads, with the rooms that do."""
    spread = {room: open_room(room).forms() for room in rooms()}
    return {key: houses for key in FORMS if (houses := tuple(room for room in rooms() if key in spread[room]))}


def property_for(what: str, given: str | None, having: tuple[str, ...]) -> str:
    """The property whose rulebook is meant; no property is taken for granted where several have the game."""
    if given is None:
        if len(having) == 1:
            return having[0]
        raise NotSaid(f"{what} is played at {', '.join(having)}: say which, as property={having[0]!r}")
    houses = properties()
    earlier = houses[given].successor_of if given in houses else ""
    if given not in having and earlier not in having:
        raise NotSaid(f"{what} is played at {', '.join(having)}, not at {given!r}")
    return given


def room_for(form: str, given: str | None, on: Day, options: dict[str, object], tournament: bool) -> Room:
    """The poker room whose rules are meant."""
    name = property_for(form, given, poker_forms()[form])
    return open_room(name, on=on, options=options, tournament=tournament)
