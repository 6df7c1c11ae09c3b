"""The symbols a page refers to, placed once at the top of its body."""

from functools import lru_cache

from markupsafe import Markup

from croupier.web.draw import colours as c
from croupier.web.draw.cards import card_symbols, suit_symbols
from croupier.web.draw.chips import chip_symbols
from croupier.web.draw.icons import icon_symbols
from croupier.web.draw.svg import el, line, rect


def _felt() -> str:
    stops = "".join(
        el("stop", offset=offset, stop_color=colour)
        for offset, colour in (("0", c.FELT_LIGHT), ("0.55", c.FELT), ("1", c.FELT_DARK))
    )
    cloth = el("radialGradient", stops, id="cloth", cx="0.5", cy="0.32", r="0.75")
    wood = el(
        "linearGradient",
        el("stop", offset="0", stop_color=c.RAIL_LIGHT),
        el("stop", offset="1", stop_color=c.RAIL_DARK),
        id="rail",
        x1="0",
        y1="0",
        x2="0",
        y2="1",
    )
    hatch = el(
        "pattern",
        rect(0, 0, 8, 8, fill=c.BOX, fill_opacity=0.35),
        line(0, 0, 0, 8, stroke=c.IVORY, stroke_opacity=0.22, stroke_width=1.6),
        id="hatch",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return el("defs", cloth, wood, hatch)


@lru_cache(maxsize=32)
def sprite(*parts: str, own: tuple[tuple[int, str], ...] = ()) -> Markup:
    """Icons and suits for every page; `cards` and `chips` where the page draws them, in the house's `own` colours."""
    drawn = [icon_symbols(), suit_symbols()]
    if "felt" in parts:
        drawn.append(_felt())
    if "cards" in parts:
        drawn.append(card_symbols())
    if "chips" in parts:
        drawn.append(chip_symbols(dict(own)))
    return Markup(
        f'<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">{"".join(drawn)}</svg>'
    )
