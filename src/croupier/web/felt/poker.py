"""A poker table as felt: seats around an oval from the dealer's left, their cards and bets, board and pot between."""

from math import cos, radians, sin

import msgspec

from croupier.equipment.cards import parse_card
from croupier.web.draw import cards as playing
from croupier.web.draw import chips
from croupier.web.draw import colours as c
from croupier.web.draw.svg import circle, el, ellipse, group, n, rect, text
from croupier.web.poker.shown import PokerSeat, PokerView


class Oval(msgspec.Struct, frozen=True):
    """One way to lay the table out: where the middle is, how far seats, cards and bets lie from it."""

    width: float
    height: float
    x: float
    y: float
    rx: float
    ry: float
    plate: tuple[float, float]
    card: float
    own: float
    board: float
    letters: float
    bets: float  # the share of the way from the middle to a seat where its bet lies
    gap: float  # degrees that the dealer takes on either side


WIDE = Oval(1072, 668, 536, 330, 432, 236, (132, 48), 42, 54, 56, 14, 0.56, 26)
TALL = Oval(390, 544, 195, 272, 146, 226, (88, 36), 27, 36, 36, 11.5, 0.52, 30)
BACK = "??"


def felt(view: PokerView, oval: Oval, name: str) -> str:
    """Everything that moves, as one group."""
    order = sorted(view.seats, key=lambda seat: (seat.you, seat.acting))
    seats = "".join(_seat(view, seat, oval) for seat in order)
    return f'<g id="{name}" data-entry="{view.entry}">{_middle(view, oval)}{seats}</g>'


def base(oval: Oval) -> str:
    """The table itself."""
    rail = ellipse(oval.x, oval.y, oval.rx * 1.03, oval.ry * 1.05, fill="url(#rail)")
    cloth = ellipse(oval.x, oval.y, oval.rx * 0.97, oval.ry * 0.95, fill="url(#cloth)", stroke=c.RAIL_DARK)
    line = ellipse(oval.x, oval.y, oval.rx * 0.66, oval.ry * 0.6, class_="poker-line")
    top = oval.y - oval.ry * 0.98
    tray = rect(oval.x - oval.width * 0.09, top - 8, oval.width * 0.18, 26, rx=8, class_="poker-tray")
    words = text("DEALER", oval.x, top + 10, oval.letters * 0.86, class_="poker-dealer", letter_spacing=1.5)
    return rail + cloth + line + tray + words


def place(oval: Oval, seat: int, of: int, share: float = 1.0) -> tuple[float, float]:
    """A point on the way from the middle to a seat. Seat 1 is at the dealer's left, on the right of the picture."""
    step = (360 - 2 * oval.gap) / max(1, of)
    turn = radians(oval.gap + step * (seat - 0.5))
    return oval.x + share * oval.rx * sin(turn), oval.y - share * oval.ry * cos(turn)


def _values(shown: tuple[str, ...]) -> list[int | None]:
    return [None if card == BACK else parse_card(card) for card in shown]


def _seat(view: PokerView, seat: PokerSeat, oval: Oval) -> str:
    x, y = place(oval, seat.number, len(view.seats))
    wide, high = oval.plate
    if not seat.taken:
        return _free(view, seat, oval, x, y)
    kind = "you" if seat.you else ""
    kind += " acting" if seat.acting else ""
    kind += "" if seat.playing else " idle"
    plate = rect(x - wide / 2, y - high / 2, wide, high, rx=high / 2.6, class_=f"seat-plate {kind}".strip())
    top = text(_fit(seat.name, wide, oval.letters), x, y - 2, oval.letters, class_="seat-name")
    below = seat.note or seat.chips
    size = oval.letters * 0.95
    under = text(
        _fit(below, wide, size), x, y + oval.letters + 2, size, class_="seat-chips" + (" note" if seat.note else "")
    )
    words = ", ".join(w for w in (f"Seat {seat.number}", seat.name, seat.chips, seat.note, *seat.marks) if w)
    drawn = _cards(seat, oval, x, y) + group(plate, top, under, role="img", aria_label=words)
    return drawn + _bet(view, seat, oval) + _button(view, seat, oval)


