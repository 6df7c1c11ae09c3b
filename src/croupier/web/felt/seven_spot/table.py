"""The seven-spot table. The dealer sits at the top, so position 1 is on the viewer's right."""

from functools import lru_cache
from itertools import pairwise
from math import hypot, radians

import msgspec
from markupsafe import escape

from croupier.equipment.money import short_money
from croupier.rounds.layout import Layout
from croupier.web.draw import chips as draw_chips
from croupier.web.draw import colours as c
from croupier.web.draw.cards import FAN, RATIO, doubled, fan, fan_width, struck
from croupier.web.draw.marks import curved_table, discards, rack, shoe
from croupier.web.draw.svg import around, circle, group, n, path, rect, text
from croupier.web.felt.area import Area, hit, in_play
from croupier.web.felt.seven_spot import setting
from croupier.web.felt.seven_spot import split_hands as split
from croupier.web.felt.seven_spot.arc import CX, CY, FULL, RADIUS, angles, point
from croupier.web.felt.seven_spot.spots import arrange, lettered
from croupier.web.felt.shown import Chips, Hand, Seat, Spot, StationView

SMALL_PAID = 10.5  # radius of chips paid beside a small circle
LEAN = 0.65  # how far cards turn with their radius: enough for the arc, not against reading
THREE = 94.0  # how wide three cards of another patron lie, clear of the frame around the reader's own
LONG, LEAST_WIDTH = 3, 44.0  # as many cards as this share the room to the sides; no card is narrower
PACK_STEP, SET = 14.0, 2  # how far a pack shows above the one before it; so many packs are a set hand
SMALLEST = 15.0  # radius of a circle in which a name and a chip can be told
ROW, ROW_LIFT = 44, 34  # a second row of cards lies below rank and suit of the first; how far the first moves up


class Place(msgspec.Struct, frozen=True, cache_hash=True):
    """Where one position's things lie, along its radius."""

    angle: float  # degrees from straight down, positive to the viewer's right
    areas: tuple[tuple[str, float, float, float], ...]  # wager, x, y, r
    cards: tuple[float, float]
    pill: tuple[float, float]
    reach: float  # from the main circle to the cards
    alone: bool = True  # one main circle, which names the position while nobody sits there
    room: float = 200.0  # to the side of its radius, until the next position's circles begin


@lru_cache(maxsize=256)
def places(
    game: str, wagers: tuple[str, ...], seats: int = FULL, wide: tuple[tuple[int, float], ...] = ()
) -> tuple[list[Place], Layout]:
    """Where everything lies at each position, 1 first; one table computes it once."""
    rows, plan = arrange(game, wagers)
    found = []
    spread = angles(seats, wide)
    others = [angle for number, angle in enumerate(spread, 1) if number not in dict(wide)]
    apart = min((radians(a - b) for a, b in pairwise(others)), default=1.0) if wide else 1.0
    for angle in spread:
        areas: list[tuple[str, float, float, float]] = []
        inward = 0.0
        before = 0.0
        for number, (row, r) in enumerate(rows):
            gap = 6 if len(row) == 2 else 3
            # Beside a position that has widened the circles of a row draw together, clear of the next position's.
            close = (apart * (RADIUS - inward - before - r) - gap * len(row)) / (2 * len(row))
            r = min(r, max(SMALLEST, close))
            if number:
                # Two circles in a row nest against the one below, as on real felts.
                nested = -4.0 if len(row) == 2 and len(rows[number - 1][0]) == 1 else -5.0
                inward += before + r - nested
            for column, wager in enumerate(row):
                aside = (column - (len(row) - 1) / 2) * (2 * r + gap)
                areas.append((wager, *point(angle, inward, aside), r))
            before = r
        reach = inward + before + plan.cards * RATIO / 2 + (34 if plan.two_rows else 10)
        reach = max(reach, plan.reach)
        outer = rows[0][1] if rows else 30.0
        alone = not rows or len(rows[0][0]) == 1
        found.append(Place(angle, tuple(areas), point(angle, reach), point(angle, -outer - 19), reach, alone))
    return [msgspec.structs.replace(place, room=_room(place, found)) for place in found], plan


