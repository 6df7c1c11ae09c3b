"""An act out of turn that binds: what it holds a seat to when its turn comes, and what it keeps its dealer from keying.

The ruling is the book's (`Desk.out_of_turn`); what is said here is read from it and changes nothing.
"""

from typing import Any, Protocol

from croupier.house.record.errors import Refused
from croupier.poker import Room, Table
from croupier.poker.acts import CALL, CHECK, FOLD, RAISE, Meaning
from croupier.poker.rulings.desk import Desk


class Dealt(Protocol):
    """A table whose hands are keyed, of a cash game or of a tournament."""

    @property
    def table(self) -> Table: ...
    @property
    def room(self) -> Room: ...
    @property
    def playing(self) -> bool: ...
    @property
    def turn(self) -> int: ...
    @property
    def desk(self) -> Desk | None: ...
    def place_of(self, seat: int) -> int: ...
    def coin(self, amount: int) -> str:
        """An amount in words: dollars, or a tournament's chips."""
        ...


def held_to(game: Dealt) -> Meaning | None:
    """What the seat to act is held to by what it did out of turn."""
    return game.desk.bound(game.place_of(game.turn)) if game.playing and game.turn and game.desk is not None else None


def bound_words(game: Dealt, bound: Meaning) -> str:
    """The fold, the call of $3, the raise to $20."""
    hand = game.table.hand
    if bound.verb == RAISE and hand is not None:
        kind = hand.options().kind
        return f"the {kind} {'of' if kind == 'bet' else 'to'} {game.coin(bound.to)}"
    call = f" of {game.coin(hand.options().call)}" if bound.verb == CALL and hand is not None else ""
    return f"the {bound.verb}{call}"


def bound_clause(game: Dealt) -> str:
    return game.room.irregularity("out-of-turn", {"act": "bet"}).clause


def narrowed(game: Dealt, found: dict[str, Any]) -> dict[str, Any]:
    """The options of the seat to act; of one that an act out of turn binds, that act alone."""
    bound = held_to(game)
    if bound is None:
        return found
    nothing = {"fold": False, "check": False, "call": 0, "bring_in": 0, "amounts": [], "least": 0, "most": 0}
    left = {
        FOLD: {"fold": True}, CHECK: {"check": True}, CALL: {"call": found["call"]}, RAISE: {"amounts": [bound.to]},
    }[bound.verb]  # fmt: skip
    rule = {} if bound.verb == RAISE else {"why_no_raise": "bound", "no_raise_clause": bound_clause(game)}
    return found | nothing | left | rule


def keep_to_it(game: Dealt, seat: int, verb: str, to: int) -> None:
    """Refuse another act of a seat that is bound by the one it made out of turn."""
    bound = held_to(game) if seat == game.turn else None
    if bound is None or verb == bound.verb or (bound.verb == RAISE and verb in ("bet", "raise") and to == bound.to):
        return
    hand = game.table.hand
    place = game.place_of(seat)
    if verb == "all-in" and hand is not None and bound.to == hand.bets[place] + hand.stacks[place]:
        return
    raise Refused(
        f"Seat {seat} is held to {bound_words(game, bound)}, done out of turn.",
        "Key it, or the floor sets the ruling aside.",
        bound_clause(game),
    )
