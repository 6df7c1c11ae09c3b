"""The mini baccarat layout: three bands along the arc (Tie, Banker, Player), a section for each position."""

from collections.abc import Iterable

from croupier.equipment.money import short_money
from croupier.web.draw import chips as draw_chips
from croupier.web.draw import colours as c
from croupier.web.draw.cards import RATIO, fan
from croupier.web.draw.marks import curved_table, discards, rack, shoe
from croupier.web.draw.svg import around, circle, group, n, path, rect, text
from croupier.web.felt.area import Area, hit, in_play
from croupier.web.felt.seven_spot.arc import CX, CY
from croupier.web.felt.seven_spot.roads import roads
from croupier.web.felt.seven_spot.spots import lettered
from croupier.web.felt.shown import Hand, Seat, Spot, StationView

HALF = 22.6  # degrees to each side
PLAYER_INK, BANKER_INK, TIE_INK = "#9CC4FF", c.CORAL, c.IVORY
# (names of the wager, inner radius, outer radius, lettering, colour) from the dealer outward
BANDS = (
    (("tie",), 898.0, 952.0, "TIE", TIE_INK),
    (("banker", "bankers-hand"), 957.0, 1029.0, "BANKER", BANKER_INK),
    (("player", "players-hand"), 1034.0, 1106.0, "PLAYER", PLAYER_INK),
)
OWN_PILL = 1186.0  # how far out the own place ends, with its amount
LEGIBLE = 9.0  # and one of this radius two initials
SPELLED = 16.0  # a circle of this radius holds a short word
MAIN = tuple(name for names, *_ in BANDS for name in names)
LEGEND_FOOT = 620  # clear of the line at the foot that names what is pointed at
APART = 118  # of each hand from the middle: a third card lies clear of the roads


def angles(seats: int) -> list[float]:
    step = 2 * HALF / seats
    return [HALF - step * (place + 0.5) for place in range(seats)]


def _sector(inner: float, outer: float, start: float, end: float) -> str:
    """A piece of a band; angles are from straight down, positive to the viewer's right."""
    a, b = around(CX, CY, outer, 180 - start), around(CX, CY, outer, 180 - end)
    d, e = around(CX, CY, inner, 180 - end), around(CX, CY, inner, 180 - start)
    return (
        f"M{n(a[0])} {n(a[1])}A{n(outer)} {n(outer)} 0 0 0 {n(b[0])} {n(b[1])}"
        f"L{n(d[0])} {n(d[1])}A{n(inner)} {n(inner)} 0 0 1 {n(e[0])} {n(e[1])}Z"
    )


def _at(radius: float, angle: float) -> tuple[float, float]:
    return around(CX, CY, radius, 180 - angle)


def base(view: StationView) -> str:
    parts = [curved_table(), rack(CX, 13)]
    spots = {s.wager: s for s in view.spots}
    for names, inner, outer, words, ink in BANDS:
        spot = next((spots[name] for name in names if name in spots), None)
        if spot is None:
            continue
        parts.append(
            path(_sector(inner, outer, -HALF, HALF), fill=c.BOX, fill_opacity=0.7, stroke=c.IVORY, stroke_width=1.6)
        )
        # The word stands in the outermost sections' margin, the odds beside it.
        x, y = _at((inner + outer) / 2, HALF + 1.2)
        parts.append(text(words, x, y + 4, 12.5, font_weight=800, fill=ink, text_anchor="start", letter_spacing=1))
        parts.append(text(spot.odds.removeprefix("up to "), x, y + 20, 11.5, fill=c.GOLD, text_anchor="start"))
    return "".join(parts) + _legend(view)


def bonuses(spots: Iterable[Spot]) -> list[Spot]:
    """Wagers beside the three bands."""
    return [s for s in spots if s.wager not in MAIN]


