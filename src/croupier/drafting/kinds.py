"""Which vocabulary a rulebook is held against: its game's, or that of a book that is not one game's."""

from collections.abc import Callable, Iterator

from croupier.games import class_of, game_class
from croupier.games.progressive import OUTCOMES as PROGRESSIVES
from croupier.games.progressive import known_outcomes
from croupier.house.approvals.vocabulary import APPROVALS
from croupier.house.poker_room.procedures.vocabulary import ROOM
from croupier.house.promotions.vocabulary import PROMOTIONS
from croupier.house.tournaments.poker.vocabulary import TOURNAMENTS
from croupier.poker.book.words import POKER
from croupier.rulebook import NotFound, Rulebook, catalogue, plugins
from croupier.rulebook.faults import Found, one_of
from croupier.rulebook.shapes import Expected, ListOf, Money, Span
from croupier.rulebook.stadium import STATION_RULES, STATIONS, games_at_stations
from croupier.rulebook.vocabulary import Vocabulary

STADIUM = "synergy"


def vocabulary_of(game: str, book: Rulebook | None = None) -> Vocabulary:
    """The words of a kind of rulebook; a book whose words hang on what it offers is looked into where it is given."""
    if game in BOOKS:
        return BOOKS[game](book)
    return game_class(game).vocabulary()


def faults_of(book: Rulebook) -> list[Found]:
    """Everything that nobody knows in a book, or misses there."""
    if book.game in BOOKS:
        return list(BOOKS[book.game](book).faults(book))
    try:
        return class_of(book).faults(book)
    except NotFound:
        where = "plays-as" if book.plays_as else "game"
        return [Found(where, not_played(book.plays))]


def not_played(game: str) -> str:
    """Why nobody here plays a game: what a package brings can't be used, or there is none, and which there are."""
    return plugins.trouble(plugins.GAMES, game) or f"no game {game!r} is played here; {one_of(game, kinds())}"


def kinds() -> list[str]:
    """Every kind of rulebook there is an example of."""
    return sorted({*BOOKS, *(game for games in catalogue().values() for game in games)})


def _progressives(book: Rulebook | None) -> Vocabulary:
    """Progressive wagers: each with the games it may be linked to, its stake and its meter."""
    wagers = list(book.wagers) if book else list(PROGRESSIVES)
    must: dict[str, Expected] = {"games": ListOf(str), "stake": Money()}
    may: dict[str, Expected] = {
        "seed": Span(0),
        "increment": Span(0, 100),
        "reserve": Span(0, 100),
        "verified-by": str,
        "paid": ("before-others", "after-others"),
        "versions": ListOf(str),
        "whole-meter-from": str,
        "beside-alone": bool,
    }
    return Vocabulary(
        settings={f"{wager}-{name}": expected for wager in wagers for name, expected in must.items()},
        optional={f"{wager}-{name}": expected for wager in wagers for name, expected in may.items()},
        wagers={wager: known_outcomes(wager) for wager in PROGRESSIVES},
        together=_linked_games,
    )


def _linked_games(book: Rulebook) -> Iterator[Found]:
    """A progressive is linked to games that somebody plays."""
    known = [kind for kind in kinds() if kind not in BOOKS]
    for name, setting in book.settings.items():
        games = setting.value if name.endswith("-games") and isinstance(setting.value, list) else []
        for number, game in enumerate(games, 1):
            if game not in known:
                yield Found(f"rules.{name}.value[{number}]", f"no game {game!r} is played here; {one_of(game, known)}")


def _stadium(book: Rulebook | None) -> Vocabulary:
    """A stadium: its stations, and what changes in the games that it runs."""
    optional = dict(STATION_RULES) | {"positions-per-patron": Span(1)}
    for game in games_at_stations(book) if book and "game" in book.settings else ():
        try:
            words = game_class(game).vocabulary()
        except NotFound:
            continue  # told by the choices of `game`
        optional |= {f"{game}-{name}": expected for name, expected in (words.optional | words.settings).items()}
    return Vocabulary(settings={name: STATION_RULES[name] for name in ("game", STATIONS)}, optional=optional)


BOOKS: dict[str, Callable[[Rulebook | None], Vocabulary]] = {
    "poker": lambda book: POKER,
    "room": lambda book: ROOM,
    "tournaments": lambda book: TOURNAMENTS,
    "promotions": lambda book: PROMOTIONS,
    "approvals": lambda book: APPROVALS,
    "progressives": _progressives,
    STADIUM: _stadium,
}
