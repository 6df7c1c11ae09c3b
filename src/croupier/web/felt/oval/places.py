"""Where everything of a poker table lies: the frame of the felt, and the places around it.

The reader's seat is at the bottom; the others follow clockwise, so that whoever sits at his left is at the left of
the picture. Where he has none, the seat opposite the dealer is at the bottom.
"""

from math import asin, atan2, cos, degrees, hypot

import msgspec

Point = tuple[float, float]
Line = tuple[Point, ...]


class Spot(msgspec.Struct, frozen=True):
    """A place on the left side that is named by itself; the right side mirrors it."""

    plate: Point
    bet: Point
    pill: Point
    button: Point
    cards: Point | None = None  # the outer end of cards that lie before the plate, and their upper edge
    beside: bool = False  # they begin there; otherwise their middle lies there, or as near to it as the edge allows


class Place(msgspec.Struct, frozen=True):
    """One seat: the middle of its plate's upper edge, where its bet lies with the pill, where the button would."""

    seat: int
    x: float
    y: float
    bet: Point
    pill: Point
    button: Point
    bottom: bool = False
    cards: Point | None = None  # where cards that lie before the plate begin, or their middle
    beside: int = 0  # they lead to the right (1) or to the left (-1) from there; 0: it is their middle


class Frame(msgspec.Struct, frozen=True):
    """One way to lay the table out. Lines run up the left side, from the seat beside the reader to the top."""

    name: str
    width: float
    height: float
    rail: tuple[float, float, float, float, float]  # x, y, width, height, radius
    cloth: tuple[float, float, float, float, float]
    plate: Point
    strip: float
    own: Point  # the reader's plate
    own_y: float
    cards_y: float  # his cards
    name_y: float  # what they are called
    card: float  # cards of others
    back: float
    board: float
    run: float  # the same where it is dealt several times
    board_y: float
    gap: float
    pot_y: float
    pots_y: float
    pots: tuple[float, float, float]  # width and height of a box, and the gap between two
    words_y: float
    letters: float
    plates: Line
    bets: Line
    pills: Line
    buttons: Line
    own_bet: tuple[Point, Point]
    own_button: Point
    crowd: Line = ()  # plates of a side with five
    line: tuple[float, float, float, float, float] | None = None  # where bets are put, if it is drawn
    apart: dict[int, tuple[float, ...]] = {}  # of a side with so many: where equal steps would lie on the board
    sides: dict[int, tuple[Spot, ...]] = {}  # of a side with so many, each place by itself
    own_room: float = 0.0  # for the reader's own cards, between the plates at both sides
    title_room: float = 0.0  # for the lettering of the cloth; 0: as long as it is

    @property
    def x(self) -> float:
        return self.width / 2

    @property
    def wide(self) -> bool:
        return self.name == "wide"


WIDE = Frame(
    name="wide",
    width=1072,
    height=668,
    rail=(18, 24, 1036, 622, 311),
    cloth=(46, 52, 980, 566, 283),
    line=(196, 141, 680, 388, 194),
    plate=(150, 68),
    strip=22,
    own=(286, 62),
    own_y=583,
    cards_y=441,
    name_y=414,
    card=52,
    back=44,
    board=78,
    run=62,
    board_y=142,
    gap=8,
    pot_y=82,
    pots_y=268,
    pots=(154, 48, 8),
    words_y=350,
    letters=14,
    plates=((266, 528), (106, 392), (106, 204), (266, 66)),
    bets=((350, 456), (230, 424), (230, 246), (292, 196)),
    pills=((306, 456), (274, 424), (274, 246), (248, 196)),
    buttons=((364, 548), (203, 458), (203, 214), (362, 112)),
    own_bet=((688, 413), (732, 413)),
    own_button=(705, 596),
    own_room=384,
)
TALL = Frame(
    name="tall",
    width=390,
    height=520,
    rail=(6, 10, 378, 500, 150),
    cloth=(18, 22, 354, 476, 138),
    plate=(84, 54),
    strip=16,
    own=(194, 42),
    own_y=473,
    cards_y=331,
    name_y=311,
    card=44,
    back=30,
    board=48,
    run=34,
    board_y=168,
    gap=5,
    pot_y=94,
    pots_y=251,
    pots=(60, 36, 4),
    words_y=0,
    letters=11.5,
    plates=((45, 384), (45, 268), (45, 104), (118, 32)),
    bets=((30, 457), (30, 343), (45, 172), (142, 112)),
    pills=((60, 457), (60, 343), (45, 192), (112, 112)),
    buttons=((12, 374), (12, 258), (98, 150), (176, 72)),  # beside the reader's cards nothing is left of the cloth
    own_bet=((312, 497), (346, 497)),
    own_button=(86, 494),
    crowd=((45, 384), (45, 268), (45, 110), (45, 32), (135, 32)),
    apart={1: (2.0,), 3: (0.0, 1.0, 2.5)},
    own_room=214,
)


RACKS = (180.0, 160.0, 140.0, 120.0, 100.0, 84.0, 64.0, 44.0)  # how long the dealer's rack may be where the rail bends
RACK_DEEP = 40 / 380  # how deep it is for its length


