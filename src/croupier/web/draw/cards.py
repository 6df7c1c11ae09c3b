"""Playing cards: an index, one large pip, a lattice back."""

from functools import lru_cache

from croupier.equipment.cards import JOKER, RANKS, SUITS, card_name, card_words
from croupier.web.draw import colours as c
from croupier.web.draw.svg import el, group, n, path, rect, symbol, text, use

RATIO = 1.4  # 5 : 7
FAN = 0.54  # what each card of a fan shows, so that "10" stays whole

SUIT_PATHS = {
    "c": "M50 5a21 21 0 0 1 16 34.6A21.5 21.5 0 1 1 55 71.5C56 82 60 90 68 94.5H32C40 90 44 82 45 71.5"
    "A21.5 21.5 0 1 1 34 39.6A21 21 0 0 1 50 5Z",
    "d": "M50 4L87 50L50 96L13 50Z",
    "h": "M50 92C21 67 6 50 6 31C6 17 17 8 29 8C38 8 46 13 50 21C54 13 62 8 71 8C83 8 94 17 94 31C94 50 79 67 50 92Z",
    "s": "M50 4C58 23 93 41 93 63C93 76 83 83 73 83C65 83 58 79 55 72C56 82 60 90 68 95H32"
    "C40 90 44 82 45 72C42 79 35 83 27 83C17 83 7 76 7 63C7 41 42 23 50 4Z",
}
SUIT_COLOURS = {"c": c.BLACK_SUIT, "d": c.RED_SUIT, "h": c.RED_SUIT, "s": c.BLACK_SUIT}
# The back in use; a card dealt face down shows nothing else.
BACK_SYMBOL = "card-back"


def rank_figure(card: int) -> str:
    rank = RANKS[card >> 2]
    return "10" if rank == "T" else rank


def card_symbol(card: int) -> str:
    return f"card-{card_name(card)}"


def _face(card: int) -> str:
    border = '<use href="#card-blank"/>'
    if card == JOKER:
        letters = "".join(
            text(letter, 20, 34 + 22 * place, 22, font_weight=800, fill=c.RED_SUIT)
            for place, letter in enumerate("JOKER")
        )
        star = path("M66 62l7 15 17 2-12 12 3 17-15-8-15 8 3-17-12-12 17-2Z", fill=c.RED_SUIT)
        return border + letters + star
    suit = SUITS[card & 3]
    figure = rank_figure(card)
    # Narrower letters keep "10" inside the part that a fan shows.
    tight = {"letter_spacing": "-3.4"} if figure == "10" else {}
    rank = text(figure, 28 if figure != "10" else 27, 43, 46, font_weight=800, **tight)
    small, large = use(f"suit-{suit}", 15, 51, 26, 26), use(f"suit-{suit}", 44, 82, 50, 50)
    return border + group(rank, small, large, fill=SUIT_COLOURS[suit], class_=f"suit-{suit}")


def _back() -> str:
    lines = []
    for step in range(-140, 240, 14):
        lines.append(f"M{step} 0l140 140M{step} 0l-140 140")
    return (
        rect(0.5, 0.5, 99, 139, rx=8.5, fill=c.FACE, stroke=c.FACE_EDGE)
        + rect(5, 5, 90, 130, rx=5, fill=c.BACK)
        + el(
            "g",
            path("".join(lines), stroke=c.BACK_LINE, stroke_width=1.1, opacity=0.75, fill="none"),
            clip_path="url(#back-clip)",
        )
        + rect(11, 11, 78, 118, rx=3.5, fill="none", stroke="#B9CBE0", stroke_width=1)
    )


def suit_symbols() -> str:
    return "".join(symbol(f"suit-{suit}", "0 0 100 100", path(d)) for suit, d in SUIT_PATHS.items())


