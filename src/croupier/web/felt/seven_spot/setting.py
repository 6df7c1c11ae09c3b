"""Setting two hands of seven cards: the widened own place with Low and High, each card in a slot of its own.

A card is drawn once and moved by its `transform`: the page swaps two of them without asking anybody.
"""

import msgspec

from croupier.equipment.cards import card_name, card_words
from croupier.equipment.money import short_money
from croupier.web.draw import colours as c
from croupier.web.draw.cards import RATIO, card
from croupier.web.draw.chips import pill, stack
from croupier.web.draw.svg import group, n, rect, text
from croupier.web.felt.seven_spot.arc import W, point
from croupier.web.felt.shown import Seat, Setting, Spot

LOW = 2  # cards of the Low hand
WIDE, HIGH, CARD = 420.0, 330.0, 68.0
TAKEN = WIDE + 90.0  # of the arc: it stands upright, and the neighbours' cards lie nearer to it than their circles
PHONE_WIDE, PHONE_HIGH, PHONE_CARD = 362.0, 262.0, 62.0
PHONE_LETTERS = 50  # in a line as wide as a phone


def suited(cards: tuple[int, ...]) -> str:
    """Cards as the page's filter draws them."""
    return " ".join(card_name(value) for value in cards)


def panel(setting: Setting, who: Seat, angle: float, spots: tuple[Spot, ...]) -> str:
    """The own place on a desk, upright, as near to its seat as the rail allows."""
    x, y = point(angle, 0)
    left = min(max(x, WIDE / 2 + 40), W - WIDE / 2 - 40) - WIDE / 2
    top = min(y + 72 - HIGH, 290.0)
    frame = rect(left, top, WIDE, HIGH, rx=18, fill="#05241B", fill_opacity=0.94, stroke=c.ACCENT, stroke_width=2)
    parts = [frame, _hands(setting, left + 16, top + 16, CARD, WIDE - 32)]
    parts.append(_stakes(who, spots, left + WIDE / 2, top + HIGH - 42))
    parts.append(pill(f"You at {who.position}", left + WIDE / 2, top + HIGH, kind="own"))
    return "".join(parts)


def phone_panel(setting: Setting, wagered: str = "") -> str:
    """The same over the full width of a phone, with what lies on it in words."""
    frame = {"rx": 16, "fill": "#05241B", "fill_opacity": 0.7, "stroke": c.ACCENT, "stroke_width": 2}
    box = rect(1, 1, PHONE_WIDE - 2, PHONE_HIGH - 2, **frame)
    said = " · ".join(filter(None, (wagered, "tap two cards to swap them")))
    if len(said) > PHONE_LETTERS:  # what lies there matters more
        said = wagered
    size = min(12.0, 12.0 * PHONE_LETTERS / len(said))
    words = text(said, PHONE_WIDE / 2, PHONE_HIGH - 10, size, font_weight=700, fill=c.IVORY)
    return box + _hands(setting, 9, 8, PHONE_CARD, PHONE_WIDE - 18) + words


def _hands(setting: Setting, x: float, y: float, wide: float, across: float) -> str:
    """Low above High; High is as dealt but for the two that the first look sets apart."""
    tall, gap = wide * RATIO, 7.0
    low_wide = LOW * (wide + gap) + gap
    high_top = y + tall + 2 * gap + 24
    step = min(wide + gap, (across - 2 * gap - wide) / 4)
    slots = [(x + gap + place * (wide + gap), y + gap) for place in range(LOW)]
    slots += [(x + gap + place * step, high_top + gap) for place in range(len(setting.cards) - LOW)]
    first = [*setting.cards[-LOW:], *setting.cards[:-LOW]]
    edge = {"rx": 12, "fill": "none", "stroke": c.IVORY, "stroke_opacity": 0.7, "stroke_width": 1.6}
    beside = x + low_wide + 14
    rising = {"rx": 6, "fill": "none", "stroke": c.ACCENT, "stroke_dasharray": "5 4", "class_": "held-place"}
    parts = [
        rect(x, y, low_wide, tall + 2 * gap, class_="low-edge", **edge),
        rect(x, high_top, across, tall + 2 * gap, **edge),
        text("LOW HAND · TWO CARDS", beside, y + 18, 11, font_weight=700, fill=c.IVORY, text_anchor="start"),
        text(" ", beside, y + 46, 19, font_weight=800, fill="#FFF", text_anchor="start", data_name="low"),
        text(" ", beside, y + 70, 12.5, font_weight=700, fill=c.LOST, text_anchor="start", data_name="foul"),
        text(" ", beside, y + 88, 11.5, fill=c.IVORY, text_anchor="start", data_name="clause"),
        text("HIGH HAND · FIVE CARDS", x, high_top - 7, 11, font_weight=700, fill=c.IVORY, text_anchor="start"),
        text(" ", x + across, high_top - 7, 16, font_weight=800, fill="#FFF", text_anchor="end", data_name="high"),
    ]
    parts.append(rect(slots[0][0], slots[0][1], wide, tall, hidden="", **rising))
    for slot, (value, (at_x, at_y)) in enumerate(zip(first, slots)):
        parts.append(
            group(
                card(value, 0, 0, wide),
                class_="set-card",
                role="button",
                tabindex="0",
                aria_label=card_words(value),
                data_set=card_name(value),
                data_slot=slot,
                transform=f"translate({n(at_x)} {n(at_y)})",
            )
        )
    return group(
        *parts,
        class_="setting",
        data_slots=" ".join(f"{at_x:.1f},{at_y:.1f}" for at_x, at_y in slots),
        data_ways=msgspec.json.encode({low: [a, b, foul] for low, a, b, foul in setting.ways}).decode(),
        data_house=suited(setting.house),
        data_clause=setting.clause,
    )


def _stakes(who: Seat, spots: tuple[Spot, ...], x: float, y: float) -> str:
    titles = {spot.wager: spot.title for spot in spots}
    parts, shown = [], who.chips[:3]
    for place, stake in enumerate(shown):
        at = x + (place - (len(shown) - 1) / 2) * 120
        parts.append(stack(stake.amount, at - 26, y, 15))
        parts.append(text(titles.get(stake.wager, "")[:14], at - 6, y - 3, 11.5, fill=c.IVORY, text_anchor="start"))
        parts.append(
            text(short_money(stake.amount), at - 6, y + 13, 12.5, font_weight=800, fill="#FFF", text_anchor="start")
        )
    return "".join(parts)
