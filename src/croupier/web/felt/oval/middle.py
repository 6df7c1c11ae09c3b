"""The middle of a poker table: board, pots by name, what the house has taken, the lettering of the cloth."""

from croupier.web.draw import cards as playing
from croupier.web.draw import chips
from croupier.web.draw.marks import rack as chip_rack
from croupier.web.draw.svg import ellipse, group, n, rect, text
from croupier.web.felt.oval.places import Frame, Place, rack
from croupier.web.felt.oval.seats import values
from croupier.web.felt.oval.shown import PokerView, PotShown

RACK = 380  # the rack as it is drawn
RUN_GAP = 6.0  # between two boards
LETTER = 0.8  # how wide a letter of the cloth is for its size, with the space after it
POTS_MOST = 3  # boxes on a phone; the others are counted


def base(view: PokerView, frame: Frame, found: list[Place]) -> str:
    """The table itself: what no hand changes."""
    x, y, wide, high, r = frame.rail
    rail = rect(x, y, wide, high, rx=r, class_="oval-rail")
    x, y, wide, high, r = frame.cloth
    cloth = rect(x, y, wide, high, rx=r, fill="url(#cloth)", class_="oval-cloth")
    line = ""
    if frame.line is not None:
        x, y, wide, high, r = frame.line
        line = rect(x, y, wide, high, rx=r, class_="oval-line")
    return rail + cloth + line + (_rack(view, frame, found) if frame.wide else "")


def _rack(view: PokerView, frame: Frame, found: list[Place]) -> str:
    (x, y), turn, length = rack(frame, found, len(view.seats))
    drawn = chip_rack(0, 0)
    moved = f"translate({n(x)} {n(y)}) rotate({n(turn)}) scale({n(length / RACK)}) translate(0 -20)"
    words = text(view.dealer, x, y + 33, 13, class_="oval-dealer") if not turn and y < frame.height / 2 else ""
    return group(drawn, transform=moved) + words


def middle(view: PokerView, frame: Frame) -> str:
    """Everything between the seats."""
    parts = [_total(view, frame), _boards(view, frame), _pots(view, frame)]
    if frame.words_y and view.lettering and len(view.boards) < 2:
        size = min(18.0, frame.title_room / len(view.lettering) / LETTER) if frame.title_room else 18.0
        spaced = {"class_": "oval-title", "letter_spacing": round(size / 7.5, 1)}
        parts.append(text(view.lettering, frame.x, frame.words_y, size, **spaced))
        parts.append(text(view.rules, frame.x, frame.words_y + 22, 12.5, class_="oval-rules"))
    if view.middle:
        parts.append(text(view.middle, frame.x, frame.board_y + frame.board * 0.7, frame.letters, class_="oval-rules"))
    return group(*parts, class_="quiet")


def _total(view: PokerView, frame: Frame) -> str:
    drawn = []
    if view.pot:
        drawn.append(text("POT", frame.x, frame.pot_y, 12, class_="pot-label", letter_spacing=0.8))
        size = 26 if frame.wide else 22
        drawn.append(text(view.pot, frame.x, frame.pot_y + size * 1.1, size, class_="pot-total", font_weight=800))
    if frame.wide:
        if view.rake:
            drawn.append(text(view.rake, frame.x - 106, frame.pot_y + 4, 13, class_="oval-rules"))
        if view.drop:
            drawn.append(text(view.drop, frame.x + 106, frame.pot_y + 4, 13, class_="oval-rules"))
    return "".join(drawn)


def _rows(view: PokerView) -> list[tuple[str, ...]]:
    return [row for row in view.boards if row] if len(view.boards) > 1 else list(view.boards[:1])


def _runs(frame: Frame, rows: int) -> tuple[float, float, float]:
    """Several boards, one under the other, and the pots below them: where they begin, how wide a card is, how far
    apart two rows are. All of it lies between the sum of the pots and the reader's own cards."""
    top = frame.pot_y + (40 if frame.wide else 34)
    room = frame.cards_y - 6 - top - frame.pots[1] - 8
    width = min(frame.run, (room / rows - RUN_GAP) / playing.RATIO)
    return top, width, width * playing.RATIO + RUN_GAP


