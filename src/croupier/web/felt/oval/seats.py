"""The seats of a poker table: plates with name, stack and last act, hands, bets, the button, the time to act."""

from croupier.equipment.cards import parse_card
from croupier.web.draw import cards as playing
from croupier.web.draw import chips
from croupier.web.draw import colours as c
from croupier.web.draw.svg import circle, el, group, n, path, rect, text
from croupier.web.felt.oval.places import Frame, Place
from croupier.web.felt.oval.shown import PokerSeat, PokerView

BACK = "??"
NAME_ROOM = 270.0  # for what his hand is called, between his bet and where it would lie at the other side
TALL_ROOM = 214.0  # the same on a phone, for what his hand is called too
MANY = 3  # from so many cards on a hand lies as a fan
STUD_ROW, STUD_ALL = 4, 0.45  # up cards before a plate; where the whole hand is shown on a phone they lie closer
STUD_DOWN, STUD_CLEAR = 0.2, 4.0  # how much of a card face down shows; what is left free beside the reader's hand
ONE_ROW, INDEX = 5, 0.72  # own cards in a row on a phone; how much of a card holds its rank and suit
LETTER = 0.56  # how wide a letter is for its size
TALL_MANY = 38.0  # a card of four and more that are turned up, on a phone


def values(shown: tuple[str, ...]) -> list[int | None]:
    return [None if card == BACK else parse_card(card) for card in shown]


