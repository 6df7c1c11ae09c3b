"""The forms of poker as data: what is dealt on each street, who opens, and which hands win.

A form knows nothing of stakes (`stakes.py`) and nothing of a room's choices (`rules.py`).
"""

from functools import cached_property

import msgspec

from croupier.poker.errors import Refused
from croupier.rulebook.faults import one_of

BLINDS = "blinds"  # the first player after the forced bets
BUTTON = "button"  # the first active player left of the button
OPENER = "opener"  # the player who opened before the draw
LOW_CARD = "low-card"  # the lowest up-card brings it in, by suit
HIGH_CARD = "high-card"  # the highest up-card, ace low, brings it in
HIGH_HAND = "high-hand"  # the highest hand showing
LOW_HAND = "low-hand"  # the lowest hand showing


class Street(msgspec.Struct, frozen=True):
    """One betting round and the cards that come before it."""

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw: bool = False
    burn: bool = True
    big: bool = False  # the larger bet of a fixed-limit game
    first: str = BUTTON


class Form(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    key: str
    title: str
    family: str  # "board", "stud" or "draw"
    streets: tuple[Street, ...]
    halves: tuple[str, ...]  # how the pot is divided: "high", "short", "a5", "27", "inverse", "eight", "badugi"
    hole_used: int = 0  # exactly so many hole cards make the hand; 0 for any
    joker: bool = False
    lowest: int = 0  # the first card of the deck: a short deck begins with the sixes
    seats_most: int = 10
    open_pair: bool = False  # an open pair on the second street allows the larger bet
    openers: bool = False  # a pair of jacks or better is needed to open
    pass_and_out: bool = False  # before the draw a player opens or folds
    hand_size: int = 5
    draw_most: int = 5
    phh: str = ""  # the variant's letters in the PHH format, without the structure
    picture: str = ""  # the cards of a hand that is good here, for the picture of its table
    bets: str = "fixed 4/8"  # how it is usually bet, where neither antes nor a bring-in belong to it

    @property
    def usual_stakes(self) -> str:
        """The stakes of a game for whoever names none."""
        if self.family == "stud":
            return "fixed 4/8 ante 1 bring-in 2"
        return "fixed 4/8 ante 1" if self.streets[-1].first == OPENER else self.bets

    @property
    def high_low(self) -> bool:
        return len(self.halves) == 2

    @property
    def low(self) -> bool:
        """A game in which only the low hand wins."""
        return self.halves[0] not in ("high", "short")

    @cached_property
    def cards(self) -> int:
        """Cards of a player's own hand when everything is dealt."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def first_cards(self) -> tuple[bool, ...]:
        """The starting hand, card by card: whether it lies face up."""
        return (False,) * self.streets[0].down + (True,) * self.streets[0].up

    @property
    def deck(self) -> range:
        return range(self.lowest, 53 if self.joker else 52)

    @property
    def deck_size(self) -> int:
        return len(self.deck)


def _board(hole: int) -> tuple[Street, ...]:
    return (
        Street("pre-flop", down=hole, burn=False, first=BLINDS),
        Street("flop", board=3),
        Street("turn", board=1, big=True),
        Street("river", board=1, big=True),
    )


def _seven(bring_in: str, leads: str) -> tuple[Street, ...]:
    return (
        Street("third street", down=2, up=1, burn=False, first=bring_in),
        Street("fourth street", up=1, first=leads),
        Street("fifth street", up=1, big=True, first=leads),
        Street("sixth street", up=1, big=True, first=leads),
        Street("seventh street", down=1, big=True, first=leads),
    )


def _draws(size: int, draws: int, after: str = BUTTON) -> tuple[Street, ...]:
    if draws == 1:
        names: tuple[str, ...] = ("after the draw",)
    else:
        names = ("after the first draw", "after the second draw", "after the third draw")
    first = Street("before the draw", down=size, burn=False, first=BLINDS)
    later = [Street(name, draw=True, big=draws == 1 or number >= 1, first=after) for number, name in enumerate(names)]
    return (first, *later)


_HIGH = ("high",)
_EIGHT = ("high", "eight")

_FORMS = (
    Form("holdem", "Hold'em", "board", _board(2), _HIGH, phh="T", picture="Ac Kc", bets="no 1/2"),
    Form("omaha", "Omaha", "board", _board(4), _HIGH, hole_used=2, phh="O", picture="Ac Kc Qd Jd", bets="pot 1/2"),
    Form(
        "omaha-8",
        "Omaha high-low, eight or better",
        "board",
        _board(4),
        _EIGHT,
        hole_used=2,
        phh="O/8",
        picture="Ac 2c 3d Kd",
    ),
    Form(
        "big-o",
        "Five-card Omaha (Big O)",
        "board",
        _board(5),
        _EIGHT,
        hole_used=2,
        seats_most=8,
        picture="Ac 2c 3d 4d Kh",
    ),
    Form(
        "five-card-omaha",
        "Five-card Omaha, high",
        "board",
        _board(5),
        _HIGH,
        hole_used=2,
        seats_most=8,
        picture="Ac Kc Qd Jd Th",
    ),
    Form(
        "stud",
        "Seven-card stud",
        "stud",
        _seven(LOW_CARD, HIGH_HAND),
        _HIGH,
        seats_most=8,
        open_pair=True,
        hand_size=7,
        phh="7S",
        picture="Ac Kd Ks Kh 9s 7d 4c",
    ),
    Form(
        "stud-high-low",
        "Seven-card stud, high-low split",
        "stud",
        _seven(HIGH_CARD, HIGH_HAND),
        ("high", "a5"),
        seats_most=8,
        hand_size=7,
        picture="Ac 2d 3h 5s Kd Ks Kh",
    ),
    Form(
        "stud-8",
        "Seven-card stud high-low, eight or better",
        "stud",
        _seven(LOW_CARD, HIGH_HAND),
        _EIGHT,
        seats_most=8,
        hand_size=7,
        phh="7S/8",
        picture="Ac 2d 3h 4s 8c Ks Kh",
    ),
    Form(
        "razz",
        "Razz",
        "stud",
        _seven(HIGH_CARD, LOW_HAND),
        ("a5",),
        seats_most=8,
        hand_size=7,
        phh="R",
        picture="Ac 2d 3h 4s 6c Jd Qh",
    ),
    Form(
        "five-card-stud",
        "Five-card stud",
        "stud",
        (
            Street("second street", down=1, up=1, burn=False, first=LOW_CARD),
            Street("third street", up=1, first=HIGH_HAND),
            Street("fourth street", up=1, big=True, first=HIGH_HAND),
            Street("fifth street", up=1, big=True, first=HIGH_HAND),
        ),
        _HIGH,
        seats_most=8,
        picture="Kc Kd 9h 7s 4c",
    ),
    Form("draw", "Five-card draw, high", "draw", _draws(5, 1, OPENER), _HIGH, seats_most=8, picture="Qc Qd Qh 7s 4c"),
    Form("draw-low", "Five-card draw, low", "draw", _draws(5, 1), ("a5",), seats_most=8, picture="Ac 2d 3h 5s 7c"),
    Form(
        "draw-jacks",
        "Five-card draw, jacks or better",
        "draw",
        _draws(5, 1, OPENER),
        _HIGH,
        seats_most=8,
        openers=True,
        picture="Jc Jd 9h 6s 3c",
    ),
    Form(
        "draw-joker",
        "Five-card draw, jacks or better with the joker",
        "draw",
        _draws(5, 1, OPENER),
        _HIGH,
        joker=True,
        seats_most=8,
        openers=True,
        picture="joker Jd Jh 6s 3c",
    ),
    Form("lowball", "Ace-to-five lowball", "draw", _draws(5, 1), ("a5",), pass_and_out=True, picture="Ac 2d 3h 4s 6c"),
    Form(
        "lowball-joker",
        "Ace-to-five lowball with the joker",
        "draw",
        _draws(5, 1),
        ("a5",),
        joker=True,
        pass_and_out=True,
        picture="Ac 2d joker 4s 6c",
    ),
    Form(
        "deuce-to-seven",
        "Deuce-to-seven lowball",
        "draw",
        _draws(5, 1),
        ("27",),
        pass_and_out=True,
        phh="2L1D",
        picture="2c 3d 4h 5s 7c",
        bets="no 1/2",
    ),
    Form(
        "triple-draw",
        "Deuce-to-seven triple draw",
        "draw",
        _draws(5, 3),
        ("27",),
        seats_most=6,
        phh="2L3D",
        picture="2d 3h 4s 6c 7d",
    ),
    Form("short-deck", "Short-deck hold'em", "board", _board(2), ("short",), lowest=16, phh="S", picture="Ac Tc"),
    Form(
        "badugi",
        "Badugi",
        "draw",
        _draws(4, 3),
        ("badugi",),
        seats_most=8,
        hand_size=4,
        draw_most=4,
        phh="B",
        picture="Ac 2d 3h 4s",
    ),
)

FORMS: dict[str, Form] = {form.key: form for form in _FORMS}


def form(key: str) -> Form:
    """The form of that name: `holdem`, `omaha-8`, `razz`, `lowball-joker`."""
    try:
        return FORMS[key]
    except KeyError:
        raise Refused("form", f"{key!r} is no form of poker here: {one_of(key, FORMS)}") from None
