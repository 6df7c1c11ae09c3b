"""What a book of poker promotions says: which are offered, on which hands, out of which funds, shared how."""

from collections.abc import Iterator
from typing import Any

from croupier.hands.five import CATEGORIES5
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook
from croupier.rulebook.shapes import Day, Either, Expected, Keys, ListOf, Money, Span
from croupier.rulebook.vocabulary import Vocabulary

FUNDS = ("bad-beat", "special-hands")
_HANDS = tuple(CATEGORIES5)
_HOLE_CARDS = ("both", "any", "pocket-aces")
_HAND: dict[str, Expected] = {
    "hole-cards": _HOLE_CARDS,
    "four-of-a-kind": ("pocket-pair", "any"),
    "window": bool,
    "amount": str,
    "least": _HANDS,
    "on": ("flop", "river"),
    "game": str,
}
_OFFERED: dict[str, Expected] = {
    "bad-beat": Keys(may={**_HAND, "from": Day(), "of": ListOf(("loser", "winner"), least=0)}),
    "high-hand": Keys(may=_HAND),
    "flop-pot": Keys(may=_HAND),
    "aces-cracked": Keys(may={**_HAND, "loses": bool}),
    "football-squares": Keys(
        must={"pays-at": ListOf(str)},
        may={
            **_HAND,
            "squares": Span(1),
            "rows": Span(1),
            "columns": Span(1),
            "rows-are": str,
            "columns-are": str,
            "digits": str,
        },
    ),
    "splash-pot": Keys(may={"table": str, "window": bool, "to": str, "amount": str}),
    "bankroll": Keys(may={"tickets": str, "window": bool, "amount": str}),
    "freeroll": Keys(may={"entry": str, "window": bool, "prize-pool": str}),
    "high-card": Keys(may={"table": str, "amount": str, "ties": ("share",)}),
    "hot-seat": Keys(may={"seat": str, "amount": str}),
}


def _squares(book: Rulebook) -> Iterator[Found]:
    """A board of squares has as many as its rows and columns make."""
    rule = book.settings.get("football-squares")
    board: dict[str, Any] = rule.value if rule and isinstance(rule.value, dict) else {}
    squares, rows, columns = (board.get(name) for name in ("squares", "rows", "columns"))
    if type(squares) is type(rows) is type(columns) is int and squares != rows * columns:
        words = f"expected {rows * columns}, rows times columns, found {squares}"
        yield Found("rules.football-squares.value.squares", words)


PROMOTIONS = Vocabulary(
    settings={"allocation": Keys(other=Span(0, 100), names=FUNDS, total=100)},
    optional=_OFFERED
    | {
        "kinds": Keys(other=str),
        "seed-least": Money(),
        "tournament-funding": Keys(may={"amount": str, "collected": str, "per": str}),
        "tournament-eligible": Keys(other=bool),
        "tournament-added-money": Keys(may={"voucher": bool, "from": FUNDS, "withdrawn": str}),
        "guarantee": Keys(may={"from": FUNDS, "when": str}),
        "color-up": Keys(may={"tube": bool, "at": Money(), "into": str}),
        "count": Keys(other=Either((str, Span(1)))),
        "amount-of-the-day": str,
        "posting": Keys(other=str),
        "posted": Keys(other=str),
        "denial": Keys(must={"drawn": ListOf(str)}),
        "discontinued": Keys(other=FUNDS, names=FUNDS),
        "eligible": Keys(may={"table": str, "pot-least": Money()}),
        "three-on-board": Keys(may={"bars": bool, "except": str}),
        "qualifier": Keys(must={"category": _HANDS}, may={"rank": tuple("23456789TJQKA")}),
        "distribution": Keys(
            must={"loser": Span(0, 100), "winner": Span(0, 100), "table": Span(0, 100)},
            may={"rounded-down-to": Money()},
            total=100,
        ),
        "table-share": Keys(other=bool),
        "players": Keys(
            may={
                "at-start-least": Span(1),
                "at-end-least": Span(1),
                "hands-played-least": Span(0),
                "missed-blind-button": bool,
            }
        ),
        "final": str,
        "several": Keys(may={"told": str, "order": str, "began": ListOf(str)}),
        "several-special-hands": str,
        "several-bad-beats": Keys(other=str),
        "share-percent": Span(1, 100),
        "taxable-above-dollars": Span(0),
    },
    procedures={
        "claim": Keys(other=str),
        "cancel-claim": Keys(must={"states": ListOf(str)}),
        "paid-in": Keys(may={"states": ListOf(str), "supported-by": ListOf(str)}),
        "no-match": Keys(must={"writes": str}),
        "no-inquiry": Keys(may={"reasons": ListOf(str), "told": str}),
        "payout": Keys(may={"searched": str, "tournament-above": Money(), "net-of-buy-in": bool, "withheld": str}),
    },
    together=_squares,
)