def _boards(view: PokerView, frame: Frame) -> str:
    rows = _rows(view)
    if not view.streets or not rows:
        return ""
    top, width, apart = (frame.board_y, frame.board, 0.0) if len(rows) < 2 else _runs(frame, len(rows))
    high, count = width * playing.RATIO, len(view.streets)
    left = frame.x - (count * width + (count - 1) * frame.gap) / 2
    drawn = []
    for number, row in enumerate(rows):
        y = top + number * apart
        plays = view.plays[number] if number < len(view.plays) else ()
        if len(rows) > 1:
            words, aside = (f"Run {number + 1}", 30) if frame.wide else (str(number + 1), 8)
            drawn.append(text(words, left - aside, y + high / 2 + 4, 12, class_="oval-rules"))
        for place in range(count):
            x = left + place * (width + frame.gap)
            if place < len(row):
                drawn.append(playing.card(values(row)[place], x, y, width, key=f"b{number}-{place}"))
                if place in plays and len(rows) < 2:
                    drawn.append(rect(x + width * 0.15, y + high + 5, width * 0.7, 4, rx=2, class_="plays"))
            else:
                drawn.append(_missing(view, frame, x, y, width, place, first=place == len(row)))
    return "".join(drawn)


def _missing(view: PokerView, frame: Frame, x: float, top: float, width: float, place: int, first: bool) -> str:
    """The dashed place of a card that is still to come, named after its street."""
    box = rect(x, top, width, width * playing.RATIO, rx=width * 0.085, class_="board-place")
    name = view.streets[place]
    named = first or view.streets[place - 1] != name
    size = 13 if frame.wide else 11.5
    return box + (text(name, x + width / 2, top + width * 0.7 + 5, size, class_="oval-rules") if named else "")


def _pots(view: PokerView, frame: Frame) -> str:
    pots = list(view.pots)
    if not pots:
        return ""
    more = 0
    if len(pots) > POTS_MOST + frame.wide:
        more = len(pots) - POTS_MOST + (not frame.wide)
        pots = pots[: len(pots) - more]
    wide, high, gap = frame.pots
    y, rows = frame.pots_y, len(_rows(view))
    if rows > 1:
        top, _, apart = _runs(frame, rows)
        y = top + rows * apart + 2
    count = len(pots) + bool(more)
    left = frame.x - (count * wide + (count - 1) * gap) / 2
    drawn = [_pot(pot, left + at * (wide + gap), y, frame, at) for at, pot in enumerate(pots)]
    if more:
        x = left + len(pots) * (wide + gap)
        rest = ", ".join(f"{pot.name} {pot.amount}" for pot in view.pots[-more:])
        drawn.append(
            group(
                rect(x, y, wide, high, rx=10, class_="pot-box"),
                text(f"+{more}", x + wide / 2, y + high / 2 + 5, 14, class_="pot-amount", font_weight=800),
                role="img",
                aria_label=rest,
            )
        )
    return "".join(drawn)


def _pot(pot: PotShown, x: float, y: float, frame: Frame, at: int) -> str:
    wide, high, _ = frame.pots
    kind = "pot-box front" if pot.front else "pot-box pushed" if pot.pushed else "pot-box"
    box = rect(x, y, wide, high, rx=10, class_=kind)
    marks = {"role": "img", "aria_label": f"{pot.name}, {pot.amount}, {pot.note}", "data_pot": at}
    tick = chips.mark("won", x + wide - 4, y + 4, 8) if pot.pushed else ""
    if not frame.wide:
        short = pot.name.removesuffix(" pot").replace("Side pot", "Side")
        name = text(short, x + wide / 2, y + 14, 11, class_="pot-name")
        amount = text(pot.amount, x + wide / 2, y + 29, 13, class_="pot-amount", font_weight=800)
        return group(box, name, amount, tick, **marks)
    stack = ellipse(x + 24, y + 36, 12, 3.5, class_="pot-shade") + chips.stack(pot.cents, x + 24, y + 31, 11)
    start = {"text_anchor": "start"}
    name = text(pot.name, x + 44, y + 20, 12, class_="pot-name", **start)
    amount = text(pot.amount, x + 44, y + 39, 16, class_="pot-amount", font_weight=800, **start)
    room = wide - 58 - len(pot.amount) * 16 * 0.6
    note = text(pot.note, x + wide - 10, y + 38, 11.5, class_="pot-note", text_anchor="end")
    return group(box, stack, name, amount, note if len(pot.note) * 11.5 * 0.52 <= room else "", tick, **marks)
