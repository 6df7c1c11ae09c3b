"""A hand taken back and played again from its operations: replay and undo."""

from typing import Any

from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.records import Ruled

_CHANCE = ("deal_hole", "deal_board", "draw")


def rebuilt(hand: Hand, upto: int | None = None) -> Hand:
    """The hand from its opening, with the first `upto` of its operations."""
    if any(isinstance(record, Ruled) for record in hand.records):
        raise Refused("undo", "a ruling was given in this hand: it is corrected by another ruling, not undone")
    again = Hand(hand.form, hand.stakes, hand.start, rules=hand.rules, **opening(hand))
    for name, *arguments in hand.ops[:upto]:
        getattr(again, name)(*arguments)
    return again


def opening(hand: Hand) -> dict[str, Any]:
    return dict(hand.opening)


def undo(hand: Hand) -> Hand:
    """Without the last operation, which corrects a keyed fact.

    An electronic card is never taken back, nor a decision after which one was dealt.
    """
    if not hand.ops:
        raise Refused("undo", "nothing has been done yet")
    before = rebuilt(hand, len(hand.ops) - 1)
    if hand.auto and hand.top > before.top:
        raise Refused("undo", "cards were dealt after that decision, and are not taken back")
    return before
