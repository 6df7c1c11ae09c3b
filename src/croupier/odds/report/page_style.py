"""How pages that stand alone look: the house's name, font and colours, carried along in the page."""

import base64
import html
import io
import logging
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2019, 0x201C, 0x201D, 0x2026, 0x2212]
NAME = "Croupier"
STYLE = """
:root { color-scheme: light dark; --ink: #12171e; --soft: #465160; --line: #dfe3e9; --paper: #f5f6f8; --panel: #fff;
        --accent: #7b5b12; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f5f8; --soft: #b8c2ce; --line: #2b343f; --paper: #0b0e12;
        --panel: #12161c; --accent: #e4bc62; } }
body { font: 500 14px/20px Manrope, system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; color: var(--ink);
       background: var(--paper); margin: 0; font-variant-numeric: tabular-nums; }
header { display: flex; gap: 10px; align-items: center; padding: 14px 20px; background: var(--panel);
         border-bottom: 1px solid var(--line); font-size: 17px; font-weight: 800; color: var(--ink); }
header svg { color: var(--accent); }
main { max-width: 1240px; margin: 0 auto; padding: 20px; }
h1 { font-size: 26px; line-height: 32px; font-weight: 800; margin: 8px 0; }
h2 { font-size: 17px; line-height: 24px; font-weight: 700; margin: 36px 0 12px; }
table { border-collapse: collapse; width: 100%; }
th { font-size: 11px; line-height: 16px; font-weight: 700; letter-spacing: .06em; text-transform: uppercase; }
th, td { padding: 6px 10px 6px 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th, .soft, small { color: var(--soft); }
td.n, th.n { text-align: right; white-space: nowrap; }
tr.reading td { color: var(--soft); font-style: italic; }
figure, .wide { margin: 12px 0; padding: 14px 16px; background: var(--panel); border: 1px solid var(--line);
                border-radius: 14px; overflow-x: auto; }
figure { background: #fff; color: #12171e; }
figure svg { display: block; width: 100%; height: auto; }
figure text { font-family: Manrope, system-ui, sans-serif !important; }
figcaption { color: #465160; font-size: 13px; padding-top: 8px; }
details { margin: 12px 0; } summary { cursor: pointer; font-weight: 700; }
"""
EMBLEM = (
    "<svg width='26' height='26' viewBox='-13 -13 26 26' fill='none' stroke='currentColor' aria-hidden='true'>"
    "<circle r='11.5' stroke-width='3' stroke-dasharray='4.5 4.5'/><circle r='7.6' stroke-width='1.6'/>"
    "<path d='M2.6-2.4a3.6 3.6 0 1 0 0 4.8' stroke-width='1.8'/></svg>"
)


def page(title: str, lead: str, body: str) -> str:
    """A page that needs nothing beside it."""
    face = f"@font-face {{ font-family: Manrope; font-weight: 200 800; src: url(data:font/woff;base64,{_font()}); }}"
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{html.escape(title)} · {NAME}</title>"
        f"<meta name='viewport' content='width=device-width'><style>{face}{STYLE}</style></head><body>"
        f"<header>{EMBLEM}{NAME}</header><main><h1>{html.escape(title)}</h1>"
        f"<p class='soft'>{html.escape(lead)}</p>{body}</main></body></html>\n"
    )


def full_width(svg: str) -> str:
    """A drawing without its own size: it is as wide as the page lets it."""
    head, _, rest = svg[svg.index("<svg") :].partition(">")
    kept = [part for part in head.split(" ") if not part.startswith(("width=", "height="))]
    return " ".join(kept) + ">" + rest


@cache
def _font() -> str:
    return base64.b64encode(cut_font(LETTERS, ["kern", "tnum"])).decode()


def cut_font(letters: Iterable[int], features: list[str]) -> bytes:
    """Manrope with all its weights, cut down to some letters and features; the same bytes every time."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    whole = files("font_manrope") / "files" / "Manrope-VariableFont_wght.ttf"
    options = subset.Options()
    options.layout_features = features
    face = TTFont(io.BytesIO(whole.read_bytes()), recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(face)
    out = io.BytesIO()
    face.flavor = "woff"
    face.save(out)
    return out.getvalue()
