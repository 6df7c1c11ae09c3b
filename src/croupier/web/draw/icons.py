"""Line icons on a grid of 20, drawn in the colour of the text around them."""

from markupsafe import Markup

from croupier.web.draw.svg import attributes, symbol

# Paths are strokes; those under FILLED are areas.
STROKES: dict[str, str] = {
    "check": "M4 10.5l4 4 8-9",
    "cross": "M5 5l10 10M15 5L5 15",
    "equals": "M4.5 7.5h11M4.5 12.5h11",
    "clock": "M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14ZM10 6.2V10l2.6 1.8",
    "lock": "M5.5 9h9v7.5h-9ZM7.3 9V6.6a2.7 2.7 0 0 1 5.4 0V9",
    "undo": "M7.5 4.5L4 8l3.5 3.5M4 8h7.5a4 4 0 0 1 0 8H8.5",
    "again": (
        "M4 8.2V8a2.5 2.5 0 0 1 2.5-2.5H16M13.4 3L16 5.5 13.4 8M16 11.8v.2a2.5 2.5 0 0 1-2.5 2.5H4M6.6 17L4 14.5 6.6 12"
    ),
    "double": "M3.5 6.500h7M3.5 10h7M3.500 13.500h7M13 7l4 6M17 7l-4 6",
    "person": "M10 3.5a3.2 3.2 0 1 1 0 6.4a3.2 3.2 0 0 1 0-6.4ZM4 16.5c.6-3.2 2.9-4.8 6-4.8s5.4 1.6 6 4.8",
    "bell": "M5 13.500V9a5 5 0 0 1 10 0v4.500l1.2 1.500H3.800ZM8.3 17.200h3.4",
    "flag": "M5 17V3.500M5 4h9.500l-2 3.5 2 3.500H5",
    "warning": "M10 3.500l7.2 12.800H2.800ZM10 8.200v3.600M10 14v.4",
    "shield": "M10 2.800l6 2.200v4.800c0 3.6-2.4 6-6 7.400c-3.6-1.4-6-3.8-6-7.400V5ZM7 10l2.2 2.200L13 8",
    "cash": "M3 5.500h14v9H3ZM10 7.700a2.3 2.3 0 1 1 0 4.600a2.3 2.3 0 0 1 0-4.600ZM5.3 10h.1M14.6 10h.1",
    "grid": "M3.5 3.500h5v5h-5ZM11.5 3.500h5v5h-5ZM3.5 11.500h5v5h-5ZM11.5 11.500h5v5h-5Z",
    "search": "M8.8 3.500a5.3 5.3 0 1 1 0 10.600a5.3 5.3 0 0 1 0-10.600ZM12.8 12.800L17 17",
    "play": "M6.5 4.500v11l8.5-5.500Z",
    "pause": "M7 4.500v11M13 4.500v11",
    "first": "M5 4.500v11M15 4.500L7.5 10l7.5 5.500Z",
    "back": "M14 4.500L6.5 10l7.5 5.500Z",
    "forward": "M6 4.500l7.5 5.500L6 15.500Z",
    "last": "M15 4.500v11M5 4.500l7.5 5.500L5 15.500Z",
    "arrow": "M3.5 10h12.500M11.500 5.500L16 10l-4.500 4.500",
    "right": "M7.5 4.500L13 10l-5.5 5.5",
    "left": "M12.5 4.500L7 10l5.5 5.5",
    "down": "M4.5 7.500L10 13l5.5-5.5",
    "up": "M4.5 12.500L10 7l5.5 5.5",
    "link": (
        "M8.5 11.500l3-3M9.3 6.200l1.9-1.900a3.2 3.2 0 0 1 4.5 4.500l-1.9 1.900"
        "M10.7 13.800l-1.9 1.900a3.2 3.2 0 0 1-4.5-4.500l1.9-1.9"
    ),
    "book": "M4 4.200c0-.7.6-1.2 1.2-1.200H13v14H5.200C4.6 17 4 16.5 4 15.800ZM13 4.500h3v11h-3",
    "list": "M7.5 5.500h9M7.5 10h9M7.5 14.500h9M3.7 5.500h.1M3.7 10h.1M3.7 14.500h.1",
    "grip": "M7.5 4.500h.1M12.5 4.500h.1M7.5 10h.1M12.5 10h.1M7.5 15.500h.1M12.5 15.500h.1",
    "cards": "M3.5 4h6v12h-6ZM11.8 4.800l4.8 1.3-2.7 10.2-2.3-.6",
    "dice": (
        "M4.5 3.500h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM7 7h.1M10 10h.1M13 13h.1"
    ),
    "wheel": (
        "M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14Z"
        "M10 7.600a2.4 2.4 0 1 1 0 4.800a2.4 2.4 0 0 1 0-4.800ZM10 3v4.600M10 12.400V17M3 10h4.600M12.4 10H17"
    ),
    "info": "M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14ZM10 9v4.500M10 6.300v.3",
    "help": "M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14ZM8 8.100a2 2 0 1 1 2.9 1.800c-.7.4-.9.8-.9 1.600M10 13.700v.2",
    "sign": "M3 16.500h14M4.5 13l1-3.500L12.8 2.200l2.5 2.500L8 12Z",
    "eye": (
        "M2.5 10c1.8-3.3 4.4-5 7.5-5s5.7 1.7 7.5 5c-1.8 3.3-4.4 5-7.5 5s-5.7-1.7-7.5-5Z"
        "M10 7.800a2.2 2.2 0 1 1 0 4.400a2.2 2.2 0 0 1 0-4.400Z"
    ),
    "export": "M10 3v9M6.5 8.500L10 12l3.5-3.500M4 16.500h12",
    "plus": "M10 4v12M4 10h12",
    "minus": "M4 10h12",
    "seat": "M5 3.500v7h10v-7M3.5 10.500h13v3h-13ZM5 13.500v3.500M15 13.500v3.5",
    "ticket": "M3 5.500h14v3a1.5 1.5 0 0 0 0 3v3H3v-3a1.5 1.5 0 0 0 0-3ZM12.5 6v1.500M12.5 9.200v1.500M12.5 12.500V14",
    "printer": "M6 7.500v-4h8v4M6 13.500H3.500v-6h13v6H14M6 11.500h8v5H6Z",
    "door": "M11 3.500H4.500v13H11M8.5 10H17M14 7l3 3-3 3",
    "theme": "M10 3a7 7 0 1 0 0 14ZM10 3a7 7 0 0 1 0 14",
    "keyboard": "M2.5 5.500h15v9h-15ZM5.5 8.500h.1M8.5 8.500h.1M11.5 8.500h.1M14.5 8.500h.1M6.5 11.700h7",
    "compare": "M7 3.500v13M13 3.500v13M3 7h4M13 7h4M3 12h4M13 12h4",
    "swap": "M3.500 7h13M13 3.500L16.500 7L13 10.500M16.500 13h-13M7 9.500L3.500 13L7 16.500",
    "menu": "M3.5 5.500h13M3.5 10h13M3.5 14.500h13",
    "chart": "M4 16.500v-6M10 16.500v-13M16 16.500v-9",
    "trophy": (
        "M6 3.500h8v4.500a4 4 0 0 1-8 0ZM6 5H3.500c0 2.8.8 4 2.9 4.300"
        "M14 5h2.500c0 2.8-.8 4-2.9 4.300M10 12v3M7 16.500h6"
    ),
}


def icon_symbols() -> str:
    return "".join(symbol(f"i-{name}", "0 0 20 20", f'<path d="{d}"/>') for name, d in STROKES.items())


def icon(name: str, size: int = 16, **values: object) -> Markup:
    """An icon in the flow of a line; the words beside it carry the meaning."""
    if name not in STROKES:
        raise KeyError(f"no icon is named {name}")
    extra = attributes(values)
    return Markup(
        f'<svg class="icon" width="{size}" height="{size}" aria-hidden="true" focusable="false"{extra}>'
        f'<use href="#i-{name}"/></svg>'
    )


def suit(letter: str, size: int = 13) -> Markup:
    words = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[letter]
    return Markup(
        f'<svg class="suit suit-{letter}" width="{size}" height="{size}" viewBox="0 0 100 100" role="img" '
        f'aria-label="{words}"><use href="#suit-{letter}"/></svg>'
    )
