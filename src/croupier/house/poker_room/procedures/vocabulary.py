"""What the book of a poker room's procedures says: every rule that the room works by, with what it may be.

Conduct and decks are in every book; the rest is in parts that a book has whole or not at all.
"""

from collections.abc import Iterator

from croupier.house.poker_room.procedures.book import JOBS as BOOK_JOBS
from croupier.house.poker_room.procedures.parts import PARTS
from croupier.rulebook import Rulebook
from croupier.rulebook.faults import Found
from croupier.rulebook.shapes import Either, Expected, Keys, ListOf, Money, Span, words
from croupier.rulebook.vocabulary import Vocabulary

JOBS = tuple(BOOK_JOBS)
SANCTIONS = ("warning", "suspension", "barring")
SHUFFLED = ("by-hand", "device", "counting-device")
_PERCENT = Span(0, 100)
_STUB: dict[str, Expected] = {"stub": ListOf(("board", "stud", "draw"))}  # where the stub may be counted; all: silent

RULES: dict[str, Expected] = {
    # conduct
    "sanctions": ListOf(SANCTIONS),
    "sanction-by": Keys(other=JOBS, names=SANCTIONS),
    "suspension-ends": bool,
    # decks
    "deck-places": Keys(must={"new": str, "used": str, "log": str}, may={"sealed": str}),
    "deck-hours": Span(1),
    "deck-inspected-by": ListOf(JOBS),
    "damaged-card": ("replace-card", "replace-deck"),
}
IN_PARTS: dict[str, Expected] = {
    # banks, fills and the chip cart
    "opens-with-inventory": bool,
    "inventory-moves": ListOf(("cash", "equal-chips")),
    "container-places": ListOf(("cage", "table")),
    "keys": Keys(must={"held-by": str}, may={"never": ListOf(str)}),
    "fill-even": bool,
    "cart-most": Money(),
    "cart-exchanges": ListOf(("cash-for-chips", "chips-for-chips")),
    "rack-stack": Keys(may={"spacer": Span(1), "from": Money(), "of": Span(1), "except": Keys(other=Span(1))}),
    "par-set": bool,
    "count-before-first-hand": bool,
    # decks at the table
    "decks-at-table": Span(1),
    "seen-by-players": Span(1),
    "idle-table": ("shown-again", "may-be-shown"),
    "deck-count": Either(
        (
            Keys(must={"times": Span(1), "each": ("dealer-turn",), "unless": ListOf(SHUFFLED)}, may=_STUB),
            Keys(must={"minutes": Span(1), "unless": ListOf(SHUFFLED)}, may=_STUB),
        )
    ),
    # even exchanges and the first buy-in
    "even-exchange": Keys(must={"lammers": bool, "for": ListOf(("cash", "chips"))}),
    "exchange-without-security": bool,
    "patron-exchange": Keys(must={"lammers": bool, "at": ListOf(str), "gives": ("chips",)}),
    "first-buy-in": Keys(must={"lammers": bool, "log": bool, "returns": ("as-drawn",)}),
    # tips
    "token-cash-out": Keys(may={"when": str, "by": JOBS}),
    "token-box": str,
    "token-mid-shift": str,
    "tube-chips-most": Span(1),
    "clerk-tip-percent": _PERCENT,
    "clerk-tips-by": ("hours",),
    "staffing-money": ListOf(("staffing-fee", "hand-in", "bonus-buy", "tips")),
    "dealer-percent": _PERCENT,
    "non-dealer-percent": _PERCENT,
    "supervisor-percent": _PERCENT,
    "clerk-percent": _PERCENT,
    "cage-percent": _PERCENT,
    "cage-taken-from": Keys(other=Span(0), names=JOBS),
    "down-minutes": Span(1),
    "down-rate": str,
    "shares-an-hour": Keys(other=str, names=JOBS),
    "share-minutes": Span(1),
}
ALSO: dict[str, Expected] = {
    "deny-use": str,
    "imprest": bool,
    "custody": str,
    "variance-policy": bool,
    "fill-witness": ListOf(JOBS),
    "plain-view": bool,
    "cart-by": JOBS,
    "cart-fill": ListOf(JOBS),
    "verify-stack": Keys(may={"cut": Span(1), "stack": Span(1), "break-down": Span(0)}),
    "rack-order": Keys(
        may={"used-first": str, "first-row": Span(1), "first-row-chip": Money(), "first-row-side": ("left", "right")}
    ),
    "variance-told": JOBS,
    "decks-differ": ("back-color", "to-the-eye"),
    "decks-alternate": bool,
    "decks-daily": str,
    "pre-shuffled": ("may-be-dealt-at-once",),
    "removal-on-call": ListOf(("supervisor", "manager", "commission")),
    "token-verified-by": JOBS,
    "token-paid": ("cash", "payroll"),
    "tips-to": ListOf(JOBS),
    "tip-report": str,
    "staffing-to": ListOf(JOBS),
    "down-card": str,
    "paid-in": str,
}
_STATES = Keys(must={"states": ListOf(str)}, may={"parts": Span(1), "signed-by": ListOf(JOBS)})
_STEPS = Keys(must={"steps": ListOf(str)})


def _shares(book: Rulebook) -> Iterator[Found]:
    """What the dealers and the others get of the tips is all of it, and so it is among the others."""
    for first, second in (("dealer-percent", "non-dealer-percent"), ("supervisor-percent", "clerk-percent")):
        parts = [book.settings[name].value for name in (first, second) if name in book.settings]
        if len(parts) == 2 and all(type(part) is int for part in parts) and sum(parts) != 100:
            words = f"{first} and {second} are 100 together, found {parts[0]} and {parts[1]}"
            yield Found(f"rules.{second}.value", words)


def _whole_parts(book: Rulebook) -> Iterator[Found]:
    """A part that is begun is printed to its end."""
    for part in PARTS:
        missing = [name for name in part.rules if name not in book.settings]
        if len(missing) < len(part.rules):
            for name in missing:
                yield Found(f"rules.{name}", f"missing; {part.title} take {words(IN_PARTS[name])} here")


def _together(book: Rulebook) -> Iterator[Found]:
    yield from _shares(book)
    yield from _whole_parts(book)


ROOM = Vocabulary(
    settings=RULES,
    optional=ALSO | IN_PARTS,
    procedures={
        "closed-table": Keys(must={"container": ListOf(str)}),
        "deck-removal": Keys(must={"steps": ListOf(str)}, may={"cards": Span(1)}),
        "deck-inspection": _STEPS,
        "deck-shown": Keys(must={"steps": ListOf(str)}, may={"cut-least": Span(1), "cut-from": ("top", "either-end")}),
        "flawed-deck": Keys(must={"steps": ListOf(str)}, may={"states": ListOf(str), "by": JOBS}),
        "tips-colored-up": _STEPS,
        "replacement-deck-exhausted": _STEPS,
        "deck-sticker": _STATES,
        "inventory-slip": _STATES,
        "tobacco": Keys(must={"list": str}, may={"allowed": Either((ListOf(str), str))}),
    },
    together=_together,
)