def card_symbols() -> str:
    clip = el("clipPath", rect(5, 5, 90, 130, rx=5), id="back-clip")
    faces = "".join(symbol(card_symbol(card), "0 0 100 140", _face(card)) for card in range(53))
    blank = symbol("card-blank", "0 0 100 140", rect(0.5, 0.5, 99, 139, rx=8.5, fill=c.FACE, stroke=c.FACE_EDGE))
    return clip + blank + faces + symbol(BACK_SYMBOL, "0 0 100 140", _back())


@lru_cache(maxsize=1 << 14)
def card(
    value: int | None, x: float, y: float, width: float, *, key: str = "", lit: bool = False, sideways: bool = False
) -> str:
    """One card with its shadow, its top left corner at x, y; `None` is a card face down."""
    height = width * RATIO
    shadow = rect(x + 0.5, y + 2, width, height + 0.5, rx=width * 0.085, fill="#000", opacity=0.28)
    name = BACK_SYMBOL if value is None else card_symbol(value)
    drawn = shadow + use(name, x, y, width, height)
    if lit:
        drawn += rect(x, y, width, height, rx=width * 0.085, fill="none", stroke=c.ACCENT, stroke_width=2)
    turn = f"rotate(90 {n(x + width / 2)} {n(y + height / 2)})" if sideways else None
    return group(
        drawn,
        role="img",
        aria_label="card face down" if value is None else card_words(value),
        class_="card",
        data_key=key or None,
        transform=turn,
    )


def fan_width(count: int, width: float, show: float = FAN) -> float:
    return width + (count - 1) * width * show if count else 0.0


def fan(
    values: list[int | None],
    x: float,
    y: float,
    width: float,
    *,
    key: str = "",
    show: float = FAN,
    lit: int = -1,
    sideways_last: bool = False,
) -> str:
    """Cards side by side, each covering part of the one before; x is the middle, y the top."""
    turned = width * (RATIO - 1) / 2 if sideways_last else 0.0  # it reaches so far to both sides of where it stood
    left = x - fan_width(len(values), width, show) / 2 - turned
    last = len(values) - 1
    return "".join(
        card(
            value,
            left + place * width * show + (turned if place == last else 0.0),
            y,
            width,
            key=f"{key}-{place}" if key else "",
            lit=place == lit,
            sideways=sideways_last and place == last,
        )
        for place, value in enumerate(values)
    )


def doubled(values: list[int | None], x: float, y: float, width: float, *, key: str = "", below: float = 6) -> str:
    """Two cards and the one drawn after doubling, turned below their ranks and within their frame; x is the middle."""
    *first, last = values
    top = y + below + width * (RATIO - 1) / 2  # turned about its middle, it ends so far below the others
    turned = card(last, x - width / 2, top, width, key=f"{key}-{len(first)}" if key else "", sideways=True)
    return fan(first, x, y, width, key=key) + turned


def staircase(values: list[int | None], x: float, y: float, width: float, *, key: str = "", step: float = 19) -> str:
    """Cards one below the other, each showing its index: for hands that stand close together; x, y is the top left."""
    return "".join(
        card(value, x + place * 2, y + place * step, width, key=f"{key}-{place}" if key else "")
        for place, value in enumerate(values)
    )


def struck(x: float, y: float, width: float, height: float) -> str:
    """The hatch over a hand that is void."""
    box = {"rx": 5, "class_": "struck"}
    return rect(x, y, width, height, fill=c.BOX, fill_opacity=0.45, **box) + rect(
        x, y, width, height, fill="url(#hatch)", stroke=c.IVORY, stroke_dasharray="5 4", **box
    )


def empty_place(x: float, y: float, width: float, words: str = "") -> str:
    """The dashed outline where the next card will lie."""
    height = width * RATIO
    outline = rect(
        x, y, width, height, rx=width * 0.085, fill="#0C1F19", stroke=c.ACCENT, stroke_width=2, stroke_dasharray="5 4"
    )
    label = text(words, x + width / 2, y + height / 2 + 6, 17, fill=c.ACCENT) if words else ""
    return outline + label
