"""The whole drawing: what stands, and what moves as one group that the page's socket replaces."""

from croupier.web.draw.svg import n
from croupier.web.felt.oval.middle import base, middle
from croupier.web.felt.oval.no_board import frame_for
from croupier.web.felt.oval.places import Frame, places
from croupier.web.felt.oval.seats import seat
from croupier.web.felt.oval.shown import PokerView


def felt(view: PokerView, frame: Frame, name: str) -> str:
    """Everything that moves, as one group."""
    frame = frame_for(frame, view.family)
    at = {place.seat: place for place in places(frame, len(view.seats), view.you)}
    order = sorted(view.seats, key=lambda one: (one.you, one.acting))
    seats = "".join(seat(view, one, at[one.number], frame) for one in order)
    inside = middle(view, frame) + seats
    return f'<g id="{name}" data-entry="{view.entry}" data-hand="{view.hand}">{inside}</g>'


def picture(view: PokerView, frame: Frame, name: str, css: str) -> str:
    """The whole drawing for a page."""
    frame = frame_for(frame, view.family)
    box = f"0 0 {n(frame.width)} {n(frame.height)}"
    found = places(frame, len(view.seats), view.you)
    inside = base(view, frame, found) + felt(view, frame, name)
    return f'<svg class="{css}" viewBox="{box}" role="group" aria-label="Poker table {view.table}">{inside}</svg>'
