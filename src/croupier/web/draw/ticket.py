"""A ticket as a station prints it: number, amount, and its code both in letters and as bars."""

from markupsafe import Markup

from croupier.equipment.money import money
from croupier.web.draw.colours import PAPER, PAPER_GREY, PAPER_INK, PAPER_LINE
from croupier.web.draw.svg import line, n, path, picture, rect, text

WIDE, HIGH = 640, 286
# Code 39: five bars and four spaces a sign, 1 where one is wide. A code has only these letters.
BARS = {
    "0": "000110100", "1": "100100001", "2": "001100001", "3": "101100000", "4": "000110001", "5": "100110000",
    "6": "001110000", "7": "000100101", "8": "100100100", "9": "001100100", "A": "100001001", "B": "001001001",
    "C": "101001000", "D": "000011001", "E": "100011000", "F": "001011000", "*": "010010100",
}  # fmt: skip
WIDTH_OF_WIDE = 2.5


def grouped(code: str) -> str:
    """A code as people read it aloud."""
    code = code.upper()
    return " ".join(code[at : at + 3] for at in range(0, len(code), 3))


def bars(code: str) -> tuple[str, float]:
    """The code as bars from 0 on, one path of height 1, and how wide it is."""
    x, drawn = 0.0, []
    for sign in f"*{code.upper()}*":
        for place, wide in enumerate(BARS[sign]):
            step = WIDTH_OF_WIDE if wide == "1" else 1.0
            if place % 2 == 0:
                drawn.append(f"M{n(x)} 0h{n(step)}v1h{n(-step)}Z")
            x += step
        x += 1.0
    return "".join(drawn), x - 1.0


def ticket(number: int, cents: int, code: str, house: str, station: str, note: str = "") -> Markup:
    """The whole paper; what it says stands beside it in words, so it is one image."""
    drawn = rect(1, 1, WIDE - 2, HIGH - 2, rx=14, fill=PAPER, stroke=PAPER_LINE, stroke_width=2)
    drawn += line(
        16, 98, WIDE - 16, 98, stroke=PAPER_LINE, stroke_width=2, stroke_dasharray="2 7", stroke_linecap="round"
    )
    left = {"text_anchor": "start", "fill": PAPER_INK}
    right = {"text_anchor": "end", "fill": PAPER_INK}
    drawn += text(house, 30, 44, 20, font_weight=800, **left)
    drawn += text(f"Ticket {number:06d}", WIDE - 30, 44, 20, font_weight=800, **right)
    drawn += text(station, 30, 72, 14, font_weight=500, text_anchor="start", fill=PAPER_GREY)
    drawn += text(note, WIDE - 30, 72, 14, font_weight=600, text_anchor="end", fill=PAPER_GREY)
    drawn += text(money(cents), WIDE / 2, 158, 44, font_weight=800, fill=PAPER_INK)
    shape, wide = bars(code)
    scale = (WIDE - 120) / wide
    drawn += path(shape, fill=PAPER_INK, transform=f"translate(60 180) scale({scale:.4f} 54)")
    drawn += text(grouped(code), WIDE / 2, 262, 18, font_weight=700, fill=PAPER_INK, letter_spacing=1.5)
    label = f"Ticket {number:06d} of {house}, {money(cents)}, code {grouped(code)}"
    return picture(drawn, WIDE, HIGH, label, **{"class": "ticket-paper"})
