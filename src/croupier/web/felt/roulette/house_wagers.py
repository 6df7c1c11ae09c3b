"""Wagers of a house that the printed roulette layout has no place for: a row of boxes below it, by their titles."""

from collections.abc import Iterable

from croupier.games.wheels.roulette import Roulette
from croupier.web.draw import colours as c
from croupier.web.draw.svg import rect, text
from croupier.web.felt.area import Area
from croupier.web.felt.roulette.areas import Axes
from croupier.web.felt.shown import Spot

HIGH, GAP = 40.0, 8.0
LETTER = 0.56  # width of a letter for its height


def house_spots(spots: Iterable[Spot]) -> list[Spot]:
    return [spot for spot in spots if spot.wager.partition(":")[0] not in Roulette.OUTCOMES]


def room_for(spots: Iterable[Spot]) -> float:
    """How much higher the layout is for them."""
    return HIGH + 2 * GAP if house_spots(spots) else 0.0


def house_areas(spots: Iterable[Spot], axes: Axes) -> list[Area]:
    """A box for each, side by side along the lower edge."""
    found = house_spots(spots)
    left, top, whole = (8.0, 636.0, 374.0) if axes.upright else (116.0, 692.0, 840.0)
    wide = min(220.0, (whole - GAP * (len(found) - 1)) / max(1, len(found)))
    made = []
    for place, spot in enumerate(found):
        x = left + place * (wide + GAP)
        shape = rect(x, top, wide, HIGH, rx=6)
        made.append(
            Area(wager=spot.wager, name=spot.title, shape=shape, x=x + wide - 20, y=top + HIGH / 2, r=axes.chip)
        )
    return made


def house_boxes(spots: Iterable[Spot], axes: Axes) -> str:
    """The boxes as they are printed: title and odds."""
    drawn = []
    spots = list(spots)
    by_wager = {spot.wager: spot for spot in spots}
    areas = house_areas(spots, axes)
    wide = areas[1].x - areas[0].x - GAP if len(areas) > 1 else min(220.0, 374.0 if axes.upright else 840.0)
    for area in areas:
        x, top = area.x + 20 - wide, area.y - HIGH / 2
        drawn.append(rect(x, top, wide, HIGH, rx=6, fill=c.BOX, fill_opacity=0.7, stroke=c.IVORY, stroke_width=1.4))
        size = max(8.0, min(13.0, (wide - 52) / max(1, len(area.name)) / LETTER))
        drawn.append(text(area.name, x + 10, top + 17, size, font_weight=800, fill=c.IVORY, text_anchor="start"))
        odds = by_wager[area.wager].odds
        drawn.append(text(odds, x + 10, top + 32, 11.5, fill=c.GOLD, text_anchor="start"))
    return "".join(drawn)
