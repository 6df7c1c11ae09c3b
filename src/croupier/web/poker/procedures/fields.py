"""What each line of a poker room's slips asks for on a page, and how what was typed is read.

The lines and who signs them are in the flows; the steps to be ticked are in the room's book.
"""

from typing import Any

import msgspec

from croupier.equipment.cards import parse_card
from croupier.house.money.chips import DENOMINATIONS
from croupier.house.poker_room.procedures.book import RoomBook
from croupier.house.record.errors import Refused
from croupier.web.kit.context import integer, words
from croupier.web.kit.forms import cents_of

TEXT, NUMBER, MONEY, TICK, LIST, CHIPS, SALES, CHOICE, CARD = (
    "text", "number", "money", "tick", "list", "chips", "sales", "choice", "card",
)  # fmt: skip
SHOWN_DENOMINATIONS = tuple(d for d in DENOMINATIONS if d >= 100)


class Field(msgspec.Struct, frozen=True):
    name: str
    caption: str
    kind: str = TEXT
    choices: tuple[str, ...] = ()


_DECK = Field("deck", "Deck")
_BAD = (Field("compromised", "A card can't be used", TICK), Field("maker", "Maker of the cards, if one can't be used"))
_OUT = (Field("cents", "Cash, dollars", MONEY), Field("chips", "Chips", CHIPS))
_LAMMERS = Field("lammers", "Lammers on the table, dollars", MONEY)
_PICKED = Field("lammers_collected", "The lammers are picked up", TICK)
_DIFFERS = Field("differs", "Counted again, and it differs: the slip stops", TICK)
_TOURNAMENT = Field("tournament", "Tournament")
_MINUTES = Field("minutes", "Minutes", NUMBER)
_PAID = (Field("chips", "Chips", CHIPS), Field("tickets", "Tickets, dollars", MONEY))
FIELDS: dict[tuple[str, str], tuple[Field, ...]] = {
    ("rack-exchange", "count"): _OUT,
    ("rack-exchange", "carry"): (),
    ("rack-exchange", "exchange"): _OUT[1:],
    ("rack-exchange", "verify"): (*_OUT[1:], _DIFFERS),
    ("cart-fill", "offer"): (Field("cart", "Cart"), *_OUT[1:]),
    ("cart-fill", "verify"): (*_OUT[1:], _DIFFERS),
    ("deck", "inspect"): (
        _DECK,
        Field("sealed", "Into a sealed package, not to a table", TICK),
        Field("shuffled", "Shuffled before it was sealed", TICK),
        *_BAD,
    ),
    ("deck", "verify"): _BAD,
    ("deck-shown", "show"): (
        Field("players", "Players who looked, badges or names", LIST),
        Field("cut", "Cards of the cut", NUMBER),
    ),
    ("deck-count", "count"): (
        _DECK,
        Field("counted", "Cards counted", NUMBER),
        Field("stub", "The stub, not the whole deck", TICK),
    ),
    ("deck-removal", "remove"): (
        _DECK,
        Field("counted", "Cards counted", NUMBER),
        Field("reason", "Why", CHOICE, ("", "flawed", "called")),
        Field("maker", "Maker, if a card is flawed"),
    ),
    ("deck-call", "call"): (_DECK, Field("reason", "Why, if it is said")),
    ("card-replacement", "replace"): (
        _DECK,
        Field("replacement", "Replacement deck"),
        Field("card", "Damaged card, such as 9h or joker", CARD),
    ),
    ("deck-destruction", "bag"): (Field("deck", "Replacement deck"),),
    ("even-exchange", "count"): _OUT,
    ("even-exchange", "verify"): _OUT,
    ("even-exchange", "carry"): (_LAMMERS,),
    ("even-exchange", "exchange"): _OUT[1:],
    ("even-exchange", "announce"): _OUT[1:],
    ("even-exchange", "acknowledge"): (_PICKED,),
    ("patron-exchange", "verify"): (Field("patron", "Patron"), *_OUT, _LAMMERS),
    ("patron-exchange", "exchange"): (Field("bank", "At", CHOICE, ("poker-room-bank", "satellite-bank")), _OUT[1]),
    ("patron-exchange", "deliver"): (_PICKED,),
    ("first-buy-in", "request"): _OUT[1:],
    ("first-buy-in", "issue"): _OUT[1:],
    ("first-buy-in", "accept"): (_LAMMERS,),
    ("first-buy-in", "sell"): (Field("sales", "Sold: a badge and dollars on each line", SALES), *_OUT),
    ("first-buy-in", "collect"): (*_OUT, _PICKED),
    ("first-buy-in", "return"): _OUT,
    ("tips-colored-up", "color-up"): (Field("chips", "Out of the tube", CHIPS), Field("into", "Into the box", CHIPS)),
    ("token-box", "take"): (Field("box", "Number on the box"),),
    ("token-box", "hand-in"): (),
    ("token-box", "pay"): _PAID,
    ("token-box-full", "hand-in"): (Field("full", "The box is full", TICK),),
    ("token-box-full", "pay"): _PAID,
    ("down-card", "sign"): (_TOURNAMENT, _MINUTES),
    ("down-card", "confirm"): (),
    ("work-card", "sign"): (Field("job", "Job"), _MINUTES, Field("tournament", "Tournament, if at the cage")),
    ("work-card", "confirm"): (),
    ("tip-pool", "count"): _OUT[:1],
    ("tip-pool", "distribute"): (Field("cage_percent", "Percent for the cage, if another was agreed", NUMBER),),
    ("clerk-tips", "count"): _OUT[:1],
    ("clerk-tips", "distribute"): (),
}
TICKED = {
    ("deck", "inspect"): ("deck-inspection",),
    ("deck-shown", "show"): ("deck-shown",),
    ("deck-removal", "remove"): ("deck-removal", "flawed-deck"),
    ("deck-destruction", "bag"): ("replacement-deck-exhausted",),
    ("tips-colored-up", "color-up"): ("tips-colored-up",),
}
# The rule without which a room has no such slip, and the slips that are of no table.
PRINTED = {
    "rack-exchange": "par-set",
    "cart-fill": "cart-fill",
    "card-replacement": "replacement-deck-exhausted",
    "deck-destruction": "replacement-deck-exhausted",
    "deck-shown": "seen-by-players",
    "deck-count": "deck-count",
    "deck-call": "removal-on-call",
    "even-exchange": "even-exchange",
    "patron-exchange": "patron-exchange",
    "first-buy-in": "first-buy-in",
    "tips-colored-up": "tube-chips-most",
    "token-box": "token-box",
    "token-box-full": "token-box",
    "down-card": "down-minutes",
    "tip-pool": "staffing-money",
    "work-card": "shares-an-hour",
    "clerk-tips": "clerk-tip-percent",
}
OF_NO_TABLE = (
    "deck-destruction", "tips-colored-up", "token-box", "token-box-full", "down-card", "work-card", "tip-pool",
    "clerk-tips",
)  # fmt: skip
KINDS = tuple(dict.fromkeys(kind for kind, _ in FIELDS))


