"""Several hands at one position of twenty-one: one column a hand, each with its own circle, stake, sign and amount."""

from collections.abc import Mapping

import msgspec

from croupier.equipment.money import short_money
from croupier.web.draw import chips as draw_chips
from croupier.web.draw import colours as c
from croupier.web.draw.cards import RATIO, doubled, fan, staircase
from croupier.web.draw.svg import circle, group, n, rect, text
from croupier.web.felt.area import Area, hit, in_play
from croupier.web.felt.seven_spot.arc import point
from croupier.web.felt.seven_spot.spots import lettered
from croupier.web.felt.shown import Chips, Hand, Seat, Spot

SIDES, PAD = 58.0, 2.0  # the column of side bets beside the hands; what the frame leaves around
LEAST, MOST = 112.0, 150.0  # how high cards may lie: under this the columns keep their height, above it steps shrink
CLEAR = 72.0  # on the arc, so that nothing of a neighbour touches the frame
SHOWN = 24.0  # of a card under another: its rank
BELOW = 24.0  # how far the card of a doubled hand lies below the others
UPRIGHT = 3.0  # degrees from straight down within which a place stands upright
PILL, SMALLER = 22.0, 14.0  # what an amount under a side bet takes; a circle where there are many


class Size(msgspec.Struct, frozen=True):
    """How large things are drawn: the reader's own, or smaller for other patrons."""

    column: float
    card: float
    circle: float
    chip: float
    small: float  # radius of a side bet's circle


OWN, OTHER = Size(80, 50, 30, 16, 19), Size(46, 40, 17, 12, 14)


def several(who: Seat) -> bool:
    """Whether a position has hands that were split."""
    return len(who.hands) > 1 and who.hands[0].number > 0


def _size(who: Seat) -> Size:
    return OWN if who.own else OTHER


def width(who: Seat) -> float:
    """How wide the position is drawn."""
    size = _size(who)
    return len(who.hands) * size.column + (SIDES + 2 * PAD if who.own else 2 * size.small + 12)


def taken(who: Seat) -> float:
    """What it takes of the arc: the neighbours' side bets lie nearer to it than their circles."""
    return width(who) + (CLEAR if who.own else 0.0)


def spoken(number: int, hand: Hand) -> str:
    """`hand 2, 20, $25 + $25`, `hand 1, 23 bust, lost $25`."""
    turn = ", your turn" if hand.acting else ""
    return ", ".join(filter(None, (f"hand {number}", hand.label, hand.pill))) + turn


def drawn(who: Seat, angle: float, wagers: tuple[str, ...], spots: Mapping[str, Spot]) -> str:
    """The whole position."""
    return _Place(who, angle).drawn(wagers, spots)