def _free(view: PokerView, seat: PokerSeat, oval: Oval, x: float, y: float) -> str:
    wide, high = oval.plate
    plate = rect(x - wide / 2, y - high / 2, wide, high, rx=high / 2.6, class_="seat-plate free")
    words = text(f"Seat {seat.number}", x, y + oval.letters * 0.35, oval.letters, class_="seat-name")
    if not view.may_sit:
        return group(plate, words, role="img", aria_label=f"Seat {seat.number}, open")
    link = {
        "href": f"/room/tables/{view.table}?seat={seat.number}#sit",
        "data_seat": seat.number,
        "class_": "seat-link",
    }
    return el("a", plate, words, aria_label=f"Sit down at seat {seat.number}", **link)


def _cards(seat: PokerSeat, oval: Oval, x: float, y: float) -> str:
    if not seat.cards:
        return ""
    width = oval.own if seat.you else oval.card
    values = _values(seat.cards)
    show = min(playing.FAN, 2.6 / len(values)) if len(values) > 4 else playing.FAN
    top = y - oval.plate[1] / 2 - width * playing.RATIO * 0.78
    return group(playing.fan(values, x, top, width, key=f"s{seat.number}", show=show), class_="seat-cards")


def _bet(view: PokerView, seat: PokerSeat, oval: Oval) -> str:
    if not seat.bet and not seat.won:
        return ""
    x, y = place(oval, seat.number, len(view.seats), oval.bets)
    if seat.won:
        return chips.pill(f"won {seat.won}", x, y, kind="won", size=oval.letters * 0.95)
    r = oval.letters * 0.8
    return chips.stack(seat.bet_cents, x, y - r, r) + chips.pill(seat.bet, x, y + r * 1.4, size=oval.letters * 0.9)


def _button(view: PokerView, seat: PokerSeat, oval: Oval) -> str:
    if seat.number != view.button:
        return ""
    x, y = place(oval, seat.number, len(view.seats), 0.7)
    r = oval.letters * 0.78
    x += oval.plate[0] * (0.42 if x <= oval.x else -0.42)  # toward the middle: clear of the seat's plate
    disc = circle(x, y, r, fill=c.FACE, stroke=c.FACE_EDGE, stroke_width=1)
    return group(
        disc,
        text("D", x, y + r * 0.42, r * 1.2, fill=c.BLACK_SUIT, font_weight=800),
        role="img",
        aria_label=f"The button is at seat {seat.number}",
    )


def _middle(view: PokerView, oval: Oval) -> str:
    drawn = []
    rows = [row for row in view.boards if row]
    high = oval.board * playing.RATIO
    top = oval.y - (high + 10) * len(rows) / 2 - oval.letters
    for number, row in enumerate(rows):
        values = _values(row)
        left = oval.x - 5 * (oval.board + 5) / 2 + 2.5
        drawn.append(
            "".join(
                playing.card(
                    value,
                    left + place_ * (oval.board + 5),
                    top + number * (high + 10),
                    oval.board,
                    key=f"b{number}-{place_}",
                )
                for place_, value in enumerate(values)
            )
        )
    below = top + len(rows) * (high + 10) + oval.letters * 1.3 if rows else oval.y
    if view.pot:
        drawn.append(chips.pill(view.pot, oval.x, below, size=oval.letters * 1.1))
    if view.middle:
        drawn.append(text(view.middle, oval.x, below + oval.letters * 2.3, oval.letters, class_="poker-words"))
    return group(*drawn, class_="quiet")


def _fit(words: str, width: float, size: float) -> str:
    most = int(width / (size * 0.56))
    return words if len(words) <= most else words[: max(1, most - 1)] + "…"


def picture(view: PokerView, oval: Oval, name: str, css: str) -> str:
    """The whole drawing for a page."""
    inside = base(oval) + felt(view, oval, name)
    box = f"0 0 {n(oval.width)} {n(oval.height)}"
    return f'<svg class="{css}" viewBox="{box}" role="group" aria-label="Poker table {view.table}">{inside}</svg>'
