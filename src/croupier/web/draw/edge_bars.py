"""Two house edges as two bars on one scale: what is older above, what is newer below."""

from markupsafe import Markup

from croupier.web.draw.svg import el

FLOOR = 0.02  # an edge below this is worth a second look; the house's own wish, no rule of any document
WIDE, HIGH = 380, 34


def edge_bars(before: float | None, after: float | None, scale: float, sides: tuple[str, str]) -> Markup:
    """The bars with the mark of the edge that is worth a second look; `sides` says what the two are."""
    drawn = ""
    for place, (edge, fill) in enumerate(((before, "var(--t3)"), (after, "var(--text)"))):
        drawn += el("rect", x=0, y=2 + place * 15, width=WIDE, height=11, rx=4, fill="var(--s3)")
        if edge is not None:
            wide = max(2.0, min(1.0, abs(edge) / scale) * WIDE)
            drawn += el(
                "rect", x=0, y=2 + place * 15, width=wide, height=11, rx=4, fill=fill if edge >= 0 else "var(--neg)"
            )
    at = min(1.0, FLOOR / scale) * WIDE
    drawn += el("line", x1=at, x2=at, y1=0, y2=HIGH - 2, stroke="var(--warn)", stroke_dasharray="3 2", stroke_width=1.5)
    words = f"House edge {sides[0]} {percent(before)}, {sides[1]} {percent(after)}"
    return Markup(f'<svg class="edge-bar" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{words}">{drawn}</svg>')


def percent(edge: float | None) -> str:
    return "not offered" if edge is None else f"{edge:.2%}".replace("-", "−")
