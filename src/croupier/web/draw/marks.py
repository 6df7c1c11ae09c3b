"""What lies on the table beside cards and chips: puck, dolly, shoe, rack, discards."""

from croupier.web.draw import colours as c
from croupier.web.draw.cards import BACK_SYMBOL
from croupier.web.draw.svg import circle, ellipse, group, n, path, rect, text


def puck(on: bool, x: float, y: float, r: float = 17) -> str:
    """White ON, black OFF."""
    body, ink = ("#FFF", c.NIGHT) if on else ("#0E1116", "#FFF")
    return group(
        circle(x, y + 1.5, r, fill="#000", opacity=0.4),
        circle(x, y, r, fill=body, stroke=c.NIGHT if on else "#FFF", stroke_width=1.6),
        circle(x, y, r - 3.4, fill="none", stroke=ink, stroke_width=1),
        text("ON" if on else "OFF", x, y + r * 0.25, r * 0.68, font_weight=800, fill=ink),
        role="img",
        aria_label="puck on" if on else "puck off",
        class_="puck",
    )


def dolly(x: float, y: float, size: float = 28) -> str:
    """The point marker beside the winning number; x, y is the middle of its foot."""
    k = size / 28
    return group(
        ellipse(0, 1, 10, 3, fill="#000", opacity=0.35),
        path("M-9 0C-7-4-4.5-8-4-13H4C4.5-8 7-4 9 0Z", fill="#F7F7F4", stroke="#9AA3AC", stroke_width=0.8),
        circle(0, -18.5, 6.5, fill="#FFF", stroke="#9AA3AC", stroke_width=0.8),
        transform=f"translate({x:g} {y:g}) scale({k:g})",
        role="img",
        aria_label="point marker",
        class_="dolly",
    )


def _box(x: float, y: float, title: str, figure: str) -> str:
    return (
        rect(x, y, 80, 94, rx=8, fill=c.NIGHT, fill_opacity=0.55, stroke=c.IVORY, stroke_opacity=0.28)
        + text(title, x + 40, y + 23, 12, fill=c.IVORY)
        + text(figure, x + 40, y + 39, 12.5, font_weight=800, fill="#FFF")
    )


def shoe(x: float, y: float, title: str, left: str, share: float) -> str:
    """The shoe with what is left of it and its cover card."""
    width = 34 * max(0.0, min(1.0, share))
    edges = "".join(f"M{n(x + 21 + step)} {n(y + 57)}v21" for step in range(0, int(width), 3))
    cards = path(edges, stroke="#B8BBB8", stroke_width=0.8)
    return group(
        _box(x, y, title, left),
        rect(x + 14, y + 52, 56, 32, rx=2, fill="#14181F", stroke="#3C4652", stroke_width=1.5),
        rect(x + 19, y + 56, width + 2, 23, fill="#F4F2EA"),
        cards,
        rect(x + 19 + width * 0.8, y + 56, 2.2, 23, fill=c.ACCENT),
        role="img",
        aria_label=f"{title}, {left}",
        class_="shoe",
    )


def discards(x: float, y: float, count: str) -> str:
    """The discard rack, cards lying on their side."""
    return group(
        _box(x, y, "Discards", count),
        f'<svg x="{x + 11:g}" y="{y + 50:g}" width="58" height="34" viewBox="6 30 88 52" '
        f'preserveAspectRatio="xMidYMid slice"><use href="#{BACK_SYMBOL}" width="100" height="140"/></svg>',
        role="img",
        aria_label=f"Discards, {count} cards",
        class_="discards",
    )


RACK = (100, 500, 500, 2500, 2500, 2500, 10000, 10000, 50000, 100000)


def rack(x: float, y: float) -> str:
    """The table inventory seen from above; x is its middle."""
    wide = len(RACK) * 36.4 + 16
    parts = [rect(x - wide / 2, y, wide, 39, rx=6, fill="#0B0D10", stroke="#232B33", stroke_width=1.2)]
    for place, value in enumerate(RACK):
        body, spots, _ = c.CHIPS[value]
        left = x - wide / 2 + 10 + place * 36.4
        parts.append(rect(left, y + 6.5, 31, 26, rx=2.5, fill=body))
        ribs = "".join(f"M{n(left + step)} {n(y + 6.5)}v26" for step in range(4, 31, 4))
        parts.append(path(ribs, stroke="#000", stroke_opacity=0.28))
        parts.append(rect(left, y + 17, 31, 5, fill=spots, fill_opacity=0.55))
    return group(*parts, role="img", aria_label="chip rack")


def curved_table() -> str:
    """Rail and felt of a table with its players on an arc; drawn 1072 wide."""
    cloth = "M32 11H1040V312A504 327 0 0 1 32 312Z"
    return (
        path("M16 11H1056V318A520 338 0 0 1 16 318Z", fill="url(#rail)")
        + path(cloth, fill="url(#cloth)")
        + path(cloth, fill="none", stroke="#061F18", stroke_opacity=0.55, stroke_width=2)
    )
