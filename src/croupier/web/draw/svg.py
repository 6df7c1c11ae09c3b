"""The few verbs with which everything is drawn."""

from collections.abc import Mapping
from functools import lru_cache
from math import cos, radians, sin

from markupsafe import Markup, escape

Number = float | int


@lru_cache(maxsize=1 << 16)
def n(value: Number) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1024)
def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=4096)
def _escaped(words: str) -> str:
    return str(escape(words))


def attributes(values: Mapping[str, object]) -> str:
    parts = []
    for key, value in values.items():
        if value is None or value is False:
            continue
        kind = type(value)
        if value is True:
            parts.append(f" {_named(key)}")
        elif kind is str:  # markup is another type, and stands as it is
            parts.append(f' {_named(key)}="{_escaped(value)}"')
        elif isinstance(value, int | float):
            parts.append(f' {_named(key)}="{n(value)}"')
        else:
            parts.append(f' {_named(key)}="{escape(value)}"')
    return "".join(parts)


def el(name: str, *children: str, **values: object) -> str:
    """One element. Children are markup; use `text` for words from outside."""
    inside = "".join(children)
    if inside:
        return f"<{name}{attributes(values)}>{inside}</{name}>"
    return f"<{name}{attributes(values)}/>"


def group(*children: str, **values: object) -> str:
    return f"<g{attributes(values)}>{''.join(children)}</g>"


def text(words: str, x: Number, y: Number, size: Number, **values: object) -> str:
    """Letters centred on x unless told otherwise; y is the baseline."""
    values.setdefault("text_anchor", "middle")
    values.setdefault("font_weight", 700)
    said = _escaped(words) if type(words) is str else escape(words)
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{attributes(values)}>{said}</text>'


def rect(x: Number, y: Number, width: Number, height: Number, **values: object) -> str:
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"{attributes(values)}/>'


def circle(x: Number, y: Number, r: Number, **values: object) -> str:
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}"{attributes(values)}/>'


def ellipse(x: Number, y: Number, rx: Number, ry: Number, **values: object) -> str:
    return f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(rx)}" ry="{n(ry)}"{attributes(values)}/>'


def path(d: str, **values: object) -> str:
    return f'<path d="{d}"{attributes(values)}/>'


def line(x1: Number, y1: Number, x2: Number, y2: Number, **values: object) -> str:
    return f'<line x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}"{attributes(values)}/>'


def use(symbol: str, x: Number, y: Number, width: Number, height: Number, **values: object) -> str:
    """Draw a symbol of the sprite in the box given."""
    return f'<use href="#{symbol}" x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"{attributes(values)}/>'


def symbol(name: str, box: str, *children: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{"".join(children)}</symbol>'


def picture(inside: str, width: Number, height: Number, label: str = "", **values: object) -> Markup:
    """A whole drawing: an image with words, or decoration when it has none."""
    says = attributes({"role": "img", "aria_label": label}) if label else ' aria-hidden="true"'
    return Markup(
        f'<svg viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" height="{n(height)}"'
        f'{says} focusable="false"{attributes(values)}>{inside}</svg>'
    )


def around(x: Number, y: Number, radius: Number, degrees: Number) -> tuple[float, float]:
    """The point at an angle on a circle; 0 degrees is straight up, clockwise."""
    turn = radians(degrees)
    return x + radius * sin(turn), y - radius * cos(turn)


def ring_sector(x: Number, y: Number, inner: Number, outer: Number, start: Number, end: Number) -> str:
    """The path of a piece of a ring between two angles."""
    wide = 1 if (end - start) % 360 > 180 else 0
    a, b = around(x, y, outer, start), around(x, y, outer, end)
    c, d = around(x, y, inner, end), around(x, y, inner, start)
    return (
        f"M{n(a[0])} {n(a[1])}A{n(outer)} {n(outer)} 0 {wide} 1 {n(b[0])} {n(b[1])}"
        f"L{n(c[0])} {n(c[1])}A{n(inner)} {n(inner)} 0 {wide} 0 {n(d[0])} {n(d[1])}Z"
    )