def _room(place: Place, everywhere: list[Place]) -> float:
    """How far things may reach to the side without lying on another position's circles."""
    others = (area for other in everywhere if other is not place for area in other.areas)
    return min((abs(_aside(x, y, place.angle)) - r for _, x, y, r in others), default=200.0)


def _card_width(place: Place, plan: Layout, own: bool, count: int) -> float:
    """A long hand is drawn smaller, so that each index shows and the next position's circles stay clear of it."""
    width = plan.cards * (62 / 52 if own else 1)
    if not own and count == LONG:
        return max(LEAST_WIDTH, min(width, THREE / (1 + 2 * FAN)))
    if not own or count < LONG:
        return width
    return max(LEAST_WIDTH, min(width, (2 * place.room - 16) / (1 + FAN * (count - 1))))


def base(view: StationView) -> str:
    """Rail, felt, rack and lettering: what no round changes."""
    return curved_table() + rack(CX, 13) + _letters(view)


COMMON_TOP, COMMON_STEP = 160.0, 60.0  # where cards in the middle lie, and how far apart
LETTERS, BELOW_COMMON = 866.0, 903.0  # the first arc of lettering; under community cards
HIGHEST = 842.0  # above this the dealer's cards would lie on it


def _count(view: StationView) -> int:
    """As many positions as the table has; a reader alone at his station sits in the middle of the usual seven."""
    return FULL if view.alone else len(view.seats) or FULL


def _first_arc(view: StationView) -> float:
    """Lettering rises where the own hand, with its count, lies high; common cards leave it no choice."""
    if _has_common(view):
        return BELOW_COMMON
    if view.band:
        return LETTERS
    where, plan = places(view.game, tuple(s.wager for s in view.spots), _count(view))
    top = RADIUS - where[0].reach - _rise(plan) - 24
    return max(HIGHEST, min(LETTERS, top - 24 * (len(view.lettering[:3]) - 1)))


def _rise(plan: Layout) -> float:
    """From the middle of the own cards to the middle of their count."""
    return plan.cards * 62 / 52 * RATIO / 2 + (ROW_LIFT if plan.two_rows else 0) + 14


def _letters(view: StationView) -> str:
    common = _has_common(view)
    first = _first_arc(view)
    parts = []
    sizes = ((22, c.GOLD, 800, 2.4), (14.5, c.IVORY, 600, 0.4), (13, c.IVORY, 600, 0.4))
    for number, words in enumerate(view.lettering[:3]):
        size, ink, weight, space = sizes[number]
        if common:
            size = size * 0.8
        radius = first + number * (24 if not common else 16)
        parts.append(_arc_text(f"arc-{number}", radius, words, size, ink, weight, space))
    if view.band:
        band = f"M{_on(900, -27.6)}A900 900 0 0 0 {_on(900, 27.6)}L{_on(926, 27.6)}A926 926 0 0 1 {_on(926, -27.6)}Z"
        parts.append(path(band, fill=c.BOX, fill_opacity=0.75, stroke=c.IVORY, stroke_opacity=0.6))
        parts.append(_arc_text("arc-band", 918, view.band, 13.5, c.IVORY, 700, 3))
    return "".join(parts)


def _has_common(view: StationView) -> bool:
    return bool(view.common) or bool(view.common_label)


def _on(radius: float, angle: float) -> str:
    x, y = around(CX, CY, radius, 180 - angle)
    return f"{n(x)} {n(y)}"


def _arc_text(name: str, radius: float, words: str, size: float, ink: str, weight: int, space: float) -> str:
    curve = f'<path id="{name}" d="M{_on(radius, -32)}A{n(radius)} {n(radius)} 0 0 0 {_on(radius, 32)}" fill="none"/>'
    return curve + (
        f'<text font-size="{n(size)}" font-weight="{weight}" fill="{ink}" letter-spacing="{n(space)}" '
        f'text-anchor="middle"><textPath href="#{name}" startOffset="50%">{_escape(words)}</textPath></text>'
    )


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def dealer(view: StationView) -> str:
    """The dealer's cards, their count, the common cards, shoe and discards."""
    drawn = _dealer(
        view.dealer, view.dealer_label, view.common, view.common_label, view.shoe, view.discards, view.dealer_note
    )
    if view.common:
        drawn += line_names(view, CX, COMMON_STEP, COMMON_TOP - 8)
    return drawn + (_band_note(view.band_note) if view.band and view.band_note else "")