def ticks(book: RoomBook, kind: str, step: str) -> tuple[str, ...]:
    """The steps that the book has ticked on a line."""
    lists = TICKED.get((kind, step), ())
    return tuple(item for name in lists if book.prints(name) for item in book.states(name, "steps"))


def stated(values: dict[str, Any], kind: str, step: str) -> dict[str, Any]:
    """What somebody typed on a line, as the slip takes it."""
    data: dict[str, Any] = {}
    for field in FIELDS.get((kind, step), ()):
        found = _read(values, field)
        if found is not None and found is not False and found != "":
            data[field.name] = found
    items = [key.removeprefix("item-") for key in values if key.startswith("item-")]
    return data | ({"items": items} if items else {})


def _read(values: dict[str, Any], field: Field) -> Any:
    given = words(values, field.name, most=4_000).strip()
    if field.kind == CHIPS:
        return _chips(values, field.name)
    if field.kind == TICK:
        return bool(given)
    if field.kind == MONEY:
        return cents_of(values, field.name, field.caption) if given else None
    if field.kind == NUMBER:
        return integer(values, field.name) if given else None
    if field.kind == CARD:
        return _card(given) if given else None
    if field.kind == LIST:
        return given.replace(",", " ").split()
    return _sales(given) if field.kind == SALES else given


def _chips(values: dict[str, Any], name: str) -> dict[str, int] | None:
    typed = {d: words(values, f"{name}-{d}").strip() for d in SHOWN_DENOMINATIONS}
    if not any(typed.values()):
        return None
    if not all(text.isdecimal() and len(text) < 8 for text in typed.values() if text):
        raise Refused("A count of chips is a whole number.", "How many there are of each value.")
    return {str(d): int(text) for d, text in typed.items() if text}


def _card(given: str) -> int:
    try:
        return parse_card(given)
    except ValueError:
        raise Refused(f"{given[:20]!r} is no card.", "Its rank and its suit, such as 9h, or joker.") from None


def _sales(given: str) -> list[dict[str, Any]]:
    found = []
    for line in given.splitlines():
        patron, _, amount = line.strip().rpartition(" ")
        if patron:
            found.append({"patron": patron.strip(), "cents": cents_of({"amount": amount}, "amount", "Sold")})
    return found
