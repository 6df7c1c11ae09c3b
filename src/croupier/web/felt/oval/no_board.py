"""Games without a board use the middle of the table otherwise: stud for the cards that lie in front of each seat, draw
on a phone for the reader's own hand at its full size."""

import msgspec

from croupier.web.felt.oval.places import TALL, WIDE, Frame, Point, Spot, along_the_side

STUD_HIGH, STUD_WIDE = 62.0, 44.0  # an up card before a plate
UPPER, LOW, LOWEST = 250.0, 410.0, 500.0  # plates of the upper half, beside the reader's hand, and nearest to him


def _before(x: float, y: float) -> Spot:
    """A seat of stud on a desk: its cards between plate and middle, or above a plate beside the reader's hand."""
    button = x + 97, y + 10
    if y > LOWEST:
        return Spot((x, y), (x - 132, y - 38), (x - 172, y - 38), button, (x, y - 8 - STUD_HIGH))
    if y > LOW:
        return Spot((x, y), (x + 115, y - 39), (x + 155, y - 39), button, (x, y - 8 - STUD_HIGH))
    upper = min(y + 3, WIDE.cards_y - STUD_HIGH - 2)  # a hand that is shown whole ends above the reader's
    chips = upper + STUD_HIGH + 18 if y < UPPER else upper - 19  # on the free side of its cards
    return Spot((x, y), (x + 98, chips), (x + 138, chips), button, (x + 83, upper), beside=True)


def _column(x: float, y: float, *, bet: Point, pill: Point) -> Spot:
    return Spot((x, y), bet, pill, (12, y - 10), (x - 42, y - 28))


def _inner(y: float) -> Spot:
    return _column(45, y, bet=(101, y + 14), pill=(108, y + 36))


_TOP = Spot((118, 32), (140, 100), (180, 100), (176, 72), (76, 4))
_LAST = _column(45, 280, bet=(30, 348), pill=(60, 348))  # its bet hangs below the plate: the hand's name lies beside

WIDE_STUD = msgspec.structs.replace(
    WIDE,
    card=STUD_WIDE,
    pot_y=150,
    pots_y=276,
    pots=(140, 48, 6),
    title_room=410,
    sides={of: tuple(_before(*along_the_side(WIDE, at, of)) for at in range(of)) for of in (1, 2, 3, 4)},
)
TALL_STUD = msgspec.structs.replace(
    TALL,
    card=32,
    name_y=313,
    pot_y=126,
    pots_y=172,
    sides={
        1: (_inner(200),),
        2: (_inner(236), _inner(120)),
        3: (_LAST, _inner(190), _inner(100)),
        4: (_LAST, _inner(198), _inner(116), _TOP),
    },
)


def _drawn(y: float) -> Spot:
    return Spot((45, y), (101, y + 14), (108, y + 36), (12, y - 10))


_BESIDE_NAME = Spot((45, 276), (101, 262), (108, 283), (12, 266))
_HIGHEST = Spot((118, 32), (140, 100), (180, 100), (176, 72))

# Nothing lies beside the reader's five cards: every plate ends above them.
TALL_DRAW = msgspec.structs.replace(
    TALL,
    own_room=TALL.width - 60,
    pot_y=118,
    pots_y=158,
    sides={
        1: (_drawn(180),),
        2: (_drawn(220), _drawn(100)),
        3: (_BESIDE_NAME, _drawn(176), _drawn(80)),
        4: (_BESIDE_NAME, _drawn(192), _drawn(108), _HIGHEST),
    },
)
_FRAMES = {("wide", "stud"): WIDE_STUD, ("tall", "stud"): TALL_STUD, ("tall", "draw"): TALL_DRAW}


def frame_for(frame: Frame, family: str) -> Frame:
    """The frame as a game of this family uses it."""
    return _FRAMES.get((frame.name, family), frame)
