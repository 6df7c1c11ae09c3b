"""Small pictures of the games for the lobby's cards: 356 by 131, drawn from the same pieces as the tables."""

from functools import cache

from markupsafe import Markup

from croupier.equipment.cards import parse_cards
from croupier.equipment.wheels import colour
from croupier.poker.book.forms import FORMS
from croupier.web.draw import colours as c
from croupier.web.draw.cards import fan
from croupier.web.draw.chips import chip
from croupier.web.draw.dice import die
from croupier.web.draw.marks import puck
from croupier.web.draw.svg import around, circle, ellipse, path, picture, rect, text
from croupier.web.draw.wheel import FILLS, big_six, big_six_symbol, roulette_symbol

W, H = 356.0, 131.0
COME_OUT, POINTS = "0", {"4": "4", "5": "5", "6": "SIX", "8": "8", "9": "NINE", "10": "10"}
BOARD = "Qh 9s 7s"  # shares no card with the hands of the forms that have a board
DOUBLE = (
    "0", "28", "9", "26", "30", "11", "7", "20", "32", "17", "5", "22", "34", "15", "3", "24", "36", "13", "1", "00",
    "27", "10", "25", "29", "12", "8", "19", "31", "18", "6", "21", "33", "16", "4", "23", "35", "14", "2",
)  # fmt: skip
SECTIONS = (
    "1", "2", "1", "5", "1", "2", "1", "10", "1", "2", "1", "5", "1", "2", "20", "1", "2", "joker", "1", "5", "2", "1",
    "2", "logo",
)  # fmt: skip


def _framed(drawn: str) -> Markup:
    """A drawing on the cloth of a table, cut to its card."""
    ground = rect(0, 0, W, H, fill="url(#cloth)")
    return picture(ground + drawn, W, H, preserveAspectRatio="xMidYMid slice")


@cache
def cards(shown: str) -> Markup:
    """Cards dealt to seats."""
    parts = [path("M26 4A190 190 0 0 0 330 4", fill="none", stroke=c.IVORY, stroke_opacity=0.55)]
    stakes = (None, 500, None, 10000, 2500, None, None)
    for place, value in enumerate(stakes):
        x, y = around(178, -118, 216, 180 - (place - 3) * 12.5)
        parts.append(circle(x, y, 9.5, fill=c.BOX, stroke=c.IVORY, stroke_opacity=0.6))
        if value:
            parts.append(chip(value, x, y, 9.5))
    return _framed("".join(parts) + fan(list(parse_cards(shown)), 178, 24, 30))


@cache
def roulette() -> Markup:
    parts = ['<use href="#wheel-small" x="20" y="9" width="113" height="113"/>']
    for number in range(1, 22):
        column, row = divmod(number - 1, 3)
        x, y = 156 + column * 29.2, 79 - row * 27
        parts.append(rect(x, y, 29.2, 27, fill=FILLS[colour(str(number))], stroke=c.IVORY))
        parts.append(text(str(number), x + 14.6, y + 17.5, 11, font_weight=800, fill="#FFF"))
    return _framed("".join(parts) + chip(500, 243.5, 65.5, 7.5) + chip(2500, 287, 79, 7.5))


@cache
def craps(point: str) -> Markup:
    """The puck lies ON at the point, OFF before there is one; a point that has no box here draws none."""
    parts = [die(5, 63, 64, 40, turn=-8), die(3, 121, 72, 40, turn=11)]
    for place, word in enumerate(POINTS.values()):
        x = 166 + place * 30
        parts.append(rect(x, 29, 30, 36, fill="none", stroke=c.IVORY))
        parts.append(text(word, x + 15, 51, 14 if len(word) < 3 else 9.5, font_weight=800, fill=c.GOLD))
    parts.append(rect(166, 65, 180, 23, fill="none", stroke=c.IVORY))
    parts.append(text("COME", 257, 82, 13, font_weight=800, fill=c.CORAL, letter_spacing=2.5))
    parts.append(rect(166, 88, 180, 23, fill="none", stroke=c.IVORY))
    parts.append(text("PASS LINE", 257, 104, 11, font_weight=800, fill=c.IVORY, letter_spacing=1.6))
    if point in POINTS:
        parts.append(puck(True, 181 + list(POINTS).index(point) * 30, 26, 9))
    elif point == COME_OUT:
        parts.append(puck(False, 152, 26, 9))
    return _framed("".join(parts))


