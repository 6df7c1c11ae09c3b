"""The parts of a poker room's book: what one room prints and another does not, and what then stands in its place.

A part is in a book whole or not at all. Rules that every room has (its conduct, its decks) are no part: see `words`.
"""

import msgspec


class Part(msgspec.Struct, frozen=True):
    """Rules that belong together, how people call them, and how a room works whose book has none of them."""

    title: str
    rules: tuple[str, ...]
    instead: str


PARTS = (
    Part(
        "racks kept at a set amount",
        (
            "opens-with-inventory",
            "inventory-moves",
            "container-places",
            "keys",
            "fill-even",
            "rack-stack",
            "par-set",
            "count-before-first-hand",
        ),
        "The bank of a table is what two people counted when it opened.",
    ),
    Part(
        "chip carts",
        ("cart-most", "cart-exchanges"),
        "Players buy chips at the table or at the cage; a cart takes a rule of the house's own in its book.",
    ),
    Part(
        "how many decks a table has and who sees them",
        ("decks-at-table", "seen-by-players", "idle-table"),
        "One inspected deck is enough, and nobody has to be shown it.",
    ),
    Part(
        "counting the deck while it is dealt",
        ("deck-count",),
        "It is counted when somebody calls for it.",
    ),
    Part(
        "even exchanges for a table's bank",
        ("even-exchange", "exchange-without-security"),
        "Chips come and go by fills and credits, or by what the house writes into its book.",
    ),
    Part(
        "even exchanges for a patron",
        ("patron-exchange",),
        "Patrons change chips at the cage.",
    ),
    Part(
        "the first buy-in at a new table",
        ("first-buy-in",),
        "Players of a new game buy in one by one.",
    ),
    Part(
        "dealers' token boxes",
        ("token-box", "token-cash-out"),
        "Tips go into the house's toke pool.",
    ),
    Part(
        "a full box in the middle of a shift",
        ("token-mid-shift",),
        "A box is handed in when the shift is over.",
    ),
    Part(
        "a tube for tips to be colored up",
        ("tube-chips-most",),
        "Every tip goes into the box as it is.",
    ),
    Part(
        "what dealers give to the clerks",
        ("clerk-tip-percent", "clerk-tips-by"),
        "Nothing is taken off a dealer's tips.",
    ),
    Part(
        "sharing out tournament tips",
        (
            "staffing-money",
            "dealer-percent",
            "non-dealer-percent",
            "supervisor-percent",
            "clerk-percent",
            "cage-percent",
            "cage-taken-from",
            "down-minutes",
            "down-rate",
            "shares-an-hour",
            "share-minutes",
        ),
        "They go into the house's toke pool.",
    ),
)


def part_of(rule: str) -> Part | None:
    return next((part for part in PARTS if rule in part.rules), None)
