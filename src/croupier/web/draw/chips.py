"""Chips and stacks, as a dealer cuts them: the highest value at the bottom."""

from functools import cache, lru_cache

from croupier.web.draw import colours as c
from croupier.web.draw.svg import around, circle, group, n, path, rect, symbol, text, use

DENOMINATIONS = tuple(sorted(c.CHIPS, reverse=True))
STACK_MOST = 6  # chips drawn; the pill beside says the amount


def figure(value: int) -> str:
    if value % 100:
        return f"{value / 100:.2f}".lstrip("0").removesuffix("0")
    return f"{value // 100_000}K" if value >= 100_000 and not value % 100_000 else str(value // 100)


def _spots() -> str:
    marks = []
    for place in range(8):
        corners = (
            around(0, 0, 48.6, place * 45 - 8),
            around(0, 0, 48.6, place * 45 + 8),
            around(0, 0, 37.5, place * 45 + 8.5),
            around(0, 0, 37.5, place * 45 - 8.5),
        )
        marks.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z")
    ring = circle(0, 0, 35, fill="none", stroke="currentColor", stroke_width=1.6, stroke_opacity=0.75)
    edge = circle(0, 0, 48.5, fill="none", stroke="#000", stroke_opacity=0.35, stroke_width=1.5)
    return symbol("chip-spots", "-50 -50 100 100", path("".join(marks), fill="currentColor"), ring, edge)


def _body(body: str, spots: str) -> str:
    return circle(0, 0, 49, fill=body) + use("chip-spots", -50, -50, 100, 100, color=spots)


def chip_symbols(own: dict[int, str] | None = None) -> str:
    """The chips of a house: the usual ones, and over them its own values and colours."""
    drawn = [_spots()]
    for value, (body, spots, ink) in (c.CHIPS | {v: c.chip_inks(name) for v, name in (own or {}).items()}).items():
        words = figure(value)
        size = 33 if len(words) < 3 else 27
        letters = text(words, 0, size * 0.355, size, font_weight=800, fill=ink)
        drawn.append(symbol(f"edge-{value}", "-50 -50 100 100", _body(body, spots)))
        drawn.append(symbol(f"chip-{value}", "-50 -50 100 100", use(f"edge-{value}", -50, -50, 100, 100), letters))
    for place, (body, _) in enumerate(c.PATRON_CHIPS):
        drawn.append(symbol(f"colour-{place}", "-50 -50 100 100", _body(body, "#EAF1F7")))
    return "".join(drawn)


def chip(value: int, x: float, y: float, r: float, **values: object) -> str:
    return use(f"chip-{value}", x - r, y - r, 2 * r, 2 * r, **values)


@cache
def cut(amount: int) -> tuple[int, ...]:
    """The chips of an amount, highest first. What no chip makes up stays with the pill."""
    chips: list[int] = []
    for value in DENOMINATIONS:
        count, amount = divmod(amount, value)
        chips += [value] * count
    return tuple(chips)


@lru_cache(maxsize=4096)
def stack(amount: int, x: float, y: float, r: float, *, dim: bool = False, most: int = STACK_MOST) -> str:
    """The chips of an amount with the lowest chip's middle at x, y; at most so many are drawn."""
    chips = cut(amount) or (100,)
    shown = chips if len(chips) <= most else chips[: most - 1] + chips[-1:]
    rise = 0.2 * r
    drawn = [circle(x, y + 0.12 * r, r * 1.01, fill="#000", opacity=0.35)]
    for place, value in enumerate(shown):
        top = y - place * rise
        name = f"chip-{value}" if place == len(shown) - 1 else f"edge-{value}"
        drawn.append(use(name, x - r, top - r, 2 * r, 2 * r))
    return group(*drawn, class_="stack", opacity=0.78 if dim else None)


def patron_chip(colour: int, count: int, x: float, y: float, r: float, *, dim: bool = False) -> str:
    """A roulette chip without value: the figure is the number of chips."""
    words = str(count)
    size = r * (0.78 if len(words) < 2 else 0.66 if len(words) < 3 else 0.54)
    return group(
        circle(x, y + 0.12 * r, r, fill="#000", opacity=0.35),
        use(f"colour-{colour}", x - r, y - r, 2 * r, 2 * r),
        text(words, x, y + size * 0.36, size, font_weight=800, fill="#FFF"),
        class_="stack",
        opacity=0.78 if dim else None,
    )


def pill_width(words: str, size: float = 12.5) -> float:
    return max(len(words) * size * 0.57 + 16, 25.0)


@lru_cache(maxsize=4096)
def pill(words: str, x: float, y: float, *, kind: str = "", size: float = 12.5) -> str:
    """A short fact on a rounded field, centred on x, y."""
    fill, ink, edge = {
        "": (c.PILL, c.PILL_INK, None),
        "own": (c.ACCENT, c.ACCENT_INK, None),
        "won": (c.WON_BACK, c.WON, c.WON),
        "lost": (c.LOST_BACK, c.LOST, c.LOST),
        "push": (c.PUSH_BACK, c.PUSH, c.PUSH),
        "void": (c.PILL, c.PILL_INK, c.PILL_INK),
    }[kind]
    width = pill_width(words, size)
    height = size * 1.6
    return rect(x - width / 2, y - height / 2, width, height, rx=height / 2, fill=fill, stroke=edge) + text(
        words, x, y + size * 0.36, size, fill=ink
    )


@lru_cache(maxsize=4096)
def mark(kind: str, x: float, y: float, r: float = 9) -> str:
    """The sign of an outcome in a ring: tick, cross, equals."""
    back, ink = {"won": (c.WON_BACK, c.WON), "lost": (c.LOST_BACK, c.LOST), "push": (c.PUSH_BACK, c.PUSH)}[kind]
    k = r / 9
    d = {
        "won": f"M{n(x - 4 * k)} {n(y)}l{n(3 * k)} {n(3 * k)} {n(5 * k)} {n(-6 * k)}",
        "lost": f"M{n(x - 3 * k)} {n(y - 3 * k)}l{n(6 * k)} {n(6 * k)}m0 {n(-6 * k)}l{n(-6 * k)} {n(6 * k)}",
        "push": f"M{n(x - 3.6 * k)} {n(y - 2 * k)}h{n(7.2 * k)}m0 {n(4 * k)}h{n(-7.2 * k)}",
    }[kind]
    return circle(x, y, r, fill=back, stroke=ink, stroke_width=1.5) + path(
        d, fill="none", stroke=ink, stroke_width=1.9, stroke_linecap="round", stroke_linejoin="round"
    )


def ring(kind: str, x: float, y: float, r: float) -> str:
    """A ring around a settled chip; the mark says the same without colour."""
    ink = {"won": c.WON, "lost": c.LOST, "push": c.PUSH}[kind]
    return circle(x, y, r, fill="none", stroke=ink, stroke_width=2)
