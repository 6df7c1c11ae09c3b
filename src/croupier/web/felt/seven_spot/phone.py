"""The seven-spot table on a phone: dealer and lettering on top, the seats as a row, the own hand large."""

from collections.abc import Callable
from textwrap import wrap

import msgspec
from markupsafe import escape

from croupier.web.draw import chips as draw_chips
from croupier.web.draw import colours as c
from croupier.web.draw.cards import RATIO, fan, fan_width, staircase, struck
from croupier.web.draw.svg import circle, group, n, picture, rect, text
from croupier.web.felt.area import Area, hit, in_play
from croupier.web.felt.seven_spot import baccarat, setting
from croupier.web.felt.seven_spot.roads import ROWS, big_road
from croupier.web.felt.seven_spot.spots import arrange, lettered
from croupier.web.felt.seven_spot.table import line_names
from croupier.web.felt.shown import Chips, Hand, Seat, Spot, StationView

WIDE = 390.0
OWN_WIDE, OWN_HIGH = 362.0, 200.0
CARDS_AT = 112.0  # the middle of the reader's cards
NAME_AT = 14.0  # the middle of a hand's name
LONGEST_NAME = 246.0  # of a hand, clear of the circle at the right
AWAITED = 187.0  # how far to the right the place of cards to come reaches
LETTER = 6.4  # of a name beside its circle
SMALL_LETTER = 5.9  # of a name in a band that shares its row
UNDER = 12.0  # as high as a name under its circle
PARTED = 12.0  # between the High and the Low hand
ROW = 8  # positions that fit beside each other
POSITION = "pos. "  # before a number, where a row has the room for it
ROAD_COLUMNS = 36  # of the big road: as high as a phone has room for under the own place
MOST_LETTERS = 58  # of the second line, so that it stays legible


def top(view: StationView) -> str:
    """Dealer's cards (or the table's hands) and what the layout promises."""
    hands = [h for h in (view.dealer, *(hand for _, hand in view.places)) if h.cards]
    common = bool(view.common)
    # Cards in the middle lie under the dealer's hand, if he has one. Their place is kept: nothing moves when they come.
    both = bool((common or view.common_label) and view.dealer_label)
    below, high = (106.0, 230.0) if both else (40.0, 172.0)
    parts = []
    if len(hands) > 1:
        parts += _two_hands(view)
    elif view.dealer.cards:
        width = _card_width(len(view.dealer.cards), 250, 62 if both else 70)
        drawn, half = _dealers(view.dealer, width)
        parts.append(drawn)
        label_x = WIDE / 2 + 20 - half - 14
        lines = [view.dealer_label.split(" ")[0], *view.dealer_label.split(" ")[1:]]
        words = " ".join(lines[1:] + ([view.dealer.label] if view.dealer.label else []))
        parts.append(text(lines[0], label_x, 52, 13, text_anchor="end", fill=c.IVORY))
        for row, line in enumerate(wrap(words, max(8, int((label_x - 8) / 7.2)))):
            parts.append(text(line, label_x, 69 + 16 * row, 13, text_anchor="end", fill=c.IVORY))
    if common:
        width = _card_width(len(view.common), 330, 54)
        step = width + 5
        left = (WIDE - len(view.common) * step + 5) / 2
        for place, value in enumerate(view.common):
            parts.append(fan([value], left + place * step + width / 2, below, width, key=f"pc{place}"))
        parts.append(line_names(view, WIDE / 2, step, below - 8))
    lines_y = high - 34 if view.lettering else high
    for number, words in enumerate(view.lettering[:2]):
        size, spacing, wide = ((15.5, 1.2, 0.68), (11.5, 0.2, 0.56))[number]
        if number and len(words) > MOST_LETTERS:  # the rest stands under Rules
            words = words.partition(" · ")[0]
        size = min(size, (350 / max(1, len(words)) - spacing) / wide)  # the arc cuts off what is longer than it
        curve = f"M20 {n(lines_y + number * 18)}Q195 {n(lines_y + 14 + number * 18)} 370 {n(lines_y + number * 18)}"
        name = f"p-arc-{number}"
        parts.append(
            f'<path id="{name}" d="{curve}" fill="none"/><text font-size="{n(size)}" '
            f'font-weight="{800 if not number else 600}" fill="{c.GOLD if not number else c.IVORY}" '
            f'letter-spacing="{spacing}" text-anchor="middle">'
            f'<textPath href="#{name}" startOffset="50%">{escape(words)}</textPath></text>'
        )
    return str(picture("".join(parts), WIDE, high + 6, class_="whole"))


