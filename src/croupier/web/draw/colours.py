"""Colours of things that look the same in both themes: felt, cards, chips, dice, wheels.

Page colours are tokens in `static/tokens.css`; no other file holds a colour.
"""

from croupier.house.people.profile import COLOURS

FELT_LIGHT, FELT, FELT_DARK, BOX = "#17614C", "#0F4A3A", "#0A362B", "#0B3D30"
RAIL_LIGHT, RAIL_DARK = "#3B2A20", "#241912"
IVORY, GOLD, CORAL = "#EFE9D6", "#F0C75E", "#FFA199"
ACCENT, ACCENT_INK = "#E4BC62", "#1B1403"
PILL, PILL_INK = "#0C1512", "#FFFFFF"
WON, WON_BACK = "#7BE3B0", "#0B3D30"
LOST, LOST_BACK = "#FF9C9E", "#3A1218"
PUSH, PUSH_BACK = "#A9CCFF", "#12263F"
NIGHT = "#0B0E12"

FACE, FACE_EDGE = "#FDFCF8", "#C9CDD2"
BACK, BACK_LINE = "#1E3A5F", "#5C7FA8"
PAPER, PAPER_INK, PAPER_GREY, PAPER_LINE = "#FDFCF8", "#14181F", "#4A5361", "#C9C3B2"
RED_SUIT, BLACK_SUIT = "#C3202F", "#14181F"

# value in cents: (body, edge spots, figure)
CHIPS: dict[int, tuple[str, str, str]] = {
    100: ("#EEECE4", "#7C8794", "#14181F"),
    500: ("#BE2A33", "#F3EFE2", "#FFFFFF"),
    2500: ("#1C7A4B", "#F3EFE2", "#FFFFFF"),
    10000: ("#1C2027", "#F3EFE2", "#FFFFFF"),
    50000: ("#6A3FA0", "#F3EFE2", "#FFFFFF"),
    100000: ("#E3B320", "#3A2D05", "#1B1403"),
    500000: ("#9CC3E6", "#12314F", "#10233A"),
}
LIGHT = 140  # from this brightness on a chip is lettered in black


def chip_inks(name: str) -> tuple[str, str, str]:
    """Body, spots and figure of a chip of a colour, by its name or as #RRGGBB: the figure can be read on it."""
    body = COLOURS.get(name, name)
    red, green, blue = (int(body[at : at + 2], 16) for at in (1, 3, 5))
    bright = (299 * red + 587 * green + 114 * blue) // 1000
    return (body, "#4A5361", "#14181F") if bright >= LIGHT else (body, "#F3EFE2", "#FFFFFF")


# Non-value chips, one colour a patron, none like a value chip.
PATRON_CHIPS: tuple[tuple[str, str], ...] = (
    ("#1F66C1", "blue"),
    ("#C25A1E", "orange"),
    ("#7A7F24", "olive"),
    ("#0E7C86", "teal"),
    ("#A8326E", "rose"),
    ("#6B4A2B", "brown"),
    ("#4B5A6B", "slate"),
    ("#3E4DA8", "indigo"),
)
DIE, DIE_EDGE, DIE_IVORY = "#B81F2D", "#7E0F1A", "#F1EBDA"
WHEEL_RED, WHEEL_BLACK, WHEEL_GREEN = "#B4202D", "#14181E", "#157A4E"
WOOD_DARK, WOOD_LIGHT, BRASS, BRASS_LIGHT = "#2A1C16", "#5B4131", "#C9A354", "#E9DDB0"
