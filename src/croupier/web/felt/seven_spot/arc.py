"""Where the positions of a seven-spot table lie: on one arc, position 1 on the viewer's right."""

from collections.abc import Sequence
from math import degrees

from croupier.web.draw.svg import around

W, H = 1072.0, 668.0
CX, CY = 0.5 * W, -0.6 * W
RADIUS = 1.09 * W
STEP = 6.9
FULL = 7


def angles(seats: int, wide: Sequence[tuple[int, float]] = ()) -> list[float]:
    """The angle of each position, 1 first; more than seven seats move closer together.

    A position with several hands takes the pixels it needs, and the others share the rest of a full arc in their order.
    """
    step = STEP if seats <= FULL else STEP * (FULL - 1) / (seats - 1)
    whole = step * (max(seats, FULL) if wide else seats)
    taken = {number: degrees(pixels / RADIUS) for number, pixels in wide}
    rest = max(0.0, whole - sum(taken.values())) / max(1, seats - len(taken))
    found, edge = [], max(whole, sum(taken.values())) / 2
    for number in range(1, seats + 1):
        span = taken.get(number, rest)
        found.append(edge - span / 2)
        edge -= span
    return found


def point(angle: float, inward: float, aside: float = 0.0) -> tuple[float, float]:
    """A point on a position's radius: `inward` from the main circle to the dealer, `aside` to the right."""
    x, y = around(CX, CY, RADIUS - inward, 180 - angle)
    side_x, side_y = around(0, 0, aside, 90 - angle)
    return x + side_x, y + side_y