def _dealers(hand: Hand, width: float) -> tuple[str, float]:
    """The dealer's cards, and half of how wide they lie; a hand that was parted lies as its two hands."""
    cards, middle = list(hand.cards), WIDE / 2 + 20
    if not hand.rows:
        return fan(cards, middle, 14, width, key="pd", show=0.62), fan_width(len(cards), width, 0.62) / 2
    high, low = (fan_width(count, width, 0.5) for count in hand.rows)
    left = middle - (high + PARTED + low) / 2
    drawn = fan(cards[: hand.rows[0]], left + high / 2, 14, width, key="pd", show=0.5)
    drawn += fan(cards[hand.rows[0] :], left + high + PARTED + low / 2, 14, width, key="pd-low", show=0.5)
    return drawn, middle - left


def _two_hands(view: StationView) -> list[str]:
    parts = []
    shown = [(title, hand) for title, hand in view.places if hand.cards]
    if view.dealer.cards:
        shown.append((view.dealer_label, view.dealer))
    for place, (title, hand) in enumerate(shown[:2]):
        x = WIDE * (0.27 + 0.46 * place)
        parts.append(text(f"{title} {hand.label}".strip(), x, 20, 13, fill=c.IVORY))
        parts.append(fan(list(hand.cards), x, 30, _card_width(len(hand.cards), 160, 62), key=f"ph{place}"))
    return parts


def _card_width(count: int, room: float, most: float) -> float:
    return min(most, room / (1 + 0.54 * max(0, count - 1)))


