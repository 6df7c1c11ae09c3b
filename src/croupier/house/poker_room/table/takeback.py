"""What the dealer keyed by mistake, taken back act by act to the start of the hand.

Before every keyed act of a hand the table keeps what the act may change. A ruling is never taken back: it is
corrected by another ruling. After the last pot is pushed the hand can still be opened again, as long as nothing
else has happened at the table. What patrons do about their seats in the meantime stands.
"""

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.poker_room.table import acts
from croupier.house.record.errors import Refused, Stale
from croupier.poker import Desk, Hand
from croupier.poker.history import restore, snapshot

if TYPE_CHECKING:
    from croupier.house.poker_room.table.game import Game

KEYED = (acts.Deal, acts.Key, acts.Play, acts.Say, acts.Push, acts.Chop)
FINAL = (acts.Declare, acts.Override, acts.Expire, acts.Toke)  # rulings, and chips that left the table


class BeforeAct(msgspec.Struct):
    """A table as it stood before one act of a hand."""

    act: Any
    playing: bool
    between: Any  # as `Game.state` gives it: seats, positions, what was taken
    hand: Hand | None
    cards: dict[str, Any]  # the hand's state, by name
    order: list[int]
    dealt: Any
    desk: Desk | None
    rulings: tuple[list[Any], bool, int | None, set[str]]
    loose: dict[str, Any]  # fields of the game that a hand changes
    given: int  # events that the hand had told of


NO_RULINGS: tuple[list[Any], bool, int | None, set[str]] = ([], False, None, set())
LOOSE = ("pending", "leaving", "resting", "chopping", "runs")
PLAIN = ("dead", "redeal", "rested_us", "commitment")
OF_TABLE = ("disputes_open", "volunteer")


def keep(game: "Game", act: acts.Anything) -> BeforeAct:
    """Everything that this act may change."""
    table, desk = game.table, game.desk
    loose: dict[str, Any] = {name: getattr(game, name).copy() for name in LOOSE}
    loose |= {name: getattr(game, name) for name in PLAIN}
    return BeforeAct(
        act,
        game.playing,
        game.state(),
        table.hand,
        snapshot(table.hand) if table.hand is not None else {},
        list(table.order),
        table._dealt,
        desk,
        (list(desk.rulings), desk.misdealt, desk.clock, set(desk.final)) if desk is not None else NO_RULINGS,
        loose | {name: getattr(table, name) for name in OF_TABLE},
        game.given,
    )


def put_back(game: "Game", kept: BeforeAct, *, seats: bool = True) -> None:
    """The table as it was kept; without `seats` only the hand, where patrons have bought or left meanwhile."""
    table, number = game.table, game.number
    if seats:
        game.put_back(kept.between)
        game.number = number  # a decision that was answered is never asked again under its number
        for name in (*LOOSE, *PLAIN):
            setattr(game, name, kept.loose[name])
        for name in OF_TABLE:
            setattr(table, name, kept.loose[name])
        table.hand, table.order, table._dealt = kept.hand, kept.order, kept.dealt
        game.playing = kept.playing
    else:
        game.chopping, game.runs = kept.loose["chopping"], kept.loose["runs"]
    if kept.hand is not None:
        restore(kept.hand, kept.cards)
    game.desk = kept.desk
    if kept.desk is not None:
        kept.desk.rulings, kept.desk.misdealt, kept.desk.clock, kept.desk.final = kept.rulings
    game.given = kept.given


def note(game: "Game", act: acts.Anything, kept: BeforeAct | None) -> None:
    """Remember an act that was done, or forget those that can't be taken back any more."""
    if isinstance(act, acts.Undo):
        return
    if isinstance(act, acts.Deal):
        game.keyed.clear()
        game.touched = False
    elif not isinstance(act, (*KEYED, acts.Clock)):
        game.touched = True
    over = not game.playing
    if isinstance(act, FINAL) or (over and (game.purses or not isinstance(act, KEYED))):
        game.keyed.clear()
    elif kept is not None and isinstance(act, KEYED):
        game.keyed.append(kept)


def undo(game: "Game") -> dict[str, Any]:
    """Take the last keyed act back; what was taken back, as the record tells it."""
    if game.electronic:
        raise Refused("The shuffler's cards and a player's own acts are not taken back.")
    if not game.keyed:
        raise Stale(why_not(game))
    dealt = isinstance(game.keyed[-1].act, acts.Deal)
    if dealt and game.touched:
        raise Stale("Patrons have sat down, bought or left since the deal.", "Play the hand, or declare a misdeal.")
    kept, given = game.keyed.pop(), game.given
    put_back(game, kept, seats=not game.playing or dealt)
    game.clock_us = 0
    return {"type": "TakenBack", **undone(kept.act), "events": given - kept.given}


def undone(act: acts.Anything) -> dict[str, Any]:
    """An act by its name, seat and verb: never its cards, which may lie face down."""
    told: dict[str, Any] = {"act": type(act).__name__.lower()}
    for name in ("seat", "verb", "says"):
        if value := getattr(act, name, None):
            told[name] = value
    return told


def why_not(game: "Game") -> str:
    """Why nothing can be taken back now."""
    hand = game.table.hand
    if hand is None:
        return "No hand has been dealt."
    if game.desk is not None and game.desk.rulings:
        return "A ruling was given: it is corrected by another ruling, not taken back."
    return "Nothing was keyed in this hand yet." if game.playing else "The hand is over, and the table has gone on."