class _Place:
    def __init__(self, who: Seat, angle: float) -> None:
        self.who, self.angle, self.size = who, angle, _size(who)
        self.upright = abs(angle) < UPRIGHT  # a frame that leans by a hair looks like a mistake
        self.turn = 0.0 if self.upright else angle
        self.lower = max(0.0, 20 - 1.3 * abs(angle)) if who.own else 0.0  # the frame keeps clear of the lettering
        self.left = -width(who) / 2 + (PAD + SIDES if who.own else 2 * self.size.small + 12)
        tall = max(_tall(hand, self.size.card, fanned=2 if who.own else 1) for hand in who.hands)
        self.tall = min(MOST, max(LEAST if who.own else self.size.card * RATIO, tall))
        self.top = self.size.circle + 10 + self.tall  # where cards begin, from the circles inward

    def at(self, aside: float, inward: float) -> tuple[float, float]:
        if self.upright:
            x, y = point(self.angle, 0)
            return x + aside, y - inward + self.lower
        return point(self.angle, inward - self.lower, aside)

    def column(self, place: int) -> float:
        return self.left + (place + 0.5) * self.size.column

    def box(self, aside: float, wide: float, low: float, high: float, **values: object) -> str:
        x, y = self.at(aside, (low + high) / 2)
        turn = f"rotate({n(-self.turn)} {n(x)} {n(y)})"
        return rect(x - wide / 2, y - (high - low) / 2, wide, high - low, transform=turn, **values)

    def drawn(self, wagers: tuple[str, ...], spots: Mapping[str, Spot]) -> str:
        main, sides = wagers[0], wagers[1:]
        parts = [self._frame()] if self.who.own else []
        parts += [self._side(wager, place, len(sides), spots.get(wager)) for place, wager in enumerate(sides)]
        for place, hand in enumerate(self.who.hands):
            parts.append(self._hand(hand, place, main if not place else "", spots.get(main)))
        if not self.who.own and (words := _together(self.who)):
            middle = self.left + len(self.who.hands) * self.size.column / 2
            parts.append(draw_chips.pill(words, *self.at(middle, -self.size.circle - 17), kind=self.who.pill_kind))
        return "".join(parts)

    def _frame(self) -> str:
        box = self.box(
            0,
            width(self.who),
            -74,
            self.top + 54,
            rx=16,
            fill="#05241B",
            fill_opacity=0.45,
            stroke=c.ACCENT,
            stroke_width=2,
        )
        beside = self.left - SIDES / 2
        x, y = self.at(beside, self.top + 20)
        return (
            box
            + draw_chips.pill("You", *self.at(beside, self.top + 38), kind="own", size=12.5)
            + text(f"at {self.who.position}", x, y + 6, 12, fill=c.IVORY)
        )

    def _hand(self, hand: Hand, place: int, main: str, spot: Spot | None) -> str:
        aside, own = self.column(place), self.who.own
        parts = []
        if hand.acting:
            frame = {"rx": 10, "fill": c.ACCENT, "fill_opacity": 0.2, "stroke": c.ACCENT, "stroke_width": 3}
            parts.append(self.box(aside, self.size.column - 2, -66, self.top + 46, **frame))
        if own:
            x, y = self.at(aside, self.top + 38)
            ink = c.ACCENT if hand.acting else c.IVORY
            parts.append(text(f"Hand {place + 1}", x, y + 4, 12, font_weight=700, fill=ink))
        parts.append(self._circle(hand, aside, main, spot))
        parts.append(self._cards(hand, aside, place))
        if hand.label:
            kind = hand.kind if hand.kind in ("won", "lost", "push", "void") else "own" if hand.acting else ""
            words = hand.label if own else hand.label.split(" ")[-1 if "soft" in hand.label else 0]
            lies = self.at(aside, self.top + 15 if own else self.top + 12)
            parts.append(draw_chips.pill(words, *lies, kind=kind, size=11.5 if own else 11))
        if own and hand.pill:
            kind = hand.outcome or ("own" if hand.acting else "")
            parts.append(draw_chips.pill(hand.pill, *self.at(aside, -50), kind=kind, size=11.5))
        return "".join(parts)

    def _cards(self, hand: Hand, aside: float, place: int) -> str:
        x, y = self.at(aside, self.top)
        wide, key, cards = self.size.card, f"p{self.who.position}-{place}", list(hand.cards)
        if hand.sideways:
            laid = doubled(cards, x, y, wide, key=key, below=BELOW)
        elif len(cards) <= 2 and self.who.own:
            laid = fan(cards, x, y, wide, key=key)
        else:
            step = min(SHOWN, (self.tall - wide * RATIO) / max(1, len(cards) - 1))
            laid = staircase(cards, x - wide / 2 - len(cards) + 1, y, wide, key=key, step=step)
        turn = f"rotate({n(-self.turn)} {n(x)} {n(y)})"
        return group(laid, transform=turn, opacity=0.45 if hand.dim else None)

    def _circle(self, hand: Hand, aside: float, main: str, spot: Spot | None) -> str:
        """The hand's own circle with its stake; a doubled one lies as two stacks beside each other."""
        x, y = self.at(aside, 0)
        edge = c.ACCENT if hand.acting else c.IVORY
        shape = circle(x, y, self.size.circle, fill=c.BOX, fill_opacity=0.8, stroke=edge, stroke_width=2)
        if main and self.who.own:
            name = spot.title if spot else main
            shape = hit(
                Area(wager=main, name=name, shape=shape, x=x, y=y, r=18), spot, 0 if hand.outcome else sum(hand.stakes)
            )
        parts, r = [shape], self.size.chip
        chips = []
        if hand.outcome != "lost":
            for number, cents in enumerate(hand.stakes):
                off = (number - (len(hand.stakes) - 1) / 2) * r * 1.5
                chips.append(draw_chips.stack(cents, x + off, y + 3, r if len(hand.stakes) < 2 else r * 0.85))
            parts.append(group(*chips, class_="stake", data_own="1" if self.who.own else None))
        if hand.outcome == "lost":
            parts.append(draw_chips.mark("lost", x, y, 10))
        elif hand.outcome in ("won", "push"):
            parts.append(draw_chips.mark(hand.outcome, x + self.size.circle * 0.7, y - self.size.circle * 0.7, 8.5))
        return "".join(parts)

    def _side(self, wager: str, place: int, count: int, spot: Spot | None) -> str:
        """Side bets of the first two cards, in a column beside the hands."""
        room = (self.top - 4) / max(1, count - 1)
        r = self.size.small if room > 2 * self.size.small + PILL else SMALLER  # a pill fits under each circle
        apart = min(2 * r + (PILL if self.who.own else 8), room)
        aside = self.left - (SIDES / 2 if self.who.own else r + 6)
        x, y = self.at(aside, place * apart)
        stakes = [stake for stake in self.who.chips if stake.wager == wager]
        if not self.who.own and not stakes:
            return ""
        shape = circle(x, y, r, fill=c.BOX, fill_opacity=0.8, stroke=c.IVORY, stroke_opacity=0.62, stroke_width=1.4)
        lies = [stake for stake in stakes if stake.state != "lost" or not self.who.own]
        label = "" if lies else lettered(wager, spot.title if spot else wager)
        words = text(label, x, y + 3.8, 10.5, font_weight=600, fill=c.IVORY) if label else ""
        if self.who.own:
            area = Area(wager=wager, name=spot.title if spot else wager, shape=shape, x=x, y=y, r=13)
            shape = hit(area, spot, in_play(stakes), extra=words)
            words = ""
        amounts = ""
        if self.who.own and apart >= 2 * r + PILL - 4:
            amounts = "".join(_amount(stake, *self.at(aside, place * apart - r - 9)) for stake in stakes)
        return shape + words + "".join(_side_stake(stake, x, y, r, self.who.own) for stake in stakes) + amounts