def line_names(view: StationView, middle: float, step: float, y: float) -> str:
    """Over the cards of each line of a cross its name."""
    left = middle - (len(view.common) - 1) * step / 2
    return "".join(
        text(name, left + (first + last) * step / 2, y, 12, fill=c.IVORY) for name, first, last in view.common_lines
    )


def _band_note(words: str) -> str:
    """Why insurance is not to be had now, on its own band, which is hatched."""
    band = f"M{_on(900, -27.6)}A900 900 0 0 0 {_on(900, 27.6)}L{_on(926, 27.6)}A926 926 0 0 1 {_on(926, -27.6)}Z"
    curve = f'<path id="arc-note" d="M{_on(918, 8)}A918 918 0 0 0 {_on(918, 27)}" fill="none"/>'
    return (
        path(band, fill="url(#hatch)", fill_opacity=0.5)
        + curve
        + f'<text font-size="11.5" font-weight="600" fill="{c.IVORY}">'
        + f'<textPath href="#arc-note">{_escape(words)}</textPath></text>'
    )


@lru_cache(maxsize=1024)
def _dealer(
    hand: Hand,
    label: str,
    common: tuple[int | None, ...],
    common_label: str,
    shoe_words: tuple[str, str, float] | None,
    discarded: str,
    note: str = "",
) -> str:
    parts = []
    if discarded:
        parts.append(discards(96, 20, discarded))
    if shoe_words:
        parts.append(shoe(884, 20, *shoe_words))
    cards = list(hand.cards)
    width = 72.0
    show = 0.70 if len(cards) <= 2 else 0.54
    if hand.rows:  # parted: the High hand left, the Low right of it
        apart = fan_width(hand.rows[0], width, show) / 2 + 14
        parts.append(fan(cards[: hand.rows[0]], CX - width * 0.7, 67, width, key="d", show=show))
        parts.append(fan(cards[hand.rows[0] :], CX + apart + width * 0.2, 67, width, key="d-low", show=show))
    elif cards:
        parts.append(fan(cards, CX, 67 if not common_label else 56, width, key="d", show=show))
    # One card only is shown to the left of where the fan will grow.
    left_edge = CX - fan_width(len(cards), width, show) / 2 - 16 if cards else CX - 60
    if hand.rows:
        left_edge -= 14
    if label and cards:
        parts.append(text(label, left_edge, 112 if hand.label else 122, 13.5, text_anchor="end", fill=c.IVORY))
    if note and cards:
        right = CX + fan_width(len(cards), width, show) / 2 + 16
        for line, words in enumerate(note.split("|")):
            parts.append(text(words, right, 112 + 20 * line, 12.5, text_anchor="start", fill=c.IVORY))
    if hand.label:
        x = left_edge - max(16.0, len(hand.label) * 3.6 + 9)
        parts.append(draw_chips.pill(hand.label, x, 132, kind=hand.kind, size=13.5))
    if common:
        width, step = COMMON_STEP - 8, COMMON_STEP
        left = CX - (len(common) * step - 8) / 2
        parts.append(text(common_label, left - 14, 200, 13, text_anchor="end", fill=c.IVORY))
        for place, value in enumerate(common):
            parts.append(fan([value], left + place * step + width / 2, COMMON_TOP, width, key=f"c{place}"))
    return "".join(parts)


