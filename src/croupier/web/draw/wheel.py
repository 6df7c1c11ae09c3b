"""The roulette wheel and the big six wheel."""

from collections.abc import Sequence

from croupier.equipment.wheels import colour as colour_of
from croupier.web.draw import colours as c
from croupier.web.draw.svg import around, circle, group, line, n, path, ring_sector, symbol, text

FILLS = {"red": c.WHEEL_RED, "black": c.WHEEL_BLACK, "green": c.WHEEL_GREEN}
POCKETS = {"red": "#8F1C27", "black": "#1A1A1A", "green": "#1F6A46"}


def roulette_symbol(order: Sequence[str], name: str = "wheel") -> str:
    """The wheel with its numbers in the rulebook's clockwise order, the first one straight up."""
    radius = 100.0
    step = 360 / len(order)
    parts = [
        circle(0, 0, radius, fill=c.WOOD_DARK, stroke=c.WOOD_LIGHT, stroke_width=1.2),
        circle(0, 0, 93, fill="#3A281E", stroke=c.BRASS, stroke_width=0.9),
    ]
    for stud in range(8):
        x, y = around(0, 0, 86.5, stud * 45 + 22.5)
        parts.append(
            path(
                "M0-3.2L1.7 0 0 3.2-1.7 0Z",
                fill=c.BRASS_LIGHT,
                transform=f"translate({n(x)} {n(y)}) rotate({n(stud * 45 + (22.5 if stud % 2 else 112.5))})",
            )
        )
    figures = []
    for place, number in enumerate(order):
        middle = place * step
        colour = colour_of(number)
        parts.append(path(ring_sector(0, 0, 66, 80, middle - step / 2, middle + step / 2), fill=FILLS[colour]))
        parts.append(path(ring_sector(0, 0, 50, 66, middle - step / 2, middle + step / 2), fill=POCKETS[colour]))
        size = 8.9 if len(number) < 3 else 6.4  # three zeros in a pocket of the same width
        turned = f"rotate({n(middle)})" if place else None
        figures.append(text(number, 0, -69.9, size, font_weight=800, fill="#FFF", transform=turned))
    spokes = "".join(
        f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}"
        for a, b in (
            (around(0, 0, 50, (place + 0.5) * step), around(0, 0, 80, (place + 0.5) * step))
            for place in range(len(order))
        )
    )
    parts.append(path(spokes, stroke=c.BRASS, stroke_opacity=0.55, stroke_width=0.4))
    parts += figures
    parts.append(circle(0, 0, 66, fill="none", stroke=c.BRASS, stroke_width=0.4, stroke_opacity=0.6))
    parts.append(circle(0, 0, 50, fill="#47301F", stroke=c.BRASS, stroke_width=0.9))
    leaf = "".join(
        path("M0-47L5-30 0-10-5-30Z", fill=c.WOOD_LIGHT, transform=f"rotate({turn * 45})") for turn in range(8)
    )
    parts.append(leaf)
    for turn in range(4):
        x, y = around(0, 0, 27, turn * 90 + 20)
        parts.append(line(0, 0, x, y, stroke=c.BRASS, stroke_width=3.4))
        parts.append(circle(x, y, 3.6, fill=c.BRASS_LIGHT))
    parts.append(circle(0, 0, 10, fill=c.BRASS) + circle(0, 0, 5.6, fill=c.BRASS_LIGHT))
    return symbol(name, "-101 -101 202 202", *parts)


def roulette(order: Sequence[str], x: float, y: float, radius: float, result: str | None) -> str:
    """The wheel at rest; the pocket of the result is straight up with the ball in it."""
    side = radius * 2.02
    turn = -order.index(result) * 360 / len(order) if result in order else 0.0
    middle = f"translate({n(x)} {n(y)})"
    head = group(
        f'<use href="#wheel" x="{n(-side / 2)}" y="{n(-side / 2)}" width="{n(side)}" height="{n(side)}"/>',
        class_="wheel-head",
        data_turn=n(turn),
        transform=f"rotate({n(turn)})",
    )
    ball = circle(0, -0.58 * radius, 0.042 * radius, fill="#FFF")
    words = f"Roulette wheel, ball in {result}, {colour_of(result)}" if result in order and result else "Roulette wheel"
    hidden = None if result in order else 0
    return group(head, group(ball, class_="wheel-ball", opacity=hidden), transform=middle, role="img", aria_label=words)