def _together(who: Seat) -> str:
    """What lies on another patron's hands: `2 × $15`, or what they came to."""
    lying = [sum(hand.stakes) for hand in who.hands if hand.stakes and not hand.outcome]
    if len(lying) > 1 and len(set(lying)) == 1:
        return f"{len(lying)} × {short_money(lying[0])}"
    return short_money(sum(lying)) if lying else who.pill


def _side_stake(stake: Chips, x: float, y: float, r: float, own: bool) -> str:
    """The chips of a side bet with its sign; the reader's own lost ones are collected, so that its name shows."""
    parts = []
    if stake.state != "lost" or not own:
        parts.append(draw_chips.stack(stake.amount, x, y, r * 0.72, dim=stake.state == "lost"))
    if stake.state in ("won", "lost", "push"):
        parts.append(draw_chips.mark(stake.state, x - r * 0.8, y - r * 0.8, 8))
    return group(*parts, class_="stake", data_wager=stake.wager, data_own="1" if stake.own else None)


def _amount(stake: Chips, x: float, y: float) -> str:
    """What lies on a side bet, or what it came to."""
    lost = f"lost {short_money(stake.amount)}"
    if draw_chips.pill_width(lost, 10.5) > SIDES:  # the frame holds it, and the cross says what the sign means
        lost = f"−{short_money(stake.amount)}"
    words = {"lost": lost, "won": f"+{short_money(stake.paid)}", "push": "push"}
    kind = stake.state if stake.state in words else ""
    return draw_chips.pill(words.get(kind, short_money(stake.amount)), x, y, kind=kind, size=10.5)


def _tall(hand: Hand, wide: float, fanned: int) -> float:
    """How high the cards lie; more than so many beside each other lie in steps."""
    count = len(hand.cards)
    if hand.sideways:
        return wide * RATIO + BELOW
    return wide * RATIO + (SHOWN * (count - 1) if count > fanned else 0)
