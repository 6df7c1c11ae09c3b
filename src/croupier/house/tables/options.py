"""The options and limits that are posted at a table, held against its rulebook."""

from collections.abc import Callable

from croupier.equipment.money import money
from croupier.games import open_game
from croupier.house.record.errors import Refused
from croupier.house.tables.life import Settings
from croupier.rounds.game import Game
from croupier.rulebook import BadOption, NotFound, Posting

Opens = Callable[[str, str, Settings], Game]
TOURNAMENT = "tournament"  # the option under which a table deals in tournaments, by their own rules
WAGER_CENTS_MAX = 1_000_000_00  # beyond it a limit is a slip of the finger


def on_shelf(property_: str, game: str, settings: Settings) -> Game:
    """The game by the shelf's rules, where no house is there to have written its own."""
    return open_game(property_, game, settings.day or None, settings.options)


def check_options(property_: str, game: str, settings: Settings, opens: Opens = on_shelf) -> Game:
    """The game under the rules of that day with these options; refused in the rulebook's own words."""
    try:
        found = opens(property_, game, settings)
    except (NotFound, BadOption, ValueError) as error:
        raise Refused(str(error)) from None
    if found.posting.get(TOURNAMENT, False) and not (settings.tournament or settings.demo):
        raise Refused(
            "The rules of tournaments are for tables of one.", "Plan a tournament.", found.posting.clause(TOURNAMENT)
        )
    _check_places(found.posting, settings.seats)
    for name, limits in found.posting.limits.items():
        if not 0 < limits.least <= limits.most <= WAGER_CENTS_MAX:
            title, posted = found.posting.wagers[name].title, f"{money(limits.least)} to {money(limits.most)}"
            most = f"A wager is more than $0.00 and at most {money(WAGER_CENTS_MAX)}."
            raise Refused(f"{title}: {posted} can't be posted.", most)
    return found


def _check_places(posting: Posting, seats: int) -> None:
    """Refuse more places than the rulebook has at a table of this game, where it prints how many."""
    printed = posting.rulebook.settings.get("positions")
    if printed is None:
        return
    most = printed.most if printed.optional else int(printed.value)
    if most is not None and seats > most:
        words = f"{posting.rulebook.title} has at most {most} places, not {seats}."
        raise Refused(words, "Open another table.", printed.clause)