def seat(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    """A seat with everything that belongs to it."""
    if at.you and place.bottom:
        drawn = _own_hand(view, at, place, frame) + _own_plate(view, at, place, frame)
    elif not at.taken:
        return _free(view, at, place, frame)
    else:
        drawn = _hand(view, at, place, frame) + _plate(view, at, place, frame)
    return drawn + bet(at, place, frame) + button(view, at, place, frame)


def _words(at: PokerSeat) -> str:
    return ", ".join(word for word in (f"Seat {at.number}", at.name, at.chips, at.act, *at.marks) if word)


def _fit(words: str, width: float, size: float, letter: float = 0.56) -> str:
    most = int(width / (size * letter))
    return words if len(words) <= most else words[: max(1, most - 1)] + "…"


def _top(place: Place, frame: Frame) -> float:
    """The upper edge of a plate; that of another at the bottom lies where the reader's would."""
    return place.y - (frame.plate[1] - frame.own[1]) if place.bottom else place.y


def _plate(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    wide, high = frame.plate
    x, y, r = place.x - wide / 2, _top(place, frame), 12 if frame.wide else 10
    kind = f"{at.act_kind} {'idle' if not at.playing else ''} {'acting' if at.acting else ''}".strip()
    box = rect(x, y, wide, high, rx=r, class_=f"plate {kind}")
    split = y + high - frame.strip
    strip = ""
    if at.act:
        low = (
            f"M{n(x)} {n(split)}h{n(wide)}v{n(frame.strip - r)}a{r} {r} 0 0 1 -{r} {r}"
            f"h{n(2 * r - wide)}a{r} {r} 0 0 1 -{r} -{r}Z"
        )
        size = 13 if frame.wide else 11
        words = _fit(_strip_words(at.act, wide - 8, size), wide - 2, size, 0.53)
        strip = path(low, class_=f"strip {at.act_kind}") + text(
            words, place.x, split + frame.strip * 0.72, size, class_=f"strip-words {at.act_kind}"
        )
    lines = _plate_lines(at, place, frame, y)
    if at.acting and view.timer and (frame.wide or not at.act):
        there = (x + wide - 10, y + 39) if frame.wide else (place.x + 16, split + frame.strip * 0.72)
        lines.append(text(view.timer.words, *there, 12, class_="own-time", data_seconds="1", text_anchor="end"))
    ring = timer(view, x, y, wide, high, r) if at.acting else ""
    return group(box, strip, *lines, ring, class_=f"seat {kind}", role="img", aria_label=_words(at))


def _strip_words(act: str, width: float, size: float) -> str:
    """What a seat did, as its strip has room: `To $1,105` for a raise, `Two pair` without its ranks."""
    if len(act) * size * 0.54 <= width:
        return act
    verb, to, amount = act.partition(" to ")
    return f"To {amount}" if to else verb.partition(", ")[0]


def _plate_lines(at: PokerSeat, place: Place, frame: Frame, y: float) -> list[str]:
    wide = frame.plate[0]
    if not frame.wide:
        name = text(str(at.number), place.x - 33, y + 14, 11, class_="plate-name")
        called = text(_fit(at.name, wide - 28, 11.5), place.x + 6, y + 14, 11.5, class_="plate-name")
        return [name, called, text(at.chips, place.x, y + 32, 14, class_="plate-chips", font_weight=800)]
    left = place.x - wide / 2 + 24
    ring = circle(left, y + 23, 13.5, class_="plate-ring")
    number = text(str(at.number), left, y + 27, 12, class_="plate-number")
    start = {"text_anchor": "start"}
    called = text(_fit(at.name, wide - 56, 13), left + 23, y + 20, 13, class_="plate-name", **start)
    return [ring, number, called, text(at.chips, left + 23, y + 39, 16, class_="plate-chips", font_weight=800, **start)]


def _free(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    wide, high = frame.plate
    y = _top(place, frame)
    plate = rect(place.x - wide / 2, y, wide, high, rx=12 if frame.wide else 10, class_="plate free")
    size = 14 if frame.wide else 12
    words = text(f"Seat {at.number}", place.x, y + high / 2 - 2, size, class_="plate-name")
    under = text("Sit down" if view.may_sit else "open", place.x, y + high / 2 + 15, size - 1, class_="plate-open")
    if not view.may_sit:
        return group(plate, words, under, role="img", aria_label=f"Seat {at.number}, open")
    link = {
        "href": f"/room/tables/{view.table}?seat={at.number}#sit",
        "data_seat": at.number,
        "class_": "seat-link",
    }
    return el("a", plate, words, under, aria_label=f"Sit down at seat {at.number}", **link)


# ---- hands


def _hand(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    """Backs behind the plate mean that a hand is held; cards that are turned up can be read."""
    if not at.cards:
        return ""
    shown = values(at.cards)
    if view.family == "stud":
        return _stud(at, shown, place, frame)
    up = any(value is not None for value in shown)
    if at.act_kind == "fold" and not up:  # mucked
        return ""
    width = frame.card if up else frame.back
    show = 0.54 if up or len(shown) < MANY else 0.28
    if up and not frame.wide and len(shown) > MANY:  # as much as fits between the edge and the reader's own hand
        width = TALL_MANY
        show = min(playing.FAN, (((frame.width - TALL_ROOM) / 2 - 2) / width - 1) / (len(shown) - 1))
    high = width * playing.RATIO
    seen = high * (0.6 if up else 0.62 if frame.wide else 0.5)
    half = playing.fan_width(len(shown), width, show) / 2
    x = min(max(place.x, half), frame.width - half)  # no card reaches over the edge of the picture
    y = max(_top(place, frame) - seen, 0.0)
    return group(playing.fan(shown, x, y, width, key=f"s{at.number}", show=show), class_="seat-cards")


def _stud(at: PokerSeat, shown: list[int | None], place: Place, frame: Frame) -> str:
    """Up cards before the plate, each to be read; of those face down only that they are there."""
    if place.cards is None:
        return ""
    up: list[int | None] = [value for value in shown if value is not None]
    down: list[int | None] = [None] * (len(shown) - len(up))
    width, show = frame.card, playing.FAN if frame.wide or len(up) <= STUD_ROW else STUD_ALL
    hidden = width * STUD_DOWN * len(down)
    length = hidden + playing.fan_width(len(up), width, show) if up else playing.fan_width(len(down), width, STUD_DOWN)
    x, y = place.cards
    if place.beside:
        left = x if place.beside > 0 else x - length
    elif frame.wide:
        clear = (frame.width - frame.own_room) / 2 - STUD_CLEAR - length
        left = x - length / 2 if place.bottom else min(x - length / 2, clear)
        left = frame.width - length - min(frame.width - x - length / 2, clear) if x > frame.x else left
    else:
        left = x if x < frame.x else x - length
        left = frame.x - length / 2 if place.bottom else left
    drawn = [playing.fan(down, left + playing.fan_width(len(down), width, STUD_DOWN) / 2, y, width, show=STUD_DOWN)]
    if up:
        middle = left + hidden + (length - hidden) / 2
        drawn.append(playing.fan(up, middle, y, width, key=f"s{at.number}", show=show))
    return group(*drawn, class_="seat-cards")


def _own_hand(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    if not at.cards:
        return ""
    shown = values(at.cards)
    beside = frame.wide and len(shown) < MANY
    if view.family == "stud" and not frame.wide and len(shown) > ONE_ROW:
        return _own_rows(at, shown, place, frame) + _own_name(view, place, frame)
    room = frame.own_room
    fanned = 0.73 if len(shown) < MANY else playing.FAN
    width = min(98.0, room / (1 + (len(shown) - 1) * fanned))  # every index stays whole
    show = 1.08 if beside else fanned
    fan = playing.fan(shown, place.x, frame.cards_y, width, key="own", show=show)
    return group(fan, class_="seat-cards own-cards" + ("" if at.playing else " out")) + _own_name(view, place, frame)


def _own_rows(at: PokerSeat, shown: list[int | None], place: Place, frame: Frame) -> str:
    """Six cards and seven on a phone: in two rows they stay large enough; the last four lie whole."""
    high = frame.own_y - 3 - frame.cards_y
    width = high / (playing.RATIO + INDEX)
    rows = shown[:-STUD_ROW], shown[-STUD_ROW:]
    drawn = [
        playing.fan(row, place.x, frame.cards_y + number * INDEX * width, width, key=f"own{number}")
        for number, row in enumerate(rows)
    ]
    return group(*drawn, class_="seat-cards own-cards" + ("" if at.playing else " out"))


def _own_name(view: PokerView, place: Place, frame: Frame) -> str:
    return _hand_name(view.hand_name, place.x, frame) if view.hand_name and len(view.boards) < 2 else ""


def _hand_name(called: str, x: float, frame: Frame) -> str:
    """What the reader holds, in words: clear of his bet, on a phone of the plates at both sides; a low hand below a
    high one where both do not fit into a line."""
    y, lines, room = frame.name_y, [called], NAME_ROOM if frame.wide else TALL_ROOM
    size, padding = (14.0, 40.0) if frame.wide else (12.0, 40.0)
    if len(called) * size * LETTER + padding > room:
        size, padding, lines = size - 1, 20.0, called.split("; ")
    wide = max(len(line) for line in lines) * size * LETTER + padding
    if len(lines) > 1:
        box = rect(x - wide / 2, y - 20, wide, 36, rx=14, class_="hand-name-box")
        return box + "".join(text(line, x, y + 15 * at - 5, size, class_="hand-name") for at, line in enumerate(lines))
    box = rect(x - wide / 2, y - 15, wide, 30, rx=15, class_="hand-name-box")
    return box + text(called, x, y + 5, size, class_="hand-name")


def _own_plate(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    wide, high = frame.own
    x, y, r = place.x - wide / 2, place.y, 14
    box = rect(x, y, wide, high, rx=r, class_="plate own")
    left = x + (28 if frame.wide else 22)
    ring = circle(left, y + high / 2, 14 if frame.wide else 11, class_="own-ring")
    number = text(str(at.number), left, y + high / 2 + 5, 13, class_="own-number", font_weight=800)
    start = {"text_anchor": "start"}
    if frame.wide:
        called = text("You", left + 26, y + 25, 14, class_="plate-name", **start)
        stack = text(at.chips, left + 26, y + 47, 18, class_="plate-chips", font_weight=800, **start)
    else:
        called = ""
        stack = text(at.chips, left + 20, y + high / 2 + 6, 17, class_="plate-chips", font_weight=800, **start)
    end = {"text_anchor": "end"}
    right = x + wide - (22 if frame.wide else 16)
    if at.acting and view.timer:
        small = 13 if frame.wide else 11.5
        seconds = text(view.timer.words, right, y + high * 0.42, small + 3, class_="own-time", data_seconds="1", **end)
        bank = view.timer.then if frame.wide else view.timer.then.replace("Time bank", "bank")
        then = text(bank, right, y + high * 0.82, small, class_="plate-name", data_then="1", **end)
        note = seconds + then
    else:
        note = text(
            f"Won {at.won}" if at.won else at.act,
            right,
            y + high / 2 + 5,
            14 if frame.wide else 12,
            class_=f"own-act {at.act_kind}",
            **end,
        )
    time = timer(view, x, y, wide, high, r) if at.acting else ""
    inside = (box, ring, number, called, stack, note, time)
    return group(*inside, class_=f"seat own {'acting' if at.acting else ''}", role="img", aria_label=_words(at))


def timer(view: PokerView, x: float, y: float, wide: float, high: float, r: float) -> str:
    """The ring around the plate of who is to act: whole, or emptying clockwise from the top."""
    middle = x + wide / 2
    d = (
        f"M{n(middle)} {n(y)}H{n(x + wide - r)}a{r} {r} 0 0 1 {r} {r}V{n(y + high - r)}a{r} {r} 0 0 1 -{r} {r}"
        f"H{n(x + r)}a{r} {r} 0 0 1 -{r} -{r}V{n(y + r)}a{r} {r} 0 0 1 {r} -{r}Z"
    )
    time = view.timer
    if time is None:
        return path(d, class_="timer whole")
    share = 100 * min(1.0, time.left_ms / max(1, time.of_ms))
    marks = {"data_left": time.left_ms, "data_of": time.of_ms, "pathLength": 100}
    dash = {"stroke_dasharray": "100 100", "stroke_dashoffset": share - 100}
    back = path(d, class_="timer back")
    return back + path(d, class_="timer run", data_timer="1", **marks, **dash)


# ---- chips and the button


def bet(at: PokerSeat, place: Place, frame: Frame) -> str:
    """What lies in front of a seat, or what it has won."""
    r = 14.5 if frame.wide else 11.0
    size = 13 if frame.wide else 11
    (x, y), (px, py) = place.bet, place.pill
    words = f"won {at.won}" if at.won and frame.wide else at.won or at.bet
    if not words:
        return ""
    if py == y:  # beside the chips, however long it is
        px = x + (r + 6 + chips.pill_width(words, size) / 2) * (1 if px > x else -1)
        aside = _off_board(frame, px, y, chips.pill_width(words, size))
        x, px = x + aside, px + aside
    pill = chips.pill(words, px, py, kind="won" if at.won else "", size=size)
    most = chips.STACK_MOST if frame.wide else 2  # on a phone it lies close under the plate
    stack = chips.stack(at.won_cents or at.bet_cents, x, y, r, most=most)
    marks: dict[str, object] = {"data_won": at.number} if at.won else {"data_bet": at.number}
    return group(stack, pill, class_="bet", **marks)


def _off_board(frame: Frame, x: float, y: float, wide: float) -> float:
    """How far a pill at the height of the board is moved outward, so that it does not touch a card."""
    if not frame.board_y - 12 < y < frame.board_y + frame.board * playing.RATIO + 12:
        return 0.0
    clear = (5 * frame.board + 4 * frame.gap + wide) / 2 + 8
    return min(0.0, frame.x - clear - x) if x < frame.x else max(0.0, frame.x + clear - x)


def button(view: PokerView, at: PokerSeat, place: Place, frame: Frame) -> str:
    if at.number != view.button:
        return ""
    x, y = place.button
    r = 14 if frame.wide else 10
    disc = circle(x, y, r, fill=c.FACE, stroke=c.FACE_EDGE, stroke_width=1)
    letter = text("D", x, y + r * 0.36, r, fill=c.BLACK_SUIT, font_weight=800)
    return group(disc, letter, role="img", aria_label=f"The button is at seat {at.number}")
