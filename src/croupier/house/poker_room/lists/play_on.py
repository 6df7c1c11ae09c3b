"""How long a player who is to move may still play where he sits: his button, up to the blind, one more hand of stud.

The book says it for two cases: who must move to the main game, and who changes tables by his own will, where it also
matters how many wait for the seat that he leaves.
"""

import msgspec

from croupier.house.poker_room.lists.state import Moving
from croupier.house.poker_room.table.game import Game
from croupier.house.record.errors import Refused
from croupier.poker.blinds import MOVING, advance
from croupier.poker.errors import Refused as PokerRefused
from croupier.poker.seats import OUT

BUTTON, BLIND, HAND = "button", "blind", "hand"
WORDS = {BUTTON: "plays his button", BLIND: "plays up to the blind", HAND: "plays one more hand"}


class Entitled(msgspec.Struct, frozen=True):
    """Until when somebody may play on, and by which clause."""

    until: str
    clause: str

    @property
    def words(self) -> str:
        return WORDS[self.until]


def entitled(game: Game, patron: str, *, forced: bool, waiting: int, blind: bool = False) -> Entitled:
    """What the book lets him play before he goes; Refused where he goes now. `blind` is of where no hands are keyed."""
    room, names = game.room, int(game.room.value("move-at-once-names", 0))
    clause = room.clause("must-move-blinds" if forced else "move-at-once-names")
    seat = game.table.seats[game.seat_of(patron)]
    if not game.table.stakes.blinds:
        return _stud(game, waiting)
    if seat.missed and forced:
        raise Refused("He has missed a blind: he moves now and pays it there.", "That money is dead.", clause)
    if not forced and names and waiting < names:
        return Entitled(BLIND, clause)
    if room.value("play-button", False) and _has_paid(game, seat.number, blind):
        return Entitled(BUTTON, room.clause("play-button"))
    why = "" if forced else f"{waiting} wait for the seat that he leaves."
    raise Refused("He has taken no blind in this round: he moves now.", why, clause)


def _stud(game: Game, waiting: int) -> Entitled:
    clause = game.room.clause("stud-hands-before-move")
    hands = game.room.value("stud-hands-before-move", {})
    if int(hands.get("waiting" if waiting else "nobody", 0)) > 0:
        return Entitled(HAND, clause)
    raise Refused("He plays only the present hand and then moves.", f"{waiting} wait for his seat.", clause)


def _has_paid(game: Game, number: int, blind: bool) -> bool:
    """Whether he took a blind of this round and the button is still to come to him."""
    if game.seats_only:
        return blind
    positions = game.table.positions
    return number in positions.blinds and number != positions.button


def due(game: Game, moving: Moving) -> bool:
    """Whether what he was entitled to play is over, so that he goes now; between two hands."""
    number = game.seat_of(moving.patron)
    if game.seats_only or not number:
        return False  # the floor sees it
    seat = game.table.seats[number]
    if game.playing and game.place_of(number) >= 0:
        return False
    if seat.status == OUT or number in game.away or seat.missed:
        return True
    if moving.until == HAND:
        return game.table.hands > moving.hands and not game.playing
    if game.playing:
        return False
    if moving.until == BUTTON:
        return not _has_paid(game, number, moving.blind)
    return _next_big(game) == number


def _next_big(game: Game) -> int:
    """The seat whose big blind comes with the next hand; 0 where no hand can be dealt."""
    table = game.table
    try:
        method, fewer = game.room.value("button", MOVING), game.room.fewer_blinds()
        return advance(table.positions, table.seats, method, len(table.stakes.blinds), fewer).big
    except PokerRefused:
        return 0