def _bonus_radius(view: StationView, beside: int) -> float:
    """Of so many beside each other; a degree is about 19.7 wide out there, and a legend below has their full names."""
    most = SPELLED if view.alone else 20.0
    return min(most, 2 * HALF / max(7, len(view.seats)) * 19.7 / max(1, beside) / 2 - 1.5)


def _beside(view: StationView, count: int) -> int:
    """How many bonus circles stand beside each other: more rows rather than circles too small for two letters."""
    return count if count < 3 or _bonus_radius(view, count) >= LEGIBLE else 2


def initials(title: str) -> str:
    """`DP` for Dragon Bonus, player: what a circle holds that is too small for its name."""
    found = title.replace(",", " ").split()
    return (found[0][0] + (found[-1][0] if len(found) > 1 else "")).upper()


def _legend(view: StationView) -> str:
    """Under many positions the bonus circles hold initials; what they stand for is lettered once below."""
    found = bonuses(view.spots)
    if not found or _bonus_radius(view, _beside(view, len(found))) > SPELLED:
        return ""
    lines = [f"{initials(s.title)}  {s.title}{f', {s.odds}' if s.odds else ''}" for s in found]
    return "".join(
        text(line, CX, LEGEND_FOOT - 17 * (len(lines) - place), 12, fill=c.IVORY) for place, line in enumerate(lines)
    )


def dealer(view: StationView) -> str:
    """The two hands with their point counts, shoe, discards and the results so far."""
    parts = []
    if view.discards:
        parts.append(discards(60, 24, view.discards))
    if view.shoe:
        parts.append(shoe(932, 24, *view.shoe))
    hands = dict(view.places)
    for words, x, ink in (("Player", CX - APART, PLAYER_INK), ("Banker", CX + APART, BANKER_INK)):
        hand = next((h for title, h in hands.items() if title.lower().startswith(words.lower())), Hand())
        parts.append(text(f"{words.upper()}'S HAND", x, 78, 13, font_weight=800, fill=ink, letter_spacing=1.2))
        if hand.cards:
            third = len(hand.cards) > 2
            parts.append(fan(list(hand.cards), x, 88, 62, key=words[0].lower(), show=0.6, sideways_last=third))
        else:
            parts += [
                rect(
                    x - 48 + k * 50,
                    88,
                    46,
                    46 * RATIO,
                    rx=4,
                    fill="none",
                    stroke=c.IVORY,
                    stroke_opacity=0.35,
                    stroke_dasharray="4 4",
                )
                for k in range(2)
            ]
        if hand.label:
            parts.append(draw_chips.pill(hand.label, x, 192, kind=hand.kind, size=13.5))
    parts.append(roads(view.last))
    return "".join(parts)


def seat(view: StationView, number: int, angle: float, width: float, spots: dict[str, Spot]) -> str:
    who = next((s for s in view.seats if s.position == number), Seat(position=number))
    parts = []
    half = width / 2
    if who.own:
        parts.append(
            path(
                _sector(890, OWN_PILL, angle - half + 0.15, angle + half - 0.15),
                fill="#05241B",
                fill_opacity=0.4,
                stroke=c.ACCENT,
                stroke_width=2,
                stroke_linejoin="round",
            )
        )
    for names, inner, outer, _, ink in BANDS:
        spot = next((spots[name] for name in names if name in spots), None)
        if spot is None:
            continue
        x, y = _at((inner + outer) / 2, angle)
        shape = path(
            _sector(inner, outer, angle - half, angle + half),
            fill=c.BOX,
            fill_opacity=0.01,
            stroke=c.IVORY,
            stroke_opacity=0.55,
            stroke_width=1,
        )
        parts.append(_place(who, spot, shape, x, y, ink, str(number) if outer > 1100 else ""))
    extra = bonuses(spots.values())
    beside = _beside(view, len(extra))
    r = _bonus_radius(view, beside)
    out = 1112 + r
    if who.own and r < LEGIBLE:  # the own ones take the room that they need, beyond the others' dots
        r, out = LEGIBLE + 3, 1112 + 2 * r + LEGIBLE + 6
    for place, spot in enumerate(extra):
        row, column = divmod(place, max(1, beside))
        in_row = min(beside, len(extra) - row * beside)
        turn = angle + (column - (in_row - 1) / 2) * (2 * r + (5 if beside == len(extra) else 2)) / 19.7
        x, y = _at(out + row * (2 * r + 1), turn)
        shape = circle(x, y, r, fill=c.BOX, fill_opacity=0.8, stroke=c.IVORY, stroke_opacity=0.62, stroke_width=1.4)
        parts.append(_place(who, spot, shape, x, y, c.IVORY, "", small=r))
    if who.pill:
        parts.append(_pill(who, angle, len(view.seats), 0 if beside == len(extra) else 2 * r + 1))
    return "".join(parts)


