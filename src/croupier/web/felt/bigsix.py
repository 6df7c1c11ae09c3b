"""The big six table: the upright wheel and a box for each insignia of the rulebook."""

from croupier.web.draw import colours as c
from croupier.web.draw.svg import group, path, rect, text
from croupier.web.draw.wheel import big_six, six_fill, six_letters
from croupier.web.felt.area import Area, hit, stake_drawn, staked_by_wager
from croupier.web.felt.shown import Spot, StationView
from croupier.web.kit.words import plain

PW, PH = 390.0, 470.0


def fell_words(fell: str) -> str:
    """`$5`, `Property name`, `Joker`."""
    return f"${fell}" if fell.isdigit() else {"logo": "Property name"}.get(fell, plain(fell))


def insignia(wager: str) -> str:
    """What a wager's box or a result shows: `1` .. `20`, `joker`, `logo`, or a sign of the house's own."""
    return (wager.partition(":")[2] or wager).removeprefix("dollar-")


def boxes(spots: tuple[Spot, ...], *, phone: bool = False) -> list[tuple[Spot, float, float, float, float]]:
    """Money insignias in one row (two on a phone), joker and logo below them."""
    money = [s for s in spots if insignia(s.wager).isdigit()]
    money.sort(key=lambda s: int(insignia(s.wager)))
    other = [s for s in spots if not insignia(s.wager).isdigit()]
    found: list[tuple[Spot, float, float, float, float]] = []
    if phone:
        every = money + other
        for place, spot in enumerate(every):
            row, column = divmod(place, 2)
            last = place == len(every) - 1 and not column
            found.append((spot, 12 + column * 185, 12 + row * 112, 366.0 if last else 181.0, 106.0))
        return found
    left, wide = 470.0, 570.0
    for place, spot in enumerate(money):
        step = wide / max(1, len(money))
        found.append((spot, left + place * step, 190.0, step, 200.0))
    for place, spot in enumerate(other):
        step = wide / max(1, len(other))
        found.append((spot, left + place * step, 390.0, step, 150.0))
    return found


def base(view: StationView, *, phone: bool = False) -> str:
    parts = []
    for spot, x, y, wide, high in boxes(view.spots, phone=phone):
        kind = insignia(spot.wager)
        mid = x + wide * (0.5 if not phone else 0.42)
        parts.append(rect(x, y, wide, high, fill=c.BOX, fill_opacity=0.7, stroke=c.IVORY, stroke_width=1.8))
        top = y + (26 if not phone else 12)
        parts.append(rect(mid - 38, top, 76, 52, rx=6, fill=six_fill(kind), stroke=c.IVORY, stroke_opacity=0.6))
        if kind.isdigit():
            parts.append(text(f"${kind}", mid, top + 36, 27, font_weight=800, fill="#FFF"))
        elif kind != "logo":
            parts.append(text(kind.upper(), mid, top + 32, 17 if len(kind) < 7 else 12, font_weight=800, fill="#FFF"))
        else:
            parts.append(
                path(
                    "M0-16l5 10.6 11.6 1.4-8.6 7.9 2.3 11.500L0 9.700l-10.3 5.7 2.3-11.5-8.6-7.900L-5-5.400Z",
                    fill=c.BRASS_LIGHT,
                    transform=f"translate({mid:.1f} {top + 26:.1f})",
                )
            )
        parts.append(text(spot.odds.removeprefix("up to "), mid, top + 74, 15, font_weight=800, fill=c.GOLD))
        if kind == "logo" and not phone:
            parts.append(text(spot.title, mid, top + 95, 12, fill=c.IVORY))
    return "".join(parts)


def head(view: StationView) -> str:
    """The wheel and the words of the last spin."""
    place = None
    if view.result and view.wheel:
        place = next((k for k, s in enumerate(view.wheel) if s == view.result), None)
    parts = [big_six(view.wheel, 240, 330, 205, place)] if view.wheel else []
    parts.append(text(view.result_title, 470, 60, 13.5, fill=c.IVORY, text_anchor="start"))
    for words, size, weight, y in zip(view.result_words, (30, 14, 14), (800, 600, 600), (98, 126, 150)):
        parts.append(text(words, 470, y, size, font_weight=weight, fill="#FFF", text_anchor="start"))
    if view.last:
        said = f"Last {len(view.last[:14])} spins, newest first" if len(view.last) > 1 else "Last spin"
        parts.append(text(said, 470, 570, 12.5, fill=c.IVORY, text_anchor="start"))
    else:
        parts.append(text("No spin yet", 470, 98, 30, font_weight=800, fill="#FFF", text_anchor="start"))
    for nth, result in enumerate(view.last[:14]):
        x = 470 + nth * 40.6
        kind = insignia(result)
        words = six_letters(kind) or "L"
        parts.append(
            rect(
                x,
                582,
                35,
                32,
                rx=7,
                fill=six_fill(kind),
                stroke=c.ACCENT if not nth else c.IVORY,
                stroke_opacity=1 if not nth else 0.35,
            )
        )
        parts.append(text(words, x + 17.5, 603, 13, font_weight=800, fill="#FFF"))
    return "".join(parts)


def _chip(x: float, y: float, wide: float, high: float, phone: bool) -> tuple[float, float]:
    if phone:
        return x + wide * 0.84, y + high * 0.4
    # A low box has no room under its odds: the chip lies beside them.
    return (x + wide / 2, y + high - 48) if high > 160 else (x + wide * 0.78, y + high * 0.45)


def hits(view: StationView, *, phone: bool = False) -> str:
    staked = staked_by_wager(view.chips)
    found = []
    for spot, x, y, wide, high in boxes(view.spots, phone=phone):
        at = _chip(x, y, wide, high, phone)
        area = Area(wager=spot.wager, name=spot.title, shape=rect(x, y, wide, high), x=at[0], y=at[1], r=18)
        found.append(hit(area, spot, staked.get(spot.wager, 0)))
    return "".join(found)


def fragments(view: StationView, prefix: str, *, phone: bool = False) -> dict[str, str]:
    where = {
        spot.wager: (*_chip(x, y, wide, high, phone), wide) for spot, x, y, wide, high in boxes(view.spots, phone=phone)
    }
    parts = []
    others: dict[str, int] = {}
    for stake in view.chips:
        if stake.wager in where:
            x, y, wide = where[stake.wager]
            if not stake.own and not phone:
                nth = others.get(stake.wager, 0)
                others[stake.wager] = nth + 1
                x += wide / 2 - 20 - 16 * nth
                y -= 60
            parts.append(stake_drawn(stake, x, y, 18 if stake.own else 12))
    return {f"{prefix}-chips": group(*parts, id=f"{prefix}-chips", data_entry=view.number, class_="quiet")}