@cache
def baccarat() -> Markup:
    parts = []
    for place, (word, ink) in enumerate((("PLAYER", "#9CC4FF"), ("TIE", c.IVORY), ("BANKER", c.CORAL))):
        x = 31 + place * 101
        parts.append(rect(x, 28, 94, 39, rx=6, fill=c.BOX, fill_opacity=0.5, stroke=ink, stroke_width=1.4))
        parts.append(text(word, x + 47, 52, 12, font_weight=800, fill=ink, letter_spacing=1))
    inks = {"P": "#6FA8F5", "B": "#E88B84", "T": "#56CB92"}
    for place, result in enumerate("PBBPPBPTBPBBPPBPBTBPPBPBBPBPPTBPBBPPBPBTBPPBPBBPBPPBTPB"):
        column, row = divmod(place, 3)
        parts.append(circle(37 + column * 13.4, 81 + row * 12, 4.6, fill="none", stroke=inks[result], stroke_width=1.6))
    return _framed("".join(parts))


@cache
def big_six_table() -> Markup:
    parts = [big_six(SECTIONS, 84, 70, 56, name="six-small")]
    for place, word in enumerate(("$1", "$2", "$5", "$10", "$20")):
        x = 166 + place * 36
        parts.append(rect(x, 42, 36, 50, fill=c.BOX, stroke=c.IVORY))
        parts.append(text(word, x + 18, 72, 13, font_weight=800, fill=c.GOLD))
    return _framed("".join(parts))


@cache
def board(dice: bool) -> Markup:
    """Boxes in rows, and the dice that they are wagers on where there are some."""
    faces = enumerate((2, 5, 3) if dice else ())
    parts = [die(face, 52 + at * 34, 66 + at % 2 * 10, 30, turn=9 * at - 8) for at, face in faces]
    left, columns = (166, 6) if dice else (40, 9)
    for number in range(3 * columns):
        row, column = divmod(number, columns)
        parts.append(rect(left + column * 30, 25 + row * 28, 30, 28, fill=c.BOX, stroke=c.IVORY))
    return _framed("".join(parts) + chip(500, left + 45, 39, 8) + chip(2500, left + 105, 67, 8))


@cache
def poker(key: str) -> Markup:
    """A table of the room: the board with a hand below it, a stud hand with its closed cards, a hand that draws."""
    form = FORMS.get(key, FORMS["holdem"])
    hand: list[int | None] = list(parse_cards(form.picture))
    parts = [ellipse(178, 66, 128, 38, fill=c.BOX, fill_opacity=0.5, stroke=c.IVORY, stroke_opacity=0.5)]
    for place in range(9):
        x, y = around(178, 66, 1, place * 40)
        parts.append(
            circle(178 + (x - 178) * 142, 66 + (y - 66) * 45, 6, fill="#3B2A20", stroke=c.IVORY, stroke_opacity=0.4)
        )
    if form.family == "board":
        parts.append(fan(list(parse_cards(BOARD)), 178, 32, 23, show=1.12))
        parts.append(fan(hand, 178, 74, 26))
    elif form.family == "stud":
        closed = [turned for street in form.streets for turned in (True,) * street.down + (False,) * street.up]
        parts.append(fan([None if down else card for card, down in zip(hand, closed)], 178, 46, 28))
    else:  # what is thrown away lies closed before the hand
        parts.append(fan([None, None], 178, 33, 18))
        parts.append(fan(hand, 178, 62, 28))
    return _framed("".join(parts) + chip(2500, 98, 58, 8) + chip(500, 114, 70, 8))


@cache
def small_wheel() -> str:
    """The wheels that the lobby's pictures refer to."""
    wheels = roulette_symbol(DOUBLE, "wheel-small") + big_six_symbol(SECTIONS, "six-small")
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{wheels}</svg>'
