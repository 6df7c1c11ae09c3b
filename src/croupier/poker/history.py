"""A hand taken back and played again from its operations: replay and undo."""

from typing import Any

from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.money import Cut
from croupier.poker.records import Ruled


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


_SHARED = {"form", "stakes", "rules", "house", "opening"}
_TAKEN = "taken"  # what the house has of the hand, which its own account keeps


def snapshot(hand: Hand) -> dict[str, Any]:
    """Everything that an act or a ruling can change, copied."""
    kept: dict[str, Any] = {}
    for name in Hand.__slots__:
        value = getattr(hand, name)
        if name not in _SHARED and isinstance(value, list):
            value = [list(part) if isinstance(part, list) else part for part in value]
        elif isinstance(value, dict | set) and name not in _SHARED:
            value = value.copy()
        kept[name] = value
    if isinstance(hand.house, Cut):
        kept[_TAKEN] = (hand.house.raked, hand.house.dropped)
    return kept


def restore(hand: Hand, kept: dict[str, Any]) -> None:
    """Put the hand back as it was: what was refused has changed nothing."""
    for name, value in kept.items():
        if name != _TAKEN:
            setattr(hand, name, value)
    if _TAKEN in kept and isinstance(hand.house, Cut):
        hand.house.raked, hand.house.dropped = kept[_TAKEN]


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