def _pill(who: Seat, angle: float, seats: int, lower: float) -> str:
    """What lies there or what came of it; where positions are narrow, others' in two lines and without the word.

    `lower`: how far below the first row of bonus circles the last one lies.
    """
    if who.own or seats <= 9:
        return draw_chips.pill(who.pill, *_at(OWN_PILL, angle), kind=who.pill_kind)
    words = who.pill.replace("lost ", "\u2212").replace("won ", "+")
    return draw_chips.pill(words, *_at(1148 + lower + 17 * (who.position % 2), angle), kind=who.pill_kind, size=10.5)


def _place(who: Seat, spot: Spot, shape: str, x: float, y: float, ink: str, figure: str, small: float = 0) -> str:
    stakes = [s for s in who.chips if s.wager == spot.wager]
    words = ""
    if not stakes and not 0 < small < LEGIBLE:
        label = (lettered(spot.wager, spot.title) if small > SPELLED else initials(spot.title)) if small else figure
        words = text(label, x, y + 4, 10.5 if small else 15, font_weight=700, fill=ink, fill_opacity=0.95)
    drawn = []
    for stake in stakes:
        r = min(14.0, small * 0.8) if small else 18.0
        drawn.append(draw_chips.stack(stake.amount, x, y, r, dim=stake.state == "lost"))
        if stake.paid:
            drawn.append(draw_chips.stack(stake.paid, x + r * 1.5, y, r * 0.84))
        if stake.state in ("won", "lost", "push"):
            drawn.append(draw_chips.mark(stake.state, x - r * 0.9, y - r * 0.9, min(8.0, r * 0.75)))
    chips = group(*drawn, class_="stake", data_wager=spot.wager, data_own="1" if who.own else None) if drawn else ""
    if who.own:
        return (
            hit(
                Area(wager=spot.wager, name=spot.title, shape=shape, x=x, y=y, r=14 if small else 18),
                spot,
                in_play(stakes),
                extra=words,
            )
            + chips
        )
    return group(shape, words) + chips


def fragments(view: StationView) -> dict[str, str]:
    seats = max(7, len(view.seats))
    spots = {s.wager: s for s in view.spots}
    found = {"f-dealer": group(dealer(view), id="f-dealer", data_entry=view.number)}
    width = 2 * HALF / seats
    drawn_at = list(enumerate(angles(seats), 1))
    if view.alone:  # in the middle, whatever its number
        drawn_at = [(s.position, angles(seats)[seats // 2]) for s in view.seats]
    for number, angle in drawn_at:
        who = next((s for s in view.seats if s.position == number), None)
        words = f"Position {number}" + (", yours" if who and who.own else "" if who and who.taken else ", open")
        if who:
            words += "".join(f", {s.wager.replace('-', ' ')} {short_money(s.amount)}" for s in who.chips)
        name = f"f-{number}"
        found[name] = group(
            seat(view, number, angle, width, spots), id=name, data_entry=view.number, role="group", aria_label=words
        )
    return found