@lru_cache(maxsize=4096)
def seat(who: Seat, place: Place, plan: Layout, offered: tuple[Spot, ...]) -> str:
    """One position: areas, chips, cards, count, amount. Everybody at the table sees the same, so it is kept."""
    spots = {spot.wager: spot for spot in offered}
    if split.several(who):
        return split.drawn(who, place.angle, tuple(wager for wager, *_ in place.areas), spots)
    parts = []
    if who.own:
        parts.append(_frame(place, plan, who))
    for wager, x, y, r in place.areas:
        main = wager == place.areas[0][0] and place.alone
        parts.append(_area(who, spots.get(wager), wager, x, y, r, main))
    if not who.taken and not place.alone and not who.pill:
        # Closer than an amount would lie: at the ends of the arc the rail is near.
        parts.append(text(f"{who.position} open", place.pill[0], place.pill[1] - 5, 12, fill=c.IVORY))
    parts.append(_hands(who, place, plan))
    for wager, x, y, r in place.areas:
        for stake in who.chips:
            if stake.wager == wager:
                parts.append(_stake(stake, x, y, r, place.angle, between=_between(place, x, y, r)))
    if who.pill:
        parts.append(draw_chips.pill(who.pill, *place.pill, kind=who.pill_kind))
    return "".join(parts)


def _area(who: Seat, spot: Spot | None, wager: str, x: float, y: float, r: float, main: bool) -> str:
    here = [stake for stake in who.chips if stake.wager == wager]
    dealt = any(hand.cards for hand in who.hands)
    staked = sum(stake.amount for stake in here)
    said = "open" if not who.taken else "" if who.own or dealt else "taken"
    return _circle(who.position if main else None, said, who.own, spot, wager, bool(staked), in_play(here), x, y, r)


@lru_cache(maxsize=4096)
def _circle(
    number: int | None,
    said: str,
    own: bool,
    spot: Spot | None,
    wager: str,
    staked: bool,
    playing: int,
    x: float,
    y: float,
    r: float,
) -> str:
    """A circle for chips; `number`: of the position, where this is its main one."""
    words, numbered = "", ""
    if main := number is not None:
        numbered = text(str(number), x, y - 3, 15, font_weight=800, fill=c.IVORY)
        numbered += text(said, x, y + 13, 12, fill=c.IVORY)
    if main and said == "open":
        words = numbered
    elif not staked:
        label = lettered(wager, spot.title if spot else wager)
        size = 11.5 if r >= 25 else 10.5
        words = text(label, x, y + 3.8, size, font_weight=600, fill=c.IVORY) if label else ""
        if main and not label and said:
            words = numbered
    framed = own and main
    shape = circle(
        x,
        y,
        r,
        fill=c.BOX,
        fill_opacity=0.8,
        stroke=c.IVORY,
        stroke_opacity=0.95 if framed else 0.62,
        stroke_width=2 if framed else 1.4,
    )
    if own:
        area = Area(wager=wager, name=spot.title if spot else wager, shape=shape, x=x, y=y, r=r * 0.6)
        return hit(area, spot, playing, extra=words)
    return group(shape, words)


@lru_cache(maxsize=4096)
def _stake(stake: Chips, x: float, y: float, r: float, angle: float, *, between: bool) -> str:
    size = 20.0 if r >= 25 else 15.0
    height = (min(len(draw_chips.cut(stake.amount)), draw_chips.STACK_MOST) - 1) * 0.2 * size
    y += height / 2
    parts = [draw_chips.stack(stake.amount, x, y, size, dim=stake.state == "lost")]
    marked = around(x, y - height, size + 9 if not stake.paid else size + 21, -50)
    if stake.paid and r >= 25:
        # A payout lands next to the wager, never on it.
        alone = abs(_aside(x, y, angle)) < 1
        away = size * 1.84 + 1 if alone else r * 0.95 + 6
        parts.append(draw_chips.stack(stake.paid, *around(x, y, away, 80), size * 0.84))
    elif stake.paid:
        # Small circles lie close together: the payout goes to the free side of its row, the mark to the other.
        side = -1 if _aside(x, y, angle) < -1 else 1
        small, tall = SMALL_PAID, (min(len(draw_chips.cut(stake.paid)), draw_chips.STACK_MOST) - 1) * 0.2 * SMALL_PAID
        # Of three in a row the middle one pays at its foot, the others below their edge: inside the reader's own frame.
        beside = 135 if between else 160 if abs(_aside(x, y, angle)) > 2 * r else 90
        px, py = around(x, y - height / 2, size + small + 1, beside - angle if side > 0 else -beside - angle)
        parts.append(draw_chips.stack(stake.paid, px, py + tall / 2, small))
        marked = around(x, y - height, size + 6, -50 * side)
    if between:  # its neighbours' marks lie to both sides
        marked = around(x, y - height, size + 6, -angle)
    if stake.state in ("won", "lost", "push"):
        parts.append(draw_chips.mark(stake.state, *marked, 8.5))
    return group(*parts, class_="stake", data_wager=stake.wager, data_own="1" if stake.own else None)