SIX_FILLS = {
    "1": "#1F5FA8",
    "2": "#0F6B41",
    "5": "#B4202D",
    "10": "#6A3FA0",
    "20": "#8A5A00",
    "joker": "#14181E",
    "logo": "#0E6670",
}


def six_fill(insignia: str) -> str:
    """The colour of a sign; amounts that the common wheel does not have take turns with its colours."""
    if insignia in SIX_FILLS:
        return SIX_FILLS[insignia]
    money = [fill for sign, fill in SIX_FILLS.items() if sign.isdigit()]
    return money[int(insignia) % len(money)] if insignia.isdigit() else SIX_FILLS["logo"]


def six_letters(insignia: str) -> str:
    """A sign in the least room: `$5`, `J`; nothing for the house's own mark, which is a star."""
    if insignia == "logo":
        return ""
    return f"${insignia}" if insignia.isdigit() else insignia[:1].upper()


def big_six_symbol(order: Sequence[str], name: str = "six-wheel") -> str:
    """The upright wheel with its pegs; `order` holds each section's insignia."""
    step = 360 / len(order)
    parts = [circle(0, 0, 100, fill=c.WOOD_DARK, stroke=c.BRASS, stroke_width=1)]
    for place, insignia in enumerate(order):
        middle = place * step
        sector = ring_sector(0, 0, 55, 93, middle - step / 2, middle + step / 2)
        parts.append(path(sector, fill=six_fill(insignia), stroke=c.BRASS, stroke_width=0.35))
        if words := six_letters(insignia):
            # Lettered along the radius: the sections are narrower than their words.
            place_at = f"rotate({n(middle)}) translate(0 -80) rotate(-90)"
            parts.append(text(words, 0, 2.4, 6.8, font_weight=800, fill="#FFF", transform=place_at))
        else:
            star = "M0-3l.9 2 2.1.2-1.6 1.5.4 2.1L0 1.7l-1.8 1.1.4-2.1L-3-.8l2.1-.2Z"
            parts.append(path(star, fill=c.BRASS_LIGHT, transform=f"rotate({n(middle)}) translate(0 -82)"))
        px, py = around(0, 0, 96.5, middle + step / 2)
        parts.append(circle(px, py, 1.3, fill=c.BRASS_LIGHT))
    parts.append(circle(0, 0, 55, fill="#47301F", stroke=c.BRASS, stroke_width=0.7))
    parts += [path("M0-50L6-30 0-10-6-30Z", fill=c.WOOD_LIGHT, transform=f"rotate({turn * 45})") for turn in range(8)]
    parts.append(circle(0, 0, 10, fill=c.BRASS))
    return symbol(name, "-101 -101 202 202", *parts)


def big_six(
    order: Sequence[str], x: float, y: float, radius: float, result: int | None = None, name: str = "six-wheel"
) -> str:
    """The wheel under its clapper, the section of the result straight up."""
    turn = -(result or 0) * 360 / len(order)
    side = radius * 2.02
    head = group(
        f'<use href="#{name}" x="{n(-side / 2)}" y="{n(-side / 2)}" width="{n(side)}" height="{n(side)}"/>',
        class_="wheel-head",
        data_turn=n(turn),
        transform=f"rotate({n(turn)})",
    )
    clapper = path(f"M-7{n(-radius * 1.1)}h14l-4 {n(radius * 0.2)}h-6Z", fill=c.BRASS_LIGHT, stroke="#3A2D05")
    words = f"Big six wheel at {order[result]}" if result is not None else "Big six wheel"
    return group(head, clapper, transform=f"translate({n(x)} {n(y)})", role="img", aria_label=words)