def seats(view: StationView) -> str:
    """A row of totals, 7 … 1 as on the felt."""
    parts = []
    shown = sorted(view.seats, key=lambda s: -s.position)
    own = next((place for place, seat in enumerate(shown) if seat.own), 0)
    first = max(0, min(own - ROW // 2, len(shown) - ROW))
    for seat in shown[first : first + ROW]:
        acting = next((hand for hand in seat.hands if hand.acting), None)
        hand = acting or (seat.hands[0] if seat.hands else Hand())
        count, words, kind = _seat_words(seat, hand)
        several = () if acting else tuple(_figure(hand) for hand in seat.hands if hand.cards)
        if len(several) > 1:  # of split hands that nobody decides each has its total
            count, kind = " ".join(several), "own" if seat.own else "taken"
            words = "You" if seat.own else f"{POSITION}{seat.position}"
        told = str(escape(words)).replace(POSITION, f'<span class="wide-enough">{POSITION}</span>')
        size = "count several" if len(several) > 1 else "count"
        parts.append(f'<li class="p-seat {kind}"><span class="{size}">{escape(count)}</span><span>{told}</span></li>')
    return f'<ul class="p-seats" aria-label="Positions">{"".join(parts)}</ul>' if parts else ""


def _seat_words(seat: Seat, hand: Hand) -> tuple[str, str, str]:
    if not seat.taken:
        return "open", f"{POSITION}{seat.position}", "open"
    figure = _figure(hand)
    if not figure[:1].isdigit() and figure not in ("BJ", "–"):
        figure = {"won": "won", "lost": "lost", "push": "push", "void": "void"}.get(hand.kind, "in")
    if seat.own:
        return figure, "You", "own"
    if figure == "–":  # no cards to tell of
        return ("in" if seat.chips else "taken"), f"{POSITION}{seat.position}" if seat.position else "all", "taken"
    words = {"won": "paid", "lost": "bust" if hand.over else "lost", "push": "push", "void": "void"}.get(
        hand.kind, f"{POSITION}{seat.position}" if seat.position else "all"
    )
    return figure, words, hand.kind


def _figure(hand: Hand) -> str:
    """The total of a hand, as short as a circle asks for."""
    figure = hand.label.removeprefix("soft ").split(" ")[0] if hand.label else "–"
    return "BJ" if figure.lower() == "blackjack" else figure


def own(view: StationView) -> str:
    """The reader's hand and his betting areas."""
    seat = next((s for s in view.seats if s.own), None)
    if seat is None:
        return ""
    spots = {s.wager: s for s in view.spots}
    parts = [_frame()]
    if view.setting is not None:
        made = picture(setting.phone_panel(view.setting, view.on_table_note), OWN_WIDE, setting.PHONE_HIGH)
        return f'<div class="p-own">{made}</div>'.replace(
            ' aria-hidden="true" focusable="false"', ' role="group" aria-label="Your two hands"', 1
        )
    parts.append(_own_hands(seat))
    rows, _ = arrange(view.game, tuple(spots))
    split = sum(bool(hand.cards) for hand in seat.hands) > 1
    acting = next((hand for hand in seat.hands if hand.acting and hand.stakes), None)
    if acting is not None and rows:  # of split hands the circle shows what lies on the one that is decided
        lies = Chips(wager=rows[0][0][0], amount=sum(acting.stakes), own=True)
        seat = msgspec.structs.replace(seat, chips=(*seat.chips, lies))
    rows = rows[::-1]
    # The circles keep their places when the cards come: a finger finds them where they were.
    dealt = any(h.cards for h in seat.hands)
    if not dealt:
        parts.append(_awaiting(bool(seat.chips), view.wagering))
    edge = _edge(seat) if dealt else AWAITED
    centre, room, across, apart = 284.0, 172.0, 150.0, 5.0
    tall = sum(2 * r + apart + _under(row, spots) for row, r in rows)
    scale = min(1.15, room / tall) if rows else 1.0
    y = 8.0 + (room - tall * scale) / 2
    for row, r in rows:
        r = max(15.0, r * scale)
        y += r + 2 * scale
        step = min(2 * r + 10, across / len(row))
        for column, wager in enumerate(row):
            x = centre + (column - (len(row) - 1) / 2) * step
            close = len(row) > 1  # beside it is no room for what it pays
            clear = max(edge, _name_edge(seat)) if y < 2 * NAME_AT + 4 else edge  # its name would touch the hand's
            name_room = step if len(row) > 1 else 0.0
            parts.append(_own_area(seat, spots[wager], wager, (x, y, r), name_room, clear, close))
        y += r + (apart - 2 + _under(row, spots)) * scale
    if seat.pill and not split:  # each of several hands says what lies on it
        named = bool(rows) and len(rows[-1][0]) > 1  # under the circles
        x = CARDS_AT if named else centre
        parts.append(text(seat.pill.replace("You · ", "Your wager "), x, OWN_HIGH - 8, 12, fill="#FFF"))
    return _placed(parts)


def own_bands(view: StationView) -> str:
    """The reader's place where everybody wagers on the same two hands: bands, and the road under them."""
    seat = next((s for s in view.seats if s.own), None)
    return _placed([_frame(), _bands(view, seat)]) + _road(view) if seat else ""


def _frame() -> str:
    inner = OWN_WIDE - 2, OWN_HIGH - 2
    return rect(1, 1, *inner, rx=16, fill="#05241B", fill_opacity=0.5, stroke=c.ACCENT, stroke_width=2)


def _label(spot: Spot, wager: str) -> str:
    return " ".join(filter(None, (lettered(wager, spot.title), wager.partition(":")[2])))


def _under(row: list[str], spots: dict[str, Spot]) -> float:
    """The room for names under a row of several circles: kept, so that a chip moves none."""
    return UNDER if len(row) > 1 and any(_label(spots[wager], wager) for wager in row) else 0.0


def _awaiting(staked: bool, wagering: bool) -> str:
    """Where the reader's cards will lie; before his first chip, how a chip is placed."""
    wide, high = 2 * (AWAITED - CARDS_AT), 98 * RATIO
    left, top = CARDS_AT - wide / 2, (OWN_HIGH - high) / 2 + 6
    line = rect(left, top, wide, high, rx=10, fill="none", stroke=c.IVORY, stroke_opacity=0.35, stroke_dasharray="5 5")
    if staked or not wagering:
        return line
    words = ("Tap a circle", "to wager the chip", "in your hand")
    return line + "".join(text(said, CARDS_AT, 88 + 19 * row, 13, fill=c.IVORY) for row, said in enumerate(words))


def _placed(parts: list[str]) -> str:
    return f'<div class="p-own">{picture("".join(parts), OWN_WIDE, OWN_HIGH)}</div>'.replace(
        ' aria-hidden="true" focusable="false"', ' role="group" aria-label="Your place"', 1
    )


def _road(view: StationView) -> str:
    """The big road of the shoe under the reader's bands."""
    cell = OWN_WIDE / ROAD_COLUMNS
    drawn = picture(big_road(view.last, 0, 0.5, ROAD_COLUMNS, cell), OWN_WIDE, ROWS * cell + 1)
    return f'<div class="p-own p-road">{drawn}</div>'.replace(' aria-hidden="true" focusable="false"', "", 1)


def _bands(view: StationView, seat: Seat) -> str:
    """Baccarat: the bands of the felt as wide as the place, Tie, Banker and Player under the bonuses."""
    spots = {s.wager: s for s in view.spots}
    main = [next((spots[n] for n in names if n in spots), None) for names, *_ in baccarat.BANDS]
    inks = {names: ink for names, _, _, _, ink in baccarat.BANDS}
    bonuses = baccarat.bonuses(view.spots)
    rows: list[list[Spot]] = ([bonuses] if bonuses else []) + [[spot] for spot in main if spot]
    parts, gap, top = [], 5.0, 8.0
    high = (OWN_HIGH - 2 * top - 16 - gap * (len(rows) - 1)) / max(1, len(rows))
    for number, row in enumerate(rows):
        wide = (OWN_WIDE - 2 * top - gap * (len(row) - 1)) / len(row)
        for column, spot in enumerate(row):
            x, y = top + column * (wide + gap), top + number * (high + gap)
            ink = next((found for names, found in inks.items() if spot.wager in names), c.IVORY)
            parts.append(_band(seat, spot, x, y, wide, high, ink))
    words = seat.pill.replace("You · ", "Your wagers ") if seat.pill != "You" else ""
    return "".join(parts) + text(words, OWN_WIDE / 2, OWN_HIGH - 8, 12, fill="#FFF")


def _band(seat: Seat, spot: Spot, x: float, y: float, wide: float, high: float, ink: str) -> str:
    stakes = [s for s in seat.chips if s.wager == spot.wager]
    at, middle = x + wide - (46.0 if wide > 200 else 24.0), y + high / 2
    shape = rect(x, y, wide, high, rx=8, fill=c.BOX, fill_opacity=0.85, stroke=c.IVORY, stroke_opacity=0.75)
    if wide > 200:
        words = text(spot.title.upper(), x + 14, middle + 5, 14.5, font_weight=800, fill=ink, text_anchor="start")
        if not stakes:
            odds = spot.odds.removeprefix("up to ")
            words += text(odds, x + wide - 14, middle + 5, 13, fill=c.GOLD, text_anchor="end")
    else:
        lines = wrap(spot.title, int((wide - (48 if stakes else 16)) / SMALL_LETTER), break_long_words=False)
        first = middle + 4 - 11.5 * (len(lines) - 1) / 2
        words = "".join(
            text(said, x + 8, first + 11.5 * row, 10.5, fill=c.IVORY, text_anchor="start")
            for row, said in enumerate(lines)
        )
    area = hit(
        Area(wager=spot.wager, name=spot.title, shape=shape, x=at, y=middle, r=15),
        spot,
        in_play(stakes),
        extra=words,
    )
    size = min(16.0, high * 0.4)
    drawn = []
    for stake in stakes:
        drawn.append(draw_chips.stack(stake.amount, at, middle, size, dim=stake.state == "lost"))
        if stake.paid:
            drawn.append(draw_chips.stack(stake.paid, at + size * 1.7, middle, size * 0.85))
        if stake.state in ("won", "lost", "push"):
            drawn.append(draw_chips.mark(stake.state, at - size * 1.5, middle, 8))
    return area + group(*drawn, class_="stake", data_wager=spot.wager, data_own="1")


def _own_hands(seat: Seat) -> str:
    hands = [h for h in seat.hands if h.cards]
    if len(hands) > 1:
        return _own_columns(hands)
    parts = []
    for hand in hands:
        x = CARDS_AT
        rows = hand.rows or ((len(hand.cards),) if len(hand.cards) < 6 else (4, len(hand.cards) - 4))
        width = min(_card_width(max(rows), 188, 98), 98.0 if len(rows) == 1 else 62.0)
        start, y = 0, (OWN_HIGH - width * RATIO * (1 + 0.6 * (len(rows) - 1))) / 2 + 6
        for row, length in enumerate(rows):
            parts.append(fan(list(hand.cards[start : start + length]), x, y, width, key=f"po0-{row}"))
            start += length
            y += width * RATIO * 0.6
        if hand.kind == "void":
            wide, top = fan_width(max(rows), width), y - width * RATIO * 0.6 * len(rows)
            parts.append(struck(x - wide / 2, top, wide, width * RATIO * (1 + 0.6 * (len(rows) - 1))))
        if hand.label:
            kind = hand.kind if hand.kind in ("won", "lost", "push", "void") else "own"
            within, size = _name_place(hand)
            parts.append(draw_chips.pill(hand.label, within, NAME_AT, kind=kind, size=size))
    return "".join(parts)


def _name_place(hand: Hand) -> tuple[float, float]:
    """The middle and the size of a hand's name: a long one begins inside the frame."""
    size = min(14.0, 14 * LONGEST_NAME / draw_chips.pill_width(hand.label, 14))
    return max(CARDS_AT, draw_chips.pill_width(hand.label, size) / 2 + 6), size


def _name_edge(seat: Seat) -> float:
    """How far to the right the name of the reader's one hand reaches."""
    if len(seat.hands) != 1 or not seat.hands[0].label:
        return 0.0
    within, size = _name_place(seat.hands[0])
    return within + draw_chips.pill_width(seat.hands[0].label, size) / 2


def _own_columns(hands: list[Hand]) -> str:
    """Split hands: the one that is decided large under the others; with none to decide all side by side."""
    acting = next((hand for hand in hands if hand.acting), None)
    if acting is not None:
        return _acting(acting, hands)
    parts = []
    apart = min(70.0, 196.0 / len(hands))
    for number, hand in enumerate(hands):
        x = 14 + apart * number
        width = min(58.0, apart - 3)
        kind = hand.kind if hand.kind in ("won", "lost", "push", "void") else "own"
        words = hand.label.split(" ")[-1 if "soft" in hand.label else 0]
        parts.append(draw_chips.pill(words, x + width / 2, 20, kind=kind, size=12.5))
        step = min(24.0, (OWN_HIGH - 64 - width * RATIO) / max(1, len(hand.cards) - 1))
        cards = staircase(list(hand.cards), x, 34, width, key=f"po{number}", step=step)
        parts.append(group(cards, opacity=0.45 if hand.dim else None))
        if hand.pill:
            sum_ = hand.pill
            if draw_chips.pill_width(sum_, 10.5) > apart - 2:  # of four the colour and the total say the word
                sum_ = sum_.replace("lost ", "−").replace("won ", "+")
            size = min(10.5, 10.5 * (apart - 2) / draw_chips.pill_width(sum_, 10.5))
            parts.append(draw_chips.pill(sum_, x + width / 2, OWN_HIGH - 16, kind=hand.outcome, size=size))
    return "".join(parts)


def _acting(acting: Hand, hands: list[Hand]) -> str:
    parts, x = [], 10.0
    for hand in hands:
        words = f"{hand.number}: {hand.label.split(' ')[-1 if 'soft' in hand.label else 0]}"
        wide = max(len(words) * 12 * 0.57 + 16, 25.0)
        kind = "own" if hand.acting else hand.outcome or (hand.kind if hand.kind == "lost" else "")
        parts.append(draw_chips.pill(words, x + wide / 2, 18, kind=kind, size=12))
        x += wide + 4
    count = len(acting.cards)
    width = min(_card_width(count, 188, 88), 88.0)
    parts.append(
        fan(list(acting.cards), CARDS_AT, 36, width, key=f"po{acting.number - 1}", sideways_last=acting.sideways)
    )
    words = f"Hand {acting.number} of {len(hands)} · {acting.pill}"
    return "".join(parts) + text(words, CARDS_AT, OWN_HIGH - 14, 13, font_weight=700, fill=c.ACCENT)


def _edge(seat: Seat) -> float:
    """How far to the right the reader's cards lie."""
    count = max(len(hand.cards) for hand in seat.hands)
    return CARDS_AT + fan_width(count, _card_width(count, 188, 98)) / 2


def _own_area(
    seat: Seat, spot: Spot, wager: str, at: tuple[float, float, float], name_room: float, edge: float, close: bool
) -> str:
    """One area with its chips; a name that the circle has no room for stands under it, or alone in its row beside it.

    What is paid lies beside the wager, or at its foot where that is close to the next or to the frame.
    """
    x, y, r = at
    stakes = [s for s in seat.chips if s.wager == wager]
    shape = circle(x, y, r, fill=c.BOX, fill_opacity=0.85, stroke=c.IVORY, stroke_opacity=0.75, stroke_width=1.6)
    label = _label(spot, wager)
    fits = len(label) * 5.6 < 2 * r - 1
    paid = any(stake.paid for stake in stakes) and not close
    words = ""
    if label and not stakes and fits:
        words = text(label, x, y + 4, 10.5, font_weight=700, fill=c.IVORY)
    elif label and name_room:
        size = min(10.5, 10.5 * name_room / (len(label) * SMALL_LETTER))
        words = text(label, x, y + r + UNDER - 2, size, font_weight=600, fill=c.IVORY)
    elif label:
        right = r + (16 if paid else 0)
        side = "right" if x + right + 5 + len(label) * LETTER <= OWN_WIDE - 6 else "left"
        words = _named(label, x, y, right if side != "left" else r, side, edge)
    area = hit(
        Area(wager=wager, name=spot.title, shape=shape, x=x, y=y, r=min(20.0, r * 0.7)),
        spot,
        in_play(stakes),
        extra=words,
    )
    drawn = []
    for stake in stakes:
        size = min(20.0, r * 0.68)
        height = (min(len(draw_chips.cut(stake.amount)), draw_chips.STACK_MOST) - 1) * 0.2 * size
        drawn.append(draw_chips.stack(stake.amount, x, y + height / 2, size, dim=stake.state == "lost"))
        if stake.paid and close:
            drawn.append(draw_chips.stack(stake.paid, x + r * 0.55, y + r * 0.4, size * 0.7))
        elif stake.paid:
            drawn.append(draw_chips.stack(stake.paid, x + size * 1.3, y, size * 0.85))
        if stake.state in ("won", "lost", "push"):
            drawn.append(draw_chips.mark(stake.state, x - size, y - height / 2 - size * 0.9, 8))
    return area + group(*drawn, class_="stake", data_wager=wager, data_own="1")


def _named(label: str, x: float, y: float, r: float, side: str, edge: float) -> str:
    if side == "left" and x - r - 5 - len(label) * LETTER < edge:  # the cards would lie on it
        return text(label, max(edge + 4, x - r - 4), y + r + 9, 10.5, fill=c.IVORY, text_anchor="start")
    if side == "left":
        return text(label, x - r - 5, y + 4, 10.5, fill=c.IVORY, text_anchor="end")
    return text(label, x + r + 5, y + 4, 10.5, fill=c.IVORY, text_anchor="start")


def fragments(view: StationView, own: Callable[[StationView], str] = own) -> dict[str, str]:
    """What changes on a phone, by id; `own` draws the reader's place."""
    entry = f' data-entry="{view.number}"'
    return {
        "p-top": f'<div id="p-top"{entry}>{top(view)}</div>',
        "p-seats": f'<div id="p-seats"{entry}>{seats(view)}</div>',
        "p-own": f'<div id="p-own"{entry}>{own(view)}</div>',
    }
