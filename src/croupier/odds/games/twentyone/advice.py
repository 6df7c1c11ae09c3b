"""What each choice is worth in a position of the blackjack games, and what a player sees there."""

from __future__ import annotations

from croupier.equipment.cards import card_names
from croupier.odds.advise import Position, Value
from croupier.odds.games.twentyone.books import rules_of
from croupier.odds.games.twentyone.hands import value_of
from croupier.odds.games.twentyone.solve import values as blackjack_values
from croupier.rounds.table import Table
from croupier.rulebook import Posting


def twentyone_advice(posting: Posting, position: Position) -> dict[str, Value]:
    if position.up is None:
        raise ValueError("the dealer's up card is needed (--up)")
    if len(position.hand) < 2:
        raise ValueError(f"a hand has two cards or more, not {len(position.hand)} ({card_names(position.hand)})")
    rules = rules_of(posting)
    left = list(rules.shoe)
    for card in position.seen:
        left[value_of(card)] -= 1
    found = blackjack_values(
        rules, [value_of(card) for card in position.hand], value_of(position.up), left, split=position.split,
        may_split=position.may_split, zapped=position.zapped, free=position.free,
    )  # fmt: skip
    return dict(found)


def position_of(table: Table, number: int, hand: int) -> Position:
    """What the player of one of a position's hands sees."""
    held, dealer = table.position(number).hands[hand], table.felt.dealer
    memo, up = held.memo, dealer.open_cards()
    return Position(
        hand=tuple(held.cards), up=up[0] if up else None, split="split" in memo, may_split="split" in memo,
        zapped="exchanged" in memo, free="free-split" in memo,
    )  # fmt: skip
