"""Dice. Opposite faces sum to seven; what is shown is the face thrown."""

from croupier.web.draw import colours as c
from croupier.web.draw.svg import circle, group, rect

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(face: int, x: float, y: float, side: float, *, turn: float = 0, ivory: bool = False) -> str:
    """One die with its middle at x, y."""
    body, ink = (c.DIE_IVORY, c.BOX) if ivory else (c.DIE, "#FFF")
    half = side / 2
    parts = []
    if not ivory:
        parts.append(rect(x - half + 1, y - half + side * 0.07, side, side, rx=side * 0.17, fill="#000", opacity=0.4))
        parts.append(
            rect(x - half, y - half, side, side, rx=side * 0.17, fill=body, stroke=c.DIE_EDGE, stroke_width=side * 0.03)
        )
        parts.append(
            rect(
                x - half + side * 0.05,
                y - half + side * 0.05,
                side * 0.9,
                side * 0.9,
                rx=side * 0.14,
                fill="none",
                stroke="#F08B92",
                stroke_opacity=0.45,
                stroke_width=side * 0.02,
            )
        )
    else:
        parts.append(rect(x - half, y - half, side, side, rx=side * 0.17, fill=body))
    r = side * (0.085 if face < 6 or not ivory else 0.08)
    parts += [circle(x + dx * 0.26 * side, y + dy * 0.26 * side, r, fill=ink) for dx, dy in PIPS[face]]
    return group(
        *parts,
        transform=f"rotate({turn:g} {x:g} {y:g})" if turn else None,
        class_="die",
        role="img",
        aria_label=f"die showing {face}",
    )


def pair(
    first: int, second: int, x: float, y: float, side: float, *, ivory: bool = False, gap: float | None = None
) -> str:
    """Two dice side by side around x, y: thrown red ones lie askew, those printed on the layout straight."""
    apart = (side + (gap if gap is not None else side * (0.12 if ivory else 0.26))) / 2
    tilt = (0.0, 0.0) if ivory else (-7.0, 9.0)
    return die(first, x - apart, y, side, turn=tilt[0], ivory=ivory) + die(
        second, x + apart, y, side, turn=tilt[1], ivory=ivory
    )