@lru_cache(maxsize=4096)
def _between(place: Place, x: float, y: float, r: float) -> bool:
    """Whether circles lie close on both sides of one."""
    near = [_aside(ox, oy, place.angle) for _, ox, oy, _ in place.areas if hypot(ox - x, oy - y) < 2 * r + 10]
    own = _aside(x, y, place.angle)
    return min(near) < own - r and max(near) > own + r


def _aside(x: float, y: float, angle: float) -> float:
    """How far to the right of a position's radius a point lies."""
    from_x, from_y = point(angle, 0)
    side_x, side_y = around(0, 0, 1, 90 - angle)
    return (x - from_x) * side_x + (y - from_y) * side_y


def _frame(place: Place, plan: Layout, who: Seat) -> str:
    """The reader's own place, framed in accent."""
    rows = [row for hand in who.hands for row in (hand.rows or _rows(len(hand.cards)))]
    width = _card_width(place, plan, True, max(rows, default=0)) if len(rows) == 1 else plan.cards * 62 / 52
    top = place.reach + width * RATIO / 2 + 14 + (ROW_LIFT if len(rows) > 1 and len(who.hands) == 1 else 0)
    longest = max(rows, default=0)
    hands = max(1, len(who.hands))
    circles = max((abs(_aside(x, y, place.angle)) + r for _, x, y, r in place.areas), default=0.0)
    cards = fan_width(longest, width, _show(longest, width)) + 6 if hands == 1 else 0
    wide = max(126.0, hands * 37.0 + 24, cards, 2 * circles + 8)
    x, y = point(place.angle, top)
    height = top + 34 + 34
    return rect(
        x - wide / 2,
        y,
        wide,
        height,
        rx=16,
        fill="#05241B",
        fill_opacity=0.45,
        stroke=c.ACCENT,
        stroke_width=2,
        transform=f"rotate({n(-place.angle)} {n(x)} {n(y)})",
    )


def _hands(who: Seat, place: Place, plan: Layout) -> str:
    count = len(who.hands)
    rows = (who.hands[0].rows or _rows(len(who.hands[0].cards))) if count else ()
    width = _card_width(place, plan, who.own, rows[0] if len(rows) == 1 else 0)
    parts = []
    for number, hand in enumerate(who.hands):
        aside = (number - (count - 1) / 2) * 72
        parts.append(_hand(hand, who, place, width if count == 1 else min(width, 46), aside, number))
    return "".join(parts)


def _hand(hand: Hand, who: Seat, place: Place, width: float, aside: float, number: int) -> str:
    if not hand.cards:
        return ""
    if hand.packs:
        return _packs(hand, who, place, width, number)
    rows = hand.rows or _rows(len(hand.cards))
    height = width * RATIO
    x, y = point(place.angle, place.reach, aside)
    drawn = []
    start = 0
    lift = (len(rows) - 1) * ROW_LIFT
    for row, length in enumerate(rows):
        cards = list(hand.cards[start : start + length])
        top, key = y - height / 2 - lift + row * ROW, f"p{who.position}-{number}-{row}"
        if hand.sideways:
            drawn.append(doubled(cards, x, top, width, key=key))
        else:
            drawn.append(fan(cards, x, top, width, key=key, show=_show(length, width)))
        start += length
    if hand.kind == "void":
        wide = fan_width(max(rows), width, _show(max(rows), width))
        tall = height + (len(rows) - 1) * ROW
        drawn.append(struck(x - wide / 2, y - height / 2 - lift, wide, tall))
    cards_drawn = group(
        *drawn,
        transform=f"rotate({n(-place.angle * LEAN)} {n(x)} {n(y)})",
        opacity=0.45 if hand.dim else None,
    )
    label = ""
    if hand.label:
        lx, ly = point(place.angle, place.reach + height / 2 + lift + 14, aside)
        label = draw_chips.pill(hand.label, lx, ly, kind=hand.kind, size=13)
    return cards_drawn + label


