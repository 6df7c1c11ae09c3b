"""What each role may see of a table. Everything published goes through here."""

from typing import Any

import msgspec

from croupier.equipment.shoe import UNSEEN
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Hand, Position
from croupier.rounds.requests import Betting, Request, Together

HIDDEN = None
OUTSIDE = ("player", "visitor", "")  # who has no work at the table, in the last of them no role at its property at all


def view(driver: Driver, who: By, common: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table as `who` may see it: plain data, no face that is not his to see.

    `common`: what all see of this very state (`seen_by_all`), where others have asked for it already; left as it is.
    """
    table, felt = driver.table, driver.felt
    shown = dict(seen_by_all(driver) if common is None else common)
    outside, newcomers = who.role in OUTSIDE, driver.newcomers
    places = list(shown["positions"])
    for at, position in enumerate(felt.positions):
        own = who.role == "player" and position.patron == who.name
        if not position.patron or (outside and not own):
            continue
        places[at] = {**places[at], "chips": table.chips(position.number)}
        if own:
            places[at]["hands"] = [_hand(hand, True) for hand in _lying(position, newcomers)]
    shown["positions"] = places
    return shown


def seen_by_all(driver: Driver) -> dict[str, Any]:
    """What everybody sees of a table: no closed card of anybody, nobody's chips."""
    table, felt, newcomers = driver.table, driver.felt, driver.newcomers
    wagers: dict[int, list[dict[str, Any]]] = {}
    for wager in felt.wagers:
        wagers.setdefault(wager.position, []).append(_wager(wager))
    shown: dict[str, Any] = {
        "number": driver.number,
        "entry": driver.entry,
        "round": felt.round,
        "stage": felt.stage,
        "clause": table.posting.clause(felt.stage),
        "mode": table.mode,
        "asks": driver.pending.asks(table),
        "request": type(driver.pending).__name__,
        "seating": driver.seating,
        "dealer": _hand(felt.dealer, False),
        "places": {name: _hand(hand, False) for name, hand in felt.places.items()},
        "positions": [
            {
                "number": p.number,
                "patron": p.patron,
                "chips": None,
                "hands": [_hand(hand, False) for hand in _lying(p, newcomers)],
                "wagers": wagers.get(p.number, []),
            }
            for p in felt.positions
        ],
        "memo": {key: value for key, value in felt.memo.items() if not key.startswith("_")},
    }
    if felt.shoes:
        shown["shoe"] = {
            "left": table.shoe.left,
            "dealt": table.shoe.dealt,
            "decks": table.shoe.decks,
            "commitment": table.shoe.commitment,
        }
    return shown


def request_for(driver: Driver, who: By) -> dict[str, Any] | None:
    """The pending request as data, where `who` may answer it; for betting, with what each own position may bet."""
    request, outside = driver.pending, who.role in OUTSIDE
    data: dict[str, Any] = {
        "kind": type(request).__name__,
        "number": driver.number,
        "asks": request.asks(driver.table),
        **_plain(request),
    }
    if isinstance(request, Betting):
        seats = [p.number for p in driver.felt.positions if p.patron and (not outside or p.patron == who.name)]
        data["offers"] = {n: [msgspec.to_builtins(o) for o in driver.game.offers(driver.table, n)] for n in seats}
        return data
    position = getattr(request, "position", 0)
    if outside and position and driver.table.position(position).patron != who.name:
        return None
    if outside and isinstance(request, Together):
        own = [part for part in request.parts if driver.table.position(part.position).patron == who.name]
        return {**data, "parts": [msgspec.to_builtins(part) for part in own]} if own else None
    return data


def _lying(position: Position, newcomers: set[int]) -> list[Hand]:
    """The hands of a position; a patron who came since they were dealt finds the place swept."""
    return [Hand()] if position.number in newcomers else position.hands


def _plain(request: Request) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(request)
    return plain


def _hand(hand: Hand, own: bool) -> dict[str, Any]:
    cards = [
        card if card != UNSEEN and (face == "u" or (face == "o" and own)) else HIDDEN
        for card, face in zip(hand.cards, hand.faces)
    ]
    # Of a hand with a hidden card only marks are told (doubled, split), nothing that holds cards.
    told = object if HIDDEN not in cards else int
    memo = {key: value for key, value in hand.memo.items() if not key.startswith("_") and isinstance(value, told)}
    return {"cards": cards, "state": hand.state, "memo": memo}


def _wager(wager: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(wager)
    return plain
