"""How a game lies on a table, as data: a game says it of itself, and the pages draw it."""

import msgspec


class Layout(msgspec.Struct, frozen=True):
    """The betting areas of one position, row by row from the player inward; `*` is the next wager of the rulebook.

    A wager that no row names joins the last rows, so that a house's own side bet is never without a place.
    """

    rows: tuple[tuple[str, ...], ...] = (("*",), ("*", "*"), ("*", "*"), ("*", "*"))
    sizes: tuple[float, ...] = (32, 22, 19, 17)  # the radius of each row's circles
    cards: float = 48.0  # width of a card in the players' hands
    common: bool = False  # cards in the middle play with every hand
    two_rows: bool = False  # seven cards lie in two rows
    reach: float = 0.0  # how far inward the cards lie at least