def _packs(hand: Hand, who: Seat, place: Place, width: float, number: int) -> str:
    """Another patron's closed cards: one pack while they are set, then the Low hand on top of the High."""
    height = width * RATIO
    x, y = point(place.angle, place.reach)
    tops = [y - height / 2 - PACK_STEP * behind for behind in range(hand.packs)][::-1]
    backs = [fan([None], x, top, width, key=f"p{who.position}-{number}-{row}") for row, top in enumerate(tops)]
    turned = group(
        *backs,
        transform=f"rotate({n(-place.angle * LEAN)} {n(x)} {n(y)})",
        opacity=0.45 if hand.dim else None,
    )
    above = point(place.angle, place.reach + height / 2 + PACK_STEP * (hand.packs - 1) + 14)
    kind = "won" if hand.packs == SET and not hand.dim else hand.kind
    return turned + (draw_chips.pill(hand.label, *above, kind=kind, size=13) if hand.label else "")


def _rows(count: int) -> tuple[int, ...]:
    if count <= 5:
        return (count,)
    return ((count + 1) // 2, count // 2)


def _show(count: int, width: float) -> float:
    return FAN if count <= 4 else max(0.5, min(FAN, (132 - width) / max(1, count - 1) / width))


def fragments(view: StationView) -> dict[str, str]:
    """The parts of the felt that change, by id: the dealer and each position."""
    count = _count(view)
    wide = tuple((s.position, split.taken(s)) for s in view.seats if split.several(s)) if not view.alone else ()
    if view.setting is not None and not view.alone:
        wide = (*wide, (view.position, setting.TAKEN))
    where, plan = places(view.game, tuple(s.wager for s in view.spots), count, wide)
    found = {"f-dealer": f'<g id="f-dealer" data-entry="{view.number}">{dealer(view)}</g>'}
    seats = {s.position: s for s in view.seats}
    # What may be wagered now matters to the reader's own areas alone; others show what is printed.
    printed = _printed(view.spots)
    drawn_at = list(enumerate(where, 1))
    if view.alone:  # in the middle, whatever its number
        drawn_at = [(number, where[count // 2]) for number in seats]
    for number, place in drawn_at:
        name = f"f-{number}"
        who = seats.get(number) or Seat(position=number)
        if view.setting is not None and number == view.position:
            drawn = setting.panel(view.setting, who, place.angle, view.spots)
        else:
            drawn = seat(who, place, plan, view.spots if who.own else printed)
        said = f'role="group" aria-label="{_seat_words(who)}"'
        found[name] = f'<g id="{name}" data-entry="{view.number}" {said}>{drawn}</g>'
    return found


@lru_cache(maxsize=1024)
def _printed(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple(Spot(wager=spot.wager, title=spot.title) for spot in spots)


@lru_cache(maxsize=4096)
def _seat_words(who: Seat) -> str:
    """What is said of a position, as it stands in markup."""
    if not who.taken:
        return f"Position {who.position}, open"
    place = f"Position {who.position}" if who.position else "All stations"
    words = [f"Your position {who.position}" if who.own else place]
    if split.several(who):
        words += [split.spoken(number, hand) for number, hand in enumerate(who.hands, 1)]
    else:
        words += [hand.label for hand in who.hands if hand.label]
    words += [f"{s.wager.replace('-', ' ')} {_came_to(s)}" for s in who.chips]
    return str(escape(", ".join(words)))


def _came_to(stake: Chips) -> str:
    """`$25` of a wager in play; of one that has ended what became of it."""
    ended = {"won": f"won {short_money(stake.paid)}", "lost": f"lost {short_money(stake.amount)}", "push": "push"}
    return ended.get(stake.state, short_money(stake.amount))


def order(view: StationView, names: list[str]) -> list[str]:
    """Drawn last is on top: the reader's own place."""
    own = f"f-{view.position}"
    return [name for name in names if name != own] + ([own] if own in names else [])