def places(frame: Frame, seats: int, own: int) -> list[Place]:
    """Every seat of the table, from the bottom on clockwise."""
    bottom = own or (seats + 1) // 2
    others = [(bottom + step - 1) % seats + 1 for step in range(1, seats)]
    left = others[: len(others) // 2]
    right = others[len(others) // 2 :]
    found = [_bottom(frame, bottom)]
    found += [_place(frame, seat, at, len(left), False) for at, seat in enumerate(left)]
    found += [_place(frame, seat, at, len(right), True) for at, seat in enumerate(reversed(right))]
    return found


def _bottom(frame: Frame, seat: int) -> Place:
    bet, pill = frame.own_bet
    above = frame.x, frame.own_y - (frame.plate[1] - frame.own[1]) - 8 - frame.card * 1.4
    return Place(seat, frame.x, frame.own_y, bet, pill, frame.own_button, True, above)


def _place(frame: Frame, seat: int, at: int, of: int, mirrored: bool) -> Place:
    """The place of a seat on one side, counted from the bottom."""
    spot = frame.sides[of][at] if of in frame.sides else _on_the_lines(frame, at, of)
    bet, pill, button, cards = spot.bet, spot.pill, spot.button, spot.cards
    x, y = spot.plate
    if mirrored:
        x = frame.width - x
        bet, pill, button = ((frame.width - px, py) for px, py in (bet, pill, button))
        cards = (frame.width - cards[0], cards[1]) if cards else None
    return Place(seat, x, y, bet, pill, button, cards=cards, beside=spot.beside * (-1 if mirrored else 1))


def _on_the_lines(frame: Frame, at: int, of: int) -> Spot:
    if of > len(frame.plates) and frame.crowd:  # a crowded side: bets hang below their plates
        x, y = frame.crowd[at]
        below = y + frame.plate[1]
        return Spot((x, y), (x, below + 13), (x, below + 32), (x - 33, y - 10))
    share = _share(frame, at, of)
    plate, bet, pill, button = (_along(line, share) for line in (frame.plates, frame.bets, frame.pills, frame.buttons))
    return Spot(plate, bet, pill, button)


def _share(frame: Frame, at: int, of: int) -> float:
    if of in frame.apart:
        return frame.apart[of][at]
    return at * 3 / (of - 1) if of > len(frame.plates) - 1 else 3 * (at + 0.5) / of


def along_the_side(frame: Frame, at: int, of: int) -> Point:
    """Where a plate lies by equal steps, as the one so far from the bottom of a side with so many."""
    return _along(frame.plates, _share(frame, at, of))


def _along(line: Line, share: float) -> Point:
    """A point on a broken line, by the number of its corners passed."""
    at = min(int(share), len(line) - 2)
    part = share - at
    (ax, ay), (bx, by) = line[at], line[at + 1]
    return ax + (bx - ax) * part, ay + (by - ay) * part


def rack(frame: Frame, found: list[Place], seats: int) -> tuple[Point, float, float]:
    """The dealer's rack on the rail between the last seat and seat 1: its middle, its turn in degrees, its length."""
    pair = sorted((place for place in found if place.seat in (1, seats)), key=lambda place: place.x)
    middle = [(p.x, p.y + (frame.own[1] if p.bottom else frame.plate[1]) / 2) for p in pair]
    x, y = (middle[0][0] + middle[-1][0]) / 2, (middle[0][1] + middle[-1][1]) / 2
    rx, ry, width, height, radius = frame.rail
    inset = (frame.cloth[0] - rx) / 2
    cy, straight, reach = ry + height / 2, width / 2 - radius, radius - inset
    if any(place.bottom for place in pair) and abs(x - frame.x) <= straight:
        # Beside the reader's own plate the rail runs on under his neighbour's.
        side = 1 if x > frame.x else -1
        for length in RACKS[2:]:
            aside = frame.own[0] / 2 + 10 + length / 2
            bent = max(0.0, aside - straight) / reach
            at, out = (frame.x + side * aside, cy + reach * cos(asin(bent))), (side * bent, cos(asin(bent)))
            if all(_beside(frame, place, at, out, length) for place in found if not place.bottom):
                break
        return at, -side * degrees(asin(bent)), length
    if abs(x - frame.x) <= straight:
        left, right = (place.x + side * _half(frame, place) for place, side in zip((pair[0], pair[-1]), (1, -1)))
        length = max(44.0, min(244.0, right - left - 8))
        return ((left + right) / 2, ry + 2 if y < cy else ry + height - inset), 0.0, length
    centre = frame.x + (straight if x > frame.x else -straight)
    dx, dy = x - centre, y - cy
    far = hypot(dx, dy) or 1.0
    out = dx / far, dy / far
    for length in RACKS:  # a straight rack on a bend: its ends reach out, so its middle moves in by half of that
        away = reach - length**2 / (16 * reach)
        at = centre + out[0] * away, cy + out[1] * away
        if all(_beside(frame, place, at, out, length) for place in found):
            break
    return at, degrees(atan2(dy, dx)) + 90, length


def _beside(frame: Frame, place: Place, at: Point, out: Point, length: float) -> bool:
    """Whether a rack on a bend lies clear of a plate: looked at along its middle line."""
    half, (wide, high) = length * RACK_DEEP / 2 + 4, frame.own if place.bottom else frame.plate
    for step in range(-4, 5):
        x, y = at[0] - out[1] * length * step / 8, at[1] + out[0] * length * step / 8
        if abs(x - place.x) < wide / 2 + half and place.y - half < y < place.y + high + half:
            return False
    return True


def _half(frame: Frame, place: Place) -> float:
    return (frame.own if place.bottom else frame.plate)[0] / 2
